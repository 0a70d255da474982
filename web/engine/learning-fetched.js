/** The module that learns as a file of its own, compiled while it arrives: for training, as fetched.js is for the engine. */

/** @import { StartLearning } from './training.js' */

import { compile } from './fetched.js';
import { starter } from './variants.js';

export { Training } from './training.js';

/** What a worker is given, too. */
export const compileLearning = () =>
  compile(new URL('../../build/engine/learning-simd.wasm', import.meta.url));

/** @type {StartLearning} */
export const startLearning = /* @__PURE__ */ starter({
  async simd() {
    const [glue, module] = await Promise.all([
      import('../../build/engine/learning-glue.js'),
      compileLearning(),
    ]);
    return glue.default(module);
  },
  fallback: async () => (await import('../../build/engine/learning-fallback.js')).default(),
});
