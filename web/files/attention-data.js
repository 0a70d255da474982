/**
 * Interprets the tensors of a file for the Attention lab: queries, keys and values; tokens and projections; or a trained
 * checkpoint. docs/tensors.md lists the names and shapes.
 */

/** @import { MultiHeadParameters, Tensor } from '../engine/types.js' */
/** @import { Role } from './attention-names.js' */
/** @import { AxisOrder, Named, Orientation } from './projections.js' */
/** @import { Interpretation } from './types.js' */

import { constant } from '../engine/border/constant.js';
import { describeShape } from '../engine/border/tensor.js';
import { attentionLimits } from '../tables/attention-limits.js';
import { checkOneAttention, isOfLibrary, isOfLinear, roleOf } from './attention-names.js';
import { problem, several, wrong } from './problem.js';
import {
  fusedWidths,
  headsApart,
  likelyHeads,
  likelyRows,
  named,
  outputsOf,
  possibleHeads,
  splitColumns,
  orientationFromShapes,
  transposed,
  usualDim,
  widthOf,
  withoutBatch,
  wrongShape,
} from './projections.js';

/**
 * @typedef {object} Heads
 * @property {number} heads
 * @property {number} keyHeads divides `heads`
 * @property {number} headDim
 * @property {number} valueDim
 *
 * @typedef {Omit<MultiHeadParameters, 'wo' | 'extraKey' | 'extraValue'> & {wo?: Tensor}} Projections matrices as [in, out]
 *
 * @typedef {object} Labels
 * @property {string[]} [tokens] names of the queries, if the file has them
 * @property {string[]} [contextTokens] names of the keys, if they differ
 * @property {string[]} ignored tensors that the lab does not use
 *
 * @typedef {{heads?: number, orientation?: Orientation | AxisOrder}} Choices the visitor's choices about questions that the file leaves open
 *
 * @typedef {object} Open questions that the file leaves open
 * @property {readonly number[]} heads possible numbers; empty if the number is known
 * @property {number} likelyHeads
 * @property {Orientation | AxisOrder | undefined} likelyOrientation undefined if the shapes determine it
 *
 * @typedef {{kind: 'qkv', query: Tensor, key: Tensor, value: Tensor, interpretations: Interpretation[], open: Open, from: FileData} & Heads &
 *   Labels} QkvData [H, L, d],
 *   [G, S, d], [G, S, e]
 *
 * @typedef {{kind: 'projections', x: Tensor, context?: Tensor, parameters: Projections, interpretations: Interpretation[], open: Open, from: FileData} &
 *   Heads & Labels} ProjectionsData [L, width], [S, width of the context]
 *
 * @typedef {{kind: 'matrix', name: string, tensor: Tensor} & Labels} MatrixData one matrix; the page asks for its role
 *
 * @typedef {Required<Projections> & Heads} Attention
 *
 * @typedef {object} Stack
 * @property {'' | 'encoder.' | 'decoder.'} prefix start of its tensors' names
 * @property {{attention: Attention, context?: Attention}[]} layers context: attention to the encoder
 *
 * @typedef {object} CheckpointData
 * @property {'checkpoint'} kind
 * @property {number} modelDim
 * @property {string[]} vocabulary
 * @property {Stack[]} stacks in the order in which they run
 * @property {Record<string, Tensor>} tensors all tensors
 * @property {Record<string, string>} metadata
 * @property {Blob} [file] the file of a whole network, as the trainer writes it
 *
 * @typedef {QkvData | ProjectionsData | MatrixData | CheckpointData} AttentionData
 *
 * @typedef {object} FileData the result of readTensors()
 * @property {Record<string, Tensor>} tensors
 * @property {Record<string, string>} [metadata]
 * @property {Readonly<Record<string, Role>>} [roles] roles of tensors whose names do not state them
 */

/** @typedef {Partial<Record<Role, Named>>} Cast */

/** @param {FileData} file @returns {{cast: Cast, ignored: string[]}} */
function castOf({ tensors, roles = {} }) {
  /** @type {Cast} */
  const cast = {};
  const ignored = [];
  for (const [name, tensor] of Object.entries(tensors)) {
    const role = Object.hasOwn(roles, name) ? roles[name] : roleOf(name);
    if (!role) ignored.push(name);
    else if (cast[role]) throw problem(name, `a second tensor for ${role}`, 'one');
    else cast[role] = named(name, tensor);
  }
  return { cast, ignored };
}

/** @param {string} name @param {number} number @param {string} what @param {number} most */
function checkMost(name, number, what, most) {
  if (number < 1 || number > most) {
    throw problem(name, `${number} ${what}`, `from 1 to ${most}, as many as the lab shows`);
  }
}

/** @param {Named} of a tensor of tokens */
function checkTokens({ name, tensor: { shape } }) {
  const [length, width] = shape.slice(-2);
  checkMost(name, length, 'tokens', attentionLimits.tokens);
  checkMost(name, width, 'components', attentionLimits.width);
}

/** @param {number} heads @param {number} keyHeads */
function checkHeads(heads, keyHeads) {
  checkMost('heads', heads, 'heads', attentionLimits.heads);
  if (keyHeads < 1 || heads % keyHeads !== 0) {
    throw problem('heads', `${heads} heads of queries, ${keyHeads} of keys`, 'a multiple');
  }
}

/** @param {Named} of @param {readonly number[]} ranks */
function checkRank(of, ranks) {
  if (!ranks.includes(of.tensor.shape.length)) {
    throw wrongShape(of, `${ranks.join(' or ')} axes`);
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
  return list;
}

/** @param {Record<string, string>} metadata @param {number} queries @param {number} keys */
function labelsOf(metadata, queries, keys) {
  const lengths = { tokens: queries, contextTokens: keys };
  /** @type {{tokens?: string[], contextTokens?: string[]}} */
  const labels = {};
  for (const name of constant(['tokens', 'contextTokens'])) {
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
  const tensor = cast[name]?.tensor;
  const own = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (!tensor && own === undefined) return undefined;
  const expected = 'one whole number';
  if (tensor && tensor.data.length !== 1) {
    throw problem(name, several(tensor.data.length, 'number'), expected);
  }
  const received = tensor ? tensor.data[0] : own;
  const count = Number(received);
  if (!Number.isInteger(count) || count < 1) throw wrong(name, received, expected);
  return count;
}

// Queries, keys and values --------------------------------------------------------------------------

/** @param {Named} of [L, d] or [H, L, d] @returns {Tensor} [H, L, d] */
const withHeads = ({ tensor: { data, shape } }) => ({
  data,
  shape: shape.length === 2 ? [1, ...shape] : shape,
});

/** @param {readonly Named[]} squeezed @returns {Interpretation[]} */
function batchInterpretations(squeezed) {
  if (squeezed.length === 0) return [];
  const shapes = squeezed.map(({ name, shape }) => `${name} ${describeShape(shape)}`).join(', ');
  return [{ what: 'batch', values: { shapes } }];
}

/** @param {readonly string[]} names @returns {Interpretation[]} */
function unusedInterpretations(names) {
  if (names.length === 0) return [];
  const some = names.slice(0, 4).map((name) => name.slice(0, 60));
  return [{ what: 'unused', values: { names: some.join(', ') + (names.length > 4 ? ', …' : '') } }];
}

/** @param {Cast} cast @param {'query' | 'key' | 'value'} role @returns {Named} without a batch axis */
function givenOf(cast, role) {
  const of = cast[role];
  if (!of) throw problem('the file', `no ${role}`, 'query, key and value (or q, k and v)');
  const own = withoutBatch(of, 3);
  if (own.tensor.shape.length > 3) {
    throw wrongShape(of, '2 or 3 axes, or 4 of which the first has length 1');
  }
  checkRank(own, [2, 3]);
  checkTokens(own);
  return own;
}

/**
 * Names queries, keys and values like projections, for the functions that count heads.
 * @param {readonly Named[]} rows queries, keys and values
 */
const asMatrices = ([wq, wk, wv]) => ({ wq, wk, wv });

/**
 * Refuses numbers of heads that do not match the width of rows with heads side by side.
 *
 * @param {readonly Named[]} rows queries, keys and values
 * @param {{heads?: number, keyHeads?: number}} given
 */
function checkColumns([query, key, value], { heads, keyHeads }) {
  const [all, keys] = [widthOf(query), widthOf(key)];
  const ofKeys = keyHeads ?? (keys * Number(heads)) / all;
  const ofQueries = heads ?? (all * ofKeys) / keys;
  checkMultiple(query, heads);
  checkMultiple(key, keyHeads);
  if (keys * ofQueries !== all * ofKeys || !Number.isInteger(ofQueries / ofKeys))
    throw wrongShape(key, `heads as wide as those of ${query.name}, as many or a divisor`);
  checkHeads(ofQueries, ofKeys);
  checkMultiple(value, ofKeys);
}

/** @param {Named} of rows with heads side by side @param {number | undefined} heads */
function checkMultiple(of, heads) {
  if (heads !== undefined && widthOf(of) % heads !== 0)
    throw wrongShape(of, `columns for ${several(heads, 'head')}, a multiple of ${heads}`);
}

/** Refuses numbers of heads that differ from the first axis. @param {readonly Named[]} all @param {{heads?: number, keyHeads?: number}} given */
function checkFirstAxes(all, { heads, keyHeads }) {
  for (const [i, count] of [heads, keyHeads].entries()) {
    if (count !== undefined && withHeads(all[i]).shape[0] !== count)
      throw wrongShape(all[i], `${several(count, 'head')} as its first axis`);
  }
}

/**
 * Splits queries, keys and values into heads. Without an axis of heads, the heads may be side by side in the rows.
 *
 * @param {readonly Named[]} all
 * @param {{heads?: number, keyHeads?: number}} given
 * @param {number | undefined} chosen
 */
function byHeads(all, given, chosen) {
  // A first axis of length 1 may be a batch axis.
  const rows = all.map((of) => withoutBatch(of, 2));
  const isFlat = rows.every(({ tensor: { shape } }) => shape.length === 2);
  const isGiven = given.heads !== undefined || given.keyHeads !== undefined;
  if (given.heads !== undefined) checkHeads(given.heads, given.keyHeads ?? given.heads);
  // Rows as narrow as a head are one head.
  const isOne = widthOf(rows[0]) <= usualDim && widthOf(rows[0]) === widthOf(rows[1]);
  const isOpen = isFlat && (isGiven || !isOne);
  const possible = isOpen ? possibleHeads(asMatrices(rows), given, attentionLimits.heads) : [];
  if (possible.length === 0) {
    if (!isFlat) checkFirstAxes(all, given);
    else if (isGiven) checkColumns(rows, given);
    return { tensors: all.map(withHeads), counts: [], likely: 1, interpretations: [] };
  }
  const likely = likelyRows(asMatrices(rows), possible);
  const { heads, keyHeads, ...counted } = choiceOf(possible, likely, given, chosen);
  const tensors = rows.map(({ tensor }, i) => headsApart(tensor, i === 0 ? heads : keyHeads));
  return { tensors, ...counted };
}

/**
 * @param {FileData} file
 * @param {Cast} cast
 * @param {string[]} ignored
 * @param {Choices} choices
 * @returns {QkvData}
 */
function qkvOf(file, cast, ignored, choices) {
  const { metadata = {} } = file;
  const matrices = constant(['query', 'key', 'value']).map((role) => givenOf(cast, role));
  const given = {
    heads: countOf('heads', cast, metadata),
    keyHeads: countOf('keyHeads', cast, metadata),
  };
  const counts = {
    ...given,
    tokens: stringsOf(metadata, 'tokens')?.length,
    contextTokens: stringsOf(metadata, 'contextTokens')?.length,
  };
  const { all, likely, ...read } = inOrder(matrices, counts, choices.orientation);
  const { tensors, ...counted } = byHeads(all, given, choices.heads);
  const [query, key, value] = tensors;
  const [heads, queries, headDim] = query.shape;
  const [keyHeads, keys] = key.shape;
  checkHeads(heads, keyHeads);
  if (key.shape[2] !== headDim) {
    throw wrongShape(all[1], `${headDim} as its last axis, as ${all[0].name} has`);
  }
  if (value.shape[0] !== keyHeads || value.shape[1] !== keys) {
    const start = all[1].shape.slice(0, -1).join(', ');
    throw wrongShape(all[2], `[${start}, ...], a row for each key`);
  }
  const labels = labelsOf(metadata, queries, keys);
  const sizes = { heads, keyHeads, headDim, valueDim: value.shape[2] };
  const squeezed = matrices.filter(({ shape, tensor }) => shape !== tensor.shape);
  const interpretations = [
    ...batchInterpretations(squeezed),
    ...read.interpretations,
    ...counted.interpretations,
    ...unusedInterpretations(ignored),
  ];
  const open = { heads: counted.counts, likelyHeads: counted.likely, likelyOrientation: likely };
  return {
    kind: 'qkv',
    query,
    key,
    value,
    ...sizes,
    ...labels,
    interpretations,
    open,
    from: file,
    ignored,
  };
}

/** @typedef {{heads?: number, keyHeads?: number, tokens?: number, contextTokens?: number}} Counts given in a file */

/**
 * Whether queries, keys and values may have their heads on this axis and their tokens on the other. Ignores the lab's limits.
 *
 * @param {readonly Named[]} all
 * @param {Counts} given
 * @param {number} axis 0 or 1
 */
function couldBeHeads(all, given, axis) {
  const [heads, keyHeads, valueHeads] = all.map(({ tensor: { shape } }) => shape[axis]);
  const [queries, keys, values] = all.map(({ tensor: { shape } }) => shape[1 - axis]);
  return (
    heads % keyHeads === 0 &&
    keyHeads === valueHeads &&
    Math.min(queries, keys) > 0 &&
    keys === values &&
    (given.heads ?? heads) === heads &&
    (given.keyHeads ?? keyHeads) === keyHeads &&
    (given.tokens ?? queries) === queries &&
    (given.contextTokens ?? keys) === keys
  );
}

/** @param {Named} of [tokens, heads, d] @returns {Named} [heads, tokens, d] */
function headsFirst(of) {
  const { data, shape } = of.tensor;
  const [tokens, heads, width] = shape;
  const turned = { ...of, tensor: headsApart({ data, shape: [tokens, heads * width] }, heads) };
  checkTokens(turned);
  return turned;
}

/**
 * Brings the axes into order: heads first, as in scaled_dot_product_attention, or tokens first, as in flash-attention. Shapes
 * and counts decide, otherwise the visitor's choice, otherwise heads first.
 *
 * @param {readonly Named[]} matrices
 * @param {Counts} given
 * @param {Choices['orientation']} chosen
 * @returns {{all: readonly Named[], likely: AxisOrder | undefined, interpretations: Interpretation[]}}
 */
function inOrder(matrices, given, chosen) {
  const unchanged = { all: matrices, likely: undefined, interpretations: [] };
  const [first, second, width] = matrices[0].tensor.shape;
  const hasHeads = matrices.every(({ tensor: { shape } }) => shape.length === 3);
  if (!hasHeads || second === 1 || !couldBeHeads(matrices, given, 1)) return unchanged;
  const isOpen = couldBeHeads(matrices, given, 0);
  if (isOpen && first === 1) return unchanged; // one head, not one token
  const isChosen = chosen === 'heads-first' || chosen === 'tokens-first';
  const most = attentionLimits.heads;
  const isShown = [first, second].map((heads) => heads <= most); // heads first, tokens first
  // Too many to show as heads, and as many for queries as for keys: assumed to be tokens.
  const isLikely = !isShown[0] && !isChosen && first === matrices[1].tensor.shape[0];
  const isTurned = !isOpen || (isShown[1] && (isLikely || chosen === 'tokens-first'));
  if (!isTurned && !isShown[0])
    throw problem(
      'heads',
      several(first, 'head'),
      `from 1 to ${most}, as many as the lab shows, or heads in the file where tokens come first`,
    );
  const [heads, tokens] = isTurned ? [second, first] : [first, second];
  const what = isTurned ? 'tokensFirst' : 'axes';
  return {
    all: isTurned ? matrices.map(headsFirst) : matrices,
    likely: isOpen && isShown.every(Boolean) ? 'heads-first' : undefined,
    interpretations: [
      { what, values: { heads, tokens, headDim: width }, assumed: !isOpen || !isChosen },
    ],
  };
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
 * @param {Named} of [in, heads * d] or [heads, in, d]
 * @param {number} rows width of the input
 * @param {number} heads
 * @returns {Tensor} [in, heads * d]
 */
function projectionOf(of, rows, heads) {
  checkRank(of, [2, 3]);
  const { shape } = of.tensor;
  const nested = shape.length === 3;
  if (nested && shape[0] !== heads) throw wrongShape(of, `${heads} heads as its first axis`);
  const matrix = nested ? sideBySide(of.tensor) : of.tensor;
  const [from, to] = matrix.shape;
  if (from !== rows) throw wrongShape(of, `${rows} rows, as wide as what goes in`);
  if (to === 0 || to % heads !== 0) {
    throw wrongShape(of, `${outputsOf(of)} for ${heads} heads, a multiple of ${heads}`);
  }
  checkMost(of.name, to / heads, 'components of a head', attentionLimits.width);
  return matrix;
}

/** @typedef {'bq' | 'bk' | 'bv' | 'bo'} BiasRole */
/** @typedef {{width: number, contextWidth: number, heads: number, keyHeads: number}} Sizes */

/**
 * @param {(role: BiasRole) => Named | undefined} find
 * @param {Record<BiasRole, number | undefined>} lengths undefined if the matrix is missing
 */
function biasesOf(find, lengths) {
  /** @type {Partial<Record<BiasRole, Tensor>>} */
  const biases = {};
  for (const role of constant(['bq', 'bk', 'bv', 'bo'])) {
    const bias = find(role);
    if (!bias) continue;
    const length = lengths[role];
    if (length === undefined) {
      throw problem('the file', `${bias.name} without ${bias.name.replace(/bo$/, 'wo')}`, 'both');
    }
    const { shape } = bias.tensor;
    if (shape.length !== 1 || shape[0] !== length) throw wrongShape(bias, `[${length}]`);
    biases[role] = bias.tensor;
  }
  return biases;
}

/**
 * Checks the matrices and biases of multi-head attention.
 *
 * @param {(role: 'wq' | 'wk' | 'wv' | 'wo' | BiasRole) => Named | undefined} find
 * @param {string} prefix of their names, for errors
 * @param {Sizes} sizes
 * @returns {Projections & Heads}
 */
function parametersOf(find, prefix, { width, contextWidth, heads, keyHeads }) {
  const given = (/** @type {'wq' | 'wk' | 'wv'} */ role) => {
    const of = find(role);
    if (!of) throw problem('the file', `no ${prefix}${role}`, 'wq, wk and wv');
    return of;
  };
  const wq = projectionOf(given('wq'), width, heads);
  const keys = given('wk');
  const wk = projectionOf(keys, contextWidth, keyHeads);
  const wv = projectionOf(given('wv'), contextWidth, keyHeads);
  const headDim = wq.shape[1] / heads;
  const valueDim = wv.shape[1] / keyHeads;
  if (wk.shape[1] !== keyHeads * headDim) {
    const count = `${keyHeads * headDim} ${outputsOf(keys)}`;
    throw wrongShape(keys, `${count}, ${headDim} a head as ${given('wq').name} has`);
  }
  const wo = find('wo');
  if (wo) checkOutput(wo, heads * valueDim);
  const biases = biasesOf(find, {
    bq: heads * headDim,
    bk: keyHeads * headDim,
    bv: keyHeads * valueDim,
    bo: wo?.tensor.shape[1],
  });
  return {
    wq,
    wk,
    wv,
    ...(wo && { wo: wo.tensor }),
    ...biases,
    heads,
    keyHeads,
    headDim,
    valueDim,
  };
}

/** @param {Named} wo @param {number} rows */
function checkOutput(wo, rows) {
  const { shape } = wo.tensor;
  if (shape.length !== 2 || shape[0] !== rows || shape[1] < 1) {
    const axes = [String(rows), 'width of the output'];
    throw wrongShape(wo, `[${(wo.turned ? axes.reverse() : axes).join(', ')}]`);
  }
  checkMost(wo.name, shape[1], 'columns', attentionLimits.width);
}

/** @param {Cast} cast @param {'x' | 'context'} role @returns {Named | undefined} without a batch axis */
function tokensOf(cast, role) {
  const of = cast[role];
  if (!of) return undefined;
  const own = withoutBatch(of, 2);
  if (own.tensor.shape.length !== 2) {
    throw wrongShape(of, '2 axes, or 3 of which the first has length 1');
  }
  checkTokens(own);
  return own;
}

/** @param {Cast} cast @param {'wq' | 'wk' | 'wv'} role */
function matrixOf(cast, role) {
  const of = cast[role];
  if (!of) throw problem('the file', `no ${role}`, 'wq, wk and wv');
  checkRank(of, [2, 3]);
  return of;
}

/**
 * Returns the matrices of the file, with the widths of their inputs: three, or one that has them side by side. The output
 * matrix shows its orientation only if the width of its input is known.
 *
 * @param {Cast} cast
 * @param {number} width
 * @param {number} contextWidth
 */
function matricesWithWidths(cast, width, contextWidth) {
  const { wqkv, wo } = cast;
  if (wqkv) {
    const second = cast.wq ?? cast.wk ?? cast.wv;
    if (second) throw problem(second.name, `a second projection beside ${wqkv.name}`, 'one');
    checkRank(wqkv, [2]);
    if (contextWidth !== width) {
      const context = /** @type {Named} */ (cast.context);
      throw wrongShape(context, `${width} components: ${wqkv.name} projects both sentences`);
    }
    return [{ of: wqkv, width }];
  }
  const [wq, wk, wv] = constant(['wq', 'wk', 'wv']).map((role) => matrixOf(cast, role));
  const isSquare = wv.shape.length === 2 && wv.shape[0] === wv.shape[1];
  const showsOrientation =
    wo && isSquare && wo.shape.length === 2 && wo.shape.includes(contextWidth);
  return [
    { of: wq, width },
    { of: wk, width: contextWidth },
    { of: wv, width: contextWidth },
    ...(showsOrientation ? [{ of: wo, width: contextWidth }] : []),
  ];
}

/**
 * @param {Cast} cast
 * @param {ReturnType<typeof matricesWithWidths>} matrices
 * @param {Choices['orientation']} chosen
 */
function orientationOf(cast, matrices, chosen) {
  const shown = orientationFromShapes(matrices);
  const isLinear = matrices.some(({ of }) => isOfLinear(of.name));
  /** @type {Orientation} */
  const guess = isLinear ? 'out-in' : 'in-out';
  const likely = shown ? undefined : guess;
  const wanted = chosen === 'in-out' || chosen === 'out-in' ? chosen : undefined;
  const orientation = shown ?? wanted ?? guess;
  /** @type {Interpretation[]} */
  const interpretations = [];
  if (shown === 'out-in') interpretations.push({ what: 'turned', values: {} });
  else if (!shown && !wanted) {
    interpretations.push({ what: isLinear ? 'linear' : 'orientation', values: {}, assumed: true });
  }
  return { orientation, likely, interpretations };
}

/**
 * Returns three matrices, [in, out], and their biases.
 *
 * @param {Cast} cast
 * @param {Orientation} orientation
 * @param {{heads?: number, keyHeads?: number}} given
 */
function arranged(cast, orientation, given) {
  /** @type {Cast} */
  const all = { ...cast };
  /** @type {Interpretation[]} */
  const interpretations = [];
  for (const role of constant(['wq', 'wk', 'wv', 'wqkv', 'wo'])) {
    const of = all[role];
    if (of && orientation === 'out-in' && of.shape.length > 1) all[role] = transposed(of);
  }
  if (all.wqkv) {
    const widths = fusedWidths(all.wqkv, given);
    [all.wq, all.wk, all.wv] = splitColumns(all.wqkv, widths);
    const [query, key, value] = widths;
    const { name, shape } = all.wqkv;
    interpretations.push({
      what: 'fused',
      values: { name, shape: describeShape(shape), query, key, value },
    });
  }
  if (all.bqkv) splitBias(all, all.bqkv);
  return { all, interpretations };
}

/** @param {Cast} all @param {Named} bias of queries, keys and values together */
function splitBias(all, bias) {
  const second = all.bq ?? all.bk ?? all.bv;
  if (second) throw problem(second.name, `a second bias beside ${bias.name}`, 'one');
  const widths = [all.wq, all.wk, all.wv].map((of) => (of ? widthOf(of) : 0));
  const length = widths.reduce((sum, width) => sum + width, 0);
  if (bias.shape.length !== 1 || bias.shape[0] !== length) throw wrongShape(bias, `[${length}]`);
  [all.bq, all.bk, all.bv] = splitColumns(bias, widths);
}

/**
 * Returns the number of heads given in the file, or one that the widths allow.
 *
 * @param {Record<'wq' | 'wk' | 'wv', Named>} matrices
 * @param {{heads?: number, keyHeads?: number}} given
 * @param {number | undefined} chosen
 */
function headsOf(matrices, given, chosen) {
  const possible = possibleHeads(matrices, given, attentionLimits.heads);
  if (possible.length === 0) {
    const heads = given.heads ?? 1;
    return {
      heads,
      keyHeads: given.keyHeads ?? heads,
      counts: [],
      likely: heads,
      interpretations: [],
    };
  }
  return choiceOf(possible, likelyHeads(matrices.wq, possible), given, chosen);
}

/**
 * Returns the chosen number of heads if it is possible, otherwise the likely one, and notes for the visitor.
 *
 * @param {readonly {heads: number, keyHeads: number}[]} possible
 * @param {{heads: number, keyHeads: number}} likely
 * @param {{heads?: number, keyHeads?: number}} given
 * @param {number | undefined} chosen
 */
function choiceOf(possible, likely, given, chosen) {
  const own = possible.find(({ heads }) => heads === chosen);
  const { heads, keyHeads } = own ?? likely;
  const counts = possible.length > 1 ? possible.map((each) => each.heads) : [];
  /** @type {Interpretation[]} */
  const interpretations = [];
  if (counts.length > 0 && chosen && !own)
    interpretations.push({ what: 'unfit', values: { wanted: chosen }, assumed: true });
  if (counts.length > 0 && !own)
    interpretations.push({ what: 'heads', values: { heads }, assumed: true });
  if (keyHeads < heads && given.keyHeads === undefined) {
    interpretations.push({ what: 'groups', values: { heads, keyHeads } });
  }
  return { heads, keyHeads, counts, likely: likely.heads, interpretations };
}

/**
 * Returns the numbers of heads given by a file, also by matrices with an axis of heads.
 * @param {Cast} cast
 * @param {Record<string, string>} metadata
 */
function givenHeads({ wq, wk, ...cast }, metadata) {
  const first = (/** @type {Named | undefined} */ of) =>
    of?.shape.length === 3 ? of.shape[0] : undefined;
  const heads = countOf('heads', cast, metadata) ?? first(wq);
  const keyHeads = countOf('keyHeads', cast, metadata) ?? first(wk);
  if (heads !== undefined) checkHeads(heads, keyHeads ?? heads);
  else if (keyHeads !== undefined) {
    checkMost('heads', keyHeads, 'heads of keys', attentionLimits.heads);
  }
  return { heads, keyHeads };
}

/**
 * @param {FileData} file
 * @param {Cast} cast
 * @param {string[]} ignored
 * @param {Choices} choices
 * @returns {ProjectionsData}
 */
function projectionsOf(file, cast, ignored, choices) {
  const { metadata = {} } = file;
  const x = tokensOf(cast, 'x');
  if (!x) {
    const weights = Object.values(cast).find(({ name }) => isOfLibrary(name));
    throw problem('the file', 'no x', weights ? `x beside ${weights.name}` : 'x, wq, wk and wv');
  }
  const context = tokensOf(cast, 'context');
  const [, width] = x.tensor.shape;
  const contextWidth = context?.tensor.shape[1] ?? width;
  const given = givenHeads(cast, metadata);
  const withWidths = matricesWithWidths(cast, width, contextWidth);
  const { orientation, likely, interpretations } = orientationOf(
    cast,
    withWidths,
    choices.orientation,
  );
  const { all, interpretations: split } = arranged(cast, orientation, given);
  const matrices = /** @type {Record<'wq' | 'wk' | 'wv', Named>} */ (all);
  const { heads, keyHeads, ...counted } = headsOf(matrices, given, choices.heads);
  const sizes = { width, contextWidth, heads, keyHeads };
  const parameters = parametersOf((role) => all[role], '', sizes);
  const { headDim, valueDim, heads: _, keyHeads: __, ...projections } = parameters;
  const tokens = [x, ...(context ? [context] : [])];
  const labels = labelsOf(metadata, x.tensor.shape[0], (context ?? x).tensor.shape[0]);
  return {
    kind: 'projections',
    x: x.tensor,
    ...(context && { context: context.tensor }),
    parameters: projections,
    ...{ heads, keyHeads, headDim, valueDim },
    ...labels,
    interpretations: [
      ...batchInterpretations(tokens.filter(({ shape, tensor }) => shape !== tensor.shape)),
      ...split,
      ...interpretations,
      ...counted.interpretations,
      ...unusedInterpretations(ignored),
    ],
    open: { heads: counted.counts, likelyHeads: counted.likely, likelyOrientation: likely },
    from: file,
    ignored,
  };
}

// Checkpoints ---------------------------------------------------------------------------------------

const layerName = /^(encoder\.|decoder\.)?layers\.(\d+)\./;

/**
 * @param {Record<string, Tensor>} tensors
 * @param {string} prefix of the names, such as layers.0.attention.
 * @param {Sizes} sizes
 * @returns {Attention}
 */
function attentionAt(tensors, prefix, sizes) {
  const find = (/** @type {string} */ role) => {
    const name = `${prefix}${role}`;
    return Object.hasOwn(tensors, name) ? named(name, tensors[name]) : undefined;
  };
  const parameters = parametersOf(find, prefix, sizes);
  if (!parameters.wo) throw problem('the file', `no ${prefix}wo`, 'one in a checkpoint');
  return /** @type {Attention} */ (parameters);
}

/**
 * @param {Record<string, Tensor>} tensors
 * @param {Stack['prefix']} prefix
 * @param {Sizes} sizes
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
 * Whether a checkpoint contains enough to run and show the whole network: it must come from the trainer, and its scores must be
 * multiples of dot products.
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
  checkRank(named('tokenEmbedding', embedding), [2]);
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
  for (const prefix of constant(['', 'encoder.', 'decoder.'])) {
    const layers = layersOf(tensors, prefix, sizes);
    if (layers.length > 0) stacks.push({ prefix, layers });
  }
  if (stacks.length === 0)
    throw problem('the file', 'no layers', 'layers.0.attention.wq and so on');
  return { kind: 'checkpoint', modelDim, vocabulary, stacks, tensors, metadata };
}

/**
 * Reads a single matrix. Its name may give its role, but the rest of the attention is missing.
 *
 * @param {string} name
 * @param {Tensor} tensor
 * @param {Record<string, string>} metadata
 * @returns {MatrixData}
 */
function matrixDataOf(name, tensor, metadata) {
  const of = withoutBatch(named(name, tensor), 3);
  checkRank(of, [2, 3]);
  if (roleOf(name)?.startsWith('w')) {
    for (const length of of.tensor.shape.slice(-2)) {
      checkMost(name, length, 'rows or columns', 3 * attentionLimits.width);
    }
  } else checkTokens(of);
  const rows = of.tensor.shape.at(-2) ?? 0;
  return { kind: 'matrix', name, tensor, ignored: [], ...labelsOf(metadata, rows, rows) };
}

/** @param {FileData} file @param {readonly string[]} names @returns {boolean} whether it is a checkpoint in this project's format */
const isCheckpoint = ({ metadata = {} }, names) =>
  metadata.format === 'scaledot' ||
  (names.some((name) => layerName.test(name)) && !names.some(isOfLibrary));

/**
 * @param {FileData} file
 * @param {Choices} [choices] of the visitor; impossible ones are ignored
 * @returns {AttentionData}
 */
export function attentionData(file, choices = {}) {
  const { tensors, metadata = {} } = file;
  const names = Object.keys(tensors);
  if (isCheckpoint(file, names)) return checkpointOf(tensors, metadata);
  checkOneAttention(names);
  if (names.length === 1) return matrixDataOf(names[0], tensors[names[0]], metadata);
  const { cast, ignored } = castOf(file);
  if (cast.query || cast.key || cast.value) return qkvOf(file, cast, ignored, choices);
  if (cast.x || cast.wq || cast.wk || cast.wv || cast.wqkv) {
    return projectionsOf(file, cast, ignored, choices);
  }
  const shown = names.slice(0, 4).map((name) => JSON.stringify(name.slice(0, 40)));
  const expected = 'query, key and value; x, wq, wk and wv; or a checkpoint';
  throw problem(
    'the file',
    names.length > 0
      ? `the names ${shown.join(', ')}${names.length > 4 ? ', ...' : ''}`
      : 'no tensors',
    expected,
  );
}
