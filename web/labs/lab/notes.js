/** What was wrong with a link, an attribute or something typed, told in the visitor's language. */
import { html, nothing } from 'lit';

/** @typedef {import('../../tables/state.js').Note} Note */
/** @typedef {import('../../i18n/index.js').Translate} Translate */

/** So many notes are listed; the rest is counted. */
const most = 6;

/** @param {Note} note @param {Translate} t */
export function noteText(note, t) {
  const values = {
    ...note,
    key: note.key === 'link' ? t('common.note.link') : note.key,
    value: note.value === '' ? t('common.note.nothing') : note.value,
  };
  return t(`common.note.${note.reason}`, values);
}

/**
 * @param {readonly Note[]} notes
 * @param {Translate} t
 * @param {() => void} dismiss
 */
export function notesPanel(notes, t, dismiss) {
  return html`<div role="status" class="notes-live">
    ${
      notes.length === 0
        ? nothing
        : html`<div class="notes" part="notes">
            <p><strong>${t('common.note.title')}</strong></p>
            <ul>
              ${notes.slice(0, most).map((note) => html`<li>${noteText(note, t)}</li>`)}
              ${notes.length > most ? html`<li>${t('common.note.more', { count: notes.length - most })}</li>` : nothing}
            </ul>
            <button type="button" class="quiet" @click=${dismiss}>
              ${t('common.note.dismiss')}
            </button>
          </div>`
    }
  </div>`;
}
