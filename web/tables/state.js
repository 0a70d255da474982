/** The states of all labs: params.js with every table. For the command line and other code that uses any lab by its name. */

/** @import { Table } from './types.js' */

import { attention } from './attention.js';
import { heads } from './heads.js';
import { models } from './models.js';
import { playground } from './playground.js';
import { scoring } from './scoring.js';
import { softmax } from './softmax.js';
import { story } from './story.js';
import { training } from './training.js';
import { variance } from './variance.js';

export * from './params.js';

/** @typedef {import('./types.js').Params} Params */
/** @typedef {import('./types.js').Entry} Entry */

/** In the order of the navigation. @type {Readonly<Record<string, Table>>} */
export const tables = Object.freeze({
  story,
  variance,
  softmax,
  scoring,
  attention,
  heads,
  training,
  models,
  playground,
});
