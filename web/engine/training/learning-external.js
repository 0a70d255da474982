/** The module that learns as an external file, compiled while it arrives: for training, as external.js is for the engine. */

/** @import { StartLearning } from './training.js' */
/** @import { LearningModule } from '../types.js' */

import { compile } from '../border/external.js';

export { Training } from './training.js';

/** What a worker is given, too. */
export const compileLearning = () =>
  compile(new URL('../../../build/engine/learning-simd.wasm', import.meta.url));

/** @type {StartLearning} */
export async function startLearning(variant) {
  if (variant === 'fallback') {
    const { default: make } = await import('../../../build/engine/learning-fallback.js');
    return /** @type {Promise<LearningModule>} */ (make());
  }
  const [glue, module] = await Promise.all([
    import('../../../build/engine/learning-glue.js'),
    compileLearning(),
  ]);
  return /** @type {Promise<LearningModule>} */ (glue.default(module));
}
