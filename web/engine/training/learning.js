/**
 * The training module, embedded in a JavaScript module. It is for training what embedded.js is for the engine. It has
 * no variant with fused multiply-add, because a training must take the same course on every machine.
 */

/** @import { StartLearning } from './types.js' */
/** @import { LearningModule } from '../types.js' */

export { Training } from './training.js';

/** @type {Promise<WebAssembly.Module> | undefined} */
let embedded;

/** Unpacks and compiles the module once. */
export function compileEmbedded() {
  embedded ??= import('../../../build/engine/learning-simd.js').then((module) => module.default());
  embedded.catch(() => (embedded = undefined)); // retry later, when the network may be back
  return embedded;
}

/** @type {StartLearning} */
export async function startLearning(variant, compiled) {
  if (variant === 'fallback') {
    const { default: make } = await import('../../../build/engine/learning-fallback.js');
    return /** @type {Promise<LearningModule>} */ (make());
  }
  const [glue, module] = await Promise.all([
    import('../../../build/engine/learning-glue.js'),
    compiled ?? compileEmbedded(),
  ]);
  return /** @type {Promise<LearningModule>} */ (glue.default(module));
}
