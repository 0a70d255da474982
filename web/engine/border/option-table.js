/**
 * Tables of options. A table gives each option's allowed values and its default. The checks and their errors, the
 * values for the core, and the limits in the reference (scripts/docs-limits.mjs) all come from it.
 */

/** @import { Checked, Limit, Option, Table } from './types.js' */

import {
  checkChoice,
  checkFlag,
  checkNumber,
  checkObject,
  checkRange,
  checkReturns,
  wrongType,
} from './checks.js';

/** @param {Readonly<Limit>} limit @param {number} [initial] @returns {Option<number>} */
/* @__NO_SIDE_EFFECTS__ */
export const number = (limit, initial) => ({
  check: (name, value) => checkNumber(name, value, limit),
  initial,
  limit,
});

/** One of the names, as its index. @param {readonly string[]} choices @param {string} [initial] @returns {Option<number>} */
/* @__NO_SIDE_EFFECTS__ */
export const choice = (choices, initial) => ({
  check: (name, value) => checkChoice(name, value, choices),
  initial,
});

/** @param {boolean} [initial] @returns {Option<boolean>} */
/* @__NO_SIDE_EFFECTS__ */
export const flag = (initial = false) => ({ check: checkFlag, initial });

/** Two numbers, the first below the second. @param {Readonly<Limit>} limit @returns {Option<[number, number]>} */
/* @__NO_SIDE_EFFECTS__ */
export const range = (limit) => ({
  check: (name, value) => checkRange(name, value, limit),
  limit,
});

/** An option that depends on other arguments and is checked together with them. @param {unknown} [initial] @returns {Option<unknown>} */
/* @__NO_SIDE_EFFECTS__ */
export const later = (initial) => ({ check: (_, value) => value, initial });

/** Names of results. @template {string} Name @param {readonly Name[]} names @param {readonly Name[]} [initial] @returns {Option<readonly Name[]>} */
/* @__NO_SIDE_EFFECTS__ */
export const returned = (names, initial = []) => ({
  check: (_, value) => checkReturns(value, names),
  initial,
});

/** A function of the caller. @param {string} [expected] @returns {Option<any>} */
/* @__NO_SIDE_EFFECTS__ */
export const callback = (expected = 'a function') => ({
  check(name, value) {
    if (typeof value === 'function') return value;
    throw wrongType(name, value, expected);
  },
});

/** An option that may be left out and has no default. @template Value @param {Option<Value>} option @returns {Option<Value | undefined>} */
/* @__NO_SIDE_EFFECTS__ */
export const optional = (option) => ({
  ...option,
  check: (name, value) => (value === undefined ? undefined : option.check(name, value)),
  initial: undefined,
});

/** An object with options of its own. @template {Table} Of @param {Of} table @returns {Option<Checked<Of>>} */
/* @__NO_SIDE_EFFECTS__ */
export const object = (table) => ({
  check: (name, value) => checkOptions(name, value, table, `${name}.`),
});

/**
 * @template {Table} Of
 * @param {Of} table
 * @param {Readonly<Record<string, unknown>>} initials
 * @returns {Of} the table with these defaults
 */
export function withInitials(table, initials) {
  /** @type {any} */
  const own = {};
  for (const name of Object.keys(table)) own[name] = { ...table[name], initial: initials[name] };
  return own;
}

/**
 * @template {Table} Of
 * @param {string} name for errors about the object as a whole
 * @param {unknown} options
 * @param {Of} table
 * @param {string} [prefix] of the names in errors
 * @returns {Checked<Of>}
 */
export function checkOptions(name, options, table, prefix = '') {
  const names = namesOf(table);
  if (options !== undefined) return checkEach(checkObject(name, options, names), table, prefix);
  let initials = withoutAny.get(table);
  if (!initials) {
    initials = checkEach({}, table, prefix); // throws if the table has required options
    withoutAny.set(table, Object.freeze(initials));
  }
  return initials;
}

// Small calls take about a microsecond, so values that all calls share are cached.

/** @type {WeakMap<Table, string[]>} */
const keptNames = new WeakMap();
/** The checked options of calls without any. @type {WeakMap<Table, any>} */
const withoutAny = new WeakMap();

/** @param {Table} table */
function namesOf(table) {
  let names = keptNames.get(table);
  if (!names) keptNames.set(table, (names = Object.keys(table)));
  return names;
}

/**
 * @template {Table} Of
 * @param {Record<string, unknown>} given names already checked
 * @param {Of} table
 * @param {string} [prefix] of the names in errors
 * @returns {Checked<Of>}
 */
export function checkEach(given, table, prefix = '') {
  /** @type {any} */
  const checked = {};
  for (const own of namesOf(table)) {
    const { check, initial } = table[own];
    const value = given[own]; // read once, because it may be a getter
    checked[own] = check(prefix + own, value === undefined ? initial : value);
  }
  return checked;
}
