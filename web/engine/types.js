/**
 * The types of the engine's interface. This file holds no code.
 *
 * @typedef {'relaxed' | 'simd' | 'fallback'} Variant
 * @typedef {'normal' | 'uniform' | 'rademacher' | 'laplace' | 'student-t' | 'exponential'} DistributionName
 * @typedef {'scaledot' | 'numpy'} GeneratorName
 * @typedef {'rsqrt' | 'none' | 'inverse' | number | {alpha: number}} ScaleOption
 *   1/sqrt(d_k), 1, 1/d_k, a factor, or 1/d_k^alpha
 *
 * @typedef {object} ComponentOptions the law of one component: mean + sd times a standardised law
 * @property {DistributionName} [distribution] 'normal'
 * @property {number} [mean] 0
 * @property {number} [sd] 1
 * @property {number} [df] 5; degrees of freedom, used by 'student-t' only
 *
 * @typedef {object} ScoreOptions
 * @property {number} [dk] 64; length of a query and of a key
 * @property {number} [queries] 100
 * @property {number} [keys] 100
 * @property {ScaleOption} [scale] 'rsqrt'
 * @property {number} [seed] 0
 * @property {GeneratorName} [generator] 'scaledot'; 'numpy' is NumPy's legacy RandomState, digit for digit
 * @property {ComponentOptions} [query]
 * @property {ComponentOptions} [key]
 * @property {number} [correlation] 0; of a query component with its key component. When it is not 0
 *   every score has a pair of vectors of its own
 * @property {number} [bins] 200; of the histogram
 * @property {readonly [number, number]} [range] of the histogram; by default five standard deviations
 *   around the mean, as theory gives them
 *
 * @typedef {object} Moments
 * @property {number} count
 * @property {number} mean
 * @property {number} std ddof = 1
 * @property {number} variance ddof = 1
 * @property {number} skewness
 * @property {number} kurtosis fourth central moment over the squared variance; 3 for a normal law
 * @property {number} excessKurtosis kurtosis - 3
 * @property {number} min
 * @property {number} max
 *
 * @typedef {object} Histogram
 * @property {number} low
 * @property {number} high
 * @property {number[]} counts
 * @property {number} below how many lay below low
 * @property {number} above how many lay at or above high
 *
 * @typedef {object} ScoreTheory exact moments of one scaled score
 * @property {number} mean
 * @property {number} variance
 * @property {number} std
 * @property {number} skewness
 * @property {number} kurtosis
 * @property {number} scale the factor
 *
 * @typedef {object} ScoreStatistics
 * @property {{mean: number, std: number}} query of the components of the queries
 * @property {{mean: number, std: number}} key
 * @property {Moments} scores of the scaled scores
 * @property {Moments} unscaled of the scores before the factor
 * @property {{mean: number, variance: number}} standardError of scores.mean and scores.variance; they
 *   know that scores share their queries and keys
 * @property {{mean: number, variance: number}} unscaledStandardError of unscaled.mean and unscaled.variance
 * @property {ScoreTheory} theory
 * @property {number} scale the factor
 * @property {Histogram} histogram of the scaled scores
 * @property {Histogram | null} unscaledHistogram the same counts on the axis of the scores before the factor; null after a factor
 *   of 0, which leaves nothing to be read back
 * @property {number} done share of the scores that are in, 1 when finished
 * @property {boolean} [partial] true while the run goes on
 *
 * @typedef {'variance-gamma' | 'chi-squared' | 'lattice' | 'inverted' | 'normal' | 'point'} LawKind
 *
 * @typedef {{(x: number): number, (x: Float64Array | Float32Array): Float64Array, (x: readonly number[]): number[]}} LawFunction
 *
 * @typedef {object} LawFunctions
 * @property {LawFunction} pdf density; for a lattice, probability of the nearest point over the spacing
 * @property {LawFunction} cdf
 * @property {LawFunction} survival 1 - cdf, without its cancellation
 * @property {LawFunction} quantile
 *
 * @typedef {object} ScoreLawFacts
 * @property {LawKind} kind
 * @property {number} mean
 * @property {number} variance
 * @property {number} std
 * @property {number} spacing between the points of a lattice, else 0
 * @property {Readonly<LawFunctions>} normal the normal law of the same mean and variance
 *
 * @typedef {ScoreLawFacts & LawFunctions} ScoreLaw
 *
 * @typedef {object} ScoreCurvesOptions
 * @property {number} [points] 240; steps of a curve
 * @property {number} [reach] 5; standard deviations to either side of the mean
 *
 * @typedef {object} ScoreCurve the law of a score, sampled for a picture
 * @property {LawKind} kind
 * @property {number} mean
 * @property {number} variance
 * @property {number} std
 * @property {number} skewness
 * @property {number} kurtosis
 * @property {number} spacing between the points of a lattice, else 0
 * @property {number} scale the factor
 * @property {Float64Array} xs where the law is sampled: the points of a lattice whose spacing is larger than a step, else
 *   every step of the range
 * @property {Float64Array} exact density of the law at xs; empty where the law has no width
 * @property {Float64Array} smooth every step of the range, which is two units wide where the law has no width
 * @property {Float64Array} normal density at smooth of the normal law of the same mean and variance; empty likewise
 *
 * @typedef {object} ScoreCurves
 * @property {ScoreCurve} before the factor
 * @property {ScoreCurve} after the factor
 * @property {{bins: number, range: [number, number]}} histogram options for scoreStatistics(): every bin holds the same
 *   number of points of a lattice, in its middle. Without a lattice, or with a range, the bins of the options
 *
 * @typedef {object} ScoreGrowthOptions
 * @property {readonly number[]} sizes up to 1024 values of d_k
 * @property {readonly ScaleOption[]} scales up to 16 rules
 * @property {readonly {variance: number, standardError: number}[]} [measured] []; of unscaled scores, of the first sizes
 *
 * @typedef {object} ScoreGrowth under one rule
 * @property {{dk: number, scale: number, variance: number}[]} theory the factor and the exact variance, for every size
 * @property {{dk: number, variance: number, low: number, high: number}[]} measured the variances that were given, times the
 *   square of the factor, and the ends of their 95 % intervals
 *
 * @typedef {object} SampleVarianceOptions
 * @property {number} [rows] 2; of the product matrix
 * @property {number} [columns] 2
 * @property {number} [dk] 2; the inner dimension
 * @property {number} [ddof] 0; the variance divides by rows * columns - ddof
 * @property {number} [draws] 100000
 * @property {number} [seed] 0
 * @property {number} [value] a variance to find the percentile of
 * @property {number} [bins] 100
 * @property {readonly [number, number]} [range] of the histogram; by default from the quantiles
 *
 * @typedef {object} SampleVariance the sampling law of the variance of a random product matrix
 * @property {number} expectation exact
 * @property {number} mean of the draws
 * @property {number} standardError of mean
 * @property {{p05: number, p25: number, p50: number, p75: number, p95: number}} quantiles
 * @property {number} [percentile] percent of the draws at or below value
 * @property {Histogram} histogram
 * @property {number} draws how many are in
 * @property {number} done share of the draws that are in, 1 when finished
 * @property {boolean} [partial] true while the run goes on
 *
 * @typedef {object} Spread of a measure over random draws
 * @property {number} mean
 * @property {number} standardError of the mean
 * @property {number} std ddof = 1
 * @property {{p05: number, p25: number, p50: number, p75: number, p95: number}} quantiles exact, by linear
 *   interpolation as numpy.quantile does
 *
 * @typedef {{share: number, standardError: number}} Share
 *
 * @typedef {object} Ratio of two means over the same random draws
 * @property {number} value NaN where both means are 0
 * @property {number} low
 * @property {number} high ends of the 95 % interval, by Fieller's theorem; high is Infinity where the lower mean may be 0
 *
 * @typedef {ScaleOption | 'cosine'} SoftmaxScale the factor of q.k; or 'cosine', q.k / (|q| |k|) with the factor 1
 *
 * @typedef {object} DrawOptions one random query and its keys. Draw r has the rows r of the stream of queries, 2^24 r + j of
 *   that of keys and r of that of draws (standard normals, the weight gradient): more keys keep the first
 *   ones, a larger dk keeps the first components
 * @property {number} [dk] 64
 * @property {number} [keys] 64; keys times dk at most 2^22
 * @property {SoftmaxScale} [scale] 'rsqrt'
 * @property {number} [temperature] 1; logits are factor * score / temperature
 * @property {number} [masked] 0; how many keys, the last ones, are masked
 * @property {'blocked' | 'zero'} [maskAs] 'blocked'; then their logit is -Infinity, their weight 0. 'zero', a
 *   common mistake: their logit is 0
 * @property {number} [seed] 0
 * @property {ComponentOptions} [query]
 * @property {ComponentOptions} [key]
 *
 * @typedef {object} DrawsOptions
 * @property {number} [draws] 1000; every value is kept
 * @property {readonly SoftmaxScale[]} [compare] []; at most 7 further rules, on the same vectors
 * @property {number} [threshold] 1e-3; a gradient whose length is below it counts as dead
 *
 * @typedef {DrawOptions & DrawsOptions} SoftmaxStatisticsOptions
 *
 * @typedef {object} SoftmaxRuleStatistics of the weights a = softmax(logits) under one rule
 * @property {number} factor 1 for 'cosine'
 * @property {Spread} topWeight max a
 * @property {Spread} entropy -sum a log a, in nats
 * @property {Spread} effectiveKeys exp(entropy)
 * @property {Spread} jacobianNorm ||diag(a) - a a^T||, Frobenius
 * @property {Spread} logitGradient |dL/dz| = |a (u - a.u)|: length of the gradient with respect to the logits, where that
 *   with respect to the weights, u, is standard normal: a loss whose gradient at the output has length 1, and
 *   values that are standard normal, give exactly this
 * @property {Spread} queryGradient |dL/dq|
 * @property {Spread} outputVariance sum a^2: variance of a component of the output, where values are independent
 *   with variance 1
 * @property {Share} dead of the draws whose |dL/dz| is below the threshold
 * @property {Share} deadQuery the same of |dL/dq|
 *
 * @typedef {object} SoftmaxRatios to the first rule, which is scale
 * @property {Ratio} logitGradientRatio mean |dL/dz| over that of the first rule
 * @property {Ratio} queryGradientRatio the same of |dL/dq|
 *
 * @typedef {SoftmaxRuleStatistics & SoftmaxRatios} ComparedSoftmaxStatistics
 *
 * @typedef {object} SoftmaxRun
 * @property {ComparedSoftmaxStatistics[]} compare what further rules make of the same vectors
 * @property {number} draws how many are in
 * @property {number} done share of the draws that are in, 1 when finished
 * @property {boolean} [partial] true while the run goes on
 *
 * @typedef {SoftmaxRuleStatistics & SoftmaxRun} SoftmaxStatistics
 *
 * @typedef {DrawOptions & {shift?: number, draw?: number, returns?: readonly 'walks'[]}} SoftmaxSampleOptions
 *   shift: 0; added to the logits of keys that are not masked. draw: 0; which of the draws of softmaxStatistics. returns: []
 *
 * @typedef {object} SoftmaxSample
 * @property {Tensor} query [dk]
 * @property {Tensor} key [keys, dk]
 * @property {Tensor} scores [keys], before the factor; of 'cosine' the cosines
 * @property {Tensor} logits [keys]
 * @property {Tensor} weightGradient [keys]
 * @property {number} factor
 * @property {Tensor} [walks] [keys, dk], if returns names it: the running sums of the products that a score adds,
 *   times what makes a logit of the score: each row ends at its logit, without the shift
 *
 * @typedef {object} SoftmaxMeasuresOptions
 * @property {TensorLike} [weightGradient] dL/da, in the shape of the logits
 * @property {readonly 'jacobian'[]} [returns] []
 *
 * @typedef {object} SoftmaxMeasures of one row of logits; what SoftmaxRuleStatistics says of each
 * @property {Tensor} weights [n], a = softmax(logits)
 * @property {number} topWeight
 * @property {number} entropy
 * @property {number} effectiveKeys
 * @property {number} jacobianNorm
 * @property {number} outputVariance
 * @property {number} logSumExp log sum exp(z), as attention() gives it
 * @property {Tensor} [logitGradient] [n], dL/dz, with a weightGradient
 * @property {number} [logitGradientNorm] its length
 * @property {Tensor} [jacobian] [n, n], if returns names it
 *
 * @typedef {object} ScoringFunctionOptions
 * @property {ScoreKind} [kind] 'scaled-dot'
 * @property {ScaleOption} [scale] as of scores()
 * @property {number} [temperature] 1; what scores are divided by
 * @property {number} [hidden] of 'additive'; dk, but at most 64
 * @property {readonly [number, number]} [range] of the histogram
 *
 * @typedef {object} ScoringVectorOptions
 * @property {number} [dk] 64
 * @property {number} [keys] 64
 * @property {number} [seed] 0
 * @property {ComponentOptions} [query]
 * @property {ComponentOptions} [key]
 *
 * @typedef {object} ScoringRunOptions
 * @property {readonly ScoringFunctionOptions[]} functions up to 16; together at most 2^33 multiplications in a draw and
 *   2^25 random parameters
 * @property {number} [draws] 1000
 * @property {number} [bins] 200; of the histograms
 * @property {readonly [number, number]} [range] of the histograms; by default five standard deviations around the mean of
 *   each function, as the first draws show them
 *
 * @typedef {ScoringVectorOptions & ScoringRunOptions} ScoringStatisticsOptions
 *
 * @typedef {object} ScoringFunctionStatistics
 * @property {ScoreKind} kind
 * @property {number} scale the factor; 1 for a kind without one
 * @property {number} temperature
 * @property {Moments} scores of all scores over the temperature, as softmax takes them
 * @property {Histogram} histogram of the same
 * @property {Spread} topWeight
 * @property {Spread} entropy in nats
 * @property {Spread} effectiveKeys exp(entropy)
 * @property {Spread} jacobianNorm
 * @property {Spread} outputVariance
 * @property {Spread} logitGradient these six as of softmaxStatistics
 *
 * @typedef {object} ScoringStatistics
 * @property {ScoringFunctionStatistics[]} functions in the order of the options
 * @property {number} draws how many are in
 * @property {number} done share of the draws that are in, 1 when finished
 * @property {boolean} [partial] true while the run goes on
 *
 * @typedef {object} ScoreParametersOptions
 * @property {ScoreKind} [kind] 'scaled-dot'
 * @property {number} [dk] 64
 * @property {number} [keys] 64; 'location' has a column for each
 * @property {number} [hidden] of 'additive'; dk, but at most 64
 * @property {number} [seed] 0
 *
 * @typedef {object} ScoreCostOptions
 * @property {ScoreKind} [kind] 'scaled-dot'
 * @property {number} [dk] 64
 * @property {number} [queries] 1
 * @property {number} [keys] 64
 * @property {number} [hidden] of 'additive'; dk, but at most 64
 *
 * @typedef {object} ScoreCost of all scores of the queries with the keys; what belongs to one query or key alone is
 *   computed once
 * @property {number} parameters
 * @property {number} multiplications divisions count as such
 * @property {number} tangents
 *
 * @typedef {object} LayerNormStagesOptions
 * @property {number} [dk] 64
 * @property {number} [vectors] 1000
 * @property {number} [lengthSpread] 0.5; standard deviation of the logarithm of the vectors' lengths
 * @property {number} [gainSd] 0; the gain's entries are 1 + gainSd normals
 * @property {number} [biasSd] 0
 * @property {boolean} [project] false; whether there is a projection
 * @property {number} [seed] 0
 * @property {number} [bins] 100; of the histograms
 * @property {readonly [number, number]} [range] of the histograms, the same for all stages
 *
 * @typedef {object} NormStage
 * @property {Spread} norm length of the vectors
 * @property {Histogram} histogram of the same
 * @property {number} spread standard deviation of the lengths over their mean; 0 where all are equal
 * @property {number} cosineDifference greatest difference between q.k / dk at this stage and the cosine of the inputs less
 *   their means, over each vector and the next one
 *
 * @typedef {object} LayerNormStages
 * @property {NormStage} input
 * @property {NormStage} normalized without gain and bias
 * @property {NormStage} gained
 * @property {NormStage} [projected] by W_Q, for the difference the other vector by W_K
 *
 * @typedef {object} ProductVarianceOptions
 * @property {number} [rows] 2
 * @property {number} [columns] 2
 * @property {number} [dk] 2
 * @property {number} [ddof] 0
 * @property {number} [seed] 0; as for numpy.random.seed
 *
 * @typedef {object} ScoreWalks
 * @property {Float32Array} products [pairs, dk], q_c k_c
 * @property {Float32Array} sums [pairs, dk], their running sums
 * @property {number} pairs
 * @property {number} dk
 *
 * @typedef {object} Tensor numbers in row-major order: the last axis varies fastest
 * @property {Float32Array} data
 * @property {number[]} shape
 * @property {string} [dtype] 'bool' where the numbers are booleans: 1 for true, 0 for false
 *
 * @typedef {Float32Array | Float64Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array} NumberArray
 *
 * @typedef {readonly number[] | NumberArray} NumberList numbers in an array or a typed array
 *
 * @typedef {ReadonlyArray<number | boolean | NumberArray | NestedNumbers>} NestedNumbers
 * @typedef {Omit<Tensor, 'shape'> & {shape: readonly number[]}} TensorInput a tensor that is read
 * @typedef {TensorInput | NestedNumbers | NumberArray} TensorLike a tensor, or what tensor() makes one of
 *
 * @typedef {object} MaskInput a tensor with numbers of any type; broadcast to the scores by NumPy's rules
 * @property {NumberArray} data as many numbers as the shape has
 * @property {readonly number[]} shape
 * @property {string} [dtype] 'bool' where the numbers are booleans
 *
 * @typedef {object} AttentionMask what a query sees of the keys; the parts may stand together
 * @property {MaskInput | NestedNumbers | NumberArray} [allow] broadcasts to [..., L, S]; 0 or false: the key is
 *   not visible; anything else: it is
 * @property {MaskInput | NestedNumbers | NumberArray} [block] in such a shape; 0 or false: the key is visible;
 *   anything else: it is not
 * @property {MaskInput | NestedNumbers | NumberArray} [bias] in such a shape; numbers added to the scaled
 *   scores; -Infinity hides a key
 *
 * @typedef {object} AttentionVisibility
 * @property {ScaleOption} [scale] 'rsqrt'; any finite number, or a rule for d_k
 * @property {AttentionMask} [mask] which keys a query does not see; unless told it sees all
 * @property {false | 'upper-left' | 'lower-right'} [causal] false; whether a query sees only keys up to
 *   its own position, counted from the first query and key, or so that the last query stands at the last key
 * @property {number} [softcap] caps scaled scores smoothly: softcap tanh(score / softcap)
 * @property {{before?: number, after?: number}} [window] how many keys before and after its own position
 *   a query sees; all unless told
 * @property {NumberList} [keyLengths] [batch], how many keys each of the batch has; the others are padding
 *
 * @typedef {'output' | 'weights' | 'scores' | 'scaledScores' | 'cappedScores' | 'maskedScores' | 'logSumExp'} AttentionName
 *   of what attention can return: [..., L, d_v] for output, [..., L] for logSumExp (natural logarithm of
 *   the sum of the exponentials of a row's masked scores), else [..., L, S]
 *
 * @typedef {object} AttentionGradient of a loss, with respect to each argument and in its shape
 * @property {Tensor} query in the shape of query
 * @property {Tensor} key in the shape of key
 * @property {Tensor} value in the shape of value
 * @property {number} scale the factor
 * @property {Tensor} [bias] when there is one; in its shape
 *
 * @typedef {object} ForwardResults
 * @property {TensorLike} output in the shape of the output
 * @property {TensorLike} logSumExp in its shape without the last axis
 *
 * @typedef {AttentionVisibility & {weightsGradient?: TensorLike, forward?: ForwardResults, into?: Partial<AttentionGradient & RunState>}} AttentionGradientOptions
 *   weightsGradient: [..., L, S], of a loss that is about the weights, too; forward: what attention()
 *   returned for the same arguments, to spare computing it again; into: as of attention()
 *
 * @typedef {object} MultiHeadParameters
 * @property {Tensor} wq [width of query, heads * d_k]
 * @property {Tensor} wk [width of key, keyHeads * d_k]
 * @property {Tensor} wv [width of value, keyHeads * d_v]
 * @property {Tensor} wo [heads * d_v, width of output]
 * @property {Tensor} [bq] [heads * d_k]
 * @property {Tensor} [bk] [keyHeads * d_k]
 * @property {Tensor} [bv] [keyHeads * d_v]
 * @property {Tensor} [bo] [width of output]
 * @property {Tensor} [extraKey] [keyHeads * d_k]; one more key behind the others
 * @property {Tensor} [extraValue] [keyHeads * d_v]; its value
 *
 * @typedef {object} HeadOptions
 * @property {number} heads
 * @property {number} [keyHeads] heads; a number that divides it
 * @property {boolean} [zeroKey] false; whether a key and a value of zeros stand behind all others
 *
 * @typedef {AttentionName | 'headOutputs' | 'projectedQuery' | 'projectedKey' | 'projectedValue'} MultiHeadName
 *   headOutputs: before wo, [..., H, L, d_v]; projectedQuery: query wq + bq, [..., H, L, d_k]; projectedKey and
 *   projectedValue likewise, [..., keyHeads, S, d_k] and [..., keyHeads, S, d_v], extra keys behind the others
 *
 * @typedef {AttentionVisibility & HeadOptions & {weightsGradient?: TensorLike}} MultiHeadGradientOptions weightsGradient:
 *   [..., H, L, S], of a loss that is about the weights, too; masks count the extra keys;
 *   causal, window and keyLengths are about the others, and every query sees the extra ones
 *
 * @typedef {object} MultiHeadGradient of a loss, with respect to each argument and in its shape
 * @property {Tensor} query in the shape of query
 * @property {Tensor} key in the shape of key
 * @property {Tensor} value in the shape of value
 * @property {MultiHeadParameters} parameters those that were given
 * @property {number} scale
 * @property {Tensor} [bias] when there is one; in its shape
 *
 * @typedef {'dot' | 'scaled-dot' | 'cosine' | 'general' | 'additive' | 'location' | 'distance'} ScoreKind
 *   q.k, scale q.k, scale q.k / (|q| |k|), q W k, v.tanh(q Wq + k Wk), (q W)_j, -scale |q - k|^2
 *
 * @typedef {object} ScoreParameters
 * @property {Tensor} [weight] of 'general' [d_q, d_k] and of 'location' [d_q, S]
 * @property {Tensor} [queryWeight] of 'additive', [d_q, hidden]
 * @property {Tensor} [keyWeight] of 'additive', [d_k, hidden]
 * @property {Tensor} [vector] of 'additive', [hidden]
 *
 * @typedef {object} ScoreFunctionOptions
 * @property {ScoreKind} [kind] 'scaled-dot'
 * @property {TensorsLike<ScoreParameters>} [parameters] all those of the kind, in the shapes of ScoreParameters
 * @property {ScaleOption} [scale] 'rsqrt' for 'scaled-dot', 1 for 'cosine' and 'distance'; the others have none
 *
 * @typedef {object} LengthOptions
 * @property {number} [epsilon] 0; for 'cosine', the smallest length that a vector is divided by, in gradients, too; 1e-8 is the
 *   default of torch.nn.functional.cosine_similarity
 *
 * @typedef {ScoreFunctionOptions & LengthOptions} ScoresOptions
 *
 * @typedef {object} ScoresGradient of a loss, with respect to each argument and in its shape
 * @property {Tensor} query in the shape of query
 * @property {Tensor} key in the shape of key
 * @property {ScoreParameters} parameters those of the kind
 * @property {number} scale 0 for a kind without one
 *
 * @typedef {object} ScorePlaneOptions
 * @property {readonly ScoreFunctionOptions[]} functions as of scores(), up to 16
 * @property {TensorLike} key [n, 2], points of the plane
 * @property {number} [size] 64; cells along each side
 * @property {number} [extent] 3; the square is [-extent, extent]^2
 * @property {{weights?: Tensor}} [into] a tensor of the result's shape that is written and returned instead of a new one: a
 *   loop gives its last result here
 *
 * @typedef {object} ScorePlane
 * @property {Tensor} weights [functions, size, size, n]: row 0 is the top, y points up
 *
 * @typedef {{axis?: number}} SoftmaxOptions axis: -1, the last
 *
 * @typedef {object} LayerNormOptions
 * @property {TensorLike} [weight] in the shape of the axes that are normalised; by default ones
 * @property {TensorLike} [bias] in the same shape; by default zeros
 * @property {number} [epsilon] 1e-5
 * @property {number} [axis] -1; this axis and those behind it are normalised together
 *
 * @typedef {Omit<LayerNormOptions, 'bias'>} RmsNormOptions
 *
 * @typedef {object} LayerNormResult
 * @property {Tensor} output in the shape of x
 * @property {Tensor} mean in the shape of the axes before those that are normalised
 * @property {Tensor} inverseStd in the same shape, 1 / sqrt(variance + epsilon)
 *
 * @typedef {object} RmsNormResult
 * @property {Tensor} output in the shape of x
 * @property {Tensor} inverseRms in the shape of the axes before those that are normalised, 1 / sqrt(mean square + epsilon)
 *
 * @typedef {object} LayerNormGradient
 * @property {Tensor} input in the shape of x
 * @property {Tensor} [weight] when it was given, in its shape
 * @property {Tensor} [bias] when it was given, in its shape
 *
 * @typedef {object} RmsNormGradient
 * @property {Tensor} input in the shape of x
 * @property {Tensor} [weight] when it was given, in its shape
 *
 * @typedef {object} RotaryOptions
 * @property {TensorLike} cosine [positions, pairs]
 * @property {TensorLike} sine [positions, pairs]
 * @property {NumberList} [positions] [L], the row of the table for each row of x; by default 0, 1, ...
 *   along the axis before the last
 * @property {boolean} [interleaved] false; whether pairs are neighbours, or half of what is turned apart
 *
 * @typedef {object} MatmulOptions
 * @property {boolean} [transposeRight] false; whether right is [..., N, K]
 * @property {TensorLike} [bias] [N], added to every row
 *
 * @typedef {object} FileWeight a tensor as a file holds it: little-endian, row-major
 * @property {'F32' | 'F16' | 'BF16'} type
 * @property {Uint8Array} bytes
 * @property {readonly number[]} shape
 *
 * @typedef {object} LinearOptions
 * @property {boolean} [transposed] false; whether the weight is [out, in], as PyTorch's nn.Linear saves it
 * @property {TensorLike} [bias] [out], added to every row
 * @property {TensorLike} [add] of the result's shape, added to it: a residual connection
 *
 * @typedef {object} LinearGradientOptions
 * @property {boolean} [transposed] false; whether the weight is [out, in], as PyTorch's nn.Linear saves it
 * @property {TensorLike} [bias] [out]; where it is given, so is its gradient
 *
 * @typedef {object} LinearGradient
 * @property {Tensor} input in the shape of x
 * @property {Tensor} weight in the shape of the weight
 * @property {Tensor} [bias] when it was given, in its shape
 *
 * @typedef {object} GeluOptions
 * @property {'none' | 'tanh'} [approximate] 'none'; 'tanh' is the approximation that GPT-2 has
 *
 * @typedef {readonly TensorLike[] | Readonly<Record<string, TensorLike>>} TensorGroup a list of tensors, or tensors by name
 *
 * @typedef {object} StepOptions
 * @property {number} [learningRate] 1e-3
 * @property {boolean} [maximize] false; whether the step is up the gradients
 *
 * @typedef {object} SgdRule
 * @property {number} [momentum] 0
 * @property {number} [dampening] 0; the share of each gradient that is left out of the momentum, from the second step on
 * @property {boolean} [nesterov] false; needs a momentum above 0 and a dampening of 0
 * @property {number} [weightDecay] 0; times the parameters, added to the gradients
 * @property {{momentum?: TensorGroup}} [state] what the step before returned; without one, this step is the first
 *
 * @typedef {StepOptions & SgdRule} SgdOptions
 *
 * @typedef {object} AdamMoments
 * @property {number} [beta1] 0.9; share of the first moment that stays
 * @property {number} [beta2] 0.999; the same of the second moment
 * @property {number} [epsilon] 1e-8; added to the root of the second moment
 * @property {boolean} [amsgrad] false; whether the largest second moment so far is taken (Reddi et al. 2018)
 * @property {{steps: number, firstMoment: TensorGroup, secondMoment: TensorGroup, maxSecondMoment?: TensorGroup}} [state] what the
 *   step before returned; without one, this step is the first
 *
 * @typedef {object} AdamDecay
 * @property {number} [weightDecay] 0; times the parameters, added to the gradients
 *
 * @typedef {StepOptions & AdamMoments & AdamDecay} AdamOptions
 *
 * @typedef {object} AdamwDecay
 * @property {number} [weightDecay] 1e-2; times learningRate, the share of the parameters that a step takes away before the update
 *
 * @typedef {StepOptions & AdamMoments & AdamwDecay} AdamwOptions
 *
 * @typedef {object} PointwiseOptions
 * @property {'none' | 'relu' | 'gelu' | 'gelu-tanh' | 'silu'} [activation] 'none'; 'gelu' is x Phi(x), 'gelu-tanh' its
 *   approximation (Hendrycks & Gimpel 2016)
 * @property {TensorLike} [gate] in the shape of x; multiplies what the activation gives
 * @property {number} [scale] 1; so does this
 * @property {TensorLike} [add] in the shape of x; added at the end
 *
 * @typedef {object} RotaryTableOptions
 * @property {number} positions how many, from 0
 * @property {number} rotated components that are turned, an even number: pair i has the frequency base^(-2 i / rotated)
 * @property {number} [base] 10000
 * @property {'none' | 'linear' | 'llama3'} [stretch] 'none'; 'linear' divides frequencies by factor, 'llama3' those of long
 *   waves alone (Llama 3.1)
 * @property {number} [factor] 1
 * @property {number} [low] 1; of 'llama3': waves that fit fewer times into original are divided by factor
 * @property {number} [high] 4; waves that fit more often stay
 * @property {number} [original] 8192, the length of texts before stretching
 *
 * @typedef {object} RelativeBiasOptions
 * @property {number} queries
 * @property {number} keys
 * @property {number} [maxDistance] 128, from which on all distances share a bucket
 * @property {boolean} [bidirectional] true; false: later keys count as distance 0
 *
 * @typedef {object} CrossEntropyOptions
 * @property {{loss: number, rows: number}} [before] what was found of earlier rows, and how many they were: they count, too
 *
 * @typedef {object} CrossEntropy
 * @property {number} loss in nats, the mean over the rows; Infinity where a label has the logit -Infinity, NaN where a logit is NaN
 *   or Infinity
 * @property {number} perplexity e to the loss: among as many equal words the right one would be as hard to foretell (Jelinek et al.
 *   1977)
 *
 * @typedef {Pick<AttentionOptions, 'scale' | 'mask' | 'causal' | 'softcap' | 'window' | 'keyLengths'> & {bins?: number}} HeadStatisticsOptions
 *   bins: 0; of the histograms, 0: none
 *
 * @typedef {object} Sharpness means over the rows that see two keys or more; NaN where there is none, and where one of them has no
 *   weights because a score is NaN or infinite
 * @property {number} topWeight the largest weight
 * @property {number} entropy of the weights, in nats
 * @property {number} dominated the share of rows in which one key has more than 0.9
 *
 * @typedef {object} HeadStatistics of one head; variances with ddof = 0, over the scores that a query sees
 * @property {number} pairs how many scores these are
 * @property {number} rows how many queries see two keys or more
 * @property {number} scoreMean of q.k
 * @property {number} scoreSd
 * @property {number} logitMean of what softmax gets: after scale, softcap and bias
 * @property {number} logitSd
 * @property {Sharpness} scaled of the attention as it is
 * @property {Sharpness} unscaled with scale 1 and all else as it is
 * @property {number} unitSd sqrt(d_k): the standard deviation of q.k if components were independent with mean 0 and variance 1
 * @property {number} spreadSd if they had their own variances,
 * @property {number} independentSd and their own means, too
 * @property {number} covarianceSd and their own covariances, while queries are independent of keys; every query and key counts once
 *   for each pair
 * @property {number} independentMean the mean of q.k then
 * @property {Histogram} [histogram] of q.k, where bins are asked for: from the smallest finite score to the largest, which is in the
 *   last bin, by 1 to either side where all are equal
 *
 * @typedef {object} RandomTensorOptions row i of the tensor (the last axis is a row) is row 2^32 (65536 + stream) + i of the
 *   generator's stream of draws: other shapes with the same last axis begin alike
 * @property {number} [sd] 1
 * @property {number} [seed] 0
 * @property {number} [stream] 0; tensors of different streams are independent
 * @property {Tensor} [into] of the result's shape; its data are overwritten and returned. For a large tensor this saves a third of
 *   the time
 *
 * @typedef {object} TensorDifference
 * @property {number} largest the largest |a - b|; NaN beside a number counts as Infinity, beside NaN as 0
 * @property {number[]} at the first place that has it, axis by axis; empty where there are no numbers
 * @property {number} scale the largest |a|, NaN aside
 *
 * @typedef {object} ProductTermsOptions
 * @property {number} row of left
 * @property {number} column of the product
 * @property {boolean} [transposeRight] false; whether right is [N, K]
 * @property {TensorLike} [bias] [N]
 *
 * @typedef {object} ProductTerms
 * @property {Float32Array} left [K], the row of left
 * @property {Float32Array} right [K], the column of right
 * @property {Float64Array} products [K], exact
 * @property {number} [bias] of the column, when there is one
 * @property {number} sum of products and bias, in double
 * @property {number} value the float32 that matmul() has in this cell, to the bit. Scores of attention() have the same bits
 *   up to d_k = 256; they, and the output as product of weights and value, are else within float32 rounding of sum
 *
 * @typedef {object} SoftmaxTerms
 * @property {number} max of the logits
 * @property {Float64Array} exponentials [S], exp(logit - max), in double; 0 for -Infinity
 * @property {number} sum of the exponentials, in double; 0 if every logit is -Infinity
 * @property {number} weight the float32 that attention() has for a row with these masked scores, to the bit; within its
 *   rounding exponentials[index] / sum, and 0 where sum is 0
 *
 * @typedef {object} HeadAlgebraOptions sizes of multi-head attention, and what is measured of one head
 * @property {number} [modelDim] 512, or that of wq
 * @property {number} [heads] 8
 * @property {number} [keyHeads] heads; a number that divides it
 * @property {number} [headDim] modelDim / heads, or that of wq
 * @property {number} [valueDim] headDim
 * @property {number} [length] 512; tokens that attend to each other
 * @property {boolean} [spectrum] true; whether singular values are computed, for a modelDim up to 1024 (512 takes 0.05 s,
 *   1024 takes 0.3 s, in plain JavaScript 0.5 s and 2 s)
 * @property {boolean} [thin] false; whether they are those of the thin factors in double, and never of the float32 matrix: the
 *   first min(modelDim, headDim), for a modelDim up to 16384 and a headDim up to 512 (4096 and 128 take
 *   0.08 s, 16384 and 512 take 13 s; in plain JavaScript 0.4 s and 70 s)
 * @property {TensorLike} [wq] [modelDim, headDim] of one head; by default randomTensor() of this seed, stream 0 and sd
 *   1 / sqrt(modelDim)
 * @property {TensorLike} [wk] in the same shape, stream 1
 * @property {number | {relative: number}} [tolerance] the rank is the number of singular values above it: an absolute value, or a
 *   fraction of the largest one, as atol and rtol of torch.linalg.matrix_rank; for the default see HeadAlgebra
 * @property {number} [seed] 0
 *
 * @typedef {object} HeadAlgebra weights and numbers are counted, not bytes; without biases
 * @property {{query: number, key: number, value: number, output: number, total: number, pair: number, merged: number, pairs: number, mergedAll: number}} parameters
 *   of the four projections; pair: Wq_i and Wk_i of one head, 2 modelDim headDim, and merged: W_i = Wq_i Wk_i^T instead,
 *   modelDim^2; pairs and mergedAll: of all heads, where heads share their keys each counted once
 * @property {{projections: number, scores: number, weighted: number, output: number, total: number, factoredScores: number, mergedScores: number}} multiplications
 *   of the layer: projections of query, key and value, q.k of every pair, weights times values, output projection;
 *   factoredScores: all scores from the inputs by the pairs, mergedScores: by the merged matrices
 * @property {{perToken: number, mergedPerToken: number, total: number}} cache numbers kept for later queries: keys and values
 *   of a token; with merged matrices its input and its values; total: perToken times the length
 * @property {number} breakEven the headDim at which a pair has as many parameters as a merged matrix: modelDim / 2
 * @property {number} rankBound min(headDim, modelDim): no W_i has a larger rank
 * @property {number} [rank] how many singular values are above the tolerance
 * @property {Float64Array} [singularValues] [modelDim] of the float32 matrix W_i, descending; from headDim on they are what
 *   rounding left. With thin [min(modelDim, headDim)], and all others are 0
 * @property {number} [tolerance] the given one, or modelDim 2^-23 times the largest singular value, as numpy.linalg.matrix_rank has it; at least
 *   modelDim 2^-149. With thin max(modelDim, headDim) 2^-52 |Wq_i| |Wk_i|, the roots of their sums of squares
 * @property {number} [effectiveRank] exp of the entropy of singular values over their sum (Roy and Vetterli 2007): 1 where one
 *   direction has all, rank where all are equal; 0 of a matrix of zeros
 * @property {number} [carrying] how many of the largest singular values carry 0.9 of the sum of their squares, which is the squared
 *   length of W_i; 0 of a matrix of zeros
 *
 * @typedef {object} Progress
 * @property {number} done 0 to 1
 * @property {number} scores scores (or draws) computed
 * @property {number} seconds since the run began
 * @property {number} perSecond scores (or draws) per second, on average
 *
 * @typedef {{done: number, partial?: boolean}} RunState done: share of the work that is in, 1 when
 *   finished; rows that are not in are zeros. partial: true while the run goes on
 *
 * @typedef {object} RunOptions
 * @property {ScoreOptions} scoreStatistics
 * @property {SampleVarianceOptions} sampleVariance
 * @property {SoftmaxStatisticsOptions} softmaxStatistics
 * @property {ScoringStatisticsOptions} scoringStatistics
 * @property {HeadAlgebraOptions} headAlgebra
 * @property {{query: TensorLike, key: TensorLike, value: TensorLike} & AttentionOptions<AttentionName>} attention
 * @property {{query: TensorLike, key: TensorLike, value: TensorLike, outputGradient: TensorLike} & AttentionGradientOptions} attentionGradient
 *
 * @typedef {object} RunResults
 * @property {ScoreStatistics} scoreStatistics
 * @property {SampleVariance} sampleVariance
 * @property {SoftmaxStatistics} softmaxStatistics
 * @property {ScoringStatistics} scoringStatistics
 * @property {HeadAlgebra} headAlgebra
 * @property {Partial<Record<AttentionName, Tensor>> & ListedRows & RunState} attention
 * @property {AttentionGradient & RunState} attentionGradient
 *
 * @typedef {keyof RunOptions} RunName
 * @typedef {Exclude<RunName, 'scoringStatistics' | 'attention' | 'attentionGradient'>} RunNameAlone of a run that has defaults for everything
 */

/**
 * @template T
 * @typedef {{[Name in keyof T]: TensorLike}} TensorsLike tensors by the same names, each as tensor() makes one
 */

/**
 * @template Group
 * @typedef {{-readonly [Name in keyof Group]: Tensor}} TensorsOf new tensors in a list, or by the same names
 */

/**
 * @template Group
 * @typedef {object} SgdResult
 * @property {TensorsOf<Group>} parameters
 * @property {{momentum?: TensorsOf<Group>}} state for the next step; without momentum there is none
 */

/**
 * @template Group
 * @typedef {object} AdamState
 * @property {number} steps that were made
 * @property {TensorsOf<Group>} firstMoment
 * @property {TensorsOf<Group>} secondMoment
 * @property {TensorsOf<Group>} [maxSecondMoment] with amsgrad
 */

/**
 * @template Group
 * @typedef {object} AdamResult
 * @property {TensorsOf<Group>} parameters
 * @property {AdamState<Group>} state for the next step
 */

/**
 * @typedef {object} ListedRows indices (into [B * H * L]) of rows of weights, one for each query of each head
 * @property {number[]} fullyMasked rows that see no key, or whose scores are all -Infinity; their weights are zeros, and so is
 *   what the head returns for them
 * @property {number[]} nonFinite rows with a score that is NaN or +Infinity, as every score above 3.4e38 is; the weights of the
 *   keys that they see are NaN, and so is what the head returns for them
 */

/**
 * @template {AttentionName} [Name='output']
 * @typedef {AttentionVisibility & {returns?: readonly Name[], into?: Partial<Record<AttentionName, Tensor> & ListedRows & RunState>}} AttentionOptions
 *   returns: ['output']; into: tensors that are written and returned instead of new ones, in the shapes of
 *   what returns names; a loop gives its last result here and spares the browser new memory
 */

/**
 * @template {AttentionName} [Name='output']
 * @typedef {Record<Name, Tensor> & ListedRows} AttentionResult what returns named
 */

/**
 * @template T
 * @template [Any=T]
 * @typedef {T extends Any ? [Any] extends [T] ? T : never : never} Single a type that is not one of several
 */

/**
 * @template {readonly string[]} Names
 * @typedef {number extends Names['length'] ? never : {[At in keyof Names]: Single<Names[At]>}[number]} Sure the names that a list
 *   has, whatever is chosen when it runs
 */

/**
 * @template {readonly string[]} Names
 * @template {string} Name
 * @typedef {Names extends readonly string[] ? (Name extends Sure<Names> ? never : Name) : never} Missing the name, if one of several
 *   lists may lack it
 */

/**
 * @template {readonly string[]} Names
 * @typedef {{[Name in Names[number] as [Missing<Names, Name>] extends [never] ? Name : never]: Tensor} & Partial<Record<Names[number], Tensor>>} Named
 *   tensors by the names in a list; where only running tells whether it has a name, that one may be missing
 */

/**
 * @template {{returns?: readonly string[]}} Options
 * @template {readonly string[]} Names
 * @typedef {Omit<Options, 'returns'> & {returns?: Names}} Returning options whose list of results is known, name by name
 */

/**
 * @template {readonly AttentionName[]} [Names=readonly ['output']]
 * @typedef {{query: TensorLike, key: TensorLike, value: TensorLike} & Returning<AttentionOptions, Names>} AttentionRunOptions
 */

/**
 * @template {readonly AttentionName[]} [Names=readonly ['output']]
 * @typedef {Named<Names> & ListedRows & RunState} AttentionRunResult
 */

/**
 * @template {readonly AttentionName[]} [Names=readonly ['output']]
 * @typedef {Omit<RunCallbacks<'attention'>, 'onPartial'> & {onPartial?: (result: AttentionRunResult<Names>) => void}} AttentionRunCallbacks
 */

/**
 * @template {MultiHeadName} [Name='output']
 * @typedef {AttentionVisibility & HeadOptions & {returns?: readonly Name[]}} MultiHeadOptions returns:
 *   ['output']; masks count the extra keys; causal, window and keyLengths are
 *   about the others, and every query sees the extra ones
 */

/**
 * @template {MultiHeadName} [Name='output']
 * @typedef {Record<Name, Tensor> & ListedRows} MultiHeadResult what returns named
 */

/**
 * @template {RunName} Name
 * @typedef {object} RunCallbacks
 * @property {AbortSignal} [signal] ends the run; it rejects with the signal's reason
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(result: RunResults[Name]) => void} [onPartial] called about ten times a second with a
 *   result of the same form as the final one
 */

/**
 * A tensor of a file. All numbers become float32.
 *
 * @typedef {Tensor & {dtype: FileType, rounded: number}} FileTensor dtype: as what the file has them; rounded: how many
 *   of them float32 cannot hold exactly (integers beyond 2^24, float64)
 *
 * @typedef {'float16' | 'bfloat16' | 'float32' | 'float64'} FloatType
 * @typedef {'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64'} IntegerType
 * @typedef {FloatType | IntegerType | 'bool'} FileType
 *
 * @typedef {object} TensorFile what a .safetensors holds
 * @property {Record<string, FileTensor>} tensors by name, in the order of the file
 * @property {Record<string, string>} metadata
 */

/**
 * Training: a small transformer that learns a task from generated examples.
 *
 * @typedef {'recall' | 'copy' | 'reverse' | 'sort' | 'addition' | 'dates' | 'pronouns'} TrainingTask
 *   recall: pairs of key and value, then a key, and its value is the answer; copy, reverse, sort: a sequence of symbols; addition:
 *   (a + b) mod size; dates: "7th of March 2024" to 2024-03-07; pronouns: what "it" stands for in a sentence
 * @typedef {'encoder' | 'decoder' | 'encoder-decoder'} TrainingStack decoder: every position sees those before it alone
 * @typedef {'rsqrt' | 'none' | 'inverse' | 'cosine' | 'additive' | 'norm' | 'folded' | 'doubled' | {readonly alpha: number}} AttentionRule
 *   scores are q.k times 1/sqrt(d_k), 1, 1/d_k or d_k^-alpha; e^t times the cosine of q and k, with a t that every head learns
 *   (Henry et al. 2020); v.tanh(q + k), with a v that every head learns (Bahdanau et al. 2015); norm: q.k/sqrt(d_k) behind RMS
 *   normalisation of q and of k, with gains that the heads of a layer share (Qwen 3); folded: q.k, with a W_q that begins smaller by
 *   1/sqrt(d_k) (T5); doubled: q.k/sqrt(d_k) with that W_q
 *
 * @typedef {object} TrainerOptions what is left out is as in trainingDefaults, task by task
 * @property {TrainingTask | 'text'} [task] 'recall'; 'text', what comes next in English prose: of checkpoints alone
 * @property {number} [size] pairs of recall, length of copy, reverse and sort, modulus of addition, characters that text sees
 * @property {number} [symbols] how many different ones recall, copy, reverse and sort have
 * @property {TrainingStack} [stack] the one that suits the task
 * @property {number} [layers] of each stack
 * @property {number} [modelDim]
 * @property {number} [heads]
 * @property {number} [headDim] d_k, which need not be modelDim / heads
 * @property {number} [feedForward] the hidden width
 * @property {'pre' | 'post'} [norm] layer normalisation before attention and feed-forward, or behind (Xiong et al. 2020)
 * @property {'relu' | 'gelu'} [activation]
 * @property {boolean} [tied] whether the output is the token embedding once more
 * @property {AttentionRule} [rule]
 * @property {number} [queryKeyGain] 1; what W_q and W_k begin with, times what the other matrices do
 * @property {'sgd' | 'adam' | 'adamw'} [optimizer]
 * @property {number} [learningRate]
 * @property {number} [momentum] of sgd
 * @property {number} [beta1] of adam and adamw
 * @property {number} [beta2]
 * @property {number} [epsilon]
 * @property {number} [weightDecay] of adamw
 * @property {number} [clip] the longest that a gradient may be; 0: any
 * @property {number} [warmup] steps over which the learning rate grows to its full height
 * @property {'constant' | 'cosine'} [schedule] what it does then: stays, or falls by half a cosine
 * @property {number} [finalRate] to this share of learningRate at the last step
 * @property {number} [steps] after which training ends
 * @property {number} [batch] examples of a step
 * @property {number} [seed] of parameters and examples
 * @property {number} [every] steps between two rows of metrics
 * @property {number} [heldOut] examples that never occur in training, on which a row is measured
 *
 * @typedef {Readonly<Required<TrainerOptions>>} TrainerSettings
 *
 * @typedef {{checkpoint: Uint8Array} & {[Name in keyof TrainerOptions]?: never}} CheckpointOptions all else is in it
 *
 * @typedef {object} TrainingProgress
 * @property {number} done 0 to 1, of what was asked for
 * @property {number} [steps] that the model has seen, of step()
 * @property {number} seconds since this call began
 * @property {number} perSecond steps (of evaluate() examples) a second, on average
 *
 * @typedef {object} TrainingCallbacks
 * @property {AbortSignal} [signal] ends the call between two steps; it rejects with the signal's reason, and the steps until then
 *   count
 * @property {(progress: TrainingProgress) => void} [onProgress] about ten times a second, and at the end
 *
 * @typedef {object} TrainingState
 * @property {number} steps that the model has seen, of all calls
 * @property {number} divergedAt the step whose loss was no longer finite, and after which nothing changes; 0: none. What such a model
 *   makes of an example may be NaN
 *
 * @typedef {object} TrainingHead one head's attention on held-out examples
 * @property {number} entropy mean of the entropy of its weights over that of even ones: 0 where one key has it all, 1 where all
 *   are alike
 * @property {number} topWeight mean of the largest weight
 * @property {number} scoreVariance of the scores that enter the softmax
 * @property {number} temperature the factor e^t that cosine learns; 0 with other rules
 *
 * @typedef {object} TrainingBlock
 * @property {'encoder' | 'decoder' | 'context'} kind whose attention: context is the decoder's to the encoder
 * @property {number} layer from 0, counted through encoder and decoder
 * @property {number} wq norm of the gradient of W_q
 * @property {number} wk
 * @property {TrainingHead[]} heads
 *
 * @typedef {object} TrainingRow
 * @property {number} step
 * @property {number} learningRate
 * @property {number} trainLoss mean since the row before; of row 0 the first batch's, before it is learned from
 * @property {number} trainAccuracy likewise
 * @property {number} loss cross-entropy of held-out examples, in nats
 * @property {number} accuracy share of their labels that the largest logit hits
 * @property {number} exact share of the examples whose every label is hit
 * @property {number} gradientNorm of the last step, before clipping
 * @property {number[]} layers likewise, of each layer's parameters
 * @property {TrainingBlock[]} blocks
 *
 * @typedef {{index: number, split?: 'heldOut' | 'training'} | {text: string}} TrainingExample the number of a generated example, or,
 *   for dates, pronouns and text, one's own text
 *
 * @typedef {object} TrainingAttention weights and scores of one attention
 * @property {'encoder' | 'decoder' | 'context'} kind
 * @property {number} layer
 * @property {string[]} queries what stands at each row
 * @property {string[]} keys and at each column
 * @property {Tensor} weights [heads, queries, keys]
 * @property {Tensor} scores in the same shape, before what is not seen is left out
 * @property {Tensor} input [queries, modelDim] what W_q multiplies; W_k and W_v, too, but of context
 * @property {Tensor} memory [keys, modelDim] what W_k and W_v multiply: input itself, or what the encoder gives
 *
 * @typedef {object} TrainingView
 * @property {string[]} tokens that are read
 * @property {string[]} targets that a second stack reads; of a text what came out before; [] where there is no second stack
 * @property {(string | null)[]} labels what is right, position by position of the last stack; null: nothing is asked for there
 * @property {(string | null)[]} answer what the largest logit says where something is asked for
 * @property {boolean | null} right whether every label is hit; null: a text has no labels
 * @property {number} [pronoun] where it stands in tokens, of sentences of the task pronouns
 * @property {number} [antecedent] where what it stands for does
 * @property {TrainingAttention[]} blocks
 *
 * @typedef {object} TrainingReading
 * @property {string[]} tokens the characters that are read
 * @property {Tensor} probabilities [tokens, vocabulary] of what comes behind each
 * @property {Float64Array} losses [tokens - 1], -ln of the probability of each token but the first
 * @property {number | null} loss their mean, in nats; null: there is none
 * @property {number | null} perplexity e^loss
 *
 * @typedef {object} TrainingEvaluation
 * @property {number} loss mean over the labels, in nats
 * @property {number} accuracy share of the labels that the largest logit hits
 * @property {number} exact share of the examples whose every label is hit
 * @property {number} examples
 */

/**
 * A Worker of the browser or of node:worker_threads.
 *
 * @typedef {object} WorkerLike
 * @property {(message: unknown, transfer: ArrayBuffer[]) => void} postMessage
 * @property {() => unknown} terminate
 */

/**
 * @typedef {object} LoadOptions
 * @property {'auto' | Variant} [engine] 'auto'; which takes the fastest variant that runs
 * @property {number | 'auto'} [workers] for run(); 0 unless createWorker is given, then 'auto';
 *   0 where no worker can be made
 * @property {() => Worker | WorkerLike} [createWorker] makes one worker that runs the package's worker.js.
 *   Node finds that file by itself; Vite bundles it with `worker: { format: 'es' }`
 * @property {() => void} [onWorkerLost] told of each worker of run() that ended or fell silent; the work goes on
 * @property {readonly PartName[]} [parts] which parts of the engine to load; all unless told, of `scaledot-engine.min.js` those in it. Those that these need come with them.
 *   run() loads the part that it needs, and a second load() adds to the same engine
 * @property {WebAssembly.Module} [module] that of `scaledot/simd.wasm`, for hosts that do not compile it at run time:
 *   `import module from 'scaledot/simd.wasm'` on Cloudflare Workers. The engine is `simd`, with all parts
 * @property {WebAssembly.Module} [trainingModule] beside `module` that of `scaledot/training.wasm`, for createTrainer()
 *
 * @typedef {'matrices' | 'scores' | 'forward' | 'attention' | 'layers' | 'gradients' | 'heads' | 'measures' | 'softmax' | 'scoring' | 'statistics' | 'samples' | 'laws' | 'network' | 'files'} PartName
 */

/**
 * What src/bindings/ exports but for training.cpp; private.
 *
 * @typedef {'word' | 'thing' | 'things' | 'being' | 'beings' | 'of-thing' | 'of-things' | 'of-being' | 'of-beings' | 'of-one' | 'of-many'} TokenKind
 *   what a token is to coreference: a noun for one or many things or living beings, a pronoun that stands for one of
 *   these ('of-one' and 'of-many': whether things or beings), or neither
 * @typedef {object} HandMadeSentence
 * @property {NumberList} tokens [tokens], which word each of up to 64 tokens is: the same number, the same word
 * @property {readonly TokenKind[]} [kinds] all 'word' unless told
 * @typedef {HandMadeSentence & {context?: HandMadeSentence}} HandMadeOptions
 * @typedef {'copy' | 'previous' | 'same' | 'coreference' | 'alignment'} HandMadeHead
 * @typedef {object} HandMade
 * @property {Tensor} x [L, 32] embeddings of the tokens
 * @property {Tensor} [context] [S, 32] those of the context
 * @property {Tensor} wq [H, 32, 16]
 * @property {Tensor} wk [H, 32, 16]
 * @property {Tensor} wv [H, 32, 16]
 * @property {Tensor} wo [16 H, 32]
 * @property {HandMadeHead[]} heads their names, in order
 *
 * @typedef {{count: number, mean: number, variance: number, std: number, skewness: number, kurtosis: number, min: number, max: number}} SummaryNumbers
 *
 * @typedef {Exclude<Variant, 'relaxed'>} LearningVariant
 *
 * What src/bindings/training.cpp exports; private.
 *
 * @typedef {object} LearningFunctions
 * @property {() => boolean} trainerPlan all take their arguments from the block; false: no memory
 * @property {() => boolean} trainerCreate
 * @property {() => boolean} trainerOpen
 * @property {() => boolean} trainerFree
 * @property {() => boolean} trainerFacts
 * @property {() => boolean} trainerWords
 * @property {() => boolean} trainerStep
 * @property {() => boolean} trainerMetrics
 * @property {() => boolean} trainerEvaluate
 * @property {() => boolean} trainerLook
 * @property {() => boolean} trainerLookAt
 * @property {() => boolean} trainerRead
 * @property {() => boolean} trainerAttention
 * @property {() => boolean} trainerSave
 * @property {() => boolean} trainerSaved
 *
 * @typedef {LearningFunctions & Pick<EngineModule, 'stamp' | 'reserve' | 'HEAPF32' | 'HEAPF64' | 'HEAPU32' | 'HEAPU8'>} LearningModule
 *
 * @typedef {object} EngineModule
 * @property {number} variant which build it is, in the order of variants.js
 * @property {number} scoreRecord
 * @property {number} stamp of the records that it reads
 * @property {WebAssembly.Module} [compiled] what its core was started from; the fallback has none
 * @property {WebAssembly.Exports} exports of its core, which parts take
 * @property {Map<PartName, WebAssembly.Module | undefined>} parts whose WebAssembly is there, and what they were started from
 * @property {Set<PartName>} open parts whose functions are there, too
 * @property {Record<string, unknown>} functions of those, by name (parts/index.js)
 * @property {Record<string, {open: (module: EngineModule, options: any, copy?: any) => any, compute: (...given: any[]) => any}>} jobs of
 *   those, by the name of the run: JobKind of workers/types.d.ts
 * @property {Float32Array} HEAPF32 the memory; another view after it has grown
 * @property {Float64Array} HEAPF64
 * @property {Uint32Array} HEAPU32
 * @property {Uint8Array} HEAPU8
 * @property {(bytes: number) => number} reserve makes the block anew and gives its address; 0 when refused
 * @property {() => boolean} attention this and the next take their arguments from the block; false: no memory
 * @property {() => boolean} attentionGradient
 * @property {() => boolean} multiHeadAttention
 * @property {() => boolean} multiHeadAttentionGradient
 * @property {() => boolean} scores
 * @property {() => boolean} scoresGradient
 * @property {() => boolean} scorePlane
 * @property {() => boolean} scoreCost
 * @property {() => boolean} scoringDraws
 * @property {() => boolean} summarizeScores
 * @property {() => boolean} drawScoreParameters
 * @property {() => boolean} normStages
 * @property {() => boolean} matmul
 * @property {() => boolean} randomTensor
 * @property {() => boolean} difference
 * @property {() => boolean} productTerms
 * @property {() => boolean} softmaxTerms
 * @property {() => boolean} linear
 * @property {() => boolean} linearGradient
 * @property {() => boolean} pointwiseGradient
 * @property {() => boolean} optimizerStep
 * @property {() => boolean} decode
 * @property {() => boolean} pointwise
 * @property {() => boolean} rotaryTable
 * @property {() => boolean} relativeBias
 * @property {() => boolean} crossEntropy
 * @property {() => boolean} headStatistics
 * @property {() => boolean} meanOfHeads
 * @property {() => boolean} headCost
 * @property {() => boolean} mergedHead
 * @property {() => boolean} thinHead
 * @property {() => boolean} handMade
 * @property {() => boolean} softmax
 * @property {() => boolean} logSoftmax
 * @property {() => boolean} entropy
 * @property {() => boolean} softmaxGradient
 * @property {() => boolean} logSoftmaxGradient
 * @property {() => boolean} logSoftmaxJvp
 * @property {() => boolean} softmaxJacobian
 * @property {() => boolean} softmaxJacobianGradient
 * @property {() => boolean} layerNorm
 * @property {() => boolean} layerNormGradient
 * @property {() => boolean} rmsNorm
 * @property {() => boolean} rmsNormGradient
 * @property {() => boolean} rotate
 * @property {() => boolean} rotateGradient
 * @property {() => boolean} softmaxDraws
 * @property {() => boolean} softmaxSample
 * @property {() => boolean} softmaxMeasures
 * @property {() => boolean} spread
 * @property {() => boolean} ratio
 * @property {() => boolean} readNpyHeader
 * @property {() => boolean} readSafetensorsHeader
 * @property {() => boolean} readNumbers
 * @property {() => boolean} writeNpyHeader
 * @property {() => boolean} writeSafetensorsHeader
 * @property {number} tensorEntryWords how a file's tensor is described: so many uint32
 * @property {number} npyHeader
 * @property {number} numpyState bytes of a NumPy generator
 * @property {(rule: number, value: number, headDim: number) => number} scaleFactor
 * @property {() => boolean} scoreTheory
 * @property {() => boolean} scorePlan
 * @property {() => boolean} scoreUnitRange
 * @property {() => boolean} mergeScoreUnits
 * @property {() => boolean} scoreStatistics
 * @property {() => boolean} scoreCurves
 * @property {() => boolean} scoreGrowth
 * @property {() => boolean} scoreWalks
 * @property {() => boolean} componentSample
 * @property {() => boolean} openLaw
 * @property {() => boolean} lawValues
 * @property {() => boolean} varianceDraws
 * @property {() => boolean} summarizeVariances
 * @property {() => boolean} countValues
 * @property {() => boolean} numpyProductVariance
 * @property {() => boolean} numpySeed
 * @property {() => boolean} numpyDraw
 */

export {};
