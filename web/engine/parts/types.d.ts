/** The JavaScript of the parts of the engine. */

import type { EngineModule, PartName } from '../types.js';

/**
 * All functions by name, as the parts export them. The first parameter is the memory, the others are those of the
 * engine's method.
 */
export type Functions = typeof import('./matrices.js').code.functions &
  typeof import('./scores.js').code.functions &
  typeof import('./forward.js').code.functions &
  typeof import('./attention.js').code.functions &
  typeof import('./layers.js').code.functions &
  typeof import('./gradients.js').code.functions &
  typeof import('./heads.js').code.functions &
  typeof import('./measures.js').code.functions &
  typeof import('./softmax.js').code.functions &
  typeof import('./scoring.js').code.functions &
  typeof import('./statistics.js').code.functions &
  typeof import('./samples.js').code.functions &
  typeof import('./laws.js').code.functions &
  typeof import('./network.js').code.functions &
  typeof import('./files.js').code.functions;

export interface PartCode {
  functions: Partial<Functions>;
  jobs: EngineModule['jobs'];
}

export type CodeOf = (part: PartName) => PartCode | Promise<PartCode>;
