// The matrices of the Attention lab: where each one goes, how the visitor's own data are used, and what an edited cell
// changes.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../web/engine/index.js';
import { attentionData } from '../../web/files/attention-data.js';
import {
  modelInputs,
  modelOf,
  shownHead,
  shownQuery,
  weightRow,
  weightsUnder,
} from '../../web/labs/attention/model.js';
import { shareText } from '../../web/labs/attention/section.js';
import { highlightedBy, placeIn, stepsOf } from '../../web/labs/attention/steps.js';
import { formatters, translator } from '../../web/i18n/index.js';
import { change, initialParams } from '../../web/tables/state.js';
import { fetchOwnSource } from '../../web/labs/attention/source.js';
import { fetchTokenizer } from '../../web/labs/attention/words.js';

await Promise.all([fetchOwnSource(), fetchTokenizer()]);

/** @typedef {import('../../web/engine/types.js').Tensor} Tensor */

/** @type {import('../../web/engine/index.js').Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/** @param {object} changes */
const stateWith = (changes) =>
  change(initialParams('attention'), { ...changes }, 'attention').params;

/** @param {Record<string, Tensor>} tensors @param {Record<string, string>} [metadata] */
function own(tensors, metadata = {}) {
  const data = attentionData({ tensors, metadata });
  if (data.kind === 'matrix') throw new Error('one matrix');
  return data;
}

test('the name of a token is as long as pictures have room for', () => {
  const long = 'x'.repeat(150);
  const { source } = modelOf(sd, stateWith({ example: 'own', text: `${long} ${long}y ok` }), null);
  expect(source.queries).toEqual([`${'x'.repeat(17)}…`, `${'x'.repeat(17)}…`, 'ok']);
  expect(source.keys).toEqual(source.queries);
});

test('only a key that is seen alone gets all, and only one that is hidden gets nothing', () => {
  const model = modelOf(sd, stateWith({ example: 'tired', mask: 'causal' }), null);
  const format = formatters('en');
  const text = (
    /** @type {number} */ query,
    /** @type {number} */ key,
    /** @type {number} */ share,
  ) => shareText(format, model, { query, key, share });
  expect([text(0, 0, 1), text(0, 1, 0)]).toEqual(['100%', '0%']);
  expect([text(1, 0, 1), text(1, 0, 0)]).toEqual(['>\u00a099.9%', '<\u00a00.1%']);
  expect(text(1, 0, 0.8808)).toBe('88.1%');
});

/** @param {number[]} shape @param {number} stream */
const random = (shape, stream) => sd.randomTensor(shape, { seed: 7, stream });

/** @param {import('../../web/labs/attention/types.js').Model} model @param {number} head @param {import('../../web/labs/attention/types.js').MatrixName} name */
const matrix = (model, head, name) => /** @type {Tensor} */ (model.head(head)[name]);

describe('one’s own projections', () => {
  const [width, heads, keyHeads, dim] = [6, 4, 2, 3];

  test('give the weights of multi-head attention, with shared heads and biases', () => {
    const parameters = {
      wq: random([width, heads * dim], 1),
      wk: random([width, keyHeads * dim], 2),
      wv: random([width, keyHeads * dim], 3),
      bq: random([heads * dim], 4),
      bk: random([keyHeads * dim], 5),
      bv: random([keyHeads * dim], 6),
    };
    const x = random([5, width], 0);
    const data = own({ x, ...parameters }, { heads: '4', keyHeads: '2' });
    const model = modelOf(sd, stateWith({ source: 'own', kind: 'causal' }), data);
    const wo = { data: new Float32Array(heads * dim), shape: [heads * dim, 1] };
    const wanted = sd.multiHeadAttention(
      x,
      x,
      x,
      { ...parameters, wo },
      {
        heads,
        keyHeads,
        causal: 'upper-left',
        returns: ['weights', 'headOutputs'],
      },
    );
    expect(model.weights.shape).toEqual([heads, 5, 5]);
    for (let i = 0; i < model.weights.data.length; i++)
      expect(model.weights.data[i]).toBeCloseTo(wanted.weights.data[i], 5);
    const all = Array.from({ length: heads }, (_, head) => [...matrix(model, head, 'output').data]);
    all.flat().forEach((value, i) => expect(value).toBeCloseTo(wanted.headOutputs.data[i], 5));
  });

  /**
   * Computes queries, keys or values of one head in double precision, straight from the numbers of the file.
   * @param {Tensor} x
   * @param {Tensor} matrix
   * @param {{outIn: boolean, first: number, dim: number, bias?: Tensor}} place  the outputs of the head
   */
  function project(x, { data, shape }, { outIn, first, dim, bias }) {
    const [rows, columns] = shape;
    return Array.from({ length: x.shape[0] }, (_, token) =>
      Array.from({ length: dim }, (_, i) => {
        const output = first + i;
        let sum = bias?.data[output] ?? 0;
        for (let input = 0; input < x.shape[1]; input++) {
          const at = outIn ? output * columns + input : input * columns + output;
          if (at >= rows * columns) throw new Error('no such number');
          sum += x.data[token * x.shape[1] + input] * data[at];
        }
        return sum;
      }),
    );
  }

  /**
   * Computes one head of softmax(q k^T / sqrt(d)) v.
   * @param {number[][]} q
   * @param {number[][]} k
   * @param {number[][]} v
   */
  function naiveAttention(q, k, v) {
    return q.map((query) => {
      const scores = k.map(
        (key) => key.reduce((sum, each, i) => sum + each * query[i], 0) / Math.sqrt(query.length),
      );
      const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
      const total = powers.reduce((sum, each) => sum + each, 0);
      const weights = powers.map((power) => power / total);
      const output = v[0].map((_, i) => weights.reduce((sum, w, key) => sum + w * v[key][i], 0));
      return { weights, output };
    });
  }

  /** @param {import('../../web/labs/attention/types.js').Model} model @param {number} head @param {ReturnType<typeof naiveAttention>} wanted */
  function expectHead(model, head, wanted) {
    const weights = wanted.flatMap((row) => row.weights);
    const output = wanted.flatMap((row) => row.output);
    [...matrix(model, head, 'weights').data].forEach((value, i) =>
      expect(value).toBeCloseTo(weights[i], 5),
    );
    [...matrix(model, head, 'output').data].forEach((value, i) =>
      expect(value).toBeCloseTo(output[i], 4),
    );
  }

  for (const outIn of [false, true]) {
    test(`of one matrix for all three, ${outIn ? '[out, in]' : '[in, out]'}, in a batch of one`, () => {
      const x = random([1, 5, 6], 0);
      const fused = random(outIn ? [18, 6] : [6, 18], 1);
      const bias = random([18], 2);
      const data = own({ x, 'attn.c_attn.weight': fused, 'attn.c_attn.bias': bias });
      const model = modelOf(sd, stateWith({ source: 'own', ownHeads: 3 }), data);
      expect(model.weights.shape).toEqual([3, 5, 5]);
      const tokens = { data: x.data, shape: [5, 6] };
      for (const head of [0, 1, 2]) {
        const [q, k, v] = [0, 6, 12].map((start) =>
          project(tokens, fused, { outIn, first: start + 2 * head, dim: 2, bias }),
        );
        expectHead(model, head, naiveAttention(q, k, v));
      }
    });

    test(`of square matrices that the visitor says are ${outIn ? '[out, in]' : '[in, out]'}`, () => {
      const x = random([5, 6], 0);
      const [wq, wk, wv] = [1, 2, 3].map((stream) => random([6, 6], stream));
      const data = own({ x, wq, wk, wv });
      const orientation = outIn ? 'out-in' : 'in-out';
      const model = modelOf(sd, stateWith({ source: 'own', ownHeads: 2, orientation }), data);
      for (const head of [0, 1]) {
        const [q, k, v] = [wq, wk, wv].map((of) =>
          project(x, of, { outIn, first: 3 * head, dim: 3 }),
        );
        expectHead(model, head, naiveAttention(q, k, v));
      }
    });
  }

  test('with fewer heads of keys in one matrix for all three', () => {
    const x = random([5, 6], 0);
    const wqkv = random([6, 16], 1);
    const data = own({ x, wqkv }, { heads: '4', keyHeads: '2' });
    const model = modelOf(sd, stateWith({ source: 'own' }), data);
    for (const head of [0, 1, 2, 3]) {
      const shared = 2 * Math.floor(head / 2);
      const [q, k, v] = [2 * head, 8 + shared, 12 + shared].map((first) =>
        project(x, wqkv, { outIn: false, first, dim: 2 }),
      );
      expectHead(model, head, naiveAttention(q, k, v));
    }
  });

  test('are split once for each choice, and anew for another', () => {
    const data = own({ x: random([3, 4], 0), wqkv: random([4, 12], 1) });
    const read = (/** @type {object} */ changes) =>
      modelOf(sd, stateWith({ source: 'own', ...changes }), data);
    const [one, again, two] = [read({}), read({ scale: 'none' }), read({ ownHeads: 2 })];
    expect(again.source.wq?.data).toEqual(one.source.wq?.data);
    expect([one.heads, again.heads, two.heads]).toEqual([1, 1, 2]);
    const t = translator('en');
    const asked = one.source.asks?.(t, stateWith({ ownHeads: 2 })) ?? {};
    expect(Object.keys(asked)).toEqual(['ownHeads']);
    expect(asked.ownHeads.map(({ value, chosen }) => [value, chosen])).toEqual([
      [0, false],
      [1, false],
      [2, true],
      [4, false],
    ]);
    expect(read({ ownHeads: 3 }).source.interpretations?.map(({ what }) => what)).toEqual([
      'fused',
      'unfit',
      'heads',
    ]);
  });

  test('lose the cells that were changed when their heads are others', () => {
    const edits = '2,0,1,1,9';
    expect(stateWith({ source: 'own', edits, ownHeads: 2 }).edits).toBe(edits);
    const before = stateWith({ source: 'own', edits });
    expect(change(before, { ownHeads: 2 }, 'attention').params.edits).toBe('');
    expect(change(before, { orientation: 'out-in' }, 'attention').params.edits).toBe('');
    expect(change(before, { head: 2 }, 'attention').params.edits).toBe(edits);
  });

  test('and Q, K, V given as they are need no X', () => {
    const data = own({ q: random([2, 3, 4], 0), k: random([1, 5, 4], 1), v: random([1, 5, 2], 2) });
    const model = modelOf(sd, stateWith({ source: 'own' }), data);
    expect(model.weights.shape).toEqual([2, 3, 5]);
    expect(model.source.queries).toEqual(['q1', 'q2', 'q3']);
    expect(stepsOf(model.head(0)).map(({ how }) => how)).toEqual([
      'given',
      'given',
      'given',
      'given',
      'product',
      'scale',
      'mask',
      'softmax',
      'product',
    ]);
    expect([...matrix(model, 1, 'k').data]).toEqual([...matrix(model, 0, 'k').data]);
  });
});

test('a checkpoint looks its words up and adds their positions', () => {
  const modelDim = 4;
  const names = ['wq', 'wk', 'wv', 'wo'];
  const attention = Object.fromEntries(
    names.map((name, i) => [`layers.0.attention.${name}`, random([modelDim, modelDim], i)]),
  );
  const vocabulary = ['the', 'cat', 'sat', '.'];
  const tokenEmbedding = random([4, modelDim], 8);
  const positionEmbedding = random([8, modelDim], 9);
  const data = own(
    { ...attention, tokenEmbedding, positionEmbedding },
    { format: 'scaledot', heads: '2', vocabulary: JSON.stringify(vocabulary) },
  );
  const params = stateWith({ source: 'own', example: 'own', text: 'The cat sat.' });
  const model = modelOf(sd, params, data);
  expect(model.source.queries).toEqual(['The', 'cat', 'sat', '.']);
  const x = matrix(model, 0, 'x');
  x.data.forEach((value, i) =>
    expect(value).toBeCloseTo(tokenEmbedding.data[i] + positionEmbedding.data[i], 6),
  );
  expect(model.heads).toBe(2);
  const strange = stateWith({ source: 'own', example: 'own', text: 'The dog sat.' });
  expect(() => modelOf(sd, strange, data)).toThrow(/"dog"; expected words of the vocabulary/);
});

describe('a changed cell', () => {
  const random8 = { source: 'random', example: 'tired', head: 1 };

  test('changes what comes after it and nothing before', () => {
    const before = modelOf(sd, stateWith(random8), null);
    const after = modelOf(sd, stateWith({ ...random8, edits: '3,0,2,1,0.5' }), null);
    for (const name of /** @type {const} */ (['x', 'wq', 'q', 'v']))
      expect(matrix(after, 0, name).data).toEqual(matrix(before, 0, name).data);
    for (const name of /** @type {const} */ (['wk', 'k', 'scores', 'weights', 'output']))
      expect(matrix(after, 0, name).data).not.toEqual(matrix(before, 0, name).data);
    expect(matrix(after, 1, 'weights').data).toEqual(matrix(before, 1, 'weights').data);
    expect(matrix(after, 0, 'wk').data[2 * 8 + 1]).toBe(0.5);
  });

  test('that is not there is counted as lost', () => {
    const model = modelOf(sd, stateWith({ ...random8, edits: '0,0,400,0,1,0,0,0,0,2' }), null);
    expect([model.edits.length, model.lost]).toEqual([1, 1]);
  });
});

test('the arithmetic of every kind of cell is the engine’s cell', () => {
  const model = modelOf(sd, stateWith({ source: 'random', example: 'law', kind: 'causal' }), null);
  const head = model.head(1);
  const at = (
    /** @type {Tensor} */ { data, shape },
    /** @type {number} */ i,
    /** @type {number} */ j,
  ) => data[i * shape[1] + j];
  const [x, wq, q, k, v, scores, masked, weights, output] = /** @type {const} */ ([
    'x',
    'wq',
    'q',
    'k',
    'v',
    'scores',
    'masked',
    'weights',
    'output',
  ]).map((name) => matrix(model, 1, name));
  for (const [row, column] of [
    [0, 0],
    [5, 3],
    [9, 7],
  ]) {
    expect(sd.productTerms(x, wq, { row, column }).value).toBe(at(q, row, column));
    expect(sd.productTerms(q, k, { row, column, transposeRight: true }).value).toBe(
      at(scores, row, column),
    );
    expect(sd.productTerms(weights, v, { row, column }).sum).toBeCloseTo(
      at(output, row, column),
      5,
    );
    const logits = { data: masked.data.slice(row * 25, (row + 1) * 25), shape: [25] };
    expect(sd.softmaxTerms(logits, { index: column }).weight).toBe(at(weights, row, column));
  }
  expect(highlightedBy({ name: 'scores', row: 2, column: 5 }, head)).toEqual({
    q: { row: 2 },
    k: { row: 5 },
    kt: { column: 5 },
    scores: { cell: [2, 5] },
  });
  expect(placeIn('kt', 3, 5)).toEqual({ name: 'k', row: 5, column: 3 });
});

test('a query under another factor, and what is looked at', () => {
  const params = stateWith({});
  const model = modelOf(sd, params, null);
  const query = shownQuery(model, params);
  const head = shownHead(model, params, query);
  expect(model.source.queries[query]).toBe('it');
  expect([...weightsUnder(sd, model, head, query, 'rsqrt')]).toEqual([
    ...weightRow(model, head, query),
  ]);
  const all = stateWith({ head: 0, token: 3 });
  expect(shownQuery(model, all)).toBe(2);
  expect(modelInputs(all)).toBe(modelInputs(params));
});
