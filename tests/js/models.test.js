// The trained models of web/models were made from the settings of scripts/models.mjs, and their cards say so.
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { modelCard } from '../../scripts/model-card.mjs';
import { measured, models } from '../../scripts/models.mjs';

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

test.each(Object.entries(models))('the card of %s is that of its file', (name, model) => {
  const card = readFileSync(fileOf(`${name}.md`), 'utf8');
  const { __metadata__: _, ...tensors } = headerOf(name);
  const parameters = Object.values(tensors).reduce(
    (sum, { shape }) => sum + shape.reduce((product, axis) => product * axis, 1),
    0,
  );
  const share = (/** @type {string} */ text) => Number(text) / 100;
  const number = (/** @type {RegExp} */ pattern) => card.match(pattern)?.[1] ?? 'not there';
  const cells = (/** @type {RegExp} */ row) =>
    [...card.matchAll(row)].map((match) => match.slice(1));
  const again = modelCard(
    name,
    model,
    `npm run train -- ${name}`,
    statSync(fileOf(`${name}.safetensors`)).size,
    {
      parameters,
      examples: measured,
      loss: Number(number(/^\| loss \| (\S+) \|/m)),
      exact: share(number(/^\| exact.*\| (\S+) % \|/m)),
      accuracy: share(number(/^\| tokens right \| (\S+) % \|/m)),
      factors: cells(/^\| ([\d.]+) \| \D*? \| ([\d.]+) % \|$/gm).map(([factor, exact]) => ({
        factor: Number(factor),
        exact: share(exact),
      })),
      heads: cells(/^\| \d \| \d \| (\S+) % \| (\S+) % \| (\S+) % \|$/gm).map((row) => {
        const [largest, most, weight] = row.map(share);
        return { largest, most, weight };
      }),
    },
  );
  expect(again).toBe(card);
});
