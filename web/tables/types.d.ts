/** Parameters of labs, and their tables. */

import type { DistributionName } from '../engine/types.js';
import type { InputName } from './attention.js';

export type Value = string | number | boolean;

/** a complete state, camelCase names, frozen */
export type Params = Readonly<Record<string, Value>>;

/** A sentence for the visitor: `reason` is the end of its key note.<reason>. */
export interface Note {
  reason:
    | 'unknown'
    | 'duplicate'
    | 'garbled'
    | 'notNumber'
    | 'notChoice'
    | 'notWord'
    | 'notNumbers'
    | 'notPoints'
    | 'notDivisor'
    | 'notEdits'
    | 'tooMany'
    | 'cut'
    | 'tooManyChoices'
    | 'clamped'
    | 'rounded'
    | 'tooLong'
    | 'adjusted'
    | 'numpyLaws'
    | 'numpyCorrelation'
    | 'ownCosine'
    | 'notPacked';
  /** the name in the link */
  key: string;
  /** the given value, shortened */
  value: string;
  /** the value that is used instead */
  used?: string;
  /** the limit that was crossed */
  limit?: string;
}

/**
 * How a parameter is shown: its group and the kind of input.
 *   log      range with logarithmic steps from min to `top`, and a number box for anything within the limits
 *   range    range from `low` to `high` in steps of `step`, and a number box
 *   number   number box        select  choices, or those of the lab        seed  number box with a button for a new one
 *   list     box for numbers separated by commas        text  box for words        checks  a checkbox for each choice
 */
export interface Control {
  group: string;
  kind: 'log' | 'range' | 'number' | 'select' | 'seed' | 'list' | 'text' | 'checks';
  top?: number;
  low?: number;
  high?: number;
  step?: number;
  /** a condition for showing it */
  when?: (params: Params) => boolean;
}

/** one row of a table */
export interface Entry {
  /** camelCase: property of the element, name in JSON and in `params` */
  name: string;
  /** name in links and attributes */
  key: string;
  /**
   * `numbers`: a list separated by commas; numbersOf() reads it. `set`: some of the choices, in their order, separated by
   * commas; wordsOf() reads it. `text`: a visitor's text, in any language. `packed`: letters that only the lab can read
   */
  type: 'integer' | 'number' | 'choice' | 'word' | 'words' | 'set' | 'numbers' | 'text' | 'packed';
  initial: Value;
  min?: number;
  max?: number;
  /** the largest number of numbers of a list, of choices of a set (which has at least one), or of letters of a packed value */
  most?: number;
  /** whether '' is allowed and means "none" */
  optional?: boolean;
  choices?: readonly string[];
  /** other spellings of a choice */
  read?: (text: string) => string;
  control?: Control;
}

/** `reconcile` corrects parameters that contradict each other. `given`: the names of the parameters that were just set. */
export interface Table {
  entries: readonly Entry[];
  reconcile?: (
    params: Record<string, Value>,
    note: (note: Note) => void,
    given: ReadonlySet<string>,
  ) => void;
}

export interface Side {
  distribution: DistributionName;
  mean: number;
  sd: number;
}

/** a state that is being adjusted to limits that depend on each other */
export interface Fit {
  params: Record<string, Value>;
  note: (note: Note) => void;
}

export interface Sizes {
  modelDim: number;
  heads: number;
  keyHeads: number;
  headDim: number;
  length: number;
  seed: number;
}

/** indices start at 0 */
export interface Edit {
  name: InputName;
  head: number;
  row: number;
  column: number;
  value: number;
}
