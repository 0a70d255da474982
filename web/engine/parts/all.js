/** The JavaScript of all parts in one file, for workers, which start before their work is known. */
/** @import { EngineModule } from '../types.js' */
/** @import { CodeOf } from './types.js' */

import { addFunctions } from '../border/instance.js';
import { partNames } from '../border/parts.js';
import { code as matrices } from './matrices.js';
import { code as scores } from './scores.js';
import { code as forward } from './forward.js';
import { code as attention } from './attention.js';
import { code as layers } from './layers.js';
import { code as gradients } from './gradients.js';
import { code as heads } from './heads.js';
import { code as measures } from './measures.js';
import { code as softmax } from './softmax.js';
import { code as scoring } from './scoring.js';
import { code as statistics } from './statistics.js';
import { code as samples } from './samples.js';
import { code as laws } from './laws.js';
import { code as network } from './network.js';
import { code as files } from './files.js';

const code = {
  matrices,
  scores,
  forward,
  attention,
  layers,
  gradients,
  heads,
  measures,
  softmax,
  scoring,
  statistics,
  samples,
  laws,
  network,
  files,
};

/** Gives an instance the JavaScript of every part. @param {EngineModule} core */
export function addAll(core) {
  for (const part of partNames) addFunctions(core, part, code[part]);
}

/** @type {CodeOf} */
export const codeOf = (part) => code[part];
