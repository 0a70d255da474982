/**
 * Fits a picture into the room that its slide has: in the largest type that leaves it all in view, and as tall as the room where
 * its height is free. Type never grows again while a slide stands, so that nothing jumps while somebody drags.
 */

/** @typedef {import('../parts/section.js').Section} Section */

/** How many times the usual height a picture may have, and the smallest type as a share of the slide's. */
const [lowest, tallest] = [0.8, 2.4];
const smallest = 0.4;

/** How often type is made smaller, at most. */
const tries = 9;

/** Less room than this is left empty, as a share of it: text may take another line. */
const spare = 0.02;

const frame = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100); // pages in the background draw none
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });

export class Fit {
  #run = 0;
  #type = 0;
  #stretch = 1;

  /**
   * @param {Section} section
   * @param {HTMLElement} room  that it has
   * @param {number} most  the slide's own type, px
   * @returns {Promise<boolean>}  whether it was not overtaken by another
   */
  async fit(section, room, most) {
    const run = ++this.#run;
    const isOver = () => run !== this.#run || !section.isConnected;
    /** @param {number} type @param {number} stretch */
    const tallWith = async (type, stretch) => {
      await this.#apply(section, type, stretch);
      return section.getBoundingClientRect().height;
    };
    const space = () => (1 - spare) * room.clientHeight;
    let type = most;
    let tall = await tallWith(type, lowest);
    for (let i = 0; i < tries && !isOver() && tall > space() && type > smallest * most; ++i) {
      type = Math.max(smallest * most, type * Math.max(0.75, (space() / tall) ** 0.7));
      tall = await tallWith(type, lowest);
    }
    if (isOver()) return false;
    await this.#fill(section, { type, tall, space: space(), tallWith });
    return !isOver();
  }

  /** The height of a picture is free along a line: two heights tell where it fills the room. @param {Section} section @param {{type: number, tall: number, space: number, tallWith: (type: number, stretch: number) => Promise<number>}} found */
  async #fill(section, { type, tall, space, tallWith }) {
    if (tall >= space) return;
    const next = await tallWith(type, 1);
    const rise = (next - tall) / (1 - lowest);
    if (rise < 1) return;
    const stretch = Math.min(tallest, lowest + (space - tall) / rise);
    if ((await tallWith(type, stretch)) > space) await this.#apply(section, type, lowest);
  }

  /** What it shows has changed: smaller if it does not fit any more. @param {Section} section @param {HTMLElement} room */
  async keep(section, room) {
    const run = ++this.#run;
    const isOver = () => run !== this.#run || !section.isConnected;
    for (let i = 0; i < tries && !isOver(); ++i) {
      const [tall, space] = [section.getBoundingClientRect().height, room.clientHeight];
      if (tall <= space + 1) return;
      const less = Math.max(0.75, ((1 - spare) * space) / tall);
      if (this.#stretch > lowest)
        await this.#apply(section, this.#type, Math.max(lowest, this.#stretch * less ** 1.4));
      else await this.#apply(section, this.#type * less ** 0.7, lowest);
    }
  }

  /** @param {Section} section @param {number} type @param {number} stretch */
  async #apply(section, type, stretch) {
    this.#type = type;
    this.#stretch = stretch;
    section.style.setProperty('--scaledot-size', `${type.toFixed(2)}px`);
    section.stretch = stretch;
    await section.updateComplete;
    const figures = /** @type {NodeListOf<import('../../charts/figure.js').SdFigure>} */ (
      section.renderRoot.querySelectorAll('.figure')
    );
    for (const figure of figures) figure.measure?.();
    await Promise.all([...figures].map((figure) => figure.updateComplete));
    await frame();
  }
}
