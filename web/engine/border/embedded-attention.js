/**
 * Engines with embedded WebAssembly that have what attention() needs and nothing else. Each part stands behind a literal import(),
 * so that every bundler makes a chunk of it and only what is in use is downloaded.
 */
import { starter } from './variants.js';

/** @param {Promise<{default: () => Promise<WebAssembly.Module>}>} loading */
export const compiled = async (loading) => (await loading).default();

/** Of `simd`. */
export const simd = {
  core: () => compiled(import('../../../build/engine/simd.js')),
  matrices: () => compiled(import('../../../build/engine/simd-matrices.js')),
  forward: () => compiled(import('../../../build/engine/simd-forward.js')),
  attention: () => compiled(import('../../../build/engine/simd-attention.js')),
};

/** Of `relaxed`. */
export const relaxed = {
  core: () => compiled(import('../../../build/engine/relaxed.js')),
  matrices: () => compiled(import('../../../build/engine/relaxed-matrices.js')),
  forward: () => compiled(import('../../../build/engine/relaxed-forward.js')),
  attention: () => compiled(import('../../../build/engine/relaxed-attention.js')),
};

export const startFallback = async () =>
  (await import('../../../build/engine/fallback.js')).default();

/** Nobody may ask for another part: web/engine/attention.js. @type {any} */
const code = { relaxed, simd };

/** Starts a variant with some of these parts; a second call gives the same instance. */
export const startVariant = /* @__PURE__ */ starter(code, startFallback);
