// simd and fallback give the bits in tests/corpus.json, like the native build (tests/native/corpus_test.cpp). relaxed
// stays close to them.
//
// If bits change intentionally, SCALEDOT_CORPUS=update build/native/corpus_test rewrites the file.
import fs from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { corpus, hashOf, resultsOf } from './corpus.js';
import { variantRuns } from './variants.js';

/** @import { Engine } from '../../../web/engine/index.js' */

const file = new URL('../../corpus.json', import.meta.url);
const names = Object.keys(corpus);

/** @type {Record<string, string>} */
let expected;
/** @type {Engine} */
let simd;
beforeAll(async () => {
  simd = await load({ engine: 'simd' });
  expected = JSON.parse(fs.readFileSync(file, 'utf8'));
});

test('the corpus has every function and at least 500 calls', () => {
  expect(Object.keys(expected)).toEqual(names);
  const calls = names.reduce((sum, name) => sum + corpus[name].calls, 0);
  expect(calls).toBeGreaterThanOrEqual(500);
});

describe.each(/** @type {const} */ (['simd', 'fallback']))('%s', (variant) => {
  /** @type {Engine} */
  let engine;
  beforeAll(async () => {
    engine = await load({ engine: variant });
  });
  test.each(names)('%s: the bits of every machine', (name) => {
    expect(engine.engine.variant).toBe(variant);
    expect(hashOf(engine, name)).toBe(expected[name]);
  });
});

// A fused multiply-add rounds once where the other variants round twice. Scores of the corpus reach 4 * 24 * 4, so
// their roundings reach 2^-24 * 400, and the relative change of weights is as large. Gradients multiply it by keys,
// queries and scale once more. Differences are relative to the largest result of a call, or 1.
const relaxedBound = (/** @type {string} */ name) =>
  /ttentionGradient/.test(name) ? 2 ** -14 : 2 ** -18;

(variantRuns('relaxed') ? describe : describe.skip)('relaxed', () => {
  /** @type {Engine} */
  let relaxed;
  beforeAll(async () => {
    relaxed = await load({ engine: 'relaxed' });
  });
  test.each(names)('%s: close to simd', (name) => {
    expect(relaxed.engine.variant).toBe('relaxed');
    const others = resultsOf(relaxed, name);
    let worst = 0;
    for (const results of resultsOf(simd, name)) {
      const close = /** @type {Float32Array[]} */ (others.next().value);
      let largest = 1; // components of the corpus reach 2
      for (const exact of results)
        for (const x of exact) if (Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
      results.forEach((exact, which) => {
        exact.forEach((x, i) => {
          const y = close[which][i];
          const error = Object.is(x, y) || x === y ? 0 : Math.abs(x - y) / largest;
          worst = Number.isNaN(error) ? Infinity : Math.max(worst, error);
        });
      });
    }
    process.stdout.write(`relaxed ${name}: within ${worst.toExponential(1)} of the largest\n`);
    expect(worst).toBeLessThanOrEqual(relaxedBound(name));
  });
});
