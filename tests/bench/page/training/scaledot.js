/**
 * scaledot's training step, in two ways. `probe` is the core alone (training_probe.cpp, compiled like the learning module), on
 * the same batch and parameters as all entrants. The other is createTrainer() as a page gets it, on a task of the same size for
 * which it draws its own batches, on the page's thread (`here`) or in a worker (`worker`).
 *
 * @typedef {import('./problem.js').Problem} Problem
 * @typedef {import('../training.js').Trained} Trained
 */
import { load } from '/web/engine/index.js';
import { ADAM } from './problem.js';

/** @param {Problem} problem @param {'probe' | 'here' | 'worker'} way @returns {Promise<Trained>} */
export const open = (problem, way) =>
  way === 'probe' ? openProbe(problem) : openTrainer(problem, way);

/** @param {Problem} problem @returns {Promise<Trained>} */
async function openProbe({ shape, entries, parameters, tokens, labels }) {
  const file = await fetch('/build/wasm/training-simd.wasm');
  const { instance } = await WebAssembly.instantiate(await file.arrayBuffer(), {
    wasi_snapshot_preview1: {},
    env: { emscripten_notify_memory_growth() {} },
  });
  const core = /** @type {any} */ (instance.exports);
  core._initialize?.();
  const { batch, length, vocabulary, layers, modelDim, heads, headDim, feedForward } = shape;
  must(core.setUp(batch, length, vocabulary, layers, modelDim, heads, headDim, feedForward));
  const names = Array.from({ length: core.entryCount() }, (_, i) =>
    textAt(core, core.entryName(i)),
  );
  if (names.join() !== entries.map(({ name }) => name).join())
    throw new Error(`the core's parameters are ${names.join(', ')}`);
  const put = (/** @type {number} */ address, /** @type {Float32Array | Int32Array} */ data) =>
    new Uint8Array(core.memory.buffer, address).set(new Uint8Array(data.buffer));
  put(core.tokensOf(), tokens);
  put(core.labelsOf(), labels);
  return {
    name: 'scaledot, simd',
    start() {
      put(core.parameters(), parameters);
      must(core.start(ADAM.learningRate, ADAM.beta1, ADAM.beta2, ADAM.epsilon));
    },
    steps: (count) => core.steps(count),
  };
}

/** @param {unknown} result  0 if an allocation failed */
function must(result) {
  if (!result) throw new Error('the probe has no memory');
}

/** @param {{memory: WebAssembly.Memory}} core @param {number} address  of a text that ends with 0 */
function textAt({ memory }, address) {
  const bytes = new Uint8Array(memory.buffer, address);
  return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
}

/**
 * Opens a trainer on the task of copying half a row behind its other half: as many tokens, half of them with labels.
 * @param {Problem} problem
 * @param {'here' | 'worker'} way
 */
async function openTrainer({ shape }, way) {
  const createWorker = () => new Worker('/web/engine/worker.js', { type: 'module' });
  const engine = await load({
    engine: 'simd',
    ...(way === 'worker' ? { workers: 1, createWorker } : { workers: 0 }),
  });
  const { batch, length, layers, modelDim, heads, headDim, feedForward } = shape;
  const trainer = await engine.createTrainer({
    ...{ task: 'copy', stack: 'encoder', size: length / 2, symbols: 32 },
    ...{ batch, layers, modelDim, heads, headDim, feedForward },
    ...{ optimizer: 'adam', ...ADAM, clip: 0, steps: 100000, every: 10000, heldOut: 32 },
  });
  return {
    name: `scaledot, createTrainer() ${way === 'worker' ? 'in a worker' : 'on the page'}`,
    start() {},
    async steps(count) {
      await trainer.step(count);
      return undefined; // other data, so there is nothing to compare
    },
  };
}
