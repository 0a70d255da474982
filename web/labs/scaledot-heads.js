/**
 * <scaledot-heads>: why two thin matrices, and why many heads?
 *
 * Shows an answer with live numbers, the formula of one head's scores, and the matrices to scale. Below: their cost
 * compared with one merged matrix, the singular values of that matrix, the same scores computed in both ways with their
 * times, the folding of two projections, the attention of every head, and the output as a sum over heads.
 */
import '../tables/heads.js'; // before any code that needs the lab's state
import { constant } from '../engine/border/constant.js';
import { sizesOf } from '../tables/heads.js';
import { Lab } from './lab/lab.js';
import { countsOf } from './heads/counts.js';
import { terms } from './heads/terms.js';
import { presets } from './heads/presets.js';
import { labStyles } from './heads/styles.js';

export class ScaledotHeads extends Lab {
  static lab = 'heads';
  static tag = 'scaledot-heads';
  static styles = [...Lab.styles, labStyles];
  static presets = presets;
  static terms = terms;
  static picturesInPrograms = ['spectrum', 'merged'];
  static strip = ['modelDim', 'heads', 'dk'];
  static pictures = ['shapes', 'cost', 'even', 'spectrum', 'merged', 'fold', 'weights', 'sum'];
  static drives = {
    shapes: ['modelDim', 'heads', 'dk', 'shared'],
    cost: ['modelDim', 'heads', 'dk', 'shared', 'length'],
    even: ['modelDim', 'heads', 'dk'],
    spectrum: ['modelDim', 'heads', 'dk', 'seed'],
    merged: ['modelDim', 'heads', 'dk', 'tokens'],
    fold: ['modelDim', 'heads', 'dk'],
    weights: ['heads', 'shared', 'tokens'],
    sum: ['heads', 'tokens', 'seed'],
  };
  static first = () => import('./heads/first.js');
  static sections = {
    cost: async () => (await import('./heads/cost.js')).HeadsCost,
    even: async () => (await import('./heads/even.js')).HeadsEven,
    spectrum: async () => (await import('./heads/spectrum.js')).HeadsSpectrum,
    merged: async () => (await import('./heads/merged.js')).HeadsMerged,
    fold: async () => (await import('./heads/fold.js')).HeadsFold,
    weights: async () => (await import('./heads/weights.js')).HeadsWeights,
    sum: async () => (await import('./heads/sum.js')).HeadsSum,
  };
  static formula = async () => (await import('./heads/formula.js')).headsFormula;
  static programs = () => import('./heads/code-samples.js');

  /** @type {{of: string, counts: ReturnType<typeof countsOf>} | null} */
  #counted = null;

  controlGroups() {
    return [{ group: 'main' }, { group: 'sample', folds: true }];
  }

  get sizes() {
    return sizesOf(this.params);
  }

  /** Counts need no picture, so the answer has them whatever is hidden. */
  get counts() {
    const { engine, sizes } = this;
    if (!engine) return null;
    const of = JSON.stringify(sizes);
    if (this.#counted?.of !== of) this.#counted = { of, counts: countsOf(engine, sizes) };
    return this.#counted.counts;
  }

  /** The measured rank, if it belongs to the whole matrix of this state; else null. */
  get rank() {
    const { spectrum } = this.results;
    const { sizes } = this;
    const isOwn =
      spectrum &&
      constant(['modelDim', 'headDim', 'seed']).every(
        (name) => spectrum.sizes[name] === sizes[name],
      );
    return isOwn ? Number(spectrum.rank) : null;
  }

  renderFormula() {
    const { sizes, counts } = this;
    return this.drawFormula({ ...this.speech, sizes, counts, pointing: this.pointing });
  }

  renderMain() {
    return this.picture('shapes');
  }

  /** @param {typeof import('./heads/code-samples.js')} written */
  codeSamples({ codeSamples }) {
    const { counts, params } = this;
    const { spectrum, merged } = this.results;
    return codeSamples(params, counts, spectrum ?? null, merged ?? null);
  }
}
