/**
 * scaledot/attention: attention() and what it needs, for programs that compute nothing else: a bundler leaves out the rest of the
 * engine.
 *
 * @example
 * import { load, tensor } from 'scaledot/attention';
 * const { attention } = await load();
 * const x = tensor([[1, 0], [0, 1]]);
 * console.log(attention(x, x, x).output.data);
 */

/** @import { Engine } from './engine.js' */
/** @import { PartCode } from './parts/index.js' */
/** @import { LoadOptions, PartName } from './types.js' */

import { startVariant } from './border/embedded-attention.js';
import { loader } from './load.js';
import { forAttention } from './parts/for-attention.js';
import { snapshots } from './snapshots.js';

export { limits } from './border/limits.js';
export { tensor } from './border/tensor.js';
export { version } from './version.js';

const parts = /** @type {readonly PartName[]} */ (Object.keys(forAttention));

/** @param {PartName} part @returns {PartCode} */
function codeOf(part) {
  const code = forAttention[part];
  if (!code)
    throw new Error(`the part "${part}" is not in this entry of the package; 'scaledot' has it`);
  return code;
}

/**
 * Loads the engine with the parts `matrices`, `forward` and `attention`. Functions of other parts, and createTrainer(), refuse to
 * work here: `import { load } from 'scaledot'` has them all.
 *
 * @type {(options?: LoadOptions) => Promise<Engine>}
 */
export const load = /* @__PURE__ */ loader({
  startVariant,
  openLearning: () =>
    Promise.reject(
      new Error("createTrainer: it is not in this entry of the package; 'scaledot' has it"),
    ),
  codeOf,
  parts,
  snapshots,
});
