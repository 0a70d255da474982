/**
 * <sd-heads-even>: from which d_k on one merged matrix is smaller.
 *
 * The visitor sees the numbers in W_i^Q and W_i^K against d_k, and those in their product, which do not depend on it; the lines
 * cross at d_model / 2. A click, or Enter, on the curve takes that d_k.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { countsOf } from './counts.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {{dk: number, pair: number, merged: number}} Point */

/** Points of a curve, about. */
const points = 32;

export class HeadsEven extends Section {
  constructor() {
    super();
    /** @type {Point[]} */ this.points = [];
    /** Where both are as large. */ this.breakEven = NaN;
  }

  inputs() {
    return [sizesOf(this.params)];
  }

  /** @param {Engine} engine */
  compute(engine) {
    const { params } = this;
    const { modelDim, headDim } = sizesOf(params);
    const last = Math.max(modelDim, headDim);
    const step = Math.max(1, Math.round(last / points));
    const sizes = new Set([1, headDim, last, Math.max(1, Math.floor(modelDim / 2)), modelDim]);
    for (let dk = step; dk < last; dk += step) sizes.add(dk);
    this.points = [...sizes]
      .sort((a, b) => a - b)
      .map((dk) => {
        const { parameters } = countsOf(engine, params, { headDim: dk });
        return { dk, pair: parameters.pair, merged: parameters.merged };
      });
    this.breakEven = countsOf(engine, params).breakEven;
    this.publish('even', { points: this.points, breakEven: this.breakEven });
  }

  /** @param {{value?: number, key: string}} place */
  picked({ value }) {
    if (value !== undefined) this.set({ tie: 'free', dk: value });
  }

  get now() {
    const { headDim } = sizesOf(this.params);
    return this.points.find(({ dk }) => dk === headDim);
  }

  render() {
    const { t } = this;
    const values = { half: this.number(this.breakEven), dk: this.count(this.now?.dk ?? NaN) };
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.even.title')}</h3>
      <p class="lead">${rich(t, 'heads.even.lead', values)}</p>
      ${figure(this, {
        name: 'heads-break-even',
        title: plain(t, 'heads.even.figure'),
        summary: this.summary(),
        height: 340,
        draw: this.now ? (width, height) => this.draw(width, height) : null,
        table: () => this.table(),
      })}
      ${this.renderProblem()}
    </section>`;
  }

  /** @param {number} width @param {number} height */
  draw(width, height) {
    const { t, points: all, now, breakEven } = this;
    const { merged } = all[0];
    const last = all[all.length - 1].dk;
    const line = (/** @type {'pair' | 'merged'} */ name) =>
      all.map((point) => /** @type {const} */ ([point.dk, point[name]]));
    return curves({
      width,
      height,
      series: [
        {
          key: 'pair',
          label: plain(t, 'heads.bar.factored'),
          points: line('pair'),
          color: 'query',
        },
        {
          key: 'merged',
          label: plain(t, 'heads.bar.merged'),
          points: line('merged'),
          color: 'score',
        },
      ],
      x: { label: 'd_k', domain: [0, last], read: (value) => this.count(value) },
      y: {
        label: t('heads.even.y'),
        domain: [0, 1.08 * Math.max(merged, all[all.length - 1].pair)],
        format: (value) => this.format.compact(value),
        read: (value) => this.count(value),
      },
      at: now?.dk,
      marks: [
        {
          x: breakEven,
          y: merged,
          key: 'even',
          label: plain(t, 'heads.even.mark', { half: this.number(breakEven) }),
        },
        ...(now && now.dk !== breakEven
          ? [
              {
                x: now.dk,
                y: now.pair,
                key: 'now',
                color: /** @type {const} */ ('query'),
                label: plain(t, 'heads.even.now', { dk: this.count(now.dk) }),
              },
            ]
          : []),
      ],
    });
  }

  summary() {
    const { t, now, breakEven } = this;
    if (!now) return t('common.waiting');
    const state = now.pair < now.merged ? 'less' : now.pair > now.merged ? 'more' : 'same';
    return plain(t, `heads.even.${state}`, {
      dk: this.count(now.dk),
      pair: this.count(now.pair),
      merged: this.count(now.merged),
      half: this.number(breakEven),
    });
  }

  table() {
    const { t } = this;
    return {
      columns: [
        { key: 'dk', label: 'd_k' },
        { key: 'pair', label: plain(t, 'heads.bar.factored') },
        { key: 'merged', label: plain(t, 'heads.bar.merged') },
      ],
      rows: this.points,
    };
  }
}
