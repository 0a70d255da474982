/**
 * Places the dock: the controls of the pictures and the card of an open preset. A wide lab has it beside the pictures
 * (by style sheet). In a narrow lab it is pinned to the lower edge of the window while pictures are in view, so that a
 * visitor sees what a control changes. That needs a window that scrolls. If another box scrolls, or nothing does (a frame
 * as tall as its content), the dock is below the main picture.
 */

/** @import { LitElement } from 'lit' */

/**
 * Tolerance, px. A frame that fits may be off by a few pixels, and the dock's own height, in or out of the flow, must
 * not decide.
 */
const slack = 240;

/**
 * Returns the box that an element scrolls in, or null for the window.
 * @param {Element} element
 * @returns {Element | null}
 */
function scrollerOf(element) {
  for (let at = parentOf(element); at && at !== document.body; at = parentOf(at))
    if (
      /auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowY) &&
      at !== document.documentElement
    )
      return at;
  return null;
}

/** Returns the parent, also through shadow roots. @param {Element} element @returns {Element | null} */
const parentOf = (element) => {
  const root = element.getRootNode();
  return (
    element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  );
};

export class Dock {
  /** @type {LitElement} */
  #lab;
  /** @type {ResizeObserver | null} */
  #sizes = null;
  /** @type {IntersectionObserver | null} */
  #views = null;

  /** @type {HTMLElement | null} */
  #docked = null;
  /** The observed element. @type {Element | null} */
  #body = null;

  /** Whether the dock is pinned to the lower edge of the window, in a narrow lab. */
  pinned = false;
  /** Whether pictures are in view. */
  near = false;
  /** Whether the settings are open, in a narrow lab. */
  open = false;

  /** @param {LitElement} lab */
  constructor(lab) {
    this.#lab = lab;
    lab.addController(this);
  }

  hostConnected() {
    // Measures in the next frame: in this one, the resulting change of the page's height would be a loop error of the
    // observer.
    this.#sizes = new ResizeObserver(() => requestAnimationFrame(this.#measure));
    this.#sizes.observe(document.documentElement);
    this.#sizes.observe(this.#lab);
    globalThis.addEventListener('resize', this.#measure);
  }

  hostDisconnected() {
    this.#sizes?.disconnect();
    this.#views?.disconnect();
    this.#body = null;
    this.#docked = null; // observed again if the element comes back
    globalThis.removeEventListener('resize', this.#measure);
  }

  hostUpdated() {
    const body = this.#lab.renderRoot.querySelector('.body');
    /** @type {HTMLElement | null | undefined} */
    const docked = body?.querySelector('.docked');
    if (docked && docked !== this.#docked) this.#sizes?.observe(docked);
    this.#docked = docked ?? null;
    if (body === this.#body) return;
    this.#views?.disconnect();
    this.#body = body;
    if (!body) return; // single pictures have none
    // Leaves out the last 180 px of the window: the dock covers the end of the pictures, not what is above the first.
    this.#views = new IntersectionObserver(
      (entries) => this.#set({ near: entries[entries.length - 1].isIntersecting }),
      { rootMargin: '0px 0px -180px 0px' },
    );
    this.#views.observe(body);
  }

  #measure = () => {
    const { scrollHeight } = document.documentElement;
    const room = this.pinned ? 0 : slack;
    const scrolls = scrollHeight > innerHeight + room;
    /** @type {HTMLElement | null | undefined} */
    const strip = this.#docked?.querySelector('.strip');
    const fits = innerHeight > 3 * (strip?.offsetHeight ?? 0);
    this.#set({ pinned: scrolls && fits && scrollerOf(this.#lab) === null });
    this.#keepClear();
  };

  /** Whether the dock is drawn over the pictures. */
  get #isOver() {
    const { pinned } = this;
    return (
      pinned && this.#docked !== null && getComputedStyle(this.#docked).position === 'absolute'
    );
  }

  /** Lets focused elements and the end of the lab scroll clear of the dock. */
  #keepClear() {
    /** @type {HTMLElement | null} */
    const body = this.#lab.renderRoot.querySelector('.body');
    const height = this.#isOver && !this.open ? Number(this.#docked?.offsetHeight) : 0;
    body?.style.setProperty('--sd-dock', `${height}px`);
  }

  toggle = () => this.#set({ open: !this.open });

  /** @param {Partial<Pick<Dock, 'pinned' | 'near' | 'open'>>} changes */
  #set(changes) {
    const now = { pinned: this.pinned, near: this.near, open: this.open };
    Object.assign(this, changes);
    if (JSON.stringify({ ...now, ...changes }) !== JSON.stringify(now)) this.#lab.requestUpdate();
  }

  /** The lower edge of visible pictures: the top of the dock that covers them, or the edge of the window. */
  get top() {
    return this.#isOver ? Number(this.#docked?.getBoundingClientRect().top) : innerHeight;
  }

  /** Class names of the dock's element. */
  get className() {
    return ['dock', this.pinned && 'pinned', this.near && 'near'].filter(Boolean).join(' ');
  }
}
