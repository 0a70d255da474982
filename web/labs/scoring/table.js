/**
 * <sd-scoring-table>: the eight functions side by side.
 *
 * A table of formula, range, what it takes from the vectors, parameters, cost for the sizes of the controls, and where
 * it comes from; what costs are is counted by the engine.
 */
import { html, nothing } from 'lit';
import { save, toCsv, toJson } from '../../charts/export.js';
import { functionNames, kinds } from '../../tables/scoring.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { formulaOf } from './formulas.js';
import { scoringStyles } from './styles.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').ScoreCost} ScoreCost */
/** @typedef {import('../../tables/scoring.js').FunctionName} FunctionName */

/** Where each comes from: authors and year, and the number that finds it. @type {Record<FunctionName, readonly [paper: string, number: string]>} */
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

export class ScoringTable extends Section {
  static pictured = false;
  static styles = [...Section.styles, scoringStyles];

  constructor() {
    super();
    /** @type {Map<FunctionName, ScoreCost>} */ this.costs = new Map();
  }

  inputs() {
    const { dk, keys, units } = this.params;
    return [dk, keys, units];
  }

  /** @param {Engine} engine */
  compute(engine) {
    const { dk, keys, units } = this.params;
    this.costs = new Map(
      functionNames.map((name) => [
        name,
        engine.scoreCost({
          kind: kinds[name],
          dk: Number(dk),
          keys: Number(keys),
          queries: Number(keys),
          ...(name === 'additive' && { hidden: Number(units) }),
        }),
      ]),
    );
    this.publish('costs', this.costs);
  }

  render() {
    const { t, params } = this;
    const columns = ['formula', 'range', 'sees', 'parameters', 'multiplications', 'origin'];
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'scoring.summary.title')}</h3>
      <p class="lead">
        ${rich(t, 'scoring.summary.lead', {
          dk: this.number(Number(params.dk)),
          keys: this.count(Number(params.keys)),
          units: this.count(Number(params.units)),
        })}
      </p>
      ${this.renderProblem()}
      <div class="scroll" tabindex="0" role="group" aria-labelledby="title">
        <table class="functions">
          <thead>
            <tr>
              <th scope="col">${t('scoring.table.function')}</th>
              ${columns.map((column) => html`<th scope="col">${rich(t, `scoring.summary.${column}`)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${functionNames.map((name) => this.renderRow(name))}
          </tbody>
        </table>
      </div>
      <p class="status">${this.renderFile('csv')} ${this.renderFile('json')}</p>
      <p class="note">${rich(t, 'scoring.summary.note')}</p>
    </section>`;
  }

  /** @param {'csv' | 'json'} kind */
  renderFile(kind) {
    const name = kind.toUpperCase();
    return html`<button
      type="button"
      class="quiet file"
      aria-label="${name}: ${plain(this.t, 'scoring.summary.title')}"
      @click=${() => this.save(kind)}
    >
      ${name}
    </button>`;
  }

  /** @param {FunctionName} name */
  renderRow(name) {
    const { t, costs, params } = this;
    const cost = costs.get(name);
    const [paper, number] = origins[name];
    const tanh = cost?.tangents
      ? html` + ${this.format.compact(cost.tangents)} <span class="muted">tanh</span>`
      : nothing;
    return html`<tr ?data-picked=${params.pick === name}>
      <th scope="row">${rich(t, `scoring.function.${name}`)}</th>
      <td><math displaystyle="true">${formulaOf(name)}</math></td>
      <td>${rich(t, `scoring.range.${name}`)}</td>
      <td>${rich(t, `scoring.sees.${name}`)}</td>
      <td class="number">
        ${name === 'temperature' ? 'τ' : cost ? this.count(cost.parameters) : '…'}
      </td>
      <td class="number">${cost ? this.format.compact(cost.multiplications) : '…'}${tanh}</td>
      <td>${paper}<br /><span class="muted">${number}</span></td>
    </tr>`;
  }

  /** @param {'csv' | 'json'} kind */
  save(kind) {
    const { t, costs } = this;
    const columns = [
      'function',
      'formula',
      'range',
      'parameters',
      'multiplications',
      'tangents',
      'origin',
    ];
    const table = {
      columns: columns.map((key) => ({ key, label: plain(t, `scoring.column.${key}`) })),
      rows: functionNames.map((name) => ({
        function: plain(t, `scoring.function.${name}`),
        formula: texts[name],
        range: plain(t, `scoring.range.${name}`),
        ...costs.get(name),
        origin: `${origins[name][0]}, ${origins[name][1]}`,
      })),
    };
    const title = plain(t, 'scoring.summary.title');
    const text =
      kind === 'csv' ? `\ufeff${toCsv(table)}` : toJson({ title, link: this.link, table });
    const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
    save(`scoring-functions.${kind}`, new Blob([text], { type }));
  }
}
