// The tables of options have the same names and defaults as the documentation. `npm test` builds the reference first.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { optionTables } from '../../scripts/option-tables.mjs';
import { limits, load } from '../../web/engine/index.js';
import { trainingDefaults } from '../../web/engine/training/training-limits.js';

/** @import { Table } from '../../web/engine/border/types.js' */
/** @import { Entry, Item } from '../../scripts/reference.mjs' */

/** @type {Entry[]} */
const reference = JSON.parse(
  fs.readFileSync(new URL('../../build/reference/reference.json', import.meta.url), 'utf8'),
);
/** @param {string} adapter or '' for the engine and the models @returns {readonly Item[]} */
const itemsOf = (adapter) =>
  reference
    .filter(({ name }) => (adapter ? name === `scaledot/${adapter}` : !/(onnx|torch)$/.test(name)))
    .flatMap(({ items }) => items);

/** @param {string} name @param {readonly Item[] | undefined} among */
const named = (name, among = []) => among.find((item) => item.name === name);

/** Defaults that apply only without certain other options. */
const depends = ['headAlgebra modelDim'];

/** Returns the fields of a type, or of an argument if the options have no type of their own. @param {string} table */
function fieldsOf(table) {
  const [own, adapter = ''] = table.split('/').reverse();
  const items = itemsOf(adapter);
  const [method, owner = 'Engine'] = own.split('.').reverse();
  const name = `${own[0].toUpperCase()}${own.slice(1)}`;
  const type = named(/Attributes$/.test(name) ? name : `${name}Options`, items);
  if (type) return type.fields;
  const called = named(method, named(owner, items)?.members) ?? named(method, items);
  const takes = called?.signatures[0].parameters.filter(({ fields }) => fields);
  return takes?.findLast(({ name }) => name !== 'callbacks')?.fields;
}

const tables = Object.entries(optionTables).map(([name, table]) => ({ name, table }));

test('there are tables', () => {
  expect(tables.length).toBeGreaterThan(30);
});

test.each(tables)('$name has the options that are documented', ({ name, table }) => {
  expect(Object.keys(table).sort()).toEqual(
    fieldsOf(name)
      ?.map((field) => field.name)
      .sort(),
  );
});

/** @param {string} name @param {Table} table @returns {Record<string, unknown>} */
const initialsOf = (name, table) =>
  name === 'trainer' // its defaults depend on the task
    ? { ...trainingDefaults.recall }
    : Object.fromEntries(Object.entries(table).map(([option, { initial }]) => [option, initial]));

test.each(tables)('and their defaults: $name', ({ name, table }) => {
  const initials = initialsOf(name, table);
  for (const { name: option, initial, optional } of fieldsOf(name) ?? []) {
    if (depends.includes(`${name} ${option}`)) continue;
    const own = initials[option];
    // Some defaults are described in words, because they depend on other options.
    const value = /^('.*'|-?[\d.e-]+|true|false)$/.test(initial ?? '')
      ? JSON.parse(String(initial).replaceAll("'", '"'))
      : undefined;
    if (value !== undefined) expect([option, own]).toEqual([option, value]);
    if (!optional) expect([option, own]).toEqual([option, undefined]);
  }
});

const sd = await load({ engine: 'simd' });
const rows = [
  [1, 2],
  [3, 5],
];
/**
 * attention() and attentionGradient(), which check their options without the tables.
 * @type {readonly (readonly [string, (options?: any) => unknown])[]}
 */
const byHand = [
  ['attention', (options) => sd.attention(rows, rows, rows, options)],
  ['attentionGradient', (options) => sd.attentionGradient(rows, rows, rows, rows, options)],
];

test.each(byHand)('%s takes the options of its table, and no other', (name, call) => {
  const names = Object.keys(optionTables[name]).join(', ');
  expect(() => call({ other: 1 })).toThrow(
    new TypeError(`${name}: got the unknown name "other"; expected any of ${names}`),
  );
});

test.each(byHand)('%s has the defaults of its table', (name, call) => {
  const initials = initialsOf(name, optionTables[name]);
  expect(call()).toEqual(call(initials));
  const others = Object.entries({ scale: 'none', causal: 'upper-left', returns: ['weights'] });
  const changed = others.filter(([option]) => initials[option] !== undefined);
  expect(changed.map(([option]) => option)).toEqual(
    Object.keys(initials).filter((option) => initials[option] !== undefined),
  );
  for (const [option, other] of changed)
    expect(call({ ...initials, [option]: other })).not.toEqual(call());
});

test.each(byHand)('%s has the limit of its softcap', (name, call) => {
  const { min, max } = limits.softcap;
  for (const softcap of [min, max]) expect(() => call({ softcap })).not.toThrow();
  for (const softcap of [0, min / 2, 2 * max])
    expect(() => call({ softcap })).toThrow(
      new RangeError(`softcap: got ${softcap}; expected a number from ${min} to ${max}`),
    );
});
