/** A histogram of scores with their exact law and the normal one, for the page and the terminal. */
import { footHeight, powerOfTen } from '../charts/axis.js';
import { histogram } from '../charts/histogram.js';
import { valueAt } from '../charts/picture.js';
import { stack } from '../charts/stack.js';
import { constant } from '../engine/border/constant.js';
import { tenTo } from '../i18n/decades.js';
import { densityDecimals, densityPower } from './numbers.js';

/** @import { Curve, Picture } from '../charts/types.js' */
/** @import { Histogram, ScoreCurves } from '../engine/types.js' */

/** @typedef {ScoreCurves['after']} Law */
/** @typedef {'before' | 'after'} Side */

/**
 * @typedef {object} Look
 * @property {(key: string, values?: Record<string, unknown>) => string} t
 * @property {{number: (value: number) => string, fixed: (value: number, decimals: number) => string}} format
 * @property {Readonly<Record<Side, Histogram | null | undefined>>} bars  null until scores are counted
 * @property {boolean} [logarithmic]  whether the y axis is logarithmic, which shows the tails
 * @property {readonly number[]} [places]  values that the shared axis must include
 */

/** Curves that differ by less than this share of the highest density look like one: two pixels of a hundred. */
const visible = 0.02;

/** Whether the exact and the normal law look like one line on a linear axis. @param {Law} law */
export function coincide({ xs, exact, smooth, normal }) {
  const normalCurve = { xs: smooth, ys: normal };
  const top = Math.max(...exact, ...normal);
  if (!Number.isFinite(top)) return false;
  // Beyond its ends the normal curve has no value.
  return !Array.from(xs).some(
    (x, i) => Math.abs(exact[i] - valueAt(normalCurve, x)) >= visible * top,
  );
}

/**
 * Draws the scores before and after the factor, one above the other.
 * @param {ScoreCurves} laws
 * @param {Look} look
 * @param {number} width
 * @param {number} height
 */
export function drawBoth(laws, look, width, height) {
  // The name of the shared axis is only below the lower picture.
  const half = Math.round((height - footHeight({ label: 'x' }) + footHeight({ label: '' })) / 2);
  // Both share one axis, wide enough for the wider law, so that their widths can be compared.
  const ends = [...domainOf(laws.before), ...domainOf(laws.after), ...(look.places ?? [])];
  /** @type {[number, number]} */
  const domain = [Math.min(...ends), Math.max(...ends)];
  return stack(
    drawOne(laws, look, 'before', width, half, domain),
    drawOne(laws, look, 'after', width, height - half, domain),
    half,
    ['before', 'after'],
  );
}

/** @param {Law} law @returns {[number, number]} */
const domainOf = ({ smooth }) => [smooth[0], smooth[smooth.length - 1]];

/**
 * Draws the scores before or after the factor.
 * @param {ScoreCurves} laws
 * @param {Look} look
 * @param {Side} side
 * @param {number} width
 * @param {number} height
 * @param {[number, number]} [shared]  the axis of both sides
 * @returns {Picture}
 */
export function drawOne(laws, look, side, width, height, shared) {
  const { t, format, bars } = look;
  const { mean, std } = laws[side];
  const isWide = std > 0;
  const label = t('variance.histogram.sd', { sd: format.number(std) });
  const counted = bars[side];
  return histogram({
    width,
    height,
    bars: counted ? { ...counted, key: 'bars', label: t('variance.histogram.measured') } : null,
    curves: isWide ? curvesOf(look, laws[side]) : [],
    spans: isWide ? [{ key: 'sd', from: mean - std, to: mean + std, label }] : [],
    // Two pictures on one axis need its legend and its name only once.
    legend: !shared || side === 'before',
    x: {
      label: shared && side === 'before' ? '' : t('variance.histogram.axis'),
      domain: shared ?? domainOf(laws[side]),
    },
    y: densityAxis(look, laws, side),
  });
}

/** @param {Look} look @param {Law} law @returns {Curve[]} */
function curvesOf({ t, logarithmic }, law) {
  const { xs, exact, smooth, normal } = law;
  // On a linear axis the two laws may look like one line, although their tails differ.
  const isOne = !logarithmic && coincide(law);
  const name = isOne ? 'nearlyNormal' : 'exact';
  const line = { key: 'exact', label: t(`variance.histogram.${name}`), xs, ys: exact };
  const normalCurve = {
    key: 'normal',
    label: t('variance.histogram.normal'),
    xs: smooth,
    ys: normal,
  };
  return [
    { ...line, color: 'score' },
    ...(isOne ? [] : [{ ...normalCurve, dash: true, thin: true }]),
  ];
}

/**
 * Returns the vertical axis. Both pictures have the same number of decimals, so that their labels are equally wide and their
 * horizontal axes are aligned. Very small and large densities are labelled in units of a power of ten, one for each picture.
 * @param {Look} look
 * @param {ScoreCurves} laws
 * @param {Side} side
 */
function densityAxis({ t, format, logarithmic }, laws, side) {
  const name = t(`variance.histogram.density.${side}`);
  if (logarithmic) return { label: name, scale: constant('log') };
  const powers = [laws.before, laws.after].map(({ std }) => densityPower(std));
  const isPlain = powers.every((power) => power === 0);
  const power = isPlain ? 0 : densityPower(laws[side].std);
  const decimals = isPlain ? densityDecimals(laws.before.std, laws.after.std) : 1;
  return {
    label: power === 0 ? name : `${name} × ${powerOfTen(-power)}`,
    format: (/** @type {number} */ density) => format.fixed(density / tenTo(power), decimals),
  };
}
