/**
 * <scaledot-scoring>: dot, scaled, cosine, additive: what is the difference?
 *
 * The visitor sees an answer with live numbers, the formula of one scoring function, and a plane for each of eight in
 * which the query and the keys are dragged; below, what length does, the laws of the scores and how sharp the weights
 * are in many dimensions, what layer normalisation changes, and a table of all eight.
 */
import { html, nothing } from 'lit';
import { Lab } from './lab/lab.js';
import { rich } from './parts/text.js';
import { scoringFormula, terms } from './scoring/formula.js';
import { planeOf, shareOf } from './scoring/functions.js';
import { ScoringPlane } from './scoring/plane.js';
import { presets } from './scoring/presets.js';
import { labStyles } from './scoring/styles.js';
import { compared, SharpestRun } from './scoring/sharpest.js';
import { keyLabel, longest, tied } from './scoring/vectors.js';

/** After so much rest the programs are written, in milliseconds. */
const settle = 250;

export class ScaledotScoring extends Lab {
  static lab = 'scoring';
  static tag = 'scaledot-scoring';
  static styles = [...Lab.styles, labStyles];
  static presets = presets;
  static terms = terms;
  static pictures = ['plane', 'norms', 'laws', 'sharpness', 'layernorm', 'table'];
  static parts = { 'sd-scoring-plane': ScoringPlane };
  static story = () => import('./scoring/story.js');
  static programs = () => import('./scoring/twins.js');

  constructor() {
    super();
    this.sharpest = new SharpestRun(() => this.requestUpdate());
    this.addEventListener('sd-drag', (event) => {
      const { done } = /** @type {CustomEvent<{done: boolean}>} */ (event).detail;
      this.renderRoot.querySelector('.pictures')?.toggleAttribute('data-dragging', !done);
    });
    /** @type {import('./scoring/functions.js').Plane | null} */
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
    if (!this.engine) return;
    this.plane = planeOf(this.engine, this.params);
    if (!this.hides('answer')) this.sharpest.update(this.engine, this.params);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sharpest.stop();
    clearTimeout(this.writing);
  }

  renderAnswer() {
    const { t, format, params } = this.speech;
    const { plane } = this;
    const { result } = this.sharpest;
    const dk = html`<strong>${format.number(Number(params.dk), 6)}</strong>`;
    const keys = html`<strong>${format.number(Number(params.keys), 6)}</strong>`;
    if (!plane || !result) return rich(t, 'scoring.answer.waiting', { dk, keys });
    const j = longest(plane.keys);
    const numbers = (
      /** @type {string} */ from,
      /** @type {(name: typeof compared[number]) => number} */ of,
    ) =>
      Object.fromEntries(
        compared.map((name) => [
          name,
          html`<strong class="number s" data-value="answer-${from}-${name}"
            >${shareOf(format, of(name))}</strong
          >`,
        ]),
      );
    return [
      rich(t, 'scoring.answer', {
        longest: rich(t, tied(plane.keys, j) ? 'scoring.answer.tie' : 'scoring.answer.longest', {
          key: html`<strong class="symbol">${keyLabel(j)}</strong>`,
        }),
        ...numbers('plane', (name) => plane.rows.get(name)?.weights[j] ?? NaN),
      }),
      t.language === 'en' ? ' ' : nothing,
      rich(t, 'scoring.answer.random', {
        dk,
        keys,
        ...numbers('random', (name) => result.medians[name]),
      }),
    ];
  }

  /** Below the main picture: that is what is dragged, and should be seen at once. */
  renderOwnFormula() {
    if (this.hides('formula')) return nothing;
    return scoringFormula({
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
   * @param {typeof import('./scoring/twins.js')} written
   */
  twins({ twins }) {
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
    const text = twins(params, plane, result);
    this.programs = text.output ? { params, result, text } : null;
    return text;
  }
}
