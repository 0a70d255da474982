/**
 * <sd-variance-replicate>: "I tried it and got 1.6." Type the shape, ddof and your number, and see whether it is odd.
 *
 * The visitor sees the sampling distribution of the variance of one small random product, where the own number lies in
 * it, what it is on average and why that is not d_k, and a verdict in words. With a NumPy seed: NumPy's own digits, and
 * the program that prints them.
 */
import { html, nothing } from 'lit';
import { histogram } from '../../charts/histogram.js';
import { limits } from '../../engine/border/limits.js';
import { Section } from '../parts/section.js';
import { figure, histogramTable } from '../parts/figure.js';
import { dk, display, frac, id, num, op, row } from '../parts/math.js';
import { renderProgress } from '../parts/progress.js';
import { plain, rich } from '../lab/text.js';
import { oddness } from '../../pictures/ordinary.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/index.js').SampleVariance} SampleVariance */

/** The number fields of the form and the limits the engine sets them. */
const fields = /** @type {const} */ ([
  { name: 'rows', limit: limits.rows },
  { name: 'columns', limit: limits.columns },
  { name: 'inner', limit: limits.dk },
  { name: 'ddof', limit: limits.ddof },
  { name: 'value', limit: { min: -1e6, max: 1e6 } },
  { name: 'draws', limit: limits.draws },
  { name: 'numpySeed', limit: limits.numpySeed },
]);

/** What the forum's question had. */
const forum = Object.freeze({
  rows: 2,
  columns: 2,
  inner: 2,
  ddof: 0,
  value: 1.6,
  draws: 300000,
  numpySeed: '',
});

export class VarianceReplicate extends Section {
  constructor() {
    super();
    /** @type {SampleVariance | null} */ this.result = null;
    /** @type {{value: number, product: number[]} | null} */ this.numpy = null;
    /** @type {import('../parts/progress.js').Progress | null} */ this.progress = null;
    this.useForum = () => this.set(forum);
    this.useNumpy = () => this.numpy && this.set({ value: this.numpy.value });
    this.nextSeed = () =>
      this.set({ numpySeed: this.params.numpySeed === '' ? 0 : Number(this.params.numpySeed) + 1 });
    /** @param {Event} event */
    this.change = ({ target }) => {
      const { name, value } = /** @type {HTMLInputElement} */ (target);
      this.set({ [name]: value });
    };
  }

  /** Three digits: more would pretend to know what so few draws cannot tell. @param {number} value */
  short(value) {
    return this.format.number(value, 3);
  }

  shape() {
    const { rows, columns, inner, ddof } = this.params;
    return { rows: Number(rows), columns: Number(columns), dk: Number(inner), ddof: Number(ddof) };
  }

  inputs() {
    const { seed, value, draws, numpySeed } = this.params;
    return [this.shape(), seed, value, draws, numpySeed];
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    const { seed, value, draws, numpySeed } = this.params;
    const shape = this.shape();
    this.numpy =
      numpySeed === '' ? null : engine.productVariance({ ...shape, seed: Number(numpySeed) });
    const options = { ...shape, draws: Number(draws), seed: Number(seed), value: Number(value) };
    // What was drawn for other numbers must not be read with these.
    this.result = null;
    this.running = true;
    this.progress = null;
    this.attempt(() => this.draw(engine, options, signal), signal);
  }

  /**
   * @param {Engine} engine
   * @param {import('../../engine/types.js').SampleVarianceOptions} options
   * @param {AbortSignal} signal
   */
  async draw(engine, options, signal) {
    /** @param {SampleVariance} result */
    const show = (result) => {
      this.result = result;
      this.publish('replicate', result);
      this.redraw();
    };
    const onProgress = (/** @type {import('../parts/progress.js').Progress} */ progress) => {
      this.progress = progress;
      this.redraw();
    };
    try {
      show(await engine.run('sampleVariance', options, { signal, onProgress, onPartial: show }));
    } catch (error) {
      // A shape the engine refuses leaves no old picture behind.
      if (!signal.aborted) this.result = null;
      throw error;
    } finally {
      if (!signal.aborted) this.running = false;
    }
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'variance.replicate.title')}</h3>
      <p class="lead">${rich(t, 'variance.replicate.lead')}</p>
      ${this.renderForm()} ${this.renderProblem()} ${this.renderVerdict()}
      ${figure(this, {
        name: 'variance-replicate',
        title: plain(t, 'variance.replicate.figure', this.shapeWords()),
        summary: this.summary(),
        height: 320,
        draw: this.result ? (width, height) => this.picture(width, height) : null,
        table: () => histogramTable(t, this.result?.histogram),
        progress: this.running ? (this.progress?.done ?? 0) : null,
      })}
      ${this.renderWhy()} ${this.renderNumpy()}
    </section>`;
  }

  shapeWords() {
    const { rows, columns, dk: inner, ddof } = this.shape();
    return { rows, columns, inner, ddof };
  }

  renderForm() {
    const { t, params } = this;
    return html`<form
      class="fields"
      @submit=${(/** @type {Event} */ event) => event.preventDefault()}
    >
      ${fields.map(
        ({ name, limit }) =>
          html`<label class="field"
            ><span>${rich(t, `variance.replicate.field.${name}`)}</span>
            <input
              type="number"
              name=${name}
              min=${limit.min}
              max=${limit.max}
              step=${name === 'value' ? 'any' : '1'}
              inputmode=${name === 'value' ? 'decimal' : 'numeric'}
              placeholder=${name === 'numpySeed' ? t('variance.replicate.noSeed') : nothing}
              .value=${String(params[name])}
              @change=${this.change}
          /></label>`,
      )}
      <div class="choices">
        <button type="button" @click=${this.useForum}>${t('variance.replicate.forum')}</button>
        <button type="button" @click=${this.nextSeed}>${t('variance.replicate.nextSeed')}</button>
        ${renderProgress(this, { running: this.running, progress: this.progress, stop: () => this.stop() })}
      </div>
    </form>`;
  }

  renderVerdict() {
    const { t, result, params } = this;
    const word = oddness(result?.percentile);
    if (!result || result.percentile === undefined || !word)
      return html`<p class="verdict">${t('common.waiting')}</p>`;
    return html`<p class="verdict" role="status">
      ${rich(t, 'variance.replicate.percentile', {
        value: html`<strong>${this.number(params.value)}</strong>`,
        percentile: html`<strong data-value="percentile"
          >${this.format.fixed(result.percentile, 1)}</strong
        >`,
        expectation: html`<strong data-value="expectation"
          >${this.number(result.expectation)}</strong
        >`,
      })}
      ${rich(t, `variance.replicate.verdict.${word}`, { value: this.number(params.value) })}
    </p>`;
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  picture(width, height) {
    const { t, params } = this;
    const result = /** @type {SampleVariance} */ (this.result);
    const { low, high, counts, below, above } = result.histogram;
    const value = Number(params.value);
    const marker = (
      /** @type {string} */ key,
      /** @type {number} */ x,
      /** @type {any} */ color,
      dash = false,
    ) => ({
      key,
      x,
      color,
      dash,
      label: t(`variance.replicate.mark.${key}`, { x: this.short(x) }),
    });
    return histogram({
      width,
      height,
      bars: { low, high, counts, below, above, label: t('variance.replicate.bars') },
      markers: [
        marker('median', result.quantiles.p50, 'muted', true),
        marker('expectation', result.expectation, 'query'),
        marker('yours', value, 'key'),
      ],
      spans: [
        {
          key: 'middle',
          from: result.quantiles.p05,
          to: result.quantiles.p95,
          label: t(width < 480 ? 'variance.replicate.middleShort' : 'variance.replicate.middle', {
            low: this.short(result.quantiles.p05),
            high: this.short(result.quantiles.p95),
          }),
        },
      ],
      x: { label: plain(t, 'variance.replicate.x', { ddof: this.shape().ddof }) },
      y: { label: t('variance.histogram.density') },
      notes:
        above > 0 ? { above: t('variance.replicate.above', { count: this.count(above) }) } : {},
    });
  }

  summary() {
    const { t, result, params } = this;
    if (!result) return t('common.waiting');
    const { p05, p50, p95 } = result.quantiles;
    return plain(t, 'variance.replicate.summary', {
      draws: this.count(result.draws),
      expectation: this.number(result.expectation),
      median: this.short(p50),
      low: this.short(p05),
      high: this.short(p95),
      value: this.number(params.value),
      percentile: this.format.fixed(result.percentile ?? NaN, 1),
    });
  }

  /** Where the expectation comes from, with the numbers in the formula. */
  renderWhy() {
    const { t, result } = this;
    if (!result) return nothing;
    const { rows, columns, dk: inner, ddof } = this.shape();
    const n = rows * columns;
    return html`<div class="why">
      <h4>
        ${rich(t, 'variance.replicate.why', { expectation: this.number(result.expectation) })}
      </h4>
      <p>
        ${rich(t, 'variance.replicate.because', { n: this.count(n), inner: this.count(inner), below: this.count(n - 1), divisor: this.count(n - ddof) })}
      </p>
      ${display(
        row(
          dk,
          op('\u00d7'),
          frac(row(id('n'), op('\u2212'), num(1)), row(id('n'), op('\u2212'), num('ddof'))),
          op('='),
          num(this.count(inner)),
          op('\u00d7'),
          frac(num(this.count(n - 1)), num(this.count(n - ddof))),
          op('='),
          num(this.number(result.expectation), 's'),
        ),
      )}
      <p>
        ${rich(t, `variance.replicate.${{ 0: 'ddofZero', 1: 'ddofOne' }[ddof] ?? 'ddofOther'}`, { ddof })}
        ${rich(t, 'variance.replicate.spread', {
          median: this.short(result.quantiles.p50),
          low: this.short(result.quantiles.p05),
          high: this.short(result.quantiles.p95),
        })}
      </p>
    </div>`;
  }

  renderNumpy() {
    const { t, numpy, params } = this;
    if (!numpy) return html`<p class="note">${rich(t, 'variance.replicate.seedHint')}</p>`;
    const { columns } = this.shape();
    const small = numpy.product.length <= 16;
    const matrix = `[${numpy.product.map((entry) => String(entry)).reduce((text, entry, i) => text + (i === 0 ? '' : i % columns === 0 ? '],\n [' : ', ') + entry, '[')}]]`;
    return html`<div class="numpy">
      <h4>${t('variance.replicate.numpy', { seed: params.numpySeed })}</h4>
      <pre
        tabindex="0"
        aria-label=${t('variance.replicate.program')}
      ><code>${this.program()}</code></pre>
      <p>
        ${rich(t, 'variance.replicate.prints', { value: html`<output data-value="numpy">${String(numpy.value)}</output>` })}
        <button type="button" @click=${this.useNumpy}>${t('variance.replicate.use')}</button>
      </p>
      ${small ? html`<pre tabindex="0" aria-label=${t('variance.replicate.product')}><code>${matrix}</code></pre>` : nothing}
      <p class="note">${rich(t, 'variance.replicate.dot')}</p>
    </div>`;
  }

  /** The program that prints the same digits with NumPy. */
  program() {
    const { rows, columns, dk: inner, ddof } = this.shape();
    return [
      'import numpy as np',
      `np.random.seed(${this.params.numpySeed})`,
      `a, b = np.random.randn(${rows}, ${inner}), np.random.randn(${inner}, ${columns})`,
      `print(np.var(np.matmul(a, b)${ddof === 0 ? '' : `, ddof=${ddof}`}))`,
      'print((np.dot(a, b) == np.matmul(a, b)).all())  # True',
    ].join('\n');
  }
}
