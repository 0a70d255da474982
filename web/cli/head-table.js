/** The statistics of heads as rows of a table and of CSV. */
import { numbers } from './text.js';

/** @import { HeadStatistics } from '../engine/index.js' */

export const headTitles = [
  ...['head', 'sd of q.k', 'independent', 'logits', 'top', 'without', 'entropy'],
  ...['> 0.9', 'without'],
];

/** @param {string} name @param {HeadStatistics} head */
export function headCells(name, { scoreSd, independentSd, logitSd, scaled, unscaled }) {
  const { number, fixed, share } = numbers;
  return [
    name,
    ...[scoreSd, independentSd, logitSd].map((sd) => number(sd, 3)),
    ...[scaled.topWeight, unscaled.topWeight, scaled.entropy].map((value) => fixed(value)),
    ...[scaled.dominated, unscaled.dominated].map(share),
  ];
}

/** @param {HeadStatistics} head @returns {Record<string, number>} */
export const headRow = ({ scaled, unscaled, histogram: _, ...rest }) => ({
  ...rest,
  ...named('scaled', scaled),
  ...named('unscaled', unscaled),
});

/** @param {string} group @param {object} values @returns {Record<string, number>} */
const named = (group, values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      group + name[0].toUpperCase() + name.slice(1),
      value,
    ]),
  );
