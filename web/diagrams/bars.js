/** One bar per category, or two beside each other. */
import { bars as draw } from '../charts/bars.js';
import { eachOf } from './diagram.js';
import {
  axisOf,
  carefully,
  checkLength,
  colorOf,
  cycle,
  endsOf,
  fieldsOf,
  flagOf,
  isList,
  isObject,
  isTypedArray,
  labelOf,
  listOf,
  numbersOf,
  optionsOf,
  orNull,
  wrongType,
} from './read.js';

/** @import { ColorName } from '../charts/tokens.js' */
/** @import { Diagram } from './types.js' */

/** Largest number of bars. More would not be visible. */
const most = 1000;

/** @typedef {{label?: string, values: Float64Array, color?: ColorName}} Series */

/**
 * @param {unknown} data
 * @param {unknown} [options]
 * @returns {Diagram}
 */
export const bars = (data, options) =>
  carefully('bars', () => {
    const { given, common } = optionsOf(options, ['x', 'y', 'color', 'numbers']);
    const { labels, series } = readBars(data);
    const color = colorOf('color', given.color);
    const xAxis = axisOf('x', given.x, '', []);
    const yAxis = axisOf('y', given.y, '', ['domain', 'ticks']);
    const numbers = flagOf('numbers', given.numbers);
    const nameOf = (/** @type {number} */ i) => labels?.[i] ?? String(i + 1);
    return {
      kind: 'bars',
      common,
      height: 280,
      speak: ({ t, format }) => {
        const y = { ...yAxis, label: yAxis.label || t('charts.value') };
        return {
          summary: eachOf(series, t, ({ label = y.label, values }) => {
            const [lowest, highest] = endsOf(values);
            if (lowest < 0) return t('charts.empty');
            return t('charts.bars.one', {
              label,
              bars: values.length,
              ...{ low: format.number(values[lowest]), lowest: nameOf(lowest) },
              ...{ high: format.number(values[highest]), highest: nameOf(highest) },
            });
          }),
          draw: (width, height) =>
            draw({
              width,
              height,
              series: series.map((one, i) => ({
                key: `bars-${i}`,
                label: one.label ?? y.label,
                values: one.values,
                color: one.color ?? color ?? cycle[i],
              })),
              tick: nameOf,
              name: nameOf,
              numbers,
              x: xAxis,
              y,
            }),
          columns: {
            label: xAxis.label || t('charts.label'),
            ...Object.fromEntries(series.map(({ label }, i) => [`value${i}`, label ?? y.label])),
          },
        };
      },
      rows: () =>
        Array.from({ length: series[0].values.length }, (_, i) => ({
          label: nameOf(i),
          ...Object.fromEntries(series.map(({ values }, at) => [`value${at}`, orNull(values[i])])),
        })),
    };
  });

/** @param {unknown} data @returns {{labels?: string[], series: Series[]}} */
function readBars(data) {
  const gaps = { gaps: true, most };
  if (isTypedArray(data)) return { series: [{ values: numbersOf('data', data, gaps) }] };
  if (isList(data)) return readEach(listOf('data', data, 'bars', most));
  if (!isObject(data))
    throw wrongType('data', data, 'an array of {label, value}, or {labels, values}');
  const given = fieldsOf('data', data, ['labels', 'values', 'series']);
  const series =
    given.series === undefined
      ? [{ values: numbersOf('data.values', given.values, gaps) }]
      : listOf('data.series', given.series, 'series', 2).map(readSeries);
  if (series.length === 0) throw wrongType('data.series', given.series, 'one or two series');
  const { length } = series[0].values;
  if (series.length > 1)
    checkLength('data.series[1].values', series[1].values, length, 'the first');
  if (given.labels === undefined) return { series };
  const labels = listOf('data.labels', given.labels, 'labels', most).map(
    (label, i) => labelOf(`data.labels[${i}]`, label) ?? '',
  );
  checkLength('data.labels', labels, length, 'values');
  return { labels, series };
}

/** Reads a list of bars, with names or as bare numbers. @param {unknown[]} list */
function readEach(list) {
  const named = list.map((bar, i) => {
    if (!isObject(bar)) return { value: bar };
    const { label, value } = fieldsOf(`data[${i}]`, bar, ['label', 'value']);
    return { label: labelOf(`data[${i}].label`, label), value };
  });
  const values = numbersOf(
    'data',
    named.map(({ value }) => value),
    { gaps: true },
  );
  return { labels: named.map(({ label }, i) => label ?? String(i + 1)), series: [{ values }] };
}

/** @param {unknown} value @param {number} i @returns {Series} */
function readSeries(value, i) {
  const name = `data.series[${i}]`;
  const given = fieldsOf(name, value, ['label', 'values', 'color']);
  return {
    label: labelOf(`${name}.label`, given.label),
    values: numbersOf(`${name}.values`, given.values, { gaps: true, most }),
    color: colorOf(`${name}.color`, given.color),
  };
}
