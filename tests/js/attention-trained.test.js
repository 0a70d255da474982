// Trained models in the Attention lab: the pictures show the network's own attention, only the last of several quick
// questions is answered, and the programs print the digits of the page.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from '../../web/engine/index.js';
import { modelOf, shownHead, shownQuery } from '../../web/labs/attention/model.js';
import { alphaOf, ruleOf } from '../../web/labs/attention/trained-rule.js';
import { trainedCodeSamples } from '../../web/labs/attention/trained-code-samples.js';
import {
  answerText,
  planOf,
  readText,
  trainedSource,
  viewOf,
} from '../../web/labs/attention/trained-view.js';
import { TrainedModel } from '../../web/labs/attention/trained.js';
import { heldOut, modelNames } from '../../web/tables/attention.js';
import { change, initialParams, parse } from '../../web/tables/state.js';
import { pythonRuns, runInNode, runInPlayground } from './programs.js';

/** @typedef {import('../../web/tables/state.js').Params} Params */

jest.setTimeout(120_000);

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd', workers: 0 });
});
afterAll(() => engine.dispose());

/** @param {Record<string, unknown>} changes @returns {Params} */
const paramsOf = (changes) => change(initialParams('attention'), changes, 'attention').params;

/**
 * Asks, and waits for the answer.
 * @param {TrainedModel} trained
 * @param {Params} params
 * @param {(trained: TrainedModel) => boolean} done
 */
async function ask(trained, params, done) {
  trained.ask(params);
  while (!done(trained)) {
    if (trained.failure) throw new Error(trained.failure);
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}

/** Returns a model that has read the input of a state. @param {Record<string, unknown>} changes */
async function reader(changes) {
  const trained = new TrainedModel(engine, () => {});
  const params = paramsOf(changes);
  await ask(trained, params, ({ seen, refusal }) => seen !== null || refusal !== '');
  trained.rest();
  return { trained, params };
}

describe.each(modelNames)('the trained model of %s', (source) => {
  test('has every head’s weights in the lab’s own matrices, whatever the factor', async () => {
    for (const scale of ['rsqrt', 'none', 'inverse']) {
      const { trained, params } = await reader({ source, scale });
      const blocks = trained.seen?.blocks ?? [];
      blocks.forEach(({ weights }, index) => {
        const own = { ...params, block: index + 1, head: 0 };
        const model = modelOf(
          engine,
          viewOf(trained, own),
          null,
          trainedSource(trained, viewOf(trained, own)),
        );
        expect(model.weights.shape).toEqual(weights.shape);
        const off = weights.data.map((weight, i) => Math.abs(weight - model.weights.data[i]));
        expect(Math.max(...off)).toBeLessThan(2e-5);
      });
      expect(blocks.length).toBeGreaterThan(1);
      trained.dispose();
    }
  });

  test('answers the last of many questions, and not all of them', async () => {
    const { trained, params } = await reader({ source });
    const trainer = jest.spyOn(Object.getPrototypeOf(trained.reader), 'attention');
    const indices = Array.from({ length: 30 }, (_, index) => index);
    const [text] = [source === 'dates' ? 'date' : 'sentence'];
    for (const index of indices) trained.ask({ ...params, [text]: '', index });
    const last = { ...params, [text]: '', index: 30 };
    await ask(trained, last, ({ seen }) => /** @type {any} */ (seen)?.question.index === 30);
    trained.rest();
    expect(trainer.mock.calls.length).toBeLessThan(5);
    expect(trained.seen?.right).not.toBeNull();
    trainer.mockRestore();
    trained.dispose();
  });

  test('says what it cannot read, and keeps what it has read', async () => {
    const { trained, params } = await reader({ source });
    const before = trained.seen;
    const text = source === 'dates' ? 'date' : 'sentence';
    await ask(trained, { ...params, [text]: 'queue zzz' }, ({ refusal }) => refusal !== '');
    expect(trained.refusal).toMatch(/"(q|queue)"/);
    expect(trained.seen).toBe(before);
    trained.dispose();
  });

  test('is measured slice by slice as in one piece', async () => {
    const { trained, params } = await reader({ source });
    await ask(trained, params, ({ tally }) => tally?.examples === heldOut);
    const { exact } = await trained.reader.evaluate({ count: heldOut });
    expect(trained.tally?.exact).toBe(Math.round(exact * heldOut));
    trained.dispose();
  });
});

test('measuring stops when it is told to, and goes on where it was', async () => {
  const { trained, params } = await reader({ source: 'pronouns' });
  await ask(trained, params, ({ tally }) => (tally?.examples ?? 0) > 0);
  trained.stop();
  await new Promise((resolve) => void setTimeout(resolve, 100));
  const { examples } = /** @type {{examples: number}} */ (trained.tally);
  expect(examples).toBeLessThan(heldOut);
  expect(trained.running).toBe(false);
  const evaluate = jest.spyOn(Object.getPrototypeOf(trained.reader), 'evaluate');
  trained.resume();
  expect(trained.running).toBe(true);
  await ask(trained, params, ({ tally }) => tally?.examples === heldOut);
  expect(evaluate.mock.calls[0][0]).toMatchObject({ first: examples });
  evaluate.mockRestore();
  trained.dispose();
});

test('the trained models read what a visitor writes', async () => {
  const asked = [
    [{ source: 'dates', date: 'Thursday, March 7 2024' }, '2024-03-07'],
    [{ source: 'dates', date: '25 December 1999' }, '1999-12-25'],
    [{ source: 'pronouns' }, 'animal'],
    [
      {
        source: 'pronouns',
        sentence: 'The animal didn’t cross the street, because it was too wide.',
      },
      'street',
    ],
  ];
  for (const [changes, answer] of asked) {
    const { trained } = await reader(/** @type {Record<string, unknown>} */ (changes));
    expect(answerText(trained)).toBe(answer);
    expect(readText(trained).length).toBeGreaterThan(8);
    trained.dispose();
  }
});

test('a head that nobody told to points at what the pronoun stands for', async () => {
  const { trained } = await reader({ source: 'pronouns' });
  const { hits = 0, of = 1 } = trained.pointing;
  expect(hits / of).toBeGreaterThan(0.8);
  trained.dispose();
});

test('exponents with a name are rules with a name, and come back', () => {
  expect(ruleOf(0).scale).toBe('none');
  expect(ruleOf(0.5).scale).toBe('rsqrt');
  expect(ruleOf(1).scale).toBe('inverse');
  for (const alpha of [0, 0.05, 0.5, 0.75, 1]) {
    const params = paramsOf({ source: 'dates', ...ruleOf(alpha) });
    expect(alphaOf(params, 16)).toBe(alpha);
  }
});

test('a number has the exponent that gives it, to six decimals', () => {
  const exponent = (/** @type {number} */ factor, dk = 16) =>
    alphaOf(paramsOf({ scale: 'number', factor }), dk);
  expect([1, 0.5, 0.25, 0.0625, 4].map((factor) => exponent(factor))).toEqual([
    0, 0.25, 0.5, 1, -0.5,
  ]);
  for (const dk of [2, 3, 16, 48, 64])
    for (const factor of [1e-6, 0.01, 0.3, 0.999, 7, 1e6])
      expect(exponent(factor, dk)).toBeCloseTo(-Math.log(factor) / Math.log(dk), 6);
  expect([exponent(0), exponent(-1), exponent(0.5, 1)].some(Number.isFinite)).toBe(false);
});

test('an empty text stays empty in a link, for the held-out example', () => {
  const params = paramsOf({ source: 'pronouns', sentence: '', index: 7 });
  expect(params.sentence).toBe('');
  expect(parse('lab=attention&source=pronouns&sentence=&index=7').params).toEqual(params);
});

describe('code samples of trained models', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'scaledot-trained-'));
    for (const name of modelNames)
      copyFileSync(`web/models/${name}.safetensors`, path.join(folder, `${name}.safetensors`));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** @param {Record<string, unknown>} changes */
  async function programs(changes) {
    const { trained, params } = await reader(changes);
    const view = viewOf(trained, params);
    const model = modelOf(engine, view, null, trainedSource(trained, view));
    const query = shownQuery(model, view);
    const text = trainedCodeSamples(
      planOf(trained, view, { query, head: shownHead(model, view, query) }),
    );
    trained.dispose();
    return text;
  }

  const states = {
    'a date of one’s own, back to the date': { source: 'dates', date: '7.3.24' },
    'a held-out date without the factor, what is written': {
      ...{ source: 'dates', date: '', index: 3, scale: 'none' },
      ...{ block: 3, head: 2, token: 5 },
    },
    'a pronoun, the head that points': { source: 'pronouns' },
    'a held-out sentence, half of the exponent': {
      ...{ source: 'pronouns', sentence: '', index: 11, scale: 'alpha', alpha: 0.25 },
      ...{ block: 1, head: 1, token: 2 },
    },
  };
  const [numpy, torch] = ['numpy', 'torch'].map(pythonRuns);

  describe.each(Object.entries(states))('%s', (_, changes) => {
    (numpy ? test : test.skip)('the NumPy program prints the digits of the page', async () => {
      const { numpy: code, output } = await programs(changes);
      expect(await numpy?.(folder, code)).toBe(output);
    });

    (torch ? test : test.skip)('the PyTorch program prints the digits of the page', async () => {
      const { pytorch: code, output } = await programs(changes);
      expect(await torch?.(folder, code)).toBe(output);
    });

    test('the JavaScript program prints the digits of the page', async () => {
      const { javascript: code, output } = await programs(changes);
      // Inside the repository, so that import 'scaledot' resolves to the built package.
      const name = `.sample-trained-${process.pid}.mjs`;
      const here = code.replace("readFile('", "readFile('web/models/");
      expect(runInNode(process.cwd(), name, here)).toBe(output);
      expect(await runInPlayground(here)).toBe(output);
    });
  });
});
