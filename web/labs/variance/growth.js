/**
 * <sd-variance-growth>: the variance of the scores against d_k, one line per rule.
 *
 * The visitor sees measured points with their 95 % intervals on the lines of theory, both axes logarithmic. Without a
 * factor the line rises, with 1/d_k it falls, and only 1/sqrt(d_k), the exponent 1/2, stays flat. Points appear as
 * they are computed.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { toEngineOptions } from '../../state.js';
import { Section } from './section.js';
import { figure } from './figure.js';
import { interval95 } from './numbers.js';
import { plain, rich } from '../text.js';
import { ruleText, ruleWords } from './rule.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {'none' | 'rsqrt' | 'inverse' | 'current'} Rule */
/** @typedef {{dk: number, variance: number, low: number, high: number}} Measured */

/** d_k = 1, 2, 4 ... 4096 */
const sizes = Array.from({ length: 13 }, (_, i) => 2 ** i);

/** Each point uses at most this many queries and keys, so that all of them together take a moment. */
const most = 128;

/** @type {Readonly<Record<Rule, import('../../charts/picture.js').ColorName>>} */
const colors = { none: 'key', rsqrt: 'query', inverse: 'value', current: 'weight' };

export class VarianceGrowth extends Section {
  constructor() {
    super();
    /** @type {Map<Rule, Measured[]>} */ this.points = new Map();
    /** @type {Map<Rule, [number, number][]>} */ this.lines = new Map();
    /** @type {{x: number, y: number} | null} */ this.here = null;
    /** Points measured before, by rule and size; they stay good while only the rule changes. @type {Map<string, Measured>} */
    this.kept = new Map();
    this.keptFor = '';
    this.slide = (/** @type {Event & {target: HTMLInputElement}} */ event) =>
      this.set({ scale: 'alpha', alpha: Number(event.target.value) });
  }

  /** The rules with a line; the current one only when it is none of the three. @returns {Rule[]} */
  rules() {
    const own = this.params.scale === 'alpha' || this.params.scale === 'number';
    return own ? ['none', 'rsqrt', 'inverse', 'current'] : ['none', 'rsqrt', 'inverse'];
  }

  /** @param {Rule} rule */
  options(rule) {
    const options = toEngineOptions(this.params);
    return {
      ...options,
      scale: rule === 'current' ? options.scale : rule,
      queries: Math.min(most, options.queries),
      keys: Math.min(most, options.keys),
      bins: 1,
    };
  }

  inputs() {
    const { dk: _, scale, ...options } = this.options('current');
    return [options, this.rules().length > 3 ? scale : null];
  }

  willUpdate() {
    super.willUpdate();
    // Where the visitor stands moves with d_k; the lines do not.
    const { engine, params } = this;
    if (engine && this.lines.size > 0)
      this.here = { x: params.dk, y: this.theory(engine, 'current', params.dk) };
  }

  /**
   * @param {Engine} engine
   * @param {Rule} rule
   * @param {number} dk
   */
  theory(engine, rule, dk) {
    return engine.scoreTheory({ ...this.options(rule), dk }).variance;
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    const rules = this.rules();
    const { dk: _, scale: __, ...base } = this.options('current');
    const keptFor = JSON.stringify(base);
    if (keptFor !== this.keptFor) this.kept.clear();
    this.keptFor = keptFor;
    this.points = new Map(rules.map((rule) => [rule, []]));
    this.lines = new Map(
      rules.map((rule) => [rule, sizes.map((dk) => [dk, this.theory(engine, rule, dk)])]),
    );
    this.attempt(() => this.measure(engine, rules, signal), signal);
  }

  /**
   * One size after the other, so that a change of the controls never waits long.
   * @param {Engine} engine
   * @param {Rule[]} rules
   * @param {AbortSignal} signal
   */
  async measure(engine, rules, signal) {
    for (const dk of sizes) {
      for (const rule of rules)
        this.points.get(rule)?.push(await this.point(engine, rule, dk, signal));
      this.redraw();
    }
    this.publish('growth', Object.fromEntries(this.points));
  }

  /**
   * @param {Engine} engine
   * @param {Rule} rule
   * @param {number} dk
   * @param {AbortSignal} signal
   * @returns {Promise<Measured>}
   */
  async point(engine, rule, dk, signal) {
    const options = { ...this.options(rule), dk };
    const name = JSON.stringify([options.scale, dk]);
    const known = this.kept.get(name);
    if (known) return known;
    const { scores, standardError } = await engine.run('scoreStatistics', options, { signal });
    const [low, high] = interval95(scores.variance, standardError.variance);
    const measured = { dk, variance: scores.variance, low, high };
    if (this.kept.size < 500) this.kept.set(name, measured);
    return measured;
  }

  render() {
    const { t, params } = this;
    return html`<section aria-labelledby="title">
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
        points: (this.lines.get(rule) ?? []).filter(([, variance]) => variance > 0),
        color: colors[rule],
        thin: rule !== 'current',
      },
      {
        key: rule,
        label: '',
        points: (this.points.get(rule) ?? [])
          .filter(({ variance }) => variance > 0)
          .map(
            ({ dk, variance, low, high }) =>
              /** @type {const} */ ([dk, variance, low > 0 ? low : variance / 10, high]),
          ),
        color: colors[rule],
        line: false,
        dots: true,
        read: false,
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
      },
      y: { label: t('variance.growth.y'), scale: 'log' },
      at: inside ? here.x : undefined,
      marks:
        inside && here.y > 0
          ? [
              {
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

  summary() {
    const { t, lines } = this;
    const last = (/** @type {Rule} */ rule) => {
      const line = lines.get(rule);
      return line ? this.number(line[line.length - 1][1]) : '\u2013';
    };
    const first = lines.get('rsqrt');
    if (!first) return t('variance.waiting');
    return plain(t, 'variance.growth.summary', {
      start: this.number(first[0][1]),
      most: this.number(sizes[sizes.length - 1]),
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
    const rows = [...this.points].flatMap(([rule, measured]) =>
      measured.map(({ dk, variance, low, high }) => ({
        rule: this.label(rule),
        dk,
        variance,
        low,
        high,
        theory: (this.lines.get(rule) ?? []).find(([size]) => size === dk)?.[1] ?? NaN,
      })),
    );
    const column = (/** @type {string} */ key) => ({
      key,
      label: plain(t, `variance.growth.column.${key}`),
    });
    return { columns: ['rule', 'dk', 'variance', 'low', 'high', 'theory'].map(column), rows };
  }
}
