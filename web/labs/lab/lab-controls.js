/** The controls of a lab in their groups: what its table describes, in its own words where it has some. */
import { html, nothing } from 'lit';
import { entriesOf } from '../../tables/state.js';
import { fieldset, groupControls } from './controls.js';
import { noteText } from './notes.js';
import { plain, rich } from '../parts/text.js';

/** @typedef {import('./lab.js').Lab} Lab */
/** @typedef {import('./controls.js').Desk} Desk */
/** @typedef {import('../../i18n/index.js').Translate} Translate */

/**
 * A group of controls. One that folds is open at first where there is room beside the pictures, unless it is
 * `advanced`; `inside` are groups within it.
 * @typedef {{group: string, folds?: boolean, advanced?: boolean, inside?: readonly string[]}} ControlGroup
 */

/**
 * @param {Lab} lab
 * @param {string} table  its name in state.js
 * @param {boolean} roomy  whether there is room for what folds
 */
export function labControls(lab, table, roomy) {
  const { t } = lab.speech;
  /** The key of the lab's own words, where it has some. @param {string} key */
  const own = (key) => (t.has(`${table}.${key}`) ? `${table}.${key}` : `common.${key}`);
  const desk = deskOf(lab, t, own);
  const entries = entriesOf(table);

  /** @param {ControlGroup} group */
  const renderGroup = ({ group, folds, advanced, inside = [] }) => {
    const legend = (/** @type {string} */ name) => rich(t, own(`group.${name}`));
    const controls = [
      groupControls(entries, group, desk),
      inside.map((each) => fieldset(entries, each, legend(each), desk)),
    ];
    if (!folds) {
      const name = plain(t, own(`group.${group}`));
      return html`<div class="group ${group}" role="group" aria-label=${name}>${controls}</div>`;
    }
    return html`<details class="group ${group}" ?open=${!advanced && roomy}>
      <summary>${legend(group)}</summary>
      ${controls}
    </details>`;
  };

  const groups = lab.controlGroups();
  return html`<div role="group" class="controls" part="controls" aria-label=${t('common.controls')}>
    <div class="groups">${groups.filter(({ folds }) => !folds).map(renderGroup)}</div>
    <div class="groups">
      ${groups.filter(({ folds }) => folds).map(renderGroup)}
      <button
        type="button"
        class="quiet reset"
        ?disabled=${lab.locks('reset')}
        @click=${() => lab.reset()}
      >
        ${t('common.reset')}
      </button>
    </div>
  </div>`;
}

/** @param {Lab} lab @param {Translate} t @param {(key: string) => string} own @returns {Desk} */
const deskOf = (lab, t, own) => ({
  params: lab.params,
  t,
  label: (name) => rich(t, own(`param.${name}`)),
  choice: (name, value) =>
    plain(
      t,
      own(`choice.${name.replace(/^(query|key)(?=Distribution)/, '').toLowerCase()}.${value}`),
    ),
  options: (name) => lab.optionsOf(name),
  locked: (name) => lab.locks(name),
  problem: (key) => {
    const note = lab.noteOn(key);
    return note ? noteText(note, t) : nothing;
  },
  enter: (name, raw, final) => lab.enter(name, raw, final),
  term: lab.term,
  termOf: (name) => lab.termOf(name),
});
