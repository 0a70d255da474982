/**
 * The base of every lab: a custom element whose state has five faces (controls, attributes, link, JSON, code), drawn
 * at most once a frame. A lab of its own gives the name of its table in params.js, its words, its presets, and the
 * parts named "hooks" below; everything under "common parts" is done here.
 *
 * Events: scaledot-change {state, link, query} after a change was drawn; scaledot-error {message}; scaledot-engine
 * {variant, workers, speed?}. All bubble and cross shadow roots.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Prediction } from '../../charts/types.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Catalogue, Language, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Told } from '../parts/events.js' */
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
import { messageOf, refusal } from '../parts/refusal.js';
import { plain } from '../parts/text.js';

/** @typedef {{picture: CustomElementConstructor, answer: (lab: any) => unknown, rest?: (lab: any) => unknown}} First  of a lab */
/** @typedef {{variant: string, version?: string, workers: number, lost?: true, speed?: Speed}} EngineState */

/** How often a lab looks whether its main picture is drawn, in milliseconds. */
const mainPause = 100;
/** How long everything else waits for it. */
const mainPatience = 8000;

/** @implements {LabMethods} */
export class Lab extends StateElement {
  /** The tag this element is registered under when nobody asks for another. */
  static tag = '';
  /** @type {readonly Preset[]} */
  static presets = [];
  /** Terms of the formula, and the parameters that move each of them. @type {Readonly<Record<string, readonly string[]>>} */
  static terms = {};
  /** Names of the pictures, in their order; each can be hidden. @type {readonly string[]} */
  static pictures = [];
  /** Those that are shown to a class one by one, where they are not all. @type {readonly string[] | null} */
  static slides = null;
  /** Names of the parameters that move the main picture: their controls stand in the strip. @type {readonly string[]} */
  static strip = [];
  /**
   * The parameters of the strip of a picture that is shown alone: those that move it most, in the order of the table, few
   * enough for two rows. What a picture moves by controls of its own is not among them.
   * @type {Readonly<Record<string, readonly string[]>>}
   */
  static drives = {};
  /** The picture whose numbers the answer, the formula and the programs tell; it computes them hidden, too. */
  static teller = '';
  /** Other pictures whose numbers the programs tell: once there are programs they compute them unseen. @type {readonly string[]} */
  static programsTell = [];
  /** Whether the rest waits for a number in the answer, too: not where that takes long, or where an answer may have none. */
  static answerComesFirst = true;
  /** Elements of the pictures that are at hand, by tag; registered when they are drawn. @type {Readonly<Record<string, CustomElementConstructor & {pictured?: boolean}>>} */
  static parts = {};
  /** Fetches what a lab is opened for: the element of its main picture, and what writes the answer. @type {(() => Promise<First>) | null} */
  static first = null;
  /** What `first` has fetched, once it is there. @type {any} */
  static opened = null;
  /** Fetches the element of each of the other pictures, by name. @type {Readonly<Record<string, () => Promise<CustomElementConstructor>>>} */
  static sections = {};
  /** Fetches what draws the formula: behind the main picture. @type {(() => Promise<(spec: any) => unknown>) | null} */
  static formula = null;
  /** Fetches what writes the programs. @type {(() => Promise<unknown>) | null} */
  static programs = null;

  static styles = [tokens, base, labStyles];

  /** What this lab says, in the languages that have been learned. */
  static get words() {
    return words[this.lab];
  }

  /** Whether the elements of all pictures are at hand. */
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

  /** Fetches those of all pictures. */
  static fetchStory() {
    return this.fetchPictures(this.pictures);
  }

  /** The class of this very lab. */
  get #kind() {
    return this.constructor;
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #measuring;
  /** Ends the wait for the window. */
  #stopWaiting = () => {};
  /** @type {Promise<void> | null} */
  #starting = null;
  /** Names of results that are not whole yet. @type {Set<string>} */
  #unsettled = new Set();
  /** Hidden pictures of which files are being made. @type {readonly string[]} */
  #wanted = [];
  /** What is fetched when it is about to be seen. */
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
        this.#kind.fetchPictures(this.#kind.programsTell),
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
  /** Shows one picture after the other to a class. @type {Presenter | null} */
  #presenter = null;
  /** What draws the formula. @type {((spec: any) => unknown) | null} */
  #formula = null;
  /** Whether the main picture has had its turn. */
  #begun = false;
  /** Whether parts of the engine are on their way. */
  #bringing = false;
  /** Whether the main picture, or what stands around the pictures, has not come. */
  #isLacking = false;
  /** The share dialog, and the picture that it is for. @type {{picture: string, Dialog: CustomElementConstructor} | null} */
  #dialog = null;
  /** Whether the main picture, shown alone, did not come. */
  #mainFailed = false;
  /** What the notes are written with. @type {typeof import('./notes.js') | null} */
  #noting = null;
  /** The language of the words at hand. @type {Language | ''} */
  #spoken = '';
  /** These words. @type {Catalogue | undefined} */
  #said;
  /** Shows what was put into the element, until there are words. @type {{remove(): void} | null} */
  #stead = null;
  #t = translator('en');
  #format = formatters('en');

  constructor() {
    super();
    /** What stands around the pictures, where the lab is or was shown whole. @type {LabShell | null} */
    this.shell = null;
    /** What has become of the share dialog. @type {'closed' | 'fetching' | 'failed' | 'open'} */
    this.sharing = 'closed';
    /** @type {Engine | null} */
    this.engine = null;
    /** Whether all parts of the engine are there, or only those of the first picture. */
    this.engineIsWhole = false;
    /** @type {EngineState | null} */
    this.engineState = null;
    /** Why there is nothing to draw, in one sentence. */
    this.trouble = '';
    /** Why there is no engine. */
    this.failure = '';
    /** The term of the formula that is pointed at. */
    this.term = '';
    /** What the pictures have told, by name. @type {Record<string, any>} */
    this.results = {};
    /** Whether the lab tells of its engine and of its page; a page that does so itself says no. */
    this.foot = true;
    /** Whether the lab is the main thing on its page; the page says so. */
    this.alone = false;
    /** Whether it is only looked at, as a thumbnail: what takes much of its own is not fetched. */
    this.still = false;
    /** Whether it measures its engine's speed, for whoever hears of it; pages that show none say no. */
    this.timed = true;
    this.addEventListener('sd-result', (event) => this.#onResult(event));
    this.addEventListener('sd-drag', (event) => this.#drag(!event.detail.done));
    this.addEventListener('pointerdown', (event) => {
      if (event.composedPath().some(isSlider)) this.#drag(true);
    });
    // Whoever walks through the lab by keys finds all of it.
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
    // What stopped when it left the page goes on.
    if (this.hasUpdated) this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopWaiting();
    this.#lazy.stop();
    this.#endDrag();
    // A dialog that left the page was closed without a word; put back, it would stand there as a plain box.
    if (this.sharing === 'open') this.sharing = 'closed';
    globalThis.removeEventListener('beforeprint', this.#finishAll);
    clearTimeout(this.#measuring);
    this.#starting = null;
    leave(this);
  }

  /** Starts the engine: when the lab first comes near the window, or when somebody asks for what it computes. */
  start() {
    if (!this.isConnected) return Promise.resolve(); // put back, it waits for the window again
    this.#stopWaiting();
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start() {
    try {
      const { lab } = this.#kind;
      if (firstRuns.has(lab) && !tellsMore(lab, this.#alone)) coordinating().catch(() => {}); // the run says what failed
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

  /** Tells the page of what failed. @param {unknown} error */
  fail(error) {
    this.emit('scaledot-error', { message: messageOf(error) });
  }

  async getUpdateComplete() {
    this.placeholder?.ask();
    return super.getUpdateComplete();
  }

  /** Loads the parts of the engine that the first picture does not take. */
  async wholeEngine() {
    if (this.engineIsWhole) return;
    await this.start();
    if (!this.engine) return; // there is none: the text stays
    await sharedEngine();
    this.engineIsWhole = this.engine !== null; // it may have left the page
    this.requestUpdate();
  }

  /** Pictures that are shown without the answer, and what that takes of the engine. */
  get #alone() {
    const { figures } = this;
    return this.presents && figures[0] === this.#kind.pictures[0] ? [] : figures;
  }

  /** The engine for a picture, once the parts are there that it may take. @param {string} name  one of `pictures` */
  engineFor(name) {
    const { lab, pictures, teller } = this.#kind;
    const { engine, engineIsWhole } = this;
    const isAlone = this.#alone.includes(name);
    if (!engine || engineIsWhole) return engine;
    if (!isAlone && name !== pictures[0] && name !== teller) return null;
    return this.#hasParts(engine, partsFor(lab, isAlone ? [name] : [])) ? engine : null;
  }

  /** @param {Engine} engine @param {ReturnType<typeof partsFor>} parts */
  #hasParts = ({ parts: loaded }, parts) =>
    parts !== undefined && parts.every((part) => loaded.includes(part));

  /** A picture that is shown in place of another may take other parts. */
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

  /** Fetches a part, and draws it. @param {'story' | 'code' | 'card'} part */
  bring(part) {
    return this.#lazy.bring(part);
  }

  /** Fetches what has not been seen yet and is not hidden. */
  fetchAll() {
    /** @type {NodeListOf<HTMLElement>} */
    const places = this.renderRoot.querySelectorAll(':not(details:not([open])) > .lazy');
    for (const { dataset } of places) this.#lazy.bring(dataset.part ?? '').catch(() => {});
  }

  /** On paper everything is on the screen; what has not been fetched comes too late for this sheet, but not for the next. */
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

  /** A main picture in the window comes first, and the answer. Nothing else is fetched before they are drawn. */
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
      () => {}, // formulas are set in what the machine has
    );
    if (this.isFigure && !this.presents) return; // what else there is nobody will see
    if (this.timed) this.#measuring = setTimeout(() => this.#measureSpeed().catch(() => {}), 1400);
    this.wholeEngine().catch(() => {}); // pictures and programs ask again, and say what failed
    this.#learnAll().catch(() => {}); // likewise
    if (this.shell) this.#lazy.ask('card');
    this.#lazy.watch();
  }

  async #measureSpeed() {
    if (!this.engine) return;
    await this.wholeEngine(); // fetching is not what is timed
    const speed = await sharedSpeed(this.engine);
    this.#tellEngine(speed);
  }

  /** It has lost a worker. */
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

  /** What is out of view costs nothing while a slider or a handle is dragged. @param {boolean} begins */
  #drag(begins) {
    this.renderRoot?.querySelector('.pictures')?.toggleAttribute('data-dragging', begins);
    // Of the two that end it only one comes: the other must not keep the lab when it has left.
    for (const type of ['pointerup', 'pointercancel'])
      if (begins) globalThis.addEventListener(type, this.#endDrag);
      else globalThis.removeEventListener(type, this.#endDrag);
  }

  #endDrag = () => this.#drag(false);

  // ---- drawing ----------------------------------------------------------------------------------------------------

  createRenderRoot() {
    const root = super.createRenderRoot();
    this.#stead = this.placeholder ?? root.appendChild(document.createElement('slot'));
    return root;
  }

  /** Drawn when the words of its language are there, and what stands around the pictures. */
  async prepare() {
    // More may have to be said by the time that it has come: pictures are fetched, too.
    while (await this.#fetchLacking());
    // An engine that is at hand is drawn with at once, and not a second time.
    if (!this.hasUpdated) await new Promise((resolve) => void setTimeout(resolve));
  }

  /** Whether there may be more to fetch. */
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

  /** Fetches the main picture, and what stands around the pictures. */
  async #fetchAround() {
    const main = this.#kind.pictures.slice(0, 1);
    const [{ LabShell }] = await Promise.all([fetchLabShell(), this.#kind.fetchPictures(main)]);
    this.shell ??= new LabShell(this);
  }

  /** The main picture, shown alone, comes with the words. Where it does not come, its place says so, and has a button. */
  async #fetchMain() {
    const main = this.#kind.pictures.filter((name, i) => i === 0 && this.figures.includes(name));
    await this.#kind.fetchPictures(main).catch(() => {
      this.#mainFailed = true;
    });
  }

  /** What `first` has fetched, of whatever name this lab has; null until then. */
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

  /** What is said of all pictures and presets, before anybody asks for it. */
  async #learnAll() {
    await this.#kind.words.learn(this.language, true);
    this.requestUpdate();
  }

  willUpdate() {
    super.willUpdate();
    this.#speak();
  }

  /** Words and number formats, kept while the language stays, and until there are words in another. */
  #speak() {
    const { language } = this;
    const said = this.#kind.words[language];
    if ((this.#spoken === language && this.#said === said) || !this.#speaks(language)) return;
    this.#spoken = language;
    this.#said = said;
    this.#t = translator(language, words.common, this.#kind.words);
    this.#format = formatters(language);
  }

  /** What the numbers of an explanation are made of besides the state; another object once it has changed. @returns {unknown} */
  get evidence() {
    return null;
  }

  /** What a drawing needs to speak. */
  get speech() {
    this.#speak();
    return { t: this.#t, format: this.#format, params: this.params };
  }

  /** The lab's question as plain text, in the language now spoken. */
  get heading() {
    return plain(this.speech.t, `${this.#kind.lab}.title`);
  }

  /**
   * The language now spoken: as asked, else of the text around, else of the browser. On a page of its own the text
   * around is only what the page was delivered in.
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
    if (this.presents) void this.start(); // over the window, wherever it stands
  }

  /** @param {CustomEvent<Told['sd-result']>} event */
  #onResult(event) {
    event.stopPropagation();
    const { name, result, isSettled } = event.detail;
    this.results = { ...this.results, [name]: result };
    if (isSettled) this.#unsettled.delete(name);
    else this.#unsettled.add(name);
    // Drawn in the frame that its picture is drawn in.
    this.requestUpdateNow();
  }

  /** Whether a result is still coming in, or was stopped on its way. @param {string} name */
  isProvisional(name) {
    return this.#unsettled.has(name);
  }

  // ---- hooks of a lab ---------------------------------------------------------------------------------------------

  /** Work that takes others a while may begin before anything is drawn. @param {Engine} _engine */
  engineCame(_engine) {}

  /** The answer sentence with live numbers. @returns {unknown} */
  renderAnswer() {
    return this.opened?.answer(this) ?? nothing;
  }

  /** The answer, or why it has no numbers. @returns {unknown} */
  renderAnswered() {
    const { teller } = this.#kind;
    const refused = teller && this.section(teller)?.refused;
    if (!refused) return this.renderAnswer();
    return html`<span class="problem">${refusal(this.speech.t, refused)}</span>`;
  }

  /** What else the answer has to say: the answer is two lines, this stands below the main picture. @returns {unknown} */
  renderRest() {
    const rest = (!this.hides('answer') && this.opened?.rest?.(this)) || nothing;
    return rest === nothing ? nothing : html`<p class="rest" part="rest">${rest}</p>`;
  }

  /** The live formula. @returns {unknown} */
  renderFormula() {
    return nothing;
  }

  /** The formula, or room for it until it is there. @param {object} spec  what its function takes */
  drawFormula(spec) {
    return (
      this.#formula?.(spec) ?? html`<div class="formula room">${this.placeOf('formula')}</div>`
    );
  }

  /** The main picture, beside the controls. @returns {unknown} */
  renderMain() {
    return nothing;
  }

  /** Why single pictures cannot be drawn: in the whole lab the answer says so. @returns {unknown} */
  renderTrouble() {
    if (!this.trouble) return nothing;
    return html`<p class="problem" role="alert">${refusal(this.speech.t, this.trouble)}</p>`;
  }

  /** Everything below. @returns {unknown} */
  renderSections() {
    const { isWhole, pictures } = this.#kind;
    const [, ...story] = pictures;
    if (isWhole) return story.map((name) => this.picture(name));
    const isDrawn = story.some((name) => this.drawsPicture(name));
    return isDrawn ? this.placeOf('story') : nothing;
  }

  /** What stands where a part will be that is fetched when it is about to be seen, or now. @param {string} part @param {boolean} [now] */
  placeOf(part, now = false) {
    if (now) this.#lazy.ask(part);
    return this.#lazy.place(part, this.speech.t);
  }

  /** Whether a parameter has its control, where the table cannot know it. @param {string} _name */
  hasControl(_name) {
    return true;
  }

  /** Whether a choice is one that is offered. @param {string} _name @param {string} _choice */
  offers(_name, _choice) {
    return true;
  }

  /**
   * What a parameter is chosen from, or what its choices are called, where the table cannot know it.
   * @param {string} _name
   * @returns {readonly Option[]}
   */
  optionsOf(_name) {
    return [];
  }

  /**
   * Groups of controls in their order.
   * @returns {readonly ControlGroup[]}
   */
  controlGroups() {
    return [{ group: 'main' }];
  }

  /**
   * Complete programs that print the page's digits; null while there are none.
   * @param {any} _written  what `programs` has fetched
   * @returns {Record<string, string> | null}
   */
  codeSamples(_written) {
    return null;
  }

  /** The pictures that alone are shown, in their order; none: the whole lab is. Unknown names are passed over, as in `hide`. */
  get figures() {
    return this.presents ? [this.slide] : shownAlone(this);
  }

  /** Whether its pictures are shown to a class, one by one. */
  get presents() {
    return this.params.present !== '' && this.slides.length > 0;
  }

  /** The pictures that are shown to a class, in their order. */
  get slides() {
    // Also called before the fields of this class are there.
    const { pictures, slides } = this.constructor;
    const alone = shownAlone(this);
    const all = alone.length > 0 ? alone : (slides ?? pictures);
    return all.filter((name) => !super.hides(name) && this.hasPicture(name));
  }

  /** The one that is shown now. */
  get slide() {
    const { slides } = this;
    return slides.find((name) => name === this.params.present) ?? slides[0];
  }

  /** Whether there is such a picture in this state. @param {string} _name  one of `pictures` */
  hasPicture(_name) {
    return true;
  }

  /** Whether single pictures are shown, and not the whole lab. */
  get isFigure() {
    return this.figures.length > 0;
  }

  /** Whether every picture can be shared alone, with a button of its own. */
  get sharesPictures() {
    return !super.hides('share');
  }

  /** Beside single pictures there is nothing but their controls. @param {string} part */
  hides(part) {
    if (super.hides(part)) return true;
    const stays = part === 'controls' || (part === 'answer' && this.presents);
    return this.isFigure && !stays && !this.figures.includes(part);
  }

  /**
   * A picture of this lab: its element is <sd-LAB-NAME>, one of `parts`.
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

  /** The questions of the presets, where the lab is or was shown whole. */
  get quiz() {
    return this.shell?.quiz ?? null;
  }

  /** What was predicted of a picture. @param {string} name  one of `pictures` @returns {Prediction | null} */
  predictionIn(name) {
    return this.quiz?.predictionIn(name) ?? null;
  }

  /** Hidden, it is drawn for those who tell its numbers or save it. @param {string} name  one of `pictures` */
  drawsPicture(name) {
    if (this.presents && this.slides.includes(name)) return true;
    const isTold = name === this.#kind.teller || this.#isInPrograms(name);
    const tells = isTold && (!this.isFigure || this.presents);
    return !this.hides(name) || tells || this.#wanted.includes(name);
  }

  /** Whether there are programs that tell its numbers. @param {string} name */
  #isInPrograms(name) {
    return Boolean(this.shell?.hasCode) && this.#kind.programsTell.includes(name);
  }

  /** Whether others tell its numbers, whether it is seen or not. @param {string} name */
  #computesUnseen(name) {
    return this.#isInPrograms(name) || (name === this.#kind.teller && this.hides(name));
  }

  /** @param {string} name  one of `pictures` */
  pictureTag(name) {
    const { lab, parts } = this.#kind;
    return inner(`sd-${lab}-${name}`, parts[`sd-${lab}-${name}`]);
  }

  /** A picture that is drawn. @param {string} name @returns {Section | null} */
  section(name) {
    return /** @type {any} */ (this.shadowRoot?.getElementById(name) ?? null);
  }

  /**
   * A picture as a file, with title, summary and link in it. What has not been computed yet is computed first, wherever
   * the lab stands and whether the picture is hidden or not.
   * @param {ImageOptions} [options]
   * @returns {Promise<Blob>}
   */
  async exportImage(options) {
    checkThis(#lazy in Object(this), 'exportImage', this);
    return (await import('./export-image.js')).exportImage(this, options);
  }

  /**
   * While something is made of a picture it is drawn, be it hidden or not.
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
   * Asked for by itself where no question comes before it, a preset brings its change.
   * @param {Params} asked
   * @param {Params} base
   */
  completed(asked, base) {
    // Also called before the fields of this class are there.
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
    this.quiz?.heed();
  }

  /** The term of the formula that a parameter belongs to. @param {string} name */
  termOf(name) {
    const { terms } = this.#kind;
    return Object.keys(terms).find((term) => terms[term].includes(name)) ?? '';
  }

  /** What a formula is pointed at with. @returns {Pointing} */
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

  /** What stands in the place of pictures that have not been fetched; nothing where they are there. */
  renderLacking() {
    const { lab, parts } = this.#kind;
    const isThere = `sd-${lab}-${this.slide}` in parts;
    return isThere ? nothing : this.placeOf(this.slide);
  }

  /** P shows to a class the picture that the focus is in, else the first. @param {KeyboardEvent} event */
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

  /** Shows the pictures to a class, one by one. @param {string} [name]  of the first; the lab's own first unless told */
  showSlides(name = this.slides[0]) {
    if (name) this.setState({ present: name });
  }

  /** The pictures that alone are shown, and what drives them. @param {Translate} t */
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

  /** Asked for again by the next drawing. @param {Translate} t */
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

  /** Where the pointer was seen last. */
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
    // Inside a control the focus stays what it was, so that pointing elsewhere and back does not flicker.
    this.highlight(term);
  };

  /** @param {Event} event */
  #onLeave = (event) => {
    if (!this.#rests(event)) this.highlight('');
  };

  /** A page that scrolls under a mouse that rests takes nothing from who uses the keys. @param {Event} event */
  #rests(event) {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'mouse') return false;
    const at = `${event.screenX} ${event.screenY}`;
    const rests = at === this.#pointer;
    this.#pointer = at;
    return rests;
  }

  /** Lights a term of the formula, and all that it drives. @param {string} term */
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

  /** What notes are written with: fetched with the first of them. */
  get noting() {
    this.#lazy.ask('notes');
    return words.notes[this.#t.language] ? this.#noting : null;
  }

  /** A hint that fails says nothing: the press will. */
  expectShare = () => void this.#fetchDialog().catch(() => {});

  /** The dialog and its words. A fetch that failed is tried anew. */
  async #fetchDialog() {
    const [{ ShareDialog }] = await Promise.all([
      import('./share-dialog.js'),
      words.share.learn(this.#t.language),
    ]);
    return ShareDialog;
  }

  /**
   * Opens the share dialog.
   * @param {string} picture  that is to be shared alone; '' for none
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
    this.#showSharing(this.isConnected ? 'open' : 'closed'); // the lab may have gone meanwhile
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

  /** The share dialog, with the button of the whole lab. @param {Translate} t @param {Content} [button] */
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

  /** Opens it with a picture chosen. @param {readonly EventTarget[]} path  from the picture to this lab */
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

/** The pictures that a lab is asked to show alone. @param {Lab} lab @returns {readonly string[]} */
function shownAlone({ constructor, params }) {
  const asked = wordsOf(params, 'show');
  return constructor.pictures.filter((name) => asked.has(name));
}

/** Whether a letter that is pressed there means something. @param {EventTarget} target */
const takesLetters = (target) => isField(target) || target instanceof HTMLSelectElement;

/** @param {EventTarget} target */
const isSlider = (target) => target instanceof HTMLInputElement && target.type === 'range';

/** What was drawn is on the screen: two frames later, of which a page in the background has none. */
const painted = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 500);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
