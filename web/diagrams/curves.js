/** Lines and points of a user's own data. */
import { curves as draw } from '../charts/curves.js';
import { eachOf } from './diagram.js';
import {
  axisOf,
  carefully,
  checkLength,
  colorOf,
  counting,
  cycle,
  dashOf,
  extentOf,
  fieldsOf,
  flagOf,
  isList,
  isObject,
  isTypedArray,
  listOf,
  mostPoints,
  mostSeries,
  numberOf,
  numbersOf,
  optional,
  optionsOf,
  orNull,
  standing,
  textOf,
  wrongType,
} from './read.js';

/** @import { Diagram } from './types.js' */
/** @import { Point } from '../charts/types.js' */

const fields = ['label', 'x', 'y', 'low', 'high', 'color', 'dash', 'line', 'dots'];

/** @typedef {ReturnType<typeof readLine>} Line */

/**
 * @param {unknown} data
 * @param {unknown} [options]
 * @returns {Diagram}
 */
export const curves = (data, options) =>
  carefully('curves', () => {
    const { given, common } = optionsOf(options, ['x', 'y', 'at', 'marks']);
    const lines = readLines(data);
    checkPoints(lines);
    const at = optional(given.at, (value) => numberOf('at', value));
    const marks = standing('marks', given.marks, ['x', 'y']);
    const [xAxis, yAxis] = [axisOf('x', given.x, ''), axisOf('y', given.y, '')];
    return {
      kind: 'curves',
      common,
      height: 300,
      speak: ({ t, format }) => {
        const nameOf = (/** @type {Line} */ line, /** @type {number} */ i) =>
          line.label ?? t('charts.line.name', { number: i + 1 });
        return {
          summary: eachOf(lines, t, (line, i) => {
            const [[from, to], [low, high]] = [extentOf(line.xs), extentOf(line.ys)];
            if (from > to) return t('charts.empty');
            return t('charts.curves.one', {
              label: nameOf(line, i),
              points: format.integer(line.xs.length),
              ...{ from: format.number(from), to: format.number(to) },
              // NaN if there are only gaps.
              ...{ low: format.number(low > high ? NaN : low) },
              ...{ high: format.number(low > high ? NaN : high) },
            });
          }),
          draw: (width, height) =>
            draw({
              width,
              height,
              series: lines.map(({ points, looks, label = '' }, i) => ({
                ...looks,
                key: `line-${i}`,
                label,
                name: nameOf(lines[i], i),
                points,
              })),
              marks,
              at,
              x: { ...xAxis, label: xAxis.label || t('charts.x') },
              y: { ...yAxis, label: yAxis.label || t('charts.y') },
            }),
          columns: {
            line: lines.length > 1 ? t('charts.line') : undefined,
            x: t('charts.x'),
            y: t('charts.y'),
            low: lines.some(({ low }) => low) ? t('charts.low') : undefined,
            high: lines.some(({ high }) => high) ? t('charts.high') : undefined,
          },
        };
      },
      rows: () =>
        lines.flatMap(({ label, xs, ys, low, high }, at) =>
          Array.from(xs, (x, i) => ({
            ...(lines.length > 1 && { line: label ?? at + 1 }),
            ...{ x, y: orNull(ys[i]) },
            ...(low && high && { low: orNull(low[i]), high: orNull(high[i]) }),
          })),
        ),
      data: { at, marks },
    };
  });

/** @param {unknown} data @returns {Line[]} */
function readLines(data) {
  if (isList(data)) {
    return listOf('data', data, 'lines').map((line, i) => readLine(`data[${i}]`, line, i));
  }
  if (!isObject(data) || isTypedArray(data))
    throw wrongType('data', data, 'lines: {name: {x, y}}, or an array of {label, x, y}');
  /** @type {Record<string, unknown>} */
  const byName = { ...data };
  const { y } = byName;
  // A list `y` makes it a single line {x, y}. A line named "y" would be an object.
  if (isList(y) || isTypedArray(y)) return [readLine('data', byName, 0)];
  const names = Object.keys(byName);
  if (names.length > mostSeries)
    throw new RangeError(`data: got ${names.length} lines; expected at most ${mostSeries}`);
  return names.map((name, i) => {
    const value = byName[name];
    const line = isList(value) || isTypedArray(value) ? { y: value } : value;
    return readLine(`data.${name.slice(0, 40)}`, line, i, name);
  });
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} i
 * @param {string} [named]
 */
function readLine(name, value, i, named) {
  const given = fieldsOf(name, value, fields);
  const ys = numbersOf(`${name}.y`, given.y, { gaps: true, most: mostPoints });
  const xs =
    given.x === undefined
      ? counting(ys.length)
      : numbersOf(`${name}.x`, given.x, { most: mostPoints });
  checkLength(`${name}.y`, ys, xs.length, 'x');
  const [low, high] = /** @type {const} */ (['low', 'high']).map((end) =>
    optional(given[end], (list) => {
      const ends = numbersOf(`${name}.${end}`, list, { gaps: true, most: mostPoints });
      checkLength(`${name}.${end}`, ends, xs.length, 'x');
      return ends;
    }),
  );
  if ((low === undefined) !== (high === undefined))
    throw wrongType(
      `${name}.${low ? 'high' : 'low'}`,
      undefined,
      'both ends of intervals, or none',
    );
  /** @type {Point[]} */
  const points = Array.from(xs, (x, at) =>
    low && high ? [x, ys[at], low[at], high[at]] : [x, ys[at]],
  );
  return {
    label: textOf(`${name}.label`, named ?? given.label),
    looks: {
      color: colorOf(`${name}.color`, given.color) ?? cycle[i % cycle.length],
      dash: dashOf(`${name}.dash`, given.dash),
      line: flagOf(`${name}.line`, given.line),
      dots: flagOf(`${name}.dots`, given.dots),
    },
    ...{ xs, ys, low, high, points },
  };
}

/** @param {readonly Line[]} lines */
function checkPoints(lines) {
  const points = lines.reduce((sum, { xs }) => sum + xs.length, 0);
  if (points > mostPoints)
    throw new RangeError(`data: got ${points} points; expected at most ${mostPoints}`);
}
