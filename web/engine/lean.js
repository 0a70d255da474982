/**
 * scaledot/lean: scaledot with its WebAssembly in separate files, compiled while they arrive. For servers, and for
 * bundlers that follow new URL(file, import.meta.url).
 */

/** @import { Engine } from './engine.js' */
/** @import { LoadOptions } from './types.js' */

import { startVariant } from './border/external.js';
import { loaderWithModules } from './given.js';

export * from './index.js';
/**
 * Loads the engine. Calls with the same variant and number of workers share one engine, with the first call's
 * createWorker.
 *
 * @type {(options?: LoadOptions) => Promise<Engine>}
 */
export const load = /* @__PURE__ */ loaderWithModules(
  startVariant,
  () => import('./training/learning-external.js'),
);
