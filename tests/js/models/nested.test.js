// Models of several parts: each part has a configuration of its own inside config.json.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { cases, filesOf, renamedFiles } from './models.js';

/** @type {import('../../../web/engine/index.js').Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

const { config: llama, ids = [] } = cases.llama;
/** @type {import('../../../web/engine/models/index.js').ModelRunOptions} */
const everything = { returns: ['weights', 'hidden', 'logits'] };

/**
 * Opens a Llama inside a model of pictures and text, as in modeling_llava.py.
 * @param {object} config
 * @param {any} [overrides]
 * @param {any} [more]
 */
const llava = (config, overrides, more) =>
  openModel(
    sd,
    renamedFiles('llama', (name) => `language_model.${name}`, config, more),
    overrides,
  );

const plain = () => openModel(sd, filesOf('llama', cases.llama.tensors, llama));

/** Returns the shapes of query and key projections, [32, 32]. @param {string} start */
const projections = (start) =>
  Object.fromEntries(['q', 'k'].map((name) => [`${start}self_attn.${name}_proj.weight`, [32, 32]]));

describe('a language model beside a tower', () => {
  test.each(['text_config', 'llm_config', 'language_config'])(
    'is computed as its %s says',
    async (part) => {
      const model = await llava({ model_type: 'llava', [part]: llama });
      expect([model.family, model.heads, model.keyHeads, model.assumed]).toEqual([
        ...['llama', 4, 2],
        [],
      ]);
      expect(await model.run(ids, everything)).toEqual(await (await plain()).run(ids, everything));
    },
  );

  test('keeps the options around it that its own configuration lacks', async () => {
    const { rms_norm_eps: _, ...rest } = /** @type {Record<string, any>} */ (llama);
    const around = { model_type: 'llava', rms_norm_eps: 1e-3, num_attention_heads: 2 };
    const model = await llava({ ...around, text_config: rest });
    expect([model.config.epsilon, model.heads]).toEqual([1e-3, 4]);
  });

  test('gets its first layer where its type is not known', async () => {
    const model = await llava({
      model_type: 'gemma3',
      text_config: { model_type: 'gemma3_text', num_attention_heads: 4, head_dim: 8 },
    });
    expect([model.family, model.heads, model.keyHeads]).toEqual(['first layer', 4, 2]);
    expect(model.assumed).toContain(
      'only the first layer is computed: model_type "gemma3_text" is not known',
    );
    expect(model.assumed.join()).not.toContain('num_attention_heads');
  });

  test('is named with its configuration where an option is refused', async () => {
    const text_config = { ...llama, hidden_act: 'mish', head_dim: 8 };
    await expect(llava({ text_config })).rejects.toThrow(
      'config.json: text_config.hidden_act: got "mish"; expected gelu',
    );
    await expect(llava({ text_config: { ...text_config, model_type: 'bert' } })).rejects.toThrow(
      'config.json: text_config.model_type: got "bert"; expected a type of the Llama layout',
    );
    const given = { config: { hidden_act: 'tanh' } };
    await expect(llava({ text_config }, given)).rejects.toThrow(
      'config.json: hidden_act: got "tanh"',
    );
  });

  test('is what a person says before what its configuration says', async () => {
    const text_config = { ...llama, rms_norm_eps: 1e-5 };
    const epsilonOf = async (/** @type {object} */ config) =>
      (await llava({ text_config }, { config })).config.epsilon;
    expect(await epsilonOf({ rms_norm_eps: 1e-4 })).toBe(1e-4);
    expect(await epsilonOf({ text_config: { rms_norm_eps: 1e-4 } })).toBe(1e-4);
  });

  test('goes before a tower whose names come first', async () => {
    const more = projections('audio_tower.layers.0.');
    const config = { text_config: llama, audio_config: { num_attention_heads: 16 } };
    const files = renamedFiles('llama', (name) => `language_model.${name}`, config, more);
    const model = await openModel(sd, files);
    expect([model.family, model.heads]).toEqual(['llama', 4]);
    expect(model.unused).toEqual(Object.keys(more));
  });
});

test('a BERT that another model reads with has its own configuration', async () => {
  const { tensors, config } = cases.bert;
  const own = Object.keys(tensors).filter((name) => /^bert\.(encoder|embeddings)/.test(name));
  const shapes = Object.fromEntries(own.map((name) => [name, tensors[name]]));
  const rename = (/** @type {string} */ name) => name.replace(/^bert\./, 'encoder.');
  const renamed = Object.fromEntries(own.map((name) => [rename(name), shapes[name]]));
  const nested = { model_type: 'encoder-decoder', encoder: { ...config, num_attention_heads: 2 } };
  const model = await openModel(sd, filesOf('bert', renamed, nested));
  expect([model.family, model.heads]).toEqual(['bert', 2]);
});

describe('a configuration one level deeper', () => {
  const own = { num_attention_heads: 4, hidden_act: 'mish' };
  /** @param {string} prefix @param {object} config */
  const opened = (prefix, config) =>
    openModel(sd, filesOf('deeper', projections(`${prefix}layers.0.`), config));

  test.each([
    ['model.encoder.', { encoder: own, decoder: { num_attention_heads: 1 } }],
    ['model.decoder.', { decoder: own, encoder: { num_attention_heads: 1 } }],
    ['thinker.model.', { thinker_config: { text_config: own, num_attention_heads: 1 } }],
    ['thinker.model.', { thinker_config: own, talker_config: { num_attention_heads: 1 } }],
    ['talker.model.', { thinker_config: { text_config: {} }, talker_config: own }],
    ['model.language_model.', { text_config: { text_config: own } }],
    ['model.thinker.', { text_config: { num_attention_heads: 1 }, thinker_config: own }],
    ['audio_tower.', { audio_config: own, text_config: { num_attention_heads: 1 } }],
    ['thinker.audio_tower.', { thinker_config: { audio_config: own, text_config: {} } }],
  ])('is found for %s in %j', async (prefix, config) => {
    expect((await opened(prefix, { model_type: 'new', ...config })).heads).toBe(4);
  });

  test('is named by its whole path where an option is refused', async () => {
    const config = { thinker_config: { text_config: { ...own, clip_qkv: 8, head_dim: 7 } } };
    await expect(opened('thinker.model.', config)).rejects.toThrow(
      'config.json: thinker_config.text_config.clip_qkv: got 8; expected none',
    );
    await expect(
      opened('thinker.model.', { model_type: 'new', thinker_config: { clip_qkv: 8 } }),
    ).rejects.toThrow('config.json: thinker_config.clip_qkv: got 8');
  });

  test('is not one that is no object', async () => {
    const config = { model_type: 'new', encoder: ['a'], text_config: null, ...own };
    expect((await opened('model.encoder.', config)).heads).toBe(4);
  });
});

describe('CLIP', () => {
  const text = projections('text_model.encoder.layers.0.');
  const vision = projections('vision_model.encoder.layers.0.');
  const config = {
    model_type: 'clip',
    num_attention_heads: 1,
    text_config: { model_type: 'clip_text_model', num_attention_heads: 2 },
    vision_config: { model_type: 'clip_vision_model', num_attention_heads: 8 },
  };

  test.each([
    ['text', { ...vision, ...text }, 2, true],
    ['pictures', vision, 8, false],
  ])('reads %s as that part of its configuration says', async (_, shapes, heads, causal) => {
    const model = await openModel(sd, filesOf('clip', shapes, config));
    expect([model.heads, model.config.causal]).toEqual([heads, causal]);
  });
});
