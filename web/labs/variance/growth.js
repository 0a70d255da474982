/**
 * <sd-variance-growth>: the variance of the scores against d_k, one line per rule.
 *
 * The visitor sees measured points with their 95 % intervals on the lines of theory, both axes logarithmic. Without a
 * factor the line rises, with 1/d_k it falls, and only 1/sqrt(d_k), the exponent 1/2, stays flat. Points appear as
 * they are computed.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { toEngineOptions } from '../../tables/variance.js';
import { Section } from '../parts/section.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { ruleText, ruleWords } from '../parts/rule.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {'none' | 'rsqrt' | 'inverse' | 'current'} Rule */
/** @typedef {{variance: number, standardError: number}} Measured  Of the scores before any factor */

/** d_k = 1, 2, 4 ... 4096 */
const sizes = Array.from({ length: 13 }, (_, i) => 2 ** i);

/** Each point uses at most this many queries and keys, so that all of them together take a moment. */
const most = 128;

/** With q and k correlated every score draws vectors of its own: at most so many components a point. */
const mostComponents = 4e6;

/** @type {Readonly<Record<Rule, import('../../charts/picture.js').ColorName>>} */
const colors = { none: 'key', rsqrt: 'query', inverse: 'value', current: 'weight' };

export class VarianceGrowth extends Section {
  constructor() {
    super();
    /** @type {Measured[]} One for each size that has come in. */ this.points = [];
    /** @type {Map<Rule, import('../../engine/index.js').ScoreGrowth>} Theory at every size, and the points. */
    this.lines = new Map();
    /** @type {{x: number, y: number} | null} */ this.here = null;
    this.slide = (/** @type {Event & {target: HTMLInputElement}} */ event) =>
      this.set({ scale: 'alpha', alpha: Number(event.target.value) });
  }

  /** The rules with a line; the current one only when it is none of the three. @returns {Rule[]} */
  rules() {
    const own = this.params.scale === 'alpha' || this.params.scale === 'number';
    return own ? ['none', 'rsqrt', 'inverse', 'current'] : ['none', 'rsqrt', 'inverse'];
  }

  /** Of what is measured: the scores before any factor. @param {number} dk */
  options(dk) {
    const options = toEngineOptions(this.params);
    const { queries, keys, correlation } = options;
    const side =
      correlation === 0 ? most : Math.min(most, Math.floor(Math.sqrt(mostComponents / dk)));
    return {
      ...options,
      dk,
      scale: /** @type {const} */ ('none'),
      queries: Math.min(side, queries),
      keys: Math.min(side, keys),
      bins: 1,
    };
  }

  /** Only what is measured: neither d_k nor the factor moves the points before the factor. */
  inputs() {
    return [this.options(1)];
  }

  willUpdate() {
    super.willUpdate();
    const { engine, params } = this;
    if (!engine || !this.computedBy || this.problem) return;
    const dk = Number(params.dk);
    const options = this.options(dk);
    const { scale } = toEngineOptions(params);
    const rules = this.rules();
    const scales = rules.map((rule) => (rule === 'current' ? scale : rule));
    const growth = engine.scoreGrowth(options, { sizes, scales, measured: this.points });
    this.lines = new Map(rules.map((rule, i) => [rule, growth[i]]));
    this.here = { x: dk, y: engine.scoreTheory({ ...options, scale }).variance };
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    this.points = [];
    this.attempt(() => this.measure(engine, signal), signal);
  }

  /**
   * One size after the other, so that a change of the controls never waits long.
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  async measure(engine, signal) {
    for (const dk of sizes) {
      const result = await engine.run('scoreStatistics', this.options(dk), { signal });
      const standardError = result.standardError.variance;
      this.points = [...this.points, { variance: result.scores.variance, standardError }];
      this.redraw();
    }
    this.publish('growth', this.points);
  }

  /** The measured points under a rule. @param {Rule} rule */
  measured(rule) {
    return this.lines.get(rule)?.measured ?? [];
  }

  render() {
    const { t, params } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'variance.growth.title')}</h3>
      <p class="lead">${rich(t, 'variance.growth.lead')}</p>
      <div class="choices">
        <label class="slide"
          ><span>${rich(t, 'variance.growth.alpha')}</span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            .value=${String(this.exponent())}
            @input=${this.slide}
          />
          <output class="number"
            >${params.scale === 'number' ? '\u2013' : this.format.fixed(this.exponent(), 2)}</output
          >
        </label>
      </div>
      ${figure(this, {
        name: 'variance-growth',
        title: plain(t, 'variance.growth.figure'),
        summary: this.summary(),
        height: 400,
        draw: (width, height) => this.draw(width, height),
        table: () => this.table(),
      })}
      ${this.renderProblem()} ${this.renderHere()}
      <p class="note">${rich(t, 'variance.growth.note', { most })}</p>
    </section>`;
  }

  /** d_k drives the point on the line of the factor; the components drive where all lines begin. @param {string} term */
  driven(term) {
    const { scale } = this.params;
    if (term === 'dk') return 'here';
    if (term === 'factor') return scale in colors ? String(scale) : 'current';
    return term === '' ? '' : 'none';
  }

  /** Lines differ by their factor. @param {import('../parts/section.js').Pointed} pointed */
  termOf({ key }) {
    return key === '' ? '' : 'factor';
  }

  /** @param {{value?: number}} place */
  picked({ value }) {
    if (value !== undefined) this.set({ dk: value });
  }

  /** The exponent that the current rule stands for. */
  exponent() {
    const { scale, alpha } = this.params;
    return (
      { none: 0, rsqrt: 0.5, inverse: 1 }[/** @type {'none'} */ (scale)] ?? Number(alpha ?? 0.5)
    );
  }

  /** @param {Rule} rule */
  label(rule) {
    const { t, format, params } = this;
    return ruleText(t, format, rule === 'current' ? params : { scale: rule });
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  draw(width, height) {
    const { t, here } = this;
    const rules = [...this.lines.keys()];
    // A logarithmic axis has no place for a variance of zero.
    const series = rules.flatMap((rule) => [
      {
        key: rule,
        label: this.label(rule),
        points: this.theory(rule).filter(([, variance]) => variance > 0),
        color: colors[rule],
        thin: rule !== 'current',
      },
      {
        key: rule,
        label: '',
        points: this.measured(rule)
          .filter(({ variance }) => variance > 0)
          .map(
            ({ dk, variance, low, high }) =>
              /** @type {const} */ ([dk, variance, low > 0 ? low : variance / 10, high]),
          ),
        color: colors[rule],
        line: false,
        dots: true,
      },
    ]);
    const inside = here && here.x <= sizes[sizes.length - 1];
    return curves({
      width,
      height,
      series,
      x: {
        label: plain(t, 'variance.growth.x'),
        scale: 'log',
        domain: [1, sizes[sizes.length - 1]],
        ticks: sizes,
      },
      y: {
        label: t('variance.growth.y'),
        scale: 'log',
        read: (value) => this.format.number(value, 3),
      },
      at: inside ? here.x : undefined,
      marks:
        inside && here.y > 0
          ? [
              {
                key: 'here',
                x: here.x,
                y: here.y,
                label: plain(t, 'variance.growth.here', {
                  dk: this.number(here.x),
                  variance: this.number(here.y),
                }),
              },
            ]
          : [],
    });
  }

  /** @param {Rule} rule @returns {[number, number][]} */
  theory(rule) {
    return (this.lines.get(rule)?.theory ?? []).map(({ dk, variance }) => [dk, variance]);
  }

  summary() {
    const { t } = this;
    if (this.lines.size === 0) return t('common.waiting');
    const last = (/** @type {Rule} */ rule) => this.number(this.theory(rule)[sizes.length - 1][1]);
    return plain(t, 'variance.growth.summary', {
      start: this.number(this.theory('none')[0][1]),
      most: this.count(sizes[sizes.length - 1]),
      none: last('none'),
      rsqrt: last('rsqrt'),
      inverse: last('inverse'),
    });
  }

  renderHere() {
    const { t, here, params } = this;
    if (!here) return nothing;
    return html`<p class="verdict">
      ${rich(t, 'variance.growth.now', { dk: this.number(params.dk), rule: ruleWords(t, this.format, params), variance: this.number(here.y) })}
    </p>`;
  }

  table() {
    const { t } = this;
    const rows = this.rules().flatMap((rule) =>
      this.measured(rule).map(({ dk, variance, low, high }, i) => ({
        rule: this.label(rule),
        dk,
        variance,
        low,
        high,
        theory: this.lines.get(rule)?.theory[i].variance ?? NaN,
      })),
    );
    const column = (/** @type {string} */ key) => ({
      key,
      label: plain(t, `variance.growth.column.${key}`),
    });
    return { columns: ['rule', 'dk', 'variance', 'low', 'high', 'theory'].map(column), rows };
  }
}
