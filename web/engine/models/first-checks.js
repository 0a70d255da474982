/** Refuses by name everything that changes queries, keys or weights of a first layer and is not computed. */

/** @import { StoredModel } from './network.js' */
/** @import { Options } from './options.js' */

import { describeShape } from '../border/tensor.js';
import { layersOf, namesOfFirst } from './common.js';
import { refused } from './header.js';

const plain = 'a type whose first layer reads embeddings as they are';

const soft = 'weights that softmax gives';
const weighted = 'a norm with weights before the first attention';
const others = 'a type whose own masks and norms are known';

/** Computations that are missing here, and the types that need them. @type {[types: RegExp, expected: string][]} */
const needs = [
  // modeling_gpt_bigcode.py
  [/^gpt_bigcode$/, 'queries of all heads, then keys, then values, as many of each'],
  [/^(olmo|nanochat)$/, weighted], // modeling_olmo.py, modeling_nanochat.py
  [/^gemma3n(_text)?$/, `${plain}, not mixed by AltUp`], // modeling_gemma3n.py
  [/^mobilebert$/, `${plain}, not through a bottleneck`], // modeling_mobilebert.py
  [/^(nystromformer|yoso|mra)$/, soft], // modeling_nystromformer.py, modeling_yoso.py, modeling_mra.py
  [/^(t5gemma2|moonshine_streaming)(_|$)/, others], // modeling_t5gemma2.py, modeling_moonshine_streaming.py
];

/** Refuses models whose queries or keys need a computation that is missing here. @param {StoredModel} model */
export function checkFirst(model) {
  const { options, layout, prefix } = model;
  const needed = needs.find(([types]) => types.test(options.type));
  if (needed) throw options.unsupported('model_type', needed[1]);
  options.only('clip_qkv', undefined); // modeling_dbrx.py
  // modeling_longformer.py; LED has it in its encoder only
  if (!/(^|\.)decoder\.$/.test(prefix)) options.only('attention_window', undefined);
  options.only('head_ratio', 1); // modeling_convbert.py
  options.only('swin_norm', false); // modeling_chameleon.py
  if (layout === 'bert') options.only('pre_norm', false); // modeling_xmod.py
  for (const name of ['key_multiplier', 'attention_in_multiplier']) options.only(name, 1); // modeling_falcon_h1.py
  for (const name of ['mup_scale_qk_dot_by_d', 'scale_qk_dot_by_d']) options.only(name, false); // Jais
  checkHeadNorms(model);
}

/**
 * Options for norms of queries and keys: modeling_stablelm.py, modeling_phi.py; modeling_persimmon.py;
 * modeling_cohere.py.
 */
const headNormOptions = ['qk_layernorm', 'qk_layernorms', 'use_qk_norm'];

/** Whether a configuration turns them off. @param {Options} options */
export const deniesHeadNorms = ({ config }) =>
  headNormOptions.some((name) => config[name] === false);

/** Refuses norms of queries and keys, unless they are named q_norm and k_norm and are the same for every head. @param {StoredModel} model */
function checkHeadNorms(model) {
  const { options } = model;
  const [{ queryNorm, keyNorm }] = layersOf(model, 1);
  const told = headNormOptions.find((name) => options.has(name));
  if (told && !queryNorm) options.only(told, false);
  if (deniesHeadNorms(options)) return;
  for (const norm of [queryNorm, keyNorm]) {
    const tensor = norm && model.tensors.get(norm.weight);
    if (tensor && tensor.shape.length !== 1)
      throw refused(
        `${tensor.source.name}: ${tensor.name}`,
        `the shape ${describeShape(tensor.shape)}`,
        'one axis: norms that differ by heads are not computed',
      );
  }
}

/** Tensors of an attention. */
const attention = /^(0\.)?(self_attn|attn|attention|SelfAttention)\./;

/**
 * Tensors that do not change the scores: values and everything after the weights; norms that are found elsewhere;
 * positions, which are not computed; known masks; queries of entities in LUKE.
 */
const harmless = [
  /^((self|attention)\.)?(v|value|o|out|c|g|gate)(_proj|_norm|_bias)?(\.|$)/,
  /^(output|dense|attn_sub_norm|inner_attn_ln)\./,
  /^(LayerNorm|ln|self_attn_layer_norm)\./,
  /rotary|inv_freq|position|relative|distance_embedding/,
  /^(bias|masked_bias)$/,
  /^self\.[we]2[we]_query\./,
];

/** Norms of queries and keys. */
const headNorms = /^((q|k)_|query_|key_)(layer)?(norm|ln)/;

/** Refuses unknown tensors in the first attention. @param {StoredModel} model */
export function checkAttention(model) {
  const pairs = Object.values(layersOf(model, 1)[0]);
  const known = new Set(pairs.flatMap(({ weight, bias }) => [weight, bias]));
  const all = [...harmless, ...(deniesHeadNorms(model.options) ? [headNorms] : [])];
  const other = namesOfFirst(model).find(({ name, own }) => {
    const inner = own.replace(attention, '');
    return inner !== own && !known.has(name) && !all.some((each) => each.test(inner));
  });
  if (other) throw refused('files', other.name, 'none: what it does to scores is not computed');
}

/**
 * Word embeddings, the token type embeddings that are added to them, their norm; positions, which are not computed;
 * everything for images.
 */
const embedded =
  /^((word|token)_embeddings?|token_type_(embeddings|ids)|layer_?norm)(\.|$)|position|^visual_/i;

/** Refuses unknown tensors beside the embeddings. @param {StoredModel} model @param {string | undefined} embedding */
export function checkEmbeddings({ tensors }, embedding) {
  const [start] = /^.*embeddings\.(?=\w+\.)/.exec(embedding ?? '') ?? [];
  if (start === undefined) return;
  const other = [...tensors.keys()].find(
    (name) => name.startsWith(start) && !embedded.test(name.slice(start.length)),
  );
  if (other) throw refused('files', other, 'none: what it does to embeddings is not computed');
}
