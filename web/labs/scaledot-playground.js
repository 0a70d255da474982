/**
 * <scaledot-playground>: your own experiment.
 *
 * The visitor writes a program in JavaScript that uses the engine, and sees its output, its tables and its pictures.
 * Below are experiments to start from. Programs run in an interpreter that has no access to the page. The lab's own
 * experiments run automatically. A program from a link waits for its button.
 *
 * Besides what every lab has: a <pre> in the element, or in the <scaledot-figure> or <scaledot-lab> around it, holds
 * the program, unless an attribute names one. (Other text is shown until the lab is loaded, as in every lab.)
 * `readonly` (no edits) and `autorun` (runs as soon as it is seen) are attributes of the element only and are in no
 * link.
 */

/** @import { Language } from '../i18n/index.js' */
/** @import { experimentNames } from '../tables/playground.js' */
/** @import { Shared } from './lab/types.js' */

import '../tables/playground.js'; // before any code that needs the lab's state
import { nothing } from 'lit';
import { html as staticHtml } from 'lit/static-html.js';
import { Lab } from './lab/lab.js';
import { ProgramRunner } from './playground/program-runner.js';
import { fits, pack, unpack } from './parts/packing.js';
import { isName, keepProgram, keptProgram } from './playground/long-programs.js';
import { experimentsIn, translateExperiments } from './playground/translations.js';
import { programIn } from './playground/text-content.js';
import { readValues, writeValues } from './playground/values.js';

/** @typedef {typeof experimentNames[number]} Experiment */

/** How long typing must pause before the link changes, ms. */
const rest = 400;

/**
 * Returns the program of a state; null if it cannot be read, or if only an earlier page had it.
 * @param {string} code
 */
const programOf = (code) => (isName(code) ? keptProgram(code) : unpack(code));

export class ScaledotPlayground extends Lab {
  static lab = 'playground';
  static tag = 'scaledot-playground';
  static pictures = ['program', 'gallery'];
  /** A program has no slide, because its output may have any height. @type {readonly string[]} */
  static slides = [];
  static answerPicture = 'program';
  static drives = { program: [], gallery: [] };
  static answerComesFirst = false;
  static first = () => import('./playground/first.js');
  static sections = {
    gallery: async () => (await import('./playground/gallery.js')).PlaygroundGallery,
  };

  static get observedAttributes() {
    return [...super.observedAttributes, 'readonly'];
  }

  /** The text that is typed but not yet in the state. @type {string | null} */
  #draft = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Writes the state into the link now, on pages that have one. @type {(() => void) | undefined} */
  settle;
  /** The language of the experiments. Kept while the lab is disconnected. @type {Language} */
  #language = 'en';
  /**
   * The program of the state, read once. `own` is null if the state has none of its own, or one that cannot be read.
   * @type {{of: string, own: string | null, program: string}}
   */
  #stated = { of: '', own: null, program: '' };
  /**
   * The program that the host page provides. Only this one may run automatically with `autorun`.
   * @type {string | null}
   */
  #authored = null;
  /** The program and the values of the last run. @type {{program: string | null, values: string}} */
  #ran = { program: null, values: '' };

  constructor() {
    super();
    this.runner = new ProgramRunner(() => this.requestUpdateNow());
  }

  connectedCallback() {
    this.#readContent();
    super.connectedCallback();
    this.#listen('addEventListener');
    // A classic script defines the element before its children are parsed.
    if (document.readyState === 'loading' && this.#page.childElementCount === 0)
      document.addEventListener('DOMContentLoaded', this.#readContent, { once: true });
  }

  /** Commits the text before the page is left: after Back the old history entry cannot be written any more. */
  #leave = () => {
    if (this.#draft === null) return;
    this.#commit();
    this.settle?.();
  };

  #onKey = (/** @type {Event} */ event) => {
    // Alt or Cmd with an arrow key goes back.
    if (event instanceof KeyboardEvent && (event.altKey || event.metaKey)) this.#leave();
  };

  /** @param {'addEventListener' | 'removeEventListener'} method */
  #listen(method) {
    globalThis[method]('pagehide', this.#leave);
    globalThis[method]('keydown', this.#onKey, true);
    document[method]('visibilitychange', this.#leave);
    document.documentElement[method]('pointerleave', this.#leave); // towards the browser's own buttons
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#listen('removeEventListener');
    document.removeEventListener('DOMContentLoaded', this.#readContent);
    this.#commit();
    this.#ran = { program: null, values: '' };
    this.runner.dispose();
  }

  /**
   * The element with the host page's content: this one, or the <scaledot-lab> or <scaledot-figure> that shows it and
   * slots its content.
   * @returns {Element}
   */
  get #page() {
    const root = this.getRootNode();
    return root instanceof ShadowRoot && this.querySelector(':scope > slot') ? root.host : this;
  }

  /** Reads the program from a <pre> in the element, unless the state names one. */
  #readContent = () => {
    const isNamed = this.params.code !== '' || this.hasAttribute('experiment');
    const program = isNamed || this.#draft !== null ? '' : programIn(this.#page);
    if (program !== '') this.write(program, 0);
    if (!this.alone) this.#authored = this.program;
  };

  /** Loads the experiments in the lab's language; if that fails, they stay in English. */
  async prepare() {
    const { language } = this;
    await Promise.all([super.prepare(), translateExperiments(language).catch(() => {})]);
    this.#language = language;
  }

  willUpdate() {
    super.willUpdate();
    this.#follow();
    this.#reportWorkers();
  }

  /**
   * Reports where programs run, which only a run shows: before it, the engine would report workers that cannot start.
   */
  #reportWorkers() {
    const { engineState, runner } = this;
    if (!runner.onPage || !engineState?.workers) return;
    this.engineState = { ...engineState, workers: 0 };
    this.emit('scaledot-engine', this.engineState);
  }

  /** The program of the experiment that the state names. */
  get #experiment() {
    return experimentsIn(this.#language)[String(this.params.experiment)];
  }

  /**
   * Handles another experiment, another link or another language. Typed text is in the state before the first two, and
   * stays with the last.
   */
  #follow() {
    const { experiment, code } = this.params;
    const of = `${experiment} ${code}`;
    const before = this.#stated;
    const isSame = before.of === of;
    const own = isSame ? before.own : code === '' ? null : programOf(String(code));
    const program = own ?? this.#experiment;
    if (isSame && before.program === program) return;
    this.#stated = { of, own, program };
    if (before.of === '' || this.#draft === program || (isSame && this.#draft !== null)) return;
    this.#draft = null;
    this.#ran = { program: null, values: '' };
    this.runner.clear();
  }

  /** The program as shown on the page. */
  get program() {
    this.#follow();
    return this.#draft ?? this.#stated.program;
  }

  set program(text) {
    this.write(String(text));
  }

  /** Whether the link has a program that cannot be read. */
  get isGarbled() {
    return this.#draft === null && this.params.code !== '' && this.#stated.own === null;
  }

  /** Whether the program was too long for the link and stayed on the page where it was written. */
  get isLeft() {
    return this.isGarbled && isName(String(this.params.code));
  }

  /** Whether the program is the visitor's or the page's, and not one of the gallery. */
  get isOwn() {
    return this.program !== this.#experiment;
  }

  /** @param {string} part */
  hides(part) {
    return part === 'present' || super.hides(part);
  }

  /** Whether the program is too long for a link. */
  get isTooLong() {
    return !fits(this.program);
  }

  /** The program to share besides the state, if it is not from the gallery. @returns {Shared | null} */
  get shared() {
    const { program, isTooLong } = this;
    return this.isOwn ? { program, isTooLong, without: { code: '', controls: '' } } : null;
  }

  /** Opens the share dialog with what has been typed. @param {string} picture @param {Element} button */
  share(picture, button) {
    this.#commit();
    return super.share(picture, button);
  }

  /** Whether the visitor may not change the program. */
  get isFixed() {
    return this.#page.hasAttribute('readonly') || this.locks('code');
  }

  /** Takes text typed by the visitor. @param {string} text */
  type(text) {
    if (!this.isFixed) this.write(text);
  }

  /**
   * Sets the program. It enters the state, and with it the link, after a pause.
   * @param {string} text
   * @param {number} [wait]  ms
   */
  write(text, wait = rest) {
    this.#draft = text.replaceAll('\r\n', '\n');
    clearTimeout(this.#timer);
    if (wait === 0) this.#commit();
    else this.#timer = setTimeout(() => this.#commit(), wait);
    this.requestUpdate();
  }

  #commit() {
    clearTimeout(this.#timer);
    const text = this.#draft;
    if (text === null) return;
    const code = fits(text) ? pack(text) : keepProgram(text);
    this.set({ code: text === this.#experiment ? '' : code });
    this.#follow();
    this.#draft = null;
  }

  /** Makes typed text a step of its own before other changes. @param {Readonly<Record<string, unknown>>} changes */
  stepTo(changes) {
    if (this.#draft === null) return super.stepTo(changes);
    this.#commit();
    void this.updateComplete.then(() => super.stepTo(changes));
  }

  /** Runs the program. */
  async run() {
    const { program } = this;
    const values = readValues(this.params);
    this.#ran = { program, values: JSON.stringify(values) };
    if (this.engine?.engine.variant === 'fallback') this.runner.refuse('noWasm');
    else await this.runner.run(program, values);
  }

  /**
   * Whether the program should run automatically: one of the lab's own, one that the page provides with `autorun`, or
   * one that has already run with other values. A program from a link waits for its button.
   */
  get isDue() {
    const { program, values } = this.#ran;
    if (this.still) return false;
    if (program === this.program) return values !== JSON.stringify(readValues(this.params));
    if (!this.isOwn) return true;
    return (
      program === null && this.#page.hasAttribute('autorun') && this.program === this.#authored
    );
  }

  /**
   * Whether the first output of one of the lab's own programs will come by itself. Space is reserved for it, so that
   * nothing below it moves.
   */
  get isExpected() {
    const { isRunning, hasEnded } = this.runner;
    if (hasEnded) return false;
    // While the visitor types, another program may be running than the one on the page.
    return isRunning ? this.#ran.program === this.#experiment : this.isDue && !this.isOwn;
  }

  /** Called when a control of the program was moved. @param {string} name @param {number} value */
  move(name, value) {
    const names = [...this.runner.output.controls.keys()];
    const values = { ...readValues(this.params), [name]: value };
    this.set({ controls: writeValues(values, names) });
    this.#ran.values = JSON.stringify(readValues(this.params));
    void this.runner.adjust(this.program, values);
  }

  /** Renders a picture with the lab's only runner. @param {string} name */
  picture(name) {
    if (!this.drawsPicture(name)) return nothing;
    const { params, fileLink: link, set } = this;
    const { t, format } = this.speech;
    const tag = this.pictureTag(name);
    return staticHtml`<${tag} id=${name} part="picture" ?single=${this.isFigure} ?hidden=${this.hides(name)} .unseen=${name === 'program' && this.hides(name)} .engine=${this.engineFor(name)} .params=${params} .t=${t} .link=${link} .set=${set} .format=${format} .embeds=${this.sharesPictures} .lab=${this} .version=${this.runner.version} .program=${this.program}></${tag}>`;
  }

  controlGroups() {
    return [];
  }

  renderMain() {
    return this.picture('program');
  }
}
