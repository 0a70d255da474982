/**
 * <sd-heads-cost>: the cost of two thin matrices per head, and of one merged matrix.
 *
 * The visitor compares parameters, multiplications and what is kept of every token (the KV cache), including key heads
 * that several query heads share.
 */
import { bars } from '../../charts/bars.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { constant } from '../../engine/border/constant.js';
import { sizesOf } from '../../tables/heads.js';
import { plain, rich } from '../parts/text.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { countsOf } from './counts.js';

/** @import { Panel } from '../../charts/types.js' */
/** @import { Section } from '../parts/section.js' */

const groups = constant(['parameters', 'multiplications', 'cache']);

const usual = { count: groups.length, height: 190, least: 200, most: 3, foot: 4 };

/** Returns the layout. On a slide, titles take two lines. @param {Section} view */
const layoutOf = (view) =>
  fitted(view, { ...usual, lines: view.hasAttribute('slide') ? 2 : 1 }, 0.42);

export const HeadsCost = picture({
  name: 'heads-cost',
  results: {
    cost: source({
      needs: sizesOf,
      compute(engine, sizes) {
        const { heads, keyHeads } = sizes;
        const counts = countsOf(engine, sizes);
        const cacheOf = (/** @type {number} */ count) =>
          countsOf(engine, { ...sizes, keyHeads: count }).cache.perToken;
        // Numbers kept per token.
        const caches = [
          { name: 'mha', value: cacheOf(heads) },
          ...(keyHeads > 1 && keyHeads < heads ? [{ name: 'gqa', value: cacheOf(keyHeads) }] : []),
          ...(heads > 1 ? [{ name: 'mqa', value: cacheOf(1) }] : []),
          { name: 'merged', value: counts.cache.mergedPerToken },
        ];
        return { counts, caches };
      },
      publish: 'cost',
    }),
  },

  title: (view) => plain(view.t, 'heads.cost.figure', numbersOf(view)),
  height: (width, view) => panelsHeight(width, layoutOf(view)),
  lead: (view) => rich(view.t, 'heads.cost.lead', numbersOf(view)),

  shows(view, { cost: { counts, caches } }) {
    const { t, count, format } = view;
    const { parameters, multiplications, cache } = counts;
    const all = {
      parameters: [
        { name: 'factored', value: parameters.pairs },
        { name: 'merged', value: parameters.mergedAll },
      ],
      multiplications: [
        { name: 'factored', value: multiplications.factoredScores },
        { name: 'merged', value: multiplications.mergedScores },
      ],
      cache: caches,
    };
    const groupName = (/** @type {string} */ group) => plain(t, `heads.cost.${group}`);
    const barName = (/** @type {string} */ name) => plain(t, `heads.bar.${name}`);
    /** @returns {Panel} */
    const panelOf = (/** @type {(typeof groups)[number]} */ group) => {
      const label = groupName(group);
      const values = all[group].map(({ value }) => value);
      const nameOf = (/** @type {number} */ i) => barName(all[group][i].name);
      return {
        key: group,
        title: label,
        draw: ({ width, height, left }) =>
          bars({
            ...{ width, height, left, tick: nameOf, name: nameOf },
            series: [{ key: group, label, values }],
            x: { label: '' },
            y: { label: '', format: (value) => format.compact(value, 4), read: count },
          }),
      };
    };
    return {
      draw: (width) => panels(width, layoutOf(view), groups.map(panelOf)),
      summary: plain(t, 'heads.cost.summary', {
        ...numbersOf(view),
        pairs: count(parameters.pairs),
        mergedAll: count(parameters.mergedAll),
        factored: format.compact(multiplications.factoredScores),
        merged: format.compact(multiplications.mergedScores),
        cache: count(cache.perToken),
        mergedCache: count(cache.mergedPerToken),
        total: format.compact(cache.total),
      }),
      table: () => ({
        columns: columns(t, 'heads.column', ['quantity', 'form', 'value']),
        rows: groups.flatMap((group) =>
          all[group].map(({ name, value }) => ({
            quantity: groupName(group),
            form: barName(name),
            value,
          })),
        ),
      }),
    };
  },

  more(view) {
    const { heads, keyHeads } = sizesOf(view.params);
    const numbers = numbersOf(view);
    const shared = keyHeads > 1 && keyHeads < heads ? view.t('heads.cost.shared', numbers) : '';
    return rich(view.t, 'heads.cost.note', { ...numbers, shared });
  },
});

/** Returns the numbers in the sentences. @param {Pick<Section, 'params' | 'count'>} view */
function numbersOf({ params, count }) {
  const { heads, keyHeads, headDim, modelDim, length } = sizesOf(params);
  return {
    heads: count(heads),
    keyHeads: count(keyHeads),
    dk: count(headDim),
    modelDim: count(modelDim),
    length: count(length),
  };
}
