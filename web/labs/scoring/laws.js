/**
 * <sd-scoring-laws>: the law of each score, on the same random vectors.
 *
 * The visitor sees eight histograms, as the scores are on one axis, or each in its own standard deviations, and beneath
 * them how sharp the weights are that softmax makes of such scores. The pictures sharpen as draws come in.
 */
import { html } from 'lit';
import { histogram } from '../../charts/histogram.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { functionNames, randomFunction, vectorOptions } from '../../tables/scoring.js';
import { chips } from '../parts/chips.js';
import { figure } from '../parts/figure.js';
import { renderProgress } from '../parts/progress.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { colors } from './functions.js';
import { scoringStyles } from './styles.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').ScoringStatistics} ScoringStatistics */
/** @typedef {import('../../engine/types.js').ScoringFunctionStatistics} FunctionStatistics */
/** @typedef {import('../../tables/scoring.js').FunctionName} FunctionName */

const bins = 80;

/** Half the common axis, in standard deviations of the widest but the distance, whose mean lies far away. */
const reach = 3;

/** Of the axis in standard deviations. */
const standardReach = 4;

const layout = { count: functionNames.length, height: 132, least: 116, most: 4 };

export class ScoringLaws extends Section {
  static styles = [...Section.styles, scoringStyles];

  constructor() {
    super();
    /** @type {ScoringStatistics | null} */ this.result = null;
    this.seconds = 0;
    /** @type {{xs: Float64Array, ys: Float64Array} | null} The standard normal law. */
    this.normal = null;
    this.again = () => this.engine && this.computeNow(this.engine);
  }

  inputs() {
    const { temperature, units, draws } = this.params;
    return [vectorOptions(this.params), temperature, units, draws];
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    this.result = null;
    this.normal ??= normalLaw(engine);
    this.running = true;
    const start = performance.now();
    const take = (/** @type {ScoringStatistics} */ result) => {
      if (signal.aborted) return;
      this.result = result;
      this.seconds = (performance.now() - start) / 1000;
      this.redraw();
    };
    const options = {
      ...vectorOptions(this.params),
      draws: Number(this.params.draws),
      functions: functionNames.map((name) => randomFunction(this.params, name)),
      bins,
    };
    void this.attempt(async () => {
      take(await engine.run('scoringStatistics', options, { signal, onPartial: take }));
      this.running = false;
      this.publish('laws', this.result);
    }, signal);
  }

  render() {
    const { t, params, running, result } = this;
    const choices = chips({
      values: ['raw', 'standard'],
      chosen: params.law,
      label: (value) => rich(t, `scoring.laws.${value}`),
      choose: (law) => this.set({ law }),
    });
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'scoring.laws.title')}</h3>
      <p class="lead">${rich(t, 'scoring.laws.lead')}</p>
      <div class="choices">${choices}</div>
      ${figure(
        this,
        {
          name: 'scoring-laws',
          title: plain(t, 'scoring.laws.figure', {
            dk: this.number(Number(params.dk)),
            keys: this.count(Number(params.keys)),
          }),
          summary: this.summary(),
          height: (width) => panelsHeight(width, layout),
          draw: (width) => this.draw(width),
          table: () => this.table(),
          progress: running ? (result?.done ?? 0) : null,
        },
        this.renderStatus(),
      )}
      ${this.renderProblem()} ${this.renderNumbers()}
      <p class="note">${rich(t, 'scoring.laws.note')}</p>
    </section>`;
  }

  renderStatus() {
    const { t, running, result, seconds } = this;
    const perSecond = seconds > 0 ? (result?.draws ?? 0) / seconds : undefined;
    return html`<span slot="status"
      >${renderProgress(this, {
        running,
        progress: { done: result?.done ?? 0, seconds, perSecond },
        stop: () => this.stop(),
        again: result?.partial ? this.again : null,
        idle: result ? rich(t, 'scoring.laws.idle', { draws: this.count(result.draws) }) : '',
        per: 'scoring.rate',
      })}</span
    >`;
  }

  /** @param {FunctionName} name */
  statistics(name) {
    return this.result?.functions[functionNames.indexOf(name)];
  }

  /** The end of the common axis, a round number: what the dot products need, or whatever is widest. */
  get span() {
    const widest = Math.max(
      ...functionNames
        .filter((name) => name !== 'distance')
        .map((name) => this.statistics(name)?.scores.std ?? 1),
    );
    const span = reach * widest || 1;
    const step = 10 ** Math.floor(Math.log10(span)) / 2;
    return Math.ceil(span / step) * step;
  }

  /** @param {number} width */
  draw(width) {
    const { t, params } = this;
    const standard = params.law === 'standard';
    const span = standard ? standardReach : this.span;
    const tick = roundBelow(0.85 * span);
    return panels(
      width,
      layout,
      functionNames.map((name) => ({
        key: name,
        title: plain(t, `scoring.function.${name}`),
        draw: ({ width: own, height, isLast }) => {
          const one = this.statistics(name);
          return histogram({
            width: own,
            height,
            bars: one ? this.bars(name, one, standard) : null,
            curves: standard && this.normal && one ? [this.normalCurve(this.normal)] : [],
            legend: false,
            x: {
              label: isLast ? t(standard ? 'scoring.laws.xStandard' : 'scoring.laws.x') : '',
              domain: [-span, span],
              ticks: standard ? [-4, -2, 0, 2, 4] : [-tick, 0, tick],
              spacing: 24,
              read: (value) => this.number(value),
            },
            y: {
              label: '',
              ticks: [],
              read: (value) => this.number(value),
              ...(standard && { domain: [0, 0.5] }),
            },
            notes: one && !standard ? this.outside(one, span) : {},
          });
        },
      })),
    );
  }

  /** What lies beyond the common axis is told. @param {FunctionStatistics} one @param {number} span */
  outside({ scores }, span) {
    if (scores.mean > -span) return {};
    return {
      below: this.t('scoring.laws.below', { mean: this.number(scores.mean) }),
    };
  }

  /** @param {FunctionName} name @param {FunctionStatistics} one @param {boolean} standard */
  bars(name, { histogram: own, scores: { mean, std } }, standard) {
    const place = (/** @type {number} */ value) => (standard ? (value - mean) / (std || 1) : value);
    return {
      ...own,
      low: place(own.low),
      high: place(own.high),
      label: this.t('common.measured'),
      color: colors[name],
      read: (/** @type {number} */ count) => this.count(count),
    };
  }

  /** @param {{xs: Float64Array, ys: Float64Array}} law */
  normalCurve({ xs, ys }) {
    return {
      key: 'normal',
      label: this.t('scoring.laws.normal'),
      xs,
      ys,
      color: /** @type {const} */ ('ink'),
      thin: true,
      dash: true,
    };
  }

  summary() {
    const { t } = this;
    if (!this.result) return t('common.waiting');
    const sd = (/** @type {FunctionName} */ name) =>
      this.number(this.statistics(name)?.scores.std ?? NaN);
    return plain(t, 'scoring.laws.summary', {
      dk: this.number(Number(this.params.dk)),
      dot: sd('dot'),
      scaled: sd('scaled'),
      cosine: sd('cosine'),
      additive: sd('additive'),
    });
  }

  /** Moments and sharpness, measured, as a small table that is always seen. */
  renderNumbers() {
    const { t, result } = this;
    if (!result) return html`<div class="scroll numbers"></div>`;
    const columns = ['mean', 'std', 'kurtosis', 'topWeight', 'effectiveKeys'];
    return html`<div
      class="scroll numbers"
      tabindex="0"
      role="group"
      aria-label=${plain(t, 'scoring.laws.caption')}
    >
      <table class="moments wide">
        <caption class="visually-hidden">
          ${plain(t, 'scoring.laws.caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col">${t('scoring.table.function')}</th>
            ${columns.map((column) => html`<th scope="col">${rich(t, `scoring.laws.column.${column}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${functionNames.map((name) => {
            const one = /** @type {FunctionStatistics} */ (this.statistics(name));
            const values = [
              this.format.number(one.scores.mean, 3),
              this.format.number(one.scores.std, 3),
              this.format.number(one.scores.kurtosis, 3),
              this.format.fixed(one.topWeight.quantiles.p50, 3),
              this.format.number(one.effectiveKeys.quantiles.p50, 3),
            ];
            return html`<tr>
              <th scope="row">${rich(t, `scoring.function.${name}`)}</th>
              ${values.map((value) => html`<td class="number">${value}</td>`)}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  table() {
    const { t } = this;
    const column = (/** @type {string} */ key) => ({
      key,
      label: t(key === 'function' ? 'scoring.table.function' : `common.table.${key}`),
    });
    return {
      columns: ['function', 'from', 'to', 'count'].map(column),
      rows: functionNames.flatMap((name) => {
        const one = this.statistics(name);
        if (!one) return [];
        const { low, high, counts } = one.histogram;
        const width = (high - low) / counts.length;
        return Array.from(counts, (count, i) => ({
          function: plain(t, `scoring.function.${name}`),
          from: low + i * width,
          to: low + (i + 1) * width,
          count,
        }));
      }),
    };
  }
}

/** The largest of 1, 2, 5, 10 ... that is not larger. @param {number} value */
function roundBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [5, 2, 1].find((one) => one * power <= value) ?? 1;
  return digit * power;
}

/** The engine's standard normal law: that of scores with standard deviation 1. @param {Engine} engine */
function normalLaw(engine) {
  const { normal } = engine.scoreLaw({ dk: 64, scale: 'rsqrt' });
  const xs = Float64Array.from({ length: 81 }, (_, i) => ((i - 40) / 40) * standardReach);
  return { xs, ys: Float64Array.from(xs, (x) => /** @type {number} */ (normal.pdf(x))) };
}
