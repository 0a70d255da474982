/**
 * Converts the arguments of PyTorch's MultiheadAttention to the engine's, and the engine's gradients to PyTorch's
 * names.
 */
import { checkNumber, wrongValue } from '../border/checks.js';
import { constant } from '../border/constant.js';
import { checkOptions } from '../border/option-table.js';
import {
  checkRank,
  checkShape,
  cut,
  expanded,
  joined,
  padded,
  permuted,
  readOptional,
  readTensor,
  reshaped,
  rowsOf,
  summed,
} from './rearrange.js';
import { describeShape, mismatch, sameShape, sizeOf } from '../border/tensor.js';
import { multiheadOptions } from './torch-options.js';

/** @typedef {import('../engine.js').Engine} Engine */
/** @import { Checked } from '../border/types.js' */
/** @typedef {import('../types.js').MultiHeadGradient} MultiHeadGradient */
/** @typedef {import('./types.js').Floats} Floats */
/** @typedef {import('./types.js').Read} Read */
/** @typedef {import('./torch.js').MultiheadGradient} MultiheadGradient */
/** @typedef {import('./torch.js').MultiheadGradientOptions} MultiheadGradientOptions */
/** @typedef {import('./torch.js').TorchInput} TorchInput */
/** @typedef {Pick<MultiheadGradient, 'attn_mask' | 'key_padding_mask'>} OfMasks */
/** @typedef {Omit<MultiheadGradient, 'query' | 'key' | 'value' | keyof OfMasks>} OfParameters */
/** @typedef {Checked<typeof multiheadOptions> & {grad_weights?: unknown}} Given */

const projectionNames = constant(['q_proj_weight', 'k_proj_weight', 'v_proj_weight']);

/** The parameters of the module, by their names in the options. */
export const parameterNames = constant([
  'in_proj_weight',
  'in_proj_bias',
  'out_proj_weight',
  'out_proj_bias',
  ...projectionNames,
  'bias_k',
  'bias_v',
]);

// Parameters ----------------------------------------------------------------------------------------

/** @param {Floats} weight [out, in] @returns {Floats} [in, out] */
const transposed = (weight) => permuted(weight, [1, 0]);

/**
 * @param {Given} given
 * @param {number} width E
 * @param {number} keyWidth
 * @param {number} valueWidth
 * @returns {Floats[]} the three weights as torch stores them
 */
function projections(given, width, keyWidth, valueWidth) {
  const packed = readOptional('in_proj_weight', given.in_proj_weight);
  const present = projectionNames.filter(
    (name) => given[name] !== undefined && given[name] !== null,
  );
  if (!packed) {
    const widths = [width, keyWidth, valueWidth];
    return projectionNames.map((name, i) => {
      const weight = readTensor(name, given[name]);
      checkShape(name, weight, [width, widths[i]], 'that is [embed_dim, width of its input]');
      return weight;
    });
  }
  if (present.length > 0) {
    throw new TypeError(
      `${present[0]}: got it together with in_proj_weight; expected one of the two only`,
    );
  }
  checkShape('in_proj_weight', packed, [3 * width, width], 'that is [3 embed_dim, embed_dim]');
  if (keyWidth !== width || valueWidth !== width) {
    throw new TypeError(
      'in_proj_weight: got it for a key or value of another width than the query; ' +
        'expected q_proj_weight, k_proj_weight and v_proj_weight',
    );
  }
  return [0, 1, 2].map((part) => rowsOf(packed, part * width, (part + 1) * width));
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number[]} shape
 */
function readVector(name, value, shape) {
  const vector = readOptional(name, value);
  if (!vector) return undefined;
  checkShape(name, vector, shape);
  return reshaped(vector, [sizeOf(shape)]);
}

/**
 * @param {Given} given
 * @param {number} width
 * @param {number} keyWidth
 * @param {number} valueWidth
 */
function readParameters(given, width, keyWidth, valueWidth) {
  const [wq, wk, wv] = projections(given, width, keyWidth, valueWidth).map(transposed);
  const out = readTensor('out_proj_weight', given.out_proj_weight);
  checkShape('out_proj_weight', out, [width, width], 'that is [embed_dim, embed_dim]');
  const biases = readVector('in_proj_bias', given.in_proj_bias, [3 * width]);
  const [bq, bk, bv] = [0, 1, 2].map(
    (part) => biases && rowsOf(biases, part * width, (part + 1) * width),
  );
  const bo = readVector('out_proj_bias', given.out_proj_bias, [width]);
  const extraKey = readVector('bias_k', given.bias_k, [1, 1, width]);
  const extraValue = readVector('bias_v', given.bias_v, [1, 1, width]);
  if (!extraKey !== !extraValue) {
    const [name, other] = extraKey ? ['bias_k', 'bias_v'] : ['bias_v', 'bias_k'];
    throw new TypeError(`${name}: got it without ${other}; expected both or neither`);
  }
  return {
    wq,
    wk,
    wv,
    wo: transposed(out),
    ...(bq && { bq, bk, bv }),
    ...(bo && { bo }),
    ...(extraKey && { extraKey, extraValue }),
  };
}

/**
 * @param {Floats} a
 * @param {Floats} b
 * @param {number[]} shape to which both can be broadcast
 */
function added(a, b, shape) {
  const sum = expanded(a, shape).data.slice();
  const { data } = expanded(b, shape);
  for (let i = 0; i < sum.length; ++i) sum[i] += data[i];
  return { data: sum, shape };
}

// Masks ---------------------------------------------------------------------------------------------

/**
 * PyTorch takes is_causal as a hint about attn_mask, and whether it then reads the mask depends on other arguments.
 * Here a correct hint changes nothing, and a wrong one is refused.
 *
 * @param {boolean} isCausal
 * @param {Read | undefined} mask [..., L, S]
 */
function checkHint(isCausal, mask) {
  if (!isCausal) return;
  if (!mask) {
    throw new TypeError(
      'is_causal: got true without attn_mask; expected the causal mask beside it, as in PyTorch',
    );
  }
  const [queries, keys] = mask.shape.slice(-2);
  const hidden = mask.kind === 'bool' ? 1 : -Infinity;
  const isRight = mask.data.every((entry, at) => {
    const query = Math.floor(at / keys) % queries;
    return entry === (at % keys > query ? hidden : 0);
  });
  if (isRight) return;
  throw new RangeError(
    'is_causal: got true beside an attn_mask that is not causal; expected a mask that hides what is right of the diagonal, and that alone',
  );
}

/**
 * @param {Given} given
 * @param {{batch: number | undefined, heads: number, queries: number, keys: number, extra: number}} sizes
 *   batch: undefined if unbatched; extra: number of keys appended after the others
 */
function readMasks(given, { batch, heads, queries, keys, extra }) {
  const kinds = constant(['float', 'bool']);
  const rows = batch ?? 1;
  const attention = readOptional('attn_mask', given.attn_mask, kinds);
  checkHint(given.is_causal, attention);
  const padding = readOptional('key_padding_mask', given.key_padding_mask, kinds);
  /** Reshapes a mask, and adds columns for the appended keys, which are not masked. @param {Read} mask @param {number[]} shape */
  const laidOut = (mask, shape) => padded(reshaped(mask, shape), keys + extra, 0);

  /** @type {{allow?: Floats, block?: Floats, bias?: Floats}} */
  const mask = {};
  if (attention) {
    checkRank('attn_mask', attention, [2, 3]);
    const whole = attention.shape.length === 3;
    const expected = whole ? [rows * heads, queries, keys] : [queries, keys];
    checkShape('attn_mask', attention, expected, whole ? 'batch x heads first' : undefined);
    const shape = whole ? [rows, heads, queries, keys] : [1, 1, queries, keys];
    mask[attention.kind === 'bool' ? 'block' : 'bias'] = laidOut(attention, shape);
  }
  if (padding) {
    checkShape('key_padding_mask', padding, batch === undefined ? [keys] : [batch, keys]);
    const laid = laidOut(padding, [rows, 1, 1, keys]);
    if (padding.kind === 'float') {
      const shape = [rows, mask.bias?.shape[1] ?? 1, queries, keys + extra];
      mask.bias = mask.bias ? added(mask.bias, laid, shape) : laid;
    } else if (mask.block) {
      // The engine takes one mask that blocks and one that allows, so their union need not be computed.
      const allowed = new Float32Array(laid.data.length);
      for (let i = 0; i < allowed.length; ++i) allowed[i] = laid.data[i] ? 0 : 1;
      mask.allow = { data: allowed, shape: laid.shape };
    } else {
      mask.block = laid;
    }
  }
  const ofFloats = (/** @type {Read | undefined} */ one) =>
    one?.kind === 'float' ? one : undefined;
  return { mask, floats: { attn_mask: ofFloats(attention), key_padding_mask: ofFloats(padding) } };
}

// Weights -------------------------------------------------------------------------------------------

/**
 * The mean over the heads. Computed here, because it is only a sum and the engine has no function for it. In double, so
 * that the order and number of heads cost no digits.
 *
 * @param {Floats} weights [..., heads, L, S]
 * @returns {Floats} [..., L, S]
 */
export function meanOverHeads({ data, shape }) {
  const [heads, queries, keys] = shape.slice(-3);
  const size = queries * keys;
  const mean = new Float32Array(data.length / heads);
  for (let to = 0; to < mean.length; ++to) {
    const first = Math.floor(to / size) * heads * size + (to % size);
    let sum = 0;
    for (let head = 0; head < heads; ++head) sum += data[first + head * size];
    mean[to] = sum / heads;
  }
  return { data: mean, shape: [...shape.slice(0, -3), queries, keys] };
}

/**
 * The gradient with respect to the weights of each head.
 *
 * @param {Floats} gradient with respect to their mean, [..., L, S]
 * @param {number} heads
 * @returns {Floats} [..., heads, L, S]
 */
function spreadOverHeads({ data, shape }, heads) {
  const [outer, inner] = [shape.slice(0, -2), shape.slice(-2)];
  const share = { data: data.map((number) => number / heads), shape: [...outer, 1, ...inner] };
  return expanded(share, [...outer, heads, ...inner]);
}

// Calls ---------------------------------------------------------------------------------------------

/**
 * @param {Floats} query
 * @param {Floats} key
 * @param {Floats} value all as given
 * @param {number} batchAxis
 */
function checkInputs(query, key, value, batchAxis) {
  checkRank('query', query, [2, 3]);
  const rank = query.shape.length;
  checkRank('key', key, [rank]);
  checkRank('value', value, [rank]);
  if (!sameShape(key.shape.slice(0, -1), value.shape.slice(0, -1))) {
    throw mismatch(
      'value',
      value.shape,
      'key',
      key.shape,
      'all but the last dimensions must be equal',
    );
  }
  if (rank === 3 && key.shape[batchAxis] !== query.shape[batchAxis]) {
    throw mismatch('key', key.shape, 'query', query.shape, 'the batches must be equal');
  }
}

const widthNames = constant(['embed_dim', 'kdim', 'vdim']);

/** @param {Given} given @param {number[]} widths of query, key and value */
function checkWidths(given, widths) {
  for (const [i, name] of widthNames.entries()) {
    const value = given[name];
    if (value === undefined || value === null || value === widths[i]) continue;
    const whose = ['query', 'key', 'value'][i];
    throw wrongValue(name, value, `${widths[i]}, the width of ${whose}`);
  }
}

/**
 * Reads and checks the arguments.
 *
 * @param {TorchInput} query
 * @param {TorchInput} key
 * @param {TorchInput} value
 * @param {MultiheadGradientOptions} options
 * @param {typeof multiheadOptions} [table] of options
 */
export function readMultihead(query, key, value, options, table = multiheadOptions) {
  /** @type {Given} */
  const given = checkOptions('options', options, table);
  const { batch_first: batchFirst, add_zero_attn: zeroKey } = given;
  const { need_weights: needWeights, average_attn_weights: average } = given;
  const inputs = [readTensor('query', query), readTensor('key', key), readTensor('value', value)];
  checkInputs(inputs[0], inputs[1], inputs[2], batchFirst ? 0 : 1);
  /** Moves the batch axis to the front, or back. @param {Floats} tensor */
  const exchanged = (tensor) =>
    tensor.shape.length === 3 && !batchFirst ? permuted(tensor, [1, 0, 2]) : tensor;
  const [q, k, v] = inputs.map(exchanged);
  const widths = [q, k, v].map(({ shape }) => shape[shape.length - 1]);
  const [width, keyWidth, valueWidth] = widths;
  if (width === 0) {
    throw new RangeError(
      `query: got the shape ${describeShape(inputs[0].shape)}; expected a last dimension of at least 1`,
    );
  }
  const limit = { min: 1, max: width, whole: true };
  const heads = checkNumber('num_heads', given.num_heads, limit);
  if (width % heads !== 0) {
    throw wrongValue('num_heads', heads, `a number that divides ${width}, the width of query`);
  }
  checkWidths(given, widths);
  const parameters = readParameters(given, width, keyWidth, valueWidth);
  const batch = q.shape.length === 3 ? q.shape[0] : undefined;
  const extra = (parameters.extraKey ? 1 : 0) + (zeroKey ? 1 : 0);
  const [queries, keys] = [q, k].map(({ shape }) => shape[shape.length - 2]);
  const sizes = { batch, heads, queries, keys, extra };
  const { mask, floats } = readMasks(given, sizes);
  const settings = { heads, zeroKey, ...(Object.keys(mask).length > 0 && { mask }) };
  return { given, q, k, v, parameters, settings, sizes, floats, needWeights, average, exchanged };
}

/** @typedef {ReturnType<typeof readMultihead>} Multihead */

// Gradients -----------------------------------------------------------------------------------------

/**
 * Reads the gradients of the loss.
 *
 * @param {Multihead} call
 * @param {TorchInput | null} ofOutput null if the loss depends on the weights only
 * @returns {{outputGradient: Floats, weightsGradient?: Floats}}
 */
export function readLoss({ given, q, sizes, needWeights, average, exchanged }, ofOutput) {
  const { heads, queries, keys, extra } = sizes;
  const output = readOptional('grad_output', ofOutput);
  const weights = readOptional('grad_weights', given.grad_weights);
  if (!output && !weights) readTensor('grad_output', ofOutput);
  if (output) checkShape('grad_output', output, exchanged(q).shape, 'that of the output');
  const outputGradient = output
    ? exchanged(output)
    : { data: new Float32Array(q.data.length), shape: q.shape };
  if (!weights) return { outputGradient };
  if (!needWeights) {
    throw new TypeError(
      'grad_weights: got it together with need_weights false; expected one of the two only',
    );
  }
  const outer = q.shape.slice(0, -2);
  const shape = [...outer, ...(average ? [] : [heads]), queries, keys + extra];
  checkShape('grad_weights', weights, shape, 'that of the weights');
  return { outputGradient, weightsGradient: average ? spreadOverHeads(weights, heads) : weights };
}

/** @param {readonly Floats[]} parts vectors, or matrices as wide as each other @returns {Floats} concatenated */
function stacked(parts) {
  const rows = parts.map((part) => reshaped(part, [part.shape[0], sizeOf(part.shape.slice(1))]));
  const { data, shape } = rows.reduce(joined);
  return { data, shape: [shape[0], ...parts[0].shape.slice(1)] };
}

/** @param {Multihead} call @param {MultiHeadGradient['parameters']} of @returns {OfParameters} */
function parameterGradients({ given }, { wq, wk, wv, wo, bq, bk, bv, bo, extraKey, extraValue }) {
  const [q_proj_weight, k_proj_weight, v_proj_weight] = [wq, wk, wv].map(transposed);
  const isPacked = given.in_proj_weight !== undefined && given.in_proj_weight !== null;
  const width = wq.shape[1];
  return {
    ...(isPacked
      ? { in_proj_weight: stacked([q_proj_weight, k_proj_weight, v_proj_weight]) }
      : { q_proj_weight, k_proj_weight, v_proj_weight }),
    ...(bq && bk && bv && { in_proj_bias: stacked([bq, bk, bv]) }),
    out_proj_weight: transposed(wo),
    ...(bo && { out_proj_bias: bo }),
    ...(extraKey &&
      extraValue && {
        bias_k: reshaped(extraKey, [1, 1, width]),
        bias_v: reshaped(extraValue, [1, 1, width]),
      }),
  };
}

/**
 * @param {Engine} engine
 * @param {Multihead} call
 * @param {Floats} bias the gradient of the engine's mask
 * @returns {OfMasks} gradients of the masks that were summed in it
 */
function maskGradients(engine, { sizes, floats }, bias) {
  const { batch = 1, heads, queries, keys } = sizes;
  const own = cut(bias, keys);
  /** @param {Floats} mask @param {number[]} shape its shape in the sum */
  const of = (mask, shape) => reshaped(summed(engine, own, shape), mask.shape);
  const { attn_mask, key_padding_mask } = floats;
  const ofHeads = attn_mask?.shape.length === 3 ? [batch, heads] : [1, 1];
  return {
    ...(attn_mask && { attn_mask: of(attn_mask, [...ofHeads, queries, keys]) }),
    ...(key_padding_mask && {
      key_padding_mask: of(key_padding_mask, [batch, 1, 1, keys]),
    }),
  };
}

/**
 * @param {Engine} engine
 * @param {Multihead} call
 * @param {MultiHeadGradient} gradient
 * @returns {MultiheadGradient}
 */
export function gradientsOf(engine, call, { query, key, value, parameters, bias }) {
  return {
    query: call.exchanged(query),
    key: call.exchanged(key),
    value: call.exchanged(value),
    ...parameterGradients(call, parameters),
    ...(bias && maskGradients(engine, call, bias)),
  };
}
