/** The visitor's guess about each picture of the story. A guess stays in its picture, beside the result. */
import { plain } from '../parts/text.js';

/** @import { predictionOf } from '../../charts/prediction.js' */
/** @import { Prediction } from '../../charts/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Lab } from '../lab/lab.js' */
/** @import { MarksOf } from './scene.js' */

/** @typedef {{picture: string, letter: string, marksOf: MarksOf}} Guess */

export class Guesses {
  #lab;
  /** By picture. @type {Map<string, {guess: Guess, of: string, t: Translate | null, drawn: (Prediction & {letter: string}) | null}>} */
  guesses = new Map();
  /** @type {typeof predictionOf | null} */
  #predictionOf = null;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
  }

  async #prepare() {
    this.#predictionOf ??= (await import('../../charts/prediction.js')).predictionOf;
  }

  /** Restores earlier guesses. @param {Guesses['guesses']} guesses */
  async resume(guesses) {
    if (guesses.size > 0) await this.#prepare();
    this.guesses = new Map(
      [...guesses].map(([name, { guess }]) => [name, { guess, of: '', t: null, drawn: null }]),
    );
    this.#lab.requestUpdate();
  }

  /** @param {Guess} guess */
  async take(guess) {
    await this.#prepare();
    this.guesses.set(guess.picture, { guess, of: '', t: null, drawn: null });
    this.#lab.requestUpdate();
  }

  /** Returns the guess about a picture, ready to draw. @param {string} name */
  predictionIn(name) {
    const found = this.guesses.get(name);
    if (!found || !this.#predictionOf) return null;
    const { t, params } = this.#lab.speech;
    const { marksOf, letter } = found.guess;
    const marks = marksOf(params);
    const of = JSON.stringify(marks);
    if (found.t !== t || found.of !== of) {
      const words = t('story.guessed', { choice: plain(t, `story.${name}.choice.${letter}`) });
      [found.t, found.of] = [t, of];
      found.drawn = { ...this.#predictionOf(marks, t('story.yours'), words), letter };
    }
    return found.drawn;
  }
}
