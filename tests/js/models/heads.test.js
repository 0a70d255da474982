// model.headMatrices(): together with naive norms and products, and biases from the files, its matrices give the
// queries and keys of the pass.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { madeFile } from './files.js';
import { cases, filesOf, numbersOf, sizeOf } from './models.js';

/** @import { Engine, Tensor } from '../../../web/engine/index.js' */
/** @import { Model, ModelOverrides } from '../../../web/engine/models/index.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/** @param {string} name @param {object} [how] how the files are written @param {ModelOverrides} [overrides] */
async function open(name, how, overrides) {
  const { config, options, tensors } = cases[name];
  const { n_head: heads = undefined, nhead = heads, ...given } = options;
  const own = { ...(nhead && { heads: nhead }), config: given, ...overrides };
  return openModel(sd, filesOf(name, tensors, config, how), own);
}

/** @typedef {{norm?: string, bias?: readonly [query: string, key: string, keyFrom?: number]}} Names of tensors of a layer, {i} its number */

/** The biases added to x W, and the norm applied to x. @type {Record<string, Names>} */
const names = {
  gpt2: {
    norm: 'transformer.h.{i}.ln_1',
    bias: ['transformer.h.{i}.attn.c_attn.bias', 'transformer.h.{i}.attn.c_attn.bias', 24],
  },
  mingpt: { norm: 'h.{i}.ln_1', bias: ['h.{i}.attn.c_attn.bias', 'h.{i}.attn.c_attn.bias', 24] },
  nanogpt: { norm: '_orig_mod.transformer.h.{i}.ln_1' },
  bert: {
    bias: [
      'bert.encoder.layer.{i}.attention.self.query.bias',
      'bert.encoder.layer.{i}.attention.self.key.bias',
    ],
  },
  llama: { norm: 'model.layers.{i}.input_layernorm' },
  mistral: { norm: 'model.layers.{i}.input_layernorm' },
  qwen2: {
    norm: 'model.layers.{i}.input_layernorm',
    bias: ['model.layers.{i}.self_attn.q_proj.bias', 'model.layers.{i}.self_attn.k_proj.bias'],
  },
  t5: { norm: 'encoder.block.{i}.layer.0.layer_norm' },
  'nn.TransformerEncoder': {
    bias: ['layers.{i}.self_attn.in_proj_bias', 'layers.{i}.self_attn.in_proj_bias', 24],
  },
};

/** @param {string} name @param {string} tensor @returns {Float32Array | undefined} */
function stored(name, tensor) {
  const shape = cases[name].tensors[tensor];
  return Array.isArray(shape) ? numbersOf(name, tensor, sizeOf(shape)) : undefined;
}

/** @param {readonly number[]} x @param {Model['config']} config @param {Float32Array} weight @param {Float32Array} [bias] */
function normed(x, { norm, epsilon }, weight, bias) {
  const mean = norm === 'layer' ? x.reduce((sum, each) => sum + each, 0) / x.length : 0;
  const square = x.reduce((sum, each) => sum + (each - mean) ** 2, 0) / x.length;
  return x.map(
    (each, i) => ((each - mean) / Math.sqrt(square + epsilon)) * weight[i] + (bias?.[i] ?? 0),
  );
}

/** @param {readonly number[]} row @param {Tensor} matrix @param {Float32Array} [bias] */
const product = (row, { data, shape: [, columns] }, bias) =>
  Array.from({ length: columns }, (_, c) =>
    row.reduce((sum, each, k) => sum + each * data[k * columns + c], bias?.[c] ?? 0),
  );

describe.each(Object.keys(names))('%s', (name) => {
  test.each([0, 1])('layer %i: rows times the matrices of each head, plus bias', async (layer) => {
    const model = await open(name);
    const { width, heads, keyHeads, headDim } = model;
    const rows = 3;
    const input = { data: numbersOf(name, 'rows', rows * width), shape: [rows, width] };
    const run = await model.run(input, { returns: ['query', 'key', 'hidden'] });
    const at = (/** @type {string | undefined} */ text) => String(text).replace('{i}', `${layer}`);
    const { data: x } = layer === 0 ? input : /** @type {Tensor} */ (run.layers[0].hidden);
    const { norm, bias: [queryBias, keyBias, keyFrom = 0] = [] } = names[name];
    const weight = norm && stored(name, at(`${norm}.weight`));
    expect(Boolean(weight)).toBe(Boolean(norm));
    const given = Array.from({ length: rows }, (_, i) => {
      const row = Array.from(x.subarray(i * width, (i + 1) * width));
      if (!weight) return row;
      return normed(row, model.config, weight, stored(name, at(`${norm}.bias`)));
    });
    // With rotary embeddings, only the first position is not rotated.
    const seen = model.config.rotary ? 1 : rows;
    let worst = 0;
    const compare = (
      /** @type {Tensor} */ matrix,
      /** @type {Tensor | undefined} */ found,
      /** @type {number} */ head,
      /** @type {Float32Array | undefined} */ bias,
    ) => {
      expect(matrix.shape).toEqual([width, headDim]);
      for (let i = 0; i < seen; ++i)
        product(given[i], matrix, bias).forEach((value, c) => {
          const own = Number(found?.data[(head * rows + i) * headDim + c]);
          worst = Math.max(worst, Number.isNaN(own) ? Infinity : Math.abs(own - value));
        });
    };
    for (let head = 0; head < heads; ++head) {
      const { query, key } = await model.headMatrices(layer, head);
      const group = Math.floor((head * keyHeads) / heads);
      const [ofQueries, ofKeys] = [queryBias, keyBias].map((each) =>
        each ? stored(name, at(each)) : undefined,
      );
      const part = (/** @type {Float32Array | undefined} */ all, /** @type {number} */ from) =>
        all?.subarray(from, from + headDim);
      compare(query, run.layers[layer].query, head, part(ofQueries, head * headDim));
      compare(key, run.layers[layer].key, group, part(ofKeys, keyFrom + group * headDim));
    }
    expect(worst).toBeLessThan(1e-5);
  });
});

test.each(Object.keys(cases))('%s: the same numbers from F16 and BF16 in shards', async (name) => {
  const models = await Promise.all([
    open(name),
    open(name, { type: 'F16', shards: 2 }),
    open(name, { type: 'BF16', shards: 3 }),
  ]);
  const [{ layers, heads, width, headDim }] = models;
  for (const [layer, head] of [
    [0, 0],
    [layers - 1, heads - 1],
  ]) {
    const [own, ...others] = await Promise.all(
      models.map((each) => each.headMatrices(layer, head)),
    );
    for (const { data, shape } of Object.values(own)) {
      expect(shape).toEqual([width, headDim]);
      expect(data).toHaveLength(width * headDim);
    }
    expect(own.query.data).not.toEqual(own.key.data);
    for (const other of others) expect(other).toEqual(own);
  }
});

/** @param {ReturnType<typeof madeFile>} file @param {number} at @param {number} count number of floats */
const numbersIn = async (file, at, count) =>
  new Float32Array(await file.slice(at, at + 4 * count).arrayBuffer());

describe('large files', () => {
  const [width, dim] = [2048, 128];
  const head = 5;

  test('of rows [out, in] those of the head are read, 4 MiB at a time', async () => {
    const [width, head] = [16384, 3];
    const norm = (/** @type {string} */ name) => /** @type {const} */ ([`${name}.weight`, [width]]);
    const file = madeFile([
      ['layers.0.self_attn.q_proj.weight', [4 * dim, width]],
      ['layers.0.self_attn.k_proj.weight', [2 * dim, width]],
      ['layers.0.self_attn.v_proj.weight', [2 * dim, width]],
      ['layers.0.self_attn.o_proj.weight', [width, 4 * dim]],
      ...['gate', 'up'].map(
        (name) => /** @type {const} */ ([`layers.0.mlp.${name}_proj.weight`, [8, width]]),
      ),
      ['layers.0.mlp.down_proj.weight', [width, 8]],
      norm('layers.0.input_layernorm'),
      norm('layers.0.post_attention_layernorm'),
      norm('norm'),
      ['embed_tokens.weight', [8, width]],
    ]);
    const model = await openModel(sd, file, { heads: 4, keyHeads: 2 });
    [file.read, file.most] = [0, 0];
    const { query, key } = await model.headMatrices(0, head);
    expect(file.read).toBe(2 * 4 * dim * width);
    expect(file.most).toBe(2 ** 22);
    expect([query.shape, key.shape]).toEqual([
      [width, dim],
      [width, dim],
    ]);
    const start = file.size - 4 * totalOf(file.tensors);
    const ofHead = await numbersIn(file, start + 4 * head * dim * width, dim * width);
    const keys = start + 4 * 4 * dim * width;
    const ofGroup = await numbersIn(file, keys + 4 * dim * width, dim * width);
    for (const [{ data }, rows] of /** @type {const} */ ([
      [query, ofHead],
      [key, ofGroup],
    ]))
      expect(
        data.every((value, i) => value === rows[(i % dim) * width + Math.floor(i / dim)]),
      ).toBe(true);
  });

  test('of columns [in, 3 out] all rows are read, 4 MiB at a time', async () => {
    const columns = 3 * width;
    const pair = (/** @type {string} */ name, /** @type {number[]} */ shape) =>
      /** @type {const} */ ([
        [`${name}.weight`, shape],
        [`${name}.bias`, shape.slice(-1)],
      ]);
    const file = madeFile([
      ...pair('h.0.attn.c_attn', [width, columns]),
      ...pair('h.0.attn.c_proj', [width, width]),
      ...pair('h.0.mlp.c_fc', [width, 8]),
      ...pair('h.0.mlp.c_proj', [8, width]),
      ...['h.0.ln_1', 'h.0.ln_2', 'ln_f'].flatMap((name) => pair(name, [width])),
      ['wte.weight', [8, width]],
      ['wpe.weight', [8, width]],
    ]);
    const model = await openModel(sd, file, { heads: width / dim });
    [file.read, file.most] = [0, 0];
    const { query, key } = await model.headMatrices(0, head);
    expect(file.read).toBe(2 * 4 * width * columns);
    expect(file.most).toBeLessThanOrEqual(2 ** 22);
    const start = file.size - 4 * totalOf(file.tensors);
    const all = await numbersIn(file, start, width * columns);
    for (const [{ data }, from] of /** @type {const} */ ([
      [query, 0],
      [key, width],
    ]))
      expect(
        data.every(
          (value, i) =>
            value === all[Math.floor(i / dim) * columns + from + head * dim + (i % dim)],
        ),
      ).toBe(true);
  });
});

/** @param {readonly (readonly [string, readonly number[]])[]} tensors */
const totalOf = (tensors) => tensors.reduce((total, [, shape]) => total + sizeOf(shape), 0);

describe('refused with one sentence', () => {
  test.each([
    [[2, 0], 'layer: got 2; expected a whole number from 0 to 1'],
    [[-1, 0], 'layer: got -1; expected a whole number from 0 to 1'],
    [[0, 3], 'head: got 3; expected a whole number from 0 to 2'],
    [[0, 0.5], 'head: got 0.5; expected a whole number from 0 to 2'],
    [['0', 0], 'layer: got "0"; expected a whole number from 0 to 1'],
    [[0], 'head: got undefined; expected a whole number from 0 to 2'],
    [[NaN, 0], 'layer: got NaN; expected a whole number from 0 to 1'],
  ])('headMatrices(...%j)', async (given, sentence) => {
    const model = await open('gpt2');
    await expect(model.headMatrices(.../** @type {[any, any]} */ (given))).rejects.toThrow(
      sentence,
    );
  });

  test('a matrix of another size in a later layer', async () => {
    const tensors = { ...cases.llama.tensors, 'model.layers.1.self_attn.k_proj.weight': [8, 32] };
    const model = await openModel(sd, filesOf('llama', tensors, cases.llama.config));
    await expect(model.headMatrices(0, 3)).resolves.toBeDefined();
    await expect(model.headMatrices(1, 3)).rejects.toThrow(
      'model.safetensors: model.layers.1.self_attn.k_proj.weight: got the shape [8, 32]; expected [16, 32]',
    );
  });

  test('a model that was closed, and what is no model', async () => {
    const model = await open('gpt2');
    const { headMatrices } = model;
    await expect(headMatrices.call(/** @type {any} */ ({}), 0, 0)).rejects.toThrow(
      /^this of headMatrices: got an object; expected the model that openModel\(\) gives$/,
    );
    model.close();
    await expect(model.headMatrices(0, 0)).rejects.toThrow('headMatrices: the model was closed');
  });
});

test('they are what headAlgebra() measures, of any width', async () => {
  const { query, key } = await (await open('gpt2')).headMatrices(1, 2);
  const own = sd.headAlgebra({ wq: query, wk: key, heads: 3, thin: true });
  expect(own.singularValues).toHaveLength(8);
  expect(own.rank).toBe(8);
});
