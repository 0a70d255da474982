/**
 * <sd-heads-cost>: what two thin matrices a head cost, and what one merged matrix would cost.
 *
 * The visitor compares parameters, multiplications and what is kept of every token (the KV cache), also with key heads
 * that several query heads share.
 */
import { html } from 'lit';
import { bars } from '../../charts/bars.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { countsOf } from './counts.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {ReturnType<typeof countsOf>} Counts */
/** @typedef {{name: string, value: number}[]} Bars */

const groups = /** @type {const} */ (['parameters', 'multiplications', 'cache']);

const layout = { count: groups.length, height: 190, least: 200, most: 3, foot: 4 };

export class HeadsCost extends Section {
  constructor() {
    super();
    /** @type {Counts | null} */ this.counts = null;
    /** @type {Bars} Numbers that are kept of each token. */ this.caches = [];
  }

  inputs() {
    return [sizesOf(this.params)];
  }

  /** @param {Engine} engine */
  compute(engine) {
    const { params } = this;
    const { heads, keyHeads } = sizesOf(params);
    this.counts = countsOf(engine, params);
    const cacheOf = (/** @type {number} */ count) =>
      countsOf(engine, params, { keyHeads: count }).cache.perToken;
    this.caches = [
      { name: 'mha', value: cacheOf(heads) },
      ...(keyHeads > 1 && keyHeads < heads ? [{ name: 'gqa', value: cacheOf(keyHeads) }] : []),
      ...(heads > 1 ? [{ name: 'mqa', value: cacheOf(1) }] : []),
      { name: 'merged', value: this.counts.cache.mergedPerToken },
    ];
    this.publish('cost', { counts: this.counts, caches: this.caches });
  }

  /** @returns {Record<(typeof groups)[number], Bars>} */
  get bars() {
    const { parameters, multiplications } = /** @type {Counts} */ (this.counts);
    return {
      parameters: [
        { name: 'factored', value: parameters.pairs },
        { name: 'merged', value: parameters.mergedAll },
      ],
      multiplications: [
        { name: 'factored', value: multiplications.factoredScores },
        { name: 'merged', value: multiplications.mergedScores },
      ],
      cache: this.caches,
    };
  }

  /** What the sentences count. */
  get values() {
    const { heads, keyHeads, headDim, modelDim, length } = sizesOf(this.params);
    return {
      heads: this.count(heads),
      keyHeads: this.count(keyHeads),
      dk: this.count(headDim),
      modelDim: this.count(modelDim),
      length: this.count(length),
    };
  }

  render() {
    const { t, values } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.cost.title')}</h3>
      <p class="lead">${rich(t, 'heads.cost.lead', values)}</p>
      ${figure(this, {
        name: 'heads-cost',
        title: plain(t, 'heads.cost.figure', values),
        summary: this.summary(),
        height: (width) => panelsHeight(width, layout),
        draw: this.counts && ((width) => this.draw(width)),
        table: () => this.table(),
      })}
      ${this.renderProblem()}
      <p class="note">${rich(t, 'heads.cost.note', values)}</p>
    </section>`;
  }

  /** @param {number} width */
  draw(width) {
    const { t } = this;
    const all = this.bars;
    return panels(
      width,
      layout,
      groups.map((group) => ({
        key: group,
        title: plain(t, `heads.cost.${group}`),
        draw: ({ width: own, height, left }) =>
          bars({
            width: own,
            height,
            left,
            series: [
              {
                key: group,
                label: plain(t, `heads.cost.${group}`),
                values: all[group].map(({ value }) => value),
                color: colors[group],
              },
            ],
            tick: (i) => plain(t, `heads.bar.${all[group][i].name}`),
            name: (i) => plain(t, `heads.bar.${all[group][i].name}`),
            x: { label: '' },
            y: {
              label: '',
              format: (value) => this.format.compact(value, 4),
              read: (value) => this.count(value),
            },
          }),
      })),
    );
  }

  summary() {
    const { t, counts } = this;
    if (!counts) return t('common.waiting');
    const { parameters, multiplications, cache } = counts;
    return plain(t, 'heads.cost.summary', {
      ...this.values,
      pairs: this.count(parameters.pairs),
      mergedAll: this.count(parameters.mergedAll),
      factored: this.format.compact(multiplications.factoredScores),
      merged: this.format.compact(multiplications.mergedScores),
      cache: this.count(cache.perToken),
      mergedCache: this.count(cache.mergedPerToken),
      total: this.format.compact(cache.total),
    });
  }

  table() {
    const { t, counts } = this;
    return {
      columns: ['quantity', 'form', 'value'].map((key) => ({
        key,
        label: t(`heads.column.${key}`),
      })),
      rows: counts
        ? groups.flatMap((group) =>
            this.bars[group].map(({ name, value }) => ({
              quantity: plain(t, `heads.cost.${group}`),
              form: plain(t, `heads.bar.${name}`),
              value,
            })),
          )
        : [],
    };
  }
}

const colors = /** @type {const} */ ({
  parameters: 'score',
  multiplications: 'query',
  cache: 'key',
});
