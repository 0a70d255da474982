/** What the pictures of attention share: matrices, their source, cells. */

import type { Tensor, TokenKind, HandMadeHead } from '../../engine/types.js';
import type { Told } from '../../files/types.js';
import type { Translate } from '../../i18n/index.js';
import type { Params, Edit } from '../../tables/types.js';
import type { Option } from '../lab/types.js';

/**
 * Matrices of one head, two axes each. c: the sentence that keys and values come from, where it is another one; without x
 * and W, q, k and v are what was given.
 */
export type MatrixName =
  | 'x'
  | 'c'
  | 'wq'
  | 'wk'
  | 'wv'
  | 'q'
  | 'k'
  | 'v'
  | 'scores'
  | 'scaled'
  | 'masked'
  | 'weights'
  | 'output';

/** what every head has */
export type Made = 'q' | 'k' | 'v' | 'scores' | 'scaled' | 'masked' | 'weights' | 'output';

/** b: what is added to a row of Q, K or V, if anything is */
export type Head = Partial<Record<Exclude<MatrixName, Made> | 'bq' | 'bk' | 'bv', Tensor>> &
  Record<Made, Tensor>;

export interface Model {
  /** Another for every model */
  id: number;
  source: Source;
  /** Keys are of another sentence than queries */
  cross: boolean;
  heads: number;
  dk: number;
  /** On the scores */
  factor: number;
  /** [heads, queries, keys] */
  weights: Tensor;
  /** Queries that see no key */
  blind: ReadonlySet<number>;
  sees: (query: number, key: number) => boolean;
  /** Whether a mask hides any key */
  hides: boolean;
  head: (head: number) => Head;
  /** That change a cell */
  edits: readonly Edit[];
  /** How many edits find no cell */
  lost: number;
  /** Its id: that is what tells models apart */
  toJSON: () => number;
}

/** the first number on the way that is none */
export type Overflow = CellPlace;

export type Language = 'en' | 'zh' | 'fr';

export interface Sentence {
  language: Language;
  /** As they are written */
  words: string[];
  /** Which word each is: the same number, the same word, or one of the same meaning */
  ids: number[];
  kinds: TokenKind[];
}

export interface SentencePreset {
  key: string;
  query: Sentence;
  /** Another sentence: attention from the decoder to the encoder */
  context?: Sentence;
  /** That the sentence was chosen for */
  head: HandMadeHead;
  /** The token of the query to look at */
  focus: number;
}

/** X and W of every head, or Q, K and V of every head. */
export interface Source {
  /** Names of the tokens */
  queries: readonly string[];
  keys: readonly string[];
  /** The query to look at first, from 0 */
  look: number;
  /** Names, where they have some */
  heads: readonly string[];
  /** Names of the components of a token */
  features?: readonly string[];
  /** There were more words than are shown */
  cut?: boolean;
  /** The visitor's own matrices were wanted, and there are none */
  missing?: boolean;
  /** How the visitor's own were read */
  told?: readonly Told[];
  /** Sentences about what nothing in them told */
  assumed?: (t: Translate) => unknown;
  /** What there is to choose of what they leave open, by the parameter */
  asks?: (t: Translate, params: Params) => Record<string, Option[]>;
  /** [queries, d_model] */
  x?: Tensor;
  /** [keys, d_model]; x itself where there is one sentence */
  c?: Tensor;
  /** [heads, d_model, d_k] */
  wq?: Tensor;
  wk?: Tensor;
  wv?: Tensor;
  /** [heads, 1, d_k], what is added to every query */
  bq?: Tensor;
  bk?: Tensor;
  bv?: Tensor;
  /** [heads, queries, d_k] */
  q?: Tensor;
  k?: Tensor;
  v?: Tensor;
}

/** kt: the keys as columns */
export type ShownName = MatrixName | 'kt';

export interface CellPlace {
  name: MatrixName;
  row: number;
  column: number;
}

export interface Step {
  result: MatrixName;
  /** What it is made of */
  from: readonly ShownName[];
  how: 'product' | 'scale' | 'mask' | 'softmax' | 'given';
}
