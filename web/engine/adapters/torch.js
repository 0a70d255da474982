/**
 * PyTorch's scaled_dot_product_attention and MultiheadAttention, with gradients, by their argument names and
 * with their meaning of masks, without dropout. Tensors and names are laid out as the engine wants them; the
 * arithmetic is the engine's, in float32.
 *
 * Boolean masks mean opposite things in the two functions, as in PyTorch: true = the key takes part in
 * scaledDotProductAttention, true = the key is masked in multiheadAttention.
 *
 * One result differs from PyTorch's: in a row that sees no key at all the weights and the attention's
 * output are 0, where PyTorch gives NaN (newer versions of scaled_dot_product_attention give 0, too).
 * What multiheadAttention gives there is therefore out_proj_bias.
 *
 * @example
 * import { load, tensor } from 'scaledot';
 * import { scaledDotProductAttention } from 'scaledot/torch';
 * const sd = await load();
 * const output = scaledDotProductAttention(sd, query, key, value, { is_causal: true });
 */
import { checkFlag, checkNumber, checkObject, wrongType, wrongValue } from '../border/checks.js';
import {
  checkBroadcast,
  checkEngine,
  checkRank,
  checkShape,
  commonShape,
  expanded,
  padded,
  permuted,
  readOptional,
  readTensor,
  reshaped,
  rowsOf,
  summed,
} from './rearrange.js';
import { describeShape, mismatch, sameShape, sizeOf } from '../border/tensor.js';

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../types.js').NestedNumbers} NestedNumbers */
/** @typedef {import('./rearrange.js').Floats} Floats */
/** @typedef {import('./rearrange.js').Halves} Halves */
/** @typedef {import('./rearrange.js').Read} Read */

/**
 * @typedef {{data: Float32Array, shape: number[]}} Tensor row-major
 *
 * @typedef {object} TorchTensor
 * @property {Float32Array | Uint16Array | Uint8Array | Halves} data as many numbers as the shape has, in a Float32Array; a mask in a Uint8Array is boolean, one in a
 *   Float32Array is added to the scores unless its dtype is 'bool'
 * @property {readonly number[]} shape
 * @property {string} [dtype] 'float32' or 'bool'; 'float16' in a Uint16Array
 *
 * @typedef {TorchTensor | NestedNumbers} TorchInput a tensor, or a nested array: of numbers it is float32, of booleans bool
 *
 * @typedef {object} ScaledDotProductOptions
 * @property {TorchInput | null} [attn_mask] broadcast to [..., heads, L, S]: boolean, true = takes part, or
 *   float, added to the scores. Not together with is_causal
 * @property {number} [dropout_p] 0, and nothing else: there is no dropout here
 * @property {boolean} [is_causal] false; query i sees keys 0 to i, counted from the upper left corner
 * @property {number | null} [scale] 1/sqrt(E)
 * @property {boolean} [enable_gqa] false; key and value may have fewer heads than the query
 *
 * @typedef {object} ScaledDotProductGradient of a loss with respect to each argument, in its shape
 * @property {Tensor} query in the shape of query
 * @property {Tensor} key in the shape of key, summed where it was broadcast
 * @property {Tensor} value in the shape of value, likewise
 * @property {Tensor} [attn_mask] of a float mask, in its shape
 * @property {number} scale the factor
 *
 * @typedef {object} MultiheadOptions the arguments and parameters of torch.nn.MultiheadAttention, E
 *   numbers wide; weights are stored [out, in]
 * @property {number} num_heads
 * @property {TorchInput | null} [in_proj_weight] [3 E, E]; or else the three that follow
 * @property {TorchInput | null} [q_proj_weight] [E, E]
 * @property {TorchInput | null} [k_proj_weight] [E, kdim]
 * @property {TorchInput | null} [v_proj_weight] [E, vdim]
 * @property {TorchInput | null} [in_proj_bias] [3 E]
 * @property {TorchInput} out_proj_weight [E, E]
 * @property {TorchInput | null} [out_proj_bias] [E]
 * @property {TorchInput | null} [bias_k] [1, 1, E], one more key; with bias_v only
 * @property {TorchInput | null} [bias_v] [1, 1, E]
 * @property {boolean} [add_zero_attn] false; one more key and value, of zeros
 * @property {TorchInput | null} [key_padding_mask] [B, S], [S] if unbatched: boolean, true = masked, or
 *   float, added to the scores
 * @property {TorchInput | null} [attn_mask] [L, S] or [B num_heads, L, S]: boolean, true = masked, or
 *   float, added to the scores
 * @property {boolean} [need_weights] true
 * @property {boolean} [average_attn_weights] true; the mean over the heads
 * @property {boolean} [batch_first] false
 *
 * @typedef {object} MultiheadResult
 * @property {Tensor} output [L, B, E], [B, L, E] if batch_first, [L, E] if unbatched
 * @property {Tensor} [weights] if needed: [B, L, S], or [B, num_heads, L, S] not averaged; without B if
 *   unbatched. Keys of bias_k and add_zero_attn are counted in S
 */

/** @param {string} name @param {unknown} value @param {boolean} missing the default */
function flag(name, value, missing) {
  return value === undefined ? missing : checkFlag(name, value);
}

const finite = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, whole: false };

/** @param {Floats} tensor of 2 axes or more @returns {Floats} of 4 at most, the front ones as one */
function folded(tensor) {
  const { shape } = tensor;
  if (shape.length <= 4) return tensor;
  return reshaped(tensor, [sizeOf(shape.slice(0, -3)), ...shape.slice(-3)]);
}

/** What has to be equal whatever is broadcast. @param {readonly number[][]} shapes of query, key and value */
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

/** @param {readonly number[][]} shapes of query, key and value; the latter may have fewer heads */
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
 * The shapes of query, key and value after PyTorch's broadcasting: of all axes but the last two, or with groups of all before
 * the heads.
 *
 * @param {readonly number[][]} shapes as they came
 * @param {boolean} grouped fewer heads of keys and values are allowed
 * @returns {{shapes: number[][], scores: number[]}} and of the scores, to which a mask is broadcast
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
  // The engine shares a single head by itself.
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
 * @param {readonly number[]} leading what stands in for the front of that shape, as output has it
 */
function readMask(value, scores, leading) {
  const given = readOptional('attn_mask', value, ['float', 'bool']);
  if (!given) return undefined;
  checkBroadcast('attn_mask', given, scores);
  // The front axes are laid out in full where they are folded into one.
  const tooLong = leading.length > 3 && given.shape.length > 3;
  const whole = [...leading.slice(0, -2), ...given.shape.slice(-3)];
  const laidOut = tooLong ? expanded(given, whole) : given;
  return { given, shape: laidOut.shape, isBool: given.kind === 'bool', tensor: folded(laidOut) };
}

const dotProductNames = ['attn_mask', 'dropout_p', 'is_causal', 'scale', 'enable_gqa'];

/**
 * Checked arguments: tensors as the engine takes them, and what they were.
 *
 * @param {TorchInput} query
 * @param {TorchInput} key
 * @param {TorchInput} value
 * @param {ScaledDotProductOptions} options
 */
function readDotProduct(query, key, value, options) {
  const given = checkObject('options', options, dotProductNames);
  const { attn_mask, dropout_p = 0, is_causal, scale, enable_gqa } = given;
  if (dropout_p !== 0) {
    const refused = typeof dropout_p === 'number' ? wrongValue : wrongType;
    throw refused('dropout_p', dropout_p, '0, because there is no dropout');
  }
  const causal = flag('is_causal', is_causal, false);
  const grouped = flag('enable_gqa', enable_gqa, false);
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
    ...(causal && { causal: /** @type {const} */ ('upper-left') }),
    ...(scale !== undefined && scale !== null && { scale: checkNumber('scale', scale, finite) }),
  };
  const [q, k, v] = operands.map((tensor, i) => folded(expanded(tensor, shapes[i])));
  const output = [...leading, shapes[2][shapes[2].length - 1]];
  return { q, k, v, settings, own, shapes, mask, output };
}

/**
 * torch.nn.functional.scaled_dot_product_attention. As there, axes before the last two are broadcast to each other.
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
 * What autograd gives for scaled_dot_product_attention: gradients of a loss with respect to each argument, from its gradient
 * with respect to the output.
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

const multiheadNames = [
  'num_heads',
  'in_proj_weight',
  'in_proj_bias',
  'out_proj_weight',
  'out_proj_bias',
  'q_proj_weight',
  'k_proj_weight',
  'v_proj_weight',
  'bias_k',
  'bias_v',
  'add_zero_attn',
  'key_padding_mask',
  'attn_mask',
  'need_weights',
  'average_attn_weights',
  'batch_first',
];

/** @typedef {Record<string, unknown>} Given */

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
  const names = ['q_proj_weight', 'k_proj_weight', 'v_proj_weight'];
  const present = names.filter((name) => given[name] !== undefined && given[name] !== null);
  if (!packed) {
    const widths = [width, keyWidth, valueWidth];
    return names.map((name, i) => {
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

/**
 * @param {Given} given
 * @param {{batch: number | undefined, heads: number, queries: number, keys: number, extra: number}} sizes
 *   batch: undefined where there is none; extra: how many keys stand behind the others
 */
function readMasks(given, { batch, heads, queries, keys, extra }) {
  const kinds = /** @type {const} */ (['float', 'bool']);
  const rows = batch ?? 1;
  const attention = readOptional('attn_mask', given.attn_mask, kinds);
  const padding = readOptional('key_padding_mask', given.key_padding_mask, kinds);
  /** @param {Read} mask @param {number[]} shape; nothing masks the keys behind */
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
      // The engine takes one mask that blocks and one that allows: no need to lay out their union.
      const allowed = new Float32Array(laid.data.length);
      for (let i = 0; i < allowed.length; ++i) allowed[i] = laid.data[i] ? 0 : 1;
      mask.allow = { data: allowed, shape: laid.shape };
    } else {
      mask.block = laid;
    }
  }
  return mask;
}

/**
 * The mean over the heads. Adding up what is shown is all there is to it, and the engine has no function
 * for that; in double, so that the heads' order and number cost no digits.
 *
 * @param {Floats} weights [..., heads, L, S]
 * @returns {Floats} [..., L, S]
 */
function meanOverHeads({ data, shape }) {
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
 * @param {Floats} query
 * @param {Floats} key
 * @param {Floats} value all as they came
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

/**
 * The forward pass of torch.nn.MultiheadAttention, as in evaluation.
 *
 * @param {Engine} sd
 * @param {TorchInput} query [L, B, E], [B, L, E] if batch_first, or [L, E]
 * @param {TorchInput} key [S, B, kdim], [B, S, kdim] or [S, kdim]
 * @param {TorchInput} value [S, B, vdim], [B, S, vdim] or [S, vdim]
 * @param {MultiheadOptions} options
 * @returns {MultiheadResult}
 */
export function multiheadAttention(sd, query, key, value, options) {
  const engine = checkEngine(sd);
  const given = checkObject('options', options, multiheadNames);
  const batchFirst = flag('batch_first', given.batch_first, false);
  const zeroKey = flag('add_zero_attn', given.add_zero_attn, false);
  const needWeights = flag('need_weights', given.need_weights, true);
  const average = flag('average_attn_weights', given.average_attn_weights, true);
  const inputs = [readTensor('query', query), readTensor('key', key), readTensor('value', value)];
  checkInputs(inputs[0], inputs[1], inputs[2], batchFirst ? 0 : 1);
  /** @param {Floats} tensor whose batch is or has to come to the front */
  const exchanged = (tensor) =>
    tensor.shape.length === 3 && !batchFirst ? permuted(tensor, [1, 0, 2]) : tensor;
  const [q, k, v] = inputs.map(exchanged);
  const [[queries, width], [keys, keyWidth]] = [q, k].map(({ shape }) => shape.slice(-2));
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
  const parameters = readParameters(given, width, keyWidth, v.shape[v.shape.length - 1]);
  const batch = q.shape.length === 3 ? q.shape[0] : undefined;
  const extra = (parameters.extraKey ? 1 : 0) + (zeroKey ? 1 : 0);
  const mask = readMasks(given, { batch, heads, queries, keys, extra });
  const { output, weights } = engine.multiHeadAttention(q, k, v, parameters, {
    heads,
    zeroKey,
    ...(Object.keys(mask).length > 0 && { mask }),
    returns: needWeights ? ['output', 'weights'] : ['output'],
  });
  return {
    output: exchanged(output),
    ...(weights && { weights: average ? meanOverHeads(weights) : weights }),
  };
}
