/**
 * jax-js on WebAssembly, one thread (it uses more only in isolated pages): compiled by its jit, the gradient by its vjp.
 * Using an array consumes it. .ref keeps it for the next use.
 *
 * @typedef {import('../problem.js').Problem} Problem
 * @typedef {import('@jax-js/jax').numpy.Array} Array
 */
import { defaultDevice, init, jit, nn, numpy as np, vjp } from '@jax-js/jax';

export async function open() {
  await init('wasm');
  defaultDevice('wasm');
  return { setUp };
}

/** @param {Problem} problem */
function setUp(problem) {
  const { heads, length, dim, scale } = problem;
  const arrayOf = (/** @type {Float32Array} */ data) =>
    np.array(data, { shape: [heads, length, dim] });
  const inputs = [problem.query, problem.key, problem.value].map(arrayOf);
  const outputGradient = arrayOf(problem.outputGradient);
  const attention = (
    /** @type {Array} */ query,
    /** @type {Array} */ key,
    /** @type {Array} */ value,
  ) => np.matmul(nn.softmax(np.matmul(query, np.swapaxes(key, 1, 2)).mul(scale), -1), value);
  const forward = jit(attention);
  const forwardAndGradient = jit(
    (
      /** @type {Array} */ query,
      /** @type {Array} */ key,
      /** @type {Array} */ value,
      /** @type {Array} */ slope,
    ) => {
      const [output, pullBack] = vjp(attention, [query, key, value]);
      return [output, ...pullBack(slope)];
    },
  );
  /** @type {Array[]} */
  let results = [];
  const keep = (/** @type {() => Array[]} */ compute) => async () => {
    for (const result of results) result.dispose();
    results = compute();
    for (const result of results) await result.blockUntilReady();
  };
  const refs = () => inputs.map((input) => input.ref);
  const name = 'jax-js';
  const tasks = [
    {
      kind: 'forward',
      name,
      run: keep(() => [forward(...refs())]),
      read: () => ({ output: results[0].ref.dataSync() }),
    },
    {
      kind: 'gradient',
      name,
      run: keep(() => forwardAndGradient(...refs(), outputGradient.ref)),
      read() {
        const [output, query, key, value] = results.map((result) => result.ref.dataSync());
        return { output, query, key, value };
      },
    },
  ];
  return {
    tasks,
    dispose: () => [...inputs, outputGradient, ...results].forEach((array) => array.dispose()),
  };
}
