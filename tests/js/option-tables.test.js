// The tables of options say what the documentation says: the same names and defaults. `npm test` builds the reference before.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { optionTables } from '../../scripts/option-tables.mjs';
import { limits, load } from '../../web/engine/index.js';
import { trainingDefaults } from '../../web/engine/training/training-limits.js';

/** @import { Table } from '../../web/engine/border/option-table.js' */
/** @import { Entry, Item } from '../../scripts/reference.mjs' */

/** @type {Entry[]} */
const reference = JSON.parse(
  fs.readFileSync(new URL('../../build/reference/reference.json', import.meta.url), 'utf8'),
);
/** @type {Item[]} */
const items = reference.find(({ name }) => name === 'scaledot')?.items ?? [];

/** @param {string} table */
function typeOf(table) {
  const type = `${table[0].toUpperCase()}${table.slice(1)}Options`;
  return items.find(({ name }) => name === type)?.fields;
}

/** Methods of the engine whose options have no type of their own. */
const inline = ['readNpy', 'scoreWalks', 'softmaxTerms'];
/** Defaults that only hold where no other option says more. */
const depends = ['headAlgebra modelDim'];

/** @param {string} table */
function fieldsOf(table) {
  const [owner, method] = table.includes('.') ? table.split('.') : ['Engine', table];
  if (owner === 'Engine' && !inline.includes(table)) return typeOf(table);
  const { members } = items.find(({ name }) => name === owner) ?? {};
  const [signature] = members?.find(({ name }) => name === method)?.signatures ?? [];
  return signature?.parameters.findLast(({ name }) => name !== 'callbacks')?.fields;
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
  name === 'trainer' // has others for some tasks
    ? { ...trainingDefaults.recall }
    : Object.fromEntries(Object.entries(table).map(([option, { initial }]) => [option, initial]));

test.each(tables)('and their defaults: $name', ({ name, table }) => {
  const initials = initialsOf(name, table);
  for (const { name: option, initial, optional } of fieldsOf(name) ?? []) {
    if (depends.includes(`${name} ${option}`)) continue;
    const own = initials[option];
    // Some defaults are words: they depend on other options.
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
/** attention() and attentionGradient(), which check by hand. @type {readonly (readonly [string, (options?: any) => unknown])[]} */
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
