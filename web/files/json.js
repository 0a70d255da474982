/**
 * Reads tensors from a JSON text: a nested array; {data, shape} with a flat list of numbers; or an object of these by name, in
 * which tokens (an array of strings), metadata (an object of strings) and single numbers such as heads are metadata.
 */

/** @import { Tensor } from '../engine/types.js' */

import { limits } from '../engine/border/limits.js';
import { describeShape, sizeOf } from '../engine/border/tensor.js';
import { fileLimits, problem, several, wrong } from './problem.js';

/** Strings for values that JSON has no numbers for, as exportTensor() writes them. */
const words = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

/**
 * Refuses too deep nesting and too many arrays or names before parsing. JSON.parse would build them all first.
 *
 * @param {string} file
 * @param {string} text
 */
function checkBrackets(file, text) {
  let depth = 0;
  let brackets = 0;
  let names = 0;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (c === '"') {
      for (++i; i < text.length && text[i] !== '"'; ++i) if (text[i] === '\\') ++i;
    } else if (c === '[' || c === '{') {
      if (++depth > fileLimits.depth) {
        throw problem(
          `${file}: character ${i + 1}`,
          'a deeper nest',
          `at most ${fileLimits.depth} levels`,
        );
      }
      if (++brackets > fileLimits.brackets) {
        throw problem(file, `more than ${fileLimits.brackets} arrays and objects`, 'no more');
      }
    } else if (c === ']' || c === '}') {
      --depth;
    } else if (c === ':' && ++names > fileLimits.names) {
      throw problem(file, `more than ${fileLimits.names} names`, 'no more');
    }
  }
}

/** @param {string} file @param {string} text @returns {unknown} */
function parse(file, text) {
  checkBrackets(file, text);
  try {
    return JSON.parse(text);
  } catch (error) {
    const bare = /(?:^|[[,:\s])(-?(?:NaN|Infinity))(?=$|[\],}\s])/.exec(text)?.[1];
    if (bare) throw problem(file, `${bare}, which is not JSON`, 'finite numbers');
    throw problem(file, `a text that is not JSON (${Object(error).message})`, 'JSON');
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is {data: unknown, shape: unknown, name?: unknown}} */
const isForm = (value) => isObject(value) && 'data' in value && 'shape' in value;

/** @param {unknown} value @returns {number | undefined} */
function numberOf(value) {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? words.get(value) : undefined;
}

/** @param {string} where @param {unknown[]} nest @param {number} most upper bound of the count of numbers @returns {Tensor} */
function fromNest(where, nest, most) {
  /** @type {number[]} */
  const shape = [];
  /** @type {unknown} */
  let level = nest;
  for (; Array.isArray(level); level = level[0]) {
    shape.push(level.length);
  }
  // The first row may be much longer than the others, so the shape is no bound. A text has no more numbers than characters.
  const data = new Float32Array(Math.min(sizeOf(shape), most));
  let count = 0;
  /** @type {number[]} */
  const place = [];
  const wrongHere = (/** @type {unknown} */ value, /** @type {string} */ expected) =>
    wrong([where, ...place.map((index) => `[${index}]`)].join(''), value, expected);
  const visit = (/** @type {unknown} */ level, /** @type {number} */ depth) => {
    if (depth === shape.length) {
      const number = numberOf(level);
      const expected = Array.isArray(level) ? 'a number, as at the first place' : 'a number';
      if (number === undefined) throw wrongHere(level, expected);
      data[count++] = number;
      return;
    }
    if (!Array.isArray(level) || level.length !== shape[depth]) {
      throw wrongHere(level, `an array of length ${shape[depth]}, as the first at this depth`);
    }
    for (let i = 0; i < level.length; ++i) {
      place[depth] = i;
      visit(level[i], depth + 1);
    }
    place.length = depth;
  };
  visit(nest, 0);
  return { data, shape };
}

/** @param {string} where @param {{data: unknown, shape: unknown}} form @returns {Tensor} */
function fromForm(where, { data, shape }) {
  if (!Array.isArray(shape) || shape.length > limits.rank.max) {
    throw wrong(`${where}: shape`, shape, `an array of at most ${limits.rank.max} whole numbers`);
  }
  for (const length of shape) {
    if (!(Number.isInteger(length) && length >= 0 && length <= limits.length.max)) {
      throw wrong(`${where}: shape`, length, 'whole numbers from 0 on');
    }
  }
  if (!Array.isArray(data)) throw wrong(`${where}: data`, data, 'an array of numbers');
  if (data.length !== sizeOf(shape)) {
    const expected = `${sizeOf(shape)} for the shape ${describeShape(shape)}`;
    throw problem(`${where}: data`, several(data.length, 'number'), expected);
  }
  const own = new Float32Array(data.length);
  for (let i = 0; i < own.length; ++i) {
    const number = numberOf(data[i]);
    if (number === undefined) throw wrong(`${where}: data[${i}]`, data[i], 'a number');
    own[i] = number;
  }
  return { data: own, shape: [...shape] };
}

/** @param {string} where @param {unknown} value */
function checkStrings(where, value) {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw wrong(where, value, 'an array of strings');
  }
  return JSON.stringify(value);
}

/** @param {string} where @param {unknown} value @returns {[string, string][]} */
function readMetadata(where, value) {
  if (!isObject(value)) throw wrong(where, value, 'an object of strings');
  return Object.entries(value).map(([key, text]) => {
    if (typeof text !== 'string') throw wrong(`${where}.${key.slice(0, 40)}`, text, 'a string');
    return [key, text];
  });
}

/**
 * @param {string} file its name, for errors
 * @param {string} text
 * @param {string} unnamed name for a tensor that has none in the text
 * @returns {{tensors: [string, Tensor][], metadata: [string, string][]}}
 */
export function readJson(file, text, unnamed) {
  const value = parse(file, text);
  if (Array.isArray(value))
    return { tensors: [[unnamed, fromNest(`${file}: array`, value, text.length)]], metadata: [] };
  if (isForm(value)) {
    const { name } = value;
    const called = typeof name === 'string' && name !== '' ? name : unnamed;
    return { tensors: [[called, fromForm(file, value)]], metadata: [] };
  }
  if (!isObject(value)) throw wrong(file, value, 'an array, {data, shape}, or an object of these');
  /** @type {[string, Tensor][]} */
  const tensors = [];
  /** @type {[string, string][]} */
  const metadata = [];
  for (const [name, each] of Object.entries(value)) {
    const where = `${file}: ${name.slice(0, 40)}`;
    if (name === 'metadata') metadata.push(...readMetadata(where, each));
    else if (/tokens$/i.test(name)) metadata.push([name, checkStrings(where, each)]);
    else if (typeof each === 'number') metadata.push([name, String(each)]);
    else if (Array.isArray(each)) tensors.push([name, fromNest(where, each, text.length)]);
    else if (isForm(each)) tensors.push([name, fromForm(where, each)]);
    else throw wrong(where, each, 'a nested array, {data, shape} or a number');
  }
  if (tensors.length === 0)
    throw problem(file, 'no tensors', 'nested arrays or {data, shape}, by name');
  return { tensors, metadata };
}
