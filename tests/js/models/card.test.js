// The card's numbers for the held-out tenth, computed again from the file and the text: the model's perplexity with
// scaledot/models, those of n-grams by counting here.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { models } from '../../../scripts/models.mjs';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

const read = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../../${name}`, import.meta.url));
const card = read('web/models/text.md').toString();
const own = /** @type {Required<typeof models.text>} */ (models.text);
const size = Number(own.options.size);

/** The text as src/learning/text_task.h reads it. */
const prose = read(own.text)
  .toString()
  .replace(/[\u2013\u2014]/g, '--')
  .replace(/[\u2018\u2019]/g, "'")
  .replace(/[\u201c\u201d]/g, '"')
  .replace(/[\t-\r ]+/g, (blanks) => (blanks.split('\n').length > 2 ? '\n' : ' '))
  .replace(/^[\n ]/, '');
const learned = prose.length - Math.floor(prose.length / 10);

/** The start of each window of the held-out part. Windows start half a window apart. */
const windows = Array.from(
  { length: 1 + Math.floor((prose.length - learned - size - 1) / (size / 2)) },
  (_, i) => learned + (i * size) / 2,
);
/** The predicted positions: the second half of each window. */
const predicted = windows.flatMap((begin) =>
  Array.from({ length: size / 2 }, (_, i) => begin + size / 2 + i + 1),
);

/** Returns the numbers of the card that match a pattern. @param {RegExp} pattern */
const told = (pattern) => (pattern.exec(card) ?? []).slice(1).map(Number);

test('the split is the one that the card tells of', () => {
  const characters = /file: (\d+) characters were learned from, and (\d+) are predicted/;
  expect(told(characters)).toEqual([learned, predicted.length]);
});

test('the perplexity of the model is that of its card', async () => {
  const sd = await load({ engine: 'simd' });
  const file = new File([read('web/models/text.safetensors')], 'text.safetensors');
  const model = await openModel(sd, file);
  const names = JSON.parse(model.metadata.vocabulary);
  const tokens = Array.from(prose, (letter) => names.indexOf(letter));
  expect(tokens).not.toContain(-1);
  const places = Array.from({ length: size / 2 }, (_, i) => size / 2 + i);
  let found = { loss: NaN, perplexity: NaN };
  for (const [i, begin] of windows.entries()) {
    const ids = tokens.slice(begin, begin + size);
    const { logits } = await model.run(ids, { layers: [], returns: ['logits'], places });
    const labels = places.map((place) => tokens[begin + place + 1]);
    const before = i === 0 ? undefined : { loss: found.loss, rows: i * places.length };
    found = sd.crossEntropy(/** @type {Tensor} */ (logits), labels, { before });
  }
  const [perplexity] = told(/^\| this model \| (\S+) \|/m);
  expect(Math.abs(found.perplexity / perplexity - 1)).toBeLessThan(2e-4); // the card gives four digits
  sd.dispose();
}, 120_000);

test('so are those of a trigram and of longer and shorter n-grams', () => {
  /** How often each text occurs in the training text, by its length. @type {Map<string, number>[]} */
  const counts = Array.from({ length: 6 }, () => new Map());
  for (let end = 1; end <= learned; end++)
    for (let length = 1; length <= Math.min(5, end); length++) {
      const text = prose.slice(end - length, end);
      counts[length].set(text, (counts[length].get(text) ?? 0) + 1);
    }
  // Counts a context only where a character follows it, so not at the end of the text.
  const contextOf = (/** @type {string} */ text) => {
    if (text === '') return learned;
    const ends = prose.slice(learned - text.length, learned) === text ? 1 : 0;
    return (counts[text.length].get(text) ?? 0) - ends;
  };
  const [vocabulary] = told(/It knows (\d+) characters/);
  for (let order = 1; order <= 5; order++) {
    const loss = predicted.reduce((sum, at) => {
      let p = 1 / vocabulary;
      for (let before = 0; before < order; before++) {
        const together = counts[before + 1].get(prose.slice(at - before, at + 1)) ?? 0;
        p = (together + 4 * p) / (contextOf(prose.slice(at - before, at)) + 4);
      }
      return sum - Math.log(p);
    }, 0);
    const [perplexity] = told(new RegExp(`^\\| ${order}-gram.* \\| (\\S+) \\|$`, 'm'));
    expect(Number(Math.exp(loss / predicted.length).toPrecision(4))).toBe(perplexity);
  }
});
