/** Shapes that the Models lab's modules share. */

import type { Tensor, HeadStatistics } from '../../engine/types.js';

/** Data that the code samples need besides the model. */
export interface Plan {
  file: string;
  ids: readonly number[];
  /** Seed of the rows that replace ids */
  seed?: number;
  /** Layer, from 0 */
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

/** Factor on every score, on top of the model's own; 'none': scores stay q.k */
export type Multiplier = number | 'none';

/** The model's predictions for the text. All of its probabilities would take too much memory. */
export interface Predicted {
  /** Perplexity of the tokens from the second on; NaN if they are not predicted one after the other */
  perplexity: number;
  /** Probabilities of all words, by position */
  probabilities: ReadonlyMap<number, Float32Array>;
}

/** The results of all layers. */
export interface Pass {
  multiplier: Multiplier;
  /** Heads of every layer that has been computed */
  heads: readonly (readonly HeadStatistics[])[];
  /** Mean of all of these heads */
  mean: HeadStatistics;
  /** Matrices by layer; only of the selected layer if all would take too much memory; none if one layer would */
  matrices: readonly (Matrices | undefined)[];
  /** Null if the model predicts no words, and until all layers have been computed */
  predicted: Predicted | null;
  /** Whether all layers have been computed */
  whole: boolean;
}
