/**
 * One query and its keys, without a factor and under the rule of the state: from the sample, or with the visitor's own
 * scores. Every number is the engine's.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { SoftmaxScale, Tensor } from '../../engine/types.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { Params } from '../parts/section.js' */
/** @import { Query, Side } from './types.js' */

import { drawOptions, isAlone, ownScores, ruleOption, shownKeys } from '../../tables/softmax.js';

/**
 * Writes the largest weight. Of several keys none gets all, even if the engine's 32 bits say 1.
 * @param {Format} format
 * @param {Params} params
 * @param {number} weight
 * @param {number} [digits]
 */
export const topText = (format, params, weight, digits) =>
  format.weight(isAlone(params) ? weight : Math.min(weight, 1 - Number.EPSILON), digits);

/** Returns what one query depends on. @param {Params} params */
export const queryNeeds = (params) => ({
  options: {
    ...drawOptions(params),
    keys: shownKeys(params),
    shift: Number(params.shift),
    draw: Number(params.draw),
  },
  rule: ruleOption(params),
  own: ownScores(params),
});

/** @typedef {ReturnType<typeof queryNeeds>} QueryNeeds */

/** The query that was computed last. Several pictures show the same one. @type {WeakMap<Engine, {of: string, query: Query}>} */
const known = new WeakMap();

/** @param {Engine} engine @param {Params} params */
export const oneQuery = (engine, params) => queryOf(engine, queryNeeds(params));

/** @param {Engine} engine @param {QueryNeeds} needs */
export function queryOf(engine, needs) {
  const of = JSON.stringify(needs);
  const found = known.get(engine);
  if (found?.of === of) return found.query;
  const query = computeQuery(engine, needs);
  known.set(engine, { of, query });
  return query;
}

/** @param {Engine} engine @param {QueryNeeds} needs @returns {Query} */
function computeQuery(engine, { options, rule, own }) {
  const sampleOf = (/** @type {SoftmaxScale} */ scale) =>
    engine.softmaxSample({ ...options, scale });
  const [plain, ruled] = [sampleOf('none'), sampleOf(rule)];
  /** @param {typeof plain} sample @returns {Side} */
  const side = ({ logits, factor, weightGradient }) => {
    const given = own.length > 0 ? ownLogits(engine, own, factor, options) : logits;
    const measured = engine.softmaxMeasures(given, { weightGradient });
    return {
      ...measured,
      logits: given,
      logSum: measured.logSumExp,
      logitGradientNorm: Number(measured.logitGradientNorm),
    };
  };
  return {
    keys: options.keys,
    own: own.length > 0,
    scores: own.length > 0 ? own : plain.scores.data,
    cosines: rule === 'cosine' ? ruled.scores.data : null,
    factor: ruled.factor,
    before: side(plain),
    after: side(ruled),
  };
}

/**
 * Returns the logits of the visitor's own scores. A product with the factor, with the shift as the bias, lets the
 * engine scale and shift them.
 * @param {Engine} engine
 * @param {number[]} scores
 * @param {number} factor
 * @param {{temperature: number, shift: number, masked: number, maskAs: string}} options
 * @returns {Tensor}
 */
function ownLogits(engine, scores, factor, { temperature, shift, masked, maskAs }) {
  const count = scores.length;
  const { data } = engine.matmul(
    { data: Float32Array.from(scores), shape: [count, 1] },
    { data: Float32Array.of(factor / temperature), shape: [1, 1] },
    { bias: { data: Float32Array.of(shift), shape: [1] } },
  );
  return { data: data.fill(maskAs === 'blocked' ? -Infinity : 0, count - masked), shape: [count] };
}
