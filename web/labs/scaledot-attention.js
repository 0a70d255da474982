/**
 * <scaledot-attention>: what does attention compute?
 *
 * Shows an answer with live numbers, the attention within a sentence as lines and as a matrix, and the formula with the
 * numbers of one pair of tokens. Below: all matrices from X to the output with the arithmetic of every cell, the masks,
 * and a place for the visitor's own matrices.
 */

/** @import { Engine } from '../engine/index.js' */
/** @import { Format, Translate } from '../i18n/index.js' */
/** @import { Params, Value } from '../tables/types.js' */
/** @import { Model } from './attention/types.js' */
/** @import { OwnData } from './attention/own.js' */
/** @import { TrainedModel } from './attention/trained.js' */
/** @import { Changes } from './lab/state-element.js' */
/** @import { EventDetails } from './parts/events.js' */

import '../tables/attention.js'; // before any code that needs the lab's state
import { nothing } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { terms } from './attention/terms.js';
import { modelInputs, modelOf, shownHead, shownQuery } from './attention/model.js';
import { fetchOwnSource } from './attention/source.js';
import { askedFor, correctedNotes } from './attention/notes.js';
import { presets } from './attention/presets.js';
import { labStyles } from './attention/styles.js';
import { translator } from '../i18n/index.js';
import { words } from '../i18n/words.js';
import {
  fetchTokenizer,
  forExample,
  isOffered,
  lackingSplits,
  readsText,
  takesTokenizer,
  withSplits,
} from './attention/words.js';
import { isTrained } from '../tables/attention.js';
import { innerTag } from './parts/define.js';
import { messageOf } from './parts/refusal.js';
import { Lab } from './lab/lab.js';
import { plain } from './parts/text.js';

/** @typedef {typeof import('./attention/trained-story.js')} TrainedStory  Used by trained models only */

export class ScaledotAttention extends Lab {
  static lab = 'attention';
  static tag = 'scaledot-attention';
  static styles = [...Lab.styles, labStyles];
  static presets = presets;
  static answerComesFirst = false;
  static strip = ['dk', 'example', 'scale', 'alpha', 'factor'];
  static pictures = ['tokens', 'accuracy', 'matrices', 'masks', 'data'];
  static slides = ['tokens', 'accuracy', 'matrices', 'masks'];
  static drives = {
    tokens: ['example', 'token', 'scale', 'alpha', 'factor'],
    accuracy: ['source', 'scale', 'alpha', 'factor'],
    matrices: ['example', 'token', 'scale', 'alpha', 'factor'],
    masks: ['example', 'mask', 'length', 'side', 'window'],
    data: ['source'],
  };
  static first = () => import('./attention/first.js');
  static sections = {
    accuracy: async () => (await import('./attention/accuracy.js')).AttentionAccuracy,
    matrices: async () => (await import('./attention/matrices.js')).AttentionMatrices,
    masks: async () => (await import('./attention/masks.js')).AttentionMasks,
    data: async () => (await import('./attention/data.js')).AttentionData,
  };
  static formula = async () => (await import('./attention/formula.js')).attentionFormula;
  static programs = () => import('./attention/code-samples.js');

  constructor() {
    super();
    /**
     * The visitor's data in the order of arrival. It stays on this machine and is in no link.
     * @type {readonly (OwnData | null)[]}
     */
    this.brought = [];
    /** @type {Model | null} */
    this.model = null;
    /** Parameters of the last change that the model may not support. @type {ReadonlySet<string>} */
    this.asked = new Set();
    /** The inputs of the model. @type {unknown[]} */
    this.made = [];
    /** Fetched when a trained model is chosen. @type {TrainedStory | null} */
    this.story = null;
    /** @type {TrainedModel | null} */
    this.trained = null;
    /**
     * The parameters as they apply to what is shown: for a trained model, kind and head are those of one of its
     * attentions.
     */
    this.viewed = this.params;
    /** The inputs of `viewed`. @type {unknown[]} */
    this.viewedInputs = [];
    /** @type {{of: unknown[], numbers: (format: Format) => Record<string, string> | null} | null} */
    this.explanationNumbers = null;
    /** @type {{of: unknown[], text: Record<string, string>} | null} */
    this.programs = null;
    this.addEventListener('sd-own', (event) => {
      event.stopPropagation();
      void this.#takeOwn(event.detail);
    });
  }

  /** @param {EventDetails['sd-own']} data  of the visitor */
  async #takeOwn({ keep, state }) {
    try {
      await fetchOwnSource();
    } catch (error) {
      this.fail(error);
      return;
    }
    this.brought = keep(this.brought);
    this.stepTo({ edits: '', file: this.brought.length, ...state });
  }

  /** The visitor's matrices that the state is about. File 0 is the last. */
  get own() {
    return this.brought.at(Number(this.params.file) - 1) ?? null;
  }

  controlGroups() {
    return [
      { group: 'source' },
      ...(this.readsWords ? [{ group: 'words', folds: true }] : []),
      { group: 'sentence', folds: true },
      { group: 'main', folds: true },
    ];
  }

  /** Whether there is a sentence. The visitor's matrices have none, unless they come with a vocabulary. */
  get readsWords() {
    const { own, params } = this;
    return params.source !== 'own' || !own || own.kind === 'checkpoint';
  }

  get notes() {
    return correctedNotes(super.notes, this.viewed, this.model, this.asked);
  }

  dismissNotes() {
    this.asked = new Set();
    super.dismissNotes();
  }

  /** @param {Params} asked @param {Params} base */
  completed(asked, base) {
    this.asked = askedFor(asked, base);
    return withSplits(super.completed(asked, base), base);
  }

  /** @param {string} name @param {Value} raw @param {boolean} final */
  enter(name, raw, final) {
    const before = this.params;
    this.asked = new Set();
    let value = super.enter(name, raw, final);
    if (name === 'example' && raw !== before.example && !this.own) {
      this.#takeExample(String(raw), before);
      value = this.params.example;
    }
    const after = withSplits(this.params, before);
    if (['split', 'secondSplit'].some((each) => after[each] !== this.params[each]))
      this.apply({ split: after.split, secondSplit: after.secondSplit });
    return value;
  }

  /**
   * Changes the attention to the one that a manually chosen sentence was made for.
   * @param {string} example
   * @param {Params} before
   */
  #takeExample(example, before) {
    const brought = Object.entries({ example, ...forExample(example, before) });
    this.apply(Object.fromEntries(brought.filter(([name]) => !this.locks(name))));
    this.asked = new Set();
  }

  /** @param {string} name */
  termOf(name) {
    return Object.entries(terms).find(([, names]) => names.includes(name))?.[0] ?? '';
  }

  /** Whether a parameter has a control. Two have one only if the visitor's matrices leave them open. @param {string} name */
  hasControl(name) {
    return !['ownHeads', 'orientation'].includes(name) || this.optionsOf(name).length > 0;
  }

  /** @param {string} name @param {string} choice */
  offers(name, choice) {
    return name !== 'example' || isOffered(choice, this.params, this.language);
  }

  /** @param {string} name */
  optionsOf(name) {
    const { model, params } = this;
    if (name !== 'token' || !model) return model?.source.asks?.(this.speech.t, params)[name] ?? [];
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

  disconnectedCallback() {
    super.disconnectedCallback();
    this.trained?.dispose();
    this.trained = null;
  }

  /** Whether a whole network is shown: one of the lab's, or the visitor's if there is one. */
  get isTrained() {
    const { params, network } = this;
    return isTrained(params) && (params.source !== 'network' || network !== null);
  }

  /** The visitor's own network, as a file. */
  get network() {
    return this.own?.kind === 'checkpoint' ? (this.own.file ?? null) : null;
  }

  /** Also fetches the tokenizer, before any text is typed. */
  static async fetchStory() {
    await Promise.all([super.fetchStory(), fetchTokenizer().catch(() => {})]); // fetched again with the text
  }

  /** Fetches the words about trained models with the first of them, and the tokenizer with text. */
  async prepare() {
    const { language } = this;
    const more = [
      this.isTrained && words.trained.learn(language),
      (this.isTrained || this.own) && words.attention.learn(language, true),
      takesTokenizer(this.params) && fetchTokenizer(),
    ];
    await Promise.all(more).catch((error) => this.fail(error));
    const splits = lackingSplits(this.params);
    if (Object.keys(splits).length > 0) this.amend(splits);
    await super.prepare();
    const showsAll = Number(this.params.head) === 0;
    if (showsAll)
      await this.opened?.fetchGrid().catch((/** @type {unknown} */ error) => this.fail(error));
  }

  /** The translator for trained models, after the one that it was derived from. @type {Translate[]} */
  #trainedSpeech = [];

  get speech() {
    const speech = super.speech;
    const { language } = this;
    if (!this.isTrained || !words.trained[language]) return speech;
    if (this.#trainedSpeech[0] !== speech.t)
      this.#trainedSpeech = [
        speech.t,
        translator(language, words.common, words.attention, words.trained),
      ];
    return { ...speech, t: this.#trainedSpeech[1] };
  }

  willUpdate() {
    super.willUpdate();
    this.#follow();
    this.#updateViewed();
    this.#compute();
  }

  /** Passes the current request to the trained model, if one is chosen. */
  #follow() {
    const { network, params } = this;
    if (!this.isTrained) this.trained?.rest();
    else if (this.trained) this.trained.ask(params, params.source === 'network' ? network : null);
    else if (this.engine) void this.#bringStory(this.engine);
  }

  /** @param {Engine} engine */
  async #bringStory(engine) {
    try {
      const [story] = await Promise.all([
        import('./attention/trained-story.js'),
        this.wholeEngine(),
      ]);
      this.story ??= story;
      if (!this.isConnected) return; // otherwise a render would request the story again, forever
      this.trained ??= new this.story.TrainedModel(engine, () => this.requestUpdate());
      this.requestUpdate();
    } catch (error) {
      this.emit('scaledot-error', { message: error instanceof Error ? error.message : error });
    }
  }

  /** Computes, once per change, the parameters that apply to what is shown, in the current language. */
  #updateViewed() {
    const { story, trained, language } = this;
    const seen = this.isTrained ? (trained?.seen ?? null) : undefined;
    const of = [this.params, seen, language];
    if (of.every((part, i) => part === this.viewedInputs[i])) return;
    this.viewedInputs = of;
    const params = Object.freeze({ ...this.params, lang: language });
    this.viewed = story && trained && seen ? story.viewOf(trained, params) : params;
  }

  /** Computes the model once per change, for the answer, the formula, all pictures and the programs. */
  #compute() {
    const { engine, viewed, own, viewedInputs } = this;
    if (!engine) return;
    const [, seen] = viewedInputs;
    const of = [engine, modelInputs(viewed), own, seen, readsText()];
    if (of.every((part, i) => part === this.made[i])) return;
    this.made = of;
    try {
      const { story, trained } = this;
      const source = story && trained && seen ? story.trainedSource(trained, viewed) : undefined;
      this.model = seen === null ? null : modelOf(engine, viewed, own, source);
      this.trouble = '';
    } catch (error) {
      this.trouble = messageOf(error);
    }
  }

  /** The function that writes the numbers of a trained model. A new function when the numbers have changed. */
  get explanationData() {
    const { story, trained, model, shown } = this;
    if (!story || !trained?.seen || !model) return null;
    const of = [model, trained.version];
    if (of.some((part, i) => part !== this.explanationNumbers?.of[i])) {
      const numbers = (/** @type {Format} */ format) =>
        story.trainedNumbers({ format, trained, model, shown });
      this.explanationNumbers = { of, numbers };
    }
    return this.explanationNumbers?.numbers;
  }

  get shown() {
    const { model, viewed } = this;
    if (!model) return { query: 0, head: 0 };
    const query = shownQuery(model, viewed);
    return { query, head: shownHead(model, viewed, query) };
  }

  /** Sets the state. A head chosen in a trained model belongs to the attention that is shown. @param {Changes} given */
  setShown = (given) =>
    this.set((params) => {
      const changes = typeof given === 'function' ? given(params) : given;
      return 'head' in changes ? { block: this.viewed.block, ...changes } : changes;
    });

  /**
   * Whether the picture exists. A trained model has its own masks, and the others have no accuracy. A trained model that
   * failed to load has only the picture of the visitor's data.
   * @param {string} name
   */
  hasPicture(name) {
    const without = this.isTrained ? 'masks' : 'accuracy';
    if (this.isTrained && this.trained?.failure && name !== 'data') return false;
    return name !== without;
  }

  /** @param {string} name */
  drawsPicture(name) {
    return this.hasPicture(name) && super.drawsPicture(name);
  }

  /** Renders a picture with the model, which the lab computes once. @param {string} name */
  picture(name) {
    if (!this.drawsPicture(name)) return nothing;
    return this.#section(this.pictureTag(name), name, this.hides(name));
  }

  /** @param {ReturnType<Lab['pictureTag']>} tag @param {string} name @param {boolean} hidden */
  #section(tag, name, hidden) {
    const { viewed, fileLink: link, model, trained } = this;
    const engine = name === 'trained' ? this.engine : this.engineFor(name);
    const { t, format } = this.speech;
    const set = this.isTrained ? this.setShown : this.set;
    return staticHtml`<${tag} id=${name} part="picture" ?single=${this.isFigure} ?hidden=${hidden} .engine=${engine} .params=${viewed} .t=${t} .link=${link} .set=${set} .format=${format} .embeds=${name !== 'trained' && this.sharesPictures} .model=${model} .trained=${trained} .version=${trained?.version} .prediction=${this.predictionIn(name)} .term=${this.term}></${tag}>`;
  }

  /** Renders what a trained model reads and answers. */
  renderTrained() {
    const { story } = this;
    if (!this.isTrained) return nothing;
    if (!story || !words.trained[this.language]) return nothing;
    const { TrainedPanel } = story;
    return this.#section(
      unsafeStatic(innerTag('sd-attention-trained', TrainedPanel)),
      'trained',
      false,
    );
  }

  /** Renders the formula below the main picture. */
  renderOwnFormula() {
    const { model } = this;
    if (this.hides('formula') || !model || model.weights.data.length === 0) return nothing;
    const { t, format } = this.speech;
    return this.drawFormula({
      params: this.viewed,
      model,
      shown: this.shown,
      t,
      format,
      ...this.pointing,
      go: (/** @type {string} */ term) => this.#goToControl(term),
    });
  }

  /** @param {string} term */
  #goToControl(term) {
    if (term === 'weight') return this.opened?.focusHead(this.section('tokens'));
    const names = terms[term] ?? [];
    this.shell?.focusControl(names[0] ?? '');
  }

  /** Renders the main picture, and below it the panel that chooses what a trained model reads, and the formula. */
  renderMain() {
    return [
      this.picture('tokens'),
      super.renderRest(),
      this.renderTrained(),
      this.renderOwnFormula(),
    ];
  }

  /** Empty, because renderMain() has the rest of the answer. */
  renderRest() {
    return nothing;
  }

  /** For a trained model that is not loaded, renders its panel, which explains why and can try again. */
  renderTrouble() {
    return this.isTrained && !this.trained?.seen ? this.renderTrained() : super.renderTrouble();
  }

  /** @param {typeof import('./attention/code-samples.js')} written */
  codeSamples({ trainedCodeSamples, codeSamples }) {
    const { model, engine, viewed, story, trained } = this;
    if (!model || !engine) return {};
    const { query, head } = this.shown;
    const of = [model.id, query, head];
    if (this.programs && of.every((part, i) => part === this.programs?.of[i]))
      return this.programs.text;
    const text =
      this.isTrained && story && trained
        ? trainedCodeSamples(story.planOf(trained, viewed, { query, head }))
        : codeSamples(engine, viewed, model, { query, head });
    this.programs = { of, text };
    return text;
  }
}
