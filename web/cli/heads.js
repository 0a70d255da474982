/**
 * `scaledot heads`: the costs of the two thin matrices of a head and of one merged matrix, and the rank of the merged
 * one.
 */
import { constant } from '../engine/border/constant.js';
import words from '../i18n/heads.en.js';
import story from '../i18n/heads.story.en.js';
import { limits } from '../engine/border/limits.js';
import { models, sizesOf } from '../tables/heads.js';
import { engineHelp, helpLine, limitsOf, optionLine, resultHelp } from './options.js';
import { output, results } from './output.js';
import { alternatives, combine } from './parse.js';
import { differences } from './rules.js';
import { counted, numbers, paragraph, speaker, table } from './text.js';

/** @import { HeadAlgebra } from '../engine/index.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {{params: Params, options: ReturnType<typeof optionsOf>, result: HeadAlgebra}} Run */

const t = speaker({ en: { ...words, ...story }, 'zh-Hans': {} });

const keys = ['model', 'model-dim', 'heads', 'dk', 'shared', 'length', 'seed'];

const line = (/** @type {string[]} */ ...[key, value, about]) =>
  optionLine('heads', key, value, about);

/** @type {Command} */
export const command = {
  name: 'heads',
  lab: 'heads',
  keys,
  help: `npx scaledot heads [options]
What the two thin matrices W_i^Q and W_i^K of every head cost, what one merged
matrix in their place would cost, and the rank that it would have.

${line('model', 'NAME', 'sizes of')}
${line('model-dim', 'N', 'd_model')}
${line('heads', 'N')}
${helpLine('--dk N', `width of a head, d_model / heads if not given: ${limitsOf('heads', 'dk')}`)}
${line('shared', 'N', 'query heads that share a key head')}
${line('length', 'N', 'positions')}
${line('seed', 'N', 'of the random matrices')}
${resultHelp}
${engineHelp()}

Singular values are computed for a d_model of up to ${limits.spectrumDim.max}.
Several values with commas give one line each: --dk 16,64,256,512
Example: npx scaledot heads --model gpt2
`,
};

/** @param {Arguments} read @param {Work} work */
export async function run({ values, flags }, work) {
  const given = keys.filter((key) => values.has(key));
  const free = values.has('dk') ? [[{ tie: 'free' }]] : [];
  const states = combine('heads', [
    ...free,
    ...given.map((key) => alternatives(key, values.get(key) ?? [])),
  ]);
  const target = output(flags, states.length);
  const engine = await work.engine(flags);
  /** @type {Run[]} */
  const runs = [];
  for (const [index, params] of states.entries()) {
    const options = optionsOf(params);
    const turn = { index, runs: states.length };
    const noun = constant(['decomposition', 'decompositions']);
    const result = await work.run(engine, 'headAlgebra', options, noun, turn);
    runs.push({ params, options, result });
  }
  return target.write({
    json: results(runs),
    text: () => (runs.length === 1 ? one(runs[0]) : many(runs)),
    rows: () => runs.map(row),
    picture: async () => (await import('./heads-picture.js')).picture(runs[0]),
  });
}

/** @param {Params} params */
function optionsOf(params) {
  const sizes = sizesOf(params);
  const { modelDim, headDim } = sizes;
  const spectrum = modelDim <= limits.spectrumDim.max && headDim <= limits.spectrumHeadDim.max;
  return { ...sizes, spectrum };
}

/** @param {Params} params */
const nameOf = ({ model }) =>
  String(model) in models ? `, ${t(`heads.choice.model.${model}`)}` : '';

/** @param {Run} run */
function one({ params, options, result }) {
  const { modelDim, heads, keyHeads, headDim, length } = options;
  const { parameters: p, multiplications: m, cache } = result;
  const { integer, compact } = numbers;
  const many = (/** @type {number} */ value) => (value < 1e9 ? integer(value) : compact(value));
  const compared = [
    ['', 'two thin', 'merged'],
    ['numbers in one head', integer(p.pair), integer(p.merged)],
    ['numbers in all heads', integer(p.pairs), integer(p.mergedAll)],
    ['multiplications for the scores', many(m.factoredScores), many(m.mergedScores)],
    ['numbers kept of a position (KV cache)', many(cache.perToken), many(cache.mergedPerToken)],
  ];
  const whole = [
    ['', 'numbers', 'multiplications'],
    ['W^Q, W^K and W^V', integer(p.query + p.key + p.value), many(m.projections)],
    ['scores, and weights times values', '', many(m.scores + m.weighted)],
    ['W^O', integer(p.output), many(m.output)],
    ['together', integer(p.total), many(m.total)],
  ];
  const shared = keyHeads < heads ? ` on ${counted(keyHeads, 'key head')}` : '';
  return [
    paragraph(
      `One layer${nameOf(params)}: d_model = ${modelDim}, ${counted(heads, 'head')}${shared}, d_k = ${headDim}, ${counted(length, 'position')}`,
    ),
    table(compared),
    table(whole),
    paragraph(verdict(options, result)),
  ].join('\n\n');
}

/** @param {Run['options']} options @param {HeadAlgebra} result */
function verdict({ modelDim, headDim }, result) {
  const { parameters, rank, rankBound, singularValues, tolerance, breakEven } = result;
  const { integer, number } = numbers;
  const word = Math.sign(parameters.pair - parameters.merged);
  const answer = t(`heads.answer.${word < 0 ? 'less' : word > 0 ? 'more' : 'same'}`, {
    modelDim,
    dk: headDim,
    pair: integer(parameters.pair),
    merged: integer(parameters.merged),
  });
  const known = rank === undefined ? 'bound' : 'rank';
  const ofProduct = t(`heads.rest.${known}${word < 0 ? '.less' : ''}`, { rank: rank ?? rankBound });
  const even = `Both have as many at d_k = ${number(breakEven)}.`;
  if (!singularValues || rank === undefined) return `${answer} ${ofProduct} ${even}`;
  const full = rank >= singularValues.length ? 'full' : 'summary';
  const spectrum = t(`heads.spectrum.${rank < rankBound ? 'near' : full}`, {
    bound: rankBound,
    modelDim,
    rank,
    first: number(singularValues[0]),
    last: number(singularValues[rank - 1] ?? NaN),
    next: number(singularValues[rank] ?? NaN, 2),
    rest: modelDim - rank,
  });
  return `${answer} ${ofProduct} ${even} ${spectrum.replace('the tolerance', `the tolerance of ${number(Number(tolerance), 2)}`)}`;
}

/** @param {readonly Run[]} runs */
function many(runs) {
  // A model whose sizes were changed has no name. Its sizes then distinguish the rows.
  const named = runs.every(({ params }) => String(params.model) in models);
  const states = runs.map(({ params }) => ({
    ...params,
    preset: '',
    ...(!named && { model: '' }),
  }));
  const { heads, cells } = differences('heads', states);
  const { integer } = numbers;
  const rows = runs.map(({ params, result: { parameters: p, cache, rank, rankBound } }) => [
    ...cells(params),
    integer(p.pair),
    integer(p.merged),
    rank === undefined ? `at most ${rankBound}` : String(rank),
    integer(p.pairs),
    integer(p.total),
    integer(cache.perToken),
  ]);
  const counts = ['two thin', 'merged', 'rank', 'all heads', 'layer', 'KV cache'];
  return [
    'Numbers in one head as two thin matrices and merged, in all heads, in the layer',
    table([[...heads, ...counts], ...rows]),
  ].join('\n\n');
}

/** @param {Run} run */
function row({ options, result }) {
  const { spectrum: _, ...sizes } = options;
  const { parameters, multiplications, cache, breakEven, rankBound, rank, tolerance } = result;
  /** @param {string} group @param {Record<string, number>} counts */
  const named = (group, counts) =>
    Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [
        group + name[0].toUpperCase() + name.slice(1),
        count,
      ]),
    );
  return {
    ...sizes,
    ...named('parameters', parameters),
    ...named('multiplications', multiplications),
    ...named('cache', cache),
    ...{ breakEven, rankBound, rank, tolerance },
  };
}
