/**
 * The base class of every lab: a custom element whose state has five views (controls, attributes, link, JSON, code),
 * rendered at most once per frame. A lab defines the name of its table in params.js, its words, its presets, and the
 * methods under "hooks" below. This class does everything under "common parts".
 *
 * Events: scaledot-change {state, link, query} after a change was rendered; scaledot-error {message}; scaledot-engine
 * {variant, version?, workers, lost?, speed?}. All bubble and cross shadow roots.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Prediction } from '../../charts/types.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Catalogue, Language, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { EventDetails } from '../parts/events.js' */
/** @import { Pointing } from '../parts/types.js' */
/** @import { Section } from '../parts/section.js' */
/** @import { Option, Preset } from './types.js' */
/** @import { ControlGroup } from './lab-controls.js' */
/** @import { Presenter } from './present.js' */
/** @import { ImageOptions, LabMethods } from './public.js' */
/** @import { ShareDialog } from './share-dialog.js' */
/** @import { Speed } from './shared-engine.js' */
/** @import { LabShell } from './lab-shell.js' */

import { html, nothing } from 'lit';
import { html as staticHtml } from 'lit/static-html.js';
import { prepareReading } from '../../charts/figure.js';
import { base, tokens } from '../../charts/tokens.js';
import { chooseLanguage, formatters, translator } from '../../i18n/index.js';
import { learn, words } from '../../i18n/words.js';
import { partNames } from '../../engine/border/parts.js';
import { coordinating } from '../../engine/coordinating.js';
import { change, initialParams, wordsOf } from '../../tables/params.js';
import { looksOf } from '../../tables/entries.js';
import { languageAround, whenNear } from './element-context.js';
import { LazyParts } from './lazy-parts.js';
import { inner } from '../parts/define.js';
import { firstRuns, partsFor, tellsMore } from './engine-parts.js';
import { figureControls } from './lab-controls.js';
import { labStyles } from './lab-styles.js';
import {
  enter,
  knownSpeed,
  leave,
  lostWorker,
  sharedEngine,
  sharedSpeed,
} from './shared-engine.js';
import { checkThis, isField, StateElement } from './state-element.js';
import { fetchLabShell } from './fetch-lab-shell.js';
import { keepPress } from './press.js';
import { messageOf, refusal } from '../parts/refusal.js';
import { plain } from '../parts/text.js';

/** @typedef {{picture: CustomElementConstructor, answer: (lab: any) => unknown, rest?: (lab: any) => unknown}} First  the first picture of a lab, and how the lab's answer is made */
/** @typedef {{variant: string, version?: string, workers: number, lost?: true, speed?: Speed}} EngineState */

/** How often a lab checks whether its main picture is drawn, ms. */
const mainPause = 100;
/** How long everything else waits for the main picture, ms. */
const mainPatience = 8000;

/** @implements {LabMethods} */
export class Lab extends StateElement {
  /** The default tag of this element. */
  static tag = '';
  /** @type {readonly Preset[]} */
  static presets = [];
  /**
   * Terms of the formula, and the parameters that change each of them.
   * @type {Readonly<Record<string, readonly string[]>>}
   */
  static terms = {};
  /** Names of the pictures, in order. Each can be hidden. @type {readonly string[]} */
  static pictures = [];
  /** Names of the pictures shown as slides, where these are not all pictures. @type {readonly string[] | null} */
  static slides = null;
  /**
   * Names of the parameters that change the main picture. Their controls are in the strip.
   * @type {readonly string[]}
   */
  static strip = [];
  /**
   * The parameters in the strip of a picture that is shown alone: those that affect it most, in the order of the table,
   * few enough for two rows. Parameters that the picture changes by controls of its own are left out.
   * @type {Readonly<Record<string, readonly string[]>>}
   */
  static drives = {};
  /** The picture whose numbers the answer, the formula and the programs show. It computes them even while hidden. */
  static answerPicture = '';
  /**
   * Other pictures whose numbers appear in the programs. Once there are programs, they compute them even while hidden.
   * @type {readonly string[]}
   */
  static picturesInPrograms = [];
  /**
   * Whether the rest also waits for a number in the answer. False where that takes long, or where an answer may have no
   * number.
   */
  static answerComesFirst = true;
  /**
   * Elements of the pictures loaded so far, by tag. They are registered when they are first rendered.
   * @type {Readonly<Record<string, CustomElementConstructor & {pictured?: boolean}>>}
   */
  static parts = {};
  /**
   * Fetches what a lab shows first: the element of its main picture, and the function that writes the answer.
   * @type {(() => Promise<First>) | null}
   */
  static first = null;
  /** The result of `first`. @type {any} */
  static opened = null;
  /** Fetches the element of each of the other pictures, by name. @type {Readonly<Record<string, () => Promise<CustomElementConstructor>>>} */
  static sections = {};
  /**
   * Fetches the function that draws the formula, after the main picture.
   * @type {(() => Promise<(spec: any) => unknown>) | null}
   */
  static formula = null;
  /** Fetches the code that generates the programs. @type {(() => Promise<unknown>) | null} */
  static programs = null;

  static styles = [tokens, base, labStyles];

  /** The words of this lab, in the languages loaded so far. */
  static get words() {
    return words[this.lab];
  }

  /** Whether the elements of all pictures are loaded. */
  static get isWhole() {
    return this.pictures.every((name) => `sd-${this.lab}-${name}` in this.parts);
  }

  /** Fetches the elements of pictures, each once. @param {readonly string[]} names */
  static async fetchPictures(names) {
    const missing = names.filter((name) => !(`sd-${this.lab}-${name}` in this.parts));
    const elements = await Promise.all(missing.map((name) => fetchPicture(this, name)));
    const found = missing.map((name, i) => [`sd-${this.lab}-${name}`, elements[i]]);
    this.parts = { ...this.parts, ...Object.fromEntries(found) };
  }

  /** Fetches the elements of all pictures. */
  static fetchStory() {
    return this.fetchPictures(this.pictures);
  }

  get #kind() {
    return this.constructor;
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #measuring;
  /** Ends the wait for the window. */
  #stopWaiting = () => {};
  /** @type {Promise<void> | null} */
  #starting = null;
  /** Names of results that are still incomplete. @type {Set<string>} */
  #unsettled = new Set();
  /** Hidden pictures that are being exported to files. @type {readonly string[]} */
  #wanted = [];
  /** Parts that are fetched shortly before they come into view. */
  #lazy = new LazyParts(this, {
    story: async () => {
      await Promise.all([this.wholeEngine(), this.#learnAll()]);
      await this.#kind.fetchStory();
    },
    ...Object.fromEntries(
      this.#kind.pictures.map((name) => [name, () => this.#kind.fetchPictures([name])]),
    ),
    formula: async () => {
      this.#formula ??= (await this.#kind.formula?.()) ?? null;
    },
    card: async () => {
      await this.#fetchAround();
      await this.quiz?.fetchCard();
    },
    notes: async () => {
      const [noting] = await Promise.all([import('./notes.js'), words.notes.learn(this.language)]);
      this.#noting = noting;
    },
    code: async () => {
      await Promise.all([
        this.wholeEngine(),
        this.#fetchAround(),
        this.#kind.fetchPictures(this.#kind.picturesInPrograms),
      ]);
      await this.shell?.fetchCode();
    },
    present: async () => {
      const [{ Presenter }] = await Promise.all([
        import('./present.js'),
        words.present.learn(this.language),
        this.#fetchAround(),
      ]);
      this.#presenter ??= new Presenter(this);
    },
  });
  /** Shows one picture after the other as slides. @type {Presenter | null} */
  #presenter = null;
  /** Draws the formula. @type {((spec: any) => unknown) | null} */
  #formula = null;
  /** Whether the main picture was drawn or has had its time. */
  #begun = false;
  /** Whether parts of the engine are being loaded. */
  #bringing = false;
  /** Whether the main picture, or the shell around the pictures, failed to load. */
  #isLacking = false;
  /**
   * The share dialog, and the picture that it shares.
   * @type {{picture: string, Dialog: CustomElementConstructor} | null}
   */
  #dialog = null;
  /** Whether the main picture, shown alone, failed to load. */
  #mainFailed = false;
  /** The module that writes the notes. @type {typeof import('./notes.js') | null} */
  #noting = null;
  /** The language of the loaded words. @type {Language | ''} */
  #spoken = '';
  /** The loaded words. @type {Catalogue | undefined} */
  #said;
  /** Shows the element's own content until the words are loaded. @type {{remove(): void} | null} */
  #stead = null;
  #t = translator('en');
  #format = formatters('en');

  constructor() {
    super();
    /** The shell around the pictures, if the lab is or was shown whole. @type {LabShell | null} */
    this.shell = null;
    /** State of the share dialog. @type {'closed' | 'fetching' | 'failed' | 'open'} */
    this.sharing = 'closed';
    /** @type {Engine | null} */
    this.engine = null;
    /** Whether all parts of the engine are loaded, or only those of the first picture. */
    this.engineIsWhole = false;
    /** @type {EngineState | null} */
    this.engineState = null;
    /** Why there is nothing to draw, as one sentence. */
    this.trouble = '';
    /** Why there is no engine. */
    this.failure = '';
    /** The highlighted term of the formula. */
    this.term = '';
    /** Results reported by the pictures, by name. @type {Record<string, any>} */
    this.results = {};
    /** Whether the lab has a footer about its engine and its page. A page that shows these itself sets it to false. */
    this.foot = true;
    /** Whether the lab is the main content of its page. The page sets it. */
    this.alone = false;
    /** Whether the lab is shown as a thumbnail only. Expensive parts are then not fetched. */
    this.still = false;
    /** Whether the lab measures its engine's speed, for listeners. Pages that do not show the speed set it to false. */
    this.timed = true;
    this.addEventListener('sd-result', (event) => this.#onResult(event));
    this.addEventListener('sd-drag', (event) => this.#drag(!event.detail.done));
    this.addEventListener('pointerdown', (event) => {
      if (event.composedPath().some(isSlider)) this.#drag(true);
    });
    this.addEventListener('pointerdown', keepPress);
    // A keyboard user who enters the lab finds all of it.
    this.addEventListener('focusin', () => this.fetchAll());
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('sd-embed', (event) => {
      event.stopPropagation();
      this.#embed(event.composedPath());
    });
    this.addEventListener('sd-term', (event) => {
      event.stopPropagation();
      this.highlight(event.detail.term);
    });
  }

  connectedCallback() {
    super.connectedCallback();
    enter(this);
    this.#stopWaiting = whenNear(this, () => void this.start());
    globalThis.addEventListener('beforeprint', this.#finishAll);
    // Resumes what stopped when the lab left the page.
    if (this.hasUpdated) this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopWaiting();
    this.#lazy.stop();
    this.#endDrag();
    // A dialog that left the page was closed without an event. If it came back, it would be rendered as a plain box.
    if (this.sharing === 'open') this.sharing = 'closed';
    globalThis.removeEventListener('beforeprint', this.#finishAll);
    clearTimeout(this.#measuring);
    this.#starting = null;
    leave(this);
  }

  /** Starts the engine: when the lab first comes near the window, or when its results are requested. */
  start() {
    if (!this.isConnected) return Promise.resolve(); // if it comes back, it waits for the window again
    this.#stopWaiting();
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start() {
    try {
      const { lab } = this.#kind;
      if (firstRuns.has(lab) && !tellsMore(lab, this.#alone)) coordinating().catch(() => {}); // the run reports failures
      const engine = await sharedEngine(partsFor(lab, this.#alone));
      if (!this.isConnected) return;
      this.failure = '';
      this.engine = engine;
      this.engineIsWhole = engine.parts.length === partNames.length;
      this.engineCame(engine);
      this.#tellEngine(knownSpeed());
      this.requestUpdate();
      await this.updateComplete;
      void this.#mainDrawn().then(() => this.#begin());
    } catch (error) {
      this.failure = messageOf(error);
      this.fail(error);
      this.requestUpdate();
    }
  }

  /** Reports a failure to the page. @param {unknown} error */
  fail(error) {
    this.emit('scaledot-error', { message: messageOf(error) });
  }

  async getUpdateComplete() {
    this.placeholder?.ask();
    return super.getUpdateComplete();
  }

  /** Loads the parts of the engine that the first picture does not need. */
  async wholeEngine() {
    if (this.engineIsWhole) return;
    await this.start();
    if (!this.engine) return; // without an engine the element's content stays
    await sharedEngine();
    this.engineIsWhole = this.engine !== null; // it may have left the page
    this.requestUpdate();
  }

  /** Pictures that are shown without the answer. They decide which parts of the engine are needed. */
  get #alone() {
    const { figures } = this;
    return this.presents && figures[0] === this.#kind.pictures[0] ? [] : figures;
  }

  /**
   * Returns the engine for a picture once the parts that it may use are loaded.
   * @param {string} name  one of `pictures`
   */
  engineFor(name) {
    const { lab, pictures, answerPicture } = this.#kind;
    const { engine, engineIsWhole } = this;
    const isAlone = this.#alone.includes(name);
    if (!engine || engineIsWhole) return engine;
    if (!isAlone && name !== pictures[0] && name !== answerPicture) return null;
    return this.#hasParts(engine, partsFor(lab, isAlone ? [name] : [])) ? engine : null;
  }

  /** @param {Engine} engine @param {ReturnType<typeof partsFor>} parts */
  #hasParts = ({ parts: loaded }, parts) =>
    parts !== undefined && parts.every((part) => loaded.includes(part));

  /** Loads the parts of a picture that replaces another and may need different ones. */
  async #bringParts() {
    const { engine } = this;
    const parts = partsFor(this.#kind.lab, this.#alone);
    if (!engine || this.engineIsWhole || this.#bringing || this.#hasParts(engine, parts)) return;
    this.#bringing = true;
    try {
      await (parts ? sharedEngine(parts) : this.wholeEngine());
    } catch (error) {
      this.fail(error);
    } finally {
      this.#bringing = false;
      this.requestUpdate();
    }
  }

  /** Fetches a part and renders it. @param {'story' | 'code' | 'card'} part */
  bring(part) {
    return this.#lazy.bring(part);
  }

  /** Fetches every part that has not been seen yet and is not hidden. */
  fetchAll() {
    /** @type {NodeListOf<HTMLElement>} */
    const places = this.renderRoot.querySelectorAll(':not(details:not([open])) > .lazy');
    for (const { dataset } of places) this.#lazy.bring(dataset.part ?? '').catch(() => {});
  }

  /**
   * Renders everything for printing. Parts that still have to be fetched are too late for this print, but not for the
   * next.
   */
  #finishAll = async () => {
    if (!this.hasUpdated) return this.placeholder?.printed();
    this.#finishPictures();
    if (this.isFigure) return;
    await Promise.allSettled(['formula', 'story', 'code'].map((part) => this.#lazy.bring(part)));
    this.#finishPictures();
  };

  #finishPictures() {
    if (!this.engine) return;
    for (const name of this.#kind.pictures)
      void this.section(name)
        ?.finished()
        .catch(() => {});
  }

  /** Waits until the main picture, if it is in the window, and the answer are drawn. Nothing else is fetched before. */
  async #mainDrawn() {
    const end = performance.now() + mainPatience;
    do await new Promise((resolve) => void setTimeout(resolve, mainPause));
    while (this.isConnected && performance.now() < end && this.#awaitsMain());
    void prepareReading();
    await painted();
  }

  #awaitsMain() {
    const section = this.section(this.#kind.pictures[0]);
    if (!section || section.problem || this.trouble || !section.awaitsFigure) return false;
    const { top, bottom, height } = section.getBoundingClientRect();
    if (height === 0 || top >= innerHeight || bottom <= 0) return false;
    if (!section.figure?.picture?.reader) return true;
    if (!this.#kind.answerComesFirst || this.isFigure) return false;
    const answers = [...this.renderRoot.querySelectorAll('.answer [data-value^="answer"]')];
    return !answers.some(({ textContent }) => /\d/.test(String(textContent)));
  }

  #begin() {
    this.#begun = true;
    if (!this.isConnected) return;
    void import('../parts/math-font.js').then(
      ({ loadMathFont }) => loadMathFont(),
      () => {}, // formulas then use the machine's fonts
    );
    if (this.isFigure && !this.presents) return; // nobody will see the rest
    if (this.timed) this.#measuring = setTimeout(() => this.#measureSpeed().catch(() => {}), 1400);
    this.wholeEngine().catch(() => {}); // pictures and programs ask again, and report failures
    this.#learnAll().catch(() => {}); // requested again on demand, too
    if (this.shell) this.#lazy.ask('card');
    this.#lazy.watch();
  }

  async #measureSpeed() {
    if (!this.engine) return;
    await this.wholeEngine(); // so that the fetch is not timed
    const speed = await sharedSpeed(this.engine);
    this.#tellEngine(speed);
  }

  /** Called when the engine has lost a worker. */
  engineChanged() {
    if (!this.engine) return;
    this.#tellEngine(knownSpeed());
    this.requestUpdate();
  }

  /** @param {Speed} [speed] */
  #tellEngine(speed) {
    const engine = /** @type {Engine} */ (this.engine);
    this.engineState = {
      variant: engine.engine.variant,
      version: engine.engine.version,
      workers: engine.workers,
      ...(lostWorker() && { lost: true }),
      speed,
    };
    this.emit('scaledot-engine', this.engineState);
  }

  /** Skips layout and paint of pictures out of view while a slider or handle is dragged. @param {boolean} begins */
  #drag(begins) {
    this.renderRoot?.querySelector('.pictures')?.toggleAttribute('data-dragging', begins);
    // Only one of the two ending events arrives. The other listener must not keep a removed lab alive.
    for (const type of ['pointerup', 'pointercancel'])
      if (begins) globalThis.addEventListener(type, this.#endDrag);
      else globalThis.removeEventListener(type, this.#endDrag);
  }

  #endDrag = () => this.#drag(false);

  // ---- rendering --------------------------------------------------------------------------------------------------

  createRenderRoot() {
    const root = super.createRenderRoot();
    this.#stead = this.placeholder ?? root.appendChild(document.createElement('slot'));
    return root;
  }

  /** Waits until the words of the lab's language, and the shell around the pictures or the main picture, are loaded. */
  async prepare() {
    // Fetched pictures may need more words.
    while (await this.#fetchLacking());
    // Waits one turn, in which an engine that is already loaded arrives, so that the lab is not rendered twice.
    if (!this.hasUpdated) await new Promise((resolve) => void setTimeout(resolve));
  }

  /** Fetches what is missing. Returns whether there may be more to fetch. */
  async #fetchLacking() {
    const { language } = this;
    const all = await Promise.allSettled([
      this.isFigure ? this.#mainFailed || this.#fetchMain() : this.shell || this.#fetchAround(),
      this.#speaks(language) || learn(this.#kind.lab, language, this.#tellsAll),
      this.#noting && words.notes.learn(language),
    ]);
    const failed = all.filter((each) => each.status === 'rejected');
    for (const { reason } of failed) this.fail(reason);
    this.#isLacking = all[0].status === 'rejected';
    return failed.length === 0 && !this.#speaks(this.language);
  }

  /** Fetches the main picture and the shell around the pictures. */
  async #fetchAround() {
    const main = this.#kind.pictures.slice(0, 1);
    const [{ LabShell }] = await Promise.all([fetchLabShell(), this.#kind.fetchPictures(main)]);
    this.shell ??= new LabShell(this);
  }

  /**
   * Fetches the main picture, shown alone, together with the words. If it fails to load, its place says so and has a
   * button.
   */
  async #fetchMain() {
    const main = this.#kind.pictures.filter((name, i) => i === 0 && this.figures.includes(name));
    await this.#kind.fetchPictures(main).catch(() => {
      this.#mainFailed = true;
    });
  }

  /** The result of `first` for this element's class; null until it is fetched. */
  get opened() {
    return this.#kind.opened;
  }

  /** @param {Language} language */
  #speaks(language) {
    const own = this.#kind.words;
    return (
      Boolean(words.common[language] && own[language]) &&
      (!this.#tellsAll || own.tellsAll(language))
    );
  }

  /** Whether more is shown than the first picture. */
  get #tellsAll() {
    const { lab, isWhole } = this.#kind;
    if (this.isFigure && !this.presents) return tellsMore(lab, this.figures);
    return isWhole || this.params.preset !== '' || tellsMore(lab, this.figures);
  }

  /** Loads the words about all pictures and presets before they are needed. */
  async #learnAll() {
    await this.#kind.words.learn(this.language, true);
    this.requestUpdate();
  }

  willUpdate() {
    super.willUpdate();
    this.#speak();
  }

  /**
   * Updates words and number formats when the language or its words have changed. Keeps the old ones until the new words
   * are loaded.
   */
  #speak() {
    const { language } = this;
    const said = this.#kind.words[language];
    if ((this.#spoken === language && this.#said === said) || !this.#speaks(language)) return;
    this.#spoken = language;
    this.#said = said;
    this.#t = translator(language, words.common, this.#kind.words);
    this.#format = formatters(language);
  }

  /**
   * Data besides the state that the numbers of an explanation depend on. A new object after every change.
   * @returns {unknown}
   */
  get explanationData() {
    return null;
  }

  /** Words, number formats and parameters for rendering. */
  get speech() {
    this.#speak();
    return { t: this.#t, format: this.#format, params: this.params };
  }

  /** The lab's question as plain text, in the current language. */
  get heading() {
    return plain(this.speech.t, `${this.#kind.lab}.title`);
  }

  /**
   * The current language: as requested, else of the surrounding text, else of the browser. On a page of its own the
   * surrounding text only has the language that the page was delivered in.
   * @returns {Language}
   */
  get language() {
    return chooseLanguage(
      String(this.params.lang),
      this.alone ? null : languageAround(this),
      ...(globalThis.navigator?.languages ?? []),
    );
  }

  updated() {
    super.updated();
    if (this.#spoken) this.#stead?.remove();
    if (this.#begun || this.isFigure) this.#lazy.watch(); // no main picture to wait for
    void this.#bringParts();
    if (this.presents) void this.start(); // slides cover the window, wherever the lab stands
  }

  /** @param {CustomEvent<EventDetails['sd-result']>} event */
  #onResult(event) {
    event.stopPropagation();
    const { name, result, isSettled } = event.detail;
    this.results = { ...this.results, [name]: result };
    if (isSettled) this.#unsettled.delete(name);
    else this.#unsettled.add(name);
    // Renders in the same frame as its picture.
    this.requestUpdateNow();
  }

  /** Whether a result is still incomplete, or was stopped before it was complete. @param {string} name */
  isProvisional(name) {
    return this.#unsettled.has(name);
  }

  // ---- hooks of a lab ---------------------------------------------------------------------------------------------

  /**
   * Called when the engine has arrived. Long work may start here, before anything is drawn.
   * @param {Engine} _engine
   */
  engineCame(_engine) {}

  /** Renders the answer sentence with live numbers. @returns {unknown} */
  renderAnswer() {
    return this.opened?.answer(this) ?? nothing;
  }

  /** Renders the answer, or why it has no numbers. @returns {unknown} */
  renderAnswered() {
    const { answerPicture } = this.#kind;
    const refused = answerPicture && this.section(answerPicture)?.refused;
    if (!refused) return this.renderAnswer();
    return html`<span class="problem">${refusal(this.speech.t, refused)}</span>`;
  }

  /**
   * Renders the rest of the answer. The answer has two lines; the rest is below the main picture.
   * @returns {unknown}
   */
  renderRest() {
    const rest = (!this.hides('answer') && this.opened?.rest?.(this)) || nothing;
    return rest === nothing ? nothing : html`<p class="rest" part="rest">${rest}</p>`;
  }

  /** Renders the live formula. @returns {unknown} */
  renderFormula() {
    return nothing;
  }

  /** Renders the formula, or an empty space until it is loaded. @param {object} spec  what its function takes */
  drawFormula(spec) {
    return (
      this.#formula?.(spec) ?? html`<div class="formula room">${this.placeOf('formula')}</div>`
    );
  }

  /** Renders the main picture, beside the controls. @returns {unknown} */
  renderMain() {
    return nothing;
  }

  /** Renders why single pictures cannot be drawn. In a whole lab the answer says so. @returns {unknown} */
  renderTrouble() {
    if (!this.trouble) return nothing;
    return html`<p class="problem" role="alert">${refusal(this.speech.t, this.trouble)}</p>`;
  }

  /** Renders the other pictures, below the main one. @returns {unknown} */
  renderSections() {
    const { isWhole, pictures } = this.#kind;
    const [, ...story] = pictures;
    if (isWhole) return story.map((name) => this.picture(name));
    const isDrawn = story.some((name) => this.drawsPicture(name));
    return isDrawn ? this.placeOf('story') : nothing;
  }

  /**
   * Renders the placeholder of a part that is fetched shortly before it comes into view, or now.
   * @param {string} part
   * @param {boolean} [now]
   */
  placeOf(part, now = false) {
    if (now) this.#lazy.ask(part);
    return this.#lazy.place(part, this.speech.t);
  }

  /** Whether a parameter has a control, where the table does not say. @param {string} _name */
  hasControl(_name) {
    return true;
  }

  /** Whether a choice is offered. @param {string} _name @param {string} _choice */
  offers(_name, _choice) {
    return true;
  }

  /**
   * Returns the options of a parameter, or their names, where the table does not have them.
   * @param {string} _name
   * @returns {readonly Option[]}
   */
  optionsOf(_name) {
    return [];
  }

  /**
   * Returns the groups of controls, in order.
   * @returns {readonly ControlGroup[]}
   */
  controlGroups() {
    return [{ group: 'main' }];
  }

  /**
   * Returns complete programs that print the page's digits, or null while there are none.
   * @param {any} _written  what `programs` fetched
   * @returns {Record<string, string> | null}
   */
  codeSamples(_written) {
    return null;
  }

  /** The pictures that are shown alone, in order. Empty for the whole lab. Unknown names are ignored, as in `hide`. */
  get figures() {
    return this.presents ? [this.slide] : shownAlone(this);
  }

  /** Whether the pictures are shown as slides. */
  get presents() {
    return this.params.present !== '' && this.slides.length > 0;
  }

  /** The pictures shown as slides, in order. */
  get slides() {
    // Also called before the fields of this class are initialized.
    const { pictures, slides } = this.constructor;
    const alone = shownAlone(this);
    const all = alone.length > 0 ? alone : (slides ?? pictures);
    return all.filter((name) => !super.hides(name) && this.hasPicture(name));
  }

  /** The current slide. */
  get slide() {
    const { slides } = this;
    return slides.find((name) => name === this.params.present) ?? slides[0];
  }

  /** Whether the picture exists in this state. @param {string} _name  one of `pictures` */
  hasPicture(_name) {
    return true;
  }

  /** Whether single pictures are shown instead of the whole lab. */
  get isFigure() {
    return this.figures.length > 0;
  }

  /** Whether every picture has its own share button. */
  get sharesPictures() {
    return !super.hides('share');
  }

  /** Whether a part is hidden. Single pictures have nothing beside them but their controls. @param {string} part */
  hides(part) {
    if (super.hides(part)) return true;
    const stays = part === 'controls' || (part === 'answer' && this.presents);
    return this.isFigure && !stays && !this.figures.includes(part);
  }

  /**
   * Renders a picture of this lab. Its element is <sd-LAB-NAME>, one of `parts`.
   * @param {string} name  one of `pictures`
   */
  picture(name) {
    const hidden = this.hides(name);
    if (!this.drawsPicture(name)) return nothing;
    const { params, fileLink: link, set } = this;
    const engine = this.engineFor(name);
    const { t, format } = this.speech;
    const tag = this.pictureTag(name);
    return staticHtml`<${tag} id=${name} part="picture" ?single=${this.isFigure} ?hidden=${hidden} .unseen=${this.#computesUnseen(name)} .engine=${engine} .params=${params} .t=${t} .link=${link} .set=${set} .format=${format} .prediction=${this.predictionIn(name)} .term=${this.term} .embeds=${this.sharesPictures}></${tag}>`;
  }

  /** The questions of the presets, if the lab is or was shown whole. */
  get quiz() {
    return this.shell?.quiz ?? null;
  }

  /**
   * Returns the prediction to draw into a picture.
   * @param {string} name  one of `pictures`
   * @returns {Prediction | null}
   */
  predictionIn(name) {
    return this.quiz?.predictionIn(name) ?? null;
  }

  /**
   * Whether a picture is rendered. A hidden one is rendered if its numbers appear elsewhere or while it is saved.
   * @param {string} name  one of `pictures`
   */
  drawsPicture(name) {
    if (this.presents && this.slides.includes(name)) return true;
    const isUsed = name === this.#kind.answerPicture || this.#isInPrograms(name);
    const isShownElsewhere = isUsed && (!this.isFigure || this.presents);
    return !this.hides(name) || isShownElsewhere || this.#wanted.includes(name);
  }

  /** Whether there are programs that show the picture's numbers. @param {string} name */
  #isInPrograms(name) {
    return Boolean(this.shell?.hasCode) && this.#kind.picturesInPrograms.includes(name);
  }

  /** Whether a picture computes even out of view, because its numbers appear elsewhere. @param {string} name */
  #computesUnseen(name) {
    return this.#isInPrograms(name) || (name === this.#kind.answerPicture && this.hides(name));
  }

  /** @param {string} name  one of `pictures` */
  pictureTag(name) {
    const { lab, parts } = this.#kind;
    return inner(`sd-${lab}-${name}`, parts[`sd-${lab}-${name}`]);
  }

  /** Returns the element of a rendered picture. @param {string} name @returns {Section | null} */
  section(name) {
    return /** @type {any} */ (this.shadowRoot?.getElementById(name) ?? null);
  }

  /**
   * Exports a picture as a file with title, summary and link. Computes it first if necessary, wherever the lab is
   * and even if the picture is hidden.
   * @param {ImageOptions} [options]
   * @returns {Promise<Blob>}
   */
  async exportImage(options) {
    checkThis(#lazy in Object(this), 'exportImage', this);
    return (await import('./export-image.js')).exportImage(this, options);
  }

  /**
   * Renders a picture, hidden or not, while `make` runs.
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} make
   */
  async withPicture(name, make) {
    this.#wanted = [...this.#wanted, name];
    try {
      this.requestUpdateNow();
      await this.updateComplete;
      return await make();
    } finally {
      const at = this.#wanted.indexOf(name);
      this.#wanted = this.#wanted.filter((_, i) => i !== at);
      this.requestUpdate();
    }
  }

  /**
   * Applies the changes of a preset that is requested alone, with predict off.
   * @param {Params} asked
   * @param {Params} base
   */
  completed(asked, base) {
    // Also called before the fields of this class are initialized.
    const { lab, presets } = this.constructor;
    const preset = presets.find(({ id }) => id === asked.preset);
    const wasShown = base.preset === asked.preset && base.predict === 'off';
    if (asked.predict !== 'off' || !preset || wasShown) return asked;
    const isAlone = Object.entries({ ...base, ...looksOf(asked), preset: preset.id }).every(
      ([name, value]) => asked[name] === value,
    );
    if (!isAlone) return asked;
    return change(
      initialParams(lab),
      { ...looksOf(asked), ...preset.params, preset: preset.id },
      lab,
    ).params;
  }

  arrived() {
    this.quiz?.onExternalChange();
  }

  /** Returns the term of the formula that a parameter belongs to. @param {string} name */
  termOf(name) {
    const { terms } = this.#kind;
    return Object.keys(terms).find((term) => terms[term].includes(name)) ?? '';
  }

  /** How a formula reads and sets the highlighted term. @returns {Pointing} */
  get pointing() {
    return {
      lit: this.term,
      pointed: () => this.term,
      point: (term) => this.highlight(term),
      go: (term) => this.shell?.focusControl(this.#kind.terms[term]?.[0] ?? ''),
    };
  }

  // ---- common parts -----------------------------------------------------------------------------------------------

  render() {
    const { t } = this.speech;
    if (!this.#spoken) return nothing;
    if (this.failure) return this.#renderFailure(t);
    if (this.#isLacking) return this.#renderUnfetched(t);
    const theme = String(this.params.theme);
    const apart = theme !== 'auto' && !this.alone;
    return html`${this.engine ? nothing : html`<div class="unstarted"><slot></slot></div>`}
      <article
        class="lab ${apart ? 'apart' : ''} ${this.isFigure ? 'single' : ''}"
        part="lab"
        dir="ltr"
        theme=${theme === 'auto' ? nothing : theme}
        lang=${t.language}
        aria-labelledby=${this.isFigure ? nothing : 'title'}
        aria-label=${this.isFigure ? this.heading : nothing}
        @pointerover=${this.#onPoint}
        @pointerleave=${this.#onLeave}
        @focusin=${this.#onPoint}
        @focusout=${this.#onLeave}
      >
        ${this.#renderNotes(t)} ${this.#renderContent(t)}
      </article>`;
  }

  /** @param {Translate} t */
  #renderContent(t) {
    if (this.presents) return this.#presenter?.render() ?? this.placeOf('present', true);
    return this.isFigure ? this.#renderFigures(t) : this.shell?.render(t);
  }

  /** Renders the placeholder of the current slide if its picture is not loaded. */
  renderLacking() {
    const { lab, parts } = this.#kind;
    const isThere = `sd-${lab}-${this.slide}` in parts;
    return isThere ? nothing : this.placeOf(this.slide);
  }

  /** P starts the slides: at the picture that has the focus, else at the first. @param {KeyboardEvent} event */
  #onKey = (event) => {
    const { altKey, ctrlKey, key, metaKey } = event;
    const path = event.composedPath();
    if (key.toLowerCase() !== 'p' || altKey || ctrlKey || metaKey || event.defaultPrevented) return;
    if (this.presents || super.hides('present') || path.some(takesLetters)) return;
    const pictures = path.filter((each) => each instanceof Element);
    const [name = this.slides[0]] = pictures.flatMap(({ id }) =>
      this.slides.includes(id) ? [id] : [],
    );
    if (!name) return;
    event.preventDefault();
    this.showSlides(name);
  };

  /**
   * Shows the pictures as slides.
   * @param {string} [name]  the first to show, by default the lab's first
   */
  showSlides(name = this.slides[0]) {
    if (name) this.setState({ present: name });
  }

  /** Renders the pictures that are shown alone, and the controls that drive them. @param {Translate} t */
  #renderFigures(t) {
    const { lab, parts, drives, pictures } = this.#kind;
    const drawn = pictures.filter((name) => this.drawsPicture(name));
    const driving = new Set(this.figures.flatMap((name) => drives[name] ?? []));
    return html`<div class="pictures">
        ${this.renderTrouble()}
        ${drawn.map((name) => (`sd-${lab}-${name}` in parts ? this.picture(name) : this.placeOf(name)))}
      </div>
      ${this.hides('controls') ? nothing : figureControls(this, lab, driving)}
      ${this.renderShare(t)}`;
  }

  /** Renders a failed fetch. The next render tries again. @param {Translate} t */
  #renderUnfetched(t) {
    return html`<div class="failure" role="alert">
        <p>${t('common.notFetched')}</p>
        <button type="button" @click=${() => this.requestUpdate()}>${t('common.tryAgain')}</button>
      </div>
      <slot></slot>`;
  }

  /** @param {Translate} t */
  #renderFailure(t) {
    return html`<div class="failure" role="alert">
        <p>${t('common.failure')}</p>
        <p class="muted">${refusal(t, this.failure)}</p>
      </div>
      <slot></slot>`;
  }

  #dismiss = () => {
    this.dismissNotes();
    void this.shell?.focusPart('#title');
  };

  /** Where the mouse was last, on the screen. */
  #pointer = '';

  /** @param {Event} event */
  #onPoint = (event) => {
    if (this.#rests(event)) return;
    const target = event
      .composedPath()
      .find(
        /** @returns {node is Element} */ (node) =>
          node instanceof Element && node.hasAttribute('data-term'),
      );
    const term = target?.getAttribute('data-term') ?? '';
    // The innermost element with a term counts, so that nothing flickers while the pointer moves within a control.
    this.highlight(term);
  };

  /** @param {Event} event */
  #onLeave = (event) => {
    if (!this.#rests(event)) this.highlight('');
  };

  /**
   * Whether the mouse has not moved. A page that scrolls under a resting mouse must not take the highlight from a
   * keyboard user.
   * @param {Event} event
   */
  #rests(event) {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'mouse') return false;
    const at = `${event.screenX} ${event.screenY}`;
    const rests = at === this.#pointer;
    this.#pointer = at;
    return rests;
  }

  /** Highlights a term of the formula and everything linked to it. @param {string} term */
  highlight(term) {
    if (term === this.term) return;
    this.term = term;
    this.requestUpdate();
  }

  /** @param {Translate} t */
  #renderNotes(t) {
    const { notes } = this;
    if (notes.length === 0) return html`<div role="status" class="notes-live"></div>`;
    const panel = this.noting?.notesPanel(notes, t, this.#dismiss, this.#kind.lab);
    return html`<div role="status" class="notes-live">
      ${panel ?? html`<div class="notes">${this.placeOf('notes')}</div>`}
    </div>`;
  }

  /** The module that writes notes. It is fetched with the first note. */
  get noting() {
    this.#lazy.ask('notes');
    return words.notes[this.#t.language] ? this.#noting : null;
  }

  /** Prefetches the dialog. A failure is silent here; the click will report it. */
  expectShare = () => void this.#fetchDialog().catch(() => {});

  /** Fetches the dialog and its words. Retries a fetch that failed. */
  async #fetchDialog() {
    const [{ ShareDialog }] = await Promise.all([
      import('./share-dialog.js'),
      words.share.learn(this.#t.language),
    ]);
    return ShareDialog;
  }

  /**
   * Opens the share dialog.
   * @param {string} picture  the picture to share alone; '' for none
   * @param {Element} button  that was pressed
   */
  async share(picture, button) {
    if (this.sharing === 'fetching') return;
    this.#showSharing('fetching');
    try {
      this.#dialog = { picture, Dialog: await this.#fetchDialog() };
    } catch {
      this.#showSharing('failed');
      return;
    }
    this.#showSharing(this.isConnected ? 'open' : 'closed'); // the lab may have been removed meanwhile
    await this.updateComplete;
    /** @type {ShareDialog | null | undefined} */
    const dialog = this.shadowRoot?.querySelector('.sharing > .dialog');
    await dialog?.show(button);
  }

  /** @param {Lab['sharing']} sharing */
  #showSharing(sharing) {
    this.sharing = sharing;
    this.requestUpdate();
  }

  /** Renders the share dialog, and the button of a whole lab. @param {Translate} t @param {Content} [button] */
  renderShare(t, button = nothing) {
    if (!this.sharesPictures) return nothing;
    return html`<div class="sharing">
      ${button}
      <div role="alert">
        ${this.sharing === 'failed' ? html`<p class="failed">${t('common.notFetched')}</p>` : nothing}
      </div>
      ${this.sharing === 'open' && this.#dialog ? this.#renderDialog(t, this.#dialog) : nothing}
    </div>`;
  }

  /** @param {Translate} t @param {{picture: string, Dialog: CustomElementConstructor}} dialog */
  #renderDialog(t, { picture, Dialog }) {
    const tag = inner('sd-share-dialog', Dialog);
    const closed = () => this.#showSharing('closed');
    return staticHtml`<${tag} class="dialog" .t=${t} .params=${this.params} .kind=${this.#kind} .picture=${picture} @close=${closed}></${tag}>`;
  }

  /**
   * Opens the share dialog with a picture chosen.
   * @param {readonly EventTarget[]} path  from the picture to this lab
   */
  #embed(path) {
    const { pictures } = this.#kind;
    const picture = pictures.find((name) => path.some((each) => each === this.section(name)));
    void this.share(picture ?? '', /** @type {Element} */ (path[0]));
  }
}

/** @param {typeof Lab} kind @param {string} name  one of its pictures */
async function fetchPicture(kind, name) {
  if (!kind.first || name !== kind.pictures[0]) return kind.sections[name]();
  kind.opened = await kind.first();
  return kind.opened.picture;
}

/** Returns the pictures that a lab is requested to show alone. @param {Lab} lab @returns {readonly string[]} */
function shownAlone({ constructor, params }) {
  const asked = wordsOf(params, 'show');
  return constructor.pictures.filter((name) => asked.has(name));
}

/** Whether the target uses typed letters. @param {EventTarget} target */
const takesLetters = (target) => isField(target) || target instanceof HTMLSelectElement;

/** @param {EventTarget} target */
const isSlider = (target) => target instanceof HTMLInputElement && target.type === 'range';

/** Resolves when the render is on the screen: after two frames, or 500 ms on a background page, which has no frames. */
const painted = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 500);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
