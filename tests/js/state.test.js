// The state of a lab: what comes in by a link, and what comes back out of it.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { limits } from '../../web/engine/limits.js';
import {
  change,
  differences,
  entriesOf,
  format,
  initialParams,
  labOf,
  parse,
  toEngineOptions,
} from '../../web/state.js';

const entries = entriesOf('variance');
const initial = initialParams('variance');

/** A value that a row of the table allows. @param {import('../../web/state.js').Entry} entry */
function allowed({ type, min = -1e9, max = 1e9, choices = [], optional }) {
  if (type === 'choice') return fc.constantFrom(...choices);
  if (type === 'word') return fc.constantFrom('', 'two-by-two', 'why-root');
  if (type === 'words') return fc.constantFrom('', 'controls', 'controls,code', 'all');
  const number =
    type === 'integer'
      ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
      : fc.double({ min, max, noNaN: true }).map((value) => value + 0);
  return optional ? fc.oneof(fc.constant(''), number) : number;
}

const states = fc
  .record(Object.fromEntries(entries.map((entry) => [entry.name, allowed(entry)])))
  .map((values) => change(initial, values).params);

/** Every parameter has a value that its row allows. @param {import('../../web/state.js').Params} params */
function expectValid(params) {
  expect(Object.keys(params)).toEqual(entries.map((entry) => entry.name));
  for (const { name, type, min = -Infinity, max = Infinity, choices, optional } of entries) {
    const value = params[name];
    if (choices) expect(choices).toContain(value);
    else if (type === 'word' || type === 'words') expect(value).toMatch(/^[a-z0-9,-]*$/);
    else if (!(optional && value === '')) {
      expect(value).toBeGreaterThanOrEqual(min);
      expect(value).toBeLessThanOrEqual(max);
      if (type === 'integer') expect(Number.isInteger(value)).toBe(true);
    }
  }
}

describe('a link', () => {
  test('of a state gives the same state back, bit for bit', () => {
    fc.assert(
      fc.property(states, (params) => {
        const back = parse(format(params));
        expect(back.notes).toEqual([]);
        expect(back.params).toEqual(params);
        expect(format(back.params)).toBe(format(params));
      }),
    );
  });

  test('without anything in it gives the initial state, and the initial state an empty link', () => {
    for (const link of ['', '#', '?', '&&&'])
      expect(parse(link)).toEqual({ params: initial, notes: [] });
    expect(format(initial)).toBe('');
  });

  test('holds only what differs, in the order of the table', () => {
    const { params } = change(initial, { keySd: 2, dk: 8, lang: 'zh-Hans' });
    expect(format(params)).toBe('dk=8&key-sd=2&lang=zh-Hans');
    expect(differences(params)).toEqual([
      ['dk', '8'],
      ['key-sd', '2'],
      ['lang', 'zh-Hans'],
    ]);
  });

  test('of any text whatever gives a valid state and never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(
          fc.tuple(
            fc.oneof(fc.constantFrom(...entries.map((entry) => entry.key)), fc.string()),
            fc.oneof(
              fc.string(),
              fc.double().map(String),
              fc.constantFrom('', '1e999', 'NaN', '0x10'),
            ),
          ),
        )
        .map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
    );
    fc.assert(fc.property(text, (link) => expectValid(parse(link).params)));
  });

  test.each([
    ['dk=-1e99', { dk: 1 }, ['clamped']],
    ['dk=1e99', { dk: limits.dk.max }, ['clamped']],
    ['dk=3.7', { dk: 4 }, ['rounded']],
    ['dk=', {}, ['notNumber']],
    ['dk=abc', {}, ['notNumber']],
    ['dk=0x10', {}, ['notNumber']],
    ['dk=１２８', { dk: 128 }, []],
    ['key-mean=−0.5', { keyMean: -0.5 }, []],
    ['query=Laplace', { queryDistribution: 'laplace' }, []],
    ['query=cauchy', {}, ['notChoice']],
    ['lang=zh-CN', { lang: 'zh-Hans' }, []],
    ['lang=en_US', { lang: 'en' }, []],
    ['lang=tlh', {}, ['notChoice']],
    ['dk=8&dk=9', { dk: 8 }, ['duplicate']],
    ['queryMean=1&query-mean=2', { queryMean: 1 }, ['duplicate']],
    ['<script>alert(1)</script>', {}, ['unknown']],
    ['preset=<script>', {}, ['notWord']],
    ['hide=controls,<b>', {}, ['notWord']],
    ['%E0%A4%A', {}, ['garbled']],
    ['dk=%', {}, ['garbled']],
    ['__proto__=1', {}, ['unknown']],
    ['constructor=1&toString=2&hasOwnProperty=3', {}, ['unknown', 'unknown', 'unknown']],
    ['lab=__proto__', {}, ['unknown']],
    ['x'.repeat(10_000), {}, ['tooLong']],
    [`dk=${'1'.repeat(10_000)}`, {}, ['tooLong']],
  ])('that says %.40s is read as it can be, and noted', (link, expected, reasons) => {
    const { params, notes } = parse(link);
    expect(params).toEqual({ ...initial, ...expected });
    expect(notes.map((note) => note.reason)).toEqual(reasons);
    for (const note of notes) expect(note.value.length).toBeLessThan(40);
  });

  test('leaves the prototype of all objects alone', () => {
    parse('__proto__=polluted&constructor.prototype.polluted=1');
    expect(/** @type {Record<string, unknown>} */ ({}).polluted).toBeUndefined();
  });

  test('names its lab, and an unknown lab is the first one', () => {
    expect(labOf('#lab=variance&dk=8')).toBe('variance');
    expect(labOf('#lab=alchemy')).toBe('variance');
    expect(parse('#lab=variance&dk=8').notes).toEqual([]);
  });
});

describe('limits that hang together', () => {
  test.each([
    ['generator=numpy&query=laplace', { generator: 'scaledot' }, 'numpyLaws'],
    ['generator=numpy&correlation=0.5', { generator: 'scaledot' }, 'numpyCorrelation'],
    [`generator=numpy&seed=${2 ** 33}`, { seed: limits.numpySeed.max }, 'clamped'],
    ['rows=1&columns=1', { rows: 1, columns: 2 }, 'adjusted'],
    ['rows=2&columns=2&ddof=4', { ddof: 3 }, 'clamped'],
    ['rows=1000&columns=1000&inner=65536', { inner: 524 }, 'clamped'],
    [
      'queries=16777216&keys=16777216',
      { keys: Math.floor(limits.scores.max / 2 ** 24) },
      'clamped',
    ],
  ])('%s', (link, expected, reason) => {
    const { params, notes } = parse(link);
    expect(params).toMatchObject(expected);
    expect(notes.map((note) => note.reason)).toContain(reason);
    expectValid(params);
    // What came out is accepted as it is.
    expect(parse(format(params)).notes).toEqual([]);
  });
});

describe('a change', () => {
  test('keeps what is not mentioned and what makes no sense', () => {
    const { params } = change(initial, { dk: 256 });
    expect(change(params, { seed: 7 }).params).toMatchObject({ dk: 256, seed: 7 });
    expect(change(params, { dk: 'many' }).params.dk).toBe(256);
    expect(change(params, { dk: 'many' }).notes[0]).toMatchObject({
      reason: 'notNumber',
      used: '256',
    });
  });

  test('gives a frozen state and leaves the old one alone', () => {
    const { params } = change(initial, { dk: 2 });
    expect(Object.isFrozen(params)).toBe(true);
    expect(initial.dk).toBe(64);
  });

  test.each([[null], [undefined], [{}], [[]], [() => {}], [true], [NaN], [Infinity]])(
    'to %p is no reason to throw',
    (value) => expectValid(change(initial, { dk: value, scale: value, preset: value }).params),
  );
});

test('a state gives the options of the engine', () => {
  const { params } = parse(
    'dk=8&scale=alpha&alpha=0.25&query=uniform&query-mean=1&key-sd=2&seed=3&bins=50',
  );
  expect(toEngineOptions(params)).toEqual({
    dk: 8,
    queries: 100,
    keys: 100,
    scale: { alpha: 0.25 },
    seed: 3,
    generator: 'scaledot',
    query: { distribution: 'uniform', mean: 1, sd: 1 },
    key: { distribution: 'normal', mean: 0, sd: 2 },
    correlation: 0,
    bins: 50,
  });
  expect(toEngineOptions(parse('scale=number&factor=0.3').params).scale).toBe(0.3);
  expect(toEngineOptions(parse('scale=inverse').params).scale).toBe('inverse');
});

test('no two parameters of a lab share a name or a key', () => {
  const names = entries.flatMap(({ name, key }) => (name === key ? [name] : [name, key]));
  expect(new Set(names).size).toBe(names.length);
});
