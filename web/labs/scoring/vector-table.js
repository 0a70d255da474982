/** The vectors of the plane as editable numbers, and notes on unusual vectors. */
import { html, nothing } from 'lit';
import { pointLimits } from '../../tables/scoring.js';
import { wordsOf } from '../../tables/params.js';
import { comma, rich } from '../parts/text.js';
import {
  along,
  angleOf,
  directionOf,
  keyLabel,
  keysOf,
  lengthOf,
  listOf,
  polar,
  queryOf,
} from './vectors.js';

/** @import { Content } from '../parts/content.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { Vector } from './vectors.js' */

/** Vectors longer than this get a note. */
const huge = 100;

/**
 * Moves a vector, computed from its current value, which need not be rendered yet.
 * @param {Pick<Section, 'set'>} view
 * @param {string} name  'q', 'k0', 'k1' ...
 * @param {(vector: Vector) => Vector} next
 */
export function move(view, name, next) {
  if (name === 'q') view.set((params) => ({ q: listOf([next(queryOf(params))]) }));
  else changeKeys(view, (keys) => keys.map((key, j) => (name === `k${j}` ? next(key) : key)));
}

/** @param {Pick<Section, 'set'>} view @param {(keys: readonly Vector[]) => readonly Vector[]} next */
const changeKeys = ({ set }, next) => set((params) => ({ k: listOf(next(keysOf(params))) }));

/** @param {Params} params @param {'q' | 'k'} name */
export function isLocked(params, name) {
  const locked = wordsOf(params, 'lock');
  return locked.has('all') || locked.has(name);
}

/** Renders notes on unusual vectors. @param {Section} view */
export function vectorNotes({ t, params }) {
  const keys = keysOf(params);
  const all = [
    ...keys.map((key, j) => ({ name: keyLabel(j), vector: key })),
    { name: 'q', vector: queryOf(params) },
  ];
  const named = (/** @type {(length: number) => boolean} */ test) =>
    all.filter(({ vector }) => test(lengthOf(vector))).map(({ name }) => name);
  const texts = keys.map(String);
  const duplicate = texts.findIndex((text, j) => texts.indexOf(text) < j);
  const found = Object.entries({
    zero: named((length) => length === 0),
    equal: duplicate < 0 ? [] : [texts.indexOf(texts[duplicate]), duplicate].map(keyLabel),
    huge: named((length) => length > huge),
  }).filter(([, names]) => names.length > 0);
  if (found.length === 0) return nothing;
  return html`<ul class="notes odd">
    ${found.map(([which, names]) => html`<li>${rich(t, `scoring.plane.${which}`, { names: names.join(comma(t)) })}</li>`)}
  </ul>`;
}

/** @param {Section} view */
export function vectorTable(view) {
  const { t, params } = view;
  const keys = keysOf(params);
  const locked = isLocked(params, 'k');
  const isFree = keys.length > pointLimits.least && !locked;
  return html`<div class="scroll" data-aside>
    <table class="vectors">
      <caption class="visually-hidden">
        ${t('scoring.vectors.caption')}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t('scoring.vectors.vector')}</th>
          ${boxes.map(({ column }) => html`<th scope="col">${t(`scoring.vectors.${column}`)}</th>`)}
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${rowOf(view, 'q', 'q', queryOf(params), nothing)}
        ${keys.map((key, j) => rowOf(view, `k${j}`, keyLabel(j), key, isFree ? remover(view, j) : nothing))}
      </tbody>
    </table>
    <button
      type="button"
      ?disabled=${locked || keys.length >= pointLimits.most}
      @click=${() => changeKeys(view, (now) => [...now, freshKey(now)])}
    >
      ${t('scoring.plane.add')}
    </button>
  </div>`;
}

/** Renders the button that removes a key. @param {Section} view @param {number} index */
function remover(view, index) {
  return html`<button
    type="button"
    class="quiet"
    aria-label=${view.t('scoring.vectors.remove', { name: keyLabel(index) })}
    @click=${() => changeKeys(view, (keys) => keys.toSpliced(index, 1))}
  >
    ×
  </button>`;
}

/**
 * @param {Section} view
 * @param {string} name
 * @param {string} label
 * @param {Vector} vector
 * @param {Content} end  the last cell
 */
function rowOf(view, name, label, vector, end) {
  const { t, params } = view;
  const locked = isLocked(params, name === 'q' ? 'q' : 'k');
  return html`<tr>
    <th scope="row">
      <svg width="12" height="12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" class="swatch" data-key=${name}></circle></svg
      >${label}
    </th>
    ${boxes.map(({ column, step, digits, read, change }) => {
      const shown = inBox(read(vector), digits);
      const typed = (/** @type {Event & {target: HTMLInputElement}} */ { target }) => {
        const given = Number(target.value);
        if (target.value.trim() !== '' && Number.isFinite(given))
          move(view, name, (now) => change(now, given));
        else target.value = shown;
      };
      return html`<td>
        <input
          type="number"
          step=${step}
          min=${column === 'length' ? 0 : nothing}
          .value=${shown}
          aria-label="${label} ${t(`scoring.vectors.${column}`)}"
          ?disabled=${locked}
          @change=${typed}
        />
      </td>`;
    })}
    <td>${end}</td>
  </tr>`;
}

/**
 * Writes a number for its box in the shorter of two notations. A number that would be rounded to 0 keeps four digits.
 * @param {number} value
 * @param {number} digits  after the decimal point
 */
function inBox(value, digits) {
  const rounded = Number(value.toFixed(digits));
  const shown = rounded === 0 ? Number(value.toPrecision(4)) + 0 : rounded;
  const [plainly, power] = [String(shown), shown.toExponential()];
  return power.length < plainly.length ? power : plainly;
}

/**
 * The boxes of a vector: what each shows, and how a typed value changes the vector. Lengths and angles are derived from
 * the components and have fewer digits.
 * @type {readonly {column: string, step: number, digits: number, read: (vector: Vector) => number, change: (vector: Vector, given: number) => Vector}[]}
 */
const boxes = [
  { column: 'x', step: 0.1, digits: 4, read: ([x]) => x, change: ([, y], x) => [x, y] },
  { column: 'y', step: 0.1, digits: 4, read: ([, y]) => y, change: ([x], y) => [x, y] },
  {
    column: 'length',
    step: 0.1,
    digits: 3,
    read: lengthOf,
    change: (vector, length) => along(Math.max(0, length), directionOf(vector)),
  },
  {
    column: 'angle',
    step: 5,
    digits: 1,
    read: angleOf,
    change: (vector, angle) => polar(lengthOf(vector), angle),
  },
];

/** Returns a new key in the widest gap between the others. @param {readonly Vector[]} keys @returns {Vector} */
function freshKey(keys) {
  const taken = keys.map((key) => (angleOf(key) + 360) % 360).sort((a, b) => a - b);
  const gaps = taken.map((angle, i) => ((taken[i + 1] ?? taken[0] + 360) - angle + 360) % 360);
  const widest = gaps.indexOf(Math.max(...gaps));
  return polar(1.5, Math.round(taken[widest] + (gaps[widest] || 360) / 2));
}
