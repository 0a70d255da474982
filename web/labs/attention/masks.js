/**
 * <sd-attention-masks>: the four masks of this sentence as matrices, what their names mean, what True means where, and
 * that a score of 0 is not a mask.
 */
import { html, nothing } from 'lit';
import { visibilityOf } from '../../tables/attention.js';
import { matrix } from '../parts/matrix.js';
import { plain, rich } from '../lab/text.js';
import { weightRow } from './model.js';
import { AttentionSection } from './section.js';
import { attentionStyles, masksStyles } from './styles.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').Tensor} Tensor */

const maskNames = /** @type {const} */ (['none', 'causal', 'padding', 'window']);

/** Whose True means what; the words stand in the catalogue. */
const dialects = /** @type {const} */ ([
  'torch-sdpa',
  'torch-mha',
  'torch-padding',
  'onnx',
  'keras',
  'huggingface',
  'here',
]);

export class AttentionMasks extends AttentionSection {
  static pictured = false;
  static styles = [...AttentionSection.styles, attentionStyles, masksStyles];

  constructor() {
    super();
    /** @type {Map<string, {values: Float32Array, blind: number}>} */
    this.masks = new Map();
    /** Weights of the shown query: as it is, with masked scores 0, masked. @type {{zero: Float32Array, blocked: Float32Array} | null} */
    this.mistake = null;
  }

  inputs() {
    return [this.model?.id, this.shown];
  }

  /** @param {Engine} engine */
  compute(engine) {
    const { model } = this;
    if (!model) return;
    const [, rows, keys] = model.weights.shape;
    this.masks = new Map(maskNames.map((mask) => [mask, this.maskOf(engine, mask, rows, keys)]));
    this.mistake = this.mistakeOf(engine);
  }

  /**
   * 1 where a query sees a key: what attention to equal keys leaves.
   * @param {Engine} engine
   * @param {string} mask
   * @param {number} rows
   * @param {number} keys
   */
  maskOf(engine, mask, rows, keys) {
    const zeros = (/** @type {number} */ length) => ({
      data: new Float32Array(length),
      shape: [length, 1],
    });
    const visibility = visibilityOf({ ...this.params, kind: 'self', mask }, keys);
    const { maskedScores, fullyMasked } = engine.attention(zeros(rows), zeros(keys), zeros(keys), {
      ...visibility,
      returns: ['maskedScores'],
    });
    const values = maskedScores.data.map((score) => Number(score > -Infinity));
    return { values, blind: fullyMasked.length };
  }

  /** The same row, masked as it should be and with its masked scores set to 0. @param {Engine} engine */
  mistakeOf(engine) {
    const { model, shown } = this;
    if (!model) return null;
    const { masked } = model.head(shown.head);
    const { data, shape } = /** @type {Tensor} */ (masked);
    const own = data.subarray(shown.query * shape[1], (shown.query + 1) * shape[1]);
    const zeroed = own.map((score, key) => (model.sees(shown.query, key) ? score : 0));
    return {
      zero: engine.softmax({ data: zeroed, shape: [shape[1]] }).data,
      blocked: weightRow(model, shown.head, shown.query),
    };
  }

  render() {
    const { t, params } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'attention.masks.title')}</h3>
      <p class="lead">${rich(t, 'attention.masks.lead')}</p>
      ${params.kind === 'causal' ? html`<p class="note">${rich(t, 'attention.masks.also')}</p>` : nothing}
      ${this.renderProblem()}
      <div class="masks">${[...this.masks].map(([name, mask]) => this.renderMask(name, mask))}</div>
      <dl class="names">
        ${maskNames.map(
          (name) =>
            html`<dt>${plain(t, `attention.choice.mask.${name}`)}</dt>
              <dd>${rich(t, `attention.masks.${name}`)}</dd>`,
        )}
      </dl>
      ${this.renderMistake()} ${this.renderMeanings()}
    </section>`;
  }

  /** @param {string} name @param {{values: Float32Array, blind: number}} mask */
  renderMask(name, { values, blind }) {
    const { t, params, set, model } = this;
    const [, rows, columns] = model?.weights.shape ?? [0, 1, 1];
    const { queries = [], keys = [] } = model?.source ?? {};
    const side = Math.min(16, Math.max(0.25, 136 / Math.max(rows, columns)));
    const words = plain(t, `attention.choice.mask.${name}`);
    return html`<div class="matrix" data-mask=${name}>
      <button
        type="button"
        class="chip name"
        aria-pressed=${params.mask === name ? 'true' : 'false'}
        @click=${() => set({ mask: name })}
      >
        ${words}
      </button>
      ${matrix({
        key: name,
        name: `${words}. ${t('attention.matrices.keys')}`,
        rows,
        columns,
        values,
        ramp: 'weight',
        domain: [0, 2.2],
        cell: side >= 8 ? Math.floor(side) : side,
        at: (/** @type {number} */ row, /** @type {number} */ column) =>
          plain(t, 'attention.place.pair', { query: queries[row], key: keys[column] }),
        read: (/** @type {number} */ value) => t(value ? 'attention.seen' : 'attention.unseen'),
        format: () => '',
        crossed: (/** @type {number} */ row, /** @type {number} */ column) =>
          values[row * columns + column] === 0,
      })}
      ${
        blind > 0
          ? html`<span class="note"
              >${t('attention.masks.blind', { count: this.count(blind) })}</span
            >`
          : ''
      }
    </div>`;
  }

  renderMistake() {
    const { t, model, mistake, shown } = this;
    if (!model || !mistake) return '';
    const { keys, queries } = model.source;
    const hidden = keys.flatMap((_, j) => (model.sees(shown.query, j) ? [] : [j]));
    const query = queries[shown.query];
    if (hidden.length === 0)
      return html`<p class="verdict">${rich(t, 'attention.masks.mistake.none', { query })}</p>`;
    // The greatest of what leaks, because that is where it hurts
    const worst = hidden.reduce(
      (best, j) => (mistake.zero[j] > mistake.zero[best] ? j : best),
      hidden[0],
    );
    return html`<p class="verdict">
      ${rich(t, 'attention.masks.mistake', {
        query,
        key: keys[worst],
        zero: html`<strong data-value="leak">${this.format.share(mistake.zero[worst])}</strong>`,
        blocked: html`<strong data-value="blocked"
          >${this.format.share(mistake.blocked[worst])}</strong
        >`,
      })}
    </p>`;
  }

  renderMeanings() {
    const { t } = this;
    return html`<h4>${rich(t, 'attention.masks.true.title')}</h4>
      <div
        class="scroll"
        tabindex="0"
        role="group"
        aria-label=${plain(t, 'attention.masks.true.title')}
      >
        <table class="meanings">
          <thead>
            <tr>
              ${['where', 'true', 'added'].map((column) => html`<th scope="col">${rich(t, `attention.masks.true.${column}`)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${dialects.map(
              (name) =>
                html`<tr>
                  <th scope="row">${rich(t, `attention.dialect.${name}`)}</th>
                  <td><strong>${rich(t, `attention.dialect.${name}.true`)}</strong></td>
                  <td>${rich(t, `attention.dialect.${name}.added`)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}
