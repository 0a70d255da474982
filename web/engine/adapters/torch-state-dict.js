/** Reads a module from a state dict of torch.nn.MultiheadAttention. */
import { checkNumber, describe, isObject, wrongType } from '../border/checks.js';
import { constant } from '../border/constant.js';
import { checkOptions } from '../border/option-table.js';
import { describeShape } from '../border/tensor.js';
import { checkRank, checkShape, readTensor } from './rearrange.js';
import { parameterNames } from './torch-multihead.js';
import { stateDictOptions } from './torch-options.js';

/** @typedef {import('./types.js').Floats} Floats */
/** @typedef {import('./torch.js').MultiheadParameters} MultiheadParameters */
/** @typedef {import('./torch.js').StateDictOptions} StateDictOptions */
/** @typedef {import('./torch.js').TorchInput} TorchInput */
/** @typedef {typeof parameterNames[number]} ParameterName */

/** In a state dict, names of a submodule's parameters begin with its name and a dot. @param {string} name */
const storedName = (name) => name.replace('out_proj_', 'out_proj.');
const firstNames = ['in_proj_weight', 'q_proj_weight'];
const separateNames = constant(['q_proj_weight', 'k_proj_weight', 'v_proj_weight']);

/** @param {readonly string[]} keys @returns {string} the prefixes of modules in the dict, at most four */
function foundPrefixes(keys) {
  const prefixes = firstNames.flatMap((first) =>
    keys.filter((key) => key.endsWith(first)).map((key) => key.slice(0, -first.length)),
  );
  if (prefixes.length === 0) return `names that end with ${firstNames.join(' or ')}`;
  const shown = prefixes.slice(0, 4).map((prefix) => describe(prefix));
  return `a prefix that has one: ${[...shown, ...(prefixes.length > 4 ? ['...'] : [])].join(', ')}`;
}

/**
 * @param {Readonly<Record<string, unknown>>} dict
 * @param {string} prefix
 * @returns {Partial<Record<ParameterName, Floats>>}
 */
function readParameters(dict, prefix) {
  const keys = Object.keys(dict);
  const own = keys.filter((key) => key.startsWith(prefix));
  if (!firstNames.some((first) => own.includes(prefix + first))) {
    throw new TypeError(
      `state_dict: got no ${firstNames.join(' or ')} with the prefix ${describe(prefix)}; expected ${foundPrefixes(keys)}`,
    );
  }
  const known = parameterNames.map((name) => prefix + storedName(name));
  const unknown = own.find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(
      `state_dict: got the unknown name ${describe(unknown)}; expected any of ${known.join(', ')}`,
    );
  }
  /** @type {Partial<Record<ParameterName, Floats>>} */
  const parameters = {};
  for (const [i, name] of parameterNames.entries()) {
    const given = dict[known[i]];
    if (given === undefined || given === null) continue;
    const { data, shape } = readTensor(known[i], given);
    parameters[name] = { data, shape };
  }
  return parameters;
}

/** The error for an object without names. @param {string} prefix */
function nothingIn(prefix) {
  const names = ['in_proj_weight', ...separateNames, 'out_proj.weight'];
  const [packed, q, k, v, out] = names.map((name) => prefix + name);
  return new TypeError(
    `state_dict: got an object without names; expected ${packed}, or ${q}, ${k} and ${v}, and ${out}`,
  );
}

/** @param {string} name @param {Floats} matrix */
function checkSquare(name, { shape }) {
  if (shape[0] === shape[1]) return;
  throw new RangeError(`${name}: got the shape ${describeShape(shape)}; expected a square matrix`);
}

/**
 * Refuses both forms together. A module either packs the weights of query, key and value into one, or has one of each.
 *
 * @param {Partial<Record<ParameterName, Floats>>} parameters with in_proj_weight
 * @param {string} prefix
 */
function checkPacked(parameters, prefix) {
  const other = separateNames.find((name) => parameters[name]);
  if (!other) return;
  const [packed, ...separate] = ['in_proj_weight', ...separateNames].map((name) => prefix + name);
  throw new TypeError(
    `state_dict: got both ${packed} and ${prefix}${other}; expected either ${packed} or ${separate.join(', ')}`,
  );
}

/**
 * @param {Partial<Record<ParameterName, Floats>>} parameters
 * @param {string} prefix
 * @returns {{embed_dim: number, kdim: number, vdim: number, out_proj_weight: Floats}}
 */
function checkParameters(parameters, prefix) {
  /** @param {ParameterName} name a required parameter */
  const need = (name) => {
    const tensor = parameters[name];
    if (tensor) return tensor;
    const stored = prefix + storedName(name);
    throw new TypeError(`state_dict: got no ${stored}; expected it beside the other parameters`);
  };
  /** @param {ParameterName} name a required matrix */
  const needMatrix = (name) => {
    const tensor = need(name);
    checkRank(prefix + storedName(name), tensor, [2]);
    return tensor;
  };
  const out_proj_weight = needMatrix('out_proj_weight');
  checkSquare(prefix + storedName('out_proj_weight'), out_proj_weight);
  const [embed_dim] = out_proj_weight.shape;
  const isPacked = parameters.in_proj_weight !== undefined;
  if (isPacked) checkPacked(parameters, prefix);
  else need('q_proj_weight');
  const [kdim, vdim] = isPacked
    ? [embed_dim, embed_dim]
    : [needMatrix('k_proj_weight').shape[1], needMatrix('v_proj_weight').shape[1]];
  if (parameters.bias_k) need('bias_v');
  if (parameters.bias_v) need('bias_k');
  /** @type {Record<ParameterName, number[]>} */
  const shapes = {
    in_proj_weight: [3 * embed_dim, embed_dim],
    in_proj_bias: [3 * embed_dim],
    out_proj_weight: [embed_dim, embed_dim],
    out_proj_bias: [embed_dim],
    q_proj_weight: [embed_dim, embed_dim],
    k_proj_weight: [embed_dim, kdim],
    v_proj_weight: [embed_dim, vdim],
    bias_k: [1, 1, embed_dim],
    bias_v: [1, 1, embed_dim],
  };
  for (const name of parameterNames) {
    const tensor = parameters[name];
    const stored = prefix + storedName(name);
    if (tensor) checkShape(stored, tensor, shapes[name], `with embed_dim ${embed_dim}`);
  }
  return { embed_dim, kdim, vdim, out_proj_weight };
}

/**
 * @param {Readonly<Record<string, TorchInput>>} state_dict
 * @param {StateDictOptions} options
 * @returns {MultiheadParameters}
 */
export function readStateDict(state_dict, options) {
  const given = checkOptions('options', options, stateDictOptions);
  const { prefix } = given;
  if (!isObject(state_dict) || Object.keys(state_dict).length === 0) {
    // A Map or an array also has no names.
    if (describe(state_dict) === 'an object') throw nothingIn(prefix);
    throw wrongType('state_dict', state_dict, 'an object with tensors by name');
  }
  const parameters = readParameters(state_dict, prefix);
  const checked = checkParameters(parameters, prefix);
  const { embed_dim } = checked;
  const limit = { min: 1, max: Math.max(1, embed_dim), whole: true };
  const num_heads = checkNumber('num_heads', given.num_heads, limit);
  if (embed_dim % num_heads !== 0) {
    throw new RangeError(
      `num_heads: got ${num_heads}; expected a number that divides ${embed_dim}, the embed_dim`,
    );
  }
  return { num_heads, ...parameters, ...checked };
}
