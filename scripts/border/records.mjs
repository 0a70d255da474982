// Describes the data that JavaScript and the core exchange: the record of every function, field by field, in order. `npm run
// border` generates from it the JavaScript that writes records (web/engine/records/), the C++ that reads them
// (src/bindings/*_record.h), and the stamp by which an engine and its JavaScript recognise each other.
//
// Fields have the same names as in the core. docs/decisions/one-border.md says why there is one description.
import { limits } from '../../web/engine/border/limits.js';
import {
  bytes,
  choice,
  doubles,
  flag,
  flat,
  floats,
  floatsOrPlace,
  group,
  inPlace,
  into,
  list,
  number,
  optional,
  real,
  place,
  seed,
  several,
  size,
  whole,
  wholes,
} from './kinds.mjs';
import { heads } from './records/heads.mjs';
import { network } from './records/network.mjs';
import { handMade } from './records/hand-made.mjs';
import { files } from './records/files.mjs';
import { training } from './records/training.mjs';

/** @typedef {import('./kinds.mjs').Call} Call */
/** @typedef {{includes: readonly string[], calls: Readonly<Record<string, Call>>}} Binding */

/** Numbers before the arrays in the block. */
export const recordLength = 128;

// Attention ----------------------------------------------------------------------------------------

const mask = group(
  'Mask',
  'attention',
  { data: floats, strides: several(whole, 4) },
  { cpp: 'MaskTensor', optional: true },
);

const visibility = group(
  'Visibility',
  'attention',
  {
    scale: real,
    softcap: real,
    causal: choice('Causal'),
    windowBefore: whole,
    windowAfter: whole,
    keyLengths: optional(wholes),
    firstQuery: whole,
    wholeQueries: whole,
    allow: mask,
    block: mask,
    bias: mask,
  },
  { cpp: 'AttentionProblem' },
);

const problem = group(
  'Problem',
  'attention',
  {
    batch: whole,
    heads: whole,
    keyHeads: whole,
    queries: whole,
    keys: whole,
    headDim: whole,
    valueDim: whole,
    query: floats,
    key: floats,
    value: floats,
    visibility: into(visibility, ''),
  },
  { cpp: 'AttentionProblem' },
);

const results = group(
  'Results',
  'attention',
  {
    output: place(),
    weights: place(),
    scores: place(),
    scaledScores: place(),
    cappedScores: place(),
    maskedScores: place(),
    logSumExp: place(),
  },
  { cpp: 'AttentionResults' },
);

/** The number of rows of each kind. */
const listed = flat(
  group('ListedRows', 'attention', { fullyMasked: whole, nonFinite: whole }, { cpp: 'ListedRows' }),
);

const linear = group(
  'Linear',
  'multi-head',
  { weight: floats, bias: optional(floats) },
  { cpp: 'Linear' },
);

const multiHeadProblem = group(
  'MultiHeadProblem',
  'multi-head',
  {
    batch: whole,
    queries: whole,
    keys: whole,
    queryWidth: whole,
    keyWidth: whole,
    valueWidth: whole,
    outputWidth: whole,
    heads: whole,
    keyHeads: whole,
    headDim: whole,
    valueDim: whole,
    query: floats,
    key: floats,
    value: floats,
    wq: linear,
    wk: linear,
    wv: linear,
    wo: linear,
    extraKey: optional(floats),
    extraValue: optional(floats),
    zeroKey: flag,
    visibility: into(visibility, 'attention'),
  },
  { cpp: 'MultiHeadProblem' },
);

/** @type {Binding} */
const attention = {
  includes: ['attention/attention.h', 'attention/multi_head.h', 'statistics/head_statistics.h'],
  calls: {
    attention: {
      file: 'attention',
      takes: { problem, results, rows: place('uint32_t') },
      returns: { listed },
    },
    attentionGradient: {
      file: 'attention-gradient',
      takes: {
        problem,
        forwardGiven: flag,
        forward: group(
          'Forward',
          'attention-gradient',
          { output: floatsOrPlace, logSumExp: floatsOrPlace },
          { cpp: 'AttentionResults' },
        ),
        outputGradient: floats,
        weightsGradient: optional(floats),
        gradients: group(
          'Gradients',
          'attention-gradient',
          { query: place(), key: place(), value: place(), bias: place(), biasCount: size },
          { cpp: 'AttentionGradients' },
        ),
      },
      returns: { scale: number },
    },
    multiHeadAttention: {
      file: 'multi-head',
      takes: {
        problem: multiHeadProblem,
        results: group(
          'MultiHeadResults',
          'multi-head',
          {
            output: place(),
            attention: results,
            projectedQuery: place(),
            projectedKey: place(),
            projectedValue: place(),
          },
          { cpp: 'MultiHeadResults' },
        ),
        rows: place('uint32_t'),
      },
      returns: { listed },
    },
    multiHeadAttentionGradient: {
      file: 'multi-head',
      takes: {
        problem: multiHeadProblem,
        outputGradient: floats,
        weightsGradient: optional(floats),
        gradients: group(
          'MultiHeadGradients',
          'multi-head',
          {
            query: place(),
            key: place(),
            value: place(),
            wq: place(),
            wk: place(),
            wv: place(),
            wo: place(),
            bq: place(),
            bk: place(),
            bv: place(),
            bo: place(),
            extraKey: place(),
            extraValue: place(),
            bias: place(),
            biasCount: size,
          },
          { cpp: 'MultiHeadGradients' },
        ),
      },
      returns: { scale: number },
    },
    headStatistics: {
      file: 'head-statistics',
      takes: {
        problem,
        heads: place('HeadStatistics'),
        bins: whole,
        histograms: place('double'),
      },
    },
    meanOfHeads: {
      file: 'head-statistics',
      takes: { count: whole, heads: doubles('HeadStatistics'), mean: place('HeadStatistics') },
    },
  },
};

// Random vectors -----------------------------------------------------------------------------------

const component = group(
  'ComponentNumbers',
  'options',
  { distribution: choice('Distribution'), mean: number, sd: number, df: number },
  { cpp: 'Component' },
);

const vectors = group(
  'VectorNumbers',
  'vectors',
  { headDim: whole, keys: whole, seed, query: component, key: component },
  { cpp: 'VectorDraws' },
);

// Softmax ------------------------------------------------------------------------------------------

const draws = group(
  'DrawNumbers',
  'softmax-statistics',
  { vectors: flat(vectors), masked: whole, maskAs: choice('MaskAs') },
  { cpp: 'SoftmaxDraws' },
);

const rule = group(
  'RuleNumbers',
  'softmax-statistics',
  { cosine: flag, multiplier: number },
  { cpp: 'SoftmaxRule' },
);

const quantiles = into(
  group('Quantiles', 'draw-values', {
    p05: number,
    p25: number,
    p50: number,
    p75: number,
    p95: number,
  }),
  '',
);

/** @type {Binding} */
const softmax = {
  includes: [
    'attention/softmax.h',
    'statistics/softmax_measures.h',
    'statistics/softmax_statistics.h',
    'statistics/spread.h',
  ],
  calls: {
    softmaxDraws: {
      file: 'softmax-statistics',
      takes: {
        draws,
        rules: list(rule, limits.compare.max + 1, 'kMostSoftmaxRules', 'ruleCount'),
        first: whole,
        last: whole,
        measures: place(),
      },
    },
    softmaxSample: {
      file: 'softmax-statistics',
      takes: {
        draws,
        rule,
        shift: number,
        draw: whole,
        sample: group(
          'SamplePlaces',
          'softmax-statistics',
          {
            query: place(),
            key: place(),
            scores: place(),
            logits: place(),
            weightGradient: place(),
            walks: place(),
          },
          { cpp: 'SoftmaxSample' },
        ),
      },
    },
    softmaxMeasures: {
      file: 'softmax-measures',
      takes: {
        count: whole,
        logits: floats,
        weightGradient: optional(floats),
        weights: place(),
        logitGradient: place(),
        jacobian: place(),
      },
      returns: {
        measures: group(
          'Measures',
          'softmax-measures',
          {
            topWeight: real,
            entropy: real,
            effectiveKeys: real,
            jacobianNorm: real,
            outputVariance: real,
            logitGradientNorm: real,
          },
          { cpp: 'SoftmaxMeasures' },
        ),
        logSumExp: real,
      },
    },
    spread: {
      file: 'draw-values',
      takes: { count: whole, threshold: number, values: inPlace(floats) },
      returns: {
        spread: group(
          'Spread',
          'draw-values',
          { mean: number, standardError: number, std: number, quantiles },
          { cpp: 'Spread' },
        ),
        below: group(
          'Share',
          'draw-values',
          { share: number, standardError: number },
          { cpp: 'Share' },
        ),
      },
    },
    ratio: {
      file: 'draw-values',
      takes: { count: whole, over: floats, under: floats },
      returns: {
        ratio: flat(
          group(
            'Ratio',
            'draw-values',
            { value: number, low: number, high: number },
            { cpp: 'Ratio' },
          ),
        ),
      },
    },
  },
};

// Scoring functions --------------------------------------------------------------------------------

const parameters = {
  weight: optional(floats),
  queryWeight: optional(floats),
  keyWeight: optional(floats),
  vector: optional(floats),
};

const summary = group(
  'Summary',
  'scoring-statistics',
  {
    count: number,
    mean: number,
    variance: number,
    std: number,
    skewness: number,
    kurtosis: number,
    min: number,
    max: number,
  },
  { cpp: 'Summary' },
);

/** @type {Binding} */
const scoring = {
  includes: [
    'attention/parameter_draw.h',
    'attention/score_cost.h',
    'attention/score_plane.h',
    'statistics/norm_stages.h',
    'statistics/scoring_statistics.h',
  ],
  calls: {
    scorePlane: {
      file: 'scoring',
      takes: {
        plane: flat(group('Plane', 'scoring', { size: whole, extent: number }, { cpp: 'Plane' })),
        keys: whole,
        key: floats,
        functions: list(
          group(
            'PlaneFunction',
            'scoring',
            { kind: choice('ScoreKind'), scale: real, hidden: whole, ...parameters },
            { cpp: 'ScoreProblem' },
          ),
          limits.functions.max,
          'kMostScoringFunctions',
          'count',
        ),
        weights: place(),
      },
    },
    scoreCost: {
      file: 'score-parameters',
      takes: {
        problem: flat(
          group(
            'CostProblem',
            'score-parameters',
            {
              kind: choice('ScoreKind'),
              queries: whole,
              keys: whole,
              queryDim: whole,
              keyDim: whole,
              hidden: whole,
            },
            { cpp: 'ScoreProblem' },
          ),
        ),
      },
      returns: {
        cost: flat(
          group(
            'Cost',
            'score-parameters',
            { parameters: number, multiplications: number, tangents: number },
            { cpp: 'ScoreCost' },
          ),
        ),
      },
    },
    scoringDraws: {
      file: 'scoring-statistics',
      takes: {
        draws: flat(
          group(
            'ScoringDraws',
            'scoring-statistics',
            {
              vectors,
              bins: whole,
              functions: list(
                group(
                  'FunctionNumbers',
                  'scoring-statistics',
                  {
                    kind: choice('ScoreKind'),
                    hidden: whole,
                    scale: number,
                    temperature: number,
                    low: number,
                    high: number,
                  },
                  { cpp: 'ScoringFunction' },
                ),
                limits.functions.max,
                'kMostScoringFunctions',
                'count',
              ),
            },
            { cpp: 'ScoringDraws' },
          ),
        ),
        first: whole,
        last: whole,
        measures: place(),
        counts: place(),
      },
    },
    summarizeScores: {
      file: 'scoring-statistics',
      takes: { count: whole, keys: whole, moments: floats },
      returns: { summary: flat(summary) },
    },
    drawScoreParameters: {
      file: 'score-parameters',
      takes: {
        seed,
        kind: choice('ScoreKind'),
        dim: whole,
        keys: whole,
        hidden: whole,
        parameters: flat(
          group(
            'ParameterPlaces',
            'score-parameters',
            { weight: place(), queryWeight: place(), keyWeight: place(), vector: place() },
            { cpp: 'ScoreParameters' },
          ),
        ),
      },
    },
    normStages: {
      file: 'norm-stages',
      takes: {
        options: flat(
          group(
            'NormNumbers',
            'norm-stages',
            {
              headDim: whole,
              vectors: whole,
              lengthSpread: number,
              gainSd: number,
              biasSd: number,
              seed,
            },
            { cpp: 'NormOptions' },
          ),
        ),
        stages: whole,
        norms: place(),
      },
      returns: { differences: several(number, 4) },
    },
  },
};

// Functions of tensors -----------------------------------------------------------------------------

const scoreProblem = group(
  'ScoreProblem',
  'scoring',
  {
    kind: choice('ScoreKind'),
    batch: whole,
    queries: whole,
    keys: whole,
    queryDim: whole,
    keyDim: whole,
    hidden: whole,
    scale: real,
    epsilon: number,
    query: floats,
    key: floats,
    ...parameters,
  },
  { cpp: 'ScoreProblem' },
);

const axis = flat(
  group('AxisSizes', 'functions', { outer: size, count: size, inner: size }, { cpp: 'Axis' }),
);

const norm = group(
  'NormRows',
  'norms',
  { rows: size, count: size, epsilon: number, x: floats, weight: optional(floats) },
  { cpp: 'NormRows' },
);

/** @type {Binding} */
const functions = {
  includes: [
    'attention/normalization.h',
    'attention/rotary.h',
    'attention/scores.h',
    'attention/softmax.h',
  ],
  calls: {
    scores: { file: 'scoring', takes: { problem: scoreProblem, to: place() } },
    scoresGradient: {
      file: 'scores-gradient',
      takes: {
        problem: scoreProblem,
        outputGradient: floats,
        gradients: group(
          'ScoreGradientPlaces',
          'scores-gradient',
          {
            query: place(),
            key: place(),
            weight: place(),
            queryWeight: place(),
            keyWeight: place(),
            vector: place(),
          },
          { cpp: 'ScoreGradients' },
        ),
      },
      returns: { scale: number },
    },
    alongAxis: {
      file: 'functions',
      functions: ['softmax', 'logSoftmax', 'entropy'],
      takes: { axis, x: floats, to: place() },
    },
    gradientAlongAxis: {
      file: 'softmax-gradients',
      functions: ['softmaxGradient', 'logSoftmaxGradient'],
      takes: { axis, x: floats, outputGradient: floats, y: place(), xGradient: place() },
    },
    logSoftmaxJvp: {
      file: 'softmax-gradients',
      takes: { axis, x: floats, tangent: floats, weights: place(), to: place() },
    },
    softmaxJacobian: {
      file: 'terms',
      takes: { rows: size, count: size, x: floats, jacobian: place() },
    },
    softmaxJacobianGradient: {
      file: 'softmax-gradients',
      takes: { rows: size, count: size, x: floats, outputGradient: floats, xGradient: place() },
    },
    layerNorm: {
      file: 'norms',
      takes: { of: norm, bias: optional(floats), y: place(), mean: place(), inverseStd: place() },
    },
    rmsNorm: { file: 'norms', takes: { of: norm, y: place(), inverseRms: place() } },
    layerNormGradient: {
      file: 'norms',
      takes: {
        of: norm,
        outputGradient: floats,
        xGradient: place(),
        weightGradient: place(),
        biasGradient: place(),
      },
    },
    rmsNormGradient: {
      file: 'norms',
      takes: { of: norm, outputGradient: floats, xGradient: place(), weightGradient: place() },
    },
    rotary: {
      file: 'norms',
      functions: ['rotate', 'rotateGradient'],
      takes: {
        rows: size,
        width: size,
        rotated: size,
        interleaved: flag,
        x: floats,
        cosine: floats,
        sine: floats,
        tableRow: wholes,
        y: place(),
      },
    },
  },
};

// Scores of random vectors -------------------------------------------------------------------------

const scoreNumbers = group(
  'ScoreNumbers',
  'options',
  {
    headDim: whole,
    queries: whole,
    keys: whole,
    rule: choice('ScaleRule'),
    value: number,
    seed,
    generator: choice('Generator'),
    query: component,
    key: component,
    correlation: number,
    bins: whole,
    range: group(
      'ScoreRange',
      'options',
      { low: number, high: number },
      { cpp: 'ScoreRange', optional: true },
    ),
  },
  { cpp: 'ScoreNumbers' },
);

const theory = group(
  'Theory',
  'score-theory',
  { mean: number, variance: number, skewness: number, kurtosis: number },
  { cpp: 'ScoreTheory' },
);

/** @type {Binding} */
const statistics = {
  includes: [
    'bindings/score_options.h',
    'statistics/score_growth.h',
    'statistics/score_statistics.h',
  ],
  calls: {
    scoreTheory: {
      file: 'score-theory',
      takes: { scores: scoreNumbers },
      returns: { theory: flat(theory), scale: number },
    },
    scorePlan: {
      file: 'options',
      takes: { scores: scoreNumbers },
      returns: { units: whole, bytes: number },
    },
    scoreUnitRange: {
      file: 'score-jobs',
      takes: {
        scores: scoreNumbers,
        first: whole,
        last: whole,
        // The records of the units, then the counts of the histogram. One array needs one transfer.
        recordsAndCounts: place('double'),
      },
    },
    scoreSummary: {
      file: 'score-jobs',
      functions: ['mergeScoreUnits', 'scoreStatistics'],
      // Units and their records for merging, or counts for computing all at once.
      takes: {
        scores: scoreNumbers,
        units: whole,
        records: optional(doubles()),
        counts: place('double'),
      },
      returns: {
        summary: flat(
          group(
            'ScoreSummary',
            'score-jobs',
            {
              scores: summary,
              unscaled: summary,
              query: summary,
              key: summary,
              meanError: number,
              varianceError: number,
              unscaledMeanError: number,
              unscaledVarianceError: number,
            },
            { cpp: 'ScoreSummary' },
          ),
        ),
        theory,
        scale: number,
        low: number,
        high: number,
        unscaledLow: number,
        unscaledHigh: number,
      },
    },
    scoreGrowth: {
      file: 'score-growth',
      takes: {
        scores: scoreNumbers,
        rules: whole,
        sizes: whole,
        scales: doubles(),
        dims: wholes,
        measured: doubles('MeasuredVariance'),
        points: place('GrowthPoint'),
      },
    },
    scoreWalks: {
      file: 'sample-jobs',
      takes: { scores: scoreNumbers, pairs: whole, products: place(), sums: place() },
      besides: true,
    },
    componentSample: {
      file: 'sample-jobs',
      takes: { scores: scoreNumbers, side: whole, count: whole, components: place('double') },
      besides: true,
    },
    countValues: {
      file: 'results',
      takes: {
        low: number,
        high: number,
        bins: whole,
        count: whole,
        values: doubles(),
        counts: place('double'),
      },
    },
    numpySeed: { file: 'numpy-random', takes: { seed: whole, state: place('char') } },
    numpyDraw: {
      file: 'numpy-random',
      takes: {
        law: whole,
        a: number,
        b: number,
        count: whole,
        before: bytes('char'),
        after: place('char'),
        numbers: place('double'),
      },
    },
  },
};

const curve = group(
  'Curve',
  'score-law',
  {
    kind: choice('LawKind'),
    mean: number,
    variance: number,
    spacing: number,
    skewness: number,
    kurtosis: number,
    places: whole,
  },
  { cpp: 'ScoreCurve' },
);

const product = group(
  'VarianceNumbers',
  'options',
  { rows: whole, columns: whole, headDim: whole, ddof: number, seed },
  { cpp: 'VarianceOptions' },
);

/** @type {Binding} */
const laws = {
  includes: ['bindings/score_options.h', 'laws/score_curves.h', 'laws/score_law.h'],
  calls: {
    openLaw: {
      file: 'score-law',
      takes: { scores: scoreNumbers },
      returns: { kind: choice('LawKind'), mean: number, variance: number, spacing: number },
    },
    lawValues: {
      file: 'score-law',
      takes: {
        exact: flag,
        which: whole,
        count: whole,
        points: doubles(),
        values: place('double'),
      },
    },
    scoreCurves: {
      file: 'score-law',
      takes: {
        scores: scoreNumbers,
        places: flat(
          group(
            'CurvePlaces',
            'score-law',
            { points: whole, reach: number },
            { cpp: 'CurvePlaces' },
          ),
        ),
        arrays: place('double'),
      },
      returns: {
        before: curve,
        after: curve,
        scale: number,
        bins: whole,
        low: number,
        high: number,
      },
    },
    varianceDraws: {
      file: 'sample-jobs',
      takes: { product, first: whole, last: whole, variances: place('double') },
    },
    summarizeVariances: {
      file: 'sample-jobs',
      takes: { product, count: whole, value: number, draws: inPlace(doubles()) },
      returns: {
        expectation: number,
        summary: flat(
          group(
            'VarianceSummary',
            'sample-jobs',
            { mean: number, standardError: number, quantiles, percentile: number },
            { cpp: 'VarianceSummary' },
          ),
        ),
      },
    },
    numpyProductVariance: {
      file: 'sample-jobs',
      takes: { product, entries: place('double') },
      returns: { variance: number },
    },
  },
};

/** All bindings, by their file in src/bindings/. @type {Readonly<Record<string, Binding>>} */
export const bindings = {
  ...{ attention, softmax, scoring, heads, functions, network, files, statistics, laws, training },
  hand_made: handMade,
};
