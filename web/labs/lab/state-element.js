/**
 * An element whose state has five views: its properties, its attributes, a link, JSON, and its rendering. The table of
 * its lab defines the parameters. It renders at most once per frame, and emits scaledot-change {state, link, query}
 * after a change was rendered.
 */

/** @import { Note, Params, Value } from '../../tables/types.js' */
/** @import { LabPlaceholder } from './placeholder.js' */

import { LitElement } from 'lit';
import { isObject, wrongThis, wrongType } from '../../engine/border/checks.js';
import {
  change,
  differences,
  entriesOf,
  format,
  initialParams,
  parse,
  wordsOf,
} from '../../tables/params.js';
import { looks, looksOf } from '../../tables/entries.js';
import { siteHome, wholeLink } from '../parts/home.js';
import { changed, Steps } from './steps.js';

/** @typedef {Record<string, unknown> | ((params: Params) => Record<string, unknown>)} Changes */

/** Resolves before the next frame. Hidden pages have no frames, so a timer resolves there. */
export const nextFrame = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });

/** @typedef {HTMLElement & {params: Params, setState: (changes: Record<string, unknown>) => unknown}} Stateful */

/**
 * Defines one property per parameter on a class.
 * @param {{prototype: Stateful}} element
 * @param {Iterable<string>} names
 */
export function addProperties({ prototype }, names) {
  for (const name of names) {
    if (Object.hasOwn(prototype, name)) continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      /** @this {Stateful} */
      get() {
        return this.params[name];
      },
      /** @this {Stateful} */
      set(value) {
        this.setState({ [name]: value });
      },
    });
  }
}

/**
 * Sets properties again that were set before the element was defined: as own properties they shadow the accessors.
 * @param {HTMLElement & Record<string, any>} element  with whatever a page has set
 * @param {Iterable<string>} names
 */
export function upgradeProperties(element, names) {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}

/**
 * Writes attributes where they change, and removes those without a value.
 * @param {HTMLElement} element
 * @param {Iterable<string>} keys
 * @param {ReadonlyMap<string, string>} values
 */
export function writeAttributes(element, keys, values) {
  for (const key of keys) {
    const value = values.get(key);
    if (value === undefined) element.removeAttribute(key);
    else if (element.getAttribute(key) !== value) element.setAttribute(key, value);
  }
}

/** Checks the argument of setState() and leaves out what is undefined. @param {unknown} changes */
export function checkChanges(changes) {
  if (!isObject(changes) || Array.isArray(changes))
    throw wrongType('setState', changes, 'an object of changes');
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** @param {boolean} isOne  whether a method was called on the element of a lab @param {string} name @param {unknown} element */
export function checkThis(isOne, name, element) {
  if (!isOne) throw wrongThis(name, element, 'the element of a lab');
}

/** How many steps can be undone. */
const mostSteps = 100;

/** Events that end a pointer's press. */
const ends = ['pointerup', 'pointercancel', 'blur'];

/** Whether the target takes text. @param {EventTarget} target */
export const isField = (target) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable) ||
  (target instanceof HTMLInputElement && !['range', 'checkbox', 'radio'].includes(target.type));

/** @param {string} lab */
const namesOf = (lab) => entriesOf(lab).map(({ name }) => name);
/** @param {string} lab */
const keysOf = (lab) => entriesOf(lab).map(({ key }) => key);

/** @param {Params} params @param {readonly string[]} names @returns {Record<string, Value>} */
const valuesOf = (params, names) => Object.fromEntries(names.map((name) => [name, params[name]]));

export class StateElement extends LitElement {
  /** Name of the table in params.js. */
  static lab = '';
  /**
   * Reserves space for an element until it is near the window. null if a lab fills its page.
   * @type {typeof LabPlaceholder | null}
   */
  static Placeholder = null;

  static get observedAttributes() {
    const own = super.observedAttributes;
    addProperties(this, namesOf(this.lab));
    return [...own, ...keysOf(this.lab)];
  }

  /** @type {Params} */
  #params;
  /** Attributes that changed since they were last read, by link key. @type {Map<string, string | null>} */
  #incoming = new Map();
  #reflecting = false;
  /** @type {Params | null} The state of the last event. */
  #announced = null;
  /** Notes on values that could not be used as given. @type {readonly Note[]} */
  #notes = [];
  /** Notes on values typed into controls, by link key. @type {Map<string, Note>} */
  #typed = new Map();
  #atOnce = false;
  #steps = new Steps();
  #stepCount = 0;
  /** States that undo can return to. @type {readonly Params[]} */
  #past = [];
  /** Whether the visitor made one of the pending changes. */
  #isOwn = false;
  /** The pending changes that the surrounding page made. They are not part of a step. @type {Record<string, Value>} */
  #given = {};
  /** @type {LabPlaceholder | null} */
  placeholder = null;
  /** Goes back in the browser's history, which keeps the steps if the lab has its own page. @type {(() => void) | null} */
  goBack = null;

  constructor() {
    super();
    this.#params = initialParams(this.#lab);
    upgradeProperties(this, namesOf(this.#lab));
  }

  get #lab() {
    return this.constructor.lab;
  }

  /** @param {string} name @param {object} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** @param {unknown} element  whose method was called @param {string} name  of the method */
  static #check(element, name) {
    checkThis(#params in Object(element), name, element);
  }

  /** The complete state. @returns {Params} */
  get params() {
    StateElement.#check(this, 'params');
    this.#readAttributes();
    return this.#params;
  }

  /** The state as plain JSON. */
  getState() {
    StateElement.#check(this, 'getState');
    return { lab: this.#lab, ...this.params };
  }

  /**
   * Changes the state and keeps everything not given. Corrects impossible values, with a note on the page. This is not
   * a step of the visitor; stepTo() and set() are.
   * @param {Readonly<Record<string, unknown>>} changes
   * @returns {readonly Note[]}
   */
  setState(changes) {
    StateElement.#check(this, 'setState');
    const { lab: _lab, ...own } = checkChanges(changes);
    return this.apply(own, false);
  }

  /**
   * Changes the state as setState() does.
   * @param {Readonly<Record<string, unknown>>} changes
   * @param {boolean} [isOwn]  whether the visitor made them; by default they belong to what is pending
   */
  apply(changes, isOwn = this.#isOwn) {
    const next = change(this.params, changes, this.#lab);
    this.#take(this.completed(next.params, this.params), next.notes, isOwn);
    return next.notes;
  }

  /**
   * Returns a requested state together with the changes that it implies.
   * @param {Params} asked
   * @param {Params} _base  the state that it was made from
   */
  completed(asked, _base) {
    return asked;
  }

  /**
   * Adds changes that follow from the current state, and keeps its notes.
   * @param {Readonly<Record<string, unknown>>} changes
   */
  amend(changes) {
    this.#take(change(this.params, changes, this.#lab).params, this.#notes, this.#isOwn);
  }

  /** Replaces the whole state by that of a link. @param {string} link */
  setLink(link) {
    StateElement.#check(this, 'setLink');
    this.#incoming.clear();
    const next = parse(link, this.#lab);
    this.#typed.clear();
    this.#take(this.completed(next.params, initialParams(this.#lab)), next.notes, false);
    this.arrived();
    return next.notes;
  }

  /** Called after a link or an undo has changed the state. */
  arrived() {}

  /** The state as the text after # of a link. */
  get query() {
    StateElement.#check(this, 'query');
    return format(this.params, this.#lab);
  }

  /** The whole link, as in the share dialog. */
  get link() {
    StateElement.#check(this, 'link');
    return `${siteHome()}#${this.query}`;
  }

  /** The link in exported files. */
  get fileLink() {
    return wholeLink(this.#lab, this.query);
  }

  /** Returns the initial state, with the current theme and language. */
  fresh() {
    return { ...initialParams(this.#lab), ...looksOf(this.params) };
  }

  reset() {
    this.#typed.clear();
    this.stepTo(this.fresh());
  }

  /** Applies changes as one step, to be undone at once. @param {Readonly<Record<string, unknown>>} changes */
  stepTo(changes) {
    this.#steps.apart();
    this.apply(changes, true);
  }

  /**
   * Takes a typed or dragged value. While the visitor types, only valid values apply, so that nobody is corrected
   * half-way.
   * @param {string} name
   * @param {Value} raw
   * @param {boolean} final
   */
  enter(name, raw, final) {
    const { params, notes } = change(this.params, { [name]: raw }, this.#lab);
    if (notes.length > 0 && !final) return this.#params[name];
    this.#typed.clear();
    for (const note of notes) this.#typed.set(note.key, note);
    this.#take(params, [], true);
    return params[name];
  }

  /**
   * Applies changes from a picture. A picture may change what the controls change, unless they are locked. Changes that
   * depend on the state are given as a function of it, because a picture shows the state of the last frame and there
   * may have been changes since.
   * @param {Changes} given
   */
  set = (given) => {
    const changes = typeof given === 'function' ? given(this.params) : given;
    const controlled = new Set(
      entriesOf(this.#lab).flatMap(({ name, control }) => (control ? [name] : [])),
    );
    const free = Object.entries(changes).filter(
      ([name]) => !(controlled.has(name) && this.locks(name)),
    );
    this.apply(Object.fromEntries(free), true);
  };

  /** Notes on the last change from outside. */
  get notes() {
    return this.#notes;
  }

  /** Returns the note on the value typed into a control. @param {string} key */
  noteOn(key) {
    return this.#typed.get(key);
  }

  dismissNotes() {
    this.#take(this.#params, [], this.#isOwn);
  }

  /** @param {string} part */
  hides(part) {
    return wordsOf(this.params, 'hide').has(part);
  }

  /** @param {string} name */
  locks(name) {
    const locked = wordsOf(this.params, 'lock');
    const key = entriesOf(this.#lab).find((entry) => entry.name === name)?.key ?? name;
    return locked.has('all') || locked.has(key);
  }

  /** @param {Params} params @param {readonly Note[]} notes @param {boolean} isOwn  whether the visitor changed them */
  #take(params, notes, isOwn) {
    if (isOwn) this.#isOwn = true;
    else Object.assign(this.#given, valuesOf(params, changed(this.#params, params)));
    this.#restore(params, notes);
  }

  /** @param {Params} params @param {readonly Note[]} notes */
  #restore(params, notes) {
    this.#params = params;
    this.#notes = notes;
    this.#steps.onChange();
    this.#changed();
  }

  #changed() {
    this.requestUpdate();
    this.placeholder?.changed();
  }

  /**
   * @param {string} name
   * @param {string | null} old
   * @param {string | null} value
   */
  attributeChangedCallback(name, old, value) {
    super.attributeChangedCallback(name, old, value);
    if (this.#reflecting || old === value) return;
    this.#incoming.set(name, value);
    this.#changed();
  }

  /** Attributes change one by one, but their limits may depend on each other. So all changes are read together. */
  #readAttributes() {
    if (this.#incoming.size === 0) return;
    const changes = Object.fromEntries(
      entriesOf(this.#lab)
        .filter(({ key }) => this.#incoming.has(key))
        .map(({ key, initial }) => [key, this.#incoming.get(key) ?? initial]),
    );
    this.#incoming.clear();
    const next = change(this.#params, changes, this.#lab);
    this.#take(this.completed(next.params, this.#params), next.notes, false);
  }

  #writeAttributes() {
    this.#reflecting = true;
    try {
      writeAttributes(this, keysOf(this.#lab), new Map(differences(this.#params, this.#lab)));
    } finally {
      this.#reflecting = false;
    }
  }

  /** Renders in the frame that is being rendered now. */
  requestUpdateNow() {
    if (!this.isUpdatePending) this.#atOnce = true;
    this.requestUpdate();
  }

  /** Waits for everything that the next render needs. */
  async prepare() {}

  /** Renders a burst of changes once, before the next frame. */
  async scheduleUpdate() {
    if (!this.hasUpdated) await this.placeholder?.left();
    else if (!this.#atOnce) await nextFrame();
    this.#atOnce = false;
    // Repeats until the state stays the same, so that the state being rendered is the prepared one.
    for (let of; of !== this.params;) {
      of = this.params;
      await this.prepare();
    }
    await super.scheduleUpdate();
  }

  willUpdate() {
    this.#readAttributes();
  }

  updated() {
    this.tell();
  }

  /** Reports the current state by its attributes and by an event. */
  tell() {
    this.#writeAttributes();
    if (this.#announced === this.#params) return;
    const before = this.#announced;
    this.#announced = this.#params;
    const [isOwn, given] = [this.#isOwn, this.#given];
    [this.#isOwn, this.#given] = [false, {}];
    if (!before) return;
    this.#remember({ ...before, ...given }, isOwn, given);
    const { link, query } = this;
    this.emit('scaledot-change', { state: this.getState(), link, query });
  }

  /**
   * @param {Params} before  the state until now, with what the page has set since
   * @param {boolean} isOwn  whether the visitor has changed it, too
   * @param {Readonly<Record<string, Value>>} given  what the page has set; it stays when the visitor goes back
   */
  #remember(before, isOwn, given) {
    this.#past = this.#past.map((state) => ({ ...state, ...given }));
    if (!isOwn) return this.#steps.forget();
    if (!this.#steps.begins(before, this.#params)) return;
    this.#past = [...this.#past.slice(1 - mostSteps), before];
    this.#stepCount += 1;
  }

  /**
   * How many steps were made. It grows when a change begins one. It is not called `steps`, which is a parameter of
   * Training.
   */
  get stepsBegun() {
    return this.#stepCount;
  }

  /** Goes back by one step. @returns {void} */
  undo() {
    if (this.goBack) return this.goBack();
    const before = this.#past[this.#past.length - 1];
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    const now = this.params;
    const kept = Object.keys(now).filter((name) => looks.includes(name) || this.locks(name));
    const next = { ...before, ...this.#given, ...valuesOf(now, kept) };
    // A page may have overwritten all changes of this step since.
    if (changed(now, next).length === 0) return this.undo();
    this.#typed.clear();
    this.#restore(next, []);
    this.arrived();
  }

  /**
   * Undoes on Ctrl+Z, except in a text field, where the browser does. Listens inside the lab, or everywhere on a page
   * of its own.
   * @param {KeyboardEvent} event
   */
  undoByKey = (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented) return;
    if (event.composedPath().some(isField)) return;
    event.preventDefault();
    // A recent change becomes a step once it is rendered.
    void this.updateComplete.then(() => this.undo());
  };

  createRenderRoot() {
    const root = super.createRenderRoot();
    const { Placeholder } = this.constructor;
    if (Placeholder)
      this.placeholder = new Placeholder(
        /** @type {any} */ (this),
        /** @type {ShadowRoot} */ (root),
      );
    return root;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener('keydown', this.#steps.release);
    this.addEventListener('keydown', this.undoByKey);
    this.addEventListener('pointerdown', this.#steps.press);
    for (const end of ends) globalThis.addEventListener(end, this.#steps.release);
  }

  disconnectedCallback() {
    super.disconnectedCallback(); // listeners on the element itself end with it and are not added twice
    for (const end of ends) globalThis.removeEventListener(end, this.#steps.release);
  }
}
