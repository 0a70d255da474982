/**
 * <sd-scoring-norms>: the effect of a key's length.
 *
 * The visitor lengthens a key without turning it, and sees its weight under each of the eight functions. Dot products
 * follow the length, cosines ignore it, and the distance has a best length.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { functionNames } from '../../tables/scoring.js';
import { plain, rich } from '../parts/text.js';
import { picture } from '../parts/picture.js';
import { Section } from '../parts/section.js';
import { source } from '../parts/source.js';
import { rowsOf } from './functions.js';
import { planeStyles } from './styles.js';
import { along, directionOf, keyLabel, keysOf, lengthOf, listOf, queryOf } from './vectors.js';

/** @import { Tensor } from '../../engine/types.js' */
/** @import { Params } from '../parts/section.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Vector } from './vectors.js' */

/** Lengths from 0 to 4, and one near 0, where a cosine jumps. */
const most = 4;
const lengths = [0, 1e-3, ...Array.from({ length: 80 }, (_, i) => (most * (i + 1)) / 80)];

/** Neutral colours: functions that depend on length are dark, others pale. Dashes and names distinguish them. */
const looks = constant({
  dot: { color: 'ink', thin: false },
  scaled: { color: 'ink', dash: true },
  cosine: { color: 'muted', thin: false },
  temperature: { color: 'muted', dash: true },
  distance: { color: 'ink', dash: 'dots' },
  general: { color: 'ink', dash: 'dash-dot', thin: true },
  additive: { color: 'muted', dash: 'dash-dot', thin: true },
  location: { color: 'muted', dash: 'dots', thin: true },
});

class NormsSection extends Section {
  /** The directions of the keys. A key of length 0 keeps its last one. @type {Vector[]} */
  directions = [];
}

export const ScoringNorms = picture(
  {
    name: 'scoring-norms',
    results: {
      /** The weight of the lengthened key at every length, by function. */
      weights: source({
        needs: ({ q, k, temperature, units, seed, grow }) => ({
          ...{ q, k, temperature, units, seed, grow },
        }),
        compute(engine, params) {
          const [grown, count] = [grownOf(params), keysOf(params).length];
          const rows = rowsOf(engine, params, ...batchOf(params));
          return new Map(
            [...rows].map(([name, { weights }]) => [
              name,
              lengths.map((_, i) => weights[i * count + grown]),
            ]),
          );
        },
      }),
    },
    styles: [planeStyles],
    title: ({ t, params }) => plain(t, 'scoring.norms.figure', { key: keyLabel(grownOf(params)) }),
    height: 320,

    above: (view) =>
      html`<div class="choices" role="group" aria-label=${view.t('scoring.norms.lengths')}>
        ${keysOf(view.params).map((key, j) => slider(view, key, j))}
      </div>`,

    shows({ t, format, params }, { weights }) {
      const grown = grownOf(params);
      const length = lengthOf(keysOf(params)[grown]);
      const key = keyLabel(grown);
      const label = (/** @type {FunctionName} */ name) => plain(t, `scoring.short.${name}`);
      const weightAt = (/** @type {FunctionName} */ name, /** @type {number} */ i) =>
        format.fixed(weights.get(name)?.at(i) ?? NaN, 2);
      const one = lengths.indexOf(1);
      return {
        draw: (width, height) =>
          curves({
            ...{ width, height },
            series: [...weights].map(([name, own]) => ({
              key: name,
              label: label(name),
              points: own.map((weight, i) => constant([lengths[i], weight])),
              ...looks[name],
            })),
            x: {
              label: t('scoring.norms.x', { key }),
              domain: [0, most],
              read: (value) => format.fixed(value, 2),
            },
            y: {
              label: t('scoring.norms.y', { key }),
              domain: [0, 1],
              read: (value) => format.fixed(value, 3),
            },
            at: length <= most ? length : undefined,
          }),
        summary: plain(t, 'scoring.norms.summary', {
          ...{ key, most },
          dotOne: weightAt('dot', one),
          dotMost: weightAt('dot', -1),
          cosineOne: weightAt('cosine', one),
          cosineMost: weightAt('cosine', -1),
        }),
        table: () => ({
          columns: [
            { key: 'length', label: t('scoring.vectors.length') },
            ...functionNames.map((name) => ({ key: name, label: label(name) })),
          ],
          rows: lengths.map((length, i) => ({
            length,
            ...Object.fromEntries([...weights].map(([name, own]) => [name, own[i]])),
          })),
        }),
      };
    },

    more: ({ t }) => rich(t, 'scoring.norms.note'),
  },
  NormsSection,
);

/** The index of the key that is lengthened. @param {Params} params */
const grownOf = ({ grow }) => Number(grow) - 1;

/**
 * Returns all lengths in one batch: the same query each time, with its own keys.
 * @param {Params} params
 * @returns {[query: Tensor, key: Tensor]}
 */
function batchOf(params) {
  const keys = keysOf(params);
  const grown = grownOf(params);
  const [x, y] = directionOf(keys[grown]);
  const lists = lengths.map((length) => keys.with(grown, [length * x, length * y]));
  return [
    {
      data: Float32Array.from(lists.flatMap(() => queryOf(params))),
      shape: [lengths.length, 1, 2],
    },
    { data: Float32Array.from(lists.flat(2)), shape: [lengths.length, keys.length, 2] },
  ];
}

/**
 * Renders a slider for the length of a key. A key shrunk to length 0 keeps its direction while its slider is held.
 * @param {NormsSection} view
 * @param {Vector} key
 * @param {number} j
 */
function slider({ t, format, set, directions }, key, j) {
  const length = lengthOf(key);
  const isShort = length === 0 || (length >= 0.005 && length < 1000);
  const shown = isShort ? format.fixed(length, 2) : format.number(length, 3);
  const grow = (/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
    set((params) => {
      const keys = keysOf(params);
      if (lengthOf(keys[j]) > 0) directions[j] = keys[j];
      const grown = along(Number(target.value), directionOf(directions[j] ?? keys[j]));
      return { grow: j + 1, k: listOf(keys.with(j, grown)) };
    });
  return html`<label class="slide"
    ><span>
      <svg width="12" height="12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" class="swatch" data-key="k${j}"></circle>
      </svg>
      ${t('scoring.norms.slider', { key: keyLabel(j) })}</span
    >
    <input
      type="range"
      min="0"
      max=${most}
      step="0.05"
      .value=${String(length)}
      aria-valuetext=${shown}
      @input=${grow}
    />
    <output class="number">${shown}</output>
  </label>`;
}
