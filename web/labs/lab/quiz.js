/**
 * "Try this": chips, each about a common claim. A chip first asks for a prediction. Only then does the page change and
 * explain the result. With predict="off" the change and the explanation come at once. The card is fetched with the
 * first question. Words, in the lab's catalogue: <lab>.preset.<id>.label, .predict, .explain, and .choice.<letter> for
 * each choice.
 */

/** @import { Prediction } from '../../charts/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Lab } from './lab.js' */
/** @import { Predicted } from './predicted.js' */
/** @import { LabShell } from './lab-shell.js' */
/** @import { Preset } from './types.js' */

import { html, nothing } from 'lit';
import { plain, rich } from '../parts/text.js';
import { changed } from './steps.js';

/**
 * @typedef {object} Reveal  A requested explanation
 * @property {Preset} preset
 * @property {string} guess  the letter of the answer; '' without a guess
 * @property {readonly Params[]} asked  states in which its question is open: the one the visitor came from, and the one of its link
 * @property {Params} shown  the state of the experiment
 */

/** The open question, the guess, and the result of the experiment. */
export class Quiz {
  /** @type {Lab} */
  #lab;
  /** @type {readonly Preset[]} */
  #presets;
  #guide;
  /** The module that renders the card. @type {typeof import('./preset-card.js') | null} */
  #cards = null;
  /** @type {{of: readonly unknown[], values: Record<string, string> | null} | null} */
  #numbers = null;

  get all() {
    return this.#presets;
  }

  /** The last explanation that was requested. @type {Reveal | null} */
  #last = null;
  /** Whether the visitor has gone back to the state before it, or to its question by a link. */
  #isLeft = false;
  /** @type {Predicted | null} */
  #predicted = null;
  /** The guesses of an audience, while it is polled. @type {{preset: Preset, prediction: Prediction | null} | null} */
  poll = null;

  /**
   * @param {Lab} lab
   * @param {readonly Preset[]} presets
   * @param {Pick<LabShell, 'focusPart' | 'goTo' | 'showPicture'>} guide
   */
  constructor(lab, presets, guide) {
    this.#lab = lab;
    this.#presets = presets;
    this.#guide = guide;
  }

  /** Returns the picture that a prediction is drawn into. @param {Preset} preset */
  pictureOf({ picture, section }) {
    return picture ?? section;
  }

  /** The preset whose question is open. */
  get open() {
    return this.#presets.find(({ id }) => id === this.#lab.params.preset);
  }

  /** Whether the explanation is shown. */
  get revealed() {
    return this.#isKnown || this.#lab.params.predict === 'off';
  }

  /** The guess about the open question. */
  get guess() {
    return this.#isKnown ? (this.#last?.guess ?? '') : '';
  }

  /** Whether the last explanation belongs to the open question. */
  get #isKnown() {
    return this.#last !== null && this.#last.preset === this.open && !this.#isLeft;
  }

  /** Opens the question of a chip, or closes it. @param {Preset} preset */
  choose(preset) {
    this.#last = null;
    this.#predicted = null;
    this.#lab.stepTo({ preset: this.open === preset ? '' : preset.id });
    // Announced as it is after an answer.
    if (this.open && this.revealed) this.#goToExplanation();
    if (this.open) void this.#guide.showPicture(this.revealed ? this.pictureOf(preset) : undefined);
  }

  /**
   * Called when a link or an undo has changed the state. Asks the question again if everything that the experiment
   * changed has its old value. Other changes, made within the experiment, may be undone without that.
   */
  onExternalChange() {
    const last = this.#last;
    if (!last) return;
    const { params } = this.#lab;
    this.#isLeft = last.asked.some((state) => {
      const names = changed(state, last.shown);
      return names.length > 0 && names.every((name) => params[name] === state[name]);
    });
  }

  close() {
    void this.#guide.focusPart('.chip[aria-pressed="true"]');
    this.#lab.stepTo({ preset: '' });
  }

  /**
   * Runs the experiment after the prediction. It starts from the initial state, so that it shows the same result
   * whatever was tried before.
   * @param {string} [guess]
   */
  reveal(guess = '') {
    const preset = this.open;
    if (!preset) return;
    const lab = this.#lab;
    const question = { ...lab.fresh(), preset: preset.id };
    const asked = [lab.params, question];
    lab.stepTo({ ...question, ...preset.params });
    const last = { preset, guess, asked, shown: lab.params };
    this.#last = last;
    this.#isLeft = false;
    this.#predicted = null;
    this.#goToExplanation();
    const isShown = this.#guide.showPicture(this.pictureOf(preset));
    // If the drawing fails to load, the card still has the verdict.
    if (guess) isShown.then(() => this.#predict(last)).catch(() => {});
  }

  #goToExplanation() {
    const go = () => void this.#guide.focusPart('.explanation');
    this.#lab.bring('card').then(go, () => {}); // its placeholder reports the failure
  }

  /** Fetches the module that renders the card. */
  async fetchCard() {
    this.#cards ??= await import('./preset-card.js');
  }

  /** Draws the prediction, unless another question was asked meanwhile. @param {Reveal} last */
  async #predict(last) {
    const { predicted } = await import('./predicted.js');
    const found = await predicted(this.#lab, last.preset, last.guess);
    if (this.#last !== last) return;
    this.#predicted = found;
    this.#lab.requestUpdate();
  }

  /** Returns the prediction to draw into a picture. @param {string} name */
  predictionIn(name) {
    const { open, poll } = this;
    if (!open || this.pictureOf(open) !== name) return null;
    if (poll?.preset === open) return poll.prediction;
    if (!this.#isKnown || this.#predicted?.preset !== open) return null;
    return this.#predicted.tell(this.#lab.speech.t);
  }

  /** Whether the explanation fits the current state. @param {Preset} preset */
  holds(preset) {
    return preset.holds?.(this.#lab.params) ?? true;
  }

  /**
   * Returns the live numbers of an explanation, cached while the state and `explanationData` stay the same.
   * @param {Preset} preset
   */
  values(preset) {
    const { engine, engineIsWhole, params, speech, explanationData } = this.#lab;
    if (!engine || !preset.values) return {};
    if (!engineIsWhole) return null;
    const of = [params, preset, explanationData];
    if (!this.#numbers || of.some((part, i) => part !== this.#numbers?.of[i]))
      this.#numbers = { of, values: preset.values(engine, params, speech.format, explanationData) };
    return this.#numbers.values;
  }

  /** Scrolls to the picture about the preset. @param {string} section */
  show(section) {
    void this.#guide.goTo(section);
  }

  /** @param {string} lab @param {Translate} t */
  chips(lab, t) {
    if (this.#presets.length === 0) return nothing;
    return html`<section
      role="group"
      class="presets"
      part="presets"
      aria-label=${t('common.presets')}
    >
      ${presetChips(this.#presets, this, lab, t, this.#lab.locks('preset'))}
    </section>`;
  }

  /** Renders the open question once its words are loaded. @param {string} lab @param {Translate} t */
  card(lab, t) {
    const { open } = this;
    if (!open || !t.has(`${lab}.preset.${open.id}.predict`)) return nothing;
    if (this.#cards) return this.#cards.presetCard(open, this, lab, t);
    return html`<div class="card" part="card">${this.#lab.placeOf('card', true)}</div>`;
  }
}

/**
 * @param {readonly Preset[]} presets
 * @param {Quiz} quiz
 * @param {string} lab
 * @param {Translate} t
 * @param {boolean} locked
 */
const presetChips = (presets, quiz, lab, t, locked) =>
  html`<div class="chips">
    <span class="muted">${t('common.presets')}</span>
    <ul>
      ${presets.map(
        (preset) =>
          html`<li>
            <button
              type="button"
              class="chip"
              aria-pressed=${preset === quiz.open ? 'true' : 'false'}
              ?disabled=${locked}
              @click=${() => quiz.choose(preset)}
            >
              ${rich(t, `${lab}.preset.${preset.id}.label`)}
            </button>
          </li>`,
      )}
    </ul>
    <span class="visually-hidden" role="status"
      >${quiz.open && t.has(`${lab}.preset.${quiz.open.id}.predict`) ? plain(t, `${lab}.preset.${quiz.open.id}.predict`) : nothing}</span
    >
  </div>`;
