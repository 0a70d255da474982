/**
 * <sd-heads-shapes>: the matrices to scale.
 *
 * The visitor sees two thin matrices and their square product, the tokens passing through the thin ones, and the
 * matrices of all heads beside each other, which together are as wide as the model.
 */
import { gap, matrices, matricesHeight } from '../../charts/matrices.js';
import { constant } from '../../engine/border/constant.js';
import { sizesOf } from '../../tables/heads.js';
import { plain, rich } from '../parts/text.js';
import { columns, picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { countsOf } from './counts.js';
import { sharing, sizeText } from './words.js';

/** @import { Matrix } from '../../charts/matrices.js' */
/** @import { Sizes } from '../../tables/types.js' */
/** @import { Section } from '../parts/section.js' */

/** @typedef {Pick<Section, 't' | 'params' | 'count' | 'single'>} View */
/** @typedef {ReturnType<typeof countsOf>} Counts */
/** @typedef {Matrix & {numbers?: number}} Counted */

/** Matrices that a term of the formula drives. @type {Readonly<Record<string, readonly string[]>>} */
const driven = {
  query: ['wq', 'q', 'all-query'],
  key: ['wk', 'k', 'all-key'],
  merged: ['w'],
  dk: ['wq', 'wk', 'q', 'k'],
};

export const HeadsShapes = picture({
  name: 'heads-shapes',
  hideTitle: true,
  results: { counts: source({ needs: sizesOf, compute: countsOf, publish: 'counts' }) },

  title({ t, params, count, single }) {
    const { modelDim, headDim } = sizesOf(params);
    return plain(t, `heads.shapes.${single ? 'two' : 'figure'}`, {
      modelDim: count(modelDim),
      dk: count(headDim),
    });
  },
  height: (width, view) => matricesHeight(width, specOf(view, view.results.counts)),

  shows(view, { counts }) {
    const { t, count } = view;
    const { query, key, total } = counts.parameters;
    const spec = specOf(view, counts);
    return {
      draw: (width) => matrices(width, spec),
      summary: plain(t, 'heads.shapes.summary', {
        ...numbersOf(view),
        pairs: count(query + key),
        total: count(total),
      }),
      table: () => ({
        columns: columns(t, 'heads.column', ['matrix', 'rows', 'columns', 'numbers']),
        rows: different(spec.lines.flat()).map(({ label, rows, columns, numbers }) => ({
          matrix: label,
          rows,
          columns,
          numbers,
        })),
      }),
    };
  },

  more: (view) => [
    rich(view.t, `heads.shapes.${sharing(sizesOf(view.params))}`, numbersOf(view)),
    ' ',
    rich(view.t, 'heads.shapes.names'),
  ],

  driven: (term) => driven[term]?.join(' ') ?? '',
  termOf: ({ key }) => Object.keys(driven).find((term) => driven[term].includes(key)) ?? '',
});

/** Returns the numbers in the sentences. @param {View} view */
function numbersOf({ params, count }) {
  const { heads, keyHeads, headDim } = sizesOf(params);
  return {
    heads: count(heads),
    keyHeads: count(keyHeads),
    shared: count(params.shared),
    dk: count(headDim),
  };
}

/**
 * Returns the lines of the picture. Matrices have their count of numbers below them once the engine has counted.
 * @param {View} view
 * @param {Counts | null} counts
 */
function specOf({ t, params, count, single }, counts) {
  const sizes = sizesOf(params);
  const { x, wq, wk, turned, w, q, k, all, wo } = matricesOf(sizes, params.tokens);
  const { pair, merged, query, key, value, output } = counts?.parameters ?? {};
  const half = pair && pair / 2;
  const rank = counts ? plain(t, 'heads.shapes.rank', { rank: count(counts.rankBound) }) : '';
  /** @returns {Counted} */
  const counted = (/** @type {Matrix} */ matrix, /** @type {number} */ numbers = NaN, more = '') =>
    counts
      ? {
          ...matrix,
          numbers,
          note: [count(numbers), more].filter(Boolean).join(' \u00b7 '),
          more: [{ label: t('heads.shapes.numbers'), value: count(numbers) }],
        }
      : matrix;
  return {
    size: sizeText,
    // If all heads together are taller than the model, the picture grows with them to keep one head visible.
    tallest: Math.min(
      300,
      (single ? 75 : 90) * Math.max(1, (sizes.heads * sizes.headDim) / sizes.modelDim),
    ),
    lines: [
      [
        ...[counted(wq, half), '\u00d7', counted(turned, half), '=', counted(w, merged, rank)],
        ...(single ? [] : [gap, x, '\u00d7', wq, '=', q, gap, x, '\u00d7', wk, '=', k]),
      ],
      [
        ...[counted(all.query, query), gap, counted(all.key, key), gap],
        ...[counted(all.value, value), gap, counted(wo, output)],
      ],
    ],
  };
}

/** @param {Sizes} sizes @param {number} tokens */
function matricesOf({ modelDim: d, heads, keyHeads, headDim: dk }, tokens) {
  const wk = { key: 'wk', label: 'W_i^{K}', rows: d, columns: dk, color: key };
  const allOf = (
    /** @type {'query' | 'key' | 'value'} */ color,
    /** @type {string} */ letter,
    /** @type {number} */ count,
  ) => ({
    key: `all-${color}`,
    label: `W_{${upTo(count)}}^{${letter}}`,
    rows: d,
    columns: count * dk,
    color,
    parts: { count },
  });
  return {
    x: { key: 'x', label: 'X', rows: tokens, columns: d },
    wq: { key: 'wq', label: 'W_i^{Q}', rows: d, columns: dk, color: query },
    wk,
    turned: { ...wk, label: 'W_i^{K\u22a4}', rows: dk, columns: d },
    w: { key: 'w', label: 'W_i', rows: d, columns: d, color: score },
    q: { key: 'q', label: 'Q_i', rows: tokens, columns: dk, color: query },
    k: { key: 'k', label: 'K_i', rows: tokens, columns: dk, color: key },
    all: {
      query: allOf('query', 'Q', heads),
      key: allOf('key', 'K', keyHeads),
      value: allOf('value', 'V', keyHeads),
    },
    wo: {
      key: 'all-output',
      label: 'W^{O}',
      rows: heads * dk,
      columns: d,
      parts: { count: heads, across: true },
    },
  };
}

/** Returns the matrices among the pieces of the picture, each once. @param {readonly (Counted | string)[]} pieces */
function different(pieces) {
  const all = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece]));
  return all.filter(({ label }, i) => all.findIndex((other) => other.label === label) === i);
}

/** Returns the indices of all heads. @param {number} count */
const upTo = (count) => (count === 1 ? '1' : `1\u2026${count}`);

const [query, key, score] = constant(['query', 'key', 'score']);
