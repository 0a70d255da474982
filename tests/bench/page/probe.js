/**
 * The probe of a variant: what the machine can do in this kind of WebAssembly, measured beside everything else.
 *
 * @typedef {object} Probe  probe.cpp
 * @property {WebAssembly.Memory} memory
 * @property {(iterations: number) => number} peak
 * @property {(iterations: number) => number} peakFlop
 * @property {(rows: number) => number} normals
 * @property {(heads: number, length: number, dim: number) => number} setUpAttention  0: no memory
 * @property {(withWeights: number) => number} runAttention  0: no memory
 * @property {() => number} runAttentionGradient  0: no memory
 */

/** @param {'relaxed' | 'simd'} variant @returns {Promise<Probe>} */
export async function openProbe(variant) {
  const file = await fetch(`/build/wasm/probe-${variant}.wasm`);
  const { instance } = await WebAssembly.instantiate(await file.arrayBuffer(), {
    wasi_snapshot_preview1: {},
    env: { emscripten_notify_memory_growth() {} },
  });
  return /** @type {Probe} */ (/** @type {unknown} */ (instance.exports));
}

/** Returns the seconds that `work` takes. @param {() => unknown} work */
export async function seconds(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Multiply-adds that take about 8 ms. The clock of a page without isolation has a resolution of 0.1 ms. */
const ITERATIONS = 5e6;

/** Returns the current peak, in flop per second. @param {Probe} probe */
export async function peakNow(probe) {
  return probe.peakFlop(ITERATIONS) / (await seconds(() => probe.peak(ITERATIONS)));
}
