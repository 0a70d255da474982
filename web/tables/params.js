/**
 * The state of a lab has five representations: the controls on the page, the link, the attributes of the element, JSON and
 * the code samples. One table per lab (in tables/) describes each parameter once, and all five are made from it.
 *
 * Any input (a mistyped link, an attribute, a number from a form) becomes a complete and valid state, and a list of notes
 * that say what was changed. Nothing here throws, and nothing here depends on the page.
 */
import { longestText } from './entries.js';
import { defaultLab, isBare, labIn, readFragment, writeFragment } from './fragment.js';

/** @import { Entry, Note, Params, Table, Value } from './types.js' */

export { defaultLab };

/** The labs in the order of the navigation. */
export const labNames = Object.freeze([
  'story',
  'variance',
  'softmax',
  'scoring',
  'attention',
  'heads',
  'training',
  'models',
  'playground',
]);

/** The loaded tables. A page fetches only that of its lab. @type {Record<string, Table>} */
const tables = {};

/** @param {string} lab @param {Table} table */
export function addTable(lab, table) {
  tables[lab] = table;
}

/**
 * @param {string} lab
 * @returns {Table}
 */
const tableOf = (lab) => (Object.hasOwn(tables, lab) ? tables[lab] : tables[defaultLab]);

/** Returns the parameters of a lab, in the order of its links. @param {string} lab */
export const entriesOf = (lab) => tableOf(lab).entries;

/** Returns the initial state of a lab. @param {string} lab @returns {Params} */
export const initialParams = (lab) =>
  Object.freeze(Object.fromEntries(entriesOf(lab).map((e) => [e.name, e.initial])));

const shorten = (/** @type {string} */ text, most = 24) =>
  text.length > most ? `${text.slice(0, most)}…` : text;

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A value that its row allows. With a `reason`, it differs from the given value.
 * @typedef {{value: Value, reason?: Note['reason'], limit?: string, came?: string, used?: string}} Checked  `came` and `used`: the parts
 *   of the given and the used value to quote, if only one part of a list was changed
 */

/** @param {Entry} entry @param {string} text @returns {Checked} */
function checkNumber(entry, text) {
  if (entry.optional && text === '') return { value: '' };
  if (!numeral.test(text)) return { value: entry.initial, reason: 'notNumber' };
  const number = Number(text);
  const { min = -Infinity, max = Infinity } = entry;
  if (number < min) return { value: min, reason: 'clamped', limit: String(min) };
  if (number > max) return { value: max, reason: 'clamped', limit: String(max) };
  if (entry.type === 'integer' && !Number.isInteger(number))
    return { value: Math.round(number) + 0, reason: 'rounded' };
  return { value: number + 0 };
}

/**
 * Checks a list of numbers. Drops surplus numbers at its end. Refuses the whole list if one of them is not a number.
 * @param {Entry} entry
 * @param {string} text
 * @returns {Checked}
 */
function checkNumbers(entry, text) {
  const { most = Infinity, min, max, optional } = entry;
  const pieces = text.split(/[\s,;]+/).filter(Boolean);
  if (pieces.length === 0 && optional) return { value: '' };
  /** @type {Entry} */
  const one = { ...entry, type: 'number', min, max, optional: false };
  const checks = pieces.slice(0, most).map((piece) => checkNumber(one, piece));
  if (checks.length === 0 || checks.some(({ reason }) => reason === 'notNumber'))
    return { value: entry.initial, reason: 'notNumbers' };
  const value = checks.map((each) => each.value).join(',');
  if (pieces.length > most) return { value, reason: 'tooMany', limit: String(most) };
  const odd = checks.findIndex(({ reason }) => reason);
  if (odd < 0) return { value };
  const { reason, limit } = checks[odd];
  return { value, reason, limit, came: pieces[odd], used: limit };
}

/** @param {Entry} entry @param {string} text @returns {Checked} */
function checkChoice(entry, text) {
  const wanted = (entry.read?.(text) ?? text).toLowerCase();
  const choice = entry.choices?.find((each) => each.toLowerCase() === wanted);
  return choice === undefined ? { value: entry.initial, reason: 'notChoice' } : { value: choice };
}

/** Checks a word, or a list of words separated by commas. They must be short, plain and safe to show anywhere. @param {Entry} entry @param {string} text @returns {Checked} */
function checkWords(entry, text) {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const most = entry.type === 'word' ? 1 : 24;
  const plain = words.length <= most && words.every((word) => /^[a-z][a-z0-9-]{0,31}$/.test(word));
  return plain ? { value: words.join(',') } : { value: entry.initial, reason: 'notWord' };
}

/** Checks a set of choices. It has at least one, and they are put in the order of the table. @param {Entry} entry @param {string} text @returns {Checked} */
function checkSet({ initial, choices = [], most = Infinity }, text) {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0 || words.some((word) => !choices.includes(word)))
    return { value: initial, reason: 'notChoice' };
  const chosen = choices.filter((choice) => words.includes(choice));
  const value = chosen.slice(0, most).join();
  if (chosen.length > most) return { value, reason: 'tooManyChoices', limit: String(most) };
  return { value };
}

/** Characters that no sentence needs: controls, lone surrogates, and marks that change the direction of the text. */
const unprintable = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/**
 * Makes a visitor's text safe to show and to put into a link.
 * @param {string} text
 * @returns {Checked}
 */
export function checkText(text) {
  const value = text.replace(unprintable, ' ').normalize('NFC').replace(/\s+/g, ' ').trim();
  if (value.length <= longestText) return { value };
  const cut = value.slice(0, longestText).replace(/\p{Cs}$/u, '');
  return { value: cut.trim(), reason: 'cut', limit: String(longestText) };
}

/** Returns the largest length of a value in characters. A number has at most 25 and its comma. @param {Entry} entry */
function longestValue({ type, most = 1 }) {
  if (type === 'packed') return most;
  return type === 'numbers' ? 200 + 26 * most : 200;
}

/** Checks only the characters of a packed value. The lab finds out whether it can be unpacked. @param {Entry} entry @param {string} text @returns {Checked} */
const checkPacked = ({ initial }, text) =>
  /^[\w.,~-]*$/.test(text) ? { value: text } : { value: initial, reason: 'notPacked' };

/** Reasons for which a value close to the given one is used. @type {ReadonlySet<Note['reason']>} */
const mending = new Set(['clamped', 'rounded', 'cut', 'tooMany', 'tooManyChoices']);

/** Converts a raw value to text, even an object whose conversion throws. @param {unknown} raw */
function textOf(raw) {
  try {
    return String(raw ?? '');
  } catch {
    return Object.prototype.toString.call(raw);
  }
}

/** Converts full-width digits and signs, as Chinese keyboards type them. Unicode normalisation would also turn 10\u00b2 into 102. @param {string} text */
export const halfWidth = (text) =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/**
 * Checks a raw value against its row of the table. Full-width digits and signs are accepted.
 * @param {Entry} entry
 * @param {string} raw
 * @returns {Checked}
 */
function check(entry, raw) {
  if (entry.type === 'text') return checkText(raw);
  const text = halfWidth(raw).replaceAll('\u2212', '-').trim();
  if (text.length > longestValue(entry)) return { value: entry.initial, reason: 'tooLong' };
  if (entry.type === 'numbers') return checkNumbers(entry, text);
  if (entry.type === 'integer' || entry.type === 'number') return checkNumber(entry, text);
  if (entry.type === 'set') return checkSet(entry, text);
  if (entry.type === 'packed') return checkPacked(entry, text);
  return entry.type === 'choice' ? checkChoice(entry, text) : checkWords(entry, text);
}

/**
 * Returns a complete state from a base state and pairs of link key (or name) and raw value.
 * @param {string} lab
 * @param {Iterable<readonly [string, unknown]>} pairs
 * @param {Params} base
 * @returns {{params: Params, notes: Note[]}}
 */
function assemble(lab, pairs, base) {
  const table = tableOf(lab);
  const rows = new Map(
    table.entries.flatMap((each) => [
      [each.name, each],
      [each.key, each],
    ]),
  );
  /** @type {Note[]} */
  const notes = [];
  /** @type {Record<string, Value>} */
  const params = { ...base };
  /** @type {Set<Entry>} */
  const seen = new Set();
  for (const [key, raw] of pairs) {
    const row = rows.get(key);
    const text = textOf(raw);
    const value = shorten(text);
    if (!row) notes.push({ reason: 'unknown', key: shorten(key), value });
    else if (seen.has(row)) notes.push({ reason: 'duplicate', key: row.key, value });
    else {
      seen.add(row);
      const checked = check(row, text);
      // An invalid value leaves the value of the base, which is the initial value in a new state.
      const kept = checked.reason && !mending.has(checked.reason);
      params[row.name] = kept ? base[row.name] : checked.value;
      if (checked.reason) {
        notes.push({
          reason: checked.reason,
          key: row.key,
          value: checked.came === undefined ? value : shorten(checked.came),
          used: checked.used ?? shorten(String(params[row.name])),
          limit: checked.limit,
        });
      }
    }
  }
  const given = new Set([...seen].map(({ name }) => name));
  table.reconcile?.(params, (note) => notes.push(note), given);
  return { params: Object.freeze(params), notes };
}

/** Returns the lab that a link requests. @param {string} link @param {string} [opening]  the lab if it requests nothing */
export const labOf = (link, opening) => labIn(link, labNames, opening);

/**
 * Returns the state of a link. Pure: the same link gives the same state, whatever the page showed before.
 * @param {string} link  with or without its #
 * @param {string} [lab]
 * @returns {{params: Params, notes: Note[]}}
 */
export function parse(link, lab = labOf(link)) {
  const { pairs, unread } = readFragment(link);
  const notes = unread.map(
    /** @returns {Note} */ ({ reason, text }) => ({ reason, key: 'link', value: shorten(text) }),
  );
  const own = pairs.filter(([key, value]) => key !== 'lab' || !labNames.includes(value));
  const state = assemble(lab, own, initialParams(lab));
  return { params: state.params, notes: [...notes, ...state.notes] };
}

/**
 * Returns a state changed by values from a form, attributes or JSON.
 * @param {Params} params
 * @param {Readonly<Record<string, unknown>>} changes
 * @param {string} [lab]
 * @returns {{params: Params, notes: Note[]}}
 */
export const change = (params, changes, lab = defaultLab) =>
  assemble(lab, Object.entries(changes), params);

/**
 * Returns the pairs of link key and text that differ from the initial state, in the order of the table.
 * @param {Params} params
 * @param {string} [lab]
 * @returns {[string, string][]}
 */
export const differences = (params, lab = defaultLab) =>
  entriesOf(lab)
    .filter((each) => params[each.name] !== each.initial)
    .map((each) => [each.key, String(params[each.name])]);

/**
 * Returns the link of a state, without #. parse(format(params)) gives the same params, bit for bit.
 * @param {Params} params
 * @param {string} [lab]
 */
export function format(params, lab = defaultLab) {
  const pairs = differences(params, lab);
  // A page may open with another lab if its link requests nothing.
  if (lab !== defaultLab || isBare(pairs)) pairs.unshift(['lab', lab]);
  return writeFragment(pairs);
}

/** Returns the words of a list parameter such as `hide`, or of a set. @param {Params} params @param {string} name */
export const wordsOf = (params, name) =>
  new Set(
    String(params[name] ?? '')
      .split(',')
      .filter(Boolean),
  );

/** Returns the numbers of a list parameter. @param {Params} params @param {string} name */
export const numbersOf = (params, name) =>
  String(params[name] ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number);
