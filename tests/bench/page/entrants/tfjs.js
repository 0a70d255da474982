/**
 * TensorFlow.js on WebAssembly, one thread: matMul and softmax, and the gradient by its automatic differentiation.
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
  // Its fast product, XNNPACK's, takes one matrix at a time and cannot transpose it.
  const ofHead = (
    /** @type {tf.Tensor} */ query,
    /** @type {tf.Tensor} */ key,
    /** @type {tf.Tensor} */ value,
  ) => tf.matMul(tf.softmax(tf.matMul(tf.mul(query, scale), tf.transpose(key))), value);
  const byHead = () => {
    const [query, key, value] = inputs.map((tensor) => tf.unstack(tensor));
    return tf.stack(query.map((_, h) => ofHead(query[h], key[h], value[h])));
  };
  // The gradient's products transpose in any case.
  const gradients = tf.grads((query, key, value) =>
    tf.matMul(tf.softmax(tf.matMul(tf.mul(query, scale), key, false, true)), value),
  );
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
      run: keep(() => [byHead()]),
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
