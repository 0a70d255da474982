/** Counts of the engine for a state: parameters, multiplications, cache. No matrix is made for them. */
import { sizesOf } from '../../tables/heads.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../tables/state.js').Params} Params */
/** @typedef {import('../../tables/heads.js').Sizes} Sizes */

/**
 * @param {Engine} engine
 * @param {Params} params
 * @param {Partial<Sizes>} [other]  sizes that differ from the state's
 */
export const countsOf = (engine, params, other = {}) =>
  engine.headAlgebra({ ...sizesOf(params), ...other, spectrum: false });
