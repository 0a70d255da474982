// How the Attention lab interprets the tensors of a file, and the sentences with which it refuses them.
import { describe, expect, test } from '@jest/globals';
import { attentionData } from '../../../web/files/attention-data.js';
import { headerNames } from '../../../web/files/header-names.js';
import { readTensors } from '../../../web/files/read-tensors.js';
import * as naive from '../engine/naive.js';
import { onEveryVariant } from '../engine/variants.js';

/** @import { Tensor } from '../../../web/engine/index.js' */

/** @param {...number} shape @returns {Tensor} */
const of = (...shape) => naive.random(shape.length, ...shape);

/**
 * @param {Record<string, Tensor>} tensors
 * @param {Record<string, string>} [metadata]
 * @param {import('../../../web/files/attention-data.js').Choices} [choices]
 * @returns {any}
 */
const data = (tensors, metadata, choices) => attentionData({ tensors, metadata }, choices);

test.each([
  ['q', 'k', 'v'],
  ['Q', 'K', 'V'],
  ['query', 'key', 'value'],
  ['Queries', 'Keys', 'Values'],
])('%s, %s and %s are queries, keys and values', (q, k, v) => {
  const [query, key, value] = [of(4, 3), of(5, 3), of(5, 2)];
  const tensors = { [v]: value, [q]: query, [k]: key, mask: of(4, 5) };
  const result = data(tensors);
  expect(result).toEqual({
    kind: 'qkv',
    query: { data: query.data, shape: [1, 4, 3] },
    key: { data: key.data, shape: [1, 5, 3] },
    value: { data: value.data, shape: [1, 5, 2] },
    ...{ heads: 1, keyHeads: 1, headDim: 3, valueDim: 2 },
    interpretations: [{ what: 'unused', values: { names: 'mask' } }],
    open: { heads: [], likelyHeads: 1, likelyOrientation: undefined },
    from: { tensors, metadata: undefined },
    ignored: ['mask'],
  });
});

describe('queries, keys and values of all heads side by side', () => {
  const wide = { q: of(1, 4, 768), k: of(1, 5, 768), v: of(1, 5, 768) };

  test('are split into heads of 64, and that is said', () => {
    const { heads, headDim, query, interpretations, open } = data(wide);
    expect([heads, headDim, query.shape]).toEqual([12, 64, [12, 4, 64]]);
    // Head 1, token 2, component 3.
    expect(query.data[(4 + 2) * 64 + 3]).toBe(wide.q.data[2 * 768 + 64 + 3]);
    expect(interpretations).toContainEqual({ what: 'heads', values: { heads: 12 }, assumed: true });
    expect(open.heads).toEqual(expect.arrayContaining([1, 12, 16]));
  });

  test('are as many as the visitor says, or the file', () => {
    expect(data(wide, {}, { heads: 16 })).toMatchObject({ heads: 16, headDim: 48 });
    const read = data(wide, { heads: '6' });
    expect(read).toMatchObject({ heads: 6, headDim: 128, open: { heads: [] } });
    expect(read.interpretations).toEqual([]);
  });

  test('may be one wide head, which is asked', () => {
    const { heads, interpretations, open } = data({ q: of(4, 256), k: of(4, 256), v: of(4, 256) });
    expect([heads, open.heads.slice(0, 3)]).toEqual([1, [1, 2, 4]]);
    expect(interpretations).toContainEqual({ what: 'heads', values: { heads: 1 }, assumed: true });
  });

  test('may share keys and values', () => {
    const grouped = data({ q: of(4, 512), k: of(4, 128), v: of(4, 128) });
    expect(grouped).toMatchObject({ heads: 8, keyHeads: 2, headDim: 64 });
  });
});

describe('heads that a file gives for queries, keys and values', () => {
  test('of keys alone give those of queries', () => {
    const grouped = data({ q: of(4, 8), k: of(4, 4), v: of(4, 4) }, { keyHeads: '1' });
    expect(grouped).toMatchObject({ heads: 2, keyHeads: 1, headDim: 4 });
  });

  test('are found where keys are narrower than queries', () => {
    const grouped = data({ q: of(4, 64), k: of(4, 32), v: of(4, 32) });
    expect(grouped).toMatchObject({ heads: 2, keyHeads: 1, headDim: 32 });
  });

  const narrow = { q: of(4, 8), k: of(4, 8), v: of(4, 8) };
  const apart = { q: of(2, 4, 8), k: of(2, 4, 8), v: of(2, 4, 8) };
  test.each([
    [
      narrow,
      { heads: '32' },
      'heads: got 32 heads; expected from 1 to 16, as many as the lab shows',
    ],
    [
      narrow,
      { heads: '3' },
      'q: got the shape [4, 8]; expected columns for 3 heads, a multiple of 3',
    ],
    [
      narrow,
      { keyHeads: '3' },
      'k: got the shape [4, 8]; expected columns for 3 heads, a multiple of 3',
    ],
    [
      { ...narrow, k: of(4, 4), v: of(4, 4) },
      { heads: '2', keyHeads: '2' },
      'k: got the shape [4, 4]; expected heads as wide as those of q, as many or a divisor',
    ],
    [
      { q: of(4, 768), k: of(4, 768), v: of(4, 2) },
      { heads: '12' },
      'v: got the shape [4, 2]; expected columns for 12 heads, a multiple of 12',
    ],
    [apart, { heads: '8' }, 'q: got the shape [2, 4, 8]; expected 8 heads as its first axis'],
    [apart, { keyHeads: '1' }, 'k: got the shape [2, 4, 8]; expected 1 head as its first axis'],
  ])('are refused where they do not fit', (tensors, metadata, message) => {
    expect(() => data(tensors, metadata)).toThrow(message);
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
    interpretations: [],
    open: { heads: [], likelyHeads: 4, likelyOrientation: undefined },
    from: { tensors: { ...tensors, ...biases }, metadata: { heads: '4', keyHeads: '2' } },
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
  ['one axis', { q: of(4), k: of(4), v: of(4) }, {}, 'q: got the shape [4]; expected 2 or 3 axes'],
  [
    'too many tokens',
    { q: of(513, 1), k: of(4, 1), v: of(4, 1) },
    {},
    'q: got 513 tokens; expected from 1 to 512, as many as the lab shows',
  ],
  [
    'no tokens',
    { q: of(0, 3), k: of(4, 3), v: of(4, 3) },
    {},
    'q: got 0 tokens; expected from 1 to 512, as many as the lab shows',
  ],
  [
    'too wide',
    { q: of(2, 1025), k: of(4, 1025), v: of(4, 1) },
    {},
    'q: got 1025 components; expected from 1 to 1024, as many as the lab shows',
  ],
  [
    'too many heads on either axis',
    { q: of(17, 18, 1), k: of(17, 18, 1), v: of(17, 18, 1) },
    {},
    'heads: got 17 heads; expected from 1 to 16, as many as the lab shows',
  ],
  [
    'too many tokens before heads',
    { q: of(600, 12, 8), k: of(600, 12, 8), v: of(600, 12, 8) },
    { heads: '12' },
    'q: got 600 tokens; expected from 1 to 512, as many as the lab shows',
  ],
  [
    'heads that do not fit',
    { q: of(3, 2, 1), k: of(2, 5, 1), v: of(2, 5, 1) },
    {},
    'heads: got 3 heads of queries, 2 of keys; expected a multiple',
  ],
  [
    'no heads',
    { q: of(3, 2, 1), k: of(0, 2, 1), v: of(0, 2, 1) },
    {},
    'heads: got 3 heads of queries, 0 of keys; expected a multiple',
  ],
  [
    'widths of query and key',
    { q: of(2, 3), k: of(4, 2), v: of(4, 1) },
    {},
    'k: got the shape [4, 2]; expected 3 as its last axis, as q has',
  ],
  [
    'rows of key and value',
    { q: of(2, 3), k: of(4, 3), v: of(5, 1) },
    {},
    'v: got the shape [5, 1]; expected [4, ...], a row for each key',
  ],
  [
    'rows of key and value in a batch of one',
    { Q: of(1, 2, 2, 3), K: of(1, 2, 4, 3), V: of(1, 2, 5, 1) },
    {},
    'V: got the shape [1, 2, 5, 1]; expected [1, 2, 4, ...], a row for each key',
  ],
  [
    'a batch of two',
    { Q: of(2, 2, 2, 3), K: of(2, 2, 4, 3), V: of(2, 2, 4, 1) },
    {},
    'Q: got the shape [2, 2, 2, 3]; expected 2 or 3 axes, or 4 of which the first has length 1',
  ],
  [
    'tokens of a batch of two',
    { X: of(2, 5, 6), wq: of(6, 4), wk: of(6, 4), wv: of(6, 4) },
    {},
    'X: got the shape [2, 5, 6]; expected 2 axes, or 3 of which the first has length 1',
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
    'wq: got the shape [5, 4]; expected 6 rows or 6 columns, as wide as what goes in',
  ],
  [
    'a projection that is turned among others that are not',
    { x, W_Q: wq, wk: of(4, 6), wv },
    {},
    'wk: got the shape [4, 6]; expected 6 rows, as W_Q has',
  ],
  [
    'a projection of [out, in] and too many outputs, in the words of its shape',
    { x, 'q_proj.weight': of(4, 6), 'k_proj.weight': of(5, 6), 'v_proj.weight': of(4, 6) },
    { heads: '2' },
    'k_proj.weight: got the shape [5, 6]; expected rows for 2 heads, a multiple of 2',
  ],
  [
    'one matrix for all three of another width',
    { x, 'attn.c_attn.weight': of(6, 17) },
    {},
    'attn.c_attn.weight: got the shape [6, 17]; expected [6, 18] or [18, 6], or the numbers heads and keyHeads beside it',
  ],
  [
    'one matrix for all three with other heads',
    { x, in_proj_weight: of(17, 6) },
    { heads: '4', keyHeads: '2' },
    'in_proj_weight: got the shape [17, 6]; expected rows for 4 heads of queries, 2 of keys and 2 of values, a multiple of 8',
  ],
  [
    'one matrix for all three, nested',
    { x, wqkv: of(3, 6, 6) },
    {},
    'wqkv: got the shape [3, 6, 6]; expected 2 axes',
  ],
  [
    'one matrix for all three, and another',
    { x, wqkv: of(6, 18), W_Q: wq },
    {},
    'W_Q: got a second projection beside wqkv; expected one',
  ],
  [
    'one matrix for two sentences of different widths',
    { x, memory: of(3, 4), wqkv: of(6, 18) },
    {},
    'memory: got the shape [3, 4]; expected 6 components: wqkv projects both sentences',
  ],
  [
    'one bias for all three of another length',
    { x, in_proj_weight: of(18, 6), in_proj_bias: of(6) },
    {},
    'in_proj_bias: got the shape [6]; expected [18]',
  ],
  [
    'one bias for all three, and another',
    { x, wqkv: of(6, 18), bqkv: of(18), bk: of(6) },
    {},
    'bk: got a second bias beside bqkv; expected one',
  ],
  [
    'one attention of a library without an x',
    { in_proj_weight: of(18, 6), in_proj_bias: of(18) },
    {},
    'the file: got no x; expected x beside in_proj_weight',
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

/** @param {any} read @returns {string[]} */
const whatOf = ({ interpretations }) => interpretations.map((/** @type {any} */ { what }) => what);

test('a batch of one is left out, of queries, keys and values and of tokens, and said once', () => {
  const [q, k, v] = [of(1, 12, 5, 4), of(1, 12, 7, 4), of(1, 12, 7, 3)];
  const read = data({ q, k, v });
  expect(read).toMatchObject({
    query: { data: q.data, shape: [12, 5, 4] },
    key: { data: k.data, shape: [12, 7, 4] },
    value: { data: v.data, shape: [12, 7, 3] },
    heads: 12,
    interpretations: [
      {
        what: 'batch',
        values: { shapes: 'q [1, 12, 5, 4], k [1, 12, 7, 4], v [1, 12, 7, 3]' },
      },
    ],
  });
  const tokens = of(1, 5, 6);
  const projected = data({ x: tokens, wq: of(6, 4), wk: of(6, 4), wv: of(6, 4) }, { heads: '2' });
  expect(projected).toMatchObject({
    x: { data: tokens.data, shape: [5, 6] },
    interpretations: [{ what: 'batch', values: { shapes: 'x [1, 5, 6]' } }],
  });
});

describe('tokens before heads, as flash-attention has them,', () => {
  const open = { q: of(10, 12, 64), k: of(10, 12, 64), v: of(10, 12, 64) };

  test('are a choice where shapes do not tell', () => {
    const assumed = data(open, {});
    expect(assumed).toMatchObject({ heads: 10, open: { likelyOrientation: 'heads-first' } });
    const { query, ...turned } = data(open, {}, { orientation: 'tokens-first' });
    expect(turned).toMatchObject({ heads: 12, headDim: 64, open: assumed.open });
    expect(query.shape).toEqual([12, 10, 64]);
    expect(query.data[64]).toBe(open.q.data[12 * 64]); // the second token of the first head
    expect(turned.interpretations).toEqual([
      {
        what: 'tokensFirst',
        values: { heads: 12, tokens: 10, headDim: 64 },
        assumed: false,
      },
    ]);
    expect(data(open, {}, { orientation: 'heads-first' }).heads).toBe(10);
    expect(data(open, {}, { orientation: 'out-in' })).toEqual(assumed);
  });

  test.each([
    ['other keys', { q: of(10, 12, 64), k: of(20, 12, 64), v: of(20, 12, 64) }, {}],
    ['heads that do not divide', { q: of(30, 12, 64), k: of(20, 4, 64), v: of(20, 4, 64) }, {}],
    ['a number of heads', open, { heads: '12' }],
    ['a number of heads of keys', open, { keyHeads: '12' }],
    ['labels of tokens', open, { tokens: JSON.stringify(Array(10).fill('t')) }],
    ['labels of keys', open, { contextTokens: JSON.stringify(Array(10).fill('t')) }],
  ])('are found where %s tell', (_, tensors, metadata) => {
    const read = data(tensors, /** @type {any} */ (metadata));
    expect(read).toMatchObject({ heads: 12, open: { likelyOrientation: undefined } });
    expect(whatOf(read)).toContain('tokensFirst');
  });
});

describe('more heads than the lab shows', () => {
  test.each([
    [[200, 12, 64], [200, 12, 64], 12],
    [[1, 20, 12, 64], [1, 20, 12, 64], 12],
    [[32, 8, 64], [32, 2, 64], 8],
  ])('are assumed to be tokens, of queries %j as of keys %j', (ofQueries, ofKeys, heads) => {
    const tensors = { q: of(...ofQueries), k: of(...ofKeys), v: of(...ofKeys) };
    const read = data(tensors);
    expect(read).toMatchObject({ heads, open: { likelyOrientation: undefined } });
    expect(read.interpretations).toContainEqual(
      expect.objectContaining({ what: 'tokensFirst', assumed: true }),
    );
    expect(() => data(tensors, {}, { orientation: 'heads-first' })).toThrow('as the lab shows');
  });

  test('on the second axis are no choice', () => {
    const tensors = { q: of(8, 32, 64), k: of(8, 32, 64), v: of(8, 32, 64) };
    const read = data(tensors);
    expect(read).toMatchObject({ heads: 8, open: { likelyOrientation: undefined } });
    expect(data(tensors, {}, { orientation: 'tokens-first' })).toMatchObject({ heads: 8 });
  });

  test.each([
    [[32, 10, 64], [8, 10, 64], 32],
    [[32, 20, 64], [32, 20, 64], 32],
  ])('queries %j, keys %j', (ofQueries, ofKeys, heads) => {
    const tensors = { q: of(...ofQueries), k: of(...ofKeys), v: of(...ofKeys) };
    expect(() => data(tensors)).toThrow(
      new RangeError(
        `heads: got ${heads} heads; expected from 1 to 16, as many as the lab shows, or heads in the file where tokens come first`,
      ),
    );
  });
});

test('labels of tokens that stand second leave heads first, and nothing open', () => {
  const tensors = { q: of(10, 12, 8), k: of(10, 12, 8), v: of(10, 12, 8) };
  const read = data(tensors, { tokens: JSON.stringify(Array(12).fill('t')) });
  expect(read).toMatchObject({
    heads: 10,
    interpretations: [],
    open: { likelyOrientation: undefined },
  });
});

test('which axis is that of heads is said where shapes do not tell', () => {
  const [q, k, v] = [of(1, 10, 12, 64), of(1, 10, 12, 64), of(1, 10, 12, 64)];
  const { heads, interpretations } = data({ q, k, v });
  expect(heads).toBe(10);
  expect(interpretations).toContainEqual({
    what: 'axes',
    values: { heads: 10, tokens: 12, headDim: 64 },
    assumed: true,
  });
});

describe('square matrices', () => {
  const wide = of(768, 768);
  const square = () => ({ x: of(5, 768), wq: wide, wk: wide, wv: wide });

  test('of width 768 have twelve heads rather than one, and ask', () => {
    const read = data(square());
    expect(read).toMatchObject({ heads: 12, keyHeads: 12, headDim: 64 });
    expect(read.open).toEqual({
      heads: [1, 2, 3, 4, 6, 8, 12, 16],
      likelyHeads: 12,
      likelyOrientation: 'in-out',
    });
    expect(read.interpretations).toEqual([
      { what: 'orientation', values: {}, assumed: true },
      { what: 'heads', values: { heads: 12 }, assumed: true },
    ]);
  });

  test('are read as the visitor chooses, and nothing is assumed then', () => {
    const tensors = { x: of(5, 6), wq: of(6, 6), wk: of(6, 6), wv: of(6, 6) };
    const read = data(tensors, {}, { heads: 3, orientation: 'out-in' });
    expect(read).toMatchObject({ heads: 3, headDim: 2, interpretations: [] });
    const { wq: turned } = read.parameters;
    for (let row = 0; row < 6; ++row) {
      for (let column = 0; column < 6; ++column) {
        expect(turned.data[6 * row + column]).toBe(tensors.wq.data[6 * column + row]);
      }
    }
    expect(data(tensors, {}, { heads: 4 })).toMatchObject({ heads: 1, keyHeads: 1 });
    expect(whatOf(data(tensors, {}, { heads: 4 }))).toEqual(['orientation', 'unfit', 'heads']);
  });

  test('have heads that divide the values, too', () => {
    const read = data({ x: of(5, 6), wq: of(6, 4), wk: of(6, 4), wv: of(6, 2) });
    expect(read.open.heads).toEqual([1, 2]);
  });

  test('say nothing of heads that the file tells', () => {
    const read = data(square(), { heads: '6' }, { heads: 3 });
    expect([read.heads, read.open.heads, whatOf(read)]).toEqual([6, [], ['orientation']]);
  });

  test('with the names of nn.Linear are taken as [out, in]', () => {
    const { wq: q, wk: k, wv: v, ...rest } = square();
    const names = { 'a.q_proj.weight': q, 'a.k_proj.weight': k, 'a.v_proj.weight': v };
    const read = data({ ...rest, ...names });
    expect(read.open.likelyOrientation).toBe('out-in');
    expect(read.parameters.wq.data[1]).toBe(q.data[768]);
    expect(whatOf(read)).toEqual(['linear', 'heads']);
    const straight = data({ ...rest, ...names }, {}, { orientation: 'in-out' });
    expect(straight.parameters.wq.data === q.data).toBe(true); // toEqual() would print all numbers on failure
  });

  test('have the orientation of one beside them that is not square', () => {
    const rest = { x: of(5, 6), wq: of(6, 6), wk: of(2, 6), wv: of(2, 6) };
    const read = data(rest, {}, { orientation: 'in-out' });
    expect(read.parameters.wk.shape).toEqual([6, 2]);
    expect(read.parameters.wq.data[1]).toBe(rest.wq.data[6]);
    expect(read.open).toEqual({ heads: [3, 6], likelyHeads: 3, likelyOrientation: undefined });
    expect(whatOf(read)).toEqual(['turned', 'heads', 'groups']);
    expect(data(rest, {}, { heads: 6 })).toMatchObject({ heads: 6, keyHeads: 2, headDim: 1 });
    const out = { x: of(5, 6), wq: of(6, 6), wk: of(6, 6), wv: of(6, 6), wo: of(9, 6) };
    expect(data(out).parameters.wo.shape).toEqual([6, 9]);
    expect(data(out).parameters.wq.data[1]).toBe(out.wq.data[6]);
  });

  test('of each head by itself are turned by themselves', () => {
    const tensors = { x: of(5, 3), wq: of(2, 4, 3), wk: of(2, 4, 3), wv: of(2, 1, 3) };
    const { parameters } = data(tensors);
    expect(parameters.wq.shape).toEqual([3, 8]);
    // Output 1 of input 2, in the second head.
    expect(parameters.wq.data[2 * 8 + 4 + 1]).toBe(tensors.wq.data[12 + 1 * 3 + 2]);
  });
});

describe('one matrix for queries, keys and values', () => {
  const tokens = of(5, 6);

  test.each([
    ['attn.c_attn.weight', 'attn.c_attn.bias', [6, 18]],
    ['in_proj_weight', 'in_proj_bias', [18, 6]],
    ['self_attn.in_proj_weight', 'self_attn.in_proj_bias', [18, 6]],
    ['qkv.weight', 'qkv.bias', [18, 6]],
    ['Wqkv.weight', 'Wqkv.bias', [18, 6]],
    ['W_qkv', 'b_qkv', [6, 18]],
  ])('%s is split, whichever way it lies', (name, biasName, shape) => {
    const fused = of(...shape);
    const bias = of(18);
    const read = data({ x: tokens, [name]: fused, [biasName]: bias }, { heads: '2' });
    const { wq: q, wk: k, wv: v, bq, bk, bv } = read.parameters;
    const isTurned = shape[0] === 18;
    [q, k, v].forEach((part, which) => {
      expect(part.shape).toEqual([6, 6]);
      for (let row = 0; row < 6; ++row) {
        for (let column = 0; column < 6; ++column) {
          const output = 6 * which + column;
          const place = isTurned ? 6 * output + row : 18 * row + output;
          expect(part.data[6 * row + column]).toBe(fused.data[place]);
        }
      }
    });
    expect([bq, bk, bv].flatMap(({ data: numbers }) => [...numbers])).toEqual([...bias.data]);
    const values = { name, shape: `[${shape.join(', ')}]`, query: 6, key: 6, value: 6 };
    expect(read.interpretations).toEqual([
      { what: 'fused', values },
      ...(isTurned ? [{ what: 'turned', values: {} }] : []),
    ]);
  });

  test('that is square is [in, out] in GPT-2, and [out, in] elsewhere', () => {
    const heads = { heads: '1', keyHeads: '1' };
    const likely = (/** @type {string} */ name) =>
      data({ x: tokens, [name]: of(6, 6) }, heads).open.likelyOrientation;
    expect(likely('attn.c_attn.weight')).toBe('in-out');
    expect(likely('in_proj_weight')).toBe('out-in');
  });

  test('has fewer keys where heads of both are given', () => {
    const fused = of(6, 16);
    const read = data({ x: tokens, wqkv: fused }, { heads: '4', keyHeads: '2' });
    expect(read).toMatchObject({ heads: 4, keyHeads: 2, headDim: 2 });
    const { wq: q, wk: k, wv: v } = read.parameters;
    expect([q.shape, k.shape, v.shape]).toEqual([
      [6, 8],
      [6, 4],
      [6, 4],
    ]);
    expect([...v.data.subarray(0, 4)]).toEqual([...fused.data.subarray(12, 16)]);
  });

  test('of three matrices has one bias for all', () => {
    const names = { q_proj_weight: of(6, 6), k_proj_weight: of(6, 4), v_proj_weight: of(6, 4) };
    const bias = of(18);
    const read = data({ x: tokens, context: of(3, 4), ...names, in_proj_bias: bias });
    expect([...read.parameters.bv.data]).toEqual([...bias.data.subarray(12)]);
    expect(whatOf(read)).toEqual(['turned', 'heads']);
  });
});

test('what a library saves of one attention is understood, and the rest is named', () => {
  const tensors = {
    x: of(5, 6),
    'encoder.layer.0.attention.self.query.weight': of(6, 6),
    'encoder.layer.0.attention.self.query.bias': of(6),
    'encoder.layer.0.attention.self.key.weight': of(6, 6),
    'encoder.layer.0.attention.self.value.weight': of(6, 6),
    'encoder.layer.0.attention.output.dense.weight': of(6, 6),
    'attn.bias': of(1, 1, 5, 5),
  };
  const read = data(tensors);
  expect(read.parameters.bq).toBe(tensors['encoder.layer.0.attention.self.query.bias']);
  expect(read.interpretations.at(-1)).toEqual({
    what: 'unused',
    values: { names: 'encoder.layer.0.attention.output.dense.weight, attn.bias' },
  });
});

describe('a whole checkpoint is refused by the name of its layout', () => {
  /** @param {number} layers @param {(layer: number) => string[]} names @returns {Record<string, Tensor>} */
  const layersOf = (layers, names) =>
    Object.fromEntries(
      Array.from({ length: layers }, (_, layer) => names(layer))
        .flat()
        .map((name) => [name, of(2, 2)]),
    );
  const qkv = ['q', 'k', 'v'];
  test.each([
    ['of GPT-2', 12, (/** @type {number} */ i) => [`h.${i}.attn.c_attn.weight`]],
    ['of GPT-2', 2, (/** @type {number} */ i) => [`transformer.h.${i}.attn.c_attn.weight`]],
    [
      'of BERT',
      12,
      (/** @type {number} */ i) =>
        ['query', 'key', 'value'].map((n) => `bert.encoder.layer.${i}.attention.self.${n}.weight`),
    ],
    [
      'of Llama',
      3,
      (/** @type {number} */ i) =>
        qkv.map((letter) => `model.layers.${i}.self_attn.${letter}_proj.weight`),
    ],
    [
      'of T5',
      2,
      (/** @type {number} */ i) =>
        qkv.map((letter) => `encoder.block.${i}.layer.0.SelfAttention.${letter}.weight`),
    ],
    [
      'of nn.TransformerEncoder',
      6,
      (/** @type {number} */ i) => [`layers.${i}.self_attn.in_proj_weight`],
    ],
  ])('in the layout %s, %i layers', (layout, layers, names) => {
    const tensors = { 'wte.weight': of(3, 2), ...layersOf(layers, names) };
    expect(() => data(tensors)).toThrow(
      `the file: got a whole checkpoint in the layout ${layout}, ${layers} attention layers; expected one attention and its x`,
    );
  });

  test('also one of a single layer, and one that nobody knows', () => {
    expect(() => data(layersOf(1, () => ['h.0.attn.c_attn.weight', 'wpe.weight']))).toThrow(
      'got a whole checkpoint in the layout of GPT-2, 1 attention layer;',
    );
    const names = (/** @type {number} */ i) => [`stage.${i}.mix.to_q.weight`];
    expect(() => data({ ...layersOf(2, names), x: of(2, 2) })).toThrow(
      'got a whole checkpoint with names such as "stage.0.mix.to_q.weight", 2 attention layers;',
    );
  });
});

test('the names of a file of any size are read from its header, and none from anything else', async () => {
  const start = (/** @type {number} */ length, above = 0) => {
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setUint32(0, length, true);
    bytes.setUint32(4, above, true);
    return bytes;
  };
  const header = JSON.stringify({
    __metadata__: {},
    'h.0.attn.c_attn.weight': {},
    'wte.weight': {},
  });
  const file = (/** @type {BlobPart[]} */ ...parts) => headerNames(new Blob(parts));
  expect(await file(start(header.length), header, new Uint8Array(1000))).toEqual([
    'h.0.attn.c_attn.weight',
    'wte.weight',
  ]);
  const others = [
    file(),
    file(start(header.length)),
    file(start(header.length - 1), header),
    file(start(header.length, 1), header),
    file(start(2 ** 20 + 1), header.padEnd(2 ** 20 + 1)),
    file(start(4), 'null'),
  ];
  expect(await Promise.all(others)).toEqual(others.map(() => []));
});

test('any names and shapes are refused in one sentence, or make matrices that fit', () => {
  const next = naive.numbers(11);
  const pick = (/** @type {readonly any[]} */ list) =>
    list[Math.min(list.length - 1, Math.floor((next() + 1) * 0.5 * list.length))];
  const names = ['x', 'context', 'wq', 'wk', 'wv', 'wo', 'wqkv', 'bq', 'bqkv', 'in_proj_weight'];
  const more = ['q_proj.weight', 'k_proj.weight', 'v_proj.weight', 'h.0.attn.c_attn.weight', 'q'];
  const lengths = [0, 1, 2, 3, 4, 6, 12];
  let read = 0;
  for (let round = 0; round < 1500; ++round) {
    // Most are one axis away from a valid set.
    /** @type {[string, number[]][]} */
    const right = pick([
      [
        ['x', [3, 4]],
        ['wq', [4, 4]],
        ['wk', [4, 2]],
        ['wv', [4, 2]],
      ],
      [
        ['x', [1, 3, 4]],
        ['in_proj_weight', [12, 4]],
        ['in_proj_bias', [12]],
      ],
      [
        ['x', [3, 4]],
        ['q_proj.weight', [4, 4]],
        ['k_proj.weight', [4, 4]],
        ['v_proj.weight', [4, 4]],
      ],
    ]);
    const shapes = right.map(([name, shape]) => [
      pick([name, name, name, name, pick([...names, ...more])]),
      shape.map((length) => pick([length, length, length, length, pick(lengths)])),
    ]);
    const tensors = Object.fromEntries(shapes.map(([name, shape]) => [name, of(...shape)]));
    const metadata = pick([{}, {}, { heads: '2' }, { heads: '2', keyHeads: '1' }]);
    const choices = {
      heads: pick([undefined, 1, 2, 3, 4]),
      orientation: pick([undefined, 'out-in']),
    };
    try {
      data(tensors, metadata);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      expect(error.message).toMatch(/^[^\n]+: got [^\n]+; expected [^\n]+$/);
      continue;
    }
    // A file that can be read with some choices can be read with any.
    const result = data(tensors, metadata, choices);
    if (result.kind !== 'projections') continue;
    read += 1;
    const { parameters, heads, keyHeads, headDim, valueDim } = result;
    const [width, other] = [result.x, result.context ?? result.x].map(({ shape }) => shape[1]);
    expect(parameters.wq.shape).toEqual([width, heads * headDim]);
    expect(parameters.wk.shape).toEqual([other, keyHeads * headDim]);
    expect(parameters.wv.shape).toEqual([other, keyHeads * valueDim]);
    expect(heads % keyHeads).toBe(0);
    for (const { data: numbers, shape } of Object.values(parameters)) {
      const size = shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
      expect(numbers).toHaveLength(size);
    }
  }
  expect(read).toBeGreaterThan(150);
});

test('one matrix for projections may be as long as they are', () => {
  const long = of(768, 2304);
  expect(data({ 'c_attn.weight': long }).kind).toBe('matrix');
  expect(() => data({ pasted: long })).toThrow('pasted: got 768 tokens;');
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
