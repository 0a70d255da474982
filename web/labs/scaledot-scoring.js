/**
 * <scaledot-scoring>: dot, scaled, cosine, additive: what is the difference?
 *
 * The visitor sees an answer with live numbers, the formula of one scoring function, and a plane for each of eight in
 * which the query and the keys are dragged; below, what length does, the laws of the scores and how sharp the weights
 * are in many dimensions, what layer normalisation changes, and a table of all eight.
 */
import '../tables/scoring.js'; // before anything that asks for the lab's state
import { html, nothing } from 'lit';
import { Lab } from './lab/lab.js';
import { comma, rich } from './parts/text.js';
import { terms } from './scoring/terms.js';
import { live, soFar } from './parts/provisional.js';
import { planeOf, shareOf, winnersOf } from './scoring/functions.js';
import { ScoringPlane } from './scoring/plane.js';
import { presets } from './scoring/presets.js';
import { labStyles } from './scoring/styles.js';
import { compared, SharpestRun } from './scoring/sharpest.js';
import { keyLabel, longest, tied } from './scoring/vectors.js';

/** @param {number} index */
const keyName = (index) => html`<strong class="symbol">${keyLabel(index)}</strong>`;

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
  static parts = { 'sd-scoring-plane': ScoringPlane };
  static sections = {
    norms: async () => (await import('./scoring/norms.js')).ScoringNorms,
    laws: async () => (await import('./scoring/laws.js')).ScoringLaws,
    sharpness: async () => (await import('./scoring/sharpness.js')).ScoringSharpness,
    layernorm: async () => (await import('./scoring/layernorm.js')).ScoringLayernorm,
    table: async () => (await import('./scoring/table.js')).ScoringTable,
  };
  static formula = async () => (await import('./scoring/formula.js')).scoringFormula;
  static programs = () => import('./scoring/twins.js');

  constructor() {
    super();
    this.sharpest = new SharpestRun(() => this.requestUpdate());
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
    // Of a picture alone nobody asks for an answer.
    const engine = this.isFigure && !this.presents ? null : this.engineFor('plane');
    if (!engine) return;
    this.plane = planeOf(engine, this.params);
    if (!this.hides('answer')) this.sharpest.update(engine, this.params);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sharpest.stop();
    clearTimeout(this.writing);
  }

  /** Who wins on the plane by dot product, and who by cosine; it follows whatever is dragged. */
  renderAnswer() {
    const { t, format } = this.speech;
    const { plane } = this;
    if (!plane) return rich(t, 'scoring.answer.waiting');
    const [dot, cosine] = /** @type {const} */ (['dot', 'cosine']).map((name) => {
      const weights = plane.rows.get(name)?.weights ?? [];
      const winners = winnersOf(weights);
      const weight = live(shareOf(format, weights[winners[0]]), {
        name: `answer-plane-${name}`,
        kind: 'c',
      });
      return { winners, weight };
    });
    const [winner] = dot.winners;
    const isOne = dot.winners.length === 1 && cosine.winners.length === 1;
    if (isOne && cosine.winners[0] === winner)
      return rich(t, 'scoring.answer.same', {
        key: keyName(winner),
        dot: dot.weight,
        cosine: cosine.weight,
      });
    return rich(t, 'scoring.answer', {
      dot: this.#winning(dot),
      cosine: this.#winning(cosine),
    });
  }

  /** "k₁ wins with 0.96 of the weight". @param {{winners: readonly number[], weight: unknown}} of */
  #winning({ winners, weight }) {
    const { t } = this.speech;
    if (winners.length === 1)
      return rich(t, 'scoring.answer.wins', { key: keyName(winners[0]), weight });
    const keys = html`<strong class="symbol">${winners.map(keyLabel).join(comma(t))}</strong>`;
    return rich(t, 'scoring.answer.tied', { keys, weight });
  }

  /** What the other functions give the longest key, and what all of them give the best of random keys. */
  renderMedians() {
    const { t, format, params } = this.speech;
    const { plane } = this;
    const { result } = this.sharpest;
    if (!plane || !result || this.hides('answer')) return nothing;
    const j = longest(plane.keys);
    const provisional = result.partial;
    const planeWeight = (/** @type {typeof compared[number]} */ name) =>
      live(shareOf(format, plane.rows.get(name)?.weights[j] ?? NaN), {
        name: `answer-plane-${name}`,
      });
    const medians = compared.map((name) => [
      name,
      live(shareOf(format, result.medians[name]), { name: `answer-random-${name}`, provisional }),
    ]);
    return html`<p class="medians">
      ${rich(t, 'scoring.answer.rest', {
        longest: rich(t, tied(plane.keys, j) ? 'scoring.answer.tie' : 'scoring.answer.longest', {
          key: keyName(j),
        }),
        scaled: planeWeight('scaled'),
        additive: planeWeight('additive'),
      })}
      ${rich(t, 'scoring.answer.random', {
        dk: format.number(Number(params.dk), 6),
        keys: format.number(Number(params.keys), 6),
        ...Object.fromEntries(medians),
        soFar: soFar(t, provisional),
      })}
    </p>`;
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
    return [this.picture('plane'), this.renderOwnFormula(), this.renderMedians()];
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
