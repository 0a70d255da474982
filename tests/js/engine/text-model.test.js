// The language model of web/models: it opens like any checkpoint, reads the given text, and reports what it cannot do
// without the text of its novel.
import { afterAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { load } from '../../../web/engine/index.js';

/** @import { Trainer } from '../../../web/engine/index.js' */

const checkpoint = new Uint8Array(
  readFileSync(new URL('../../../web/models/text.safetensors', import.meta.url)),
);
const engine = await load({ engine: 'simd' });
const model = await engine.createTrainer({ checkpoint });
afterAll(() => engine.dispose());

const sentence =
  'She had been forced into prudence in her youth, she learned romance as she grew older';
const long = `${sentence}: the natural sequel of an unnatural beginning. ${sentence}.`;

/** Returns the predictions for the next character, most likely first. @param {string} text */
async function nextOf(text) {
  const { probabilities } = await model.read(text);
  const row = [...probabilities.data.slice(-model.vocabulary.length)];
  return model.vocabulary
    .map((letter, i) => ({ letter, share: row[i] }))
    .sort((a, b) => b.share - a.share);
}

describe('a text that is read', () => {
  test('has probabilities behind each character, and losses of those that came', async () => {
    const { tokens, probabilities, losses, loss, perplexity } = await model.read(sentence);
    const { vocabulary } = model;
    expect(tokens.join('')).toBe(sentence);
    expect(probabilities.shape).toEqual([tokens.length, vocabulary.length]);
    expect(losses.length).toBe(tokens.length - 1);
    tokens.forEach((_, i) => {
      const { length } = vocabulary;
      const row = probabilities.data.subarray(i * length, (i + 1) * length);
      expect(row.reduce((sum, x) => sum + x)).toBeCloseTo(1, 5);
      if (i + 1 === tokens.length) return;
      const came = row[vocabulary.indexOf(tokens[i + 1])];
      expect(losses[i]).toBeCloseTo(-Math.log(came), 4);
    });
    const mean = losses.reduce((sum, x) => sum + x) / losses.length;
    expect(loss).toBeCloseTo(mean, 12);
    expect(perplexity).toBeCloseTo(Math.exp(mean), 5);
  });

  test('is English to the model, and less so backwards', async () => {
    const { perplexity } = await model.read(sentence);
    const backwards = await model.read([...sentence].reverse().join(''));
    expect(perplexity).toBeLessThan(6);
    expect(backwards.perplexity).toBeGreaterThan(20);
    expect((await nextOf('She did not wish q'))[0].letter).toBe('u');
    expect((await nextOf('Captain Wentwort'))[0].letter).toBe('h');
  });

  test('is understood less with other factors on the scores', async () => {
    const of = async (/** @type {number} */ scoreFactor) =>
      Number((await model.read(long, { scoreFactor })).perplexity);
    const [trained, none, huge] = [await of(1), await of(0), await of(1000)];
    expect(none).toBeGreaterThan(1.5 * trained);
    expect(huge).toBeGreaterThan(trained);
    expect(await of(1)).toBe(trained);
  });

  test('may be longer than what the model sees at once', async () => {
    const { size } = model.options;
    expect(long.length).toBeGreaterThan(size);
    const [whole, first] = [await model.read(long), await model.read(long.slice(0, size))];
    const numbers = first.probabilities.data.length;
    expect(whole.probabilities.data.slice(0, numbers)).toEqual(first.probabilities.data);
    expect(whole.losses.slice(0, size - 1)).toEqual(first.losses);
  });

  test('is read as prose', async () => {
    const { tokens } = await model.read('  “It is,”\nsaid  she—he.\n\n Anne ');
    expect(tokens.join('')).toBe('"It is," said she--he.\nAnne ');
  });

  test('of one character has no perplexity', async () => {
    const { tokens, losses, loss, perplexity } = await model.read('I');
    expect([tokens, losses.length, loss, perplexity]).toEqual([['I'], 0, null, null]);
  });

  test('gives the same bits without WebAssembly and on a worker', async () => {
    const expected = await model.read(long, { scoreFactor: 0.5 });
    for (const options of [{ engine: 'fallback' }, { engine: 'simd', workers: 1 }]) {
      const other = await load(/** @type {{engine: 'simd'}} */ (options));
      const trainer = await other.createTrainer({ checkpoint });
      expect(await trainer.read(long, { scoreFactor: 0.5 })).toEqual(expected);
      other.dispose();
    }
  }, 60_000);
});

test('every head is shown on a text, with what the model expects behind each character', async () => {
  const text = 'Anne was gone';
  const { tokens, labels, answer, right, blocks } = await model.attention({ text });
  expect(tokens.join('')).toBe(text);
  expect(labels).toEqual([...text.slice(1), null]);
  const { probabilities } = await model.read(text);
  const { length } = model.vocabulary;
  const best = tokens.map((_, i) => {
    const row = [...probabilities.data.subarray(i * length, (i + 1) * length)];
    return model.vocabulary[row.indexOf(Math.max(...row))];
  });
  expect(answer).toEqual(best);
  expect(right).toBeNull();
  const { layers, heads } = model.options;
  expect(blocks.map(({ kind, weights }) => [kind, ...weights.shape])).toEqual(
    Array(layers).fill(['decoder', heads, text.length, text.length]),
  );
});

test('it is saved and opened again', async () => {
  const bytes = await model.save({ numbers: 'f16' });
  expect(bytes).toEqual(checkpoint);
  const again = await engine.createTrainer({ task: 'copy', modelDim: 4, headDim: 2 });
  await again.load(bytes);
  expect(again.options).toEqual(model.options);
  expect(await again.read(sentence)).toEqual(await model.read(sentence));
});

describe('it refuses', () => {
  const noExamples =
    'got a model of the task "text", whose examples are not here; expected a call with a text of your own, read(text) or attention({ text })';
  /** @type {[call: (trainer: any) => Promise<unknown>, message: string][]} */
  const refusals = [
    [(t) => t.step(1), `step: ${noExamples}`],
    [(t) => t.evaluate(), `evaluate: ${noExamples}`],
    [(t) => t.attention({ index: 0 }), `attention: ${noExamples}`],
    [(t) => t.read(5), 'text: got 5; expected a string'],
    [(t) => t.read('x'.repeat(1001)), 'text: got 1001 characters; expected at most 1000'],
    [(t) => t.read(''), 'text: No text came; English prose was expected.'],
    [
      (t) => t.read('café'),
      'text: A text with "é" came; it was expected in English letters, digits, blanks and ! " & \' ( ) , - . : ; ?',
    ],
    [
      (t) => t.attention({ text: 'x'.repeat(129) }),
      'text: A text of 129 characters came; at most 128 were expected.',
    ],
    [
      (t) => t.read('x', { scoreFactor: -1 }),
      'scoreFactor: got -1; expected a number from 0 to 1000',
    ],
    [
      (t) => t.read('x', { factor: 1 }),
      'read: got the unknown name "factor"; expected any of scoreFactor',
    ],
  ];

  test.each(refusals)('%s', async (call, message) => {
    await expect(call(model)).rejects.toThrow(new Error(message));
  });

  test('to read where it is another task, and to be made anew', async () => {
    /** @type {Trainer} */
    const recall = await engine.createTrainer({ modelDim: 4, headDim: 2 });
    await expect(recall.read('x')).rejects.toThrow(
      'read: got a model of the task "recall"; expected one of the task "text"',
    );
    await expect(engine.createTrainer({ task: 'text' })).rejects.toThrow(
      /^task: got "text"; expected one of "recall", /,
    );
  });
});
