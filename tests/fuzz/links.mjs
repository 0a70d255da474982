// Links, and attributes and messages with the same content. Each gives a valid state, and the link of that state gives the
// same state again.
import {
  change,
  entriesOf,
  format,
  initialParams,
  labNames,
  parse,
} from '../../web/tables/state.js';

/** @typedef {import('./source.mjs').Source} Source */

const junk = [
  ...[
    '',
    '0',
    '-0',
    '1',
    '64',
    '1e9',
    '-1',
    '0.5',
    'NaN',
    'Infinity',
    '1e309',
    '0x10',
    ' 7 ',
    '٣',
    '1,2',
    '1,,2',
    ',',
  ],
  ...[
    'true',
    'false',
    'auto',
    'none',
    'own',
    'all',
    '<b>x</b>',
    '"\'`',
    '\0',
    '\u2028',
    '\ud800',
    '%',
    '%zz',
    '%F0%9F',
    '🙂',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'a'.repeat(500),
    'x,'.repeat(300),
    '9'.repeat(400),
    'javascript:alert(1)',
  ],
];
const keys = ['lab', '__proto__', 'constructor', 'toString', '', 'x', 'DK', 'd k', 'valueOf'];

/** @param {Source} source @param {string} lab @returns {[string, string]} */
function pair(source, lab) {
  const entries = entriesOf(lab);
  const entry = source.of(entries);
  const key = source.oneIn(6) ? source.of(keys) : entry.key;
  const fitting = 'choices' in entry ? [...entry.choices] : [String(entry.initial)];
  const value = source.oneIn(2) ? source.of(junk) : source.of(fitting);
  return [key, source.oneIn(6) ? value + source.of(junk) : value];
}

/** @param {string} lab @param {Readonly<Record<string, unknown>>} params */
function checkState(lab, params) {
  const names = entriesOf(lab).map(({ name }) => name);
  if (Object.keys(params).sort().join() !== [...names].sort().join())
    throw new Error(`${lab}: the state has the names ${Object.keys(params)}`);
  for (const { name, initial } of entriesOf(lab)) {
    const value = params[name];
    const isKind = typeof value === typeof initial || (initial === '' && typeof value === 'number');
    if (!isKind || Number.isNaN(value)) throw new Error(`${lab}: ${name} is ${String(value)}`);
  }
  const again = parse(format(params, lab), lab).params;
  for (const name of names)
    if (!Object.is(again[name], params[name]))
      throw new Error(
        `${lab}: ${name} is ${String(params[name])}, and ${String(again[name])} by its own link ${format(params, lab)}`,
      );
}

/** @param {Source} source */
export function link(source) {
  const lab = source.of(labNames);
  const pairs = Array.from({ length: source.below(7) }, () => pair(source, lab));
  const encode = source.of([encodeURIComponent, String]);
  const written = pairs.map(([key, value]) => {
    try {
      return `${encode(key)}=${encode(value)}`;
    } catch {
      return `${key}=${value}`; // a lone surrogate cannot be encoded
    }
  });
  const text = `#lab=${lab}&${written.join(source.of(['&', '&&', ';', '#']))}`;
  const { params, notes } = parse(text);
  const asked = /(^|[&#;])lab=/.test(written.join('&')) ? labOf(params) : lab;
  if (asked) checkState(asked, params);
  for (const { value } of notes)
    if (String(value).length > 500) throw new Error(`a note of ${String(value).length} letters`);
  const changes = Object.fromEntries(
    pairs.map(([key, value]) => [nameOf(lab, key), source.oneIn(3) ? Number(value) : value]),
  );
  checkState(lab, change(initialParams(lab), changes, lab).params);
}

/** @param {string} lab @param {string} key */
const nameOf = (lab, key) => entriesOf(lab).find((entry) => entry.key === key)?.name ?? key;

/** Returns the lab of a state, or undefined where a link names several labs. @param {Readonly<Record<string, unknown>>} params */
const labOf = (params) =>
  labNames.find(
    (lab) =>
      entriesOf(lab).every(({ name }) => name in params) &&
      entriesOf(lab).length === Object.keys(params).length,
  );
