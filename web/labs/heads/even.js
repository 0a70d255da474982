/**
 * <sd-heads-even>: the d_k from which one merged matrix is smaller.
 *
 * The visitor sees the numbers in W_i^Q and W_i^K against d_k, and those in their product, which do not depend on d_k.
 * The lines cross at d_model / 2. A click, or Enter, on the curve sets that d_k.
 */

/** @import { Sizes } from '../../tables/types.js' */
/** @import { Params } from '../parts/section.js' */

import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { sizesOf } from '../../tables/heads.js';
import { plain, rich } from '../parts/text.js';
import { picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { countsOf } from './counts.js';

/** @typedef {{dk: number, pair: number, merged: number}} Point */

/** Approximate number of points on a curve. */
const about = 32;

export const HeadsEven = picture({
  name: 'heads-even',
  file: 'heads-break-even',
  results: {
    even: source({
      needs: sizesOf,
      compute(engine, sizes) {
        const points = widthsOf(sizes).map((dk) => {
          const { pair, merged } = countsOf(engine, { ...sizes, headDim: dk }).parameters;
          return { dk, pair, merged };
        });
        return { points, breakEven: countsOf(engine, sizes).breakEven };
      },
      publish: 'even',
    }),
  },

  title: ({ t }) => plain(t, 'heads.even.figure'),
  height: 340,
  lead: ({ t }) => rich(t, 'heads.even.lead'),

  shows({ t, params, number, count, format }, { even: { points, breakEven } }) {
    const names = { pair: plain(t, 'heads.bar.factored'), merged: plain(t, 'heads.bar.merged') };
    const table = () => ({
      columns: [
        { key: 'dk', label: 'd_k' },
        { key: 'pair', label: names.pair },
        { key: 'merged', label: names.merged },
      ],
      rows: points,
    });
    const now = pointOf(points, params);
    if (!now) return { table };
    const { dk, pair, merged } = now;
    const last = points[points.length - 1];
    const line = (/** @type {'pair' | 'merged'} */ name) =>
      points.map((point) => constant([point.dk, point[name]]));
    const even = plain(t, 'heads.even.mark', { half: number(breakEven) });
    const here = plain(t, 'heads.even.now', { dk: count(dk) });
    const state = pair < merged ? 'less' : pair > merged ? 'more' : 'same';
    return {
      draw: (width, height) =>
        curves({
          ...{ width, height },
          series: [
            { key: 'pair', label: names.pair, points: line('pair') },
            { key: 'merged', label: names.merged, points: line('merged'), dash: true },
          ],
          x: { label: 'd_k', domain: [0, last.dk], read: count },
          y: {
            label: t('heads.even.y'),
            domain: [0, 1.08 * Math.max(merged, last.pair)],
            format: (value) => format.compact(value),
            read: count,
          },
          at: dk,
          marks: [
            { x: breakEven, y: merged, key: 'even', label: even },
            ...(dk === breakEven ? [] : [{ x: dk, y: pair, key: 'now', label: here }]),
          ],
        }),
      summary: plain(t, `heads.even.${state}`, {
        dk: count(dk),
        pair: count(pair),
        merged: count(merged),
        half: number(breakEven),
      }),
      table,
    };
  },

  picked({ value }, { set }) {
    if (value !== undefined) set({ tie: 'free', dk: value });
  },
});

/** Returns the values of d_k on the curves, in order. @param {Sizes} sizes */
function widthsOf({ modelDim, headDim }) {
  const last = Math.max(modelDim, headDim);
  const step = Math.max(1, Math.round(last / about));
  const widths = new Set([1, headDim, last, Math.max(1, Math.floor(modelDim / 2)), modelDim]);
  for (let dk = step; dk < last; dk += step) widths.add(dk);
  return [...widths].sort((a, b) => a - b);
}

/** Returns the point of the state's own d_k. @param {readonly Point[]} points @param {Params} params */
const pointOf = (points, params) => points.find(({ dk }) => dk === sizesOf(params).headDim);
