/**
 * `scaledot scoring`: eight scoring functions on the same random vectors: their scores, the sharpness of the weights,
 * and their costs.
 */
import { constant } from '../engine/border/constant.js';
import words from '../i18n/scoring.en.js';
import story from '../i18n/scoring.story.en.js';
import { costOptions, functionNames, statisticsOptions } from '../tables/scoring.js';
import { engineHelp, helpLine, optionLine, resultHelp } from './options.js';
import { output, results } from './output.js';
import { alternatives, combine } from './parse.js';
import { differences } from './rules.js';
import { counted, numbers, paragraph, speaker, table } from './text.js';

/** @import { ScoreCost, ScoringFunctionStatistics, ScoringStatistics } from '../engine/types.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { FunctionName } from '../tables/scoring.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {ScoringStatistics & {costs: ScoreCost[]}} Result  costs: for as many queries as keys */
/** @typedef {{params: Params, options: ReturnType<typeof statisticsOptions>, result: Result}} Run */

const t = speaker({ en: { ...words, ...story }, 'zh-Hans': {} });

const keys = [
  ...['dk', 'keys', 'temperature', 'units', 'draws', 'seed'],
  ...['query', 'query-mean', 'query-sd', 'key', 'key-mean', 'key-sd'],
];

const line = (/** @type {string[]} */ ...[key, value, about]) =>
  optionLine('scoring', key, value, about);

/** @type {Command} */
export const command = {
  name: 'scoring',
  lab: 'scoring',
  keys,
  without: ['svg'],
  help: `npx scaledot scoring [options]
Eight scoring functions on the same random vectors: what their scores are like,
how sharp the weights are that softmax makes of them, and what they cost.
${functionNames.join(', ')}.

${line('dk', 'N', 'length of a query and of a key')}
${line('keys', 'N', 'keys of every query')}
${line('temperature', 'T', 'of the second cosine')}
${line('units', 'N', 'hidden units of additive')}
${line('draws', 'N', 'number of queries')}
${line('seed', 'N')}
${helpLine('--query LAW', '--query-mean M, --query-sd S; --key ...: see variance')}
${resultHelp.split('\n')[0]}
${engineHelp()}

Several values with commas make several runs: --dk 16,64,256
Example: npx scaledot scoring --dk 256 --keys 32
`,
};

const noun = constant(['query', 'queries']);

/** @param {Arguments} read @param {Work} work */
export async function run({ values, flags }, work) {
  const given = keys.filter((key) => values.has(key));
  const states = combine(
    'scoring',
    given.map((key) => alternatives(key, values.get(key) ?? [])),
  );
  const target = output(flags);
  const engine = await work.engine(flags);
  /** @type {Run[]} */
  const runs = [];
  for (const [index, params] of states.entries()) {
    const options = statisticsOptions(params);
    const turn = { index, runs: states.length };
    const measured = await work.run(engine, 'scoringStatistics', options, noun, turn);
    const costs = functionNames.map((name) => engine.scoreCost(costOptions(params, name)));
    runs.push({ params, options, result: { ...measured, costs } });
  }
  return target.write({
    json: results(runs),
    text: () => (runs.length === 1 ? one(runs[0]) : many(runs)),
    rows: () => runs.flatMap(rowsOf),
  });
}

const sharpness = constant(['topWeight', 'effectiveKeys', 'logitGradient']);
const sharpnessHeads = ['largest', 'effective', '|dL/dz|'];

/** The cells of a function's row. @param {ScoringFunctionStatistics} of */
const cellsOf = ({ scores, ...of }) => [
  ...[scores.mean, scores.std, scores.kurtosis].map((value) => numbers.number(value, 3)),
  ...sharpness.map((name) => numbers.number(of[name].quantiles.p50, 3)),
];

/** @param {FunctionName} name */
const nameOf = (name) => t(`scoring.function.${name}`);

/** @param {Run} run */
function one({ options, result }) {
  const { dk, keys: count, seed } = options;
  const { number, integer } = numbers;
  const sd = (/** @type {FunctionName} */ name) =>
    number(result.functions[functionNames.indexOf(name)].scores.std, 3);
  const laws = functionNames.map((name, i) => [nameOf(name), ...cellsOf(result.functions[i])]);
  const costs = functionNames.map((name, i) => {
    const { parameters, multiplications, tangents } = result.costs[i];
    return [nameOf(name), ...[parameters, multiplications, tangents].map(integer)];
  });
  const [scaled, dot, additive, cosine] = [sd('scaled'), sd('dot'), sd('additive'), sd('cosine')];
  return [
    paragraph(
      `${counted(result.draws, ...noun)} with ${counted(count, 'key')} each, d_k = ${dk}, seed ${seed}: scores, and medians of the largest weight, of the effective number of keys and of |dL/dz|`,
    ),
    table([['', 'mean', 'sd', 'kurtosis', ...sharpnessHeads], ...laws]),
    `Cost of ${counted(count, ...noun)} with ${counted(count, 'key')}`,
    table([['', 'parameters', 'multiplications', 'tangents'], ...costs]),
    paragraph(t('scoring.laws.summary', { dk, dot, scaled, additive, cosine })),
  ].join('\n\n');
}

/** @param {readonly Run[]} runs */
function many(runs) {
  const { heads, cells } = differences(
    'scoring',
    runs.map(({ params }) => params),
  );
  const rows = runs.flatMap(({ params, result }) =>
    functionNames.map((name, i) => [
      nameOf(name),
      ...cells(params),
      ...cellsOf(result.functions[i]),
    ]),
  );
  return [
    paragraph(
      'Scores of random queries, and medians of the largest weight, of the effective number of keys and of |dL/dz|',
    ),
    table([['', ...heads, 'mean', 'sd', 'kurtosis', ...sharpnessHeads], ...rows]),
  ].join('\n\n');
}

/** One row for each function. @param {Run} run */
function rowsOf({ params, options, result }) {
  const { dk, keys: count, seed, draws } = options;
  const { temperature, units } = params;
  const place = { dk, keys: count, units: Number(units), seed, draws };
  return functionNames.map((name, i) => {
    const { kind, scale, scores, histogram: _, ...measured } = result.functions[i];
    const { mean, std, skewness, kurtosis, min, max } = scores;
    const own = { function: name, kind, factor: scale, mean, std, skewness, kurtosis, min, max };
    const tau = name === 'temperature' ? Number(temperature) : 1;
    return { ...place, ...own, temperature: tau, ...spreadsOf(measured), ...result.costs[i] };
  });
}

/** Measures of a query that have a mean, its standard error and a median. */
const measures = constant([
  'topWeight',
  'entropy',
  'effectiveKeys',
  'jacobianNorm',
  'outputVariance',
  'logitGradient',
]);

/** @param {Pick<ScoringFunctionStatistics, typeof measures[number]>} of */
const spreadsOf = (of) =>
  Object.fromEntries(
    measures.flatMap((name) => {
      const { mean, standardError, quantiles } = of[name];
      return [
        [name, mean],
        [`${name}Error`, standardError],
        [`${name}Median`, quantiles.p50],
      ];
    }),
  );
