/** The picture of `scaledot variance`: all scores before and after the factor, under the exact and the normal law. */
import { histogram } from '../charts/histogram.js';
import { standaloneSvg } from '../charts/standalone.js';
import { stack } from '../labs/parts/stack.js';
import { samplePlaces } from '../labs/parts/bins.js';
import { commandLine } from './output.js';
import { numbers } from './text.js';
import { sentence, t } from './variance.js';

/** @import { Engine, ScoreStatistics } from '../engine/index.js' */
/** @import { Run } from './variance.js' */

const size = { width: 760, height: 440 };
const points = 320;

/** Half the width of a picture, in standard deviations. */
const reach = 5;

/**
 * The law with its density at many places.
 * @param {Engine} engine
 * @param {Run['options']} options
 */
function sampled(engine, options) {
  const law = engine.scoreLaw(options);
  const { mean, std } = law;
  const half = std > 0 ? reach * std : 1;
  const domain = /** @type {[number, number]} */ ([mean - half, mean + half]);
  const xs = samplePlaces(law, options.dk, domain, points);
  const smooth = samplePlaces({ spacing: 0 }, options.dk, domain, points);
  const drawn = std > 0;
  const exact = drawn ? law.pdf(xs) : [];
  const normal = drawn ? law.normal.pdf(smooth) : [];
  return { mean, std, domain, xs, smooth, exact, normal };
}

/**
 * The bars on the axis of q.k: the same counts.
 * @param {ScoreStatistics} result
 */
function unscaled({ histogram: bars, scale }) {
  const [low, high] = [bars.low / scale, bars.high / scale];
  if (scale > 0) return { ...bars, low, high };
  const counts = [...bars.counts].reverse();
  return { low: high, high: low, counts, below: bars.above, above: bars.below };
}

/** @param {Engine} engine @param {Run} run @returns {string} */
export function picture(engine, run) {
  const { options, result } = run;
  const laws = {
    before: sampled(engine, { ...options, scale: 'none' }),
    after: sampled(engine, options),
  };
  const bars = { before: result.scale === 0 ? null : unscaled(result), after: result.histogram };
  const domain = /** @type {[number, number]} */ ([
    Math.min(laws.before.domain[0], laws.after.domain[0]),
    Math.max(laws.before.domain[1], laws.after.domain[1]),
  ]);
  const half = size.height / 2;
  // As many in both, so that the axes stand in line.
  const widest = Math.max(laws.before.std, laws.after.std);
  const decimals = widest > 0 ? Math.max(1, 2 + Math.floor(Math.log10(widest))) : 1;
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
  const both = result.scale === 1 ? draw('before') : stack(draw('before'), draw('after'), half);
  return standaloneSvg(both, {
    width: size.width,
    height: result.scale === 1 ? half : size.height,
    title: t('variance.histogram.figure.both', { dk: options.dk }),
    summary: sentence(run),
    link: commandLine(),
  });
}

/** @param {ReturnType<typeof sampled>} law @returns {import('../charts/histogram.js').Curve[]} */
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

/** @param {ReturnType<typeof sampled>} law */
function spansOf({ mean, std }) {
  if (!(std > 0)) return [];
  const label = t('variance.histogram.sd', { sd: numbers.number(std) });
  return [{ key: 'sd', from: mean - std, to: mean + std, label }];
}
