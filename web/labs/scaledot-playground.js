/**
 * <scaledot-playground>: your own experiment.
 *
 * The visitor writes a program in JavaScript with the engine at hand, and sees what it prints, its tables and its pictures; below
 * stand experiments to begin with. Programs run in an interpreter that reaches nothing of the page. The lab's own experiments run
 * by themselves; a program that a link brings waits for its button.
 *
 * Beside what every lab has: a <pre> in the element holds the program, where no attribute names one (other text is shown until the
 * lab is there, as in every lab); `readonly` (no changes are
 * taken) and `autorun` (it runs as soon as it is seen) are attributes of the element alone and stand in no link.
 */
import '../tables/playground.js'; // before anything that asks for the lab's state
import { nothing } from 'lit';
import { html as staticHtml } from 'lit/static-html.js';
import { Lab } from './lab/lab.js';
import { Bench } from './playground/bench.js';
import { experiments } from './playground/experiments.js';
import { fits, pack, unpack } from './parts/packing.js';
import { programIn } from './playground/text-content.js';
import { labStyles } from './playground/styles.js';
import { readValues, writeValues } from './playground/values.js';

/** @typedef {keyof typeof experiments} Experiment */

/** How long the link waits for what is being written, ms. */
const rest = 400;

export class ScaledotPlayground extends Lab {
  static lab = 'playground';
  static tag = 'scaledot-playground';
  static styles = [...Lab.styles, labStyles];
  static pictures = ['program', 'gallery'];
  /** A program has no slide: what it says may be of any height. @type {readonly string[]} */
  static slides = [];
  static teller = 'program';
  static drives = { program: [], gallery: [] };
  static answerComesFirst = false;
  static first = () => import('./playground/first.js');
  static sections = {
    gallery: async () => (await import('./playground/gallery.js')).PlaygroundGallery,
  };

  static get observedAttributes() {
    return [...super.observedAttributes, 'readonly'];
  }

  /** What is written and is not in the state yet, or too long for it. @type {string | null} */
  #draft = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The program that the state names: read once. */
  #stated = { of: '', program: '' };
  /** The program that has run by itself. @type {string | null} */
  #begun = null;

  constructor() {
    super();
    this.bench = new Bench(() => this.requestUpdateNow());
  }

  connectedCallback() {
    this.#readContent();
    super.connectedCallback();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#commit();
    this.#begun = null;
    this.bench.dispose();
  }

  /** The text in the element is its program, unless its state names one. */
  #readContent() {
    if (this.hasUpdated || this.params.code !== '' || this.hasAttribute('experiment')) return;
    const program = programIn(this);
    if (program !== '') this.write(program, 0);
  }

  willUpdate() {
    super.willUpdate();
    this.#follow();
  }

  /** Another experiment, or another link: what was being written goes. */
  #follow() {
    const { experiment, code } = this.params;
    const of = `${experiment} ${code}`;
    if (this.#stated.of === of) return;
    const isFirst = this.#stated.of === '';
    const own = code === '' ? null : unpack(String(code));
    this.#stated = { of, program: own ?? experiments[/** @type {Experiment} */ (experiment)] };
    if (isFirst || this.#draft === this.#stated.program) return;
    this.#draft = null;
    this.bench.clear();
  }

  /** The program as it stands on the page. */
  get program() {
    this.#follow();
    return this.#draft ?? this.#stated.program;
  }

  set program(text) {
    this.write(String(text));
  }

  /** Whether the link has a program that cannot be read. */
  get isGarbled() {
    const { code } = this.params;
    return code !== '' && this.#draft === null && unpack(String(code)) === null;
  }

  /** Whether the program is the visitor's or the page's, and not one of the gallery. */
  get isOwn() {
    const { experiment } = this.params;
    return this.program !== experiments[/** @type {Experiment} */ (experiment)];
  }

  /** @param {string} part */
  hides(part) {
    return part === 'present' || super.hides(part);
  }

  /** Whether no link can carry it. */
  get isTooLong() {
    return !fits(this.program);
  }

  /** Whether the program may not be changed. */
  get isFixed() {
    return this.hasAttribute('readonly') || this.locks('code');
  }

  /** What is written goes into the state, and so into the link, once it rests. @param {string} text @param {number} [wait]  ms */
  write(text, wait = rest) {
    this.#draft = text;
    clearTimeout(this.#timer);
    if (wait === 0) this.#commit();
    else this.#timer = setTimeout(() => this.#commit(), wait);
    this.requestUpdate();
  }

  #commit() {
    clearTimeout(this.#timer);
    const text = this.#draft;
    if (text === null || !fits(text)) return;
    const { experiment } = this.params;
    const isExperiment = text === experiments[/** @type {Experiment} */ (experiment)];
    this.setState({ code: isExperiment ? '' : pack(text), controls: '' });
    this.#follow();
    this.#draft = null;
  }

  /** Runs the program. */
  run() {
    this.#begun = this.program;
    if (this.engine?.engine.variant === 'fallback') return this.bench.refuse('noWasm');
    return this.bench.run(this.program, readValues(this.params));
  }

  /** Runs by itself what is the lab's own, or what its page wants to run: once. */
  async begin() {
    if (this.still || this.#begun === this.program) return;
    if (this.isOwn && !this.hasAttribute('autorun')) return;
    await this.run();
  }

  /** A control of the program was moved. @param {string} name @param {number} value */
  move(name, value) {
    const { controls } = this.bench.output;
    const values = { ...readValues(this.params), [name]: value };
    this.setState({ controls: writeValues(values, [...controls.keys()]) });
    void this.bench.adjust(this.program, readValues(this.params));
  }

  /** With the bench, which the lab has one of. @param {string} name */
  picture(name) {
    if (!this.drawsPicture(name)) return nothing;
    const { params, fileLink: link, set } = this;
    const { t, format } = this.speech;
    const tag = this.pictureTag(name);
    return staticHtml`<${tag} id=${name} part="picture" ?single=${this.isFigure} ?hidden=${this.hides(name)} .unseen=${name === 'program' && this.hides(name)} .engine=${this.engineFor(name)} .params=${params} .t=${t} .link=${link} .set=${set} .format=${format} .embeds=${this.sharesPictures} .lab=${this} .version=${this.bench.version} .program=${this.program}></${tag}>`;
  }

  controlGroups() {
    return [];
  }

  renderMain() {
    return this.picture('program');
  }
}
