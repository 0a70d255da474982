/** A histogram of a user's values or counts, with curves, markers and spans over it. */
import { histogram as draw } from '../charts/histogram.js';
import { countIn } from './bins.js';
import {
  axisOf,
  carefully,
  checkAscending,
  checkChoice,
  checkLength,
  checkNumber,
  checkSpan,
  colorOf,
  dashOf,
  fieldsOf,
  isList,
  isObject,
  isTypedArray,
  listOf,
  mostPoints,
  numberOf,
  numbersOf,
  optional,
  optionsOf,
  standing,
  tensorOf,
  textOf,
  wrongType,
} from './read.js';

/** @import { Format, Translate } from '../i18n/index.js' */
/** @import { Counted } from './bins.js' */
/** @import { Diagram } from './types.js' */
/** @import { Fields } from './read.js' */

const ownOptions = ['bins', 'range', 'x', 'y', 'heights', 'label', 'color'];
const over = ['curves', 'markers', 'spans'];

/** Limits of the number of values in a bin, or outside all bins. */
const counts = { min: 0, max: Number.MAX_SAFE_INTEGER };

/**
 * @param {unknown} data
 * @param {unknown} [options]
 * @returns {Diagram}
 */
export const histogram = (data, options) =>
  carefully('histogram', () => {
    const { given, common } = optionsOf(options, [...ownOptions, ...over]);
    const bins = readBins(data, given);
    const heights = given.heights ?? 'density';
    checkChoice('heights', heights, ['density', 'count']);
    const look = {
      label: textOf('label', given.label),
      color: colorOf('color', given.color),
      // With this total, the density of a bin equals its count.
      total: heights === 'count' ? bins.counts.length / (bins.high - bins.low) : undefined,
    };
    const curves = optional(given.curves, (list) => listOf('curves', list, 'lines').map(readCurve));
    const markers = standing('markers', given.markers, ['x'], { dash: true });
    const spans = standing('spans', given.spans, ['from', 'to']);
    const xAxis = axisOf('x', given.x, '', ['domain', 'ticks']);
    const yAxis = axisOf('y', given.y, '');
    const all = bins.counts.reduce((sum, count) => sum + count, bins.below + bins.above);
    const isEmpty = bins.counts.every((count) => count === 0) && !curves?.length;
    return {
      kind: 'histogram',
      common,
      height: 300,
      speak: ({ t, format }) => ({
        summary: summaryOf(bins, t, format),
        draw: (width, height) =>
          draw({
            width,
            height,
            bars: isEmpty
              ? null
              : {
                  ...bins,
                  ...look,
                  // The readout shows the count beside a density, and the fraction beside a count.
                  read: (count) =>
                    heights === 'count' ? format.share(count / all) : format.integer(count),
                },
            curves,
            markers,
            spans,
            x: { ...xAxis, label: xAxis.label || t('charts.value') },
            y: { ...yAxis, label: yAxis.label || t(`charts.${heights}`) },
            notes: {
              below: bins.below > 0 ? format.integer(bins.below) : undefined,
              above: bins.above > 0 ? format.integer(bins.above) : undefined,
            },
          }),
        columns: { from: t('charts.from'), to: t('charts.to'), count: t('charts.count') },
      }),
      rows: () => {
        const edge = (/** @type {number} */ i) =>
          bins.low + (bins.high - bins.low) * (i / bins.counts.length);
        return Array.from(bins.counts, (count, i) => ({ from: edge(i), to: edge(i + 1), count }));
      },
      data: { below: bins.below, above: bins.above, gaps: bins.gaps, curves, markers, spans },
    };
  });

/**
 * @param {unknown} data
 * @param {Fields} options
 * @returns {Counted}
 */
function readBins(data, options) {
  if (isList(data) || isTypedArray(data))
    return countIn(numbersOf('data', data, { gaps: true }), options);
  if (!isObject(data)) throw wrongType('data', data, 'an array of numbers, or {low, high, counts}');
  const given = fieldsOf('data', data, [
    ...['low', 'high', 'counts', 'below', 'above'],
    ...['data', 'shape', 'dtype'],
  ]);
  if (given.data !== undefined) return countIn(tensorOf('data', given).values, options);
  for (const name of ['bins', 'range']) {
    if (options[name] !== undefined)
      throw wrongType(name, options[name], 'none where data has counts');
  }
  const [low, high] = [numberOf('data.low', given.low), numberOf('data.high', given.high)];
  if (!(low < high)) throw new RangeError(`data.high: got ${high}; expected more than ${low}`);
  checkSpan('data', low, high);
  const list = numbersOf('data.counts', given.counts, { most: mostPoints });
  list.forEach((count, i) => checkNumber(`data.counts[${i}]`, count, counts));
  const outside = (/** @type {'below' | 'above'} */ name) =>
    checkNumber(`data.${name}`, given[name] ?? 0, counts);
  return { low, high, counts: list, below: outside('below'), above: outside('above'), gaps: 0 };
}

/** @param {unknown} value @param {number} i */
function readCurve(value, i) {
  const name = `curves[${i}]`;
  const given = fieldsOf(name, value, ['label', 'x', 'y', 'color', 'dash']);
  const xs = numbersOf(`${name}.x`, given.x, { most: mostPoints });
  checkAscending(`${name}.x`, xs);
  const ys = numbersOf(`${name}.y`, given.y, { most: mostPoints, gaps: true });
  checkLength(`${name}.y`, ys, xs.length, 'x');
  return {
    key: `curve-${i}`,
    label: textOf(`${name}.label`, given.label) ?? '',
    xs,
    ys,
    color: colorOf(`${name}.color`, given.color),
    dash: dashOf(`${name}.dash`, given.dash),
  };
}

/**
 * @param {Counted} bins
 * @param {Translate} t
 * @param {Format} format
 */
function summaryOf({ low, high, counts: list, below, above, gaps }, t, format) {
  let count = 0;
  let fullest = 0;
  list.forEach((each, i) => {
    count += each;
    if (each > list[fullest]) fullest = i;
  });
  const edge = (/** @type {number} */ i) => format.number(low + (high - low) * (i / list.length));
  const said = {
    count: format.integer(count),
    bins: list.length,
    low: format.number(low),
    high: format.number(high),
    from: edge(fullest),
    to: edge(fullest + 1),
    most: format.integer(list[fullest] ?? 0),
    below: format.integer(below),
    above: format.integer(above),
    gaps: format.integer(gaps),
  };
  return [
    count > 0 ? 'summary' : 'empty',
    ...(below + above > 0 ? ['outside'] : []),
    ...(gaps > 0 ? ['gaps'] : []),
  ].map((key) => t(`charts.histogram.${key}`, said));
}
