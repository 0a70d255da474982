/** The data of the Models lab's programs, and the models that they compute correctly. */

/** @import { Network, Pair, StoredTensor } from '../../engine/models/network.js' */
/** @import { Plan } from './types.js' */

export const decimals = 3;

/** Placeholder for the folder of a visitor's files. The page does not know its name. */
export const folderOfFiles = 'FOLDER';

/** Number of words of the answer that are printed. */
export const printed = 3;

/** @typedef {{own: string, byLayer: boolean}} Factors  factors on q.k; byLayer: whether the scores are also divided by the layer's number */

/** @param {Network} network @param {Plan} plan @returns {Factors | undefined} undefined if the programs cannot write the factors */
export function factorsOf({ scale: scaleOf, headDim, layers }, { scale, factor }) {
  const is = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a / b - 1) < 1e-9;
  const all = Array.from({ length: layers }, (_, i) => scaleOf(i));
  const known = [
    { value: 1, code: '1.0' },
    { value: 1 / Math.sqrt(headDim), code: '1 / d_k**0.5' },
    { value: 1 / headDim, code: '1 / d_k' },
  ];
  const code = known.find(({ value }) => is(all[0], value))?.code;
  const isSame = all.every((value) => is(value, all[0]));
  const byLayer = !isSame && all.every((value, i) => is(value * (i + 1), all[0]));
  if (code === undefined || !(isSame || byLayer)) return undefined;
  if (scale === 'none') return { own: '1.0', byLayer: false };
  return { own: scale === 'times' ? `${factor} * ${code}` : code, byLayer };
}

/** Whether a program without branches computes the model correctly. @param {Network} network @param {ReadonlyMap<string, StoredTensor>} tensors */
export function isPlain(network, tensors) {
  const { family, start, layerTensors, headDim, tables, window } = network;
  const [first] = layerTensors;
  const names = layerTensors.map((layer, i) =>
    JSON.stringify(layer).replaceAll(start.replace('{i}', String(i)), start),
  );
  const ends = normsOf(network).map((pair) => JSON.stringify(endsOf(network, pair)));
  const lengthOf = (/** @type {string | undefined} */ name) => tensors.get(name ?? '')?.shape[0];
  return (
    family !== 'first layer' &&
    tables.embedding !== undefined &&
    /^[\w.-]*\{i\}\.[\w.]*$/.test(start) && // nothing that Python would have to escape
    names.every((each) => each === names[0]) &&
    ends.every((each) => each === ends[0]) &&
    [first.queryNorm, first.keyNorm].every((norm) => !norm || lengthOf(norm.weight) === headDim) &&
    layerTensors.every((_, i) => window(i) !== 1) // a single weight is always 1
  );
}

/** Returns the norms of the network's own kind. @param {Network} network */
export const normsOf = ({ tables, layerTensors: [first], head, headNorm }) =>
  [
    ...[tables.embeddingNorm, first.attentionNorm, first.feedForwardNorm],
    ...(headNorm ? [] : [first.queryNorm, first.keyNorm]),
    ...[head && tables.finalNorm, head?.norm],
  ].flatMap((pair) => pair ?? []);

/** Returns the ends of the names of a norm's gain and bias. @param {Network} network @param {Pair} pair */
export const endsOf = ({ norm }, { weight, bias }) => ({
  gain: /\.(weight|gamma)$/.exec(weight)?.[0] ?? '',
  bias: norm === 'layer' ? /\.(bias|beta)$/.exec(bias ?? '')?.[0] : undefined,
});
