/** Renders the controls of a lab in their groups, from its table, with the lab's own words where it has some. */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { ControlContext } from './controls.js' */
/** @import { Lab } from './lab.js' */

import { html, nothing } from 'lit';
import { entriesOf } from '../../tables/params.js';
import { controlsOf, fieldset, groupControls } from './controls.js';
import { icon } from '../parts/icon.js';
import { plain, rich } from '../parts/text.js';

/**
 * A group of controls. A folding group is initially open if there is room beside the pictures, unless it is
 * `advanced`. `inside`: the groups within it.
 * @typedef {{group: string, folds?: boolean, advanced?: boolean, inside?: readonly string[]}} ControlGroup
 */

/**
 * Renders the strip, which has the controls of the main picture, and the settings, which have all others. A wide lab
 * shows both beside the pictures. In a narrow lab the settings open from the strip.
 * @param {Lab} lab
 * @param {string} table  its name in params.js
 * @param {{roomy: boolean, open: boolean, toggle: () => void}} settings  roomy: whether folding groups are open at
 *   first
 */
export function labControls(lab, table, { roomy, open, toggle }) {
  const { t, own, context, groups, all } = controlsIn(lab, table);
  const { strip } = lab.constructor;
  const inStrip = all.filter(({ name }) => strip.includes(name));
  const entries = all.filter(({ name }) => !strip.includes(name));

  /** @param {ControlGroup} group */
  const renderGroup = ({ group, folds, advanced, inside = [] }) => {
    const legend = (/** @type {string} */ name) => rich(t, own(`group.${name}`));
    const outside = groupControls(entries, group, context);
    if (outside.length + inside.length === 0) return nothing;
    const controls = [
      outside,
      inside.map((each) => fieldset(entries, each, legend(each), context)),
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

  return html`<div role="group" class="controls" part="controls" aria-label=${t('common.controls')}>
    <div class="strip">
      ${controlsOf(inStrip, context)}
      <button
        type="button"
        class="settings-toggle"
        aria-label=${t('common.settings')}
        aria-expanded=${String(open)}
        aria-controls="settings"
        @click=${toggle}
      >
        ${icon('M3 6h9M16 6h1M3 14h1M8 14h9M14 4v4M6 12v4')}
        <span class="words">${t('common.settings')}</span>
      </button>
    </div>
    <div class="settings ${open ? 'open' : ''}" id="settings">
      ${groups.filter(({ folds }) => !folds).map(renderGroup)}
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

/**
 * Renders the controls that drive single pictures, and no others.
 * @param {Lab} lab
 * @param {string} table  its name in params.js
 * @param {ReadonlySet<string>} driving  names of parameters
 */
export function figureControls(lab, table, driving) {
  const { t, context, all } = controlsIn(lab, table);
  const controls = controlsOf(
    all.filter(({ name }) => driving.has(name)),
    context,
  );
  if (controls.length === 0) return nothing;
  return html`<div role="group" class="controls" part="controls" aria-label=${t('common.controls')}>
    <div class="strip">${controls}</div>
  </div>`;
}

/**
 * Returns the data for rendering controls, and the entries whose controls the lab currently has.
 * @param {Lab} lab
 * @param {string} table
 */
function controlsIn(lab, table) {
  const { t } = lab.speech;
  /** Returns the key of the lab's own words if it has some, else of the common ones. @param {string} key */
  const own = (key) => (t.has(`${table}.${key}`) ? `${table}.${key}` : `common.${key}`);
  const groups = lab.controlGroups();
  const known = new Set(groups.flatMap(({ group, inside = [] }) => [group, ...inside]));
  const all = entriesOf(table).filter(
    ({ name, control }) => control && known.has(control.group) && lab.hasControl(name),
  );
  return { t, own, context: controlContextOf(lab, table, t, own), groups, all };
}

/** @param {Lab} lab @param {string} table @param {Translate} t @param {(key: string) => string} own @returns {ControlContext} */
const controlContextOf = (lab, table, t, own) => ({
  params: lab.params,
  t,
  label: (name) => rich(t, own(`param.${name}`)),
  choice: (name, value) =>
    plain(
      t,
      own(`choice.${name.replace(/^(query|key)(?=Distribution)/, '').toLowerCase()}.${value}`),
    ),
  offers: (name, value) => lab.offers(name, value),
  options: (name) => lab.optionsOf(name),
  locked: (name) => lab.locks(name),
  problem: (key) => {
    const note = lab.noteOn(key);
    return note ? lab.noting?.noteText(note, t, table) : nothing;
  },
  enter: (name, raw, final) => lab.enter(name, raw, final),
  term: lab.term,
  termOf: (name) => lab.termOf(name),
});
