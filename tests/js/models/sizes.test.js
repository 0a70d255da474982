// Sizes that contradict the tensors, and tensors that do not match each other: each is refused by name.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { cases, filesOf } from './models.js';

/** @type {import('../../../web/engine/index.js').Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/**
 * Opens a stored case with other shapes, or without some tensors.
 * @param {string} name
 * @param {Record<string, number[] | undefined>} changes
 * @param {object} [config]
 */
function changed(name, changes, config = {}) {
  const tensors = Object.entries({ ...cases[name].tensors, ...changes });
  const shapes = Object.fromEntries(tensors.filter(([, shape]) => shape !== undefined));
  return openModel(
    sd,
    filesOf(name, /** @type {any} */ (shapes), { ...cases[name].config, ...config }),
  );
}

describe('sizes of a configuration', () => {
  test.each([
    ['gpt2', { n_embd: 48 }, 'n_embd: got 48; expected 24, the width that the files have'],
    ['gpt2', { hidden_size: 48 }, 'hidden_size: got 48; expected 24'],
    ['gpt2', { n_inner: 5 }, 'n_inner: got 5; expected 96, what transformer.h.0.mlp.c_fc.weight'],
    ['gpt2', { vocab_size: 34 }, 'vocab_size: got 34; expected at most 33, the rows of transfor'],
    ['bert', { hidden_size: 48 }, 'hidden_size: got 48; expected 24'],
    ['bert', { intermediate_size: 48 }, 'intermediate_size: got 48; expected 40'],
    ['bert', { vocab_size: 32 }, 'vocab_size: got 32; expected at most 31'],
    ['llama', { hidden_size: 48 }, 'hidden_size: got 48; expected 32'],
    ['llama', { intermediate_size: 48 }, 'intermediate_size: got 48; expected 40'],
    ['llama', { vocab_size: 32 }, 'vocab_size: got 32; expected at most 31'],
    ['t5', { d_model: 48 }, 'd_model: got 48; expected 24'],
    ['t5', { d_kv: 8 }, 'd_kv: got 8; expected 6, the 18 rows of q over 3 heads'],
    ['t5', { d_ff: 48 }, 'd_ff: got 48; expected 40'],
    ['t5 1.1', { d_ff: 48 }, 'd_ff: got 48; expected 40'],
    ['nn.TransformerEncoder', { nhead: 3, d_model: 48 }, 'd_model: got 48; expected 24'],
    ['granite', { hidden_size: 48 }, 'hidden_size: got 48; expected 32'],
    ['granite', { vocab_size: 32 }, 'vocab_size: got 32; expected at most 31'],
    ['granite', { vocab_size: 'many' }, 'vocab_size: got "many"; expected a number'],
  ])('of %s that the shapes deny: %j', async (name, config, sentence) => {
    await expect(changed(name, {}, config)).rejects.toThrow(`config.json: ${sentence}`);
  });

  test.each([
    ['gpt2', { n_inner: null, vocab_size: 30 }],
    ['llama', { vocab_size: 29 }],
    ['granite', { intermediate_size: 7 }],
  ])('of %s that the shapes do not deny: %j', async (name, config) => {
    expect((await changed(name, {}, config)).layers).toBeGreaterThan(0);
  });
});

describe('shapes', () => {
  const file = 'model.safetensors:';

  test.each([
    ['llama', 'model.norm.weight', [33], '[32]'],
    ['llama', 'model.embed_tokens.weight', [31, 33], '[rows, 32]'],
    ['llama', 'model.layers.1.input_layernorm.weight', [31], '[32]'],
    ['llama', 'model.layers.1.mlp.gate_proj.weight', [41, 32], '[40, 32]'],
    ['llama', 'model.layers.1.mlp.up_proj.weight', [40, 31], '[out, 32]'],
    ['llama', 'model.layers.0.mlp.down_proj.weight', [32, 41], '[32, 40]'],
    ['llama', 'model.layers.0.self_attn.v_proj.weight', [8, 32], '[16, 32]'],
    ['llama', 'model.layers.0.self_attn.o_proj.weight', [32, 40], '[32, 32]'],
    ['llama', 'model.layers.1.self_attn.k_proj.weight', [16, 32, 1], '[16, 32]'],
    ['llama', 'lm_head.weight', [31, 33], '[words, 32]'],
    ['qwen2', 'model.layers.0.self_attn.k_proj.bias', [15], '[16]'],
    ['qwen3', 'model.layers.1.self_attn.k_norm.weight', [13], '[12]'],
    ['gpt2', 'transformer.wpe.weight', [16, 23], '[rows, 24]'],
    ['gpt2', 'transformer.wpe.weight', [0, 24], '[rows, 24]'],
    ['gpt2', 'transformer.ln_f.bias', [25], '[24]'],
    ['gpt2', 'transformer.h.1.attn.c_attn.bias', [24], '[72]'],
    ['bert', 'bert.embeddings.token_type_embeddings.weight', [2, 23], '[rows, 24]'],
    ['bert', 'bert.embeddings.LayerNorm.bias', [23], '[24]'],
    ['bert', 'cls.predictions.bias', [30], '[31]'],
    ['bert', 'cls.predictions.transform.dense.weight', [23, 24], '[24, 24]'],
  ])(
    'of %s that do not fit are named before anything is computed: %s %j',
    async (name, tensor, shape, expected) => {
      expect(cases[name].tensors).toHaveProperty([tensor]);
      const model = await changed(name, { [tensor]: shape });
      await expect(model.run([1, 2, 3], { returns: ['logits'], layers: [0] })).rejects.toThrow(
        new RangeError(
          `${file} ${tensor}: got the shape [${shape.join(', ')}]; expected ${expected}`,
        ),
      );
    },
  );

  test('of layers behind the last one that is wanted do not matter', async () => {
    const tensor = 'model.layers.1.mlp.gate_proj.weight';
    const model = await changed('llama', { [tensor]: [41, 32] });
    expect((await model.run([1, 2], { layers: [0] })).layers[0].weights?.shape).toEqual([4, 2, 2]);
  });

  test.each([
    ['gpt2', 'transformer.h.0.attn.c_attn.weight', [72]],
    ['llama', 'model.layers.0.self_attn.q_proj.weight', [32]],
    ['llama', 'model.layers.0.self_attn.q_proj.weight', [0, 32]],
    ['llama', 'model.layers.0.self_attn.k_proj.weight', [16, 32, 1]],
    ['t5', 'encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight', [24]],
  ])(
    'of %s that are no matrices are named when it is opened: %s %j',
    async (name, tensor, shape) => {
      await expect(changed(name, { [tensor]: shape })).rejects.toThrow(
        `${file} ${tensor}: got the shape [${shape.join(', ')}]; expected two lengths from 1 to 196608`,
      );
    },
  );

  test('of T5 have whole heads', async () => {
    const tensor = 'encoder.block.0.layer.0.SelfAttention.q.weight';
    await expect(changed('t5', { [tensor]: [19, 24] })).rejects.toThrow(
      `files: got 19 rows of ${tensor}; expected a multiple of 3, the columns of relative_attention_bias`,
    );
  });

  test('of a first layer, whose norms of queries may be those of single heads or of all', async () => {
    const tensor = 'model.layers.0.self_attn.q_norm.weight';
    const run = async (/** @type {number[]} */ shape) =>
      (await changed('olmo2', { [tensor]: shape })).run([1, 2]);
    await expect(run([8])).resolves.toBeDefined();
    await expect(run([32])).resolves.toBeDefined();
    await expect(run([4, 8])).rejects.toThrow(
      `${file} ${tensor}: got the shape [4, 8]; expected one axis: norms that differ by heads are not computed`,
    );
  });
});

test.each(['llama', 'granite'])(
  'queries without keys of their own, as DeepSeek-V2 has them: %s',
  async (name) => {
    const key = 'model.layers.0.self_attn.k_proj.weight';
    const more = { 'model.layers.0.self_attn.kv_b_proj.weight': [16, 32] };
    await expect(changed(name, { ...more, [key]: undefined })).rejects.toThrow(
      new RangeError(
        'files: got no model.layers.0.self_attn.k_proj; expected it: this layout requires it',
      ),
    );
  },
);
