/** Types shared by the pictures of scores. */

import type { Vector } from './vectors.js';
import type { FunctionName } from '../../tables/scoring.js';
import type { Compared } from './sharpest.js';

/** The results of one function: a number for each key. */
export interface Row {
  scores: Float32Array;
  weights: Float32Array;
}

/** The vectors of the planes, and their results. */
export interface Plane {
  query: Vector;
  keys: Vector[];
  rows: Map<FunctionName, Row>;
}

export interface Sharpest {
  medians: Record<Compared, number>;
  draws: number;
  partial: boolean;
}
