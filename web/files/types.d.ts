/** Types of the data read from files. */

import type { Tensor } from '../engine/types.js';

/** how something was interpreted, for a sentence */
export interface Interpretation {
  what:
    | 'batch'
    | 'axes'
    | 'tokensFirst'
    | 'fused'
    | 'turned'
    | 'orientation'
    | 'linear'
    | 'heads'
    | 'groups'
    | 'unfit'
    | 'unused';
  values: Readonly<Record<string, string | number>>;
  /** whether it is shown beside the answer: it was assumed, or it is unusual */
  assumed?: boolean;
}

export interface Note {
  kind: 'rounded' | 'titles';
  /** one sentence */
  text: string;
  /** if numbers are rounded: the name of their tensor, their number, the number of all, and their type */
  tensor?: string;
  rounded?: number;
  of?: number;
  dtype?: string;
}

export interface TensorsOfFile {
  /** float32, by name */
  tensors: Record<string, Tensor>;
  metadata: Record<string, string>;
  /** notes for the visitor */
  notes: Note[];
}
