/**
 * Reads a picture's values and drags its handles. Mouse, pen and touch act on the picture's single surface; for the
 * keyboard it is a slider over the places that can be read. Loaded after the pictures.
 */
import { Dragging } from './dragging.js';
import { firstStop, stepFrom, stopText } from './stops.js';

/** @import { EventAt } from './events.js' */
/** @import { SdFigure } from './figure.js' */
/** @import { Reader } from './types.js' */

export class Reading {
  #figure;
  /** Undefined until the picture has had handles. @type {Dragging | undefined} */
  #dragging;

  /** @param {SdFigure} figure */
  constructor(figure) {
    this.#figure = figure;
  }

  get #reader() {
    return this.#figure.picture?.reader;
  }

  /** The controller that drags the handles. */
  get dragging() {
    const figure = this.#figure;
    if (figure.picture?.handles)
      this.#dragging ??= new Dragging({
        handles: () => figure.picture?.handles ?? [],
        tell: (drag) => figure.emit('sd-drag', drag),
        focus: (isFocused) => (isFocused ? this.follow() : this.leave()),
      });
    return this.#dragging;
  }

  /** Reads the place of the handle that is dragged or changed with keys. */
  follow() {
    const figure = this.#figure;
    const grip = this.dragging?.grip;
    if (!grip) return;
    const reader = figure.picture?.follows === false ? undefined : this.#reader;
    figure.cursor = reader?.nearest(grip.x, grip.y).index ?? null;
  }

  /** Updates the slider's text of the current place, for screen readers. */
  readValue() {
    const figure = this.#figure;
    const reader = this.#reader;
    if (reader)
      figure.valueText = stopText(figure.stop ?? reader.stop(firstStop(reader), figure.lit));
  }

  /** Listeners of the surface, by type of event. @type {Readonly<Record<string, (event: any) => void>>} */
  #takers = Object.freeze({
    pointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
    pointerdown: (/** @type {EventAt<Element, PointerEvent>} */ event) => this.#down(event),
    pointerup: () => this.dragging?.up(),
    pointercancel: () => this.dragging?.up(),
    pointerleave: (/** @type {PointerEvent} */ event) => this.#pointAway(event),
    // A finger on a handle must not scroll.
    touchstart: (/** @type {TouchEvent} */ event) => this.dragging?.touch(event),
    click: () => this.#pick(),
    focus: () => this.readValue(),
    blur: () => this.leave(),
    keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
  });

  /** @param {Event} event */
  take(event) {
    this.#takers[event.type](event);
  }

  /** @param {EventAt<Element, PointerEvent>} event */
  #down(event) {
    if (this.dragging?.down(event)) this.#figure.grab = true;
    this.#point(event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.dragging?.move(event)) return;
    this.#figure.grab = Boolean(this.dragging?.at(event.offsetX, event.offsetY));
    this.#point(event.offsetX, event.offsetY);
  }

  /** @param {number} x @param {number} y */
  #point(x, y) {
    const reader = this.#reader;
    if (!reader) return;
    const { index, key = '', group, named } = reader.nearest(x, y);
    this.#figure.cursor = named ? null : index;
    this.#hover(key, group);
  }

  /** Hides the readout when the pointer leaves. After a touch it stays until the next tap elsewhere. @param {PointerEvent} event */
  #pointAway(event) {
    if (event.pointerType !== 'touch' && !this.dragging?.held) this.leave();
  }

  leave() {
    this.#figure.cursor = null;
    this.#figure.grab = false;
    this.#hover('');
  }

  /** @param {string} key @param {string} [group] */
  #hover(key, group = '') {
    const figure = this.#figure;
    if (key === figure.hovered && group === figure.group) return;
    figure.hovered = key;
    figure.group = group;
    figure.emit('sd-highlight', { key, group });
  }

  /** Handles a click that came before this code was loaded. @param {number} x @param {number} y */
  pickAt(x, y) {
    this.#point(x, y);
    this.#pick();
  }

  #pick() {
    const { cursor, stop, hovered } = this.#figure;
    if (cursor === null || this.dragging?.moved) return;
    this.#figure.emit('sd-pick', { index: cursor, value: stop?.value, key: hovered });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const reader = this.#reader;
    if (!reader || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') this.leave();
    else if (event.key === 'Enter' || event.key === ' ') this.#pick();
    else if (!this.#stepPlace(reader, event.key)) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      this.#stepSeries(reader, event.key);
    }
    event.preventDefault();
    this.readValue();
  }

  /** @param {Reader} reader @param {string} key */
  #stepPlace(reader, key) {
    const figure = this.#figure;
    const now = figure.cursor ?? firstStop(reader);
    const next = stepFrom(reader, now, key);
    if (next === undefined) return false;
    // The first key press only shows the start.
    const shows = figure.cursor === null && key !== 'Home' && key !== 'End';
    figure.cursor = shows ? now : next;
    return true;
  }

  /** @param {Reader} reader @param {string} key */
  #stepSeries({ keys = [], ...reader }, key) {
    const figure = this.#figure;
    figure.cursor ??= firstStop(reader);
    if (keys.length === 0) return;
    const now = keys.indexOf(figure.lit);
    const next = key === 'ArrowDown' ? now + 1 : (now < 0 ? keys.length : now) - 1;
    this.#hover(keys[(next + keys.length) % keys.length]);
  }
}
