/** The random query and keys of draws: checks and defaults. */

/** @import { VectorNumbers } from '../records/vectors.js' */

import * as defaults from '../border/defaults.js';
import { checkNumber } from '../border/checks.js';
import { limits } from '../border/limits.js';
import { componentNumbers } from './options.js';

/** @param {Record<string, unknown>} given @returns {VectorNumbers} */
export function vectorNumbers(given) {
  const { dk = defaults.dk, keys = defaults.drawKeys, seed = defaults.seed } = given;
  const headDim = checkNumber('dk', dk, limits.dk);
  const count = checkNumber('keys', keys, limits.drawKeys);
  if (headDim * count > limits.drawComponents.max) {
    throw new RangeError(
      `keys x dk: got ${count} x ${headDim} = ${headDim * count}; expected at most ${limits.drawComponents.max} components`,
    );
  }
  return {
    headDim,
    keys: count,
    seed: checkNumber('seed', seed, limits.seed),
    query: componentNumbers('query', given.query),
    key: componentNumbers('key', given.key),
  };
}
