/** A model inside: its tensors as files hold them, and the network that is made of them. */

import type { Options } from './options.js';
import type { Activation, Assumption, Overrides, RotaryOptions } from './types.js';

/** tensors of a layer by what they do */
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
  /** of the names of a layer's tensors, with {i} in place of the number */
  start: string;
  /** what computes it; 'first layer' where that is not known */
  family: string;
  /** what no configuration says */
  assumed: Assumption[];
  layers: number;
  width: number;
  heads: number;
  keyHeads: number;
  headDim: number;
  /** whether matrices are [out, in] */
  transposed: boolean;
  causal: boolean;
  /** of the norms */
  placement: 'pre' | 'post';
  norm: 'layer' | 'rms';
  epsilon: number;
  /** of queries and keys, where it is another kind */
  headNorm?: { norm: 'layer' | 'rms'; epsilon: number };
  /** whether norms multiply by 1 + weight */
  shifted?: boolean;
  /** 1 */
  embeddingScale?: number;
  activation: Activation;
  scale: (layer: number) => number;
  /** how many tokens a token sees, itself among them */
  window: (layer: number) => number | undefined;
  softcap?: number;
  rotary?: RotaryOptions;
  relative?: { buckets: string; maxDistance: number };
  /** rows of the table of positions */
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

/** what gives logits */
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
  /** as the header has it */
  type: string;
  shape: readonly number[];
  source: Source;
  /** of its bytes in the file */
  begin: number;
  bytes: number;
}

/**
 * Names behind the prefix of a layer or, of those before `layer`, of the model. A matrix or norm is called `.weight`, its bias
 * `.bias`, unless the name stands in `plain`.
 */
export interface Names {
  /** with {i} in place of the number */
  layer: string;
  embedding?: string;
  position?: string;
  tokenType?: string;
  embeddingNorm?: string;
  finalNorm?: string;
  /** of relative positions, in the first layer */
  bias?: string;
  /** query, key and value side by side */
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
