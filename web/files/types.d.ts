/** What comes of files. */

import type { Tensor } from '../engine/types.js';

/** how something was read, for a sentence */
export interface Told {
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
  /** whether it stands beside the answer: nothing told it, or it is not what is usual */
  assumed?: boolean;
}

export interface Note {
  kind: 'rounded' | 'titles';
  /** one sentence */
  text: string;
  /** of numbers that are rounded: its name, how many of how many, and their type */
  tensor?: string;
  rounded?: number;
  of?: number;
  dtype?: string;
}

export interface TensorsOfFile {
  /** float32, by name */
  tensors: Record<string, Tensor>;
  metadata: Record<string, string>;
  /** what a visitor should know */
  notes: Note[];
}
