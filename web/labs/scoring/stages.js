/** The random vectors of the LayerNorm picture, the same for the picture and for what is said of it. */

/** @import { Params } from '../../tables/types.js' */

/** So many components in all: enough for a smooth picture, little enough for a frame or two. */
const components = 2 ** 16;

/** Above this d_k the projection would take too long for a slider. */
export const widest = 512;

/** As engine.layerNormStages takes them. @param {Params} params */
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
