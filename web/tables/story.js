/** The parameters of the story's scenes. A visitor sets each in its picture. */

/** @import { Params, Table } from './types.js' */

import * as defaults from '../engine/border/defaults.js';
import { limits } from '../engine/border/limits.js';
import { commonEntries, entry, exponentRange, within } from './entries.js';
import { addTable } from './params.js';

/** The number of keys of a query. Only the scene with the parameter `keys` can change it. */
export const keys = 8;

/** The sizes that scenes compare: the paper's d_k and its d_model. */
export const sizes = Object.freeze({ low: 64, high: 512 });

/** The number of walks, and their initial and final lengths. */
export const walks = Object.freeze({ count: 100, short: 64, long: 256 });

/** The settings of the random 2x2 products, and the largest number of tries. */
export const tries = Object.freeze({ rows: 2, columns: 2, dk: 2, many: 1000, ddof: 1 });

/** The largest number that is added to all scores. */
export const added = 100;

/** The number of queries that are shown one by one. */
export const queries = 100;

/** @type {Table} */
export const story = {
  entries: [
    // The fan, and the same vectors under softmax
    entry('dk', 'integer', sizes.low, { min: 1, max: sizes.high }),
    entry('seed', 'integer', defaults.labSeed, within(limits.seed)),
    entry('draw', 'integer', 0, within(limits.draw)),
    entry('spread', 'number', 1, { min: 1, max: 8 }),
    entry('shift', 'number', 0, { min: 0, max: added }),
    // A word of the sentence, from 0; -1: the one that refers back
    entry('token', 'integer', -1, { min: -1, max: 63 }),
    entry('steps', 'integer', walks.short, { min: 1, max: walks.long }),
    entry('hundred', 'integer', 0, { min: 0, max: 1e6 }),
    // Products of random 2x2 matrices: the number of tries, and the divisor of the variance
    entry('tries', 'integer', 0, { min: 0, max: tries.many }),
    entry('ddof', 'integer', 0, { min: 0, max: tries.ddof }),
    entry('size', 'integer', sizes.low, { min: 2, max: sizes.high }),
    entry('keys', 'integer', keys, { min: 2, max: 256 }),
    entry('alpha', 'number', 0, { min: exponentRange.low, max: exponentRange.high }),
    ...commonEntries,
  ],
};

/**
 * Returns the options of the fan's vectors, one query and its keys, which the softmax scene uses, too.
 * @param {Params} params
 */
export const vectorsOf = ({ dk, seed, draw }) => ({
  keys,
  dk: Number(dk),
  seed: Number(seed),
  draw: Number(draw),
});

/**
 * Returns the seed of a hundred walks. Each hundred, like every other scene, has fresh pairs.
 * @param {Params} params
 */
export const seedOfWalks = ({ seed, hundred }) =>
  (Number(seed) + Number(hundred)) % (limits.seed.max + 1);

addTable('story', story);
