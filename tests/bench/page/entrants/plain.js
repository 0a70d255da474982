/**
 * Attention as plain JavaScript loops, written for speed: typed arrays, contiguous inner loops, no allocation per row. This
 * is what a page gets without a library.
 *
 * @typedef {import('../problem.js').Problem} Problem
 */

/** Computes weights[j] = softmax over j of scale (query . key_j). @param {Problem} problem @param {number} q @param {number} k @param {Float32Array} weights */
function weightsOfRow({ length, dim, scale, query, key }, q, k, weights) {
  let most = -Infinity;
  for (let j = 0; j < length; j++) {
    let sum = 0;
    for (let c = 0, at = k + j * dim; c < dim; c++) sum += query[q + c] * key[at + c];
    weights[j] = sum * scale;
    if (weights[j] > most) most = weights[j];
  }
  let total = 0;
  for (let j = 0; j < length; j++) total += weights[j] = Math.exp(weights[j] - most);
  for (let j = 0; j < length; j++) weights[j] /= total;
}

/** @param {Problem} problem @param {Float32Array} output @param {Float32Array} weights */
function forward(problem, output, weights) {
  const { heads, length, dim, value } = problem;
  for (let head = 0; head < heads; head++) {
    const start = head * length * dim;
    for (let i = 0; i < length; i++) {
      const row = start + i * dim;
      weightsOfRow(problem, row, start, weights);
      for (let c = 0; c < dim; c++) output[row + c] = 0;
      for (let j = 0; j < length; j++) {
        const weight = weights[j];
        for (let c = 0, at = start + j * dim; c < dim; c++)
          output[row + c] += weight * value[at + c];
      }
    }
  }
}

/** @param {Problem} problem @param {Record<'output' | 'query' | 'key' | 'value', Float32Array>} results @param {Float32Array} weights */
function forwardAndGradient(problem, results, weights) {
  const { heads, length, dim, scale, query, key, value, outputGradient } = problem;
  forward(problem, results.output, weights);
  for (const name of /** @type {const} */ (['query', 'key', 'value'])) results[name].fill(0);
  for (let head = 0; head < heads; head++) {
    const start = head * length * dim;
    for (let i = 0; i < length; i++) {
      const row = start + i * dim;
      weightsOfRow(problem, row, start, weights);
      let delta = 0;
      for (let c = 0; c < dim; c++) delta += outputGradient[row + c] * results.output[row + c];
      for (let j = 0; j < length; j++) {
        const at = start + j * dim;
        const weight = weights[j];
        let sum = 0;
        for (let c = 0; c < dim; c++) {
          sum += outputGradient[row + c] * value[at + c];
          results.value[at + c] += weight * outputGradient[row + c];
        }
        const slope = weight * (sum - delta) * scale;
        for (let c = 0; c < dim; c++) {
          results.query[row + c] += slope * key[at + c];
          results.key[at + c] += slope * query[row + c];
        }
      }
    }
  }
}

export const open = async () => ({ setUp });

/** @param {Problem} problem */
function setUp(problem) {
  const weights = new Float32Array(problem.length);
  const zeros = () => new Float32Array(problem.query.length);
  const results = { output: zeros(), query: zeros(), key: zeros(), value: zeros() };
  const name = 'plain JavaScript';
  const tasks = [
    {
      kind: 'forward',
      name,
      run: () => forward(problem, results.output, weights),
      read: () => ({ output: results.output }),
    },
    {
      kind: 'gradient',
      name,
      run: () => forwardAndGradient(problem, results, weights),
      read: () => results,
    },
  ];
  return { tasks };
}
