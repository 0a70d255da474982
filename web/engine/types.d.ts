// The public types of the engine. Object shapes are type aliases, not interfaces: only an alias can be passed where a Record is
// expected, and only for an alias does Object.values() know the types of the fields.

export type Variant = 'relaxed' | 'simd' | 'fallback';

export type DistributionName =
  'normal' | 'uniform' | 'rademacher' | 'laplace' | 'student-t' | 'exponential';

export type GeneratorName = 'scaledot' | 'numpy';

/** 1/sqrt(d_k), 1, 1/d_k, a factor, or 1/d_k^alpha */
export type ScaleOption = 'rsqrt' | 'none' | 'inverse' | number | { alpha: number };

/** the distribution of one component: mean + sd times a standardised distribution */
export type ComponentOptions = {
  /** 'normal' */
  distribution?: DistributionName;
  /** 0 */
  mean?: number;
  /** 1 */
  sd?: number;
  /** 5; degrees of freedom, used by 'student-t' only */
  df?: number;
};

export type ScoreOptions = {
  /** 64; length of a query and of a key */
  dk?: number;
  /** 100 */
  queries?: number;
  /** 100 */
  keys?: number;
  /** 'rsqrt' */
  scale?: ScaleOption;
  /** 0 */
  seed?: number;
  /** 'scaledot'; 'numpy' is NumPy's legacy RandomState, digit for digit */
  generator?: GeneratorName;
  query?: ComponentOptions;
  key?: ComponentOptions;
  /** 0; between a query component and its key component. Unless it is 0, every score has its own pair of vectors */
  correlation?: number;
  /** 200; number of histogram bins */
  bins?: number;
  /** ends of the histogram; by default five standard deviations around the theoretical mean */
  range?: readonly [number, number];
};

export type Moments = {
  count: number;
  mean: number;
  /** ddof = 1 */
  std: number;
  /** ddof = 1 */
  variance: number;
  skewness: number;
  /** fourth central moment over the squared variance; 3 for a normal law */
  kurtosis: number;
  /** kurtosis - 3 */
  excessKurtosis: number;
  min: number;
  max: number;
};

export type Histogram = {
  low: number;
  high: number;
  counts: number[];
  /** number of values below low */
  below: number;
  /** number of values at or above high */
  above: number;
};

/** exact moments of one scaled score */
export type ScoreTheory = {
  mean: number;
  variance: number;
  std: number;
  skewness: number;
  kurtosis: number;
  /** the factor */
  scale: number;
};

export type ScoreStatistics = {
  /** components of the queries */
  query: { mean: number; std: number };
  key: { mean: number; std: number };
  /** the scaled scores */
  scores: Moments;
  /** the scores before scaling */
  unscaled: Moments;
  /** of scores.mean and scores.variance; accounts for scores that share queries and keys */
  standardError: { mean: number; variance: number };
  /** of unscaled.mean and unscaled.variance */
  unscaledStandardError: { mean: number; variance: number };
  theory: ScoreTheory;
  /** the factor */
  scale: number;
  /** the scaled scores */
  histogram: Histogram;
  /** the same counts on the axis of the unscaled scores; null for a factor of 0, which cannot be undone */
  unscaledHistogram: Histogram | null;
  /** share of the scores computed so far, 1 when finished */
  done: number;
  /** true while the run continues */
  partial?: boolean;
};

export type LawKind =
  'variance-gamma' | 'chi-squared' | 'lattice' | 'inverted' | 'normal' | 'point';

export type LawFunction = {
  (x: number): number;
  (x: Float64Array | Float32Array): Float64Array;
  (x: readonly number[]): number[];
};

export type LawFunctions = {
  /** probability density; for a lattice, probability of the nearest point divided by the spacing */
  pdf: LawFunction;
  cdf: LawFunction;
  /** 1 - cdf, computed without cancellation */
  survival: LawFunction;
  quantile: LawFunction;
};

export type ScoreLawFacts = {
  kind: LawKind;
  mean: number;
  variance: number;
  std: number;
  /** distance between lattice points, else 0 */
  spacing: number;
  /** the normal law with the same mean and variance */
  normal: Readonly<LawFunctions>;
};

export type ScoreLaw = ScoreLawFacts & LawFunctions;

export type ScoreCurvesOptions = {
  /** 240; steps of a curve */
  points?: number;
  /** 5; standard deviations on either side of the mean */
  reach?: number;
};

/** the law of a score, sampled for plotting */
export type ScoreCurve = {
  kind: LawKind;
  mean: number;
  variance: number;
  std: number;
  skewness: number;
  kurtosis: number;
  /** distance between lattice points, else 0 */
  spacing: number;
  /** the factor */
  scale: number;
  /** sample positions: the lattice points if their spacing is larger than a step, else every step of the range */
  xs: Float64Array;
  /** density of the law at xs; empty if the law has zero variance */
  exact: Float64Array;
  /** every step of the range, which is two units wide if the law has zero variance */
  smooth: Float64Array;
  /** density at smooth of the normal law with the same mean and variance; empty if the law has zero variance */
  normal: Float64Array;
};

export type ScoreCurves = {
  /** unscaled */
  before: ScoreCurve;
  /** scaled */
  after: ScoreCurve;
  /**
   * options for scoreStatistics(): every bin has the same number of lattice points, centred in it. Without a lattice, or with
   * a range, the bins of the options
   */
  histogram: { bins: number; range: [number, number] };
};

export type ScoreGrowthOptions = {
  /** up to 1024 values of d_k */
  sizes: readonly number[];
  /** up to 16 rules */
  scales: readonly ScaleOption[];
  /** []; measured variances of unscaled scores for the first sizes */
  measured?: readonly { variance: number; standardError: number }[];
};

/** growth of the variance under one rule */
export type ScoreGrowth = {
  /** the factor and the exact variance for every size */
  theory: { dk: number; scale: number; variance: number }[];
  /** the given variances times the squared factor, and the ends of their 95 % intervals */
  measured: { dk: number; variance: number; low: number; high: number }[];
};

export type SampleVarianceOptions = {
  /** 2; of the product matrix */
  rows?: number;
  /** 2 */
  columns?: number;
  /** 2; the inner dimension */
  dk?: number;
  /** 0; the variance divides by rows * columns - ddof */
  ddof?: number;
  /** 100000 */
  draws?: number;
  /** 0 */
  seed?: number;
  /** a variance whose percentile is wanted */
  value?: number;
  /** 100 */
  bins?: number;
  /** ends of the histogram; by default from the quantiles */
  range?: readonly [number, number];
};

/** the sampling distribution of the variance of a random product matrix */
export type SampleVariance = {
  /** exact */
  expectation: number;
  /** of the draws */
  mean: number;
  /** of mean */
  standardError: number;
  quantiles: Spread['quantiles'];
  /** percentage of the draws at or below value */
  percentile?: number;
  histogram: Histogram;
  /** number of draws so far */
  draws: number;
  /** share of the draws computed so far, 1 when finished */
  done: number;
  /** true while the run continues */
  partial?: boolean;
};

/** a measure over random draws */
export type Spread = {
  mean: number;
  /** of the mean */
  standardError: number;
  /** ddof = 1 */
  std: number;
  /** exact, linearly interpolated as in numpy.quantile */
  quantiles: { p05: number; p25: number; p50: number; p75: number; p95: number };
};

export type Share = { share: number; standardError: number };

/** of two means over the same random draws */
export type Ratio = {
  /** NaN if both means are 0 */
  value: number;
  low: number;
  /** ends of the 95 % interval by Fieller's theorem; high is Infinity if the lower mean may be 0 */
  high: number;
};

/** the factor for q.k, or 'cosine': q.k / (|q| |k|) with the factor 1 */
export type SoftmaxScale = ScaleOption | 'cosine';

/**
 * one random query and its keys. Draw r has row r of the query stream, rows 2^24 r + j of the key stream and row r of the draw
 * stream (standard normals, the weight gradient). More keys keep the first keys, and a larger dk keeps the first components
 */
export type DrawOptions = {
  /** 64 */
  dk?: number;
  /** 64; keys times dk at most 2^22 */
  keys?: number;
  /** 'rsqrt' */
  scale?: SoftmaxScale;
  /** 1; logits are factor * score / temperature */
  temperature?: number;
  /** 0; how many of the last keys are masked */
  masked?: number;
  /** 'blocked'; gives masked keys the logit -Infinity and the weight 0. 'zero', a common mistake, gives them the logit 0 */
  maskAs?: 'blocked' | 'zero';
  /** 0 */
  seed?: number;
  query?: ComponentOptions;
  key?: ComponentOptions;
};

export type DrawsOptions = {
  /** 1000; every value is kept */
  draws?: number;
  /** []; at most 7 further rules on the same vectors */
  compare?: readonly SoftmaxScale[];
  /** 1e-3; gradients with a smaller norm count as dead */
  threshold?: number;
};

export type SoftmaxStatisticsOptions = DrawOptions & DrawsOptions;

/** the weights a = softmax(logits) under one rule */
export type SoftmaxRuleStatistics = {
  /** 1 for 'cosine' */
  factor: number;
  /** max a */
  topWeight: Spread;
  /** -sum a log a, in nats */
  entropy: Spread;
  /** exp(entropy) */
  effectiveKeys: Spread;
  /** ||diag(a) - a a^T||, Frobenius */
  jacobianNorm: Spread;
  /**
   * |dL/dz| = |a (u - a.u)|: norm of the gradient with respect to the logits. The gradient u with respect to the weights is
   * standard normal, as for a loss whose output gradient has norm 1 and standard normal values
   */
  logitGradient: Spread;
  /** |dL/dq| */
  queryGradient: Spread;
  /** sum a^2: variance of an output component for independent values with variance 1 */
  outputVariance: Spread;
  /** share of the draws with |dL/dz| below the threshold */
  dead: Share;
  /** the same for |dL/dq| */
  deadQuery: Share;
};

/** relative to the first rule, scale */
export type SoftmaxRatios = {
  /** mean |dL/dz| over that of the first rule */
  logitGradientRatio: Ratio;
  /** the same for |dL/dq| */
  queryGradientRatio: Ratio;
};

export type ComparedSoftmaxStatistics = SoftmaxRuleStatistics & SoftmaxRatios;

export type SoftmaxRun = {
  /** the other rules on the same vectors */
  compare: ComparedSoftmaxStatistics[];
  /** number of draws so far */
  draws: number;
  /** share of the draws computed so far, 1 when finished */
  done: number;
  /** true while the run continues */
  partial?: boolean;
};

export type SoftmaxStatistics = SoftmaxRuleStatistics & SoftmaxRun;

export type SoftmaxSampleOptions = DrawOptions & {
  /** 0; added to the logits of unmasked keys */
  shift?: number;
  /** 0; index of the draw in softmaxStatistics */
  draw?: number;
  /** [] */
  returns?: readonly 'walks'[];
};

export type SoftmaxSample = {
  /** [dk] */
  query: Tensor;
  /** [keys, dk] */
  key: Tensor;
  /** [keys], before scaling; cosines for 'cosine' */
  scores: Tensor;
  /** [keys] */
  logits: Tensor;
  /** [keys] */
  weightGradient: Tensor;
  factor: number;
  /**
   * [keys, dk], if requested in returns: running sums of a score's products, each scaled to a logit. Each row ends at its logit
   * without the shift
   */
  walks?: Tensor;
};

export type SoftmaxMeasuresOptions = {
  /** dL/da, in the shape of the logits */
  weightGradient?: TensorLike;
  /** [] */
  returns?: readonly 'jacobian'[];
};

/** one row of logits; SoftmaxRuleStatistics explains the measures */
export type SoftmaxMeasures = {
  /** [n], a = softmax(logits) */
  weights: Tensor;
  topWeight: number;
  entropy: number;
  effectiveKeys: number;
  jacobianNorm: number;
  outputVariance: number;
  /** log sum exp(z), as in attention() */
  logSumExp: number;
  /** [n], dL/dz, if weightGradient is given */
  logitGradient?: Tensor;
  /** its norm */
  logitGradientNorm?: number;
  /** [n, n], if requested in returns */
  jacobian?: Tensor;
};

export type ScoringFunctionOptions = {
  /** 'scaled-dot' */
  kind?: ScoreKind;
  /** as in scores() */
  scale?: ScaleOption;
  /** 1; divides the scores */
  temperature?: number;
  /** for 'additive'; by default dk, but at most 64 */
  hidden?: number;
  /** ends of the histogram */
  range?: readonly [number, number];
};

export type ScoringVectorOptions = {
  /** 64 */
  dk?: number;
  /** 64 */
  keys?: number;
  /** 0 */
  seed?: number;
  query?: ComponentOptions;
  key?: ComponentOptions;
};

export type ScoringRunOptions = {
  /** up to 16, with at most 2^33 multiplications per draw and 2^25 random parameters in total */
  functions: readonly ScoringFunctionOptions[];
  /** 1000 */
  draws?: number;
  /** 200; of the histograms */
  bins?: number;
  /**
   * ends of the histograms; by default five standard deviations around the mean of each function, estimated from the first
   * draws
   */
  range?: readonly [number, number];
};

export type ScoringStatisticsOptions = ScoringVectorOptions & ScoringRunOptions;

export type ScoringFunctionStatistics = {
  kind: ScoreKind;
  /** the factor; 1 for kinds without one */
  scale: number;
  temperature: number;
  /** all scores divided by the temperature, the input of softmax */
  scores: Moments;
  /** the same scores */
  histogram: Histogram;
  topWeight: Spread;
  /** in nats */
  entropy: Spread;
  /** exp(entropy) */
  effectiveKeys: Spread;
  jacobianNorm: Spread;
  outputVariance: Spread;
  /** these six as in softmaxStatistics */
  logitGradient: Spread;
};

export type ScoringStatistics = {
  /** in the order of the options */
  functions: ScoringFunctionStatistics[];
  /** number of draws so far */
  draws: number;
  /** share of the draws computed so far, 1 when finished */
  done: number;
  /** true while the run continues */
  partial?: boolean;
};

export type ScoreParametersOptions = {
  /** 'scaled-dot' */
  kind?: ScoreKind;
  /** 64 */
  dk?: number;
  /** 64; 'location' has a column for each */
  keys?: number;
  /** for 'additive'; by default dk, but at most 64 */
  hidden?: number;
  /** 0 */
  seed?: number;
};

export type ScoreCostOptions = {
  /** 'scaled-dot' */
  kind?: ScoreKind;
  /** 64 */
  dk?: number;
  /** 1 */
  queries?: number;
  /** 64 */
  keys?: number;
  /** for 'additive'; by default dk, but at most 64 */
  hidden?: number;
};

/** cost of all scores of the queries with the keys; work for a single query or key is counted once */
export type ScoreCost = {
  parameters: number;
  /** including divisions */
  multiplications: number;
  tangents: number;
};

export type LayerNormStagesOptions = {
  /** 64 */
  dk?: number;
  /** 1000 */
  vectors?: number;
  /** 0.5; standard deviation of the logarithm of the vector norms */
  lengthSpread?: number;
  /** 0; gains are 1 + gainSd times standard normals */
  gainSd?: number;
  /** 0 */
  biasSd?: number;
  /** false; whether to project the vectors at the end */
  project?: boolean;
  /** 0 */
  seed?: number;
  /** 100; of the histograms */
  bins?: number;
  /** ends of the histograms, the same for all stages */
  range?: readonly [number, number];
};

export type NormStage = {
  /** norm of the vectors */
  norm: Spread;
  /** the same norms */
  histogram: Histogram;
  /** standard deviation of the norms divided by their mean; 0 if all are equal */
  spread: number;
  /**
   * largest difference between q.k / dk at this stage and the cosine of the centred inputs, over pairs of successive vectors
   */
  cosineDifference: number;
};

export type LayerNormStages = {
  input: NormStage;
  /** before gain and bias */
  normalized: NormStage;
  gained: NormStage;
  /** by W_Q; for cosineDifference, the other vector by W_K */
  projected?: NormStage;
};

export type ProductVarianceOptions = {
  /** 2 */
  rows?: number;
  /** 2 */
  columns?: number;
  /** 2 */
  dk?: number;
  /** 0 */
  ddof?: number;
  /** 0; as in numpy.random.seed */
  seed?: number;
};

export type ScoreWalks = {
  /** [pairs, dk], q_c k_c */
  products: Float32Array;
  /** [pairs, dk], their running sums */
  sums: Float32Array;
  pairs: number;
  dk: number;
};

/** numbers in row-major order: the last axis varies fastest */
export type Tensor = {
  data: Float32Array;
  shape: number[];
  /** 'bool' for booleans, stored as 1 and 0 and written as booleans; of a file: the type there */
  dtype?: FileType;
};

export type NumberArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

/** numbers in an array or a typed array */
export type NumberList = readonly number[] | NumberArray;

export type NestedNumbers = ReadonlyArray<number | boolean | NumberArray | NestedNumbers>;

/** a tensor that is only read */
export type TensorInput = Omit<Tensor, 'shape'> & { shape: readonly number[] };

/** a tensor, or an argument of tensor() */
export type TensorLike = TensorInput | NestedNumbers | NumberArray;

/** a tensor with numbers of any type; broadcast to the scores by NumPy's rules */
export type MaskInput = {
  /** as many numbers as the shape has */
  data: NumberArray;
  shape: readonly number[];
  /** 'bool' for booleans */
  dtype?: string;
};

/** the keys a query may see; fields can be combined */
export type AttentionMask = {
  /** broadcasts to [..., L, S]; 0 or false hides the key, any other value shows it */
  allow?: MaskInput | NestedNumbers | NumberArray;
  /** broadcasts to [..., L, S]; 0 or false shows the key, any other value hides it */
  block?: MaskInput | NestedNumbers | NumberArray;
  /** broadcasts to [..., L, S]; added to the scaled scores; -Infinity hides a key */
  bias?: MaskInput | NestedNumbers | NumberArray;
};

export type AttentionVisibility = {
  /** 'rsqrt'; any finite number, or a rule for d_k */
  scale?: ScaleOption;
  /** the keys a query may see; all by default */
  mask?: AttentionMask;
  /**
   * false; whether a query sees only keys up to its own position. 'upper-left' aligns the first query with the first key,
   * 'lower-right' the last query with the last key
   */
  causal?: false | 'upper-left' | 'lower-right';
  /** caps the scaled scores smoothly: softcap tanh(score / softcap) */
  softcap?: number;
  /** how many keys before and after its own position a query sees; all by default */
  window?: { before?: number; after?: number };
  /** [batch], number of keys in each batch element; the rest is padding */
  keyLengths?: NumberList;
};

/**
 * results of attention: output [..., L, d_v], logSumExp [..., L] (natural logarithm of the sum of the exponentials of a row's
 * masked scores), the others [..., L, S]
 */
export type AttentionName =
  'output' | 'weights' | 'scores' | 'scaledScores' | 'cappedScores' | 'maskedScores' | 'logSumExp';

/** of a loss, with respect to each argument and in its shape */
export type AttentionGradient = {
  /** in the shape of query */
  query: Tensor;
  /** in the shape of key */
  key: Tensor;
  /** in the shape of value */
  value: Tensor;
  /** the factor */
  scale: number;
  /** if given; in its shape */
  bias?: Tensor;
};

export type ForwardResults = {
  /** in the shape of the output */
  output: TensorLike;
  /** in the shape of the output without its last axis */
  logSumExp: TensorLike;
};

export type AttentionGradientOptions = AttentionVisibility & {
  /** [..., L, S], for a loss that also depends on the weights */
  weightsGradient?: TensorLike;
  /** the result of attention() for the same arguments, which saves computing it again */
  forward?: ForwardResults;
  /** as in attention() */
  into?: Partial<AttentionGradient & RunState>;
};

export type MultiHeadParameters = {
  /** [width of query, heads * d_k] */
  wq: Tensor;
  /** [width of key, keyHeads * d_k] */
  wk: Tensor;
  /** [width of value, keyHeads * d_v] */
  wv: Tensor;
  /** [heads * d_v, width of output] */
  wo: Tensor;
  /** [heads * d_k] */
  bq?: Tensor;
  /** [keyHeads * d_k] */
  bk?: Tensor;
  /** [keyHeads * d_v] */
  bv?: Tensor;
  /** [width of output] */
  bo?: Tensor;
  /** [keyHeads * d_k]; an extra key after the others */
  extraKey?: Tensor;
  /** [keyHeads * d_v]; its value */
  extraValue?: Tensor;
};

export type HeadOptions = {
  heads: number;
  /** by default heads, which it must divide */
  keyHeads?: number;
  /** false; whether to append a key and a value of zeros */
  zeroKey?: boolean;
};

/**
 * headOutputs: before wo, [..., H, L, d_v]; projectedQuery: query wq + bq, [..., H, L, d_k]; projectedKey and projectedValue:
 * [..., keyHeads, S, d_k] and [..., keyHeads, S, d_v], extra keys last
 */
export type MultiHeadName =
  AttentionName | 'headOutputs' | 'projectedQuery' | 'projectedKey' | 'projectedValue';

/** masks include the extra keys; causal, window and keyLengths do not, because every query sees the extra keys */
export type MultiHeadGradientOptions = AttentionVisibility &
  HeadOptions & {
    /** [..., H, L, S], for a loss that also depends on the weights */
    weightsGradient?: TensorLike;
  };

/** of a loss, with respect to each argument and in its shape */
export type MultiHeadGradient = {
  /** in the shape of query */
  query: Tensor;
  /** in the shape of key */
  key: Tensor;
  /** in the shape of value */
  value: Tensor;
  /** those given */
  parameters: MultiHeadParameters;
  scale: number;
  /** if given; in its shape */
  bias?: Tensor;
};

/** q.k, scale q.k, scale q.k / (|q| |k|), q W k, v.tanh(q Wq + k Wk), (q W)_j, -scale |q - k|^2 */
export type ScoreKind =
  'dot' | 'scaled-dot' | 'cosine' | 'general' | 'additive' | 'location' | 'distance';

export type ScoreParameters = {
  /** for 'general' [d_q, d_k], for 'location' [d_q, S] */
  weight?: Tensor;
  /** for 'additive', [d_q, hidden] */
  queryWeight?: Tensor;
  /** for 'additive', [d_k, hidden] */
  keyWeight?: Tensor;
  /** for 'additive', [hidden] */
  vector?: Tensor;
};

export type ScoreFunctionOptions = {
  /** 'scaled-dot' */
  kind?: ScoreKind;
  /** all parameters of the kind, in the shapes of ScoreParameters */
  parameters?: TensorsLike<ScoreParameters>;
  /** 'rsqrt' for 'scaled-dot', 1 for 'cosine' and 'distance'; the other kinds have none */
  scale?: ScaleOption;
};

export type LengthOptions = {
  /**
   * 0; for 'cosine', the smallest norm used as a divisor, also in gradients; torch.nn.functional.cosine_similarity uses 1e-8
   */
  epsilon?: number;
};

export type ScoresOptions = ScoreFunctionOptions & LengthOptions;

/** of a loss, with respect to each argument and in its shape */
export type ScoresGradient = {
  /** in the shape of query */
  query: Tensor;
  /** in the shape of key */
  key: Tensor;
  /** those of the kind */
  parameters: ScoreParameters;
  /** 0 for kinds without a factor */
  scale: number;
};

export type ScorePlaneOptions = {
  /** as in scores(), up to 16 */
  functions: readonly ScoreFunctionOptions[];
  /** [n, 2], points in the plane */
  key: TensorLike;
  /** 64; cells along each side */
  size?: number;
  /** 3; the square is [-extent, extent]^2 */
  extent?: number;
  /** a tensor of the result's shape to write and return; a loop can reuse its last result */
  into?: { weights?: Tensor };
};

export type ScorePlane = {
  /** [functions, size, size, n]: row 0 is the top, y points up */
  weights: Tensor;
};

export type SoftmaxOptions = {
  /** -1, the last */
  axis?: number;
};

export type LayerNormOptions = {
  /** in the shape of the normalised axes; ones by default */
  weight?: TensorLike;
  /** in the same shape; zeros by default */
  bias?: TensorLike;
  /** 1e-5 */
  epsilon?: number;
  /** -1; this axis and those after it are normalised together */
  axis?: number;
};

export type RmsNormOptions = Omit<LayerNormOptions, 'bias'>;

export type LayerNormResult = {
  /** in the shape of x */
  output: Tensor;
  /** in the shape of the axes before the normalised ones */
  mean: Tensor;
  /** in the same shape, 1 / sqrt(variance + epsilon) */
  inverseStd: Tensor;
};

export type RmsNormResult = {
  /** in the shape of x */
  output: Tensor;
  /** in the shape of the axes before the normalised ones, 1 / sqrt(mean square + epsilon) */
  inverseRms: Tensor;
};

export type LayerNormGradient = {
  /** in the shape of x */
  input: Tensor;
  /** if given, in its shape */
  weight?: Tensor;
  /** if given, in its shape */
  bias?: Tensor;
};

export type RmsNormGradient = {
  /** in the shape of x */
  input: Tensor;
  /** if given, in its shape */
  weight?: Tensor;
};

export type RotaryOptions = {
  /** [positions, pairs] */
  cosine: TensorLike;
  /** [positions, pairs] */
  sine: TensorLike;
  /** [L], row of the table for each row of x; by default 0, 1, ... along the second-to-last axis */
  positions?: NumberList;
  /** false; whether pairs are adjacent components, or components half the rotated width apart */
  interleaved?: boolean;
};

export type MatmulOptions = {
  /** false; whether right is [..., N, K] */
  transposeRight?: boolean;
  /** [N], added to every row */
  bias?: TensorLike;
};

/** a tensor in the format of a file: little-endian, row-major */
export type FileWeight = {
  type: 'F32' | 'F16' | 'BF16';
  bytes: Uint8Array;
  shape: readonly number[];
};

export type LinearOptions = {
  /** false; whether the weight is [out, in], as in PyTorch's nn.Linear */
  transposed?: boolean;
  /** [out], added to every row */
  bias?: TensorLike;
  /** in the shape of the result, added to it: a residual connection */
  add?: TensorLike;
};

export type LinearGradientOptions = {
  /** false; whether the weight is [out, in], as in PyTorch's nn.Linear */
  transposed?: boolean;
  /** [out]; if given, its gradient is returned */
  bias?: TensorLike;
};

export type LinearGradient = {
  /** in the shape of x */
  input: Tensor;
  /** in the shape of the weight */
  weight: Tensor;
  /** if given, in its shape */
  bias?: Tensor;
};

export type GeluOptions = {
  /** 'none'; 'tanh' is the approximation in GPT-2 */
  approximate?: 'none' | 'tanh';
};

/** a list of tensors, or tensors by name */
export type TensorGroup = readonly TensorLike[] | Readonly<Record<string, TensorLike>>;

export type StepOptions = {
  /** 1e-3 */
  learningRate?: number;
  /** false; whether to ascend the gradient */
  maximize?: boolean;
};

export type SgdRule = {
  /** 0 */
  momentum?: number;
  /** 0; share of each gradient that is left out of the momentum from the second step on */
  dampening?: number;
  /** false; requires a momentum above 0 and a dampening of 0 */
  nesterov?: boolean;
  /** 0; this times the parameters is added to the gradients */
  weightDecay?: number;
  /** as returned by the previous step; the first step has none */
  state?: { momentum?: TensorGroup };
};

export type SgdOptions = StepOptions & SgdRule;

export type AdamMoments = {
  /** 0.9; decay rate of the first moment */
  beta1?: number;
  /** 0.999; decay rate of the second moment */
  beta2?: number;
  /** 1e-8; added to the root of the second moment */
  epsilon?: number;
  /** false; whether to use the largest second moment so far (Reddi et al. 2018) */
  amsgrad?: boolean;
  /** as returned by the previous step; the first step has none */
  state?: {
    steps: number;
    firstMoment: TensorGroup;
    secondMoment: TensorGroup;
    maxSecondMoment?: TensorGroup;
  };
};

export type AdamDecay = {
  /** 0; this times the parameters is added to the gradients */
  weightDecay?: number;
};

export type AdamOptions = StepOptions & AdamMoments & AdamDecay;

export type AdamwDecay = {
  /** 1e-2; times learningRate, the share of the parameters that a step subtracts before the update */
  weightDecay?: number;
};

export type AdamwOptions = StepOptions & AdamMoments & AdamwDecay;

export type PointwiseOptions = {
  /** 'none'; 'gelu' is x Phi(x), 'gelu-tanh' its approximation (Hendrycks & Gimpel 2016) */
  activation?: 'none' | 'relu' | 'gelu' | 'gelu-tanh' | 'silu';
  /** in the shape of x; multiplies the result of the activation */
  gate?: TensorLike;
  /** 1; another factor */
  scale?: number;
  /** in the shape of x; added last */
  add?: TensorLike;
};

export type RotaryTableOptions = {
  /** number of positions, from 0 */
  positions: number;
  /** number of rotated components, even: pair i has the frequency base^(-2 i / rotated) */
  rotated: number;
  /** 10000 */
  base?: number;
  /** 'none'; 'linear' divides all frequencies by factor, 'llama3' only those of long waves (Llama 3.1) */
  stretch?: 'none' | 'linear' | 'llama3';
  /** 1 */
  factor?: number;
  /** 1; for 'llama3': waves that fit fewer times into original are divided by factor */
  low?: number;
  /** 4; waves that fit more often are unchanged */
  high?: number;
  /** 8192, the context length before stretching */
  original?: number;
};

export type RelativeBiasOptions = {
  queries: number;
  keys: number;
  /** 128; this distance and all larger ones share a bucket */
  maxDistance?: number;
  /** true; false: later keys count as distance 0 */
  bidirectional?: boolean;
};

export type CrossEntropyOptions = {
  /** the result for earlier rows and their number, to be included */
  before?: { loss: number; rows: number };
};

export type CrossEntropy = {
  /** mean over the rows, in nats; Infinity if a label has the logit -Infinity, NaN if a logit is NaN or Infinity */
  loss: number;
  /** exp(loss): the number of equally likely words that would be as hard to predict (Jelinek et al. 1977) */
  perplexity: number;
};

export type HeadStatisticsOptions = Pick<
  AttentionOptions,
  'scale' | 'mask' | 'causal' | 'softcap' | 'window' | 'keyLengths'
> & {
  /** 0; number of histogram bins, 0: no histogram */
  bins?: number;
};

/**
 * means over the rows that see two keys or more; NaN if there is none, or if a NaN or infinite score leaves one without
 * weights
 */
export type Sharpness = {
  /** the largest weight */
  topWeight: number;
  /** entropy of the weights, in nats */
  entropy: number;
  /** share of rows in which one key has a weight above 0.9 */
  dominated: number;
};

/** one head; variances with ddof = 0, over the scores that a query sees */
export type HeadStatistics = {
  /** number of these scores */
  pairs: number;
  /** number of queries that see two keys or more */
  rows: number;
  /** of q.k */
  scoreMean: number;
  scoreSd: number;
  /** of the input of softmax: after scale, softcap and bias */
  logitMean: number;
  logitSd: number;
  /** the attention as it is */
  scaled: Sharpness;
  /** with scale 1, otherwise unchanged */
  unscaled: Sharpness;
  /** sqrt(d_k): standard deviation of q.k for independent components with mean 0 and variance 1 */
  unitSd: number;
  /** the same, for components with their own variances */
  spreadSd: number;
  /** and also their own means */
  independentSd: number;
  /** and also their own covariances, with queries independent of keys; every query and key counts once per pair */
  covarianceSd: number;
  /** the mean of q.k as for covarianceSd */
  independentMean: number;
  /**
   * of q.k, if bins is set: from the smallest finite score to the largest, which falls in the last bin; 1 to either side if
   * all are equal
   */
  histogram?: Histogram;
};

/**
 * row i of the tensor (a row spans the last axis) is row 2^32 (65536 + stream) + i of the generator's draw stream: shapes with
 * the same last axis begin with the same numbers
 */
export type RandomTensorOptions = {
  /** 1 */
  sd?: number;
  /** 0 */
  seed?: number;
  /** 0; tensors of different streams are independent */
  stream?: number;
  /** a tensor of the result's shape to overwrite and return; saves a third of the time for a large tensor */
  into?: Tensor;
};

export type TensorDifference = {
  /** the largest |a - b|; NaN against a number counts as Infinity, against NaN as 0 */
  largest: number;
  /** indices of its first occurrence, axis by axis; empty if there are no numbers */
  at: number[];
  /** the largest |a|, ignoring NaN */
  scale: number;
};

export type ProductTermsOptions = {
  /** of left */
  row: number;
  /** of the product */
  column: number;
  /** false; whether right is [N, K] */
  transposeRight?: boolean;
  /** [N] */
  bias?: TensorLike;
};

export type ProductTerms = {
  /** [K], the row of left */
  left: Float32Array;
  /** [K], the column of right */
  right: Float32Array;
  /** [K], exact */
  products: Float64Array;
  /** of the column, if given */
  bias?: number;
  /** of products and bias, in double precision */
  sum: number;
  /**
   * the float32 that matmul() gives in this cell, to the bit. Scores of attention() have the same bits up to d_k = 256. Beyond
   * that, they are within float32 rounding of sum, as is the output, the product of weights and value
   */
  value: number;
};

export type SoftmaxTerms = {
  /** the largest logit */
  max: number;
  /** [S], exp(logit - max), in double precision; 0 for -Infinity */
  exponentials: Float64Array;
  /** of the exponentials, in double precision; 0 if every logit is -Infinity */
  sum: number;
  /**
   * the float32 that attention() gives for a row with these masked scores, to the bit: exponentials[index] / sum within
   * float32 rounding, and 0 if sum is 0
   */
  weight: number;
};

/** sizes of multi-head attention, and measurements of one head */
export type HeadAlgebraOptions = {
  /** 512, or the height of wq */
  modelDim?: number;
  /** 8 */
  heads?: number;
  /** by default heads, which it must divide */
  keyHeads?: number;
  /** by default modelDim / heads, or the width of wq */
  headDim?: number;
  /** by default headDim */
  valueDim?: number;
  /** 512; tokens that attend to each other */
  length?: number;
  /**
   * true; whether to compute singular values, for a modelDim up to 1024 (512 takes 0.05 s, 1024 takes 0.3 s, in plain
   * JavaScript 0.5 s and 2 s)
   */
  spectrum?: boolean;
  /**
   * false; whether to compute them from the thin factors in double precision, without the float32 matrix: the first
   * min(modelDim, headDim), for a modelDim up to 16384 and a headDim up to 512 (4096 and 128 take 0.08 s, 16384 and 512 take
   * 13 s; in plain JavaScript 0.4 s and 70 s)
   */
  thin?: boolean;
  /** [modelDim, headDim] of one head; by default randomTensor() with this seed, stream 0 and sd 1 / sqrt(modelDim) */
  wq?: TensorLike;
  /** in the same shape, stream 1 */
  wk?: TensorLike;
  /**
   * singular values above it count towards the rank: an absolute value, or a fraction of the largest, as atol and rtol of
   * torch.linalg.matrix_rank; HeadAlgebra describes the default
   */
  tolerance?: number | { relative: number };
  /** 0 */
  seed?: number;
};

/** counts of weights and numbers, not bytes; without biases */
export type HeadAlgebra = {
  /**
   * of the four projections; pair: Wq_i and Wk_i of one head, 2 modelDim headDim; merged: W_i = Wq_i Wk_i^T instead,
   * modelDim^2; pairs: of all heads, with each shared key matrix counted once; mergedAll: the merged matrices of all heads
   */
  parameters: {
    query: number;
    key: number;
    value: number;
    output: number;
    total: number;
    pair: number;
    merged: number;
    pairs: number;
    mergedAll: number;
  };
  /**
   * of the layer: projections of query, key and value, q.k of every pair, weights times values, output projection;
   * factoredScores: all scores from the inputs by the pairs, mergedScores: by the merged matrices
   */
  multiplications: {
    projections: number;
    scores: number;
    weighted: number;
    output: number;
    total: number;
    factoredScores: number;
    mergedScores: number;
  };
  /**
   * numbers kept for later queries: keys and values of a token, or its input and values with merged matrices; total: perToken
   * times the length
   */
  cache: { perToken: number; mergedPerToken: number; total: number };
  /** the headDim at which a pair has as many parameters as a merged matrix: modelDim / 2 */
  breakEven: number;
  /** min(headDim, modelDim), the largest possible rank of W_i */
  rankBound: number;
  /** number of singular values above the tolerance */
  rank?: number;
  /**
   * [modelDim] of the float32 matrix W_i, descending; from headDim on they are rounding errors. With thin, [min(modelDim,
   * headDim)], and all others are 0
   */
  singularValues?: Float64Array;
  /**
   * as given, or modelDim 2^-23 times the largest singular value, as in numpy.linalg.matrix_rank; at least modelDim 2^-149.
   * With thin, max(modelDim, headDim) 2^-52 |Wq_i| |Wk_i|, with Frobenius norms
   */
  tolerance?: number;
  /**
   * exp of the entropy of the normalised singular values (Roy and Vetterli 2007): 1 if only one is not 0, rank if all are
   * equal; 0 for a zero matrix
   */
  effectiveRank?: number;
  /**
   * how many of the largest singular values make up 0.9 of the sum of their squares, which is the squared norm of W_i; 0 for a
   * zero matrix
   */
  carrying?: number;
};

export type Progress = {
  /** 0 to 1 */
  done: number;
  /** scores (or draws) computed */
  scores: number;
  /** since the run began */
  seconds: number;
  /** scores (or draws) per second, on average */
  perSecond: number;
};

export type RunState = {
  /** share of the work completed, 1 when finished; rows still missing are zeros */
  done: number;
  /** true while the run continues */
  partial?: boolean;
};

/** Shapes as for attention(). */
export type AttentionInputs = {
  query: TensorLike;
  key: TensorLike;
  value: TensorLike;
};

export type RunOptions = {
  scoreStatistics: ScoreOptions;
  sampleVariance: SampleVarianceOptions;
  softmaxStatistics: SoftmaxStatisticsOptions;
  scoringStatistics: ScoringStatisticsOptions;
  headAlgebra: HeadAlgebraOptions;
  attention: AttentionInputs & AttentionOptions<AttentionName>;
  attentionGradient: AttentionInputs & { outputGradient: TensorLike } & AttentionGradientOptions;
};

export type RunResults = {
  scoreStatistics: ScoreStatistics;
  sampleVariance: SampleVariance;
  softmaxStatistics: SoftmaxStatistics;
  scoringStatistics: ScoringStatistics;
  headAlgebra: HeadAlgebra;
  attention: Partial<Record<AttentionName, Tensor>> & ListedRows & RunState;
  attentionGradient: AttentionGradient & RunState;
};

export type RunName = keyof RunOptions;

/** a run that has defaults for everything */
export type RunNameAlone = Exclude<
  RunName,
  'scoringStatistics' | 'attention' | 'attentionGradient'
>;

/** tensors by the same names, each a tensor or an argument of tensor() */
export type TensorsLike<T> = { [Name in keyof T]: TensorLike };

/** new tensors in a list, or by the same names */
export type TensorsOf<Group> = { -readonly [Name in keyof Group]: Tensor };

export type SgdResult<Group> = {
  parameters: TensorsOf<Group>;
  /** for the next step; empty without momentum */
  state: { momentum?: TensorsOf<Group> };
};

export type AdamState<Group> = {
  /** number of steps so far */
  steps: number;
  firstMoment: TensorsOf<Group>;
  secondMoment: TensorsOf<Group>;
  /** with amsgrad */
  maxSecondMoment?: TensorsOf<Group>;
};

export type AdamResult<Group> = {
  parameters: TensorsOf<Group>;
  /** for the next step */
  state: AdamState<Group>;
};

/** indices (into [B * H * L]) of rows of weights, one row per query and head */
export type ListedRows = {
  /** rows that see no key, or whose scores are all -Infinity; their weights and outputs are zeros */
  fullyMasked: number[];
  /**
   * rows with a score that is NaN or +Infinity, which includes every score above 3.4e38; the weights of their visible keys and
   * their outputs are NaN
   */
  nonFinite: number[];
};

export type AttentionOptions<Name extends AttentionName = 'output'> = AttentionVisibility & {
  /** ['output'] */
  returns?: readonly Name[];
  /** tensors of the results' shapes to write and return; a loop can reuse its last result, which saves the browser new memory */
  into?: Partial<Record<AttentionName, Tensor> & ListedRows & RunState>;
};

/** the requested results */
export type AttentionResult<Name extends AttentionName = 'output'> = Record<Name, Tensor> &
  ListedRows;

/** a type that is not a union */
export type Single<T, Any = T> = T extends Any ? ([Any] extends [T] ? T : never) : never;

/** the names that are in a list in every case */
export type Sure<Names extends readonly string[]> = number extends Names['length']
  ? never
  : { [At in keyof Names]: Single<Names[At]> }[number];

/** the name, if one of several possible lists lacks it */
export type Missing<
  Names extends readonly string[],
  Name extends string,
> = Names extends readonly string[] ? (Name extends Sure<Names> ? never : Name) : never;

/** tensors by the names in a list; optional if it is known only at run time whether the list has the name */
export type Named<Names extends readonly string[]> = {
  [Name in Names[number] as [Missing<Names, Name>] extends [never] ? Name : never]: Tensor;
} & Partial<Record<Names[number], Tensor>>;

/** options whose list of results is known, name by name */
export type Returning<
  Options extends { returns?: readonly string[] },
  Names extends readonly string[],
> = Omit<Options, 'returns'> & {
  /** ['output']; names of the results to compute */
  returns?: Names;
};

export type AttentionRunOptions<Names extends readonly AttentionName[] = readonly ['output']> =
  AttentionInputs & Returning<AttentionOptions, Names>;

export type AttentionRunResult<Names extends readonly AttentionName[] = readonly ['output']> =
  Named<Names> & ListedRows & RunState;

export type AttentionRunCallbacks<Names extends readonly AttentionName[] = readonly ['output']> =
  Omit<RunCallbacks<'attention'>, 'onPartial'> & {
    onPartial?: (result: AttentionRunResult<Names>) => void;
  };

/** masks include the extra keys; causal, window and keyLengths do not, because every query sees the extra keys */
export type MultiHeadOptions<Name extends MultiHeadName = 'output'> = AttentionVisibility &
  HeadOptions & {
    /** ['output'] */
    returns?: readonly Name[];
  };

/** the requested results */
export type MultiHeadResult<Name extends MultiHeadName = 'output'> = Record<Name, Tensor> &
  ListedRows;

export type RunCallbacks<Name extends RunName> = {
  /** aborts the run, which rejects with the signal's reason */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** called about ten times a second with a result of the same form as the final one */
  onPartial?: (result: RunResults[Name]) => void;
};

// A tensor of a file. All numbers become float32.

/** a tensor of a file; dtype is the type in the file */
export type FileTensor = Tensor & {
  dtype: FileType;
  /** how many numbers float32 cannot hold exactly (integers beyond 2^24, float64) */
  rounded: number;
};

export type FloatType = 'float16' | 'bfloat16' | 'float32' | 'float64';

export type IntegerType =
  'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64';

export type FileType = FloatType | IntegerType | 'bool';

/** the contents of a .safetensors file */
export type TensorFile = {
  /** by name, in the order of the file */
  tensors: Record<string, FileTensor>;
  metadata: Record<string, string>;
};

// Training: a small transformer that learns a task from generated examples.

/**
 * recall: pairs of key and value, then a key whose value is the answer; copy, reverse, sort: a sequence of symbols; addition:
 * (a + b) mod size; dates: "7th of March 2024" to 2024-03-07; pronouns: the noun that "it" refers to in a sentence
 */
export type TrainingTask =
  'recall' | 'copy' | 'reverse' | 'sort' | 'addition' | 'dates' | 'pronouns';

/** decoder: every position sees only earlier ones and itself */
export type TrainingStack = 'encoder' | 'decoder' | 'encoder-decoder';

/**
 * scores are q.k times 1/sqrt(d_k), 1, 1/d_k or d_k^-alpha; cosine: e^t times the cosine of q and k, with a t learned per head
 * (Henry et al. 2020); additive: v.tanh(q + k), with a v learned per head (Bahdanau et al. 2015); norm: q.k/sqrt(d_k) after
 * RMS normalisation of q and of k, with gains shared by the heads of a layer (Qwen 3); folded: q.k, with a W_q initialised
 * smaller by 1/sqrt(d_k) (T5); doubled: q.k/sqrt(d_k) with that W_q
 */
export type AttentionRule =
  | 'rsqrt'
  | 'none'
  | 'inverse'
  | 'cosine'
  | 'additive'
  | 'norm'
  | 'folded'
  | 'doubled'
  | { readonly alpha: number };

/** defaults are those of trainingDefaults for the task */
export type TrainerOptions = {
  /** 'recall'; 'text', the next character of English prose, only from checkpoints */
  task?: TrainingTask | 'text';
  /** pairs for recall, length for copy, reverse and sort, modulus for addition, number of characters that text sees */
  size?: number;
  /** number of different symbols for recall, copy, reverse and sort */
  symbols?: number;
  /** by default the one that suits the task */
  stack?: TrainingStack;
  /** of each stack */
  layers?: number;
  modelDim?: number;
  heads?: number;
  /** d_k, which need not be modelDim / heads */
  headDim?: number;
  /** the hidden width */
  feedForward?: number;
  /** layer normalisation before or after attention and feed-forward (Xiong et al. 2020) */
  norm?: 'pre' | 'post';
  activation?: 'relu' | 'gelu';
  /** whether the output layer reuses the token embedding */
  tied?: boolean;
  rule?: AttentionRule;
  /** 1; initial scale of W_q and W_k relative to the other matrices */
  queryKeyGain?: number;
  optimizer?: 'sgd' | 'adam' | 'adamw';
  learningRate?: number;
  /** for sgd */
  momentum?: number;
  /** for adam and adamw */
  beta1?: number;
  beta2?: number;
  epsilon?: number;
  /** for adamw */
  weightDecay?: number;
  /** largest gradient norm; 0: no clipping */
  clip?: number;
  /** steps over which the learning rate rises to its full value */
  warmup?: number;
  /** learning rate after warm-up: constant, or a half cosine */
  schedule?: 'constant' | 'cosine';
  /** share of learningRate that remains at the last step */
  finalRate?: number;
  /** number of steps after which training ends */
  steps?: number;
  /** examples per step */
  batch?: number;
  /** for parameters and examples */
  seed?: number;
  /** steps between two rows of metrics */
  every?: number;
  /** number of examples that never occur in training; metrics are measured on them */
  heldOut?: number;
};

export type TrainerSettings = Readonly<Required<TrainerOptions>>;

/** a checkpoint, which contains all other options */
export type CheckpointOptions = { checkpoint: Uint8Array } & {
  [Name in keyof TrainerOptions]?: never;
};

export type TrainingProgress = {
  /** 0 to 1, share of the requested work */
  done: number;
  /** steps the model has been trained for; only for step() */
  steps?: number;
  /** since the start of this call */
  seconds: number;
  /** steps (evaluate(): examples) per second, on average */
  perSecond: number;
};

export type TrainingCallbacks = {
  /** aborts the call between two steps; it rejects with the signal's reason, and completed steps count */
  signal?: AbortSignal;
  /** called about ten times a second, and at the end */
  onProgress?: (progress: TrainingProgress) => void;
};

export type TrainingState = {
  /** steps the model has been trained for, over all calls */
  steps: number;
  /**
   * first step with a non-finite loss, after which training no longer changes anything; 0: none. Results of such a model may
   * be NaN
   */
  divergedAt: number;
};

/** one head's attention on held-out examples */
export type TrainingHead = {
  /** mean entropy of its weights divided by that of uniform weights: 0 if one key has all the weight, 1 if all are equal */
  entropy: number;
  /** mean of the largest weight */
  topWeight: number;
  /** of the input of softmax */
  scoreVariance: number;
  /** the learned factor e^t of cosine; 0 for other rules */
  temperature: number;
};

export type TrainingBlock = {
  /** context: attention of the decoder to the encoder's output */
  kind: 'encoder' | 'decoder' | 'context';
  /** from 0, counted through encoder and decoder */
  layer: number;
  /** norm of the gradient of W_q */
  wq: number;
  wk: number;
  heads: TrainingHead[];
};

export type TrainingRow = {
  step: number;
  learningRate: number;
  /** mean since the previous row; for row 0, the first batch before learning from it */
  trainLoss: number;
  /** over the same batches */
  trainAccuracy: number;
  /** cross-entropy on held-out examples, in nats */
  loss: number;
  /** share of labels predicted correctly */
  accuracy: number;
  /** share of examples with every label correct */
  exact: number;
  /** in the last step, before clipping */
  gradientNorm: number;
  /** the same for the parameters of each layer */
  layers: number[];
  blocks: TrainingBlock[];
};

/** the number of a generated example, or a text of your own for dates, pronouns and text */
export type TrainingExample = { index: number; split?: 'heldOut' | 'training' } | { text: string };

/** weights and scores of one attention block */
export type TrainingAttention = {
  kind: 'encoder' | 'decoder' | 'context';
  layer: number;
  /** token of each row */
  queries: string[];
  /** token of each column */
  keys: string[];
  /** [heads, queries, keys] */
  weights: Tensor;
  /** in the same shape, before masking */
  scores: Tensor;
  /** [queries, modelDim] the input of W_q, and of W_k and W_v unless kind is context */
  input: Tensor;
  /** [keys, modelDim] the input of W_k and W_v: input itself, or the output of the encoder */
  memory: Tensor;
};

export type TrainingView = {
  /** the input */
  tokens: string[];
  /** the input of the second stack, for a text the previous output; [] without a second stack */
  targets: string[];
  /** correct tokens, by position of the last stack; null where nothing is asked for */
  labels: (string | null)[];
  /** tokens with the largest logits; null where nothing is asked for */
  answer: (string | null)[];
  /** whether every label is predicted correctly; null: a text has no labels */
  right: boolean | null;
  /** its index in tokens, in sentences of the task pronouns */
  pronoun?: number;
  /** index of the noun it refers to */
  antecedent?: number;
  blocks: TrainingAttention[];
};

export type TrainingReading = {
  /** the characters read */
  tokens: string[];
  /** [tokens, vocabulary] of the character after each */
  probabilities: Tensor;
  /** [tokens - 1], -ln of the probability of each token but the first */
  losses: Float64Array;
  /** their mean, in nats; null if there are none */
  loss: number | null;
  /** e^loss */
  perplexity: number | null;
};

export type TrainingEvaluation = {
  /** mean over the labels, in nats */
  loss: number;
  /** share of labels predicted correctly */
  accuracy: number;
  /** share of examples with every label correct */
  exact: number;
  examples: number;
};

/** A Worker of the browser or of node:worker_threads. */
export type WorkerLike = {
  postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
  terminate: () => unknown;
};

export type LoadOptions = {
  /** 'auto'; the fastest variant that runs */
  engine?: 'auto' | Variant;
  /** number of workers for run(); by default 0, or 'auto' with createWorker; always 0 where workers cannot be created */
  workers?: number | 'auto';
  /**
   * creates one worker that runs the package's worker.js. Node finds that file by itself; Vite bundles it with `worker: {
   * format: 'es' }`
   */
  createWorker?: () => Worker | WorkerLike;
  /** called for each worker of run() that ended or stopped responding; the work continues */
  onWorkerLost?: () => void;
  /**
   * parts of the engine to load, with the parts they need; all by default, in `scaledot-engine.min.js` those it includes.
   * run() loads the part it needs, and a second load() adds parts to the same engine
   */
  parts?: readonly PartName[];
  /**
   * `scaledot/simd.wasm`, for hosts that do not compile at run time: `import module from 'scaledot/simd.wasm'` on Cloudflare
   * Workers. The engine is then `simd`, with all parts
   */
  module?: WebAssembly.Module;
  /** `scaledot/training.wasm`, in addition to `module`, for createTrainer() */
  trainingModule?: WebAssembly.Module;
};

export type PartName =
  | 'matrices'
  | 'scores'
  | 'forward'
  | 'attention'
  | 'layers'
  | 'gradients'
  | 'heads'
  | 'measures'
  | 'softmax'
  | 'scoring'
  | 'statistics'
  | 'samples'
  | 'laws'
  | 'network'
  | 'files';

/**
 * role of a token in coreference: a noun for one or several things or living beings, a pronoun for these ('of-one' and
 * 'of-many' for either), or neither
 */
export type TokenKind =
  | 'word'
  | 'thing'
  | 'things'
  | 'being'
  | 'beings'
  | 'of-thing'
  | 'of-things'
  | 'of-being'
  | 'of-beings'
  | 'of-one'
  | 'of-many';

export type HandMadeSentence = {
  /** [tokens], word number of up to 64 tokens; equal numbers are the same word */
  tokens: NumberList;
  /** all 'word' by default */
  kinds?: readonly TokenKind[];
};

export type HandMadeOptions = HandMadeSentence & { context?: HandMadeSentence };

export type HandMadeHead = 'copy' | 'previous' | 'same' | 'coreference' | 'alignment';

export type HandMade = {
  /** [L, 32] embeddings of the tokens */
  x: Tensor;
  /** [S, 32] embeddings of the context */
  context?: Tensor;
  /** [H, 32, 16] */
  wq: Tensor;
  /** [H, 32, 16] */
  wk: Tensor;
  /** [H, 32, 16] */
  wv: Tensor;
  /** [16 H, 32] */
  wo: Tensor;
  /** names of the heads, in order */
  heads: HandMadeHead[];
};

export type SummaryNumbers = {
  count: number;
  mean: number;
  variance: number;
  std: number;
  skewness: number;
  kurtosis: number;
  min: number;
  max: number;
};

export type LearningVariant = Exclude<Variant, 'relaxed'>;

/** exports of src/bindings/training.cpp; private */
export type LearningFunctions = {
  /** all functions take their arguments from the block; false: no memory */
  trainerPlan: () => boolean;
  trainerCreate: () => boolean;
  trainerOpen: () => boolean;
  trainerFree: () => boolean;
  trainerFacts: () => boolean;
  trainerWords: () => boolean;
  trainerStep: () => boolean;
  trainerMetrics: () => boolean;
  trainerEvaluate: () => boolean;
  trainerLook: () => boolean;
  trainerLookAt: () => boolean;
  trainerRead: () => boolean;
  trainerAttention: () => boolean;
  trainerSave: () => boolean;
  trainerSaved: () => boolean;
};

export type LearningModule = LearningFunctions &
  Pick<EngineModule, 'stamp' | 'reserve' | 'HEAPF32' | 'HEAPF64' | 'HEAPU32' | 'HEAPU8'>;

/** exports of src/bindings/ except training.cpp; private */
export type EngineModule = {
  /** index of the build in variants.js */
  variant: number;
  scoreRecord: number;
  /** of the records that it reads */
  stamp: number;
  /** the module of its core; the fallback has none */
  compiled?: WebAssembly.Module;
  /** exports of its core, which the parts import */
  exports: WebAssembly.Exports;
  /** parts with loaded WebAssembly, and their modules */
  parts: Map<PartName, WebAssembly.Module | undefined>;
  /** parts with loaded functions */
  open: Set<PartName>;
  /** functions of those parts by name (parts/index.js) */
  functions: Record<string, unknown>;
  /** jobs of those parts by the name of the run: JobKind of workers/types.d.ts */
  jobs: Record<
    string,
    {
      open: (module: EngineModule, options: any, copy?: any) => any;
      compute: (...given: any[]) => any;
    }
  >;
  /** views of the memory; they change when it grows */
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  HEAPU32: Uint32Array;
  HEAPU8: Uint8Array;
  /** allocates the block anew and returns its address; 0 if it fails */
  reserve: (bytes: number) => number;
  /** this and the following functions take their arguments from the block; false: no memory */
  attention: () => boolean;
  attentionGradient: () => boolean;
  multiHeadAttention: () => boolean;
  multiHeadAttentionGradient: () => boolean;
  scores: () => boolean;
  scoresGradient: () => boolean;
  scorePlane: () => boolean;
  scoreCost: () => boolean;
  scoringDraws: () => boolean;
  summarizeScores: () => boolean;
  drawScoreParameters: () => boolean;
  normStages: () => boolean;
  matmul: () => boolean;
  randomTensor: () => boolean;
  difference: () => boolean;
  productTerms: () => boolean;
  softmaxTerms: () => boolean;
  linear: () => boolean;
  linearGradient: () => boolean;
  pointwiseGradient: () => boolean;
  optimizerStep: () => boolean;
  decode: () => boolean;
  pointwise: () => boolean;
  rotaryTable: () => boolean;
  relativeBias: () => boolean;
  crossEntropy: () => boolean;
  headStatistics: () => boolean;
  meanOfHeads: () => boolean;
  headCost: () => boolean;
  mergedHead: () => boolean;
  thinHead: () => boolean;
  handMade: () => boolean;
  softmax: () => boolean;
  logSoftmax: () => boolean;
  entropy: () => boolean;
  softmaxGradient: () => boolean;
  logSoftmaxGradient: () => boolean;
  logSoftmaxJvp: () => boolean;
  softmaxJacobian: () => boolean;
  softmaxJacobianGradient: () => boolean;
  layerNorm: () => boolean;
  layerNormGradient: () => boolean;
  rmsNorm: () => boolean;
  rmsNormGradient: () => boolean;
  rotate: () => boolean;
  rotateGradient: () => boolean;
  softmaxDraws: () => boolean;
  softmaxSample: () => boolean;
  softmaxMeasures: () => boolean;
  spread: () => boolean;
  ratio: () => boolean;
  readNpyHeader: () => boolean;
  readSafetensorsHeader: () => boolean;
  readNumbers: () => boolean;
  writeNpyHeader: () => boolean;
  writeSafetensorsHeader: () => boolean;
  /** number of uint32 that describe a tensor in a file */
  tensorEntryWords: number;
  npyHeader: number;
  /** size of a NumPy generator in bytes */
  numpyState: number;
  scaleFactor: (rule: number, value: number, headDim: number) => number;
  scoreTheory: () => boolean;
  scorePlan: () => boolean;
  scoreUnitRange: () => boolean;
  mergeScoreUnits: () => boolean;
  scoreStatistics: () => boolean;
  scoreCurves: () => boolean;
  scoreGrowth: () => boolean;
  scoreWalks: () => boolean;
  componentSample: () => boolean;
  openLaw: () => boolean;
  lawValues: () => boolean;
  varianceDraws: () => boolean;
  summarizeVariances: () => boolean;
  countValues: () => boolean;
  numpyProductVariance: () => boolean;
  numpySeed: () => boolean;
  numpyDraw: () => boolean;
};
