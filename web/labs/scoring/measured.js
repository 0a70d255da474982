/**
 * Tables of measurements of several distributions: that behind the histograms, and a small one that is always visible.
 */
import { html } from 'lit';
import { plain, rich } from '../parts/text.js';
import { histogramTable } from '../parts/figure.js';

/** @import { Histogram } from '../../engine/types.js' */
/** @import { Translate } from '../../i18n/index.js' */

/**
 * The bins of several histograms, and how many values they hold.
 * @param {Translate} t
 * @param {string} what  the column with their names
 * @param {readonly (readonly [name: string, histogram: Histogram])[]} all
 */
export const binsTable = (t, what, all) => ({
  columns: [{ key: what, label: t(`scoring.table.${what}`) }, ...histogramTable(t).columns],
  rows: all.flatMap(([name, histogram]) =>
    histogramTable(t, histogram).rows.map((row) => ({ [what]: name, ...row })),
  ),
});

/**
 * Renders a row of numbers for each distribution. The words are KEY.caption and KEY.column.NAME.
 * @param {Translate} t
 * @param {object} spec
 * @param {string} spec.key
 * @param {string} spec.what  the column with the names of the distributions
 * @param {readonly string[]} spec.columns
 * @param {readonly (readonly [name: unknown, values: readonly string[]])[]} spec.rows
 */
export const numbersTable = (t, { key, what, columns, rows }) =>
  html`<div
    class="scroll numbers"
    tabindex="0"
    role="group"
    aria-label=${plain(t, `${key}.caption`)}
  >
    <table class="moments wide">
      <caption class="visually-hidden">
        ${plain(t, `${key}.caption`)}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t(`scoring.table.${what}`)}</th>
          ${columns.map((column) => html`<th scope="col">${rich(t, `${key}.column.${column}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, values]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${values.map((value) => html`<td class="number">${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
