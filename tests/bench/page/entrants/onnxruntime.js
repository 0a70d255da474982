/**
 * onnxruntime-web on WebAssembly, one thread, in three ways, of which the best counts. A page has only one copy of it, because
 * a second one slows both down.
 *
 * @typedef {import('../problem.js').Problem} Problem
 */
import * as ort from 'onnxruntime-web';
import { onnxModel } from './onnx-model.js';
import { headsInside, headsOutside } from '../problem.js';

const INPUTS = /** @type {const} */ (['query', 'key', 'value']);

/** @param {Problem} problem */
const matMulAndSoftmax = ({ heads, length, dim, scale }) => ({
  shape: [heads, length, dim],
  nodes: [
    {
      op: 'FusedMatMul',
      domain: 'com.microsoft',
      inputs: ['query', 'key'],
      output: 'scores',
      attributes: { transB: { int: 1 }, alpha: { float: scale } },
    },
    { op: 'Softmax', inputs: ['scores'], output: 'weights' },
    { op: 'MatMul', inputs: ['weights', 'value'], output: 'output' },
  ],
});

/** @param {Problem} problem */
const attention = ({ heads, length, dim, scale }) => ({
  shape: [1, heads, length, dim],
  nodes: [
    {
      op: 'Attention',
      inputs: [...INPUTS],
      output: 'output',
      attributes: { scale: { float: scale } },
    },
  ],
});

/** The heads are side by side in every row. @param {Problem} problem */
const multiHeadAttention = ({ heads, length, dim, scale }) => ({
  shape: [1, length, heads * dim],
  nodes: [
    {
      op: 'MultiHeadAttention',
      domain: 'com.microsoft',
      inputs: [...INPUTS],
      output: 'output',
      attributes: { num_heads: { int: heads }, scale: { float: scale } },
    },
  ],
});

/** @param {Problem} problem @param {string} name @param {ReturnType<typeof matMulAndSoftmax>} graph @param {boolean} inside */
async function modelOf(problem, name, graph, inside) {
  const session = await ort.InferenceSession.create(onnxModel(graph), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  const feeds = Object.fromEntries(
    INPUTS.map((input) => [
      input,
      new ort.Tensor(
        'float32',
        inside ? headsInside(problem, problem[input]) : problem[input],
        graph.shape,
      ),
    ]),
  );
  let output = new Float32Array();
  const task = {
    kind: 'forward',
    name: `onnxruntime-web ${name}`,
    run: async () => {
      output = (await session.run(feeds)).output.data;
    },
    read: () => ({ output: inside ? headsOutside(problem, output) : output }),
  };
  return { task, session };
}

export async function open() {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = new URL(
    '../../node_modules/onnxruntime-web/dist/',
    import.meta.url,
  ).href;
  return { setUp };
}

/** @param {Problem} problem */
async function setUp(problem) {
  const models = [
    await modelOf(problem, 'MatMul, Softmax', matMulAndSoftmax(problem), false),
    await modelOf(problem, 'Attention', attention(problem), false),
    await modelOf(problem, 'MultiHeadAttention', multiHeadAttention(problem), true),
  ];
  return {
    tasks: models.map(({ task }) => task),
    dispose: () => Promise.all(models.map(({ session }) => session.release())),
  };
}
