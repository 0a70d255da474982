/** What is measured of several laws, as tables: that behind the histograms, and a small one that is always seen. */
import { html } from 'lit';
import { plain, rich } from '../parts/text.js';
import { histogramTable } from '../parts/figure.js';

/** @import { Histogram } from '../../engine/types.js' */
/** @import { Translate } from '../../i18n/index.js' */

/**
 * Where the bins of several histograms lie, and how many values they hold.
 * @param {Translate} t
 * @param {string} what  the column that names them
 * @param {readonly (readonly [name: string, histogram: Histogram])[]} all
 */
export const binsTable = (t, what, all) => ({
  columns: [{ key: what, label: t(`scoring.table.${what}`) }, ...histogramTable(t).columns],
  rows: all.flatMap(([name, histogram]) =>
    histogramTable(t, histogram).rows.map((row) => ({ [what]: name, ...row })),
  ),
});

/**
 * A row of numbers for each law. The words are KEY.caption and KEY.column.NAME.
 * @param {Translate} t
 * @param {object} spec
 * @param {string} spec.key
 * @param {string} spec.what  the column that names the laws
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
