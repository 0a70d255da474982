/**
 * <sd-scoring-table>: the eight functions side by side.
 *
 * A table of formula, range, which properties of the vectors a function sees, parameters, cost for the sizes of the
 * controls, and origin. The engine counts the costs.
 */
import { html, nothing } from 'lit';
import { save, toCsv, toJson } from '../../charts/export.js';
import { costOptions, functionNames } from '../../tables/scoring.js';
import { plain, rich } from '../parts/text.js';
import { columns, picture } from '../parts/picture.js';
import { optional } from '../parts/source.js';
import { formulaOf } from './formulas.js';
import { scoringStyles } from './styles.js';

/** @import { ScoreCost } from '../../engine/types.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Section } from '../parts/section.js' */

/** @typedef {ReadonlyMap<FunctionName, ScoreCost>} Costs */

/**
 * The origin of each function: authors and year, and the arXiv number.
 * @type {Record<FunctionName, readonly [paper: string, number: string]>}
 */
const origins = {
  dot: ['Luong et al. 2015', 'arXiv:1508.04025'],
  scaled: ['Vaswani et al. 2017', 'arXiv:1706.03762'],
  cosine: ['Graves et al. 2014', 'arXiv:1410.5401'],
  temperature: ['Henry et al. 2020', 'arXiv:2010.04245'],
  distance: ['Kim et al. 2021', 'arXiv:2006.04710'],
  general: ['Luong et al. 2015', 'arXiv:1508.04025'],
  additive: ['Bahdanau et al. 2014', 'arXiv:1409.0473'],
  location: ['Luong et al. 2015', 'arXiv:1508.04025'],
};

/** The formula as text, for files. @type {Record<FunctionName, string>} */
const texts = {
  dot: 'q.k',
  scaled: 'q.k / sqrt(d_k)',
  cosine: 'q.k / (|q| |k|)',
  temperature: 'q.k / (tau |q| |k|)',
  distance: '-|q - k|^2',
  general: 'q^T W k',
  additive: 'v^T tanh(W_q q + W_k k)',
  location: '(W q)_j',
};

/** The table's column heads, and the columns of its files. */
const shownColumns = ['formula', 'range', 'sees', 'parameters', 'multiplications', 'origin'];
const savedColumns = [
  ...['function', 'formula', 'range', 'parameters', 'multiplications', 'tangents', 'origin'],
];

export const ScoringTable = picture({
  name: 'scoring-summary',
  results: {
    costs: optional({
      needs: (params) => functionNames.map((name) => costOptions(params, name)),
      compute: (engine, all) =>
        new Map(functionNames.map((name, i) => [name, engine.scoreCost(all[i])])),
      publish: 'costs',
    }),
  },
  styles: [scoringStyles],
  lead: ({ t, params, number, count }) =>
    rich(t, 'scoring.summary.lead', {
      dk: number(Number(params.dk)),
      keys: count(Number(params.keys)),
      units: count(Number(params.units)),
    }),

  shows(view, { costs }) {
    const { t } = view;
    const file = (/** @type {'csv' | 'json'} */ kind) =>
      html`<button
        type="button"
        class="quiet file"
        aria-label="${kind.toUpperCase()}: ${plain(t, 'scoring.summary.title')}"
        @click=${() => saveAs(kind, view, costs)}
      >
        ${kind.toUpperCase()}
      </button>`;
    return {
      below: html`<div class="scroll" tabindex="0" role="group" aria-labelledby="title">
          <table class="functions">
            <thead>
              <tr>
                <th scope="col">${t('scoring.table.function')}</th>
                ${shownColumns.map((column) => html`<th scope="col">${rich(t, `scoring.summary.${column}`)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${functionNames.map((name) => rowOf(view, name, costs?.get(name)))}
            </tbody>
          </table>
        </div>
        <p class="status" data-aside>${file('csv')} ${file('json')}</p>`,
    };
  },

  more: ({ t }) => rich(t, 'scoring.summary.note'),
});

/** @param {Section} view @param {FunctionName} name @param {ScoreCost} [cost] */
function rowOf({ t, format, params, count }, name, cost) {
  const [paper, number] = origins[name];
  const tanh = cost?.tangents
    ? html` + ${format.compact(cost.tangents)} <span class="muted">tanh</span>`
    : nothing;
  return html`<tr ?data-picked=${params.pick === name}>
    <th scope="row">${rich(t, `scoring.function.${name}`)}</th>
    <td><math displaystyle="true">${formulaOf(name)}</math></td>
    <td>${rich(t, `scoring.range.${name}`)}</td>
    <td>${rich(t, `scoring.sees.${name}`)}</td>
    <td class="number">${name === 'temperature' ? 'τ' : cost ? count(cost.parameters) : '…'}</td>
    <td class="number">${cost ? format.compact(cost.multiplications) : '…'}${tanh}</td>
    <td>${paper}<br /><span class="muted">${number}</span></td>
  </tr>`;
}

/** @param {'csv' | 'json'} kind @param {Section} view @param {Costs | null} costs */
function saveAs(kind, { t, origin }, costs) {
  const table = {
    columns: columns(t, 'scoring.column', savedColumns),
    rows: functionNames.map((name) => ({
      function: plain(t, `scoring.function.${name}`),
      formula: texts[name],
      range: plain(t, `scoring.range.${name}`),
      ...costs?.get(name),
      origin: origins[name].join(', '),
    })),
  };
  const about = { ...origin, title: plain(t, 'scoring.summary.title') };
  const text = kind === 'csv' ? `\ufeff${toCsv(table, about)}` : toJson({ ...about, table });
  const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
  save(`scoring-functions.${kind}`, new Blob([text], { type }));
}
