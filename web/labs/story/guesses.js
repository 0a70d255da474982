/** What a visitor guessed of each picture of the story. A guess stays in its picture, beside the truth. */
import { plain } from '../parts/text.js';
import { Quiz } from '../lab/presets.js';

/** @import { Mark, Prediction } from '../../charts/prediction.js' */
/** @import { Lab } from '../lab/lab.js' */
/** @import { Translate } from '../../i18n/index.js' */

/** @typedef {{picture: string, letter: string, marks: readonly Mark[]}} Guess */

export class Guesses extends Quiz {
  #lab;
  /** By picture. @type {Map<string, {guess: Guess, t: Translate | null, drawn: (Prediction & {letter: string}) | null}>} */
  #guesses = new Map();
  /** @type {typeof import('../../charts/prediction.js').predictionOf | null} */
  #predictionOf = null;

  /** @param {Lab} lab */
  constructor(lab) {
    super(lab, []);
    this.#lab = lab;
  }

  /** @param {Guess} guess */
  async take(guess) {
    this.#predictionOf ??= (await import('../../charts/prediction.js')).predictionOf;
    this.#guesses.set(guess.picture, { guess, t: null, drawn: null });
    this.#lab.requestUpdate();
  }

  /** @param {string} name */
  predictionIn(name) {
    const found = this.#guesses.get(name);
    if (!found || !this.#predictionOf) return null;
    const { t } = this.#lab.speech;
    if (found.t !== t) {
      const { marks, letter } = found.guess;
      const choice = plain(t, `story.${name}.choice.${letter}`);
      const words = t('common.preset.predicted', { choice });
      found.t = t;
      found.drawn = { ...this.#predictionOf(marks, t('story.yours'), words), letter };
    }
    return found.drawn;
  }
}
