/**
 * The engines that give the same bits on every machine, with embedded WebAssembly. Each part has a literal import(), so
 * that every bundler makes a chunk of it and only the parts in use are downloaded.
 */
import { compiled, simd, startFallback } from './embedded-attention.js';
import { starter } from './variants.js';

const code = {
  simd: {
    ...simd,
    scores: () => compiled(import('../../../build/engine/simd-scores.js')),
    layers: () => compiled(import('../../../build/engine/simd-layers.js')),
    gradients: () => compiled(import('../../../build/engine/simd-gradients.js')),
    heads: () => compiled(import('../../../build/engine/simd-heads.js')),
    measures: () => compiled(import('../../../build/engine/simd-measures.js')),
    softmax: () => compiled(import('../../../build/engine/simd-softmax.js')),
    scoring: () => compiled(import('../../../build/engine/simd-scoring.js')),
    statistics: () => compiled(import('../../../build/engine/simd-statistics.js')),
    samples: () => compiled(import('../../../build/engine/simd-samples.js')),
    laws: () => compiled(import('../../../build/engine/simd-laws.js')),
    network: () => compiled(import('../../../build/engine/simd-network.js')),
    files: () => compiled(import('../../../build/engine/simd-files.js')),
  },
};

/** Starts `simd` or the fallback with some parts. A second call returns the same instance. */
export const startVariant = /* @__PURE__ */ starter(code, startFallback);
