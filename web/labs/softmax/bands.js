/**
 * <sd-softmax-bands>: how the weights of many random queries spread, against d_k or the number of keys, rule by rule.
 *
 * The visitor sees one small picture a rule, with the quantiles of a measure that he chooses, and below them the share
 * of queries that get almost no gradient. The bands appear at once and sharpen.
 */
import { html, nothing } from 'lit';
import { bandKey, bands } from '../../charts/bands.js';
import { curves } from '../../charts/curves.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { drawOptions, isAlone, measures, ruleOption } from '../../tables/softmax.js';
import { chips } from '../parts/chips.js';
import { figure } from '../parts/figure.js';
import { interval95 } from '../../pictures/numbers.js';
import { ruleText } from '../parts/rule.js';
import { plain, rich } from '../lab/text.js';
import { measureAxis } from '../../pictures/measure-axis.js';
import { SweepSection } from './sweep-section.js';
import { sizesOf } from '../../pictures/sweep.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').SoftmaxRuleStatistics} Statistics */
/** @typedef {'none' | 'rsqrt' | 'inverse' | 'cosine' | 'current'} Rule */
/** @typedef {import('../../pictures/measure-axis.js').Measure} Measure */

const fixedRules = /** @type {const} */ (['none', 'rsqrt', 'inverse', 'cosine']);

/** @type {Readonly<Record<Rule, import('../../charts/picture.js').ColorName>>} */
const colors = {
  none: 'key',
  rsqrt: 'query',
  inverse: 'value',
  cosine: 'score',
  current: 'weight',
};

const layoutOf = (/** @type {number} */ count) => ({ count, height: 170, least: 230, most: 3 });

export class SoftmaxBands extends SweepSection {
  constructor() {
    super();
    /** @type {number[]} */ this.sizes = [];
  }

  /** The rules with a picture; the current one only where it is none of the others. @returns {Rule[]} */
  rules() {
    const { scale } = this.params;
    return scale === 'alpha' || scale === 'number' ? [...fixedRules, 'current'] : [...fixedRules];
  }

  /** What is measured whatever the size: the axis leaves one of the two out. */
  options() {
    const { dk, keys, ...options } = drawOptions(/** @type {any} */ (this.params));
    const own = this.rules().includes('current')
      ? [ruleOption(/** @type {any} */ (this.params))]
      : [];
    const held = this.axis === 'dk' ? { keys } : { dk };
    return { ...options, ...held, scale: 'none', compare: [...fixedRules.slice(1), ...own] };
  }

  get axis() {
    return /** @type {'dk' | 'keys'} */ (this.params.axis);
  }

  get measure() {
    return /** @type {Measure} */ (this.params.measure);
  }

  inputs() {
    return [this.axis, this.options()];
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    this.sizes = sizesOf(this.axis, drawOptions(/** @type {any} */ (this.params)));
    const options = /** @type {any} */ (this.options());
    const places = this.sizes.map((size) => ({ ...options, [this.axis]: size }));
    this.track(this.sweep.start(engine, places, signal));
  }

  /** What has come in for a rule. @param {Rule} rule @returns {{x: number, of: Statistics, draws: number}[]} */
  points(rule) {
    const at = this.rules().indexOf(rule);
    return this.sweep.results.flatMap((result, i) => {
      if (!result) return [];
      const of = at === 0 ? result : result.compare[at - 1];
      return of ? [{ x: this.sizes[i], of, draws: result.draws }] : [];
    });
  }

  /** @param {Rule} rule */
  label(rule) {
    const { t, format, params } = this;
    if (rule === 'none') return t('softmax.without');
    return ruleText(t, format, rule === 'current' ? params : { scale: rule });
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'softmax.bands.title')}</h3>
      <p class="lead">${rich(t, 'softmax.bands.lead')}</p>
      ${figure(this, this.bandsFigure(), this.renderControls())} ${this.renderProblem()}
      ${figure(this, this.deadFigure())}
      <p class="verdict">${this.renderVerdict()}</p>
      <p class="note">
        ${rich(t, `softmax.bands.note.${this.measure}`)} ${rich(t, 'softmax.bands.draws')}
      </p>
    </section>`;
  }

  renderControls() {
    const { t } = this;
    /** @param {'measure' | 'axis'} name @param {readonly string[]} values */
    const choices = (name, values) =>
      chips({
        values,
        chosen: this.params[name],
        label: (value) => rich(t, `softmax.bands.${name}.${value}`),
        choose: (value) => this.set({ [name]: value }),
      });
    return html`<div slot="controls" class="choices">
      <div class="choices" role="group" aria-label=${t('softmax.bands.measures')}>
        ${choices('measure', measures)}
      </div>
      <div class="choices" role="group" aria-label=${t('softmax.bands.axes')}>
        ${choices('axis', ['dk', 'keys'])} ${this.renderStatus()}
      </div>
    </div>`;
  }

  bandsFigure() {
    const { t } = this;
    const layout = this.layout();
    return {
      name: 'softmax-bands',
      title: plain(t, `softmax.bands.figure.${this.axis}`, {
        measure: capital(plain(t, `softmax.bands.measure.${this.measure}`)),
        ...this.held(),
      }),
      summary: this.summary(),
      height: (/** @type {number} */ width) => panelsHeight(width, layout),
      progress: this.share,
      draw: this.ready() ? (/** @type {number} */ width) => this.drawBands(width) : null,
      table: () => this.table(),
    };
  }

  /** The parameter that the axis does not show. */
  held() {
    return { dk: this.count(this.params.dk), keys: this.count(this.params.keys) };
  }

  layout() {
    const { t } = this;
    const words = {
      outer: t('softmax.bands.outer'),
      inner: t('softmax.bands.inner'),
      median: t('softmax.bands.median'),
      mean: t('softmax.bands.mean'),
    };
    return { ...layoutOf(this.rules().length), words, key: bandKey(words) };
  }

  /** @param {number} width */
  drawBands(width) {
    const { t } = this;
    const layout = this.layout();
    const y = this.yAxis();
    return panels(
      width,
      layout,
      this.rules().map((rule) => ({
        key: rule,
        title: this.label(rule),
        draw: ({ width: own, height, left, isLast }) =>
          bands({
            width: own,
            height,
            left,
            key: false,
            words: layout.words,
            series: [
              {
                key: rule,
                label: '',
                color: colors[rule],
                points: this.points(rule).map(({ x, of }) => ({ x, ...of[this.measure] })),
              },
            ],
            x: this.xAxis(isLast ? plain(t, `softmax.bands.x.${this.axis}`) : ''),
            y,
            at: this.place(this.axis, this.sizes),
          }),
      })),
    );
  }

  /** @param {string} label @returns {import('../../charts/picture.js').Axis} */
  xAxis(label) {
    const { sizes } = this;
    return { label, scale: 'log', ticks: sizes, domain: [sizes[0], sizes[sizes.length - 1]] };
  }

  /** The same for all rules. */
  yAxis() {
    const { measure } = this;
    const all = this.rules().flatMap((rule) => this.points(rule).map(({ of }) => of[measure]));
    return measureAxis(measure, all, (value) => this.format.number(value, 3));
  }

  deadFigure() {
    const { t } = this;
    const which = this.measure === 'queryGradient' ? 'deadQuery' : 'dead';
    return {
      name: 'softmax-dead',
      title: plain(t, `softmax.bands.dead.${which}`),
      summary: this.deadSummary(which),
      height: 230,
      progress: this.share,
      draw: this.ready()
        ? (/** @type {number} */ width, /** @type {number} */ height) =>
            this.drawDead(width, height, which)
        : null,
      table: () => this.table(),
    };
  }

  /** @param {number} width @param {number} height @param {'dead' | 'deadQuery'} which */
  drawDead(width, height, which) {
    const { t } = this;
    return curves({
      width,
      height,
      series: this.rules().map((rule) => ({
        key: rule,
        label: this.label(rule),
        color: colors[rule],
        dots: true,
        points: this.points(rule).map(({ x, of }) => {
          const { share, standardError } = of[which];
          const [low, high] = interval95(share, standardError);
          return /** @type {const} */ ([x, share, Math.max(0, low), Math.min(1, high)]);
        }),
      })),
      x: this.xAxis(plain(t, `softmax.bands.x.${this.axis}`)),
      y: {
        label: '',
        domain: [0, 1],
        format: (value) => this.format.percent(value, 0),
        read: (value) => this.format.share(value),
      },
      at: this.place(this.axis, this.sizes),
    });
  }

  /** @param {{value?: number}} place */
  picked({ value }) {
    if (value !== undefined) this.set({ [this.axis]: value });
  }

  /** Lines differ by their rule. @param {import('../parts/section.js').Pointed} pointed */
  termOf({ key, group }) {
    return key || group ? 'factor' : '';
  }

  /** @param {string} term */
  driven(term) {
    const { scale } = this.params;
    if (term !== 'factor') return '';
    return scale === 'alpha' || scale === 'number' ? 'current' : String(scale);
  }

  /** The median at the last size, rule by rule. @param {Rule} rule */
  last(rule) {
    const { of } = this.points(rule)[this.sizes.length - 1];
    return this.format.number(of[this.measure].quantiles.p50, 3);
  }

  summary() {
    const { t } = this;
    if (!this.ready()) return this.waiting(this.sizes);
    return plain(t, `softmax.bands.summary.${this.axis}`, {
      measure: plain(t, `softmax.bands.measure.${this.measure}`),
      last: this.count(this.sizes[this.sizes.length - 1]),
      none: this.last('none'),
      rsqrt: this.last('rsqrt'),
      inverse: this.last('inverse'),
      cosine: this.last('cosine'),
    });
  }

  /** @param {'dead' | 'deadQuery'} which */
  deadSummary(which) {
    const { t } = this;
    if (!this.ready()) return this.waiting(this.sizes);
    const share = (/** @type {Rule} */ rule) =>
      this.format.share(this.points(rule)[this.sizes.length - 1].of[which].share);
    return plain(t, `softmax.bands.deadSummary.${this.axis}`, {
      last: this.count(this.sizes[this.sizes.length - 1]),
      none: share('none'),
      rsqrt: share('rsqrt'),
    });
  }

  /**
   * Whether the picture shows what the sentence tells: an extreme temperature or spread leaves other pictures.
   * @param {Statistics} of  without a factor, at the last size
   * @param {Statistics} scaled
   */
  #isAsTold(of, scaled) {
    if (scaled.dead.share > 0.05) return false;
    const { share } = of.dead;
    return this.axis === 'dk' ? share > 0.2 : share < this.points('none')[0].of.dead.share;
  }

  /** What the mean hides: at the last size, without a factor. */
  renderVerdict() {
    if (this.sizes.length === 0 && this.computedBy) return this.tooMasked();
    if (!this.ready()) return nothing;
    const { t, format } = this;
    if (this.axis === 'dk' && isAlone(this.params)) return rich(t, 'softmax.alone');
    const { of } = this.points('none')[this.sizes.length - 1];
    const { of: scaled } = this.points('rsqrt')[this.sizes.length - 1];
    const words = this.#isAsTold(of, scaled) ? this.axis : 'plain';
    const verdict = rich(t, `softmax.bands.verdict.${words}`, {
      last: this.count(this.sizes[this.sizes.length - 1]),
      ...this.held(),
      median: format.number(of.logitGradient.quantiles.p50, 2),
      mean: format.number(of.logitGradient.mean, 2),
      scaled: format.number(scaled.logitGradient.quantiles.p50, 2),
      dead: html`<strong data-value="dead-last">${format.share(of.dead.share)}</strong>`,
      deadScaled: format.share(scaled.dead.share),
    });
    return html`${verdict} ${this.renderEnd(this.axis, this.sizes)}`;
  }

  table() {
    const { t } = this;
    const names = ['p05', 'p25', 'p50', 'p75', 'p95'];
    const columns = [
      { key: 'rule', label: t('softmax.bands.column.rule') },
      { key: 'x', label: plain(t, `softmax.bands.x.${this.axis}`) },
      { key: 'draws', label: t('softmax.param.draws') },
      { key: 'mean', label: t('softmax.bands.mean') },
      ...names.map((key) => ({ key, label: `${Number(key.slice(1))} %` })),
      { key: 'dead', label: plain(t, 'softmax.bands.column.dead') },
      { key: 'deadQuery', label: plain(t, 'softmax.bands.column.deadQuery') },
    ];
    const rows = this.rules().flatMap((rule) =>
      this.points(rule).map(({ x, of, draws }) => ({
        rule: this.label(rule),
        x,
        draws,
        mean: of[this.measure].mean,
        ...of[this.measure].quantiles,
        dead: of.dead.share,
        deadQuery: of.deadQuery.share,
      })),
    );
    return { columns, rows };
  }
}

/** As a title begins. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
