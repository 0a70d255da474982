/** What the lab is opened for: one query's weights, and the answer with the numbers of many. */
import { html } from 'lit';
import { isAlone } from '../../tables/softmax.js';
import { live, soFar } from '../parts/provisional.js';
import { factorOf, ruleWords } from '../parts/rule.js';
import { rich } from '../parts/text.js';
import { topText } from './query.js';

export { SoftmaxOne as picture } from './one.js';

/** @typedef {import('../scaledot-softmax.js').ScaledotSoftmax} Softmax */
/** @typedef {import('../../engine/types.js').SoftmaxRuleStatistics} Statistics */

/** @param {Softmax} lab */
export function answer(lab) {
  const { t, format, params } = lab.speech;
  const result = lab.results.one;
  const dk = html`<strong data-term="dk" ?data-lit=${lab.term === 'dk'}
    >${format.number(Number(params.dk), 6)}</strong
  >`;
  const keyCount = format.number(Number(params.keys), 6);
  const keys = html`<strong>${keyCount}</strong>`;
  if (!result) return rich(t, 'softmax.answer.waiting', { dk, keys, keyCount });
  const [after] = result.compare;
  const provisional = lab.isProvisional('one');
  /** @param {Statistics} of */
  const top = (of) => topText(format, params, of.topWeight.quantiles.p50);
  /** @param {Statistics} of */
  const dead = (of) => format.share(of.dead.share, of.dead.share < 0.1 ? 1 : 0);
  const number = (/** @type {string} */ name, /** @type {string} */ text, kind = '') =>
    live(text, { name: `answer-${name}`, kind, provisional });
  const [shownBefore, shownAfter] = [result, after].map((of) => top(of) + dead(of));
  return rich(t, `softmax.answer.${sentence(params, shownBefore === shownAfter)}`, {
    dk,
    keys,
    keyCount,
    before: number('before', top(result), 'c'),
    deadBefore: number('dead-before', dead(result)),
    after: number('after', top(after), 'c'),
    deadAfter: number('dead-after', dead(after)),
    factor: html`<strong data-term="factor" ?data-lit=${lab.term === 'factor'}
      >${factorWords(lab)}</strong
    >`,
    soFar: soFar(t, provisional),
  });
}

/** Which of its sentences the answer is. @param {Softmax['params']} params @param {boolean} same  both sides look the same */
function sentence(params, same) {
  const scale = String(params.scale);
  if (isAlone(params)) return 'alone';
  if (scale === 'none' || scale === 'cosine') return scale;
  return same ? 'same' : 'scaled';
}

/** @param {Softmax} lab */
function factorWords({ speech: { t, format, params } }) {
  return params.scale === 'alpha'
    ? ruleWords(t, format, params)
    : factorOf(format, params, Number(params.factor));
}
