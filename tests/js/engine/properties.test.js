// Laws that hold for every shape and every choice of options, tried on random ones. The cases are the same in
// every run; SCALEDOT_SEED=n tries others.
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bitsOf, expectClose, expectSameBits, map, Random, sizeOf } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { AttentionOptions, AttentionVisibility, MaskInput, Tensor, Variant } from '../../../web/engine/types.js' */

const seed = Number(process.env.SCALEDOT_SEED ?? 20261121);
/** Cases of each law: many on the one that is the same everywhere, some on the others. */
const casesOf = /** @type {Record<Variant, number>} */ ({ relaxed: 40, simd: 120, fallback: 20 });

const everything = /** @type {const} */ ([
  'output',
  'weights',
  'scores',
  'scaledScores',
  'cappedScores',
  'maskedScores',
  'logSumExp',
]);

// --- Random problems -------------------------------------------------------------------------------

/**
 * @typedef {object} Shape
 * @property {2 | 3 | 4} rank
 * @property {number} batch
 * @property {number} keyHeads
 * @property {number} group query heads for each key head
 * @property {number} queries
 * @property {number} keys
 * @property {number} headDim
 * @property {number} valueDim
 * @property {number} seed
 *
 * @typedef {object} Problem
 * @property {Tensor} query
 * @property {Tensor} key
 * @property {Tensor} value
 * @property {AttentionVisibility} options
 * @property {[batch: number, heads: number, queries: number, keys: number]} sizes
 * @property {Random} random
 */

// Now and then more keys than one block of the kernel holds.
const lengths = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 21 }) },
  { weight: 1, arbitrary: fc.integer({ min: 120, max: 300 }) },
);
const shapes = fc.record({
  rank: /** @type {fc.Arbitrary<2 | 3 | 4>} */ (fc.constantFrom(2, 3, 4)),
  batch: fc.integer({ min: 1, max: 2 }),
  keyHeads: fc.integer({ min: 1, max: 2 }),
  group: fc.integer({ min: 1, max: 3 }),
  queries: fc.integer({ min: 1, max: 13 }),
  keys: lengths,
  headDim: fc.integer({ min: 1, max: 19 }),
  valueDim: fc.integer({ min: 1, max: 19 }),
  seed: fc.nat(2 ** 31 - 1),
});

/** @type {fc.Arbitrary<'allow' | 'block' | 'bias' | 'causal' | 'window' | 'keyLengths' | 'softcap' | 'scale'>} */
const feature = fc.constantFrom(
  'allow',
  'block',
  'bias',
  'causal',
  'window',
  'keyLengths',
  'softcap',
  'scale',
);

/** @typedef {typeof feature extends fc.Arbitrary<infer T> ? T : never} Feature */

/**
 * @param {Random} random
 * @param {readonly number[]} target
 * @returns {number[]} a shape that broadcasts to the target
 */
function maskShape(random, target) {
  const shape = target.map((length) => (random.below(2) === 0 ? 1 : length));
  return shape.slice(random.below(target.length));
}

/** @param {Random} random @param {readonly number[]} target @param {(random: Random) => number} number */
function mask(random, target, number) {
  const shape = maskShape(random, target);
  const data = Float32Array.from({ length: sizeOf(shape) }, () => number(random));
  return { data, shape };
}

/** @param {Shape} shape @param {readonly Feature[]} [features] @returns {Problem} */
function problemOf(shape, features = []) {
  const random = new Random(shape.seed);
  const { rank, queries, keys, headDim, valueDim } = shape;
  const batch = rank === 4 ? shape.batch : 1;
  const keyHeads = rank >= 3 ? shape.keyHeads : 1;
  const heads = rank >= 3 ? keyHeads * shape.group : 1;
  const leading = (/** @type {number} */ count) => [batch, count].slice(4 - rank);
  /** @type {Problem} */
  const problem = {
    query: random.tensor(...leading(heads), queries, headDim),
    key: random.tensor(...leading(keyHeads), keys, headDim),
    value: random.tensor(...leading(keyHeads), keys, valueDim),
    options: {},
    sizes: [batch, heads, queries, keys],
    random,
  };
  for (const name of features) addFeature(problem, name);
  return problem;
}

/** @param {Problem} problem @param {Feature} name */
function addFeature({ options, sizes, random }, name) {
  const [batch, , , keys] = sizes;
  const masks = (options.mask ??= {});
  if (name === 'allow') masks.allow = mask(random, sizes, (r) => (r.below(10) < 7 ? 1 : 0));
  if (name === 'block') masks.block = mask(random, sizes, (r) => (r.below(10) < 3 ? 1 : 0));
  if (name === 'bias')
    masks.bias = mask(random, sizes, (r) => (r.below(10) < 2 ? -Infinity : r.number()));
  if (name === 'causal') options.causal = random.below(2) === 0 ? 'upper-left' : 'lower-right';
  if (name === 'window')
    options.window = {
      before: random.below(keys + 1),
      after: [random.below(keys), Infinity][random.below(2)],
    };
  if (name === 'keyLengths')
    options.keyLengths = Array.from({ length: batch }, () => random.below(keys + 1));
  if (name === 'softcap') options.softcap = 0.5 + random.below(8) / 4;
  if (name === 'scale')
    options.scale = /** @type {const} */ ([0, -0.5, 0.75, 'none', 'inverse', { alpha: 0.3 }])[
      random.below(6)
    ];
}

const features = fc.uniqueArray(feature, { maxLength: 8 });
const problems = fc.tuple(shapes, features).map(([shape, list]) => problemOf(shape, list));

/** Problems with some features only. @param {...Feature} names */
const problemsWith = (...names) =>
  fc.tuple(shapes, fc.subarray(names)).map(([shape, list]) => problemOf(shape, list));

/** Reported instead of the tensors. @param {Problem} problem */
const describeProblem = ({ query, key, value, options }) =>
  JSON.stringify({ query: query.shape, key: key.shape, value: value.shape, options }, (_, part) =>
    ArrayBuffer.isView(part) ? `${part.byteLength} bytes` : part,
  );

/**
 * @param {Engine} sd
 * @param {Problem} problem
 * @param {AttentionVisibility} [options] in place of the problem's
 */
const attend = (sd, { query, key, value, options: own }, options = own) =>
  sd.attention(query, key, value, { ...options, returns: everything });

/** @param {Engine} sd @param {Problem} problem @param {AttentionVisibility} [options] */
const stream = (sd, { query, key, value, options: own }, options = own) =>
  sd.attention(query, key, value, { ...options, returns: ['output', 'logSumExp'] });

/** @typedef {ReturnType<typeof attend>} Everything */

/** @param {Everything} a @param {Everything} b @param {readonly (typeof everything[number])[]} names */
function expectSameResults(a, b, names) {
  for (const name of names) expectSameBits(a[name].data, b[name].data, name);
  expect(a.fullyMasked).toEqual(b.fullyMasked);
}

/**
 * Whether query i sees key j by its place, as the API says it.
 * @param {AttentionVisibility} options
 * @param {number} queries
 * @param {number} length how many keys there are in this batch entry
 * @param {number} i
 * @param {number} j
 */
function inSight({ causal, window = {} }, queries, length, i, j) {
  const position = i + (causal === 'lower-right' ? length - queries : 0);
  const { before = Infinity, after = Infinity } = window;
  return (
    j < length && j >= position - before && j <= position + after && (!causal || j <= position)
  );
}

/** The allow mask that does the same as causal, window and keyLengths. @param {Problem} problem */
function allowOf({ options, sizes: [batch, , queries, keys] }) {
  const data = new Uint8Array(batch * queries * keys);
  for (let b = 0, at = 0; b < batch; ++b) {
    const length = options.keyLengths?.[b] ?? keys;
    for (let i = 0; i < queries; ++i)
      for (let j = 0; j < keys; ++j, ++at)
        data[at] = inSight(options, queries, length, i, j) ? 1 : 0;
  }
  return { data, shape: [batch, 1, queries, keys] };
}

// --- The suite -------------------------------------------------------------------------------------

let cases = 0;
afterAll(() => {
  process.stdout.write(`properties: ${cases} cases, seed ${seed}\n`);
});

/**
 * @param {() => Engine} engine
 * @param {Variant} variant
 */
function laws(engine, variant) {
  let ownCases = 0;
  /**
   * @template T
   * @param {string} name
   * @param {fc.Arbitrary<T>} arbitrary
   * @param {(sd: Engine, value: T) => void | Promise<void>} predicate
   */
  const law = (name, arbitrary, predicate) => {
    const numRuns = casesOf[variant];
    test(name, async () => {
      const property = fc.asyncProperty(arbitrary, async (value) => {
        cases += 1;
        ownCases += 1;
        await predicate(engine(), value);
      });
      const details = await fc.check(property, { seed, numRuns });
      if (!details.failed) return;
      const { counterexample, counterexamplePath, errorInstance } = details;
      const [problem] = /** @type {[unknown]} */ (/** @type {unknown} */ (counterexample ?? [0]));
      const shown =
        typeof problem === 'object' && problem !== null && 'query' in problem
          ? describeProblem(/** @type {Problem} */ (problem))
          : fc.stringify(problem);
      throw new Error(
        `seed ${seed}, path ${counterexamplePath}: ${shown}: ${/** @type {Error} */ (errorInstance)?.message}`,
      );
    });
  };

  describe('attention', () => {
    law('rows of weights sum to 1, or are zeros and listed', problems, (sd, problem) => {
      const result = attend(sd, problem);
      const keys = problem.sizes[3];
      const rows = result.logSumExp.data.length;
      const width = result.output.data.length / rows;
      for (let row = 0; row < rows; ++row) {
        const weights = result.weights.data.subarray(row * keys, (row + 1) * keys);
        const masked = result.maskedScores.data.subarray(row * keys, (row + 1) * keys);
        const none = masked.every((score) => score === -Infinity);
        expect(result.fullyMasked.includes(row)).toBe(none);
        expect(result.logSumExp.data[row] === -Infinity).toBe(none);
        const sum = weights.reduce((total, weight) => total + weight, 0);
        expect(Math.abs(sum - (none ? 0 : 1))).toBeLessThan(1e-6);
        weights.forEach((weight, j) => {
          if (!(weight >= 0 && weight < 1 + 1e-6)) throw new Error(`a weight of ${weight}`);
          if (masked[j] === -Infinity && weight !== 0) throw new Error('a masked weight');
        });
        if (none)
          expect(result.output.data.subarray(row * width, (row + 1) * width)).toEqual(
            new Float32Array(width),
          );
      }
    });

    law('the intermediates follow from each other', problems, (sd, problem) => {
      const result = attend(sd, problem);
      const { options, sizes } = problem;
      const [, heads, queries, keys] = sizes;
      const width = problem.value.shape.at(-1) ?? 0;
      const group = heads / (problem.key.shape.at(-3) ?? 1);
      for (let row = 0; row < result.logSumExp.data.length; ++row) {
        const head = Math.floor(row / queries);
        const keyHead = problem.key.shape.length < 3 ? 0 : Math.floor(head / group);
        let greatest = -Infinity;
        for (let j = 0; j < keys; ++j)
          greatest = Math.max(greatest, result.maskedScores.data[row * keys + j]);
        let sum = 0;
        const output = new Float64Array(width);
        for (let j = 0; j < keys; ++j) {
          const at = row * keys + j;
          const masked = result.maskedScores.data[at];
          const weight = masked === -Infinity ? 0 : Math.exp(masked - greatest);
          sum += weight;
          const from = (keyHead * keys + j) * width;
          for (let c = 0; c < width; ++c) output[c] += weight * problem.value.data[from + c];
          const capped = options.softcap
            ? options.softcap * Math.tanh(result.scaledScores.data[at] / options.softcap)
            : result.scaledScores.data[at];
          expectClose([result.cappedScores.data[at]], [capped], 1e-5 * (1 + Math.abs(capped)));
        }
        if (greatest === -Infinity) continue;
        expectClose([result.logSumExp.data[row]], [greatest + Math.log(sum)], 2e-5);
        expectClose(
          result.output.data.subarray(row * width, (row + 1) * width),
          output.map((x) => x / sum),
          2e-5,
          'output',
        );
      }
    });

    law('streaming gives what materialising gives', problems, (sd, problem) => {
      const [whole, streamed] = [attend(sd, problem), stream(sd, problem)];
      expectClose(streamed.output.data, whole.output.data, 1e-5, 'output');
      expectClose(streamed.logSumExp.data, whole.logSumExp.data, 1e-5, 'logSumExp');
      expect(streamed.fullyMasked).toEqual(whole.fullyMasked);
    });

    law('the same call gives the same bits', problems, (sd, problem) => {
      expectSameResults(attend(sd, problem), attend(sd, problem), everything);
    });

    law(
      'a constant added to a row of scores changes nothing',
      problemsWith('allow', 'causal', 'softcap'),
      (sd, problem) => {
        const [, , queries] = problem.sizes;
        const bias = problem.random.tensor(queries, 1);
        const shifted = stream(sd, problem, {
          ...problem.options,
          mask: { ...problem.options.mask, bias },
        });
        const plain = stream(sd, problem);
        expectClose(shifted.output.data, plain.output.data, 2e-5, 'output');
        expectClose(
          shifted.logSumExp.data,
          plain.logSumExp.data.map((x, row) => x + bias.data[row % queries]),
          2e-5,
          'logSumExp',
        );
      },
    );

    law(
      'the order of keys does not matter',
      problemsWith('allow', 'block', 'bias', 'softcap', 'scale'),
      (sd, problem) => {
        const keys = problem.sizes[3];
        const order = Array.from({ length: keys }, (_, j) => j);
        for (let j = keys - 1; j > 0; --j) {
          const other = problem.random.below(j + 1);
          [order[j], order[other]] = [order[other], order[j]];
        }
        /** @param {MaskInput | undefined} tensor @param {number} fromEnd of the axis of keys */
        const permuted = (tensor, fromEnd) => {
          if (!tensor || (tensor.shape.at(-fromEnd) ?? 1) === 1) return tensor;
          const inner = fromEnd === 2 ? (tensor.shape.at(-1) ?? 1) : 1;
          const data = Float32Array.from(tensor.data, (_, at) => {
            const [row, column] = [Math.floor(at / inner), at % inner];
            return tensor.data[(row - (row % keys) + order[row % keys]) * inner + column];
          });
          return { data, shape: [...tensor.shape] };
        };
        const { allow, block, bias } = problem.options.mask ?? {};
        const moved = sd.attention(
          problem.query,
          /** @type {Tensor} */ (permuted(problem.key, 2)),
          /** @type {Tensor} */ (permuted(problem.value, 2)),
          {
            ...problem.options,
            mask: { allow: permuted(allow, 1), block: permuted(block, 1), bias: permuted(bias, 1) },
          },
        );
        expectClose(moved.output.data, stream(sd, problem).output.data, 2e-5, 'output');
      },
    );

    law(
      'a causal row has the same bits whatever the future holds',
      problemsWith('causal', 'allow', 'block', 'bias', 'softcap', 'scale', 'window', 'keyLengths'),
      (sd, problem) => {
        const { key, value, sizes, random } = problem;
        const keys = sizes[3];
        const options = /** @type {const} */ ({ ...problem.options, causal: 'upper-left' });
        const last = random.below(Math.min(sizes[2], keys));
        const future = [NaN, Infinity, -Infinity, 1e30, 3e38][random.below(5)];
        const changed = (/** @type {Tensor} */ tensor) => {
          const width = tensor.shape.at(-1) ?? 1;
          return map(tensor, (x, at) => (Math.floor(at / width) % keys > last ? future : x));
        };
        const before = stream(sd, problem, options);
        const after = stream(sd, { ...problem, key: changed(key), value: changed(value) }, options);
        const width = value.shape.at(-1) ?? 1;
        before.logSumExp.data.forEach((lse, row) => {
          if (row % sizes[2] > last) return;
          expectSameBits(
            Float32Array.of(lse),
            after.logSumExp.data.slice(row, row + 1),
            'logSumExp',
          );
          const [from, to] = [row * width, (row + 1) * width];
          expectSameBits(
            before.output.data.slice(from, to),
            after.output.data.slice(from, to),
            `row ${row}`,
          );
        });
      },
    );

    law(
      'allow is the contrary of block',
      problemsWith('allow', 'causal', 'bias', 'softcap'),
      (sd, problem) => {
        const allow = mask(problem.random, problem.sizes, (r) => r.below(2));
        const block = map(allow, (x) => 1 - x);
        const { mask: own, ...options } = problem.options;
        expectSameResults(
          attend(sd, problem, { ...options, mask: { bias: own?.bias, allow } }),
          attend(sd, problem, { ...options, mask: { bias: own?.bias, block } }),
          everything,
        );
      },
    );

    law(
      'allow is a bias of 0 and -infinity',
      problemsWith('causal', 'block', 'softcap', 'keyLengths'),
      (sd, problem) => {
        const allow = mask(problem.random, problem.sizes, (r) => r.below(2));
        const bias = map(allow, (x) => (x ? 0 : -Infinity));
        const a = attend(sd, problem, {
          ...problem.options,
          mask: { ...problem.options.mask, allow },
        });
        const b = attend(sd, problem, {
          ...problem.options,
          mask: { ...problem.options.mask, bias },
        });
        expectSameResults(a, b, ['output', 'weights', 'logSumExp']);
      },
    );

    law('masks may be of any numbers', problemsWith('causal', 'bias', 'softcap'), (sd, problem) => {
      const allow = mask(problem.random, problem.sizes, (r) => r.below(3));
      const expected = attend(sd, problem, { ...problem.options, mask: { allow } });
      for (const Type of [Uint8Array, Int32Array, Float64Array, Uint16Array, Int8Array]) {
        const other = { data: Type.from(allow.data), shape: allow.shape };
        expectSameResults(
          attend(sd, problem, { ...problem.options, mask: { allow: other } }),
          expected,
          everything,
        );
      }
    });

    law(
      'windows, causal and key lengths are allow masks',
      problemsWith('window', 'causal', 'keyLengths', 'bias', 'softcap', 'scale'),
      (sd, problem) => {
        const { mask: own, scale, softcap } = problem.options;
        const expected = attend(sd, problem);
        const masked = attend(sd, problem, {
          scale,
          softcap,
          mask: { ...own, allow: allowOf(problem) },
        });
        expectSameResults(masked, expected, everything);
      },
    );

    law('with as many queries as keys lower-right is upper-left', shapes, (sd, shape) => {
      const problem = problemOf({ ...shape, queries: shape.keys }, ['bias']);
      expectSameResults(
        attend(sd, problem, { ...problem.options, causal: 'lower-right' }),
        attend(sd, problem, { ...problem.options, causal: 'upper-left' }),
        everything,
      );
    });

    law('grouped heads are repeated keys', problems, (sd, problem) => {
      const { query, key, value, sizes } = problem;
      if (key.shape.length < 3) return;
      const keyHeads = /** @type {number} */ (key.shape.at(-3));
      const group = sizes[1] / keyHeads;
      const repeated = (/** @type {Tensor} */ tensor) => {
        const size = sizeOf(tensor.shape.slice(-2));
        const shape = [...tensor.shape];
        shape[shape.length - 3] = sizes[1];
        const data = new Float32Array(tensor.data.length * group);
        for (let head = 0; head < sizes[0] * sizes[1]; ++head) {
          const from = Math.floor(head / group) * size;
          data.set(tensor.data.subarray(from, from + size), head * size);
        }
        return { data, shape };
      };
      expectSameResults(
        attend(sd, { ...problem, query, key: repeated(key), value: repeated(value) }),
        attend(sd, problem),
        everything,
      );
    });

    law(
      'a head alone gives the same bits',
      problemsWith('causal', 'window', 'softcap', 'scale'),
      (sd, problem) => {
        const [batch, heads] = problem.sizes;
        const keyHeads = problem.key.shape.at(-3) ?? 1;
        const whole = attend(sd, problem);
        const head = problem.random.below(batch * heads);
        const keyHead = problem.key.shape.length < 3 ? 0 : Math.floor(head / (heads / keyHeads));
        const cut = (/** @type {Tensor} */ { data, shape }, /** @type {number} */ at) => {
          const size = sizeOf(shape.slice(-2));
          return { data: data.slice(at * size, (at + 1) * size), shape: shape.slice(-2) };
        };
        const alone = attend(sd, {
          ...problem,
          query: cut(problem.query, head),
          key: cut(problem.key, keyHead),
          value: cut(problem.value, keyHead),
        });
        for (const name of ['output', 'weights', 'scores'])
          expectSameBits(
            alone[/** @type {'output'} */ (name)].data,
            cut(whole[/** @type {'output'} */ (name)], head).data,
            name,
          );
      },
    );

    law(
      'a row does not depend on the rows with it',
      problemsWith('softcap', 'scale', 'keyLengths'),
      (sd, problem) => {
        const { query, sizes } = problem;
        const width = query.shape.at(-1) ?? 1;
        const kept = problem.random.below(sizes[2]);
        const others = map(query, (x, at) =>
          Math.floor(at / width) % sizes[2] === kept ? x : [NaN, 1e30, -3, Infinity][at % 4],
        );
        const [a, b] = [stream(sd, problem), stream(sd, { ...problem, query: others })];
        const outputWidth = problem.value.shape.at(-1) ?? 1;
        for (let row = kept; row < a.logSumExp.data.length; row += sizes[2]) {
          const [from, to] = [row * outputWidth, (row + 1) * outputWidth];
          expectSameBits(
            a.output.data.slice(from, to),
            b.output.data.slice(from, to),
            `row ${row}`,
          );
        }
      },
    );

    law(
      'a power of two goes from the scale into the query',
      problemsWith('allow', 'bias', 'causal', 'softcap'),
      (sd, problem) => {
        const scale = 2 ** problem.random.between(-6, 3);
        const { mask: own, ...options } = problem.options;
        const a = attend(sd, problem, { ...options, mask: own, scale });
        const scaled = { ...problem, query: map(problem.query, (x) => x * scale) };
        const b = attend(sd, scaled, { ...options, mask: own, scale: 1 });
        expectSameResults(a, b, ['output', 'weights', 'maskedScores', 'logSumExp']);
      },
    );

    law('the output is linear in the value', problems, (sd, problem) => {
      const other = problem.random.tensor(...problem.value.shape);
      const sum = map(problem.value, (x, i) => x + 2 * other.data[i]);
      const [a, b, both] = [problem.value, other, sum].map(
        (value) => stream(sd, { ...problem, value }).output.data,
      );
      expectClose(
        both,
        a.map((x, i) => x + 2 * b[i]),
        3e-5,
        'output',
      );
    });

    law(
      'without scale every visible key weighs the same',
      problemsWith('allow', 'block', 'causal', 'window', 'keyLengths'),
      (sd, problem) => {
        const { weights } = attend(sd, problem, { ...problem.options, scale: 0 });
        const keys = problem.sizes[3];
        for (let from = 0; from < weights.data.length; from += keys) {
          const seen = weights.data.slice(from, from + keys).filter((weight) => weight > 0);
          expectClose(
            seen,
            seen.map(() => 1 / seen.length),
            1e-6,
            'weights',
          );
        }
      },
    );

    law('run() gives the bits of the direct call', problems, async (sd, problem) => {
      const { query, key, value, options } = problem;
      const { output, fullyMasked } = await sd.run('attention', { query, key, value, ...options });
      if (!output) throw new Error('no output');
      const direct = sd.attention(query, key, value, options);
      expectSameBits(output.data, direct.output.data, 'output');
      expect(output.shape).toEqual(direct.output.shape);
      expect(fullyMasked).toEqual(direct.fullyMasked);
    });
  });

  describe('attentionGradient', () => {
    law(
      'a directional derivative is what a finite difference says',
      problemsWith('allow', 'bias', 'causal', 'softcap', 'window', 'keyLengths'),
      (sd, problem) => {
        const { query, key, value, options, random } = problem;
        const outputGradient = random.tensor(...query.shape.slice(0, -1), value.shape.at(-1) ?? 1);
        const scale = 0.25;
        const gradient = sd.attentionGradient(query, key, value, outputGradient, {
          ...options,
          scale,
        });
        const step = 2 ** -7;
        const bias = options.mask?.bias;
        const tensors = { query, key, value, ...(bias && { bias: /** @type {Tensor} */ (bias) }) };
        for (const [name, tensor] of Object.entries(tensors)) {
          const direction = random.tensor(...tensor.shape);
          const loss = (/** @type {number} */ sign) => {
            const moved = map(tensor, (x, i) => x + sign * step * direction.data[i]);
            const { output } = sd.attention(
              name === 'query' ? moved : query,
              name === 'key' ? moved : key,
              name === 'value' ? moved : value,
              {
                ...options,
                scale,
                mask: { ...options.mask, ...(name === 'bias' && { bias: moved }) },
              },
            );
            return output.data.reduce((sum, x, i) => sum + x * outputGradient.data[i], 0);
          };
          const difference = (loss(1) - loss(-1)) / (2 * step);
          const own = gradient[/** @type {'query'} */ (name)].data;
          const derivative = own.reduce((sum, g, i) => sum + g * direction.data[i], 0);
          // Of a random sum of as many terms as there are numbers of the output.
          const size = 1 + Math.sqrt(outputGradient.data.length);
          expectClose([derivative], [difference], 0.02 * size, name);
        }
        const losses = [1, -1].map((sign) => {
          const { output } = sd.attention(query, key, value, {
            ...options,
            scale: scale + sign * step,
          });
          return output.data.reduce((sum, x, i) => sum + x * outputGradient.data[i], 0);
        });
        const size = 1 + Math.sqrt(outputGradient.data.length);
        expectClose([gradient.scale], [(losses[0] - losses[1]) / (2 * step)], 0.1 * size, 'scale');
      },
    );

    law('with or without what the forward pass gave', problems, (sd, problem) => {
      const { query, key, value, options, random } = problem;
      const outputGradient = random.tensor(...query.shape.slice(0, -1), value.shape.at(-1) ?? 1);
      const forward = stream(sd, problem);
      const [a, b] = [options, { ...options, forward }].map((given) =>
        sd.attentionGradient(query, key, value, outputGradient, given),
      );
      for (const name of /** @type {const} */ (['query', 'key', 'value']))
        expectSameBits(a[name].data, b[name].data, name);
      expect(a.scale).toBe(b.scale);
    });

    law(
      'what nobody sees has no gradient, and a row of bias sums to none',
      problems,
      (sd, problem) => {
        const { query, key, value, options, sizes, random } = problem;
        const outputGradient = random.tensor(...query.shape.slice(0, -1), value.shape.at(-1) ?? 1);
        const bias = { data: new Float32Array(sizeOf(sizes)), shape: sizes };
        const given = { ...options, mask: { ...options.mask, bias } };
        const { fullyMasked, maskedScores } = attend(sd, problem, given);
        const gradient = sd.attentionGradient(query, key, value, outputGradient, given);
        const width = query.shape.at(-1) ?? 1;
        for (const row of fullyMasked)
          expectClose(
            gradient.query.data.subarray(row * width, (row + 1) * width),
            new Float32Array(width),
            0,
            'query',
          );
        const own = /** @type {Tensor} */ (gradient.bias).data;
        const keys = sizes[3];
        for (let from = 0; from < own.length; from += keys) {
          const row = own.subarray(from, from + keys);
          const size = row.reduce((sum, g) => sum + Math.abs(g), 0);
          expectClose([row.reduce((sum, g) => sum + g, 0)], [0], 1e-5 + 1e-5 * size, 'bias');
          row.forEach((g, j) => {
            if (maskedScores.data[from + j] === -Infinity && g !== 0)
              throw new Error(`${g} of a masked score`);
          });
        }
      },
    );
  });

  describe('functions', () => {
    const tensors = fc
      .record({
        shape: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        seed: fc.nat(2 ** 31 - 1),
      })
      .map(({ shape, seed: own }) => {
        const random = new Random(own);
        const axis = random.below(shape.length);
        return {
          x: random.tensor(...shape),
          axis: random.below(2) === 0 ? axis : axis - shape.length,
          random,
        };
      });
    /**
     * The rows of a tensor along an axis.
     * @param {Tensor} tensor
     * @param {number} axis
     * @returns {number[][]}
     */
    const rowsOf = ({ data, shape }, axis) => {
      const at = axis < 0 ? axis + shape.length : axis;
      const count = shape[at];
      const inner = sizeOf(shape.slice(at + 1));
      return Array.from({ length: data.length / count }, (_, row) =>
        Array.from(
          { length: count },
          (__, k) => data[(Math.floor(row / inner) * count + k) * inner + (row % inner)],
        ),
      );
    };

    law(
      'softmax: rows sum to 1, a shift changes nothing, its logarithm is logSoftmax',
      tensors,
      (sd, { x, axis }) => {
        const weights = rowsOf(sd.softmax(x, { axis }), axis);
        const logs = rowsOf(sd.logSoftmax(x, { axis }), axis);
        const shifted = rowsOf(
          sd.softmax(
            map(x, (v) => v + 3),
            { axis },
          ),
          axis,
        );
        rowsOf(x, axis).forEach((row, r) => {
          const sum = row.reduce((total, v) => total + Math.exp(v), 0);
          expectClose(
            weights[r],
            row.map((v) => Math.exp(v) / sum),
            1e-6,
            'weights',
          );
          expectClose(
            logs[r],
            row.map((v) => v - Math.log(sum)),
            2e-6,
            'logarithms',
          );
          expectClose(shifted[r], weights[r], 2e-6, 'shifted');
        });
      },
    );

    law('softmax: gradients are those of the Jacobian', tensors, (sd, { x, axis, random }) => {
      const gradient = random.tensor(...x.shape);
      const own = rowsOf(sd.softmaxGradient(x, gradient, { axis }), axis);
      const ofLog = rowsOf(sd.logSoftmaxGradient(x, gradient, { axis }), axis);
      const g = rowsOf(gradient, axis);
      const jacobians = sd.softmaxJacobian(x);
      rowsOf(x, axis).forEach((row, r) => {
        const sum = row.reduce((total, v) => total + Math.exp(v), 0);
        const weights = row.map((v) => Math.exp(v) / sum);
        const mean = weights.reduce((total, w, i) => total + w * g[r][i], 0);
        expectClose(
          own[r],
          weights.map((w, i) => w * (g[r][i] - mean)),
          2e-6,
          'softmax',
        );
        const total = g[r].reduce((a, b) => a + b, 0);
        expectClose(
          ofLog[r],
          weights.map((w, i) => g[r][i] - w * total),
          2e-5,
          'logSoftmax',
        );
      });
      const count = x.shape.at(-1) ?? 1;
      const last = rowsOf(sd.softmax(x), -1);
      last.forEach((weights, r) => {
        for (let i = 0; i < count; ++i)
          for (let j = 0; j < count; ++j)
            expectClose(
              [jacobians.data[(r * count + i) * count + j]],
              [weights[i] * ((i === j ? 1 : 0) - weights[j])],
              1e-6,
              'Jacobian',
            );
      });
    });

    law(
      'layerNorm: mean 0, variance 1, whatever the mean and sd of x',
      tensors,
      (sd, { x, axis }) => {
        const rows = axis < 0 ? axis + x.shape.length : axis;
        const count = sizeOf(x.shape.slice(rows));
        const { output, mean, inverseStd } = sd.layerNorm(x, { axis, epsilon: 1e-5 });
        const moved = sd.layerNorm(
          map(x, (v) => 4 * v + 8),
          { axis, epsilon: 16e-5 },
        );
        expectClose(moved.output.data, output.data, 1e-4, 'moved and stretched');
        for (let row = 0; row < mean.data.length; ++row) {
          const own = Array.from(x.data.subarray(row * count, (row + 1) * count));
          const average = own.reduce((sum, v) => sum + v, 0) / count;
          const variance = own.reduce((sum, v) => sum + (v - average) ** 2, 0) / count;
          const inverse = 1 / Math.sqrt(variance + 1e-5);
          expectClose([mean.data[row]], [average], 1e-6, 'mean');
          expectClose([inverseStd.data[row] / inverse], [1], 1e-5, 'inverseStd');
          expectClose(
            output.data.subarray(row * count, (row + 1) * count),
            own.map((v) => (v - average) * inverse),
            1e-4,
            'output',
          );
        }
      },
    );

    law(
      'norms: their gradients see neither shift nor stretch of x',
      tensors,
      (sd, { x, axis, random }) => {
        const first = axis < 0 ? axis + x.shape.length : axis;
        const count = sizeOf(x.shape.slice(first));
        const weight = random.tensor(...x.shape.slice(first));
        const gradient = random.tensor(...x.shape);
        const layer = sd.layerNormGradient(x, gradient, { axis, weight, epsilon: 1e-3 }).input.data;
        const rms = sd.rmsNormGradient(x, gradient, { axis, weight, epsilon: 0 }).input.data;
        const { inverseRms } = sd.rmsNorm(x, { axis, epsilon: 0 });
        for (let from = 0, row = 0; from < layer.length; from += count, ++row) {
          let [sum, along, size, alongSize] = [0, 0, 0, 0];
          for (let i = from; i < from + count; ++i) {
            sum += layer[i];
            size += Math.abs(layer[i]);
            along += rms[i] * x.data[i];
            alongSize +=
              Math.abs(rms[i] * x.data[i]) +
              Math.abs(gradient.data[i] * weight.data[i - from] * x.data[i]) * inverseRms.data[row];
          }
          // Without epsilon, rmsNorm does not change when x is stretched; layerNorm never when it is shifted.
          expectClose([sum], [0], 1e-5 * (1 + size) * 33, 'layerNorm');
          expectClose([along], [0], 1e-5 * (1 + alongSize), 'rmsNorm');
        }
      },
    );

    law(
      'rotary embedding: lengths stay, the gradient turns back, only distances count',
      fc.record({
        pairs: fc.integer({ min: 1, max: 9 }),
        more: fc.integer({ min: 0, max: 5 }),
        length: fc.integer({ min: 1, max: 12 }),
        seed: fc.nat(2 ** 31 - 1),
        interleaved: fc.boolean(),
      }),
      (sd, { pairs, more, length, seed: own, interleaved }) => {
        const random = new Random(own);
        const table = (/** @type {(x: number) => number} */ f) => ({
          data: Float32Array.from({ length: 40 * pairs }, (_, at) =>
            f(Math.floor(at / pairs) * 0.3 ** (at % pairs)),
          ),
          shape: [40, pairs],
        });
        const tables = { cosine: table(Math.cos), sine: table(Math.sin), interleaved };
        const width = 2 * pairs + more;
        const x = random.tensor(2, length, width);
        const y = sd.rotaryEmbedding(x, tables);
        expectClose(sd.rotaryEmbeddingGradient(y, tables).data, x.data, 1e-5, 'back');
        const rows = rowsOf(y, -1);
        rowsOf(x, -1).forEach((row, r) => {
          const [before, after] = [row, rows[r]].map((v) => Math.hypot(...v));
          expectClose([after], [before], 1e-5, 'length');
          expectClose(rows[r].slice(2 * pairs), row.slice(2 * pairs), 0, 'the rest');
        });
        // Query and key moved by the same number of positions.
        const [m, n, by] = [random.below(15), random.below(15), random.below(20)];
        const pair = random.tensor(2, width);
        const products = [0, by].map((shift) => {
          const { data } = sd.rotaryEmbedding(pair, {
            ...tables,
            positions: [m + shift, n + shift],
          });
          let product = 0;
          for (let c = 0; c < width; ++c) product += data[c] * data[width + c];
          return product;
        });
        expectClose([products[0]], [products[1]], 1e-4, 'product');
      },
    );

    law('scores: of attention, of cosine, of distance', shapes, (sd, shape) => {
      const { query, key, value } = problemOf({ ...shape, group: 1 });
      const width = query.shape.at(-1) ?? 1;
      const scaled = sd.scores(query, key);
      const { scores, scaledScores } = sd.attention(query, key, value, {
        returns: ['scores', 'scaledScores'],
      });
      expectClose(scaled.data, scaledScores.data, 3e-5, 'scaled-dot');
      expect(scaled.shape).toEqual(scaledScores.shape);
      const dots = sd.scores(query, key, { kind: 'dot' }).data;
      expectClose(dots, scores.data, 3e-5, 'dot');
      const cosines = sd.scores(query, key, { kind: 'cosine' }).data;
      const distances = sd.scores(query, key, { kind: 'distance' }).data;
      const [queries, keys] = [query, key].map(({ shape: own }) => own.at(-2) ?? 1);
      const squared = (/** @type {Tensor} */ { data }, /** @type {number} */ row) =>
        data.subarray(row * width, (row + 1) * width).reduce((sum, x) => sum + x * x, 0);
      dots.forEach((dot, at) => {
        const row = Math.floor(at / keys);
        const [q, k] = [
          squared(query, row),
          squared(key, Math.floor(row / queries) * keys + (at % keys)),
        ];
        expectClose([distances[at]], [2 * dot - q - k], 1e-4, 'distance');
        expectClose(
          [cosines[at]],
          [q * k === 0 ? 0 : dot / Math.sqrt(q * k)],
          1e-5 + (2e-6 * width) / Math.sqrt(q * k),
          'cosine',
        );
      });
    });
  });

  describe('multiHeadAttention', () => {
    /** @param {number} size @returns {Tensor} */
    const identity = (size) => ({
      data: Float32Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0)),
      shape: [size, size],
    });

    law('one head with matrices that change nothing is attention', shapes, (sd, shape) => {
      const { query, key, value } = problemOf({ ...shape, rank: 2 }, []);
      const [d, dv] = [query.shape[1], value.shape[1]];
      const parameters = { wq: identity(d), wk: identity(d), wv: identity(dv), wo: identity(dv) };
      const { output, weights } = sd.multiHeadAttention(query, key, value, parameters, {
        heads: 1,
        causal: 'lower-right',
        returns: ['output', 'weights'],
      });
      const direct = sd.attention(query, key, value, {
        causal: 'lower-right',
        returns: ['output', 'weights'],
      });
      expectClose(output.data, direct.output.data, 0, 'output');
      expectClose(weights.data, direct.weights.data, 0, 'weights');
    });

    law('heads are columns side by side', shapes, (sd, shape) => {
      const { batch, keyHeads, group, queries, keys, headDim, valueDim } = shape;
      const heads = keyHeads * group;
      const random = new Random(shape.seed);
      const query = random.tensor(batch, queries, heads * headDim);
      const key = random.tensor(batch, keys, keyHeads * headDim);
      const value = random.tensor(batch, keys, keyHeads * valueDim);
      const parameters = {
        wq: identity(heads * headDim),
        wk: identity(keyHeads * headDim),
        wv: identity(keyHeads * valueDim),
        wo: identity(heads * valueDim),
      };
      const { output } = sd.multiHeadAttention(query, key, value, parameters, { heads, keyHeads });
      /** [B, L, H d] to [B, H, L, d] @param {Tensor} tensor @param {number} parts @returns {Tensor} */
      const split = ({ data, shape: [b, rows, width] }, parts) => {
        const own = width / parts;
        const to = new Float32Array(data.length);
        for (let at = 0; at < data.length; ++at) {
          const [c, row, which] = [
            at % width,
            Math.floor(at / width) % rows,
            Math.floor(at / width / rows),
          ];
          to[((which * parts + Math.floor(c / own)) * rows + row) * own + (c % own)] = data[at];
        }
        return { data: to, shape: [b, parts, rows, own] };
      };
      const direct = sd.attention(
        split(query, heads),
        split(key, keyHeads),
        split(value, keyHeads),
      );
      expectClose(split(output, heads).data, direct.output.data, 0, 'output');
    });
  });

  describe('what is not valid', () => {
    const wrongNumbers = fc.constantFrom(
      NaN,
      Infinity,
      -Infinity,
      '1',
      {},
      [],
      null,
      true,
      Symbol('x'),
    );
    const notTensors = fc.constantFrom(
      undefined,
      null,
      7,
      'tensor',
      [],
      {},
      { data: [1, 2], shape: [1, 2] },
      { data: new Float32Array(2), shape: [3, 1] },
      { data: new Float32Array(2), shape: [-1, -2] },
      { data: new Float32Array(2), shape: [1.5, 2] },
      { data: new Float64Array(4), shape: [2, 2] },
      { data: new Float32Array(2), shape: 2 },
      { data: new Float32Array(0), shape: [2 ** 31, 0] },
      { data: new Float32Array(2), shape: [2] },
      { data: new Float32Array(6), shape: [1, 1, 1, 1, 6] },
    );
    const wrongOptions = fc.oneof(
      fc.record({ scale: fc.oneof(wrongNumbers, fc.constantFrom('sqrt', { beta: 1 })) }),
      fc.record({ softcap: fc.oneof(wrongNumbers, fc.constantFrom(-1)) }),
      fc.record({ causal: fc.constantFrom(true, 'left', 0, null, {}) }),
      fc.record({
        window: fc.constantFrom(
          3,
          null,
          { before: -1 },
          { after: 0.5 },
          { before: NaN },
          { left: 2 },
        ),
      }),
      fc.record({ keyLengths: fc.constantFrom(3, [99], [-1], [0.5], [1, 2, 3, 4], 'ab', [NaN]) }),
      fc.record({ mask: fc.constantFrom(1, null, { deny: 1 }) }),
      fc.record({
        mask: fc
          .tuple(fc.constantFrom('allow', 'block', 'bias'), notTensors)
          .filter(
            ([, tensor]) =>
              tensor !== undefined &&
              !(
                tensor &&
                typeof tensor === 'object' &&
                'data' in tensor &&
                tensor.data instanceof Float64Array
              ),
          )
          .map(([name, tensor]) => ({ [name]: tensor })),
      }),
      fc.record({ returns: fc.constantFrom('output', ['weight'], [1], null, {}) }),
      fc.constantFrom({ sclae: 1 }, { heads: 2 }, 7, 'causal', null, []),
    );
    const wrongTensor = fc.tuple(fc.constantFrom(0, 1, 2), notTensors);
    const good = problemOf(
      {
        rank: 4,
        batch: 2,
        keyHeads: 1,
        group: 2,
        queries: 5,
        keys: 7,
        headDim: 8,
        valueDim: 3,
        seed: 1,
      },
      ['allow', 'bias'],
    );

    /** @param {() => unknown} call */
    const expectOneSentence = (call) => {
      let error;
      try {
        call();
      } catch (thrown) {
        error = thrown;
      }
      if (!(error instanceof TypeError || error instanceof RangeError))
        throw new Error(`expected a TypeError or a RangeError, got ${String(error)}`);
      if (!/^\S[^\n]{0,200}(; |: )[^\n]{0,300}[^.\n]$/.test(error.message))
        throw new Error(`not one sentence: ${error.message}`);
      if (
        /undefined is not|not a function|reading '|not iterable|Cannot|convert/.test(error.message)
      )
        throw new Error(`a message of the machine's: ${error.message}`);
    };

    law(
      'is refused in one sentence, and the engine works as before',
      fc.oneof(
        wrongOptions.map((options) => ({ options, tensor: undefined })),
        wrongTensor.map((tensor) => ({ options: {}, tensor })),
      ),
      (sd, { options, tensor }) => {
        const expected = attend(sd, good).output.data;
        const tensors = /** @type {Tensor[]} */ ([good.query, good.key, good.value]);
        if (tensor) tensors[tensor[0]] = /** @type {Tensor} */ (tensor[1]);
        const [query, key, value] = tensors;
        const given = /** @type {AttentionOptions} */ (options);
        expectOneSentence(() => sd.attention(query, key, value, given));
        if (typeof options !== 'object' || options === null || !('returns' in options))
          expectOneSentence(() =>
            sd.attentionGradient(
              query,
              key,
              value,
              sd.attention(good.query, good.key, good.value).output,
              given,
            ),
          );
        expect(bitsOf(attend(sd, good).output.data)).toEqual(bitsOf(expected));
      },
    );

    law(
      'tensors that do not fit are refused',
      fc.tuple(shapes, fc.constantFrom('keys', 'headDim', 'keyHeads', 'rank', 'batch', 'gradient')),
      (sd, [shape, what]) => {
        const { query, key, value, sizes } = problemOf({ ...shape, rank: 4 });
        const random = new Random(shape.seed);
        const [batch, heads] = sizes;
        const { keyHeads, queries, keys, headDim, valueDim } = shape;
        const wrong = {
          keys: () => sd.attention(query, key, random.tensor(batch, keyHeads, keys + 1, valueDim)),
          headDim: () =>
            sd.attention(query, random.tensor(batch, keyHeads, keys, headDim + 1), value),
          keyHeads: () =>
            sd.attention(
              query,
              random.tensor(batch, heads + 1, keys, headDim),
              random.tensor(batch, heads + 1, keys, valueDim),
            ),
          rank: () => sd.attention(random.tensor(queries, headDim), key, value),
          batch: () =>
            sd.attention(
              query,
              random.tensor(batch + 1, keyHeads, keys, headDim),
              random.tensor(batch + 1, keyHeads, keys, valueDim),
            ),
          gradient: () =>
            sd.attentionGradient(
              query,
              key,
              value,
              random.tensor(batch, heads, queries + 1, valueDim),
            ),
        };
        expectOneSentence(wrong[what]);
      },
    );
  });

  test('enough cases were tried', () => {
    process.stdout.write(`properties [${variant}]: ${ownCases} cases, seed ${seed}\n`);
    if (variant === 'simd') expect(ownCases).toBeGreaterThanOrEqual(2000);
  });
}

onEveryVariant('laws', laws);
