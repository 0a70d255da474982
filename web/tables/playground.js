/** The parameters of the Playground: the experiment it opens with, and the visitor's own program. */

/** @import { Table } from './types.js' */

import { constant } from '../engine/border/constant.js';
import { commonEntries, entry } from './entries.js';
import { addTable } from './params.js';

/** The experiments of the lab, in the order of their gallery; web/labs/playground/experiments.js has the programs. */
export const experimentNames = constant([
  'spread',
  'maximum',
  'tails',
  'correlated',
  'temperature',
  'gradient',
  'keys',
  'mask',
  'cosine',
  'qknorm',
  'grouped',
  'rotary',
  'forum',
  'numpy',
  'rank',
  'softcap',
  'training',
]);

/** The largest number of characters of a program in a link. */
export const longestProgram = 8192;

/** The base64 characters of a program of that size that deflate does not shrink, with the overhead of deflate. */
export const longestPacked = Math.ceil((4 * (longestProgram + 64)) / 3);

/** @type {Table} */
export const playground = {
  entries: [
    entry('experiment', 'choice', experimentNames[0], { choices: experimentNames }),
    // The program, if it differs from that of the experiment: deflated, base64 (web/labs/parts/packing.js)
    entry('code', 'packed', '', { most: longestPacked }),
    // Values of the program's own controls, in the order of their names: name~value, with commas
    entry('controls', 'packed', '', { most: 2000 }),
    ...commonEntries,
  ],
};

addTable('playground', playground);
