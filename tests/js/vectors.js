// The test vectors of the package (web/engine/vectors.json): attention in double precision, one number at a time, both
// right and with the usual mistakes.
import { numbers } from './engine/naive.js';

/** @typedef {number[][][]} Stack one matrix per head */
/** @typedef {{query: Stack, key: Stack, value: Stack}} Inputs */

/**
 * The possible variations of attention, right or wrong.
 * @typedef {object} Way
 * @property {number} scale
 * @property {boolean} [overQueries] softmax over the wrong axis
 * @property {(query: number, key: number) => boolean} [sees] before softmax; otherwise -infinity
 * @property {(query: number, key: number) => boolean} [keeps] after softmax; otherwise 0
 * @property {(query: number, key: number) => number} [bias] added to the scaled score
 * @property {(query: number, key: number) => number} [early] added to the score before it is scaled
 * @property {(query: number, key: number) => number} [factor] on the scaled score
 * @property {number} [hiddenScore] the value of a hidden score; -Infinity by default
 * @property {(head: number) => number} [keyHead] the head whose keys and values a query head uses
 */

/** @param {number[]} row @returns {number[]} zeros if everything is hidden */
function softmax(row) {
  const greatest = Math.max(...row);
  if (greatest === -Infinity) return row.map(() => 0);
  const powers = row.map((score) => Math.exp(score - greatest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** @param {number[][]} matrix */
const transpose = (matrix) => matrix[0].map((_, j) => matrix.map((row) => row[j]));

/**
 * Returns the output of each head.
 * @param {Inputs} inputs
 * @param {Way} way
 * @returns {Stack}
 */
export const attention = ({ query, key, value }, way) =>
  query.map((rows, head) => {
    const from = way.keyHead ? way.keyHead(head) : Math.floor((head * key.length) / query.length);
    const scores = rows.map((q, i) =>
      key[from].map((k, j) => {
        if (way.sees && !way.sees(i, j)) return way.hiddenScore ?? -Infinity;
        const dot = q.reduce((sum, each, c) => sum + each * k[c], 0);
        const scaled = (dot + (way.early?.(i, j) ?? 0)) * way.scale;
        return scaled * (way.factor?.(i, j) ?? 1) + (way.bias?.(i, j) ?? 0);
      }),
    );
    const weights = way.overQueries
      ? transpose(transpose(scores).map(softmax))
      : scores.map(softmax);
    return weights.map((row, i) =>
      value[from][0].map((_, c) =>
        row.reduce(
          (sum, w, j) => sum + (way.keeps && !way.keeps(i, j) ? 0 : w * value[from][j][c]),
          0,
        ),
      ),
    );
  });

/**
 * Draws multiples of 1/8 from -2 to 2, which float16 and bfloat16 represent exactly.
 * @param {number} seed
 * @param {[number, number, number]} queries heads, rows, columns
 * @param {[number, number, number]} keys
 * @param {number} valueDim
 * @returns {Inputs}
 */
function inputs(seed, queries, [heads, length, headDim], valueDim) {
  const next = numbers(seed);
  const stack = (/** @type {number[]} */ [h, l, d]) =>
    Array.from({ length: h }, () =>
      Array.from({ length: l }, () => Array.from({ length: d }, () => Math.round(next() * 16) / 8)),
    );
  return {
    query: stack(queries),
    key: stack([heads, length, headDim]),
    value: stack([heads, length, valueDim]),
  };
}

const causal =
  (/** @type {number} */ offset) => (/** @type {number} */ i, /** @type {number} */ j) =>
    j <= i + offset;

const pattern = [
  [1, 1, 0, 1],
  [0, 1, 1, 1],
  [1, 0, 1, 0],
];
const shown = (/** @type {number} */ i, /** @type {number} */ j) => pattern[i][j] === 1;
const hidden = (/** @type {number} */ i, /** @type {number} */ j) => pattern[i][j] === 0;
const added = (/** @type {number} */ i, /** @type {number} */ j) => pattern[i][j];

const biases = [
  [0.5, -1, 2, 0],
  [-2, 0, 1, 1.5],
  [1, 1, -0.5, -3],
];
const biased = (/** @type {number} */ i, /** @type {number} */ j) => biases[i][j];

const maskWithEmptyRow = [
  [1, 0, 1, 1],
  [0, 0, 0, 0],
  [0, 1, 1, 0],
];
const seesSome = (/** @type {number} */ i, /** @type {number} */ j) => maskWithEmptyRow[i][j] === 1;

const root = 1 / 2; // for d_k = 4
const twoHeads = inputs(1, [2, 3, 4], [2, 5, 4], 3);
const oneHead = inputs(2, [1, 3, 4], [1, 4, 4], 2);
const long = inputs(3, [1, 2, 4], [1, 5, 4], 2);
const grouped = inputs(4, [4, 2, 4], [2, 3, 4], 2);

/** @type {{name: string, tells: string, inputs: Inputs, options: object, way: Way, wrong: Record<string, Way>}[]} */
const cases = [
  {
    name: 'scale',
    tells: 'the factor 1/sqrt(d_k) from others: d_k is 4, d_model (two heads) 8, d_v 3, five keys',
    inputs: twoHeads,
    options: {},
    way: { scale: root },
    wrong: {
      'scale 1': { scale: 1 },
      'scale 1/d_k': { scale: 1 / 4 },
      'scale 1/sqrt(d_model)': { scale: 1 / Math.sqrt(8) },
      'scale 1/sqrt(d_v)': { scale: 1 / Math.sqrt(3) },
      'scale 1/sqrt(number of keys)': { scale: 1 / Math.sqrt(5) },
      'scale sqrt(d_k)': { scale: 2 },
      'softmax over the queries': { scale: root, overQueries: true },
    },
  },
  {
    name: 'causal upper-left',
    tells:
      'which corner a causal mask of two queries and five keys starts in: PyTorch, query 0 sees key 0',
    inputs: long,
    options: { causal: 'upper-left' },
    way: { scale: root, sees: causal(0) },
    wrong: {
      'no mask': { scale: root },
      'lower-right': { scale: root, sees: causal(3) },
      'without the diagonal': { scale: root, sees: causal(-1) },
      'masked after softmax': { scale: root, keeps: causal(0) },
    },
  },
  {
    name: 'causal lower-right',
    tells: 'the same, as with a cache of keys and in ONNX: the last query sees all keys',
    inputs: long,
    options: { causal: 'lower-right' },
    way: { scale: root, sees: causal(3) },
    wrong: {
      'no mask': { scale: root },
      'upper-left': { scale: root, sees: causal(0) },
      'without the diagonal': { scale: root, sees: causal(2) },
      'masked after softmax': { scale: root, keeps: causal(3) },
    },
  },
  {
    name: 'mask allow',
    tells: 'a boolean mask whose 1 lets a key take part (scaled_dot_product_attention, ONNX)',
    inputs: oneHead,
    options: { mask: { allow: pattern } },
    way: { scale: root, sees: shown },
    wrong: {
      'no mask': { scale: root },
      'read as block': { scale: root, sees: hidden },
      'added as a number': { scale: root, bias: added },
      'scores multiplied by it': { scale: root, factor: added },
      'masked after softmax': { scale: root, keeps: shown },
    },
  },
  {
    name: 'mask block',
    tells: 'a boolean mask whose 1 hides a key (MultiheadAttention, key_padding_mask)',
    inputs: oneHead,
    options: { mask: { block: pattern } },
    way: { scale: root, sees: hidden },
    wrong: {
      'no mask': { scale: root },
      'read as allow': { scale: root, sees: shown },
      'added as a number': { scale: root, bias: added },
      'masked after softmax': { scale: root, keeps: hidden },
    },
  },
  {
    name: 'mask bias',
    tells: 'a mask of numbers, added to the scaled scores before softmax',
    inputs: oneHead,
    options: { mask: { bias: biases } },
    way: { scale: root, bias: biased },
    wrong: {
      'no mask': { scale: root },
      'added before the factor': { scale: root, early: biased },
      subtracted: { scale: root, bias: (i, j) => -biased(i, j) },
      'scores multiplied by it': { scale: root, factor: biased },
      'read as allow': { scale: root, sees: (i, j) => biased(i, j) !== 0 },
    },
  },
  {
    name: 'nothing to see',
    tells: 'a query that sees no key (the second): zeros, neither NaN nor the mean of all values',
    inputs: oneHead,
    options: { mask: { allow: maskWithEmptyRow } },
    way: { scale: root, sees: seesSome },
    wrong: {
      'hidden scores are -10000': { scale: root, sees: seesSome, hiddenScore: -10000 },
      'masked after softmax': { scale: root, keeps: seesSome },
    },
  },
  {
    name: 'grouped queries',
    tells:
      'four heads of queries and two of keys: heads 0 and 1 take the first, 2 and 3 the second',
    inputs: grouped,
    options: {},
    way: { scale: root },
    wrong: {
      'heads by turns': { scale: root, keyHead: (head) => head % 2 },
      'the first head for all': { scale: root, keyHead: () => 0 },
      'scale 1/sqrt(d_model)': { scale: 1 / 4 },
    },
  },
];

const tolerance = 1e-5;

/** Rounds to 1e-7, a hundredth of the tolerance. @param {Stack} stack */
const rounded = (stack) =>
  stack.map((matrix) => matrix.map((row) => row.map((x) => Number(x.toFixed(7)) + 0)));

/** Returns the content of web/engine/vectors.json. */
export const vectors = () => ({
  about:
    'Scaled dot-product attention by a reference in double precision. query, key and value are [heads, rows, columns]; options are those of attention() of the npm package scaledot. An output that is further than the tolerance from output anywhere is wrong; wrong has the outputs of common mistakes. Inputs are exact in float32, float16 and bfloat16.',
  tolerance,
  vectors: cases.map(({ name, tells, inputs: given, options, way, wrong }) => ({
    name,
    tells,
    ...given,
    options,
    output: rounded(attention(given, way)),
    wrong: Object.fromEntries(
      Object.entries(wrong).map(([mistake, other]) => [mistake, rounded(attention(given, other))]),
    ),
  })),
});
