/**
 * Engines whose WebAssembly is an external file, found by a literal new URL() that bundlers and servers understand, and
 * compiled while it streams in. The fallback has no WebAssembly and is a module.
 */

/** @import { StartVariant } from './variants.js' */

import { builtin } from './builtin.js';
import { ofThisRelease } from './release.js';
import { starter } from './variants.js';

/**
 * @param {URL} address
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(address) {
  // Node's fetch does not support file URLs, and bundlers for pages do not support node:fs.
  const files = builtin('node:fs/promises');
  if (files && address.protocol === 'file:')
    return WebAssembly.compile(await files.readFile(address));
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${address}: got status ${response.status}; expected 200`);
  // Streaming compilation requires exactly this content type. Many servers send another one.
  const streams = response.headers.get('content-type')?.toLowerCase() === 'application/wasm';
  if (streams) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

const code = {
  relaxed: {
    core: () => compile(new URL('../../../build/engine/engine-relaxed.wasm', import.meta.url)),
    matrices: () =>
      compile(new URL('../../../build/engine/engine-relaxed-matrices.wasm', import.meta.url)),
    scores: () =>
      compile(new URL('../../../build/engine/engine-relaxed-scores.wasm', import.meta.url)),
    forward: () =>
      compile(new URL('../../../build/engine/engine-relaxed-forward.wasm', import.meta.url)),
    attention: () =>
      compile(new URL('../../../build/engine/engine-relaxed-attention.wasm', import.meta.url)),
    layers: () =>
      compile(new URL('../../../build/engine/engine-relaxed-layers.wasm', import.meta.url)),
    gradients: () =>
      compile(new URL('../../../build/engine/engine-relaxed-gradients.wasm', import.meta.url)),
    heads: () =>
      compile(new URL('../../../build/engine/engine-relaxed-heads.wasm', import.meta.url)),
    measures: () =>
      compile(new URL('../../../build/engine/engine-relaxed-measures.wasm', import.meta.url)),
    softmax: () =>
      compile(new URL('../../../build/engine/engine-relaxed-softmax.wasm', import.meta.url)),
    scoring: () =>
      compile(new URL('../../../build/engine/engine-relaxed-scoring.wasm', import.meta.url)),
    statistics: () =>
      compile(new URL('../../../build/engine/engine-relaxed-statistics.wasm', import.meta.url)),
    samples: () =>
      compile(new URL('../../../build/engine/engine-relaxed-samples.wasm', import.meta.url)),
    laws: () => compile(new URL('../../../build/engine/engine-relaxed-laws.wasm', import.meta.url)),
    network: () =>
      compile(new URL('../../../build/engine/engine-relaxed-network.wasm', import.meta.url)),
    files: () =>
      compile(new URL('../../../build/engine/engine-relaxed-files.wasm', import.meta.url)),
  },
  simd: {
    core: () => compile(new URL('../../../build/engine/engine-simd.wasm', import.meta.url)),
    matrices: () =>
      compile(new URL('../../../build/engine/engine-simd-matrices.wasm', import.meta.url)),
    scores: () =>
      compile(new URL('../../../build/engine/engine-simd-scores.wasm', import.meta.url)),
    forward: () =>
      compile(new URL('../../../build/engine/engine-simd-forward.wasm', import.meta.url)),
    attention: () =>
      compile(new URL('../../../build/engine/engine-simd-attention.wasm', import.meta.url)),
    layers: () =>
      compile(new URL('../../../build/engine/engine-simd-layers.wasm', import.meta.url)),
    gradients: () =>
      compile(new URL('../../../build/engine/engine-simd-gradients.wasm', import.meta.url)),
    heads: () => compile(new URL('../../../build/engine/engine-simd-heads.wasm', import.meta.url)),
    measures: () =>
      compile(new URL('../../../build/engine/engine-simd-measures.wasm', import.meta.url)),
    softmax: () =>
      compile(new URL('../../../build/engine/engine-simd-softmax.wasm', import.meta.url)),
    scoring: () =>
      compile(new URL('../../../build/engine/engine-simd-scoring.wasm', import.meta.url)),
    statistics: () =>
      compile(new URL('../../../build/engine/engine-simd-statistics.wasm', import.meta.url)),
    samples: () =>
      compile(new URL('../../../build/engine/engine-simd-samples.wasm', import.meta.url)),
    laws: () => compile(new URL('../../../build/engine/engine-simd-laws.wasm', import.meta.url)),
    network: () =>
      compile(new URL('../../../build/engine/engine-simd-network.wasm', import.meta.url)),
    files: () => compile(new URL('../../../build/engine/engine-simd-files.wasm', import.meta.url)),
  },
};

const start = /* @__PURE__ */ starter(code, async () =>
  (await import('../../../build/engine/fallback.js')).default(),
);

/** Starts a variant with some parts. A second call returns the same instance. @type {StartVariant} */
export const startVariant = async (variant, parts) => ofThisRelease(await start(variant, parts));
