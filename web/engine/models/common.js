/** Common parts of all model families: tensors by role, sizes, heads. */

/** @import { Computation, Head, Layer, Pair, StoredModel, StoredTensor } from './network.js' */
/** @import { Options } from './options.js' */

import { describe } from '../border/checks.js';
import { constant } from '../border/constant.js';
import { limits } from '../border/limits.js';
import { describeShape } from '../border/tensor.js';
import { refused } from './header.js';
import { pairOf } from './layouts.js';

/** @param {StoredModel} model @param {string | undefined} name */
const tableOf = ({ tensors, prefix }, name) =>
  name === undefined ? undefined : pairOf(tensors, prefix + name);

/** @param {StoredModel} model */
function countLayers({ tensors, prefix, names }) {
  const query = names.fused ?? names.query ?? '';
  let layers = 0;
  while (pairOf(tensors, prefix + names.layer.replace('{i}', String(layers)) + query)) ++layers;
  return layers;
}

export const layerNames = constant([
  'fused',
  'query',
  'key',
  'value',
  'output',
  'attentionNorm',
  'feedForwardNorm',
  'up',
  'gate',
  'down',
  'queryNorm',
  'keyNorm',
]);

/** @param {StoredModel} model @param {number} layers @returns {Layer[]} */
export const layersOf = ({ tensors, prefix, names }, layers) =>
  Array.from({ length: layers }, (_, i) => {
    const start = prefix + names.layer.replace('{i}', String(i));
    const own = layerNames.map((name) => [
      name,
      names[name] && pairOf(tensors, start + names[name]),
    ]);
    return Object.fromEntries(own.filter(([, pair]) => pair));
  });

/** Names of all tensors of the first layer, in full and without its prefix. @param {StoredModel} model */
export function namesOfFirst({ tensors, prefix, names }) {
  const start = prefix + names.layer.replace('{i}', '0');
  const all = [...tensors.keys()].filter((name) => name.startsWith(start));
  return all.map((name) => ({ name, own: name.slice(start.length) }));
}

/**
 * Searches a part of the model, then the parts around it. lm_head, for example, is beside transformer.
 *
 * @template T
 * @param {StoredModel} model
 * @param {(prefix: string) => T | undefined} find
 */
function around({ prefix }, find) {
  for (let at = prefix; ; at = at.slice(0, at.slice(0, -1).lastIndexOf('.') + 1)) {
    const found = find(at);
    if (found || at === '') return found;
  }
}

/** @param {StoredModel} model @param {string} name */
export const besideOf = (model, name) => around(model, (at) => pairOf(model.tensors, at + name));

/** Like besideOf(), for a tensor that belongs to no pair. @param {StoredModel} model @param {string} name */
export const loneBesideOf = (model, name) =>
  around(model, (at) => (model.tensors.has(at + name) ? at + name : undefined));

/** @param {StoredModel} model @param {Pair | undefined} pair @returns {readonly number[]} */
export const shapeOf = ({ tensors }, pair) => (pair && tensors.get(pair.weight)?.shape) ?? [];

/** The shape of a matrix as [out, in]. @param {StoredModel} model @param {Pair | undefined} pair @returns {readonly number[]} */
export const sidesOf = (model, pair) =>
  model.overrides.transposed === false ? shapeOf(model, pair).toReversed() : shapeOf(model, pair);

/** Refuses a tensor that is not a matrix. @param {StoredTensor} tensor */
export function checkMatrix({ name, shape, source }) {
  const most = 3 * limits.modelDim.max; // a fused projection has the rows of three
  if (shape.length !== 2 || shape.some((length) => length < 1 || length > most))
    throw refused(
      `${source.name}: ${name}`,
      `the shape ${describeShape(shape)}`,
      `two lengths from 1 to ${most}`,
    );
}

/** Whether a fused projection is [3 D, D]. @param {StoredModel} model @param {Pair | undefined} pair */
export function isTransposed(model, pair) {
  const [rows, columns] = shapeOf(model, pair);
  const told = rows * 3 === columns ? false : columns * 3 === rows ? true : undefined;
  if (told === undefined)
    throw refused(pair?.weight ?? '', `the shape [${rows}, ${columns}]`, '[D, 3 D] or [3 D, D]');
  if (told !== (model.overrides.transposed ?? told))
    throw refused('transposed', describe(!told), `${told}, as ${pair?.weight} shows`);
  return told;
}

/** Refuses an option that contradicts the files. @param {Options} options @param {string} name @param {number | boolean} own @param {string} whose */
export function checkDeclared(options, name, own, whose) {
  if (options.has(name) && options.config[name] !== own)
    throw options.unsupported(name, `${own}, ${whose}`);
}

const widthNames = ['hidden_size', 'n_embd', 'd_model'];
const innerNames = ['intermediate_size', 'n_inner', 'd_ff'];

/**
 * Refuses sizes that contradict the shapes. An embedding may have more rows than the vocabulary, as padding.
 *
 * @param {StoredModel} model
 * @param {Pick<Computation, 'width' | 'tables' | 'transposed' | 'layerTensors'>} network
 */
export function checkDeclaredSizes(model, { width, tables, transposed, layerTensors: [{ up }] }) {
  const { options, tensors } = model;
  for (const name of widthNames)
    checkDeclared(options, name, width, 'the width that the files have');
  const inner = shapeOf(model, up)[transposed ? 0 : 1];
  if (up)
    for (const name of innerNames) checkDeclared(options, name, inner, `what ${up.weight} gives`);
  const rows = tensors.get(tables.embedding ?? '')?.shape[0];
  const words = options.has('vocab_size') ? options.number(['vocab_size'], undefined) : 0;
  if (rows !== undefined && words > rows)
    throw options.unsupported('vocab_size', `at most ${rows}, the rows of ${tables.embedding}`);
}

/** The greatest common divisor. @param {number} a @param {number} b @returns {number} */
const gcd = (a, b) => (b > 0 ? gcd(b, a % b) : a);

/** The number of heads if only their width is configured. @param {Options} options @param {readonly string[]} names @param {number} rows */
function headsByWidth(options, names, rows) {
  if (!options.has('head_dim') || names.some((name) => options.has(name))) return undefined;
  const headDim = options.number(['head_dim'], undefined, { whole: true, min: 1 });
  if (rows % headDim === 0) return rows / headDim;
  throw options.unsupported('head_dim', `a divisor of ${rows}, the width of all heads together`);
}

/**
 * The heads, from the configuration or assumed.
 *
 * @param {StoredModel} model
 * @param {readonly string[]} names names of the option
 * @param {number} rows output width of the query projection
 * @param {number} usual width of a head
 * @param {number} [keyRows] output width of the key projection
 */
export function headsOf({ options, overrides }, names, rows, usual, keyRows = rows) {
  const widest = gcd(rows, keyRows);
  const likely = rows / (widest % usual === 0 ? usual : widest);
  const heads =
    overrides.heads ??
    headsByWidth(options, names, rows) ??
    options.number(names, likely, { whole: true, min: 1 });
  if (rows % heads !== 0)
    throw refused(
      'heads',
      String(heads),
      `a number that divides ${rows}, the width of all heads together`,
    );
  return heads;
}

/**
 * The number of key heads.
 *
 * @param {Pair | undefined} key
 * @param {number} rows its output width
 * @param {number} heads of queries
 * @param {number} headDim
 */
export function keyHeadsOf(key, rows, heads, headDim) {
  const came = `${rows} rows of ${key?.weight}`;
  if (rows % headDim !== 0)
    throw refused('files', came, `a multiple of ${headDim}, the width of a head of queries`);
  const keyHeads = rows / headDim;
  if (heads % keyHeads === 0) return keyHeads;
  throw refused(
    'files',
    `${came}, ${keyHeads} heads`,
    `a divisor of the ${heads} heads of queries`,
  );
}

/** The common parts of all families. @param {StoredModel} model */
export function commonParts(model) {
  const { names, options } = model;
  const layers = countLayers(model);
  const told = ['num_hidden_layers', 'n_layer', 'num_layers'].find((name) => options.has(name));
  if (told) checkDeclared(options, told, layers, 'the layers of the files');
  const embedding = tableOf(model, names.embedding);
  return {
    layers,
    layerTensors: layersOf(model, layers),
    tables: {
      embedding: embedding?.weight,
      position: tableOf(model, names.position)?.weight,
      tokenType: tableOf(model, names.tokenType)?.weight,
      embeddingNorm: tableOf(model, names.embeddingNorm),
      finalNorm: tableOf(model, names.finalNorm),
    },
    positions: (/** @type {readonly number[]} */ ids) => ids.map((_, i) => i),
    window: () => undefined,
  };
}

/**
 * Returns the error for files that lack a tensor.
 *
 * @param {string} name of the tensor. Its end says which one it is, and its beginning may have any length.
 * @param {string} [why] it is needed
 */
export const missing = (name, why = 'this layout requires it') =>
  refused('files', `no ${name.slice(-100)}`, `it: ${why}`);

/**
 * Drops the biases of some parts if the type does not use them, and refuses files that lack them if it does.
 *
 * @param {readonly Layer[]} layers
 * @param {readonly ('fused' | 'query' | 'key' | 'value' | 'output' | 'gate' | 'up' | 'down')[]} parts
 * @param {boolean} isKept
 * @param {Options} options
 * @param {string} name of the option that decides, if any
 */
export function keepBiasesOf(layers, parts, isKept, options, name) {
  const why = options.config[name] === true ? `${options.nameOf(name)} is true` : undefined;
  for (const layer of layers) {
    for (const part of parts) {
      const pair = layer[part];
      if (!pair) continue;
      if (isKept && !pair.bias) throw missing(pair.weight.replace(/weight$/, 'bias'), why);
      if (!isKept) layer[part] = { weight: pair.weight };
    }
  }
}

/** lm_head, or the tied embedding. @param {StoredModel} model @param {string | undefined} embedding @param {boolean} tied the default of tie_word_embeddings @returns {Head | undefined} */
export function plainHead(model, embedding, tied) {
  const { options } = model;
  const own = besideOf(model, 'lm_head');
  if (own) return { matrix: own.weight, bias: own.bias, transposed: true };
  if (!embedding || !options.flag('tie_word_embeddings', tied)) return undefined;
  if (options.bare && !options.has('tie_word_embeddings')) options.assume('tied');
  return { matrix: embedding, transposed: true };
}
