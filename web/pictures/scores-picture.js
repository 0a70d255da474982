/** What a picture of scores is drawn from, before and after the factor. Numbers for axes only; no page is known here. */
import { samplePlaces } from './bins.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { Histogram, ScoreOptions } from '../engine/types.js' */

/** Half the width of the picture, in standard deviations. */
const reach = 5;

const curvePoints = 240;

/**
 * The law of a score with its density at many places. A lattice law has its points; the normal law is a curve all the same.
 * @param {Engine} engine
 * @param {ScoreOptions & {dk: number}} options
 */
export function sampledLaw(engine, options) {
  const law = engine.scoreLaw(options);
  const { mean, std, spacing, kind, variance } = law;
  const half = std > 0 ? reach * std : 1;
  const ends = /** @type {[number, number]} */ ([mean - half, mean + half]);
  const xs = samplePlaces(law, options.dk, ends, curvePoints);
  const smooth = samplePlaces({ spacing: 0 }, options.dk, ends, curvePoints);
  const exact = std > 0 ? law.pdf(xs) : [];
  const normal = std > 0 ? law.normal.pdf(smooth) : [];
  return { mean, std, variance, spacing, kind, xs, smooth, exact, normal };
}

/**
 * The bars of scaled scores on the axis of q.k: the same counts. A factor of 0 leaves nothing to be read back.
 * @param {Histogram} bars
 * @param {number} factor
 * @returns {Histogram | null}
 */
export function unscaledBars(bars, factor) {
  const { low, high, counts, below, above } = bars;
  if (factor === 1) return bars;
  if (factor > 0) return { ...bars, low: low / factor, high: high / factor };
  if (!(factor < 0)) return null;
  return {
    low: high / factor,
    high: low / factor,
    counts: [...counts].reverse(),
    below: above,
    above: below,
  };
}

/** Of the numbers at an axis of densities, for laws of these standard deviations. @param {...number} stds */
export function densityDecimals(...stds) {
  const widest = Math.max(...stds);
  return widest > 0 ? Math.max(1, Math.min(20, 2 + Math.floor(Math.log10(widest)))) : 1;
}
