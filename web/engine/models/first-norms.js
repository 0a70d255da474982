/** Norms before the first attention: which tensors they are, and of which kind. */

/** @import { Layer, Pair, StoredModel } from './network.js' */

import { namesOfFirst, shapeOf } from './common.js';
import { refused } from './header.js';
import { pairOf } from './layouts.js';
import { isTower } from './nested.js';

/** A name for a norm that comes before or after attention, depending on the type. */
const ambiguous = 'self_attn_layer_norm';

/** Other names of the norm before the first attention. */
const otherNorms = [
  ambiguous, // modeling_whisper.py, modeling_opt.py
  'layer_norm1', // modeling_clip.py
  'attention.LayerNorm', // modeling_esm.py, modeling_roberta_prelayernorm.py
  'attention.ln', // modeling_megatron_bert.py
  'attention.self_attn_layer_norm', // modeling_xlm_roberta_xl.py
  'attention_layernorm', // modeling_apertus.py
  'pre_self_attn_layernorm', // modeling_t5gemma.py
  'norm1', // modeling_dinov2.py
];

/**
 * Types whose norms come after attention: modeling_bart.py and its relatives, modeling_detr.py and its relatives,
 * modeling_time_series_transformer.py, modeling_speecht5.py, modeling_openai.py.
 */
const postTypes = [
  ...['bart', 'blenderbot-small', 'fsmt', 'led', 'marian', 'mvp', 'plbart', 'trocr', 'openai-gpt'],
  ...['florence2_language', 'speech_to_text_2', 'speecht5', 'time_series_transformer'],
  ...['detr', 'conditional_detr', 'deformable_detr', 'rt_detr', 'rt_detr_v2', 'd_fine'],
];

/** SAM, which uses CLIP's names for them: modeling_sam.py. */
const postPart = /(^|\.)mask_decoder\.transformer\.$/;

/** Types whose norms come before attention: modeling_whisper.py, modeling_opt.py, modeling_mbart.py and others. */
const preTypes = [
  ...[
    'whisper',
    'qwen2_audio_encoder',
    'opt',
    'xglm',
    'biogpt',
    'mbart',
    'm2m_100',
    'nllb-moe',
    'seamless_m4t',
  ],
  ...['pegasus', 'bigbird_pegasus', 'blenderbot', 'speech_to_text', 'table-transformer'],
  ...['musicgen', 'musicgen_decoder', 'musicgen_melody', 'musicgen_melody_decoder'],
  ...['kosmos-2', 'kosmos_2_text_model', 'kosmos-2.5', 'kosmos_2_5_text_model'],
];

/** Refuses a norm if it is unknown whether it comes before or after attention. Audio models have it where Whisper does. @param {StoredModel} model */
function checkPlace({ options, prefix }) {
  const { type } = options;
  if (type === '' || isTower(prefix) || options.has('do_layer_norm_before')) return;
  if (!preTypes.includes(type))
    throw options.unsupported(
      'model_type',
      `a type that tells whether ${ambiguous} stands before or after attention`,
    );
}

/** Whether norms come after attention. @param {StoredModel} model @param {Layer} first */
function isPostNormed({ options, tensors, prefix, layout }, { attentionNorm }) {
  const { type } = options;
  if (layout === 'bert') return attentionNorm !== undefined; // attention.output.LayerNorm
  if (postPart.test(prefix)) return true;
  if (postTypes.includes(type)) {
    options.only('normalize_before', false);
    return true;
  }
  if (!options.flag('do_layer_norm_before', true)) return true; // configuration_opt.py
  // BART has a norm of the embeddings and none after the last layer. mBART has both.
  const has = (/** @type {string} */ name) => Boolean(pairOf(tensors, prefix + name));
  return type === '' && has('layernorm_embedding') && !has('layer_norm');
}

/** Types with an RMSNorm although their option is named layer_norm_epsilon: modeling_imagegpt.py, modeling_qwen.py. */
const rmsTypes = ['imagegpt', 'qwen'];

/** Types with a LayerNorm without bias, although no option says so: modeling_moonshine.py. */
const layerTypes = ['moonshine'];

/** Vectors of a layer that are not norms before attention. */
const elsewhere =
  /post|after|output|cross|encoder_attn|ff|feed|mlp|final|scale|lambda|gamma_?\d|bias|beta|([qk]|query|key)_norm/i;

/** Refuses a norm of unknown name that may come before attention. @param {StoredModel} model @param {number} width */
function checkNoOther(model, width) {
  const other = namesOfFirst(model).find(({ name, own }) => {
    const [length, ...rest] = shapeOf(model, { weight: name });
    return length === width && rest.length === 0 && !elsewhere.test(own);
  });
  if (!other) return;
  const known = `${model.names.attentionNorm} or another name of a norm before attention`;
  throw refused('files', other.name, `${known} that is known`);
}

/** Finds the norm of the embeddings by its names: modeling_bart.py, modeling_bert.py; modeling_esm.py. @param {StoredModel} model */
function normOfEmbeddings({ tensors, prefix, names }) {
  const all = [names.embeddingNorm ?? 'layernorm_embedding', 'embeddings.layer_norm'];
  return all.map((name) => pairOf(tensors, prefix + name)).find(Boolean);
}

/**
 * Finds the norms that the input of the first attention goes through: of the embeddings, of the layer, or both
 * (modeling_mbart.py).
 *
 * @param {StoredModel} model
 * @param {Layer} first
 * @param {{width: number, embedding: string | undefined}} input without embeddings the given rows come after their norm
 * @returns {{attentionNorm?: Pair, embeddingNorm?: Pair, isPost: boolean}}
 */
export function firstNorms(model, first, { width, embedding }) {
  const { tensors, prefix, names } = model;
  const isPost = isPostNormed(model, first);
  const embeddingNorm = embedding === undefined ? undefined : normOfEmbeddings(model);
  if (isPost) return { isPost, embeddingNorm };
  const start = prefix + names.layer.replace('{i}', '0');
  const others = otherNorms.map((name) => pairOf(tensors, start + name));
  const attentionNorm = first.attentionNorm ?? others.find(Boolean);
  if (!attentionNorm) checkNoOther(model, width);
  if (attentionNorm?.weight.startsWith(start + ambiguous)) checkPlace(model);
  return { isPost, embeddingNorm, attentionNorm };
}

const layerEpsilons = ['layer_norm_eps', 'layer_norm_epsilon'];

/**
 * Determines the kind of these norms, which their names do not tell.
 *
 * @param {StoredModel} model
 * @param {readonly (Pair | undefined)[]} pairs
 * @param {boolean} isRead whether attention reads the given rows directly, so that the norms before them are unknown
 */
export function kindOfNorm({ options, layout, prefix }, pairs, isRead) {
  const found = pairs.filter((pair) => pair !== undefined);
  const isRms =
    layout === 't5' ||
    rmsTypes.includes(options.type) ||
    (!found.some(({ bias }) => bias) &&
      !layerTypes.includes(options.type) &&
      (options.has('rms_norm_eps') || !layerEpsilons.some((name) => options.has(name))));
  /** @type {'rms' | 'layer'} */
  const norm = isRms ? 'rms' : 'layer';
  if (found.length === 0) {
    if (!isRead) options.assume('noNorm');
    const epsilon = options.number(['rms_norm_eps', ...layerEpsilons], 1e-6, { silent: true });
    return { norm, epsilon };
  }
  for (const { weight } of found) {
    const name = weight.slice(prefix.length).replace(/\.(weight|gamma)$/, '');
    options.assume(isRms ? 'rmsNorm' : 'layerNorm', { name });
  }
  const [first, ...others] = isRms ? ['rms_norm_eps', ...layerEpsilons] : layerEpsilons;
  const epsilon = options.number(
    [first, ...others, 'norm_eps', 'norm_epsilon'],
    isRms ? 1e-6 : 1e-5,
  );
  return { norm, epsilon };
}
