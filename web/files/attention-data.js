/**
 * What the tensors of a file mean to the Attention lab: queries, keys and values; tokens and projections; or a trained
 * checkpoint. docs/tensors.md has the names and shapes.
 */

/** @import { MultiHeadParameters, Tensor } from '../engine/types.js' */

import { describeShape } from '../engine/border/tensor.js';
import { problem, several, wrong } from './problem.js';

/** What the lab shows. */
export const attentionLimits = Object.freeze({ tokens: 512, heads: 16, width: 1024, layers: 12 });

/**
 * @typedef {object} Heads
 * @property {number} heads
 * @property {number} keyHeads a number that divides it
 * @property {number} headDim
 * @property {number} valueDim
 *
 * @typedef {Omit<MultiHeadParameters, 'wo' | 'extraKey' | 'extraValue'> & {wo?: Tensor}} Projections matrices as [in, out]
 *
 * @typedef {object} Labels
 * @property {string[]} [tokens] of the queries, when the file has them
 * @property {string[]} [contextTokens] of the keys, when they are others
 * @property {string[]} ignored tensors that the lab has no use for
 *
 * @typedef {{kind: 'qkv', query: Tensor, key: Tensor, value: Tensor} & Heads & Labels} QkvData [H, L, d], [G, S, d], [G, S, e]
 *
 * @typedef {{kind: 'projections', x: Tensor, context?: Tensor, parameters: Projections} & Heads & Labels} ProjectionsData
 *   [L, width], [S, width of the context]
 *
 * @typedef {{kind: 'matrix', name: string, tensor: Tensor} & Labels} MatrixData one matrix, of which the page asks what it is
 *
 * @typedef {Required<Projections> & Heads} Attention
 *
 * @typedef {object} Stack
 * @property {'' | 'encoder.' | 'decoder.'} prefix of its names
 * @property {{attention: Attention, context?: Attention}[]} layers context: attention to the encoder
 *
 * @typedef {object} CheckpointData
 * @property {'checkpoint'} kind
 * @property {number} modelDim
 * @property {string[]} vocabulary
 * @property {Stack[]} stacks in the order in which they run
 * @property {Record<string, Tensor>} tensors all of them
 * @property {Record<string, string>} metadata
 * @property {Blob} [file] that it came in, of a whole network: a file of the trainer
 *
 * @typedef {QkvData | ProjectionsData | MatrixData | CheckpointData} AttentionData
 *
 * @typedef {{tensors: Record<string, Tensor>, metadata?: Record<string, string>}} FileData what readTensors() gives
 */

const roles = /** @type {const} */ ({
  query: ['q', 'query', 'queries'],
  key: ['k', 'key', 'keys'],
  value: ['v', 'value', 'values'],
  x: ['x', 'input'],
  context: ['context', 'memory'],
  wq: ['wq'],
  wk: ['wk'],
  wv: ['wv'],
  wo: ['wo'],
  bq: ['bq'],
  bk: ['bk'],
  bv: ['bv'],
  bo: ['bo'],
  heads: ['heads'],
  keyHeads: ['keyheads'],
});

/** @typedef {keyof typeof roles} Role */

/** @typedef {Partial<Record<Role, Tensor>>} Cast */

/** @param {string} name @returns {Role | undefined} W_Q, w^q and Wq are the same */
function roleOf(name) {
  const plain = name.toLowerCase().replace(/[_^.\s]/g, '');
  const named = /** @type {[Role, readonly string[]][]} */ (Object.entries(roles));
  return named.find(([, names]) => names.includes(plain))?.[0];
}

/** @param {Record<string, Tensor>} tensors @returns {{cast: Cast, ignored: string[]}} */
function castOf(tensors) {
  /** @type {Cast} */
  const cast = {};
  const ignored = [];
  for (const [name, tensor] of Object.entries(tensors)) {
    const role = roleOf(name);
    if (!role) ignored.push(name);
    else if (cast[role]) throw problem(name, `a second tensor for ${role}`, 'one');
    else cast[role] = tensor;
  }
  return { cast, ignored };
}

/**
 * @param {string} name
 * @param {Tensor} tensor
 * @param {string} expected
 */
const wrongShape = (name, { shape }, expected) =>
  problem(name, `the shape ${describeShape(shape)}`, expected);

/** @param {string} name @param {number} number @param {string} what @param {number} most */
function checkMost(name, number, what, most) {
  if (number < 1 || number > most) {
    throw problem(name, `${number} ${what}`, `from 1 to ${most}, as many as the lab shows`);
  }
}

/** @param {string} name @param {Tensor} tensor of tokens */
function checkTokens(name, { shape }) {
  const [length, width] = shape.slice(-2);
  checkMost(name, length, 'tokens', attentionLimits.tokens);
  checkMost(name, width, 'components', attentionLimits.width);
}

/** @param {number} heads @param {number} keyHeads */
function checkHeads(heads, keyHeads) {
  checkMost('heads', heads, 'heads', attentionLimits.heads);
  checkMost('heads', keyHeads, 'heads of keys', heads);
  if (heads % keyHeads !== 0) {
    throw problem('heads', `${heads} heads of queries, ${keyHeads} of keys`, 'a multiple');
  }
}

/** @param {string} name @param {Tensor} tensor @param {readonly number[]} ranks */
function checkRank(name, tensor, ranks) {
  if (!ranks.includes(tensor.shape.length)) {
    throw wrongShape(name, tensor, `${ranks.join(' or ')} axes`);
  }
}

/** @param {Record<string, string>} metadata @param {'tokens' | 'contextTokens' | 'vocabulary'} name */
function stringsOf(metadata, name) {
  const text = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (text === undefined) return undefined;
  /** @type {unknown} */
  let list;
  try {
    list = JSON.parse(text);
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list) || !list.every((each) => typeof each === 'string')) {
    throw problem(`metadata ${name}`, 'another text', 'a JSON array of strings');
  }
  return /** @type {string[]} */ (list);
}

/** @param {Record<string, string>} metadata @param {number} queries @param {number} keys */
function labelsOf(metadata, queries, keys) {
  const lengths = { tokens: queries, contextTokens: keys };
  /** @type {{tokens?: string[], contextTokens?: string[]}} */
  const labels = {};
  for (const name of /** @type {const} */ (['tokens', 'contextTokens'])) {
    const list = stringsOf(metadata, name);
    if (!list) continue;
    if (list.length !== lengths[name]) {
      throw problem(
        `metadata ${name}`,
        several(list.length, 'string'),
        `${lengths[name]}, one a row`,
      );
    }
    labels[name] = list;
  }
  return labels;
}

/**
 * @param {'heads' | 'keyHeads'} name
 * @param {Cast} cast
 * @param {Record<string, string>} metadata
 * @returns {number | undefined}
 */
function countOf(name, cast, metadata) {
  const tensor = cast[name];
  const own = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (!tensor && own === undefined) return undefined;
  const expected = 'one whole number';
  if (tensor && tensor.data.length !== 1) {
    throw problem(name, several(tensor.data.length, 'number'), expected);
  }
  const came = tensor ? tensor.data[0] : own;
  const count = Number(came);
  if (!Number.isInteger(count) || count < 1) throw wrong(name, came, expected);
  return count;
}

// Queries, keys and values --------------------------------------------------------------------------

/** @param {Tensor} tensor [L, d] or [H, L, d] @returns {Tensor} [H, L, d] */
const withHeads = ({ data, shape }) => ({
  data,
  shape: shape.length === 2 ? [1, ...shape] : shape,
});

/** @param {Cast} cast @param {Record<string, string>} metadata @param {string[]} ignored @returns {QkvData} */
function qkvOf(cast, metadata, ignored) {
  for (const role of /** @type {const} */ (['query', 'key', 'value'])) {
    const tensor = cast[role];
    if (!tensor) throw problem('the file', `no ${role}`, 'query, key and value (or q, k and v)');
    checkRank(role, tensor, [2, 3]);
    checkTokens(role, tensor);
  }
  const [query, key, value] = [cast.query, cast.key, cast.value].map((tensor) =>
    withHeads(/** @type {Tensor} */ (tensor)),
  );
  const [heads, queries, headDim] = query.shape;
  const [keyHeads, keys] = key.shape;
  checkHeads(heads, keyHeads);
  if (key.shape[2] !== headDim) {
    throw wrongShape('key', key, `${headDim} as its last axis, as the query has`);
  }
  if (value.shape[0] !== keyHeads || value.shape[1] !== keys) {
    throw wrongShape('value', value, `[${keyHeads}, ${keys}, ...], a row for each key`);
  }
  const labels = labelsOf(metadata, queries, keys);
  const sizes = { heads, keyHeads, headDim, valueDim: value.shape[2] };
  return { kind: 'qkv', query, key, value, ...sizes, ...labels, ignored };
}

// Projections ---------------------------------------------------------------------------------------

/** @param {Tensor} tensor [H, in, d] @returns {Tensor} [in, H * d] */
function sideBySide({ data, shape: [heads, rows, width] }) {
  const joined = new Float32Array(data.length);
  for (let head = 0; head < heads; ++head) {
    for (let row = 0; row < rows; ++row) {
      const from = (head * rows + row) * width;
      joined.set(data.subarray(from, from + width), (row * heads + head) * width);
    }
  }
  return { data: joined, shape: [rows, heads * width] };
}

/**
 * @param {string} name
 * @param {Tensor} tensor [in, heads * d] or [heads, in, d]
 * @param {number} rows what goes in
 * @param {number} heads
 * @returns {Tensor} [in, heads * d]
 */
function projectionOf(name, tensor, rows, heads) {
  checkRank(name, tensor, [2, 3]);
  const nested = tensor.shape.length === 3;
  if (nested && tensor.shape[0] !== heads) {
    throw wrongShape(name, tensor, `${heads} heads as its first axis`);
  }
  const matrix = nested ? sideBySide(tensor) : tensor;
  const [from, to] = matrix.shape;
  if (from !== rows) throw wrongShape(name, tensor, `${rows} rows, as wide as what goes in`);
  if (to === 0 || to % heads !== 0) {
    throw wrongShape(name, tensor, `columns for ${heads} heads, a multiple of ${heads}`);
  }
  checkMost(name, to / heads, 'components of a head', attentionLimits.width);
  return matrix;
}

/** @typedef {'bq' | 'bk' | 'bv' | 'bo'} BiasRole */

/**
 * @param {(role: BiasRole) => Tensor | undefined} tensorOf
 * @param {(role: string) => string} nameOf
 * @param {Record<BiasRole, number | undefined>} lengths undefined: without its matrix
 */
function biasesOf(tensorOf, nameOf, lengths) {
  /** @type {Partial<Record<BiasRole, Tensor>>} */
  const biases = {};
  for (const role of /** @type {const} */ (['bq', 'bk', 'bv', 'bo'])) {
    const bias = tensorOf(role);
    if (!bias) continue;
    const length = lengths[role];
    if (length === undefined)
      throw problem('the file', `${nameOf('bo')} without ${nameOf('wo')}`, 'both');
    if (bias.shape.length !== 1 || bias.shape[0] !== length) {
      throw wrongShape(nameOf(role), bias, `[${length}]`);
    }
    biases[role] = bias;
  }
  return biases;
}

/**
 * Checks the matrices and biases of multi-head attention.
 *
 * @param {(role: 'wq' | 'wk' | 'wv' | 'wo' | BiasRole) => Tensor | undefined} tensorOf
 * @param {(role: string) => string} nameOf
 * @param {{width: number, contextWidth: number, heads: number, keyHeads: number}} sizes
 * @returns {Projections & Heads}
 */
function parametersOf(tensorOf, nameOf, { width, contextWidth, heads, keyHeads }) {
  const matrix = (
    /** @type {'wq' | 'wk' | 'wv'} */ role,
    /** @type {number} */ rows,
    /** @type {number} */ count,
  ) => {
    const tensor = tensorOf(role);
    if (!tensor) throw problem('the file', `no ${nameOf(role)}`, 'wq, wk and wv');
    return projectionOf(nameOf(role), tensor, rows, count);
  };
  const wq = matrix('wq', width, heads);
  const wk = matrix('wk', contextWidth, keyHeads);
  const wv = matrix('wv', contextWidth, keyHeads);
  const headDim = wq.shape[1] / heads;
  const valueDim = wv.shape[1] / keyHeads;
  if (wk.shape[1] !== keyHeads * headDim) {
    throw wrongShape(
      nameOf('wk'),
      wk,
      `${keyHeads * headDim} columns, ${headDim} a head as ${nameOf('wq')} has`,
    );
  }
  const wo = tensorOf('wo');
  if (wo && (wo.shape.length !== 2 || wo.shape[0] !== heads * valueDim || wo.shape[1] < 1)) {
    throw wrongShape(nameOf('wo'), wo, `[${heads * valueDim}, width of the output]`);
  }
  if (wo) checkMost(nameOf('wo'), wo.shape[1], 'columns', attentionLimits.width);
  const biases = biasesOf(tensorOf, nameOf, {
    bq: heads * headDim,
    bk: keyHeads * headDim,
    bv: keyHeads * valueDim,
    bo: wo?.shape[1],
  });
  return { wq, wk, wv, ...(wo && { wo }), ...biases, heads, keyHeads, headDim, valueDim };
}

/** @param {Cast} cast @returns {number} of queries, by the matrices where the file does not say it */
const headsOf = ({ wq }) => (wq?.shape.length === 3 ? wq.shape[0] : 1);

/** @param {Cast} cast @param {Record<string, string>} metadata @param {string[]} ignored @returns {ProjectionsData} */
function projectionsOf(cast, metadata, ignored) {
  const { x, context } = cast;
  if (!x) throw problem('the file', 'no x', 'x, wq, wk and wv');
  for (const [name, tensor] of Object.entries({ x, context })) {
    if (!tensor) continue;
    checkRank(name, tensor, [2]);
    checkTokens(name, tensor);
  }
  const heads = countOf('heads', cast, metadata) ?? headsOf(cast);
  const nested = cast.wk?.shape.length === 3 ? cast.wk.shape[0] : heads;
  const keyHeads = countOf('keyHeads', cast, metadata) ?? Math.max(nested, 1);
  checkHeads(heads, keyHeads);
  const width = x.shape[1];
  const sizes = { width, contextWidth: context?.shape[1] ?? width, heads, keyHeads };
  const all = parametersOf(
    (role) => cast[role],
    (role) => role,
    sizes,
  );
  const { headDim, valueDim, heads: _, keyHeads: __, ...parameters } = all;
  const labels = labelsOf(metadata, x.shape[0], (context ?? x).shape[0]);
  return {
    kind: 'projections',
    x,
    ...(context && { context }),
    parameters,
    ...{ heads, keyHeads, headDim, valueDim },
    ...labels,
    ignored,
  };
}

// Checkpoints ---------------------------------------------------------------------------------------

const layerName = /^(encoder\.|decoder\.)?layers\.(\d+)\./;

/**
 * @param {Record<string, Tensor>} tensors
 * @param {string} prefix of the names, such as layers.0.attention.
 * @param {{width: number, contextWidth: number, heads: number, keyHeads: number}} sizes
 * @returns {Attention}
 */
function attentionAt(tensors, prefix, sizes) {
  const nameOf = (/** @type {string} */ role) => `${prefix}${role}`;
  const tensorOf = (/** @type {string} */ role) =>
    Object.hasOwn(tensors, nameOf(role)) ? tensors[nameOf(role)] : undefined;
  const parameters = parametersOf(tensorOf, nameOf, sizes);
  if (!parameters.wo) throw problem('the file', `no ${nameOf('wo')}`, 'one in a checkpoint');
  return /** @type {Attention} */ (parameters);
}

/**
 * @param {Record<string, Tensor>} tensors
 * @param {Stack['prefix']} prefix
 * @param {{width: number, contextWidth: number, heads: number, keyHeads: number}} sizes
 * @returns {Stack['layers']}
 */
function layersOf(tensors, prefix, sizes) {
  const names = Object.keys(tensors);
  const count = names.reduce((most, name) => {
    const [, own = '', layer] = layerName.exec(name) ?? [];
    return layer !== undefined && own === prefix ? Math.max(most, Number(layer) + 1) : most;
  }, 0);
  if (count > 0) checkMost(`${prefix}layers`, count, 'layers', attentionLimits.layers);
  return Array.from({ length: count }, (_, layer) => {
    const start = `${prefix}layers.${layer}.`;
    const attention = attentionAt(tensors, `${start}attention.`, sizes);
    const across = names.some((name) => name.startsWith(`${start}context.`));
    const context = across ? attentionAt(tensors, `${start}context.`, sizes) : undefined;
    return { attention, ...(context && { context }) };
  });
}

/**
 * Whether a checkpoint says enough to run the whole network: the trainer's do, and scores that are multiples of dot products can
 * be shown.
 * @param {Record<string, string>} metadata
 */
export const isNetwork = ({ format, task, stack, rule }) =>
  format === 'scaledot' && Boolean(task && stack) && rule === 'power';

/** @param {Record<string, Tensor>} tensors @param {Record<string, string>} metadata @returns {CheckpointData} */
function checkpointOf(tensors, metadata) {
  const heads = countOf('heads', {}, metadata);
  if (heads === undefined) throw problem('metadata', 'no heads', 'how many heads a layer has');
  const keyHeads = countOf('keyHeads', {}, metadata) ?? heads;
  checkHeads(heads, keyHeads);
  const embedding = Object.hasOwn(tensors, 'tokenEmbedding') ? tensors.tokenEmbedding : undefined;
  if (!embedding) throw problem('the file', 'no tokenEmbedding', '[vocabulary, modelDim]');
  checkRank('tokenEmbedding', embedding, [2]);
  const [words, modelDim] = embedding.shape;
  checkMost('tokenEmbedding', modelDim, 'components', attentionLimits.width);
  const vocabulary = stringsOf(metadata, 'vocabulary');
  if (!vocabulary) throw problem('metadata', 'no vocabulary', 'a JSON array of strings');
  if (vocabulary.length !== words) {
    throw problem(
      'metadata vocabulary',
      several(vocabulary.length, 'string'),
      `${words}, one a row of tokenEmbedding`,
    );
  }
  const sizes = { width: modelDim, contextWidth: modelDim, heads, keyHeads };
  /** @type {Stack[]} */
  const stacks = [];
  for (const prefix of /** @type {const} */ (['', 'encoder.', 'decoder.'])) {
    const layers = layersOf(tensors, prefix, sizes);
    if (layers.length > 0) stacks.push({ prefix, layers });
  }
  if (stacks.length === 0)
    throw problem('the file', 'no layers', 'layers.0.attention.wq and so on');
  return { kind: 'checkpoint', modelDim, vocabulary, stacks, tensors, metadata };
}

/**
 * @param {FileData} file
 * @returns {AttentionData}
 */
export function attentionData({ tensors, metadata = {} }) {
  const names = Object.keys(tensors);
  if (metadata.format === 'scaledot' || names.some((name) => layerName.test(name))) {
    return checkpointOf(tensors, metadata);
  }
  const { cast, ignored } = castOf(tensors);
  // One matrix of no name that tells what it is for, or only a part of what is needed.
  if (names.length === 1) {
    const [name] = names;
    const tensor = tensors[name];
    checkRank(name, tensor, [2, 3]);
    checkTokens(name, tensor);
    return {
      kind: 'matrix',
      name,
      tensor,
      ignored: [],
      ...labelsOf(metadata, tensor.shape.at(-2) ?? 0, tensor.shape.at(-2) ?? 0),
    };
  }
  if (cast.query || cast.key || cast.value) return qkvOf(cast, metadata, ignored);
  if (cast.x || cast.wq || cast.wk || cast.wv) return projectionsOf(cast, metadata, ignored);
  const came = names.slice(0, 4).map((name) => JSON.stringify(name.slice(0, 40)));
  const expected = 'query, key and value; x, wq, wk and wv; or a checkpoint';
  throw problem(
    'the file',
    names.length > 0
      ? `the names ${came.join(', ')}${names.length > 4 ? ', ...' : ''}`
      : 'no tensors',
    expected,
  );
}
