/** Shapes that the Softmax lab's modules share. */

import type { SoftmaxMeasures, Tensor } from '../../engine/types.js';
import type { Size } from '../../pictures/types.js';

/** logSum: log of the sum of exp(z_i) */
export type Side = SoftmaxMeasures & { logits: Tensor; logSum: number; logitGradientNorm: number };

export interface Query {
  keys: number;
  /** Whether the scores are the visitor's */
  own: boolean;
  /** q.k, before any factor */
  scores: ArrayLike<number>;
  /** Cosines of q and k, if the rule uses them in place of the scores */
  cosines: ArrayLike<number> | null;
  /** The rule's factor */
  factor: number;
  /** Without a factor */
  before: Side;
  /** Under the rule */
  after: Side;
}

export interface Swept {
  axis: 'dk' | 'keys';
  sizes: Size[];
}
