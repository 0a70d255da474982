/** In the script without labs, the engine `simd` is one piece: its parts would be a fifth more to download. */

/** @import { StartVariant } from '../engine/border/variants.js' */
/** @import { EngineModule } from '../engine/types.js' */

import { startInstance } from '../engine/border/instance.js';
import { whole } from '../engine/border/variants.js';
import compile from '../../build/engine/simd-whole.js';
import { makeBeside } from './beside.js';

/** @type {Map<string, Promise<EngineModule>>} */
const started = new Map();

/** @param {string} variant @returns {Promise<EngineModule>} */
const start = async (variant) =>
  whole(await (variant === 'fallback' ? makeBeside('fallback') : compile().then(startInstance)));

/** @type {StartVariant} */
export function startVariant(variant) {
  const module = started.get(variant) ?? start(variant);
  started.set(variant, module);
  module.catch(() => started.delete(variant)); // the network may be back later
  return module;
}
