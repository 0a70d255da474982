/**
 * A variant of our engine: the kernels alone, inside WebAssembly, on numbers that are already there (kernel...), and the
 * public calls, which copy in and out (forward, gradient, weights).
 *
 * @typedef {import('../problem.js').Problem} Problem
 * @typedef {import('../harness.js').Task} Task
 * @typedef {import('../probe.js').Probe} Probe
 */
import { load } from '/web/engine/index.js';
import { openProbe } from '../probe.js';

/** @param {'relaxed' | 'simd' | 'fallback'} variant */
export async function open(variant) {
  const engine = await load({ engine: variant });
  const probe = variant === 'fallback' ? undefined : await openProbe(variant);
  return {
    /** @param {Problem} problem */
    setUp: (problem) => ({
      tasks: [
        ...(probe ? kernels(probe, variant, problem) : []),
        ...publicCalls(engine, variant, problem),
      ],
    }),
  };
}

/** @param {Probe} probe @param {string} variant @param {Problem} problem @returns {Task[]} */
function kernels(probe, variant, problem) {
  const { heads, length, dim, query, key, value, outputGradient } = problem;
  const address = must(probe.setUpAttention(heads, length, dim));
  const count = query.length;
  // In the order of probe.cpp: four inputs, the output, three gradients.
  const tensor = (/** @type {number} */ index) =>
    new Float32Array(probe.memory.buffer, address + 4 * index * count, count);
  [query, key, value, outputGradient].forEach((data, index) => tensor(index).set(data));
  must(probe.runAttention(0)); // the gradient needs its output
  const name = `scaledot ${variant}`;
  const readOutput = () => ({ output: tensor(4) });
  return [
    { kind: 'kernel', name, run: () => must(probe.runAttention(0)), read: readOutput },
    { kind: 'kernelWeights', name, run: () => must(probe.runAttention(1)), read: readOutput },
    {
      kind: 'kernelGradient',
      name,
      run: () => must(probe.runAttentionGradient()),
      read: () => ({ query: tensor(5), key: tensor(6), value: tensor(7) }),
    },
  ];
}

/** @param {number} result of the probe: 0 if an allocation failed */
function must(result) {
  if (result === 0) throw new Error('the probe has no memory');
  return result;
}

/** @param {import('/web/engine/index.js').Engine} engine @param {string} variant @param {Problem} problem @returns {Task[]} */
function publicCalls(engine, variant, problem) {
  const { heads, length, dim } = problem;
  const tensorOf = (/** @type {Float32Array} */ data) => ({ data, shape: [heads, length, dim] });
  const [query, key, value, outputGradient] = [
    problem.query,
    problem.key,
    problem.value,
    problem.outputGradient,
  ].map(tensorOf);
  /** @type {Record<string, {data: Float32Array}>} */
  let results = {};
  const read = () =>
    Object.fromEntries(
      ['output', 'query', 'key', 'value'].flatMap((what) =>
        results[what] ? [[what, results[what].data]] : [],
      ),
    );
  const name = `scaledot ${variant}`;
  /** @param {string} kind @param {() => unknown} call */
  const task = (kind, call) => ({
    kind,
    name,
    run() {
      results = /** @type {typeof results} */ (call());
    },
    read,
  });
  const returns = /** @type {const} */ (['output', 'weights']);
  const last = engine.attention(query, key, value);
  /** @type {typeof last & {weights: typeof last.output} | undefined} made only where weights are timed */
  let lastWithWeights;
  /** @type {import('/web/engine/index.js').AttentionGradient | undefined} */
  let lastGradient;
  return [
    task('forward', () => engine.attention(query, key, value)),
    task('forwardInto', () => engine.attention(query, key, value, { into: last })),
    task('weights', () => engine.attention(query, key, value, { returns })),
    task('weightsInto', () => {
      lastWithWeights = engine.attention(query, key, value, { returns, into: lastWithWeights });
      return lastWithWeights;
    }),
    task('gradient', () => engine.attentionGradient(query, key, value, outputGradient)),
    task('gradientInto', () => {
      lastGradient = engine.attentionGradient(query, key, value, outputGradient, {
        into: lastGradient,
      });
      return lastGradient;
    }),
  ];
}
