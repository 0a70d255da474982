/**
 * "Try this": six beliefs about the factor and the softmax. The words stand in web/i18n/softmax.*.js under
 * softmax.preset.<id>; `values` gives their live numbers, all from the engine.
 */
import { statisticsOptions } from '../../tables/softmax.js';
import { oneQuery } from './query.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').SoftmaxStatistics} SoftmaxStatistics */
/** @typedef {import('../../i18n/index.js').Format} Format */
/** @typedef {import('../../state.js').Params} Params */

/** Enough queries for a sentence, and no more random components than a moment's. */
const few = 400;
const components = 2e6;

/**
 * Without a factor, and in `compare` under the rule, with something changed in the current state.
 * @param {Engine} engine
 * @param {Params} params
 * @param {Record<string, unknown>} [changes]
 */
function statistics(engine, params, changes = {}) {
  const options = statisticsOptions(/** @type {Params} */ ({ ...params, ...changes }));
  const draws = Math.min(few, Math.ceil(components / (options.dk * (options.keys + 1))));
  return engine.softmaxStatistics({ ...options, draws: Math.max(16, draws) });
}

/**
 * The mean gradients without a factor, as a multiple of those with it.
 * @param {SoftmaxStatistics} of
 */
const gradientRatio = ({ logitGradient, compare }) =>
  logitGradient.mean / compare[0].logitGradient.mean;

/**
 * How much of the weight the masked keys get: attention to values that are 1 for them and 0 for the others.
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
  return /** @type {{data: Float32Array}} */ (output).data[0];
}

/** @type {readonly import('../presets.js').Preset[]} */
export const presets = [
  {
    id: 'vanish',
    params: { keys: 256 },
    choices: ['a', 'b', 'c'],
    answer: 'c',
    section: 'vanish',
    values: (engine, params, format) => {
      const [small, middle, large] = [8, 64, 256].map((keys) =>
        statistics(engine, params, { keys }),
      );
      const show = (/** @type {SoftmaxStatistics} */ of) => format.number(gradientRatio(of), 2);
      return {
        few: show(small),
        some: show(middle),
        many: show(large),
        dead: format.share(small.dead.share, 0),
        dk: format.integer(Number(params.dk)),
      };
    },
  },
  {
    id: 'why-root',
    params: { dk: 1024, scale: 'inverse' },
    choices: ['a', 'b', 'c'],
    answer: 'c',
    section: 'exponent',
    values: (engine, params, format) => {
      const { compare } = statistics(engine, params);
      const root = statistics(engine, params, { scale: 'rsqrt' });
      const show = (/** @type {SoftmaxStatistics} */ of) =>
        format.number(of.compare[0].effectiveKeys.quantiles.p50, 3);
      return {
        dk: format.integer(Number(params.dk)),
        keys: format.integer(Number(params.keys)),
        inverse: format.number(compare[0].effectiveKeys.quantiles.p50, 4),
        root: show(root),
        none: format.number(root.effectiveKeys.quantiles.p50, 3),
      };
    },
  },
  {
    id: 'overflow',
    params: { dk: 4096, scale: 'none' },
    choices: ['a', 'b'],
    answer: 'b',
    section: 'one',
    values: (engine, params, format) => {
      const { before } = oneQuery(engine, params);
      return {
        dk: format.integer(Number(params.dk)),
        largest: format.number(Math.max(...before.logits.data.map(Math.abs)), 3),
        top: format.number(statistics(engine, params).topWeight.quantiles.p50, 3),
        sum: format.number(before.logSum, 3),
      };
    },
  },
  {
    id: 'shift',
    params: { shift: 5 },
    choices: ['a', 'b', 'c'],
    answer: 'b',
    section: 'one',
    values: (engine, params, format) => {
      const top = (/** @type {Record<string, unknown>} */ changes) =>
        format.number(oneQuery(engine, { ...params, ...changes }).after.topWeight, 3);
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
    choices: ['a', 'b', 'c'],
    answer: 'c',
    section: 'one',
    values: (engine, params, format) => ({
      share: format.share(maskedWeight(engine, params), 0),
      blocked: format.share(
        maskedWeight(engine, /** @type {Params} */ ({ ...params, maskAs: 'blocked' })),
        0,
      ),
      masked: format.integer(Number(params.masked)),
    }),
  },
  {
    id: 'unit-variance',
    params: { measure: 'outputVariance' },
    choices: ['a', 'b', 'c'],
    answer: 'b',
    section: 'bands',
    values: (engine, params, format) => {
      const own = statistics(engine, params).compare[0].outputVariance;
      const more = statistics(engine, params, { keys: 64 }).compare[0].outputVariance;
      return {
        keys: format.integer(Number(params.keys)),
        mean: format.number(own.mean, 2),
        more: format.number(more.mean, 2),
      };
    },
  },
];
