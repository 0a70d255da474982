/** Limits of a pass, checked against the files and the options before anything is computed. */

/** @import { Network, Pair, StoredTensor } from './network.js' */
/** @import { ModelResultName } from './types.js' */

import { modelLimits } from './limits.js';

/** @param {Network} network @param {number} length @returns {Record<ModelResultName, number>} numbers of each result of a layer */
function countsOf({ heads, keyHeads, headDim, width }, length) {
  const keys = keyHeads * length * headDim;
  const pairs = heads * length * length;
  return {
    ...{ query: heads * length * headDim, key: keys, value: keys },
    ...{ scores: pairs, weights: pairs, hidden: length * width },
    ...{ statistics: 0, logits: 0, crossEntropy: 0 },
  };
}

/**
 * @param {Network} network
 * @param {readonly ModelResultName[]} returns
 * @param {number} layers number of layers whose results are kept at once
 * @param {number} length
 */
export function checkResults(network, returns, layers, length) {
  const counts = countsOf(network, length);
  const one = [...new Set(returns)].reduce((sum, name) => sum + counts[name], 0);
  const final = returns.includes('hidden') ? counts.hidden : 0;
  const all = one * layers + final;
  if (all <= modelLimits.results) return;
  const names = [...new Set(returns)].filter((name) => counts[name] > 0).join(', ');
  const where = layers === 1 ? 'a layer' : `${layers} layers`;
  const fewer =
    layers === 1
      ? 'fewer tokens or results'
      : 'fewer tokens or layers, or keep: false with onLayer';
  throw new RangeError(
    `returns: got ${names} of ${where} for ${length} tokens, ${all} numbers; expected at most ${modelLimits.results}: ${fewer}`,
  );
}

/** @param {Network} network @param {ReadonlyMap<string, StoredTensor>} tensors @param {number} length number of tokens whose logits are wanted */
export function checkLogits({ head }, tensors, length) {
  const [rows = 0, columns = 0] = tensors.get(head?.matrix ?? '')?.shape ?? [];
  const vocabulary = head?.transposed ? rows : columns;
  if (length * vocabulary <= modelLimits.logits) return;
  throw new RangeError(
    `returns: got logits of ${length} tokens for ${vocabulary} words; expected at most ${modelLimits.logits} numbers, ${Math.floor(modelLimits.logits / vocabulary)} tokens`,
  );
}

/** The widest output of a layer's matrices. @param {Network} network @param {ReadonlyMap<string, StoredTensor>} tensors */
function widestOf({ layerTensors, transposed, width }, tensors) {
  let widest = width;
  for (const layer of layerTensors) {
    /** @type {(Pair | undefined)[]} */
    const pairs = Object.values(layer);
    for (const pair of pairs) {
      const shape = tensors.get(pair?.weight ?? '')?.shape ?? [];
      if (shape.length === 2) widest = Math.max(widest, shape[transposed ? 0 : 1]);
    }
  }
  return widest;
}

/** @param {Network} network @param {ReadonlyMap<string, StoredTensor>} tensors @param {number} length */
export function checkRows(network, tensors, length) {
  const widest = widestOf(network, tensors);
  const most = Math.floor(modelLimits.rows / widest);
  if (length <= most) return;
  throw new RangeError(
    `input: got ${length} tokens for matrices that give ${widest} numbers each; expected at most ${most} tokens`,
  );
}
