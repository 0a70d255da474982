/** The first picture of the lab and its answer: one query's weights, and the numbers of many. */
import { html, nothing } from 'lit';
import { isAlone } from '../../tables/softmax.js';
import { live, soFar } from '../parts/provisional.js';
import { factorOf, ruleWords } from '../parts/rule.js';
import { rich, typesetText } from '../parts/text.js';
import { topText } from './query.js';

export { SoftmaxOne as picture } from './one.js';

/** @typedef {import('../scaledot-softmax.js').ScaledotSoftmax} Softmax */
/** @typedef {import('../../engine/types.js').SoftmaxRuleStatistics} Statistics */

/** Says how much of a typical query's weight one key has. @param {Softmax} lab */
export function answer(lab) {
  const { t, format, params } = lab.speech;
  const result = lab.results.one;
  if (!result) return rich(t, 'softmax.answer.waiting');
  const top = (/** @type {Statistics} */ of) => topText(format, params, of.topWeight.quantiles.p50);
  const [before, after] = [result, result.compare[0]].map(top);
  const { number, soFar } = provisional(lab);
  return rich(t, `softmax.answer.${sentence(params, before === after)}`, {
    before: number('before', before, 'c'),
    after: number('after', after, 'c'),
    factor: html`<strong data-term="factor" ?data-lit=${lab.term === 'factor'}
      >${factorWords(lab)}</strong
    >`,
    soFar,
  });
}

/** Says how many queries get almost no gradient. @param {Softmax} lab */
export function rest(lab) {
  const { t, format, params } = lab.speech;
  const result = lab.results.one;
  if (!result || isAlone(params)) return nothing;
  const dead = (/** @type {Statistics} */ of) =>
    format.share(of.dead.share, of.dead.share < 0.1 ? 1 : 0);
  const [before, after] = [result, result.compare[0]].map(dead);
  const { number, soFar } = provisional(lab);
  return rich(t, `softmax.rest.${sentence(params, before === after)}`, {
    dk: format.number(Number(params.dk), 6),
    keys: format.number(Number(params.keys), 6),
    deadBefore: number('dead-before', before),
    deadAfter: number('dead-after', after),
    soFar,
  });
}

/** Returns how to write numbers that may not have settled. @param {Softmax} lab */
function provisional(lab) {
  const provisional = lab.isProvisional('one');
  return {
    number: (/** @type {string} */ name, /** @type {string} */ text, kind = '') =>
      live(text, { name: `answer-${name}`, kind, provisional }),
    soFar: soFar(lab.speech.t, provisional),
  };
}

/** Returns which sentence applies. @param {Softmax['params']} params @param {boolean} same  both sides look the same */
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
    : typesetText(t, factorOf(format, params, Number(params.factor)));
}
