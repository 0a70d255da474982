/**
 * <sd-models-scores>: the scores of one head, before any factor.
 *
 * The visitor sees the q.k of all pairs in which the query sees the key, beside the law that 1/sqrt(d_k) was derived
 * for, N(0, d_k), and beside the normal curve that components with this head's own means and variances would give if
 * they were independent.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { HeadStatistics, Histogram } from '../../engine/types.js' */

import { histogram } from '../../charts/histogram.js';
import { constant } from '../../engine/border/constant.js';
import { histogramTable } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';
import { source } from '../parts/source.js';
import { spread, statisticsOf } from './look.js';
import { ModelSection } from './section.js';
import { asTrained } from './titles.js';

/** @typedef {{key: string, mean: number, sd: number}} NormalLaw */
/** @typedef {{xs: Float64Array, ys: Float64Array}} Standard  N(0, 1) */

/** Width of the key of the curves, with a margin, px. */
const keyWidth = 150;
/** Number of standard deviations of a normal curve that are drawn. */
const reach = 4;

/**
 * Shown as soon as its layer is computed, and kept when the pass is stopped: the other layers of a large file take
 * minutes.
 */
class ScoresSection extends ModelSection {
  get isIn() {
    return statisticsOf(this.opened?.base ?? null, this.selected) !== null;
  }

  get lacks() {
    return this.isIn ? '' : super.lacks;
  }
}

export const ModelsScores = picture(
  {
    name: 'models-scores',
    results: {
      found: source({
        needs: (_params, /** @type {ScoresSection} */ { opened, isIn }) =>
          isIn ? { opened } : null,
        compute: (engine) => ({ standard: standardOf(engine) }),
      }),
    },
    title: (view) => asTrained(view, 'models.scores.figure'),
    height: 300,

    shows(view, { found: { standard } }) {
      const { t, format, opened, selected } = view;
      const own = statisticsOf(opened?.base ?? null, selected);
      const bars = own?.histogram;
      if (!bars) return {};
      const number = spread(format);
      const normalLaws = normalLawsOf(own);
      return {
        draw: (width, height) =>
          drawn(view, bars, curvesOf(view, normalLaws, standard), width, height),
        summary: plain(t, 'models.scores.summary', {
          pairs: view.count(own.pairs),
          mean: number(own.scoreMean),
          sd: number(own.scoreSd),
          unit: number(own.unitSd),
          dk: view.count(opened?.model?.headDim ?? 1),
          independent: number(own.independentSd),
        }),
        table: () => {
          const { rows } = histogramTable(t, bars);
          const table = columns(t, 'models.scores.column', ['kind', 'from', 'to', 'value']);
          const counts = rows.map(({ from, to, count }) => ({
            kind: t('models.scores.counts'),
            ...{ from, to, value: count },
          }));
          const laws = curvesOf(view, normalLaws, standard).flatMap(({ label, xs, ys }) =>
            Array.from(xs, (x, i) => ({ kind: label, from: x, to: x, value: ys[i] })),
          );
          return { columns: table, rows: [...counts, ...laws] };
        },
      };
    },
    more: ({ t }) => rich(t, 'models.scores.note'),
  },
  ScoresSection,
);

/** Returns the engine's own N(0, 1). @param {Engine} engine @returns {Standard} */
function standardOf(engine) {
  const { after } = engine.scoreCurves({ dk: 64, scale: 'rsqrt' });
  return { xs: Float64Array.from(after.smooth), ys: Float64Array.from(after.normal) };
}

/** @param {HeadStatistics} own @returns {NormalLaw[]} */
const normalLawsOf = ({ unitSd, independentMean, independentSd }) => [
  { key: 'unit', mean: 0, sd: unitSd },
  { key: 'independent', mean: independentMean, sd: independentSd },
];

/** @param {ModelSection} view @param {readonly NormalLaw[]} normalLaws @param {Standard} standard */
const curvesOf = ({ t }, normalLaws, { xs, ys }) =>
  normalLaws
    .filter(({ sd }) => sd > 0)
    .map(({ key, mean, sd }) => {
      const near = Array.from(xs, (x, i) => i).filter((i) => Math.abs(xs[i]) <= reach);
      return {
        key,
        label: plain(t, `models.scores.${key}`),
        xs: near.map((i) => mean + sd * xs[i]),
        ys: near.map((i) => ys[i] / sd),
        ...(key === 'unit' ? { color: constant('score') } : {}),
        dash: key === 'independent',
      };
    });

/** @param {ModelSection} view @param {Histogram} bars @param {ReturnType<typeof curvesOf>} curves @param {number} width @param {number} height */
function drawn({ t, format }, bars, curves, width, height) {
  const ends = curves.flatMap(({ xs }) => [xs[0], xs[xs.length - 1]]);
  const number = spread(format);
  const low = Math.min(bars.low, ...ends);
  // The narrow peak of N(0, d_k) ends before the key begins, in the upper right corner.
  const peakEnd = Math.max(0, ...(curves.find(({ key }) => key === 'unit')?.xs ?? []));
  const high = Math.max(bars.high, ...ends, low + (peakEnd / 2 - low) / (1 - keyWidth / width));
  return histogram({
    ...{ width, height, curves },
    bars: { ...bars, key: 'bars', label: t('models.scores.counts') },
    x: {
      label: 'q·k',
      domain: [low, high],
      read: number,
    },
    y: {
      label: t('models.scores.density'),
      domain: [0, 1.08 * highest(bars, curves)],
      read: (value) => format.number(value, 2),
    },
  });
}

/**
 * Returns the height of the highest bar or normal curve. The narrow peak of N(0, d_k) then fits beside scores that
 * spread far.
 * @param {Histogram} bars
 * @param {ReturnType<typeof curvesOf>} curves
 */
function highest({ low, high, counts }, curves) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const width = (high - low) / counts.length;
  return Math.max(
    ...counts.map((count) => count / (total * width)),
    ...curves.flatMap(({ ys }) => ys),
  );
}
