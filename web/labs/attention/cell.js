/** The selected cell of the matrices: its place, its name, its arithmetic, and the box that changes it. */

/** @import { Params } from '../../tables/types.js' */
/** @import { CellPlace, Head, MatrixName, Model, ShownName } from './types.js' */
/** @import { Format } from './save.js' */
/** @import { AttentionSection } from './section.js' */
/** @import { Noted } from './typed-number.js' */

import { html, nothing } from 'lit';
import { limits } from '../../engine/border/limits.js';
import { htmlLabel } from '../../charts/label.js';
import { editsOf, editsText, inputNames, mostEdits } from '../../tables/attention.js';
import { wordsOf } from '../../tables/params.js';
import { plain } from '../parts/text.js';
import { arithmetic, valueOf } from './arithmetic.js';
import { bestOf, modelInputs, weightRow } from './model.js';
import { saveFormats, saveMatrix } from './save.js';
import { holds as holdsNote, typedNumber } from './typed-number.js';
import { isEditable, isOverKeys, letters, stepsOf } from './steps.js';

/**
 * @typedef {object} State
 * @property {number} width  of the picture, px
 * @property {CellPlace | null} pinned  the chosen cell
 * @property {CellPlace | null} hovered  the cell under the pointer
 * @property {boolean} unfolded  whether all terms of the sum are written out
 * @property {Noted | null} noted  the last typed number, if it could not be used as typed
 */

/** @typedef {import('../parts/types.js').View<{}, State, AttentionSection>} View */
/** @typedef {ReturnType<typeof currentOf>} Current */

/** Returns what the matrices show: the head, its steps, the current step and the cell. Steps count from 0. @param {View} view @param {Model} model */
export function currentOf(view, model) {
  const { params, shown, state } = view;
  const head = model.head(shown.head);
  const steps = stepsOf(head);
  // Without X the queries come first
  const first = head.x ? 0 : 1;
  const stepIn = (/** @type {Params} */ { step }) => Math.max(first, Number(step) - 1);
  const step = stepIn(params);
  const wanted = state.hovered ?? state.pinned;
  const cell = wanted && holds(head, wanted) ? wanted : strongest(model, shown, steps[step].result);
  return { model, head, steps, first, step, stepIn, cell };
}

/** @param {Head} head @param {CellPlace} cell */
function holds(head, { name, row, column }) {
  const tensor = head[name];
  return tensor !== undefined && row < tensor.shape[0] && column < tensor.shape[1];
}

/** Returns the picked token's strongest cell. @param {Model} model @param {View['shown']} shown @param {MatrixName} name @returns {CellPlace} */
function strongest(model, { query, head }, name) {
  const [rows, columns] = model.head(head)[name]?.shape ?? [1, 1];
  const best = bestOf(weightRow(model, head, query));
  return {
    name,
    row: Math.min(['k', 'v'].includes(name) ? best : query, rows - 1),
    column: Math.min(isOverKeys(name) ? best : 0, columns - 1),
  };
}

/** @param {AttentionSection} view @param {Model} model @param {CellPlace} cell */
export function placeName({ t, count, featureName }, { source }, { name, row, column }) {
  const { queries, keys, features } = source;
  if (isOverKeys(name))
    return plain(t, 'attention.place.pair', { query: queries[row], key: keys[column] });
  if (['wq', 'wk', 'wv'].includes(name))
    return plain(t, 'attention.place.weight', {
      row: featureName(row),
      column: count(column + 1),
    });
  const isNamed = (name === 'x' || name === 'c') && Boolean(features?.[column]);
  return plain(t, `attention.place.component${isNamed ? '.named' : ''}`, {
    token: (['c', 'k', 'v'].includes(name) ? keys : queries)[row],
    column: isNamed ? featureName(column) : count(column + 1),
  });
}

/** Returns the cells of a matrix that the visitor has changed. @param {AttentionSection} view @param {ShownName} name @returns {[number, number][]} */
export function changedIn({ model, shown }, name) {
  const own = name === 'kt' ? 'k' : name;
  return (model?.edits ?? [])
    .filter((one) => one.name === own && (['x', 'c'].includes(own) || one.head === shown.head))
    .map(({ row, column }) => (name === 'kt' ? [column, row] : [row, column]));
}

/** @param {View} view @param {CellPlace} cell */
const isChanged = (view, { name, row, column }) =>
  changedIn(view, name).some(([r, c]) => r === row && c === column);

/**
 * @param {View} view
 * @param {CellPlace} cell
 * @param {number | null} value  null: restores the original
 * @param {(edits: string) => void} [tell]  called with all changes
 */
function changeCell({ shown, set, change }, { name, row, column }, value, tell) {
  if (!isEditable(name)) return;
  const head = inputNames.indexOf(name) < 2 ? 0 : shown.head;
  const own = value === null ? [] : [{ name, head, row, column, value }];
  change({ pinned: { name, row, column } });
  set((params) => {
    const others = editsOf(params).filter(
      (one) => one.name !== name || one.row !== row || one.column !== column || one.head !== head,
    );
    const edits = editsText([...others, ...own]);
    tell?.(edits);
    return { edits };
  });
}

/** Moves the focus to the box that changes the cell. @param {View} view */
export async function focusEditor(view) {
  await view.updateComplete;
  /** @type {HTMLInputElement | null} */
  const box = view.renderRoot.querySelector('#cell');
  box?.focus();
  box?.select();
}

/** Returns the letters of a matrix as plain text. @param {ShownName} name */
export const letterText = (name) => letters[name].replace(/[_^{}]/g, '');

/** @param {View} view @param {Current} current */
export function renderCell(view, current) {
  const { t, engine, params } = view;
  const { head, cell } = current;
  if (!engine || !holds(head, cell)) return nothing;
  const { name } = cell;
  const words = wordsOf(params, 'lock');
  const locked = words.has('all') || words.has('edits');
  return html`<div class="arithmetic">
    <p class="place">
      <span class="letter" data-letter=${name}>${htmlLabel(letters[name])}</span>
      ${plain(t, `attention.matrix.${name}`)}, ${placeName(view, current.model, cell)}
    </p>
    ${arithmetic(view, engine, current, isChanged(view, cell))}
    <div class="choices">
      ${
        isEditable(name)
          ? renderEditor(view, current, locked)
          : html`<span class="note">${t('attention.edit.follows')}</span>`
      }
      ${renderFiles(view, current)}
    </div>
    ${renderEdits(view, current, locked)}
  </div>`;
}

/** @param {View} view @param {Current} current */
function renderFiles({ t, engine, shown, origin }, { model, head, cell: { name } }) {
  const words = t('attention.save', { name: letterText(name) });
  const perHead = !['x', 'c'].includes(name) && model.heads > 1;
  const file = perHead ? `${name}-head${shown.head + 1}` : name;
  const save = (/** @type {Format} */ format) => {
    const tensor = head[name];
    if (tensor && engine) saveMatrix(engine, format, tensor, file, { title: file, ...origin });
  };
  return html`<span class="save" data-aside>
    <span class="note">${words}</span>
    ${saveFormats.map(
      ({ format, label }) =>
        html`<button
          type="button"
          class="quiet"
          aria-label="${words} ${label}"
          @click=${() => save(format)}
        >
          ${label}
        </button>`,
    )}
  </span>`;
}

/** @param {View} view @param {Current} current @param {boolean} locked */
function renderEditor(view, { head, cell }, locked) {
  const { t, params } = view;
  const changed = isChanged(view, cell);
  const now = boxText(valueOf(head, cell));
  const full = editsOf(params).length >= mostEdits && !changed;
  const onChange = (/** @type {Event & {target: HTMLInputElement}} */ { target }) => {
    const text = target.value;
    const typed = typedNumber(text, limits.scale);
    const note = (/** @type {string} */ edits) => {
      const inputs = modelInputs({ ...params, edits });
      const place = { ...cell, head: view.shown.head };
      view.change({ noted: typed.problem ? { ...typed, text, place, inputs } : null });
    };
    // Written here because typing the same number again changes no state
    target.value = typed.value === null ? now : boxText(typed.value);
    if (typed.value === null) note(String(params.edits));
    else changeCell(view, cell, typed.value, note);
  };
  return html`<label class="switch"
      >${t('attention.edit.label')}
      <input
        id="cell"
        type="text"
        inputmode="text"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="cell-note"
        .value=${now}
        ?disabled=${locked || full}
        @change=${onChange}
    /></label>
    <span class="problem" id="cell-note" role="status">${renderNoted(view, cell)}</span>
    ${
      changed
        ? html`<button
            type="button"
            ?disabled=${locked}
            @click=${() => changeCell(view, cell, null)}
          >
            ${t('attention.edit.undo')}
          </button>`
        : nothing
    }
    ${full ? html`<span class="note">${t('attention.edit.full', { count: mostEdits })}</span>` : nothing}`;
}

/** Returns a number as the box shows it. @param {number} value */
const boxText = (value) => String(Number(value.toPrecision(7)));

/** Says what was wrong with the number that was typed into this cell. @param {View} view @param {CellPlace} cell */
function renderNoted({ t, params, shown, number, state: { noted } }, cell) {
  if (!holdsNote(noted, { ...cell, head: shown.head }, modelInputs(params))) return nothing;
  const value = noted.text.length > 24 ? `${noted.text.slice(0, 24)}…` : noted.text;
  const used = noted.value === null ? '' : number(noted.value);
  return t(`attention.edit.${noted.problem}`, { value, used });
}

/** @param {View} view @param {Current} current @param {boolean} locked */
function renderEdits({ t, count, set }, { model: { edits, lost } }, locked) {
  if (edits.length + lost === 0) return nothing;
  return html`<p class="edits">
    ${t('attention.edit.count', { count: count(edits.length) })}
    ${lost > 0 ? t('attention.edit.lost', { count: count(lost) }) : nothing}
    <button
      type="button"
      data-action="reset"
      ?disabled=${locked}
      @click=${() => set({ edits: '' })}
    >
      ${t('attention.edit.reset')}
    </button>
  </p>`;
}
