/**
 * <sd-heads-fold>: W^Q and W_i^Q in a row are one matrix.
 *
 * The visitor goes in four steps from two projections, as the paper's formula can be read, to the one that is learned, and
 * sees that the queries are the same numbers but for rounding.
 */
import { html } from 'lit';
import { heat, sharedScale } from '../../charts/heat.js';
import { matrices, matricesHeight } from '../../charts/matrices.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { foldSteps, sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { countsOf } from './counts.js';
import { oneHead, oneSizes, projectionBefore, tokensOf } from './random.js';
import { inSlices, product } from './slices.js';
import { headsStyles } from './styles.js';
import { diverging, narrowedNote, sizeText } from './words.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */

/** Columns of the queries that are shown, at most. */
const mostColumns = 16;

/**
 * @param {Engine} engine
 * @param {import('../../tables/state.js').Params} params
 */
function* foldOf(engine, params) {
  const sizes = oneSizes(params);
  const x = tokensOf(engine, sizes, Number(params.tokens));
  const before = projectionBefore(engine, sizes);
  yield;
  const { wq } = oneHead(engine, sizes);
  yield;
  const star = yield* product(engine, before, wq);
  const twice = engine.matmul(engine.matmul(x, before), wq);
  const once = engine.matmul(x, star);
  const { parameters } = countsOf(engine, params, { modelDim: sizes.modelDim });
  return {
    sizes,
    twice,
    once,
    difference: engine.difference(twice, once),
    before: parameters.merged,
    own: parameters.pair / 2,
  };
}

export class HeadsFold extends Section {
  static styles = [...Section.styles, headsStyles];

  constructor() {
    super();
    /** @type {import('./slices.js').ResultOf<typeof foldOf> | null} */ this.folded = null;
    this.back = () => this.go(this.step - 1);
    this.next = () => this.go(this.step + 1);
  }

  /** Buttons at the ends stay what they are, so that the keyboard does not lose its place. @param {number} step */
  go(step) {
    if (step >= 1 && step <= foldSteps) this.set({ step });
  }

  get step() {
    return Number(this.params.step);
  }

  inputs() {
    const { modelDim, headDim, seed } = oneSizes(this.params);
    return [modelDim, headDim, seed, this.params.tokens];
  }

  /** @param {Engine} engine @param {AbortSignal} signal */
  compute(engine, signal) {
    this.folded = null;
    inSlices(this, foldOf(engine, this.params), signal, (folded) => {
      this.folded = folded;
      this.publish('fold', folded);
    });
  }

  /** The matrices of the first three steps. */
  get spec() {
    const { modelDim: d, headDim: dk } = oneSizes(this.params);
    const tokens = Number(this.params.tokens);
    const x = { key: 'x', label: 'X', rows: tokens, columns: d };
    const before = { key: 'before', label: 'W^{Q}', rows: d, columns: d };
    const own = { key: 'own', label: 'W_i^{Q}', rows: d, columns: dk, color: query };
    const star = { key: 'star', label: 'W_i^{Q*}', rows: d, columns: dk, color: weight };
    const result = { key: 'q', label: 'Q_i', rows: tokens, columns: dk, color: query };
    const lines = [
      [x, '\u00d7', before, '\u00d7', own, '=', result],
      [before, '\u00d7', own, '=', star],
      [x, '\u00d7', star, '=', result],
    ];
    return { size: sizeText, tallest: 150, lines: [lines[Math.min(this.step, 3) - 1]] };
  }

  get layout() {
    const height = 18 * Number(this.params.tokens) + 40;
    return { count: 2, height, least: 260, most: 2, scale: sharedScale(this.colours) };
  }

  /** The colours of the queries by both ways. */
  get colours() {
    return diverging(this.folded?.difference.scale || 1, 'Q_i', this.format);
  }

  render() {
    const { t, step, folded } = this;
    const narrowed = narrowedNote(t, this.format, sizesOf(this.params), oneSizes(this.params));
    const isLast = step === foldSteps;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.fold.title')}</h3>
      <p class="lead">${rich(t, 'heads.fold.lead')}</p>
      <div class="stepper" role="group" aria-label=${t('heads.fold.steps')}>
        <button type="button" aria-disabled=${String(step === 1)} @click=${this.back}>
          ${t('heads.fold.back')}
        </button>
        <button type="button" aria-disabled=${String(isLast)} @click=${this.next}>
          ${t('heads.fold.next')}
        </button>
        <span class="number muted">${t('heads.fold.of', { step, steps: foldSteps })}</span>
      </div>
      <div class="step" aria-live="polite">
        <h4>${rich(t, `heads.fold.${step}.title`)}</h4>
        <p>${rich(t, `heads.fold.${step}.text`, this.values())}</p>
      </div>
      ${figure(this, {
        name: 'heads-fold',
        title: plain(t, `heads.fold.${step}.figure`),
        summary: folded ? plain(t, 'heads.fold.summary', this.values()) : t('common.waiting'),
        height: (width) =>
          isLast ? panelsHeight(width, this.layout) : matricesHeight(width, this.spec),
        draw:
          folded && ((width) => (isLast ? this.drawResults(width) : matrices(width, this.spec))),
        table: () => this.table(),
      })}
      ${this.renderProblem()} ${narrowed}
      <p class="note">${rich(t, 'heads.fold.note')}</p>
    </section>`;
  }

  values() {
    const { folded } = this;
    const count = (/** @type {number | undefined} */ value) =>
      value === undefined ? '…' : this.count(value);
    return {
      before: count(folded?.before),
      own: count(folded?.own),
      both: count(folded ? folded.before + folded.own : undefined),
      largest: folded ? this.format.number(folded.difference.largest, 2) : '…',
      scale: folded ? this.format.number(folded.difference.scale, 3) : '…',
    };
  }

  /** The queries by both ways. @param {number} width */
  drawResults(width) {
    const { t, folded } = this;
    const { headDim } = oneSizes(this.params);
    const rows = Number(this.params.tokens);
    const columns = Math.min(mostColumns, headDim);
    const { colours } = this;
    return panels(
      width,
      this.layout,
      ways.map((way) => ({
        key: way,
        title: plain(t, `heads.fold.${way}`),
        draw: ({ width: own, height, left }) =>
          heat({
            width: own,
            height,
            left,
            rows,
            columns,
            values: leftColumns(folded?.[way].data ?? [], rows, headDim, columns),
            ...colours,
            x: { label: t('heads.fold.column') },
            y: { label: '', name: (i) => t('heads.fold.token', { i: i + 1 }) },
            scale: { ...colours.scale, hidden: true },
            numbers: false,
          }),
      })),
    );
  }

  table() {
    const { t, folded } = this;
    const { headDim } = oneSizes(this.params);
    return {
      columns: [
        { key: 'token', label: t('heads.column.token') },
        { key: 'column', label: t('heads.fold.column') },
        ...ways.map((way) => ({ key: way, label: plain(t, `heads.fold.${way}`) })),
      ],
      rows: Array.from(folded?.twice.data ?? [], (value, i) => ({
        token: Math.floor(i / headDim) + 1,
        column: (i % headDim) + 1,
        twice: value,
        once: folded?.once.data[i],
      })),
    };
  }
}

const ways = /** @type {const} */ (['twice', 'once']);
const [query, weight] = /** @type {const} */ (['query', 'weight']);

/**
 * The first columns of a matrix.
 * @param {ArrayLike<number>} values
 * @param {number} rows
 * @param {number} width
 * @param {number} columns
 */
export const leftColumns = (values, rows, width, columns) =>
  Float32Array.from(
    { length: rows * columns },
    (_, i) => values[Math.floor(i / columns) * width + (i % columns)],
  );
