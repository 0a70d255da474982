/**
 * jax-js on WebAssembly, one thread (it uses more only in isolated pages): loss, gradient and Adam in one function that its jit
 * compiles. Using an array consumes it. .ref keeps it for the next use.
 *
 * @typedef {import('./problem.js').Problem} Problem
 */
import { defaultDevice, init, jit, nn, numpy as np, valueAndGrad } from '@jax-js/jax';
import { ADAM, NORM_EPSILON, tensorsOf } from './problem.js';

/** @param {Problem} problem */
export async function open(problem) {
  await init('wasm');
  defaultDevice('wasm');
  const { batch, length, vocabulary, layers, modelDim, heads, headDim } = problem.shape;
  const rows = batch * length;
  const tensors = tensorsOf(problem);
  const oneHotOf = (list) => {
    const data = new Float32Array(rows * vocabulary);
    list.forEach((token, i) => {
      data[i * vocabulary + token] = 1;
    });
    return np.array(data, { shape: [rows, vocabulary] });
  };
  const oneHot = oneHotOf(problem.tokens);
  const labels = oneHotOf(problem.labels);

  const dense = (x, weight, bias) => np.matmul(x, weight.ref).add(bias.ref);
  const norm = (x, p, name) =>
    nn
      .standardize(x, -1, { epsilon: NORM_EPSILON })
      .mul(p[`${name}.weight`].ref)
      .add(p[`${name}.bias`].ref);
  const toHeads = (x) => np.transpose(x.reshape([batch, length, heads, headDim]), [0, 2, 1, 3]);
  const attention = (x, p, name) => {
    const [q, k, v] = ['wq', 'wk', 'wv'].map((n) =>
      toHeads(np.matmul(x.ref, p[`${name}.${n}`].ref)),
    );
    x.dispose();
    const scores = np.matmul(q.mul(headDim ** -0.5), np.swapaxes(k, 2, 3));
    const output = np.matmul(nn.softmax(scores, -1), v);
    return np.matmul(
      np.transpose(output, [0, 2, 1, 3]).reshape([rows, modelDim]),
      p[`${name}.wo`].ref,
    );
  };
  const loss = (p, tokens, wanted) => {
    let x = np
      .matmul(tokens, p.tokenEmbedding.ref)
      .reshape([batch, length, modelDim])
      .add(p.positionEmbedding.ref)
      .reshape([rows, modelDim]);
    for (let n = 0; n < layers; n++) {
      const name = `layers.${n}`;
      x = x.ref.add(attention(norm(x, p, `${name}.attentionNorm`), p, `${name}.attention`));
      const feed = `${name}.feedForward`;
      const hidden = nn.relu(
        dense(norm(x.ref, p, `${feed}Norm`), p[`${feed}.w1`], p[`${feed}.b1`]),
      );
      x = x.add(dense(hidden, p[`${feed}.w2`], p[`${feed}.b2`]));
    }
    const logits = dense(norm(x, p, 'finalNorm'), p['output.weight'], p['output.bias']);
    for (const one of Object.values(p)) one.dispose();
    return np.sum(nn.logSoftmax(logits, -1).mul(wanted)).mul(-1 / rows);
  };
  const step = jit((p, m, v, c1, c2, tokens, wanted) => {
    const refs = Object.fromEntries(Object.entries(p).map(([k, x]) => [k, x.ref]));
    const [value, g] = valueAndGrad(loss)(refs, tokens, wanted);
    const next = [{}, {}, {}];
    for (const name of Object.keys(p)) {
      const newM = m[name].mul(ADAM.beta1).add(g[name].ref.mul(1 - ADAM.beta1));
      const newV = v[name].mul(ADAM.beta2).add(np.square(g[name]).mul(1 - ADAM.beta2));
      const move = newM.ref
        .div(c1.ref)
        .div(np.sqrt(newV.ref.div(c2.ref)).add(ADAM.epsilon))
        .mul(ADAM.learningRate);
      next[0][name] = p[name].sub(move);
      next[1][name] = newM;
      next[2][name] = newV;
    }
    c1.dispose();
    c2.dispose();
    return [value, ...next];
  });

  let state;
  let done = 0;
  return {
    name: 'jax-js',
    start() {
      const make = (of) =>
        Object.fromEntries(tensors.map(({ name, shape, data }) => [name, of(data, shape)]));
      const zeros = (data, shape) => np.array(new Float32Array(data.length), { shape });
      state = [make((data, shape) => np.array(data, { shape })), make(zeros), make(zeros)];
      done = 0;
    },
    async steps(count) {
      let value;
      for (let i = 0; i < count; i++) {
        value?.dispose();
        done++;
        [value, ...state] = step(
          ...state,
          np.array(1 - ADAM.beta1 ** done),
          np.array(1 - ADAM.beta2 ** done),
          oneHot.ref,
          labels.ref,
        );
      }
      return (await value.data())[0];
    },
  };
}
