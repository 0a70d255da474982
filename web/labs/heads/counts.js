/** Counts of the engine for sizes: parameters, multiplications, cache. No matrix is made for them. */

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../tables/heads.js').Sizes} Sizes */

/**
 * @param {Engine} engine
 * @param {Pick<Sizes, 'modelDim' | 'heads' | 'headDim'> & Partial<Sizes>} sizes
 */
export const countsOf = (engine, sizes) => engine.headAlgebra({ ...sizes, spectrum: false });
