/**
 * <scaledot-variance>: why does q.k have variance d_k, and what does the factor do about it?
 *
 * Shows an answer with live numbers, the formula with the same numbers, and the histogram of all scores beside the
 * controls. Below: where the square root comes from, how the variance grows, the derivation, the forum's 2x2 result
 * replicated, and the blog's script.
 */

/** @import { Engine } from '../engine/index.js' */
/** @import { Numbers } from './variance/formula.js' */

import '../tables/variance.js'; // before any code that needs the lab's state
import { toEngineOptions } from '../tables/variance.js';
import { Lab } from './lab/lab.js';
import { terms } from './variance/terms.js';
import { presets } from './variance/presets.js';

export class ScaledotVariance extends Lab {
  static lab = 'variance';
  static tag = 'scaledot-variance';
  static presets = presets;
  static terms = terms;
  static strip = ['dk', 'scale', 'alpha', 'factor'];
  static pictures = ['histogram', 'walks', 'growth', 'derivation', 'replicate', 'blog'];
  static answerPicture = 'histogram';
  static drives = {
    histogram: ['dk', 'scale', 'alpha', 'factor'],
    walks: ['dk', 'seed'],
    growth: ['dk', 'scale', 'alpha', 'factor'],
    derivation: ['dk', 'scale', 'alpha', 'factor'],
    replicate: [],
    blog: [],
  };
  static first = () => import('./variance/first.js');
  static sections = {
    walks: async () => (await import('./variance/walks.js')).VarianceWalks,
    growth: async () => (await import('./variance/growth.js')).VarianceGrowth,
    replicate: async () => (await import('./variance/replicate.js')).VarianceReplicate,
    blog: async () => (await import('./variance/blog.js')).VarianceBlog,
    derivation: async () => (await import('./variance/derivation.js')).VarianceDerivation,
  };
  static formula = async () => (await import('./variance/formula.js')).varianceFormula;
  static programs = () => import('./variance/code-samples.js');

  /** The theory of the current state, cached. @type {{of: unknown, numbers: Numbers} | null} */
  #theory = null;

  controlGroups() {
    return [
      { group: 'main' },
      { group: 'sample', folds: true },
      { group: 'components', folds: true, advanced: true, inside: ['query', 'key', 'together'] },
    ];
  }

  /** Returns the theoretical values, from the engine; null without one. */
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

  renderFormula() {
    return this.drawFormula({
      ...this.speech,
      numbers: this.theory()?.numbers ?? null,
      pointing: this.pointing,
    });
  }

  renderMain() {
    return this.picture('histogram');
  }

  /** @param {typeof import('./variance/code-samples.js')} written */
  codeSamples({ codeSamples }) {
    return codeSamples(this.params, this.results.histogram ?? null);
  }
}
