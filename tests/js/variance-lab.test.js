// The words and saved files of the Variance lab, besides its pictures.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { formatters, translator } from '../../web/i18n/index.js';
import words from '../../web/i18n/variance.en.js';
import story from '../../web/i18n/variance.story.en.js';
import common from '../../web/i18n/common.en.js';
import { factorText } from '../../web/labs/parts/rule.js';
import { tableOf } from '../../web/labs/variance/laws.js';
import { coincide } from '../../web/pictures/score-histogram.js';
import { initialParams } from '../../web/tables/state.js';
import { toEngineOptions } from '../../web/tables/variance.js';

const t = translator('en', { en: common }, { en: { ...words, ...story } });

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd' });
});

/** @param {object} changes */
const optionsOf = (changes) => toEngineOptions({ ...initialParams('variance'), ...changes });

describe('the two laws', () => {
  test.each([
    [1, false],
    [8, false],
    [64, true],
    [1024, true],
  ])('with d_k = %d look alike: %p', (dk, alike) => {
    const { before, after } = engine.scoreCurves(optionsOf({ dk }));
    expect([coincide(before), coincide(after)]).toEqual([alike, alike]);
  });
});

test('a file of the histogram holds both histograms and both laws on both sides of the factor', () => {
  const options = optionsOf({ dk: 16 });
  const laws = engine.scoreCurves(options);
  const scores = engine.scoreStatistics({ ...options, ...laws.histogram });
  const { columns, rows } = tableOf(t, laws, scores);
  expect(columns.map(({ label }) => label).join()).toBe('scores,what,from,to,count,density');
  for (const side of ['before the factor', 'after the factor']) {
    const of = (/** @type {string} */ what) =>
      rows.filter((row) => row.scores === side && row.what === what);
    expect(of('measured')).toHaveLength(100);
    const counts = of('measured').map(({ count }) => Number(count));
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(9900);
    // By the trapezoidal rule, both laws have an area of 1 between their ends.
    for (const law of [of('exact'), of('normal')]) {
      const area = law.reduce((sum, { from, density }, i) => {
        const next = law[i + 1];
        if (!next) return sum;
        const width = Number(next.from) - Number(from);
        return sum + (width * (Number(density) + Number(next.density))) / 2;
      }, 0);
      expect(area).toBeCloseTo(1, 2);
    }
  }
});

test('a factor is written as people write it', () => {
  const format = formatters('en');
  const written = [1 / Math.sqrt(512), 1 / 8, 0.5, 1 / 3, 2, 1, 0.04419, -1 / Math.sqrt(2)].map(
    (factor) => factorText(format, factor),
  );
  expect(written).toEqual(['1/√512', '0.125', '0.5', '1/3', '2', '1', '0.04419', '−0.7071']);
});
