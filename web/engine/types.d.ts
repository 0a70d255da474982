// The types of the engine's interface. Objects, too, are types and no interfaces: Object.values() knows what fields an object of a
// type has, and a Record takes it, where their types fit; neither is true of an interface.

export type Variant = 'relaxed' | 'simd' | 'fallback';

export type DistributionName =
  'normal' | 'uniform' | 'rademacher' | 'laplace' | 'student-t' | 'exponential';

export type GeneratorName = 'scaledot' | 'numpy';

/** 1/sqrt(d_k), 1, 1/d_k, a factor, or 1/d_k^alpha */
export type ScaleOption = 'rsqrt' | 'none' | 'inverse' | number | { alpha: number };

/** the law of one component: mean + sd times a standardised law */
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
  /** 0; of a query component with its key component. When it is not 0 every score has a pair of vectors of its own */
  correlation?: number;
  /** 200; of the histogram */
  bins?: number;
  /** of the histogram; by default five standard deviations around the mean, as theory gives them */
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
  /** how many lay below low */
  below: number;
  /** how many lay at or above high */
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
  /** of the components of the queries */
  query: { mean: number; std: number };
  key: { mean: number; std: number };
  /** of the scaled scores */
  scores: Moments;
  /** of the scores before the factor */
  unscaled: Moments;
  /** of scores.mean and scores.variance; they know that scores share their queries and keys */
  standardError: { mean: number; variance: number };
  /** of unscaled.mean and unscaled.variance */
  unscaledStandardError: { mean: number; variance: number };
  theory: ScoreTheory;
  /** the factor */
  scale: number;
  /** of the scaled scores */
  histogram: Histogram;
  /**
   * the same counts on the axis of the scores before the factor; null after a factor of 0, which leaves nothing to be read
   * back
   */
  unscaledHistogram: Histogram | null;
  /** share of the scores that are in, 1 when finished */
  done: number;
  /** true while the run goes on */
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
  /** density; for a lattice, probability of the nearest point over the spacing */
  pdf: LawFunction;
  cdf: LawFunction;
  /** 1 - cdf, without its cancellation */
  survival: LawFunction;
  quantile: LawFunction;
};

export type ScoreLawFacts = {
  kind: LawKind;
  mean: number;
  variance: number;
  std: number;
  /** between the points of a lattice, else 0 */
  spacing: number;
  /** the normal law of the same mean and variance */
  normal: Readonly<LawFunctions>;
};

export type ScoreLaw = ScoreLawFacts & LawFunctions;

export type ScoreCurvesOptions = {
  /** 240; steps of a curve */
  points?: number;
  /** 5; standard deviations to either side of the mean */
  reach?: number;
};

/** the law of a score, sampled for a picture */
export type ScoreCurve = {
  kind: LawKind;
  mean: number;
  variance: number;
  std: number;
  skewness: number;
  kurtosis: number;
  /** between the points of a lattice, else 0 */
  spacing: number;
  /** the factor */
  scale: number;
  /** where the law is sampled: the points of a lattice whose spacing is larger than a step, else every step of the range */
  xs: Float64Array;
  /** density of the law at xs; empty where the law has no width */
  exact: Float64Array;
  /** every step of the range, which is two units wide where the law has no width */
  smooth: Float64Array;
  /** density at smooth of the normal law of the same mean and variance; empty likewise */
  normal: Float64Array;
};

export type ScoreCurves = {
  /** the factor */
  before: ScoreCurve;
  /** the factor */
  after: ScoreCurve;
  /**
   * options for scoreStatistics(): every bin holds the same number of points of a lattice, in its middle. Without a lattice,
   * or with a range, the bins of the options
   */
  histogram: { bins: number; range: [number, number] };
};

export type ScoreGrowthOptions = {
  /** up to 1024 values of d_k */
  sizes: readonly number[];
  /** up to 16 rules */
  scales: readonly ScaleOption[];
  /** []; of unscaled scores, of the first sizes */
  measured?: readonly { variance: number; standardError: number }[];
};

/** under one rule */
export type ScoreGrowth = {
  /** the factor and the exact variance, for every size */
  theory: { dk: number; scale: number; variance: number }[];
  /** the variances that were given, times the square of the factor, and the ends of their 95 % intervals */
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
  /** a variance to find the percentile of */
  value?: number;
  /** 100 */
  bins?: number;
  /** of the histogram; by default from the quantiles */
  range?: readonly [number, number];
};

/** the sampling law of the variance of a random product matrix */
export type SampleVariance = {
  /** exact */
  expectation: number;
  /** of the draws */
  mean: number;
  /** of mean */
  standardError: number;
  quantiles: Spread['quantiles'];
  /** percent of the draws at or below value */
  percentile?: number;
  histogram: Histogram;
  /** how many are in */
  draws: number;
  /** share of the draws that are in, 1 when finished */
  done: number;
  /** true while the run goes on */
  partial?: boolean;
};

/** of a measure over random draws */
export type Spread = {
  mean: number;
  /** of the mean */
  standardError: number;
  /** ddof = 1 */
  std: number;
  /** exact, by linear interpolation as numpy.quantile does */
  quantiles: { p05: number; p25: number; p50: number; p75: number; p95: number };
};

export type Share = { share: number; standardError: number };

/** of two means over the same random draws */
export type Ratio = {
  /** NaN where both means are 0 */
  value: number;
  low: number;
  /** ends of the 95 % interval, by Fieller's theorem; high is Infinity where the lower mean may be 0 */
  high: number;
};

/** the factor of q.k; or 'cosine', q.k / (|q| |k|) with the factor 1 */
export type SoftmaxScale = ScaleOption | 'cosine';

/**
 * one random query and its keys. Draw r has the rows r of the stream of queries, 2^24 r + j of that of keys and r of that of
 * draws (standard normals, the weight gradient): more keys keep the first ones, a larger dk keeps the first components
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
  /** 0; how many keys, the last ones, are masked */
  masked?: number;
  /** 'blocked'; then their logit is -Infinity, their weight 0. 'zero', a common mistake: their logit is 0 */
  maskAs?: 'blocked' | 'zero';
  /** 0 */
  seed?: number;
  query?: ComponentOptions;
  key?: ComponentOptions;
};

export type DrawsOptions = {
  /** 1000; every value is kept */
  draws?: number;
  /** []; at most 7 further rules, on the same vectors */
  compare?: readonly SoftmaxScale[];
  /** 1e-3; a gradient whose length is below it counts as dead */
  threshold?: number;
};

export type SoftmaxStatisticsOptions = DrawOptions & DrawsOptions;

/** of the weights a = softmax(logits) under one rule */
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
   * |dL/dz| = |a (u - a.u)|: length of the gradient with respect to the logits, where that with respect to the weights, u, is
   * standard normal: a loss whose gradient at the output has length 1, and values that are standard normal, give exactly this
   */
  logitGradient: Spread;
  /** |dL/dq| */
  queryGradient: Spread;
  /** sum a^2: variance of a component of the output, where values are independent with variance 1 */
  outputVariance: Spread;
  /** of the draws whose |dL/dz| is below the threshold */
  dead: Share;
  /** the same of |dL/dq| */
  deadQuery: Share;
};

/** to the first rule, which is scale */
export type SoftmaxRatios = {
  /** mean |dL/dz| over that of the first rule */
  logitGradientRatio: Ratio;
  /** the same of |dL/dq| */
  queryGradientRatio: Ratio;
};

export type ComparedSoftmaxStatistics = SoftmaxRuleStatistics & SoftmaxRatios;

export type SoftmaxRun = {
  /** what further rules make of the same vectors */
  compare: ComparedSoftmaxStatistics[];
  /** how many are in */
  draws: number;
  /** share of the draws that are in, 1 when finished */
  done: number;
  /** true while the run goes on */
  partial?: boolean;
};

export type SoftmaxStatistics = SoftmaxRuleStatistics & SoftmaxRun;

/** shift: 0; added to the logits of keys that are not masked. draw: 0; which of the draws of softmaxStatistics. returns: [] */
export type SoftmaxSampleOptions = DrawOptions & {
  shift?: number;
  draw?: number;
  returns?: readonly 'walks'[];
};

export type SoftmaxSample = {
  /** [dk] */
  query: Tensor;
  /** [keys, dk] */
  key: Tensor;
  /** [keys], before the factor; of 'cosine' the cosines */
  scores: Tensor;
  /** [keys] */
  logits: Tensor;
  /** [keys] */
  weightGradient: Tensor;
  factor: number;
  /**
   * [keys, dk], if returns names it: the running sums of the products that a score adds, times what makes a logit of the
   * score: each row ends at its logit, without the shift
   */
  walks?: Tensor;
};

export type SoftmaxMeasuresOptions = {
  /** dL/da, in the shape of the logits */
  weightGradient?: TensorLike;
  /** [] */
  returns?: readonly 'jacobian'[];
};

/** of one row of logits; what SoftmaxRuleStatistics says of each */
export type SoftmaxMeasures = {
  /** [n], a = softmax(logits) */
  weights: Tensor;
  topWeight: number;
  entropy: number;
  effectiveKeys: number;
  jacobianNorm: number;
  outputVariance: number;
  /** log sum exp(z), as attention() gives it */
  logSumExp: number;
  /** [n], dL/dz, with a weightGradient */
  logitGradient?: Tensor;
  /** its length */
  logitGradientNorm?: number;
  /** [n, n], if returns names it */
  jacobian?: Tensor;
};

export type ScoringFunctionOptions = {
  /** 'scaled-dot' */
  kind?: ScoreKind;
  /** as of scores() */
  scale?: ScaleOption;
  /** 1; what scores are divided by */
  temperature?: number;
  /** of 'additive'; dk, but at most 64 */
  hidden?: number;
  /** of the histogram */
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
  /** up to 16; together at most 2^33 multiplications in a draw and 2^25 random parameters */
  functions: readonly ScoringFunctionOptions[];
  /** 1000 */
  draws?: number;
  /** 200; of the histograms */
  bins?: number;
  /** of the histograms; by default five standard deviations around the mean of each function, as the first draws show them */
  range?: readonly [number, number];
};

export type ScoringStatisticsOptions = ScoringVectorOptions & ScoringRunOptions;

export type ScoringFunctionStatistics = {
  kind: ScoreKind;
  /** the factor; 1 for a kind without one */
  scale: number;
  temperature: number;
  /** of all scores over the temperature, as softmax takes them */
  scores: Moments;
  /** of the same */
  histogram: Histogram;
  topWeight: Spread;
  /** in nats */
  entropy: Spread;
  /** exp(entropy) */
  effectiveKeys: Spread;
  jacobianNorm: Spread;
  outputVariance: Spread;
  /** these six as of softmaxStatistics */
  logitGradient: Spread;
};

export type ScoringStatistics = {
  /** in the order of the options */
  functions: ScoringFunctionStatistics[];
  /** how many are in */
  draws: number;
  /** share of the draws that are in, 1 when finished */
  done: number;
  /** true while the run goes on */
  partial?: boolean;
};

export type ScoreParametersOptions = {
  /** 'scaled-dot' */
  kind?: ScoreKind;
  /** 64 */
  dk?: number;
  /** 64; 'location' has a column for each */
  keys?: number;
  /** of 'additive'; dk, but at most 64 */
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
  /** of 'additive'; dk, but at most 64 */
  hidden?: number;
};

/** of all scores of the queries with the keys; what belongs to one query or key alone is computed once */
export type ScoreCost = {
  parameters: number;
  /** divisions count as such */
  multiplications: number;
  tangents: number;
};

export type LayerNormStagesOptions = {
  /** 64 */
  dk?: number;
  /** 1000 */
  vectors?: number;
  /** 0.5; standard deviation of the logarithm of the vectors' lengths */
  lengthSpread?: number;
  /** 0; the gain's entries are 1 + gainSd normals */
  gainSd?: number;
  /** 0 */
  biasSd?: number;
  /** false; whether there is a projection */
  project?: boolean;
  /** 0 */
  seed?: number;
  /** 100; of the histograms */
  bins?: number;
  /** of the histograms, the same for all stages */
  range?: readonly [number, number];
};

export type NormStage = {
  /** length of the vectors */
  norm: Spread;
  /** of the same */
  histogram: Histogram;
  /** standard deviation of the lengths over their mean; 0 where all are equal */
  spread: number;
  /**
   * greatest difference between q.k / dk at this stage and the cosine of the inputs less their means, over each vector and the
   * next one
   */
  cosineDifference: number;
};

export type LayerNormStages = {
  input: NormStage;
  /** without gain and bias */
  normalized: NormStage;
  gained: NormStage;
  /** by W_Q, for the difference the other vector by W_K */
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
  /** 0; as for numpy.random.seed */
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
  /** 'bool' where the numbers are booleans: 1 for true, 0 for false */
  dtype?: string;
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

/** a tensor that is read */
export type TensorInput = Omit<Tensor, 'shape'> & { shape: readonly number[] };

/** a tensor, or what tensor() makes one of */
export type TensorLike = TensorInput | NestedNumbers | NumberArray;

/** a tensor with numbers of any type; broadcast to the scores by NumPy's rules */
export type MaskInput = {
  /** as many numbers as the shape has */
  data: NumberArray;
  shape: readonly number[];
  /** 'bool' where the numbers are booleans */
  dtype?: string;
};

/** what a query sees of the keys; the parts may stand together */
export type AttentionMask = {
  /** broadcasts to [..., L, S]; 0 or false: the key is not visible; anything else: it is */
  allow?: MaskInput | NestedNumbers | NumberArray;
  /** in such a shape; 0 or false: the key is visible; anything else: it is not */
  block?: MaskInput | NestedNumbers | NumberArray;
  /** in such a shape; numbers added to the scaled scores; -Infinity hides a key */
  bias?: MaskInput | NestedNumbers | NumberArray;
};

export type AttentionVisibility = {
  /** 'rsqrt'; any finite number, or a rule for d_k */
  scale?: ScaleOption;
  /** which keys a query does not see; unless told it sees all */
  mask?: AttentionMask;
  /**
   * false; whether a query sees only keys up to its own position, counted from the first query and key, or so that the last
   * query stands at the last key
   */
  causal?: false | 'upper-left' | 'lower-right';
  /** caps scaled scores smoothly: softcap tanh(score / softcap) */
  softcap?: number;
  /** how many keys before and after its own position a query sees; all unless told */
  window?: { before?: number; after?: number };
  /** [batch], how many keys each of the batch has; the others are padding */
  keyLengths?: NumberList;
};

/**
 * of what attention can return: [..., L, d_v] for output, [..., L] for logSumExp (natural logarithm of the sum of the
 * exponentials of a row's masked scores), else [..., L, S]
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
  /** when there is one; in its shape */
  bias?: Tensor;
};

export type ForwardResults = {
  /** in the shape of the output */
  output: TensorLike;
  /** in its shape without the last axis */
  logSumExp: TensorLike;
};

/**
 * weightsGradient: [..., L, S], of a loss that is about the weights, too; forward: what attention() returned for the same
 * arguments, to spare computing it again; into: as of attention()
 */
export type AttentionGradientOptions = AttentionVisibility & {
  weightsGradient?: TensorLike;
  forward?: ForwardResults;
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
  /** [keyHeads * d_k]; one more key behind the others */
  extraKey?: Tensor;
  /** [keyHeads * d_v]; its value */
  extraValue?: Tensor;
};

export type HeadOptions = {
  heads: number;
  /** heads; a number that divides it */
  keyHeads?: number;
  /** false; whether a key and a value of zeros stand behind all others */
  zeroKey?: boolean;
};

/**
 * headOutputs: before wo, [..., H, L, d_v]; projectedQuery: query wq + bq, [..., H, L, d_k]; projectedKey and projectedValue
 * likewise, [..., keyHeads, S, d_k] and [..., keyHeads, S, d_v], extra keys behind the others
 */
export type MultiHeadName =
  AttentionName | 'headOutputs' | 'projectedQuery' | 'projectedKey' | 'projectedValue';

/**
 * weightsGradient: [..., H, L, S], of a loss that is about the weights, too; masks count the extra keys; causal, window and
 * keyLengths are about the others, and every query sees the extra ones
 */
export type MultiHeadGradientOptions = AttentionVisibility &
  HeadOptions & { weightsGradient?: TensorLike };

/** of a loss, with respect to each argument and in its shape */
export type MultiHeadGradient = {
  /** in the shape of query */
  query: Tensor;
  /** in the shape of key */
  key: Tensor;
  /** in the shape of value */
  value: Tensor;
  /** those that were given */
  parameters: MultiHeadParameters;
  scale: number;
  /** when there is one; in its shape */
  bias?: Tensor;
};

/** q.k, scale q.k, scale q.k / (|q| |k|), q W k, v.tanh(q Wq + k Wk), (q W)_j, -scale |q - k|^2 */
export type ScoreKind =
  'dot' | 'scaled-dot' | 'cosine' | 'general' | 'additive' | 'location' | 'distance';

export type ScoreParameters = {
  /** of 'general' [d_q, d_k] and of 'location' [d_q, S] */
  weight?: Tensor;
  /** of 'additive', [d_q, hidden] */
  queryWeight?: Tensor;
  /** of 'additive', [d_k, hidden] */
  keyWeight?: Tensor;
  /** of 'additive', [hidden] */
  vector?: Tensor;
};

export type ScoreFunctionOptions = {
  /** 'scaled-dot' */
  kind?: ScoreKind;
  /** all those of the kind, in the shapes of ScoreParameters */
  parameters?: TensorsLike<ScoreParameters>;
  /** 'rsqrt' for 'scaled-dot', 1 for 'cosine' and 'distance'; the others have none */
  scale?: ScaleOption;
};

export type LengthOptions = {
  /**
   * 0; for 'cosine', the smallest length that a vector is divided by, in gradients, too; 1e-8 is the default of
   * torch.nn.functional.cosine_similarity
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
  /** 0 for a kind without one */
  scale: number;
};

export type ScorePlaneOptions = {
  /** as of scores(), up to 16 */
  functions: readonly ScoreFunctionOptions[];
  /** [n, 2], points of the plane */
  key: TensorLike;
  /** 64; cells along each side */
  size?: number;
  /** 3; the square is [-extent, extent]^2 */
  extent?: number;
  /** a tensor of the result's shape that is written and returned instead of a new one: a loop gives its last result here */
  into?: { weights?: Tensor };
};

export type ScorePlane = {
  /** [functions, size, size, n]: row 0 is the top, y points up */
  weights: Tensor;
};

/** axis: -1, the last */
export type SoftmaxOptions = { axis?: number };

export type LayerNormOptions = {
  /** in the shape of the axes that are normalised; by default ones */
  weight?: TensorLike;
  /** in the same shape; by default zeros */
  bias?: TensorLike;
  /** 1e-5 */
  epsilon?: number;
  /** -1; this axis and those behind it are normalised together */
  axis?: number;
};

export type RmsNormOptions = Omit<LayerNormOptions, 'bias'>;

export type LayerNormResult = {
  /** in the shape of x */
  output: Tensor;
  /** in the shape of the axes before those that are normalised */
  mean: Tensor;
  /** in the same shape, 1 / sqrt(variance + epsilon) */
  inverseStd: Tensor;
};

export type RmsNormResult = {
  /** in the shape of x */
  output: Tensor;
  /** in the shape of the axes before those that are normalised, 1 / sqrt(mean square + epsilon) */
  inverseRms: Tensor;
};

export type LayerNormGradient = {
  /** in the shape of x */
  input: Tensor;
  /** when it was given, in its shape */
  weight?: Tensor;
  /** when it was given, in its shape */
  bias?: Tensor;
};

export type RmsNormGradient = {
  /** in the shape of x */
  input: Tensor;
  /** when it was given, in its shape */
  weight?: Tensor;
};

export type RotaryOptions = {
  /** [positions, pairs] */
  cosine: TensorLike;
  /** [positions, pairs] */
  sine: TensorLike;
  /** [L], the row of the table for each row of x; by default 0, 1, ... along the axis before the last */
  positions?: NumberList;
  /** false; whether pairs are neighbours, or half of what is turned apart */
  interleaved?: boolean;
};

export type MatmulOptions = {
  /** false; whether right is [..., N, K] */
  transposeRight?: boolean;
  /** [N], added to every row */
  bias?: TensorLike;
};

/** a tensor as a file holds it: little-endian, row-major */
export type FileWeight = {
  type: 'F32' | 'F16' | 'BF16';
  bytes: Uint8Array;
  shape: readonly number[];
};

export type LinearOptions = {
  /** false; whether the weight is [out, in], as PyTorch's nn.Linear saves it */
  transposed?: boolean;
  /** [out], added to every row */
  bias?: TensorLike;
  /** of the result's shape, added to it: a residual connection */
  add?: TensorLike;
};

export type LinearGradientOptions = {
  /** false; whether the weight is [out, in], as PyTorch's nn.Linear saves it */
  transposed?: boolean;
  /** [out]; where it is given, so is its gradient */
  bias?: TensorLike;
};

export type LinearGradient = {
  /** in the shape of x */
  input: Tensor;
  /** in the shape of the weight */
  weight: Tensor;
  /** when it was given, in its shape */
  bias?: Tensor;
};

export type GeluOptions = {
  /** 'none'; 'tanh' is the approximation that GPT-2 has */
  approximate?: 'none' | 'tanh';
};

/** a list of tensors, or tensors by name */
export type TensorGroup = readonly TensorLike[] | Readonly<Record<string, TensorLike>>;

export type StepOptions = {
  /** 1e-3 */
  learningRate?: number;
  /** false; whether the step is up the gradients */
  maximize?: boolean;
};

export type SgdRule = {
  /** 0 */
  momentum?: number;
  /** 0; the share of each gradient that is left out of the momentum, from the second step on */
  dampening?: number;
  /** false; needs a momentum above 0 and a dampening of 0 */
  nesterov?: boolean;
  /** 0; times the parameters, added to the gradients */
  weightDecay?: number;
  /** what the step before returned; without one, this step is the first */
  state?: { momentum?: TensorGroup };
};

export type SgdOptions = StepOptions & SgdRule;

export type AdamMoments = {
  /** 0.9; share of the first moment that stays */
  beta1?: number;
  /** 0.999; the same of the second moment */
  beta2?: number;
  /** 1e-8; added to the root of the second moment */
  epsilon?: number;
  /** false; whether the largest second moment so far is taken (Reddi et al. 2018) */
  amsgrad?: boolean;
  /** what the step before returned; without one, this step is the first */
  state?: {
    steps: number;
    firstMoment: TensorGroup;
    secondMoment: TensorGroup;
    maxSecondMoment?: TensorGroup;
  };
};

export type AdamDecay = {
  /** 0; times the parameters, added to the gradients */
  weightDecay?: number;
};

export type AdamOptions = StepOptions & AdamMoments & AdamDecay;

export type AdamwDecay = {
  /** 1e-2; times learningRate, the share of the parameters that a step takes away before the update */
  weightDecay?: number;
};

export type AdamwOptions = StepOptions & AdamMoments & AdamwDecay;

export type PointwiseOptions = {
  /** 'none'; 'gelu' is x Phi(x), 'gelu-tanh' its approximation (Hendrycks & Gimpel 2016) */
  activation?: 'none' | 'relu' | 'gelu' | 'gelu-tanh' | 'silu';
  /** in the shape of x; multiplies what the activation gives */
  gate?: TensorLike;
  /** 1; so does this */
  scale?: number;
  /** in the shape of x; added at the end */
  add?: TensorLike;
};

export type RotaryTableOptions = {
  /** how many, from 0 */
  positions: number;
  /** components that are turned, an even number: pair i has the frequency base^(-2 i / rotated) */
  rotated: number;
  /** 10000 */
  base?: number;
  /** 'none'; 'linear' divides frequencies by factor, 'llama3' those of long waves alone (Llama 3.1) */
  stretch?: 'none' | 'linear' | 'llama3';
  /** 1 */
  factor?: number;
  /** 1; of 'llama3': waves that fit fewer times into original are divided by factor */
  low?: number;
  /** 4; waves that fit more often stay */
  high?: number;
  /** 8192, the length of texts before stretching */
  original?: number;
};

export type RelativeBiasOptions = {
  queries: number;
  keys: number;
  /** 128, from which on all distances share a bucket */
  maxDistance?: number;
  /** true; false: later keys count as distance 0 */
  bidirectional?: boolean;
};

export type CrossEntropyOptions = {
  /** what was found of earlier rows, and how many they were: they count, too */
  before?: { loss: number; rows: number };
};

export type CrossEntropy = {
  /** in nats, the mean over the rows; Infinity where a label has the logit -Infinity, NaN where a logit is NaN or Infinity */
  loss: number;
  /** e to the loss: among as many equal words the right one would be as hard to foretell (Jelinek et al. 1977) */
  perplexity: number;
};

/** bins: 0; of the histograms, 0: none */
export type HeadStatisticsOptions = Pick<
  AttentionOptions,
  'scale' | 'mask' | 'causal' | 'softcap' | 'window' | 'keyLengths'
> & { bins?: number };

/**
 * means over the rows that see two keys or more; NaN where there is none, and where one of them has no weights because a score
 * is NaN or infinite
 */
export type Sharpness = {
  /** the largest weight */
  topWeight: number;
  /** of the weights, in nats */
  entropy: number;
  /** the share of rows in which one key has more than 0.9 */
  dominated: number;
};

/** of one head; variances with ddof = 0, over the scores that a query sees */
export type HeadStatistics = {
  /** how many scores these are */
  pairs: number;
  /** how many queries see two keys or more */
  rows: number;
  /** of q.k */
  scoreMean: number;
  scoreSd: number;
  /** of what softmax gets: after scale, softcap and bias */
  logitMean: number;
  logitSd: number;
  /** of the attention as it is */
  scaled: Sharpness;
  /** with scale 1 and all else as it is */
  unscaled: Sharpness;
  /** sqrt(d_k): the standard deviation of q.k if components were independent with mean 0 and variance 1 */
  unitSd: number;
  /** if they had their own variances, */
  spreadSd: number;
  /** and their own means, too */
  independentSd: number;
  /** and their own covariances, while queries are independent of keys; every query and key counts once for each pair */
  covarianceSd: number;
  /** the mean of q.k then */
  independentMean: number;
  /**
   * of q.k, where bins are asked for: from the smallest finite score to the largest, which is in the last bin, by 1 to either
   * side where all are equal
   */
  histogram?: Histogram;
};

/**
 * row i of the tensor (the last axis is a row) is row 2^32 (65536 + stream) + i of the generator's stream of draws: other
 * shapes with the same last axis begin alike
 */
export type RandomTensorOptions = {
  /** 1 */
  sd?: number;
  /** 0 */
  seed?: number;
  /** 0; tensors of different streams are independent */
  stream?: number;
  /** of the result's shape; its data are overwritten and returned. For a large tensor this saves a third of the time */
  into?: Tensor;
};

export type TensorDifference = {
  /** the largest |a - b|; NaN beside a number counts as Infinity, beside NaN as 0 */
  largest: number;
  /** the first place that has it, axis by axis; empty where there are no numbers */
  at: number[];
  /** the largest |a|, NaN aside */
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
  /** of the column, when there is one */
  bias?: number;
  /** of products and bias, in double */
  sum: number;
  /**
   * the float32 that matmul() has in this cell, to the bit. Scores of attention() have the same bits up to d_k = 256; they,
   * and the output as product of weights and value, are else within float32 rounding of sum
   */
  value: number;
};

export type SoftmaxTerms = {
  /** of the logits */
  max: number;
  /** [S], exp(logit - max), in double; 0 for -Infinity */
  exponentials: Float64Array;
  /** of the exponentials, in double; 0 if every logit is -Infinity */
  sum: number;
  /**
   * the float32 that attention() has for a row with these masked scores, to the bit; within its rounding exponentials[index] /
   * sum, and 0 where sum is 0
   */
  weight: number;
};

/** sizes of multi-head attention, and what is measured of one head */
export type HeadAlgebraOptions = {
  /** 512, or that of wq */
  modelDim?: number;
  /** 8 */
  heads?: number;
  /** heads; a number that divides it */
  keyHeads?: number;
  /** modelDim / heads, or that of wq */
  headDim?: number;
  /** headDim */
  valueDim?: number;
  /** 512; tokens that attend to each other */
  length?: number;
  /**
   * true; whether singular values are computed, for a modelDim up to 1024 (512 takes 0.05 s, 1024 takes 0.3 s, in plain
   * JavaScript 0.5 s and 2 s)
   */
  spectrum?: boolean;
  /**
   * false; whether they are those of the thin factors in double, and never of the float32 matrix: the first min(modelDim,
   * headDim), for a modelDim up to 16384 and a headDim up to 512 (4096 and 128 take 0.08 s, 16384 and 512 take 13 s; in plain
   * JavaScript 0.4 s and 70 s)
   */
  thin?: boolean;
  /** [modelDim, headDim] of one head; by default randomTensor() of this seed, stream 0 and sd 1 / sqrt(modelDim) */
  wq?: TensorLike;
  /** in the same shape, stream 1 */
  wk?: TensorLike;
  /**
   * the rank is the number of singular values above it: an absolute value, or a fraction of the largest one, as atol and rtol
   * of torch.linalg.matrix_rank; for the default see HeadAlgebra
   */
  tolerance?: number | { relative: number };
  /** 0 */
  seed?: number;
};

/** weights and numbers are counted, not bytes; without biases */
export type HeadAlgebra = {
  /**
   * of the four projections; pair: Wq_i and Wk_i of one head, 2 modelDim headDim, and merged: W_i = Wq_i Wk_i^T instead,
   * modelDim^2; pairs and mergedAll: of all heads, where heads share their keys each counted once
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
   * numbers kept for later queries: keys and values of a token; with merged matrices its input and its values; total: perToken
   * times the length
   */
  cache: { perToken: number; mergedPerToken: number; total: number };
  /** the headDim at which a pair has as many parameters as a merged matrix: modelDim / 2 */
  breakEven: number;
  /** min(headDim, modelDim): no W_i has a larger rank */
  rankBound: number;
  /** how many singular values are above the tolerance */
  rank?: number;
  /**
   * [modelDim] of the float32 matrix W_i, descending; from headDim on they are what rounding left. With thin [min(modelDim,
   * headDim)], and all others are 0
   */
  singularValues?: Float64Array;
  /**
   * the given one, or modelDim 2^-23 times the largest singular value, as numpy.linalg.matrix_rank has it; at least modelDim
   * 2^-149. With thin max(modelDim, headDim) 2^-52 |Wq_i| |Wk_i|, the roots of their sums of squares
   */
  tolerance?: number;
  /**
   * exp of the entropy of singular values over their sum (Roy and Vetterli 2007): 1 where one direction has all, rank where
   * all are equal; 0 of a matrix of zeros
   */
  effectiveRank?: number;
  /**
   * how many of the largest singular values carry 0.9 of the sum of their squares, which is the squared length of W_i; 0 of a
   * matrix of zeros
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

/** done: share of the work that is in, 1 when finished; rows that are not in are zeros. partial: true while the run goes on */
export type RunState = { done: number; partial?: boolean };

export type RunOptions = {
  scoreStatistics: ScoreOptions;
  sampleVariance: SampleVarianceOptions;
  softmaxStatistics: SoftmaxStatisticsOptions;
  scoringStatistics: ScoringStatisticsOptions;
  headAlgebra: HeadAlgebraOptions;
  attention: {
    query: TensorLike;
    key: TensorLike;
    value: TensorLike;
  } & AttentionOptions<AttentionName>;
  attentionGradient: {
    query: TensorLike;
    key: TensorLike;
    value: TensorLike;
    outputGradient: TensorLike;
  } & AttentionGradientOptions;
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

/** of a run that has defaults for everything */
export type RunNameAlone = Exclude<
  RunName,
  'scoringStatistics' | 'attention' | 'attentionGradient'
>;

/** tensors by the same names, each as tensor() makes one */
export type TensorsLike<T> = { [Name in keyof T]: TensorLike };

/** new tensors in a list, or by the same names */
export type TensorsOf<Group> = { -readonly [Name in keyof Group]: Tensor };

export type SgdResult<Group> = {
  parameters: TensorsOf<Group>;
  /** for the next step; without momentum there is none */
  state: { momentum?: TensorsOf<Group> };
};

export type AdamState<Group> = {
  /** that were made */
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

/** indices (into [B * H * L]) of rows of weights, one for each query of each head */
export type ListedRows = {
  /**
   * rows that see no key, or whose scores are all -Infinity; their weights are zeros, and so is what the head returns for them
   */
  fullyMasked: number[];
  /**
   * rows with a score that is NaN or +Infinity, as every score above 3.4e38 is; the weights of the keys that they see are NaN,
   * and so is what the head returns for them
   */
  nonFinite: number[];
};

/**
 * returns: ['output']; into: tensors that are written and returned instead of new ones, in the shapes of what returns names; a
 * loop gives its last result here and spares the browser new memory
 */
export type AttentionOptions<Name extends AttentionName = 'output'> = AttentionVisibility & {
  returns?: readonly Name[];
  into?: Partial<Record<AttentionName, Tensor> & ListedRows & RunState>;
};

/** what returns named */
export type AttentionResult<Name extends AttentionName = 'output'> = Record<Name, Tensor> &
  ListedRows;

/** a type that is not one of several */
export type Single<T, Any = T> = T extends Any ? ([Any] extends [T] ? T : never) : never;

/** the names that a list has, whatever is chosen when it runs */
export type Sure<Names extends readonly string[]> = number extends Names['length']
  ? never
  : { [At in keyof Names]: Single<Names[At]> }[number];

/** the name, if one of several lists may lack it */
export type Missing<
  Names extends readonly string[],
  Name extends string,
> = Names extends readonly string[] ? (Name extends Sure<Names> ? never : Name) : never;

/** tensors by the names in a list; where only running tells whether it has a name, that one may be missing */
export type Named<Names extends readonly string[]> = {
  [Name in Names[number] as [Missing<Names, Name>] extends [never] ? Name : never]: Tensor;
} & Partial<Record<Names[number], Tensor>>;

/** options whose list of results is known, name by name */
export type Returning<
  Options extends { returns?: readonly string[] },
  Names extends readonly string[],
> = Omit<Options, 'returns'> & { returns?: Names };

export type AttentionRunOptions<Names extends readonly AttentionName[] = readonly ['output']> = {
  query: TensorLike;
  key: TensorLike;
  value: TensorLike;
} & Returning<AttentionOptions, Names>;

export type AttentionRunResult<Names extends readonly AttentionName[] = readonly ['output']> =
  Named<Names> & ListedRows & RunState;

export type AttentionRunCallbacks<Names extends readonly AttentionName[] = readonly ['output']> =
  Omit<RunCallbacks<'attention'>, 'onPartial'> & {
    onPartial?: (result: AttentionRunResult<Names>) => void;
  };

/**
 * returns: ['output']; masks count the extra keys; causal, window and keyLengths are about the others, and every query sees
 * the extra ones
 */
export type MultiHeadOptions<Name extends MultiHeadName = 'output'> = AttentionVisibility &
  HeadOptions & { returns?: readonly Name[] };

/** what returns named */
export type MultiHeadResult<Name extends MultiHeadName = 'output'> = Record<Name, Tensor> &
  ListedRows;

export type RunCallbacks<Name extends RunName> = {
  /** ends the run; it rejects with the signal's reason */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** called about ten times a second with a result of the same form as the final one */
  onPartial?: (result: RunResults[Name]) => void;
};

// A tensor of a file. All numbers become float32.

/** dtype: as what the file has them; rounded: how many of them float32 cannot hold exactly (integers beyond 2^24, float64) */
export type FileTensor = Tensor & { dtype: FileType; rounded: number };

export type FloatType = 'float16' | 'bfloat16' | 'float32' | 'float64';

export type IntegerType =
  'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64';

export type FileType = FloatType | IntegerType | 'bool';

/** what a .safetensors holds */
export type TensorFile = {
  /** by name, in the order of the file */
  tensors: Record<string, FileTensor>;
  metadata: Record<string, string>;
};

// Training: a small transformer that learns a task from generated examples.

/**
 * recall: pairs of key and value, then a key, and its value is the answer; copy, reverse, sort: a sequence of symbols;
 * addition: (a + b) mod size; dates: "7th of March 2024" to 2024-03-07; pronouns: what "it" stands for in a sentence
 */
export type TrainingTask =
  'recall' | 'copy' | 'reverse' | 'sort' | 'addition' | 'dates' | 'pronouns';

/** decoder: every position sees those before it alone */
export type TrainingStack = 'encoder' | 'decoder' | 'encoder-decoder';

/**
 * scores are q.k times 1/sqrt(d_k), 1, 1/d_k or d_k^-alpha; e^t times the cosine of q and k, with a t that every head learns
 * (Henry et al. 2020); v.tanh(q + k), with a v that every head learns (Bahdanau et al. 2015); norm: q.k/sqrt(d_k) behind RMS
 * normalisation of q and of k, with gains that the heads of a layer share (Qwen 3); folded: q.k, with a W_q that begins
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

/** what is left out is as in trainingDefaults, task by task */
export type TrainerOptions = {
  /** 'recall'; 'text', what comes next in English prose: of checkpoints alone */
  task?: TrainingTask | 'text';
  /** pairs of recall, length of copy, reverse and sort, modulus of addition, characters that text sees */
  size?: number;
  /** how many different ones recall, copy, reverse and sort have */
  symbols?: number;
  /** the one that suits the task */
  stack?: TrainingStack;
  /** of each stack */
  layers?: number;
  modelDim?: number;
  heads?: number;
  /** d_k, which need not be modelDim / heads */
  headDim?: number;
  /** the hidden width */
  feedForward?: number;
  /** layer normalisation before attention and feed-forward, or behind (Xiong et al. 2020) */
  norm?: 'pre' | 'post';
  activation?: 'relu' | 'gelu';
  /** whether the output is the token embedding once more */
  tied?: boolean;
  rule?: AttentionRule;
  /** 1; what W_q and W_k begin with, times what the other matrices do */
  queryKeyGain?: number;
  optimizer?: 'sgd' | 'adam' | 'adamw';
  learningRate?: number;
  /** of sgd */
  momentum?: number;
  /** of adam and adamw */
  beta1?: number;
  beta2?: number;
  epsilon?: number;
  /** of adamw */
  weightDecay?: number;
  /** the longest that a gradient may be; 0: any */
  clip?: number;
  /** steps over which the learning rate grows to its full height */
  warmup?: number;
  /** what it does then: stays, or falls by half a cosine */
  schedule?: 'constant' | 'cosine';
  /** to this share of learningRate at the last step */
  finalRate?: number;
  /** after which training ends */
  steps?: number;
  /** examples of a step */
  batch?: number;
  /** of parameters and examples */
  seed?: number;
  /** steps between two rows of metrics */
  every?: number;
  /** examples that never occur in training, on which a row is measured */
  heldOut?: number;
};

export type TrainerSettings = Readonly<Required<TrainerOptions>>;

/** all else is in it */
export type CheckpointOptions = { checkpoint: Uint8Array } & {
  [Name in keyof TrainerOptions]?: never;
};

export type TrainingProgress = {
  /** 0 to 1, of what was asked for */
  done: number;
  /** that the model has seen, of step() */
  steps?: number;
  /** since this call began */
  seconds: number;
  /** steps (of evaluate() examples) a second, on average */
  perSecond: number;
};

export type TrainingCallbacks = {
  /** ends the call between two steps; it rejects with the signal's reason, and the steps until then count */
  signal?: AbortSignal;
  /** about ten times a second, and at the end */
  onProgress?: (progress: TrainingProgress) => void;
};

export type TrainingState = {
  /** that the model has seen, of all calls */
  steps: number;
  /**
   * the step whose loss was no longer finite, and after which nothing changes; 0: none. What such a model makes of an example
   * may be NaN
   */
  divergedAt: number;
};

/** one head's attention on held-out examples */
export type TrainingHead = {
  /** mean of the entropy of its weights over that of even ones: 0 where one key has it all, 1 where all are alike */
  entropy: number;
  /** mean of the largest weight */
  topWeight: number;
  /** of the scores that enter the softmax */
  scoreVariance: number;
  /** the factor e^t that cosine learns; 0 with other rules */
  temperature: number;
};

export type TrainingBlock = {
  /** whose attention: context is the decoder's to the encoder */
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
  /** mean since the row before; of row 0 the first batch's, before it is learned from */
  trainLoss: number;
  /** likewise */
  trainAccuracy: number;
  /** cross-entropy of held-out examples, in nats */
  loss: number;
  /** share of their labels that the largest logit hits */
  accuracy: number;
  /** share of the examples whose every label is hit */
  exact: number;
  /** of the last step, before clipping */
  gradientNorm: number;
  /** likewise, of each layer's parameters */
  layers: number[];
  blocks: TrainingBlock[];
};

/** the number of a generated example, or, for dates, pronouns and text, one's own text */
export type TrainingExample = { index: number; split?: 'heldOut' | 'training' } | { text: string };

/** weights and scores of one attention */
export type TrainingAttention = {
  kind: 'encoder' | 'decoder' | 'context';
  layer: number;
  /** what stands at each row */
  queries: string[];
  /** and at each column */
  keys: string[];
  /** [heads, queries, keys] */
  weights: Tensor;
  /** in the same shape, before what is not seen is left out */
  scores: Tensor;
  /** [queries, modelDim] what W_q multiplies; W_k and W_v, too, but of context */
  input: Tensor;
  /** [keys, modelDim] what W_k and W_v multiply: input itself, or what the encoder gives */
  memory: Tensor;
};

export type TrainingView = {
  /** that are read */
  tokens: string[];
  /** that a second stack reads; of a text what came out before; [] where there is no second stack */
  targets: string[];
  /** what is right, position by position of the last stack; null: nothing is asked for there */
  labels: (string | null)[];
  /** what the largest logit says where something is asked for */
  answer: (string | null)[];
  /** whether every label is hit; null: a text has no labels */
  right: boolean | null;
  /** where it stands in tokens, of sentences of the task pronouns */
  pronoun?: number;
  /** where what it stands for does */
  antecedent?: number;
  blocks: TrainingAttention[];
};

export type TrainingReading = {
  /** the characters that are read */
  tokens: string[];
  /** [tokens, vocabulary] of what comes behind each */
  probabilities: Tensor;
  /** [tokens - 1], -ln of the probability of each token but the first */
  losses: Float64Array;
  /** their mean, in nats; null: there is none */
  loss: number | null;
  /** e^loss */
  perplexity: number | null;
};

export type TrainingEvaluation = {
  /** mean over the labels, in nats */
  loss: number;
  /** share of the labels that the largest logit hits */
  accuracy: number;
  /** share of the examples whose every label is hit */
  exact: number;
  examples: number;
};

/** A Worker of the browser or of node:worker_threads. */
export type WorkerLike = {
  postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
  terminate: () => unknown;
};

export type LoadOptions = {
  /** 'auto'; which takes the fastest variant that runs */
  engine?: 'auto' | Variant;
  /** for run(); 0 unless createWorker is given, then 'auto'; 0 where no worker can be made */
  workers?: number | 'auto';
  /**
   * makes one worker that runs the package's worker.js. Node finds that file by itself; Vite bundles it with `worker: {
   * format: 'es' }`
   */
  createWorker?: () => Worker | WorkerLike;
  /** told of each worker of run() that ended or fell silent; the work goes on */
  onWorkerLost?: () => void;
  /**
   * which parts of the engine to load; all unless told, of `scaledot-engine.min.js` those in it. Those that these need come
   * with them. run() loads the part that it needs, and a second load() adds to the same engine
   */
  parts?: readonly PartName[];
  /**
   * that of `scaledot/simd.wasm`, for hosts that do not compile it at run time: `import module from 'scaledot/simd.wasm'` on
   * Cloudflare Workers. The engine is `simd`, with all parts
   */
  module?: WebAssembly.Module;
  /** beside `module` that of `scaledot/training.wasm`, for createTrainer() */
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
 * what a token is to coreference: a noun for one or many things or living beings, a pronoun that stands for one of these
 * ('of-one' and 'of-many': whether things or beings), or neither
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
  /** [tokens], which word each of up to 64 tokens is: the same number, the same word */
  tokens: NumberList;
  /** all 'word' unless told */
  kinds?: readonly TokenKind[];
};

export type HandMadeOptions = HandMadeSentence & { context?: HandMadeSentence };

export type HandMadeHead = 'copy' | 'previous' | 'same' | 'coreference' | 'alignment';

export type HandMade = {
  /** [L, 32] embeddings of the tokens */
  x: Tensor;
  /** [S, 32] those of the context */
  context?: Tensor;
  /** [H, 32, 16] */
  wq: Tensor;
  /** [H, 32, 16] */
  wk: Tensor;
  /** [H, 32, 16] */
  wv: Tensor;
  /** [16 H, 32] */
  wo: Tensor;
  /** their names, in order */
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

/** what src/bindings/training.cpp exports; private */
export type LearningFunctions = {
  /** all take their arguments from the block; false: no memory */
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

/** what src/bindings/ exports but for training.cpp; private */
export type EngineModule = {
  /** which build it is, in the order of variants.js */
  variant: number;
  scoreRecord: number;
  /** of the records that it reads */
  stamp: number;
  /** what its core was started from; the fallback has none */
  compiled?: WebAssembly.Module;
  /** of its core, which parts take */
  exports: WebAssembly.Exports;
  /** whose WebAssembly is there, and what they were started from */
  parts: Map<PartName, WebAssembly.Module | undefined>;
  /** parts whose functions are there, too */
  open: Set<PartName>;
  /** of those, by name (parts/index.js) */
  functions: Record<string, unknown>;
  /** of those, by the name of the run: JobKind of workers/types.d.ts */
  jobs: Record<
    string,
    {
      open: (module: EngineModule, options: any, copy?: any) => any;
      compute: (...given: any[]) => any;
    }
  >;
  /** the memory; another view after it has grown */
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  HEAPU32: Uint32Array;
  HEAPU8: Uint8Array;
  /** makes the block anew and gives its address; 0 when refused */
  reserve: (bytes: number) => number;
  /** this and the next take their arguments from the block; false: no memory */
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
  /** how a file's tensor is described: so many uint32 */
  tensorEntryWords: number;
  npyHeader: number;
  /** bytes of a NumPy generator */
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
