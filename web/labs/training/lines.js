/** Lines of measurements against steps, one panel for each quantity, one line for each rule (or each of its heads). */

/** @import { Series } from '../../charts/types.js' */
/** @import { Run } from './run.js' */
/** @import { Quantity, Track } from './types.js' */
/** @import { TrainingSection } from './section.js' */

import { curves } from '../../charts/curves.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { lookOf } from '../../pictures/rule-lines.js';
import { fitted } from '../parts/figure.js';
import { keyOf, ruleText } from './words.js';

/** @param {readonly Quantity[]} quantities @param {ReturnType<typeof keyOf>} key */
const layoutOf = (quantities, key) => ({
  count: quantities.length,
  height: quantities.length > 2 ? 190 : 250,
  least: 260,
  most: 2,
  foot: 22,
  key,
});

/**
 * Whether every rule has a single line, which has its name at its end. With several lines, the names are above all
 * panels.
 * @param {readonly Quantity[]} quantities
 */
const areSingle = (quantities) => quantities.every(({ names = [''] }) => names.length === 1);

/** @param {TrainingSection} section @param {Run | null} run @param {readonly Quantity[]} quantities */
const keyFor = (section, run, quantities) =>
  keyOf(run && !areSingle(quantities) ? run.tracks.map(({ rule }) => rule) : [], (rule) =>
    ruleText(section, rule),
  );

/** @param {TrainingSection} section @param {Run | null} run @param {readonly Quantity[]} quantities */
const laidOut = (section, run, quantities) =>
  fitted(
    section,
    layoutOf(quantities, keyFor(section, run, quantities)),
    quantities.length > 2 ? 0.42 : undefined,
  );

/** @param {TrainingSection} section @param {readonly Quantity[]} quantities @param {number} width */
export const linesHeight = (section, quantities, width) =>
  panelsHeight(width, laidOut(section, section.run, quantities));

/**
 * @param {TrainingSection} section
 * @param {Run} run
 * @param {readonly Quantity[]} quantities
 * @param {number} width
 */
export function lines(section, run, quantities, width) {
  const { t, format } = section;
  const step = t('training.axis.step');
  return panels(
    width,
    laidOut(section, run, quantities),
    quantities.map(({ key, title, y, of, names, more = [] }) => ({
      key,
      title,
      draw: ({ width: own, height, left, isLast }) =>
        curves({
          width: own,
          height,
          left,
          series: [...more, ...run.tracks.flatMap((track) => seriesOf(section, track, of, names))],
          x: {
            label: isLast ? step : '',
            domain: [0, run.goal],
            whole: true,
            read: (value) => format.integer(value),
            format: (value) => format.integer(value),
          },
          y: { label: '', ...y },
        }),
    })),
  );
}

/**
 * @param {TrainingSection} section
 * @param {Track} track
 * @param {Quantity['of']} of
 * @param {readonly string[]} [names]
 * @returns {Series[]}
 */
function seriesOf(section, { rule, rows }, of, names = ['']) {
  const name = ruleText(section, rule);
  return names.map((own, i) => ({
    key: rule,
    label: names.length === 1 ? name : '',
    name: own ? `${name}, ${own}` : name,
    thin: names.length > 2,
    ...lookOf(rule),
    points: rows.flatMap((row) => {
      const value = of(row)[i];
      return Number.isFinite(value) ? [[row.step, value]] : [];
    }),
  }));
}
