/** The module that learns as an external file, compiled while it arrives: for training, as external.js is for the engine. */

/** @import { StartLearning } from './training.js' */
/** @import { LearningModule } from '../types.js' */

import { compile } from '../border/external.js';
import { ofThisRelease } from '../border/release.js';

export { Training } from './training.js';

/** What a worker is given, too. */
export const compileLearning = () =>
  compile(new URL('../../../build/engine/learning-simd.wasm', import.meta.url));

/** @param {any} module as glue gives it @returns {LearningModule} */
const checked = (module) => ofThisRelease(module);

/** @type {StartLearning} */
export async function startLearning(variant) {
  if (variant === 'fallback') {
    const { default: make } = await import('../../../build/engine/learning-fallback.js');
    return checked(await make());
  }
  const [glue, module] = await Promise.all([
    import('../../../build/engine/learning-glue.js'),
    compileLearning(),
  ]);
  return checked(await glue.default(module));
}
