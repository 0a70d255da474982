/**
 * Computes softmaxStatistics at many sizes, more precisely in every pass: a few queries for each size first, then four times as
 * many, until each size has the most that it may have. Results do not depend on the number of passes or workers.
 */

import { limits } from '../engine/border/limits.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { SoftmaxStatisticsOptions } from '../engine/types.js' */
/** @import { Work } from '../labs/parts/types.js' */
/** @import { Size } from './types.js' */

/** @typedef {SoftmaxStatisticsOptions & {dk: number, keys: number}} Place */

/** The number of queries of a size after each pass. */
const passes = [64, 256, 1024, 4096, 16384];

/**
 * The final precision. draws: the number of queries of a size. components: the most random components of all queries of a
 * size, so that large sizes have fewer queries.
 * @typedef {{draws: number, components: number}} Most
 */

/** @type {Most} */
const usual = { draws: 4096, components: 4e7 };

/** The smallest number of queries. Quantiles of fewer are meaningless. */
const fewest = 16;

/** Returns the number of queries of a size in a pass. @param {Pick<Place, 'dk' | 'keys'>} place @param {number} wanted @param {Most} [most] */
export const drawsOf = ({ dk, keys }, wanted, { components } = usual) =>
  Math.max(fewest, Math.min(wanted, Math.floor(components / (dk * (keys + 1)))));

/**
 * Measures the places pass by pass, and reports progress and partial results after each measurement.
 * @param {Engine} engine
 * @param {readonly Place[]} places
 * @param {Pick<Work<Size[]>, 'signal' | 'partial' | 'progress'>} work
 * @param {Most} [most]
 */
export async function sweep(engine, places, { signal, partial, progress }, most = usual) {
  const sizes = places.map(/** @returns {Size} */ ({ dk, keys }) => ({ dk, keys, result: null }));
  const plan = planOf(places, most);
  const all = plan.reduce((sum, { work }) => sum + work, 0);
  const start = performance.now();
  let [done, queries] = [0, 0];
  for (const { at, draws, work } of plan) {
    const options = { ...places[at], draws };
    sizes[at].result = await engine.run('softmaxStatistics', options, { signal });
    done += work;
    queries += draws;
    const seconds = (performance.now() - start) / 1000;
    progress({ done: done / all, seconds, perSecond: queries / seconds });
    partial(sizes);
  }
  return sizes;
}

/**
 * Returns the work in order: every place in each pass, except for places that already have as many queries.
 * @param {readonly Place[]} places
 * @param {Most} most
 */
function planOf(places, most) {
  const had = places.map(() => 0);
  return passes
    .filter((wanted) => wanted <= most.draws)
    .flatMap((wanted) =>
      places.flatMap((place, at) => {
        const draws = drawsOf(place, wanted, most);
        if (draws <= had[at]) return [];
        had[at] = draws;
        return [{ at, draws, work: draws * place.dk * (place.keys + 1) }];
      }),
    );
}

/** 2, 4 ... 512. A single key would always have all the weight. */
export const keyCounts = Array.from({ length: 9 }, (_, i) => 2 ** (i + 1));

/** d_k = 1, 2, 4 ... 4096 */
export const headDims = Array.from({ length: 13 }, (_, i) => 2 ** i);

/**
 * Returns the sizes of a picture with d_k or the number of keys on its axis: those within the limit of a draw.
 * @param {'dk' | 'keys'} axis
 * @param {{dk: number, keys: number, masked: number}} place
 */
export function sizesOf(axis, { dk, keys, masked }) {
  const room = limits.drawComponents.max;
  return axis === 'dk'
    ? headDims.filter((size) => size * keys <= room)
    : keyCounts.filter((size) => size * dk <= room && size > masked);
}
