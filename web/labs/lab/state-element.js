/**
 * An element whose state has five faces: its properties, its attributes, a link, JSON, and whatever it draws. The table of
 * its lab says which parameters there are. It is drawn at most once a frame, and tells of what changed:
 * scaledot-change {state, link, query} after a change was drawn.
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

/** Resolves before the next frame is drawn; hidden pages draw none, so there a timer does. */
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
 * Gives a class one property per parameter.
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
 * Properties set before the element was defined shadow the accessors: sets them again, through these.
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
 * Writes attributes, but only where they change: none where there is no value.
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

/** What setState() was given. @param {unknown} changes */
export function checkChanges(changes) {
  if (!isObject(changes) || Array.isArray(changes))
    throw wrongType('setState', changes, 'an object of changes');
  return changes;
}

/** @param {boolean} isOne  whether a method was called on the element of a lab @param {string} name @param {unknown} element */
export function checkThis(isOne, name, element) {
  if (!isOne) throw wrongThis(name, element, 'the element of a lab');
}

/** How many steps can be undone. */
const mostSteps = 100;

/** What a held pointer ends with. */
const ends = ['pointerup', 'pointercancel', 'blur'];

/** Whether somebody writes there. @param {EventTarget} target */
export const isField = (target) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable) ||
  (target instanceof HTMLInputElement && !['range', 'checkbox', 'radio'].includes(target.type));

/** @param {string} lab */
const namesOf = (lab) => entriesOf(lab).map(({ name }) => name);
/** @param {string} lab */
const keysOf = (lab) => entriesOf(lab).map(({ key }) => key);

export class StateElement extends LitElement {
  /** Name of the table in params.js. */
  static lab = '';
  /**
   * What keeps room for an element until it is near the window. There is none where a lab is all of its page.
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
  /** Attributes that changed since the last look, by link key. @type {Map<string, string | null>} */
  #incoming = new Map();
  #reflecting = false;
  /** @type {Params | null} The state that was announced last. */
  #announced = null;
  /** What could not be used as it came. @type {readonly Note[]} */
  #notes = [];
  /** The same for what was typed into a control, by link key. @type {Map<string, Note>} */
  #typed = new Map();
  #atOnce = false;
  #steps = new Steps();
  #stepCount = 0;
  /** States to go back to. @type {readonly Params[]} */
  #past = [];
  /** The state that undo() brought back. @type {Params | null} */
  #undone = null;
  /** Whether the visitor made what is to be drawn, and not the page around. */
  #isOwn = false;
  /** @type {LabPlaceholder | null} */
  placeholder = null;
  /** A page of its own keeps the steps in its history: goes back there. @type {(() => void) | null} */
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

  /** @param {unknown} element  what a method was called on @param {string} name  of the method */
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
   * Changes the state; what is not given stays. Impossible values are corrected, with a note on the page. It is no step
   * of the visitor's: stepTo() and set() are.
   * @param {Readonly<Record<string, unknown>>} changes
   * @returns {readonly Note[]}
   */
  setState(changes) {
    StateElement.#check(this, 'setState');
    const { lab: _lab, ...own } = checkChanges(changes);
    const next = change(this.params, own, this.#lab);
    this.#take(this.completed(next.params, this.params), next.notes);
    return next.notes;
  }

  /**
   * What a state that was asked for brings along.
   * @param {Params} asked
   * @param {Params} _base  what it was made from
   */
  completed(asked, _base) {
    return asked;
  }

  /** Adds what follows from the present state; what is told of it stays. @param {Readonly<Record<string, unknown>>} changes */
  amend(changes) {
    this.#take(change(this.params, changes, this.#lab).params, this.#notes);
  }

  /** Takes the state of a link, all of it. @param {string} link */
  setLink(link) {
    StateElement.#check(this, 'setLink');
    this.#incoming.clear();
    const next = parse(link, this.#lab);
    this.#typed.clear();
    this.#take(this.completed(next.params, initialParams(this.#lab)), next.notes);
    this.arrived();
    return next.notes;
  }

  /** A link or an undone step has brought the state. */
  arrived() {}

  /** The state as the text after # of a link. */
  get query() {
    StateElement.#check(this, 'query');
    return format(this.params, this.#lab);
  }

  /** The whole link: what the share dialog shows. */
  get link() {
    StateElement.#check(this, 'link');
    return `${siteHome()}#${this.query}`;
  }

  /** What files carry. */
  get fileLink() {
    return wholeLink(this.#lab, this.query);
  }

  /** The initial state, in the present look and language. */
  fresh() {
    return { ...initialParams(this.#lab), ...looksOf(this.params) };
  }

  reset() {
    this.#typed.clear();
    this.stepTo(this.fresh());
  }

  /** What the visitor has asked for at once, to be undone at once. @param {Readonly<Record<string, unknown>>} changes */
  stepTo(changes) {
    this.#steps.apart();
    this.#isOwn = true;
    this.setState(changes);
  }

  /**
   * Something was typed or dragged. While typing only what is valid counts, so that nobody is corrected half-way.
   * @param {string} name
   * @param {Value} raw
   * @param {boolean} final
   */
  enter(name, raw, final) {
    const { params, notes } = change(this.params, { [name]: raw }, this.#lab);
    if (notes.length > 0 && !final) return this.#params[name];
    this.#typed.clear();
    for (const note of notes) this.#typed.set(note.key, note);
    this.#isOwn = true;
    this.#take(params, []);
    return params[name];
  }

  /**
   * Changes from a picture. It may move what the controls move, unless they are locked. What follows from the state is
   * given as a function of it: a picture shows the state of the last frame, and there may have been changes since.
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
    this.#isOwn = true;
    this.setState(Object.fromEntries(free));
  };

  /** What was wrong with the last change that came from outside. */
  get notes() {
    return this.#notes;
  }

  /** What was wrong with what was typed into a control. @param {string} key */
  noteOn(key) {
    return this.#typed.get(key);
  }

  dismissNotes() {
    this.#take(this.#params, []);
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

  /** @param {Params} params @param {readonly Note[]} notes */
  #take(params, notes) {
    this.#params = params;
    this.#notes = notes;
    this.#steps.heed();
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

  /** Attributes come one by one, but limits may hang together: they are read in one go. */
  #readAttributes() {
    if (this.#incoming.size === 0) return;
    const changes = Object.fromEntries(
      entriesOf(this.#lab)
        .filter(({ key }) => this.#incoming.has(key))
        .map(({ key, initial }) => [key, this.#incoming.get(key) ?? initial]),
    );
    this.#incoming.clear();
    const next = change(this.#params, changes, this.#lab);
    this.#take(this.completed(next.params, this.#params), next.notes);
  }

  #writeAttributes() {
    this.#reflecting = true;
    try {
      writeAttributes(this, keysOf(this.#lab), new Map(differences(this.#params, this.#lab)));
    } finally {
      this.#reflecting = false;
    }
  }

  /** Draws in the very frame in which something else is drawn just now. */
  requestUpdateNow() {
    if (!this.isUpdatePending) this.#atOnce = true;
    this.requestUpdate();
  }

  /** Waits for what has to be there before the state is drawn. */
  async prepare() {}

  /** A burst of changes is drawn once, before the next frame. */
  async scheduleUpdate() {
    if (!this.hasUpdated) await this.placeholder?.left();
    else if (!this.#atOnce) await nextFrame();
    this.#atOnce = false;
    // Last, and until nothing changes meanwhile: what is drawn is what was prepared.
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

  /** The attributes say what the state is now, and so does an event. */
  tell() {
    this.#writeAttributes();
    if (this.#announced === this.#params) return;
    const before = this.#announced;
    this.#announced = this.#params;
    if (!before) return;
    this.#remember(before);
    const { link, query } = this;
    this.emit('scaledot-change', { state: this.getState(), link, query });
  }

  /** @param {Params} before  the state until now */
  #remember(before) {
    const isOwn = this.#isOwn;
    this.#isOwn = false;
    if (!isOwn) return this.#keep(before);
    if (!this.#steps.begins(before, this.#params)) return;
    this.#past = [...this.#past.slice(1 - mostSteps), before];
    this.#stepCount += 1;
  }

  /** Not the visitor's doing: what a page has set stays when the visitor goes back. @param {Params} before */
  #keep(before) {
    this.#steps.forget();
    const now = this.#params;
    if (now === this.#undone) return;
    const set = Object.fromEntries(changed(before, now).map((name) => [name, now[name]]));
    this.#past = this.#past.map((state) => ({ ...state, ...set }));
  }

  /** How many steps were made; it grows when a change begins one. No parameter has its name: `steps` is one of a training. */
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
    const next = { ...before, ...Object.fromEntries(kept.map((name) => [name, now[name]])) };
    // What a page has set since may be all that is left of a step.
    if (changed(now, next).length === 0) return this.undo();
    this.#typed.clear();
    this.#undone = next;
    this.#take(next, []);
    this.arrived();
  }

  /**
   * Ctrl+Z undoes, but in a field of text it is the browser's. Heard inside the lab, and by a page of its own everywhere.
   * @param {KeyboardEvent} event
   */
  undoByKey = (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented) return;
    if (event.composedPath().some(isField)) return;
    event.preventDefault();
    // What was done just now is a step once it is drawn.
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
    super.disconnectedCallback(); // what is heard on the element itself ends with it, and is heard once however often it comes back
    for (const end of ends) globalThis.removeEventListener(end, this.#steps.release);
  }
}
