/**
 * PyTorch's scaled_dot_product_attention and MultiheadAttention with gradients, with PyTorch's argument names and
 * meaning of masks, without dropout. Converts layouts and names; the engine computes in float32.
 *
 * Boolean masks mean opposite things in the two functions, as in PyTorch: true = the key takes part in
 * scaledDotProductAttention, true = the key is masked in multiheadAttention.
 *
 * One result differs from PyTorch's: in a row that sees no key, the weights and the attention's output are 0, where
 * PyTorch returns NaN (newer versions of scaled_dot_product_attention also return 0). multiheadAttention therefore
 * returns out_proj_bias there.
 *
 * @example
 * import { load, tensor } from 'scaledot';
 * import { scaledDotProductAttention } from 'scaledot/torch';
 * const sd = await load();
 * const output = scaledDotProductAttention(sd, query, key, value, { is_causal: true });
 */
import { constant } from '../border/constant.js';
import { checkOptions } from '../border/option-table.js';
import {
  checkBroadcast,
  checkEngine,
  checkShape,
  commonShape,
  expanded,
  readOptional,
  readTensor,
  reshaped,
  summed,
} from './rearrange.js';
import { gradientsOf, meanOverHeads, readLoss, readMultihead } from './torch-multihead.js';
import { multiheadGradientOptions, scaledDotProductOptions } from './torch-options.js';
import { readStateDict } from './torch-state-dict.js';
import { describeShape, mismatch, sizeOf } from '../border/tensor.js';

/** @import { BooleanTensor, FloatTensor } from './types.js' */

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../types.js').NestedNumbers} NestedNumbers */
/** @typedef {import('../types.js').NumberArray} NumberArray */
/** @typedef {import('./types.js').Floats} Floats */
/** @typedef {import('./types.js').Halves} Halves */

/**
 * @typedef {{data: Float32Array, shape: number[]}} Tensor row-major
 *
 * @typedef {FloatTensor} TorchTensor
 * @typedef {TorchTensor | NestedNumbers | NumberArray} TorchInput a tensor, or a nested or typed array of numbers
 * @typedef {TorchInput | BooleanTensor} TorchMask boolean if its numbers are in Uint8Arrays, its dtype is 'bool' or it
 *   is a nested array of booleans; otherwise added to the scores, also what tensor() makes of a Uint8Array
 *
 * @typedef {object} ScaledDotProductOptions
 * @property {TorchMask | null} [attn_mask] broadcast to [..., heads, L, S]: boolean, true = takes part, or
 *   float, added to the scores. Not together with is_causal
 * @property {0} [dropout_p] must be 0: there is no dropout here
 * @property {boolean} [is_causal] false; query i sees keys 0 to i, counted from the upper left corner
 * @property {number | null} [scale] 1/sqrt(E)
 * @property {boolean} [enable_gqa] false; key and value may have fewer heads than the query
 *
 * @typedef {object} ScaledDotProductGradient of a loss with respect to each argument, in its shape
 * @property {Tensor} query in the shape of query
 * @property {Tensor} key in the shape of key, summed where it was broadcast
 * @property {Tensor} value in the shape of value, summed where it was broadcast
 * @property {Tensor} [attn_mask] for a float mask, in its shape
 * @property {number} scale the factor
 *
 * @typedef {object} MultiheadOptions the arguments and parameters of torch.nn.MultiheadAttention, E
 *   numbers wide; weights are stored [out, in]
 * @property {number} num_heads
 * @property {TorchInput | null} [in_proj_weight] [3 E, E]; otherwise the next three are required
 * @property {TorchInput | null} [q_proj_weight] [E, E]
 * @property {TorchInput | null} [k_proj_weight] [E, kdim]
 * @property {TorchInput | null} [v_proj_weight] [E, vdim]
 * @property {TorchInput | null} [in_proj_bias] [3 E]
 * @property {TorchInput} out_proj_weight [E, E]
 * @property {TorchInput | null} [out_proj_bias] [E]
 * @property {TorchInput | null} [bias_k] [1, 1, E], an extra key; only with bias_v
 * @property {TorchInput | null} [bias_v] [1, 1, E]
 * @property {boolean} [add_zero_attn] false; adds a key and a value of zeros
 * @property {TorchMask | null} [key_padding_mask] [B, S], [S] if unbatched: boolean, true = masked, or
 *   float, added to the scores
 * @property {TorchMask | null} [attn_mask] [L, S] or [B num_heads, L, S]: boolean, true = masked, or
 *   float, added to the scores
 * @property {boolean} [is_causal] false; as in PyTorch, a hint that attn_mask is causal, which changes nothing. Throws
 *   if attn_mask is missing or not causal
 * @property {boolean} [need_weights] true
 * @property {boolean} [average_attn_weights] true; the mean over the heads
 * @property {boolean} [batch_first] false
 * @property {number | null} [embed_dim] E, checked if given
 * @property {number | null} [kdim] checked if given
 * @property {number | null} [vdim] checked if given
 *
 * @typedef {MultiheadOptions & {grad_weights?: TorchInput | null}} MultiheadGradientOptions grad_weights: in the shape of the
 *   weights
 *
 * @typedef {object} MultiheadGradient of a loss with respect to each argument, by its name and in its shape
 * @property {Tensor} query in the shape of query
 * @property {Tensor} key in the shape of key
 * @property {Tensor} value in the shape of value
 * @property {Tensor} [in_proj_weight] [3 E, E]
 * @property {Tensor} [q_proj_weight] [E, E]
 * @property {Tensor} [k_proj_weight] [E, kdim]
 * @property {Tensor} [v_proj_weight] [E, vdim]
 * @property {Tensor} [in_proj_bias] [3 E]
 * @property {Tensor} out_proj_weight [E, E]
 * @property {Tensor} [out_proj_bias] [E]
 * @property {Tensor} [bias_k] [1, 1, E]
 * @property {Tensor} [bias_v] [1, 1, E]
 * @property {Tensor} [attn_mask] for a float mask, in its shape
 * @property {Tensor} [key_padding_mask] for a float mask, in its shape
 *
 * @typedef {object} StateDictOptions
 * @property {number} num_heads the number of heads, which the shapes of the parameters do not determine
 * @property {string} [prefix] ''; prefix of the names, such as 'encoder.layers.0.self_attn.', with or without the last
 *   dot
 *
 * @typedef {object} MultiheadParameters options of multiheadAttention(), not copied
 * @property {number} num_heads
 * @property {number} embed_dim
 * @property {number} kdim
 * @property {number} vdim
 * @property {Tensor} [in_proj_weight] [3 E, E]
 * @property {Tensor} [q_proj_weight] [E, E]
 * @property {Tensor} [k_proj_weight] [E, kdim]
 * @property {Tensor} [v_proj_weight] [E, vdim]
 * @property {Tensor} [in_proj_bias] [3 E]
 * @property {Tensor} out_proj_weight [E, E]
 * @property {Tensor} [out_proj_bias] [E]
 * @property {Tensor} [bias_k] [1, 1, E]
 * @property {Tensor} [bias_v] [1, 1, E]
 */

/**
 * @template {boolean} [Needed=boolean]
 * @typedef {{output: Tensor} & WeightsOf<Needed>} MultiheadResult output: [L, B, E], [B, L, E] if batch_first, [L, E]
 *   if unbatched; weights: [B, L, S], or [B, num_heads, L, S] if not averaged, without B if unbatched. S includes the
 *   keys of bias_k and add_zero_attn
 */

/**
 * @template {boolean} Needed
 * @typedef {[Needed] extends [true] ? {weights: Tensor} : [Needed] extends [false] ? {weights?: undefined} : {weights?: Tensor}} WeightsOf
 *   need_weights
 */

/** @param {Floats} tensor of 2 axes or more @returns {Floats} of at most 4, with the leading axes merged */
function folded(tensor) {
  const { shape } = tensor;
  if (shape.length <= 4) return tensor;
  return reshaped(tensor, [sizeOf(shape.slice(0, -3)), ...shape.slice(-3)]);
}

/** Checks the dimensions that must be equal with any broadcasting. @param {readonly number[][]} shapes of query, key and value */
function checkOperands([query, key, value]) {
  for (const [name, shape] of Object.entries({ query, key, value })) {
    if (shape.length >= 2) continue;
    throw new RangeError(`${name}: got the shape ${describeShape(shape)}; expected 2 axes or more`);
  }
  if (key[key.length - 1] !== query[query.length - 1]) {
    throw mismatch('key', key, 'query', query, 'the last dimensions must be equal');
  }
  if (value[value.length - 2] !== key[key.length - 2]) {
    throw mismatch('value', value, 'key', key, 'the second last dimensions must be equal');
  }
}

/** @param {readonly number[][]} shapes of query, key and value; key and value may have fewer heads */
function checkGroups([query, key, value]) {
  const [heads, keyHeads, valueHeads] = [query, key, value].map((shape) => shape[shape.length - 3]);
  const divides = keyHeads === 0 ? heads === 0 : heads % keyHeads === 0; // false without heads
  if (!divides) {
    const rule = "with enable_gqa the key's heads must divide the query's";
    throw mismatch('key', key, 'query', query, rule);
  }
  if (valueHeads !== keyHeads) {
    throw mismatch('value', value, 'key', key, 'with enable_gqa the heads must be equal');
  }
}

/**
 * The shapes of query, key and value after PyTorch's broadcasting: of all axes but the last two, or, with groups, of
 * the axes before the heads.
 *
 * @param {readonly number[][]} shapes as given
 * @param {boolean} grouped fewer heads of keys and values are allowed
 * @returns {{shapes: number[][], scores: number[]}} scores: the shape to which a mask is broadcast
 */
function broadcast(shapes, grouped) {
  checkOperands(shapes);
  if (grouped) checkGroups(shapes);
  const [query, key, value] = shapes;
  const own = grouped ? 3 : 2;
  const outer = shapes.map((shape) => shape.slice(0, -own));
  const rule = grouped
    ? 'the dimensions before the heads must be equal or 1'
    : 'all but the last two dimensions must be equal or 1 unless enable_gqa is true';
  const ofScores = commonShape(outer.slice(0, 2));
  if (!ofScores) throw mismatch('key', key, 'query', query, rule);
  const common = commonShape(outer);
  if (!common) throw mismatch('value', value, 'key', key, rule);
  // The engine itself shares a single head.
  const isShared =
    !grouped && common.length > 0 && [key, value].every((shape) => (shape.at(-3) ?? 1) === 1);
  const ofKeys = isShared ? common.with(-1, 1) : common;
  return {
    shapes: shapes.map((shape, i) => [...(i === 0 ? common : ofKeys), ...shape.slice(-own)]),
    scores: [...ofScores, ...query.slice(-own, -1), key[key.length - 2]],
  };
}

/**
 * @param {unknown} value
 * @param {readonly number[]} scores the shape to which it can be broadcast
 * @param {readonly number[]} leading the leading axes of the output, which replace the front of that shape
 */
function readMask(value, scores, leading) {
  const given = readOptional('attn_mask', value, ['float', 'bool']);
  if (!given) return undefined;
  checkBroadcast('attn_mask', given, scores);
  // The leading axes are expanded in full if they are merged into one.
  const tooLong = leading.length > 3 && given.shape.length > 3;
  const whole = [...leading.slice(0, -2), ...given.shape.slice(-3)];
  const laidOut = tooLong ? expanded(given, whole) : given;
  return { given, shape: laidOut.shape, isBool: given.kind === 'bool', tensor: folded(laidOut) };
}

/**
 * Reads the arguments: tensors in the engine's form, and their original shapes.
 *
 * @param {TorchInput} query
 * @param {TorchInput} key
 * @param {TorchInput} value
 * @param {ScaledDotProductOptions} options
 */
function readDotProduct(query, key, value, options) {
  const given = checkOptions('options', options, scaledDotProductOptions);
  const { attn_mask, is_causal: causal, scale, enable_gqa: grouped } = given;
  const operands = Object.entries({ query, key, value }).map(([name, each]) =>
    readTensor(name, each),
  );
  const own = operands.map(({ shape }) => shape);
  const { shapes, scores } = broadcast(own, grouped);
  const leading = shapes[0].slice(0, -1);
  const mask = readMask(attn_mask, scores, leading);
  if (mask && causal) {
    throw new TypeError('attn_mask: got it together with is_causal; expected one of the two only');
  }
  const settings = {
    ...(mask && { mask: mask.isBool ? { allow: mask.tensor } : { bias: mask.tensor } }),
    ...(causal && { causal: constant('upper-left') }),
    ...(scale !== undefined && { scale }),
  };
  const [q, k, v] = operands.map((tensor, i) => folded(expanded(tensor, shapes[i])));
  const output = [...leading, shapes[2][shapes[2].length - 1]];
  return { q, k, v, settings, own, shapes, mask, output };
}

/**
 * Computes torch.nn.functional.scaled_dot_product_attention. Axes before the last two are broadcast, as in PyTorch.
 *
 * @param {Engine} sd
 * @param {TorchInput} query [..., heads, L, E], 2 axes or more
 * @param {TorchInput} key [..., heads, S, E]
 * @param {TorchInput} value [..., heads, S, Ev]
 * @param {ScaledDotProductOptions} [options]
 * @returns {Tensor} [..., heads, L, Ev]
 */
export function scaledDotProductAttention(sd, query, key, value, options = {}) {
  const engine = checkEngine(sd);
  const { q, k, v, settings, output } = readDotProduct(query, key, value, options);
  return reshaped(engine.attention(q, k, v, settings).output, output);
}

/**
 * Returns the gradients that autograd computes for scaled_dot_product_attention: of a loss with respect to each
 * argument, given its gradient with respect to the output.
 *
 * @param {Engine} sd
 * @param {TorchInput} query [..., heads, L, E], as for scaledDotProductAttention()
 * @param {TorchInput} key [..., heads, S, E]
 * @param {TorchInput} value [..., heads, S, Ev]
 * @param {TorchInput} grad_output in the shape of the output
 * @param {ScaledDotProductOptions} [options]
 * @returns {ScaledDotProductGradient}
 */
export function scaledDotProductAttentionGradient(
  sd,
  query,
  key,
  value,
  grad_output,
  options = {},
) {
  const engine = checkEngine(sd);
  const { q, k, v, settings, own, shapes, mask, output } = readDotProduct(
    query,
    key,
    value,
    options,
  );
  const given = readTensor('grad_output', grad_output);
  checkShape('grad_output', given, output, 'that of the output');
  const gradient = engine.attentionGradient(q, k, v, folded(given), settings);
  const [ofQuery, ofKey, ofValue] = [gradient.query, gradient.key, gradient.value].map((each, i) =>
    summed(engine, reshaped(each, shapes[i]), own[i]),
  );
  return {
    query: ofQuery,
    key: ofKey,
    value: ofValue,
    scale: gradient.scale,
    ...(mask &&
      gradient.bias && {
        attn_mask: summed(engine, reshaped(gradient.bias, mask.shape), mask.given.shape),
      }),
  };
}

/**
 * Computes the forward pass of torch.nn.MultiheadAttention in evaluation mode.
 *
 * @template {boolean} [Needed=true]
 * @param {Engine} sd
 * @param {TorchInput} query [L, B, E], [B, L, E] if batch_first, or [L, E]
 * @param {TorchInput} key [S, B, kdim], [B, S, kdim] or [S, kdim]
 * @param {TorchInput} value [S, B, vdim], [B, S, vdim] or [S, vdim]
 * @param {MultiheadOptions & {need_weights?: Needed}} options
 * @returns {MultiheadResult<Needed>}
 */
export function multiheadAttention(sd, query, key, value, options) {
  const engine = checkEngine(sd);
  const call = readMultihead(query, key, value, options);
  const { q, k, v, parameters, settings, needWeights, average, exchanged } = call;
  const { output, weights } = engine.multiHeadAttention(q, k, v, parameters, {
    ...settings,
    returns: needWeights ? ['output', 'weights'] : ['output'],
  });
  /** @type {any} */
  const result = {
    output: exchanged(output),
    ...(weights && { weights: average ? meanOverHeads(weights) : weights }),
  };
  return result;
}

/**
 * Returns the gradients that autograd computes for torch.nn.MultiheadAttention: of a loss with respect to each input,
 * parameter and float mask, given its gradients with respect to the output and, as grad_weights, to the weights.
 *
 * Gradients are per argument: if query, key and value are the same tensor, its gradient is the sum of the three.
 *
 * @param {Engine} sd
 * @param {TorchInput} query [L, B, E], [B, L, E] if batch_first, or [L, E], as for multiheadAttention()
 * @param {TorchInput} key [S, B, kdim], [B, S, kdim] or [S, kdim]
 * @param {TorchInput} value [S, B, vdim], [B, S, vdim] or [S, vdim]
 * @param {TorchInput | null} grad_output in the shape of the output; null with grad_weights: the loss depends only on
 *   the weights
 * @param {MultiheadGradientOptions} options those of multiheadAttention(), and grad_weights
 * @returns {MultiheadGradient}
 */
export function multiheadAttentionGradient(sd, query, key, value, grad_output, options) {
  const engine = checkEngine(sd);
  const call = readMultihead(query, key, value, options, multiheadGradientOptions);
  const { q, k, v, parameters, settings } = call;
  const { outputGradient, ...ofWeights } = readLoss(call, grad_output);
  const all = { ...settings, ...ofWeights };
  return gradientsOf(
    engine,
    call,
    engine.multiHeadAttentionGradient(q, k, v, parameters, outputGradient, all),
  );
}

/**
 * Reads the parameters of a torch.nn.MultiheadAttention from its state dict, by their names there: in_proj_weight,
 * in_proj_bias, out_proj.weight, out_proj.bias; q_proj_weight, k_proj_weight and v_proj_weight; bias_k and bias_v.
 * embed_dim, kdim and vdim follow from the shapes. Throws for unknown names, as load_state_dict() does.
 *
 * @param {Readonly<Record<string, TorchInput>>} state_dict tensors by name, as sd.readSafetensors(bytes).tensors
 * @param {StateDictOptions} options
 * @returns {MultiheadParameters}
 */
export function multiheadFromStateDict(state_dict, options) {
  return readStateDict(state_dict, options);
}
