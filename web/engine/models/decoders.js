/**
 * Decoders: GPT-2, Llama and related models. Each follows its modelling file in huggingface/transformers unless
 * layouts.js names another source.
 */

/** @import { Computation, Layer, StoredModel } from './network.js' */
/** @import { RotaryOptions } from './types.js' */

import { describe, isObject } from '../border/checks.js';
import { constant } from '../border/constant.js';
import {
  commonParts,
  checkDeclared,
  headsOf,
  isTransposed,
  keepBiasesOf,
  keyHeadsOf,
  plainHead,
  shapeOf,
  sidesOf,
} from './common.js';
import { refused } from './header.js';
import { Options } from './options.js';

/** @param {StoredModel} model @returns {Computation} */
export function gpt2(model) {
  const { options, tensors, prefix } = model;
  const common = commonParts(model);
  const { fused } = common.layerTensors[0];
  const transposed = isTransposed(model, fused);
  const width = Math.min(...shapeOf(model, fused));
  const heads = headsOf(model, ['n_head', 'num_attention_heads'], width, 64);
  const byLayer = options.flag('scale_attn_by_inverse_layer_idx', false);
  const root = options.flag('scale_attn_weights', true) ? 1 / Math.sqrt(width / heads) : 1;
  options.only('add_cross_attention', false);
  return {
    ...common,
    ...{ width, heads, keyHeads: heads, headDim: width / heads, transposed, causal: true },
    ...{ placement: 'pre', norm: 'layer' },
    epsilon: options.number(['layer_norm_epsilon', 'layer_norm_eps'], 1e-5, { silent: true }),
    // nanoGPT uses the exact formula. minGPT, which saves its mask, uses that of GPT-2.
    activation: options.activation(
      ['activation_function'],
      transposed && !tensors.has(`${prefix}h.0.attn.bias`) ? 'gelu' : 'gelu-tanh',
    ),
    scale: (layer) => (byLayer ? root / (layer + 1) : root),
    head: plainHead(model, common.tables.embedding, true),
  };
}

/** @param {StoredModel} model @returns {Computation} */
export function llama(model) {
  const { options, overrides } = model;
  const common = commonParts(model);
  const { model_type: type } = options.config;
  // Of these types only Qwen 3 normalises queries and keys. Such tensors are ignored for other types.
  if (type !== undefined && type !== 'qwen3')
    for (const layer of common.layerTensors) for (const norm of queryKeyNorms) delete layer[norm];
  keepBiases(options, common.layerTensors);
  const [first] = common.layerTensors;
  const [rows, width] = sidesOf(model, first.query);
  const [keyRows] = sidesOf(model, first.key);
  const [normed] = shapeOf(model, first.queryNorm);
  const usual = normed ?? (width >= 2048 ? 128 : 64);
  const heads = headsOf(model, ['num_attention_heads'], rows, usual, keyRows);
  const headDim = rows / heads;
  checkDeclared(options, 'head_dim', headDim, `the ${rows} rows of q_proj over ${heads} heads`);
  const keyHeads = overrides.keyHeads ?? keyHeadsOf(first.key, keyRows, heads, headDim);
  const whose = `the ${keyRows} rows of k_proj over heads of ${headDim}`;
  if (overrides.heads === undefined) checkDeclared(options, 'num_key_value_heads', keyHeads, whose);
  for (const name of ['attn_logit_softcapping', 'final_logit_softcapping', 'query_pre_attn_scalar'])
    options.only(name, undefined);
  const causal = options.flag('is_causal', true); // masking_utils.py
  const window = windowsOf(options, common.layers);
  if (!causal && common.layerTensors.some((_, i) => window(i) !== undefined))
    throw options.unsupported('is_causal', 'true: windows to both sides are not computed');
  return {
    ...common,
    ...{ width, heads, keyHeads, headDim, transposed: overrides.transposed ?? true, causal },
    ...{ placement: 'pre', norm: 'rms' },
    epsilon: options.number(['rms_norm_eps'], 1e-6, { silent: true }),
    activation: options.activation(['hidden_act'], 'silu'),
    scale: () => 1 / Math.sqrt(headDim),
    rotary: rotaryOf(options, headDim),
    window,
    head: plainHead(model, common.tables.embedding, options.bare),
  };
}

/** @typedef {{attention: boolean, output: boolean, mlp: boolean}} Biases which parts of a layer have some; attention: queries, keys and values */

/** The biases of each type. @type {Readonly<Record<string, (options: Options) => Biases>>} */
const biases = Object.freeze({
  // modeling_llama.py
  llama(options) {
    const attention = options.flag('attention_bias', false);
    return { attention, output: attention, mlp: options.flag('mlp_bias', false) };
  },
  // modeling_mistral.py
  mistral: () => ({ attention: false, output: false, mlp: false }),
  // modeling_qwen2.py
  qwen2: () => ({ attention: true, output: false, mlp: false }),
  // modeling_qwen3.py
  qwen3(options) {
    const attention = options.flag('attention_bias', false);
    return { attention, output: attention, mlp: false };
  },
});

/**
 * Drops the biases that the type does not use, and refuses files without those that it uses. Without a type, the
 * tensors decide.
 *
 * @param {Options} options
 * @param {readonly Layer[]} layers
 */
function keepBiases(options, layers) {
  const of = biases[String(options.config.model_type)];
  if (!of) return;
  const { attention, output, mlp } = of(options);
  keepBiasesOf(layers, ['query', 'key', 'value'], attention, options, 'attention_bias');
  keepBiasesOf(layers, ['output'], output, options, 'attention_bias');
  keepBiasesOf(layers, ['gate', 'up', 'down'], mlp, options, 'mlp_bias');
}

const queryKeyNorms = constant(['queryNorm', 'keyNorm']);

/** @type {ReadonlyMap<unknown, RotaryOptions['stretch']>} by their names in configurations */
const stretches = new Map([
  ['default', 'none'],
  ['linear', 'linear'],
  ['llama3', 'llama3'],
]);

/** @param {Options} options @param {number} headDim @returns {RotaryOptions} */
function rotaryOf(options, headDim) {
  const { config } = options;
  const given = config.rope_parameters ?? config.rope_scaling ?? {};
  if (config.rope_parameters && config.rope_scaling)
    throw options.unsupported('rope_scaling', 'none beside rope_parameters');
  if (!isObject(given))
    throw options.unsupported(
      config.rope_parameters ? 'rope_parameters' : 'rope_scaling',
      'an object',
    );
  const rope = new Options(given, options.bare);
  const type = rope.config.rope_type ?? rope.config.type ?? 'default';
  const kind = stretches.get(type);
  if (!kind)
    throw refused(
      'config.json: rope_scaling',
      describe(type),
      'default, linear or llama3: other stretches are not computed',
    );
  const nested = Object.entries(given).find(([, own]) => typeof own === 'object' && own !== null);
  if (nested)
    throw refused(
      'config.json: rope_parameters',
      describe(nested[0]),
      'the same rotation in every layer',
    );
  const base = rope.has('rope_theta')
    ? rope.number(['rope_theta'], undefined, { min: 1 })
    : options.number(['rope_theta'], 10000, { min: 1 });
  const part =
    rope.optional('partial_rotary_factor') ?? options.optional('partial_rotary_factor') ?? 1;
  const own = (/** @type {string} */ name) => rope.number([name], undefined, { min: 1e-6 });
  return {
    base,
    rotated: 2 * Math.floor((headDim * part) / 2),
    stretch: kind,
    ...(kind !== 'none' && { factor: own('factor') }),
    ...(kind === 'llama3' && {
      low: own('low_freq_factor'),
      high: own('high_freq_factor'),
      original: own('original_max_position_embeddings'),
    }),
  };
}

/**
 * Sliding windows, as in configuration_mistral.py and configuration_qwen2.py. Llama has none, whatever its file says.
 *
 * @param {Options} options
 * @param {number} layers
 * @returns {(layer: number) => number | undefined}
 */
function windowsOf(options, layers) {
  const { model_type: type, layer_types: types } = options.config;
  const isMistral = type === 'mistral';
  const on = isMistral || (type !== 'llama' && options.flag('use_sliding_window', false));
  if (!on || !options.has('sliding_window')) return () => undefined;
  const window = options.number(['sliding_window'], undefined, { whole: true, min: 1 });
  if (options.has('layer_types')) {
    const known = ['sliding_attention', 'full_attention'];
    if (!Array.isArray(types) || types.length !== layers || types.some((t) => !known.includes(t)))
      throw options.unsupported('layer_types', `${layers} of ${known.join(', ')}`);
    return (i) => (types[i] === known[0] ? window : undefined);
  }
  const from = isMistral
    ? 0
    : options.number(['max_window_layers'], 28, { whole: true, silent: true });
  return (i) => (i >= from ? window : undefined);
}
