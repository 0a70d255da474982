/**
 * <sd-heads-fold>: W^Q followed by W_i^Q is one matrix.
 *
 * The visitor goes in four steps from two projections, one reading of the paper's formula, to the one that is learned,
 * and sees that the queries are the same numbers up to rounding.
 */
import { html } from 'lit';
import { matrices, matricesHeight } from '../../charts/matrices.js';
import { constant } from '../../engine/border/constant.js';
import { foldSteps } from '../../tables/heads.js';
import { plain, rich } from '../parts/text.js';
import { heats, heatsHeight } from '../parts/heats.js';
import { fitted } from '../parts/figure.js';
import { picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { countsOf } from './counts.js';
import { oneHead, oneSizes, projectionBefore, tokensOf } from './random.js';
import { inSlices, product } from './slices.js';
import { headsStyles } from './styles.js';
import { diverging, narrowedNote, sizeText } from './words.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { OneSizes } from './random.js' */
/** @import { ResultOf } from './slices.js' */

/** @typedef {ResultOf<typeof foldOf>} Folded */

/** Largest number of columns of the queries that are shown. */
const mostColumns = 16;

const ways = constant(['twice', 'once']);

/**
 * Computes the queries in both ways.
 * @param {Engine} engine
 * @param {OneSizes} sizes
 * @param {number} tokens
 */
function* foldOf(engine, sizes, tokens) {
  const x = tokensOf(engine, sizes, tokens);
  const before = projectionBefore(engine, sizes);
  yield;
  const { wq } = oneHead(engine, sizes);
  yield;
  const star = yield* product(engine, before, wq);
  const twice = engine.matmul(engine.matmul(x, before), wq);
  const once = engine.matmul(x, star);
  const { parameters } = countsOf(engine, { ...sizes, heads: 1 });
  return {
    ...{ sizes, twice, once },
    difference: engine.difference(twice, once),
    before: parameters.merged,
    own: parameters.pair / 2,
  };
}

export const HeadsFold = picture({
  name: 'heads-fold',
  styles: [headsStyles],
  results: {
    folded: source({
      needs: (params) => ({ sizes: oneSizes(params), tokens: Number(params.tokens) }),
      compute: (engine, { sizes, tokens }, work) => inSlices(foldOf(engine, sizes, tokens), work),
      publish: 'fold',
    }),
  },

  above({ t, params: { step }, set, format, results: { folded } }) {
    // Buttons at the ends are not disabled, so that they keep the keyboard focus.
    const button = (/** @type {'back' | 'next'} */ name, /** @type {number} */ to) => {
      const isOff = to < 1 || to > foldSteps;
      return html`<button
        type="button"
        aria-disabled=${String(isOff)}
        @click=${() => (isOff ? undefined : set({ step: to }))}
      >
        ${t(`heads.fold.${name}`)}
      </button>`;
    };
    return html`<div class="stepper" role="group" aria-label=${t('heads.fold.steps')}>
        ${button('back', step - 1)} ${button('next', step + 1)}
        <span class="number muted">${t('heads.fold.of', { step, steps: foldSteps })}</span>
      </div>
      <div class="step" aria-live="polite">
        <h4>${rich(t, `heads.fold.${step}.title`)}</h4>
        <p>${rich(t, `heads.fold.${step}.text`, valuesOf(format, folded))}</p>
      </div>`;
  },

  title: ({ t, params }) => plain(t, `heads.fold.${params.step}.figure`),
  height: (width, view) =>
    isLast(view.params)
      ? heatsHeight(
          width,
          fitted(view, layoutOf(view.params)),
          coloursOf(view, view.results.folded),
        )
      : matricesHeight(width, specOf(view.params)),

  shows(view, { folded }) {
    const { t, params, format } = view;
    const { headDim } = oneSizes(params);
    const { twice, once } = folded;
    return {
      draw: (width) =>
        isLast(params) ? drawn(view, folded, width) : matrices(width, specOf(params)),
      summary: plain(t, 'heads.fold.summary', valuesOf(format, folded)),
      table: () => ({
        columns: [
          { key: 'token', label: t('heads.column.token') },
          { key: 'column', label: t('heads.fold.column') },
          ...ways.map((way) => ({ key: way, label: plain(t, `heads.fold.${way}`) })),
        ],
        rows: Array.from(twice.data, (value, i) => ({
          token: Math.floor(i / headDim) + 1,
          column: (i % headDim) + 1,
          twice: value,
          once: once.data[i],
        })),
      }),
    };
  },

  below: (view) => narrowedNote(view, oneSizes(view.params)),
  more: ({ t }) => rich(t, 'heads.fold.note'),
});

/** @param {Params} params */
const isLast = ({ step }) => step === foldSteps;

/** Returns the numbers in the sentences. @param {Section['format']} format @param {Folded | null} folded */
function valuesOf(format, folded) {
  if (!folded) return { before: '…', own: '…', both: '…', largest: '…', scale: '…' };
  const { before, own, difference } = folded;
  return {
    before: format.integer(before),
    own: format.integer(own),
    both: format.integer(before + own),
    largest: format.number(difference.largest, 2),
    scale: format.number(difference.scale, 3),
  };
}

/** Returns the matrices of the first three steps. @param {Params} params */
function specOf(params) {
  const { modelDim: d, headDim: dk } = oneSizes(params);
  const { tokens, step } = params;
  const x = { key: 'x', label: 'X', rows: tokens, columns: d };
  const before = { key: 'before', label: 'W^{Q}', rows: d, columns: d };
  const own = { key: 'own', label: 'W_i^{Q}', rows: d, columns: dk, color: 'query' };
  const star = { key: 'star', label: 'W_i^{Q*}', rows: d, columns: dk, color: 'weight' };
  const result = { key: 'q', label: 'Q_i', rows: tokens, columns: dk, color: 'query' };
  const lines = [
    [x, '\u00d7', before, '\u00d7', own, '=', result],
    [before, '\u00d7', own, '=', star],
    [x, '\u00d7', star, '=', result],
  ];
  return { size: sizeText, tallest: 150, lines: [lines[Math.min(step, 3) - 1]] };
}

/** Returns the colours of the queries in both ways. @param {Section} view @param {Folded | null} folded */
const coloursOf = ({ format }, folded) => diverging(folded?.difference.scale || 1, 'Q_i', format);

/** @param {Params} params */
const layoutOf = ({ tokens }) => ({
  ...{ count: ways.length, height: 18 * tokens + 40, least: 260, most: 2 },
});

/** Draws the queries in both ways. @param {Section} view @param {Folded} folded @param {number} width */
function drawn(view, folded, width) {
  const { t, params } = view;
  const { headDim } = oneSizes(params);
  const [rows, columns] = [params.tokens, Math.min(mostColumns, headDim)];
  const matrices = ways.map((way) => ({
    key: way,
    title: plain(t, `heads.fold.${way}`),
    ...{ rows, columns },
    values: leftColumns(folded[way].data, rows, headDim, columns),
    x: { label: t('heads.fold.column') },
    y: { label: '', name: (/** @type {number} */ i) => t('heads.fold.token', { i: i + 1 }) },
  }));
  return heats(width, fitted(view, layoutOf(params)), coloursOf(view, folded), matrices);
}

/**
 * Returns the first columns of a matrix.
 * @param {ArrayLike<number>} values
 * @param {number} rows
 * @param {number} width
 * @param {number} columns
 */
const leftColumns = (values, rows, width, columns) =>
  Float32Array.from(
    { length: rows * columns },
    (_, i) => values[Math.floor(i / columns) * width + (i % columns)],
  );
