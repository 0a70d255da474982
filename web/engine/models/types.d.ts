/** What people give to and get from a model. Types and no interfaces, as in ../types.d.ts. */

import type { CrossEntropy, HeadStatistics, Tensor } from '../types.js';

/** what a File or a Blob has; a Blob has no name */
export type FileLike = {
  name?: string;
  size: number;
  slice: (from: number, to: number) => { arrayBuffer: () => Promise<ArrayBuffer> };
};

/** what a person knows better than the files */
export type Overrides = {
  heads?: number;
  keyHeads?: number;
  transposed?: boolean;
  /** options that go before those of config.json */
  config?: Record<string, unknown>;
};

export type Activation = 'relu' | 'gelu' | 'gelu-tanh' | 'silu';

export type RotaryOptions = {
  base: number;
  rotated: number;
  stretch: 'none' | 'linear' | 'llama3';
  factor?: number;
  low?: number;
  high?: number;
  original?: number;
};

/** what is computed */
export type ModelConfig = {
  /** whether a token sees those up to itself alone */
  causal: boolean;
  /** of the norms */
  placement: 'pre' | 'post';
  norm: 'layer' | 'rms';
  /** of the norms */
  epsilon: number;
  activation: Activation;
  /** whether matrices are [out, in] */
  transposed: boolean;
  rotary?: Readonly<RotaryOptions>;
};

/** what is computed and no file says */
export type Assumption = {
  what: string;
  /** that its sentence has */
  values: Readonly<Record<string, string | number | boolean>>;
};

export type LayerResultName =
  'query' | 'key' | 'value' | 'scores' | 'weights' | 'hidden' | 'statistics';

/** of one layer */
export type LayerResults = {
  /** [heads, L, headDim], as they are scored: normalised and rotated where the model does so */
  query?: Tensor;
  /** [keyHeads, L, headDim] */
  key?: Tensor;
  /** [keyHeads, L, headDim] */
  value?: Tensor;
  /** [heads, L, L]: q.k, before any factor */
  scores?: Tensor;
  /** [heads, L, L] */
  weights?: Tensor;
  /** [L, width]: what the layer gives */
  hidden?: Tensor;
  /** of every head */
  statistics?: HeadStatistics[];
};

export type ModelResultName = LayerResultName | 'logits' | 'crossEntropy';

export type ModelRunOptions = {
  /** ['weights'] */
  returns?: readonly ModelResultName[];
  /**
   * whose results are wanted, from 0; all unless told. The pass ends behind the last of them, unless logits or crossEntropy
   * are wanted
   */
  layers?: readonly number[];
  /** of which tokens logits are wanted, from 0; of all unless told */
  places?: readonly number[];
  /** 1; multiplies every score, beside what the model multiplies it by. 'none': scores stay q.k */
  factor?: number | 'none';
  /** 0; of the histograms of statistics, 0: none */
  bins?: number;
  /** ends the pass; it is rejected with the signal's reason */
  signal?: AbortSignal;
  /** told of each layer that is wanted as soon as it is computed */
  onLayer?: (done: { layer: number; layers: number; results: LayerResults }) => void;
  /** true; false: results of layers are given to onLayer alone, and may be of any number of layers */
  keep?: boolean;
};

export type ModelHeadStatisticsOptions = Omit<ModelRunOptions, 'returns' | 'keep' | 'places'>;

export type ModelRun = {
  /** empty with keep: false */
  layers: { [layer: number]: LayerResults };
  /** [L, width], behind the last norm; where hidden of all layers is wanted */
  hidden?: Tensor;
  /** [places, vocabulary] */
  logits?: Tensor;
  /** how well each token foretells the next one */
  crossEntropy?: CrossEntropy;
};

/** of one head */
export type HeadMatrices = {
  /** [width, headDim]: W_q, so that queries are x W_q of the rows x that the projection reads */
  query: Tensor;
  /** [width, headDim]: W_k */
  key: Tensor;
};

/** what the model multiplies q.k by */
export type ModelRule = {
  /** 'rsqrt': 1/sqrt(d_k) */
  name: 'rsqrt' | 'none' | 'other';
  /** of the first layer */
  scale: number;
  /** of every layer */
  scales: readonly number[];
};
