/** The first content of the lab: the plane, the answer with its numbers, and the text below both. */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { Sharpest } from './types.js' */

import { html, nothing } from 'lit';
import { constant } from '../../engine/border/constant.js';
import { live, soFar } from '../parts/provisional.js';
import { refusal } from '../parts/refusal.js';
import { comma, rich } from '../parts/text.js';
import { shareOf, winnersOf } from './functions.js';
import { compared } from './sharpest.js';
import { keyLabel, longest, tied } from './vectors.js';

export { ScoringPlane as picture } from './plane.js';

/** @typedef {import('../scaledot-scoring.js').ScaledotScoring} Scoring */

/** @param {number} index */
const keyName = (index) => html`<strong class="symbol">${keyLabel(index)}</strong>`;

/** Says which key wins in the plane by dot product, and which by cosine. Follows every drag. @param {Scoring} lab */
export function answer({ speech: { t, format }, plane }) {
  if (!plane) return rich(t, 'scoring.answer.waiting');
  const [dot, cosine] = constant(['dot', 'cosine']).map((name) => {
    const weights = plane.rows.get(name)?.weights ?? [];
    const winners = winnersOf(weights);
    const weight = live(shareOf(format, weights[winners[0]]), {
      name: `answer-plane-${name}`,
      kind: 'c',
    });
    return { winners, weight };
  });
  const [winner] = dot.winners;
  const isOne = dot.winners.length === 1 && cosine.winners.length === 1;
  if (isOne && cosine.winners[0] === winner)
    return rich(t, 'scoring.answer.same', {
      key: keyName(winner),
      dot: dot.weight,
      cosine: cosine.weight,
    });
  return rich(t, 'scoring.answer', { dot: winning(t, dot), cosine: winning(t, cosine, 'Too') });
}

/**
 * "k₁ wins with weight 0.96", or for the second function "k₂ wins with 0.50".
 * @param {Translate} t
 * @param {{winners: readonly number[], weight: unknown}} of
 * @param {'' | 'Too'} [second]
 */
function winning(t, { winners, weight }, second = '') {
  if (winners.length === 1)
    return rich(t, `scoring.answer.wins${second}`, { key: keyName(winners[0]), weight });
  const keys = html`<strong class="symbol">${winners.map(keyLabel).join(comma(t))}</strong>`;
  return rich(t, `scoring.answer.tied${second}`, { keys, weight });
}

/**
 * Says which weight the other functions give the longest key, and all of them the best of random keys.
 * @param {Scoring} lab
 */
export function rest(lab) {
  const { t, format } = lab.speech;
  const { plane } = lab;
  const { result, problem } = lab.sharpest;
  if (!plane || !(result || problem)) return nothing;
  const j = longest(plane.keys);
  const planeWeight = (/** @type {typeof compared[number]} */ name) =>
    live(shareOf(format, plane.rows.get(name)?.weights[j] ?? NaN), {
      name: `answer-plane-${name}`,
    });
  const longestKey = tied(plane.keys, j) ? 'scoring.rest.tie' : 'scoring.rest.longest';
  return html`${rich(t, 'scoring.rest', {
    longest: rich(t, longestKey, { key: keyName(j) }),
    scaled: planeWeight('scaled'),
    additive: planeWeight('additive'),
  })}
  ${result ? random(lab, result) : html`<span class="problem">${refusal(t, problem)}</span>`}`;
}

/** Renders the sentence about random keys. @param {Scoring} lab @param {Sharpest} result */
function random({ speech: { t, format, params } }, { medians, partial: provisional }) {
  const shares = compared.map((name) => [
    name,
    live(shareOf(format, medians[name]), { name: `answer-random-${name}`, provisional }),
  ]);
  return rich(t, 'scoring.rest.random', {
    dk: format.number(Number(params.dk), 6),
    keys: format.number(Number(params.keys), 6),
    ...Object.fromEntries(shares),
    soFar: soFar(t, provisional),
  });
}
