/** The engine's counts for given sizes: parameters, multiplications, cache. It makes no matrices for them. */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Sizes } from '../../tables/types.js' */

/**
 * @param {Engine} engine
 * @param {Pick<Sizes, 'modelDim' | 'heads' | 'headDim'> & Partial<Sizes>} sizes
 */
export const countsOf = (engine, sizes) => engine.headAlgebra({ ...sizes, spectrum: false });
