/** The internals of a model: its tensors in the files, and the network built from them. */

import type { Options } from './options.js';
import type { Activation, Assumption, Overrides, RotaryOptions } from './types.js';

/** tensors of a layer, by role */
export interface Layer {
  fused?: Pair;
  query?: Pair;
  key?: Pair;
  value?: Pair;
  output?: Pair;
  attentionNorm?: Pair;
  feedForwardNorm?: Pair;
  up?: Pair;
  gate?: Pair;
  down?: Pair;
  queryNorm?: Pair;
  keyNorm?: Pair;
}

export interface Network {
  layout: string;
  /** start of the names of a layer's tensors, with {i} in place of its index */
  start: string;
  /** the family that computes it; 'first layer' if unknown */
  family: string;
  /** assumptions that no configuration states */
  assumed: Assumption[];
  layers: number;
  width: number;
  heads: number;
  keyHeads: number;
  headDim: number;
  /** whether matrices are [out, in] */
  transposed: boolean;
  causal: boolean;
  /** position of the norms */
  placement: 'pre' | 'post';
  norm: 'layer' | 'rms';
  epsilon: number;
  /** norm of queries and keys, if it is of another kind */
  headNorm?: { norm: 'layer' | 'rms'; epsilon: number };
  /** whether norms multiply by 1 + weight */
  shifted?: boolean;
  /** 1 */
  embeddingScale?: number;
  activation: Activation;
  scale: (layer: number) => number;
  /** number of tokens that a token sees, including itself */
  window: (layer: number) => number | undefined;
  softcap?: number;
  rotary?: RotaryOptions;
  relative?: { buckets: string; maxDistance: number };
  /** rows of the position table */
  positions: (ids: readonly number[]) => number[];
  tables: {
    embedding?: string;
    position?: string;
    tokenType?: string;
    embeddingNorm?: Pair;
    finalNorm?: Pair;
  };
  head?: Head;
  layerTensors: Layer[];
}

/** the output layer, which computes logits */
export interface Head {
  matrix: string;
  transposed: boolean;
  bias?: string;
  dense?: Pair;
  activation?: Activation;
  norm?: Pair;
}

export type Computation = Omit<Network, 'layout' | 'start' | 'family' | 'assumed'>;

export interface StoredModel {
  tensors: ReadonlyMap<string, StoredTensor>;
  layout: string;
  prefix: string;
  names: Names;
  options: Options;
  overrides: Overrides;
}

export interface StoredTensor {
  name: string;
  /** as in the header */
  type: string;
  shape: readonly number[];
  source: Source;
  /** offset of its bytes in the file */
  begin: number;
  bytes: number;
}

/**
 * Names after the prefix of a layer, or of the model for those before `layer`. A matrix or norm is named `.weight`, its bias
 * `.bias`, unless the name is in `plain`.
 */
export interface Names {
  /** with {i} in place of the index */
  layer: string;
  embedding?: string;
  position?: string;
  tokenType?: string;
  embeddingNorm?: string;
  finalNorm?: string;
  /** of relative positions, in the first layer */
  bias?: string;
  /** query, key and value concatenated */
  fused?: string;
  query?: string;
  key?: string;
  value?: string;
  output: string;
  attentionNorm: string;
  feedForwardNorm: string;
  up: string;
  gate?: string;
  down: string;
  queryNorm?: string;
  keyNorm?: string;
}

export interface Pair {
  weight: string;
  bias?: string;
}

export interface Source {
  /** without folders */
  name: string;
  /** in bytes */
  size: number;
  /** the bytes from .. to - 1 */
  read: (from: number, to: number) => Promise<Uint8Array>;
}
