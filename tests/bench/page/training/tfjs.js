/**
 * TensorFlow.js on WebAssembly, one thread: its operations, its automatic differentiation, its Adam. The way `as it comes` changes
 * nothing. `by hand` replaces the gradient of its products: its fast product, XNNPACK's, takes one matrix at a time and cannot
 * transpose it, but its own gradient asks for that.
 *
 * @typedef {import('./problem.js').Problem} Problem
 * @typedef {import('../training.js').Trained} Trained
 */
import * as tf from '/build/bench/tfjs.js'; // tfjs-library.js, bundled
import { ADAM, NORM_EPSILON, tensorsOf } from './problem.js';

/** @param {Problem} problem @param {'as it comes' | 'by hand'} way @returns {Promise<Trained>} */
export async function open(problem, way) {
  tf.setWasmPaths(
    new URL('../../node_modules/@tensorflow/tfjs-backend-wasm/dist/', import.meta.url).href,
  );
  tf.setThreadsCount(1);
  await tf.setBackend('wasm');
  const { batch, length, vocabulary, layers, modelDim, heads, headDim } = problem.shape;
  const rows = batch * length;

  const transposingFirst = tf.customGrad((x, weight, save) => {
    save([x, weight]);
    return {
      value: tf.matMul(x, weight),
      gradFunc: (slope, [input, factor]) => [
        tf.matMul(slope, tf.transpose(factor)),
        tf.matMul(tf.transpose(input), slope),
      ],
    };
  });
  const product = way === 'by hand' ? transposingFirst : (x, weight) => tf.matMul(x, weight);

  const tensors = tensorsOf(problem);
  /** @type {Record<string, tf.Variable>} */
  const p = {};
  for (const { name, shape, data } of tensors)
    p[name] = tf.variable(tf.tensor(data, shape), true, name);
  // On WebAssembly gather() has no gradient.
  const oneHot = tf.cast(tf.oneHot(tf.tensor1d(problem.tokens, 'int32'), vocabulary), 'float32');
  const labels = tf.cast(tf.oneHot(tf.tensor1d(problem.labels, 'int32'), vocabulary), 'float32');

  const dense = (x, weight, bias) => tf.add(product(x, p[weight]), p[bias]);
  const norm = (x, name) => {
    const centred = tf.sub(x, tf.mean(x, -1, true));
    const variance = tf.mean(tf.square(centred), -1, true);
    const normal = tf.mul(centred, tf.rsqrt(tf.add(variance, NORM_EPSILON)));
    return tf.add(tf.mul(normal, p[`${name}.weight`]), p[`${name}.bias`]);
  };
  const toHeads = (x) =>
    tf.reshape(tf.transpose(tf.reshape(x, [batch, length, heads, headDim]), [0, 2, 1, 3]), [
      batch * heads,
      length,
      headDim,
    ]);
  const fromHeads = (x) =>
    tf.reshape(tf.transpose(tf.reshape(x, [batch, heads, length, headDim]), [0, 2, 1, 3]), [
      rows,
      modelDim,
    ]);
  const attention = (x, name) => {
    const [q, k, v] = ['wq', 'wk', 'wv'].map((n) => toHeads(product(x, p[`${name}.${n}`])));
    const scores = tf.matMul(tf.mul(q, headDim ** -0.5), k, false, true);
    return product(fromHeads(tf.matMul(tf.softmax(scores), v)), p[`${name}.wo`]);
  };
  const forward = () => {
    let x = tf.reshape(
      tf.add(
        tf.reshape(product(oneHot, p.tokenEmbedding), [batch, length, modelDim]),
        p.positionEmbedding,
      ),
      [rows, modelDim],
    );
    for (let n = 0; n < layers; n++) {
      const name = `layers.${n}`;
      x = tf.add(x, attention(norm(x, `${name}.attentionNorm`), `${name}.attention`));
      const feed = `${name}.feedForward`;
      const hidden = tf.relu(dense(norm(x, `${feed}Norm`), `${feed}.w1`, `${feed}.b1`));
      x = tf.add(x, dense(hidden, `${feed}.w2`, `${feed}.b2`));
    }
    return dense(norm(x, 'finalNorm'), 'output.weight', 'output.bias');
  };
  const loss = () => crossEntropy(forward());
  const crossEntropy = tf.customGrad((logits, save) => {
    const shares = tf.softmax(logits);
    save([shares]);
    const value = tf.neg(tf.div(tf.sum(tf.mul(labels, tf.log(shares))), rows));
    return { value, gradFunc: (slope, [s]) => tf.mul(tf.div(tf.sub(s, labels), rows), slope) };
  });

  let adam;
  return {
    name: `TensorFlow.js${way === 'by hand' ? ', products by hand' : ''}`,
    start() {
      for (const { name, shape, data } of tensors)
        tf.tidy(() => p[name].assign(tf.tensor(data, shape)));
      adam?.dispose();
      adam = tf.train.adam(ADAM.learningRate, ADAM.beta1, ADAM.beta2, ADAM.epsilon);
    },
    steps(count) {
      let last = NaN;
      for (let i = 0; i < count; i++) {
        const value = adam.minimize(loss, true);
        if (i === count - 1) last = value.dataSync()[0];
        value.dispose();
      }
      return last;
    },
  };
}
