/**
 * Reads the data and options of a chart. Each value is read once and copied, so later changes, and getters that return
 * another value the second time, have no effect. Invalid values are refused with one sentence.
 */
import {
  checkChoice,
  checkNumber,
  checkObject,
  checkRange,
  collected,
  intactArray,
  isList,
  isObject,
  isTypedArray,
  wrongType,
} from '../engine/border/checks.js';
import { colorNames } from '../charts/tokens.js';

/** @import { Dash } from '../charts/axis.js' */
/** @import { Axis } from '../charts/types.js' */
/** @import { ColorName } from '../charts/tokens.js' */
/** @import { FileType } from '../engine/types.js' */
/** @import { Language } from '../i18n/index.js' */
/** @import { TensorType } from './public.js' */
/** @typedef {Readonly<Record<string, unknown>>} Fields */

/** Largest number of values. More than a picture can show, and still counted or drawn quickly. */
const mostValues = 2 ** 24;

/** Largest number of points of all lines. More would be slow and show nothing more. */
export const mostPoints = 100_000;

/** Largest number of lines, bands or markers: more than can be told apart. */
export const mostSeries = 100;

const any = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };
/** Range of a logarithmic axis. The largest and smallest doubles are left out, so the padded ends stay finite. */
const powers = { min: 1e-280, max: 1e280 };

/** @param {unknown} error  May be anything, even a proxy */
function isRefusal(error) {
  try {
    return /^[^]*: (got|needs) [^]*; expected /.test(Object(error).message);
  } catch {
    return false;
  }
}

/**
 * Turns errors thrown by getters and proxies of the caller into one sentence.
 * @template T
 * @param {string} kind  Kind of the chart
 * @param {() => T} read
 * @returns {T}
 */
export function carefully(kind, read) {
  try {
    return read();
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new TypeError(
      `${kind}: got an object that throws while it is read; expected plain data`,
      { cause: error },
    );
  }
}

/**
 * Returns the fields of an object, each read once.
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} known
 * @returns {Fields}
 */
export function fieldsOf(name, value, known) {
  // Lists have no fields. The copy of a Map would be empty, so the original is checked.
  const copy = isObject(value) && !isList(value) ? { ...value } : value;
  checkObject(name, isEmpty(copy) ? value : copy, known);
  return isObject(copy) ? copy : {};
}

/** @param {unknown} value */
const isEmpty = (value) => isObject(value) && Object.keys(value).length === 0;

/** Options of every chart. */
export const commonOptions = ['title', 'summary', 'name', 'link', 'height', 'width', 'lang'];

/**
 * @param {unknown} options
 * @param {readonly string[]} own  Names of the chart's own options
 */
export function optionsOf(options, own) {
  const given = fieldsOf('options', options, [...commonOptions, ...own]);
  return {
    given,
    common: {
      title: textOf('title', given.title),
      summary: textOf('summary', given.summary),
      name: textOf('name', given.name),
      link: textOf('link', given.link),
      height: optional(given.height, (value) => checkNumber('height', value, sides)),
      width: optional(given.width, (value) => checkNumber('width', value, sides)),
      lang: optional(given.lang, (value) => languages[checkChoice('lang', value, languages)]),
    },
  };
}

/** @type {readonly Language[]} */
const languages = ['en', 'zh-Hans'];

/** Limits of a picture's width and height, px. */
const sides = { min: 120, max: 4096 };

/**
 * @template T
 * @param {unknown} value
 * @param {(value: unknown) => T} read
 */
export const optional = (value, read) => (value === undefined ? undefined : read(value));

/** Largest length of a text, in characters. */
const longest = 1000;

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function textOf(name, value) {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw wrongType(name, value, 'text');
  if (value.length > longest)
    throw new RangeError(`${name}: got ${value.length} characters; expected at most ${longest}`);
  return value;
}

/** Reads a label, which may be a number. @param {string} name @param {unknown} value */
export function labelOf(name, value) {
  return typeof value === 'number' ? String(value) : textOf(name, value);
}

/** @param {string} name @param {unknown} value @returns {boolean | undefined} */
export function flagOf(name, value) {
  if (value !== undefined && typeof value !== 'boolean')
    throw wrongType(name, value, 'true or false');
  return value;
}

/** @param {string} name @param {unknown} value */
export function numberOf(name, value) {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrongType(name, value, 'a finite number');
}

/** @param {string} name @param {unknown} value @returns {ColorName | undefined} */
export const colorOf = (name, value) =>
  optional(value, (color) => colorNames[checkChoice(name, color, colorNames)]);

/** @param {string} name @param {unknown} value @returns {Dash | undefined} */
export function dashOf(name, value) {
  if (typeof value === 'boolean') return value;
  /** @type {readonly Extract<Dash, string>[]} */
  const dashes = ['dots', 'dash-dot', 'long'];
  return optional(value, (dash) => dashes[checkChoice(name, dash, dashes)]);
}

/** @param {string} name @param {unknown} value @param {string} what  Name of its entries, for errors @param {number} [most] */
export function listOf(name, value, what, most = mostSeries) {
  if (!isList(value)) throw wrongType(name, value, `an array of ${what}`);
  const { length } = value;
  if (length > most)
    throw new RangeError(`${name}: got ${length} ${what}; expected at most ${most}`);
  return Array.from({ length }, (_, i) => value[i]);
}

/**
 * Returns a copy of a list of numbers. Gaps (null, NaN, infinities) become NaN if they are allowed.
 * @param {string} name
 * @param {unknown} value
 * @param {{gaps?: boolean, most?: number}} [rule]
 */
export function numbersOf(name, value, { gaps = false, most = mostValues } = {}) {
  if (!isList(value) && !isTypedArray(value)) throw wrongType(name, value, 'an array of numbers');
  /** @type {ArrayLike<unknown>} */
  const list = isList(value) ? value : intactArray(name, value);
  const { length } = list;
  if (length > most)
    throw new RangeError(`${name}: got ${length} numbers; expected at most ${most}`);
  return collected(name, length, Float64Array, (i) => {
    const number = list[i];
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    if (gaps && (number === null || typeof number === 'number')) return NaN;
    return numberOf(`${name}[${i}]`, number);
  });
}

/**
 * Checks that a list is as long as another.
 * @param {string} name
 * @param {{length: number}} numbers
 * @param {number} length
 * @param {string} other
 */
export function checkLength(name, numbers, length, other) {
  if (numbers.length === length) return;
  throw new RangeError(
    `${name}: got ${numbers.length} entries; expected ${length}, as many as ${other}`,
  );
}

/** @param {string} name @param {ArrayLike<number>} numbers */
export function checkAscending(name, numbers) {
  for (let i = 1; i < numbers.length; i++) {
    if (numbers[i] < numbers[i - 1])
      throw new RangeError(
        `${name}[${i}]: got ${numbers[i]} after ${numbers[i - 1]}; expected ascending numbers`,
      );
  }
}

/** Colours of series without their own, in order. @type {readonly ColorName[]} */
export const cycle = ['query', 'key', 'value', 'weight', 'score', 'ink'];

/** Returns the smallest and the largest number, ignoring gaps. @param {Float64Array} values @returns {[number, number]} */
export function extentOf(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Returns the indices of the smallest and the largest number, or -1 if there are none. @param {Float64Array} values */
export function endsOf(values) {
  let [lowest, highest] = [-1, -1];
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    if (lowest < 0 || value < values[lowest]) lowest = i;
    if (highest < 0 || value > values[highest]) highest = i;
  });
  return [lowest, highest];
}

/** Returns null for a gap, as in tables. @param {number} value */
export const orNull = (value) => (Number.isNaN(value) ? null : value);

/** Returns 0, 1, 2 ... @param {number} length */
export const counting = (length) => Float64Array.from({ length }, (_, i) => i);

/** The declarations of charts stand alone, so these types have two lists. tsc compares them here. @type {Readonly<Record<TensorType | FileType, true>>} */
const dtypes = {
  bool: true,
  ...{ float16: true, bfloat16: true, float32: true, float64: true },
  ...{ int8: true, int16: true, int32: true, int64: true },
  ...{ uint8: true, uint16: true, uint32: true, uint64: true },
};

/**
 * Returns the numbers of a tensor and its shape.
 * @param {string} name
 * @param {Fields} tensor
 */
export function tensorOf(name, { data, shape, dtype }) {
  optional(dtype, (type) => checkChoice(`${name}.dtype`, type, Object.keys(dtypes)));
  const axes = listOf(`${name}.shape`, shape, 'dimensions', 64).map((axis, i) =>
    checkNumber(`${name}.shape[${i}]`, axis, { min: 0, max: mostValues, whole: true }),
  );
  const values = numbersOf(`${name}.data`, data, { gaps: true });
  const size = axes.reduce((product, axis) => product * axis, 1);
  checkLength(`${name}.data`, values, size, 'its shape has');
  return { values, shape: axes };
}

/**
 * Reads an axis, or only its name.
 * @param {string} name
 * @param {unknown} value
 * @param {string} label  The default name
 * @param {readonly string[]} [own]  Options that it may have besides its name
 * @returns {Axis}
 */
export function axisOf(name, value, label, own = ['scale', 'domain', 'ticks']) {
  if (value === undefined || typeof value === 'string')
    return { label: textOf(name, value) ?? label };
  const given = fieldsOf(name, value, ['label', ...own]);
  /** @type {readonly NonNullable<Axis['scale']>[]} */
  const scales = ['linear', 'log'];
  const scale = optional(given.scale, (kind) => scales[checkChoice(`${name}.scale`, kind, scales)]);
  return {
    label: textOf(`${name}.label`, given.label) ?? label,
    scale,
    domain: optional(given.domain, (ends) =>
      checkRange(`${name}.domain`, ends, scale === 'log' ? powers : any),
    ),
    ticks: optional(given.ticks, (ticks) => [
      ...numbersOf(`${name}.ticks`, ticks, { most: mostSeries }),
    ]),
  };
}

/**
 * Reads markers, marks or spans, which are drawn over a chart at positions given by numbers.
 * @template {string} Place
 * @param {string} name  Of the option and its entries
 * @param {unknown} value
 * @param {readonly Place[]} places  Names of the numbers
 * @param {{dash?: boolean}} [may]  Whether lines may be dashed
 */
export const standing = (name, value, places, { dash = false } = {}) =>
  optional(value, (list) =>
    listOf(name, list, name).map((each, i) => {
      const at = `${name}[${i}]`;
      const own = ['label', 'color', ...(dash ? ['dash'] : [])];
      const given = fieldsOf(at, each, [...places, ...own]);
      const numbers = places.map((place) => [place, numberOf(`${at}.${place}`, given[place])]);
      return {
        key: `${name.slice(0, -1)}-${i}`,
        ...Object.fromEntries(numbers),
        label: textOf(`${at}.label`, given.label) ?? '',
        color: colorOf(`${at}.color`, given.color),
        ...(dash && { dash: flagOf(`${at}.dash`, given.dash) }),
      };
    }),
  );

/** Checks that the difference of two ends is finite. @param {string} name @param {number} low @param {number} high */
export function checkSpan(name, low, high) {
  if (Number.isFinite(high - low)) return;
  throw new RangeError(
    `${name}: got numbers from ${low} to ${high}; expected ends whose distance is a number`,
  );
}

export { checkChoice, checkNumber, checkRange, isList, isObject, isTypedArray, wrongType };
