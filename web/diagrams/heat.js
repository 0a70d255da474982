/** A matrix as coloured cells. */
import { svg } from 'lit';
import { heat as draw, heatHeight } from '../charts/heat.js';
import { textWidth } from '../charts/label.js';
import {
  axisOf,
  carefully,
  checkChoice,
  checkLength,
  checkRange,
  endsOf,
  fieldsOf,
  flagOf,
  isList,
  isObject,
  labelOf,
  listOf,
  numbersOf,
  optional,
  optionsOf,
  orNull,
  tensorOf,
  textOf,
  wrongType,
} from './read.js';

/** @import { Diagram } from './types.js' */
/** @import { RampName } from '../charts/ramps.js' */

/** Largest number of cells, and of rows or columns, that a picture can show. */
const mostCells = 2 ** 20;
const mostLines = 4096;

/** @type {readonly RampName[]} */
const ramps = ['query', 'key', 'value', 'weight', 'score', 'neutral', 'diverging'];

const any = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };

/**
 * @param {unknown} data
 * @param {unknown} [options]
 * @returns {Diagram}
 */
export const heat = (data, options) =>
  carefully('heat', () => {
    const own = ['rows', 'columns', 'x', 'y', 'values', 'ramp', 'domain', 'numbers'];
    const { given, common } = optionsOf(options, own);
    const { rows, columns, values } = readMatrix(data);
    const rowNames = namesOf('rows', given.rows, rows);
    const columnNames = namesOf('columns', given.columns, columns);
    const [lowest, highest] = endsOf(values);
    const ramp =
      optional(given.ramp, (name) => ramps[checkChoice('ramp', name, ramps)]) ??
      (values[lowest] < 0 ? 'diverging' : 'neutral');
    const domain = optional(given.domain, (ends) => checkRange('domain', ends, any));
    const [xAxis, yAxis] = [axisOf('x', given.x, '', []), axisOf('y', given.y, '', [])];
    const label = textOf('values', given.values);
    const numbers = flagOf('numbers', given.numbers);
    const slanted = columnNames !== undefined && columnNames.some((name) => name.length > 3);
    return {
      kind: 'heat',
      common,
      height: (width) =>
        heatHeight(width, {
          rows: Math.max(1, rows),
          columns: Math.max(1, columns),
          x: { label: ' ', slanted, tick: columnNames && ((i) => columnNames[i]) },
          left: Math.ceil(Math.max(20, ...(rowNames ?? []).map((name) => textWidth(name)))) + 10,
        }),
      speak: ({ t, format }) => {
        const x = axisIn(xAxis.label, columnNames, t('charts.column'));
        const y = axisIn(yAxis.label, rowNames, t('charts.row'));
        const scale = label ?? t('charts.value');
        return {
          summary: [
            lowest < 0
              ? t('charts.empty')
              : t('charts.heat.summary', {
                  ...{ rows, columns },
                  ...{ low: format.number(values[lowest]), high: format.number(values[highest]) },
                  row: y.tick(Math.floor(highest / columns)),
                  column: x.tick(highest % columns),
                }),
          ],
          draw(width, height) {
            const box = { left: 0, top: 0, right: width, bottom: height };
            if (values.length === 0) return { content: svg``, box };
            return draw({
              ...{ width, height, rows, columns, values, ramp, domain, numbers },
              x: { ...x, slanted },
              y,
              scale: { label: scale },
            });
          },
          columns: { row: y.label, column: x.label, value: scale },
        };
      },
      rows: () =>
        Array.from(values, (value, i) => ({
          row: rowNames?.[Math.floor(i / columns)] ?? Math.floor(i / columns) + 1,
          column: columnNames?.[i % columns] ?? (i % columns) + 1,
          value: orNull(value),
        })),
    };
  });

/**
 * @param {string} label
 * @param {string[] | undefined} names
 * @param {string} usual
 */
const axisIn = (label, names, usual) => ({
  label: label || usual,
  tick: (/** @type {number} */ i) => names?.[i] ?? String(i + 1),
});

/** @param {string} name @param {unknown} value @param {number} length */
function namesOf(name, value, length) {
  if (value === undefined) return undefined;
  const names = listOf(name, value, 'names', mostLines).map(
    (each, i) => labelOf(`${name}[${i}]`, each) ?? '',
  );
  checkLength(name, names, length, 'the matrix has');
  return names;
}

/** @param {unknown} data @returns {{rows: number, columns: number, values: Float64Array}} */
function readMatrix(data) {
  if (isList(data)) {
    const lines = listOf('data', data, 'rows', mostLines).map((row, i) =>
      numbersOf(`data[${i}]`, row, { gaps: true, most: mostLines }),
    );
    const columns = lines[0]?.length ?? 0;
    lines.forEach((row, i) => checkLength(`data[${i}]`, row, columns, 'the first row has'));
    checkCells(lines.length, columns);
    const values = new Float64Array(lines.length * columns);
    lines.forEach((row, i) => values.set(row, i * columns));
    return { rows: lines.length, columns, values };
  }
  if (!isObject(data)) throw wrongType('data', data, 'rows of numbers, or a tensor {data, shape}');
  const { values, shape } = tensorOf('data', fieldsOf('data', data, ['data', 'shape', 'dtype']));
  // Leading dimensions of 1 (one batch, one head) are dropped.
  const [rows, columns, ...more] = shape.slice(
    shape.findIndex((axis, i) => axis !== 1 || i >= shape.length - 2),
  );
  if (columns === undefined || more.length > 0)
    throw new RangeError(`data.shape: got [${shape.join(', ')}]; expected [rows, columns]`);
  checkCells(rows, columns);
  return { rows, columns, values };
}

/** @param {number} rows @param {number} columns */
function checkCells(rows, columns) {
  if (Math.max(rows, columns) > mostLines || rows * columns > mostCells)
    throw new RangeError(
      `data: got ${rows} × ${columns} numbers; expected at most ${mostCells}, and ${mostLines} in a row or column`,
    );
}
