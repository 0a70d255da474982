/** The parameters of the Playground: the experiment it opens with, and the visitor's own program. */

/** @import { Table } from './types.js' */

import { commonEntries, entry } from './entries.js';
import { addTable } from './params.js';

/** The experiments that the lab brings along, in the order of their gallery; web/labs/playground/experiments.js has the programs. */
export const experimentNames = /** @type {const} */ ([
  ...[
    'spread',
    'maximum',
    'tails',
    'correlated',
    'temperature',
    'gradient',
    'keys',
    'mask',
    'cosine',
  ],
  ...['qknorm', 'grouped', 'rotary', 'forum', 'numpy', 'rank', 'softcap', 'training'],
]);

/** Characters of a program that a link can carry. */
export const longestProgram = 8192;

/** Letters of base64 that so many bytes take, deflated to no less, with deflate's own bytes. */
export const longestPacked = Math.ceil((4 * (longestProgram + 64)) / 3);

/** @type {Table} */
export const playground = {
  entries: [
    entry('experiment', 'choice', experimentNames[0], { choices: experimentNames }),
    // The program where it is not the experiment's own: deflated, base64 (web/labs/parts/packing.js)
    entry('code', 'packed', '', { most: longestPacked }),
    // Values of the program's own controls, in the order of their names: name~value, with commas
    entry('controls', 'packed', '', { most: 2000 }),
    ...commonEntries,
  ],
};

addTable('playground', playground);
