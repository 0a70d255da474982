/**
 * <sd-heads-sum>: Concat and W^O are a sum over heads.
 *
 * The visitor adds what each head contributes to the output of one token, head after head, and arrives at what the layer
 * gives: concatenating and multiplying by W^O is nothing else.
 */
import { html } from 'lit';
import { heat, heatHeight } from '../../charts/heat.js';
import { sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import {
  display,
  id,
  num,
  op,
  parens,
  row,
  sub,
  subsup,
  sum,
  sup,
  upright,
} from '../parts/math.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { layerInputs, layerOf, sumOf } from './layer.js';
import { allSizes } from './random.js';
import { inSlices } from './slices.js';
import { narrowedNote } from './words.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').Tensor} Tensor */
/** @typedef {import('../../engine/types.js').TensorDifference} Difference */
/** @typedef {{output: Tensor, contributions: Tensor, total: Tensor, difference: Difference, modelDim: number}} Sum */

/** Heads and columns that are shown, at most. */
const most = { heads: 16, columns: 24 };

export class HeadsSum extends Section {
  constructor() {
    super();
    /** @type {Sum | null} */ this.sum = null;
    this.slide = (/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
      this.set({ [target.name]: Number(target.value) });
  }

  /** How many heads are added. */
  get added() {
    const { heads, added } = this.params;
    return Number(added) === 0 ? Number(heads) : Math.min(Number(heads), Number(added));
  }

  inputs() {
    return [...layerInputs(this.params), this.added];
  }

  /** @param {Engine} engine @param {AbortSignal} signal */
  compute(engine, signal) {
    this.sum = null;
    inSlices(this, layerOf(engine, this.params), signal, ({ output, contributions, sizes }) => {
      const total = sumOf(engine, contributions, this.added);
      const difference = engine.difference(output, total);
      this.sum = { output, contributions, total, difference, modelDim: sizes.modelDim };
      this.publish('sum', this.sum);
    });
  }

  render() {
    const { t, params } = this;
    const narrowed = narrowedNote(t, this.format, sizesOf(params), allSizes(params));
    const height = (/** @type {number} */ width) => {
      const { rows, columns } = this.cells(width);
      return heatHeight(width, { rows, columns, largest: 30, most: 24 * rows });
    };
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.sum.title')}</h3>
      <p class="lead">${rich(t, 'heads.sum.lead')}</p>
      ${formula()}
      <div class="choices">
        ${this.renderSlider('added', this.added, Number(params.heads))}
        ${this.renderSlider('token', Number(params.token), Number(params.tokens))}
      </div>
      ${figure(this, {
        name: 'heads-sum',
        title: plain(t, 'heads.sum.figure', { token: params.token }),
        summary: this.summary(),
        height,
        draw: this.sum && ((width, tall) => this.draw(width, tall)),
        table: () => this.table(),
      })}
      ${this.renderProblem()} ${narrowed}
      <p class="note">${rich(t, 'heads.sum.note')}</p>
    </section>`;
  }

  /** @param {'added' | 'token'} name @param {number} value @param {number} last */
  renderSlider(name, value, last) {
    return html`<label class="slide"
      ><span>${this.t(`heads.sum.${name}`)}</span>
      <input
        type="range"
        name=${name}
        min="1"
        max=${last}
        step="1"
        .value=${String(value)}
        ?disabled=${last === 1}
        @input=${this.slide}
      />
      <output class="number">${value} / ${last}</output></label
    >`;
  }

  /** Rows: heads, their sum, the layer's output; columns as have room. @param {number} [width] */
  cells(width = Infinity) {
    const modelDim = this.sum?.modelDim ?? allSizes(this.params).modelDim;
    const fitting = Math.max(4, Math.floor((width - 100) / 20));
    return {
      rows: Math.min(most.heads, Number(this.params.heads)) + 2,
      columns: Math.min(most.columns, modelDim, fitting),
    };
  }

  /**
   * What is drawn: paper for heads that are not added yet.
   * @param {Sum} sum
   * @param {{rows: number, columns: number}} cells
   */
  values({ contributions, total, output, modelDim }, { rows, columns }) {
    const token = Number(this.params.token) - 1;
    const tokens = Number(this.params.tokens);
    const part = (/** @type {Tensor} */ { data }, /** @type {number} */ block) => {
      const from = (block * tokens + token) * modelDim;
      return data.subarray(from, from + columns);
    };
    const values = new Float32Array(rows * columns).fill(NaN);
    for (let head = 0; head < Math.min(rows - 2, this.added); head++)
      values.set(part(contributions, head), head * columns);
    values.set(part(total, 0), (rows - 2) * columns);
    values.set(part(output, 0), (rows - 1) * columns);
    return values;
  }

  /** @param {number} row */
  rowName(row) {
    const { t } = this;
    const heads = this.cells().rows - 2;
    if (row < heads) return t('heads.sum.head', { head: row + 1 });
    return t(row === heads ? 'heads.sum.total' : 'heads.sum.output');
  }

  /** @param {number} width @param {number} height */
  draw(width, height) {
    const { t } = this;
    const sum = /** @type {Sum} */ (this.sum);
    const cells = this.cells(width);
    const { rows, columns } = cells;
    const far = sum.difference.scale || 1;
    return heat({
      width,
      height,
      rows,
      columns,
      values: this.values(sum, cells),
      ramp: 'diverging',
      domain: [-far, far],
      x: { label: t('heads.sum.column') },
      y: { label: '', tick: (i) => this.rowName(i), name: (i) => this.rowName(i) },
      scale: {
        label: t('heads.sum.value'),
        read: (value) => this.format.number(value, 6),
        format: (value) => this.format.number(value, 2),
      },
      numbers: false,
    });
  }

  summary() {
    const { t, sum } = this;
    if (!sum) return t('common.waiting');
    const heads = Number(this.params.heads);
    return plain(t, this.added === heads ? 'heads.sum.summary' : 'heads.sum.partial', {
      added: this.count(this.added),
      heads: this.count(heads),
      largest: this.format.number(sum.difference.largest, 2),
      scale: this.format.number(sum.difference.scale, 3),
    });
  }

  table() {
    const { t, sum } = this;
    const cells = this.cells();
    const { rows, columns } = cells;
    const values = sum ? this.values(sum, cells) : [];
    return {
      columns: [
        { key: 'row', label: t('heads.column.row') },
        ...Array.from({ length: columns }, (_, i) => ({
          key: String(i + 1),
          label: String(i + 1),
        })),
      ],
      rows: Array.from({ length: rows }, (_, row) => ({
        row: this.rowName(row),
        ...Object.fromEntries(
          Array.from(values.slice(row * columns, (row + 1) * columns), (value, i) => [
            String(i + 1),
            value,
          ]),
        ),
      })),
    };
  }
}

/** Concat(head_1, ..., head_h) W^O = sum of head_i W_i^O */
function formula() {
  const [wo, i, h] = [subsup(id('W'), id('i'), id('O')), id('i'), id('h')];
  const head = (/** @type {unknown} */ index) => sub(upright('head'), index);
  const one = num(1);
  return display(
    row(
      upright('Concat'),
      parens(head(one), op(','), op('…'), op(','), head(h)),
      sup(id('W'), id('O')),
      op('='),
      sum(row(i, op('='), one), h, row(head(i), wo)),
    ),
  );
}
