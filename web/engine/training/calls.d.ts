/** What the calls of a trainer give, by their names. */

import type { Facts, Reading, Seen, State } from './training-core.js';

export interface CallResults {
  open: Facts;
  free: void;
  step: State;
  metrics: Float64Array;
  look: Seen;
  read: Reading;
  evaluate: number[];
  save: Uint8Array;
}
