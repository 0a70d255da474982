/**
 * <sd-softmax-exponent>: how many keys count, against d_k, with the factor 1/d_k^alpha.
 *
 * The visitor sees one line an exponent and moves a line of his own: with a small exponent fewer and fewer keys count,
 * with a large one all of them equally, and only 1/2 stays where it is.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { limits } from '../../engine/border/limits.js';
import { drawOptions, isAlone, visibleKeys } from '../../tables/softmax.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { SweepSection } from './sweep-section.js';
import { Sweep, headDims } from '../../pictures/sweep.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').SoftmaxRuleStatistics} Statistics */

/** @type {readonly {alpha: number, color: import('../../charts/picture.js').ColorName}[]} */
const exponents = [
  { alpha: 0, color: 'key' },
  { alpha: 0.25, color: 'muted' },
  { alpha: 0.5, color: 'query' },
  { alpha: 0.75, color: 'muted' },
  { alpha: 1, color: 'value' },
];

/** Queries of each size: a median of so many is steady enough for a line. */
const most = { draws: 1024, components: 3e7 };
const ownMost = { draws: 256, components: 1e7 };

export class SoftmaxExponent extends SweepSection {
  constructor() {
    super();
    this.own = new Sweep({ redraw: () => this.redraw(), fail: (error) => this.fail(error) });
    /** @type {AbortController | null} */ this.ownWork = null;
    this.ownOf = '';
    /** @type {number[]} */ this.sizes = [];
    this.slide = (/** @type {Event & {target: HTMLInputElement}} */ event) =>
      this.set({ scale: 'alpha', alpha: Number(event.target.value) });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.ownWork?.abort();
    this.ownOf = '';
  }

  options() {
    const { dk: _, ...options } = drawOptions(/** @type {any} */ (this.params));
    return options;
  }

  inputs() {
    return [this.options()];
  }

  willUpdate() {
    super.willUpdate();
    if (this.engine && this.computedBy) this.followOwn(this.engine);
  }

  /** @param {number} alpha @param {...number} more  exponents on the same vectors */
  places(alpha, ...more) {
    const options = {
      ...this.options(),
      scale: { alpha },
      compare: more.map((other) => ({ alpha: other })),
    };
    return this.sizes.map((dk) => ({ ...options, dk }));
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    const { keys } = this.options();
    this.sizes = headDims.filter((dk) => dk > 1 && dk * keys <= limits.drawComponents.max);
    const [first, ...others] = exponents.map(({ alpha }) => alpha);
    this.ownOf = '';
    this.track(this.sweep.start(engine, this.places(first, ...others), signal, most));
  }

  /** The slider's line, where it is none of the five. @param {Engine} engine */
  followOwn(engine) {
    const alpha = this.exponent();
    const isNew = alpha !== null && !exponents.some((one) => one.alpha === alpha);
    const of = isNew ? JSON.stringify([alpha, this.options()]) : '';
    if (of === this.ownOf) return;
    this.ownOf = of;
    this.ownWork?.abort();
    this.own.results = [];
    if (!isNew) return;
    this.ownWork = new AbortController();
    this.track(this.own.start(engine, this.places(alpha), this.ownWork.signal, ownMost));
  }

  /** The exponent that the current rule stands for; null where it is no power of d_k. */
  exponent() {
    const { scale, alpha } = this.params;
    const known = { none: 0, rsqrt: 0.5, inverse: 1, alpha: Number(alpha) };
    return known[/** @type {'alpha'} */ (scale)] ?? null;
  }

  render() {
    const { t } = this;
    const exponent = this.exponent();
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'softmax.exponent.title')}</h3>
      <p class="lead">${rich(t, 'softmax.exponent.lead')}</p>
      ${figure(
        this,
        {
          name: 'softmax-exponent',
          title: plain(t, 'softmax.exponent.figure', { keys: this.count(this.params.keys) }),
          summary: this.summary(),
          height: 360,
          progress: this.share,
          draw: this.ready() ? (width, height) => this.draw(width, height) : null,
          table: () => this.table(),
        },
        html`<div slot="controls" class="choices">
          <label class="slide"
            ><span>${rich(t, 'softmax.exponent.slider')}</span>
            <input
              type="range"
              min="0"
              max="1"
              step="0.05"
              .value=${String(exponent ?? 0.5)}
              @input=${this.slide}
            />
            <output class="number"
              >${exponent === null ? '\u2013' : this.format.fixed(exponent, 2)}</output
            >
          </label>
          ${this.renderStatus()}
        </div>`,
      )}
      ${this.renderProblem()} ${this.renderVerdict()}
    </section>`;
  }

  /** Median effective number of keys at every size. @param {number} at  Which of the exponents @returns {[number, number][]} */
  line(at) {
    return this.sweep.results.flatMap((result, i) => {
      const of = at === 0 ? result : result?.compare[at - 1];
      return of ? [/** @type {[number, number]} */ ([this.sizes[i], medianOf(of)])] : [];
    });
  }

  /** @returns {[number, number][]} */
  ownLine() {
    return this.own.results.flatMap((result, i) =>
      result ? [/** @type {[number, number]} */ ([this.sizes[i], medianOf(result)])] : [],
    );
  }

  /** @param {number} width @param {number} height */
  draw(width, height) {
    const { t, sizes } = this;
    const exponent = this.exponent();
    const keys = Number(this.params.keys);
    const own = this.ownLine();
    return curves({
      width,
      height,
      series: [
        ...exponents.map(({ alpha, color }, at) => ({
          key: `alpha-${alpha}`,
          label: `α = ${this.format.number(alpha)}`,
          color,
          thin: alpha !== exponent,
          dots: true,
          points: this.line(at),
        })),
        ...(own.length > 0
          ? [
              {
                key: 'own',
                label: `α = ${this.format.number(Number(exponent))}`,
                color: /** @type {const} */ ('weight'),
                dots: true,
                points: own,
              },
            ]
          : []),
      ],
      x: {
        label: plain(t, 'softmax.bands.x.dk'),
        scale: 'log',
        ticks: sizes,
        domain: [sizes[0], sizes[sizes.length - 1]],
      },
      y: {
        label: t('softmax.exponent.y'),
        scale: keys > 16 ? 'log' : 'linear',
        domain: keys > 16 ? [1, keys * 1.1] : [0.8, Math.max(2, keys * 1.04)],
        read: (value) => this.format.number(value, 3),
      },
      at: this.place('dk', sizes),
    });
  }

  /** @param {{value?: number}} place */
  picked({ value }) {
    if (value !== undefined) this.set({ dk: value });
  }

  /** @param {string} term */
  driven(term) {
    if (term !== 'factor') return '';
    const exponent = this.exponent();
    return exponents.some(({ alpha }) => alpha === exponent) ? `alpha-${exponent}` : 'own';
  }

  /** @param {{key: string}} pointed */
  termOf({ key }) {
    return key === '' ? '' : 'factor';
  }

  /** Ends of the lines for alpha 0, 1/2 and 1. */
  ends() {
    const show = (/** @type {number} */ value) => this.format.number(value, 3);
    const end = (/** @type {number} */ at) => this.line(at);
    const half = end(2);
    return {
      first: this.count(this.sizes[0]),
      last: this.count(this.sizes[this.sizes.length - 1]),
      zero: show(end(0)[end(0).length - 1][1]),
      halfFirst: show(half[0][1]),
      half: show(half[half.length - 1][1]),
      one: show(end(4)[end(4).length - 1][1]),
      keys: this.count(visibleKeys(this.params)),
    };
  }

  summary() {
    const { t } = this;
    return this.ready() ? plain(t, 'softmax.exponent.summary', this.ends()) : t('common.waiting');
  }

  renderVerdict() {
    if (!this.ready()) return nothing;
    const told = this.#isAsTold() ? 'softmax.exponent.verdict' : 'softmax.exponent.plain';
    const words = isAlone(this.params) ? 'softmax.alone' : told;
    return html`<p class="verdict">
      ${rich(this.t, words, this.ends())} ${this.renderEnd('dk', this.sizes)}
    </p>`;
  }

  /** Whether softmax does become a maximum on one side and a plain average on the other: not at every temperature. */
  #isAsTold() {
    const last = (/** @type {number} */ at) => this.line(at)[this.line(at).length - 1][1];
    return last(0) < 1.2 && last(exponents.length - 1) > 0.9 * visibleKeys(this.params);
  }

  table() {
    const { t } = this;
    const column = (/** @type {string} */ key) => ({
      key,
      label: plain(t, `softmax.exponent.column.${key}`),
    });
    const rowsOf = (/** @type {number} */ alpha, /** @type {[number, number][]} */ line) =>
      line.map(([dk, keys]) => ({ alpha, dk, keys }));
    const rows = [
      ...exponents.flatMap(({ alpha }, at) => rowsOf(alpha, this.line(at))),
      ...rowsOf(Number(this.exponent()), this.ownLine()),
    ];
    return { columns: ['alpha', 'dk', 'keys'].map(column), rows };
  }
}

/** @param {Statistics} of */
const medianOf = (of) => of.effectiveKeys.quantiles.p50;
