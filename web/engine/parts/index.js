/**
 * The JavaScript of each part of the engine: checks, defaults and shapes around its WebAssembly. Each part has a
 * literal import(), so that a page only fetches what it uses.
 */

/** @import { PartName } from '../types.js' */
/** @import { CodeOf, PartCode } from './types.js' */

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
