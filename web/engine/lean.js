/**
 * scaledot/lean: the same as scaledot, but the WebAssembly is a file of its own that is compiled while it arrives. For
 * servers, and for bundlers that follow new URL(file, import.meta.url).
 */

/** @import { Engine } from './engine.js' */
/** @import { LoadOptions } from './types.js' */

import { startVariant } from './border/external.js';
import { loaderWithModules } from './given.js';

export * from './index.js';
/**
 * Loads the engine. The same variant with the same number of workers is the same engine, made by the
 * first createWorker that it was given.
 *
 * @type {(options?: LoadOptions) => Promise<Engine>}
 */
export const load = /* @__PURE__ */ loaderWithModules(
  startVariant,
  () => import('./training/learning-external.js'),
);
