/**
 * <scaledot-softmax>: what goes wrong without the factor?
 *
 * The visitor sees an answer with live numbers, the formula with those of one query, that query's logits and weights
 * with and without the factor beside the controls, and below it the Jacobian, how sharp the weights of many queries are
 * at any d_k and number of keys, why the exponent is 1/2, and where the slogan of the vanishing gradient is true.
 */
import { html } from 'lit';
import { Lab } from './lab/lab.js';
import { ruleWords } from './parts/rule.js';
import { softmaxFormula, terms } from './softmax/formula.js';
import { SoftmaxOne } from './softmax/one.js';
import { presets } from './softmax/presets.js';
import { oneQuery } from './softmax/query.js';
import { rich } from './parts/text.js';

/** The factor as people write it, by scale rule. */
const factorWords = { rsqrt: '1/√{dk}', inverse: '1/{dk}' };

export class ScaledotSoftmax extends Lab {
  static lab = 'softmax';
  static tag = 'scaledot-softmax';
  static presets = presets;
  static terms = terms;
  static pictures = ['one', 'bands', 'jacobian', 'exponent', 'vanish'];
  static teller = 'one';
  static parts = { 'sd-softmax-one': SoftmaxOne };
  static story = () => import('./softmax/story.js');
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
    const top = (/** @type {import('../engine/types.js').SoftmaxRuleStatistics} */ of) =>
      format.steady(of.topWeight.quantiles.p50, 2);
    const dead = (/** @type {import('../engine/types.js').SoftmaxRuleStatistics} */ of) =>
      format.share(of.dead.share, of.dead.share < 0.1 ? 1 : 0);
    const scale = String(params.scale);
    const key = scale === 'none' || scale === 'cosine' ? scale : 'scaled';
    return rich(t, `softmax.answer.${key}`, {
      dk,
      keys,
      keyCount,
      before: html`<strong class="number c" data-value="answer-before">${top(result)}</strong>`,
      deadBefore: html`<strong class="number" data-value="answer-dead-before"
        >${dead(result)}</strong
      >`,
      after: html`<strong class="number c" data-value="answer-after">${top(after)}</strong>`,
      deadAfter: html`<strong class="number" data-value="answer-dead-after"
        >${dead(after)}</strong
      >`,
      factor: html`<strong data-term="factor" ?data-lit=${this.term === 'factor'}
        >${this.#factorWords(scale)}</strong
      >`,
    });
  }

  /** @param {string} rule */
  #factorWords(rule) {
    const { t, format, params } = this.speech;
    const words = /** @type {Record<string, string>} */ (factorWords)[rule];
    if (words) return words.replace('{dk}', String(params.dk));
    return rule === 'number' ? format.number(Number(params.factor)) : ruleWords(t, format, params);
  }

  renderFormula() {
    return softmaxFormula({ ...this.speech, numbers: this.#numbers(), pointing: this.pointing });
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
