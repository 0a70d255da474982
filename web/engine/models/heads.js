/** The matrices of single heads, as stored in the files. */

/** @import { Network, Pair } from './network.js' */
/** @import { HeadMatrices } from './types.js' */
/** @import { Weights } from './weights.js' */

/**
 * Reads W_q and W_k of one head. W_k is that of the head's group.
 *
 * @param {Network} network
 * @param {Weights} weights
 * @param {number} layer
 * @param {number} head
 * @returns {Promise<HeadMatrices>}
 */
export async function readHead(network, weights, layer, head) {
  const { heads, keyHeads, headDim, width, transposed, layerTensors } = network;
  const { fused, query, key } = layerTensors[layer];
  const columns = (
    /** @type {Pair | undefined} */ pair,
    /** @type {number} */ at,
    /** @type {number} */ count,
  ) => {
    if (!pair) throw new RangeError('files: got no projections of queries and keys; expected both');
    const [from, to] = [at * headDim, (at + 1) * headDim];
    return weights.columns(pair.weight, { from, to, sides: [width, count * headDim], transposed });
  };
  if (fused) {
    return {
      query: await columns(fused, head, 3 * heads),
      key: await columns(fused, heads + head, 3 * heads),
    };
  }
  const shared = Math.floor(head / (heads / keyHeads));
  return { query: await columns(query, head, heads), key: await columns(key, shared, keyHeads) };
}
