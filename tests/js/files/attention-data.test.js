// What the tensors of a file mean to the Attention lab, and which sentence says that they mean nothing.
import { expect, test } from '@jest/globals';
import { attentionData } from '../../../web/files/attention-data.js';
import { readTensors } from '../../../web/files/read-tensors.js';
import * as naive from '../engine/naive.js';
import { onEveryVariant } from '../engine/variants.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

/** @param {...number} shape @returns {Tensor} */
const of = (...shape) => naive.random(shape.length, ...shape);

/** @param {Record<string, Tensor>} tensors @param {Record<string, string>} [metadata] @returns {any} */
const data = (tensors, metadata) => attentionData({ tensors, metadata });

test.each([
  ['q', 'k', 'v'],
  ['Q', 'K', 'V'],
  ['query', 'key', 'value'],
  ['Queries', 'Keys', 'Values'],
])('%s, %s and %s are queries, keys and values', (q, k, v) => {
  const [query, key, value] = [of(4, 3), of(5, 3), of(5, 2)];
  const result = data({ [v]: value, [q]: query, [k]: key, mask: of(4, 5) });
  expect(result).toEqual({
    kind: 'qkv',
    query: { data: query.data, shape: [1, 4, 3] },
    key: { data: key.data, shape: [1, 5, 3] },
    value: { data: value.data, shape: [1, 5, 2] },
    ...{ heads: 1, keyHeads: 1, headDim: 3, valueDim: 2 },
    ignored: ['mask'],
  });
});

test('heads of queries, keys and values, fewer of keys, with tokens', () => {
  const metadata = { tokens: '["a","b"]', contextTokens: '["c"]' };
  const result = data({ q: of(4, 2, 3), k: of(2, 1, 3), v: of(2, 1, 5) }, metadata);
  expect(result).toMatchObject({
    ...{ heads: 4, keyHeads: 2, headDim: 3, valueDim: 5 },
    ...{ tokens: ['a', 'b'], contextTokens: ['c'] },
  });
});

test('tokens and projections, with names as papers write them', () => {
  const tensors = { X: of(5, 6), W_Q: of(6, 8), 'w^k': of(6, 4), Wv: of(6, 6), wo: of(12, 7) };
  const biases = { bq: of(8), bk: of(4), bv: of(6), bo: of(7) };
  const result = data({ ...tensors, ...biases }, { heads: '4', keyHeads: '2' });
  expect(result).toEqual({
    kind: 'projections',
    x: tensors.X,
    parameters: { wq: tensors.W_Q, wk: tensors['w^k'], wv: tensors.Wv, wo: tensors.wo, ...biases },
    ...{ heads: 4, keyHeads: 2, headDim: 2, valueDim: 3 },
    ignored: [],
  });
});

test('projections of each head by itself are put side by side', () => {
  const wq = { data: Float32Array.from({ length: 12 }, (_, i) => i), shape: [2, 3, 2] };
  const { parameters, heads, keyHeads, headDim } = data({
    x: of(4, 3),
    wq,
    wk: of(1, 3, 2),
    wv: of(1, 3, 2),
  });
  expect([heads, keyHeads, headDim]).toEqual([2, 1, 2]);
  expect(parameters.wq).toEqual({
    data: Float32Array.of(0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11),
    shape: [3, 4],
  });
});

test('another sentence has a width of its own', () => {
  const tensors = {
    x: of(5, 6),
    context: of(3, 4),
    wq: of(6, 2),
    wk: of(4, 2),
    wv: of(4, 2),
    heads: { data: Float32Array.of(2), shape: [] },
  };
  expect(data(tensors)).toMatchObject({
    kind: 'projections',
    context: tensors.context,
    heads: 2,
    headDim: 1,
  });
});

test('one matrix is offered as a matrix, whatever its name', () => {
  const tensor = of(4, 3);
  for (const name of ['pasted', 'q', 'x']) {
    expect(data({ [name]: tensor })).toEqual({ kind: 'matrix', name, tensor, ignored: [] });
  }
});

/** @param {string} prefix @param {number} width @param {number} inner */
const attention = (prefix, width, inner) =>
  /** @type {Record<string, Tensor>} */ ({
    [`${prefix}wq`]: of(width, inner),
    [`${prefix}wk`]: of(width, inner),
    [`${prefix}wv`]: of(width, inner),
    [`${prefix}wo`]: of(inner, width),
  });

const vocabulary = '["a","b","c"]';

test('a checkpoint with one stack, and one with an encoder and a decoder', () => {
  /** @type {Record<string, Tensor>} */
  const one = {
    tokenEmbedding: of(3, 8),
    ...attention('layers.0.attention.', 8, 4),
    ...attention('layers.1.attention.', 8, 4),
    'layers.1.attention.bq': of(4),
    'finalNorm.weight': of(8),
  };
  const single = data(one, { format: 'scaledot', heads: '2', vocabulary });
  expect(single).toMatchObject({
    kind: 'checkpoint',
    modelDim: 8,
    vocabulary: ['a', 'b', 'c'],
    tensors: one,
  });
  expect(
    single.stacks.map((/** @type {any} */ stack) => [stack.prefix, stack.layers.length]),
  ).toEqual([['', 2]]);
  expect(single.stacks[0].layers[1].attention).toEqual({
    wq: one['layers.1.attention.wq'],
    wk: one['layers.1.attention.wk'],
    wv: one['layers.1.attention.wv'],
    wo: one['layers.1.attention.wo'],
    bq: one['layers.1.attention.bq'],
    ...{ heads: 2, keyHeads: 2, headDim: 2, valueDim: 2 },
  });
  /** @type {Record<string, Tensor>} */
  const two = {
    tokenEmbedding: of(3, 8),
    ...attention('encoder.layers.0.attention.', 8, 6),
    ...attention('decoder.layers.0.attention.', 8, 6),
    ...attention('decoder.layers.0.context.', 8, 6),
  };
  const { stacks } = data(two, { heads: '3', vocabulary });
  expect(stacks.map((/** @type {any} */ stack) => stack.prefix)).toEqual(['encoder.', 'decoder.']);
  expect(stacks[0].layers[0].context).toBeUndefined();
  expect(stacks[1].layers[0].context.wq).toBe(two['decoder.layers.0.context.wq']);
});

const x = of(5, 6);
const [wq, wk, wv] = [of(6, 4), of(6, 4), of(6, 4)];
const checkpoint = { tokenEmbedding: of(3, 8), ...attention('layers.0.attention.', 8, 4) };
const about = { format: 'scaledot', heads: '2', vocabulary };

/** @type {[string, Record<string, Tensor>, Record<string, string>, string][]} */
const refusals = [
  [
    'a key is missing',
    { q: of(4, 3), v: of(4, 3) },
    {},
    'the file: got no key; expected query, key and value (or q, k and v)',
  ],
  [
    'one axis',
    { q: of(4), k: of(4), v: of(4) },
    {},
    'query: got the shape [4]; expected 2 or 3 axes',
  ],
  [
    'too many tokens',
    { q: of(513, 1), k: of(4, 1), v: of(4, 1) },
    {},
    'query: got 513 tokens; expected from 1 to 512, as many as the lab shows',
  ],
  [
    'no tokens',
    { q: of(0, 3), k: of(4, 3), v: of(4, 3) },
    {},
    'query: got 0 tokens; expected from 1 to 512, as many as the lab shows',
  ],
  [
    'too wide',
    { q: of(2, 1025), k: of(4, 1025), v: of(4, 1) },
    {},
    'query: got 1025 components; expected from 1 to 1024, as many as the lab shows',
  ],
  [
    'too many heads',
    { q: of(17, 2, 1), k: of(17, 2, 1), v: of(17, 2, 1) },
    {},
    'heads: got 17 heads; expected from 1 to 16, as many as the lab shows',
  ],
  [
    'heads that do not fit',
    { q: of(3, 2, 1), k: of(2, 2, 1), v: of(2, 2, 1) },
    {},
    'heads: got 3 heads of queries, 2 of keys; expected a multiple',
  ],
  [
    'no heads',
    { q: of(3, 2, 1), k: of(0, 2, 1), v: of(0, 2, 1) },
    {},
    'heads: got 0 heads of keys; expected from 1 to 3, as many as the lab shows',
  ],
  [
    'widths of query and key',
    { q: of(2, 3), k: of(4, 2), v: of(4, 1) },
    {},
    'key: got the shape [1, 4, 2]; expected 3 as its last axis, as the query has',
  ],
  [
    'rows of key and value',
    { q: of(2, 3), k: of(4, 3), v: of(5, 1) },
    {},
    'value: got the shape [1, 5, 1]; expected [1, 4, ...], a row for each key',
  ],
  [
    'one role twice',
    { q: of(2, 3), query: of(2, 3), k: of(4, 3), v: of(5, 1) },
    {},
    'query: got a second tensor for query; expected one',
  ],
  [
    'tokens of another number',
    { q: of(2, 3), k: of(4, 3), v: of(4, 1) },
    { tokens: '["a"]' },
    'metadata tokens: got 1 string; expected 2, one a row',
  ],
  [
    'tokens that are none',
    { q: of(2, 3), k: of(4, 3), v: of(4, 1) },
    { tokens: '[1]' },
    'metadata tokens: got another text; expected a JSON array of strings',
  ],
  ['no x', { wq, wk, wv }, {}, 'the file: got no x; expected x, wq, wk and wv'],
  ['no wk', { x, wq, wv }, {}, 'the file: got no wk; expected wq, wk and wv'],
  [
    'a projection of another width',
    { x, wq: of(5, 4), wk, wv },
    {},
    'wq: got the shape [5, 4]; expected 6 rows, as wide as what goes in',
  ],
  [
    'heads that do not divide',
    { x, wq, wk, wv },
    { heads: '3' },
    'wq: got the shape [6, 4]; expected columns for 3 heads, a multiple of 3',
  ],
  [
    'heads that are no number',
    { x, wq, wk, wv },
    { heads: 'x'.repeat(1000) },
    `heads: got "${'x'.repeat(40)}..."; expected one whole number`,
  ],
  [
    'half a head',
    { x, wq, wk, wv, heads: { data: Float32Array.of(2.5), shape: [1] } },
    {},
    'heads: got 2.5; expected one whole number',
  ],
  [
    'heads of queries and keys',
    { x, wq, wk: of(6, 6), wv },
    { heads: '2' },
    'wk: got the shape [6, 6]; expected 4 columns, 2 a head as wq has',
  ],
  [
    'an output of another width',
    { x, wq, wk, wv, wo: of(5, 6) },
    {},
    'wo: got the shape [5, 6]; expected [4, width of the output]',
  ],
  [
    'a bias of another length',
    { x, wq, wk, wv, bq: of(6) },
    {},
    'bq: got the shape [6]; expected [4]',
  ],
  ['bo without wo', { x, wq, wk, wv, bo: of(6) }, {}, 'the file: got bo without wo; expected both'],
  [
    'names of nothing',
    { a: of(2, 2), b: of(2, 2) },
    {},
    'the file: got the names "a", "b"; expected query, key and value; x, wq, wk and wv; or a checkpoint',
  ],
  ['one scalar', { a: of() }, {}, 'a: got the shape []; expected 2 or 3 axes'],
  [
    'a checkpoint without heads',
    checkpoint,
    { vocabulary },
    'metadata: got no heads; expected how many heads a layer has',
  ],
  [
    'a checkpoint without embedding',
    attention('layers.0.attention.', 8, 4),
    about,
    'the file: got no tokenEmbedding; expected [vocabulary, modelDim]',
  ],
  [
    'a checkpoint without vocabulary',
    checkpoint,
    { heads: '2' },
    'metadata: got no vocabulary; expected a JSON array of strings',
  ],
  [
    'another vocabulary',
    checkpoint,
    { heads: '2', vocabulary: '["a"]' },
    'metadata vocabulary: got 1 string; expected 3, one a row of tokenEmbedding',
  ],
  [
    'a checkpoint without layers',
    { tokenEmbedding: of(3, 8) },
    about,
    'the file: got no layers; expected layers.0.attention.wq and so on',
  ],
  [
    'a layer that is left out',
    { ...checkpoint, ...attention('layers.2.attention.', 8, 4) },
    about,
    'the file: got no layers.1.attention.wq; expected wq, wk and wv',
  ],
  [
    'more layers than are shown',
    { ...checkpoint, ...attention('layers.99999999999999999999.attention.', 8, 4) },
    about,
    'layers: got 100000000000000000000 layers; expected from 1 to 12, as many as the lab shows',
  ],
  [
    'a file of nothing',
    {},
    {},
    'the file: got no tensors; expected query, key and value; x, wq, wk and wv; or a checkpoint',
  ],
  [
    'a layer without wo',
    {
      ...checkpoint,
      'layers.1.attention.wq': of(8, 4),
      'layers.1.attention.wk': of(8, 4),
      'layers.1.attention.wv': of(8, 4),
    },
    about,
    'the file: got no layers.1.attention.wo; expected one in a checkpoint',
  ],
  [
    'a layer of another shape',
    { ...checkpoint, 'layers.0.attention.wk': of(7, 4) },
    about,
    'layers.0.attention.wk: got the shape [7, 4]; expected 8 rows, as wide as what goes in',
  ],
];

test.each(refusals)('%s: refused in one sentence', (name, tensors, metadata, message) => {
  const call = () => data(tensors, metadata);
  expect(call).toThrow(RangeError);
  expect(call).toThrow(message);
});

onEveryVariant(
  'data of files',
  (engine) => {
    test('what a file holds goes into the engine as it is', () => {
      const parameters = { wq, wk, wv, wo: of(4, 6), bq: of(4) };
      const file = engine().writeSafetensors({ x, ...parameters }, { heads: '2' });
      const read = /** @type {any} */ (attentionData(readTensors(engine(), 'a.safetensors', file)));
      const { output } = engine().multiHeadAttention(read.x, read.x, read.x, read.parameters, {
        heads: read.heads,
      });
      expect(output).toEqual(engine().multiHeadAttention(x, x, x, parameters, { heads: 2 }).output);
    });
  },
  ['simd', 'fallback'],
);
