/** The parameters of the story: what its scenes let a visitor choose. Each is set in the picture that it belongs to. */

/** @import { Params, Table } from './types.js' */

import { limits } from '../engine/border/limits.js';
import { commonEntries, entry, within } from './entries.js';
import { addTable } from './params.js';

/** Keys that compete for the query. */
export const keys = 8;

/** The sizes that scenes compare: the paper's d_k and its d_model. */
export const sizes = Object.freeze({ low: 64, high: 512 });

/** Walks at once, and how long they are at first and then. */
export const walks = Object.freeze({ count: 100, short: 64, long: 256 });

/** Tries of a random 2x2 product. */
export const tries = Object.freeze({ rows: 2, columns: 2, dk: 2, many: 1000, ddof: 1 });

/** What is added to all scores. */
export const added = 100;

/** Queries that are looked at one by one. */
export const queries = 100;

/** @type {Table} */
export const story = {
  entries: [
    // The fan, and the same vectors under softmax
    entry('dk', 'integer', sizes.low, { min: 1, max: sizes.high }),
    entry('seed', 'integer', 1, within(limits.seed)),
    entry('draw', 'integer', 0, within(limits.draw)),
    entry('spread', 'number', 1, { min: 1, max: 8 }),
    entry('shift', 'number', 0, { min: 0, max: added }),
    // A word of the sentence, from 0; -1: the one that looks back
    entry('token', 'integer', -1, { min: -1, max: 63 }),
    entry('steps', 'integer', walks.short, { min: 1, max: walks.long }),
    entry('hundred', 'integer', 0, { min: 0, max: 1e6 }),
    // Products of random 2x2 matrices: how many tries, and by which divisor
    entry('tries', 'integer', 0, { min: 0, max: tries.many }),
    entry('ddof', 'integer', 0, { min: 0, max: tries.ddof }),
    entry('size', 'integer', sizes.low, { min: 2, max: sizes.high }),
    entry('keys', 'integer', keys, { min: 2, max: 256 }),
    entry('alpha', 'number', 0, { min: 0, max: 1 }),
    ...commonEntries,
  ],
};

/**
 * The vectors of the fan, which softmax gets as well: one query and its keys.
 * @param {Params} params
 */
export const vectorsOf = ({ dk, seed, draw }) => ({
  keys,
  dk: Number(dk),
  seed: Number(seed),
  draw: Number(draw),
});

/**
 * The seed of a hundred walks: each hundred has fresh pairs, and so has every other scene.
 * @param {Params} params
 */
export const seedOfWalks = ({ seed, hundred }) =>
  (Number(seed) + Number(hundred)) % (limits.seed.max + 1);

addTable('story', story);
