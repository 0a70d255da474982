/**
 * <sd-heads-weights>: what each head attends to.
 *
 * The visitor sees the weights of every head for the same random tokens. Every head has a different pattern. A bar
 * above the panels joins the heads that share one key head.
 */
import { groupBar } from '../../charts/group-bar.js';
import { sizesOf } from '../../tables/heads.js';
import { plain, rich } from '../parts/text.js';
import { heats, heatsHeight, weightColours } from '../parts/heats.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { layerNeeds, layerOf } from './layer.js';
import { allSizes } from './random.js';
import { inSlices } from './slices.js';
import { narrowedNote, sharing } from './words.js';

/** @import { Picture, Place } from '../../charts/types.js' */
/** @import { Params, Section } from '../parts/section.js' */

/** Largest number of heads that are shown. */
const mostHeads = 32;

export const HeadsWeights = picture({
  name: 'heads-weights',
  results: {
    layer: source({
      needs: layerNeeds,
      compute: (engine, needs, work) => inSlices(layerOf(engine, needs), work),
      publish: 'weights',
    }),
  },

  lead: (view) => rich(view.t, `heads.weights.${sharing(sizesOf(view.params))}`, numbersOf(view)),
  title(view) {
    const isAll = shownOf(view.params) === view.params.heads;
    return plain(view.t, `heads.weights.${isAll ? 'all' : 'some'}`, numbersOf(view));
  },
  height: (width, view) => heatsHeight(width, fitted(view, layoutOf(view.params)), coloursOf(view)),

  shows(view, { layer: { weights } }) {
    const { t, params } = view;
    const { tokens } = params;
    const size = tokens * tokens;
    return {
      draw: (width) => drawn(view, weights.data, width),
      summary: plain(t, 'heads.weights.summary', numbersOf(view)),
      table: () => ({
        columns: columns(t, 'heads.column', ['head', 'query', 'key', 'weight']),
        rows: Array.from(weights.data, (weight, i) => ({
          head: Math.floor(i / size) + 1,
          query: Math.floor((i % size) / tokens) + 1,
          key: (i % tokens) + 1,
          weight,
        })),
      }),
    };
  },

  below: (view) => narrowedNote(view, allSizes(view.params)),
  more: ({ t }) => rich(t, 'heads.weights.note'),
});

/** Returns how many heads are shown. @param {Params} params */
const shownOf = ({ heads }) => Math.min(mostHeads, heads);

/** Returns the numbers in the sentences. @param {Section} view */
function numbersOf({ params, count }) {
  const { heads, keyHeads } = sizesOf(params);
  return {
    heads: count(heads),
    keyHeads: count(keyHeads),
    shared: count(heads / keyHeads),
    shown: count(shownOf(params)),
    tokens: count(params.tokens),
  };
}

/** @param {Section} view */
const coloursOf = ({ t, format }) => weightColours(t('heads.weights.weight'), format);

/** @param {Params} params */
const layoutOf = (params) => ({
  count: shownOf(params),
  height: (/** @type {number} */ width) => Math.min(150, width - 3) + 10,
  least: 84,
  most: shownOf(params) > 8 ? 8 : 4,
  foot: 0,
});

/** @param {Section} view @param {Float32Array} weights @param {number} width */
function drawn(view, weights, width) {
  const { t, params } = view;
  const { tokens, shared } = params;
  const size = tokens * tokens;
  const keyHead = (/** @type {number} */ head) => Math.floor(head / shared);
  const matrices = Array.from({ length: shownOf(params) }, (_, head) => ({
    key: `head${head}`,
    title: plain(t, 'heads.weights.head', { head: head + 1 }),
    ...{ rows: tokens, columns: tokens },
    values: weights.subarray(head * size, (head + 1) * size),
    x: axisOf((i) => t('heads.weights.key', { i: i + 1 })),
    y: axisOf((i) => t('heads.weights.query', { i: i + 1 })),
    with(/** @type {Picture} */ matrix, /** @type {Place} */ { width, next }) {
      if (shared === 1) return matrix;
      const joins = next > width && keyHead(head + 1) === keyHead(head);
      return groupBar(matrix, keyHead(head), joins ? next : undefined);
    },
  }));
  return heats(width, fitted(view, layoutOf(params)), coloursOf(view), matrices);
}

/** Returns an axis whose numbers are only in the readout. @param {(index: number) => string} name */
const axisOf = (name) => ({ label: '', tick: () => '', name });
