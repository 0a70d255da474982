// Queries and keys of the first layer, for model types whose whole pass is unknown: computed as in their modelling
// files, or refused.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { cases, filesOf, numbersOf } from './models.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { Shapes } from './models.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/** @param {Shapes} shapes @param {object | null} config */
const open = (shapes, config) => openModel(sd, filesOf('first', shapes, config));

/** @param {Shapes} shapes @param {object | null} config */
async function refusalOf(shapes, config) {
  const error = await open(shapes, config).catch((/** @type {Error} */ caught) => caught);
  expect(error).toBeInstanceOf(RangeError);
  return /** @type {Error} */ (error).message;
}

/** Returns the tensors of a Llama and additional ones. @param {Shapes} more @returns {Shapes} */
const llamaWith = (more) => ({ ...cases.llama.tensors, ...more });

describe('what would change the weights and is not computed is refused', () => {
  test.each(['self_attn.sinks', 'attn.sink', 'self_attn.attention_sink_bias'])(
    'keys that stand for nothing: %s',
    async (sink) => {
      const name = `model.layers.0.${sink}`;
      const config = { ...cases.llama.config, model_type: 'gpt_oss' };
      expect(await refusalOf(llamaWith({ [name]: [4] }), config)).toBe(
        `files: got ${name}; expected none: what it does to scores is not computed`,
      );
    },
  );
});

describe('of the tensors of the first attention', () => {
  test.each([
    ['timesfm', 'self_attn.scaling', [8]],
    ['doge', 'self_attn.A', [4]],
    ['doge', 'self_attn.dt_proj.weight', [4, 16]],
    ['diffllama', 'self_attn.lambda_q1', [8]],
    ['deepseek_v32', 'self_attn.indexer.wk.weight', [8, 32]],
    ['new', 'self_attn.q_proj.lora_A.weight', [2, 32]],
    ['new', 'self_attn.bias_k', [1, 1, 16]],
    ['new', 'attn.temperature', [4]],
    ['new', 'attention.scale', [1]],
  ])('one that nobody knows is refused: of %s %s', async (model_type, own, shape) => {
    const name = `model.layers.0.${own}`;
    const config = { ...cases.llama.config, model_type };
    expect(await refusalOf(llamaWith({ [name]: shape }), config)).toBe(
      `files: got ${name}; expected none: what it does to scores is not computed`,
    );
  });

  test.each([
    ['llama', 'model.layers.0.self_attn.sinks', [4]],
    ['nn.TransformerEncoder', 'layers.0.self_attn.bias_k', [1, 1, 24]],
  ])('so it is where names alone tell what %s is: %s', async (name, own, shape) => {
    const files = filesOf(name, { ...cases[name].tensors, [own]: shape }, null);
    await expect(openModel(sd, files)).rejects.toThrow(`files: got ${own}; expected none`);
  });

  test.each([
    ...['self_attn.rotary_emb.inv_freq', 'self_attn.bias', 'self_attn.masked_bias'],
    ...['self_attn.o_proj.bias', 'self_attn.out_proj.weight', 'self_attn.dense.weight'],
    ...['self_attn.v_proj.bias', 'self_attn.v_norm.weight', 'self_attn.gate_proj.weight'],
    ...[
      'self_attn.g_proj.weight',
      'self_attn.inner_attn_ln.weight',
      'self_attn.attn_sub_norm.weight',
    ],
    ...['self_attn.q_proj.bias', 'self_attn.relative_attention_bias.weight'],
  ])('one that leaves scores as they are is not used: %s', async (own) => {
    const name = `model.layers.0.${own}`;
    const more = own === 'self_attn.q_proj.bias' ? { attention_bias: false } : {};
    const config = { ...cases.llama.config, model_type: 'new', ...more };
    expect((await open(llamaWith({ [name]: [32] }), config)).unused).toContain(name);
  });

  test.each(['cohere', 'chameleon'])(
    'norms of %s that differ from head to head are refused',
    async (model_type) => {
      const name = 'model.layers.0.self_attn.q_norm.weight';
      const more = { [name]: [4, 8], 'model.layers.0.self_attn.k_norm.weight': [2, 8] };
      const config = { ...cases.llama.config, model_type, use_qk_norm: true };
      expect(await refusalOf(llamaWith(more), config)).toBe(
        `model.safetensors: ${name}: got the shape [4, 8]; expected one axis: norms that differ by heads are not computed`,
      );
      expect((await open(llamaWith(more), { ...config, use_qk_norm: false })).layers).toBe(1);
    },
  );
});

const width = 8;
const ids = [3, 0, 2];

/**
 * Returns the shapes of projections, and of vectors of `width` with their biases.
 * @param {string} at
 * @param {readonly string[]} projections
 * @param {readonly string[]} vectors
 * @returns {Shapes}
 */
const shapesOf = (at, projections, vectors) =>
  Object.fromEntries([
    ...projections.map((name) => [`${at}${name}.weight`, [width, width]]),
    ...vectors.flatMap((name) => ['weight', 'bias'].map((of) => [`${at}${name}.${of}`, [width]])),
  ]);

const numbers = (/** @type {string} */ name, /** @type {number} */ count) =>
  numbersOf('first', name, count);

/** Returns rows of a table. @param {string} name @param {readonly number[]} rows */
const rowsOf = (name, rows) =>
  rows.map((row) => [...numbers(name, (row + 1) * width).subarray(row * width)]);

/** @param {readonly number[]} x @param {string} norm @param {number} [one] added to the weight */
function layerNorm(x, norm, one = 0) {
  const [gain, shift] = ['weight', 'bias'].map((of) => numbers(`${norm}.${of}`, width));
  const mean = x.reduce((a, b) => a + b) / width;
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
  const root = Math.sqrt(variance + 1e-5);
  return x.map((value, c) => ((value - mean) / root) * (gain[c] + one) + shift[c]);
}

/** Multiplies by a matrix [out, in]. @param {readonly number[]} x @param {string} name */
function product(x, name) {
  const matrix = numbers(`${name}.weight`, width * width);
  return x.map((_, j) => x.reduce((sum, value, c) => sum + value * matrix[j * width + c], 0));
}

/**
 * Compares the queries of a single head.
 * @param {Awaited<ReturnType<typeof open>>} model
 * @param {readonly (readonly number[])[]} expected
 */
async function expectQueries(model, expected) {
  const { layers } = await model.run(ids, { returns: ['query'] });
  const query = layers[0].query?.data ?? [];
  expect(query).toHaveLength(ids.length * width);
  expected.flat().forEach((value, i) => expect(query[i]).toBeCloseTo(value, 4));
}

describe('in the layout of BERT', () => {
  const layer = 'encoder.layer.0.';
  const table = 'embeddings.word_embeddings.weight';
  const projections = shapesOf(layer, ['attention.self.query', 'attention.self.key'], []);
  const config = { num_attention_heads: 1, layer_norm_eps: 1e-5 };

  test.each([
    ['esm', 'attention.LayerNorm', []],
    ['megatron-bert', 'attention.ln', []],
    ['roberta-prelayernorm', 'attention.LayerNorm', ['embeddings.LayerNorm']],
    ['xlm-roberta-xl', 'attention.self_attn_layer_norm', []],
  ])('the norms of %s stand before attention', async (model_type, name, outer) => {
    const vectors = { ...shapesOf('', [], outer), ...shapesOf(layer, [], [name]) };
    const shapes = { [table]: [5, width], ...projections, ...vectors };
    const model = await open(shapes, { ...config, model_type });
    const norms = [...outer, layer + name];
    expect(model.config.placement).toBe('pre');
    expect(model.assumed.filter((each) => each.includes('normalised'))).toEqual(
      norms.map((norm) => `embeddings are normalised by ${norm}, a LayerNorm`),
    );
    const rows = rowsOf(table, ids).map((row) =>
      norms.reduce((x, norm) => layerNorm(x, norm), row),
    );
    await expectQueries(
      model,
      rows.map((x) => product(x, `${layer}attention.self.query`)),
    );
  });

  const types = 'embeddings.token_type_embeddings.weight';
  const post = shapesOf(layer, [], ['attention.output.LayerNorm']);
  const query = `${layer}attention.self.query`;

  test('ESM scales its embeddings, and normalises them first where its file has that norm', async () => {
    const names = ['embeddings.layer_norm', `${layer}attention.LayerNorm`];
    const shapes = { [table]: [5, width], ...projections, ...shapesOf('', [], names) };
    const own = { ...config, model_type: 'esm', token_dropout: true };
    const rows = rowsOf(table, ids).map((row) =>
      names.reduce(
        (x, norm) => layerNorm(x, norm),
        row.map((value) => value * 0.88),
      ),
    );
    await expectQueries(
      await open(shapes, own),
      rows.map((x) => product(x, query)),
    );
    const [, norm] = names;
    const without = { [table]: [5, width], ...projections, ...shapesOf('', [], [norm]) };
    const model = await open(without, { ...own, layer_norm_eps: 1 });
    const plain = await open(without, { ...own, layer_norm_eps: 1, token_dropout: false });
    const queries = async (/** @type {typeof model} */ each) =>
      (await each.run(ids, { returns: ['query'] })).layers[0].query?.data;
    expect(await queries(model)).not.toEqual(await queries(plain));
  });

  test('the row of token type 0 is added', async () => {
    const norm = 'embeddings.LayerNorm';
    const shapes = {
      ...{ [table]: [5, width], [types]: [2, width] },
      ...{ ...projections, ...post, ...shapesOf('', [], [norm]) },
    };
    const [added] = rowsOf(types, [0]);
    const rows = rowsOf(table, ids).map((row) =>
      layerNorm(
        row.map((value, c) => value + added[c]),
        norm,
      ),
    );
    const model = await open(shapes, { ...config, model_type: 'electra' });
    expect(model.unused).not.toContain(types);
    await expectQueries(
      model,
      rows.map((x) => product(x, query)),
    );
  });

  test.each([
    ['ernie', 'task_type_embeddings.weight'],
    ['tapas', 'token_type_embeddings_0.weight'],
    ['markuplm', 'xpath_embeddings.inner.weight'],
    ['roc_bert', 'map_inputs_layer.weight'],
  ])('what else is added to embeddings of %s is refused: %s', async (model_type, own) => {
    const name = `embeddings.${own}`;
    const shapes = { [table]: [5, width], [name]: [3, width], ...projections, ...post };
    expect(await refusalOf(shapes, { ...config, model_type })).toBe(
      `files: got ${name}; expected none: what it does to embeddings is not computed`,
    );
    // Nothing is added to the caller's rows.
    const { [table]: _, ...rows } = shapes;
    expect((await open(rows, { ...config, model_type })).vocabulary).toBeUndefined();
  });

  test.each([
    'position_ids',
    'x_position_embeddings.weight',
    'visual_token_type_embeddings.weight',
  ])('what leaves words and their types as they are is not used: %s', async (own) => {
    const name = `embeddings.${own}`;
    const shapes = { [table]: [5, width], [name]: [3, width], ...projections, ...post };
    expect((await open(shapes, { ...config, model_type: 'layoutlm' })).unused).toContain(name);
  });

  test('embeddings of another width are left out with all that belongs to them', async () => {
    const narrow = Object.fromEntries(
      ['weight', 'bias'].map((of) => [`embeddings.LayerNorm.${of}`, [4]]),
    );
    const shapes = { [table]: [5, 4], [types]: [2, 4], ...narrow, ...projections, ...post };
    const model = await open(shapes, { ...config, model_type: 'electra' });
    expect(model.vocabulary).toBeUndefined();
    expect(model.unused).toEqual(expect.arrayContaining([table, types, ...Object.keys(narrow)]));
    // The caller's rows are normalised already, and no assumption is made about that norm.
    expect(model.assumed.join()).not.toMatch(/norm/);
    const data = Float32Array.from({ length: 2 * width }, (_, i) => (i % 5) - 2);
    const { layers } = await model.run({ data, shape: [2, width] }, { returns: ['query'] });
    const rows = [0, 1].map((i) => [...data.subarray(i * width, (i + 1) * width)]);
    rows
      .flatMap((x) => product(x, query))
      .forEach((value, i) => expect(layers[0].query?.data[i]).toBeCloseTo(value, 4));
  });
});

describe('the norm before attention', () => {
  const at = 'model.layers.0.';
  const table = 'model.embed_tokens.weight';
  const projections = shapesOf(at, ['self_attn.q_proj', 'self_attn.k_proj'], []);
  const config = { model_type: 'new', num_attention_heads: 1 };

  test.each([
    ['Apertus', 'model.layers.0.', 'attention_layernorm', 'self_attn.'],
    ['T5Gemma', 'model.encoder.layers.0.', 'pre_self_attn_layernorm', 'self_attn.'],
    ['DINOv2', 'encoder.layer.0.', 'norm1', 'attention.attention.'],
  ])('of %s is found', async (_, layer, norm, attention) => {
    const names = attention === 'self_attn.' ? ['q_proj', 'k_proj'] : ['query', 'key'];
    const shapes = {
      ...shapesOf(
        layer,
        names.map((name) => attention + name),
        [norm],
      ),
      [`${layer}layer_scale1.lambda1`]: [width],
    };
    const model = await open(shapes, config);
    expect(model.assumed.filter((each) => /norm/.test(each))[0]).toContain(
      `layer${layer.endsWith('layer.0.') ? '' : 's'}.0.${norm}, a LayerNorm`,
    );
    expect(model.unused).not.toContain(`${layer}${norm}.weight`);
  });

  test.each(['before_attention', 'pre_norm', 'self_attn.sub_norm'])(
    'that nobody knows is refused: %s',
    async (norm) => {
      const shapes = { [table]: [5, width], ...projections, ...shapesOf(at, [], [norm]) };
      expect(await refusalOf(shapes, config)).toBe(
        `files: got ${at}${norm}.weight; expected input_layernorm or another name of a norm before attention that is known`,
      );
    },
  );

  test('is missing where all others stand elsewhere', async () => {
    const vectors = [
      ...['post_attention_layernorm', 'post_feedforward_layernorm', 'mlp.norm', 'ffn_norm'],
      ...['final_layer_norm', 'self_attn.q_norm', 'self_attn.k_norm', 'layer_scale1.lambda1'],
    ];
    const shapes = {
      [table]: [5, width],
      ...projections,
      ...Object.fromEntries(vectors.map((name) => [`${at}${name}.weight`, [width]])),
      [`${at}self_attn.q_proj.bias`]: [width],
    };
    const model = await open(shapes, config);
    expect(model.assumed).toContain('no norm stands before the first attention');
  });
});

describe('masks', () => {
  const five = [1, 2, 3, 4, 5];
  const projections = ['q_proj', 'k_proj'].map((name) => `self_attn.${name}`);

  /**
   * Returns how many tokens the third of five sees before and after itself.
   * @param {Awaited<ReturnType<typeof open>>} model
   */
  async function seenBy(model) {
    const { layers } = await model.run(five);
    const row = [...(layers[0].weights?.data ?? [])].slice(10, 15);
    const seen = row.map((weight) => weight > 0);
    expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    return [seen.slice(0, 2), seen.slice(3)].map((part) => part.filter(Boolean).length);
  }

  const sliding = { layer_types: ['sliding_attention', 'full_attention'], sliding_window: 2 };
  test.each([
    ['gemma3_text', sliding, [1, 0]],
    ['gemma3_text', { ...sliding, layer_types: ['full_attention'] }, [2, 0]],
    ['gemma3_text', { ...sliding, use_bidirectional_attention: true }, [1, 1]],
    ['gemma3_text', { sliding_window: 3, use_bidirectional_attention: true }, [1, 1]],
    ['gemma3_text', { use_bidirectional_attention: true }, [2, 2]],
    ['gemma4_text', { use_bidirectional_attention: 'vision' }, [2, 0]],
    ['gemma4_text', { use_bidirectional_attention: 'all' }, [2, 2]],
    ['gemma2', { sliding_window: 2 }, [1, 0]],
    ['gemma2', { sliding_window: null }, [2, 0]],
    ['gemma2', { sliding_window: 4096 }, [2, 0]],
    ['gemma3_text', { sliding_window: 2, sliding_window_pattern: 1 }, [2, 0]],
    ['qwen3_moe', { sliding_window: 2 }, [2, 0]],
    ['qwen3_moe', { sliding_window: 2, use_sliding_window: true, max_window_layers: 0 }, [1, 0]],
    ['qwen3_moe', { sliding_window: 2, use_sliding_window: true, max_window_layers: 1 }, [2, 0]],
    ['smollm3', { sliding_window: 2, use_sliding_window: false }, [2, 0]],
    ['falcon_h1', { layer_types: ['hybrid'], key_multiplier: 1 }, [2, 0]],
    ['llama4_text', { attention_chunk_size: 8192 }, [2, 0]],
    ['new', { is_causal: false }, [2, 2]],
    ['llama', { num_experts: 2, sliding_window: 2 }, [2, 0]],
  ])('of %s with %j', async (model_type, own, seen) => {
    const vectors = ['input_layernorm'];
    const shapes = {
      'model.embed_tokens.weight': [7, width],
      ...shapesOf('model.layers.0.', projections, vectors),
    };
    const model = await open(shapes, { num_attention_heads: 1, model_type, ...own });
    expect(await seenBy(model)).toEqual(seen);
    const [before, after] = seen;
    expect(model.config.causal).toBe(after === 0);
    expect(/sliding_window is/.test(model.assumed.join())).toBe(before === 1);
  });

  test.each([true, false])('of a relative of BERT with is_decoder %s', async (is_decoder) => {
    const layer = 'encoder.layer.0.attention.';
    const shapes = {
      'embeddings.word_embeddings.weight': [7, width],
      ...shapesOf(layer, ['self.query', 'self.key'], ['output.LayerNorm']),
    };
    const config = { model_type: 'electra', num_attention_heads: 1, is_decoder };
    expect(await seenBy(await open(shapes, config))).toEqual(is_decoder ? [2, 0] : [2, 2]);
  });

  /** @type {[type: string, prefix: string, norm: string, isPost: boolean, seen: number[]][]} */
  const detectors = [
    ...['detr', 'deformable_detr', 'rt_detr', 'rt_detr_v2', 'd_fine'].map(
      (type) => /** @type {any} */ ([type, 'model.decoder.', 'self_attn_layer_norm', true, [2, 2]]),
    ),
    ['detr', 'model.encoder.', 'self_attn_layer_norm', true, [2, 2]],
    ['conditional_detr', 'model.encoder.', 'self_attn_layer_norm', true, [2, 2]],
    ['rt_detr', 'model.encoder.encoder.0.', 'self_attn_layer_norm', true, [2, 2]],
    ['table-transformer', 'model.encoder.', 'self_attn_layer_norm', false, [2, 2]],
    ['table-transformer', 'model.decoder.', 'self_attn_layer_norm', false, [2, 2]],
    ['sam', 'mask_decoder.transformer.', 'layer_norm1', true, [2, 2]],
    ['time_series_transformer', 'model.encoder.', 'self_attn_layer_norm', true, [2, 2]],
    ['time_series_transformer', 'model.decoder.', 'self_attn_layer_norm', true, [2, 0]],
    ['speecht5', 'speecht5.decoder.wrapped_decoder.', 'self_attn_layer_norm', true, [2, 0]],
    ['speech_to_text_2', 'model.decoder.', 'self_attn_layer_norm', true, [2, 0]],
    ['whisper', 'model.decoder.', 'self_attn_layer_norm', false, [2, 0]],
    ['whisper', 'model.encoder.', 'self_attn_layer_norm', false, [2, 2]],
  ];
  test.each(detectors)(
    'and places of norms of %s: %s',
    async (model_type, prefix, norm, isPost, seen) => {
      const shapes = shapesOf(`${prefix}layers.0.`, projections, [norm]);
      const heads = { encoder_attention_heads: 1, decoder_attention_heads: 1 };
      const config = { model_type, ...heads, mask_decoder_config: { num_attention_heads: 1 } };
      const model = await open(shapes, config);
      expect(model.heads).toBe(1);
      expect(model.config.placement).toBe(isPost ? 'post' : 'pre');
      const data = Float32Array.from({ length: 5 * width }, (_, i) => (i % 7) - 3);
      const { layers } = await model.run({ data, shape: [5, width] });
      const row = [...(layers[0].weights?.data ?? [])].slice(10, 15).map((weight) => weight > 0);
      expect([row.slice(0, 2), row.slice(3)].map((part) => part.filter(Boolean).length)).toEqual(
        seen,
      );
    },
  );

  test.each(
    /** @type {[type: string, config: object, seen: number[]][]} */ ([
      ...['clip', 'owlvit', 'owlv2', 'clipseg', 'groupvit', 'metaclip_2', 'xclip'].map((type) => [
        type,
        { text_config: { model_type: `${type}_text_model` } },
        [2, 0],
      ]),
      ['owlvit', {}, [2, 0]],
      ['siglip', {}, [2, 2]],
      ['siglip2', { text_config: { model_type: 'siglip2_text_model' } }, [2, 2]],
    ]),
  )('of the tower of text of %s with %j', async (model_type, own, seen) => {
    const prefix = 'text_model.';
    const shapes = {
      [`${prefix}embeddings.token_embedding.weight`]: [7, width],
      ...shapesOf(`${prefix}encoder.layers.0.`, projections, ['layer_norm1']),
    };
    const model = await open(shapes, { model_type, num_attention_heads: 1, ...own });
    expect(await seenBy(model)).toEqual(seen);
  });

  test.each([
    ['seamless_m4t', 'text_encoder.', 4, false],
    ['seamless_m4t', 'text_decoder.', 2, true],
  ])('and heads of %s: %s', async (model_type, prefix, heads, causal) => {
    const shapes = shapesOf(`${prefix}layers.0.`, projections, ['self_attn_layer_norm']);
    const config = { model_type, encoder_attention_heads: 4, decoder_attention_heads: 2 };
    const model = await open(shapes, config);
    expect([model.heads, model.config.causal]).toEqual([heads, causal]);
  });

  test.each([
    ['eurobert', false],
    ['Dream', false],
    ['smollm3', true],
  ])('of %s', async (model_type, causal) => {
    const shapes = shapesOf('model.layers.0.', projections, ['input_layernorm']);
    const model = await open(shapes, { model_type, num_attention_heads: 1 });
    expect(model.config.causal).toBe(causal);
  });

  test('of a relative of GPT-2 hide later tokens, also where it is called an encoder', async () => {
    const shapes = {
      'encoder.h.0.attn.c_attn.weight': [width, 3 * width],
      'encoder.h.0.attn.c_attn.bias': [3 * width],
      ...shapesOf('encoder.h.0.', [], ['ln_1']),
    };
    const model = await open(shapes, { model_type: 'decision_transformer', n_head: 1 });
    expect(model.config.causal).toBe(true);
  });

  test('of GIT, whose decoder has the names of BERT', async () => {
    const shapes = shapesOf('git.encoder.layer.0.attention.', ['self.query', 'self.key'], []);
    const model = await open(shapes, { model_type: 'git', num_attention_heads: 1 });
    expect(model.config.causal).toBe(true);
  });

  test.each(['informer', 'autoformer', 'mask2former', 'new'])(
    'a norm of %s that may stand on either side of attention is refused',
    async (model_type) => {
      const shapes = shapesOf('model.decoder.layers.0.', projections, ['self_attn_layer_norm']);
      expect(await refusalOf(shapes, { model_type, decoder_attention_heads: 1 })).toBe(
        `config.json: model_type: got "${model_type}"; expected a type that tells whether self_attn_layer_norm stands before or after attention`,
      );
    },
  );

  test('a norm that an option places elsewhere is refused', async () => {
    const shapes = shapesOf('model.encoder.layers.0.', projections, ['self_attn_layer_norm']);
    const config = { model_type: 'rt_detr', encoder_attention_heads: 1, normalize_before: true };
    expect(await refusalOf(shapes, config)).toBe(
      'config.json: normalize_before: got true; expected false: nothing else is computed',
    );
  });

  test('of what reads sound, which is no decoder', async () => {
    const shapes = shapesOf('audio_tower.layers.0.', projections, ['self_attn_layer_norm']);
    const model = await open(shapes, { audio_config: { encoder_attention_heads: 1 } });
    expect(model.config.causal).toBe(false);
  });
});

test.each([
  ['falcon_h1', { key_multiplier: 0.5 }, 'key_multiplier: got 0.5; expected 1'],
  ['falcon_h1', { attention_in_multiplier: 2 }, 'attention_in_multiplier: got 2; expected 1'],
  ['llama4_text', { attention_chunk_size: 512 }, 'attention_chunk_size: got 512; expected 1024'],
  ['gemma4_text', { use_bidirectional_attention: 'text' }, 'use_bidirectional_attention: got "te'],
  ['jais', { mup_scale_qk_dot_by_d: true }, 'mup_scale_qk_dot_by_d: got true; expected false'],
  ['gemma3n_text', {}, 'model_type: got "gemma3n_text"; expected a type whose first layer reads'],
  ['gemma3n', {}, 'model_type: got "gemma3n"; expected a type whose first layer reads'],
  ...['t5gemma2', 't5gemma2_text', 't5gemma2_encoder', 't5gemma2_decoder'].map(
    (type) =>
      /** @type {[string, object, string]} */ ([
        type,
        {},
        `model_type: got "${type}"; expected a type whose own masks and norms are known`,
      ]),
  ),
  [
    'moonshine_streaming_encoder',
    {},
    'model_type: got "moonshine_streaming_encoder"; expected a type whose own masks',
  ],
  ['nanochat', {}, 'model_type: got "nanochat"; expected a norm with weights'],
  ['chameleon', { swin_norm: true }, 'swin_norm: got true; expected false'],
])('%s with %j is refused', async (model_type, own, sentence) => {
  const config = { ...cases.llama.config, model_type, ...own };
  expect(await refusalOf(llamaWith({}), config)).toContain(`config.json: ${sentence}`);
});

describe('types that do otherwise than their names say', () => {
  const at = 'model.decoder.';
  const layer = `${at}layers.0.`;
  const table = `${at}embed_tokens.weight`;
  const query = `${layer}self_attn.q_proj`;

  /**
   * Opens a model with a norm of the layer, and norms of the embeddings.
   * @param {string} model_type
   * @param {string} norm
   * @param {string[]} outer
   */
  function opened(model_type, norm, outer = []) {
    const shapes = {
      [table]: [5, width],
      ...shapesOf(layer, ['self_attn.q_proj', 'self_attn.k_proj'], [norm]),
      ...shapesOf(at, [], outer),
    };
    const window = model_type === 'led' && { attention_window: [1024] }; // the window of its encoder only
    return open(shapes, { model_type, decoder_attention_heads: 1, norm_eps: 1e-5, ...window });
  }

  test.each(['bart', 'blenderbot-small', 'trocr', 'fsmt', 'led', 'mvp'])(
    'norms of %s come after attention',
    async (type) => {
      const outer = type === 'fsmt' ? [] : ['layernorm_embedding'];
      const model = await opened(type, 'self_attn_layer_norm', outer);
      expect(model.config.placement).toBe('post');
      const rows = rowsOf(table, ids).map((row) =>
        outer.reduce((x, norm) => layerNorm(x, at + norm), row),
      );
      await expectQueries(
        model,
        rows.map((x) => product(x, query)),
      );
    },
  );

  test('the LayerNorm of Nemotron multiplies by 1 + weight', async () => {
    const model = await opened('nemotron', 'input_layernorm');
    const rows = rowsOf(table, ids).map((row) => layerNorm(row, `${layer}input_layernorm`, 1));
    await expectQueries(
      model,
      rows.map((x) => product(x, query)),
    );
  });

  test.each(['t5gemma', 't5_gemma_module', 'vaultgemma'])(
    'the RMSNorm of %s does so, too, behind sqrt(width)',
    async (model_type) => {
      const norm = `${layer}pre_self_attn_layernorm.weight`;
      const shapes = {
        [table]: [5, width],
        ...shapesOf(layer, ['self_attn.q_proj', 'self_attn.k_proj'], []),
        [norm]: [width],
      };
      const config = { model_type, num_attention_heads: 1, rms_norm_eps: 0.1 };
      const gain = numbers(norm, width);
      const rows = rowsOf(table, ids).map((row) => {
        const x = row.map((value) => value * Math.sqrt(width));
        const square = x.reduce((sum, value) => sum + value * value, 0) / width;
        return x.map((value, c) => (value / Math.sqrt(square + 0.1)) * (1 + gain[c]));
      });
      await expectQueries(
        await open(shapes, config),
        rows.map((x) => product(x, query)),
      );
    },
  );

  test.each([
    ['gemma4_text', {}, Math.sqrt(width)],
    ['big_bird', { rescale_embeddings: true }, Math.sqrt(width)],
    ['minicpm', { scale_emb: 12 }, 12],
  ])('embeddings of %s with %j are multiplied', async (model_type, own, scale) => {
    const norm = `${layer}input_layernorm.weight`;
    const shapes = {
      [table]: [5, width],
      ...shapesOf(layer, ['self_attn.q_proj', 'self_attn.k_proj'], []),
      [norm]: [width],
    };
    const config = { model_type, num_attention_heads: 1, rms_norm_eps: 0.1, ...own };
    const gain = numbers(norm, width);
    const rows = rowsOf(table, ids).map((row) => {
      const x = row.map((value) => value * scale);
      const square = x.reduce((sum, value) => sum + value * value, 0) / width;
      return x.map((value, c) => (value / Math.sqrt(square + 0.1)) * gain[c]);
    });
    await expectQueries(
      await open(shapes, config),
      rows.map((x) => product(x, query)),
    );
  });

  test.each([
    ['mobilebert', {}, 'model_type: got "mobilebert"; expected a type whose first layer reads'],
    ['nystromformer', {}, 'model_type: got "nystromformer"; expected weights that softmax gives'],
    ['yoso', {}, 'model_type: got "yoso"; expected weights that softmax gives'],
    ['mra', {}, 'model_type: got "mra"; expected weights that softmax gives'],
    ['xmod', { pre_norm: true }, 'pre_norm: got true; expected false'],
    ['convbert', { head_ratio: 2 }, 'head_ratio: got 2; expected 1'],
    [
      'longformer',
      { attention_window: [512] },
      'attention_window: got an array of length 1; expected none',
    ],
    ['decision_transformer', { scale_attn_weights: 1 }, 'scale_attn_weights: got 1; expected true'],
  ])('%s with %j is refused', async (model_type, own, sentence) => {
    const { tensors } = cases[model_type === 'decision_transformer' ? 'another GPT' : 'electra'];
    const files = filesOf('refused', tensors, { model_type, ...own });
    await expect(openModel(sd, files)).rejects.toThrow(`config.json: ${sentence}`);
  });

  test('StarCoder2 calls its epsilon norm_epsilon', async () => {
    const layer = 'model.layers.0.';
    const names = ['self_attn.q_proj', 'self_attn.k_proj'];
    const shapes = shapesOf(layer, names, ['input_layernorm']);
    const config = { model_type: 'starcoder2', num_attention_heads: 1, norm_epsilon: 0.5 };
    expect((await open(shapes, config)).config).toMatchObject({ norm: 'layer', epsilon: 0.5 });
  });

  test('biases that VideoMAE keeps apart are refused', async () => {
    const layer = 'videomae.encoder.layer.0.attention.attention.';
    const shapes = { ...shapesOf(layer, ['query', 'key'], []), [`${layer}q_bias`]: [width] };
    expect(await refusalOf(shapes, { model_type: 'videomae' })).toBe(
      `files: got ${layer}q_bias; expected none: what it does to scores is not computed`,
    );
  });

  test.each(['encoder', 'decoder'])(
    'the norm of Moonshine is a LayerNorm without a bias, and its %s has its own heads',
    async (part) => {
      const start = `model.${part}.layers.0.`;
      const projections = ['self_attn.q_proj', 'self_attn.k_proj'];
      const norm = `${start}input_layernorm`;
      const shapes = { ...shapesOf(start, projections, []), [`${norm}.weight`]: [width] };
      const heads = { encoder_num_attention_heads: 2, decoder_num_attention_heads: 4 };
      const model = await open(shapes, { model_type: 'moonshine', ...heads });
      expect(model.heads).toBe(part === 'encoder' ? 2 : 4);
      expect(model.config).toMatchObject({ norm: 'layer', epsilon: 1e-5, placement: 'pre' });
      expect(model.assumed.join()).toContain('input_layernorm, a LayerNorm');
    },
  );

  test.each(['attention_heads', 'n_heads'])('heads are told by %s, too', async (name) => {
    const shapes = shapesOf('model.layers.0.', ['self_attn.q_proj', 'self_attn.k_proj'], []);
    const model = await open(shapes, { model_type: 'xglm', [name]: 4 });
    expect(model.heads).toBe(4);
    expect(model.assumed.join()).not.toContain('heads');
  });

  test('a relative of GPT-2 may leave its scores undivided', async () => {
    const { tensors, config } = cases['another GPT'];
    const own = { ...config, scale_attn_weights: false };
    expect((await openModel(sd, filesOf('another GPT', tensors, own))).rule.name).toBe('none');
  });
});
