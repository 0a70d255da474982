/** The random vectors of the LayerNorm picture, shared with the sentences about it. */

/** @import { Params } from '../../tables/types.js' */

/** Number of components in all: enough for a smooth picture, few enough for a frame or two. */
const components = 2 ** 16;

/** Above this d_k the projection would be too slow for a slider. */
export const widest = 512;

/** Returns the options of engine.layerNormStages(). @param {Params} params */
export function normOptions({ dk, seed, lengthSpread, gainSd, biasSd }) {
  const own = Math.min(widest, Number(dk));
  return {
    dk: own,
    vectors: Math.max(64, Math.min(2000, Math.floor(components / own))),
    seed: Number(seed),
    lengthSpread: Number(lengthSpread),
    gainSd: Number(gainSd),
    biasSd: Number(biasSd),
    project: true,
  };
}
