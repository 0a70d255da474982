/**
 * The placeholder of a lab that is not rendered yet. It is as tall as the lab will be and shows the element's own
 * content. A page may hold hundreds of labs, so nothing of a lab is created before it comes near the window or is
 * requested.
 */

/** @import { LitElement } from 'lit' */
/** @import { Language } from '../../i18n/index.js' */
/** @import { Lab } from './lab.js' */

import { adoptStyles, css } from 'lit';
import { Words } from '../../i18n/words.js';
import { translator } from '../../i18n/index.js';
import { nearby, watch, whenNear } from './element-context.js';
import { shownIn } from './engine-parts.js';
import { heights, widths } from './heights.js';
import { nextFrame } from './state-element.js';

const styles = css`
  .placeholder {
    container-type: inline-size;
  }
  .placeholder:focus {
    outline: none;
  }
  .paper {
    display: none;
  }
  @media print {
    .placeholder > div {
      min-height: 0 !important;
    }
    .paper {
      display: block;
    }
  }
`;

/** Words printed for a lab that is not rendered. */
const words = new Words({
  en: () => import('../../i18n/paper.en.js'),
  'zh-Hans': () => import('../../i18n/paper.zh-Hans.js'),
});

/** How long labs are rendered after a page was printed, ms. */
const patience = 10_000;

export class Placeholder {
  #host;
  /** As wide as the host. */
  #frame = document.createElement('div');
  /** As tall as the lab. */
  #place = document.createElement('div');
  /** Stands for the lab on paper. */
  #paper = document.createElement('a');
  /** Ends the wait for the window. */
  go = () => {};

  /** @param {LitElement} host @param {ShadowRoot} root  of the host */
  constructor(host, root) {
    this.#host = host;
    const { elementStyles } = /** @type {typeof LitElement} */ (host.constructor);
    adoptStyles(root, [...elementStyles, styles]);
    this.#frame.className = 'placeholder';
    this.#paper.className = 'paper';
    // Keyboard users reach this element first, and then the lab that is rendered for it.
    this.#frame.tabIndex = 0;
    this.#frame.role = 'group';
    this.#place.append(document.createElement('slot'), this.#paper);
    this.#frame.append(this.#place);
    root.append(this.#frame);
  }

  /**
   * Makes the placeholder as tall as the lab will be.
   * @param {string} lab
   * @param {readonly string[]} figures  pictures shown alone; none for the whole lab
   */
  fit(lab, figures) {
    this.#place.style.minHeight = heightOf(lab, figures);
  }

  /** Called when nothing will be rendered: the content stays and takes only the space it needs. */
  release() {
    this.#place.style.minHeight = '';
  }

  /** Called when the lab replaces the placeholder. */
  remove() {
    this.#frame.remove();
  }

  /**
   * Resolves when the lab is near the window (true), or is requested wherever it is (false).
   * @returns {Promise<boolean>}
   */
  near() {
    // The host itself may have no box (display: contents).
    const place = this.#frame.isConnected ? this.#frame : this.#host;
    return new Promise((resolve) => {
      const end = (/** @type {boolean} */ isNear) => () => {
        for (const stop of watches) stop();
        this.go = () => {};
        resolve(isNear);
      };
      const watches = [whenNear(place, end(true)), whenAhead(place, end(true))];
      this.go = end(false);
    });
  }

  /** Loads the words for print. @param {Language} language */
  speak(language) {
    words.learn(language).catch(() => {}); // the link alone is enough
  }

  /**
   * Called when the page is printed. Prints a note in place of the lab, and renders it for the next print, one lab
   * after the other.
   * @param {Language} language
   * @param {string} link  of the lab
   * @param {() => Promise<unknown>} draw
   */
  print(language, link, draw) {
    const t = translator(language, words);
    this.#paper.href = link;
    this.#paper.textContent = t.has('paper.undrawn') ? t('paper.undrawn', { link }) : link;
    const end = performance.now() + patience;
    const isLate = () => performance.now() > end || !this.#frame.isConnected;
    turn = turn.then(() => (isLate() ? undefined : draw())).then(rest, rest);
  }
}

/** The placeholder of a lab's own element. */
export class LabPlaceholder extends Placeholder {
  #lab;
  #waits = false;
  /** Whether the lab was requested, wherever it is on the page. */
  #isAsked = false;

  /** @param {Lab} lab @param {ShadowRoot} root  of the lab */
  constructor(lab, root) {
    super(lab, root);
    this.#lab = lab;
    this.#fit();
  }

  #fit() {
    const { lab } = this.#lab.constructor;
    this.fit(lab, shownIn(lab, String(this.#lab.params.show)));
  }

  /** Resolves when there is a reason to render the lab. */
  async left() {
    const lab = this.#lab;
    if (!this.#isAsked && !lab.presents) {
      this.speak(lab.language);
      this.#waits = true;
      lab.tell();
      if (await this.near()) void lab.start();
      this.#waits = false;
    }
    void lab.updateComplete.then(() => this.release()); // without its words the lab renders nothing
  }

  ask() {
    this.#isAsked = true;
    this.go();
  }

  /** Reports state changes of a lab that is not rendered, too. */
  async changed() {
    if (!this.#waits) return;
    await nextFrame();
    if (!this.#waits) return;
    this.#fit();
    this.#lab.tell();
    if (this.#lab.presents) this.go();
  }

  printed() {
    const lab = this.#lab;
    this.print(lab.language, lab.fileLink, async () => {
      await lab.updateComplete;
      await lab.start();
    });
  }
}

/** The queue of labs that are rendered after a page was printed. @type {Promise<unknown>} */
let turn = Promise.resolve();

/** Yields to the page between two labs. */
const rest = () => new Promise((resolve) => void setTimeout(resolve));

/**
 * Returns the height as CSS. Interpolates linearly between the measured widths.
 * @param {string} lab
 * @param {readonly string[]} figures
 */
function heightOf(lab, figures) {
  const known = Object.hasOwn(heights, lab) ? heights[lab] : {};
  const names = figures.length > 0 ? figures : ['all'];
  const rows = names.map((name) => known[name] ?? []);
  const tall = widths.map((_, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0));
  const steps = widths.slice(1).map((width, i) => {
    const [from, step] = [widths[i], width - widths[i]];
    return ` + ${(tall[i + 1] - tall[i]) / step} * clamp(0px, 100cqi - ${from}px, ${step}px)`;
  });
  return `calc(${tall[0]}px${steps.join('')})`;
}

/**
 * Like whenNear(), inside boxes that scroll on their own. For those IntersectionObserver applies a margin only with
 * scrollMargin. Ignores a box of no height (folded content), which shows nothing by scrolling.
 * @param {Element} place
 * @param {() => void} then
 */
function whenAhead(place, then) {
  const margin = `${nearby}px`;
  /** @type {IntersectionObserverInit} */
  const ahead = { rootMargin: margin, scrollMargin: margin };
  return watch(place, ahead, (entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting) && !isFolded(place)) then();
  });
}

/** Whether an element is in a box that clips all of it. @param {Element} place */
function isFolded(place) {
  for (let box = around(place); box; box = around(box)) {
    const isFlat = box.clientHeight === 0 || box.clientWidth === 0;
    if (isFlat && getComputedStyle(box).overflow !== 'visible') return true;
  }
  return false;
}

/** Returns the element that an element is rendered in. @param {Element} element @returns {Element | null} */
function around(element) {
  /** @type {Node & {host?: Element}} */
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? root.host ?? null;
}
