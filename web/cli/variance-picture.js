/** The picture of `scaledot variance`: all scores before and after the factor, under the exact and the normal law. */
import { histogram } from '../charts/histogram.js';
import { standaloneSvg } from '../charts/standalone.js';
import words from '../i18n/variance.en.js';
import { stack } from '../charts/stack.js';
import { densityDecimals } from '../pictures/numbers.js';
import { commandLine } from './output.js';
import { numbers, speaker } from './text.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { ScoreCurve } from '../engine/types.js' */
/** @import { Run } from './variance.js' */

const t = speaker({ en: words, 'zh-Hans': {} });

const size = { width: 760, height: 440 };

/** @param {Engine} engine @param {Run} run @returns {string} */
export function picture(engine, run) {
  const { options, result } = run;
  const bars = { before: result.unscaledHistogram, after: result.histogram };
  const laws = engine.scoreCurves(options);
  const ends = [laws.before, laws.after].flatMap(({ smooth }) => [
    smooth[0],
    smooth[smooth.length - 1],
  ]);
  const domain = /** @type {[number, number]} */ ([Math.min(...ends), Math.max(...ends)]);
  const half = size.height / 2;
  // As many in both, so that the axes stand in line.
  const decimals = densityDecimals(laws.before.std, laws.after.std);
  const draw = (/** @type {'before' | 'after'} */ side) =>
    histogram({
      width: size.width,
      height: half,
      bars: bars[side] && { ...bars[side], label: t('variance.histogram.measured') },
      curves: curvesOf(laws[side]),
      spans: spansOf(laws[side]),
      legend: side === 'before',
      // One axis for both: how much narrower the scores become is the point of the picture.
      x: { label: t(`variance.histogram.axis.${side}`), domain },
      y: {
        label: t('variance.histogram.density'),
        format: (density) => numbers.fixed(density, decimals),
      },
    });
  const view = result.scale === 1 ? 'before' : 'both';
  const drawn = view === 'both' ? stack(draw('before'), draw('after'), half) : draw('before');
  return standaloneSvg(drawn, {
    width: size.width,
    height: view === 'both' ? size.height : half,
    title: t(`variance.histogram.figure.${view}`, { dk: options.dk }),
    summary: summary(run),
    link: commandLine(),
  });
}

/** @param {ScoreCurve} law @returns {import('../charts/histogram.js').Curve[]} */
function curvesOf({ std, xs, exact, smooth, normal }) {
  if (!(std > 0)) return [];
  return [
    { key: 'exact', label: t('variance.histogram.exact'), xs, ys: exact, color: 'score' },
    {
      key: 'normal',
      label: t('variance.histogram.normal'),
      xs: smooth,
      ys: normal,
      color: 'ink',
      dash: true,
      thin: true,
    },
  ];
}

/** @param {ScoreCurve} law */
function spansOf({ mean, std }) {
  if (!(std > 0)) return [];
  const label = t('variance.histogram.sd', { sd: numbers.number(std) });
  return [{ key: 'sd', from: mean - std, to: mean + std, label }];
}

/** @param {Run} run */
const summary = ({ options, result, theory }) =>
  t('variance.histogram.summary', {
    count: numbers.integer(result.scores.count),
    dk: options.dk,
    before: numbers.number(result.unscaled.variance),
    theoryBefore: numbers.number(theory.variance),
    after: numbers.number(result.scores.variance),
    theoryAfter: numbers.number(result.theory.variance),
  });
