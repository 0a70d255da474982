/**
 * TensorFlow.js on WebAssembly, one thread: matMul and softmax; the gradient by its automatic differentiation.
 *
 * @typedef {import('../problem.js').Problem} Problem
 */
import * as tf from '/build/bench/tfjs.js'; // tfjs-library.js, bundled

export async function open() {
  tf.setWasmPaths(
    new URL('../../node_modules/@tensorflow/tfjs-backend-wasm/dist/', import.meta.url).href,
  );
  tf.setThreadsCount(1);
  await tf.setBackend('wasm');
  return { setUp };
}

/** @param {Problem} problem */
function setUp(problem) {
  const { heads, length, dim, scale } = problem;
  const tensorOf = (/** @type {Float32Array} */ data) => tf.tensor3d(data, [heads, length, dim]);
  const inputs = [problem.query, problem.key, problem.value].map(tensorOf);
  const outputGradient = tensorOf(problem.outputGradient);
  const attention = (
    /** @type {tf.Tensor} */ query,
    /** @type {tf.Tensor} */ key,
    /** @type {tf.Tensor} */ value,
  ) => tf.matMul(tf.softmax(tf.matMul(tf.mul(query, scale), key, false, true)), value);
  const gradients = tf.grads(attention);
  /** @type {tf.Tensor[]} */
  let results = [];
  const keep = (/** @type {() => tf.Tensor[]} */ compute) => () => {
    tf.dispose(results);
    results = tf.tidy(compute);
  };
  const name = 'tfjs-backend-wasm';
  const tasks = [
    {
      kind: 'forward',
      name,
      run: keep(() => [attention(inputs[0], inputs[1], inputs[2])]),
      read: () => ({ output: results[0].dataSync() }),
    },
    {
      kind: 'gradient',
      name,
      run: keep(() => gradients(inputs, outputGradient)),
      read() {
        const [query, key, value] = results.map((tensor) => tensor.dataSync());
        return { query, key, value };
      },
    },
  ];
  return { tasks, dispose: () => tf.dispose([...inputs, outputGradient, ...results]) };
}
