// Options from a configuration or from the caller: applied, or refused by name. Unknown model types get their first
// layer.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { cases, filesOf, floatsOf, numbersOf, renamedFiles, safetensors } from './models.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { ModelOverrides } from '../../../web/engine/models/index.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/**
 * Opens a stored case, with or without its config.json.
 * @param {string} name
 * @param {ModelOverrides} [overrides]
 * @param {boolean} [bare]
 */
const open = (name, overrides, bare = false) =>
  openModel(sd, filesOf(name, cases[name].tensors, bare ? null : cases[name].config), overrides);

/** @param {string} name @param {Record<string, unknown>} config */
const sentence = async (name, config) => {
  const error = await open(name, { config }).catch((/** @type {Error} */ caught) => caught);
  expect(error).toBeInstanceOf(RangeError);
  return /** @type {Error} */ (error).message;
};

describe('options that are not computed are refused by name', () => {
  test.each([
    ['gpt2', { activation_function: 'mish' }, 'activation_function: got "mish"; expected gelu'],
    ['gpt2', { add_cross_attention: true }, 'add_cross_attention: got true; expected false'],
    ['gpt2', { n_layer: 12 }, 'n_layer: got 12; expected 2, the layers of the files'],
    ['bert', { position_embedding_type: 'relative_key' }, 'position_embedding_type: got'],
    ['bert', { hidden_act: 'tanh' }, 'hidden_act: got "tanh"; expected gelu'],
    [
      'llama',
      { rope_scaling: { rope_type: 'yarn', factor: 4 } },
      'rope_scaling: got "yarn"; expected',
    ],
    ['llama', { rope_scaling: { type: 'linear' } }, 'factor'],
    [
      'llama',
      { rope_parameters: { rope_theta: 3 }, rope_scaling: { rope_type: 'yarn', factor: 4 } },
      'rope_scaling: got an object; expected none beside rope_parameters',
    ],
    [
      'llama',
      { rope_parameters: { full_attention: { rope_type: 'yarn' } } },
      'rope_parameters: got "full_attention"; expected the same rotation in every layer',
    ],
    ['roberta', { pad_token_id: 1000000 }, 'pad_token_id: got 1000000; expected less than'],
    ['llama', { rope_scaling: 'linear' }, 'rope_scaling: got "linear"; expected an object'],
    ['llama', { attn_logit_softcapping: 50 }, 'attn_logit_softcapping: got 50'],
    ['llama', { final_logit_softcapping: 30 }, 'final_logit_softcapping: got 30'],
    ['llama', { query_pre_attn_scalar: 64 }, 'query_pre_attn_scalar: got 64'],
    [
      'mistral',
      { is_causal: false },
      'is_causal: got false; expected true: windows to both sides are not computed',
    ],
    ['llama', { head_dim: 16 }, 'head_dim: got 16; expected 8, the 32 rows of q_proj over 4 heads'],
    ['llama', { num_key_value_heads: 4 }, 'num_key_value_heads: got 4; expected 2'],
    ['qwen3', { layer_types: ['chunked_attention', 'full_attention'] }, 'layer_types: got'],
    ['qwen3', { layer_types: ['full_attention'] }, 'layer_types: got'],
    ['t5', { feed_forward_proj: 'gated-gelu' }, 'feed_forward_proj: got "gated-gelu"'],
    ['t5', { num_heads: 4 }, 'num_heads: got 4; expected 3'],
    ['t5', { relative_attention_num_buckets: 32 }, 'relative_attention_num_buckets: got 32'],
    ['t5', { dense_act_fn: 'mish' }, 'dense_act_fn: got "mish"; expected gelu'],
    ['t5', { is_gated_act: true }, 'is_gated_act: got true; expected false, what the files have'],
    ['t5 1.1', { is_gated_act: false }, 'is_gated_act: got false; expected true'],
  ])('%s with %j', async (name, config, expected) => {
    expect(await sentence(name, config)).toContain(expected);
  });
});

test('the activation of a T5 is what its dense_act_fn says, which is usually that of feed_forward_proj', async () => {
  const activationOf = async (/** @type {string} */ name, /** @type {object} */ config) =>
    (await open(name, { config: { ...config } })).config.activation;
  expect(await activationOf('t5', {})).toBe('relu');
  expect(await activationOf('t5', { dense_act_fn: 'silu' })).toBe('silu');
  expect(await activationOf('t5 1.1', { dense_act_fn: 'gelu_new' })).toBe('gelu-tanh');
  expect(await activationOf('t5 1.1', { dense_act_fn: 'gelu' })).toBe('gelu');
  const alone = await open('t5', { config: { feed_forward_proj: null, dense_act_fn: 'relu' } });
  expect([alone.config.activation, alone.assumed]).toEqual(['relu', []]);
});

describe('biases of the Llama layout are those that the type has', () => {
  const { ids = [] } = cases['llama stretched'];
  const isBias = (/** @type {string} */ name) => name.endsWith('bias');
  /** Opens a file that has all biases. @param {object} config */
  async function opened(config) {
    const model = await open('llama stretched', { config: { ...config } });
    const { logits } = await model.run(ids, { returns: ['logits'] });
    return { unused: model.unused.filter(isBias), logits: [...(logits?.data ?? [])].join() };
  }

  test.each([
    ['llama', {}, 0],
    ['llama', { attention_bias: false }, 2 * 4],
    ['llama', { mlp_bias: false }, 2 * 3],
    ['llama', { attention_bias: null, mlp_bias: null }, 2 * 7],
    ['mistral', {}, 2 * 7],
    ['qwen2', {}, 2 * 4],
  ])('%s with %j leaves those that it does not read, and lists them', async (type, own, count) => {
    const all = await opened({});
    const model = await opened({ model_type: type, ...own });
    expect(model.unused).toHaveLength(count);
    expect(model.logits === all.logits).toBe(count === 0);
  });

  test.each([
    ['llama', { attention_bias: true }, 'self_attn.q_proj.bias; expected it: attention_bias is'],
    ['llama', { mlp_bias: true }, 'mlp.gate_proj.bias; expected it: mlp_bias is true'],
    [
      'llama',
      { model_type: 'qwen2' },
      'self_attn.q_proj.bias; expected it: this layout requires it',
    ],
    [
      'llama',
      { model_type: 'qwen2', attention_bias: false },
      'self_attn.q_proj.bias; expected it: this layout requires it',
    ],
    ['qwen3', { attention_bias: true }, 'self_attn.q_proj.bias; expected it: attention_bias is'],
    ['qwen2', { model_type: 'llama', attention_bias: true }, 'self_attn.o_proj.bias; expected it'],
  ])('%s with %j misses those that it reads', async (name, config, expected) => {
    expect(await sentence(name, config)).toContain(`files: got no model.layers.0.${expected}`);
  });

  test('of a first layer are those that attention_bias tells', async () => {
    const queries = async (/** @type {object} */ own) => {
      const model = await open('llama stretched', { config: { model_type: 'granite', ...own } });
      const { layers } = await model.run(ids, { returns: ['query'] });
      return [...(layers[0]?.query?.data ?? [])].join();
    };
    expect(await queries({ attention_bias: true })).toBe(await queries({}));
    expect(await queries({ attention_bias: false })).not.toBe(await queries({}));
    expect(await sentence('llama', { model_type: 'granite', attention_bias: true })).toContain(
      'files: got no model.layers.0.self_attn.q_proj.bias; expected it: attention_bias is true',
    );
  });

  test('that is no word are refused', async () => {
    expect(await sentence('llama', { attention_bias: 'yes' })).toBe(
      'config.json: attention_bias: got "yes"; expected true or false',
    );
  });
});

test('a share of the rotation is read where rope_parameters has it', async () => {
  const factor = { partial_rotary_factor: 0.5 };
  const rope = (/** @type {object} */ own) => ({ rope_parameters: { rope_theta: 10000, ...own } });
  const run = async (/** @type {Record<string, unknown>} */ config) =>
    [
      .../** @type {any} */ (
        await (await open('llama', { config })).run([1, 2, 3], { returns: ['logits'] })
      ).logits.data,
    ].join();
  const outside = await run({ ...rope({}), ...factor });
  expect(await run(rope(factor))).toBe(outside);
  expect(await run(rope({}))).not.toBe(outside);
});

describe('tensors', () => {
  /** @param {string} name @param {(tensors: Record<string, any>) => Record<string, any>} change */
  const changed = (name, change) =>
    openModel(
      sd,
      filesOf(name, /** @type {any} */ (change({ ...cases[name].tensors })), cases[name].config),
    );
  /** @param {(name: string) => boolean} isLeft */
  const without =
    (/** @type {(name: string) => boolean} */ isLeft) =>
    (/** @type {Record<string, any>} */ tensors) =>
      Object.fromEntries(Object.entries(tensors).filter(([name]) => !isLeft(name)));

  test.each(['bert', 'roberta', 'llama', 'gpt2', 't5'])(
    'of %s may stand in modules of another program',
    async (name) => {
      const returns = /** @type {('logits' | 'hidden')[]} */ (
        name === 't5' ? ['hidden'] : ['logits', 'hidden']
      );
      const plain = await (await open(name)).run([1, 2, 3], { returns });
      const files = renamedFiles(name, (own) => `module.${own}`, cases[name].config ?? {});
      const model = await openModel(sd, files);
      expect(model.unused).toHaveLength((await open(name)).unused.length);
      const inModule = await model.run([1, 2, 3], { returns });
      expect(inModule).toEqual(plain);
      expect(plain.layers[1].hidden?.data.length).toBeGreaterThan(0);
      expect(Boolean(plain.logits)).toBe(name !== 't5');
    },
  );

  test.each([
    ['llama', /layers\.1\.mlp\.gate_proj\.weight$/],
    ['llama', /layers\.1\.self_attn\.v_proj\.weight$/],
    ['bert', /embeddings\.LayerNorm\./],
    ['bert', /token_type_embeddings/],
    ['bert', /cls\.predictions\.(decoder\.)?bias/],
    ['qwen3', /layers\.1\.self_attn\.q_norm/],
    ['qwen3', /[qk]_norm/],
    ['qwen3', /layers\.0\.self_attn\.[qk]_norm/],
    ['qwen2', /layers\.0\.self_attn\.q_proj\.bias/],
    ['bert', /embeddings\.LayerNorm\.bias/],
    ['gpt2', /ln_f\.bias/],
    ['gpt2', /h\.0\.attn\.c_attn\.bias/],
    ['gpt2', /h\.1\.attn\.c_attn\.bias/],
    ['t5 1.1', /encoder\.block\.1\.layer\.1\.DenseReluDense\.wi_0/],
  ])('of %s are not left out in silence: %s', async (name, left) => {
    expect(Object.keys(cases[name].tensors).some((each) => left.test(each))).toBe(true);
    await expect(
      changed(
        name,
        without((each) => left.test(each)),
      ),
    ).rejects.toThrow(/^files: got no (?!.*undefined).+; expected it: this layout requires it$/);
  });
});

test('norms of queries and keys that the model_type does not have are not used', async () => {
  const { ids = [] } = cases.qwen3;
  const model = await open('qwen3', { config: { model_type: 'llama' } });
  expect(model.unused.filter((name) => /[qk]_norm/.test(name))).toHaveLength(4);
  const { layers } = await model.run(ids);
  expect(layers[0].weights).not.toEqual((await (await open('qwen3')).run(ids)).layers[0].weights);
});

test('a decoder that looks at an encoder is not taken for one', async () => {
  const name = 'nn.TransformerEncoder';
  const { tensors, config } = cases[name];
  const [[first]] = Object.entries(tensors);
  const prefix = first.slice(0, first.indexOf('layers.'));
  const decoder = Object.fromEntries(
    Object.entries(tensors).map(([own, shape]) => [`a.${own.slice(prefix.length)}`, shape]),
  );
  decoder['a.layers.0.multihead_attn.in_proj_weight'] = [6, 2];
  const both = await openModel(sd, filesOf(name, { ...decoder, ...tensors }, config));
  expect(both.layout).toBe((await open(name)).layout);
  expect(both.unused).toEqual(expect.arrayContaining(Object.keys(decoder)));
  await expect(openModel(sd, filesOf(name, decoder, config))).rejects.toThrow(
    'expected names of a known layout',
  );
});

describe('what a person says', () => {
  test('goes before config.json', async () => {
    const model = await open('gpt2', { heads: 4, config: { activation_function: 'relu' } });
    expect([model.heads, model.headDim, model.config.activation]).toEqual([4, 6, 'relu']);
  });

  test('heads that do not divide the width are refused', async () => {
    await expect(open('gpt2', { heads: 5 })).rejects.toThrow(
      'heads: got 5; expected a number that divides 24, the width of all heads together',
    );
  });

  test('heads of queries and keys, where no config.json tells', async () => {
    const model = await open('llama', { heads: 4, keyHeads: 2 }, true);
    expect([model.family, model.heads, model.keyHeads, model.headDim]).toEqual(['llama', 4, 2, 8]);
    expect(model.assumed).toContain('the model is a Llama, by its names');
    expect(model.assumed).toContain('rope_theta is 10000');
    expect((await open('llama', {}, true)).assumed).toContain('num_attention_heads is 2');
  });

  test('an orientation that the shape denies is refused', async () => {
    await expect(open('gpt2', { transposed: true })).rejects.toThrow(
      'transposed: got true; expected false, as transformer.h.0.attn.c_attn.weight shows',
    );
  });

  test('matrices may be [in, out] where [out, in] is usual', async () => {
    const { tensors, config, ids, logits = '', weights } = cases.qwen2;
    const files = Object.entries(tensors).map(([name, shape]) => {
      const [rows, columns] = /** @type {number[]} */ (shape);
      const numbers = numbersOf('qwen2', name, rows * (columns ?? 1));
      const turned = /_proj\.weight$/.test(name);
      const data = turned
        ? Float32Array.from(numbers, (_, i) => numbers[(i % rows) * columns + Math.floor(i / rows)])
        : numbers;
      const own = turned ? [columns, rows] : /** @type {number[]} */ (shape);
      return /** @type {const} */ ([name, 'F32', own, new Uint8Array(data.buffer)]);
    });
    const model = await openModel(sd, safetensors('model.safetensors', files), {
      transposed: false,
      config: config ?? {},
    });
    const { heads, keyHeads, headDim, width } = model;
    expect([heads, keyHeads, headDim, width]).toEqual([4, 2, 8, 32]);
    const run = await model.run(ids ?? [], { returns: ['weights', 'logits'] });
    const close = (/** @type {Float32Array | undefined} */ ours, /** @type {string} */ theirs) =>
      floatsOf(theirs).forEach((value, i) => expect(ours?.[i]).toBeCloseTo(value, 4));
    close(run.layers[1].weights?.data, weights[1]);
    close(run.logits?.data, logits);
  });
});

describe('without config.json', () => {
  test.each([
    ['gpt2', 'gpt2', 'the activation is GELU by tanh'],
    ['mingpt', 'gpt2', 'the activation is GELU by tanh'],
    ['nanogpt', 'gpt2', 'the activation is gelu'],
    ['bert', 'bert', 'layer_norm_eps is 1e-12'],
    ['roberta', 'roberta', 'layer_norm_eps is 0.00001'],
    ['qwen3', 'llama', 'num_attention_heads is 2'],
    ['t5', 't5', 'relative_attention_max_distance is 128'],
    ['nn.TransformerEncoder', 'torch', 'norm_first is false'],
    [
      'gemma2',
      'first layer',
      'only the first layer is computed: no config.json gives the model_type',
    ],
    ['olmo2', 'first layer', 'no norm stands before the first attention'],
  ])('%s is computed as %s, and says so', async (name, family, assumption) => {
    const model = await open(name, {}, true);
    expect(model.family).toBe(family);
    expect(model.assumed).toContain(assumption);
  });
});

test('a BERT has room for one token where it has one position', async () => {
  const { tensors, config } = cases.bert;
  const table = Object.keys(tensors).find((name) => name.includes('position_embeddings'));
  const [, width] = tensors[String(table)];
  const files = filesOf('bert', { ...tensors, [String(table)]: [1, Number(width)] }, config);
  const model = await openModel(sd, files);
  expect((await model.run([3])).layers[0].weights?.shape.slice(1)).toEqual([1, 1]);
  await expect(model.run([3, 4])).rejects.toThrow(
    'tokens: got 2; expected a whole number from 1 to 1',
  );
});

describe('the first layer only', () => {
  test.each([
    [{ model_type: 'qwen3_next' }, 'model_type "qwen3_next" is not known'],
    [{ num_local_experts: 8 }, 'its feed-forward layers are experts'],
    [{ quantization_config: { quant_method: 'mxfp4' } }, 'its weights are quantised'],
  ])('of a Llama with %j', async (config, reason) => {
    const model = await open('llama', { config });
    expect([model.family, model.layers, model.predicts]).toEqual(['first layer', 1, false]);
    expect(model.assumed).toContain(`only the first layer is computed: ${reason}`);
    expect(model.unused).toContain('model.layers.0.mlp.gate_proj.weight');
    const { ids = [] } = cases.llama;
    const { layers, hidden, logits } = await model.run(ids);
    expect([Object.keys(layers), hidden, logits]).toEqual([['0'], undefined, undefined]);
    const [heads] = await model.headStatistics(ids);
    expect(heads).toHaveLength(4);
    for (const name of /** @type {const} */ (['hidden', 'value', 'logits']))
      await expect(model.run(ids, { returns: [name] })).rejects.toThrow(/^returns: got /);
  });

  test('of Gemma 4, whose scores are not scaled', async () => {
    const model = await open('llama', { config: { model_type: 'gemma4_text' } });
    expect(model.rule).toEqual({ name: 'none', scale: 1, scales: [1] });
    expect(model.assumed.join()).not.toMatch(/divided/);
  });

  test.each([
    ['llama', { model_type: 'olmo' }, 'model_type: got "olmo"; expected a norm with weights'],
    ['llama', { model_type: 'dbrx', clip_qkv: 8 }, 'clip_qkv: got 8; expected none'],
    ['gpt2', { model_type: 'gpt_bigcode' }, 'model_type: got "gpt_bigcode"; expected queries of'],
  ])('of a %s with %j would be another', async (name, config, sentence) => {
    await expect(open(name, { config })).rejects.toThrow(`config.json: ${sentence}`);
  });

  test.each(['qk_layernorm', 'qk_layernorms', 'use_qk_norm'])(
    'with norms of queries and keys that are not computed is refused: %s',
    async (option) => {
      const config = { model_type: 'stablelm', [option]: true };
      expect(await sentence('llama', config)).toBe(
        `config.json: ${option}: got true; expected false: nothing else is computed`,
      );
      expect((await open('llama', { config: { ...config, [option]: false } })).layers).toBe(1);
      // In this model the norms are computed.
      expect((await open('qwen3', { config })).unused).not.toContain(
        'model.layers.0.self_attn.q_norm.weight',
      );
    },
  );

  test('without norms of queries and keys, of which a configuration says that there are none', async () => {
    const config = { model_type: 'glm4_moe', use_qk_norm: false };
    expect(
      (await open('qwen3', { config })).unused.filter((name) => /[qk]_norm/.test(name)),
    ).toHaveLength(4);
    const other = await open('qwen3', { config: { ...config, use_qk_norm: true } });
    expect(other.unused.filter((name) => /layers\.0.*[qk]_norm/.test(name))).toEqual([]);
  });

  test.each(['q_layernorm', 'query_layernorm', 'k_layernorm.norms.0'])(
    'with norms of queries and keys of other names is refused: %s',
    async (norm) => {
      const name = `model.layers.0.self_attn.${norm}.weight`;
      const { tensors, config } = cases.llama;
      const opened = (/** @type {object} */ more) =>
        openModel(sd, filesOf('llama', { ...tensors, [name]: [8] }, { ...config, ...more }));
      await expect(opened({ model_type: 'phi' })).rejects.toThrow(
        `files: got ${name}; expected none: what it does to scores is not computed`,
      );
      expect((await opened({ model_type: 'phi', qk_layernorm: false })).unused).toContain(name);
    },
  );

  test.each([
    ['model.', { model_type: 'qwen3_moe', num_experts: 8 }],
    ['model.', { model_type: 'gemma3_text' }],
    ['language_model.model.', null],
  ])('of %s with %j has heads as wide as their norm', async (prefix, config) => {
    const at = `${prefix}layers.0.`;
    const shapes = {
      [`${at}self_attn.q_proj.weight`]: [512, 16],
      [`${at}self_attn.k_proj.weight`]: [256, 16],
      [`${at}self_attn.q_norm.weight`]: [256],
      [`${at}self_attn.k_norm.weight`]: [256],
      [`${at}post_feedforward_layernorm.weight`]: [16],
    };
    const model = await openModel(sd, filesOf('normed', shapes, config));
    expect([model.heads, model.keyHeads, model.headDim]).toEqual([2, 1, 256]);
    const together = { ...shapes, [`${at}self_attn.q_norm.weight`]: [512] };
    expect((await openModel(sd, filesOf('normed', together, config))).headDim).toBe(64);
  });

  test('of rows that are given', async () => {
    const model = await open('gemma2');
    const data = numbersOf('gemma2', 'rows', 3 * 32);
    const { layers } = await model.run({ data, shape: [3, 32] });
    expect(layers[0].weights?.shape).toEqual([4, 3, 3]);
  });
});

describe('a width of heads without their number', () => {
  const none = { num_attention_heads: null, num_key_value_heads: null };

  test.each(['llama', 'granite'])('gives it: %s', async (name) => {
    const model = await open(name, { config: { ...none, head_dim: 16 } });
    expect([model.heads, model.keyHeads, model.headDim]).toEqual([2, 1, 16]);
    expect(model.assumed.join()).not.toContain('num_attention_heads');
  });

  test('has to divide what the projections give', async () => {
    expect(await sentence('llama', { ...none, head_dim: 7 })).toBe(
      'config.json: head_dim: got 7; expected a divisor of 32, the width of all heads together',
    );
    expect(await sentence('llama', { ...none, head_dim: 32 })).toBe(
      'files: got 16 rows of model.layers.0.self_attn.k_proj.weight; expected a multiple of 32, the width of a head of queries',
    );
  });

  test('and their number may not say different things', async () => {
    expect(await sentence('granite', { head_dim: 16 })).toBe(
      'config.json: head_dim: got 16; expected 8, the 32 rows of queries over 4 heads',
    );
  });
});

describe('names of GPT-2', () => {
  const width = 16;
  const ids = [1, 2, 3];
  const start = 'transformer.h.0.';
  const table = 'transformer.wte.weight';

  /** Opens a first layer without biases, and computes its queries. @param {object} config */
  async function opened(config) {
    const model = await openModel(
      sd,
      filesOf(
        'names of GPT-2',
        {
          [table]: [7, width],
          [`${start}ln_1.weight`]: [width],
          [`${start}attn.c_attn.weight`]: [width, 3 * width],
        },
        config,
      ),
    );
    const { layers } = await model.run(ids, { returns: ['query'] });
    return { model, query: [...(layers[0].query?.data ?? [])] };
  }

  /** Computes q = g x W_q of one head, where x is divided by its root mean square. @param {boolean} isNormed */
  function expectedOf(isNormed) {
    const numbers = (/** @type {string} */ name, /** @type {number} */ count) =>
      numbersOf('names of GPT-2', name, count);
    const rows = numbers(table, 7 * width);
    const gain = numbers(`${start}ln_1.weight`, width);
    const matrix = numbers(`${start}attn.c_attn.weight`, 3 * width * width);
    return ids.flatMap((id) => {
      const x = [...rows.subarray(id * width, (id + 1) * width)];
      const root = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / width + 1e-5);
      const y = isNormed ? x.map((value, c) => (value / root) * gain[c]) : x;
      return Array.from({ length: width }, (_, j) =>
        y.reduce((sum, value, c) => sum + value * matrix[c * 3 * width + j], 0),
      );
    });
  }

  test.each([
    ['imagegpt', true, 'embeddings are normalised by h.0.ln_1, an RMSNorm'],
    ['qwen', true, 'embeddings are normalised by h.0.ln_1, an RMSNorm'],
    ['openai-gpt', false, 'no norm stands before the first attention'],
  ])('in a file of %s', async (type, isNormed, sentence) => {
    const { model, query } = await opened({
      ...{ model_type: type, n_head: 1, layer_norm_epsilon: 1e-5 },
    });
    expect(model.assumed).toContain(sentence);
    const expected = expectedOf(isNormed);
    expect(query).toHaveLength(expected.length);
    query.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 4));
  });
});

describe('the norm before the first attention of a type that is not known', () => {
  const width = 16;
  const tableOf = (/** @type {string} */ at) =>
    at.startsWith('text_model.')
      ? 'text_model.embeddings.token_embedding.weight'
      : 'model.shared.weight';
  /** @param {string} at @param {string[]} norms with their biases @param {object} config */
  async function opened(at, norms, config) {
    const layer = `${at}layers.0.`;
    const vector = /** @type {const} */ ([width]);
    const shapes = Object.fromEntries([
      [tableOf(at), [7, width]],
      ...['q', 'k', 'v'].map((name) => [`${layer}self_attn.${name}_proj.weight`, [width, width]]),
      ...norms.flatMap((name) => ['weight', 'bias'].map((of) => [`${name}.${of}`, vector])),
    ]);
    const model = await openModel(sd, filesOf('whisper', shapes, config));
    const { layers } = await model.run([1, 2, 3], { returns: ['query'] });
    return { model, query: [...(layers[0].query?.data ?? [])], layer };
  }
  const numbers = (/** @type {string} */ name, /** @type {number} */ count) =>
    numbersOf('whisper', name, count);

  /** @param {readonly number[]} x @param {string} norm */
  function normed(x, norm) {
    const [gain, shift] = ['weight', 'bias'].map((of) => numbers(`${norm}.${of}`, width));
    const mean = x.reduce((a, b) => a + b) / width;
    const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
    return x.map((value, c) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gain[c] + shift[c]);
  }

  /**
   * Computes q of one head, for embeddings times `scale` after LayerNorms.
   * @param {string} layer
   * @param {readonly string[]} norms
   * @param {number} scale
   */
  function expectedOf(layer, norms, scale) {
    const rows = numbers(tableOf(layer), 7 * width);
    const matrix = numbers(`${layer}self_attn.q_proj.weight`, width * width);
    return [1, 2, 3].flatMap((id) => {
      const x = [...rows.subarray(id * width, (id + 1) * width)].map((value) => value * scale);
      const y = norms.reduce(normed, x);
      return Array.from({ length: width }, (_, j) =>
        y.reduce((sum, value, c) => sum + value * matrix[j * width + c], 0),
      );
    });
  }

  test.each([
    ['whisper', 'model.decoder.', {}, 'self_attn_layer_norm', 1],
    ['opt', 'model.decoder.', { do_layer_norm_before: true }, 'self_attn_layer_norm', 1],
    ['opt', 'model.decoder.', { do_layer_norm_before: false }, 'layernorm_embedding', 1],
    ['clip', 'text_model.encoder.', { num_attention_heads: 1 }, 'layer_norm1', 1],
    ['bart', 'model.decoder.', { scale_embedding: true }, 'layernorm_embedding', 4],
    [undefined, 'model.decoder.', { scale_embedding: true }, 'layernorm_embedding', 4],
  ])('%s: of %s with %j is %s', async (type, at, options, name, scale) => {
    const isOuter = name === 'layernorm_embedding';
    const norm = isOuter ? at + name : `${at}layers.0.${name}`;
    const own = { model_type: type, decoder_attention_heads: 1, ...options };
    const others = isOuter ? [`${at}layers.0.self_attn_layer_norm`] : [];
    const { model, query, layer } = await opened(at, [...others, norm], own);
    expect(model.assumed).toContain(
      `embeddings are normalised by ${norm.slice(at.length)}, a LayerNorm`,
    );
    expect(model.assumed).toContain('layer_norm_eps is 0.00001');
    expectedOf(layer, [norm], scale).forEach((value, i) => expect(query[i]).toBeCloseTo(value, 4));
    expect(query).toHaveLength(3 * width);
  });

  test('comes behind that of the embeddings in mBART', async () => {
    const at = 'model.decoder.';
    const norms = [`${at}layernorm_embedding`, `${at}layers.0.self_attn_layer_norm`];
    const config = { model_type: 'mbart', decoder_attention_heads: 1 };
    const { model, query } = await opened(at, norms, config);
    expect(model.assumed.filter((each) => each.includes('normalised'))).toEqual([
      'embeddings are normalised by layernorm_embedding, a LayerNorm',
      'embeddings are normalised by layers.0.self_attn_layer_norm, a LayerNorm',
    ]);
    expect(model.unused).toEqual([`${at}layers.0.self_attn.v_proj.weight`]);
    expectedOf(`${at}layers.0.`, norms, 1).forEach((value, i) =>
      expect(query[i]).toBeCloseTo(value, 4),
    );
  });

  test('is told by a configuration that names one without a bias', async () => {
    const cohere = await open('granite', { config: { rms_norm_eps: null, layer_norm_eps: 1e-5 } });
    expect(cohere.config.norm).toBe('layer');
    expect((await open('granite')).config.norm).toBe('rms');
    const bare = await open('granite', { config: { rms_norm_eps: null } });
    expect(bare.config.norm).toBe('rms');
    expect(bare.assumed).toContain('rms_norm_eps is 0.000001');
  });
});

describe('an override changes what it names alone', () => {
  test.each([
    ['gpt2', { n_head: 3 }],
    ['roberta', { hidden_act: 'gelu' }],
    ['llama 3', { rope_theta: 9000 }],
    ['qwen3', { rms_norm_eps: 1e-5 }],
    ['t5', { feed_forward_proj: 'relu' }],
    ['nn.TransformerEncoder', { norm_first: true }],
    ['gemma2', { embedding_multiplier: 2 }],
  ])('of %s without config.json: %j', async (name, config) => {
    const [plain, changed] = [await open(name, {}, true), await open(name, { config }, true)];
    const [option] = Object.keys(config);
    const without = plain.assumed.filter(
      (sentence) => !sentence.startsWith(option) && !/activation|heads? is/.test(sentence),
    );
    expect(changed.assumed.filter((each) => !/activation|heads? is/.test(each))).toEqual(without);
    expect(changed.predicts).toBe(plain.predicts);
    if (option !== 'rms_norm_eps') expect(changed.config.epsilon).toBe(plain.config.epsilon);
  });
});

describe('quantised weights are refused when the model is opened', () => {
  const { tensors, config } = cases.llama;
  const query = 'model.layers.0.self_attn.q_proj.weight';

  test('as types that are no floats', async () => {
    const entries = Object.entries(tensors).map(([name, shape]) => {
      const count = /** @type {number[]} */ (shape).reduce((a, b) => a * b, 1);
      const [type, width] = name === query ? ['I8', 1] : ['F32', 4];
      const bytes = new Uint8Array(count * width);
      return /** @type {const} */ ([name, type, /** @type {number[]} */ (shape), bytes]);
    });
    const file = safetensors('model.safetensors', entries);
    await expect(openModel(sd, file, { config: config ?? {} })).rejects.toThrow(
      `model.safetensors: ${query}: got I8; expected F32, F16 or BF16; quantised weights are not read`,
    );
  });

  test('as names of packed ones', async () => {
    const name = query.replace('weight', 'qweight');
    const file = safetensors('model.safetensors', [[name, 'I32', [2, 2], new Uint8Array(16)]]);
    await expect(openModel(sd, file)).rejects.toThrow(
      `files: got quantised weights (${name}); expected F32, F16 or BF16`,
    );
  });
});

test('a Llama without lm_head gives logits only where its configuration ties it to the embeddings', async () => {
  const tied = await open('llama 3');
  const apart = await open('llama 3', { config: { tie_word_embeddings: false } });
  expect([tied.predicts, apart.predicts]).toEqual([true, false]);
  for (const model of [await open('llama 3', {}, true), await open('gpt2', {}, true)]) {
    expect(model.predicts).toBe(true);
    expect(model.assumed).toContain('logits come from the embeddings');
  }
  for (const model of [tied, await open('llama', {}, true), await open('gpt2')])
    expect(model.assumed.join()).not.toContain('logits');
});

test('a Llama reads both ways where its configuration says that it is not causal', async () => {
  const { ids = [] } = cases.qwen2;
  const weightsOf = async (/** @type {object} */ config) => {
    const model = await open('qwen2', { config: { ...config } });
    return [...((await model.run(ids)).layers[0].weights?.data ?? [])];
  };
  expect((await weightsOf({ is_causal: true }))[1]).toBe(0);
  expect((await weightsOf({ is_causal: false }))[1]).toBeGreaterThan(0);
  expect(await sentence('qwen2', { is_causal: 'no' })).toContain('is_causal: got "no"; expected');
});

test('a model of Llama ignores a window that it does not have', async () => {
  const { ids = [], weights } = cases.llama;
  const model = await open('llama', { config: { sliding_window: 2 } });
  const run = await model.run(ids);
  floatsOf(weights[0]).forEach((value, i) =>
    expect(run.layers[0].weights?.data[i]).toBeCloseTo(value, 5),
  );
});
