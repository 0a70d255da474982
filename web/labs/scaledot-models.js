/**
 * <scaledot-models>: does it hold in a real network?
 *
 * Shows all heads of a trained model at a glance and an answer with their numbers. Below: the scores of one head and
 * which assumption fails in it, the attention of the heads and the model's output with another factor, the perplexity
 * over factors, the singular values of W_q W_k^T, and the factors of real models. The visitor's files are opened by
 * their headers and stay on the machine.
 */

/** @import { Engine } from '../engine/index.js' */
/** @import { OpenedModel } from './models/opened.js' */

import '../tables/models.js'; // before any code that needs the lab's state
import { html, nothing } from 'lit';
import { html as staticHtml } from 'lit/static-html.js';
import { Lab } from './lab/lab.js';
import { selectedHead } from './models/look.js';
import { presets } from './models/presets.js';
import { labStyles } from './models/styles.js';
import { terms } from './models/terms.js';
import { chooseStyles } from './parts/choose-files.js';
import { plain } from './parts/text.js';

/** @typedef {typeof import('./models/opening.js')} Opening  Used by a visitor's own files only */

export class ScaledotModels extends Lab {
  static lab = 'models';
  static tag = 'scaledot-models';
  static styles = [...Lab.styles, chooseStyles, labStyles];
  static presets = presets;
  static terms = terms;
  static strip = ['scale', 'factor', 'measure'];
  static pictures = [
    ...['heads', 'scores', 'assumptions', 'weights', 'prediction', 'perplexity'],
    ...['matrices', 'wild'],
  ];
  static drives = {
    heads: ['scale', 'factor', 'measure'],
    scores: ['layer', 'head'],
    assumptions: ['layer', 'head'],
    weights: ['scale', 'factor', 'layer', 'head'],
    prediction: ['text', 'scale', 'factor'],
    perplexity: ['scale', 'factor'],
    matrices: ['layer', 'head'],
    wild: [],
  };
  static first = () => import('./models/first.js');
  static sections = {
    scores: async () => (await import('./models/scores.js')).ModelsScores,
    assumptions: async () => (await import('./models/assumptions.js')).ModelsAssumptions,
    weights: async () => (await import('./models/weights.js')).ModelsWeights,
    prediction: async () => (await import('./models/prediction.js')).ModelsPrediction,
    perplexity: async () => (await import('./models/perplexity.js')).ModelsPerplexity,
    matrices: async () => (await import('./models/matrices.js')).ModelsMatrices,
    wild: async () => (await import('./models/wild.js')).ModelsWild,
  };
  static formula = async () => (await import('./models/formula.js')).modelsFormula;
  static programs = () => import('./models/code-samples.js');

  constructor() {
    super();
    /** The visitor's files. They stay on this machine and are in no link. @type {readonly File[]} */
    this.files = [];
    /** @type {OpenedModel | null} */
    this.network = null;
    /** @type {Opening | null} */
    this.opening = null;
    /** Whether files are being dragged over the drop area. */
    this.isOver = false;
    /** @type {Promise<void> | null} */
    this.bringing = null;
    /** @type {{of: unknown[], text: Record<string, string>} | null} */
    this.written = null;
  }

  controlGroups() {
    return [{ group: 'source' }, { group: 'words', folds: true }, { group: 'main' }];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.network?.dispose();
    this.network = null;
    this.bringing = null;
  }

  willUpdate() {
    super.willUpdate();
    if (!this.engine || !this.isConnected) return; // if it comes back, it asks again
    if (this.network) this.network.ask(this.params, this.files);
    else this.bringing ??= this.#bring(this.engine);
    if (this.params.source === 'own' && !this.opening) void this.#bringOpening();
  }

  /** @param {Engine} engine */
  async #bring(engine) {
    try {
      const { OpenedModel } = await import('./models/opened.js');
      if (!this.isConnected || this.network) return;
      this.network = new OpenedModel(engine, () => this.requestUpdateNow());
      this.network.ask(this.params, this.files);
    } catch (error) {
      this.bringing = null;
      this.fail(error);
    }
  }

  async #bringOpening() {
    try {
      this.opening = await import('./models/opening.js');
      this.requestUpdate();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Opens files in place of the previous ones. @param {readonly File[]} files */
  async open(files) {
    if (files.length === 0) return;
    await this.wholeEngine().catch((error) => this.fail(error)); // it also draws random tokens
    this.files = files;
    this.requestUpdate();
  }

  /** The selected head. */
  get selected() {
    return selectedHead(this.params, this.network?.base ?? null);
  }

  /** The numbers of the presets' explanations. A new object when they have changed. */
  get explanationData() {
    const { network: opened } = this;
    const { base = null, now = null, model = null, tokens = null } = opened ?? {};
    const of = [base, now, model, tokens];
    if (of.some((part, i) => part !== this.#explanationData.of[i]))
      this.#explanationData = { of, data: { base, now, model } };
    return this.#explanationData.data;
  }

  /** @type {{of: unknown[], data: unknown}} */
  #explanationData = { of: [], data: null };

  /** Layers and heads are those of the model. @param {string} name */
  optionsOf(name) {
    if (name !== 'layer' && name !== 'head') return [];
    const { t } = this.speech;
    const { model } = this.network ?? {};
    const count = (name === 'layer' ? model?.layers : model?.heads) ?? 0;
    const chosen = Math.min(Number(this.params[name]), count);
    const suggested = this.selected[name] + 1;
    const first = plain(t, `models.choice.${name}.suggested`, { i: count ? suggested : '…' });
    return [first, ...Array.from({ length: count }, (_, i) => String(i + 1))].map(
      (words, value) => ({ value, words, chosen: value === chosen }),
    );
  }

  /** Renders a picture with the model, which the lab opens once. @param {string} name */
  picture(name) {
    if (!this.drawsPicture(name)) return nothing;
    const { params, fileLink: link, set, network: opened, selected } = this;
    const { t, format } = this.speech;
    const tag = this.pictureTag(name);
    return staticHtml`<${tag} id=${name} part="picture" ?single=${this.isFigure} ?hidden=${this.hides(name)} .engine=${this.engineFor(name)} .params=${params} .t=${t} .link=${link} .set=${set} .format=${format} .prediction=${this.predictionIn(name)} .term=${this.term} .embeds=${this.sharesPictures} .opened=${opened} .version=${opened?.version} .selected=${selected}></${tag}>`;
  }

  renderMain() {
    return [this.#renderOpening(), this.picture('heads')];
  }

  #renderOpening() {
    if (this.params.source !== 'own' || this.isFigure) return nothing;
    const isThere = this.opening && this.speech.t.has('models.open.label'); // its words load separately
    return isThere ? this.opening?.renderOpening(this) : html`<div class="opening"></div>`;
  }

  renderFormula() {
    const { network: opened, selected } = this;
    if (!opened?.now) return nothing;
    return this.drawFormula({ ...this.speech, opened, selected, pointing: this.pointing });
  }

  /** @param {typeof import('./models/code-samples.js')} written */
  codeSamples({ codeSamples }) {
    const { network: opened, params, selected } = this;
    if (!opened?.base?.whole || !opened.now?.whole) return null;
    const of = [opened.version, params, selected.layer, selected.head];
    if (!this.written || of.some((part, i) => part !== this.written?.of[i]))
      this.written = { of, text: codeSamples(opened, params, selected) };
    return this.written.text;
  }
}
