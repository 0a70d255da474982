/**
 * <sd-heads-weights>: what each head looks at.
 *
 * The visitor sees the weights of every head for the same random tokens: every head has another pattern. A bar above the
 * panels joins the heads that share one key head.
 */
import { groupBar } from '../../charts/group-bar.js';
import { heat, sharedScale } from '../../charts/heat.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { sizesOf } from '../../tables/heads.js';
import { plain, rich } from '../lab/text.js';
import { columns, picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { layerNeeds, layerOf } from './layer.js';
import { allSizes } from './random.js';
import { inSlices } from './slices.js';
import { narrowedNote, sharing } from './words.js';

/** @import { Params, Section } from '../parts/section.js' */

/** Heads that are shown, at most. */
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
  height: (width, view) => panelsHeight(width, layoutOf(view)),

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
  note: ({ t }) => rich(t, 'heads.weights.note'),
});

/** How many heads are shown. @param {Params} params */
const shownOf = ({ heads }) => Math.min(mostHeads, heads);

/** What the sentences count. @param {Section} view */
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

/** The colours of all panels. @param {Section} view */
const coloursOf = ({ t, format }) => ({
  ramp: /** @type {const} */ ('weight'),
  domain: /** @type {const} */ ([0, 1]),
  scale: {
    label: t('heads.weights.weight'),
    read: (/** @type {number} */ value) => format.fixed(value, 3),
    format: (/** @type {number} */ value) => format.number(value, 2),
  },
});

/** @param {Section} view */
const layoutOf = (view) => ({
  count: shownOf(view.params),
  height: (/** @type {number} */ width) => Math.min(150, width - 3) + 10,
  least: 84,
  most: shownOf(view.params) > 8 ? 8 : 4,
  foot: 0,
  scale: sharedScale(coloursOf(view)),
});

/** @param {Section} view @param {Float32Array} weights @param {number} width */
function drawn(view, weights, width) {
  const { t, params } = view;
  const { tokens, shared } = params;
  const size = tokens * tokens;
  const colours = coloursOf(view);
  const keyHead = (/** @type {number} */ head) => Math.floor(head / shared);
  return panels(
    width,
    layoutOf(view),
    Array.from({ length: shownOf(params) }, (_, head) => ({
      key: `head${head}`,
      title: plain(t, 'heads.weights.head', { head: head + 1 }),
      draw: ({ width: own, height, left, next }) => {
        const matrix = heat({
          ...{ width: own, height, left, rows: tokens, columns: tokens },
          values: weights.subarray(head * size, (head + 1) * size),
          ...colours,
          x: { label: '', tick: () => '', name: (i) => t('heads.weights.key', { i: i + 1 }) },
          y: { label: '', tick: () => '', name: (i) => t('heads.weights.query', { i: i + 1 }) },
          scale: { ...colours.scale, hidden: true },
          numbers: false,
        });
        if (shared === 1) return matrix;
        const joins = next > own && keyHead(head + 1) === keyHead(head);
        return groupBar(matrix, keyHead(head), joins ? next : undefined);
      },
    })),
  );
}
