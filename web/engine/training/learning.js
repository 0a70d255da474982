/**
 * The module that learns, carried inside a JavaScript module: for training, as carried.js is for the engine. It has no variant with
 * fused multiply-adds, because a training must take the same course on every machine.
 */

/** @import { StartLearning } from './training.js' */
/** @import { LearningModule } from '../types.js' */

export { Training } from './training.js';

/** @type {StartLearning} */
export async function startLearning(variant) {
  if (variant === 'fallback') {
    const { default: make } = await import('../../../build/engine/learning-fallback.js');
    return /** @type {Promise<LearningModule>} */ (make());
  }
  const [glue, carried] = await Promise.all([
    import('../../../build/engine/learning-glue.js'),
    import('../../../build/engine/learning-simd.js'),
  ]);
  return /** @type {Promise<LearningModule>} */ (glue.default(await carried.default()));
}
