/** The options of the functions of scaledot/torch. Those that depend on the shapes of a call are checked with them. */

/** @import { Option } from '../border/types.js' */

import { wrongType, wrongValue } from '../border/checks.js';
import { flag, later, number } from '../border/option-table.js';

/** Also accepts null, for PyTorch's None. @template Value @param {Option<Value>} option @returns {Option<Value | undefined>} */
const orNone = (option) => ({
  ...option,
  check: (name, value) =>
    value === null || value === undefined ? undefined : option.check(name, value),
});

/** @param {string} name @param {unknown} value */
function checkDropout(name, value) {
  if (value === 0) return value;
  const refused = typeof value === 'number' ? wrongValue : wrongType;
  throw refused(name, value, '0, because there is no dropout');
}

/** @param {string} name @param {unknown} value @returns {string} with its final dot, as in state_dict() */
function checkPrefix(name, value) {
  const prefix = value ?? '';
  if (typeof prefix !== 'string')
    throw wrongType(name, prefix, 'a string, which stands before the names');
  return prefix === '' || prefix.endsWith('.') ? prefix : `${prefix}.`;
}

export const scaledDotProductOptions = {
  attn_mask: later(),
  dropout_p: { check: checkDropout, initial: 0 },
  is_causal: flag(),
  scale: orNone(number({ min: -Number.MAX_VALUE, max: Number.MAX_VALUE })),
  enable_gqa: flag(),
};

export const multiheadOptions = {
  num_heads: later(),
  in_proj_weight: later(),
  in_proj_bias: later(),
  out_proj_weight: later(),
  out_proj_bias: later(),
  q_proj_weight: later(),
  k_proj_weight: later(),
  v_proj_weight: later(),
  bias_k: later(),
  bias_v: later(),
  add_zero_attn: flag(),
  key_padding_mask: later(),
  attn_mask: later(),
  is_causal: flag(),
  need_weights: flag(true),
  average_attn_weights: flag(true),
  batch_first: flag(),
  embed_dim: later(),
  kdim: later(),
  vdim: later(),
};
export const multiheadGradientOptions = { ...multiheadOptions, grad_weights: later() };

export const stateDictOptions = {
  num_heads: later(),
  prefix: { check: checkPrefix, initial: '' },
};
