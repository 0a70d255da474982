/**
 * scaledot: the engine. Nothing happens at import; load() starts it.
 *
 * @example
 * import { load } from 'scaledot';
 * const scaledot = await load();
 * scaledot.scoreStatistics({ dk: 64, queries: 1000, keys: 1000 }).scores.variance;
 */

/** @typedef {import('./types.js').Variant} Variant */
/** @typedef {import('./types.js').LoadOptions} LoadOptions */
/** @typedef {import('./types.js').ScoreOptions} ScoreOptions */
/** @typedef {import('./types.js').ComponentOptions} ComponentOptions */
/** @typedef {import('./types.js').ScaleOption} ScaleOption */
/** @typedef {import('./types.js').ScoreStatistics} ScoreStatistics */
/** @typedef {import('./types.js').ScoreTheory} ScoreTheory */
/** @typedef {import('./types.js').ScoreLaw} ScoreLaw */
/** @typedef {import('./types.js').ScoreWalks} ScoreWalks */
/** @typedef {import('./types.js').Moments} Moments */
/** @typedef {import('./types.js').Histogram} Histogram */
/** @typedef {import('./types.js').SampleVarianceOptions} SampleVarianceOptions */
/** @typedef {import('./types.js').SampleVariance} SampleVariance */
/** @typedef {import('./types.js').ProductVarianceOptions} ProductVarianceOptions */
/** @typedef {import('./types.js').Progress} Progress */
/**
 * @template {import('./types.js').RunName} Name
 * @typedef {import('./types.js').RunCallbacks<Name>} RunCallbacks
 */

export { Engine } from './engine.js';
export { limits } from './limits.js';
export { load } from './load.js';
export { NumpyRandom } from './numpy-random.js';
export { version } from './version.js';
