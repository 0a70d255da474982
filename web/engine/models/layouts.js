/**
 * Layouts of checkpoints: the names of tensors. Names select tensors, while model_type decides the computation
 * (networks.js).
 *
 *   gpt2      GPT-2 of huggingface/transformers (modeling_gpt2.py), minGPT and nanoGPT (model.py)
 *   bert      BERT and RoBERTa (modeling_bert.py, modeling_roberta.py)
 *   llama     Llama, Mistral, Qwen 2, Qwen 3 (modeling_llama.py, ...)
 *   t5        the encoder of T5 (modeling_t5.py)
 *   torch     torch.nn.TransformerEncoder
 *   scaledot  files saved by this project's trainer (docs/tensors.md)
 */

/** @import { Names, Pair, StoredTensor } from './network.js' */

import { refused } from './header.js';
import { isTower } from './nested.js';

/**
 * @typedef {object} Layout
 * @property {string} title
 * @property {RegExp} first matches the first attention; its first group captures the prefix
 * @property {Names} names
 */

/** @type {Readonly<Record<string, Layout>>} */
export const layouts = Object.freeze({
  gpt2: {
    title: 'GPT-2',
    first: /^(.*?)h\.0\.attn\.c_attn\.weight$/,
    names: {
      layer: 'h.{i}.',
      embedding: 'wte',
      position: 'wpe',
      finalNorm: 'ln_f',
      fused: 'attn.c_attn',
      output: 'attn.c_proj',
      attentionNorm: 'ln_1',
      feedForwardNorm: 'ln_2',
      up: 'mlp.c_fc',
      down: 'mlp.c_proj',
    },
  },
  bert: {
    title: 'BERT',
    first: /^(.*?)encoder\.layer\.0\.attention\.self\.query\.weight$/,
    names: {
      layer: 'encoder.layer.{i}.',
      embedding: 'embeddings.word_embeddings',
      position: 'embeddings.position_embeddings',
      tokenType: 'embeddings.token_type_embeddings',
      embeddingNorm: 'embeddings.LayerNorm',
      query: 'attention.self.query',
      key: 'attention.self.key',
      value: 'attention.self.value',
      output: 'attention.output.dense',
      attentionNorm: 'attention.output.LayerNorm',
      feedForwardNorm: 'output.LayerNorm',
      up: 'intermediate.dense',
      down: 'output.dense',
    },
  },
  t5: {
    title: 'T5',
    first: /^(.*?)encoder\.block\.0\.layer\.0\.SelfAttention\.q\.weight$/,
    names: {
      layer: 'encoder.block.{i}.layer.',
      embedding: 'shared',
      finalNorm: 'encoder.final_layer_norm',
      bias: '0.SelfAttention.relative_attention_bias',
      query: '0.SelfAttention.q',
      key: '0.SelfAttention.k',
      value: '0.SelfAttention.v',
      output: '0.SelfAttention.o',
      attentionNorm: '0.layer_norm',
      feedForwardNorm: '1.layer_norm',
      up: '1.DenseReluDense.wi',
      down: '1.DenseReluDense.wo',
    },
  },
  llama: {
    title: 'Llama',
    first: /^(.*?)layers\.0\.self_attn\.q_proj\.weight$/,
    names: {
      layer: 'layers.{i}.',
      embedding: 'embed_tokens',
      finalNorm: 'norm',
      query: 'self_attn.q_proj',
      key: 'self_attn.k_proj',
      value: 'self_attn.v_proj',
      output: 'self_attn.o_proj',
      queryNorm: 'self_attn.q_norm',
      keyNorm: 'self_attn.k_norm',
      attentionNorm: 'input_layernorm',
      feedForwardNorm: 'post_attention_layernorm',
      gate: 'mlp.gate_proj',
      up: 'mlp.up_proj',
      down: 'mlp.down_proj',
    },
  },
  torch: {
    title: 'nn.TransformerEncoder',
    first: /^(.*?)layers\.0\.self_attn\.in_proj_weight$/,
    names: {
      layer: 'layers.{i}.',
      finalNorm: 'norm',
      fused: 'self_attn.in_proj',
      output: 'self_attn.out_proj',
      attentionNorm: 'norm1',
      feedForwardNorm: 'norm2',
      up: 'linear1',
      down: 'linear2',
    },
  },
  scaledot: {
    title: 'scaledot',
    first: /^()layers\.0\.attention\.wq$/,
    names: {
      layer: 'layers.{i}.',
      embedding: 'tokenEmbedding',
      position: 'positionEmbedding',
      finalNorm: 'finalNorm',
      query: 'attention.wq',
      key: 'attention.wk',
      value: 'attention.wv',
      output: 'attention.wo',
      queryNorm: 'attention.queryGain',
      keyNorm: 'attention.keyGain',
      attentionNorm: 'attentionNorm',
      feedForwardNorm: 'feedForwardNorm',
      up: 'feedForward.w1',
      down: 'feedForward.w2',
    },
  },
  vit: {
    title: 'ViT',
    first: /^(.*?)encoder\.layer\.0\.attention\.attention\.query\.weight$/,
    names: {
      layer: 'encoder.layer.{i}.',
      query: 'attention.attention.query',
      key: 'attention.attention.key',
      value: 'attention.attention.value',
      output: 'attention.output.dense',
      attentionNorm: 'layernorm_before',
      feedForwardNorm: 'layernorm_after',
      up: 'intermediate.dense',
      down: 'output.dense',
    },
  },
});

/** Tensors of decoders with cross-attention, which no layout supports. */
const crossAttention = Object.freeze([
  'layers.0.multihead_attn.in_proj_weight',
  'h.0.crossattention.c_attn.weight',
  'encoder.layer.0.crossattention.self.query.weight',
]);

/** Yields all layouts that match. @param {ReadonlyMap<string, StoredTensor>} tensors */
function* layoutsIn(tensors) {
  for (const [layout, { first }] of Object.entries(layouts)) {
    for (const name of tensors.keys()) {
      const found = first.exec(name);
      if (found && !crossAttention.some((own) => tensors.has(found[1] + own)))
        yield { layout, prefix: found[1] };
    }
  }
}

/**
 * @param {ReadonlyMap<string, StoredTensor>} tensors
 * @returns {{layout: string, prefix: string}}
 */
export function findLayout(tensors) {
  const found = [...layoutsIn(tensors)];
  // For a model of images and text, take the text.
  const [own] = [...found.filter(({ prefix }) => !isTower(prefix)), ...found];
  if (own) return own;
  const quantised = [...tensors.keys()].find((name) => /\.(qweight|weight_packed)$/.test(name));
  if (quantised)
    throw refused(
      'files',
      `quantised weights (${quantised.slice(0, 60)})`,
      'F32, F16 or BF16; quantised weights are not read',
    );
  const names = [...tensors.keys()].slice(0, 4).map((name) => name.slice(0, 60));
  const titles = Object.values(layouts).map(({ title }) => title);
  throw refused(
    'files',
    `the tensors ${names.join(', ') || '(none)'}`,
    `names of a known layout: ${titles.join(', ')}`,
  );
}

/** The part of the name that shards of one model share. @param {string} file */
const familyName = (file) => file.replace(/[-_.]?\d+(-of-\d+)?(?=\.safetensors$)/, '');

/**
 * Refuses files of two models without an index, because it is unknown which model is meant and whose configuration it
 * is.
 *
 * @param {ReadonlyMap<string, StoredTensor>} tensors
 */
export function checkOneModel(tensors) {
  /** @type {Map<string, string>} layout and first file, by family name */
  const models = new Map();
  for (const [name, { source }] of tensors) {
    const family = familyName(source.name);
    const layout = Object.values(layouts).find(({ first }) => first.test(name));
    if (layout && !models.has(family)) models.set(family, `${layout.title} in ${source.name}`);
  }
  if (models.size > 1)
    throw refused('files', [...models.values()].join(' and '), 'the files of one model');
}

/** Suffixes of weight and bias, in all known spellings. */
const spellings = [
  ['.weight', '.bias'],
  ['.gamma', '.beta'], // norms of BERT until 2019
  ['_weight', '_bias'], // nn.MultiheadAttention
  ['', ''],
];

/**
 * @param {ReadonlyMap<string, unknown>} tensors
 * @param {string} name
 * @returns {Pair | undefined}
 */
export function pairOf(tensors, name) {
  for (const [weight, bias] of spellings) {
    if (!tensors.has(name + weight)) continue;
    const own = bias === '' ? ownBias(name) : name + bias;
    return { weight: name + weight, ...(tensors.has(own) && { bias: own }) };
  }
  return undefined;
}

/** The trainer names the bias of attention.wq attention.bq. @param {string} name */
const ownBias = (name) => name.replace(/w([qkvo12])$/, 'b$1');
