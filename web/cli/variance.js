/** `scaledot variance`: the scores of random queries and keys, before and after the factor, compared with theory. */
import { constant } from '../engine/border/constant.js';
import common from '../i18n/common.en.js';
import words from '../i18n/variance.en.js';
import { covers, errorOfVariance, interval95, withInterval } from '../pictures/numbers.js';
import { toEngineOptions } from '../tables/variance.js';
import { engineHelp, helpLine, optionLine, resultHelp, ruleHelp } from './options.js';
import { alternatives, combine, rulesOf } from './parse.js';
import { output, results } from './output.js';
import { differences, ruleName, ruleOptions } from './rules.js';
import { counted, numbers, paragraph, speaker, table } from './text.js';

/** @import { ScoreStatistics, ScoreTheory } from '../engine/index.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {{params: Params, options: ReturnType<typeof toEngineOptions>, result: ScoreStatistics, theory: ScoreTheory}} Run  theory: before the factor */

const t = speaker({ en: { ...common, ...words }, 'zh-Hans': {} });

/** In the order of help and of the combinations. The rules of scaling come between `sizes` and `others`. */
const sizes = ['dk'];
const others = [
  ...['queries', 'keys', 'seed', 'generator', 'bins'],
  ...['query', 'query-mean', 'query-sd', 'key', 'key-mean', 'key-sd', 'correlation'],
];

const line = (/** @type {string[]} */ ...[key, value, about]) =>
  optionLine('variance', key, value, about);

/** @type {Command} */
export const command = {
  name: 'variance',
  lab: 'variance',
  keys: [...sizes, ...ruleOptions, ...others],
  help: `npx scaledot variance [options]
The scores of random queries and keys, before and after the factor, and theory.

${line('dk', 'N', 'length of a query and of a key')}
${line('queries', 'N')}
${line('keys', 'N')}
${ruleHelp}
${line('alpha', 'A', 'the factor is 1/d_k^A')}
${line('seed', 'N')}
${line('generator', 'G')}
${line('query', 'LAW', 'of components')}
${helpLine('--query-mean M', '--query-sd S: mean and standard deviation (0, 1)')}
${helpLine('--key LAW', '--key-mean M, --key-sd S: the same for keys')}
${line('correlation', 'R', 'of q with k')}
${line('bins', 'N', 'of the histogram')}
${resultHelp}
${engineHelp()}

Several values with commas give one line each: --dk 16,64,256 --scale none,rsqrt
Example: npx scaledot variance --dk 64 --queries 10000 --keys 10000 --svg a.svg
`,
};

/** @param {Arguments} read @param {Work} work */
export async function run({ values, flags }, work) {
  const part = (/** @type {string} */ key) => alternatives(key, values.get(key) ?? []);
  const given = (/** @type {string} */ key) => values.has(key);
  const states = combine('variance', [
    ...sizes.filter(given).map(part),
    rulesOf(values),
    ...others.filter(given).map(part),
  ]);
  const target = output(flags, states.length);
  const engine = await work.engine(flags);
  /** @type {Run[]} */
  const runs = [];
  for (const [index, params] of states.entries()) {
    const given = toEngineOptions(params);
    const options = { ...given, ...engine.scoreCurves(given, { points: 1 }).histogram };
    const turn = { index, runs: states.length };
    const result = await work.run(engine, 'scoreStatistics', options, ['score', 'scores'], turn);
    const theory = engine.scoreTheory({ ...options, scale: 'none' });
    runs.push({ params, options, result, theory });
  }
  return target.write({
    json: results(runs),
    text: () => (runs.length === 1 ? one(runs[0]) : many(runs)),
    rows: () => runs.map(row),
    picture: async () => {
      const { picture } = await import('./variance-picture.js');
      return picture(engine, runs[0]);
    },
  });
}

/** @param {Params} params */
function sample(params) {
  const { queries, keys, dk, correlation } = toEngineOptions(params);
  const vectors = `${counted(queries, 'query', 'queries')} with ${counted(keys, 'key')}`;
  const own = correlation === 0 ? '' : ', each with two vectors of its own';
  const scores = counted(queries * keys, 'score');
  return paragraph(`${scores} of ${vectors}${own}, d_k = ${dk}, seed ${params.seed}`);
}

/**
 * The standard error of a moment. That of the variance is NaN if there are too few scores.
 * @param {{count: number}} scores
 * @param {{mean: number, variance: number}} errors
 * @param {'mean' | 'variance'} moment
 */
const errorOf = (scores, errors, moment) =>
  moment === 'variance' ? errorOfVariance(scores, errors) : errors.mean;

/** A table of measured and theoretical values. @param {Run} run */
function one({ params, result, theory }) {
  const { scores, unscaled, scale, standardError: error, unscaledStandardError: before } = result;
  const rule = ruleName(params);
  const value = numbers.number(scale);
  const { number } = numbers;
  const estimate = (/** @type {number} */ value, /** @type {number} */ of) =>
    withInterval(numbers, value, of);
  const moments = constant(['std', 'skewness', 'kurtosis']);
  const rows = [
    ['', 'q·k', 'theory', 'after the factor', 'theory'],
    ...constant(['variance', 'mean']).map((of) => {
      return [
        t(`common.moment.${of}`),
        estimate(unscaled[of], errorOf(unscaled, before, of)),
        number(theory[of]),
        estimate(scores[of], errorOf(scores, error, of)),
        number(result.theory[of]),
      ];
    }),
    ...moments.map((of) => [
      t(`common.moment.${of}`),
      number(unscaled[of]),
      number(theory[of]),
      number(scores[of]),
      number(result.theory[of]),
    ]),
    ['smallest', number(unscaled.min), '', number(scores.min), ''],
    ['largest', number(unscaled.max), '', number(scores.max), ''],
  ];
  return [
    `${sample(params)}\nfactor ${rule === value ? rule : `${rule} = ${value}`}; ± 95%`,
    table(rows),
    paragraph(verdict(result)),
  ].join('\n\n');
}

/** @param {ScoreStatistics} result */
function verdict({ scores, standardError, theory }) {
  const { variance } = scores;
  const error = errorOfVariance(scores, standardError);
  if (!Number.isFinite(variance)) return 'One score alone has no variance.';
  if (!Number.isFinite(error) || !(theory.variance > 0))
    return 'There is no interval for the variance of these scores.';
  const [low, high] = interval95(variance, error);
  const word = covers(variance, error, theory.variance) ? 'covers' : 'misses';
  return t(`variance.histogram.${word}`, {
    low: numbers.number(low),
    high: numbers.number(high),
    theory: numbers.number(theory.variance),
  });
}

/** One row for each run, with the options that differ in the first columns. @param {readonly Run[]} runs */
function many(runs) {
  const { heads, cells } = differences(
    'variance',
    runs.map(({ params }) => params),
  );
  const { number } = numbers;
  const rows = runs.map(({ params, result, theory }) => {
    const { scores, unscaled, standardError: error, unscaledStandardError: before } = result;
    return [
      ...cells(params),
      withInterval(numbers, unscaled.variance, errorOfVariance(unscaled, before)),
      number(theory.variance),
      withInterval(numbers, scores.variance, errorOfVariance(scores, error)),
      number(result.theory.variance),
    ];
  });
  const inside = runs.filter(({ result: { scores, standardError, theory } }) =>
    covers(scores.variance, errorOfVariance(scores, standardError), theory.variance),
  ).length;
  return [
    'Variance of the scores of random queries and keys; ± 95%',
    table([[...heads, 'q·k', 'theory', 'after the factor', 'theory'], ...rows]),
    `${inside} of ${runs.length} intervals after the factor contain the theoretical variance.`,
  ].join('\n\n');
}

/** @param {Run} run */
function row({ options, result, theory }) {
  const { scores, unscaled, standardError, scale, query, key } = result;
  const { dk, queries, keys, seed, generator, correlation } = options;
  return {
    ...{ dk, queries, keys, seed, generator, correlation, factor: scale },
    ...{ count: scores.count, mean: scores.mean, meanError: standardError.mean },
    ...{ variance: scores.variance, varianceError: standardError.variance, std: scores.std },
    ...{ skewness: scores.skewness, kurtosis: scores.kurtosis, min: scores.min, max: scores.max },
    ...{ theoryMean: result.theory.mean, theoryVariance: result.theory.variance },
    ...{ unscaledVariance: unscaled.variance, unscaledTheoryVariance: theory.variance },
    ...{ queryMean: query.mean, queryStd: query.std, keyMean: key.mean, keyStd: key.std },
  };
}
