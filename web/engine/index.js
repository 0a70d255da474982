/**
 * scaledot: the engine. An import does nothing; load() starts it.
 *
 * @example
 * import { load } from 'scaledot';
 * const scaledot = await load();
 * scaledot.scoreStatistics({ dk: 64, queries: 1000, keys: 1000 }).scores.variance;
 */

/** @typedef {import('./types.js').Variant} Variant */
/** @typedef {import('./types.js').LoadOptions} LoadOptions */
/** @typedef {import('./types.js').PartName} PartName */
/** @typedef {import('./types.js').ScoreOptions} ScoreOptions */
/** @typedef {import('./types.js').ComponentOptions} ComponentOptions */
/** @typedef {import('./types.js').ScaleOption} ScaleOption */
/** @typedef {import('./types.js').ScoreStatistics} ScoreStatistics */
/** @typedef {import('./types.js').ScoreTheory} ScoreTheory */
/** @typedef {import('./types.js').ScoreLaw} ScoreLaw */
/** @typedef {import('./types.js').ScoreCurves} ScoreCurves */
/** @typedef {import('./types.js').ScoreCurvesOptions} ScoreCurvesOptions */
/** @typedef {import('./types.js').ScoreGrowth} ScoreGrowth */
/** @typedef {import('./types.js').ScoreGrowthOptions} ScoreGrowthOptions */
/** @typedef {import('./types.js').ScoreWalks} ScoreWalks */
/** @typedef {import('./types.js').Moments} Moments */
/** @typedef {import('./types.js').Histogram} Histogram */
/** @typedef {import('./types.js').SampleVarianceOptions} SampleVarianceOptions */
/** @typedef {import('./types.js').SampleVariance} SampleVariance */
/** @typedef {import('./types.js').ProductVarianceOptions} ProductVarianceOptions */
/** @typedef {import('./types.js').Spread} Spread */
/** @typedef {import('./types.js').Share} Share */
/** @typedef {import('./types.js').Ratio} Ratio */
/** @typedef {import('./types.js').SoftmaxScale} SoftmaxScale */
/** @typedef {import('./types.js').SoftmaxStatisticsOptions} SoftmaxStatisticsOptions */
/** @typedef {import('./types.js').SoftmaxRuleStatistics} SoftmaxRuleStatistics */
/** @typedef {import('./types.js').ComparedSoftmaxStatistics} ComparedSoftmaxStatistics */
/** @typedef {import('./types.js').SoftmaxStatistics} SoftmaxStatistics */
/** @typedef {import('./types.js').SoftmaxSampleOptions} SoftmaxSampleOptions */
/** @typedef {import('./types.js').SoftmaxSample} SoftmaxSample */
/** @typedef {import('./types.js').SoftmaxMeasuresOptions} SoftmaxMeasuresOptions */
/** @typedef {import('./types.js').SoftmaxMeasures} SoftmaxMeasures */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').Tensor} Tensor */
/** @typedef {import('./types.js').TensorLike} TensorLike */
/** @typedef {import('./types.js').TensorInput} TensorInput */
/** @typedef {import('./types.js').NumberList} NumberList */
/** @typedef {import('./types.js').CheckpointOptions} CheckpointOptions */
/** @typedef {import('./types.js').NestedNumbers} NestedNumbers */
/** @typedef {import('./types.js').MaskInput} MaskInput */
/** @typedef {import('./types.js').AttentionMask} AttentionMask */
/** @typedef {import('./types.js').AttentionName} AttentionName */
/** @typedef {import('./types.js').AttentionGradient} AttentionGradient */
/** @typedef {import('./types.js').AttentionGradientOptions} AttentionGradientOptions */
/** @typedef {import('./types.js').MultiHeadName} MultiHeadName */
/** @typedef {import('./types.js').MultiHeadParameters} MultiHeadParameters */
/** @typedef {import('./types.js').MultiHeadGradient} MultiHeadGradient */
/** @typedef {import('./types.js').MultiHeadGradientOptions} MultiHeadGradientOptions */
/** @typedef {import('./types.js').ScoreKind} ScoreKind */
/** @typedef {import('./types.js').ScoreParameters} ScoreParameters */
/** @typedef {import('./types.js').ScoreFunctionOptions} ScoreFunctionOptions */
/** @typedef {import('./types.js').ScoresOptions} ScoresOptions */
/** @typedef {import('./types.js').ScoresGradient} ScoresGradient */
/** @typedef {import('./types.js').ScorePlaneOptions} ScorePlaneOptions */
/** @typedef {import('./types.js').ScorePlane} ScorePlane */
/** @typedef {import('./types.js').TokenKind} TokenKind */
/** @typedef {import('./types.js').HandMadeOptions} HandMadeOptions */
/** @typedef {import('./types.js').HandMadeHead} HandMadeHead */
/** @typedef {import('./types.js').HandMade} HandMade */
/** @typedef {import('./types.js').ScoringFunctionOptions} ScoringFunctionOptions */
/** @typedef {import('./types.js').ScoringStatisticsOptions} ScoringStatisticsOptions */
/** @typedef {import('./types.js').ScoringStatistics} ScoringStatistics */
/** @typedef {import('./types.js').ScoreParametersOptions} ScoreParametersOptions */
/** @typedef {import('./types.js').ScoreCostOptions} ScoreCostOptions */
/** @typedef {import('./types.js').ScoreCost} ScoreCost */
/** @typedef {import('./types.js').LayerNormStagesOptions} LayerNormStagesOptions */
/** @typedef {import('./types.js').LayerNormStages} LayerNormStages */
/** @typedef {import('./types.js').SoftmaxOptions} SoftmaxOptions */
/** @typedef {import('./types.js').LayerNormOptions} LayerNormOptions */
/** @typedef {import('./types.js').LayerNormResult} LayerNormResult */
/** @typedef {import('./types.js').LayerNormGradient} LayerNormGradient */
/** @typedef {import('./types.js').RmsNormOptions} RmsNormOptions */
/** @typedef {import('./types.js').RmsNormResult} RmsNormResult */
/** @typedef {import('./types.js').RmsNormGradient} RmsNormGradient */
/** @typedef {import('./types.js').RotaryOptions} RotaryOptions */
/** @typedef {import('./types.js').MatmulOptions} MatmulOptions */
/** @typedef {import('./types.js').RandomTensorOptions} RandomTensorOptions */
/** @typedef {import('./types.js').TensorDifference} TensorDifference */
/** @typedef {import('./types.js').ProductTermsOptions} ProductTermsOptions */
/** @typedef {import('./types.js').ProductTerms} ProductTerms */
/** @typedef {import('./types.js').SoftmaxTerms} SoftmaxTerms */
/** @typedef {import('./types.js').HeadAlgebraOptions} HeadAlgebraOptions */
/** @typedef {import('./types.js').HeadAlgebra} HeadAlgebra */
/** @typedef {import('./types.js').FileTensor} FileTensor */
/** @typedef {import('./types.js').FileType} FileType */
/** @typedef {import('./types.js').TensorFile} TensorFile */
/** @typedef {import('./types.js').FileWeight} FileWeight */
/** @typedef {import('./types.js').LinearOptions} LinearOptions */
/** @typedef {import('./types.js').PointwiseOptions} PointwiseOptions */
/** @typedef {import('./types.js').LinearGradient} LinearGradient */
/** @typedef {import('./types.js').LinearGradientOptions} LinearGradientOptions */
/** @typedef {import('./types.js').GeluOptions} GeluOptions */
/** @typedef {import('./types.js').TensorGroup} TensorGroup */
/** @typedef {import('./types.js').SgdOptions} SgdOptions */
/** @typedef {import('./types.js').AdamOptions} AdamOptions */
/** @typedef {import('./types.js').AdamwOptions} AdamwOptions */
/** @typedef {import('./types.js').RotaryTableOptions} RotaryTableOptions */
/** @typedef {import('./types.js').RelativeBiasOptions} RelativeBiasOptions */
/** @typedef {import('./types.js').CrossEntropy} CrossEntropy */
/** @typedef {import('./types.js').CrossEntropyOptions} CrossEntropyOptions */
/** @typedef {import('./types.js').HeadStatisticsOptions} HeadStatisticsOptions */
/** @typedef {import('./types.js').HeadStatistics} HeadStatistics */
/** @typedef {import('./types.js').Sharpness} Sharpness */
/** @typedef {import('./types.js').TrainingTask} TrainingTask */
/** @typedef {import('./types.js').TrainingStack} TrainingStack */
/** @typedef {import('./types.js').AttentionRule} AttentionRule */
/** @typedef {import('./types.js').TrainerOptions} TrainerOptions */
/** @typedef {import('./types.js').TrainerSettings} TrainerSettings */
/** @typedef {import('./types.js').TrainingProgress} TrainingProgress */
/** @typedef {import('./types.js').TrainingCallbacks} TrainingCallbacks */
/** @typedef {import('./types.js').TrainingState} TrainingState */
/** @typedef {import('./types.js').TrainingHead} TrainingHead */
/** @typedef {import('./types.js').TrainingBlock} TrainingBlock */
/** @typedef {import('./types.js').TrainingRow} TrainingRow */
/** @typedef {import('./types.js').TrainingExample} TrainingExample */
/** @typedef {import('./types.js').TrainingAttention} TrainingAttention */
/** @typedef {import('./types.js').TrainingView} TrainingView */
/** @typedef {import('./types.js').TrainingReading} TrainingReading */
/** @typedef {import('./types.js').TrainingEvaluation} TrainingEvaluation */
/** @typedef {import('./training/trainer.js').Trainer} Trainer */
/**
 * @template {import('./types.js').AttentionName} [Name='output']
 * @typedef {import('./types.js').AttentionOptions<Name>} AttentionOptions
 */
/**
 * @template {import('./types.js').AttentionName} [Name='output']
 * @typedef {import('./types.js').AttentionResult<Name>} AttentionResult
 */
/**
 * @template {import('./types.js').MultiHeadName} [Name='output']
 * @typedef {import('./types.js').MultiHeadOptions<Name>} MultiHeadOptions
 */
/**
 * @template {import('./types.js').MultiHeadName} [Name='output']
 * @typedef {import('./types.js').MultiHeadResult<Name>} MultiHeadResult
 */
/**
 * @template {readonly string[]} Names
 * @typedef {import('./types.js').Named<Names>} Named
 */
/**
 * @template {{returns?: readonly string[]}} Options
 * @template {readonly string[]} Names
 * @typedef {import('./types.js').Returning<Options, Names>} Returning
 */
/**
 * @template T
 * @typedef {import('./types.js').TensorsLike<T>} TensorsLike
 */
/**
 * @template Group
 * @typedef {import('./types.js').SgdResult<Group>} SgdResult
 */
/**
 * @template Group
 * @typedef {import('./types.js').AdamResult<Group>} AdamResult
 */
/**
 * @template Group
 * @typedef {import('./types.js').AdamState<Group>} AdamState
 */
/**
 * @template Group
 * @typedef {import('./types.js').TensorsOf<Group>} TensorsOf
 */
/**
 * @template {import('./types.js').RunName} Name
 * @typedef {import('./types.js').RunCallbacks<Name>} RunCallbacks
 */

import { startVariant } from './border/embedded.js';
import { loaderWithModules } from './given.js';

export { Engine } from './engine.js';
export { limits } from './border/limits.js';
export { NumpyRandom } from './functions/numpy-random.js';
export { tensor } from './border/tensor.js';
export { version } from './version.js';

/**
 * Loads the engine. Calls with the same variant and number of workers share one engine, with the first call's
 * createWorker.
 *
 * @type {(options?: import('./types.js').LoadOptions) => Promise<import('./engine.js').Engine>}
 */
export const load = /* @__PURE__ */ loaderWithModules(
  startVariant,
  () => import('./training/learning.js'),
);
