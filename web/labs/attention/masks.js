/**
 * <sd-attention-masks>: the four masks of this sentence as matrices, what their names mean, what True means in each
 * library, and that a score of 0 is not a mask.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Model } from './types.js' */

import { html, nothing } from 'lit';
import { shareInWords } from '../../i18n/share-in-words.js';
import { visibilityOf } from '../../tables/attention.js';
import { matrix } from '../parts/matrix.js';
import { picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { weightRow } from './model.js';
import { AttentionSection } from './section.js';
import { masksStyles } from './story-styles.js';
import { attentionStyles } from './styles.js';

/** @typedef {{name: string, values: Float32Array, fullyMasked: number}} Mask  1 where a query sees a key */
/** @typedef {{zero: Float32Array, blocked: Float32Array}} Mistake  weights of a row: with masked scores set to 0, and with the mask */

const maskNames = ['none', 'causal', 'padding', 'window'];

/** Libraries and formats with their own meaning of True. The catalogue has their words. */
const dialects = [
  'torch-sdpa',
  'torch-mha',
  'torch-padding',
  'onnx',
  'keras',
  'huggingface',
  'here',
];

export const AttentionMasks = picture(
  {
    name: 'attention-masks',
    styles: [attentionStyles, masksStyles],
    results: {
      masks: source({
        needs: ({ length, side, window }, /** @type {AttentionSection} */ { model }) =>
          model && { model, sizes: { length, side, window } },
        compute: (engine, { model, sizes }) =>
          maskNames.map((name) => maskOf(engine, model, name, sizes)),
      }),
      mistake: source({
        needs: (_, /** @type {AttentionSection} */ { model, shown }) => model && { model, shown },
        compute: (engine, { model, shown }) => mistakeOf(engine, model, shown),
      }),
    },
    more: (view) => meanings(view),
    layout(view, { head, problem, more }) {
      const { t, params, results } = view;
      return html`${head}
        ${params.kind === 'causal' ? html`<p class="note">${rich(t, 'attention.masks.also')}</p>` : nothing}
        ${problem}
        <div class="masks">${results.masks?.map((mask) => maskMatrix(view, mask))}</div>
        <dl class="names">
          ${maskNames.map(
            (name) =>
              html`<dt>${plain(t, `attention.choice.mask.${name}`)}</dt>
                <dd>${rich(t, `attention.masks.${name}`)}</dd>`,
          )}
        </dl>
        ${results.mistake ? mistakeWords(view, results.mistake) : nothing} ${more}`;
    },
  },
  AttentionSection,
);

/**
 * Computes a mask as attention to equal keys shows it.
 * @param {Engine} engine
 * @param {Model} model
 * @param {string} name
 * @param {object} sizes
 * @returns {Mask}
 */
function maskOf(engine, model, name, sizes) {
  const [, rows, keys] = model.weights.shape;
  const zeros = (/** @type {number} */ length) => ({
    data: new Float32Array(length),
    shape: [length, 1],
  });
  const { maskedScores, fullyMasked } = engine.attention(zeros(rows), zeros(keys), zeros(keys), {
    ...visibilityOf({ ...sizes, kind: 'self', mask: name }, keys),
    returns: ['maskedScores'],
  });
  const values = maskedScores.data.map((score) => Number(score > -Infinity));
  return { name, values, fullyMasked: fullyMasked.length };
}

/** @param {Engine} engine @param {Model} model @param {AttentionSection['shown']} shown @returns {Mistake} */
function mistakeOf(engine, model, { query, head }) {
  const { data, shape } = model.head(head).masked;
  const own = data.subarray(query * shape[1], (query + 1) * shape[1]);
  const zeroed = own.map((score, key) => (model.sees(query, key) ? score : 0));
  return {
    zero: engine.softmax({ data: zeroed, shape: [shape[1]] }).data,
    blocked: weightRow(model, head, query),
  };
}

/** @param {AttentionSection} view @param {Mask} mask */
function maskMatrix({ t, params, set, model, count }, { name, values, fullyMasked }) {
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
      ...{ rows, columns, values },
      ramp: 'weight',
      domain: [0, 2.2],
      cell: side >= 8 ? Math.floor(side) : side,
      at: (row, column) =>
        plain(t, 'attention.place.pair', { query: queries[row], key: keys[column] }),
      read: (value) => t(value ? 'attention.seen' : 'attention.unseen'),
      format: () => '',
      crossed: (row, column) => values[row * columns + column] === 0,
    })}
    ${
      fullyMasked > 0
        ? html`<span class="note"
            >${t('attention.masks.blind', { count: count(fullyMasked) })}</span
          >`
        : ''
    }
  </div>`;
}

/** @param {AttentionSection} view @param {Mistake} mistake */
function mistakeWords({ t, format, model, shown }, { zero, blocked }) {
  if (!model) return nothing;
  const { keys, queries } = model.source;
  const query = queries[shown.query];
  const hidden = [...keys.keys()].filter((key) => !model.sees(shown.query, key));
  if (hidden.length === 0)
    return html`<p class="verdict">${rich(t, 'attention.masks.mistake.none', { query })}</p>`;
  // The largest of what leaks, because it does the most harm
  const worst = hidden.reduce((best, key) => (zero[key] > zero[best] ? key : best));
  return html`<p class="verdict">
    ${rich(t, 'attention.masks.mistake', {
      query,
      key: keys[worst],
      zero: html`<strong data-value="leak"
        >${shareInWords(format, format.share(zero[worst]))}</strong
      >`,
      blocked: html`<strong data-value="blocked"
        >${shareInWords(format, format.share(blocked[worst]))}</strong
      >`,
    })}
  </p>`;
}

/** @param {AttentionSection} view */
const meanings = ({ t }) =>
  html`<h4>${rich(t, 'attention.masks.true.title')}</h4>
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
