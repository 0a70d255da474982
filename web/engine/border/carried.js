/**
 * Engines that carry their WebAssembly inside. Each stands behind a literal import(), so that every bundler makes a chunk
 * of it and only the one in use is downloaded.
 */
import { starter } from './variants.js';

/** Starts a variant; a second call gives the same instance. */
export const startVariant = /* @__PURE__ */ starter({
  relaxed: async () => (await import('../../../build/engine/relaxed.js')).default(),
  simd: async () => (await import('../../../build/engine/simd.js')).default(),
  fallback: async () => (await import('../../../build/engine/fallback.js')).default(),
});
