/**
 * scaledot/models: checkpoints of real models, head by head.
 *
 * @example
 * import { load } from 'scaledot';
 * import { openModel } from 'scaledot/models';
 * const model = await openModel(await load(), file);
 * const heads = await model.headStatistics([464, 3290, 318]);
 */

/** @typedef {import('./types.js').Assumption} Assumption */
/** @typedef {import('./types.js').FileLike} FileLike */
/** @typedef {import('./types.js').HeadMatrices} HeadMatrices */
/** @typedef {import('./types.js').LayerResults} LayerResults */
/** @typedef {import('./types.js').ModelConfig} ModelConfig */
/** @typedef {import('./types.js').ModelResultName} ModelResultName */
/** @typedef {import('./types.js').ModelRule} ModelRule */
/** @typedef {import('./types.js').ModelRun} ModelRun */
/** @typedef {import('./types.js').ModelRunOptions} ModelRunOptions */
/** @typedef {import('./types.js').ModelHeadStatisticsOptions} ModelHeadStatisticsOptions */
/** @typedef {import('./types.js').Overrides} ModelOverrides */
/** @typedef {import('./tokens.js').Tokenizer} Tokenizer */

export { modelLimits } from './limits.js';
export { Model, openModel } from './open.js';
export { openTokenizer } from './tokens.js';
