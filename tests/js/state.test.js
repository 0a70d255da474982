// The state of a lab: reading it from a link, and writing it back.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '../../web/engine/border/limits.js';
import { labIn, readFragment, valueIn, writeFragment } from '../../web/tables/fragment.js';
import { longestText } from '../../web/tables/entries.js';
import { labNames } from '../../web/labs/lazy.js';
import {
  change,
  differences,
  entriesOf,
  format,
  initialParams,
  labOf,
  numbersOf,
  parse,
  tables,
} from '../../web/tables/state.js';
import { editsOf, mostEdits } from '../../web/tables/attention.js';
import { toEngineOptions } from '../../web/tables/variance.js';

const initial = initialParams('variance');

/** Generates values that a row of the table allows. @param {import('../../web/tables/state.js').Entry} entry */
function allowed({ type, min = -1e9, max = 1e9, most = 8, choices = [], optional }) {
  if (type === 'set')
    return fc.subarray([...choices], { minLength: 1, maxLength: most }).map(String);
  if (type === 'choice') return fc.constantFrom(...choices);
  if (type === 'text') return fc.string({ unit: 'binary', maxLength: 500 });
  if (type === 'packed') return fc.stringMatching(/^[\w-]{0,60}$/);
  if (type === 'word') return fc.constantFrom('', 'two-by-two', 'why-root');
  if (type === 'words') return fc.constantFrom('', 'controls', 'controls,code', 'all');
  const real = fc.double({ min, max, noNaN: true }).map((value) => value + 0);
  if (type === 'numbers')
    return fc.array(real, { minLength: optional ? 0 : 1, maxLength: most }).map(String);
  const number =
    type === 'integer'
      ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
      : real;
  return optional ? fc.oneof(fc.constant(''), number) : number;
}

/** Generates states of a lab. @param {string} lab */
const statesOf = (lab) =>
  fc
    .record(Object.fromEntries(entriesOf(lab).map((entry) => [entry.name, allowed(entry)])))
    .map((values) => change(initialParams(lab), values, lab).params);

/**
 * Expects a number within the limits of its row.
 * @param {unknown} value
 * @param {import('../../web/tables/state.js').Entry} entry
 */
function expectWithin(value, { type, min = -Infinity, max = Infinity }) {
  expect(value).toBeGreaterThanOrEqual(min);
  expect(value).toBeLessThanOrEqual(max);
  if (type === 'integer') expect(Number.isInteger(value)).toBe(true);
}

/**
 * Expects every parameter to have a value that its row allows.
 * @param {import('../../web/tables/state.js').Params} params
 * @param {string} [lab]
 */
function expectValid(params, lab = 'variance') {
  const rows = entriesOf(lab);
  expect(Object.keys(params)).toEqual(rows.map((entry) => entry.name));
  for (const row of rows) {
    const { name, type, choices, optional, most = Infinity } = row;
    const value = params[name];
    if (type === 'set') {
      const chosen = String(value).split(',');
      expect(chosen).toEqual(choices?.filter((choice) => chosen.includes(choice)));
      expect(chosen.length).toBeLessThanOrEqual(most);
    } else if (choices) expect(choices).toContain(value);
    else if (type === 'word' || type === 'words') expect(value).toMatch(/^[a-z0-9,-]*$/);
    else if (type === 'packed') {
      expect(String(value).length).toBeLessThanOrEqual(most);
      expect(value).toMatch(/^[\w.,~-]*$/);
    } else if (type === 'text') {
      expect(String(value).length).toBeLessThanOrEqual(longestText);
      expect(value).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e]/u);
    } else if (type === 'numbers') {
      const numbers = numbersOf(params, name);
      expect(numbers.length).toBeLessThanOrEqual(most);
      if (!optional) expect(numbers.length).toBeGreaterThan(0);
      for (const number of numbers) expectWithin(number, row);
    } else if (!(optional && value === '')) expectWithin(value, row);
  }
}

describe.each(Object.keys(tables))('a link of the %s lab', (lab) => {
  test('gives the state back that it was made of, bit for bit', () => {
    fc.assert(
      fc.property(statesOf(lab), (params) => {
        const link = format(params, lab);
        expect(labOf(link)).toBe(lab);
        const back = parse(link);
        expect(back.notes).toEqual([]);
        expect(back.params).toEqual(params);
        expect(format(back.params, lab)).toBe(link);
      }),
    );
  });

  test('gives a valid state and never throws, whatever its text', () => {
    const keys = entriesOf(lab).map((entry) => entry.key);
    const value = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.array(fc.double()).map(String),
      fc.constantFrom('', '1e999', 'NaN', '0x10', ','),
    );
    const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string()), value));
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      pairs.map((all) => all.map((pair) => pair.join('=')).join('&')),
    );
    fc.assert(
      fc.property(text, (link) => {
        const { params } = parse(link, lab);
        expectValid(params, lab);
        expect(change(params, params, lab)).toEqual({ params, notes: [] });
      }),
    );
  });

  test('has no two parameters that share a name or a key', () => {
    const names = entriesOf(lab).flatMap(({ name, key }) => (name === key ? [name] : [name, key]));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a set of choices', () => {
  const read = (/** @type {string} */ text) => {
    const { params, notes } = parse(`lab=training&rules=${text}`);
    return [params.rules, notes.map(({ reason }) => reason)];
  };
  const { initial: all } = /** @type {import('../../web/tables/state.js').Entry} */ (
    entriesOf('training').find(({ name }) => name === 'rules')
  );

  test.each([
    ['none', 'none', []],
    ['none,rsqrt', 'rsqrt,none', []],
    ['NONE, rsqrt none', 'rsqrt,none', []],
    ['', all, ['notChoice']],
    ['rsqrt,softmax', all, ['notChoice']],
    ['additive,alpha,cosine,inverse,none', 'none,inverse,cosine,alpha', ['tooManyChoices']],
  ])('%j is read as %j, with the notes %j', (text, value, notes) => {
    expect(read(text)).toEqual([value, notes]);
  });
});

describe('a list of numbers', () => {
  const read = (/** @type {string} */ text) => {
    const { params, notes } = parse(`lab=softmax&logits=${text}`);
    return { numbers: numbersOf(params, 'logits'), notes };
  };

  test.each([
    ['1,2.5,-3e-2', [1, 2.5, -0.03]],
    ['１，２ ３；−4,−5', [1, 2, 3, -4, -5]],
    ['', []],
    [' , ', []],
  ])('%j is read as %j', (text, numbers) => expect(read(text)).toEqual({ numbers, notes: [] }));

  test('comes from arrays too', () => {
    const { params, notes } = change(
      initialParams('softmax'),
      { logits: [0.1, -2, 1e-7] },
      'softmax',
    );
    expect(notes).toEqual([]);
    expect(numbersOf(params, 'logits')).toEqual([0.1, -2, 1e-7]);
    expect(format(params, 'softmax')).toBe('lab=softmax&logits=0.1,-2,1e-7');
  });

  test('is bounded number by number, and the first that was changed is told of', () => {
    const { numbers, notes } = read('1,1e300,-1e301,2');
    expect(numbers).toEqual([1, 1e6, -1e6, 2]);
    expect(notes).toEqual([
      { reason: 'clamped', key: 'logits', value: '1e300', used: '1000000', limit: '1000000' },
    ]);
  });

  test('is cut where it is too long', () => {
    const { numbers, notes } = read(Array.from({ length: 100 }, (_, i) => i).join());
    expect(numbers).toEqual(Array.from({ length: 64 }, (_, i) => i));
    expect(notes).toMatchObject([{ reason: 'tooMany', limit: '64' }]);
  });

  test.each(['1,b', '1,Infinity', '0x10', 'NaN', '[1]'])('%j is none', (text) => {
    expect(read(text)).toMatchObject({ numbers: [], notes: [{ reason: 'notNumbers' }] });
    const { params } = parse('lab=softmax&logits=1,2');
    expect(change(params, { logits: text }, 'softmax').params.logits).toBe('1,2');
  });

  test('has room for as many digits as doubles have', () => {
    const numbers = Array.from({ length: 64 }, (_, i) => -(i + 0.1234567890123456) * 1e-5);
    expect(read(String(numbers))).toEqual({ numbers, notes: [] });
  });
});

describe('a text', () => {
  const read = (/** @type {unknown} */ text) => {
    const { params, notes } = change(initialParams('attention'), { text }, 'attention');
    return { text: params.text, notes };
  };

  test.each([
    ['one two', 'one two'],
    ['  one \n\t two ', 'one two'],
    ['它太累了。', '它太累了。'],
    ['ＡＢＣ', 'ＡＢＣ'],
    ['e\u0301', '\u00e9'],
    ['a\u0000b\u001b[31mc', 'a b [31mc'],
    ['\u202eevil\u2066', 'evil'],
    ['half \ud83d of one', 'half of one'],
    ['\u{1f431} cat', '\u{1f431} cat'],
    ['', ''],
    [undefined, ''],
    [17, '17'],
  ])('%j is read as %j', (given, text) => expect(read(given)).toEqual({ text, notes: [] }));

  test('keeps what a link and markup would take for theirs', () => {
    const { params } = change(initialParams('attention'), { text: 'a&b=c#d%<b>"' }, 'attention');
    expect(parse(format(params, 'attention')).params).toEqual(params);
  });

  test('may have so many characters, and in normal form no more', () => {
    expect(read('x'.repeat(longestText)).text).toHaveLength(longestText);
    const [whole, more] = [longestText, longestText + 1].map((count) => read('x'.repeat(count)));
    expect(whole.notes).toEqual([]);
    expect(more.text).toBe(whole.text);
    const longer = read('\u0958'.repeat(longestText));
    expect(String(longer.text).length).toBeLessThanOrEqual(longestText);
    expect(longer.notes).toMatchObject([{ reason: 'cut' }]);
    expect(read(String(longer.text))).toEqual({ text: longer.text, notes: [] });
  });

  test('is told when it was cut, and only then', () => {
    const cut = [{ reason: 'cut', key: 'text', limit: String(longestText) }];
    // The cut falls on a space, which is dropped, so the text is one letter shorter.
    const { text, notes } = read('word '.repeat(200));
    expect(String(text).length).toBe(longestText - 1);
    expect(notes).toMatchObject(cut);
    // Collapsing blanks loses nothing.
    expect(read('x'.repeat(longestText) + ' '.repeat(9)).notes).toEqual([]);
    expect(read('x  '.repeat(longestText / 2)).notes).toEqual([]);
    expect(read('x'.repeat(1e5)).notes).toMatchObject(cut);
  });
});

describe('changed cells of the Attention lab', () => {
  const read = (/** @type {string} */ edits) => parse(`lab=attention&edits=${edits}`);

  test('are read as matrix, head, row, column and value; the last of a cell holds', () => {
    const { params, notes } = read('0,0,2,3,1.5,5,1,7,0,-3,0,0,2,3,0.25');
    expect(notes).toMatchObject([{ reason: 'notEdits' }]);
    expect(params.edits).toBe('0,0,2,3,0.25,5,1,7,0,-3');
    expect(editsOf(params)).toEqual([
      { name: 'x', head: 0, row: 2, column: 3, value: 0.25 },
      { name: 'q', head: 1, row: 7, column: 0, value: -3 },
    ]);
  });

  test.each(['1,2,3', '9,0,0,0,1', '0,0,-1,0,1', '0,0.5,0,0,1'])('%s is none', (edits) => {
    const { params, notes } = read(edits);
    expect(params.edits).toBe('');
    expect(notes).toMatchObject([{ reason: 'notEdits', key: 'edits' }]);
  });

  test('are at most 64, which a link can hold', () => {
    const all = Array.from({ length: 70 }, (_, i) => [0, 0, i, 31, -0.1234567]).join();
    const { params } = read(all);
    expect(editsOf(params)).toHaveLength(mostEdits);
    expect(parse(format(params, 'attention')).params).toEqual(params);
  });
});

describe('a link', () => {
  test('without anything in it gives the initial state, and the initial state only the name of its lab', () => {
    for (const link of ['', '#', '?', '&&&'])
      expect(parse(link)).toEqual({ params: initial, notes: [] });
    // Without the name, a page could open another lab.
    expect(format(initial)).toBe('lab=variance');
    expect(format({ ...initial, theme: 'dark' })).toBe('lab=variance&theme=dark');
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

  test.each([
    ['dk=-1e99', { dk: 1 }, ['clamped']],
    ['dk=1e99', { dk: limits.dk.max }, ['clamped']],
    ['dk=3.7', { dk: 4 }, ['rounded']],
    ['dk=', {}, ['notNumber']],
    ['dk=abc', {}, ['notNumber']],
    ['dk=0x10', {}, ['notNumber']],
    ['dk=１２８', { dk: 128 }, []],
    ['dk=10²', {}, ['notNumber']],
    ['key-mean=③', {}, ['notNumber']],
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
    ['x'.repeat(20_000), {}, ['tooLong']],
    [`dk=${'1'.repeat(20_000)}`, {}, ['tooLong']],
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

  test('asks for what a page opens with only where it asks for nothing', () => {
    for (const link of ['', '#', '#lang=zh-Hans', '?theme=dark&lang=en'])
      expect(labOf(link, 'story')).toBe('story');
    for (const link of ['#dk=8', '#lang=en&seed=2', '#lab=alchemy', '#hide=presets', '#preset=x'])
      expect(labOf(link, 'story')).toBe('variance');
    expect(labOf('#lab=heads', 'story')).toBe('heads');
  });

  test('names its lab, and an unknown lab is the usual one', () => {
    expect(labOf('#lab=variance&dk=8')).toBe('variance');
    expect(labOf('#lab=alchemy')).toBe('variance');
    expect(parse('#lab=variance&dk=8').notes).toEqual([]);
  });
});

describe('the fragment of a link', () => {
  test('is read as it was written, whatever its values are', () => {
    const word = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.string({ unit: 'grapheme' }))), (pairs) => {
        expect(readFragment(`#${writeFragment(pairs)}`)).toEqual({ pairs, unread: [] });
      }),
    );
  });

  test('is read piece by piece; what cannot be read is told of', () => {
    expect(readFragment('#a=1=2&&b&=c&%E0%A4=3&d=%&e=%2526')).toEqual({
      pairs: [
        ['a', '1=2'],
        ['b', ''],
        ['', 'c'],
        ['e', '%26'],
      ],
      unread: [
        { reason: 'garbled', text: '%E0%A4=3' },
        { reason: 'garbled', text: 'd=%' },
      ],
    });
    const long = 'a'.repeat(16385);
    expect(readFragment(long)).toEqual({ pairs: [], unread: [{ reason: 'tooLong', text: long }] });
    expect(readFragment(long.slice(1)).pairs).toHaveLength(1);
  });

  test('asks for the same lab in the first script of a page as in its state', () => {
    const asked = {
      '': 'variance',
      '#lab=heads': 'heads',
      '?dk=8&lab=softmax&lab=x': 'softmax',
      '#lab=alchemy': 'variance',
      '#lab': 'variance',
    };
    for (const [link, lab] of Object.entries(asked)) {
      expect(labIn(link, labNames)).toBe(lab);
      expect(labOf(link)).toBe(lab);
    }
    expect(valueIn('#lang=zh&lang=en', 'lang')).toBe('zh');
    expect(valueIn('#dk=8', 'lang')).toBeUndefined();
  });

  test('is read by a function that stands alone, for the page of `scaledot serve`', () => {
    const alone = new Function(`return (${readFragment})('#lab=heads&dk=%')`)();
    expect(alone).toEqual(readFragment('#lab=heads&dk=%'));
  });

  test('has its syntax in one file', () => {
    const web = fileURLToPath(new URL('../../web/', import.meta.url));
    const knowing = fs
      .readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .filter((name) =>
        /URLSearchParams\(location\.hash|decodeURIComponent|split\(['"]&['"]\)/.test(
          fs.readFileSync(web + name, 'utf8'),
        ),
      );
    expect(knowing).toEqual(['tables/fragment.js']);
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
    // The written state is accepted unchanged.
    expect(parse(format(params)).notes).toEqual([]);
  });

  // The page itself makes the first draws of the Scoring lab, so the product of their sizes is limited, not only each
  // size.
  test.each([
    ['dk=65536', { dk: 2048, keys: 8 }],
    ['dk=2048&keys=4096', { dk: 2048, keys: 256 }],
    ['dk=2048&keys=256&units=1024', { dk: 2048, keys: 256, units: 256 }],
    ['dk=2048&keys=8&units=1024', { dk: 2048, keys: 8, units: 256 }],
    ['dk=128&keys=4096&units=1024', { dk: 128, keys: 4096, units: 256 }],
    ['dk=64&keys=1024&units=1024', { dk: 64, keys: 1024, units: 1024 }],
  ])('of the Scoring lab: %s', (link, expected) => {
    const { params, notes } = parse(`lab=scoring&${link}`);
    expect(params).toMatchObject(expected);
    const kept = link === 'dk=64&keys=1024&units=1024';
    expect(notes.some(({ reason }) => reason === 'clamped')).toBe(!kept);
    expect(parse(format(params, 'scoring')).notes).toEqual([]);
  });
});

describe('a change', () => {
  test.each([
    [Object.create(null)],
    [Symbol('s')],
    [
      {
        toString() {
          throw new Error('no text');
        },
      },
    ],
  ])('that has no text is told of and changes nothing', (dk) => {
    const { params, notes } = change(initial, { dk, query: dk });
    expect(params).toEqual(initial);
    expect(notes.map(({ key, reason }) => `${key} ${reason}`)).toEqual([
      'dk notNumber',
      'query notChoice',
    ]);
  });

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
