/**
 * <sd-scoring-norms>: what a key's length does.
 *
 * The visitor makes a key longer, without turning it, and sees its weight under each of the eight functions: dot products
 * follow, cosines do not notice, and a distance has a best length.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { functionNames } from '../../tables/scoring.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { colors, rowsOf } from './functions.js';
import { planeStyles } from './styles.js';
import { angleOf, keyLabel, keysOf, lengthOf, listOf, polar, queryOf } from './vectors.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../tables/scoring.js').FunctionName} FunctionName */
/** @typedef {import('./vectors.js').Vector} Vector */

/** Lengths from 0 to 4, and one next to 0, where a cosine jumps. */
const most = 4;
const lengths = [0, 1e-3, ...Array.from({ length: 80 }, (_, i) => (most * (i + 1)) / 80)];

export class ScoringNorms extends Section {
  static styles = [...Section.styles, planeStyles];

  constructor() {
    super();
    /** @type {Vector[]} */ this.keys = [];
    /** @type {Map<FunctionName, number[]>} The weight of the grown key at every length. */
    this.lines = new Map();
    /** @type {Vector[]} Where keys point, or pointed when they had a length. */ this.directions =
      [];
    /** @type {Map<FunctionName, number>} Its weight as it is. */ this.now = new Map();
  }

  get grown() {
    return Number(this.params.grow) - 1;
  }

  inputs() {
    const { q, k, temperature, units, seed, grow } = this.params;
    return [q, k, temperature, units, seed, grow];
  }

  /** All lengths at once: a batch of queries, the same one, each with keys of its own. @param {Engine} engine */
  compute(engine) {
    const { params, grown } = this;
    this.keys = keysOf(params);
    const [own, count] = [this.keys[grown], this.keys.length];
    const angle = (angleOf(own) * Math.PI) / 180;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    const grownKeys = [...lengths.map((length) => [length * x, length * y]), own];
    const batch = grownKeys.length;
    const rows = rowsOf(
      engine,
      params,
      {
        data: Float32Array.from(Array(batch).fill(queryOf(params)).flat()),
        shape: [batch, 1, 2],
      },
      {
        data: Float32Array.from(
          grownKeys.flatMap((key) => this.keys.with(grown, /** @type {Vector} */ (key))).flat(),
        ),
        shape: [batch, count, 2],
      },
    );
    const weight = (/** @type {Float32Array} */ weights, /** @type {number} */ i) =>
      weights[i * count + grown];
    this.lines = new Map(
      [...rows].map(([name, { weights }]) => [name, lengths.map((_, i) => weight(weights, i))]),
    );
    this.now = new Map([...rows].map(([name, { weights }]) => [name, weight(weights, batch - 1)]));
  }

  /** @param {number} index @param {number} length */
  grow(index, length) {
    this.set((params) => {
      const keys = keysOf(params);
      const key = polar(length, angleOf(this.kept(index, keys[index])));
      return { grow: index + 1, k: listOf(keys.with(index, key)) };
    });
  }

  /** A key that was shrunk to nothing keeps its direction while its slider is held. @param {number} index @param {Vector} key */
  kept(index, key) {
    if (lengthOf(key) > 0) this.directions[index] = key;
    return this.directions[index] ?? key;
  }

  render() {
    const { t, grown } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'scoring.norms.title')}</h3>
      <p class="lead">${rich(t, 'scoring.norms.lead')}</p>
      <div class="choices" role="group" aria-label=${t('scoring.norms.lengths')}>
        ${this.keys.map((key, j) => this.renderSlider(key, j))}
      </div>
      ${figure(this, {
        name: 'scoring-norms',
        title: plain(t, 'scoring.norms.figure', { key: keyLabel(grown) }),
        summary: this.summary(),
        height: 380,
        draw: (width, height) => this.draw(width, height),
        table: () => this.table(),
      })}
      ${this.renderProblem()}
      <p class="note">${rich(t, 'scoring.norms.note')}</p>
    </section>`;
  }

  /** @param {Vector} key @param {number} j */
  renderSlider(key, j) {
    const { t } = this;
    const length = lengthOf(key);
    const name = t('scoring.norms.slider', { key: keyLabel(j) });
    const isShort = length === 0 || (length >= 0.005 && length < 1000);
    const shown = isShort ? this.format.fixed(length, 2) : this.format.number(length, 3);
    return html`<label class="slide"
      ><span>
        <svg width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="5" class="swatch" data-key="k${j}"></circle>
        </svg>
        ${name}</span
      >
      <input
        type="range"
        min="0"
        max=${most}
        step="0.05"
        .value=${String(length)}
        aria-valuetext=${shown}
        @input=${(/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
          this.grow(j, Number(target.value))}
      />
      <output class="number">${shown}</output>
    </label>`;
  }

  /** @param {FunctionName} name */
  label(name) {
    return plain(this.t, `scoring.short.${name}`);
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  draw(width, height) {
    const { t, lines } = this;
    const length = lengthOf(this.keys[this.grown] ?? [0, 0]);
    return curves({
      width,
      height,
      series: [...lines].map(([name, weights]) => ({
        key: name,
        label: this.label(name),
        points: weights.map((weight, i) => /** @type {const} */ ([lengths[i], weight])),
        color: colors[name],
        dash: dashed.has(name),
        thin: !thick.has(name),
      })),
      x: {
        label: t('scoring.norms.x', { key: keyLabel(this.grown) }),
        domain: [0, most],
        read: (value) => this.format.fixed(value, 2),
      },
      y: {
        label: t('scoring.norms.y', { key: keyLabel(this.grown) }),
        domain: [0, 1],
        read: (value) => this.format.fixed(value, 3),
      },
      at: length <= most ? length : undefined,
    });
  }

  summary() {
    const { t, lines } = this;
    if (lines.size === 0) return t('common.waiting');
    const of = (/** @type {FunctionName} */ name, /** @type {number} */ i) =>
      this.format.fixed(lines.get(name)?.at(i) ?? NaN, 2);
    const one = lengths.indexOf(1);
    return plain(t, 'scoring.norms.summary', {
      key: keyLabel(this.grown),
      most,
      dotOne: of('dot', one),
      dotMost: of('dot', -1),
      cosineOne: of('cosine', one),
      cosineMost: of('cosine', -1),
    });
  }

  table() {
    const { t } = this;
    return {
      columns: [
        { key: 'length', label: t('scoring.vectors.length') },
        ...functionNames.map((name) => ({ key: name, label: this.label(name) })),
      ],
      rows: lengths.map((length, i) => ({
        length,
        ...Object.fromEntries([...this.lines].map(([name, weights]) => [name, weights[i]])),
      })),
    };
  }
}

/** Of two in one colour the second is dashed, of three the last is thick. */
const dashed = new Set(['scaled', 'temperature', 'additive']);
const thick = new Set(['dot', 'cosine', 'temperature', 'distance', 'scaled']);
