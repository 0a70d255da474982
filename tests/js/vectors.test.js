// web/engine/vectors.json, exported as scaledot/vectors.json: the engine agrees with every vector, and each mistake
// fails its own. SCALEDOT_VECTORS=update rewrites the file.
import { expect, test } from '@jest/globals';
import fs from 'node:fs';
import { tensor } from '../../web/engine/index.js';
import { onEveryVariant } from './engine/variants.js';
import { vectors } from './vectors.js';

const file = new URL('../../web/engine/vectors.json', import.meta.url);
const text = JSON.stringify(vectors());
if (process.env.SCALEDOT_VECTORS === 'update') fs.writeFileSync(file, `${text}\n`);

const shipped = JSON.parse(fs.readFileSync(file, 'utf8'));

/** @param {ArrayLike<number>} a @param {number[][][]} b */
function distance(a, b) {
  const flat = b.flat(2);
  expect(a.length).toBe(flat.length);
  return Math.max(...flat.map((x, i) => Math.abs(x - a[i])));
}

test('the file is what the reference says, and small', () => {
  expect(shipped).toEqual(JSON.parse(text));
  expect(text.length).toBeLessThan(20_000);
});

test('every mistake is a thousand times further off than the tolerance', () => {
  for (const { output, wrong } of shipped.vectors) {
    for (const other of Object.values(wrong)) {
      expect(distance(output.flat(2), other)).toBeGreaterThan(1000 * shipped.tolerance);
    }
  }
});

test('mistakes of one vector can be told apart', () => {
  for (const { wrong } of shipped.vectors) {
    const outputs = Object.values(wrong);
    outputs.forEach((one, i) => {
      for (const other of outputs.slice(i + 1)) {
        expect(distance(one.flat(2), other)).toBeGreaterThan(1000 * shipped.tolerance);
      }
    });
  }
});

onEveryVariant('the test vectors', (engine) => {
  for (const { name, query, key, value, options, output } of shipped.vectors) {
    test(name, () => {
      const { mask, ...rest } = options;
      const masks = Object.entries(mask ?? {}).map(([kind, rows]) => [kind, tensor(rows)]);
      const { output: given } = engine().attention(tensor(query), tensor(key), tensor(value), {
        ...rest,
        ...(mask && { mask: Object.fromEntries(masks) }),
      });
      expect(distance(given.data, output)).toBeLessThan(shipped.tolerance);
    });
  }
});
