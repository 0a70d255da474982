/** Registers the compilers of the parts in dist/scaledot-training.min.js, for the engine's script of the same build. */

/** @import { PartName } from '../engine/types.js' */

import { stamp } from '../engine/records/stamp.js';
import { version } from '../engine/version.js';
import { runBeside } from './beside.js';

const script = 'scaledot-training.min.js';

/** @typedef {Partial<Record<PartName, () => Promise<WebAssembly.Module>>>} Compilers */

const place = Symbol.for(`${script} ${version} ${stamp}`);
/** @type {Record<symbol, Compilers | undefined>} */
const global = Object(globalThis);

/** @param {Compilers} compilers */
export const leaveParts = (compilers) => void (global[place] ??= compilers);

/** Whether a script tag has registered them. */
export const haveParts = () => Boolean(global[place]);

/** @param {PartName} part @returns {Promise<WebAssembly.Module>} */
export async function compilePart(part) {
  /** @type {unknown} */
  let cause;
  if (!haveParts()) await runBeside(script).catch((error) => (cause = error));
  const compile = global[place]?.[part];
  if (compile) return compile();
  throw new Error(
    `the part "${part}" is in ${script} of this release, which could not be loaded; put it beside the engine's script, or name it in a <script> before load()`,
    { cause },
  );
}
