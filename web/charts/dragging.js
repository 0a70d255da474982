/**
 * Points of a picture that can be dragged (its handles). Mouse, pen and touch act on the picture's single surface, the
 * keyboard on the focused handle. Each move fires `sd-drag` {key, index, value, done}. The page draws again with the new
 * value, so the picture always shows the state of the page.
 */
import { nothing, svg } from 'lit';

/** @import { EventAt } from './events.js' */
/** @import { Grip, Handle } from './types.js' */
/** @typedef {number | readonly [number, number]} Value */
/** @typedef {{key: string, index: number, value: Value, done: boolean}} Drag */

/** The keys of a slider. All others are ignored. */
const valueKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
for (const key of ['PageUp', 'PageDown', 'Home', 'End']) valueKeys.add(key);

export class Dragging {
  /**
   * @param {object} host
   * @param {() => readonly Handle[]} host.handles  Handles of the current picture
   * @param {(drag: Drag) => void} host.tell
   * @param {(isFocused: boolean) => void} host.focus  Called when a handle gains or loses the focus
   */
  constructor(host) {
    this.host = host;
    /** @type {{key: string, grip: number, off: readonly [number, number], value?: Value} | null} */
    this.held = null;
    /** The handle that was focused last. Tab returns to it within its row. */
    this.current = '';
    /** The handle that has the focus. */
    this.focused = '';
    /** @type {{key: string, value: Value} | null} The handle moved by a key that is still down. */
    this.pressed = null;
    /** Values set by keys that are not drawn yet. Quick key presses outpace the drawing. @type {{key: string, values: Value[]}} */
    this.ahead = { key: '', values: [] };
    /** Whether the drag moved something. The click at its end is then ignored. */
    this.moved = false;
  }

  /**
   * Returns the handle under a pointer, and which of its grips.
   * @param {number} px
   * @param {number} py
   */
  at(px, py) {
    let best = 1;
    let found = null;
    for (const handle of this.host.handles()) {
      for (const [grip, { x, y, reach }] of handle.grips.entries()) {
        const off = Math.max(Math.abs(px - x) / reach[0], Math.abs(py - y) / reach[1]);
        if (off < best) [best, found] = [off, { handle, grip }];
      }
    }
    return found;
  }

  /** @param {EventAt<Element, PointerEvent>} event @returns {boolean} Whether a handle is held now */
  down(event) {
    this.moved = false;
    this.ahead.values = [];
    const found = event.button === 0 ? this.at(event.offsetX, event.offsetY) : null;
    if (!found) return false;
    const { handle, grip } = found;
    const { x, y } = handle.grips[grip];
    this.held = { key: handle.key, grip, off: [event.offsetX - x, event.offsetY - y] };
    this.current = handle.key;
    event.currentTarget.setPointerCapture(event.pointerId);
    return true;
  }

  /** The grip of the handle that is held, or has the focus. @returns {Grip | undefined} */
  get grip() {
    const { held, focused } = this;
    return this.find(held?.key ?? focused)?.grips[held?.grip ?? 0];
  }

  /** @param {PointerEvent} event @returns {boolean} Whether a handle is held */
  move(event) {
    const { held } = this;
    const handle = held && this.find(held.key);
    if (!held || !handle) return false;
    const grip = handle.grips[held.grip];
    const value = grip.value(event.offsetX - held.off[0], event.offsetY - held.off[1]);
    if (String(value) !== String(held.value ?? handle.value)) {
      held.value = value;
      this.moved = true;
      this.tell(handle, value, false);
    }
    return true;
  }

  /** Called when the pointer is lifted or the browser cancels it. */
  up() {
    const { held } = this;
    this.held = null;
    const handle = held && this.find(held.key);
    if (handle && held.value !== undefined) this.tell(handle, held.value, true);
  }

  /** Lets a finger on a handle drag the handle instead of the page. @param {Event} event */
  touch(event) {
    if (this.held) event.preventDefault();
  }

  /**
   * @param {EventAt<Element, KeyboardEvent>} event
   * @param {Handle} handle
   */
  key(event, handle) {
    if (event.ctrlKey || event.metaKey || event.altKey || !valueKeys.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const from = this.valueOf(handle);
    const value = handle.step(event.key, event.shiftKey, from);
    if (value === undefined) this.neighbour(event, handle);
    else if (String(value) !== String(from)) {
      this.pressed = { key: handle.key, value };
      const { values } = this.ahead;
      this.ahead = { key: handle.key, values: [...(values.length > 0 ? values : [from]), value] };
      this.tell(handle, value, false);
    }
  }

  /** Returns the value that a handle has once all pressed keys are drawn. @param {Handle} handle @returns {Value} */
  valueOf({ key, value }) {
    const isDrawn = (/** @type {Value} */ one) => String(one) === String(value);
    const { ahead } = this;
    const last = ahead.values[ahead.values.length - 1];
    const at = ahead.key === key ? ahead.values.findIndex(isDrawn) : -1;
    if (at < 0 || isDrawn(last)) {
      ahead.values = []; // all values are drawn, or the page has set another one
      return value;
    }
    ahead.values = ahead.values.slice(at);
    return last;
  }

  /** @param {string} key */
  focus(key) {
    this.current = this.focused = key;
    this.host.focus(true);
  }

  blur() {
    this.release();
    this.focused = '';
    this.ahead.values = [];
    this.host.focus(false);
  }

  /** Ends the move of a key when it is released, however often it repeated. */
  release() {
    const { pressed } = this;
    this.pressed = null;
    const handle = pressed && this.find(pressed.key);
    if (handle) this.tell(handle, pressed.value, true);
  }

  /**
   * Moves the focus to the next handle of the row.
   * @param {EventAt<Element, KeyboardEvent>} event
   * @param {Handle} handle
   */
  neighbour(event, handle) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const row = this.host.handles().filter((one) => one.row);
    const next = row[row.findIndex((one) => one.key === handle.key) + (way ?? NaN)];
    if (!next) return;
    /** @type {SVGElement | null | undefined} */
    const other = event.currentTarget.parentElement?.querySelector(
      `[data-handle="${CSS.escape(next.key)}"]`,
    );
    other?.focus();
  }

  /** @param {string} key */
  find(key) {
    return this.host.handles().find((handle) => handle.key === key);
  }

  /** @param {Handle} handle @param {Value} value @param {boolean} done */
  tell({ key, index }, value, done) {
    this.host.tell({ key, index, value, done });
  }

  /**
   * Renders the layer for keys and screen readers over the picture, with a ring at the focus.
   * @param {number} width
   * @param {number} height
   */
  render(width, height) {
    const handles = this.host.handles();
    if (handles.length === 0) return nothing;
    const moved = this.find(this.ahead.key);
    if (moved) this.valueOf(moved); // drops the values that are drawn by now
    const row = handles.filter((handle) => handle.row);
    const stop = row.find((handle) => handle.key === this.current) ?? row[0];
    return svg`<svg class="handles" width=${width} height=${height}>
      ${handles.map((handle) => this.renderHandle(handle, !handle.row || handle === stop))}
    </svg>`;
  }

  /**
   * @param {Handle} handle
   * @param {boolean} isStop  Whether Tab stops at this handle
   */
  renderHandle(handle, isStop) {
    const { key, label, text, now, min, max, row } = handle;
    return svg`<g
      role="slider"
      tabindex=${isStop ? 0 : -1}
      data-handle=${key}
      aria-label=${label}
      aria-valuetext=${text}
      aria-valuenow=${now}
      aria-valuemin=${min}
      aria-valuemax=${max}
      aria-orientation=${row ? 'vertical' : nothing}
      @focus=${() => this.focus(key)}
      @keydown=${(/** @type {EventAt<Element, KeyboardEvent>} */ event) => this.key(event, handle)}
      @keyup=${this.release.bind(this)}
      @blur=${() => this.blur()}
    >${handle.grips.map(({ x, y }) => svg`<circle class="ring" cx=${x} cy=${y} r="11"></circle>`)}</g>`;
  }
}
