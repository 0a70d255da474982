// The trained models of web/models were made with the settings of scripts/models.mjs, and their cards state these.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { modelCard } from '../../scripts/model-card.mjs';
import { measured, models } from '../../scripts/models.mjs';

/** @import { Measured, MeasuredText } from '../../scripts/model-card.mjs' */

const fileOf = (/** @type {string} */ name) =>
  new URL(`../../web/models/${name}`, import.meta.url).pathname;

/** @param {string} name @returns {Record<string, {dtype: string, shape: number[]}> & {__metadata__: any}} */
function headerOf(name) {
  const bytes = readFileSync(fileOf(`${name}.safetensors`));
  const length = Number(bytes.readBigUInt64LE(0));
  return JSON.parse(bytes.subarray(8, 8 + length).toString());
}

test.each(Object.entries(models))('%s has the settings that it was made with', (name, model) => {
  const { __metadata__: metadata, ...tensors } = headerOf(name);
  for (const [option, value] of Object.entries(model.options)) {
    expect([option, metadata[option]]).toEqual([option, String(value)]);
  }
  expect(metadata.stepsMade).toBe(metadata.steps);
  for (const { dtype } of Object.values(tensors)) expect(dtype).toBe('F16');
});

/** Reads numbers from a card by patterns. @param {string} card */
function reader(card) {
  const matchOf = (/** @type {RegExp} */ pattern) => card.match(pattern)?.slice(1) ?? ['not there'];
  return {
    number: (/** @type {RegExp} */ pattern) => Number(matchOf(pattern)[0]),
    numbers: (/** @type {RegExp} */ pattern) => matchOf(pattern).map(Number),
    rows: (/** @type {RegExp} */ row) =>
      [...card.matchAll(row)].map((match) => match.slice(1).map(Number)),
  };
}

/** @param {string} card @returns {Omit<Measured, 'parameters'>} */
function measuredOf(card) {
  const { number, rows } = reader(card);
  return {
    examples: measured,
    loss: number(/^\| loss \| (\S+) \|/m),
    exact: number(/^\| exact.*\| (\S+) % \|/m) / 100,
    accuracy: number(/^\| tokens right \| (\S+) % \|/m) / 100,
    factors: rows(/^\| ([\d.]+) \| \D*? \| ([\d.]+) % \|$/gm).map(([factor, exact]) => ({
      factor,
      exact: exact / 100,
    })),
    heads: rows(/^\| \d \| \d \| (\S+) % \| (\S+) % \| (\S+) % \|$/gm).map((row) => {
      const [largest, most, weight] = row.map((share) => share / 100);
      return { largest, most, weight };
    }),
  };
}

/** @param {string} card @returns {Omit<MeasuredText, 'parameters'>} */
function measuredTextOf(card) {
  const { number, numbers, rows } = reader(card);
  return {
    characters: numbers(/file: (\d+) characters were learned from, and (\d+) are/),
    perplexity: number(/^\| this model \| (\S+) \|/m),
    accuracy: number(/In (\S+) % of the places/) / 100,
    ngrams: rows(/^\| \d-gram.* \| (\S+) \|$/gm).flat(),
    factors: rows(/^\| ([\d.]+) \| \D*? \| ([\d.]+) \|$/gm).map(([factor, perplexity]) => ({
      factor,
      perplexity,
    })),
  };
}

test.each(Object.entries(models))('the card of %s is that of its file', (name, model) => {
  const card = readFileSync(fileOf(`${name}.md`), 'utf8');
  const { __metadata__: _, ...tensors } = headerOf(name);
  const parameters = Object.values(tensors).reduce(
    (sum, { shape }) => sum + shape.reduce((product, axis) => product * axis, 1),
    0,
  );
  const { size } = statSync(fileOf(`${name}.safetensors`));
  const found = name === 'text' ? measuredTextOf(card) : measuredOf(card);
  const again = modelCard(name, model, `npm run train -- ${name}`, size, { parameters, ...found });
  expect(again).toBe(card);
});

test('the language model predicts the held-out text better than the counts of a trigram', () => {
  const { perplexity, ngrams, factors } = measuredTextOf(readFileSync(fileOf('text.md'), 'utf8'));
  expect(ngrams).toHaveLength(5);
  expect(perplexity).toBeLessThan(ngrams[2]);
  expect(factors.find(({ factor }) => factor === 1)).toEqual({ factor: 1, perplexity });
});

test('what the language model learned from is what its page says', () => {
  const text = readFileSync(new URL(`../../${models.text.text}`, import.meta.url));
  const about = readFileSync(new URL('../../scripts/texts/README.md', import.meta.url), 'utf8');
  expect(about).toContain(createHash('sha256').update(text).digest('hex'));
  expect(about).toContain(`| bytes | ${text.length.toLocaleString('en').replace(',', ' ')},`);
});
