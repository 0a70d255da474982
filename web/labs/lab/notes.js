/** Notes about invalid links, attributes and typed values, in the visitor's language. */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { Note } from '../../tables/types.js' */

import { html, nothing } from 'lit';
import { translator } from '../../i18n/index.js';
import { words } from '../../i18n/words.js';
import { entriesOf } from '../../tables/params.js';
import { plain } from '../parts/text.js';

/** Largest number of listed notes. The others are counted. */
const most = 6;

/**
 * Returns the lab's name of a parameter, or its key in links if the lab has no words for it.
 * @param {string} key
 * @param {Translate} t
 * @param {string} lab
 */
function nameOf(key, t, lab) {
  if (key === 'link') return t('note.link');
  const { name } = entriesOf(lab).find((entry) => entry.key === key) ?? {};
  const words = [`${lab}.param.${name}`, `common.param.${name}`].find(t.has);
  return words ? plain(t, words) : key;
}

/** Writes a number with a true minus sign, as everywhere on the page. @param {string | undefined} value */
const written = (value) => value?.replace(/^-(?=[\d.])/, '\u2212');

/**
 * Returns a translator with the words of the notes, which were fetched together with this file.
 * @param {Translate} t
 * @param {string} lab
 */
const speech = ({ language }, lab) => translator(language, words.common, words[lab], words.notes);

/** @param {Note} note @param {Translate} spoken @param {string} lab */
export function noteText(note, spoken, lab) {
  const t = speech(spoken, lab);
  const values = {
    ...note,
    key: nameOf(note.key, t, lab),
    value: note.value === '' ? t('note.nothing') : written(note.value),
    used: written(note.used),
    limit: written(note.limit),
  };
  return t(`note.${note.reason}`, values);
}

/**
 * @param {readonly Note[]} notes
 * @param {Translate} spoken
 * @param {() => void} dismiss
 * @param {string} lab
 */
export function notesPanel(notes, spoken, dismiss, lab) {
  const t = speech(spoken, lab);
  return html`<div class="notes" part="notes">
    <p><strong>${t('note.title')}</strong></p>
    <ul>
      ${notes.slice(0, most).map((note) => html`<li>${noteText(note, spoken, lab)}</li>`)}
      ${notes.length > most ? html`<li>${t('note.more', { count: notes.length - most })}</li>` : nothing}
    </ul>
    <button type="button" class="quiet" @click=${dismiss}>${t('note.dismiss')}</button>
  </div>`;
}
