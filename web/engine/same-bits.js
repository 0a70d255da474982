/**
 * load() with only those engines that give the same bits on every machine, for pages, so that a link shows the same
 * digits in every browser. The engine with fused multiply-add is not even among their files.
 */

/** @import { Engine } from './engine.js' */
/** @import { LoadOptions } from './types.js' */

import { startVariant } from './border/embedded-simd.js';
import { sameBits } from './border/variants.js';
import { loader } from './load.js';
import { codeOf } from './parts/index.js';
import { openLearning } from './training/open.js';

/** @type {(options?: LoadOptions) => Promise<Engine>} */
export const load = /* @__PURE__ */ loader({ startVariant, openLearning, codeOf, known: sameBits });
