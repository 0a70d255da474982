/**
 * Names that the engine lacks, but that users of other libraries or of their adapters may try. Accessing such a name
 * throws an error with the right one. Only the entries of the package use this, the project's own pages know the names.
 */

import { plain } from './border/checks.js';
import { Engine } from './engine.js';

/** Normalised names of other libraries. @type {Readonly<Record<string, string>>} */
const foreign = {
  scaleddotproductattention: 'attention',
  dotproductattention: 'attention',
  attentionbackward: 'attentionGradient',
  multiheadattentionforward: 'multiHeadAttention',
  multiheadattentionbackward: 'multiHeadAttentionGradient',
  layernormalization: 'layerNorm',
  rmsnormalization: 'rmsNorm',
  crossentropyloss: 'crossEntropy',
};

/** @param {string} name @returns {string | undefined} the name that was probably meant */
function nearName(name) {
  const wanted = plain(name);
  const own = Object.getOwnPropertyNames(Engine.prototype);
  return (
    own.find((one) => one !== 'constructor' && plain(one) === wanted) ??
    (Object.hasOwn(foreign, wanted) ? foreign[wanted] : undefined)
  );
}

/** The prototype of Engine.prototype, so that only names which the engine lacks reach it. `in` finds nothing here. */
const behind = () =>
  new Proxy(Object.create(Object.prototype), {
    get(target, name, receiver) {
      const near = typeof name === 'string' && !(name in target) ? nearName(name) : undefined;
      if (near === undefined) return Reflect.get(target, name, receiver);
      throw new TypeError(
        `sd.${String(name)}: got a name that the engine does not have; expected sd.${near}`,
      );
    },
  });

let told = false;

/** Makes engines suggest the right name for a near one. */
export function hintAtNearNames() {
  if (!told) Object.setPrototypeOf(Engine.prototype, behind());
  told = true;
}
