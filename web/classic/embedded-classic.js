/**
 * In the script without labs, the engine `simd` is one piece, except for the parts with a script of their own. With
 * more pieces the download would be a fifth larger.
 */

/** @import { StartVariant } from '../engine/border/variants.js' */
/** @import { EngineModule } from '../engine/types.js' */

import { addPart, startInstance } from '../engine/border/instance.js';
import { trainingParts } from '../engine/border/parts.js';
import { whole } from '../engine/border/variants.js';
import compile from '../../build/engine/simd-classic.js';
import { makeBeside } from './beside.js';
import { compilePart } from './training-parts.js';

/** @type {Map<string, Promise<EngineModule>>} */
const started = new Map();

/** @param {string} name @param {() => Promise<EngineModule>} start */
function once(name, start) {
  const module = started.get(name) ?? start();
  started.set(name, module);
  module.catch(() => started.delete(name)); // retry later, when the network may be back
  return module;
}

/** @param {string} variant @returns {Promise<EngineModule>} */
const start = async (variant) =>
  whole(await (variant === 'fallback' ? makeBeside('fallback') : compile().then(startInstance)));

/** @type {StartVariant} */
export async function startVariant(variant, parts) {
  const module = await once(variant, () => start(variant));
  const more = variant === 'fallback' ? [] : trainingParts.filter((part) => parts.includes(part));
  for (const part of more) {
    await once(part, async () => {
      await addPart(module, part, await compilePart(part));
      return module;
    });
  }
  return module;
}
