/**
 * <scaledot-softmax>: what goes wrong without the factor?
 *
 * The visitor sees an answer with live numbers, the formula with those of one query, that query's logits and weights
 * with and without the factor beside the controls, and below it the Jacobian, how sharp the weights of many queries are
 * at any d_k and number of keys, why the exponent is 1/2, and where the slogan of the vanishing gradient is true.
 */
import '../tables/softmax.js'; // before anything that asks for the lab's state
import { html } from 'lit';
import { Lab } from './lab/lab.js';
import { isAlone } from '../tables/softmax.js';
import { live, soFar } from './parts/provisional.js';
import { factorOf, ruleWords } from './parts/rule.js';
import { terms } from './softmax/terms.js';
import { SoftmaxOne } from './softmax/one.js';
import { presets } from './softmax/presets.js';
import { oneQuery, topText } from './softmax/query.js';
import { rich } from './parts/text.js';

/** @typedef {import('../engine/types.js').SoftmaxRuleStatistics} Statistics */

export class ScaledotSoftmax extends Lab {
  static lab = 'softmax';
  static tag = 'scaledot-softmax';
  static presets = presets;
  static terms = terms;
  static strip = ['dk', 'scale', 'alpha', 'factor'];
  static pictures = ['one', 'bands', 'jacobian', 'exponent', 'vanish'];
  static teller = 'one';
  static drives = {
    one: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    bands: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    jacobian: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    exponent: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    vanish: ['dk', 'keys', 'scale', 'alpha', 'factor'],
  };
  static parts = { 'sd-softmax-one': SoftmaxOne };
  static sections = {
    jacobian: async () => (await import('./softmax/jacobian.js')).SoftmaxJacobian,
    bands: async () => (await import('./softmax/bands.js')).SoftmaxBands,
    exponent: async () => (await import('./softmax/exponent.js')).SoftmaxExponent,
    vanish: async () => (await import('./softmax/vanish.js')).SoftmaxVanish,
  };
  static formula = async () => (await import('./softmax/formula.js')).softmaxFormula;
  static programs = () => import('./softmax/twins.js');

  controlGroups() {
    return [
      { group: 'main' },
      { group: 'mask', folds: true },
      { group: 'sample', folds: true },
      { group: 'components', folds: true, advanced: true, inside: ['query', 'key'] },
    ];
  }

  renderAnswer() {
    const { t, format, params } = this.speech;
    const result = this.results.one;
    const dk = html`<strong data-term="dk" ?data-lit=${this.term === 'dk'}
      >${format.number(Number(params.dk), 6)}</strong
    >`;
    const keyCount = format.number(Number(params.keys), 6);
    const keys = html`<strong>${keyCount}</strong>`;
    if (!result) return rich(t, 'softmax.answer.waiting', { dk, keys, keyCount });
    const [after] = result.compare;
    const provisional = this.isProvisional('one');
    /** @param {Statistics} of */
    const top = (of) => topText(format, params, of.topWeight.quantiles.p50);
    /** @param {Statistics} of */
    const dead = (of) => format.share(of.dead.share, of.dead.share < 0.1 ? 1 : 0);
    const number = (/** @type {string} */ name, /** @type {string} */ text, kind = '') =>
      live(text, { name: `answer-${name}`, kind, provisional });
    return rich(
      t,
      `softmax.answer.${this.#sentence([result, after].map((of) => top(of) + dead(of)))}`,
      {
        dk,
        keys,
        keyCount,
        before: number('before', top(result), 'c'),
        deadBefore: number('dead-before', dead(result)),
        after: number('after', top(after), 'c'),
        deadAfter: number('dead-after', dead(after)),
        factor: html`<strong data-term="factor" ?data-lit=${this.term === 'factor'}
          >${this.#factorWords()}</strong
        >`,
        soFar: soFar(t, provisional),
      },
    );
  }

  /** Which of its sentences the answer is, by what is shown of both sides. @param {readonly string[]} shown */
  #sentence([before, after]) {
    const { params } = this;
    const scale = String(params.scale);
    if (isAlone(params)) return 'alone';
    if (scale === 'none' || scale === 'cosine') return scale;
    return before === after ? 'same' : 'scaled';
  }

  #factorWords() {
    const { t, format, params } = this.speech;
    return params.scale === 'alpha'
      ? ruleWords(t, format, params)
      : factorOf(format, params, Number(params.factor));
  }

  renderFormula() {
    return this.drawFormula({ ...this.speech, numbers: this.#numbers(), pointing: this.pointing });
  }

  /** The numbers of the key with the most weight; null without an engine. */
  #numbers() {
    const { engine } = this;
    if (!engine) return null;
    const { factor, after, scores, cosines } = oneQuery(engine, this.params);
    const top = after.weights.data.indexOf(Math.max(...after.weights.data));
    return {
      factor,
      score: (cosines ?? scores)[top],
      logit: after.logits.data[top],
      logSum: after.logSum,
      weight: after.weights.data[top],
      jacobianNorm: after.jacobianNorm,
      gradient: after.logitGradientNorm,
    };
  }

  renderMain() {
    return this.picture('one');
  }

  /** The programs, kept while neither the state nor what they print has changed. */
  #programs = {
    of: /** @type {unknown[]} */ ([]),
    twins: /** @type {Record<string, string>} */ ({}),
  };

  /** @param {typeof import('./softmax/twins.js')} written */
  twins({ twins }) {
    const { engine, params } = this;
    const result = this.results.one ?? null;
    const of = [engine, params, result?.partial ? 'partial' : result];
    if (of.some((each, i) => each !== this.#programs.of[i])) {
      this.#programs = { of, twins: twins(params, result, engine && oneQuery(engine, params)) };
    }
    return this.#programs.twins;
  }
}
