/**
 * <scaledot-softmax>: what goes wrong without the factor?
 *
 * Shows an answer with live numbers, the formula with the numbers of one query, and that query's logits and weights
 * with and without the factor, beside the controls. Below: the Jacobian, how sharp the weights of many queries are at
 * any d_k and number of keys, why the exponent is 1/2, and where the claim of vanishing gradients holds.
 */
import '../tables/softmax.js'; // before any code that needs the lab's state
import { Lab } from './lab/lab.js';
import { lacksMemory } from './parts/refusal.js';
import { terms } from './softmax/terms.js';
import { presets } from './softmax/presets.js';
import { oneQuery } from './softmax/query.js';

export class ScaledotSoftmax extends Lab {
  static lab = 'softmax';
  static tag = 'scaledot-softmax';
  static presets = presets;
  static terms = terms;
  static strip = ['dk', 'scale', 'alpha', 'factor'];
  static pictures = ['one', 'bands', 'jacobian', 'exponent', 'vanish'];
  static answerPicture = 'one';
  static drives = {
    one: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    bands: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    jacobian: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    exponent: ['dk', 'keys', 'scale', 'alpha', 'factor'],
    vanish: ['dk', 'keys', 'scale', 'alpha', 'factor'],
  };
  static first = () => import('./softmax/first.js');
  static sections = {
    jacobian: async () => (await import('./softmax/jacobian.js')).SoftmaxJacobian,
    bands: async () => (await import('./softmax/bands.js')).SoftmaxBands,
    exponent: async () => (await import('./softmax/exponent.js')).SoftmaxExponent,
    vanish: async () => (await import('./softmax/vanish.js')).SoftmaxVanish,
  };
  static formula = async () => (await import('./softmax/formula.js')).softmaxFormula;
  static programs = () => import('./softmax/code-samples.js');

  controlGroups() {
    return [
      { group: 'main' },
      { group: 'mask', folds: true },
      { group: 'sample', folds: true },
      { group: 'components', folds: true, advanced: true, inside: ['query', 'key'] },
    ];
  }

  renderFormula() {
    return this.drawFormula({ ...this.speech, numbers: this.#numbers(), pointing: this.pointing });
  }

  /** Computes the shown query; null without an engine, or without enough memory. */
  #query() {
    try {
      return this.engine && oneQuery(this.engine, this.params);
    } catch (error) {
      if (!lacksMemory(error)) throw error;
      return null; // the picture says so
    }
  }

  /** Returns the numbers of the key with the largest weight; null without a query. */
  #numbers() {
    const query = this.#query();
    if (!query) return null;
    const { factor, after, scores, cosines } = query;
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

  /**
   * The programs, cached while the state and the printed results stay the same.
   * @type {{of: unknown[], samples: Record<string, string>}}
   */
  #programs = { of: [], samples: {} };

  /** @param {typeof import('./softmax/code-samples.js')} written */
  codeSamples({ codeSamples }) {
    const { engine, params } = this;
    const result = this.results.one ?? null;
    const of = [engine, params, result?.partial ? 'partial' : result];
    if (of.some((each, i) => each !== this.#programs.of[i])) {
      this.#programs = { of, samples: codeSamples(params, result, this.#query()) };
    }
    return this.#programs.samples;
  }
}
