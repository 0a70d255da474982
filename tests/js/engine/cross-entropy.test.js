// crossEntropy(): logits and labels compared with naive sums in double, and refusals.
import { expect, test } from '@jest/globals';
import { random } from './naive.js';
import { expectRefusal, refusesOnEveryVariant } from './refusals.js';
import { zeros } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { Refusal } from './refusals.js' */
/** @typedef {import('../../../web/engine/index.js').Tensor} Tensor */

/** Returns the mean of -log(softmax) at the labels. @param {Tensor} logits @param {readonly number[]} labels */
function naive({ data, shape: [rows, vocabulary] }, labels) {
  const losses = labels.map((label, i) => {
    const row = Array.from(data.subarray(i * vocabulary, (i + 1) * vocabulary), Math.exp);
    return -Math.log(row[label] / row.reduce((sum, each) => sum + each, 0));
  });
  return losses.reduce((sum, each) => sum + each, 0) / rows;
}

/** @param {number} rows @param {number} vocabulary */
const labelsOf = (rows, vocabulary) =>
  Array.from({ length: rows }, (_, i) => (7 * i + 3) % vocabulary);

onEveryVariant('crossEntropy()', (engine) => {
  test.each([1, 2, 3, 4, 5, 7, 13, 1000])('of %i words is that of naive sums', (vocabulary) => {
    const logits = random(vocabulary, 6, vocabulary);
    const labels = labelsOf(6, vocabulary);
    const { loss, perplexity } = engine().crossEntropy(logits, labels);
    const expected = naive(logits, labels);
    expect(loss).toBeCloseTo(expected, 13);
    expect(perplexity / Math.exp(expected)).toBeCloseTo(1, 13);
  });

  test('in more blocks than one, the last shorter', () => {
    const logits = random(3, 300, 8000); // blocks of 131 rows
    const labels = labelsOf(300, 8000);
    const { loss } = engine().crossEntropy(logits, labels);
    expect(loss).toBeCloseTo(naive(logits, labels), 11);
  });

  test('earlier rows count as if they came at once', () => {
    const logits = random(5, 7, 11);
    const labels = labelsOf(7, 11);
    const part = (/** @type {number} */ from, /** @type {number} */ to) => ({
      data: logits.data.subarray(11 * from, 11 * to),
      shape: [to - from, 11],
    });
    const { loss } = engine().crossEntropy(part(0, 3), labels.slice(0, 3));
    const before = { loss, rows: 3 };
    const own = engine().crossEntropy(part(3, 7), labels.slice(3), { before });
    const all = engine().crossEntropy(logits, labels);
    expect(own.loss).toBeCloseTo(all.loss, 14);
    expect(own.perplexity).toBeCloseTo(all.perplexity, 12);
    for (const lost of [NaN, Infinity])
      expect(
        engine().crossEntropy(part(3, 7), labels.slice(3), { before: { loss: lost, rows: 3 } }),
      ).toEqual({ loss: lost, perplexity: lost });
  });

  test('a row of its own is a block where it is longer than one', () => {
    const logits = zeros(2, 2 ** 20 + 1);
    expect(engine().crossEntropy(logits, [0, 2 ** 20]).perplexity).toBeCloseTo(2 ** 20 + 1, 6);
  });

  test('needs no exponential that is too large', () => {
    const logits = { data: Float32Array.of(1e5, 1e5 - 2, -1e5, -1e5), shape: [2, 2] };
    const { loss } = engine().crossEntropy(logits, [1, 0]);
    expect(loss).toBeCloseTo((2 + Math.log1p(Math.exp(-2)) + Math.log(2)) / 2, 14);
  });

  test('the only word of a vocabulary is predicted with certainty', () => {
    expect(engine().crossEntropy(random(1, 3, 1), [0, 0, 0])).toEqual({ loss: 0, perplexity: 1 });
  });

  test('a label without weight has an infinite loss, and NaN stays NaN', () => {
    const of = (/** @type {number[]} */ ...row) =>
      engine().crossEntropy({ data: Float32Array.from(row), shape: [1, 3] }, [1]);
    expect(of(0, -Infinity, 0)).toEqual({ loss: Infinity, perplexity: Infinity });
    expect(of(-Infinity, -Infinity, -Infinity).loss).toBe(Infinity);
    expect(of(0, 1, NaN)).toEqual({ loss: NaN, perplexity: NaN });
    expect(of(Infinity, 0, 0).loss).toBeNaN();
  });

  test('labels may be a typed array', () => {
    const logits = random(2, 3, 5);
    const labels = [4, 0, 2];
    const own = engine().crossEntropy(logits, labels);
    for (const Kind of [Int32Array, Uint8Array, Float32Array])
      expect(engine().crossEntropy(logits, Kind.from(labels))).toEqual(own);
  });

  test('labels that give the logits away while they are read are refused', () => {
    const logits = random(2, 2, 3);
    const labels = [0, 1];
    const give = () => structuredClone(logits.data, { transfer: [logits.data.buffer] }).length - 6;
    Object.defineProperty(labels, 1, { get: give });
    const call = () => engine().crossEntropy(logits, labels);
    const message =
      'logits: got a typed array whose memory was transferred to somebody else; expected one that still has its numbers';
    expectRefusal(call, TypeError, message);
  });
});

const logits = zeros(3, 5);

/** @type {Refusal[]} */
const refused = [
  [
    (sd) => sd.crossEntropy(undefined, [1]),
    TypeError,
    'logits: got undefined; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [
    (sd) => sd.crossEntropy(zeros(5), [1]),
    RangeError,
    'logits: got the shape [5]; expected [L, vocabulary], both at least 1',
  ],
  ...[
    [0, 5],
    [3, 0],
  ].map(
    (shape) =>
      /** @type {Refusal} */ ([
        (sd) => sd.crossEntropy(zeros(...shape), []),
        RangeError,
        `logits: got the shape [${shape.join(', ')}]; expected [L, vocabulary], both at least 1`,
      ]),
  ),
  [
    (sd) => sd.crossEntropy(logits),
    TypeError,
    'labels: got undefined; expected an array of whole numbers',
  ],
  [
    (sd) => sd.crossEntropy(logits, [1, 2]),
    RangeError,
    'labels: got 2 labels; expected 3, one for each row of logits',
  ],
  ...[5, -1, 1.5, NaN].map(
    (label) =>
      /** @type {Refusal} */ ([
        (sd) => sd.crossEntropy(logits, [0, label, 0]),
        RangeError,
        `labels[1]: got ${label}; expected a whole number from 0 to 4`,
      ]),
  ),
  ...[
    /** @type {const} */ ([7, 'before: got 7; expected an object with any of loss, rows']),
    /** @type {const} */ ([{ rows: 2 }, 'before.loss: got undefined; expected a number']),
  ].map(
    ([before, message]) =>
      /** @type {Refusal} */ ([
        (sd) => sd.crossEntropy(logits, [0, 1, 2], { before }),
        TypeError,
        message,
      ]),
  ),
  [
    (sd) => sd.crossEntropy(logits, [0, 1, 2], { before: { loss: 1, rows: 0 } }),
    RangeError,
    'before.rows: got 0; expected a whole number from 1 to 2147483648',
  ],
  [
    (sd) => sd.crossEntropy(logits, [0, '1', 0]),
    TypeError,
    'labels[1]: got "1"; expected a whole number from 0 to 4',
  ],
];
refusesOnEveryVariant('crossEntropy()', refused);
