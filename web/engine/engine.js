/** The public engine: checks, defaults and shapes around one instance of the core. */

/** @import { NumpyRandom } from './functions/numpy-random.js' */
/** @import { Functions } from './parts/types.js' */
/** @import { Trainer } from './training/trainer.js' */
/** @import { Training } from './training/training.js' */
/** @import { Learning } from './training/types.js' */
/**
 * @import {
 *   AdamOptions, AdamResult, AdamwOptions, AttentionGradient, AttentionGradientOptions, AttentionName,
 *   AttentionOptions, AttentionRunCallbacks, AttentionRunOptions, AttentionRunResult, CheckpointOptions,
 *   CrossEntropy, CrossEntropyOptions, EngineModule, FileTensor, FileWeight, GeluOptions, HandMade,
 *   HandMadeOptions, HeadAlgebra, HeadAlgebraOptions, HeadStatistics, HeadStatisticsOptions,
 *   LayerNormGradient, LayerNormOptions, LayerNormResult, LayerNormStages, LayerNormStagesOptions,
 *   LinearGradient, LinearGradientOptions, ListedRows, Named, Returning, LinearOptions, MatmulOptions, MultiHeadGradient,
 *   MultiHeadGradientOptions, MultiHeadName, MultiHeadOptions, MultiHeadParameters,
 *   NumberArray, PartName, PointwiseOptions, ProductTerms, ProductTermsOptions, ProductVarianceOptions,
 *   RandomTensorOptions, RelativeBiasOptions, RmsNormGradient, RmsNormOptions, RmsNormResult,
 *   RotaryOptions, RotaryTableOptions, RunCallbacks, RunName, RunNameAlone, RunOptions, RunResults, SampleVariance,
 *   SampleVarianceOptions, ScoreCost, ScoreCostOptions, ScoreCurves, ScoreCurvesOptions,
 *   ScoreGrowth, ScoreGrowthOptions, ScoreLaw, ScoreOptions, ScoreParameters,
 *   ScoreParametersOptions, ScorePlane, ScorePlaneOptions, ScoreStatistics, ScoreTheory, ScoreWalks,
 *   ScoresGradient, ScoresOptions, ScoringStatistics, ScoringStatisticsOptions, SgdOptions, SgdResult,
 *   SoftmaxMeasures, SoftmaxMeasuresOptions, SoftmaxOptions, SoftmaxSample, SoftmaxSampleOptions,
 *   SoftmaxStatistics, SoftmaxStatisticsOptions, SoftmaxTerms, Tensor, TensorDifference, TensorFile,
 *   TensorGroup, TensorLike, TensorsLike, TrainerOptions, WorkerLike,
 * } from './types.js'
 */
/** @import { Coordinator } from './workers/coordinator.js' */
/** @import { Snapshots } from './workers/types.js' */

import { checkChoice, isObject, wrongThis, wrongType } from './border/checks.js';
import { memoryOf } from './border/memory.js';
import { missingPart, partNames, partOf, partOfRun } from './border/parts.js';
import { variants } from './border/variants.js';
import { coordinating } from './coordinating.js';
import { scoreTheory } from './functions/score-theory.js';
import { version } from './version.js';
import { checkCallbacks } from './workers/callbacks.js';
import { jobNames } from './workers/jobs.js';

/**
 * @param {Promise<unknown>} promise
 * @param {readonly (AbortSignal | undefined)[]} signals it rejects with the reason of the first that aborts
 */
async function unlessAborted(promise, signals) {
  const listening = new AbortController();
  const aborted = new Promise((_, reject) => {
    for (const signal of signals) {
      const abort = () => reject(signal?.reason);
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, listening);
    }
  });
  await Promise.race([aborted, promise]).finally(() => listening.abort()); // `aborted` comes first, so a signal that has aborted already wins
}

/** For callers that do not change their options during a run. @type {Snapshots} */
const withoutSnapshots = {
  job: (module, name, options) => () => module.jobs[name].open(module, options),
  trainer: (options) => options,
};

const disposed = () => new DOMException('The engine was disposed of.', 'AbortError');

/** The engine that load() returns. Its functions are methods. */
export class Engine {
  #module;
  #memory;
  /** Created at the first run. @type {Coordinator | undefined} */
  #coordinator;
  #workerCount;
  #createWorker;
  #bring;
  #end = new AbortController();
  #openLearning;
  /** @type {Promise<Training> | undefined} */
  #training;
  #onDispose;
  #onWorkerLost;
  #snapshots;

  /**
   * Private: use load().
   *
   * @param {EngineModule} module
   * @param {number} workers
   * @param {(() => WorkerLike) | undefined} createWorker
   * @param {(parts: readonly PartName[]) => Promise<unknown>} bring loads parts into the module
   * @param {() => Promise<Learning>} openLearning
   * @param {() => void} onDispose
   * @param {() => void} [onWorkerLost]
   * @param {Snapshots} [snapshots]
   */
  constructor(
    module,
    workers,
    createWorker,
    bring,
    openLearning,
    onDispose,
    onWorkerLost,
    snapshots = withoutSnapshots,
  ) {
    const variant = isObject(module) && variants[module.variant];
    if (!variant) throw wrongType('new Engine', module, 'load(), which makes engines');
    this.#module = module;
    this.#memory = memoryOf(module);
    this.#workerCount = workers;
    this.#createWorker = createWorker;
    this.#bring = bring;
    this.#openLearning = openLearning;
    this.#onDispose = onDispose;
    this.#onWorkerLost = onWorkerLost;
    this.#snapshots = snapshots;
    /** @readonly */
    this.engine = Object.freeze({
      /** The build in use. */
      variant,
      /** Version of the package. */
      version,
      /** Whether results have the same bits on every machine; relaxed SIMD may or may not fuse. */
      deterministic: variant !== 'relaxed',
    });
    // So that `const { attention } = sd` works.
    const members = Object.getOwnPropertyDescriptors(Engine.prototype);
    for (const [name, { value }] of Object.entries(members)) {
      if (value && value !== Engine)
        Object.defineProperty(this, name, {
          value: value.bind(this),
          writable: true,
          configurable: true,
        });
    }
  }

  /**
   * Returns the engine that a method was called on. Throws for any other object.
   *
   * @param {Engine} engine
   * @param {string} name of the method
   */
  static #own(engine, name) {
    if (#module in Object(engine)) return engine;
    throw wrongThis(name, engine, 'the engine that load() gives');
  }

  /** Number of workers that run() uses. */
  get workers() {
    const engine = Engine.#own(this, 'workers');
    return engine.#coordinator?.workers ?? engine.#wantedWorkers;
  }

  get #wantedWorkers() {
    return this.#createWorker ? this.#workerCount : 0;
  }

  /** The loaded parts. @returns {readonly PartName[]} */
  get parts() {
    const { open } = Engine.#own(this, 'parts').#module;
    return partNames.filter((part) => open.has(part));
  }

  /**
   * Calls a function of a part. Throws if that part is not loaded.
   *
   * @template {keyof Functions} Name
   * @param {Engine} engine
   * @param {Name} name
   * @param {Parameters<Functions[Name]> extends [any, ...infer Given] ? Given : never} given its arguments after the memory
   * @returns {ReturnType<Functions[Name]>}
   */
  static #call(engine, name, ...given) {
    const own = Engine.#own(engine, name).#module.functions[name];
    if (!own) {
      const runs = /** @type {readonly string[]} */ (jobNames).includes(name);
      throw missingPart(name, /** @type {PartName} */ (partOf(name)), runs);
    }
    return /** @type {any} */ (own)(engine.#memory, ...given);
  }

  /**
   * Computes statistics of the scores of random queries and keys without storing the score matrix.
   *
   * @param {ScoreOptions} [options]
   * @returns {ScoreStatistics}
   */
  scoreStatistics(options) {
    return Engine.#call(this, 'scoreStatistics', options);
  }

  /**
   * Returns the exact moments of one scaled score, without sampling.
   *
   * @param {ScoreOptions} [options]
   * @returns {ScoreTheory}
   */
  scoreTheory(options) {
    return scoreTheory(Engine.#own(this, 'scoreTheory').#module, options);
  }

  /**
   * Returns the exact law of one scaled score, and the normal law with the same mean and variance.
   *
   * @param {ScoreOptions} [options]
   * @returns {Readonly<ScoreLaw>}
   */
  scoreLaw(options) {
    return Engine.#call(this, 'scoreLaw', options);
  }

  /**
   * Evaluates the law of a score for plotting, before and after scaling: densities at many points, and histogram bins
   * that suit the law.
   *
   * @param {ScoreOptions} [options]
   * @param {ScoreCurvesOptions} [choice]
   * @returns {ScoreCurves}
   */
  scoreCurves(options, choice) {
    return Engine.#call(this, 'scoreCurves', options, choice);
  }

  /**
   * Returns the variance of a score for many d_k under several scaling rules: the theoretical variances, and the
   * given measured variances times the squared factor. Ignores dk and scale of the options.
   *
   * @param {ScoreOptions | undefined} options
   * @param {ScoreGrowthOptions} choice
   * @returns {ScoreGrowth[]} for each rule
   */
  scoreGrowth(options, choice) {
    return Engine.#call(this, 'scoreGrowth', options, choice);
  }

  /**
   * Samples the distribution of the variance of the entries of a product of two random normal matrices.
   *
   * @param {SampleVarianceOptions} [options]
   * @returns {SampleVariance}
   */
  sampleVariance(options) {
    return Engine.#call(this, 'sampleVariance', options);
  }

  /**
   * Returns the product of two random normal matrices that NumPy draws after numpy.random.seed(seed), row-major, and
   * the variance of its entries.
   *
   * @param {ProductVarianceOptions} [options]
   * @returns {{value: number, product: number[]}}
   */
  productVariance(options) {
    return Engine.#call(this, 'productVariance', options);
  }

  /**
   * Measures how sharp the softmax weights of random queries and keys are and how much of a gradient passes through:
   * mean, standard error and exact quantiles over many draws, for one or several scaling rules on the same vectors.
   *
   * @param {SoftmaxStatisticsOptions} [options]
   * @returns {SoftmaxStatistics}
   */
  softmaxStatistics(options) {
    return Engine.#call(this, 'softmaxStatistics', options);
  }

  /**
   * Returns one draw of softmaxStatistics: its vectors, scores and logits. softmaxMeasures() of these logits and this
   * weightGradient returns the values of that draw, to the bit.
   *
   * @param {SoftmaxSampleOptions} [options]
   * @returns {SoftmaxSample}
   */
  softmaxSample(options) {
    return Engine.#call(this, 'softmaxSample', options);
  }

  /**
   * Returns the softmax weights a of one row of logits and measures of them: top weight max a, entropy -sum a log a in
   * nats, effective number of keys exp(entropy), Frobenius norm of the Jacobian diag(a) - a a^T, output variance sum
   * a^2, and for a gradient u with respect to the weights the gradient with respect to the logits, a (u - a.u).
   *
   * @param {TensorLike} logits [n]; -Infinity has weight 0
   * @param {SoftmaxMeasuresOptions} [options]
   * @returns {SoftmaxMeasures}
   */
  softmaxMeasures(logits, options) {
    return Engine.#call(this, 'softmaxMeasures', logits, options);
  }

  /**
   * Compares scoring functions on the same random queries and keys, the draws of softmaxStatistics: the distribution of
   * their scores, and how sharp the softmax weights are.
   *
   * @param {ScoringStatisticsOptions} options
   * @returns {ScoringStatistics}
   */
  scoringStatistics(options) {
    return Engine.#call(this, 'scoringStatistics', options);
  }

  /**
   * Draws random parameters for a kind of scores(), as scoringStatistics does: W and the projections have variance
   * 1/dk, the vector of 'additive' has 1/hidden.
   *
   * @param {ScoreParametersOptions} [options]
   * @returns {ScoreParameters}
   */
  scoreParameters(options) {
    return Engine.#call(this, 'scoreParameters', options);
  }

  /**
   * Counts the cost of scores of a kind: learned parameters, multiplications and hyperbolic tangents.
   *
   * @param {ScoreCostOptions} [options]
   * @returns {ScoreCost}
   */
  scoreCost(options) {
    return Engine.#call(this, 'scoreCost', options);
  }

  /**
   * Measures the norms of random vectors before and after layer normalisation, after its gain and bias, and after a
   * projection, and how far dot products are from cosines at each stage.
   *
   * @param {LayerNormStagesOptions} [options]
   * @returns {LayerNormStages}
   */
  layerNormStages(options) {
    return Engine.#call(this, 'layerNormStages', options);
  }

  /**
   * Returns NumPy's legacy generator, numpy.random.RandomState(seed).
   *
   * @param {number} seed
   * @returns {NumpyRandom}
   */
  numpyRandom(seed) {
    return Engine.#call(this, 'numpyRandom', seed);
  }

  /**
   * Returns the products of query p and key p, component by component, and their running sums, unscaled. NumPy's
   * generator gives only `queries` queries and `keys` keys; further pairs start again at the first.
   *
   * @param {ScoreOptions} [options]
   * @param {{pairs?: number}} [choice]
   * @returns {ScoreWalks}
   */
  scoreWalks(options, choice) {
    return Engine.#call(this, 'scoreWalks', options, choice);
  }

  /**
   * Returns the first components of the queries or of the keys.
   *
   * @param {ScoreOptions | undefined} options
   * @param {'query' | 'key'} side
   * @param {number} count
   * @returns {Float64Array} [count]
   */
  componentSample(options, side, count) {
    return Engine.#call(this, 'componentSample', options, side, count);
  }

  /**
   * Computes scaled dot-product attention: softmax(scale query key^T) value, row by row. Score matrices are stored only
   * if requested in returns. Where a product exceeds float32 (3.4e38) but its scaled score does not, the score is
   * computed in double precision; the unscaled score is infinite there. A score beyond float32 makes its row NaN if
   * positive, and has weight 0 if negative.
   *
   * @template {readonly AttentionName[]} [const Names=readonly ['output']]
   * @param {TensorLike} query [L, d], [H, L, d] or [B, H, L, d]
   * @param {TensorLike} key [S, d], [G, S, d] or [B, G, S, d]: G divides H, and H / G query heads share one key head
   * @param {TensorLike} value [S, e], [G, S, e] or [B, G, S, e]
   * @param {Returning<AttentionOptions, Names>} [options]
   * @returns {Named<Names> & ListedRows} the requested results: output [..., L, e], logSumExp [..., L] in nats, weights
   *   and all scores [..., L, S]
   */
  attention(query, key, value, options) {
    return Engine.#call(this, 'attention', query, key, value, options);
  }

  /**
   * Returns the gradients of a loss through attention(), given its gradient with respect to the output.
   *
   * @param {TensorLike} query [L, d], [H, L, d] or [B, H, L, d], as for attention()
   * @param {TensorLike} key [S, d], [G, S, d] or [B, G, S, d]
   * @param {TensorLike} value [S, e], [G, S, e] or [B, G, S, e]
   * @param {TensorLike} outputGradient [L, e], [H, L, e] or [B, H, L, e], the shape of the output
   * @param {AttentionGradientOptions} [options]
   * @returns {AttentionGradient}
   */
  attentionGradient(query, key, value, outputGradient, options) {
    return Engine.#call(this, 'attentionGradient', query, key, value, outputGradient, options);
  }

  /**
   * Computes multi-head attention: input projections, attention in every head, output projection.
   *
   * @template {readonly MultiHeadName[]} [const Names=readonly ['output']]
   * @param {TensorLike} query [L, width] or [B, L, width]
   * @param {TensorLike} key [S, width] or [B, S, width]
   * @param {TensorLike} value [S, width] or [B, S, width]
   * @param {TensorsLike<MultiHeadParameters>} parameters matrices as [in, out]
   * @param {Returning<MultiHeadOptions, Names>} options
   * @returns {Named<Names> & ListedRows} the requested results: output [..., L, width], per head weights and scores
   *   [..., H, L, S], logSumExp [..., H, L] and headOutputs [..., H, L, d_v]
   */
  multiHeadAttention(query, key, value, parameters, options) {
    return Engine.#call(this, 'multiHeadAttention', query, key, value, parameters, options);
  }

  /**
   * Returns the gradients of a loss through multiHeadAttention(), given its gradient with respect to the output.
   *
   * @param {TensorLike} query [L, width] or [B, L, width], as for multiHeadAttention()
   * @param {TensorLike} key [S, width] or [B, S, width]
   * @param {TensorLike} value [S, width] or [B, S, width]
   * @param {TensorsLike<MultiHeadParameters>} parameters matrices as [in, out]
   * @param {TensorLike} outputGradient [L, width] or [B, L, width], the shape of the output
   * @param {MultiHeadGradientOptions} options
   * @returns {MultiHeadGradient}
   */
  multiHeadAttentionGradient(query, key, value, parameters, outputGradient, options) {
    return Engine.#call(
      this,
      'multiHeadAttentionGradient',
      query,
      key,
      value,
      parameters,
      outputGradient,
      options,
    );
  }

  /**
   * Returns embeddings of a sentence and hand-written attention weights, each head with a purpose: copy, previous
   * token, same word, coreference; with a second sentence, alignment. A trained model finds other weights.
   *
   * @param {HandMadeOptions} options
   * @returns {HandMade}
   */
  handMade(options) {
    return Engine.#call(this, 'handMade', options);
  }

  /**
   * Returns the scores of every query with every key by a common scoring function.
   *
   * @param {TensorLike} query [..., L, d]
   * @param {TensorLike} key [..., S, d]
   * @param {ScoresOptions} [options]
   * @returns {Tensor} [..., L, S]
   */
  scores(query, key, options) {
    return Engine.#call(this, 'scores', query, key, options);
  }

  /**
   * Returns the gradients of a loss through scores(), given its gradient with respect to the scores.
   *
   * @param {TensorLike} query [..., L, d]
   * @param {TensorLike} key [..., S, d]
   * @param {TensorLike} outputGradient [..., L, S], the shape of the scores
   * @param {ScoresOptions} [options]
   * @returns {ScoresGradient}
   */
  scoresGradient(query, key, outputGradient, options) {
    return Engine.#call(this, 'scoresGradient', query, key, outputGradient, options);
  }

  /**
   * Returns the softmax weights of keys in the plane under scoring functions, for a query at the centre of every cell
   * of a square.
   *
   * @param {ScorePlaneOptions} options
   * @returns {ScorePlane}
   */
  scorePlane(options) {
    return Engine.#call(this, 'scorePlane', options);
  }

  /**
   * Computes softmax along an axis. If every entry is -Infinity, the weights are zeros.
   *
   * @param {TensorLike} x of any shape, 1 axis or more; -Infinity has weight 0
   * @param {SoftmaxOptions} [options]
   * @returns {Tensor} of the shape of x
   */
  softmax(x, options) {
    return Engine.#call(this, 'softmax', x, options);
  }

  /**
   * Computes the natural logarithm of softmax along an axis.
   *
   * @param {TensorLike} x of any shape, 1 axis or more
   * @param {SoftmaxOptions} [options]
   * @returns {Tensor} of the shape of x
   */
  logSoftmax(x, options) {
    return Engine.#call(this, 'logSoftmax', x, options);
  }

  /**
   * Returns the entropy of weights along an axis, in nats: 0 if one weight is 1, log n if n are equal. Weights must be
   * non-negative and sum to 1, as those of softmax() and attention(); this is not checked.
   *
   * @param {TensorLike} weights of any shape, 1 axis or more
   * @param {SoftmaxOptions} [options]
   * @returns {Tensor} the shape of weights without that axis
   */
  entropy(weights, options) {
    return Engine.#call(this, 'entropy', weights, options);
  }

  /**
   * Returns the gradient of a loss through softmax(), given its gradient with respect to the weights. Given a tangent
   * of x instead, returns the derivative along it (forward mode), because the Jacobian is symmetric.
   *
   * @param {TensorLike} x of any shape, 1 axis or more, as for softmax()
   * @param {TensorLike} outputGradient of the shape of x
   * @param {SoftmaxOptions} [options]
   * @returns {Tensor} of the shape of x
   */
  softmaxGradient(x, outputGradient, options) {
    return Engine.#call(this, 'softmaxGradient', x, outputGradient, options);
  }

  /**
   * Returns the gradient of a loss through logSoftmax(), given its gradient with respect to the logarithms.
   *
   * @param {TensorLike} x of any shape, 1 axis or more, as for logSoftmax()
   * @param {TensorLike} outputGradient of the shape of x
   * @param {SoftmaxOptions} [options]
   * @returns {Tensor} of the shape of x
   */
  logSoftmaxGradient(x, outputGradient, options) {
    return Engine.#call(this, 'logSoftmaxGradient', x, outputGradient, options);
  }

  /**
   * Returns the derivative of logSoftmax() along a tangent t of x (forward mode): t - sum softmax(x) t along the axis.
   *
   * @param {TensorLike} x of any shape, 1 axis or more
   * @param {TensorLike} tangent of the shape of x
   * @param {SoftmaxOptions} [options] as for logSoftmax()
   * @returns {Tensor} of the shape of x
   */
  logSoftmaxJvp(x, tangent, options) {
    return Engine.#call(this, 'logSoftmaxJvp', x, tangent, options);
  }

  /**
   * Returns the Jacobian of softmax along the last axis.
   *
   * @param {TensorLike} x [..., n]
   * @returns {Tensor} [..., n, n]
   */
  softmaxJacobian(x) {
    return Engine.#call(this, 'softmaxJacobian', x);
  }

  /**
   * Returns the gradient of a loss through softmaxJacobian(), given its gradient with respect to the Jacobian.
   *
   * @param {TensorLike} x [..., n]
   * @param {TensorLike} outputGradient [..., n, n]
   * @returns {Tensor} [..., n]
   */
  softmaxJacobianGradient(x, outputGradient) {
    return Engine.#call(this, 'softmaxJacobianGradient', x, outputGradient);
  }

  /**
   * Applies layer normalisation: to mean 0 and variance 1, then times weight plus bias.
   *
   * @param {TensorLike} x of any shape, 1 axis or more
   * @param {LayerNormOptions} [options]
   * @returns {LayerNormResult}
   */
  layerNorm(x, options) {
    return Engine.#call(this, 'layerNorm', x, options);
  }

  /**
   * Returns the gradients of a loss through layerNorm(), given its gradient with respect to the output.
   *
   * @param {TensorLike} x of any shape, 1 axis or more
   * @param {TensorLike} outputGradient of the shape of x
   * @param {LayerNormOptions} [options] as for layerNorm()
   * @returns {LayerNormGradient}
   */
  layerNormGradient(x, outputGradient, options) {
    return Engine.#call(this, 'layerNormGradient', x, outputGradient, options);
  }

  /**
   * Applies root-mean-square normalisation: to mean square 1, then times weight.
   *
   * @param {TensorLike} x of any shape, 1 axis or more
   * @param {RmsNormOptions} [options]
   * @returns {RmsNormResult}
   */
  rmsNorm(x, options) {
    return Engine.#call(this, 'rmsNorm', x, options);
  }

  /**
   * Returns the gradients of a loss through rmsNorm(), given its gradient with respect to the output.
   *
   * @param {TensorLike} x of any shape, 1 axis or more
   * @param {TensorLike} outputGradient of the shape of x
   * @param {RmsNormOptions} [options] as for rmsNorm()
   * @returns {RmsNormGradient}
   */
  rmsNormGradient(x, outputGradient, options) {
    return Engine.#call(this, 'rmsNormGradient', x, outputGradient, options);
  }

  /**
   * Applies rotary position embedding: rotates pairs of components by the angles of a row's position.
   *
   * @param {TensorLike} x [..., L, width]
   * @param {RotaryOptions} options
   * @returns {Tensor} [..., L, width]
   */
  rotaryEmbedding(x, options) {
    return Engine.#call(this, 'rotaryEmbedding', x, options);
  }

  /**
   * Returns the gradient of a loss through rotaryEmbedding(), rotated back by the same angles.
   *
   * @param {TensorLike} outputGradient [..., L, width]
   * @param {RotaryOptions} options as for rotaryEmbedding()
   * @returns {Tensor} [..., L, width], with respect to x
   */
  rotaryEmbeddingGradient(outputGradient, options) {
    return Engine.#call(this, 'rotaryEmbeddingGradient', outputGradient, options);
  }

  /**
   * Multiplies matrices, pair by pair if there are axes before the last two.
   *
   * @param {TensorLike} left [..., M, K], at most two axes before the last two
   * @param {TensorLike} right [..., K, N], or with transposeRight [..., N, K]
   * @param {MatmulOptions} [options]
   * @returns {Tensor} [..., M, N], other axes broadcast by NumPy's rules
   */
  matmul(left, right, options) {
    return Engine.#call(this, 'matmul', left, right, options);
  }

  /**
   * Draws independent normal numbers from scaledot's generator: each can be computed on its own, also in other
   * languages.
   *
   * @param {readonly number[]} shape
   * @param {RandomTensorOptions} [options]
   * @returns {Tensor} of that shape
   */
  randomTensor(shape, options) {
    return Engine.#call(this, 'randomTensor', shape, options);
  }

  /**
   * Returns the largest difference between two tensors of the same shape.
   *
   * @param {TensorLike} a of any shape
   * @param {TensorLike} b of the shape of a
   * @returns {TensorDifference}
   */
  difference(a, b) {
    return Engine.#call(this, 'difference', a, b);
  }

  /**
   * Returns the arithmetic of one cell of matmul(left, right).
   *
   * @param {TensorLike} left [M, K]
   * @param {TensorLike} right [K, N], or with transposeRight [N, K]
   * @param {ProductTermsOptions} options
   * @returns {ProductTerms}
   */
  productTerms(left, right, options) {
    return Engine.#call(this, 'productTerms', left, right, options);
  }

  /**
   * Returns the arithmetic of one weight that attention() computes from a row of masked scores.
   *
   * @param {TensorLike} logits [S]
   * @param {{index: number}} options
   * @returns {SoftmaxTerms}
   */
  softmaxTerms(logits, options) {
    return Engine.#call(this, 'softmaxTerms', logits, options);
  }

  /**
   * Analyses multi-head attention: the cost of projections and caches, factored into thin matrices and merged, and the
   * singular values of one head's merged matrix, of any width with `thin`.
   *
   * @param {HeadAlgebraOptions} [options]
   * @returns {HeadAlgebra}
   */
  headAlgebra(options) {
    return Engine.#call(this, 'headAlgebra', options);
  }

  /**
   * Converts a weight from the format of a file to float32.
   *
   * @param {FileWeight} weight
   * @returns {Tensor} of the shape of the weight
   */
  decodeWeight(weight) {
    return Engine.#call(this, 'decodeWeight', weight);
  }

  /**
   * Computes x weight + bias + add. The weight may be in the format of a file, also a block of rows or columns.
   *
   * @param {TensorLike} x [..., in]
   * @param {TensorLike | FileWeight} weight [in, out], or transposed [out, in]
   * @param {LinearOptions} [options]
   * @returns {Tensor} [..., out]
   */
  linear(x, weight, options) {
    return Engine.#call(this, 'linear', x, weight, options);
  }

  /**
   * Returns the gradients of a loss through linear(), given its gradient with respect to the output.
   *
   * @param {TensorLike} x [..., in]
   * @param {TensorLike | FileWeight} weight [in, out], or transposed [out, in]
   * @param {TensorLike} outputGradient [..., out]
   * @param {LinearGradientOptions} [options]
   * @returns {LinearGradient}
   */
  linearGradient(x, weight, outputGradient, options) {
    return Engine.#call(this, 'linearGradient', x, weight, outputGradient, options);
  }

  /**
   * Applies the rectified linear unit, max(x, 0).
   *
   * @param {TensorLike} x of any shape
   * @returns {Tensor} of the shape of x
   */
  relu(x) {
    return Engine.#call(this, 'relu', x);
  }

  /**
   * Returns the gradient of a loss through relu(), given its gradient with respect to the output. It is 0 where x is 0.
   *
   * @param {TensorLike} x of any shape
   * @param {TensorLike} outputGradient of the shape of x
   * @returns {Tensor} of the shape of x
   */
  reluGradient(x, outputGradient) {
    return Engine.#call(this, 'reluGradient', x, outputGradient);
  }

  /**
   * Applies the Gaussian error linear unit, x Phi(x), or its approximation 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715
   * x^3))).
   *
   * @param {TensorLike} x of any shape
   * @param {GeluOptions} [options]
   * @returns {Tensor} of the shape of x
   */
  gelu(x, options) {
    return Engine.#call(this, 'gelu', x, options);
  }

  /**
   * Returns the gradient of a loss through gelu(), given its gradient with respect to the output.
   *
   * @param {TensorLike} x of any shape
   * @param {TensorLike} outputGradient of the shape of x
   * @param {GeluOptions} [options] as for gelu()
   * @returns {Tensor} of the shape of x
   */
  geluGradient(x, outputGradient, options) {
    return Engine.#call(this, 'geluGradient', x, outputGradient, options);
  }

  /**
   * Makes a step of stochastic gradient descent, as torch.optim.SGD: returns new parameters and the state for the next
   * step. Does not change its arguments.
   *
   * @template {TensorGroup} Parameters
   * @param {Parameters} parameters tensors of any shape
   * @param {TensorGroup} gradients in the same form, of the same shapes
   * @param {SgdOptions} [options]
   * @returns {SgdResult<Parameters>}
   */
  sgd(parameters, gradients, options) {
    return Engine.#call(this, 'sgd', parameters, gradients, options);
  }

  /**
   * Makes a step of Adam, as torch.optim.Adam: returns new parameters and the state for the next step. Does not change
   * its arguments.
   *
   * @template {TensorGroup} Parameters
   * @param {Parameters} parameters tensors of any shape
   * @param {TensorGroup} gradients in the same form, of the same shapes
   * @param {AdamOptions} [options]
   * @returns {AdamResult<Parameters>}
   */
  adam(parameters, gradients, options) {
    return Engine.#call(this, 'adam', parameters, gradients, options);
  }

  /**
   * Makes a step of Adam with decoupled weight decay, as torch.optim.AdamW: returns new parameters and the state for
   * the next step. Does not change its arguments.
   *
   * @template {TensorGroup} Parameters
   * @param {Parameters} parameters tensors of any shape
   * @param {TensorGroup} gradients in the same form, of the same shapes
   * @param {AdamwOptions} [options]
   * @returns {AdamResult<Parameters>}
   */
  adamw(parameters, gradients, options) {
    return Engine.#call(this, 'adamw', parameters, gradients, options);
  }

  /**
   * Computes activation(x) gate scale + add, element by element.
   *
   * @param {TensorLike} x of any shape
   * @param {PointwiseOptions} [options]
   * @returns {Tensor} of the shape of x
   */
  pointwise(x, options) {
    return Engine.#call(this, 'pointwise', x, options);
  }

  /**
   * Returns the tables for rotaryEmbedding(): cosine and sine of every position times every frequency.
   *
   * @param {RotaryTableOptions} options
   * @returns {{cosine: Tensor, sine: Tensor}} [positions, rotated / 2]
   */
  rotaryTable(options) {
    return Engine.#call(this, 'rotaryTable', options);
  }

  /**
   * Returns the biases of scores by distance, as in T5 (Raffel et al. 2020, section 2.1).
   *
   * @param {TensorLike} table [buckets, heads]
   * @param {RelativeBiasOptions} options
   * @returns {Tensor} [heads, queries, keys]
   */
  relativeBias(table, options) {
    return Engine.#call(this, 'relativeBias', table, options);
  }

  /**
   * Returns how well logits predict labels: the mean of -log softmax(logits)[label] over the rows, in nats, and its
   * exponential.
   *
   * @param {TensorLike} logits [L, vocabulary]
   * @param {readonly number[] | NumberArray} labels [L], whole numbers below the vocabulary
   * @param {CrossEntropyOptions} [options]
   * @returns {CrossEntropy}
   */
  crossEntropy(logits, labels, options) {
    return Engine.#call(this, 'crossEntropy', logits, labels, options);
  }

  /**
   * Returns statistics of the scores of every head: their spread compared with independent components, and how sharp
   * the weights are with the factor and without it.
   *
   * @param {TensorLike} query [L, d] or [H, L, d]
   * @param {TensorLike} key [S, d] or [G, S, d]: G divides H
   * @param {HeadStatisticsOptions} [options] as for attention()
   * @returns {HeadStatistics[]} one for each head
   */
  headStatistics(query, key, options) {
    return Engine.#call(this, 'headStatistics', query, key, options);
  }

  /**
   * Returns the mean of headStatistics() over several heads.
   *
   * @param {readonly HeadStatistics[]} heads of any layers
   * @returns {HeadStatistics} mean of each number over the heads in which it is finite
   */
  meanOfHeads(heads) {
    return Engine.#call(this, 'meanOfHeads', heads);
  }

  /**
   * Reads the tensor of a .npy file (versions 1 to 3; floats, integers and booleans, either byte order, either order of
   * axes) as float32. Files are not trusted: at most 64 MiB and 2^24 numbers, and headers are checked before memory is
   * allocated.
   *
   * @param {Uint8Array} bytes of the whole file
   * @param {{most?: number}} [options] a smaller limit for the number of numbers
   * @returns {FileTensor}
   */
  readNpy(bytes, options) {
    return Engine.#call(this, 'readNpy', bytes, options);
  }

  /**
   * Reads the tensors of a .safetensors file by name, as float32, and its metadata; at most 64 MiB, a header of 1 MiB,
   * 4096 tensors and 2^24 numbers.
   *
   * @param {Uint8Array} bytes of the whole file
   * @returns {TensorFile}
   */
  readSafetensors(bytes) {
    return Engine.#call(this, 'readSafetensors', bytes);
  }

  /**
   * Writes a .npy file, version 1: float32 numbers, or booleans (`|b1`) for a tensor with the dtype 'bool'.
   *
   * @param {TensorLike} tensor of any shape
   * @returns {Uint8Array}
   */
  writeNpy(tensor) {
    return Engine.#call(this, 'writeNpy', tensor);
  }

  /**
   * Writes a .safetensors file. Numbers become F32. Tensors with the dtype 'bool' become BOOL and come last. The limits
   * of readSafetensors() apply.
   *
   * @param {Readonly<Record<string, TensorLike>>} tensors by name
   * @param {Readonly<Record<string, string>>} [metadata]
   * @returns {Uint8Array}
   */
  writeSafetensors(tensors, metadata) {
    return Engine.#call(this, 'writeSafetensors', tensors, metadata);
  }

  /**
   * Runs long work on workers if there are any, otherwise in short slices on the calling thread, with the same bits.
   * Several runs may be active at once. Options are copied at the call, so input tensors may then change or be
   * transferred. Tensors in `into` may not: they are set to 0 at the call and filled during the run, and their old
   * numbers are lost even if the run is aborted. A tensor that is also an input is not set to 0, but written once, at
   * the end.
   *
   * @template {readonly AttentionName[]} [const Returned=readonly ['output']]
   * @overload
   * @param {'attention'} name
   * @param {AttentionRunOptions<Returned>} options as for the function of that name, with its tensors by name
   * @param {AttentionRunCallbacks<Returned>} [callbacks]
   * @returns {Promise<AttentionRunResult<Returned>>}
   */
  /**
   * @template {RunNameAlone} Name
   * @overload
   * @param {Name} name 'scoreStatistics', 'sampleVariance', 'softmaxStatistics' or 'headAlgebra'
   * @param {RunOptions[Name]} [options] as for the function of that name
   * @param {RunCallbacks<Name>} [callbacks]
   * @returns {Promise<RunResults[Name]>}
   */
  /**
   * @template {RunName} Name
   * @overload
   * @param {Name} name any of the above, 'scoringStatistics', 'attention' or 'attentionGradient'
   * @param {RunOptions[Name]} options as for the function of that name, with its tensors by name
   * @param {RunCallbacks<Name>} [callbacks]
   * @returns {Promise<RunResults[Name]>}
   */
  /**
   * @param {RunName} name
   * @param {unknown} options
   * @param {RunCallbacks<any>} callbacks
   * @returns {Promise<any>}
   */
  async run(name, options, callbacks = {}) {
    Engine.#own(this, 'run');
    checkChoice('name', name, jobNames);
    const told = checkCallbacks('run', callbacks, ['onProgress', 'onPartial']);
    this.#end.signal.throwIfAborted();
    told.signal?.throwIfAborted(); // before `into` loses its numbers
    const part = /** @type {PartName} */ (partOfRun(name));
    const opened = this.#snapshots.job(this.#module, name, options);
    if (!this.#module.open.has(part)) {
      await unlessAborted(this.#bring([part]), [told.signal, this.#end.signal]);
    }
    const job = opened();
    if (!this.#coordinator) {
      await unlessAborted(this.#openCoordinator(), [told.signal, this.#end.signal]);
    }
    this.#end.signal.throwIfAborted();
    return /** @type {Coordinator} */ (this.#coordinator).run(job, told);
  }

  async #openCoordinator() {
    const { Coordinator } = await coordinating();
    const { variant } = this.engine;
    this.#coordinator ??= new Coordinator(
      this.#module,
      variant,
      this.#wantedWorkers,
      this.#createWorker,
      this.#onWorkerLost,
    );
  }

  /**
   * Creates a small transformer that learns a task from generated examples, on a worker if the engine has any,
   * otherwise in short slices on the calling thread. The training module is loaded at the first call and is the same
   * for every variant: a seed gives the same bits everywhere.
   *
   * @param {(TrainerOptions & {checkpoint?: never}) | CheckpointOptions} [options] checkpoint: the bytes that save()
   *   returned
   * @returns {Promise<Trainer>}
   */
  async createTrainer(options) {
    Engine.#own(this, 'createTrainer');
    const given = this.#snapshots.trainer(options);
    this.#training ??= this.#startTraining().catch((error) => {
      this.#training = undefined; // retry later, when the network may be back
      throw error;
    });
    return (await this.#training).create(given);
  }

  async #startTraining() {
    const learning = await this.#openLearning();
    const { variant } = this.engine;
    return new learning.Training(learning, variant, this.#workerCount, this.#createWorker);
  }

  /** Ends the workers. Rejects runs and trainers with an AbortError; load() then creates a new engine. */
  dispose() {
    if (Engine.#own(this, 'dispose').#end.signal.aborted) return;
    this.#coordinator?.dispose();
    this.#createWorker = undefined;
    this.#training?.then(
      (training) => training.dispose(),
      () => {},
    );
    this.#openLearning = async () => {
      throw disposed();
    };
    this.#end.abort(disposed());
    this.#onDispose();
  }
}
