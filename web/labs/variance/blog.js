/**
 * <sd-variance-blog>: the script of a well-known article, with 10000 queries and 10000 keys of length 100 and NumPy's
 * seed 0.
 *
 * The visitor starts it, and 100 million scores stream in within about a second: progress, rate, a button to stop, then
 * mean and standard deviation of q, k and q.k / sqrt(100) beside NumPy's output, and the article's two pictures (points
 * on a line, normal curve) for all three. The score matrix, 800 MB in NumPy, is never stored.
 */

/** @import { Picture } from '../../charts/types.js' */
/** @import { StripSpec } from '../../charts/strip.js' */
/** @import { ColorName } from '../../charts/tokens.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { ScoreOptions, ScoreStatistics } from '../../engine/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { ViewOf } from '../parts/types.js' */

import { html, nothing } from 'lit';
import { strip } from '../../charts/strip.js';
import { constant } from '../../engine/border/constant.js';
import { columns, picture } from '../parts/picture.js';
import { printed } from './printed.js';
import { rate } from '../parts/progress.js';
import { optional, source } from '../parts/source.js';
import { stack } from '../../charts/stack.js';
import { plain, rich } from '../parts/text.js';

/** @typedef {'query' | 'key' | 'scores'} Side */
/** @typedef {{query: Float64Array, key: Float64Array}} Samples */
/** @typedef {{xs: Float64Array, ys: Float64Array}} Curve */

/** The script's own parameters. The lab's controls do not change them. @type {ScoreOptions} */
const script = Object.freeze({
  dk: 100,
  queries: 10000,
  keys: 10000,
  seed: 0,
  generator: 'numpy',
  scale: 'rsqrt',
  bins: 400,
  range: constant([-5, 5]),
});

/** Number of digits that must agree. */
const digits = 6;

/** Number of points of q and k on their lines, from the beginning of each. */
const points = 2000;

/** Interval between two renders while the script runs, ms. */
const drawEvery = 250;

/** Random numbers drawn at a time, few enough to keep the page responsive. */
const slice = 50000;

/** @type {readonly Side[]} */
const sides = ['query', 'key', 'scores'];

/** @type {Readonly<Record<Side, ColorName>>} */
const colors = { query: 'query', key: 'key', scores: 'score' };

const rowHeight = 168;

/** @typedef {{statistics: ScoreStatistics, samples: Samples | null, normals: Partial<Record<Side, Curve>>}} Run */

const results = {
  run: optional(
    source({
      byHand: true,
      needs: () => script,
      async compute(engine, options, { signal, progress, partial }) {
        const points = takeSamples(engine, signal);
        let drawAt = 0;
        const statistics = await engine.run('scoreStatistics', options, {
          signal,
          onProgress: progress,
          onPartial(some) {
            // At first only vectors have been drawn, and there is nothing to show.
            if (some.scores.count === 0 || performance.now() < drawAt) return;
            drawAt = performance.now() + drawEvery;
            partial(runOf(engine, some));
          },
        });
        await points;
        return runOf(engine, statistics);
      },
    }),
  ),
};

/** @typedef {ViewOf<typeof results>} View */

export const VarianceBlog = picture({
  name: 'variance-blog',
  results,
  byHand: true,
  progress: 'run',
  title: ({ t }) => plain(t, 'variance.blog.figure'),
  height: rowHeight * sides.length,

  shows({ t, results: { run }, number, count }) {
    if (!run) return {};
    const { query, key, scores } = run.statistics;
    return {
      draw(width) {
        const [first, second, third] = sides.map((side) => drawOne(t, run, side, width));
        return stack(first, stack(second, third, rowHeight), rowHeight);
      },
      summary: plain(t, 'variance.blog.summary', {
        count: count(scores.count),
        query: number(query.std),
        key: number(key.std),
        scores: number(scores.std),
      }),
      table: () => ({
        columns: columns(t, 'variance.blog.column', [
          'name',
          'mean',
          'std',
          'numpyMean',
          'numpyStd',
        ]),
        rows: sides.map((side) => ({
          name: plain(t, `variance.blog.strip.${side}`),
          mean: run.statistics[side].mean,
          std: run.statistics[side].std,
          numpyMean: printed[side].mean,
          numpyStd: printed[side].std,
        })),
      }),
    };
  },

  layout(view, { head, figure, problem, more }) {
    const { t, engine, computation, status } = view;
    const { run } = view.results;
    const { running, start } = computation('run');
    const isWhole = run && !run.statistics.partial;
    return html`${head}
      <div class="choices">
        <button
          type="button"
          class="primary"
          data-action="start"
          ?disabled=${!engine || running}
          @click=${start}
        >
          ${t(isWhole ? 'variance.blog.repeat' : 'variance.blog.start')}
        </button>
        ${status('run', { idle: idleWords(view), once: true })}
      </div>
      ${problem} ${renderNumbers(view)} ${run ? figure : nothing} ${more}`;
  },

  more: ({ t }) =>
    html`<ul class="notes">
      <li>${rich(t, 'variance.blog.memory')}</li>
      <li>${rich(t, 'variance.blog.float32')}</li>
      <li>${rich(t, 'variance.blog.normal')}</li>
    </ul>`,
});

/** @param {Engine} engine @param {ScoreStatistics} statistics @returns {Run} */
function runOf(engine, statistics) {
  // Early partial results have no counts for some vectors.
  const counted = sides.filter((side) => Number.isFinite(statistics[side].std));
  const normals = counted.map((side) => [side, normalCurve(engine, statistics[side])]);
  return { statistics, samples: taken.get(engine) ?? null, normals: Object.fromEntries(normals) };
}

/** @param {View} view */
function idleWords({ t, format, count, results: { run }, computation }) {
  if (!run) return t('variance.blog.ready');
  const { progress } = computation('run');
  const { partial, scores } = run.statistics;
  if (partial) return t('variance.blog.stopped', { count: count(scores.count) });
  return t('variance.blog.took', {
    count: count(scores.count),
    seconds: format.fixed(progress?.seconds ?? NaN, 2),
    rate: rate({ t, format }, progress),
  });
}

/** @param {View} view */
function renderNumbers({ t, results: { run } }) {
  const lines = sides.flatMap((side) =>
    constant(['mean', 'std']).map((name) => renderNumber(t, run, side, name)),
  );
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
      ${lines}
    </tbody>
  </table>`;
}

/** @param {Translate} t @param {Run | null} run @param {Side} side @param {'mean' | 'std'} name */
function renderNumber(t, run, side, name) {
  const expected = printed[side][name];
  const value = run?.statistics[side][name];
  const complete = value !== undefined && !run?.statistics.partial;
  const same = complete && value.toPrecision(digits) === expected.toPrecision(digits);
  // The two numbers are one above the other, with their digits aligned.
  return html`<tr>
    <th scope="row"><code>${variableNames[side][name]}</code></th>
    <td>
      <output data-value=${`${side}-${name}`}
        >${value === undefined ? '\u2013' : agreeing(value, expected)}</output
      ><br />
      <span class="theory" data-value=${`${side}-${name}-numpy`}>${String(expected)}</span>
    </td>
    <td>${complete ? t(same ? 'variance.blog.same' : 'variance.blog.different') : ''}</td>
  </tr>`;
}

/**
 * The last pictures of the strips of points. They change only with their size.
 * @type {WeakMap<Float64Array, {of: string, picture: Picture}>}
 */
const drawn = new WeakMap();

/** @param {Translate} t @param {Run} run @param {Side} side @param {number} width */
function drawOne(t, { statistics, samples, normals }, side, width) {
  const label = plain(t, `variance.blog.strip.${side}`);
  const curve = normals[side];
  const draw = (/** @type {Pick<StripSpec, 'counts' | 'values'>} */ data) =>
    strip({
      width,
      height: rowHeight,
      ...data,
      curves: curve ? [{ key: side, label, ...curve, color: colors[side] }] : [],
      color: colors[side],
      label,
      x: { label: side === 'scores' ? t('variance.blog.axis') : '', domain: [-5, 5] },
      y: { label: t('variance.histogram.density'), domain: [0, 0.4] },
    });
  if (side === 'scores') return draw({ counts: statistics.histogram });
  const values = samples?.[side];
  if (!values) return draw({ values: [] });
  const of = JSON.stringify([width, label, statistics[side]]);
  const known = drawn.get(values);
  if (known?.of === of) return known.picture;
  const made = draw({ values });
  drawn.set(values, { of, picture: made });
  return made;
}

/**
 * Renders all digits of a number. Those after the last that agrees with the expected ones are muted.
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

/** Samples that have been taken. @type {WeakMap<Engine, Samples>} */
const taken = new WeakMap();

/**
 * Takes the first components of q and of k in the script's order: q is the first queries x d_k numbers of the stream.
 * @param {Engine} engine
 * @param {AbortSignal} signal
 */
async function takeSamples(engine, signal) {
  if (taken.has(engine)) return;
  const stream = engine.numpyRandom(Number(script.seed));
  const query = stream.normal(0, 1, points);
  let left = Number(script.queries) * Number(script.dk) - points;
  while (left > 0) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    stream.normal(0, 1, Math.min(slice, left));
    left -= slice;
  }
  taken.set(engine, { query, key: stream.normal(0, 1, points) });
}

/**
 * Returns the normal curve of a mean and standard deviation from the engine, as a score of length one whose key is
 * always 1.
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
