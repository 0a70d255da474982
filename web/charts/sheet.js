/** The table of a picture's data, on the page. */
import { html, nothing } from 'lit';
import { htmlLabel } from './label.js';

/** @import { Cell, Column, Figure, Table } from './types.js' */

/** @param {Pick<Figure, 'table'>} figure @returns {Table} */
export function tableOf({ table }) {
  return (typeof table === 'function' ? table() : table) ?? { columns: [], rows: [] };
}

/** Largest number of rows shown on the page. */
const mostRows = 1000;

/**
 * @param {Table} table
 * @param {{name: string, more: (shown: number, all: number) => string}} words
 */
export function renderSheet({ columns, rows }, { name, more }) {
  const shown = rows.slice(0, mostRows);
  const side = (/** @type {string} */ key) => (isNumeric(rows, key) ? 'numeric' : '');
  return html`<div class="sheet" tabindex="0" role="region" aria-label=${name}>
      <table>
        <thead>
          <tr>
            ${columns.map(({ key, label }) => html`<th scope="col" class=${side(key)}>${htmlLabel(label)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (row) =>
              html`<tr>
                ${columns.map((column) => html`<td class=${side(column.key)}>${cellText(column, row[column.key])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      rows.length > shown.length
        ? html`<p class="muted">${more(shown.length, rows.length)}</p>`
        : nothing
    }`;
}

/**
 * @param {Table['rows']} rows
 * @param {string} key
 */
export const isNumeric = (rows, key) => rows.some((row) => typeof row[key] === 'number');

/**
 * @param {Column} column
 * @param {Cell} value
 */
export function cellText(column, value) {
  if (value === null || value === undefined) return '';
  return column.format ? column.format(value) : String(value);
}
