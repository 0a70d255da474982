/**
 * scaledot/models: checkpoints of real models, head by head.
 *
 * @example
 * import { load } from 'scaledot';
 * import { openModel } from 'scaledot/models';
 * const model = await openModel(await load(), file);
 * const heads = await model.headStatistics([464, 3290, 318]);
 */

/** @typedef {import('./open.js').ModelRunOptions} ModelRunOptions */
/** @typedef {import('./open.js').ModelRun} ModelRun */
/** @typedef {import('./open.js').ModelResultName} ModelResultName */
/** @typedef {import('./open.js').ModelRule} ModelRule */
/** @typedef {import('./pass.js').LayerResults} LayerResults */
/** @typedef {import('./networks.js').Overrides} ModelOverrides */
/** @typedef {import('./files.js').FileLike} FileLike */
/** @typedef {import('./tokens.js').Tokenizer} Tokenizer */

export { Model, modelLimits, openModel } from './open.js';
export { openTokenizer } from './tokens.js';
