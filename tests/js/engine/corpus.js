// Seeded calls of every function of attention. tests/native/corpus_test.cpp makes the same calls of the core, number by
// number. Change both files together.
import { tokenKinds } from '../../../web/engine/functions/hand-made.js';
import { bitsOf, distributions, hashOfWords, Random, scoreKinds, sizeOf } from './tensors.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { AttentionVisibility, ComparedSoftmaxStatistics, ScoreKind, Tensor } from '../../../web/engine/types.js' */

/** @typedef {(Tensor | number | undefined)[]} Results in the order in which they are hashed */

const all = /** @type {const} */ ([
  'output',
  'logSumExp',
  'weights',
  'scores',
  'scaledScores',
  'cappedScores',
  'maskedScores',
]);

/** @param {Random} random @param {readonly number[]} target @param {(random: Random) => number} number */
function mask(random, target, number) {
  const axes = random.below(16);
  const shape = target.map((length, axis) => ((axes >> (3 - axis)) & 1 ? length : 1));
  return { data: Float32Array.from({ length: sizeOf(shape) }, () => number(random)), shape };
}

/**
 * @param {Random} random
 * @param {AttentionVisibility} options
 * @param {readonly number[]} target
 * @param {number} [extra] number of keys without a position
 */
function addOptions(random, options, target, extra = 0) {
  const [batch, , , keys] = target;
  options.scale = [0.25, -0.5, 1, 0.3, 0, 4][random.below(6)];
  const causal = random.below(3);
  if (causal > 0) options.causal = causal === 1 ? 'upper-left' : 'lower-right';
  options.window = {};
  if (random.below(3) === 0) options.window.before = random.below(keys + 1);
  if (random.below(3) === 0) options.window.after = random.below(keys + 1);
  if (random.below(4) === 0)
    options.keyLengths = Array.from({ length: batch }, () => random.below(keys - extra + 1));
  if (random.below(4) === 0) options.softcap = 0.5 + random.below(8) / 4;
  options.mask = {};
  if (random.below(3) === 0)
    options.mask.allow = mask(random, target, (r) => (r.below(10) < 7 ? 1 : 0));
  if (random.below(3) === 0)
    options.mask.block = mask(random, target, (r) => (r.below(10) < 3 ? 1 : 0));
  if (random.below(3) === 0)
    options.mask.bias = mask(random, target, (r) => (r.below(10) < 2 ? -Infinity : r.number()));
}

/** @param {Random} random */
function attentionProblem(random) {
  const batch = random.between(1, 2);
  const keyHeads = random.between(1, 2);
  const heads = keyHeads * random.between(1, 3);
  const long = random.below(8) === 0;
  const queries = random.between(1, long ? 70 : 12);
  const keys = random.between(1, long ? 300 : 20);
  const headDim = random.between(1, 24);
  const valueDim = random.between(1, 24);
  const query = random.tensor(batch, heads, queries, headDim);
  const key = random.tensor(batch, keyHeads, keys, headDim);
  const value = random.tensor(batch, keyHeads, keys, valueDim);
  /** @type {AttentionVisibility} */
  const options = {};
  addOptions(random, options, [batch, heads, queries, keys]);
  if (random.below(6) === 0) {
    const { data } = [query, key, value][random.below(3)];
    const at = random.below(data.length);
    data[at] = [NaN, Infinity, -Infinity, 1e30][random.below(4)];
  }
  return { query, key, value, options };
}

/** @param {Random} random */
function multiHeadProblem(random) {
  const batch = random.between(1, 2);
  const keyHeads = random.between(1, 2);
  const heads = keyHeads * random.between(1, 3);
  const queries = random.between(1, 12);
  const keys = random.between(1, 20);
  const headDim = random.between(1, 9);
  const valueDim = random.between(1, 9);
  const widths = [0, 0, 0, 0].map(() => random.between(1, 20));
  const query = random.tensor(batch, queries, widths[0]);
  const key = random.tensor(batch, keys, widths[1]);
  const value = random.tensor(batch, keys, widths[2]);
  const [wide, keyWide, valueWide] = [heads * headDim, keyHeads * headDim, keyHeads * valueDim];
  const parameters = /** @type {import('../../../web/engine/types.js').MultiHeadParameters} */ ({
    wq: random.tensor(widths[0], wide),
    wk: random.tensor(widths[1], keyWide),
    wv: random.tensor(widths[2], valueWide),
    wo: random.tensor(heads * valueDim, widths[3]),
  });
  if (random.below(2) === 0) parameters.bq = random.tensor(wide);
  if (random.below(2) === 0) parameters.bk = random.tensor(keyWide);
  if (random.below(2) === 0) parameters.bv = random.tensor(valueWide);
  if (random.below(2) === 0) parameters.bo = random.tensor(widths[3]);
  if (random.below(3) === 0) {
    parameters.extraKey = random.tensor(keyWide);
    parameters.extraValue = random.tensor(valueWide);
  }
  const zeroKey = random.below(3) === 0;
  const allKeys = keys + (parameters.extraKey ? 1 : 0) + (zeroKey ? 1 : 0);
  const options = /** @type {AttentionVisibility} */ ({});
  addOptions(random, options, [batch, heads, queries, allKeys], allKeys - keys);
  options.scale = 0.125;
  const outputGradient = random.tensor(batch, queries, widths[3]);
  return {
    query,
    key,
    value,
    parameters,
    options: { ...options, heads, keyHeads, zeroKey },
    outputGradient,
  };
}

/** @param {Random} random */
function matrixProblem(random) {
  const outer = random.between(1, 3);
  const rows = random.between(1, 12);
  const inner = random.below(5) === 0 ? random.between(250, 600) : random.between(1, 40);
  const columns = random.between(1, 40);
  const transposeRight = random.below(2) === 0;
  const left = random.tensor(outer, rows, inner);
  const right = transposeRight ? random.tensor(columns, inner) : random.tensor(inner, columns);
  const bias = random.below(2) === 0 ? random.tensor(columns) : undefined;
  return { left, right, transposeRight, bias, rows, inner, columns };
}

/** @param {Random} random @param {number} call */
function scoreProblem(random, call) {
  const kind = scoreKinds[call % 7];
  const batch = random.between(1, 3);
  const queries = random.between(1, 9);
  const keys = random.between(1, 14);
  const queryDim = random.between(1, 18);
  const free = kind === 'general' || kind === 'additive' || kind === 'location';
  const keyDim = free ? random.between(1, 18) : queryDim;
  const hidden = random.between(1, 12);
  const query = random.tensor(batch, queries, queryDim);
  const key = random.tensor(batch, keys, keyDim);
  /** @type {import('../../../web/engine/types.js').ScoreParameters} */
  const parameters = {};
  if (kind === 'general') parameters.weight = random.tensor(queryDim, keyDim);
  if (kind === 'location') parameters.weight = random.tensor(queryDim, keys);
  if (kind === 'additive') {
    parameters.queryWeight = random.tensor(queryDim, hidden);
    parameters.keyWeight = random.tensor(keyDim, hidden);
    parameters.vector = random.tensor(hidden);
  }
  const scaled = kind === 'scaled-dot' || kind === 'cosine' || kind === 'distance';
  const options = { kind, parameters, ...(scaled && { scale: 0.375 }) };
  return { query, key, options, gradient: random.tensor(batch, queries, keys) };
}

/** @param {Random} random */
function softmaxProblem(random) {
  const shape = [random.between(1, 5), random.between(1, 40), random.between(1, 6)];
  const axis = random.below(3);
  const x = random.tensor(...shape);
  const size = [0.25, 1, 8, 32][random.below(4)];
  x.data.forEach((v, i) => (x.data[i] = v * size));
  const gradient = random.tensor(...shape);
  if (random.below(6) === 0) {
    const at = random.below(x.data.length);
    x.data[at] = [NaN, Infinity, -Infinity, 1e30][random.below(4)];
  }
  return { x, axis, gradient };
}

/** @param {Random} random */
function jacobianProblem(random) {
  const [rows, count] = [random.between(1, 4), random.between(1, 20)];
  return { x: random.tensor(rows, count), gradient: random.tensor(rows, count, count) };
}

/** @param {Random} random */
function normProblem(random) {
  const [rows, count] = [random.between(1, 6), random.between(1, 70)];
  const x = random.tensor(rows, count);
  const weight = random.below(2) === 0 ? random.tensor(count) : undefined;
  const bias = random.below(2) === 0 ? random.tensor(count) : undefined;
  return { x, weight, bias, epsilon: 2 ** -10, gradient: random.tensor(rows, count) };
}

/** @param {Random} random */
function rotaryProblem(random) {
  const [rows, pairs] = [random.between(1, 9), random.between(1, 12)];
  const width = 2 * pairs + random.below(6);
  const interleaved = random.below(2) === 0;
  const x = random.tensor(rows, width);
  const [cosine, sine] = [random.tensor(20, pairs), random.tensor(20, pairs)];
  const positions = Array.from({ length: rows }, () => random.below(20));
  return { x, options: { cosine, sine, positions, interleaved } };
}

/** @param {Random} random */
function component(random) {
  const distribution = distributions[random.below(6)];
  return { distribution, mean: random.below(5) / 4 - 0.5, sd: random.between(1, 4) / 2, df: 5 };
}

/** @param {Random} random @returns {import('../../../web/engine/types.js').SoftmaxScale} */
const softmaxScale = (random) =>
  random.below(3) === 0 ? 'cosine' : [0.25, -0.5, 1, 0.375, 0, 4][random.below(6)];

/** @param {Random} random */
function drawProblem(random) {
  const dk = random.between(1, 70);
  const keys = random.between(1, 30);
  const masked = random.below(2) === 0 ? random.below(keys) : 0;
  const maskAs = /** @type {const} */ (['blocked', 'zero'])[random.below(2)];
  const seed = random.next();
  const query = component(random);
  const key = component(random);
  const scale = softmaxScale(random);
  const temperature = [0.5, 1, 2][random.below(3)];
  return { dk, keys, masked, maskAs, seed, query, key, scale, temperature };
}

/** @param {Random} random @param {ScoreKind} kind @param {number} dim @param {number} keys @param {number} hidden */
function scoreParameters(random, kind, dim, keys, hidden) {
  if (kind === 'general') return { weight: random.tensor(dim, dim) };
  if (kind === 'location') return { weight: random.tensor(dim, keys) };
  if (kind !== 'additive') return {};
  return {
    queryWeight: random.tensor(dim, hidden),
    keyWeight: random.tensor(dim, hidden),
    vector: random.tensor(hidden),
  };
}

const scaledKinds = ['scaled-dot', 'cosine', 'distance'];

/** @param {import('../../../web/engine/types.js').Moments} moments */
const momentNumbers = ({ count, mean, variance, std, skewness, kurtosis, min, max }) => [
  count,
  mean,
  variance,
  std,
  skewness,
  kurtosis,
  min,
  max,
];

/** @param {import('../../../web/engine/types.js').Spread} spread */
const spreadNumbers = ({ mean, standardError, std, quantiles: { p05, p25, p50, p75, p95 } }) => [
  mean,
  standardError,
  std,
  p05,
  p25,
  p50,
  p75,
  p95,
];

/** @type {Record<string, {calls: number, call: (sd: Engine, random: Random, call: number) => Results}>} */
export const corpus = {
  attention: {
    calls: 160,
    call(sd, random) {
      const { query, key, value, options } = attentionProblem(random);
      if (random.below(2) === 0) {
        const { output, logSumExp } = sd.attention(query, key, value, {
          ...options,
          returns: ['output', 'logSumExp'],
        });
        return [output, logSumExp];
      }
      const results = sd.attention(query, key, value, { ...options, returns: all });
      return all.map((name) => results[name]);
    },
  },
  attentionGradient: {
    calls: 100,
    call(sd, random) {
      const { query, key, value, options } = attentionProblem(random);
      const outputGradient = random.tensor(...query.shape.slice(0, -1), value.shape[3]);
      const gradient = sd.attentionGradient(query, key, value, outputGradient, options);
      return [gradient.query, gradient.key, gradient.value, gradient.bias, gradient.scale];
    },
  },
  multiHeadAttention: {
    calls: 60,
    call(sd, random) {
      const { query, key, value, parameters, options } = multiHeadProblem(random);
      const results = sd.multiHeadAttention(query, key, value, parameters, {
        ...options,
        returns: ['output', 'headOutputs', 'logSumExp'],
      });
      return [results.output, results.headOutputs, results.logSumExp];
    },
  },
  multiHeadAttentionGradient: {
    calls: 40,
    call(sd, random) {
      const { query, key, value, parameters, options, outputGradient } = multiHeadProblem(random);
      const gradient = sd.multiHeadAttentionGradient(
        query,
        key,
        value,
        parameters,
        outputGradient,
        options,
      );
      const { wq, wk, wv, wo, bq, bk, bv, bo, extraKey, extraValue } = gradient.parameters;
      const vectors = [bq, bk, bv, bo, extraKey, extraValue];
      const own = [gradient.query, gradient.key, gradient.value, wq, wk, wv, wo];
      return [...own, ...vectors, gradient.bias, gradient.scale];
    },
  },
  scores: {
    calls: 70,
    call(sd, random, call) {
      const { query, key, options } = scoreProblem(random, call);
      return [sd.scores(query, key, options)];
    },
  },
  scoresGradient: {
    calls: 35,
    call(sd, random, call) {
      const { query, key, options, gradient } = scoreProblem(random, call);
      const own = sd.scoresGradient(query, key, gradient, options);
      const { weight, queryWeight, keyWeight, vector } = own.parameters;
      return [own.query, own.key, weight, queryWeight, keyWeight, vector, own.scale];
    },
  },
  softmax: {
    calls: 30,
    call(sd, random) {
      const { x, axis } = softmaxProblem(random);
      return [sd.softmax(x, { axis })];
    },
  },
  logSoftmax: {
    calls: 30,
    call(sd, random) {
      const { x, axis } = softmaxProblem(random);
      return [sd.logSoftmax(x, { axis })];
    },
  },
  softmaxGradient: {
    calls: 20,
    call(sd, random) {
      const { x, axis, gradient } = softmaxProblem(random);
      return [sd.softmaxGradient(x, gradient, { axis })];
    },
  },
  logSoftmaxGradient: {
    calls: 20,
    call(sd, random) {
      const { x, axis, gradient } = softmaxProblem(random);
      return [sd.logSoftmaxGradient(x, gradient, { axis })];
    },
  },
  softmaxJacobian: {
    calls: 10,
    call: (sd, random) => [sd.softmaxJacobian(jacobianProblem(random).x)],
  },
  softmaxJacobianGradient: {
    calls: 10,
    call(sd, random) {
      const { x, gradient } = jacobianProblem(random);
      return [sd.softmaxJacobianGradient(x, gradient)];
    },
  },
  layerNorm: {
    calls: 20,
    call(sd, random) {
      const { x, weight, bias, epsilon } = normProblem(random);
      const { output, mean, inverseStd } = sd.layerNorm(x, { weight, bias, epsilon });
      return [output, mean, inverseStd];
    },
  },
  layerNormGradient: {
    calls: 20,
    call(sd, random) {
      const { x, weight, bias, epsilon, gradient } = normProblem(random);
      const own = sd.layerNormGradient(x, gradient, { weight, bias, epsilon });
      return [own.input, own.weight, own.bias];
    },
  },
  rmsNorm: {
    calls: 15,
    call(sd, random) {
      const { x, weight, epsilon } = normProblem(random);
      const { output, inverseRms } = sd.rmsNorm(x, { weight, epsilon });
      return [output, inverseRms];
    },
  },
  rmsNormGradient: {
    calls: 15,
    call(sd, random) {
      const { x, weight, epsilon, gradient } = normProblem(random);
      const own = sd.rmsNormGradient(x, gradient, { weight, epsilon });
      return [own.input, own.weight];
    },
  },
  rotaryEmbedding: {
    calls: 20,
    call(sd, random) {
      const { x, options } = rotaryProblem(random);
      return [sd.rotaryEmbedding(x, options)];
    },
  },
  rotaryEmbeddingGradient: {
    calls: 15,
    call(sd, random) {
      const { x, options } = rotaryProblem(random);
      return [sd.rotaryEmbeddingGradient(x, options)];
    },
  },
  entropy: {
    calls: 20,
    call(sd, random) {
      const { x, axis } = softmaxProblem(random);
      return [sd.entropy(sd.softmax(x, { axis }), { axis })];
    },
  },
  softmaxMeasures: {
    calls: 30,
    call(sd, random) {
      const { x, gradient } = softmaxProblem(random);
      const logits = { data: x.data, shape: [x.data.length] };
      const weightGradient = { data: gradient.data, shape: [x.data.length] };
      const row = sd.softmaxMeasures(logits, { weightGradient });
      const { weights, logitGradient, topWeight, entropy, effectiveKeys } = row;
      const { jacobianNorm, outputVariance, logitGradientNorm } = row;
      const sharpness = [topWeight, entropy, effectiveKeys, jacobianNorm, outputVariance];
      return [weights, logitGradient, ...sharpness, logitGradientNorm];
    },
  },
  softmaxSample: {
    calls: 20,
    call(sd, random) {
      const options = drawProblem(random);
      const draw = random.below(1000000);
      const shift = random.below(9) / 4 - 1;
      const sample = sd.softmaxSample({ ...options, draw, shift });
      const { query, key, scores, logits, weightGradient } = sample;
      return [query, key, scores, logits, weightGradient];
    },
  },
  softmaxStatistics: {
    calls: 20,
    call(sd, random) {
      const options = drawProblem(random);
      const compare = Array.from({ length: random.below(4) }, () => softmaxScale(random));
      const draws = random.between(2, 9);
      const result = sd.softmaxStatistics({ ...options, compare, draws, threshold: 0.0625 });
      /** @param {Partial<ComparedSoftmaxStatistics>} rule */
      const ratioNumbers = ({ logitGradientRatio, queryGradientRatio }) =>
        [logitGradientRatio, queryGradientRatio].flatMap((ratio) =>
          ratio ? [ratio.value, ratio.low, ratio.high] : [],
        );
      return [result, ...result.compare].flatMap((rule) => [
        ...spreadNumbers(rule.topWeight),
        ...spreadNumbers(rule.entropy),
        ...spreadNumbers(rule.effectiveKeys),
        ...spreadNumbers(rule.jacobianNorm),
        ...spreadNumbers(rule.outputVariance),
        ...spreadNumbers(rule.logitGradient),
        ...spreadNumbers(rule.queryGradient),
        ...[rule.dead.share, rule.dead.standardError],
        ...[rule.deadQuery.share, rule.deadQuery.standardError],
        ...ratioNumbers(rule),
      ]);
    },
  },
  scorePlane: {
    calls: 20,
    call(sd, random) {
      const [keys, size] = [random.between(1, 9), random.between(1, 40)];
      const extent = random.between(1, 8) / 2;
      const key = random.tensor(keys, 2);
      const functions = Array.from({ length: random.between(1, 4) }, () => {
        const kind = scoreKinds[random.below(7)];
        const hidden = random.between(1, 8);
        const parameters = scoreParameters(random, kind, 2, keys, hidden);
        return { kind, parameters, ...(scaledKinds.includes(kind) && { scale: 0.375 }) };
      });
      return [sd.scorePlane({ functions, key, size, extent }).weights];
    },
  },
  scoreParameters: {
    calls: 14,
    call(sd, random, call) {
      const kind = scoreKinds[call % 7];
      const [dk, keys, hidden] = [1, 1, 1].map((least) => random.between(least, 40));
      const options = { kind, dk, keys, ...(kind === 'additive' && { hidden }) };
      const own = sd.scoreParameters({ ...options, seed: random.next() });
      return [own.weight, own.queryWeight, own.keyWeight, own.vector];
    },
  },
  scoringStatistics: {
    calls: 20,
    call(sd, random) {
      const [dk, keys, seed] = [random.between(1, 40), random.between(1, 20), random.next()];
      const [query, key] = [component(random), component(random)];
      const functions = Array.from({ length: random.between(1, 4) }, () => {
        const kind = scoreKinds[random.below(7)];
        const temperature = [0.5, 1, 2][random.below(3)];
        const hidden = random.between(1, 9);
        const scaled = scaledKinds.includes(kind);
        return {
          ...{ kind, temperature },
          ...(scaled && { scale: 0.375 }),
          ...(kind === 'additive' && { hidden }),
        };
      });
      const draws = random.between(2, 9);
      const range = /** @type {[number, number]} */ ([-1, 1]);
      const options = { dk, keys, seed, query, key, functions, draws, range, bins: 1 };
      return sd
        .scoringStatistics(options)
        .functions.flatMap((one) => [
          ...momentNumbers(one.scores),
          ...spreadNumbers(one.topWeight),
          ...spreadNumbers(one.entropy),
          ...spreadNumbers(one.effectiveKeys),
          ...spreadNumbers(one.jacobianNorm),
          ...spreadNumbers(one.outputVariance),
          ...spreadNumbers(one.logitGradient),
        ]);
    },
  },
  layerNormStages: {
    calls: 15,
    call(sd, random) {
      const [dk, vectors] = [random.between(1, 40), random.between(2, 40)];
      const [lengthSpread, gainSd, biasSd] = [5, 3, 3].map((below) => random.below(below) / 4);
      const project = random.below(2) === 0;
      const seed = random.next();
      const options = { dk, vectors, lengthSpread, gainSd, biasSd, project, seed };
      const { input, normalized, gained, projected } = sd.layerNormStages(options);
      return [input, normalized, gained, ...(projected ? [projected] : [])].flatMap((stage) => [
        ...spreadNumbers(stage.norm),
        stage.cosineDifference,
      ]);
    },
  },
  multiHeadProjections: {
    calls: 20,
    call(sd, random) {
      const { query, key, value, parameters, options } = multiHeadProblem(random);
      const returns = /** @type {const} */ (['projectedQuery', 'projectedKey', 'projectedValue']);
      const all = { ...options, returns };
      const results = sd.multiHeadAttention(query, key, value, parameters, all);
      return returns.map((name) => results[name]);
    },
  },
  matmul: {
    calls: 30,
    call(sd, random) {
      const { left, right, transposeRight, bias } = matrixProblem(random);
      return [sd.matmul(left, right, { transposeRight, bias })];
    },
  },
  productTerms: {
    calls: 30,
    call(sd, random) {
      const { left, right, transposeRight, bias, rows, inner, columns } = matrixProblem(random);
      const [row, column] = [random.below(rows), random.below(columns)];
      const first = { data: left.data.slice(0, rows * inner), shape: [rows, inner] };
      const options = { row, column, transposeRight, bias };
      const { products, sum, value } = sd.productTerms(first, right, options);
      return [...products, sum, value];
    },
  },
  softmaxTerms: {
    calls: 30,
    call(sd, random) {
      const { data } = softmaxProblem(random).x;
      const logits = { data, shape: [data.length] };
      const { max, weight } = sd.softmaxTerms(logits, { index: random.below(data.length) });
      return [max, weight];
    },
  },
  difference: {
    calls: 10,
    call(sd, random) {
      const { x, gradient } = softmaxProblem(random);
      const { largest, scale } = sd.difference(x, gradient);
      return [largest, scale];
    },
  },
  randomTensor: {
    calls: 15,
    call(sd, random) {
      const shape = [random.between(1, 20), random.between(1, 70)];
      const own = {
        sd: random.between(1, 4) / 2,
        seed: random.next(),
        stream: random.below(65536),
      };
      return [sd.randomTensor(shape, own)];
    },
  },
  headAlgebra: {
    calls: 20,
    call(sd, random) {
      const [modelDim, headDim] = [random.between(1, 40), random.between(1, 20)];
      const keyHeads = random.between(1, 3);
      const heads = keyHeads * random.between(1, 3);
      const [valueDim, length] = [random.between(1, 20), random.between(1, 1000)];
      const wq = random.tensor(modelDim, headDim);
      const wk = random.tensor(modelDim, headDim);
      const sizes = { modelDim, heads, keyHeads, headDim, valueDim, length };
      const own = sd.headAlgebra({ ...sizes, wq, wk });
      const { parameters, multiplications, cache } = own;
      return [
        ...[parameters.total, multiplications.total, multiplications.mergedScores, cache.total],
        ...(own.singularValues ?? []),
        ...[own.rank, own.tolerance],
      ];
    },
  },
  handMade: {
    calls: 12,
    call(sd, random) {
      const sentence = () => {
        const count = random.between(1, 64);
        const tokens = Array.from({ length: count }, () => random.below(240));
        return { tokens, kinds: tokens.map(() => tokenKinds[random.below(11)]) };
      };
      const query = sentence();
      const context = random.below(3) === 0 ? sentence() : undefined;
      const { x, wq, wk, wv, wo, ...made } = sd.handMade({ ...query, ...(context && { context }) });
      return [x, made.context, wq, wk, wv, wo];
    },
  },
  'headAlgebra, thin': {
    calls: 20,
    call(sd, random) {
      const [modelDim, headDim] = [random.between(1, 150), random.between(1, 20)];
      const wq = random.tensor(modelDim, headDim);
      const wk = random.tensor(modelDim, headDim);
      const own = sd.headAlgebra({ wq, wk, heads: 1, thin: true });
      return [...(own.singularValues ?? []), own.rank, own.tolerance, own.effectiveRank];
    },
  },
};

/**
 * Yields the results of every call of a function, with numbers as float32 and without missing results.
 * @param {Engine} sd
 * @param {string} name
 * @returns {Generator<Float32Array[]>}
 */
export function* resultsOf(sd, name) {
  const { calls, call } = corpus[name];
  const first = 1000 * Object.keys(corpus).indexOf(name);
  for (let i = 0; i < calls; ++i) {
    yield call(sd, new Random(first + i), i).flatMap((result) => {
      if (result === undefined) return [];
      return [typeof result === 'number' ? Float32Array.of(result) : result.data];
    });
  }
}

/** Returns one hash of the bits of all results of a function. @param {Engine} sd @param {string} name */
export function hashOf(sd, name) {
  /** @returns {Generator<number>} */
  function* words() {
    for (const results of resultsOf(sd, name)) for (const result of results) yield* bitsOf(result);
  }
  return hashOfWords(words());
}
