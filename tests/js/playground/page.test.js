// On the page's own thread, the interpreter's built-in functions cannot be interrupted, so work that would block the
// page for minutes is not started. A worker can be terminated, so there everything is allowed.
import { expect, test } from '@jest/globals';
import { run, textOf } from './programs.js';

const list =
  /^\w+: got a list of \d+; expected at most 4194304, for this page waits for the program$/;
const compared =
  /^\w+: got texts of 10000000 and 5000001 characters; expected shorter ones, for this page waits/;

const ofComputed =
  /^indexOf: got a list whose length is computed; expected an array, for this page waits/;

/** @type {[code: string, message: RegExp][]} */
const refused = [
  ...[
    'indexOf(1)',
    'lastIndexOf(1)',
    'includes(1)',
    'fill(0)',
    'join()',
    'toString()',
    'toLocaleString()',
    'forEach(() => 1)',
    'map((x) => x)',
    'filter((x) => x)',
    'some((x) => x)',
    'every((x) => x)',
    'reduce((x) => x, 0)',
    'reduceRight((x) => x, 0)',
    'sort()',
    'sort(() => 0)',
    'toSorted()',
    'toReversed()',
    'toSpliced(0, 1)',
    'with(0, 1)',
    'reverse()',
    'slice()',
    'concat(1)',
    'copyWithin(0, 5)',
    'shift()',
    'unshift(1)',
    'splice(0, 1)',
    'flat()',
    'flatMap((x) => x)',
  ].map((call) => /** @type {[string, RegExp]} */ ([`Array(1e9).${call};`, list])),
  ['`${Array(1e9)}`;', list],
  ['[].concat(Array(1e9));', list],
  ['[Array(1e9)].flat();', list],
  ['const a = Array(4e6); [].concat(a, a);', list],
  ['Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);', list],
  ["Array.prototype.indexOf.call({ length: '1e15' }, 1);", list],
  ["Array.prototype.copyWithin.call({ length: '1e15' }, 0, 1);", list],
  ['[[Array(1e9)]].flat(2);', list],
  ['[1].flatMap(() => Array(1e9));', list],
  ...[
    '{ get length() { return 1e15; } }',
    '{ length: { valueOf: () => 1e15 } }',
    'Object.create({ get length() { return 1e15; } })',
    "new Proxy([], { get: (_, name) => (name === 'length' ? 1e15 : 1) })",
    "Object.create(new Proxy({}, { get: (_, name) => (name === 'length' ? 1e15 : 1) }))",
    "Proxy.revocable([], { get: (_, name) => (name === 'length' ? 1e15 : 1) }).proxy",
  ].map((self) => /** @type {[string, RegExp]} */ ([`[].indexOf.call(${self}, 2);`, ofComputed])),
  [
    'Array.from({ length: 6e5 }, String).sort();',
    /^sort: got a list of 600000; expected at most 524288 where nothing compares/,
  ],
  ['Array(1e9).values().drop(1e9);', /^drop: got 1000000000; expected at most 4194304/],
  ["Array(1e9).values().drop('1000000000');", /^drop: got 1000000000; expected at most 4194304/],
  ["new String('a'.repeat(1e7)).indexOf('a'.repeat(5e6) + 'b');", compared],
  ["'a'.repeat(1e7).replace({ toString: () => 'a'.repeat(5e6) + 'b' }, '');", compared],
  [
    "'a'.repeat(1e7).split(Object.assign(/x/, { [Symbol.split]: null, toString: () => 'a'.repeat(5e6) + 'b' }));",
    compared,
  ],
  ...['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll'].map(
    (name) =>
      /** @type {[string, RegExp]} */ ([
        `'a'.repeat(1e7).${name}('a'.repeat(5e6) + 'b');`,
        compared,
      ]),
  ),
];

test.each(refused)('%s', async (code, message) => {
  const { status, error } = await run(`print(1);\n${code}`, { isPage: true });
  expect(status).toBe('failed');
  expect(error).toMatchObject({ name: 'RangeError', line: 2 });
  expect(error?.message).toMatch(message);
});

const usual = `const list = Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000);
print(list.sort()[1], list.sort((a, b) => a - b)[1], [3, 1, 2].toSorted().join('-'), [[1], [2, [3]]].flat(Infinity).join());
print([1, , 3].indexOf(3), [].concat([1], 2, [[3]]).length, 'a-b-c'.split('-').length, 'aXbX'.replaceAll('X', ''), 'abc'.replace(/b/, 'x'));
print([].indexOf.name, [].indexOf.length, Object.keys(Array.prototype).length, 'x'.includes(''), [4, 5, 6].values().drop(2).next().value);
try { [].map.call(null, (x) => x); } catch ({ name }) { print(name); }
try { ''.indexOf.call(null, 'x'); } catch ({ name }) { print(name); }
try { new [].indexOf(); } catch ({ name }) { print(name); }
try { 'a'.repeat(1e7).lastIndexOf(Symbol()); } catch ({ name }) { print(name); }
print([[1, [2]], , 3].flat().length, [1, 2].flatMap((x, i) => [x, [i]]).length, 'a1b22'.split(/\\d+/).join(), 'aXbX'.replaceAll(/x/gi, '-'), 'a,b'.split(',', 1).length, 'ab'.split().length);
for (const f of [() => 'a'.includes(/a/), () => 'a'.replaceAll(/a/, ''), () => [1].flatMap(1), () => Proxy({}, {}), () => new Proxy(1, {})])
  try { f(); } catch ({ name }) { print(name); }
print(new Proxy({ x: 1 }, {}).x, Proxy.revocable({}, {}).proxy !== undefined, Proxy.name, 'undefined'.indexOf(), '1,2'.indexOf([1, 2]));
print([1, 2].map.call('ab', (x) => x + x).join(), Array.prototype.join.call({ length: 2, 0: 'p', 1: 'q' }));
`;

test('all else is as in a worker', async () => {
  const printed = await textOf(usual);
  expect(printed).toContain('indexOf 1 0 true 6');
  expect(await textOf(usual, { isPage: true })).toBe(printed);
  expect(await textOf('print([1].indexOf.call({ length: 5e6 }, 1));')).toBe('-1\n');
});

test('what is refused says what was expected', async () => {
  const code = `for (const f of [() => [1].flatMap(1), () => 'a'.replaceAll(/a/, ''), () => 'a'.includes(/a/)])
  try { f(); } catch ({ message }) { print(message); }`;
  const lines = (await textOf(code, { isPage: true })).trim().split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^\w+: got .+; expected .+$/);
});

test('a polluted prototype does not reach the checks', async () => {
  const code = `const { indexOf } = Array.prototype;
Function.prototype.call = Function.prototype.apply = Reflect.apply = () => 2;
globalThis.RangeError = undefined;
print(indexOf.name, [5, 6].indexOf(6));
try { Array(1e9).indexOf(1); } catch ({ name }) { print(name); }`;
  expect(await textOf(code, { isPage: true })).toBe('indexOf 1\nRangeError\n');
});

test('lists in lists are gone through in loops that can be stopped', async () => {
  for (const code of [
    'Array(1000).fill(Array(4e6)).flat();',
    'Array(1000).fill(1).flatMap(() => Array(4e6));',
    'const a = []; a.push(a, a); a.flat(Infinity);',
  ]) {
    const { status } = await run(code, { isPage: true, limits: { turn: 0.3, seconds: 2 } });
    expect(status).toBe('failed');
  }
});
