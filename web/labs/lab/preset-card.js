/** The card of a preset: its question and the answers, then the explanation. */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { Quiz } from './quiz.js' */
/** @import { Preset } from './types.js' */

import { html, nothing } from 'lit';
import { closeButton } from '../parts/close-button.js';
import { rich } from '../parts/text.js';

/** @param {Preset} preset @param {Quiz} quiz @param {string} words @param {Translate} t */
const question = (preset, quiz, words, t) =>
  html`<div class="choices" role="group" aria-label=${t('common.preset.guess')}>
    ${Object.keys(preset.choices ?? {}).map(
      (choice) =>
        html`<button type="button" @click=${() => quiz.reveal(choice)}>
          ${rich(t, `${words}.choice.${choice}`)}
        </button>`,
    )}
    <button type="button" class="quiet" @click=${() => quiz.reveal()}>
      ${t('common.preset.reveal')}
    </button>
  </div>`;

/**
 * Renders the explanation in a sentence.
 * @param {Preset} preset
 * @param {Quiz} quiz
 * @param {string} words
 * @param {Translate} t
 */
export const explained = (preset, quiz, words, t) => {
  if (!quiz.holds(preset)) return t(words.replace(preset.id, 'elsewhere'));
  const values = quiz.values(preset);
  if (values) return rich(t, `${words}.explain`, values);
  const waiting = words.replace(preset.id, 'waiting');
  return t(t.has(waiting) ? waiting : 'common.waiting');
};

/** @param {Preset} preset @param {Quiz} quiz @param {string} words @param {Translate} t */
const explanation = (preset, quiz, words, t) => {
  const right = quiz.guess === preset.answer;
  const isDecided = quiz.holds(preset) && quiz.values(preset) !== null;
  const verdict =
    quiz.guess && isDecided ? t(right ? 'common.preset.right' : 'common.preset.wrong') : nothing;
  // The explanation gets the focus and is then read. A live region would read its numbers again at every step of a
  // slider. The verdict may come minutes later and is announced.
  return html`<div class="explanation" tabindex="-1" role="group" aria-labelledby="explanation">
    <div id="explanation">
      <p class="verdict ${right ? 'right' : 'wrong'}" role="status">${verdict}</p>
      <p>${explained(preset, quiz, words, t)}</p>
    </div>
    ${
      preset.section
        ? html`<button type="button" @click=${() => quiz.show(preset.section ?? '')}>
            ${t('common.preset.show')}
          </button>`
        : nothing
    }
  </div>`;
};

/**
 * @param {Preset} preset
 * @param {Quiz} quiz
 * @param {string} lab
 * @param {Translate} t
 */
export function presetCard(preset, quiz, lab, t) {
  const words = `${lab}.preset.${preset.id}`;
  return html`<div class="card" part="card">
    <p class="predict">${rich(t, `${words}.predict`)}</p>
    ${quiz.revealed ? explanation(preset, quiz, words, t) : question(preset, quiz, words, t)}
    ${closeButton(t, () => quiz.close())}
  </div>`;
}
