/** Spread of values: a line in the middle of one band or two. */
import { bands as draw } from '../charts/bands.js';
import { eachOf } from './diagram.js';
import {
  axisOf,
  carefully,
  checkAscending,
  checkLength,
  colorOf,
  counting,
  cycle,
  fieldsOf,
  isList,
  listOf,
  mostPoints,
  numberOf,
  numbersOf,
  optional,
  optionsOf,
  textOf,
} from './read.js';

/** @import { Diagram } from './types.js' */

/** @type {readonly ('low' | 'middle' | 'high' | 'innerLow' | 'innerHigh')[]} */
const ends = ['low', 'middle', 'high', 'innerLow', 'innerHigh'];

/**
 * @param {unknown} data
 * @param {unknown} [options]
 * @returns {Diagram}
 */
export const bands = (data, options) =>
  carefully('bands', () => {
    const { given, common } = optionsOf(options, ['x', 'y', 'at', 'names']);
    const list = isList(data) ? listOf('data', data, 'bands') : [data];
    const all = list.map((band, i) => readBand(isList(data) ? `data[${i}]` : 'data', band, i));
    const at = optional(given.at, (value) => numberOf('at', value));
    const names = readNames(given.names);
    const [xAxis, yAxis] = [axisOf('x', given.x, ''), axisOf('y', given.y, '')];
    const isInner = all.some(({ innerLow }) => innerLow);
    return {
      kind: 'bands',
      common,
      height: 320,
      speak: ({ t, format }) => {
        const middle = names.middle ?? t('charts.middle');
        const nameOf = (/** @type {number} */ i) =>
          all[i].label ?? t('charts.band.name', { number: i + 1 });
        return {
          summary: eachOf(all, t, (band, i) => {
            const last = band.x.length - 1;
            if (last < 0) return t('charts.empty');
            return t('charts.bands.one', {
              label: nameOf(i),
              name: middle,
              ...{ first: format.number(band.middle[0]), from: format.number(band.x[0]) },
              ...{ last: format.number(band.middle[last]), to: format.number(band.x[last]) },
            });
          }),
          draw: (width, height) =>
            draw({
              width,
              height,
              series: all.map((band, i) => ({
                key: `band-${i}`,
                label: band.label ?? '',
                name: nameOf(i),
                color: band.color,
                points: Array.from(band.x, (x, point) => pointOf(band, point, x)),
              })),
              words: {
                median: middle,
                outer: names.range ?? t('charts.range'),
                inner: isInner ? (names.inner ?? t('charts.inner')) : '',
                mean: '',
              },
              at,
              x: { ...xAxis, label: xAxis.label || t('charts.x') },
              y: { ...yAxis, label: yAxis.label || t('charts.y') },
            }),
          columns: {
            band: all.length > 1 ? t('charts.band') : undefined,
            x: t('charts.x'),
            low: t('charts.low'),
            innerLow: isInner ? t('charts.innerLow') : undefined,
            middle,
            innerHigh: isInner ? t('charts.innerHigh') : undefined,
            high: t('charts.high'),
          },
        };
      },
      rows: () =>
        all.flatMap((band, i) =>
          Array.from(band.x, (x, point) => ({
            ...(all.length > 1 && { band: band.label ?? i + 1 }),
            x,
            ...Object.fromEntries(
              ends.flatMap((end) => (band[end] ? [[end, band[end][point]]] : [])),
            ),
          })),
        ),
      data: { at },
    };
  });

/** @param {unknown} value */
function readNames(value) {
  const given = fieldsOf('names', value, ['middle', 'range', 'inner']);
  return {
    middle: textOf('names.middle', given.middle),
    range: textOf('names.range', given.range),
    inner: textOf('names.inner', given.inner),
  };
}

/** @param {string} name @param {unknown} value @param {number} i */
function readBand(name, value, i) {
  const given = fieldsOf(name, value, ['label', 'x', ...ends, 'color']);
  const read = (/** @type {string} */ end) =>
    numbersOf(`${name}.${end}`, given[end], { most: mostPoints });
  const middle = read('middle');
  const same = (/** @type {string} */ end) => {
    const numbers = read(end);
    checkLength(`${name}.${end}`, numbers, middle.length, 'middle');
    return numbers;
  };
  const x = given.x === undefined ? counting(middle.length) : same('x');
  checkAscending(`${name}.x`, x);
  const isInner = given.innerLow !== undefined || given.innerHigh !== undefined;
  return {
    label: textOf(`${name}.label`, given.label),
    color: colorOf(`${name}.color`, given.color) ?? cycle[i % cycle.length],
    ...{ x, middle, low: same('low'), high: same('high') },
    innerLow: isInner ? same('innerLow') : undefined,
    innerHigh: isInner ? same('innerHigh') : undefined,
  };
}

/** @param {ReturnType<typeof readBand>} band @param {number} i @param {number} x */
function pointOf({ low, innerLow, middle, innerHigh, high }, i, x) {
  const p50 = middle[i];
  return {
    x,
    mean: NaN,
    // Without inner ends, the inner band has no height.
    quantiles: {
      ...{ p05: low[i], p25: innerLow?.[i] ?? p50, p50 },
      ...{ p75: innerHigh?.[i] ?? p50, p95: high[i] },
    },
  };
}
