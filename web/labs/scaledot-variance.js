/**
 * <scaledot-variance>: why does q.k have variance d_k, and what does the factor do about it?
 *
 * The visitor sees an answer with live numbers, the formula with the same numbers in it, the histogram of all scores
 * beside the controls, and below it where the square root comes from, how the variance grows, the derivation, the
 * forum's 2x2 result replicated, and the blog's script.
 */
import { html } from 'lit';
import { toEngineOptions } from '../tables/variance.js';
import { Lab } from './lab/lab.js';
import { rich } from './parts/text.js';
import { terms, varianceFormula } from './variance/formula.js';
import { withInterval } from '../pictures/numbers.js';
import { VarianceHistogram } from './variance/histogram.js';
import { presets } from './variance/presets.js';

/** @typedef {import('../engine/index.js').Engine} Engine */

/** The factor as people write it, by scale rule; \u2060 keeps it on one line. */
const factorWords = {
  rsqrt: '1/√{dk}',
  inverse: '1/{dk}',
};

export class ScaledotVariance extends Lab {
  static lab = 'variance';
  static tag = 'scaledot-variance';
  static presets = presets;
  static terms = terms;
  static pictures = ['histogram', 'walks', 'growth', 'derivation', 'replicate', 'blog'];
  static teller = 'histogram';
  static parts = { 'sd-variance-histogram': VarianceHistogram };
  static story = () => import('./variance/story.js');
  static programs = () => import('./variance/twins.js');

  /** Theory for the present state, kept while it stays. @type {{of: unknown, numbers: import('./variance/formula.js').Numbers} | null} */
  #theory = null;

  controlGroups() {
    return [
      { group: 'main' },
      { group: 'sample', folds: true },
      { group: 'components', folds: true, advanced: true, inside: ['query', 'key', 'together'] },
    ];
  }

  /** What theory says, from the engine; null without one. */
  theory() {
    if (!this.engine) return null;
    const { params, engine } = this;
    if (this.#theory?.of === params) return this.#theory;
    const options = toEngineOptions(params);
    // The scaled score, and one product: a score with d_k = 1 and no factor.
    const [scaled, unscaled] = engine.scoreGrowth(options, {
      sizes: [options.dk, 1],
      scales: [options.scale, 'none'],
    });
    const { scale: factor, variance } = scaled.theory[0];
    const perProduct = unscaled.theory[1].variance;
    this.#theory = { of: params, numbers: { factor, perProduct, variance } };
    return this.#theory;
  }

  renderAnswer() {
    const { t, format, params } = this.speech;
    const result = this.results.histogram;
    const dk = html`<strong data-term="dk" ?data-lit=${this.term === 'dk'}
      >${format.number(Number(params.dk), 6)}</strong
    >`;
    if (!result) return rich(t, 'variance.answer.waiting', { dk, dkCount: params.dk });
    const { scale, unscaled, scores, standardError, unscaledStandardError } = result;
    const before = withInterval(format, unscaled.variance, unscaledStandardError.variance);
    const after = withInterval(format, scores.variance, standardError.variance);
    const rule = String(params.scale);
    return rich(t, rule === 'none' ? 'variance.answer.none' : 'variance.answer.scaled', {
      dk,
      before: html`<strong class="number" data-value="answer-before">${before}</strong>`,
      after: html`<strong class="number s" data-value="answer-after">${after}</strong>`,
      factor: html`<strong data-term="factor" ?data-lit=${this.term === 'factor'}
        >${this.#factorWords(rule, scale)}</strong
      >`,
    });
  }

  /** @param {string} rule @param {number} scale */
  #factorWords(rule, scale) {
    const { format, params } = this.speech;
    const words = /** @type {Record<string, string>} */ (factorWords)[rule] ?? format.number(scale);
    return words.replace('{dk}', String(params.dk));
  }

  renderFormula() {
    return varianceFormula({
      ...this.speech,
      numbers: this.theory()?.numbers ?? null,
      pointing: this.pointing,
    });
  }

  renderMain() {
    return this.picture('histogram');
  }

  /** @param {typeof import('./variance/twins.js')} written */
  twins({ twins }) {
    return twins(this.params, this.results.histogram ?? null);
  }
}
