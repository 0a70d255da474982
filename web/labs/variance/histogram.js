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
import { histogramTable } from '../parts/figure.js';
import { covers, densityDecimals, interval95, withInterval } from '../../pictures/numbers.js';
import { picture } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { stack } from '../../charts/stack.js';
import { plain, rich } from '../parts/text.js';
import { ruleWords } from '../parts/rule.js';
import { firstLook, fitsInFrame, timed } from '../parts/work.js';

/** @typedef {import('../../engine/types.js').ScoreCurves} ScoreCurves */
/** @typedef {import('../../engine/types.js').ScoreStatistics} ScoreStatistics */
/** @typedef {'before' | 'after'} Side */
/** @typedef {'both' | Side} Choice */

/** @type {readonly Choice[]} */
const choices = ['both', 'before', 'after'];

const results = {
  laws: source({
    needs: toEngineOptions,
    compute: (engine, options) => engine.scoreCurves(options),
  }),
  scores: optional(
    source({
      publish: 'histogram',
      needs: (params, { results: { laws } }) =>
        laws && { ...toEngineOptions(params), .../** @type {ScoreCurves} */ (laws).histogram },
      compute(engine, options, work) {
        const count = (/** @type {typeof options} */ of) =>
          timed(engine, of, () => engine.scoreStatistics(of));
        if (fitsInFrame(engine, options)) return count(options);
        // The picture appears at once, from the first few vectors, and sharpens.
        const few = firstLook(engine, options);
        const look = few && { ...count(few), partial: true };
        if (look) work.partial(look);
        // The first partial results may know less than the first look.
        const least = look?.scores.count ?? 0;
        return work.run('scoreStatistics', options, ({ scores }) => scores.count > least);
      },
    }),
  ),
};

/** @typedef {{choice: Choice, logarithmic: boolean}} State */
/** @typedef {import('../parts/picture.js').ViewOf<typeof results, State>} View */

export const VarianceHistogram = picture({
  name: 'variance-histogram',
  results,
  state: /** @type {State} */ ({ choice: 'both', logarithmic: false }),
  hideTitle: true,
  progress: 'scores',
  title: ({ t, state, count, params }) =>
    plain(t, `variance.histogram.figure.${state.choice}`, { dk: count(params.dk) }),
  height: (_width, { state }) => (state.choice === 'both' ? 400 : 320),
  controls: (view) => renderControls(view),

  shows(view, { laws, scores }) {
    const { t, number, count, params } = view;
    return {
      draw: (width, height) => draw(view, laws, width, height),
      summary: scores
        ? plain(t, 'variance.histogram.summary', {
            count: count(scores.scores.count),
            dk: number(params.dk),
            before: number(scores.unscaled.variance),
            theoryBefore: number(laws.before.variance),
            after: number(scores.scores.variance),
            theoryAfter: number(laws.after.variance),
          })
        : t('common.waiting'),
      table: () => histogramTable(t, scores?.histogram),
    };
  },

  layout: (view, { head, figure, problem }) =>
    html`${head} ${figure} ${problem}
      <div class="pair">${renderMoments(view, 'before')} ${renderMoments(view, 'after')}</div>
      <p class="note">
        ${renderVerdict(view)} ${renderVectors(view)} ${renderShape(view)} ${renderHeavy(view)}
      </p>`,

  /** The factor drives the lower picture; everything else the upper one, and only through it the lower. */
  driven(term) {
    if (term === '') return '';
    return term === 'factor' ? 'after' : 'before';
  },
  termOf: ({ group }) => ({ before: 'dk', after: 'factor' })[group] ?? '',
});

/** @param {View} view */
function renderControls({ t, state, change, count, status, results: { scores } }) {
  const { choice, logarithmic } = state;
  return html`<div
    slot="controls"
    class="choices"
    role="group"
    aria-label=${t('variance.histogram.view')}
  >
    ${chips({
      values: choices,
      chosen: choice,
      label: (one) => t(`variance.histogram.view.${one}`),
      choose: (one) => change({ choice: one }),
    })}
    <label class="switch"
      ><input
        type="checkbox"
        .checked=${logarithmic}
        @change=${() => change({ logarithmic: !logarithmic })}
      />${t('variance.histogram.log')}</label
    >
    ${status('scores', { partly: t('variance.histogram.partly', { count: count(scores?.scores.count ?? 0) }) })}
  </div>`;
}

/** @param {View} view @param {ScoreCurves} laws @param {number} width @param {number} height */
function draw(view, laws, width, height) {
  const { choice } = view.state;
  if (choice !== 'both') return drawOne(view, laws, choice, width, height);
  const half = Math.round(height / 2);
  // One axis for both, wide enough for the wider: that is the whole point of the picture.
  const ends = [...domainOf(laws.before), ...domainOf(laws.after)];
  const shared = /** @type {[number, number]} */ ([Math.min(...ends), Math.max(...ends)]);
  return stack(
    drawOne(view, laws, 'before', width, half, shared),
    drawOne(view, laws, 'after', width, height - half, shared),
    half,
    ['before', 'after'],
  );
}

/** @param {ScoreCurves['after']} law @returns {[number, number]} */
const domainOf = ({ smooth }) => [smooth[0], smooth[smooth.length - 1]];

/**
 * @param {View} view
 * @param {ScoreCurves} laws
 * @param {Side} side
 * @param {number} width
 * @param {number} height
 * @param {[number, number]} [domain]
 */
function drawOne(view, laws, side, width, height, domain = domainOf(laws[side])) {
  const { t, number, state } = view;
  const law = laws[side];
  const { mean, std, xs, exact, smooth, normal } = law;
  const word = (/** @type {string} */ key) => t(`variance.histogram.${key}`);
  const sd = t('variance.histogram.sd', { sd: number(std) });
  const isWide = std > 0;
  return histogram({
    width,
    height,
    bars: barsOf(view, side),
    curves: isWide
      ? [
          { key: 'exact', label: word('exact'), xs, ys: exact, color: 'score' },
          {
            key: 'normal',
            label: word('normal'),
            xs: smooth,
            ys: normal,
            color: 'ink',
            dash: true,
            thin: true,
          },
        ]
      : [],
    spans: isWide ? [{ key: 'sd', from: mean - std, to: mean + std, label: sd }] : [],
    // Two pictures on one axis need the key only once.
    legend: state.choice !== 'both' || side === 'before',
    x: { label: plain(t, `variance.histogram.axis.${side}`), domain },
    y: { label: word('density'), ...densityAxis(view, laws) },
  });
}

/** As many decimals in both pictures, so that they are equally wide and their horizontal axes stand in line. @param {View} view @param {ScoreCurves} laws */
function densityAxis({ state, format }, { before, after }) {
  if (state.logarithmic) return { scale: /** @type {const} */ ('log') };
  const decimals = densityDecimals(before.std, after.std);
  return { format: (/** @type {number} */ density) => format.fixed(density, decimals) };
}

/** The bars; before the factor they are the same counts on the axis of q.k. @param {View} view @param {Side} side */
function barsOf({ t, results: { scores } }, side) {
  if (!scores) return null;
  const bars = side === 'after' ? scores.histogram : scores.unscaledHistogram;
  return bars && { ...bars, key: 'bars', label: t('variance.histogram.measured') };
}

/** Measured beside exact, for one side of the factor. @param {View} view @param {Side} side */
function renderMoments(view, side) {
  const { t, format, number, results } = view;
  const { scores } = results;
  const theory = results.laws?.[side];
  const measured = side === 'after' ? scores?.scores : scores?.unscaled;
  const errors = side === 'after' ? scores?.standardError : scores?.unscaledStandardError;
  const shown = (/** @type {number | undefined} */ value) =>
    value === undefined ? '\u2013' : number(value);
  const estimate = (/** @type {'mean' | 'variance'} */ name) =>
    measured ? withInterval(format, measured[name], errors?.[name] ?? NaN) : '\u2013';
  const line = (
    /** @type {'variance' | 'mean' | 'std' | 'skewness' | 'kurtosis'} */ name,
    /** @type {unknown} */ value = shown(measured?.[name]),
  ) =>
    html`<tr>
      <th scope="row">${t(`common.moment.${name}`)}</th>
      <td class="numeric">${value}</td>
      <td class="numeric theory">${shown(theory?.[name])}</td>
    </tr>`;
  const variance = html`<strong data-value=${`variance-${side}`}>${estimate('variance')}</strong>`;
  return html`<table class="moments">
    <caption>
      ${rich(t, `variance.histogram.caption.${side}`, { factor: factorWords(view) })}
    </caption>
    <thead>
      <tr>
        <td></td>
        <th scope="col" class="numeric">${t('common.measured')}</th>
        <th scope="col" class="numeric">${t('common.theory')}</th>
      </tr>
    </thead>
    <tbody>
      ${line('variance', variance)} ${line('mean', estimate('mean'))} ${line('std')}
      ${line('skewness')} ${line('kurtosis')}
    </tbody>
  </table>`;
}

/** The rule and what it comes to: 1/√d_k = 0.125. @param {View} view */
function factorWords({ t, format, number, params, results: { laws } }) {
  const value = laws ? number(laws.after.scale) : '\u2026';
  if (params.scale === 'none' || params.scale === 'number') return value;
  return html`${ruleWords(t, format, params)} = ${value}`;
}

/** A single score has no variance, and constant ones have nothing to be uncertain about. @param {View} view */
const hasInterval = ({ results: { scores, laws } }) =>
  Number.isFinite(scores?.standardError.variance) && Number(laws?.after.std) > 0;

/** @param {View} view */
function renderVerdict(view) {
  const { t, format, number } = view;
  const { scores, laws } = view.results;
  if (!scores || !laws || !hasInterval(view)) return nothing;
  const { variance } = scores.scores;
  const error = scores.standardError.variance;
  const [low, high] = interval95(variance, error);
  const verdict = covers(variance, error, laws.after.variance) ? 'covers' : 'misses';
  return rich(t, `variance.histogram.${verdict}`, {
    low: format.steady(low, 4),
    high: format.steady(high, 4),
    theory: number(laws.after.variance),
  });
}

/** Why the interval is as wide as it is. @param {View} view */
function renderVectors(view) {
  const { t, count, params } = view;
  if (!hasInterval(view)) return nothing;
  const { queries, keys, correlation } = toEngineOptions(params);
  if (correlation !== 0) return rich(t, 'variance.histogram.freshPairs');
  return rich(t, 'variance.histogram.sharedVectors', {
    scores: count(queries * keys),
    vectors: count(queries + keys),
  });
}

/** How the exact law differs from the normal one: by its kurtosis, above or below 3. @param {View} view */
function renderShape({ t, number, results: { laws } }) {
  if (!laws || !(laws.after.std > 0)) return nothing;
  const { kurtosis } = laws.after;
  const key = kurtosis < 3 ? 'lighter' : 'heavier';
  return rich(t, `variance.histogram.${key}`, { kurtosis: number(kurtosis) });
}

/** Heavy tails are worth a warning: the interval itself is then uncertain. @param {View} view */
function renderHeavy({ t, params: { queryDistribution, keyDistribution } }) {
  const heavy = queryDistribution === 'student-t' || keyDistribution === 'student-t';
  return heavy ? rich(t, 'variance.histogram.heavy') : nothing;
}
