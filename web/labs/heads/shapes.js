/**
 * <sd-heads-shapes>: the matrices to scale.
 *
 * The visitor sees two thin matrices and the square that their product is, the tokens going through the thin ones, and the
 * matrices of all heads beside each other, which together are as wide as the model again.
 */
import { html } from 'lit';
import { gap, matrices, matricesHeight } from '../../charts/matrices.js';
import { sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { countsOf } from './counts.js';
import { sharing, sizeText } from './words.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {ReturnType<typeof countsOf>} Counts */
/** @typedef {import('../../charts/matrices.js').Matrix} Matrix */
/** @typedef {Matrix & {numbers?: number}} Counted */

/** Matrices that a term of the formula drives. @type {Readonly<Record<string, readonly string[]>>} */
const driven = {
  query: ['wq', 'q', 'all-query'],
  key: ['wk', 'k', 'all-key'],
  merged: ['w'],
  dk: ['wq', 'wk', 'q', 'k'],
};

export class HeadsShapes extends Section {
  constructor() {
    super();
    /** @type {Counts | null} */ this.counts = null;
  }

  inputs() {
    return [sizesOf(this.params)];
  }

  /** @param {Engine} engine */
  compute(engine) {
    this.counts = countsOf(engine, this.params);
    this.publish('counts', this.counts);
  }

  /** @param {string} term */
  driven(term) {
    return driven[term]?.join(' ') ?? '';
  }

  /** @param {import('../parts/section.js').Pointed} pointed */
  termOf({ key }) {
    return Object.keys(driven).find((term) => driven[term].includes(key)) ?? '';
  }

  /**
   * A matrix of the picture, with its count of numbers below it where the engine has counted them.
   * @param {Matrix} matrix
   * @param {number} [numbers]
   * @param {string} [more]
   * @returns {Counted}
   */
  counted(matrix, numbers, more) {
    const { t } = this;
    if (numbers === undefined) return matrix;
    const count = this.count(numbers);
    return {
      ...matrix,
      numbers,
      note: [count, more].filter(Boolean).join(' \u00b7 '),
      more: [{ label: t('heads.shapes.numbers'), value: count }],
    };
  }

  get spec() {
    const { t, counts } = this;
    const { modelDim: d, heads, keyHeads, headDim: dk } = sizesOf(this.params);
    const tokens = Number(this.params.tokens);
    const { parameters } = counts ?? {};
    const one = parameters && parameters.pair / 2;
    const rank = counts
      ? plain(t, 'heads.shapes.rank', { rank: this.count(counts.rankBound) })
      : '';
    const wq = { key: 'wq', label: 'W_i^{Q}', rows: d, columns: dk, color: query };
    const wk = { key: 'wk', label: 'W_i^{K}', rows: d, columns: dk, color: key };
    const turned = { ...wk, label: 'W_i^{K\u22a4}', rows: dk, columns: d };
    const w = { key: 'w', label: 'W_i', rows: d, columns: d, color: score };
    const x = { key: 'x', label: 'X', rows: tokens, columns: d };
    const all = (
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
    const wo = {
      key: 'all-output',
      label: 'W^{O}',
      rows: heads * dk,
      columns: d,
      parts: { count: heads, across: true },
    };
    return {
      size: sizeText,
      // Where all heads are taller than the model, the picture grows with them, for one head to be seen.
      tallest: Math.min(360, 120 * Math.max(1, (heads * dk) / d)),
      lines: [
        [
          this.counted(wq, one),
          '\u00d7',
          this.counted(turned, one),
          '=',
          this.counted(w, parameters?.merged, rank),
        ],
        [
          x,
          '\u00d7',
          wq,
          '=',
          { key: 'q', label: 'Q_i', rows: tokens, columns: dk, color: query },
          gap,
          x,
          '\u00d7',
          wk,
          '=',
          { key: 'k', label: 'K_i', rows: tokens, columns: dk, color: key },
        ],
        [
          this.counted(all('query', 'Q', heads), parameters?.query),
          gap,
          this.counted(all('key', 'K', keyHeads), parameters?.key),
          gap,
          this.counted(all('value', 'V', keyHeads), parameters?.value),
          gap,
          this.counted(wo, parameters?.output),
        ],
      ],
    };
  }

  render() {
    const { t } = this;
    const sizes = sizesOf(this.params);
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.shapes.title')}</h3>
      ${figure(this, {
        name: 'heads-shapes',
        title: plain(t, 'heads.shapes.figure', {
          modelDim: this.count(sizes.modelDim),
          dk: this.count(sizes.headDim),
        }),
        summary: this.summary(),
        height: (width) => matricesHeight(width, this.spec),
        draw: this.counts && ((width) => matrices(width, this.spec)),
        table: () => this.table(),
      })}
      ${this.renderProblem()}
      <p class="note">
        ${rich(t, `heads.shapes.${sharing(sizes)}`, this.numbers())}
        ${rich(t, 'heads.shapes.names')}
      </p>
    </section>`;
  }

  numbers() {
    const { heads, keyHeads, headDim } = sizesOf(this.params);
    return {
      heads: this.count(heads),
      keyHeads: this.count(keyHeads),
      shared: this.count(Number(this.params.shared)),
      dk: this.count(headDim),
    };
  }

  summary() {
    const { t, counts } = this;
    if (!counts) return t('common.waiting');
    const { parameters } = counts;
    return plain(t, 'heads.shapes.summary', {
      ...this.numbers(),
      pair: this.count(parameters.pair),
      merged: this.count(parameters.merged),
      pairs: this.count(parameters.query + parameters.key),
      total: this.count(parameters.total),
    });
  }

  table() {
    const { t } = this;
    const seen = new Set();
    const own = this.spec.lines.flat().filter((piece) => {
      const isNew = typeof piece !== 'string' && !seen.has(piece.label);
      if (isNew) seen.add(piece.label);
      return isNew;
    });
    return {
      columns: ['matrix', 'rows', 'columns', 'numbers'].map((column) => ({
        key: column,
        label: t(`heads.column.${column}`),
      })),
      rows: /** @type {Counted[]} */ (own).map(({ label, rows, columns, numbers }) => ({
        matrix: label,
        rows,
        columns,
        numbers,
      })),
    };
  }
}

/** Indices of all heads. @param {number} count */
const upTo = (count) => (count === 1 ? '1' : `1\u2026${count}`);

const [query, key, score] = /** @type {const} */ (['query', 'key', 'score']);
