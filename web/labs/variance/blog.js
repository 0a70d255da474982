/**
 * <sd-variance-blog>: the script of a well-known article, 10000 queries and 10000 keys of length 100, NumPy's seed 0.
 *
 * The visitor starts it and sees 100 million scores stream in about a second: progress, rate, a button to stop, then
 * mean and standard deviation of q, k and q.k / sqrt(100) beside what NumPy prints, and the article's two pictures
 * (points on a line, normal curve) for all three. The score matrix, 800 MB in NumPy, is never held.
 */
import { html, nothing } from 'lit';
import { strip } from '../../charts/strip.js';
import { Section } from '../parts/section.js';
import { figure } from '../parts/figure.js';
import { renderProgress, rate } from '../parts/progress.js';
import { stack } from '../../charts/stack.js';
import { plain, rich } from '../lab/text.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').ScoreStatistics} ScoreStatistics */
/** @typedef {'query' | 'key' | 'scores'} Side */

/** The script's own parameters; the controls of the lab do not change them. @type {import('../../engine/types.js').ScoreOptions} */
const script = Object.freeze({
  dk: 100,
  queries: 10000,
  keys: 10000,
  seed: 0,
  generator: 'numpy',
  scale: 'rsqrt',
  bins: 400,
  range: /** @type {const} */ ([-5, 5]),
});

/** What the script prints with NumPy 1.24.2; here to compare with, never shown as our own. */
const printed = Object.freeze({
  query: Object.freeze({ mean: 0.0015121465155362318, std: 0.9999218259776954 }),
  key: Object.freeze({ mean: 0.00030444971735968363, std: 0.9988866485887642 }),
  scores: Object.freeze({ mean: 0.00010822103082252036, std: 0.9989145784891948 }),
});

/** Digits that must agree. */
const digits = 6;

/** Points of q and k on their lines, from the beginning of either. */
const points = 2000;

/** Milliseconds between two drawings while the script runs. */
const drawEvery = 250;

/** Random numbers drawn in one go; few enough that the page stays smooth. */
const slice = 50000;

/** @type {readonly Side[]} */
const sides = ['query', 'key', 'scores'];

/** @type {Readonly<Record<Side, import('../../charts/picture.js').ColorName>>} */
const colors = { query: 'query', key: 'key', scores: 'score' };

const rowHeight = 168;

export class VarianceBlog extends Section {
  constructor() {
    super();
    /** @type {ScoreStatistics | null} */ this.result = null;
    /** @type {import('../parts/progress.js').Progress | null} */ this.progress = null;
    /** @type {{query: Float64Array, key: Float64Array} | null} */ this.samples = null;
    /** @type {Partial<Record<Side, {xs: Float64Array, ys: Float64Array}>>} */ this.normals = {};
    this.drawAt = 0;
    /** Strips of points as they were drawn last; they change only with their size. @type {Map<Side, {of: string, picture: import('../../charts/picture.js').Picture}>} */
    this.drawn = new Map();
    this.start = () => this.engine && this.run(this.engine);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.running = false;
  }

  begin() {
    if (!this.running && (!this.result || this.result.partial)) this.start();
  }

  /** @param {Engine} engine */
  run(engine) {
    this.stopWork();
    this.work = new AbortController();
    const { signal } = this.work;
    this.problem = '';
    this.running = true;
    this.result = null;
    this.normals = {};
    this.progress = null;
    this.redraw();
    this.attempt(() => this.stream(engine, signal), signal);
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  async stream(engine, signal) {
    try {
      const points = this.takeSamples(engine, signal);
      const result = await engine.run('scoreStatistics', script, {
        signal,
        onProgress: (progress) => {
          this.progress = progress;
          this.redraw();
        },
        onPartial: (partial) => {
          // At first only vectors have been drawn: nothing to show yet.
          if (partial.scores.count === 0 || performance.now() < this.drawAt) return;
          this.drawAt = performance.now() + drawEvery;
          this.show(engine, partial);
        },
      });
      await points;
      this.show(engine, result);
    } finally {
      if (!signal.aborted) this.running = false;
    }
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  async takeSamples(engine, signal) {
    const samples = this.samples ?? (await samplePoints(engine, signal));
    if (samples) this.samples = samples;
  }

  /**
   * @param {Engine} engine
   * @param {ScoreStatistics} result
   */
  show(engine, result) {
    this.result = result;
    for (const side of sides) {
      // Early on some vectors have not been counted yet.
      if (Number.isFinite(result[side].std)) this.normals[side] = normalCurve(engine, result[side]);
    }
    if (!result.partial) this.publish('blog', result);
    this.redraw();
  }

  render() {
    const { t, result } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'variance.blog.title')}</h3>
      <p class="lead">${rich(t, 'variance.blog.lead')}</p>
      <div class="choices">
        <button
          type="button"
          class="primary"
          data-action="start"
          ?disabled=${!this.engine || this.running}
          @click=${this.start}
        >
          ${t(result && !result.partial ? 'variance.blog.repeat' : 'variance.blog.start')}
        </button>
        ${renderProgress(this, { running: this.running, progress: this.progress, stop: () => this.stop(), idle: this.idle() })}
      </div>
      ${this.renderProblem()} ${this.renderNumbers()}
      ${
        result
          ? figure(this, {
              name: 'variance-blog',
              title: plain(t, 'variance.blog.figure'),
              summary: this.summary(),
              height: rowHeight * sides.length,
              draw: (width, height) => this.draw(width, height),
              table: () => this.table(),
              progress: this.running ? (this.progress?.done ?? 0) : null,
            })
          : nothing
      }
      <ul class="notes">
        <li>${rich(t, 'variance.blog.memory')}</li>
        <li>${rich(t, 'variance.blog.float32')}</li>
        <li>${rich(t, 'variance.blog.normal')}</li>
      </ul>
    </section>`;
  }

  idle() {
    const { t, result, progress } = this;
    if (!result) return t('variance.blog.ready');
    if (result.partial)
      return t('variance.blog.stopped', { count: this.count(result.scores.count) });
    return t('variance.blog.took', {
      count: this.count(result.scores.count),
      seconds: this.format.fixed(progress?.seconds ?? NaN, 2),
      rate: rate(this, progress),
    });
  }

  renderNumbers() {
    const { t, result } = this;
    return html`<table class="moments digits">
      <caption>
        ${rich(t, 'variance.blog.caption', { digits })}
      </caption>
      <thead>
        <tr>
          <td></td>
          <th scope="col">
            ${t('variance.blog.here')}<br /><span class="theory">${t('variance.blog.numpy')}</span>
          </th>
          <th scope="col">${t('variance.blog.agree')}</th>
        </tr>
      </thead>
      <tbody>
        ${sides.flatMap((side) => /** @type {const} */ (['mean', 'std']).map((name) => this.renderNumber(result, side, name)))}
      </tbody>
    </table>`;
  }

  /**
   * @param {ScoreStatistics | null} result
   * @param {Side} side
   * @param {'mean' | 'std'} name
   */
  renderNumber(result, side, name) {
    const expected = printed[side][name];
    const value = result?.[side][name];
    const complete = value !== undefined && !result?.partial;
    const same = complete && value.toPrecision(digits) === expected.toPrecision(digits);
    // One above the other, digit under digit.
    return html`<tr>
      <th scope="row"><code>${variableNames[side][name]}</code></th>
      <td>
        <output data-value=${`${side}-${name}`}
          >${value === undefined ? '\u2013' : agreeing(value, expected)}</output
        ><br />
        <span class="theory" data-value=${`${side}-${name}-numpy`}>${String(expected)}</span>
      </td>
      <td>${complete ? this.t(same ? 'variance.blog.same' : 'variance.blog.different') : ''}</td>
    </tr>`;
  }

  /**
   * @param {number} width
   * @param {number} _height
   */
  draw(width, _height) {
    const [query, key, scores] = sides.map((side) => this.drawOne(side, width));
    return stack(query, stack(key, scores, rowHeight), rowHeight);
  }

  /**
   * @param {Side} side
   * @param {number} width
   */
  drawOne(side, width) {
    const { t, result, samples } = this;
    const { low, high, counts, below, above } = /** @type {ScoreStatistics} */ (result).histogram;
    const label = plain(t, `variance.blog.strip.${side}`);
    if (side === 'scores')
      return this.drawStrip(side, width, label, { counts: { low, high, counts, below, above } });
    const values = samples?.[side] ?? [];
    const of = JSON.stringify([width, label, values.length, result?.[side]]);
    const known = this.drawn.get(side);
    if (known?.of === of) return known.picture;
    const picture = this.drawStrip(side, width, label, { values });
    this.drawn.set(side, { of, picture });
    return picture;
  }

  /**
   * @param {Side} side
   * @param {number} width
   * @param {string} label
   * @param {Pick<import('../../charts/strip.js').StripSpec, 'counts' | 'values'>} data
   */
  drawStrip(side, width, label, data) {
    const { t } = this;
    const curve = this.normals[side];
    return strip({
      width,
      height: rowHeight,
      ...data,
      curves: curve ? [{ key: side, label, xs: curve.xs, ys: curve.ys, color: colors[side] }] : [],
      color: colors[side],
      label,
      x: { label: side === 'scores' ? t('variance.blog.axis') : '', domain: [-5, 5] },
      y: { label: t('variance.histogram.density'), domain: [0, 0.4] },
    });
  }

  summary() {
    const { t, result } = this;
    if (!result) return '';
    return plain(t, 'variance.blog.summary', {
      count: this.count(result.scores.count),
      query: this.number(result.query.std),
      key: this.number(result.key.std),
      scores: this.number(result.scores.std),
    });
  }

  table() {
    const { t, result } = this;
    const rows = sides.map((side) => ({
      name: plain(t, `variance.blog.strip.${side}`),
      mean: result?.[side].mean,
      std: result?.[side].std,
      numpyMean: printed[side].mean,
      numpyStd: printed[side].std,
    }));
    const column = (/** @type {string} */ key) => ({
      key,
      label: t(`variance.blog.column.${key}`),
    });
    return { columns: ['name', 'mean', 'std', 'numpyMean', 'numpyStd'].map(column), rows };
  }
}

/**
 * All digits of a number, those after the last that agrees with the expected ones quieter.
 * @param {number} value
 * @param {number} expected
 */
function agreeing(value, expected) {
  const [ours, theirs] = [String(value), String(expected)];
  let same = 0;
  while (same < ours.length && ours[same] === theirs[same]) same += 1;
  return html`${ours.slice(0, same)}<span class="theory">${ours.slice(same)}</span>`;
}

/** The script's variable names. @type {Readonly<Record<Side, Readonly<Record<'mean' | 'std', string>>>>} */
const variableNames = Object.freeze({
  query: { mean: 'mean_query', std: 'std_query' },
  key: { mean: 'mean_key', std: 'std_key' },
  scores: { mean: 'mean_qk', std: 'std_qk' },
});

/**
 * The first components of q and of k, as the script draws them: q takes the first queries x d_k numbers of the stream.
 * @param {Engine} engine
 * @param {AbortSignal} signal
 */
async function samplePoints(engine, signal) {
  const stream = engine.numpyRandom(Number(script.seed));
  const query = stream.normal(0, 1, points);
  let left = Number(script.queries) * Number(script.dk) - points;
  while (left > 0) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return null;
    stream.normal(0, 1, Math.min(slice, left));
    left -= slice;
  }
  return { query, key: stream.normal(0, 1, points) };
}

/**
 * The normal curve of a mean and standard deviation, by the engine: a score of length one whose key is always 1.
 * @param {Engine} engine
 * @param {{mean: number, std: number}} moments
 */
function normalCurve(engine, { mean, std }) {
  const law = engine.scoreLaw({
    dk: 1,
    scale: 'none',
    query: { mean, sd: std },
    key: { mean: 1, sd: 0 },
  });
  const xs = Float64Array.from({ length: 201 }, (_, i) => -5 + i / 20);
  return { xs, ys: law.normal.pdf(xs) };
}
