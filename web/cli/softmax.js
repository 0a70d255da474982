/**
 * `scaledot softmax`: the sharpness of the weights of random queries, and how much of a gradient they pass on, rule by
 * rule.
 */
import { constant } from '../engine/border/constant.js';
import { scaleRules } from '../engine/border/limits.js';
import words from '../i18n/softmax.en.js';
import { withInterval } from '../pictures/numbers.js';
import { drawOptions, isAlone, ruleOption } from '../tables/softmax.js';
import { engineHelp, helpLine, optionLine, resultHelp } from './options.js';
import { output, results } from './output.js';
import { alternatives, combine, rulesOf, stateOf, wrong } from './parse.js';
import { byRule, differences, ruleName, ruleOptions } from './rules.js';
import { counted, numbers, paragraph, speaker, table } from './text.js';

/** @import { SoftmaxStatistics, Spread } from '../engine/types.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {{params: Params, options: ReturnType<typeof optionsOf>, result: SoftmaxStatistics}} Run */

const t = speaker({ en: words, 'zh-Hans': {} });

const sizes = constant(['dk', 'keys']);
const others = [
  ...['temperature', 'masked', 'mask-as', 'draws', 'seed'],
  ...['query', 'query-mean', 'query-sd', 'key', 'key-mean', 'key-sd'],
];
const initialRules = ['none', 'rsqrt'];
/** Options of the picture, which takes a single value of each. */
const looks = ['measure', 'axis'];

const line = (/** @type {string[]} */ ...[key, value, about]) =>
  optionLine('softmax', key, value, about);

/** @type {Command} */
export const command = {
  name: 'softmax',
  lab: 'softmax',
  keys: [...sizes, ...ruleOptions, ...others, ...looks],
  help: `npx scaledot softmax [options]
How sharp the weights of many random queries are, and how much of a gradient
they let through, under several factors on the same vectors.

${line('dk', 'N', 'length of a query and of a key')}
${line('keys', 'N', 'keys of every query')}
${line('masked', 'N', 'of them masked, --mask-as blocked or zero')}
${helpLine('--scale RULES', `${[...scaleRules, 'cosine'].join(', ')}, or numbers (${initialRules.join()})`)}
${line('alpha', 'A', 'one more rule, 1/d_k^A')}
${line('temperature', 'T', 'divides the logits')}
${line('draws', 'N', 'number of queries')}
${line('seed', 'N')}
${helpLine('--query LAW', '--query-mean M, --query-sd S; --key ...: see variance')}
${resultHelp}
${line('measure', 'M', 'of the picture')}
${line('axis', 'A', 'of the picture, against')}
${engineHelp()}

Several values with commas give one line each: --dk 4,16,64,256 --keys 8
Example: npx scaledot softmax --dk 1024 --svg a.svg --measure logitGradient
`,
};

const noun = constant(['query', 'queries']);

/** @param {Arguments} read @param {Work} work */
export async function run({ values, flags }, work) {
  const part = (/** @type {string} */ key) => alternatives(key, values.get(key) ?? []);
  const given = (/** @type {string} */ key) => values.has(key);
  for (const key of looks) {
    const list = values.get(key) ?? [];
    if (list.length > 1) throw wrong(key, list.join(','), 'one of them');
  }
  const rules = rulesOf(values, initialRules).map((rule) => stateOf('softmax', rule));
  const states = combine('softmax', [...sizes, ...others, ...looks].filter(given).map(part));
  const axis = axisOf(values, states[0]);
  const along = Math.max(1, values.get(axis)?.length ?? 1);
  const target = output(flags, states.length / along);
  // Without several values along the axis, the picture uses those of the lab.
  const drawn = flags.svg && along < 2 ? (await import('../pictures/sweep.js')).sizesOf : null;
  const extra = drawn ? drawn(axis, drawOptions(states[0])) : [];
  const engine = await work.engine(flags);
  /** @type {Run[]} */
  const runs = [];
  const count = states.length + extra.length;
  for (const [index, params] of states.entries()) {
    const options = optionsOf(params, rules);
    const turn = { index, runs: count };
    const result = await work.run(engine, 'softmaxStatistics', options, noun, turn);
    runs.push({ params, options, result });
  }
  return target.write({
    json: results(runs),
    text: () => (runs.length === 1 ? one(runs[0], rules) : many(runs, rules)),
    rows: () => runs.flatMap((each) => rowsOf(each, rules)),
    picture: async () => {
      const { picture, drawsAt } = await import('./softmax-picture.js');
      const places = drawn ? [] : runs;
      for (const [index, size] of extra.entries()) {
        const params = stateOf('softmax', { ...runs[0].params, [axis]: size });
        const options = drawsAt(optionsOf(params, rules));
        const turn = { index: states.length + index, runs: count };
        const result = await work.run(engine, 'softmaxStatistics', options, noun, turn);
        places.push({ params, options, result });
      }
      return picture(places, rules, axis, runs[0]);
    },
  });
}

/** @param {Map<string, string[]>} values @param {Params} params @returns {'dk' | 'keys'} */
function axisOf(values, params) {
  const listed = sizes.find((key) => (values.get(key)?.length ?? 0) > 1);
  return listed ?? (params.axis === 'keys' ? 'keys' : 'dk');
}

/** @param {Params} params @param {readonly Params[]} rules */
function optionsOf(params, rules) {
  const [scale, ...compare] = rules.map(ruleOption);
  return { ...drawOptions(params), draws: Number(params.draws), scale, compare };
}

const measures = {
  topWeight: 'largest weight',
  effectiveKeys: 'effective number of keys',
  entropy: 'entropy (nats)',
  jacobianNorm: 'norm of the Jacobian',
  logitGradient: 'gradient |dL/dz|',
  queryGradient: 'gradient |dL/dq|',
  outputVariance: 'variance of the output',
};

/** @typedef {keyof typeof measures} Measure */
const measureNames = /** @type {readonly Measure[]} */ (Object.keys(measures));

/** @param {Run} run @param {readonly Params[]} rules */
function one(run, rules) {
  const { options, result } = run;
  const { dk, keys, seed } = options;
  const { number } = numbers;
  const rows = byRule(result).flatMap((of, i) => [
    ...(i > 0 ? [[]] : []),
    [titleOf(rules[i])],
    ...measureNames.map((name) => {
      const { mean, standardError, quantiles: q } = of[name];
      const cells = [q.p05, q.p50, q.p95].map((value) => number(value, 3));
      return [`  ${measures[name]}`, withInterval(numbers, mean, standardError), ...cells];
    }),
    ['  almost none: |dL/dz| < 0.001', shareOf(of.dead)],
  ]);
  return [
    `${counted(result.draws, ...noun)} with ${counted(keys, 'key')} each, d_k = ${dk}, seed ${seed}; ± 95%`,
    table([['', 'mean', '5%', 'median', '95%'], ...rows]),
    paragraph(verdict(run, rules)),
  ].join('\n\n');
}

/** @param {Params} rule */
const titleOf = (rule) =>
  rule.scale === 'none'
    ? 'factor 1: no scaling'
    : rule.scale === 'cosine'
      ? 'cosine in place of q·k'
      : `factor ${ruleName(rule)}`;

/** @param {{share: number, standardError: number}} share */
const shareOf = ({ share, standardError }) =>
  standardError > 0
    ? `${withInterval(numbers, 100 * share, 100 * standardError).replace(' ± ', '% ± ')}`
    : numbers.share(share);

/** The words for a rule in a sentence. @param {Params} rule */
function inWords(rule) {
  if (rule.scale === 'none') return 'no factor';
  return rule.scale === 'cosine' ? 'cosines' : `the factor ${ruleName(rule)}`;
}

/** Compares each rule with the first. @param {Run} run @param {readonly Params[]} rules */
function verdict({ params, result }, rules) {
  if (isAlone(params)) return t('softmax.alone');
  const { number, share } = numbers;
  const first = inWords(rules[0]);
  const dead = `With ${first}, ${share(result.dead.share)} of the queries get almost no gradient.`;
  const more = result.compare.map((of, i) => {
    const { value, low, high } = of.logitGradientRatio;
    const ratio = Number.isFinite(value)
      ? `, and the mean of |dL/dz| is ${number(value, 3)} times that with ${first} (95%: ${number(low, 3)} to ${number(high, 3)})`
      : '';
    return `With ${inWords(rules[i + 1])} it is ${share(of.dead.share)}${ratio}.`;
  });
  return [dead, ...more].join(' ');
}

/** @param {readonly Run[]} runs @param {readonly Params[]} rules */
function many(runs, rules) {
  const states = runs.map(({ params }) => params);
  const { heads, cells } = differences('softmax', states);
  const median = (/** @type {Spread} */ { quantiles }) => numbers.number(quantiles.p50, 3);
  const rows = runs.flatMap(({ params, result }) =>
    byRule(result).map((of, i) => [
      ...cells(params),
      ruleName(rules[i]),
      median(of.topWeight),
      median(of.effectiveKeys),
      median(of.logitGradient),
      withInterval(numbers, of.logitGradient.mean, of.logitGradient.standardError),
      numbers.share(of.dead.share),
    ]),
  );
  const measured = ['largest', 'effective', '|dL/dz|', 'its mean', 'dead'];
  return [
    paragraph(
      'Of random queries: medians of the largest weight, of the effective number of keys and of |dL/dz|; its mean; and the dead share, with |dL/dz| < 0.001; ± 95%',
    ),
    table([[...heads, 'factor', ...measured], ...rows], 1),
  ].join('\n\n');
}

/** One row for each rule and measure. @param {Run} run @param {readonly Params[]} rules */
function rowsOf({ options, result }, rules) {
  const { dk, keys, temperature, masked, maskAs, seed } = options;
  return byRule(result).flatMap((of, i) => {
    const place = { dk, keys, temperature, masked, maskAs, seed, draws: result.draws };
    const rule = { ...place, scale: String(rules[i].scale), factor: of.factor };
    const shares = constant(['dead', 'deadQuery']);
    const none = { std: undefined, p05: undefined, p25: undefined, p50: undefined };
    return [
      ...measureNames.map((measure) => {
        const { mean, standardError, std, quantiles } = of[measure];
        return { ...rule, measure, mean, standardError, std, ...quantiles };
      }),
      ...shares.map((measure) => {
        const { share, standardError } = of[measure];
        const nothing = { ...none, p75: undefined, p95: undefined };
        return { ...rule, measure, mean: share, standardError, ...nothing };
      }),
    ];
  });
}
