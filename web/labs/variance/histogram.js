/**
 * <sd-variance-histogram>: all scores, before and after the factor, with the exact law and the normal law over them.
 *
 * The visitor sees two histograms on one axis: how wide the scores q.k are, and what the factor makes of them; beside
 * them the measured moments with what theory says. Many scores stream in: the picture appears at once and sharpens.
 */
import { html, nothing } from 'lit';
import { histogram } from '../../charts/histogram.js';
import { toEngineOptions } from '../../tables/variance.js';
import { chips } from '../parts/chips.js';
import { Section } from '../parts/section.js';
import { figure, histogramTable } from '../parts/figure.js';
import { covers, interval95, withInterval } from '../../pictures/numbers.js';
import { renderProgress } from '../parts/progress.js';
import { stack } from '../../charts/stack.js';
import { plain, rich } from '../lab/text.js';
import { ruleWords } from '../parts/rule.js';
import { firstLook, fitsInFrame, timed } from '../parts/work.js';
import { densityDecimals, unscaledBars } from '../../pictures/scores-picture.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {'both' | 'before' | 'after'} View */

/** @type {readonly View[]} */
const views = ['both', 'before', 'after'];

export class VarianceHistogram extends Section {
  constructor() {
    super();
    /** @type {View} */ this.view = 'both';
    this.logarithmic = false;
    /** @type {import('../../engine/types.js').ScoreStatistics | null} Partial or complete. */ this.result =
      null;
    /** @type {import('../../engine/types.js').ScoreCurves | null} */ this.law = null;
    /** @type {import('../parts/progress.js').Progress | null} */ this.progress = null;
    this.stopped = false;
    this.drawAgain = () => this.engine && this.computeNow(this.engine);
  }

  inputs() {
    return [toEngineOptions(this.params)];
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    const given = toEngineOptions(this.params);
    this.law = engine.scoreCurves(given);
    const options = { ...given, ...this.law.histogram };
    this.progress = null;
    this.stopped = false;
    this.running = !fitsInFrame(engine, options);
    if (!this.running) {
      this.show(timed(engine, options, () => engine.scoreStatistics(options)));
      return;
    }
    // The picture appears at once, from the first few vectors, and sharpens.
    const few = firstLook(engine, options);
    if (few) this.show({ ...timed(engine, few, () => engine.scoreStatistics(few)), partial: true });
    else this.result = null;
    this.attempt(() => this.streamScores(engine, options, signal), signal);
  }

  /**
   * @param {Engine} engine
   * @param {import('../../engine/types.js').ScoreOptions} options
   * @param {AbortSignal} signal
   */
  async streamScores(engine, options, signal) {
    const onProgress = (/** @type {import('../parts/progress.js').Progress} */ progress) => {
      this.progress = progress;
      this.redraw();
    };
    const onPartial = (/** @type {import('../../engine/types.js').ScoreStatistics} */ partial) => {
      // The first partial results may know less than the first look.
      if (partial.scores.count <= (this.result?.scores.count ?? 0)) return;
      this.show(partial);
      this.redraw();
    };
    try {
      this.show(await engine.run('scoreStatistics', options, { signal, onProgress, onPartial }));
    } finally {
      if (!signal.aborted) this.running = false;
    }
  }

  /** @param {import('../../engine/types.js').ScoreStatistics} result */
  show(result) {
    this.result = result;
    this.publish('histogram', result);
  }

  /** Ends a run early; what has come in stays. */
  stop() {
    this.stopped = true;
    super.stop();
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title" class="visually-hidden">${rich(t, 'variance.histogram.title')}</h3>
      ${this.renderFigure()} ${this.renderProblem()}
      <div class="pair">${this.renderMoments('before')} ${this.renderMoments('after')}</div>
      <p class="note">
        ${this.renderVerdict()} ${this.renderVectors()} ${this.renderShape()} ${this.renderHeavy()}
      </p>
    </section>`;
  }

  renderViews() {
    const choices = chips({
      values: views,
      chosen: this.view,
      label: (view) => this.t(`variance.histogram.view.${view}`),
      choose: (view) => {
        this.view = view;
        this.redraw();
      },
    });
    const turn = () => {
      this.logarithmic = !this.logarithmic;
      this.redraw();
    };
    return html`<div
      slot="controls"
      class="choices"
      role="group"
      aria-label=${this.t('variance.histogram.view')}
    >
      ${choices}
      <label class="switch"
        ><input
          type="checkbox"
          .checked=${this.logarithmic}
          @change=${turn}
        />${this.t('variance.histogram.log')}</label
      >
      ${this.renderStatus()}
    </div>`;
  }

  renderFigure() {
    const { t, view } = this;
    const spec = {
      name: 'variance-histogram',
      title: plain(t, `variance.histogram.figure.${view}`, { dk: this.count(this.params.dk) }),
      summary: this.summary(),
      height: view === 'both' ? 400 : 320,
      progress: this.running ? (this.progress?.done ?? 0) : null,
      draw: (/** @type {number} */ width, /** @type {number} */ height) => this.draw(width, height),
      table: () => this.table(),
    };
    return figure(this, spec, this.renderViews());
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  draw(width, height) {
    if (this.view !== 'both') return this.drawOne(this.view, width, height);
    const half = Math.round(height / 2);
    const domain = this.domain('before');
    const wider = this.domain('after');
    // One axis for both, wide enough for the wider: that is the whole point of the picture.
    const shared = /** @type {[number, number]} */ ([
      Math.min(domain[0], wider[0]),
      Math.max(domain[1], wider[1]),
    ]);
    return stack(
      this.drawOne('before', width, half, shared),
      this.drawOne('after', width, height - half, shared),
      half,
      ['before', 'after'],
    );
  }

  /** The factor drives the lower picture; everything else the upper one, and only through it the lower. @param {string} term */
  driven(term) {
    if (term === '') return '';
    return term === 'factor' ? 'after' : 'before';
  }

  /** @param {import('../parts/section.js').Pointed} pointed */
  termOf({ group }) {
    return { before: 'dk', after: 'factor' }[group] ?? '';
  }

  /** @param {'before' | 'after'} side @returns {[number, number]} */
  domain(side) {
    const xs = this.law?.[side].smooth;
    return xs && xs.length > 1 ? [xs[0], xs[xs.length - 1]] : [-1, 1];
  }

  /**
   * @param {'before' | 'after'} side
   * @param {number} width
   * @param {number} height
   * @param {[number, number]} [domain]
   */
  drawOne(side, width, height, domain = this.domain(side)) {
    const { t } = this;
    const law = this.law?.[side];
    const spread = law && law.std > 0;
    return histogram({
      width,
      height,
      bars: this.bars(side),
      curves: spread
        ? [
            {
              key: 'exact',
              label: t('variance.histogram.exact'),
              xs: law.xs,
              ys: law.exact,
              color: 'score',
            },
            {
              key: 'normal',
              label: t('variance.histogram.normal'),
              xs: law.smooth,
              ys: law.normal,
              color: 'ink',
              dash: true,
              thin: true,
            },
          ]
        : [],
      spans: spread
        ? [
            {
              key: 'sd',
              from: law.mean - law.std,
              to: law.mean + law.std,
              label: t('variance.histogram.sd', { sd: this.number(law.std) }),
            },
          ]
        : [],
      // Two pictures on one axis need the key only once.
      legend: this.view !== 'both' || side === 'before',
      x: { label: plain(t, `variance.histogram.axis.${side}`), domain },
      y: { label: t('variance.histogram.density'), ...this.densityAxis() },
    });
  }

  /** As many decimals in both pictures, so that they are equally wide and their horizontal axes stand in line. */
  densityAxis() {
    if (this.logarithmic) return { scale: /** @type {const} */ ('log') };
    const decimals = densityDecimals(this.law?.before.std ?? 1, this.law?.after.std ?? 1);
    return { format: (/** @type {number} */ density) => this.format.fixed(density, decimals) };
  }

  /**
   * The bars; before the factor they are the same counts on the axis of q.k.
   * @param {'before' | 'after'} side
   */
  bars(side) {
    if (!this.result) return null;
    const { histogram: after, scale } = this.result;
    const bars = side === 'after' ? after : unscaledBars(after, scale);
    return bars && { ...bars, key: 'bars', label: this.t('variance.histogram.measured') };
  }

  summary() {
    const { result, law, t } = this;
    if (!result || !law) return t('common.waiting');
    return plain(t, 'variance.histogram.summary', {
      count: this.count(result.scores.count),
      dk: this.number(this.params.dk),
      before: this.number(result.unscaled.variance),
      theoryBefore: this.number(law.before.variance),
      after: this.number(result.scores.variance),
      theoryAfter: this.number(law.after.variance),
    });
  }

  table() {
    return histogramTable(this.t, this.result?.histogram);
  }

  renderStatus() {
    const { t, running, progress, stopped } = this;
    const count = this.count(this.result?.scores.count ?? 0);
    return renderProgress(this, {
      running,
      progress,
      stop: () => this.stop(),
      again: stopped ? this.drawAgain : null,
      idle: stopped ? t('variance.histogram.partly', { count }) : '',
    });
  }

  /**
   * Measured beside exact, for one side of the factor.
   * @param {'before' | 'after'} side
   */
  renderMoments(side) {
    const { t, result, law } = this;
    const measured = side === 'after' ? result?.scores : result?.unscaled;
    const theory = law?.[side];
    const errors = side === 'after' ? result?.standardError : result?.unscaledStandardError;
    const shown = (/** @type {number | undefined} */ value) =>
      value === undefined ? '\u2013' : this.number(value);
    const line = (
      /** @type {string} */ name,
      /** @type {unknown} */ value,
      /** @type {number | undefined} */ exact,
    ) =>
      html`<tr>
        <th scope="row">${t(`common.moment.${name}`)}</th>
        <td class="numeric">${value}</td>
        <td class="numeric theory">${shown(exact)}</td>
      </tr>`;
    const estimate = (/** @type {'mean' | 'variance'} */ name) =>
      measured ? withInterval(this.format, measured[name], errors?.[name] ?? NaN) : '\u2013';
    return html`<table class="moments">
      <caption>
        ${rich(t, `variance.histogram.caption.${side}`, { factor: this.factorWords() })}
      </caption>
      <thead>
        <tr>
          <td></td>
          <th scope="col" class="numeric">${t('common.measured')}</th>
          <th scope="col" class="numeric">${t('common.theory')}</th>
        </tr>
      </thead>
      <tbody>
        ${line('variance', html`<strong data-value=${`variance-${side}`}>${estimate('variance')}</strong>`, theory?.variance)}
        ${line('mean', estimate('mean'), theory?.mean)}
        ${line('std', shown(measured?.std), theory?.std)}
        ${line('skewness', shown(measured?.skewness), theory?.skewness)}
        ${line('kurtosis', shown(measured?.kurtosis), theory?.kurtosis)}
      </tbody>
    </table>`;
  }

  /** Why the interval is as wide as it is. */
  renderVectors() {
    if (!this.hasInterval()) return nothing;
    const { queries, keys, correlation } = toEngineOptions(this.params);
    if (correlation !== 0) return rich(this.t, 'variance.histogram.freshPairs');
    return rich(this.t, 'variance.histogram.sharedVectors', {
      scores: this.count(queries * keys),
      vectors: this.count(queries + keys),
    });
  }

  /** How the exact law differs from the normal one: by its kurtosis, above or below 3. */
  renderShape() {
    const { t, law } = this;
    if (!law || !(law.after.std > 0)) return nothing;
    const { kurtosis } = law.after;
    const key = kurtosis < 3 ? 'lighter' : 'heavier';
    return rich(t, `variance.histogram.${key}`, { kurtosis: this.number(kurtosis) });
  }

  /** Heavy tails are worth a warning: the interval itself is then uncertain. */
  renderHeavy() {
    const { queryDistribution, keyDistribution } = this.params;
    const heavy = queryDistribution === 'student-t' || keyDistribution === 'student-t';
    return heavy ? rich(this.t, 'variance.histogram.heavy') : nothing;
  }

  /** The rule and what it comes to: 1/√d_k = 0.125. */
  factorWords() {
    const { t, format, law, params } = this;
    const value = law ? this.number(law.after.scale) : '\u2026';
    if (params.scale === 'none' || params.scale === 'number') return value;
    return html`${ruleWords(t, format, params)} = ${value}`;
  }

  /** A single score has no variance, and constant ones have nothing to be uncertain about. */
  hasInterval() {
    const error = this.result?.standardError.variance;
    return Number.isFinite(error) && Number(this.law?.after.std) > 0;
  }

  renderVerdict() {
    const { result, law, t } = this;
    if (!result || !law || !this.hasInterval()) return nothing;
    const { variance } = result.scores;
    const error = result.standardError.variance;
    const [low, high] = interval95(variance, error);
    const verdict = covers(variance, error, law.after.variance) ? 'covers' : 'misses';
    return rich(t, `variance.histogram.${verdict}`, {
      low: this.format.steady(low, 4),
      high: this.format.steady(high, 4),
      theory: this.number(law.after.variance),
    });
  }
}
