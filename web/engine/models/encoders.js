/**
 * Encoders: BERT, RoBERTa, the encoder of T5, nn.TransformerEncoder. The first three follow their modelling files in
 * huggingface/transformers.
 */

/** @import { Computation, Head, StoredModel } from './network.js' */

import { constant } from '../border/constant.js';
import {
  commonParts,
  besideOf,
  checkMatrix,
  checkDeclared,
  headsOf,
  isTransposed,
  loneBesideOf,
  missing,
  shapeOf,
  sidesOf,
} from './common.js';
import { refused } from './header.js';
import { pairOf } from './layouts.js';
import { Options } from './options.js';

/** @param {StoredModel} model @param {boolean} roberta @returns {Computation} */
export function bert(model, roberta) {
  const { options, overrides } = model;
  const common = commonParts(model);
  const [, width] = sidesOf(model, common.layerTensors[0].query);
  const heads = headsOf(model, ['num_attention_heads'], width, 64);
  options.only('position_embedding_type', 'absolute');
  options.only('add_cross_attention', false);
  const pad = roberta ? options.number(['pad_token_id'], 1, { whole: true, silent: true }) : 0;
  const rows = model.tensors.get(common.tables.position ?? '')?.shape[0] ?? Infinity;
  if (roberta && pad + 1 >= rows)
    throw options.unsupported('pad_token_id', `less than ${rows - 1}: positions start after it`);
  const positions = (/** @type {readonly number[]} */ ids) => {
    let at = pad;
    return ids.map((id, i) => (!roberta ? i : id === pad ? pad : ++at));
  };
  // 1e-12 is the default of both configurations, but every published RoBERTa has 1e-5.
  const usual = roberta && options.bare ? 1e-5 : 1e-12;
  const epsilon = options.number(['layer_norm_eps'], usual, { silent: true });
  return {
    ...common,
    ...{ width, heads, keyHeads: heads, headDim: width / heads },
    transposed: overrides.transposed ?? true,
    causal: options.flag('is_decoder', false),
    ...{ placement: 'post', norm: 'layer', epsilon },
    activation: options.activation(['hidden_act'], 'gelu'),
    scale: () => 1 / Math.sqrt(width / heads),
    positions,
    head: maskedHead(model, roberta, common.tables.embedding),
  };
}

/** @param {StoredModel} model @param {boolean} roberta @param {string | undefined} embedding @returns {Head | undefined} */
function maskedHead(model, roberta, embedding) {
  const start = roberta ? 'lm_head' : 'cls.predictions';
  const dense = besideOf(model, roberta ? 'lm_head.dense' : 'cls.predictions.transform.dense');
  const norm = besideOf(
    model,
    roberta ? 'lm_head.layer_norm' : 'cls.predictions.transform.LayerNorm',
  );
  if (!dense || !norm) return undefined;
  const matrix = besideOf(model, `${start}.decoder`)?.weight ?? embedding;
  if (matrix === undefined) return undefined;
  const bias = loneBesideOf(model, `${start}.decoder.bias`) ?? loneBesideOf(model, `${start}.bias`);
  if (bias === undefined) throw missing(`${start}.bias`);
  // RobertaLMHead uses the exact formula, whatever hidden_act is.
  const own = roberta && { activation: constant('gelu') };
  return { matrix, transposed: true, bias, dense, ...own, norm };
}

/** @param {StoredModel} model @returns {Computation} */
export function t5(model) {
  const { options, overrides, tensors, prefix, names } = model;
  const gated = tensors.has(`${prefix}encoder.block.0.layer.1.DenseReluDense.wi_0.weight`);
  const own = gated
    ? { ...names, gate: '1.DenseReluDense.wi_0', up: '1.DenseReluDense.wi_1' }
    : names;
  const common = commonParts({ ...model, names: own });
  const [rows, width] = sidesOf(model, common.layerTensors[0].query);
  const bias = `${prefix}encoder.block.0.layer.${names.bias}`;
  const buckets = pairOf(tensors, bias);
  const stored = buckets && tensors.get(buckets.weight);
  if (!stored) throw missing(bias);
  checkMatrix(stored);
  const [count, heads] = shapeOf(model, buckets);
  if (rows % heads !== 0)
    throw refused(
      'files',
      `${rows} rows of ${common.layerTensors[0].query?.weight}`,
      `a multiple of ${heads}, the columns of relative_attention_bias`,
    );
  checkDeclared(options, 'd_kv', rows / heads, `the ${rows} rows of q over ${heads} heads`);
  checkDeclared(options, 'num_heads', heads, 'the columns of relative_attention_bias');
  checkDeclared(options, 'relative_attention_num_buckets', count, 'its rows');
  const activation = projectionOf(options, gated);
  const embedding =
    common.tables.embedding ?? pairOf(tensors, `${prefix}encoder.embed_tokens`)?.weight;
  return {
    ...common,
    tables: { ...common.tables, embedding },
    ...{ width, heads, keyHeads: heads, headDim: rows / heads },
    transposed: overrides.transposed ?? true,
    causal: false,
    ...{ placement: 'pre', norm: 'rms' },
    epsilon: options.number(['layer_norm_epsilon'], 1e-6, { silent: true }),
    activation,
    scale: () => 1, // folded into the initialisation of W_q
    relative: {
      buckets: buckets.weight,
      maxDistance: options.number(['relative_attention_max_distance'], 128, {
        whole: true,
        min: 1,
        silent: true,
      }),
    },
  };
}

/**
 * The activation of a feed-forward part. The tensors decide whether it is gated.
 *
 * @param {Options} options
 * @param {boolean} gated
 */
function projectionOf(options, gated) {
  const projection = options.config.feed_forward_proj ?? '';
  if (typeof projection !== 'string') throw options.unsupported('feed_forward_proj', 'a name');
  const files = `what the files have: ${gated ? 'wi_0 and wi_1' : 'wi'}`;
  if (projection !== '' && projection.startsWith('gated-') !== gated)
    throw options.unsupported('feed_forward_proj', files);
  checkDeclared(options, 'is_gated_act', gated, files);
  const likely = gated ? 'gelu-tanh' : 'relu';
  // How configuration_t5.py reads feed_forward_proj: 'gated-gelu' is GELU by tanh. A file may have another activation.
  if (options.has('dense_act_fn')) return options.activation(['dense_act_fn'], likely);
  const spelled = projection === 'gated-gelu' ? 'gelu_new' : projection.replace(/^gated-/, '');
  const own = new Options(spelled === '' ? {} : { feed_forward_proj: spelled }, options.bare);
  const activation = own.activation(['feed_forward_proj'], likely);
  options.assumed.push(...own.assumed);
  return activation;
}

/** @param {StoredModel} model @returns {Computation} */
export function torch(model) {
  const { options } = model;
  const common = commonParts(model);
  const width = Math.min(...shapeOf(model, common.layerTensors[0].fused));
  const transposed = isTransposed(model, common.layerTensors[0].fused);
  const heads = headsOf(model, ['nhead', 'num_heads'], width, 64);
  const first = options.flag('norm_first', false);
  if (!options.has('norm_first')) options.assume('option', { name: 'norm_first', value: false });
  return {
    ...common,
    ...{ width, heads, keyHeads: heads, headDim: width / heads },
    transposed,
    causal: options.flag('is_causal', false),
    placement: first ? 'pre' : 'post',
    norm: 'layer',
    epsilon: options.number(['layer_norm_eps'], 1e-5, { silent: true }),
    activation: options.activation(['activation'], 'relu'),
    scale: () => 1 / Math.sqrt(width / heads),
  };
}
