/**
 * The module that learns, carried inside a JavaScript module: for training, as carried.js is for the engine. It has no variant with
 * fused multiply-adds, because a training must take the same course on every machine.
 */

/** @import { StartLearning } from './training.js' */
/** @import { LearningModule } from '../types.js' */

export { Training } from './training.js';

/** @type {Promise<WebAssembly.Module> | undefined} */
let carried;

/** Unpacked and compiled, once. */
export function compileCarried() {
  carried ??= import('../../../build/engine/learning-simd.js').then((module) => module.default());
  carried.catch(() => (carried = undefined)); // the network may be back later
  return carried;
}

/** @type {StartLearning} */
export async function startLearning(variant, compiled) {
  if (variant === 'fallback') {
    const { default: make } = await import('../../../build/engine/learning-fallback.js');
    return /** @type {Promise<LearningModule>} */ (make());
  }
  const [glue, module] = await Promise.all([
    import('../../../build/engine/learning-glue.js'),
    compiled ?? compileCarried(),
  ]);
  return /** @type {Promise<LearningModule>} */ (glue.default(module));
}
