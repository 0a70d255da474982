/**
 * The problem: one attention of heads x length x dim normal numbers, the same for every entrant. Also computes the reference
 * result, in double precision and in the simplest way, so that no wrong computation is timed. Runs in the page.
 *
 * @typedef {object} Problem
 * @property {number} heads
 * @property {number} length  of queries and of keys
 * @property {number} dim
 * @property {number} scale
 * @property {Float32Array} query  [heads, length, dim], as the next three
 * @property {Float32Array} key
 * @property {Float32Array} value
 * @property {Float32Array} outputGradient
 *
 * @typedef {Partial<Record<'output' | 'query' | 'key' | 'value', Float32Array>>} Results  the last three: gradients
 */

/** Returns standard normals, always the same for a seed. @param {number} count @param {number} seed */
function normals(count, seed) {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Float32Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

/** @param {number[]} shape heads, length, dim @returns {Problem} */
export function makeProblem([heads, length, dim]) {
  const [query, key, value, outputGradient] = [1, 2, 3, 4].map((seed) =>
    normals(heads * length * dim, seed),
  );
  const scale = 1 / Math.sqrt(dim);
  return { heads, length, dim, scale, query, key, value, outputGradient };
}

/** [heads, length, dim] -> [length, heads, dim]. @param {Problem} problem @param {Float32Array} x */
export const headsInside = ({ heads, length, dim }, x) => swapped(x, heads, length, dim);
/** [length, heads, dim] -> [heads, length, dim]. @param {Problem} problem @param {Float32Array} x */
export const headsOutside = ({ heads, length, dim }, x) => swapped(x, length, heads, dim);

/** @param {Float32Array} x @param {number} first @param {number} second @param {number} dim */
function swapped(x, first, second, dim) {
  const result = new Float32Array(x.length);
  for (let i = 0; i < first; i++)
    for (let j = 0; j < second; j++)
      result.set(
        x.subarray((i * second + j) * dim, (i * second + j + 1) * dim),
        (j * first + i) * dim,
      );
  return result;
}

/** @param {Float32Array} a @param {number} i @param {Float32Array} b @param {number} j @param {number} dim */
function dot(a, i, b, j, dim) {
  let sum = 0;
  for (let c = 0; c < dim; c++) sum += a[i + c] * b[j + c];
  return sum;
}

/** Returns the weights of a row, in double precision. @param {Problem} problem @param {number} head @param {number} i */
function weightsOf({ length, dim, scale, query, key }, head, i) {
  const start = head * length;
  const scores = Float64Array.from(
    { length },
    (_, j) => dot(query, (start + i) * dim, key, (start + j) * dim, dim) * scale,
  );
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const exponentials = scores.map((score) => Math.exp(score - most));
  const total = exponentials.reduce((a, b) => a + b, 0);
  return exponentials.map((x) => x / total);
}

const ROWS_CHECKED = 6;

/** Returns the largest error of the output, over some rows of every head. @param {Problem} problem @param {Float32Array} output */
function outputError(problem, output) {
  const { heads, length, dim, value } = problem;
  if (output.length !== value.length) return Infinity;
  let worst = 0;
  for (let head = 0; head < heads; head++)
    for (let n = 0; n < ROWS_CHECKED; n++) {
      const i = Math.round((n * (length - 1)) / (ROWS_CHECKED - 1));
      const weights = weightsOf(problem, head, i);
      for (let c = 0; c < dim; c++) {
        let sum = 0;
        for (let j = 0; j < length; j++) sum += weights[j] * value[(head * length + j) * dim + c];
        const error = Math.abs(sum - output[(head * length + i) * dim + c]);
        worst = error <= worst ? worst : error; // NaN counts as the worst
      }
    }
  return worst;
}

/** Returns the complete gradients, in double precision. @param {Problem} problem */
function gradientsOf(problem) {
  const { heads, length, dim, scale, query, key, value, outputGradient } = problem;
  const [dQuery, dKey, dValue] = [0, 1, 2].map(() => new Float64Array(query.length));
  for (let row = 0; row < heads * length; row++) {
    const head = Math.floor(row / length);
    const weights = weightsOf(problem, head, row % length);
    const slopes = weights.map((_, j) =>
      dot(outputGradient, row * dim, value, (head * length + j) * dim, dim),
    );
    const mean = slopes.reduce((sum, slope, j) => sum + slope * weights[j], 0);
    for (let j = 0; j < length; j++) {
      const at = (head * length + j) * dim;
      const slope = weights[j] * (slopes[j] - mean) * scale;
      for (let c = 0; c < dim; c++) {
        dQuery[row * dim + c] += slope * key[at + c];
        dKey[at + c] += slope * query[row * dim + c];
        dValue[at + c] += weights[j] * outputGradient[row * dim + c];
      }
    }
  }
  return { query: dQuery, key: dKey, value: dValue };
}

/** Returns the largest absolute error of the given results. @param {Problem} problem @param {Results} results */
export function largestError(problem, { output, ...gradients }) {
  let worst = output ? outputError(problem, output) : 0;
  if (!gradients.query) return worst;
  for (const [name, wanted] of Object.entries(gradientsOf(problem))) {
    const got = gradients[/** @type {'query' | 'key' | 'value'} */ (name)];
    if (got?.length !== wanted.length) return Infinity;
    wanted.forEach((x, i) => {
      const error = Math.abs(x - got[i]);
      worst = error <= worst ? worst : error;
    });
  }
  return worst;
}
