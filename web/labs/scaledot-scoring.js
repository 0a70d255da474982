/**
 * <scaledot-scoring>: dot, scaled, cosine, additive: what is the difference?
 *
 * Shows an answer with live numbers, the formula of one scoring function, and for each of eight functions a plane in
 * which the query and the keys are dragged. Below: the effect of length, the distributions of the scores and how sharp
 * the weights are in many dimensions, the effect of layer normalisation, and a table of all eight.
 */

/** @import { Plane } from './scoring/types.js' */

import '../tables/scoring.js'; // before any code that needs the lab's state
import { nothing } from 'lit';
import { Lab } from './lab/lab.js';
import { terms } from './scoring/terms.js';
import { planeOf } from './scoring/functions.js';
import { presets } from './scoring/presets.js';
import { labStyles } from './scoring/styles.js';
import { SharpestRun } from './scoring/sharpest.js';

/** How long the state must stay unchanged before the programs are written, ms. */
const settle = 250;

export class ScaledotScoring extends Lab {
  static lab = 'scoring';
  static tag = 'scaledot-scoring';
  static styles = [...Lab.styles, labStyles];
  static presets = presets;
  static terms = terms;
  static strip = ['pick', 'temperature'];
  static pictures = ['plane', 'norms', 'laws', 'sharpness', 'layernorm', 'table'];
  static drives = {
    plane: ['pick', 'temperature'],
    norms: ['temperature', 'units', 'seed'],
    laws: ['temperature', 'dk', 'keys'],
    sharpness: ['temperature', 'dk', 'keys'],
    layernorm: ['dk', 'keys', 'seed'],
    table: ['units', 'dk', 'keys'],
  };
  static first = () => import('./scoring/first.js');
  static sections = {
    norms: async () => (await import('./scoring/norms.js')).ScoringNorms,
    laws: async () => (await import('./scoring/laws.js')).ScoringLaws,
    sharpness: async () => (await import('./scoring/sharpness.js')).ScoringSharpness,
    layernorm: async () => (await import('./scoring/layernorm.js')).ScoringLayernorm,
    table: async () => (await import('./scoring/table.js')).ScoringTable,
  };
  static formula = async () => (await import('./scoring/formula.js')).scoringFormula;
  static programs = () => import('./scoring/code-samples.js');

  constructor() {
    super();
    this.sharpest = new SharpestRun(() => this.requestUpdate());
    /** @type {Plane | null} */
    this.plane = null;
    /** @type {{params: unknown, result: unknown, text: Record<string, string>} | null} */
    this.programs = null;
    /** Time of the last change of the state. */
    this.changed = 0;
    /** @type {unknown} */
    this.seen = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.writing = undefined;
  }

  controlGroups() {
    return [
      { group: 'functions' },
      { group: 'main' },
      { group: 'sample', folds: true },
      { group: 'vectors', folds: true, advanced: true },
      { group: 'layernorm', folds: true, advanced: true },
      { group: 'components', folds: true, advanced: true, inside: ['query', 'key'] },
    ];
  }

  willUpdate() {
    super.willUpdate();
    if (this.params !== this.seen) {
      this.changed = performance.now();
      this.seen = this.params;
    }
    // A single picture has no answer.
    const engine = this.isFigure && !this.presents ? null : this.engineFor('plane');
    if (!engine) return;
    this.plane = planeOf(engine, this.params);
    // The medians in the answer come after the picture, because they need more of the engine.
    if (this.engineIsWhole && !this.hides('answer')) this.sharpest.update(engine, this.params);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sharpest.stop();
    clearTimeout(this.writing);
  }

  /** Renders the formula. It is below the main picture, which is dragged and should be visible at once. */
  renderOwnFormula() {
    if (this.hides('formula')) return nothing;
    return this.drawFormula({
      ...this.speech,
      result: this.plane,
      pointing: this.pointing,
    });
  }

  renderMain() {
    return [this.picture('plane'), this.renderOwnFormula()];
  }

  /**
   * Writes the long programs after a pause, not at every step of a drag.
   * @param {typeof import('./scoring/code-samples.js')} written
   */
  codeSamples({ codeSamples }) {
    const { params } = this;
    const { plane } = this;
    const { result } = this.sharpest;
    const written = this.programs;
    if (written?.params === params && written.result === result) return written.text;
    clearTimeout(this.writing);
    if (written && performance.now() - this.changed < settle) {
      this.writing = setTimeout(() => this.requestUpdate(), settle);
      return written.text;
    }
    const text = codeSamples(params, plane, result);
    this.programs = text.output ? { params, result, text } : null;
    return text;
  }
}
