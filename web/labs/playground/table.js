/** A table made by a program, with its files. */

/** @import { Cell } from '../../charts/types.js' */

import { html, nothing } from 'lit';
import { save, toCsv, toJson } from '../../charts/export.js';
import { constant } from '../../engine/border/constant.js';
import { plain } from '../parts/text.js';

/** @typedef {import('./program.js').PlaygroundProgram} Program */
/** @typedef {import('./program-runner.js').Shown} TableEvent */

/** Largest number of rows and columns shown. Files contain all. */
const most = 200;
const mostColumns = 30;

/** Significant digits of a number in a table. */
const digits = 6;

/** Tables by event, so that the data are read only once. @type {WeakMap<TableEvent, ReturnType<typeof readTable>>} */
const known = new WeakMap();

/** @param {TableEvent} event */
function tableOf(event) {
  const found = known.get(event) ?? readTable(event.data);
  known.set(event, found);
  return found;
}

/** @param {Program} view @param {TableEvent} event @param {number} i */
export function renderTable(view, event, i) {
  const { t, format } = view;
  const { columns, rows } = tableOf(event);
  const shownColumns = columns.slice(0, mostColumns);
  const named = event.options?.title;
  const title =
    typeof named === 'string' && named ? named : plain(t, 'playground.table', { i: i + 1 });
  const table = { columns: columns.map((key) => ({ key, label: key })), rows };
  const about = { title, ...view.origin };
  const saveAs = (/** @type {'csv' | 'json'} */ kind) => {
    const text = kind === 'csv' ? `\ufeff${toCsv(table, about)}` : toJson({ ...about, table });
    const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
    save(`playground-table-${i + 1}.${kind}`, new Blob([text], { type }));
  };
  return html`<figure class="table">
    <figcaption>${title}</figcaption>
    <div class="scroll" tabindex="0" role="group" aria-label=${title}>
      <table>
        <thead>
          <tr>
            ${shownColumns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, most).map(
            (row) =>
              html`<tr>
                ${shownColumns.map((column) => cell(row[column]))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="status">
      ${rows.length > most ? t('common.frame.shown', { shown: format.integer(most), all: format.integer(rows.length) }) : nothing}
      ${constant(['csv', 'json']).map(
        (kind) =>
          html`<button
            type="button"
            class="quiet file"
            aria-label="${kind.toUpperCase()}: ${title}"
            @click=${() => saveAs(kind)}
          >
            ${kind.toUpperCase()}
          </button>`,
      )}
    </p>
  </figure>`;
}

/** @param {Cell | undefined} value */
const cell = (value) =>
  typeof value === 'number'
    ? html`<td class="number">
        ${Number.isInteger(value) ? value : Number(value.toPrecision(digits))}
      </td>`
    : html`<td>${value === null || value === undefined ? '' : String(value)}</td>`;

/** @typedef {Record<string, Cell>} Row */

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

/**
 * Reads a program's data as rows by column name. The data are a list of rows (objects, lists or single values), or columns by name.
 * @param {unknown} data
 * @returns {{columns: string[], rows: Row[]}}
 */
export function readTable(data) {
  const rows = isList(data)
    ? Array.from(data, rowOf)
    : isObject(data)
      ? rowsOf(data)
      : [rowOf(data)];
  /** @type {Set<string>} */
  const columns = new Set();
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  return { columns: [...columns], rows };
}

/** @param {unknown} value @returns {value is Cell} */
const isCell = (value) =>
  value === null || ['number', 'string', 'boolean', 'undefined'].includes(typeof value);

/** @param {unknown} value @returns {Cell} */
const cellOf = (value) =>
  isCell(value)
    ? value
    : isObject(value)
      ? JSON.stringify(value, (_, inside) => (typeof inside === 'bigint' ? String(inside) : inside))
      : String(value);

/** @param {Iterable<[string, unknown]>} cells @returns {Row} */
const rowFrom = (cells) =>
  Object.fromEntries([...cells].map(([name, value]) => [name, cellOf(value)]));

/** @param {unknown} value @returns {Row} */
function rowOf(value) {
  if (isList(value)) return rowFrom(Array.from(value, (each, i) => [String(i + 1), each]));
  return rowFrom(isObject(value) ? Object.entries(value) : [['value', value]]);
}

/** @param {object} columns @returns {Row[]} */
function rowsOf(columns) {
  /** @type {[string, ArrayLike<unknown>][]} */
  const lists = Object.entries(columns).filter(([, values]) => isList(values));
  if (lists.length === 0) return [rowOf(columns)];
  const length = lists.reduce((most, [, values]) => Math.max(most, values.length), 0);
  return Array.from({ length }, (_, i) =>
    rowFrom(lists.map(([name, values]) => [name, values[i]])),
  );
}
