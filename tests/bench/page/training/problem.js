/**
 * What every entrant of the row `training` trains: one small encoder from the same initial parameters on the same batch. All
 * must have the same loss after any number of steps. Used in pages and by the driver (../../training.mjs).
 *
 * @typedef {{name: string, shape: number[]}} Entry  one tensor of the parameters, named as docs/tensors.md says
 * @typedef {object} Problem
 * @property {typeof SHAPE} shape
 * @property {Entry[]} entries
 * @property {Float32Array} parameters  of all entries, one behind the other
 * @property {Int32Array} tokens  [batch, length]
 * @property {Int32Array} labels  [batch, length]: the tokens of the row backwards
 */

export const SHAPE = {
  batch: 32,
  length: 32,
  vocabulary: 64,
  layers: 2,
  modelDim: 64,
  heads: 4,
  headDim: 16,
  feedForward: 256,
};
export const ADAM = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
export const NORM_EPSILON = 1e-5;

/** @returns {Entry[]} */
function entriesOf() {
  const { vocabulary, length, layers, modelDim, feedForward } = SHAPE;
  /** @param {string} name @returns {Entry[]} */
  const norm = (name) => [
    { name: `${name}.weight`, shape: [modelDim] },
    { name: `${name}.bias`, shape: [modelDim] },
  ];
  /** @param {string} name @returns {Entry[]} */
  const layer = (name) => [
    ...['wq', 'wk', 'wv', 'wo'].map((which) => ({
      name: `${name}.attention.${which}`,
      shape: [modelDim, modelDim],
    })),
    ...norm(`${name}.attentionNorm`),
    { name: `${name}.feedForward.w1`, shape: [modelDim, feedForward] },
    { name: `${name}.feedForward.b1`, shape: [feedForward] },
    { name: `${name}.feedForward.w2`, shape: [feedForward, modelDim] },
    { name: `${name}.feedForward.b2`, shape: [modelDim] },
    ...norm(`${name}.feedForwardNorm`),
  ];
  return [
    { name: 'tokenEmbedding', shape: [vocabulary, modelDim] },
    { name: 'positionEmbedding', shape: [length, modelDim] },
    ...Array.from({ length: layers }, (_, n) => layer(`layers.${n}`)).flat(),
    ...norm('finalNorm'),
    { name: 'output.weight', shape: [modelDim, vocabulary] },
    { name: 'output.bias', shape: [vocabulary] },
  ];
}

/** Returns a generator of uniform numbers in 0..1, always the same for a seed. @param {number} seed */
function uniforms(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** @param {number[]} shape */
export const countOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** @returns {Problem} */
export function makeProblem() {
  const uniform = uniforms(1);
  const entries = entriesOf();
  /**
   * Returns the initial numbers of an entry. Matrices preserve the variance of their input. Norm weights start around 1. No
   * bias starts at 0, so that a missing bias is noticed.
   * @param {Entry} entry
   */
  const first = ({ name, shape }) => {
    const around = name.includes('Norm.weight') ? 1 : 0;
    const sd = shape.length === 1 ? 0.1 : 1 / Math.sqrt(name.includes('Embedding') ? 4 : shape[0]);
    return Array.from(
      { length: countOf(shape) },
      () => around + sd * Math.sqrt(12) * (uniform() - 0.5),
    );
  };
  const parameters = Float32Array.from(entries.flatMap(first));
  const { batch, length, vocabulary } = SHAPE;
  const tokens = Int32Array.from({ length: batch * length }, () =>
    Math.floor(uniform() * vocabulary),
  );
  const labels = tokens.map((_, i) => tokens[i - (i % length) + length - 1 - (i % length)]);
  return { shape: SHAPE, entries, parameters, tokens, labels };
}

/** Returns the parameters of each entry, by name. @param {Problem} problem @returns {{name: string, shape: number[], data: Float32Array}[]} */
export function tensorsOf({ entries, parameters }) {
  let offset = 0;
  return entries.map(({ name, shape }) => {
    const data = parameters.slice(offset, (offset += countOf(shape)));
    return { name, shape, data };
  });
}
