/**
 * `scaledot model`: a checkpoint of any size, head by head: the spread of q.k, and the effect of the factor on the
 * weights.
 */
import { availableParallelism } from 'node:os';
import { labSeed } from '../engine/border/defaults.js';
import { limits } from '../engine/border/limits.js';
import { firstLayerReasons } from '../engine/models/assumptions.js';
import { load } from '../engine/index.js';
import { modelLimits, openModel, openTokenizer } from '../engine/models/index.js';
import { piecesOf, vocabularyOf } from '../engine/models/vocabulary.js';
import { randomTokens } from '../tables/models.js';
import { headCells, headRow, headTitles } from './head-table.js';
import { engineHelp, helpLine, resultHelp } from './options.js';
import { output, results } from './output.js';
import { asUsage, engineOptions, numberOf, UsageError, wrong } from './parse.js';
import { counted, numbers, paragraph, table } from './text.js';

/** @import { Engine, HeadStatistics } from '../engine/index.js' */
/** @import { Model } from '../engine/models/open.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {{layer: number, heads: HeadStatistics[]}} LayerOfHeads */
/** @typedef {{model: Model, ids: number[], factor: number | 'none', layers: LayerOfHeads[], mean: HeadStatistics}} Run  mean: the mean of all heads */

/** Random tokens, by default. */
const drawn = { initial: randomTokens, seed: labSeed };

/** The fewest tokens are 2, because a single token has a single key, which has all of the weight. */
const tokens = { ...modelLimits.tokens, min: 2 };

/** @type {Command} */
export const command = {
  name: 'model',
  operand: 'FOLDER',
  more: {
    ...{ ids: 'string', text: 'string', random: 'string', seed: 'string' },
    ...{ heads: 'string', layers: 'string', factor: 'string' },
  },
  without: ['workers'],
  help: `npx scaledot model FOLDER [options]
A checkpoint, head by head: how far q.k spreads compared with sqrt(d_k), and
how sharp the weights are with the factor and without it. FOLDER has the
.safetensors, config.json, and for texts tokenizer.json; a single .safetensors
also works. Weights are read as needed; files may be larger than memory.

${helpLine('--ids 1,2,3', `tokens, ${tokens.min} to ${tokens.max}`)}
${helpLine('--text "..."', 'the same as words')}
${helpLine('--random N', `number of random tokens (${drawn.initial})`)}
${helpLine('--seed N', `of random tokens (${drawn.seed})`)}
${helpLine('--layers 0,1', 'which layers (all)')}
${helpLine('--factor C', 'multiplies all scores, after the factor of the model (1);')}
${helpLine('', 'none: scores stay q.k')}
${helpLine('--heads N', 'number of heads, if no config.json gives it')}
${resultHelp}
${engineHelp().split('\n')[0]}

Layouts: GPT-2, minGPT, nanoGPT, BERT, RoBERTa, Llama, Mistral, Qwen 2 and 3,
the encoder of T5, nn.TransformerEncoder, and what scaledot trains. For others,
only the first layer, if the names of its queries and keys are known.
Example: npx scaledot model ./gpt2 --text "The cat sat on the mat"
`,
};

/** @param {Arguments} read @param {Work} work */
export async function run({ flags }, work) {
  const target = output(flags);
  const folder = String(flags.FOLDER);
  const request = requestOf(flags);
  const { engine: variant } = engineOptions(flags, availableParallelism());
  const engine = await load({ engine: variant });
  const heads =
    flags.heads === undefined ? {} : { heads: numberOf('heads', flags.heads, limits.heads, 1) };
  const model = await refusing(openModel(engine, folder, heads));
  const ids = await idsOf(engine, model, folder, request);
  /** @type {Run['factor']} */
  const factor =
    flags.factor === 'none' ? 'none' : numberOf('factor', flags.factor, limits.scale, 1);
  /** @type {LayerOfHeads[]} */
  const layers = [];
  await refusing(
    model.headStatistics(ids ?? rowsOf(engine, model, request), {
      ...{ factor, signal: work.signal },
      ...(request.layers && { layers: request.layers }),
      onLayer({ layer, layers: all, results }) {
        layers.push({ layer, heads: results.statistics ?? [] });
        work.note(`after layer ${layer + 1} of ${all}`);
      },
    }),
    request.given,
  );
  const mean = engine.meanOfHeads(layers.flatMap(({ heads: each }) => each));
  const done = { model, ids: ids ?? [], factor, layers, mean };
  return target.write({
    json: results([entryOf(done)]),
    text: () => text(done),
    rows: () => rows(done),
    picture: async () => (await import('./model-picture.js')).picture(done, answer(done)),
  });
}

/**
 * Renames an argument of the engine in a refusal to the option that the user gave.
 *
 * @template T
 * @param {Promise<T>} promise rejects if the files or the model are refused
 * @param {Request['given']} [given] the option that the input comes from
 */
const refusing = (promise, given) =>
  promise.catch((error) => {
    const refused = asUsage(error);
    /** @type {Readonly<Record<string, string>>} */
    const named = { files: 'FOLDER', heads: '--heads', layers: '--layers', input: `--${given}` };
    if (refused instanceof UsageError)
      refused.message = refused.message.replace(
        /^(\w+)(\[\d+\])?(?=: (tokens: )?got )/,
        (all, name) => named[name] ?? all,
      );
    throw refused;
  });

/** @typedef {{given: 'ids' | 'text' | 'random', ids?: number[], text?: string, random?: number, seed: number, layers?: number[]}} Request  given: the option that the tokens come from */

/** @param {Arguments['flags']} flags @returns {Request} */
function requestOf({ ids, text: words, random, seed, layers }) {
  const given = Object.entries({ ids, text: words, random }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 1) throw wrong(given[1][0], given[1][1], `no --${given[0][0]} beside it`);
  return {
    given: /** @type {Request['given']} */ (given[0]?.[0] ?? 'random'),
    ...(ids !== undefined && { ids: wholeNumbers('ids', ids) }),
    ...(words !== undefined && { text: String(words) }),
    ...(random !== undefined && {
      random: numberOf('random', random, tokens, drawn.initial),
    }),
    seed: numberOf('seed', seed, limits.seed, drawn.seed),
    ...(layers !== undefined && { layers: wholeNumbers('layers', layers) }),
  };
}

/** @param {string} option @param {string | true} list */
const wholeNumbers = (option, list) =>
  String(list)
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      if (!/^\d{1,9}$/.test(word))
        throw wrong(option, word, 'whole numbers with commas between them');
      return Number(word);
    });

/** @param {Engine} engine @param {Model} model @param {string} folder @param {Request} request @returns {Promise<number[] | undefined>} undefined if the model reads rows */
async function idsOf(engine, model, folder, { ids, text: words, random, seed }) {
  if (ids) return several('ids', ids.join(), ids);
  if (words !== undefined) {
    const own = ownIds(model, words) ?? (await refusing(openTokenizer(folder))).encode(words).ids;
    return several('text', words, own);
  }
  const { vocabulary, longest } = model;
  if (vocabulary === undefined) return undefined;
  if (random !== undefined && random > longest)
    throw wrong('random', String(random), `at most ${longest}, the positions of this model`);
  const size = random ?? Math.min(drawn.initial, longest);
  return [...engine.numpyRandom(seed).randint(0, vocabulary, size)];
}

/** @param {string} option @param {string} value @param {number[]} ids */
function several(option, value, ids) {
  if (ids.length < tokens.min) throw wrong(option, value, `at least ${tokens.min} tokens`);
  return ids;
}

/** The ids of words, for a model whose file contains its vocabulary. @param {Model} model @param {string} words */
function ownIds(model, words) {
  const names = vocabularyOf(model);
  return names?.length
    ? piecesOf(names, words).map((piece) => {
        const id = names.indexOf(piece);
        if (id < 0) throw wrong('text', piece, "a token in the model's vocabulary");
        return id;
      })
    : undefined;
}

/** Input of a model without embeddings: normal numbers. @param {Engine} engine @param {Model} model @param {Request} request */
const rowsOf = (engine, { width }, { random = drawn.initial, seed }) =>
  engine.randomTensor([random, width], { seed });

// Results -------------------------------------------------------------------------------------------

/** @param {Run} run */
function entryOf({ model, ids, factor, layers }) {
  const { layout, family, config, assumed, layers: count, heads, keyHeads, headDim, width } = model;
  const { rule, unused, unusedFiles } = model;
  const facts = { layout, family, config, assumed, layers: count, heads, keyHeads, headDim, width };
  return {
    options: { ids, factor },
    result: { model: { ...facts, rule, unused, unusedFiles }, layers },
  };
}

/** @param {Run} run @returns {Record<string, number>[]} one row for each head */
const rows = ({ layers }) =>
  layers.flatMap(({ layer, heads }) =>
    heads.map((each, head) => ({ layer, head, ...headRow(each) })),
  );

/** @param {readonly number[]} values @returns {[number, number]} */
const range = (values) => [Math.min(...values), Math.max(...values)];

/** Words for the factors that are not described as a multiplication of the scores. @type {Readonly<Record<string, string>>} */
const changed = Object.freeze({ 1: '', none: ', no factor' });

/** The beginning of the sentence about the weights. @param {Run} run */
function weighed({ model, factor }) {
  const isPlain = model.rule.name === 'none';
  if (factor === 'none') return 'Without any factor the';
  if (factor === 1) return isPlain ? 'This model divides by nothing: the' : 'With its factor the';
  return `With ${isPlain ? '' : 'its factor and '}scores times ${factor} the`;
}

/** The answer, as in the lab. @param {Run} run */
function answer(run) {
  const { model, factor, layers, mean } = run;
  const heads = layers.flatMap(({ heads: each }) => each);
  const { number, fixed } = numbers;
  const measured = heads.filter(({ scoreSd }) => Number.isFinite(scoreSd));
  const lost = heads.length - measured.length;
  const without = `${counted(lost, 'head')} of ${heads.length} ${lost === 1 ? 'has' : 'have'} scores that are not finite.`;
  if (measured.length === 0) return `In this model ${without}`;
  const [low, high] = range(measured.map(({ scoreSd }) => scoreSd)).map((sd) => number(sd, 2));
  const { headDim } = model;
  const spread = `q.k has standard deviation ${low === high ? low : `${low} to ${high}`}; independent components of variance 1 would give sqrt(${headDim}) = ${number(Math.sqrt(headDim), 3)}.${lost > 0 ? ` ${without}` : ''}`;
  const { scaled, unscaled } = mean;
  if (!Number.isFinite(scaled.topWeight)) return `In this model ${spread}`;
  const isSame = factor === 'none' || (model.rule.name === 'none' && factor === 1);
  const weight = `${weighed(run)} largest weight is ${fixed(scaled.topWeight)} on average${isSame ? '.' : `, without any factor ${fixed(unscaled.topWeight)}.`}`;
  return `In this model ${spread} ${weight}`;
}

/** @param {Run} run */
function text(run) {
  const { model, ids, factor, layers } = run;
  const { integer } = numbers;
  const { layout, heads, keyHeads, headDim, width } = model;
  const shared = keyHeads < heads ? ` on ${counted(keyHeads, 'key head')}` : '';
  const read = ids.length > 0 ? `, ${counted(ids.length, 'token')}` : '';
  const head = `${layout} layout, ${counted(model.layers, 'layer')}, width ${width}, ${counted(heads, 'head')}${shared}, d_k = ${headDim}${read}${changed[String(factor)] ?? `, scores times ${factor}`}`;
  const cells = layers.flatMap(({ layer, heads: own }) =>
    own.map((each, h) => headCells(`${layer}.${h}`, each)),
  );
  const notes = [
    ...model.assumed.map((sentence, i) =>
      firstLayerReasons.includes(model.assumptions[i].what)
        ? `${sentence[0].toUpperCase()}${sentence.slice(1)}.`
        : `Assumed: ${sentence}.`,
    ),
    ...(model.unusedFiles.length > 0 ? [`No part of it: ${model.unusedFiles.join(', ')}.`] : []),
    ...(model.unused.length > 0
      ? [
          `Not used: ${model.unused.slice(0, 6).join(', ')}${model.unused.length > 6 ? `, and ${integer(model.unused.length - 6)} more` : ''}.`,
        ]
      : []),
  ];
  return [
    paragraph(head),
    ...notes.map((note) => paragraph(note)),
    table([headTitles, ...cells]),
    paragraph(answer(run)),
  ].join('\n\n');
}
