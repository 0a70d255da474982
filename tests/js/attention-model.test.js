// The Attention lab's matrices: which goes where, what the visitor's own data become, and what a changed cell changes.
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
import { litBy, placeIn, stepsOf } from '../../web/labs/attention/steps.js';
import { formatters } from '../../web/i18n/index.js';
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

/** @param {import('../../web/labs/attention/model.js').Model} model @param {number} head @param {import('../../web/labs/attention/model.js').MatrixName} name */
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
  expect(litBy({ name: 'scores', row: 2, column: 5 }, head)).toEqual({
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
