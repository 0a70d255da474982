/**
 * The JavaScript of all parts in one: for workers, which start before anybody knows what they will compute, and for the package,
 * whose users find one file easier than many.
 */
/** @import { EngineModule } from '../types.js' */

import { addFunctions } from '../border/instance.js';
import { partNames } from '../border/parts.js';
import * as matrices from './matrices.js';
import * as scores from './scores.js';
import * as forward from './forward.js';
import * as attention from './attention.js';
import * as layers from './layers.js';
import * as gradients from './gradients.js';
import * as heads from './heads.js';
import * as measures from './measures.js';
import * as softmax from './softmax.js';
import * as scoring from './scoring.js';
import * as statistics from './statistics.js';
import * as samples from './samples.js';
import * as laws from './laws.js';
import * as network from './network.js';
import * as files from './files.js';

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

/** @type {import('./index.js').CodeOf} */
export const codeOf = (part) => code[part];
