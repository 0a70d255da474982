/**
 * How a cell was computed, in numbers: the engine's terms of a product or of a softmax, written out. The result is the
 * cell itself.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Tensor } from '../../engine/types.js' */
/** @import { View } from './cell.js' */
/** @import { CellPlace, Head, MatrixName, Model, ShownName } from './types.js' */
/** @import { AttentionSection } from './section.js' */

import { html, nothing } from 'lit';
import { htmlLabel } from '../../charts/label.js';
import { isTrained } from '../../tables/attention.js';
import { plain } from '../parts/text.js';
import { matrixIn } from './model.js';
import { letters, memory } from './steps.js';

/** Number of terms that are written out at first. */
const mostTerms = 8;

/**
 * Returns the two factors of a matrix that is a product, whether the right one is transposed, and the bias.
 * @param {CellPlace} cell
 * @param {Head} head
 * @returns {[left: MatrixName, right: MatrixName, transposed: boolean, bias?: Tensor] | null}
 */
function factorsOf({ name }, head) {
  const from = memory(head);
  if (name === 'q' && head.wq) return ['x', 'wq', false, head.bq];
  if (name === 'k' && head.wk) return [from, 'wk', false, head.bk];
  if (name === 'v' && head.wv) return [from, 'wv', false, head.bv];
  if (name === 'scores') return ['q', 'k', true];
  return name === 'output' ? ['weights', 'v', false] : null;
}

/** @param {Head} head @param {CellPlace} cell */
export function valueOf(head, { name, row, column }) {
  const { data, shape } = matrixIn(head, name);
  return data[row * shape[1] + column];
}

/**
 * @param {View} section
 * @param {Engine} engine
 * @param {{model: Model, head: Head, cell: CellPlace}} current
 * @param {boolean} isChanged  whether the visitor has changed the cell
 */
export function arithmetic(section, engine, { model, head, cell }, isChanged) {
  const factors = factorsOf(cell, head);
  if (factors) return product(section, engine, head, cell, factors, isChanged);
  if (cell.name === 'scaled') return scaling(section, model, head, cell);
  if (cell.name === 'masked') return masking(section, model, head, cell);
  if (cell.name === 'weights') return softmax(section, engine, model, head, cell);
  const given = isTrained(section.params) ? 'trained' : section.params.source;
  return html`<p class="muted">${plain(section.t, `attention.given.${given}`)}</p>`;
}

/** @param {AttentionSection} section @param {number} value */
const number = ({ format }, value) => format.number(value, 4);

/** Writes a number after an operator. Negative ones get parentheses. @param {AttentionSection} section @param {number} value */
const operand = (section, value) =>
  value < 0 ? `(${number(section, value)})` : number(section, value);

/** @param {AttentionSection} section @param {number} value */
const result = (section, value) =>
  html`<strong class="result" data-value="result">${number(section, value)}</strong>`;

/**
 * Joins the terms that are not 0 with plus signs: the first of them, or all if the visitor wants them.
 * @param {View} section
 * @param {readonly unknown[]} terms
 * @param {number} zeros
 */
function sumOf(section, terms, zeros) {
  const { t, state, change, count } = section;
  const { unfolded } = state;
  const shown = unfolded ? terms : terms.slice(0, mostTerms);
  const rest = terms.length - shown.length;
  const toggle = () => change({ unfolded: !unfolded });
  return html`${shown.map((term, i) => html`${i > 0 ? ' + ' : nothing}<span class="term">${term}</span>`)}${
    terms.length > mostTerms
      ? html` <button type="button" class="quiet more" @click=${toggle}>
          ${rest > 0 ? t('attention.terms.more', { count: count(rest) }) : t('attention.terms.fewer')}
        </button>`
      : nothing
  }${zeros > 0 ? html` <span class="muted">${t('attention.terms.zero', { count: count(zeros) })}</span>` : nothing}`;
}

/**
 * @param {View} section
 * @param {Engine} engine
 * @param {Head} head
 * @param {CellPlace} cell
 * @param {[MatrixName, MatrixName, boolean, Tensor?]} factors
 * @param {boolean} isChanged
 */
function product(section, engine, head, cell, [left, right, transposeRight, added], isChanged) {
  const { row, column } = cell;
  const [a, b] = [matrixIn(head, left), matrixIn(head, right)];
  const bias = added && { data: added.data, shape: [added.data.length] };
  const own = engine.productTerms(a, b, { row, column, transposeRight, ...(bias && { bias }) });
  const terms = [];
  for (let i = 0; i < own.products.length; i++) {
    if (own.products[i] === 0) continue;
    terms.push(
      html`<span class="left">${operand(section, own.left[i])}</span> ×
        <span class="right">${operand(section, own.right[i])}</span>`,
    );
  }
  const zeros = own.products.length - terms.length;
  if (own.bias) terms.push(html`${operand(section, own.bias)}`);
  return html`<p class="sum" data-left=${left} data-right=${right}>
    ${letterOf(left)} · ${letterOf(transposeRight ? 'kt' : right)} =
    ${terms.length > 0 ? sumOf(section, terms, zeros) : section.t('attention.terms.none')} =
    ${isChanged ? html`${number(section, own.value)}${section.t('attention.edit.instead')}` : nothing}
    ${result(section, valueOf(head, cell))}
  </p>`;
}

/** @param {ShownName} name */
const letterOf = (name) =>
  html`<span class="letter" data-letter=${name}>${htmlLabel(letters[name])}</span>`;

/** @param {AttentionSection} section @param {Model} model @param {Head} head @param {CellPlace} cell */
function scaling(section, { factor }, head, cell) {
  const score = valueOf(head, { ...cell, name: 'scores' });
  return html`<p class="sum">
    ${operand(section, score)} × <span class="factor">${number(section, factor)}</span> =
    ${result(section, valueOf(head, cell))}
  </p>`;
}

/** @param {AttentionSection} section @param {Model} model @param {Head} head @param {CellPlace} cell */
function masking(section, { sees }, head, cell) {
  const { t } = section;
  const scaled = valueOf(head, { ...cell, name: 'scaled' });
  const seen = sees(cell.row, cell.column);
  return html`<p class="sum">
    ${number(section, scaled)} ${seen ? html`+ 0` : html`+ (−∞)`} =
    ${result(section, valueOf(head, cell))}
    <span class="muted">${t(seen ? 'attention.seen' : 'attention.unseen')}</span>
  </p>`;
}

/**
 * @param {View} section
 * @param {Engine} engine
 * @param {Model} model
 * @param {Head} head
 * @param {CellPlace} cell
 */
function softmax(section, engine, model, head, cell) {
  const { t } = section;
  const { sees } = model;
  const { row, column } = cell;
  const { data, shape } = head.masked;
  const logits = { data: data.subarray(row * shape[1], (row + 1) * shape[1]), shape: [shape[1]] };
  const own = engine.softmaxTerms(logits, { index: column });
  if (own.sum === 0)
    return html`<p class="sum">
      ${
        model.fullyMasked.has(row)
          ? html`${t('attention.blind.sum')} = ${result(section, valueOf(head, cell))}`
          : t('attention.overflown')
      }
    </p>`;
  const power = (/** @type {number} */ logit) =>
    html`e<sup>${number(section, logit)} − ${operand(section, own.max)}</sup>`;
  const terms = [];
  for (let j = 0; j < shape[1]; j++)
    if (sees(row, j))
      terms.push(html`<span class="left">${number(section, own.exponentials[j])}</span>`);
  const zeros = shape[1] - terms.length;
  return html`<p class="sum">
      ${sees(row, column) ? power(logits.data[column]) : html`e<sup>−∞</sup>`} ÷ Σ =
      ${number(section, own.exponentials[column])} ÷ (${sumOf(section, terms, 0)}) =
      ${number(section, own.exponentials[column])} ÷ ${number(section, own.sum)} =
      ${result(section, valueOf(head, cell))}
    </p>
    <p class="muted">
      ${t('attention.softmax.max', { max: number(section, own.max) })}
      ${zeros > 0 ? t('attention.softmax.masked', { count: section.count(zeros) }) : nothing}
    </p>`;
}
