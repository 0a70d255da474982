/**
 * <scaledot-story>: why divide by the square root of d_k, in eight live pictures.
 *
 * The visitor scrolls from scene to scene. Each has one picture, a guess before it, one thing to do, one sentence with
 * live numbers, and a link that opens these numbers in a lab. Links to all labs follow at the end.
 */
import '../tables/story.js'; // before any code that needs the lab's state
import { html } from 'lit';
import { Lab } from './lab/lab.js';
import { Guesses } from './story/guesses.js';
import { storyStyles } from './story/styles.js';

export class ScaledotStory extends Lab {
  static lab = 'story';
  static tag = 'scaledot-story';
  static pictures = [
    ...['fan', 'tokens', 'root', 'tried', 'exaggerates', 'learns', 'exponent', 'training', 'doors'],
  ];
  static slides = this.pictures.filter((name) => name !== 'doors');
  /** None, because each scene has its own controls. */
  static drives = Object.fromEntries(this.pictures.map((name) => [name, []]));
  static answerPicture = 'fan';
  static first = () => import('./story/first.js');
  static sections = {
    tokens: async () => (await import('./story/tokens.js')).StoryTokens,
    root: async () => (await import('./story/root.js')).StoryRoot,
    tried: async () => (await import('./story/tried.js')).StoryTried,
    exaggerates: async () => (await import('./story/exaggerates.js')).StoryExaggerates,
    learns: async () => (await import('./story/learns.js')).StoryLearns,
    exponent: async () => (await import('./story/exponent.js')).StoryExponent,
    training: async () => (await import('./story/training.js')).StoryTraining,
    doors: async () => (await import('./story-doors.js')).StoryDoors,
  };
  static styles = [...Lab.styles, storyStyles];

  /** The guesses. Each stays in its picture. */
  #guesses = new Guesses(this);

  /** The last scroll position. When the story leaves the page, the page gets shorter. */
  #y = 0;

  constructor() {
    super();
    this.addEventListener('sd-guess', (event) => {
      event.stopPropagation();
      void this.#guesses.take(event.detail);
    });
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('scroll', this.#follow, { passive: true });
    document.addEventListener('keydown', this.#onKey);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('scroll', this.#follow);
    document.removeEventListener('keydown', this.#onKey);
    if (this.alone) left = { query: this.query, y: this.#y, guesses: this.#guesses.guesses };
  }

  /** Restores the guesses and the scroll position of a reader who comes back from a lab. */
  async engineCame() {
    if (!this.alone || left?.query !== this.query) return;
    const { y, guesses } = left;
    left = null;
    await Promise.all([this.#guesses.resume(guesses), this.wholeEngine()]);
    this.fetchAll();
    const end = performance.now() + patience;
    const isShort = () => document.documentElement.scrollHeight < y + innerHeight;
    while (isShort() && scrollY === 0 && performance.now() < end) await soon();
    if (scrollY === 0) scrollTo(0, y);
  }

  /** @param {string} name */
  predictionIn(name) {
    return this.#guesses.predictionIn(name);
  }

  controlGroups() {
    return [];
  }

  renderMain() {
    return this.picture('fan');
  }

  render() {
    const line =
      this.alone && !this.isFigure ? html`<div class="read" aria-hidden="true"></div>` : '';
    return html`${super.render()} ${line}`;
  }

  /** Shows how much has been read, as a line along the top. */
  #follow = () => {
    this.#y = scrollY;
    /** @type {HTMLElement | null | undefined} */
    const line = this.renderRoot?.querySelector('.read');
    if (!line) return;
    const { top, height } = this.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, -top / Math.max(1, height - innerHeight)));
    // Firefox would take a transform set here for a scroll-linked effect and warn about it.
    line.style.setProperty('--share', String(share));
  };

  /** Left and Right go from scene to scene, unless another element handles them. @param {KeyboardEvent} event */
  #onKey = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const { defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!step || !this.alone || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey)
      return;
    if (this.presents || this.isFigure) return;
    const inside = event.composedPath();
    if (inside[0] !== document.body && !inside.includes(this)) return;
    if (inside.some(usesArrows)) return;
    event.preventDefault();
    void this.#goOn(step);
  };

  /** @param {number} step */
  async #goOn(step) {
    const { pictures } = ScaledotStory;
    const tops = pictures.map(
      (name) => this.renderRoot.querySelector(`#${name}`)?.getBoundingClientRect().top ?? Infinity,
    );
    // The scene whose heading is at the top of the window, or the last one above it.
    const now = Math.max(
      0,
      tops.findLastIndex((top) => top < near),
    );
    const next = Math.min(pictures.length - 1, Math.max(0, now + step));
    await this.shell?.goTo(pictures[next]);
  }
}

/** Where the story was left for a lab. @type {{query: string, y: number, guesses: Guesses['guesses']} | null} */
let left = null;

/** How long to wait until the page is tall enough to scroll back, ms. */
const patience = 4000;

const soon = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Distance from the top of the window at which a scene counts as reached, px. */
const near = 80;

/** @param {EventTarget} target */
const usesArrows = (target) =>
  target instanceof Element &&
  target.matches(
    'dialog, input, select, textarea, [role="slider"], [role="application"], svg[tabindex], [tabindex="0"]',
  );
