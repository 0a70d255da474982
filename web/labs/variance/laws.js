/** The table of a score histogram and of the two densities over it, for files. */
import { densities } from '../../charts/histogram.js';
import { constant } from '../../engine/border/constant.js';

/** @import { Table } from '../../charts/types.js' */
/** @import { Histogram, ScoreCurves, ScoreStatistics } from '../../engine/types.js' */
/** @import { Translate } from '../../i18n/index.js' */

const sides = constant(['before', 'after']);

/**
 * Returns everything that can be drawn: bars and both densities, before and after the factor, whichever are shown.
 * @param {Translate} t
 * @param {ScoreCurves} laws
 * @param {ScoreStatistics | null} scores
 * @returns {Table}
 */
export const tableOf = (t, laws, scores) => ({
  columns: [
    { key: 'scores', label: t('variance.histogram.column.scores') },
    { key: 'what', label: t('variance.histogram.column.what') },
    ...['from', 'to', 'count'].map((key) => ({ key, label: t(`common.table.${key}`) })),
    { key: 'density', label: t('variance.histogram.density') },
  ],
  rows: sides.flatMap((side) => {
    const name = (/** @type {string} */ what) => ({
      scores: t(`variance.histogram.side.${side}`),
      what: t(`variance.histogram.${what}`),
    });
    const bars = side === 'after' ? scores?.histogram : scores?.unscaledHistogram;
    const { xs, exact, smooth, normal, std } = laws[side];
    const curves = [
      { what: 'exact', at: xs, ys: exact },
      { what: 'normal', at: smooth, ys: normal },
    ];
    return [
      ...(bars ? binRows(bars, name('measured')) : []),
      ...(std > 0 ? curves : []).flatMap(({ what, at, ys }) =>
        Array.from(at, (x, i) => ({ ...name(what), from: x, to: x, density: ys[i] })),
      ),
    ];
  }),
});

/** @param {Histogram} bars @param {{scores: string, what: string}} name */
function binRows(bars, name) {
  const { low, high, counts } = bars;
  const width = (high - low) / counts.length;
  const heights = densities(bars);
  return Array.from(counts, (count, i) => ({
    ...name,
    from: low + i * width,
    to: low + (i + 1) * width,
    count,
    density: heights[i],
  }));
}
