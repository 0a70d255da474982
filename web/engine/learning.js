/**
 * The module that learns, carried inside a JavaScript module: for training, as carried.js is for the engine. It has no variant with
 * fused multiply-adds, because a training must take the same course on every machine.
 */

/** @import { StartLearning } from './training.js' */

import { starter } from './variants.js';

export { Training } from './training.js';

/** @type {StartLearning} */
export const startLearning = /* @__PURE__ */ starter({
  simd: async () => (await import('../../build/engine/learning-simd.js')).default(),
  fallback: async () => (await import('../../build/engine/learning-fallback.js')).default(),
});
