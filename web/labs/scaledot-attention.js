/**
 * <scaledot-attention>: what does attention compute?
 *
 * The visitor sees an answer with live numbers, who looks at whom in a sentence as lines and as a matrix, the formula
 * with the numbers of one pair of tokens; below, all matrices from X to the output with the arithmetic of every cell, the
 * masks, and a place for matrices of one's own.
 */
import { html, nothing } from 'lit';
import { html as staticHtml } from 'lit/static-html.js';
import { attentionFormula, terms } from './attention/formula.js';
import { AttentionTokens } from './attention/tokens.js';
import {
  bestOf,
  modelInputs,
  modelOf,
  shownHead,
  shownQuery,
  weightRow,
  weightsUnder,
} from './attention/model.js';
import { presets } from './attention/presets.js';
import { shareText } from './attention/section.js';
import { labStyles } from './attention/styles.js';
import { Lab } from './lab.js';
import { plain, rich } from './text.js';

/** @typedef {import('./attention/model.js').Model} Model */
/** @typedef {import('./attention/own.js').OwnData} OwnData */

export class ScaledotAttention extends Lab {
  static lab = 'attention';
  static tag = 'scaledot-attention';
  static styles = [...Lab.styles, labStyles];
  static presets = presets;
  static pictures = ['tokens', 'matrices', 'masks', 'data'];
  static parts = { 'sd-attention-tokens': AttentionTokens };
  static story = () => import('./attention/story.js');
  static programs = () => import('./attention/twins.js');

  constructor() {
    super();
    /** The visitor's matrices; they stay here and are in no link. @type {OwnData | null} */
    this.own = null;
    /** @type {Model | null} */
    this.model = null;
    /** What the model was made of. @type {unknown[]} */
    this.made = [];
    /** Why there is no model, in one sentence. */
    this.trouble = '';
    /** @type {{of: unknown[], text: Record<string, string>} | null} */
    this.programs = null;
    this.addEventListener('sd-own', (event) => {
      event.stopPropagation();
      this.own = /** @type {CustomEvent<{data: OwnData | null}>} */ (event).detail.data;
      this.setState({ source: this.own ? 'own' : 'hand-made', edits: '' });
    });
  }

  controlGroups() {
    return [
      { group: 'source' },
      { group: 'sentence', folds: true },
      { group: 'main', folds: true },
    ];
  }

  /** @param {string} name */
  termOf(name) {
    return (
      Object.entries(terms).find(([, names]) =>
        /** @type {readonly string[]} */ (names).includes(name),
      )?.[0] ?? ''
    );
  }

  /** @param {string} name */
  optionsOf(name) {
    const { model, params } = this;
    if (name !== 'token' || !model) return [];
    const { queries, look } = model.source;
    const suggested = plain(this.speech.t, 'attention.choice.token.suggested', {
      word: queries[look],
    });
    const chosen = Math.min(Number(params.token), queries.length);
    return [suggested, ...queries.map((word, i) => `${i + 1} ${word}`)].map((words, value) => ({
      value,
      words,
      chosen: value === chosen,
    }));
  }

  willUpdate() {
    super.willUpdate();
    this.#compute();
  }

  /** Once a change, for the answer, the formula, all pictures and the programs. */
  #compute() {
    if (!this.engine) return;
    const of = [this.engine, modelInputs(this.params), this.own];
    if (of.every((part, i) => part === this.made[i])) return;
    this.made = of;
    try {
      this.model = modelOf(this.engine, this.params, this.own);
      this.trouble = '';
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  get shown() {
    const { model, params } = this;
    if (!model) return { query: 0, head: 0 };
    const query = shownQuery(model, params);
    return { query, head: shownHead(model, params, query) };
  }

  /** With the model, which the lab computes once. @param {string} name */
  picture(name) {
    if (!this.drawsPicture(name)) return nothing;
    const { engine, params, link, set, model } = this;
    const { t, format } = this.speech;
    const tag = this.pictureTag(name);
    return staticHtml`<${tag} id=${name} part="picture" ?hidden=${this.hides(name)} .engine=${engine} .params=${params} .t=${t} .link=${link} .set=${set} .format=${format} .model=${model} .term=${this.term}></${tag}>`;
  }

  renderAnswer() {
    const { t, format, params } = this.speech;
    const { model, engine, trouble } = this;
    if (trouble) return html`<span class="problem" role="alert">${trouble}</span>`;
    if (!model || !engine) return rich(t, 'attention.answer.waiting');
    const { query, head } = this.shown;
    const { queries, keys } = model.source;
    const token = (/** @type {string} */ name, /** @type {string} */ word) =>
      html`<strong class=${name} data-value="answer-${name}">${word}</strong>`;
    const missing = model.source.missing ? [rich(t, 'attention.answer.missing'), ' '] : nothing;
    if (model.blind.has(query))
      return [missing, rich(t, 'attention.answer.blind', { query: token('q', queries[query]) })];
    const row = weightRow(model, head, query);
    const best = bestOf(row);
    const scaledNow = params.scale !== 'none';
    const other = weightsUnder(engine, model, head, query, scaledNow ? 'none' : 'rsqrt');
    const share = (
      /** @type {string} */ id,
      /** @type {number} */ key,
      /** @type {number} */ weight,
    ) =>
      html`<strong class="number c" data-value="answer-${id}"
        >${shareText(format, model, { query, key, share: weight })}</strong
      >`;
    return [
      missing,
      rich(t, scaledNow ? 'attention.answer' : 'attention.answer.unscaled', {
        query: token('q', queries[query]),
        key: token('k', keys[best]),
        weight: share('weight', best, row[best]),
        other: share('other', best, other[best]),
        dk: html`<strong>${format.number(model.dk)}</strong>`,
      }),
    ];
  }

  /** Below the main picture: that is what is looked at first. */
  renderOwnFormula() {
    const { model } = this;
    if (this.hides('formula') || !model || model.weights.data.length === 0) return nothing;
    const { t, format, params } = this.speech;
    return attentionFormula({
      params,
      model,
      shown: this.shown,
      t,
      format,
      lit: this.term,
      pointed: () => this.term,
      point: (term) => this.highlight(term),
      go: (term) => this.#goToControl(term),
    });
  }

  /** @returns {import('./attention/tokens.js').AttentionTokens | null | undefined} */
  get #tokens() {
    return this.shadowRoot?.querySelector('#tokens');
  }

  /** @param {string} term */
  #goToControl(term) {
    if (term === 'weight') return this.#tokens?.focusHead();
    const names = /** @type {Record<string, readonly string[]>} */ (terms)[term] ?? [];
    this.focusControl(names[0] ?? '');
  }

  renderMain() {
    return [this.picture('tokens'), this.renderOwnFormula()];
  }

  /** @param {typeof import('./attention/twins.js')} written */
  twins({ twins }) {
    const { model, engine, params } = this;
    if (!model || !engine) return {};
    const { query, head } = this.shown;
    const of = [model.id, query, head];
    if (this.programs && of.every((part, i) => part === this.programs?.of[i]))
      return this.programs.text;
    const text = twins(engine, params, model, { query, head });
    this.programs = { of, text };
    return text;
  }
}
