/**
 * Fits a picture into the space of its slide: in the largest type that keeps all of it in view, and, if its height is
 * free, as tall as the space.
 */

/** @import { SdFigure } from '../../charts/figure.js' */
/** @import { Section } from '../parts/section.js' */

/** @typedef {{type: number, stretch: number}} Size  type size, px; height as a multiple of the usual one */

/**
 * Limits of the stretch of a picture, as multiples of its usual height, and the smallest type as a share of the
 * slide's.
 */
const [lowest, tallest] = [0.45, 2.4];
const smallest = 0.5;

/**
 * First pictures become lower, then type smaller, down to these values. Then pictures again, and type again, to the
 * limits.
 */
const [low, small] = [0.9, 0.78];

/** A picture that grows by no more than this with its stretch, px, has no free height. */
const flat = 8;

/** Largest number of sizes tried. In the second half sizes only shrink, so that the picture fits in the end. */
const tries = 18;

/** Shares of the space: the part left empty, and the part that may be empty without another try. */
const [spare, idle] = [0.01, 0.07];

const frame = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100); // pages in the background render no frames
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.min(most, Math.max(least, value));

export class Fit {
  #run = 0;
  /** @type {Size} */
  #size = { type: 0, stretch: 1 };
  /** How much the picture grows with its stretch, px. Close to 0 where the width decides the height. */
  #rise = 0;
  /** Largest type to try. Type that did not fit is not tried again. */
  #most = 0;

  /**
   * Fits another picture, or the same one into another space.
   * @param {Section} section
   * @param {HTMLElement} room  the space that it has
   * @param {number} most  the slide's own type, px
   * @returns {Promise<boolean>}  whether no later fit has replaced this one
   */
  async fit(section, room, most) {
    const run = ++this.#run;
    this.#most = most;
    await this.#apply(section, { type: most, stretch: lowest });
    const low = heightOf(section, room);
    await this.#apply(section, { type: most, stretch: 1 });
    this.#rise = (heightOf(section, room) - low) / (1 - lowest);
    return this.#adjust(section, room, run, most, true);
  }

  /**
   * Fits again after the content of the picture has changed.
   * @param {Section} section
   * @param {HTMLElement} room
   * @param {number} most
   * @param {boolean} mayGrow  false during a drag, when the picture only has to fit
   */
  keep(section, room, most, mayGrow) {
    return this.#adjust(section, room, ++this.#run, most, mayGrow);
  }

  /** @param {Section} section @param {HTMLElement} room @param {number} run @param {number} most @param {boolean} mayGrow */
  async #adjust(section, room, run, most, mayGrow) {
    const isOver = () => run !== this.#run || !section.isConnected;
    if (heightOf(section, room) > room.clientHeight) await this.#probe(section, room, most);
    for (let i = 0; i < tries && !isOver(); ++i) {
      const tall = heightOf(section, room);
      const next = this.#next(tall, room.clientHeight, most, mayGrow && i < tries / 2);
      if (!next) break;
      await this.#apply(section, next);
    }
    return !isOver();
  }

  /**
   * Measures again whether the height is free: a picture may have been empty when it was first measured.
   * @param {Section} section
   * @param {HTMLElement} room
   * @param {number} most
   */
  async #probe(section, room, most) {
    const { type, stretch } = this.#size;
    if (this.#rise > flat || stretch <= lowest) return;
    const tall = heightOf(section, room);
    await this.#apply(section, { type, stretch: lowest });
    const rise = (tall - heightOf(section, room)) / (stretch - lowest);
    this.#rise = (rise * most) / type;
    if (this.#rise > flat) this.#most = most;
    await this.#apply(section, { type, stretch });
  }

  /** @param {number} tall @param {number} space @param {number} most @param {boolean} mayGrow @returns {Size | null} */
  #next(tall, space, most, mayGrow) {
    const { type, stretch } = this.#size;
    const wanted = (1 - spare) * space;
    const rise = (this.#rise * type) / most;
    const isFree = rise > flat;
    if (tall > space) {
      const lower = (/** @type {number} */ least) => ({
        type,
        stretch: within(stretch + (wanted - tall) / rise, least, tallest),
      });
      const smaller = (/** @type {number} */ least) => {
        this.#most = Math.min(this.#most, 0.99 * type);
        const asked = type * Math.sqrt(wanted / tall);
        return { type: within(asked, Math.max(0.8 * type, least * most), type), stretch };
      };
      if (isFree && stretch > low) return lower(low);
      if (type > small * most) return smaller(small);
      if (isFree && stretch > lowest) return lower(lowest);
      return type > smallest * most ? smaller(smallest) : null;
    }
    if (!mayGrow || space - tall < idle * space) return null;
    if (type < 0.99 * this.#most)
      return { type: Math.min(this.#most, type * Math.sqrt(wanted / tall)), stretch };
    if (!isFree || stretch >= tallest) return null;
    return { type, stretch: within(stretch + (wanted - tall) / rise, lowest, tallest) };
  }

  /** @param {Section} section @param {Size} size */
  async #apply(section, size) {
    this.#size = size;
    section.style.setProperty('--scaledot-size', `${size.type.toFixed(2)}px`);
    section.stretch = size.stretch;
    await section.updateComplete;
    /** @type {NodeListOf<SdFigure>} */
    const figures = section.renderRoot.querySelectorAll('.figure');
    for (const figure of figures) figure.measure?.();
    await Promise.all([...figures].map((figure) => figure.updateComplete));
    await frame();
  }
}

/** Returns the height of a picture including its overflow. @param {Section} section @param {HTMLElement} room */
const heightOf = (section, { clientHeight, scrollHeight }) =>
  Math.max(section.getBoundingClientRect().height, scrollHeight > clientHeight ? scrollHeight : 0);
