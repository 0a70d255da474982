/**
 * LiteRT.js, which is TensorFlow Lite with XNNPACK on WebAssembly, one thread. Its tensors stay in its memory.
 *
 * @typedef {import('../problem.js').Problem} Problem
 */
import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { tfliteModel } from './tflite-model.js';

export async function open() {
  await loadLiteRt(new URL('../../node_modules/@litertjs/core/wasm/', import.meta.url).href, {
    threads: false,
  });
  return { setUp };
}

/** @param {Problem} problem */
async function setUp(problem) {
  const { heads, length, dim } = problem;
  const model = await loadAndCompile(tfliteModel(problem), { accelerator: 'wasm' });
  const inputs = [problem.query, problem.key, problem.value].map(
    (data) => new Tensor(data, [heads, length, dim]),
  );
  /** @type {Tensor[]} */
  let results = [];
  const task = {
    kind: 'forward',
    name: 'LiteRT.js',
    run: async () => {
      for (const result of results) result.delete();
      results = await model.run(inputs);
    },
    read: () => ({ output: /** @type {Float32Array} */ (results[0].toTypedArray()) }),
  };
  return {
    tasks: [task],
    dispose() {
      for (const tensor of [...inputs, ...results]) tensor.delete();
      model.delete();
    },
  };
}
