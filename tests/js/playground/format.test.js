// console.log() of the playground prints the same as Node.
import { expect, test } from '@jest/globals';
import { format } from 'node:util';
import { formatted } from '../../../web/playground/guest/format.js';

class Point {
  x = 1;
}
/** @type {any} */
const circular = { name: 'a', inner: {} };
circular.inner.back = circular;

test.each(
  /** @type {[string, unknown[]][]} */ ([
    ['numbers', [0, -0, 1e21, 0.1, NaN, -Infinity, 12n]],
    [
      'texts and marks',
      ['50 %', 'a %s b %d %i %f %j %%', 'x', 1.5, 2.9, '3.5px', { a: 1 }, 'more'],
    ],
    ['texts in lists', [['a', "it's", 'tab\t', 'both\'"', 'line\nline']]],
    ['short lists', [[1, 2, 3], [], [undefined, null, true]]],
    ['a list in columns', [Array.from({ length: 27 }, (_, i) => i * i)]],
    ['a long list', [Array.from({ length: 120 }, (_, i) => i / 8)]],
    ['words in columns', [Array.from({ length: 30 }, (_, i) => 'w'.repeat(i % 7))]],
    ['words of many lengths', [Array.from({ length: 9 }, (_, i) => 'w'.repeat(i * i))]],
    ['nested lists', [[[1, [2, [3, [4]]]]]]],
    ['holes', [[1, , , 2, ,]]], // eslint-disable-line no-sparse-arrays
    ['a list of holes', [Array(1e9)]],
    ['many holes', [Object.assign(Array(4e9), { 3: 1, 1e5: 2, 3e9: 3, name: 4 }).slice(0, 5), Object.assign(Array(2e9), { 0: 1, 5e4: 2, 1e9: 3 })]], // prettier-ignore
    ['objects', [{ a: 1, 'b-c': 'x', d: { e: { f: { g: 1 } } } }]],
    ['wide objects', [{ first: 'a'.repeat(30), second: 'b'.repeat(30), third: 'c'.repeat(30) }]],
    ['rows of a table', [Array.from({ length: 3 }, (_, i) => ({ dk: 2 ** i, variance: i / 3 }))]],
    ['a tensor', [{ data: Float32Array.from([1.5, -0, NaN]), shape: [3] }]],
    ['a long tensor', [{ data: new Float64Array(130), shape: [130] }]],
    ['other arrays', [new Uint8Array(2), new BigInt64Array(1), new Float32Array(0)]],
    ['maps and sets', [new Map([['a', { b: 1 }]]), new Set([1, 'x']), new Map()]],
    ['classes', [new Point(), Point, class {}, Object.create(null)]],
    ['functions', [() => 1, function named() {}, async () => {}, function* g() {}]],
    ['getters', [{ get a() { return 1; }, set b(/** @type {number} */ _) {}, get c() { return 1; }, set c(/** @type {number} */ _) {} }]], // prettier-ignore
    ['circles', [circular]],
    ['others', [/a/g, new Date(0), Symbol('s'), null, undefined]],
  ]),
)('%s', (_, values) => {
  expect(formatted(values)).toBe(format(...values));
});

test('what is too long is cut', () => {
  expect(formatted([['x'.repeat(20_000)]]).length).toBeLessThan(10_100);
  expect(formatted([new Map(Array.from({ length: 1e4 }, (_, i) => [i, i]))]).length).toBeLessThan(
    4000,
  );
});
