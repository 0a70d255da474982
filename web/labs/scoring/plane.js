/**
 * <sd-scoring-plane>: one query and a few keys in the plane, eight scoring functions.
 *
 * The visitor drags the query and the keys, in any of the eight small planes; all of them move. Every place of a plane
 * has the colours of the keys in the proportion of the weights that a query there would give them, and the strip under
 * it is what the query that stands there does give. Below, the same vectors as numbers, to be typed.
 */
import { html, nothing, svg } from 'lit';
import { panels, panelsHeight } from '../../charts/panels.js';
import { plane, planeHeight } from '../../charts/plane.js';
import { functionNames, pointLimits } from '../../tables/scoring.js';
import { wordsOf } from '../../tables/state.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { functionOf, planeOf } from './functions.js';
import { shares, sharesHeight } from './shares.js';
import { planeStyles } from './styles.js';
import {
  angleOf,
  extent,
  keyLabel,
  keysOf,
  lengthOf,
  listOf,
  polar,
  queryOf,
  tensorOf,
} from './vectors.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../tables/scoring.js').FunctionName} FunctionName */
/** @typedef {import('./vectors.js').Vector} Vector */
/** @typedef {import('./functions.js').Row} Row */

/** Cells along each side of a plane: what is in motion is painted more coarsely, in two fifths of the time. */
const sizes = { least: 16, moving: 40, most: 64 };

/** The plane may take so much of a frame, in milliseconds. */
const slowest = 10;

/** Places that the reader of a plane knows along each side: hundredths. */
const places = 2 * extent * 100 + 1;

/** How many vectors further than this from 0 are explained. */
const huge = 100;

export class ScoringPlane extends Section {
  static styles = [...Section.styles, planeStyles];

  constructor() {
    super();
    /** @type {Vector} */ this.query = [0, 0];
    /** @type {Vector[]} */ this.keys = [];
    /** @type {Map<FunctionName, Row>} */ this.rows = new Map();
    /** @type {Float32Array[]} The weights over the plane, by function. */ this.paints = [];
    this.size = sizes.most;
    /** As it is painted now. */ this.painted = sizes.most;
    /** Whether something is being dragged. */ this.moving = false;
    /** How many frames in a row were slow. */ this.slow = 0;
    /** @type {Float32Array | undefined} Written again and again. */ this.memory = undefined;
    /** Drawn in the next frame, when the lab hands on what this changes. @param {CustomEvent<{index: number, value: Vector, done: boolean}>} event */
    this.drag = ({ detail }) => {
      this.moving = !detail.done;
      this.move(detail.index, () => detail.value);
    };
    this.addKey = () => this.changeKeys((keys) => [...keys, freshKey(keys)]);
  }

  inputs() {
    const { q, k, temperature, units, seed } = this.params;
    return [q, k, temperature, units, seed, this.moving];
  }

  /** @param {Engine} engine */
  compute(engine) {
    const { query, keys, rows } = planeOf(engine, this.params);
    [this.query, this.keys, this.rows] = [query, keys, rows];
    this.paint(engine, tensorOf(keys));
  }

  /**
   * @param {Engine} engine
   * @param {import('../../engine/types.js').Tensor} key
   */
  paint(engine, key) {
    const { params, keys } = this;
    const size = this.moving ? Math.min(this.size, sizes.moving) : this.size;
    this.painted = size;
    const functions = functionNames.map((name) => functionOf(engine, params, name, keys.length));
    const shape = [functions.length, size, size, keys.length];
    const length = shape.reduce((product, side) => product * side);
    if (this.memory?.length !== length) this.memory = new Float32Array(length);
    const into = { weights: { data: this.memory, shape } };
    const start = performance.now();
    const { data } = engine.scorePlane({ functions, key, size, extent, into }).weights;
    this.adapt(performance.now() - start);
    const own = length / functions.length;
    // New views of the old numbers: that they are others tells that they are to be painted again.
    this.paints = functions.map((_, i) => data.subarray(i * own, (i + 1) * own));
  }

  /** As many cells as can be painted within a frame; one slow frame is an accident. @param {number} took  in milliseconds */
  adapt(took) {
    this.slow = took > slowest ? this.slow + 1 : 0;
    if (this.slow > 2 && this.size > sizes.least) this.size /= 2;
    else if (took < slowest / 8 && this.size < sizes.most) this.size *= 2;
    else return;
    this.slow = 0;
  }

  // ---- changes ----------------------------------------------------------------------------------------------------

  /**
   * A vector that follows from what it is now, which need not be drawn yet.
   * @param {number} index  of a key, or behind them the query
   * @param {(vector: Vector) => Vector} next
   */
  move(index, next) {
    if (index === this.keys.length) this.set((params) => ({ q: listOf([next(queryOf(params))]) }));
    else this.changeKeys((keys) => keys.map((key, j) => (j === index ? next(key) : key)));
  }

  /** @param {(keys: readonly Vector[]) => readonly Vector[]} next */
  changeKeys(next) {
    this.set((params) => ({ k: listOf(next(keysOf(params))) }));
  }

  /** A click on a plane chooses its function. @param {{index?: number, key: string}} place */
  picked({ index = -1 }) {
    const name = functionNames[Math.floor(index / places ** 2)];
    if (name) this.set({ pick: name });
  }

  get isLocked() {
    const locked = wordsOf(this.params, 'lock');
    return (/** @type {'q' | 'k'} */ name) => locked.has('all') || locked.has(name);
  }

  // ---- the formula ------------------------------------------------------------------------------------------------

  /** @param {string} term */
  driven(term) {
    if (term === 'score') return String(this.params.pick);
    return term === 'query' ? 'q' : '';
  }

  /** @param {import('../parts/section.js').Pointed} pointed */
  termOf({ key }) {
    if (key === 'q') return 'query';
    return /^k\d$/.test(key) ? 'key' : '';
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------

  render() {
    const { t } = this;
    return html`<section
      role="group"
      aria-label=${plain(t, 'scoring.part.plane')}
      @sd-drag=${this.drag}
    >
      ${figure(this, {
        name: 'scoring-plane',
        title: plain(t, 'scoring.plane.title'),
        summary: this.summary(),
        height: (width) => panelsHeight(width, layout),
        draw: (width) => this.draw(width),
        table: () => this.table(),
        data: { q: this.query, k: this.keys },
      })}
      ${this.renderProblem()} ${this.renderNotes()} ${this.renderVectors()}
    </section>`;
  }

  /** @param {number} width */
  draw(width) {
    const { t, params } = this;
    // The same for all planes, so that they are laid out once.
    const shared = {
      points: this.points(),
      x: { label: '', read: (/** @type {number} */ value) => this.number(value) },
      y: { label: '' },
    };
    const parts = functionNames.map((name, i) => ({
      key: name,
      title: plain(t, `scoring.function.${name}`) + (name === params.pick ? ' \u2713' : ''),
      draw: (/** @type {{width: number, height: number}} */ place) =>
        this.panel(name, this.paints[i], { ...place, ...shared }),
    }));
    // The strips tell at once what a readout would, without hiding a plane.
    return { ...panels(width, layout, parts), follows: false };
  }

  points() {
    const { t, keys, query, isLocked } = this;
    const list = keys.map(([x, y], j) => ({
      key: `k${j}`,
      label: keyLabel(j),
      name: t('scoring.plane.key', { key: j + 1 }),
      x,
      y,
      category: j,
      drag: !isLocked('k'),
    }));
    const [x, y] = query;
    const q = { label: 'q', name: t('scoring.plane.query'), x, y, drag: !isLocked('q') };
    return [...list, { key: 'q', color: /** @type {const} */ ('query'), ...q }];
  }

  /**
   * @param {FunctionName} name
   * @param {Float32Array | undefined} weights
   * @param {Pick<import('../../charts/plane.js').PlaneSpec, 'width' | 'height' | 'points' | 'x' | 'y'>} place
   */
  panel(name, weights, { width, height, points, x: across, y: up }) {
    const picture = plane({
      width,
      height: height - sharesHeight,
      extent,
      ticks: false,
      paint: weights ? { size: this.painted, weights, count: this.keys.length } : null,
      points,
      x: across,
      y: up,
      read: (x, y) => this.readAt(name, x, y),
    });
    const { left, right, bottom } = picture.box;
    const own = this.rows.get(name)?.weights ?? [];
    const label = (/** @type {number} */ j) => `${keyLabel(j)} ${this.share(own[j])}`;
    return {
      ...picture,
      reader: this.rows.size > 0 ? picture.reader : undefined,
      content: svg`${picture.content}${shares({ shares: own, label, left, right, top: bottom })}`,
    };
  }

  /** @param {number} weight */
  share(weight) {
    return this.format.fixed(weight, 2);
  }

  /** The weights of a query at a place. @param {FunctionName} name @param {number} x @param {number} y */
  readAt(name, x, y) {
    const { engine, keys, params } = this;
    if (!engine) return [];
    const key = tensorOf(keys);
    const options = functionOf(engine, params, name, keys.length);
    const scores = engine.scores(tensorOf([[x, y]]), key, options);
    const { data } = engine.softmax(scores);
    return keys.map((_, j) => ({ label: keyLabel(j), value: this.share(data[j]) }));
  }

  summary() {
    const { t, keys, rows, params } = this;
    if (rows.size === 0) return t('common.waiting');
    const name = /** @type {FunctionName} */ (params.pick);
    const weights = rows.get(name)?.weights ?? [];
    return plain(t, 'scoring.plane.summary', {
      extent,
      name: plain(t, `scoring.function.${name}`),
      weights: keys.map((_, j) => `${keyLabel(j)} ${this.share(weights[j])}`).join(comma(t)),
    });
  }

  /** What is odd about the vectors, in words. */
  renderNotes() {
    const { t, keys, query } = this;
    const all = [...keys, query];
    const name = (/** @type {number} */ i) => (i === keys.length ? 'q' : keyLabel(i));
    const named = (/** @type {(vector: Vector, i: number) => boolean} */ test) =>
      all.flatMap((vector, i) => (test(vector, i) ? [name(i)] : [])).join(comma(t));
    const twins = keys.findIndex((key, i) =>
      keys.slice(0, i).some((other) => String(other) === String(key)),
    );
    const first = keys.findIndex((key) => twins >= 0 && String(key) === String(keys[twins]));
    const found = [
      ['zero', named((vector) => lengthOf(vector) === 0)],
      ['equal', twins < 0 ? '' : [first, twins].map(keyLabel).join(comma(t))],
      ['huge', named((vector) => lengthOf(vector) > huge)],
    ].filter(([, names]) => names !== '');
    if (found.length === 0) return nothing;
    return html`<ul class="notes odd">
      ${found.map(([which, names]) => html`<li>${rich(t, `scoring.plane.${which}`, { names })}</li>`)}
    </ul>`;
  }

  renderVectors() {
    const { t, keys, query } = this;
    return html`<div class="scroll">
      <table class="vectors">
        <caption class="visually-hidden">
          ${t('scoring.vectors.caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col">${t('scoring.vectors.vector')}</th>
            ${['x', 'y', 'length', 'angle'].map((column) => html`<th scope="col">${t(`scoring.vectors.${column}`)}</th>`)}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${this.renderVector('q', query, keys.length)}
          ${keys.map((key, j) => this.renderVector(keyLabel(j), key, j))}
        </tbody>
      </table>
      <button
        type="button"
        ?disabled=${this.isLocked('k') || keys.length >= pointLimits.most}
        @click=${this.addKey}
      >
        ${t('scoring.plane.add')}
      </button>
    </div>`;
  }

  /** @param {string} name @param {Vector} vector @param {number} index */
  renderVector(name, vector, index) {
    const { t, keys } = this;
    const isKey = index < keys.length;
    const locked = this.isLocked(isKey ? 'k' : 'q');
    const remove = () => this.changeKeys((all) => all.toSpliced(index, 1));
    return html`<tr>
      <th scope="row">
        <svg width="12" height="12" aria-hidden="true">
          <circle
            cx="6"
            cy="6"
            r="5"
            class="swatch"
            data-key=${isKey ? `k${index}` : 'q'}
          ></circle></svg
        >${name}
      </th>
      ${boxes.map(({ column, step, digits, read, change: changed }) => {
        const shown = inBox(read(vector), digits);
        const change = (/** @type {Event & {target: HTMLInputElement}} */ { target }) => {
          const given = Number(target.value);
          if (target.value.trim() !== '' && Number.isFinite(given))
            this.move(index, (now) => changed(now, given));
          else target.value = shown;
        };
        return html`<td>
          <input
            type="number"
            step=${step}
            min=${column === 'length' ? 0 : nothing}
            .value=${shown}
            aria-label="${name} ${t(`scoring.vectors.${column}`)}"
            ?disabled=${locked}
            @change=${change}
          />
        </td>`;
      })}
      <td>
        ${
          isKey && keys.length > pointLimits.least && !locked
            ? html`<button
                type="button"
                class="quiet"
                aria-label=${t('scoring.vectors.remove', { name })}
                @click=${remove}
              >
                ×
              </button>`
            : nothing
        }
      </td>
    </tr>`;
  }

  table() {
    const { t, keys, rows } = this;
    const column = (/** @type {string} */ key) => ({ key, label: t(`scoring.table.${key}`) });
    return {
      columns: ['function', 'key', 'x', 'y', 'score', 'weight'].map(column),
      rows: [...rows].flatMap(([name, { scores, weights }]) =>
        keys.map(([x, y], j) => ({
          function: plain(t, `scoring.function.${name}`),
          key: keyLabel(j),
          x,
          y,
          score: scores[j],
          weight: weights[j],
        })),
      ),
    };
  }
}

/** What stands between the items of a list. @param {import('../../i18n/index.js').Translate} t */
const comma = ({ language }) => (language === 'en' ? ', ' : '、');

/**
 * A number as a box has it, in the shorter of two ways; one that would be rounded to 0 keeps four digits.
 * @param {number} value
 * @param {number} digits  after the point
 */
function inBox(value, digits) {
  const rounded = Number(value.toFixed(digits));
  const shown = rounded === 0 ? Number(value.toPrecision(4)) + 0 : rounded;
  const [plainly, power] = [String(shown), shown.toExponential()];
  return power.length < plainly.length ? power : plainly;
}

/**
 * The boxes of a vector: what each shows of it, and what becomes of it when something else is typed there. Lengths and
 * angles are what the components make of them, and have fewer digits.
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
    change: (vector, length) => polar(Math.max(0, length), angleOf(vector)),
  },
  {
    column: 'angle',
    step: 5,
    digits: 1,
    read: angleOf,
    change: (vector, angle) => polar(lengthOf(vector), angle),
  },
];

/** Between the others, where there is most room. @param {readonly Vector[]} keys @returns {Vector} */
function freshKey(keys) {
  const taken = keys.map((key) => (angleOf(key) + 360) % 360).sort((a, b) => a - b);
  const gaps = taken.map((angle, i) => ((taken[i + 1] ?? taken[0] + 360) - angle + 360) % 360);
  const widest = gaps.indexOf(Math.max(...gaps));
  return polar(1.5, Math.round(taken[widest] + (gaps[widest] || 360) / 2));
}

const layout = {
  count: functionNames.length,
  height: (/** @type {number} */ width) =>
    planeHeight(width, { most: 160, label: false }) + sharesHeight,
  least: 116,
  most: 4,
  foot: 0,
};
