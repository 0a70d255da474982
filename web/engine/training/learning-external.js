/**
 * The training module as an external file, compiled while it streams in. It is for training what external.js is for the
 * engine.
 */

import { compile } from '../border/external.js';
import { learningFrom } from './learning-given.js';

export const { Training, compileLearning, startLearning } = /* @__PURE__ */ learningFrom(() =>
  compile(new URL('../../../build/engine/learning-simd.wasm', import.meta.url)),
);
