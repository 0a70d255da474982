/**
 * <sd-variance-histogram>: all scores, before and after the factor, with the exact and the normal density over them.
 *
 * Shows two histograms on one axis: how wide the scores q.k are, and how wide after the factor. Beside them are the
 * measured moments with the theoretical ones. Many scores are streamed: the picture appears at once and sharpens.
 */

/** @import { ScoreCurves, ScoreStatistics } from '../../engine/types.js' */
/** @import { ViewOf } from '../parts/types.js' */

import { html, nothing } from 'lit';
import { toEngineOptions } from '../../tables/variance.js';
import { chips } from '../parts/chips.js';
import {
  covers,
  errorOfVariance,
  interval95,
  leastScores,
  withInterval,
  withKnownDigits,
} from '../../pictures/numbers.js';
import { drawBoth, drawOne } from '../../pictures/score-histogram.js';
import { picture } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { factorText, ruleWords } from '../parts/rule.js';
import { firstLook, fitsInFrame, timed } from '../parts/work.js';
import { live } from '../parts/provisional.js';
import { tableOf } from './laws.js';

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
        laws && { ...toEngineOptions(params), ...laws.histogram },
      compute(engine, options, work) {
        const count = (/** @type {typeof options} */ of) =>
          timed(engine, of, () => engine.scoreStatistics(of));
        if (fitsInFrame(engine, options)) return count(options);
        // The picture appears at once, from the first few vectors, and then sharpens.
        const few = firstLook(engine, options);
        const look = few && { ...count(few), partial: true };
        if (look) work.partial(look);
        // Skips partial results with no more scores than the first look.
        const least = look?.scores.count ?? 0;
        return work.run('scoreStatistics', options, ({ scores }) => scores.count > least);
      },
    }),
  ),
};

/** @typedef {{choice: Choice, logarithmic: boolean}} State */
/** @typedef {ViewOf<typeof results, State>} View */

/** @type {State} */
const atFirst = { choice: 'both', logarithmic: false };

export const VarianceHistogram = picture({
  name: 'variance-histogram',
  results,
  state: atFirst,
  hideTitle: true,
  progress: 'scores',
  title: ({ t, state, count, params }) =>
    plain(t, `variance.histogram.figure.${state.choice}`, { dk: count(params.dk) }),
  height: (_width, { state, single, stretch }) =>
    single ? 230 * stretch : state.choice === 'both' ? 320 : 280,

  shows(view, { laws, scores }) {
    const { t } = view;
    return {
      draw: (width, height) => draw(view, laws, width, height),
      summary: summaryOf(view, laws, scores),
      table: () => tableOf(t, laws, scores),
    };
  },

  layout: (view, { head, figure, problem, more }) => [
    head,
    figure,
    problem,
    renderControls(view),
    more,
  ],

  more: (view) => [
    html`<div class="pair">${renderMoments(view, 'before')} ${renderMoments(view, 'after')}</div>`,
    html`<p>
      ${renderVerdict(view)} ${renderVectors(view)} ${renderShape(view)} ${renderHeavy(view)}
    </p>`,
  ],

  /** The factor drives the lower picture. Everything else drives the upper one, and only through it the lower. */
  driven(term) {
    if (term === '') return '';
    return term === 'factor' ? 'after' : 'before';
  },
  termOf: ({ group }) => ({ before: 'dk', after: 'factor' })[group] ?? '',
});

/** @param {View} view */
function renderControls({ t, state, change, count, status, results: { scores } }) {
  const { choice, logarithmic } = state;
  return html`<div class="choices" role="group" aria-label=${t('variance.histogram.view')}>
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
function draw({ t, format, state, results: { scores }, prediction }, laws, width, height) {
  const { choice, logarithmic } = state;
  const look = {
    t: (/** @type {string} */ key, values = {}) => plain(t, key, values),
    format,
    bars: { before: scores?.unscaledHistogram, after: scores?.histogram },
    logarithmic,
    places: prediction?.xs,
  };
  return choice === 'both'
    ? drawBoth(laws, look, width, height)
    : drawOne(laws, look, choice, width, height);
}

/**
 * Returns the standard errors of one side. That of the variance is NaN if there are too few scores.
 * @param {ScoreStatistics} of
 * @param {Side} side
 */
function errorsOf({ unscaled, unscaledStandardError, scores, standardError }, side) {
  const [moments, errors] =
    side === 'after' ? [scores, standardError] : [unscaled, unscaledStandardError];
  return { ...errors, variance: errorOfVariance(moments, errors) };
}

/**
 * Summarizes the picture in a sentence.
 * @param {View} view
 * @param {ScoreCurves} laws
 * @param {ScoreStatistics | null} scores
 */
function summaryOf({ t, format, number, count }, laws, scores) {
  if (!scores) return t('common.waiting');
  if (scores.scores.count === 1) return plain(t, 'variance.histogram.one');
  return plain(t, 'variance.histogram.summary', {
    count: count(scores.scores.count),
    before: withInterval(format, scores.unscaled.variance, errorsOf(scores, 'before').variance),
    theoryBefore: number(laws.before.variance),
    after: withInterval(format, scores.scores.variance, errorsOf(scores, 'after').variance),
    theoryAfter: number(laws.after.variance),
  });
}

/** Digits of numbers without a standard error of their own. */
const shapeDigits = 2;

/** Renders measured and exact moments for one side of the factor. @param {View} view @param {Side} side */
function renderMoments(view, side) {
  const { t, format, number, results, computation } = view;
  const { scores } = results;
  const theory = results.laws?.[side];
  const measured = side === 'after' ? scores?.scores : scores?.unscaled;
  const errors = scores && errorsOf(scores, side);
  const { provisional } = computation('scores');
  const estimate = (/** @type {'mean' | 'variance'} */ name) =>
    measured ? withInterval(format, measured[name], errors?.[name] ?? NaN) : '\u2013';
  // The relative error of the square root is half that of the variance.
  const std =
    measured &&
    withKnownDigits(format, measured.std, (errors?.variance ?? NaN) / (2 * measured.std));
  const shape = (/** @type {'skewness' | 'kurtosis'} */ name) =>
    measured && format.number(measured[name], shapeDigits);
  const line = (
    /** @type {'variance' | 'mean' | 'std' | 'skewness' | 'kurtosis'} */ name,
    /** @type {unknown} */ value,
  ) =>
    html`<tr>
      <th scope="row">${t(`common.moment.${name}`)}</th>
      <td class="numeric">${value}</td>
      <td class="numeric theory">${theory ? number(theory[name]) : '\u2013'}</td>
    </tr>`;
  const variance = live(estimate('variance'), { name: `variance-${side}`, provisional });
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
      ${line('variance', variance)} ${line('mean', estimate('mean'))}
      ${line('std', std ?? '\u2013')} ${line('skewness', shape('skewness') ?? '\u2013')}
      ${line('kurtosis', shape('kurtosis') ?? '\u2013')}
    </tbody>
  </table>`;
}

/** Writes the rule and its value: 1/√d_k = 0.125. @param {View} view */
function factorWords({ t, format, number, params, results: { laws } }) {
  const value = laws ? number(laws.after.scale) : '\u2026';
  if (params.scale === 'none') return value;
  const rule =
    params.scale === 'number'
      ? factorText(format, Number(params.factor))
      : ruleWords(t, format, params);
  return rule === value ? value : html`${rule} = ${value}`;
}

/**
 * Whether there is an interval. A few scores are not enough for one, and constant scores have no uncertainty.
 * @param {View} view
 */
const hasInterval = ({ results: { scores, laws } }) =>
  scores !== null &&
  Number.isFinite(errorsOf(scores, 'after').variance) &&
  Number(laws?.after.std) > 0;

/** @param {View} view */
function renderVerdict(view) {
  const { t, format, number } = view;
  const { scores, laws } = view.results;
  const count = scores?.scores.count ?? 0;
  if (count === 1) return rich(t, 'variance.histogram.one');
  if (count > 1 && count < leastScores) return rich(t, 'variance.histogram.few', { leastScores });
  // A partial result is not a sample of its own yet.
  if (!scores || !laws || !hasInterval(view) || view.computation('scores').provisional)
    return nothing;
  const { variance } = scores.scores;
  const error = errorsOf(scores, 'after').variance;
  const [low, high] = interval95(variance, error);
  const known = (/** @type {number} */ end) => withKnownDigits(format, end, error);
  const verdict = covers(variance, error, laws.after.variance) ? 'covers' : 'misses';
  return rich(t, `variance.histogram.${verdict}`, {
    low: known(low),
    high: known(high),
    theory: number(laws.after.variance),
  });
}

/** Explains the width of the interval. @param {View} view */
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

/**
 * Explains how the exact distribution differs from the normal one: by a kurtosis above or below 3.
 * @param {View} view
 */
function renderShape({ t, number, results: { laws } }) {
  if (!laws || !(laws.after.std > 0)) return nothing;
  const { kurtosis } = laws.after;
  const written = number(kurtosis);
  if (written === number(3)) return nothing;
  const key = kurtosis < 3 ? 'lighter' : 'heavier';
  return rich(t, `variance.histogram.${key}`, { kurtosis: written });
}

/** Warns about heavy tails, which make the interval itself uncertain. @param {View} view */
function renderHeavy({ t, params: { queryDistribution, keyDistribution } }) {
  const heavy = queryDistribution === 'student-t' || keyDistribution === 'student-t';
  return heavy ? rich(t, 'variance.histogram.heavy') : nothing;
}
