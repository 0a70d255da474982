/**
 * The training module, from WebAssembly that other code compiles. It is for training what given.js is for the engine.
 */

/** @import { Learning } from './types.js' */
/** @import { LearningModule } from '../types.js' */

import { ofThisRelease } from '../border/release.js';
import { Training } from './training.js';

/** @param {any} module from the glue code @returns {LearningModule} */
const checked = (module) => ofThisRelease(module);

/** @param {() => Promise<WebAssembly.Module>} compileLearning its result is also sent to workers @returns {Required<Omit<Learning, 'createWorker'>>} */
export const learningFrom = (compileLearning) => ({
  Training,
  compileLearning,
  async startLearning(variant) {
    if (variant === 'fallback') {
      const { default: make } = await import('../../../build/engine/learning-fallback.js');
      return checked(await make());
    }
    const [glue, module] = await Promise.all([
      import('../../../build/engine/learning-glue.js'),
      compileLearning(),
    ]);
    return checked(await glue.default(module));
  },
});
