/**
 * scaledot/attention: only attention() and its dependencies, so that bundlers leave out the rest of the engine.
 *
 * @example
 * import { load, tensor } from 'scaledot/attention';
 * const { attention } = await load();
 * const x = tensor([[1, 0], [0, 1]]);
 * console.log(attention(x, x, x).output.data);
 */

/** @import { Engine } from './engine.js' */
/** @import { StartVariant } from './border/variants.js' */
/** @import { Snapshots } from './workers/types.js' */
/** @import { CodeOf, PartCode } from './parts/types.js' */
/** @import { LoadOptions, PartName } from './types.js' */

import { startVariant } from './border/embedded-attention.js';
import { functionNames, partOf, partOfRun } from './border/parts.js';
import { loader } from './load.js';
import { hintAtNearNames } from './near-names.js';
import { forAttention } from './parts/for-attention.js';
import { attentionJob } from './workers/attention-jobs.js';
import { jobSnapshots } from './job-snapshots.js';

export { limits } from './border/limits.js';
export { tensor } from './border/tensor.js';
export { version } from './version.js';

const parts = /** @type {readonly PartName[]} */ (Object.keys(forAttention));

/** Only the parts of this entry. The functions below refuse everything that needs others. @type {CodeOf} */
const codeOf = (part) => /** @type {PartCode} */ (forAttention[part]);

/** @param {PartName | undefined} part */
const isHere = (part) => part !== undefined && parts.includes(part);

/** @param {string} name of a function of the engine */
const elsewhere = (name) =>
  new Error(`${name}: it is not in 'scaledot/attention', but in 'scaledot'`);

/** Starts a variant, with functions that throw in place of those of other parts. @type {StartVariant} */
async function start(variant, some) {
  hintAtNearNames();
  const module = await startVariant(variant, some);
  for (const name of functionNames()) {
    if (isHere(partOf(name))) continue;
    module.functions[name] ??= () => {
      throw elsewhere(name);
    };
  }
  return module;
}

const jobOf = /* @__PURE__ */ jobSnapshots({ attention: attentionJob });

/** @type {Snapshots} */
const snapshots = {
  job(module, name, options) {
    if (!isHere(partOfRun(name))) throw elsewhere(name);
    return jobOf(module, name, options);
  },
  trainer: (options) => options, // never read, because there is no trainer here
};

/**
 * Loads the engine with the parts `matrices`, `forward` and `attention`. Functions of other parts and createTrainer()
 * throw; `import { load } from 'scaledot'` has them all.
 *
 * @type {(options?: Omit<LoadOptions, 'module' | 'trainingModule'>) => Promise<Engine>}
 */
export const load = /* @__PURE__ */ loader({
  startVariant: start,
  openLearning: () => Promise.reject(elsewhere('createTrainer')),
  codeOf,
  parts,
  snapshots,
});
