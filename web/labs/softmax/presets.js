/**
 * "Try this": six claims about the factor and the softmax. The words are in web/i18n/softmax.*.js under
 * softmax.preset.<id>; `values` gives their live numbers, all from the engine.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { SoftmaxRuleStatistics, SoftmaxStatistics } from '../../engine/types.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Preset } from '../lab/types.js' */

import { initialParams } from '../../tables/params.js';
import { ruleOption, statisticsOptions } from '../../tables/softmax.js';
import { oneQuery, topText } from './query.js';

/** Largest number of queries, enough for a sentence, and of random components, so that it takes only a moment. */
const few = 400;
const components = 2e6;

/**
 * Measures a changed state under the rule, and in `compare` without a factor.
 * @param {Engine} engine
 * @param {Params} params
 * @param {Params} [changes]
 */
function statistics(engine, params, changes = {}) {
  const state = { ...params, ...changes };
  const options = statisticsOptions(state);
  const draws = Math.min(few, Math.ceil(components / (options.dk * (options.keys + 1))));
  return engine.softmaxStatistics({
    ...options,
    draws: Math.max(16, draws),
    scale: ruleOption(state),
    compare: ['none'],
  });
}

/**
 * Returns the share of the weight that masked keys get. Computes attention to values that are 1 for them and 0 for the
 * others.
 * @param {Engine} engine
 * @param {Params} params
 */
function maskedWeight(engine, params) {
  const { after, keys } = oneQuery(engine, params);
  const isMasked = Float32Array.from({ length: keys }, (_, i) =>
    Number(i >= keys - Number(params.masked)),
  );
  const { output } = engine.attention(
    { data: new Float32Array(1), shape: [1, 1] },
    { data: new Float32Array(keys), shape: [keys, 1] },
    { data: isMasked, shape: [keys, 1] },
    { mask: { bias: { data: after.logits.data, shape: [1, keys] } } },
  );
  return output.data[0];
}

/**
 * Ties an explanation to its question's experiment, even after the visitor moves on: at other sizes its words would not
 * be true. Nothing is measured twice.
 * @param {Preset} preset
 * @returns {Preset}
 */
function settled({ values, ...preset }) {
  const state = { ...initialParams('softmax'), ...preset.params };
  /** @type {{engine: Engine, format: Format, values: Record<string, string>} | null} */
  let known = null;
  return {
    ...preset,
    values: (engine, _, format) => {
      if (known?.engine !== engine || known.format !== format)
        known = { engine, format, values: values?.(engine, state, format) ?? {} };
      return known.values;
    },
  };
}

/** Writes a whole number as an exponent. @param {number} whole */
const raised = (whole) => String(whole).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);

/** @type {readonly Preset[]} */
const claims = [
  {
    id: 'vanish',
    params: { keys: 256 },
    choices: {
      a: 'nothing has no place on a logarithmic axis',
      b: { x: 256, y: 1 },
      c: { x: 256, y: 2 },
    },
    answer: 'c',
    section: 'vanish',
    values: (engine, params, format) => {
      const [small, middle, large] = [8, 64, 256].map((keys) =>
        statistics(engine, params, { keys }),
      );
      const show = (/** @type {SoftmaxStatistics} */ of) =>
        format.number(of.compare[0].logitGradientRatio.value, 2);
      return {
        few: show(small),
        some: show(middle),
        many: show(large),
        dead: format.share(small.compare[0].dead.share, 0),
        dk: format.integer(Number(params.dk)),
      };
    },
  },
  {
    id: 'why-root',
    params: { dk: 1024, scale: 'inverse' },
    choices: {
      a: { x: 1024, y: 1 },
      b: { x: 1024, y: 6 },
      c: { x: 1024, y: 8 },
    },
    answer: 'c',
    section: 'exponent',
    values: (engine, params, format) => {
      const inverse = statistics(engine, params);
      const root = statistics(engine, params, { scale: 'rsqrt' });
      const median = (/** @type {SoftmaxRuleStatistics} */ of, digits = 3) =>
        format.number(of.effectiveKeys.quantiles.p50, digits);
      return {
        dk: format.integer(Number(params.dk)),
        keys: format.integer(Number(params.keys)),
        inverse: median(inverse, 4),
        root: median(root),
        none: median(root.compare[0]),
      };
    },
  },
  {
    id: 'overflow',
    params: { dk: 4096, scale: 'none' },
    choices: {
      a: 'NaN has no bar',
      b: 'that there are numbers is no number',
    },
    answer: 'b',
    section: 'one',
    values: (engine, params, format) => {
      const { before } = oneQuery(engine, params);
      // A naive softmax would compute e to this power.
      const largest = Math.max(...before.logits.data);
      return {
        dk: format.integer(Number(params.dk)),
        largest: format.integer(largest),
        power: raised(Math.round(largest)),
        top: topText(format, params, statistics(engine, params).topWeight.quantiles.p50, 3),
      };
    },
  },
  {
    id: 'shift',
    params: { shift: 5 },
    choices: {
      a: { in: 'weights-after', y: 1 / 8 },
      b: (engine, params) => ({
        in: 'weights-after',
        y: oneQuery(engine, { ...params, shift: 0 }).after.topWeight,
      }),
      c: { in: 'weights-after', y: 0.99 },
    },
    answer: 'b',
    section: 'one',
    values: (engine, params, format) => {
      const top = (/** @type {Record<string, unknown>} */ changes) =>
        topText(format, params, oneQuery(engine, { ...params, ...changes }).after.topWeight, 3);
      return {
        shift: format.number(Number(params.shift)),
        shifted: top({}),
        plain: top({ shift: 0 }),
        times: top({ shift: 0, temperature: 0.2 }),
      };
    },
  },
  {
    id: 'mask',
    params: { masked: 3, maskAs: 'zero' },
    choices: {
      a: { in: 'weights-after', x: [5, 8], y: 0 },
      b: { in: 'weights-after', x: [5, 8], y: [0, 1 / 8] },
      c: { in: 'weights-after', x: [5, 8], y: [0, 1] },
    },
    answer: 'c',
    section: 'one',
    values: (engine, params, format) => ({
      share: format.share(maskedWeight(engine, params), 0),
      blocked: format.share(maskedWeight(engine, { ...params, maskAs: 'blocked' }), 0),
      masked: format.integer(Number(params.masked)),
    }),
  },
  {
    id: 'unit-variance',
    params: { measure: 'outputVariance' },
    choices: {
      a: { in: 'rsqrt', x: 64, y: 1 },
      b: { in: 'rsqrt', x: 64, y: [0, 1] },
      c: 'the axis ends at 1',
    },
    answer: 'b',
    section: 'bands',
    values: (engine, params, format) => {
      const own = statistics(engine, params).outputVariance;
      const more = statistics(engine, params, { keys: 64 }).outputVariance;
      return {
        keys: format.integer(Number(params.keys)),
        mean: format.number(own.mean, 2),
        more: format.number(more.mean, 2),
      };
    },
  },
];

export const presets = claims.map(settled);
