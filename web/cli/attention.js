/**
 * `scaledot attention`: the user's own queries and keys, head by head: the spread of q.k, and the effect of the factor
 * on the weights.
 */
import fs from 'node:fs';
import { availableParallelism } from 'node:os';
import * as defaults from '../engine/border/defaults.js';
import { causals, limits, scaleRules } from '../engine/border/limits.js';
import { sizeOf } from '../engine/border/tensor.js';
import { load } from '../engine/index.js';
import { headCells, headRow, headTitles } from './head-table.js';
import { engineHelp, helpLine, resultHelp, ruleHelp } from './options.js';
import { output, results } from './output.js';
import { engineOptions, numberOf, UsageError, wrong } from './parse.js';
import { ruleName } from './rules.js';
import { counted, numbers, paragraph, table } from './text.js';

/** @import { AttentionOptions, Engine, HeadStatistics, Tensor } from '../engine/index.js' */
/** @import { Arguments, Command } from './types.js' */

/** @typedef {{query: Tensor, key: Tensor, value?: Tensor}} Given */
/** @typedef {Pick<AttentionOptions, 'scale' | 'causal' | 'softcap'>} Options */

const names = ['query', 'key', 'value'];

/** @type {Command} */
export const command = {
  name: 'attention',
  operands: 'FILE',
  more: { scale: 'string', causal: 'string', softcap: 'string', save: 'string' },
  without: ['workers', 'svg'],
  help: `npx scaledot attention FILE... [options]
Queries and keys of your own, head by head: how far q.k spreads compared
with sqrt(d_k), and how sharp the weights are with the factor and without it.
FILE: query.npy key.npy [value.npy] in this order, or one .safetensors with
tensors called query, key and value, or q, k and v. Shapes: [L, d] or [H, L, d].

${ruleHelp}
${helpLine('--causal WHERE', `${causals.join(' or ')}: later keys are not seen`)}
${helpLine('--softcap N', 'caps scaled scores: N tanh(score / N)')}
${helpLine('--save FILE', 'the output, .npy or .safetensors; needs the values')}
${resultHelp.split('\n')[0]}
${engineHelp().split('\n')[0]}

Example: npx scaledot attention q.npy k.npy v.npy --causal upper-left
`,
};

/** @param {Arguments} read */
export async function run({ flags, words }) {
  const target = output(flags);
  const options = optionsOf(flags);
  const { engine: variant } = engineOptions(flags, availableParallelism());
  const engine = await load({ engine: variant });
  if (flags.save !== undefined) checkName(String(flags.save));
  const given = filesOf(engine, words);
  const heads = asUsage(() => engine.headStatistics(given.query, given.key, options));
  if (flags.save !== undefined) save(engine, given, options, String(flags.save));
  return target.write({
    json: results([{ options: { files: words, ...options }, result: heads }]),
    text: () => text(engine, given, options, heads),
    rows: () => heads.map((head, i) => ({ head: i, ...headRow(head) })),
  });
}

/** @param {Arguments['flags']} flags @returns {Options} */
function optionsOf({ scale = defaults.scale, causal, softcap }) {
  const rule = scaleRules.find((one) => one === scale);
  const where = causals.find((one) => one === causal);
  if (causal !== undefined && !where) throw wrong('causal', causal, `one of ${causals.join(', ')}`);
  return {
    scale: rule ?? factorOf(scale),
    ...(where && { causal: where }),
    ...(softcap !== undefined && { softcap: numberOf('softcap', softcap, limits.softcap, 0) }),
  };
}

/** @param {string | true} text */
function factorOf(text) {
  const { min, max } = limits.scale;
  const value = String(text).trim() === '' ? NaN : Number(text);
  if (value >= min && value <= max) return value;
  throw wrong('scale', text, `one of ${scaleRules.join(', ')}, or a number from ${min} to ${max}`);
}

// Files ---------------------------------------------------------------------------------------------

/**
 * Makes the engine's errors about a shape or a file read like the command's own.
 *
 * @template T
 * @param {() => T} call
 * @param {string} [file] the file, to name instead of the function that reads it
 * @returns {T}
 */
function asUsage(call, file) {
  try {
    return call();
  } catch (error) {
    const refused = error instanceof RangeError || error instanceof TypeError;
    if (!refused) throw error;
    throw new UsageError(file ? error.message.replace(/^\w+(?=: )/, () => file) : error.message);
  }
}

/** @param {string} file */
function bytesOf(file) {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const expected = code === 'EISDIR' ? 'a file, not a folder' : 'a file that can be read';
    throw new UsageError(`FILE: got ${JSON.stringify(file)}; expected ${expected}`);
  }
}

/** @param {Engine} engine @param {readonly string[]} files @returns {Given} */
function filesOf(engine, files) {
  if (files.length === 1) return safetensorsOf(engine, files[0]);
  if (files.length > names.length) {
    throw new UsageError(
      `FILE: got ${files.length} files; expected query.npy key.npy [value.npy], or one .safetensors`,
    );
  }
  const [query, key, value] = files.map((file) => {
    const bytes = bytesOf(file);
    return asUsage(() => engine.readNpy(bytes), file);
  });
  return { query, key, ...(value && { value }) };
}

/** The first byte of a .npy file. A .safetensors file begins with the length of its header. */
const firstOfNpy = 0x93;

/** @param {Engine} engine @param {string} file @returns {Given} */
function safetensorsOf(engine, file) {
  const bytes = bytesOf(file);
  if (bytes[0] === firstOfNpy) {
    throw new UsageError(
      `FILE: got ${JSON.stringify(file)} alone; expected the .npy of the keys after it`,
    );
  }
  const { tensors } = asUsage(() => engine.readSafetensors(bytes), file);
  const [query, key, value] = names.map((name) => tensors[name] ?? tensors[name[0]]);
  if (query && key) return { query, key, ...(value && { value }) };
  const there = Object.keys(tensors).slice(0, 6).join(', ') || 'none';
  throw new UsageError(
    `FILE: got ${JSON.stringify(file)} with the tensors ${there}; expected query and key, or q and k`,
  );
}

/** Checks before the work that the name tells the format. @param {string} file */
function checkName(file) {
  if (!/\.(npy|safetensors)$/.test(file))
    throw wrong('save', file, 'a name that ends in .npy or .safetensors');
}

/** @param {Engine} engine @param {Given} given @param {Options} options @param {string} file */
function save(engine, { query, key, value }, options, file) {
  if (!value) throw wrong('save', file, 'values beside queries and keys');
  const { output: tensor } = asUsage(() => engine.attention(query, key, value, options));
  try {
    const isNpy = file.endsWith('.npy');
    fs.writeFileSync(
      file,
      isNpy ? engine.writeNpy(tensor) : engine.writeSafetensors({ output: tensor }),
    );
  } catch {
    throw wrong('save', file, 'a file that can be written');
  }
}

// Results -------------------------------------------------------------------------------------------

/**
 * The sentence about heads without numbers.
 *
 * @param {Engine} engine
 * @param {Given} given
 * @param {Options} options
 * @param {HeadStatistics[]} heads
 */
function lostHeads(engine, { query, key }, options, heads) {
  const lost = heads.filter(({ scoreSd }) => !Number.isFinite(scoreSd)).length;
  if (lost === 0) return '';
  const value = { data: new Float32Array(0), shape: [...key.shape.slice(0, -1), 0] };
  const { nonFinite } = engine.attention(query, key, value, { ...options, returns: [] });
  const rows = sizeOf(query.shape.slice(0, -1));
  const { integer } = numbers;
  const seen = `${integer(nonFinite.length)} of ${counted(rows, 'row')} ${nonFinite.length === 1 ? 'sees' : 'see'} NaN or infinity`;
  const words = `${integer(lost)} of ${counted(heads.length, 'head')} ${lost === 1 ? 'has' : 'have'} scores that are not finite`;
  return nonFinite.length > 0 ? `${words}: ${seen}.` : `${words}.`;
}

/** @param {Engine} engine @param {Given} given @param {Options} options @param {HeadStatistics[]} heads */
function answer(engine, given, options, heads) {
  const { number, fixed } = numbers;
  if (heads.every(({ pairs }) => pairs === 0))
    return 'There is nothing to compute: no query sees a key.';
  const { scoreSd, scaled, unscaled } = engine.meanOfHeads(heads);
  const headDim = given.query.shape[given.query.shape.length - 1];
  const spread = `q.k has standard deviation ${number(scoreSd, 3)} on average; independent components of variance 1 would give sqrt(${headDim}) = ${number(Math.sqrt(headDim), 3)}.`;
  const weight = `The largest weight is ${fixed(scaled.topWeight)} on average, without any factor ${fixed(unscaled.topWeight)}.`;
  const sentences = [
    ...(Number.isFinite(scoreSd) ? [spread] : []),
    ...(Number.isFinite(scaled.topWeight) ? [weight] : []),
    lostHeads(engine, given, options, heads),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** @param {Engine} engine @param {Given} given @param {Options} options @param {HeadStatistics[]} heads */
function text(engine, given, options, heads) {
  const { query, key } = given;
  const { scale, causal, softcap } = options;
  const { number } = numbers;
  const headDim = query.shape[query.shape.length - 1];
  const [queries, keys] = [query, key].map(({ shape }) => shape[shape.length - 2]);
  const more = [causal && `causal (${causal})`, softcap && `softcap ${softcap}`].filter(Boolean);
  const head = [
    counted(heads.length, 'head'),
    counted(queries, 'query', 'queries'),
    counted(keys, 'key'),
    `d_k = ${headDim}`,
    `factor ${typeof scale === 'number' ? number(scale) : ruleName({ scale: String(scale) })}`,
    ...more,
  ].join(', ');
  return [
    paragraph(head),
    table([headTitles, ...heads.map((each, i) => headCells(String(i), each))]),
    paragraph(answer(engine, given, options, heads)),
  ].join('\n\n');
}
