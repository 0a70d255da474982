/**
 * "Try this": chips, each one a belief that many hold. A chip asks for a prediction first; only then does the page
 * change and say what happened.
 * Words, in the lab's catalogue: <lab>.preset.<id>.label, .predict, .explain, and .choice.<letter> for each choice.
 */
import { html, nothing } from 'lit';
import { plain, rich } from './text.js';

/** @typedef {import('../i18n/index.js').Translate} Translate */
/** @typedef {import('../i18n/index.js').Format} Format */
/** @typedef {import('../engine/index.js').Engine} Engine */
/** @typedef {import('../state.js').Params} Params */

/**
 * @typedef {object} Preset
 * @property {string} id
 * @property {Readonly<Record<string, import('../state.js').Value>>} params  what it changes in the initial state
 * @property {readonly string[]} [choices]  letters of the answers offered
 * @property {string} [answer]  the letter that is right
 * @property {string} [section]  the picture that shows it: id of an element in the lab
 * @property {(engine: Engine, params: Params, format: Format) => Record<string, string>} [values]  live numbers for the explanation
 */

/**
 * What the card needs from its lab.
 * @typedef {object} Asker
 * @property {string} guess
 * @property {boolean} revealed
 * @property {(guess?: string) => void} reveal
 * @property {() => void} closePreset
 * @property {(preset: Preset) => Record<string, string>} presetValues
 * @property {(section: string) => void} goTo
 */

/**
 * @param {readonly Preset[]} presets
 * @param {Params} params
 * @param {string} lab
 * @param {Translate} t
 * @param {(preset: Preset) => void} choose
 * @param {boolean} locked
 */
export const presetChips = (presets, params, lab, t, choose, locked) =>
  html`<div class="chips">
    <span class="muted">${t('common.presets')}</span>
    <ul>
      ${presets.map(
        (preset) =>
          html`<li>
            <button
              type="button"
              class="chip"
              aria-pressed=${params.preset === preset.id ? 'true' : 'false'}
              ?disabled=${locked}
              @click=${() => choose(preset)}
            >
              ${rich(t, `${lab}.preset.${preset.id}.label`)}
            </button>
          </li>`,
      )}
    </ul>
    <span class="visually-hidden" role="status"
      >${params.preset && presets.some(({ id }) => id === params.preset) ? plain(t, `${lab}.preset.${params.preset}.predict`) : nothing}</span
    >
  </div>`;

/** @param {Preset} preset @param {Asker} asker @param {string} words @param {Translate} t */
const question = (preset, asker, words, t) =>
  html`<div class="choices" role="group" aria-label=${t('common.preset.guess')}>
    ${(preset.choices ?? []).map(
      (choice) =>
        html`<button type="button" @click=${() => asker.reveal(choice)}>
          ${rich(t, `${words}.choice.${choice}`)}
        </button>`,
    )}
    <button type="button" class="quiet" @click=${() => asker.reveal()}>
      ${t('common.preset.reveal')}
    </button>
  </div>`;

/** @param {Preset} preset @param {Asker} asker @param {string} words @param {Translate} t */
const explanation = (preset, asker, words, t) => {
  const right = asker.guess === preset.answer;
  // It gets the focus and is read then; a live region would read its numbers again at every step of a slider.
  return html`<div class="explanation" tabindex="-1" role="group" aria-labelledby="explanation">
    <div id="explanation">
      ${
        asker.guess
          ? html`<p class="verdict ${right ? 'right' : 'wrong'}">
              ${t(right ? 'common.preset.right' : 'common.preset.wrong')}
            </p>`
          : nothing
      }
      <p>${rich(t, `${words}.explain`, asker.presetValues(preset))}</p>
    </div>
    ${
      preset.section
        ? html`<button type="button" @click=${() => asker.goTo(preset.section ?? '')}>
            ${t('common.preset.show')}
          </button>`
        : nothing
    }
  </div>`;
};

/**
 * @param {Preset} preset
 * @param {Asker} asker
 * @param {string} lab
 * @param {Translate} t
 */
export function presetCard(preset, asker, lab, t) {
  const words = `${lab}.preset.${preset.id}`;
  return html`<div class="card">
    <p class="predict">${rich(t, `${words}.predict`)}</p>
    ${asker.revealed ? explanation(preset, asker, words, t) : question(preset, asker, words, t)}
    <button
      type="button"
      class="quiet close"
      aria-label=${t('common.close')}
      @click=${() => asker.closePreset()}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path
          d="M3 3l10 10M13 3L3 13"
          fill="none"
          stroke="currentColor"
          stroke-width="1.6"
          stroke-linecap="round"
        />
      </svg>
    </button>
  </div>`;
}
