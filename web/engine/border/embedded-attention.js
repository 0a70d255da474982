/**
 * Engines with embedded WebAssembly for scaledot/attention: only the parts that attention() needs. Each part has a
 * literal import(), so that every bundler makes a chunk of it and only the parts in use are downloaded.
 */
import { starter } from './variants.js';

/** @param {Promise<{default: () => Promise<WebAssembly.Module>}>} loading */
export const compiled = async (loading) => (await loading).default();

/** Code of `simd`. */
export const simd = {
  core: () => compiled(import('../../../build/engine/simd.js')),
  matrices: () => compiled(import('../../../build/engine/simd-matrices.js')),
  forward: () => compiled(import('../../../build/engine/simd-forward.js')),
  attention: () => compiled(import('../../../build/engine/simd-attention.js')),
};

/** Code of `relaxed`. */
export const relaxed = {
  core: () => compiled(import('../../../build/engine/relaxed.js')),
  matrices: () => compiled(import('../../../build/engine/relaxed-matrices.js')),
  forward: () => compiled(import('../../../build/engine/relaxed-forward.js')),
  attention: () => compiled(import('../../../build/engine/relaxed-attention.js')),
};

export const startFallback = async () =>
  (await import('../../../build/engine/fallback.js')).default();

/** Other parts are never requested (web/engine/attention.js). @type {any} */
const code = { relaxed, simd };

/** Starts a variant with some of these parts. A second call returns the same instance. */
export const startVariant = /* @__PURE__ */ starter(code, startFallback);
