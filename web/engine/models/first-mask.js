/** Which tokens a token of the first layer sees. */

/** @import { StoredModel } from './network.js' */
/** @import { Options } from './options.js' */

import { modelLimits } from './limits.js';
import { isEncoder, isTower } from './nested.js';

/** CLIP's text encoder is causal (modeling_clip.py and its copies); SigLIP's text encoder is not. @param {StoredModel} model */
const isClipText = ({ options, prefix, tensors }) =>
  /(^|\.)text_model\.encoder\.$/.test(prefix) &&
  !/^siglip/.test(options.type) &&
  !tensors.has(prefix.replace(/encoder\.$/, 'head.weight')); // only SigLIP has this tensor

/** Allowed values of use_bidirectional_attention. @type {readonly unknown[]} */
const openness = [true, false, 'all', 'vision'];

/** Whether a decoder is bidirectional: modeling_gemma3.py; in modeling_gemma4.py 'vision' applies to images only. @param {Options} options */
function isOpen(options) {
  const name = 'use_bidirectional_attention';
  const value = options.config[name] ?? false;
  if (!openness.includes(value)) throw options.unsupported(name, 'true, false, "all" or "vision"');
  return value === true || value === 'all';
}

/** Types with bidirectional decoders: modeling_detr.py and its relatives; modeling_eurobert.py; Dream. */
const openTypes = [
  ...['detr', 'conditional_detr', 'deformable_detr', 'rt_detr', 'rt_detr_v2', 'd_fine'],
  ...['table-transformer', 'eurobert', 'Dream'],
];

/** Whether later tokens are hidden. @param {StoredModel} model */
function isCausal(model) {
  const { options, layout, prefix } = model;
  if (layout === 'bert') return options.type === 'git' || options.flag('is_decoder', false); // modeling_git.py
  if (['t5', 'vit'].includes(layout)) return false;
  if (openTypes.includes(options.type)) return false;
  if (/(^|\.)mask_decoder\./.test(prefix)) return false; // modeling_sam.py
  // decision_transformer names its GPT-2 `encoder`
  if (layout !== 'gpt2' && isEncoder(prefix)) return isClipText(model);
  return !isTower(prefix) && !isOpen(options) && options.flag('is_causal', true); // masking_utils.py
}

/** Whether the window of the options applies to the first layer. @param {Options} options */
function isWindowed(options) {
  const { type, config } = options;
  const { layer_types: types } = config;
  // Qwen models have a window only if they say so, and Llama models never have one: configuration_qwen2.py.
  const isUsual = !/^(llama|qwen)/.test(type);
  if (!options.flag('use_sliding_window', isUsual)) return false;
  if (Array.isArray(types)) return types[0] === 'sliding_attention';
  // Every n-th layer has no window: configuration_gemma3.py, configuration_cohere2.py.
  if (options.config.sliding_window_pattern === 1) return false;
  return isUsual || options.config.max_window_layers === 0;
}

/** The number of tokens that a token sees on one side, including itself. @param {Options} options */
function windowOf(options) {
  const most = modelLimits.tokens.max;
  const chunk = 'attention_chunk_size'; // modeling_llama4.py
  if (options.has(chunk) && options.number([chunk], undefined) < most)
    throw options.unsupported(chunk, `${most} or more: chunks are not computed`);
  if (!options.has('sliding_window') || !isWindowed(options)) return undefined;
  const all = options.number(['sliding_window'], undefined, { whole: true, min: 1 });
  if (all > most) return undefined; // longer than any text
  options.assume('option', { name: 'sliding_window', value: all });
  return isOpen(options) ? Math.floor(all / 2) + 1 : all; // configuration_gemma3.py
}

/** @param {StoredModel} model */
export function maskOf(model) {
  const { options } = model;
  const causal = isCausal(model);
  options.assume(causal ? 'causal' : 'bidirectional');
  const window = windowOf(options);
  return { causal, window: () => window };
}
