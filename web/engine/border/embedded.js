/** All engines with embedded WebAssembly: those of embedded-simd.js, and `relaxed`. */

/** @import { StartVariant } from './variants.js' */

import { compiled, relaxed } from './embedded-attention.js';
import { startVariant as startSameBits } from './embedded-simd.js';
import { starter } from './variants.js';

const code = {
  relaxed: {
    ...relaxed,
    scores: () => compiled(import('../../../build/engine/relaxed-scores.js')),
    layers: () => compiled(import('../../../build/engine/relaxed-layers.js')),
    gradients: () => compiled(import('../../../build/engine/relaxed-gradients.js')),
    heads: () => compiled(import('../../../build/engine/relaxed-heads.js')),
    measures: () => compiled(import('../../../build/engine/relaxed-measures.js')),
    softmax: () => compiled(import('../../../build/engine/relaxed-softmax.js')),
    scoring: () => compiled(import('../../../build/engine/relaxed-scoring.js')),
    statistics: () => compiled(import('../../../build/engine/relaxed-statistics.js')),
    samples: () => compiled(import('../../../build/engine/relaxed-samples.js')),
    laws: () => compiled(import('../../../build/engine/relaxed-laws.js')),
    network: () => compiled(import('../../../build/engine/relaxed-network.js')),
    files: () => compiled(import('../../../build/engine/relaxed-files.js')),
  },
};

const startRelaxed = /* @__PURE__ */ starter(code);

/** Starts a variant with some parts. A second call returns the same instance. @type {StartVariant} */
export const startVariant = (variant, parts) =>
  variant === 'relaxed' ? startRelaxed(variant, parts) : startSameBits(variant, parts);
