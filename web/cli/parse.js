/**
 * Turns the words after a command into states of its lab. Options are the keys of links, with the limits, choices and
 * defaults of the lab's table. Values that a link would correct are refused here, with one sentence.
 */
import { parseArgs } from 'node:util';
import * as defaults from '../engine/border/defaults.js';
import { variants } from '../engine/border/variants.js';
import { limits } from '../engine/border/limits.js';
import { change, entriesOf, initialParams } from '../tables/state.js';

/** @import { Variant } from '../engine/types.js' */
/** @import { Entry, Note, Params } from '../tables/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Limit } from '../engine/border/types.js' */

/** Wrong usage. The message names the option, the value received and the value expected. */
export class UsageError extends Error {}

/** @type {Readonly<Record<string, 'string' | 'boolean'>>} */
const common = {
  json: 'boolean',
  csv: 'boolean',
  svg: 'string',
  engine: 'string',
  workers: 'string',
  help: 'boolean',
};

const shown = (/** @type {string | true} */ value) => JSON.stringify(String(value));

/**
 * @param {string} option  Without its dashes
 * @param {string | true | undefined} value
 * @param {string} expected
 */
export const wrong = (option, value, expected) =>
  new UsageError(
    `--${option}: got ${value === undefined ? 'nothing' : shown(value)}; expected ${expected}`,
  );

/** Makes the engine's errors read like the command's own. @param {unknown} error @returns {unknown} */
export function asUsage(error) {
  const refused = error instanceof RangeError || error instanceof TypeError;
  return refused && / got .*; expected |does not match/s.test(error.message)
    ? new UsageError(error.message)
    : error;
}

/**
 * @param {Command} command
 * @param {string[]} words
 * @returns {Arguments}
 */
export function readArguments(command, words) {
  const { name, keys = [], also = {}, more = {}, operand, operands, without = [] } = command;
  const types = Object.fromEntries(
    [
      ...[...keys, ...Object.keys(also)].map((key) => [key, 'string']),
      ...Object.entries({ ...common, ...more }),
    ].filter(([option]) => !without.includes(option)),
  );
  const options = Object.fromEntries(
    Object.entries(types).map(([option, type]) => [
      option,
      { type, ...(option === 'help' && { short: 'h' }) },
    ]),
  );
  const { tokens } = parseArgs({ args: words, options, strict: false, tokens: true });
  /** @type {Arguments} */
  const read = { values: new Map(), flags: {}, words: [] };
  for (const token of tokens) {
    if (token.kind === 'positional' && operand && !(operand in read.flags)) {
      read.flags[operand] = token.value;
      continue;
    }
    if (token.kind === 'positional' && operands) {
      read.words.push(token.value);
      continue;
    }
    if (token.kind === 'positional')
      throw new UsageError(
        `${name}: got the word ${shown(token.value)}; expected options, such as --help`,
      );
    if (token.kind !== 'option') continue;
    const option = also[token.name] ?? token.name;
    if (!Object.hasOwn(types, token.name))
      throw unknown(name, words[token.index], Object.keys(types));
    // "--svg --json" lacks a file, but "--seed -1" has its number.
    if (types[token.name] === 'string' && !token.inlineValue && token.value?.startsWith('--'))
      throw wrong(token.name, token.value, 'a value after it');
    if (types[token.name] === 'boolean') {
      if (token.value !== undefined) throw wrong(token.name, token.value, 'no value');
      read.flags[option] = true;
    } else if (keys.includes(option)) {
      const values = read.values.get(option) ?? [];
      read.values.set(option, [...values, ...piecesOf(token.name, token.value)]);
    } else if (option in read.flags) {
      throw wrong(option, token.value, 'the option only once');
    } else {
      if (!token.value) throw wrong(option, token.value || undefined, 'a value after it');
      read.flags[option] = token.value;
    }
  }
  const needed =
    (operand && !(operand in read.flags) && operand) || (read.words.length === 0 && operands);
  if (needed && !read.flags.help)
    throw new UsageError(
      `${name}: got no ${needed}; expected one, as in "npx scaledot ${name} ${needed}"`,
    );
  return read;
}

/** Splits the values of an option at commas. @param {string} option @param {string | undefined} text */
function piecesOf(option, text) {
  if (!text?.trim()) throw wrong(option, undefined, 'a value after it');
  const pieces = text.split(',').map((piece) => piece.trim());
  if (pieces.includes('')) throw wrong(option, text, 'values with one comma between them');
  return pieces;
}

/** @param {string} command @param {string} given @param {string[]} known */
function unknown(command, given, known) {
  const expected = `one of ${known.map((one) => `--${one}`).join(', ')}`;
  const [option] = given.split('=');
  const near = nearest(option.replace(/^-+/, ''), known).map((one) => `--${one}`);
  return mistyped(`${command}: got ${shown(option)}`, near, expected);
}

/** Known words that a mistyped one may mean, regardless of case. @param {string} word @param {readonly string[]} known */
export function nearest(word, known) {
  const given = word.toLowerCase();
  const typos = Math.min(2, Math.floor(given.length / 2));
  return known.filter(
    (one) => distance(one, given) <= typos || (given.length > 2 && one.startsWith(given)),
  );
}

/** @param {string} got @param {readonly string[]} near the words that were probably meant @param {string} expected for the error if there are none */
export const mistyped = (got, near, expected) =>
  new UsageError(
    `${got}; ${near.length > 0 ? `did you mean ${near.join(' or ')}?` : `expected ${expected}`}`,
  );

/** Edit distance of two words: letters to change, add or remove. @param {string} one @param {string} other */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same));
    }
    row = next;
  }
  return row[other.length];
}

// Flags ---------------------------------------------------------------------------------------------

/**
 * @param {string} option
 * @param {string | true | undefined} text
 * @param {Readonly<Limit>} limit
 * @param {number} initial
 */
export function numberOf(option, text, { min, max, whole }, initial) {
  if (text === undefined) return initial;
  const value = String(text).trim() === '' ? NaN : Number(text);
  const fits = value >= min && value <= max && (!whole || Number.isInteger(value));
  if (!fits) throw wrong(option, text, `a ${whole ? 'whole ' : ''}number from ${min} to ${max}`);
  return value;
}

/** @type {readonly ('auto' | Variant)[]} */
const engines = ['auto', ...variants];

/** The default is an engine that gives the same digits on every machine. */
export const initialEngine = 'simd';

/** @param {Arguments['flags']} flags @param {number} cores */
export function engineOptions({ engine = initialEngine, workers }, cores) {
  const chosen = engines.find((each) => each === engine);
  if (!chosen) throw wrong('engine', engine, oneOf(engines));
  const most = Math.min(cores, limits.workers.max);
  return {
    engine: chosen,
    workers: numberOf('workers', workers, limits.workers, most),
  };
}

/** @param {readonly string[]} choices */
const oneOf = (choices) => `one of ${choices.join(', ')}`;

// States --------------------------------------------------------------------------------------------

/** More runs than this are probably a mistake. */
const mostRuns = 256;

/**
 * Returns all combinations of the values, in the order of the options, as states.
 * @param {string} lab
 * @param {readonly (readonly Record<string, string>[])[]} parts  The alternatives for each place of a combination
 * @param {(changes: Record<string, string>) => Params} [startOf]  The state that a combination changes
 * @returns {Params[]}
 */
export function combine(lab, parts, startOf = () => initialParams(lab)) {
  const count = parts.reduce((product, part) => product * part.length, 1);
  if (count > mostRuns)
    throw new UsageError(`got ${count} combinations of values; expected at most ${mostRuns}`);
  /** @type {Record<string, string>[]} */
  let all = [{}];
  for (const part of parts) all = all.flatMap((one) => part.map((more) => ({ ...one, ...more })));
  return all.map((changes) => stateOf(lab, changes, startOf(changes)));
}

/** The values of an option, as alternative changes of a state. @param {string} key @param {readonly string[]} values */
export const alternatives = (key, values) => values.map((value) => ({ [key]: value }));

/**
 * @param {string} lab
 * @param {Record<string, unknown>} changes
 * @param {Params} [start]
 * @returns {Params}
 */
export function stateOf(lab, changes, start = initialParams(lab)) {
  const { params, notes } = change(start, changes, lab);
  if (notes.length > 0) throw refusal(lab, notes[0]);
  return params;
}

/**
 * Returns the rules of scaling for --scale, --alpha and --factor. `--scale none,rsqrt --alpha 0.3` gives three.
 * @param {Map<string, string[]>} values
 * @param {readonly string[]} [initial]
 * @returns {Record<string, string>[]}
 */
export function rulesOf(values, initial = [defaults.scale]) {
  const given = (/** @type {string} */ key) => values.get(key) ?? [];
  const [alphas, factors] = [given('alpha'), given('factor')];
  const names = given('scale').length > 0 ? [...given('scale')] : [];
  if (alphas.length > 0 && !names.includes('alpha')) names.push('alpha');
  if (factors.length > 0 && !names.includes('number')) names.push('number');
  /** @param {string} scale @param {string} key @param {readonly string[]} list */
  const each = (scale, key, list) =>
    list.length > 0 ? list.map((value) => ({ scale, [key]: value })) : [{ scale }];
  return (names.length > 0 ? names : initial).flatMap((scale) => {
    if (scale === 'alpha') return each(scale, 'alpha', alphas);
    if (scale === 'number') return each(scale, 'factor', factors);
    return /^[-+.\d]/.test(scale) ? [{ scale: 'number', factor: scale }] : [{ scale }];
  });
}

/**
 * The error for a value that a link would correct with a note.
 * @param {string} lab
 * @param {Note} note
 */
function refusal(lab, { reason, key, value, limit }) {
  const [entry] = entriesOf(lab).filter((each) => each.key === key);
  switch (reason) {
    case 'numpyLaws':
      return wrong(key, value, 'normal or uniform --query and --key');
    case 'numpyCorrelation':
      return wrong(key, value, 'no --correlation with it');
    case 'ownCosine':
      return wrong(key, value, 'no scores of your own with cosines');
    case 'adjusted':
      return wrong(key, value, 'at least two entries, rows times columns');
    case 'notDivisor':
      return wrong(key, value, 'a number that divides the heads');
    case 'clamped':
      if (limit !== String(entry.min) && limit !== String(entry.max)) {
        const bound = Number(value) < Number(limit) ? 'least' : 'most';
        return wrong(key, value, `at ${bound} ${limit} with the other options`);
      }
  }
  return wrong(key, value, expectationOf(entry));
}

/** @param {Entry} entry */
function expectationOf({ type, choices, min, max }) {
  if (choices) return oneOf(choices);
  return `a ${type === 'integer' ? 'whole ' : ''}number from ${min} to ${max}`;
}
