/** Options of draws of a random query with its keys. */

/** @import { Checked } from '../border/types.js' */
/** @import { VectorNumbers } from '../records/vectors.js' */

import * as defaults from '../border/defaults.js';
import { limits } from '../border/limits.js';
import { number } from '../border/option-table.js';
import { component } from './options.js';

export const vectorTable = {
  dk: number(limits.dk, defaults.dk),
  keys: number(limits.drawKeys, defaults.drawKeys),
  seed: number(limits.seed, defaults.seed),
  query: component,
  key: component,
};

/** @param {Checked<typeof vectorTable>} options @returns {VectorNumbers} */
export function vectorNumbers({ dk: headDim, keys, seed, query, key }) {
  if (headDim * keys > limits.drawComponents.max) {
    throw new RangeError(
      `keys x dk: got ${keys} x ${headDim} = ${headDim * keys}; expected at most ${limits.drawComponents.max} components`,
    );
  }
  return { headDim, keys, seed, query, key };
}
