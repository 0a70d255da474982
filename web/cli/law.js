/** `scaledot law`: the exact distribution of a score, before and after the factor, without sampling. */
import { constant } from '../engine/border/constant.js';
import common from '../i18n/common.en.js';
import { toEngineOptions } from '../tables/variance.js';
import { engineHelp, helpLine, optionLine, resultHelp, ruleHelp } from './options.js';
import { output, results } from './output.js';
import { alternatives, asUsage, combine, numberOf, rulesOf } from './parse.js';
import { differences, ruleName, ruleOptions } from './rules.js';
import { numbers, paragraph, speaker, table } from './text.js';

/** @import { Engine, ScoreCurves, ScoreLaw } from '../engine/index.js' */
/** @import { LawFunctions } from '../engine/types.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {Record<'pdf' | 'cdf' | 'survival', number>} Values */
/** @typedef {Values & {x: number, normal: Values}} Point  x: a score after the factor; normal: values of the normal law with the same mean and variance */
/** @typedef {{exact: number, normal: number}} Outer  the shares beyond `far` standard deviations */
/** @typedef {ReturnType<typeof momentsOf>} Moments */
/** @typedef {{params: Params, options: ReturnType<typeof optionsOf>, result: {before: Moments, after: Moments, points: Point[], outer: Outer}}} Run */

const t = speaker({ en: common, 'zh-Hans': {} });

const others = ['query', 'query-mean', 'query-sd', 'key', 'key-mean', 'key-sd', 'correlation'];

/** The distance from the mean that counts as far, in standard deviations. */
const far = 3;

/** Probabilities. By default the law is evaluated at their quantiles. */
const initialShares = [0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999];
const limits = { share: { min: 0, max: 1 }, place: { min: -1e12, max: 1e12 } };

const line = (/** @type {string[]} */ ...[key, value, about]) =>
  optionLine('variance', key, value, about);

/** @type {Command} */
export const command = {
  name: 'law',
  lab: 'variance',
  keys: ['dk', ...ruleOptions, ...others],
  more: { p: 'string', at: 'string' },
  without: ['workers'],
  help: `npx scaledot law [options]
The exact distribution of a score q.k, before and after the factor, beside the
normal distribution of the same mean and variance. Nothing is drawn at random.

${line('dk', 'N', 'length of a query and of a key')}
${ruleHelp}
${line('alpha', 'A', 'the factor is 1/d_k^A')}
${helpLine('--query LAW', '--query-mean M, --query-sd S; --key ...: see variance')}
${line('correlation', 'R', 'of q with k')}
${helpLine('--p P,P', `at these quantiles (${initialShares[0]} ... ${initialShares.at(-1)})`)}
${helpLine('--at X,X', 'at these scores, after the factor')}
${resultHelp}
${engineHelp().split('\n')[0]}

Several values with commas give one line each. --svg draws one distribution, or
with several --dk the variance against d_k, a line for each rule; every other
option then takes one value.
Examples: npx scaledot law --dk 4 --at 1,2,3
          npx scaledot law --dk 1,4,16,64,256 --scale none,rsqrt,inverse
`,
};

/** @param {Arguments} read @param {Work} work */
export async function run({ values, flags }, work) {
  const dims = values.get('dk') ?? [];
  const rules = rulesOf(values);
  const given = others.filter((key) => values.has(key));
  const parts = given.map((key) => alternatives(key, values.get(key) ?? []));
  const sizes = dims.length > 0 ? [alternatives('dk', dims)] : [];
  const states = combine('variance', [...sizes, rules, ...parts]);
  const growing = dims.length > 1;
  const target = output(
    flags,
    growing ? states.length / (dims.length * rules.length) : states.length,
  );
  const shares = listOf('p', flags.p, limits.share);
  const places = listOf('at', flags.at, limits.place);
  const engine = await work.engine(flags, 0);
  const isAsked = shares.length + places.length > 0;
  const wanted = { places, shares: isAsked ? shares : initialShares };
  const runs = states.map((params) => measure(engine, params, wanted));
  return target.write({
    json: results(runs),
    text: () => (runs.length === 1 ? one(runs[0]) : many(runs, isAsked)),
    rows: () => runs.flatMap(rowsOf),
    picture: async () => {
      const pictures = await import('./law-picture.js');
      return growing ? pictures.growth(engine, runs) : pictures.law(engine, runs[0]);
    },
  });
}

/** @param {string} option @param {string | true | undefined} text @param {{min: number, max: number}} limit */
const listOf = (option, text, limit) =>
  text === undefined
    ? []
    : String(text)
        .split(',')
        .map((word) => numberOf(option, word, limit, NaN));

/** @param {Params} params */
function optionsOf(params) {
  const { dk, scale, query, key, correlation } = toEngineOptions(params);
  return { dk, scale, query, key, correlation };
}

/**
 * @param {Engine} engine
 * @param {Params} params
 * @param {{shares: number[], places: number[]}} wanted
 * @returns {Run}
 */
function measure(engine, params, { shares, places }) {
  const options = optionsOf(params);
  try {
    const { before, after } = engine.scoreCurves(options, { points: 1 });
    const law = engine.scoreLaw(options);
    const xs = [...new Set([...law.quantile(shares), ...places])].sort((a, b) => a - b);
    const [own, normal] = [law, law.normal].map((of) => valuesAt(of, xs));
    const points = xs.map((x, i) => ({ x, ...own(i), normal: normal(i) }));
    const outer = outerOf(law, after.spacing);
    const result = { before: momentsOf(before), after: momentsOf(after), points, outer };
    return { params, options, result };
  } catch (error) {
    throw asUsage(error);
  }
}

/** @param {ScoreCurves['after']} curve */
function momentsOf({ kind, scale, mean, variance, std, skewness, kurtosis, spacing }) {
  return { kind, scale, mean, variance, std, skewness, kurtosis, spacing };
}

/** @param {Readonly<LawFunctions>} law @param {number[]} xs @returns {(i: number) => Values} */
function valuesAt(law, xs) {
  const [pdf, cdf, survival] = [law.pdf(xs), law.cdf(xs), law.survival(xs)];
  return (i) => ({ pdf: pdf[i], cdf: cdf[i], survival: survival[i] });
}

/** @param {ScoreLaw} law @param {number} spacing @returns {Outer} */
function outerOf(law, spacing) {
  const [low, high] = [-far, far].map((sds) => law.mean + sds * law.std);
  // A lattice point at exactly this distance is not beyond it, but cdf(low) includes it.
  const hair = 1e-6 * spacing;
  return {
    exact: law.cdf(low - hair) + law.survival(high + hair),
    normal: law.normal.cdf(low) + law.normal.survival(high),
  };
}

// Results -------------------------------------------------------------------------------------------

/** Names of the engine's kinds of laws. @type {Readonly<Record<Moments['kind'], string>>} */
const kinds = {
  normal: 'normal',
  'variance-gamma': 'variance gamma',
  'chi-squared': 'chi-squared',
  lattice: 'on a lattice',
  inverted: 'from its characteristic function',
  point: 'a single value',
};

/** @param {Params} params */
function factorOf(params) {
  const name = ruleName(params);
  const { scale } = params;
  return `factor ${scale === 'none' ? '1: no scaling' : name}`;
}

const pointsTitle = 'At scores x, after the factor';
const pointHeads = ['x', 'density', 'P(≤ x)', 'P(> x)', 'normal:', 'P(≤ x)', 'P(> x)'];

/** One row for each point. @param {Run['result']} result */
function pointCells({ after, points }) {
  const { number } = numbers;
  // Cancellation leaves small rounding errors.
  const place = (/** @type {number} */ x) => number(Math.abs(x) < 1e-9 * after.std ? 0 : x);
  const values = (/** @type {Values} */ { pdf, cdf, survival }) =>
    [pdf, cdf, survival].map((value) => number(value, 3));
  return points.map(({ x, normal, ...own }) => [place(x), ...values(own), ...values(normal)]);
}

/** @param {Run} run */
function one({ params, options, result }) {
  const { before, after, outer } = result;
  const { number } = numbers;
  const percent = (/** @type {number} */ share) => `${number(100 * share, 3)}%`;
  const moments = constant(['variance', 'mean', 'std', 'skewness', 'kurtosis']);
  const spacing =
    before.spacing > 0 ? [['spacing', number(before.spacing), number(after.spacing)]] : [];
  const verdict = paragraph(
    `${percent(outer.exact)} of the scores lie more than ${far} standard deviations from the mean (normal distribution: ${percent(outer.normal)}).`,
  );
  return [
    paragraph(`A score, d_k = ${options.dk}, ${factorOf(params)}; ${kinds[before.kind]}`),
    table([
      ['', 'q·k', 'after the factor'],
      ...moments.map((of) => [t(`common.moment.${of}`), number(before[of]), number(after[of])]),
      ...spacing,
    ]),
    pointsTitle,
    table([pointHeads, ...pointCells(result)], 0),
    ...(after.std > 0 ? [verdict] : []),
  ].join('\n\n');
}

/**
 * One row for each run, with the options that differ in the first columns.
 * @param {readonly Run[]} runs
 * @param {boolean} isAsked  whether points were requested
 */
function many(runs, isAsked) {
  const { heads, cells } = differences(
    'variance',
    runs.map(({ params }) => params),
  );
  const { number } = numbers;
  const rows = runs.map(({ params, result: { before, after } }) => [
    ...cells(params),
    ...[before.variance, after.variance, after.std, after.skewness, after.kurtosis].map((value) =>
      number(value),
    ),
  ]);
  const points = runs.flatMap(({ params, result }) =>
    pointCells(result).map((line) => [...cells(params), ...line]),
  );
  return [
    'Exact variance of a score, and further moments after the factor',
    table([[...heads, 'q·k', 'after the factor', 'sd', 'skewness', 'kurtosis'], ...rows]),
    ...(isAsked ? [pointsTitle, table([[...heads, ...pointHeads], ...points])] : []),
  ].join('\n\n');
}

/** One row for each point. @param {Run} run */
function rowsOf({ params, options: { dk, correlation }, result: { before, after, points } }) {
  const { kind, scale, mean, variance, std, skewness, kurtosis } = after;
  const law = { kind, mean, variance, std, skewness, kurtosis, unscaledVariance: before.variance };
  return points.map(({ normal, ...own }) => ({
    ...{ dk, query: String(params.queryDistribution), key: String(params.keyDistribution) },
    ...{ correlation, factor: scale, ...law, ...own },
    ...{ normalPdf: normal.pdf, normalCdf: normal.cdf, normalSurvival: normal.survival },
  }));
}
