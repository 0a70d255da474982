/**
 * <sd-variance-walks>: a score is a sum of d_k products, and such a sum is a random walk.
 *
 * Shows the running sums of eight pairs of vectors within an envelope that grows with the square root of the number of
 * steps, and below them the products that one of the sums is made of. This is where the root comes from.
 */
import { html } from 'lit';
import { walks } from '../../charts/walks.js';
import { constant } from '../../engine/border/constant.js';
import { toEngineOptions } from '../../tables/variance.js';
import { plain, rich } from '../parts/text.js';
import { picture } from '../parts/picture.js';
import { source } from '../parts/source.js';

const pairs = 8;

/** Largest number of steps of each walk in the table behind the picture. */
const mostRows = 4096;

/** If the kurtosis is this close to 3, two values in three lie within a standard deviation. */
const nearlyNormal = 0.5;

const allPairs = Array.from({ length: pairs }, (_, pair) => pair);

export const VarianceWalks = picture({
  name: 'variance-walks',
  results: {
    walks: source({
      needs(params) {
        const { bins: _, ...options } = toEngineOptions(params);
        return { ...options, scale: constant('none') };
      },
      compute: (engine, options) => ({
        ...engine.scoreWalks(options, { pairs }),
        step: engine.scoreTheory({ ...options, dk: 1 }),
        sum: engine.scoreTheory(options),
      }),
    }),
  },
  state: { chosen: 0 },
  title: ({ t, params, number }) =>
    plain(t, 'variance.walks.figure', { pairs, dk: number(params.dk) }),
  height: 320,

  below: ({ t, state: { chosen }, change, results: { walks }, number }) =>
    html`<div class="choices">
      <button type="button" @click=${() => change({ chosen: (chosen + 1) % pairs })}>
        ${t('variance.walks.next')}
      </button>
      <span class="muted" role="status"
        >${walks ? rich(t, 'variance.walks.chosen', { pair: chosen + 1, score: number(endOf(walks, chosen)) }) : ''}</span
      >
    </div>`,

  shows({ t, state, number }, { walks: found }) {
    const { dk, products, sums, step, sum } = found;
    const drifts = step.mean !== 0;
    const sd = number(step.std);
    const envelope = drifts ? 'envelopeMean' : sd === '1' ? 'envelope' : 'envelopeSd';
    const of = (/** @type {Float32Array} */ all, /** @type {number} */ pair) =>
      all.subarray(pair * dk, (pair + 1) * dk);
    const pairName = (/** @type {number} */ pair) => t('variance.walks.pair', { pair: pair + 1 });
    const ends = allPairs.map((pair) => endOf(found, pair));
    const inside = ends.filter((end) => Math.abs(end - sum.mean) <= sum.std).length;
    return {
      draw: (width, height, highlight) =>
        walks({
          ...{ width, height, highlight },
          paths: allPairs.map((pair) => ({
            key: `pair-${pair}`,
            label: pairName(pair),
            sums: of(sums, pair),
            products: of(products, pair),
          })),
          chosen: `pair-${state.chosen}`,
          envelope: {
            label: t(`variance.walks.${envelope}`, { sd }),
            sd: step.std,
            mean: step.mean,
          },
          x: { label: t('variance.walks.x') },
          y: { label: plain(t, 'variance.walks.y') },
          products: { label: plain(t, 'variance.walks.products') },
        }),
      summary: plain(t, 'variance.walks.summary', {
        pairs,
        dk: number(dk),
        lowest: number(Math.min(...ends)),
        highest: number(Math.max(...ends)),
        mean: number(sum.mean),
        sd: number(sum.std),
      }),
      verdict: [
        rich(t, 'variance.walks.inside', { inside, pairs }),
        t.language === 'en' ? ' ' : '',
        Math.abs(sum.kurtosis - 3) < nearlyNormal ? rich(t, 'variance.walks.longRun') : '',
      ],
      table: () => ({
        columns: [
          { key: 'step', label: t('variance.walks.x') },
          ...allPairs.map((pair) => ({ key: `sum${pair + 1}`, label: pairName(pair) })),
        ],
        rows: Array.from({ length: Math.min(mostRows, dk) }, (_, i) => ({
          step: i + 1,
          ...Object.fromEntries(allPairs.map((pair) => [`sum${pair + 1}`, of(sums, pair)[i]])),
        })),
      }),
    };
  },

  more({ t, results: { walks }, number }) {
    const { mean, std } = walks?.step ?? { mean: 0, std: 1 };
    const words = mean === 0 ? 'variance.walks.note' : 'variance.walks.drift';
    return rich(t, words, { mean: number(mean), sd: number(std) });
  },

  /** The spread of the sums depends on d_k and on one product. The factor comes later. */
  driven: (term) => (term === '' || term === 'factor' ? '' : 'envelope'),

  picked({ key }, { change }) {
    if (key !== '') change({ chosen: Number(key.replace('pair-', '')) });
  },
});

/** The score: the end of a pair's sum. @param {{sums: Float32Array, dk: number}} walks @param {number} pair */
const endOf = ({ sums, dk }, pair) => sums[(pair + 1) * dk - 1];
