/**
 * Names that the engine does not have, but that somebody who knows another library, or the adapter of one, may call: what is asked
 * for such a name says the right one. Here are the package's entries; our own pages know the names.
 */

import { plain } from './border/checks.js';
import { Engine } from './engine.js';

/** Of other libraries, as they are compared. @type {Readonly<Record<string, string>>} */
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

/** @param {string} name @returns {string | undefined} the name that is meant */
function nearName(name) {
  const wanted = plain(name);
  const own = Object.getOwnPropertyNames(Engine.prototype);
  return (
    own.find((one) => one !== 'constructor' && plain(one) === wanted) ??
    (Object.hasOwn(foreign, wanted) ? foreign[wanted] : undefined)
  );
}

/** Behind the engine's own names, so that only what it lacks is asked for here. `in` finds nothing here. */
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

/** Lets engines say what a near name should be. */
export function hintAtNearNames() {
  if (!told) Object.setPrototypeOf(Engine.prototype, behind());
  told = true;
}
