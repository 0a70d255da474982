/** What the pictures of softmax share. */

import type { SoftmaxMeasures, Tensor } from '../../engine/types.js';
import type { Size } from '../../pictures/types.js';

/** logSum: log of the sum of exp(z_i) */
export type Side = SoftmaxMeasures & { logits: Tensor; logSum: number; logitGradientNorm: number };

export interface Query {
  keys: number;
  /** The scores are the visitor's */
  own: boolean;
  /** q.k, before any factor */
  scores: ArrayLike<number>;
  /** of q and k, where the rule takes them in the place of the scores */
  cosines: ArrayLike<number> | null;
  /** of the rule */
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
