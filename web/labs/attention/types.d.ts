/** Shapes that the Attention lab's modules share: matrices, their source, cells. */

import type { Tensor, TokenKind, HandMadeHead } from '../../engine/types.js';
import type { Interpretation } from '../../files/types.js';
import type { Translate } from '../../i18n/index.js';
import type { Params, Edit } from '../../tables/types.js';
import type { Option } from '../lab/types.js';

/**
 * Matrices of one head, two axes each. c: the sentence that keys and values come from, if it is not x. If x and W are
 * absent, q, k and v were given.
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

/** Matrices that every head has */
export type Made = 'q' | 'k' | 'v' | 'scores' | 'scaled' | 'masked' | 'weights' | 'output';

/** b: the bias that is added to a row of Q, K or V, if any */
export type Head = Partial<Record<Exclude<MatrixName, Made> | 'bq' | 'bk' | 'bv', Tensor>> &
  Record<Made, Tensor>;

export interface Model {
  /** Different for every model */
  id: number;
  source: Source;
  /** Whether keys and queries come from different sentences */
  cross: boolean;
  heads: number;
  dk: number;
  /** Factor on the scores */
  factor: number;
  /** [heads, queries, keys] */
  weights: Tensor;
  /** Queries that see no key */
  fullyMasked: ReadonlySet<number>;
  sees: (query: number, key: number) => boolean;
  /** Whether a mask hides any key */
  hides: boolean;
  head: (head: number) => Head;
  /** Edits that change a cell */
  edits: readonly Edit[];
  /** Number of edits that find no cell */
  lost: number;
  /** Returns the id, which tells models apart */
  toJSON: () => number;
}

/** The first number on the way to the weights that is not finite */
export type Overflow = CellPlace;

export type Language = 'en' | 'zh' | 'fr';

export interface Sentence {
  language: Language;
  /** Words as they are written */
  words: string[];
  /** Number of each word. Equal numbers are the same word or words of the same meaning */
  ids: number[];
  kinds: TokenKind[];
}

export interface SentencePreset {
  key: string;
  query: Sentence;
  /** Another sentence, for attention from the decoder to the encoder */
  context?: Sentence;
  /** The head that the sentence was chosen for */
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
  /** Names of the heads, if they have any */
  heads: readonly string[];
  /** Names of the components of a token */
  features?: readonly string[];
  /** Whether there were more words than are shown */
  cut?: boolean;
  /** Whether the visitor's own matrices were requested but do not exist */
  missing?: boolean;
  /** How the visitor's own matrices were read */
  interpretations?: readonly Interpretation[];
  /** Returns sentences about assumptions, made because the matrices leave something open */
  assumed?: (t: Translate) => unknown;
  /** Returns the choices that the matrices leave open, by parameter */
  asks?: (t: Translate, params: Params) => Record<string, Option[]>;
  /** [queries, d_model] */
  x?: Tensor;
  /** [keys, d_model]; x itself if there is one sentence */
  c?: Tensor;
  /** [heads, d_model, d_k] */
  wq?: Tensor;
  wk?: Tensor;
  wv?: Tensor;
  /** [heads, 1, d_k], added to every query */
  bq?: Tensor;
  bk?: Tensor;
  bv?: Tensor;
  /** [heads, queries, d_k] */
  q?: Tensor;
  k?: Tensor;
  v?: Tensor;
}

/** kt: K transposed */
export type ShownName = MatrixName | 'kt';

export interface CellPlace {
  name: MatrixName;
  row: number;
  column: number;
}

export interface Step {
  result: MatrixName;
  /** Matrices that the result is computed from */
  from: readonly ShownName[];
  how: 'product' | 'scale' | 'mask' | 'softmax' | 'given';
}
