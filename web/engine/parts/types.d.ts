/** The JavaScript of the parts of the engine. */

import type { EngineModule, PartName } from '../types.js';

/** All functions by name, as the parts have them: the memory first, then what the engine's method of that name is given. */
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
