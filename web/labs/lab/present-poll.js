/**
 * A poll of an audience. A question is asked, each answer has a counter, and the guesses are drawn into the picture,
 * before and beside the computed result. The right answer is shown only after it has been computed.
 */

/** @import { EventAt } from '../../charts/events.js' */
/** @import { Mark, Prediction } from '../../charts/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Lab } from './lab.js' */
/** @import { Quiz } from './quiz.js' */
/** @import { Preset } from './types.js' */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { guessesOf } from '../../charts/prediction.js';
import { closeButton } from '../parts/close-button.js';
import { icon } from '../parts/icon.js';
import { comma, plain, rich } from '../parts/text.js';
import { marksOf } from './predicted.js';
import { explained } from './preset-card.js';

/** Largest number of votes for an answer, in one class. */
const mostVotes = 999;

export class Poll {
  #lab;
  /** The question. @type {Preset | null} */
  preset = null;
  /** Votes by answer. @type {Readonly<Record<string, number>>} */
  counts = {};
  /** The places of the answers in the picture. @type {Readonly<Record<string, readonly Mark[]>>} */
  #marks = {};
  /** The guesses, ready to be drawn. @type {Prediction | null} */
  prediction = null;
  /** The translator of the current prediction. @type {Translate | null} */
  #spoken = null;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
  }

  /** Fetched together with this file. */
  get #quiz() {
    return /** @type {Quiz} */ (this.#lab.quiz);
  }

  /**
   * Resets the votes for another question.
   * @param {Translate} t  words of the slides
   */
  follow(t) {
    const preset = this.#quiz.open ?? null;
    if (preset !== this.preset) {
      Object.assign(this, { preset, counts: {}, prediction: null });
      this.#marks = {};
      if (preset) this.#place(preset).catch(() => {}); // without places, the guesses are written above the picture
    }
    if (t === this.#spoken) return;
    this.#spoken = t;
    this.#predict();
  }

  /** @param {Preset} preset */
  async #place(preset) {
    const letters = Object.keys(preset.choices ?? {});
    const marks = await Promise.all(letters.map((letter) => marksOf(this.#lab, preset, letter)));
    if (preset !== this.preset) return;
    this.#marks = Object.fromEntries(letters.map((letter, i) => [letter, marks[i]]));
    this.#predict();
    this.#lab.requestUpdate();
  }

  /** @param {string} letter */
  #of = (letter) => this.counts[letter] ?? 0;

  /** Sets the votes for an answer. @param {string} letter @param {number} count */
  set(letter, count) {
    const whole = Math.round(Math.min(mostVotes, Math.max(0, count || 0)));
    this.counts = { ...this.counts, [letter]: whole };
    this.#predict();
    this.#lab.requestUpdate();
  }

  /**
   * Takes typed votes while they are a number, so that a render does not overwrite them.
   * @param {string} letter
   * @param {number} count
   */
  #typed(letter, count) {
    if (count >= 0) this.set(letter, count);
  }

  get #all() {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  #predict() {
    const { preset } = this;
    const t = this.#spoken;
    const raised = Object.keys(this.counts).filter((letter) => this.#of(letter) > 0);
    this.prediction = preset && t && raised.length > 0 ? this.#drawn(preset, t, raised) : null;
  }

  /** @param {Preset} preset @param {Translate} t @param {readonly string[]} raised  answers with at least one vote */
  #drawn(preset, t, raised) {
    const all = this.#all;
    const most = raised.reduce((a, b) => (this.#of(b) > this.#of(a) ? b : a));
    const isPlaced = (/** @type {string} */ letter) => (this.#marks[letter] ?? []).length > 0;
    const words = (/** @type {readonly string[]} */ letters) =>
      letters.length === 0
        ? ''
        : plain(t, 'present.guess', {
            choices: letters.map((letter) => this.#choice(preset, t, letter)).join(comma(t)),
          });
    const guesses = raised.filter(isPlaced).map((letter) => ({
      marks: this.#marks[letter],
      name: t(letter === most ? 'present.most' : 'present.some', { votes: this.#of(letter), all }),
    }));
    const unplaced = raised.filter((letter) => !isPlaced(letter));
    return guessesOf(guesses, words(unplaced), words(raised));
  }

  /** @param {Preset} preset @param {string} letter */
  #key = (preset, letter) => `${this.#lab.constructor.lab}.preset.${preset.id}.choice.${letter}`;

  /** "it doubles (12)" @param {Preset} preset @param {Translate} t @param {string} letter */
  #choice(preset, t, letter) {
    const choice = plain(this.#lab.speech.t, this.#key(preset, letter));
    return plain(t, 'present.choice', { choice, votes: this.#of(letter) });
  }

  // ---- the card ---------------------------------------------------------------------------------------------------

  /** @param {Preset} preset @param {Translate} said  words of the slides */
  card(preset, said) {
    const { speech } = this.#lab;
    const quiz = this.#quiz;
    const { t } = speech;
    const { lab } = this.#lab.constructor;
    const words = `${lab}.preset.${preset.id}`;
    if (!t.has(`${words}.predict`)) return nothing; // its words are not loaded yet
    const letters = Object.keys(preset.choices ?? {});
    const { revealed } = quiz;
    return html`<div class="card poll" part="card">
      <p class="predict">${rich(t, `${words}.predict`)}</p>
      ${revealed ? nothing : html`<p class="muted">${said('present.raiseHands')}</p>`}
      <ul class="tally">
        ${letters.map((letter) => this.#renderChoice(preset, letter, said))}
      </ul>
      ${
        revealed
          ? html`<p class="explanation" tabindex="-1">${explained(preset, quiz, words, t)}</p>`
          : html`<button type="button" class="primary" @click=${() => quiz.reveal()}>
              ${said('present.reveal')}
            </button>`
      }
      ${closeButton(t, () => quiz.close())}
    </div>`;
  }

  /** @param {Preset} preset @param {string} letter @param {Translate} said */
  #renderChoice(preset, letter, said) {
    const { speech } = this.#lab;
    const quiz = this.#quiz;
    const key = this.#key(preset, letter);
    const isDecided = quiz.revealed && quiz.holds(preset) && quiz.values(preset) !== null;
    const isRight = isDecided && letter === preset.answer;
    return html`<li class=${isRight ? 'right' : ''}>
      <span class="choice"
        >${rich(speech.t, key)}
        ${isRight ? html`<strong>${said('present.right')}</strong>` : nothing}</span
      >
      ${quiz.revealed ? html`<span class="count">${this.#of(letter)}</span>` : this.#renderCounter(letter, plain(speech.t, key), said)}
      <progress
        aria-hidden="true"
        max=${Math.max(1, this.#all)}
        value=${this.#of(letter)}
      ></progress>
    </li>`;
  }

  /** @param {string} letter @param {string} choice @param {Translate} said */
  #renderCounter(letter, choice, said) {
    const count = this.#of(letter);
    const step = (
      /** @type {number} */ by,
      /** @type {string} */ word,
      /** @type {string} */ path,
    ) =>
      html`<button
        type="button"
        aria-label=${said(word, { choice })}
        @click=${() => this.set(letter, this.#of(letter) + by)}
      >
        ${icon(path)}
      </button>`;
    return html`<span class="counter">
      ${step(-1, 'present.fewer', 'M4 10h12')}
      <input
        type="number"
        min="0"
        max=${mostVotes}
        aria-label=${said('present.votes', { choice })}
        .value=${live(String(count))}
        @input=${(/** @type {EventAt<HTMLInputElement>} */ event) => this.#typed(letter, event.target.valueAsNumber)}
        @change=${(/** @type {EventAt<HTMLInputElement>} */ event) => this.set(letter, event.target.valueAsNumber)}
      />
      ${step(1, 'present.more', 'M4 10h12M10 4v12')}
    </span>`;
  }
}
