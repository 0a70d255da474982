/**
 * Attributes and options of the functions of scaledot/onnx. Those that depend on the shapes of a call are checked with
 * them.
 */

/** @import { Option } from '../border/types.js' */

import { isList, wrongType, wrongValue } from '../border/checks.js';
import { constant } from '../border/constant.js';
import { later, number, optional } from '../border/option-table.js';

/** @param {number} max */
const wholeTo = (max) => ({ min: 0, max, whole: true });
const bit = number(wholeTo(1), 0);
/** If it is missing, the heads have an axis of their own. */
const headCount = optional(number(wholeTo(2 ** 31 - 1)));

/** float, float16, double and bfloat16 in the numbering of TensorProto. @type {readonly unknown[]} */
const precisions = [1, 10, 11, 16];
/** @type {Option<unknown>} */
const precision = optional({
  check(name, value) {
    if (precisions.includes(value)) return value;
    throw wrongValue(name, value, `one of ${precisions.join(', ')}`);
  },
});

/** @param {number} first @param {number} [last] @returns {Option<number>} */
const opsetFrom = (first, last = Infinity) => ({
  check(name, value) {
    const expected =
      last === Infinity ? `a whole number of at least ${first}` : `${first} or ${last}`;
    if (typeof value !== 'number') throw wrongType(name, value, expected);
    if (Number.isInteger(value) && value >= first && value <= last) return value;
    throw wrongValue(name, value, expected);
  },
  initial: first,
});

export const outputNames = constant(['Y', 'present_key', 'present_value', 'qk_matmul_output']);

/** @param {string} name @param {unknown} outputs @returns {readonly unknown[]} */
function checkOutputs(name, outputs) {
  const names = outputNames.join(', ');
  if (!isList(outputs)) throw wrongType(name, outputs, `an array of ${names}`);
  const own = [];
  for (let i = 0; i < outputs.length; ++i) {
    const output = outputs[i];
    if (!outputNames.includes(output)) throw wrongValue(`${name}[${i}]`, output, `one of ${names}`);
    own.push(output);
  }
  return own;
}

export const attentionAttributes = {
  is_causal: bit,
  q_num_heads: headCount,
  kv_num_heads: headCount,
  scale: optional(number({ min: -Number.MAX_VALUE, max: Number.MAX_VALUE })),
  softcap: number({ min: 0, max: Number.MAX_VALUE }, 0),
  qk_matmul_output_mode: number(wholeTo(3), 0),
  softmax_precision: precision,
};
export const attentionOptions = {
  opset: { ...opsetFrom(23, 24), initial: 24 },
  outputs: { check: checkOutputs, initial: outputNames },
};

/** Its limits depend on a shape. @type {Option<any>} */
const axis = later(-1);
export const softmaxAttributes = { axis };
export const softmaxOptions = { opset: opsetFrom(13) };
export const logSoftmaxOptions = softmaxOptions;

export const normalizationAttributes = {
  axis,
  epsilon: number({ min: 0, max: Number.MAX_VALUE }, 1e-5),
  stash_type: precision,
};
export const layerNormalizationOptions = { opset: opsetFrom(17) };
export const rmsNormalizationOptions = { opset: opsetFrom(23) };

export const rotaryEmbeddingAttributes = {
  interleaved: bit,
  num_heads: headCount,
  rotary_embedding_dim: later(0),
};
export const rotaryEmbeddingOptions = { opset: opsetFrom(23) };
