// A configuration is checked twice, against the same limits: by createTrainer() and checkPlan(), and by
// src/learning/checkpoint.cpp, because a checkpoint may come from anywhere. Both must take the right limit for every
// option, and give the same answer at it and just beyond it.
import { describe, expect, test } from '@jest/globals';
import { startLearning } from '../../../web/engine/training/learning.js';
import { TrainingCore } from '../../../web/engine/training/training-core.js';
import {
  checkpointTasks,
  trainingChoices,
  trainingLimits,
  trainingSizes,
} from '../../../web/engine/training/training-limits.js';
import {
  ruleKinds,
  settingsOf,
  trainerSettings,
} from '../../../web/engine/training/training-options.js';

/** @import { TrainingTask } from '../../../web/engine/types.js' */
/** @typedef {Record<string, string | number | boolean>} Options */

class Taken extends Error {}
const module = await startLearning('simd');
let onlyAsked = false;
/** A core that throws Taken instead of making a trainer while `onlyAsked` is set. */
const core = new TrainingCore(
  Object.create(module, {
    trainerCreate: {
      value() {
        if (onlyAsked) throw new Taken();
        return module.trainerCreate();
      },
    },
  }),
);

/** @param {() => unknown} call @returns {string} the sentence of its refusal; empty if there is none */
function refusalOf(call) {
  try {
    call();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof Taken)) throw error;
    return error.message;
  }
  return '';
}

/** @param {Options} options */
function pageRefuses(options) {
  onlyAsked = true;
  const sentence = refusalOf(() => core.create(trainerSettings(options)));
  onlyAsked = false;
  return sentence;
}

// Checkpoints with other metadata -----------------------------------------------------------------

/** Splits a file into its metadata and its other parts. @param {Uint8Array} file */
function partsOf(file) {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const { __metadata__: metadata, ...tensors } = JSON.parse(
    new TextDecoder().decode(file.subarray(8, 8 + length)),
  );
  return { metadata, tensors, numbers: file.subarray(8 + length) };
}

/** @param {ReturnType<typeof partsOf>} parts @param {Record<string, string>} changes */
function fileOf({ metadata, tensors, numbers }, changes) {
  const text = JSON.stringify({ __metadata__: { ...metadata, ...changes }, ...tensors });
  const header = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + header.length + numbers.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  file.set(numbers, 8 + header.length);
  return file;
}

const tiny = { layers: 1, modelDim: 2, heads: 1, headDim: 1, feedForward: 1, batch: 1, heldOut: 1 };

/**
 * A small file for each task and size, because the vocabulary depends on them.
 * @type {Map<string, ReturnType<typeof partsOf>>}
 */
const files = new Map();

/** @param {Options} options */
function fileFor({ task, size, symbols }) {
  const key = `${task} ${size} ${symbols}`;
  let parts = files.get(key);
  if (!parts) {
    const { handle } = core.create(trainerSettings({ ...tiny, task, size, symbols }));
    files.set(key, (parts = partsOf(core.save(handle, 0, false))));
    core.free(handle);
  }
  return parts;
}

/**
 * Returns the core's refusal of a checkpoint with these settings. Empty if it only refuses the shapes of the tensors,
 * which it checks after all limits.
 *
 * @param {ReturnType<typeof partsOf>} parts
 * @param {Options} changes
 */
function coreRefuses(parts, changes) {
  const texts = Object.entries(changes).map(([name, value]) => [name, String(value)]);
  const file = fileOf(parts, Object.fromEntries(texts));
  const sentence = refusalOf(() => {
    core.free(core.open('createTrainer', file).handle);
  });
  return /: tensor .*: got|: got \d+ tensors/.test(sentence) ? '' : sentence;
}

// Limits of single options ------------------------------------------------------------------------

const recall = fileFor({ task: 'recall', size: 4, symbols: 5 });
const saidBeside = ['format', 'vocabulary', 'stepsMade'];
const choices = {
  ...trainingChoices,
  task: checkpointTasks,
  rule: ruleKinds,
  tied: ['false', 'true'],
};
const numbers = Object.keys(recall.metadata).filter(
  (name) => !saidBeside.includes(name) && !(name in choices),
);

describe('of one option', () => {
  test.each(Object.entries(choices))('%s has the same choices', (name, expected) => {
    const sentence = coreRefuses(recall, { [name]: 'none of them' });
    expect(sentence.split('; expected ')[1].split(/, | or /)).toEqual(expected);
  });

  test.each(numbers)('%s has the same limits', (name) => {
    const limit = trainingLimits[/** @type {'alpha'} */ (name)];
    const beyond = 'whole' in limit ? 1 : 1e-6;
    const rounded = (/** @type {number} */ x) => ('whole' in limit ? x : Number(x.toPrecision(8)));
    const below = rounded(limit.min - (limit.min === 1e-16 ? 1e-17 : beyond));
    const above = rounded(limit.max + beyond * Math.max(1, 'whole' in limit ? 0 : limit.max));
    const refused = (/** @type {number} */ value) =>
      coreRefuses(recall, { [name]: value }).includes(`metadata ${name}: got "${value}"`);
    expect([below, limit.min, limit.max, above].map(refused)).toEqual([true, false, false, true]);
    expect(refused(limit.min + 0.5)).toBe('whole' in limit);
  });

  test.each(Object.entries(trainingSizes))('%s has the same sizes', (task, { min, max }) => {
    const symbols = 32;
    const parts = fileFor({ task, size: min, symbols });
    for (const size of [min - 1, min, max, max + 1].filter((size) => size > 1 && size < 257)) {
      const sentence = coreRefuses(parts, { size });
      expect([size, / got .* with size /.test(sentence)]).toEqual([size, size < min || size > max]);
    }
  });

  test('no more pairs than symbols', () => {
    for (const [size, symbols] of [
      [4, 4],
      [5, 4],
    ]) {
      const page = pageRefuses({ ...tiny, task: 'recall', size, symbols });
      const sentence = coreRefuses(recall, { size, symbols });
      expect(sentence.includes(' with size ')).toBe(size > symbols);
      expect(page !== '').toBe(size > symbols);
    }
  });
});

// Limits of all options together ------------------------------------------------------------------

let state = 1;
const draw = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
/** @template T @param {readonly T[]} list @returns {T} */
const anyOf = (list) => list[Math.floor(draw() * list.length)];

const drawn = /** @type {const} */ ([
  ...['batch', 'layers', 'modelDim', 'heads', 'headDim', 'feedForward', 'steps', 'every'],
]);

/** @returns {Options} */
function drawOptions() {
  const task = anyOf(trainingChoices.task);
  const { min, max } = trainingSizes[/** @type {'copy'} */ (task)] ?? { min: 4, max: 4 };
  const { stack } = settingsOf(trainerSettings({ task }));
  const two = task === 'dates' || task === 'pronouns';
  return {
    ...{ task, size: anyOf([min, max]), symbols: 32 },
    ...{ stack: two ? stack : anyOf(trainingChoices.stack), tied: draw() < 0.5 },
    rule: anyOf(/** @type {const} */ (['cosine', 'additive', 'norm', 'folded', 'doubled'])),
    ...Object.fromEntries(
      drawn.map((name) => {
        const limit = trainingLimits[name];
        return [name, Math.round(limit.max ** (name === 'every' ? 0 : draw()))];
      }),
    ),
  };
}

/**
 * Returns accepted and refused options that differ by one step of one option.
 * @param {Options} options
 * @returns {[Options, Options] | undefined}
 */
function edgeOf(options) {
  /** @type {Options} */
  let taken = { ...options, ...tiny, steps: 1, every: 1 };
  if (pageRefuses(taken) !== '') return undefined;
  for (const name of drawn) {
    const next = { ...taken, [name]: options[name] };
    if (pageRefuses(next) === '') {
      taken = next;
      continue;
    }
    let [low, high] = [Number(taken[name]), Number(options[name])];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (pageRefuses({ ...taken, [name]: middle }) === '') low = middle;
      else high = middle;
    }
    return [
      { ...taken, [name]: low },
      { ...taken, [name]: high },
    ];
  }
  return undefined;
}

test('of all together: each says the same at the edge of what is taken', () => {
  const kinds = [
    [/parameters; expected/, /a model whose parameters/],
    [/a batch that keeps/, /a batch whose numbers/],
    [/multiplications a step/, /a step whose multiplications/],
    [/rows of metrics/, /metrics whose rows/],
  ];
  const seen = kinds.map(() => 0);
  for (let i = 0; i < 300; ++i) {
    const edge = edgeOf(drawOptions());
    if (!edge) continue;
    const [inside, outside] = edge;
    const sentence = coreRefuses(fileFor(outside), outside);
    expect([inside, coreRefuses(fileFor(inside), inside)]).toEqual([inside, '']);
    expect([outside, sentence !== '']).toEqual([outside, true]);
    const kind = kinds.findIndex(([page]) => page.test(pageRefuses(outside)));
    expect([outside, sentence]).toEqual([outside, expect.stringMatching(kinds[kind][1])]);
    ++seen[kind];
  }
  for (const count of seen) expect(count).toBeGreaterThan(4);
});
