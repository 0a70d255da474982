/** What changes queries, keys or weights of a first layer and is not computed: it is refused by name. */

/** @import { Ground } from './ground.js' */
/** @import { Options } from './options.js' */

import { layersOf, namesOfFirst } from './ground.js';
import { refused } from './header.js';

const plain = 'a type whose first layer reads embeddings as they are';

const soft = 'weights that softmax gives';
const weighted = 'a norm with weights before the first attention';
const others = 'a type whose own masks and norms are known';

/** What is not computed, and the types that need it. @type {[types: RegExp, expected: string][]} */
const needs = [
  // modeling_gpt_bigcode.py
  [/^gpt_bigcode$/, 'queries of all heads, then keys, then values, as many of each'],
  [/^(olmo|nanochat)$/, weighted], // modeling_olmo.py, modeling_nanochat.py
  [/^gemma3n(_text)?$/, `${plain}, not mixed by AltUp`], // modeling_gemma3n.py
  [/^mobilebert$/, `${plain}, not through a bottleneck`], // modeling_mobilebert.py
  [/^(nystromformer|yoso|mra)$/, soft], // modeling_nystromformer.py, modeling_yoso.py, modeling_mra.py
  [/^(t5gemma2|moonshine_streaming)(_|$)/, others], // modeling_t5gemma2.py, modeling_moonshine_streaming.py
];

/** Refuses what would change queries and keys and is not computed. @param {Ground} ground */
export function checkFirst(ground) {
  const { options } = ground;
  const type = String(options.config.model_type);
  const needed = needs.find(([types]) => types.test(type));
  if (needed) throw options.unsupported('model_type', needed[1]);
  options.only('clip_qkv', undefined); // modeling_dbrx.py
  options.only('attention_window', undefined); // modeling_longformer.py
  options.only('head_ratio', 1); // modeling_convbert.py
  options.only('swin_norm', false); // modeling_chameleon.py
  if (ground.layout === 'bert') options.only('pre_norm', false); // modeling_xmod.py
  for (const name of ['key_multiplier', 'attention_in_multiplier']) options.only(name, 1); // modeling_falcon_h1.py
  for (const name of ['mup_scale_qk_dot_by_d', 'scale_qk_dot_by_d']) options.only(name, false); // Jais
  checkHeadNorms(ground);
  checkSinks(ground);
  checkBiases(ground);
}

/** VideoMAE's stand beside the projections: modeling_videomae.py. @param {Ground} ground */
function checkBiases(ground) {
  const bias = namesOfFirst(ground).find(({ own }) => own === 'attention.attention.q_bias');
  if (bias)
    throw refused('files', bias.name, 'query.bias: biases apart from their matrices are not added');
}

/** What files call scores of a key that is not there: modeling_gpt_oss.py; MiMo-V2. */
const sinks = /^(self_attn|attn)\.(sinks?|attention_sink_bias)$/;

/** With sinks, weights sum up to less than 1. @param {Ground} ground */
function checkSinks(ground) {
  const sink = namesOfFirst(ground).find((name) => sinks.test(name.own));
  if (sink) throw refused('files', sink.name, 'none: sinks of attention are not computed');
}

/** What configurations call norms of queries and keys: modeling_stablelm.py, modeling_phi.py; modeling_persimmon.py; modeling_cohere.py. */
const headNormOptions = ['qk_layernorm', 'qk_layernorms', 'use_qk_norm'];

/** And what files do, beside q_norm and k_norm: modeling_phi.py; modeling_hunyuan_v1_dense.py. */
const otherHeadNorms = /^(self_attn|attn|attention)\.((q|k)_|query_|key_)(layernorm|ln)\b/;

/** Whether a configuration says that there are none. @param {Options} options */
export const deniesHeadNorms = ({ config }) =>
  headNormOptions.some((name) => config[name] === false);

/** Norms of queries and keys are computed where they are called q_norm and k_norm. @param {Ground} ground */
function checkHeadNorms(ground) {
  const { options } = ground;
  const [named] = layersOf(ground, 1).map(({ queryNorm }) => queryNorm);
  const told = headNormOptions.find((name) => options.has(name));
  if (told && !named) options.only(told, false);
  if (told) return;
  const other = namesOfFirst(ground).find(({ own }) => otherHeadNorms.test(own));
  if (other)
    throw refused(
      'files',
      other.name,
      'q_norm and k_norm: no other norms of queries and keys are computed',
    );
}
