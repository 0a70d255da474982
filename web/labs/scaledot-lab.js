/**
 * <scaledot-lab lab="softmax" dk="128">: any lab by its name, with the attributes, properties, methods and events of
 * its own element. The name may change; parameters that both labs have stay. Without a name it is the first lab, as in
 * a link.
 *
 * The lab's own element is in the shadow root and is fetched when it is near the window, or on request. Until then
 * the attributes are the state, and the element's content is visible. The lab's events pass through, its parts are
 * exported.
 */

/** @import { Note, Params } from '../tables/types.js' */
/** @import { Lab } from './lab/lab.js' */
/** @import { LabMethods } from './lab/public.js' */

import { LitElement, css, html } from 'lit';
import { checkChoice } from '../engine/border/checks.js';
import {
  change,
  defaultLab,
  differences,
  entriesOf,
  format,
  initialParams,
  tables,
} from '../tables/state.js';
import { innerTag } from './parts/define.js';
import { siteHome, wholeLink } from './parts/home.js';
import { isNear, languageAround } from './lab/element-context.js';
import { shownIn } from './lab/engine-parts.js';
import { LabPlaceholder, Placeholder } from './lab/placeholder.js';
import { labNames, loadLab } from './lazy.js';
import { startLab } from './start-lab.js';
import { chooseLanguage } from '../i18n/index.js';
import {
  addProperties,
  checkChanges,
  checkThis,
  nextFrame,
  StateElement,
  upgradeProperties,
  writeAttributes,
} from './lab/state-element.js';
import { themeParts } from './lab/theme-parts.js';

const rows = Object.values(tables).flatMap(({ entries }) => entries);
const names = [...new Set(rows.map(({ name }) => name))];
const keys = [...new Set(rows.map(({ key }) => key))];

/** Lets labs reserve space on their page until they are near the window. Nothing else of a lab is created before. */
export function keepPlaceholders() {
  StateElement.Placeholder = LabPlaceholder;
}

/** Passes an attribute on. @param {Element} element @param {string} key @param {string | null} value */
function pass(element, key, value) {
  if (value === null) element.removeAttribute(key);
  else element.setAttribute(key, value);
}

/** @implements {LabMethods} */
export class ScaledotLab extends LitElement {
  static tag = 'scaledot-lab';

  static styles = css`
    :host {
      display: block;
    }
    :host([hidden]) {
      display: none !important;
    }
  `;

  static get observedAttributes() {
    const own = super.observedAttributes;
    addProperties(this, names);
    return [...own, 'lab', ...keys];
  }

  /** The element of the last requested lab that has arrived. @type {Lab | null} */
  #inner = null;
  /** @type {Promise<void>} */
  #fetching = Promise.resolve();
  /** The name of the lab that is being fetched or shown. */
  #asked = '';
  /** Counts requests, so that a result that is no longer wanted is dropped. */
  #turn = 0;
  /** @type {Placeholder | null} */
  #placeholder = null;
  /** Whether a change event is pending while there is no lab. */
  #isReporting = false;
  /** Whether attributes are being written from the state. */
  #reflecting = false;

  constructor() {
    super();
    upgradeProperties(this, ['lab', ...names]);
  }

  /** The name of the lab. */
  get lab() {
    return this.getAttribute('lab') ?? defaultLab;
  }

  set lab(name) {
    this.setAttribute('lab', String(name));
  }

  /** The element of the current lab, once it has arrived. */
  get #present() {
    const inner = this.#inner;
    return inner?.constructor.lab === this.lab ? inner : null;
  }

  connectedCallback() {
    super.connectedCallback();
    globalThis.addEventListener('beforeprint', this.#print);
    this.#follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    globalThis.removeEventListener('beforeprint', this.#print);
  }

  createRenderRoot() {
    const root = /** @type {ShadowRoot} */ (super.createRenderRoot());
    this.#placeholder = new Placeholder(this, root);
    this.#fitPlaceholder();
    return root;
  }

  #fitPlaceholder() {
    const { lab } = this;
    this.#placeholder?.fit(lab, labNames.includes(lab) ? shownIn(lab, this.shownIn(lab)) : []);
  }

  /**
   * @param {string} name
   * @param {string | null} old
   * @param {string | null} value
   */
  attributeChangedCallback(name, old, value) {
    super.attributeChangedCallback(name, old, value);
    if (this.#reflecting || old === value) return;
    if (name === 'lab') this.#follow();
    else if (this.#present) pass(this.#present, name, value);
    else if (this.hasUpdated) void this.#reportChange();
  }

  /** Reports changes while there is no lab, also once per frame. */
  async #reportChange() {
    if (this.#isReporting) return;
    this.#isReporting = true;
    await nextFrame();
    this.#isReporting = false;
    if (this.#present || !labNames.includes(this.lab)) return;
    const { query, link } = this;
    this.#fitPlaceholder();
    if (this.hasAttribute('present')) this.#placeholder?.go();
    this.#emit('scaledot-change', { state: this.getState(), link, query });
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** Fetches the requested lab if it is not the previous one. */
  #follow() {
    if (!this.#placeholder || !this.isConnected || this.#asked === this.lab) return;
    this.#asked = this.lab;
    const turn = ++this.#turn;
    this.#placeholder?.go();
    this.#fetching = this.#show(this.lab, turn).catch((error) => {
      if (turn === this.#turn) this.#fail(error);
    });
  }

  /** @param {string} name @param {number} turn */
  async #show(name, turn) {
    checkChoice('lab', name, labNames);
    await this.#waitUntilNear();
    if (!this.#isWanted(turn)) return this.#latest(turn);
    this.#startEarly(name);
    const kind = await loadLab(name);
    if (!this.#isWanted(turn)) return this.#latest(turn);
    const inner = this.#make(kind);
    this.#inner = inner;
    this.#placeholder?.remove();
    this.requestUpdate();
    await super.getUpdateComplete(); // so that callers can query it in the shadow root
    await inner.updateComplete;
    this.#reflect();
  }

  /** Whether this request is still the current one. @param {number} turn */
  #isWanted(turn) {
    return this.isConnected && turn === this.#turn;
  }

  /**
   * Waits for the newer request. If there is none, the lab is requested again when the host is reconnected.
   * @param {number} turn
   */
  #latest(turn) {
    if (turn !== this.#turn) return this.#fetching;
    this.#asked = '';
    return undefined;
  }

  /** Waits until the element is near the window, or until its lab is requested. */
  async #waitUntilNear() {
    if (this.getAttribute('present')) return;
    this.#fitPlaceholder();
    this.#placeholder?.speak(this.#language);
    await this.#placeholder?.near();
  }

  get #language() {
    const languages = navigator.languages ?? [];
    return chooseLanguage(this.getAttribute('lang'), languageAround(this), ...languages);
  }

  /** Prints a note in place of a lab that has not arrived, and loads it for the next print. */
  #print = () => {
    if (this.#inner) return; // it prints itself
    this.#placeholder?.print(this.#language, wholeLink(this.lab, this.query), async () => {
      await this.updateComplete;
      await this.#present?.start();
    });
  };

  /** Near the window, fetches the engine and the words together with the lab's code. @param {string} name */
  #startEarly(name) {
    if (!this.checkVisibility?.() || !isNear(this)) return;
    const preset = this.getAttribute('preset') ?? undefined;
    startLab(name, this.#language, { show: this.shownIn(name), preset });
  }

  /** Returns the pictures that are shown without the others. @param {string} _name  of the lab */
  shownIn(_name) {
    return this.getAttribute('show') ?? '';
  }

  /** @param {unknown} error */
  #fail(error) {
    [this.#asked, this.#inner] = ['', null];
    this.#placeholder?.remove();
    this.requestUpdate();
    const message = error instanceof Error ? error.message : String(error);
    this.#emit('scaledot-error', { message });
  }

  /** @param {typeof Lab} kind */
  #make(kind) {
    const inner = /** @type {Lab} */ (document.createElement(innerTag(kind.tag, kind)));
    this.prepare(kind);
    for (const { key } of entriesOf(kind.lab)) pass(inner, key, this.getAttribute(key));
    inner.setAttribute('exportparts', themeParts.join(', '));
    inner.append(document.createElement('slot'));
    inner.addEventListener('scaledot-change', () => this.#reflect());
    return inner;
  }

  /** Removes what the lab cannot use before it is created. @param {typeof Lab} kind */
  prepare({ presets }) {
    // A preset of another lab means nothing here.
    const preset = this.getAttribute('preset');
    if (!presets.some(({ id }) => id === preset)) this.removeAttribute('preset');
  }

  /** Writes the visitor's changes and corrections to the attributes. */
  #reflect() {
    this.#reflecting = true;
    try {
      writeAttributes(this, keys, new Map(differences(this.params, this.lab)));
    } finally {
      this.#reflecting = false;
    }
  }

  async getUpdateComplete() {
    this.#placeholder?.go();
    await this.#fetching;
    await this.#inner?.updateComplete;
    return super.getUpdateComplete();
  }

  render() {
    return this.#inner ?? html`<slot></slot>`;
  }

  // ---- interface of every lab -------------------------------------------------------------------------------------

  /** @param {unknown} element  whose method was called @param {string} name  of the method */
  static #check(element, name) {
    checkThis(#inner in Object(element), name, element);
  }

  /** The complete state. @returns {Params} */
  get params() {
    ScaledotLab.#check(this, 'params');
    if (this.#present) return this.#present.params;
    const given = entriesOf(this.lab).filter(({ key }) => this.hasAttribute(key));
    const changes = Object.fromEntries(given.map(({ key }) => [key, this.getAttribute(key)]));
    return change(initialParams(this.lab), changes, this.lab).params;
  }

  /** The state as plain JSON. */
  getState() {
    ScaledotLab.#check(this, 'getState');
    return { lab: this.lab, ...this.params };
  }

  /**
   * Changes the state, and also the lab. Keeps everything not given.
   * @param {Readonly<Record<string, unknown>>} changes
   * @returns {readonly Note[]}  values that could not be used as given
   */
  setState(changes) {
    ScaledotLab.#check(this, 'setState');
    const { lab = this.lab, ...own } = checkChanges(changes);
    if (lab !== this.lab) this.lab = String(lab);
    if (this.#present) return this.#present.setState(own);
    const { params, notes } = change(this.params, own, this.lab);
    writeAttributes(this, keys, new Map(differences(params, this.lab)));
    return notes;
  }

  /** The state as the text after # of a link. */
  get query() {
    ScaledotLab.#check(this, 'query');
    return format(this.params, this.lab);
  }

  /** The whole link. */
  get link() {
    ScaledotLab.#check(this, 'link');
    return `${siteHome()}#${this.query}`;
  }

  /**
   * Returns a picture as a file, as the lab's own method does.
   * @param {Parameters<Lab['exportImage']>[0]} [options]
   * @returns {Promise<Blob>}
   */
  async exportImage(options) {
    ScaledotLab.#check(this, 'exportImage');
    if (!this.isConnected) throw new Error('exportImage: the element is not on a page');
    await this.updateComplete;
    checkChoice('lab', this.lab, labNames);
    if (!this.#present) throw new Error('exportImage: the lab could not be fetched');
    return this.#present.exportImage(options);
  }
}

/** Each element of a lab is one of these, or extends one. A list of all labs would bring all of them into a bundle. */
export const labBases = Object.freeze([StateElement, ScaledotLab]);
