// The claims of the Training lab's presets, for two seeds, or five with `--all`: trained by the real engine as on
// the page, and judged by the page's own verdict.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { presets } from '../../web/labs/training/presets.js';
import { outcomeOf, relationOf, signOf } from '../../web/pictures/verdict.js';
import { initialParams } from '../../web/tables/state.js';
import { everyOf, heldOut, rulesOf, trainerOptions } from '../../web/tables/training.js';

/** @typedef {import('../../web/tables/state.js').Params} Params */
/** @typedef {import('../../web/pictures/types.js').Outcome} Outcome */
/** @typedef {import('../../web/tables/training.js').Rule} Rule */
/** @typedef {import('../../web/labs/training/types.js').Row} Row */

const seeds = process.env.SCALEDOT_ALL ? [1, 2, 3, 4, 5] : [1, 2];
/** At least this many seeds must agree. A kernel that adds in another order trains different networks. */
const most = seeds.length - 1;

jest.setTimeout(300_000); // the machine may be busy

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ workers: 2 });
});
afterAll(() => engine.dispose());

/**
 * Returns the outcome and the measurements of every rule of a preset for each seed. `own` replaces parameters of the
 * preset.
 * @param {string} id @param {Readonly<Record<string, string | number>>} [own]
 * @returns {Promise<Map<string, Outcome & {rows: readonly Row[]}>[]>}
 */
async function outcomesOf(id, own = {}) {
  const preset = presets.find((each) => each.id === id);
  const all = [];
  for (const seed of seeds) {
    const params = /** @type {Params} */ ({
      ...initialParams('training'),
      ...preset?.params,
      ...own,
      seed,
    });
    const outcomes = rulesOf(params).map(async (rule) => {
      const trainer = await engine.createTrainer(trainerOptions(params, rule));
      const { divergedAt } = await trainer.step(Number(params.steps));
      const rows = await trainer.metrics();
      trainer.dispose();
      return /** @type {const} */ ([rule, { ...outcomeOf({ rule, rows, divergedAt }), rows }]);
    });
    all.push(new Map(await Promise.all(outcomes)));
  }
  return all;
}

/**
 * Compares one rule with another for each seed: 1 better, -1 worse, 0 the same.
 * @param {readonly Map<string, Outcome>[]} all @param {string} id @param {Rule} one @param {Rule} other
 */
function signs(all, id, one, other) {
  const params = {
    ...initialParams('training'),
    ...presets.find((each) => each.id === id)?.params,
  };
  const measured = { every: everyOf(params), examples: heldOut };
  const of = (/** @type {Map<string, Outcome>} */ seed, /** @type {Rule} */ rule) =>
    /** @type {Outcome} */ (seed.get(rule));
  return all.map((seed) => signOf(relationOf(of(seed, one), of(seed, other), measured)));
}

const count = (/** @type {readonly unknown[]} */ list, /** @type {unknown} */ value) =>
  list.filter((each) => each === value).length;

/** @param {readonly Map<string, Outcome>[]} all @param {Rule} rule */
const ends = (all, rule) => all.map((seed) => seed.get(rule)?.end);

describe('what the presets of the Training lab claim, over seeds', () => {
  test('decides: with the factor it learns, without it does not', async () => {
    const all = await outcomesOf('decides');
    expect(count(ends(all, 'rsqrt'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(ends(all, 'none'), 'short')).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'decides', 'rsqrt', 'none'), 1)).toBeGreaterThanOrEqual(most);
    // The preset's explanation: sharp from the start, with more gradient at W^Q, not less, and even sharper at the end.
    const claims = all.map((seed) => {
      const rows = (/** @type {Rule} */ rule) => seed.get(rule)?.rows ?? [];
      const start = (/** @type {Rule} */ rule) => rows(rule)[0].blocks[0];
      const end = rows('none').at(-1)?.blocks[0];
      return (
        start('none').heads.every((head) => head.topWeight > 0.8) &&
        start('none').wq > start('rsqrt').wq &&
        start('none').heads.every(
          (head, i) => Number(end?.heads[i].scoreVariance) > head.scoreVariance,
        )
      );
    });
    expect(count(claims, true)).toBeGreaterThanOrEqual(most);
  });

  test('copy: both learn, and neither is quicker', async () => {
    const all = await outcomesOf('copy');
    expect(count(ends(all, 'none'), 'reached')).toBe(seeds.length);
    expect(count(signs(all, 'copy', 'rsqrt', 'none'), 0)).toBeGreaterThanOrEqual(most);
  });

  test('inverse: with large steps 1/d_k is better', async () => {
    const all = await outcomesOf('inverse');
    expect(count(ends(all, 'inverse'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'inverse', 'inverse', 'rsqrt'), 1)).toBeGreaterThanOrEqual(most);
  });

  test('reverse: with small steps 1/d_k is worse, though it learns', async () => {
    const all = await outcomesOf('reverse');
    expect(count(ends(all, 'inverse'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'reverse', 'inverse', 'rsqrt'), -1)).toBeGreaterThanOrEqual(most);
  });

  test('cosine: never behind', async () => {
    const all = await outcomesOf('cosine');
    expect(count(ends(all, 'cosine'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'cosine', 'cosine', 'rsqrt'), -1)).toBeLessThanOrEqual(
      seeds.length - most,
    );
  });

  test('folded: with small steps of Adam it learns as well, with large ones it does not', async () => {
    const all = await outcomesOf('folded');
    expect(count(ends(all, 'folded'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'folded', 'folded', 'rsqrt'), 0)).toBeGreaterThanOrEqual(most);
    const faster = await outcomesOf('folded', { learningRate: 0.003, steps: 300 });
    expect(count(ends(faster, 'rsqrt'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(ends(faster, 'folded'), 'short')).toBeGreaterThanOrEqual(most);
  });

  test('sgd: with SGD the folded factor is not learned with, and the scores grow', async () => {
    const all = await outcomesOf('sgd');
    expect(count(ends(all, 'rsqrt'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(ends(all, 'folded'), 'short')).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'sgd', 'folded', 'rsqrt'), -1)).toBeGreaterThanOrEqual(most);
    const claims = all.map((seed) => {
      const rows = (/** @type {Rule} */ rule) => seed.get(rule)?.rows ?? [];
      const heads = (/** @type {Rule} */ rule, /** @type {number} */ i) =>
        rows(rule).at(i)?.blocks[0].heads ?? [];
      return (
        rows('folded')[0].loss === rows('rsqrt')[0].loss &&
        rows('folded')[0].blocks[0].wq === 8 * rows('rsqrt')[0].blocks[0].wq &&
        rows('folded')[10].step === 60 &&
        heads('folded', 10).every(({ scoreVariance }) => scoreVariance > 20) &&
        heads('folded', -1).every(({ topWeight }) => topWeight > 0.7) &&
        rows('rsqrt').every(({ blocks }) =>
          blocks[0].heads.every(({ scoreVariance }) => scoreVariance < 10),
        )
      );
    });
    expect(count(claims, true)).toBeGreaterThanOrEqual(most);
  });

  test('doubled: it begins with the scores of 1/d_k, and learns as well as 1/√d_k', async () => {
    const all = await outcomesOf('doubled', { rules: 'rsqrt,inverse,doubled' });
    expect(count(ends(all, 'doubled'), 'reached')).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'doubled', 'doubled', 'rsqrt'), 0)).toBeGreaterThanOrEqual(most);
    expect(count(signs(all, 'doubled', 'doubled', 'inverse'), 1)).toBeGreaterThanOrEqual(most);
    const claims = all.map((seed) => {
      const variance = (/** @type {Rule} */ rule, /** @type {number} */ step) =>
        Number(
          seed.get(rule)?.rows.find((row) => row.step === step)?.blocks[0].heads[0].scoreVariance,
        );
      return (
        Math.abs(variance('doubled', 0) / variance('inverse', 0) - 1) < 1e-4 &&
        variance('doubled', 60) > variance('rsqrt', 60) / 2
      );
    });
    expect(count(claims, true)).toBeGreaterThanOrEqual(most);
  });

  test('every preset is checked here', () => {
    expect(presets.map(({ id }) => id)).toEqual([
      ...['decides', 'copy', 'inverse', 'reverse', 'cosine'],
      ...['folded', 'sgd', 'doubled'],
    ]);
  });
});
