/** The first picture of the lab and its answer: the matrices to scale, and their numbers. */
import { html, nothing } from 'lit';
import { rich } from '../parts/text.js';
import { oneSizes } from './random.js';

export { HeadsShapes as picture } from './shapes.js';

/** @typedef {import('../scaledot-heads.js').ScaledotHeads} Heads */

/** Compares two thin matrices with their product. @param {Heads} lab */
export function answer({ speech: { t, format }, counts, sizes }) {
  if (!counts) return rich(t, 'heads.answer.waiting');
  const { pair, merged } = counts.parameters;
  return rich(t, `heads.answer.${compare(pair, merged)}`, {
    modelDim: html`<strong>${format.integer(sizes.modelDim)}</strong>`,
    dk: html`<strong>${format.integer(sizes.headDim)}</strong>`,
    pair: number(format, 'pair', pair),
    merged: number(format, 'merged', merged),
  });
}

/** Describes the product's rank, and all heads together. @param {Heads} lab */
export function rest(lab) {
  const { t, format, params } = lab.speech;
  const { counts, sizes } = lab;
  if (!counts) return nothing;
  const { parameters, rankBound } = counts;
  const { modelDim, headDim } = oneSizes(params);
  const isWhole = modelDim === sizes.modelDim && headDim === sizes.headDim;
  const isKnown = isWhole && (lab.rank ?? rankBound) === rankBound;
  const isThin = parameters.pair < parameters.merged;
  const rank = rich(t, `heads.rest.${isKnown ? 'rank' : 'bound'}${isThin ? '.less' : ''}`, {
    rank: number(format, 'rank', rankBound, 's'),
  });
  if (sizes.heads === 1) return rank;
  const words = `heads.rest.heads.${compare(parameters.pairs, 2 * parameters.merged)}`;
  const all = rich(t, words, {
    heads: html`<strong>${format.integer(sizes.heads)}</strong>`,
    pairs: number(format, 'pairs', parameters.pairs),
  });
  return [rank, t.language === 'en' ? ' ' : nothing, all];
}

/** @param {Heads['speech']['format']} format @param {string} name @param {number} value */
const number = (format, name, value, kind = '') =>
  html`<strong class="number ${kind}" data-value=${`answer-${name}`}
    >${format.integer(value)}</strong
  >`;

/** @param {number} one @param {number} other */
function compare(one, other) {
  if (one === other) return 'same';
  return one < other ? 'less' : 'more';
}
