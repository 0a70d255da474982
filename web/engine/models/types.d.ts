/** The public types of models. They are types instead of interfaces, as in ../types.d.ts. */

import type { CrossEntropy, HeadStatistics, Tensor } from '../types.js';

/** a File or a Blob; a Blob has no name */
export type FileLike = {
  name?: string;
  size: number;
  slice: (from: number, to: number) => { arrayBuffer: () => Promise<ArrayBuffer> };
};

/** corrections to what the files say */
export type Overrides = {
  heads?: number;
  keyHeads?: number;
  transposed?: boolean;
  /** options that override those of config.json */
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

/** the computation */
export type ModelConfig = {
  /** whether a token sees only itself and earlier tokens */
  causal: boolean;
  /** for the norms */
  placement: 'pre' | 'post';
  norm: 'layer' | 'rms';
  /** for the norms */
  epsilon: number;
  activation: Activation;
  /** whether matrices are [out, in] */
  transposed: boolean;
  rotary?: Readonly<RotaryOptions>;
};

/** an assumption that no file states */
export type Assumption = {
  what: string;
  /** values in its sentence */
  values: Readonly<Record<string, string | number | boolean>>;
};

export type LayerResultName =
  'query' | 'key' | 'value' | 'scores' | 'weights' | 'hidden' | 'statistics';

/** results of one layer */
export type LayerResults = {
  /** [heads, L, headDim], as used in scores: normalised and rotated if the model does so */
  query?: Tensor;
  /** [keyHeads, L, headDim] */
  key?: Tensor;
  /** [keyHeads, L, headDim] */
  value?: Tensor;
  /** [heads, L, L]: q.k before scaling */
  scores?: Tensor;
  /** [heads, L, L] */
  weights?: Tensor;
  /** [L, width]: output of the layer */
  hidden?: Tensor;
  /** of every head */
  statistics?: HeadStatistics[];
};

export type ModelResultName = LayerResultName | 'logits' | 'crossEntropy';

export type ModelRunOptions = {
  /** ['weights'] */
  returns?: readonly ModelResultName[];
  /**
   * layers whose results are wanted, from 0; all by default. The pass ends after the last of them, unless logits or
   * crossEntropy are wanted
   */
  layers?: readonly number[];
  /** tokens whose logits are wanted, from 0; all by default */
  places?: readonly number[];
  /** 1; multiplies every score in addition to the model's factor. 'none': scores are q.k */
  factor?: number | 'none';
  /** 0; number of histogram bins in statistics, 0: no histogram */
  bins?: number;
  /** aborts the pass, which rejects with the signal's reason */
  signal?: AbortSignal;
  /** called for each wanted layer as soon as it is computed */
  onLayer?: (done: { layer: number; layers: number; results: LayerResults }) => void;
  /** true; false: results of layers go only to onLayer, and their total size is not limited */
  keep?: boolean;
};

export type ModelHeadStatisticsOptions = Omit<ModelRunOptions, 'returns' | 'keep' | 'places'>;

export type ModelRun = {
  /** empty with keep: false */
  layers: { [layer: number]: LayerResults };
  /** [L, width], after the last norm; with hidden, if the pass includes the last layer */
  hidden?: Tensor;
  /** [places, vocabulary] */
  logits?: Tensor;
  /** how well each token predicts the next */
  crossEntropy?: CrossEntropy;
};

/** matrices of one head */
export type HeadMatrices = {
  /** [width, headDim]: W_q; queries are x W_q for the input rows x of the projection */
  query: Tensor;
  /** [width, headDim]: W_k */
  key: Tensor;
};

/** the model's factor of q.k */
export type ModelRule = {
  /** 'rsqrt': 1/sqrt(d_k) */
  name: 'rsqrt' | 'none' | 'other';
  /** of the first layer */
  scale: number;
  /** of every layer */
  scales: readonly number[];
};
