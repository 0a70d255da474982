/** What the pictures of models share. */

import type { Tensor, HeadStatistics } from '../../engine/types.js';

/** What the programs know beside the model. */
export interface Plan {
  file: string;
  ids: readonly number[];
  /** of the rows that are read in place of ids */
  seed?: number;
  /** from 0 */
  layer: number;
  head: number;
  scale: 'own' | 'none' | 'times';
  factor: number;
  causal: boolean;
  predicts: boolean;
}

/** [heads, L, L] */
export interface Matrices {
  weights: Tensor;
}

/** of every score, beside what the model does; 'none': scores stay q.k */
export type Multiplier = number | 'none';

/** What the model says of the text: all of its probabilities would take too much memory. */
export interface Foretold {
  /** of the tokens from the second on, NaN where they are not foretold one after the other */
  perplexity: number;
  /** of all words, by the place */
  chances: ReadonlyMap<number, Float32Array>;
}

/** What all layers made of the tokens. */
export interface Pass {
  multiplier: Multiplier;
  /** of every layer that is in */
  heads: readonly (readonly HeadStatistics[])[];
  /** of all of these heads */
  mean: HeadStatistics;
  /** by the layer; where all would take too much memory, of the one that is looked at */
  matrices: readonly (Matrices | undefined)[];
  /** none where nothing gives words */
  foretold: Foretold | null;
  /** all layers are in */
  whole: boolean;
}
