/**
 * The JavaScript of each part of the engine: checks, defaults and shapes around its WebAssembly. Each stands behind a literal
 * import(), so that a page fetches only what it uses.
 */

/** @import { EngineModule, PartName } from '../types.js' */

/**
 * All functions by name, as the parts have them: the memory first, then what the engine's method of that name is given.
 *
 * @typedef {typeof import('./matrices.js').code.functions
 *   & typeof import('./scores.js').code.functions
 *   & typeof import('./forward.js').code.functions
 *   & typeof import('./attention.js').code.functions
 *   & typeof import('./layers.js').code.functions
 *   & typeof import('./gradients.js').code.functions
 *   & typeof import('./heads.js').code.functions
 *   & typeof import('./measures.js').code.functions
 *   & typeof import('./softmax.js').code.functions
 *   & typeof import('./scoring.js').code.functions
 *   & typeof import('./statistics.js').code.functions
 *   & typeof import('./samples.js').code.functions
 *   & typeof import('./laws.js').code.functions
 *   & typeof import('./network.js').code.functions
 *   & typeof import('./files.js').code.functions} Functions
 *
 * @typedef {{functions: Partial<Functions>, jobs: EngineModule['jobs']}} PartCode
 * @typedef {(part: PartName) => PartCode | Promise<PartCode>} CodeOf
 */

/** @type {Readonly<Record<PartName, () => Promise<{code: PartCode}>>>} */
const fetchers = Object.freeze({
  matrices: () => import('./matrices.js'),
  scores: () => import('./scores.js'),
  forward: () => import('./forward.js'),
  attention: () => import('./attention.js'),
  layers: () => import('./layers.js'),
  gradients: () => import('./gradients.js'),
  heads: () => import('./heads.js'),
  measures: () => import('./measures.js'),
  softmax: () => import('./softmax.js'),
  scoring: () => import('./scoring.js'),
  statistics: () => import('./statistics.js'),
  samples: () => import('./samples.js'),
  laws: () => import('./laws.js'),
  network: () => import('./network.js'),
  files: () => import('./files.js'),
});

/** @type {CodeOf} */
export const codeOf = async (part) => (await fetchers[part]()).code;
