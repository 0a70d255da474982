/**
 * <scaledot-scoring>: dot, scaled, cosine, additive: what is the difference?
 *
 * The visitor sees an answer with live numbers, the formula of one scoring function, and a plane for each of eight in
 * which the query and the keys are dragged; below, what length does, the laws of the scores and how sharp the weights
 * are in many dimensions, what layer normalisation changes, and a table of all eight.
 */

/** @import { Plane } from './scoring/types.js' */

import '../tables/scoring.js'; // before anything that asks for the lab's state
import { nothing } from 'lit';
import { Lab } from './lab/lab.js';
import { terms } from './scoring/terms.js';
import { planeOf } from './scoring/functions.js';
import { presets } from './scoring/presets.js';
import { labStyles } from './scoring/styles.js';
import { SharpestRun } from './scoring/sharpest.js';

/** After so much rest the programs are written, in milliseconds. */
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
    /** When the state changed last. */
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
    // Of a picture alone nobody asks for an answer.
    const engine = this.isFigure && !this.presents ? null : this.engineFor('plane');
    if (!engine) return;
    this.plane = planeOf(engine, this.params);
    // The medians below come behind the picture: they take more of the engine.
    if (this.engineIsWhole && !this.hides('answer')) this.sharpest.update(engine, this.params);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sharpest.stop();
    clearTimeout(this.writing);
  }

  /** Below the main picture: that is what is dragged, and should be seen at once. */
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
   * Long programs are written anew when things have settled, not at every step of a drag.
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
