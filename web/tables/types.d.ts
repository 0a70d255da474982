/** Parameters of labs, and the tables that have them. */

import type { DistributionName } from '../engine/types.js';

export type Value = string | number | boolean;

/** a complete state, camelCase names, frozen */
export type Params = Readonly<Record<string, Value>>;

/** One sentence to be told to the visitor: `reason` is the end of the key note.<reason>. */
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
  /** what came, shortened */
  value: string;
  /** what is used instead */
  used?: string;
  /** the bound that was crossed */
  limit?: string;
}

/**
 * How a parameter is shown: the group it stands in and the kind of input.
 *   log      range with logarithmic steps from min to `top`, and a number box for anything within the limits
 *   range    range from `low` to `high` in steps of `step`, and a number box
 *   number   number box        select  choices, or what the lab offers        seed  number box with a button for a new one
 *   list     box for numbers with commas between them        text  box for words        checks  a box to tick for each choice
 */
export interface Control {
  group: string;
  kind: 'log' | 'range' | 'number' | 'select' | 'seed' | 'list' | 'text' | 'checks';
  top?: number;
  low?: number;
  high?: number;
  step?: number;
  /** shown only then */
  when?: (params: Params) => boolean;
}

/** one row of a table */
export interface Entry {
  /** camelCase: property of the element, name in JSON and in `params` */
  name: string;
  /** name in links and attributes */
  key: string;
  /**
   * `numbers`: a list with commas; numbersOf() reads it. `set`: some of the choices, in their order, with commas; wordsOf()
   * reads it. `text`: what a visitor writes, in any language. `packed`: letters that only the lab can read
   */
  type: 'integer' | 'number' | 'choice' | 'word' | 'words' | 'set' | 'numbers' | 'text' | 'packed';
  initial: Value;
  min?: number;
  max?: number;
  /** how many numbers a list may have, how many choices a set, which has one at least, how many letters what is packed */
  most?: number;
  /** '' stands for "none" */
  optional?: boolean;
  choices?: readonly string[];
  /** other spellings of a choice */
  read?: (text: string) => string;
  control?: Control;
}

/** `reconcile` mends what does not go together; `given` are the names of what was asked for just now. */
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

/** limits that hang together */
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
