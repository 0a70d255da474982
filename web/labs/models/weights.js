/**
 * <sd-models-weights>: what the heads of a layer attend to, and how another factor changes that.
 *
 * The visitor sees the weights of the layer's heads under the page's factor as soon as the layer is computed, and reads
 * how the largest weight of all heads has changed. If there are many heads, the group around the chosen one is drawn.
 */

/** @import { Tensor } from '../../engine/types.js' */
/** @import { Pass } from './types.js' */

import { heats, heatsHeight, weightColours } from '../parts/heats.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';
import { source } from '../parts/source.js';
import { ModelSection } from './section.js';
import { shownWord } from './opened.js';
import { factorWords } from './words.js';

/** Largest number of heads that are shown. */
const mostHeads = 16;

export const ModelsWeights = picture(
  {
    name: 'models-weights',
    results: {
      found: source({
        needs: (_params, /** @type {ModelSection} */ { opened, selected: { layer } }) =>
          opened && (opened.now?.whole || opened.matricesAt(layer, opened.multiplier))
            ? { opened, layer, multiplier: opened.multiplier }
            : null,
        compute: (_engine, { opened, layer, multiplier }, { signal }) =>
          opened.matricesOf(layer, multiplier, signal),
      }),
    },
    title: (view) =>
      plain(view.t, 'models.weights.figure', {
        layer: view.selected.layer + 1,
        factor: factorWords(view),
      }),
    height: (width, view) => heatsHeight(width, fitted(view, layoutOf(view)), coloursOf(view)),

    shows(view, { found: { weights } }) {
      const { t, opened } = view;
      const { base, now } = opened ?? {};
      const [heads, length] = weights.shape;
      const values = {
        before: topOf(view, base),
        after: topOf(view, now),
        factor: factorWords(view),
      };
      const changed = opened?.multiplier !== 1;
      return {
        draw: (width) => drawn(view, weights, width),
        summary: plain(t, `models.weights.${changed ? 'changed' : 'own'}`, values),
        table: () => ({
          columns: columns(t, 'models.column', ['head', 'query', 'key', 'weight']),
          rows: Array.from(weights.data, (weight, i) => ({
            head: Math.floor(i / (length * length)) + 1,
            query: (Math.floor(i / length) % length) + 1,
            key: (i % length) + 1,
            weight,
          })),
        }),
        ...(heads > mostHeads && {
          below: rich(t, 'models.weights.some', {
            ...{ first: firstOf(view) + 1, last: firstOf(view) + countOf(view), heads },
          }),
        }),
      };
    },
    picked: ({ key }, { set, selected }) => {
      const head = /^head(\d+)$/.exec(key)?.[1];
      if (head) set({ layer: selected.layer + 1, head: Number(head) + 1 });
    },
  },
  ModelSection,
);

/** Returns the largest weight of a row, averaged over all heads of the layer, drawn or not. @param {ModelSection} view @param {Pass | null | undefined} pass */
function topOf({ engine, format, selected }, pass) {
  const heads = pass?.heads[selected.layer];
  return engine && heads ? format.share(engine.meanOfHeads(heads).scaled.topWeight) : '';
}

/** Returns the first head that is drawn. @param {ModelSection} view */
const firstOf = ({ selected }) => mostHeads * Math.floor(selected.head / mostHeads);

/** @param {ModelSection} view */
const countOf = (view) => Math.min(mostHeads, (view.opened?.model?.heads ?? 1) - firstOf(view));

/** @param {ModelSection} view */
const layoutOf = (view) => ({
  count: countOf(view),
  height: (/** @type {number} */ width) => Math.min(200, width - 3) + 10,
  least: 120,
  most: countOf(view) > 4 ? 6 : 4,
  foot: 0,
});

/** @param {ModelSection} view */
const coloursOf = ({ t, format }) => weightColours(t('models.weights.weight'), format);

/** @param {ModelSection} view @param {Tensor} weights @param {number} width */
function drawn(view, { data, shape: [, length] }, width) {
  const { t, opened } = view;
  const words = opened?.tokens?.words ?? [];
  const named = (/** @type {string} */ kind) => ({
    label: '',
    tick: () => '',
    name: (/** @type {number} */ i) =>
      t(`models.weights.${kind}`, { i: i + 1, word: shownWord(words[i] ?? '') }),
  });
  const heads = Array.from({ length: countOf(view) }, (_, i) => firstOf(view) + i);
  const matrices = heads.map((head) => ({
    key: `head${head}`,
    title: plain(t, 'models.weights.head', { head: head + 1 }),
    ...{ rows: length, columns: length },
    values: data.subarray(head * length * length, (head + 1) * length * length),
    x: named('key'),
    y: named('query'),
  }));
  return heats(width, fitted(view, layoutOf(view)), coloursOf(view), matrices);
}
