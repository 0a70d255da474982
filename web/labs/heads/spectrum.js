/**
 * <sd-heads-spectrum>: the singular values of W_i.
 *
 * The visitor sees d_model singular values on a logarithmic axis: d_k of them are large, and all others are what float32
 * rounds to, so that the rank that is measured is d_k. The decomposition runs on a worker and can be stopped.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import { renderProgress } from '../parts/progress.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { oneSizes } from './random.js';
import { narrowedNote } from './words.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {{values: Float64Array, rank: number, rankBound: number, tolerance: number, sizes: import('../../tables/heads.js').Sizes}} Spectrum */

export class HeadsSpectrum extends Section {
  constructor() {
    super();
    /** @type {Spectrum | null} */ this.spectrum = null;
    this.done = 0;
    this.again = () => this.engine && this.computeNow(this.engine);
  }

  inputs() {
    const { modelDim, headDim, seed } = oneSizes(this.params);
    return [modelDim, headDim, seed];
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    this.spectrum = null;
    this.running = true;
    this.done = 0;
    this.publish('spectrum', null);
    void this.attempt(() => this.decompose(engine, signal), signal);
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  async decompose(engine, signal) {
    const sizes = oneSizes(this.params);
    const { modelDim, headDim, seed } = sizes;
    const options = { modelDim, heads: 1, headDim, seed };
    const onProgress = (/** @type {{done: number}} */ { done }) => {
      this.done = done;
      this.redraw();
    };
    const result = await engine.run('headAlgebra', options, { signal, onProgress });
    const { singularValues, rank, rankBound, tolerance } = result;
    if (!singularValues) return;
    this.running = false;
    this.spectrum = {
      values: singularValues,
      rank: Number(rank),
      rankBound,
      tolerance: Number(tolerance),
      sizes,
    };
    this.publish('spectrum', this.spectrum);
  }

  render() {
    const { t, running, spectrum } = this;
    const narrowed = narrowedNote(t, this.format, sizesOf(this.params), oneSizes(this.params));
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.spectrum.title')}</h3>
      <p class="lead">${rich(t, 'heads.spectrum.lead')}</p>
      ${figure(
        this,
        {
          name: 'heads-spectrum',
          title: plain(t, 'heads.spectrum.figure', {
            modelDim: this.count(oneSizes(this.params).modelDim),
            dk: this.count(oneSizes(this.params).headDim),
          }),
          summary: this.summary(),
          height: 320,
          draw: spectrum && ((width, height) => this.draw(width, height, spectrum)),
          table: () => this.table(),
          progress: running ? this.done : null,
        },
        html`<span slot="status"
          >${renderProgress(this, {
            running,
            progress: { done: this.done, seconds: 0 },
            stop: () => this.stop(),
            again: !running && !spectrum && this.hasUpdated ? this.again : null,
          })}</span
        >`,
      )}
      ${this.renderProblem()} ${narrowed}
      <p class="note">${rich(t, 'heads.spectrum.note')}</p>
    </section>`;
  }

  /** @param {number} width @param {number} height @param {Spectrum} spectrum */
  draw(width, height, { values, rank, tolerance }) {
    const { t } = this;
    // Exactly 0 has no place on a logarithmic axis.
    const points = Array.from(values, (value, i) => /** @type {const} */ ([i + 1, value])).filter(
      ([, value]) => value > 0,
    );
    const last = points.find(([i]) => i === rank);
    return curves({
      width,
      height,
      series: [
        {
          key: 'values',
          label: '',
          name: t('heads.spectrum.y'),
          points,
          color: 'score',
          dots: values.length <= 96,
        },
        {
          key: 'noise',
          label: plain(t, 'heads.spectrum.noise'),
          points: [
            [1, tolerance],
            [Math.max(2, values.length), tolerance],
          ],
          color: 'muted',
          dash: true,
          thin: true,
          read: false,
        },
      ],
      x: {
        label: t('heads.spectrum.x'),
        domain: [1, Math.max(2, values.length)],
        whole: true,
        read: (value) => this.count(value),
      },
      y: {
        label: t('heads.spectrum.y'),
        scale: 'log',
        read: (value) => this.format.number(value, 4),
      },
      marks: last
        ? [
            {
              x: last[0],
              y: last[1],
              key: 'values',
              color: /** @type {const} */ ('score'),
              label: plain(t, 'heads.spectrum.mark', { rank: this.count(rank) }),
            },
          ]
        : [],
    });
  }

  summary() {
    const { t, spectrum } = this;
    if (!spectrum) return t(this.running ? 'common.waiting' : 'heads.spectrum.stopped');
    const { values, rank, rankBound } = spectrum;
    const full = rank >= values.length ? 'full' : 'summary';
    return plain(t, `heads.spectrum.${rank < rankBound ? 'near' : full}`, {
      bound: this.count(rankBound),
      modelDim: this.count(values.length),
      rank: this.count(rank),
      first: this.format.number(values[0], 4),
      last: this.format.number(values[rank - 1] ?? NaN, 4),
      next: this.format.number(values[rank] ?? NaN, 2),
      rest: this.count(values.length - rank),
    });
  }

  table() {
    const { t, spectrum } = this;
    return {
      columns: [
        { key: 'number', label: t('heads.spectrum.x') },
        { key: 'value', label: t('heads.spectrum.y') },
      ],
      rows: Array.from(spectrum?.values ?? [], (value, i) => ({ number: i + 1, value })),
    };
  }
}
