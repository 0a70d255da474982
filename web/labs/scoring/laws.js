/**
 * <sd-scoring-laws>: the distribution of each score, on the same random vectors.
 *
 * Shows eight histograms, on one axis or each in its own standard deviations, and below them how sharp the softmax
 * weights of such scores are. The pictures sharpen as draws arrive.
 */
import { constant } from '../../engine/border/constant.js';
import { decadeOf, tenTo } from '../../i18n/decades.js';
import { html } from 'lit';
import { histogram } from '../../charts/histogram.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { functionNames, statisticsOptions } from '../../tables/scoring.js';
import { plain, rich } from '../parts/text.js';
import { chips } from '../parts/chips.js';
import { fitted } from '../parts/figure.js';
import { picture } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { binsTable, numbersTable } from './measured.js';
import { scoringStyles } from './styles.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { ScoringStatistics } from '../../engine/types.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Section } from '../parts/section.js' */

/**
 * Half the common axis, in standard deviations of the widest distribution. Leaves out the distance, whose mean is far
 * away.
 */
const reach = 3;

/** Half the axis in standard deviations. */
const standardReach = 4;

const layout = { count: functionNames.length, height: 112, least: 116, most: 4 };

export const ScoringLaws = picture({
  name: 'scoring-laws',
  results: {
    laws: optional({
      needs: statisticsOptions,
      compute: (_engine, options, { run }) => run('scoringStatistics', options),
      publish: 'laws',
    }),
    normal: source({ needs: () => 'normal', compute: normalLaw }),
  },
  styles: [scoringStyles],
  title: ({ t, params, number, count }) =>
    plain(t, 'scoring.laws.figure', {
      dk: number(Number(params.dk)),
      keys: count(Number(params.keys)),
    }),
  height: (width, view) => panelsHeight(width, fitted(view, layout)),
  progress: 'laws',

  above: ({ t, params, set }) =>
    html`<div class="choices">
      ${chips({
        values: ['raw', 'standard'],
        chosen: params.law,
        label: (value) => rich(t, `scoring.laws.${value}`),
        choose: (law) => set({ law }),
      })}
    </div>`,

  controls({ t, status, count, results: { laws } }) {
    const idle = laws ? rich(t, 'scoring.laws.idle', { draws: count(laws.draws) }) : '';
    return html`<span slot="status">${status('laws', { idle, per: 'scoring.rate' })}</span>`;
  },

  shows(view, { laws, normal }) {
    const { t, params, number } = view;
    const sd = (/** @type {FunctionName} */ name) => number(lawOf(laws, name)?.scores.std ?? NaN);
    return {
      draw: (width) => draw(view, width, laws, normal),
      summary: laws
        ? plain(t, 'scoring.laws.summary', {
            dk: number(Number(params.dk)),
            dot: sd('dot'),
            scaled: sd('scaled'),
            cosine: sd('cosine'),
            additive: sd('additive'),
          })
        : undefined,
      table: () =>
        binsTable(
          t,
          'function',
          (laws?.functions ?? []).map(({ histogram: own }, i) => [
            plain(t, `scoring.function.${functionNames[i]}`),
            own,
          ]),
        ),
      more: laws ? numbersOf(view, laws) : html`<div class="scroll numbers"></div>`,
    };
  },

  more: ({ t }) => rich(t, 'scoring.laws.note'),
});
/** @param {ScoringStatistics | null} laws @param {FunctionName} name */
const lawOf = (laws, name) => laws?.functions[functionNames.indexOf(name)];

/**
 * Draws empty frames until there are results.
 * @param {Section} view
 * @param {number} width
 * @param {ScoringStatistics | null} laws
 * @param {ReturnType<typeof normalLaw>} normal
 */
function draw(view, width, laws, normal) {
  const { t, params, number, count } = view;
  const standard = params.law === 'standard';
  const span = standard ? standardReach : spanOf(laws);
  const tick = roundBelow(0.85 * span);
  return panels(
    width,
    fitted(view, layout),
    functionNames.map((name) => ({
      key: name,
      title: plain(t, `scoring.function.${name}`),
      draw({ width: own, height, isLast }) {
        const law = lawOf(laws, name);
        const { mean, std } = law?.scores ?? { mean: 0, std: 1 };
        const place = (/** @type {number} */ value) =>
          standard ? (value - mean) / (std || 1) : value;
        return histogram({
          ...{ width: own, height },
          bars: law
            ? {
                ...law.histogram,
                low: place(law.histogram.low),
                high: place(law.histogram.high),
                label: t('common.measured'),
                read: count,
              }
            : null,
          curves: standard && law ? [{ ...normal, label: t('scoring.laws.normal') }] : [],
          legend: false,
          x: {
            label: isLast ? t(standard ? 'scoring.laws.xStandard' : 'scoring.laws.x') : '',
            domain: [-span, span],
            ticks: standard ? [-4, -2, 0, 2, 4] : [-tick, 0, tick],
            spacing: 24,
            read: number,
          },
          y: { label: '', ticks: [], read: number, ...(standard && { domain: [0, 0.5] }) },
          // A mean beyond the common axis is noted.
          notes:
            !standard && mean <= -span
              ? { below: t('scoring.laws.below', { mean: number(mean) }) }
              : {},
        });
      },
    })),
  );
}

/**
 * Returns the end of the common axis, a round number: what the dot products need, or whatever is widest.
 * @param {ScoringStatistics | null} laws
 */
function spanOf(laws) {
  const widths = functionNames
    .filter((name) => name !== 'distance')
    .map((name) => lawOf(laws, name)?.scores.std ?? 1);
  const span = reach * Math.max(...widths) || 1;
  const step = tenTo(decadeOf(span)) / 2;
  return Math.ceil(span / step) * step;
}

/** The measured moments and sharpness. @param {Section} view @param {ScoringStatistics} laws */
const numbersOf = ({ t, format }, { functions }) =>
  numbersTable(t, {
    key: 'scoring.laws',
    what: 'function',
    columns: ['mean', 'std', 'kurtosis', 'topWeight', 'effectiveKeys'],
    rows: functions.map(({ scores, topWeight, effectiveKeys }, i) => [
      rich(t, `scoring.function.${functionNames[i]}`),
      [
        format.number(scores.mean, 3),
        format.number(scores.std, 3),
        format.number(scores.kurtosis, 3),
        format.fixed(topWeight.quantiles.p50, 3),
        format.number(effectiveKeys.quantiles.p50, 3),
      ],
    ]),
  });

/** Returns the largest of 1, 2, 5, 10 ... up to the value. @param {number} value */
function roundBelow(value) {
  const power = tenTo(decadeOf(value));
  const digit = [5, 2, 1].find((one) => one * power <= value) ?? 1;
  return digit * power;
}

/**
 * Returns the engine's standard normal density as a curve: the distribution of normal scores with standard deviation 1.
 * @param {Engine} engine
 */
function normalLaw(engine) {
  const { normal } = engine.scoreLaw({ dk: 64, scale: 'rsqrt' });
  const xs = Float64Array.from({ length: 81 }, (_, i) => ((i - 40) / 40) * standardReach);
  const ys = xs.map((x) => normal.pdf(x));
  return constant({ key: 'normal', xs, ys, color: 'ink', thin: true, dash: true });
}
