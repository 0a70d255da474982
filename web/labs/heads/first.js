/** What the lab is opened for: the matrices to scale, and the answer with their numbers. */
import { html, nothing } from 'lit';
import { rich } from '../parts/text.js';
import { oneSizes } from './random.js';

export { HeadsShapes as picture } from './shapes.js';

/** @param {import('../scaledot-heads.js').ScaledotHeads} lab */
export function answer(lab) {
  const { t, format, params } = lab.speech;
  const { counts, sizes } = lab;
  const number = (/** @type {string} */ name, /** @type {number} */ value, kind = '') =>
    html`<strong class="number ${kind}" data-value=${`answer-${name}`}
      >${format.integer(value)}</strong
    >`;
  const plainNumber = (/** @type {number} */ value) =>
    html`<strong>${format.integer(value)}</strong>`;
  const shown = { modelDim: plainNumber(sizes.modelDim), dk: plainNumber(sizes.headDim) };
  if (!counts) return rich(t, 'heads.answer.waiting', shown);
  const { parameters, rankBound } = counts;
  const { modelDim, headDim } = oneSizes(params);
  const isWhole = modelDim === sizes.modelDim && headDim === sizes.headDim;
  const rank = lab.rank ?? rankBound;
  const known = isWhole && rank === rankBound ? 'rank' : 'bound';
  return [
    rich(t, `heads.answer.${compare(parameters.pair, parameters.merged)}`, {
      ...shown,
      pair: number('pair', parameters.pair),
      merged: number('merged', parameters.merged),
      rank: rich(t, `heads.answer.${known}`, {
        rank: number('rank', known === 'rank' ? rank : rankBound, 's'),
      }),
    }),
    t.language === 'en' ? ' ' : nothing,
    sizes.heads > 1
      ? rich(t, `heads.answer.heads.${compare(parameters.pairs, 2 * parameters.merged)}`, {
          heads: plainNumber(sizes.heads),
          pairs: number('pairs', parameters.pairs),
        })
      : nothing,
  ];
}

/** @param {number} one @param {number} other */
function compare(one, other) {
  if (one === other) return 'same';
  return one < other ? 'less' : 'more';
}
