// The arguments that the statistics of softmax refuse, and the error messages.
import { refusesOnEveryVariant } from './refusals.js';

refusesOnEveryVariant('the statistics of softmax', [
  [
    (sd) => sd.softmaxStatistics({ dk: 65536, keys: 65 }),
    RangeError,
    'keys x dk: got 65 x 65536 = 4259840; expected at most 4194304 components',
  ],
  [
    (sd) => sd.softmaxStatistics({ keys: 65537 }),
    RangeError,
    'keys: got 65537; expected a whole number from 1 to 65536',
  ],
  [
    (sd) => sd.softmaxStatistics({ draws: 1 }),
    RangeError,
    'draws: got 1; expected a whole number from 2 to 1000000',
  ],
  [
    (sd) => sd.softmaxStatistics({ scale: 'cosinus' }),
    RangeError,
    'scale: got "cosinus"; expected "rsqrt", "none", "inverse", "cosine", a number or {alpha}',
  ],
  [
    (sd) => sd.softmaxStatistics({ scale: null }),
    TypeError,
    'scale: got null; expected "rsqrt", "none", "inverse", "cosine", a number or {alpha}',
  ],
  [
    (sd) => sd.softmaxStatistics({ compare: 'none' }),
    TypeError,
    'compare: got "none"; expected an array of scales',
  ],
  [
    (sd) => sd.softmaxStatistics({ compare: ['none', { alpha: 5 }] }),
    RangeError,
    'compare[1].alpha: got 5; expected a number from -4 to 4',
  ],
  [
    (sd) => sd.softmaxStatistics({ compare: new Array(8).fill(1) }),
    RangeError,
    'compare: got 8 scales; expected at most 7',
  ],
  [
    (sd) => sd.softmaxStatistics({ dk: 65536, keys: 1, scale: { alpha: -2 } }),
    RangeError,
    'scale: got a factor of 4294967296; expected a number from -1000000 to 1000000',
  ],
  [
    (sd) => sd.softmaxStatistics({ temperature: 0 }),
    RangeError,
    'temperature: got 0; expected a number from 0.000001 to 1000000',
  ],
  [
    (sd) => sd.softmaxStatistics({ keys: 4, masked: 4 }),
    RangeError,
    'masked: got 4; expected a whole number from 0 to 3',
  ],
  [
    (sd) => sd.softmaxStatistics({ maskAs: 'infinity' }),
    RangeError,
    'maskAs: got "infinity"; expected one of "blocked", "zero"',
  ],
  [
    (sd) => sd.softmaxStatistics({ threshold: -1 }),
    RangeError,
    'threshold: got -1; expected a number from 0 to 1000000',
  ],
  [
    (sd) => sd.softmaxStatistics({ query: { sd: -1 } }),
    RangeError,
    'query.sd: got -1; expected a number from 0 to 1000000',
  ],
  [
    (sd) => sd.softmaxSample({ draw: 1e6 }),
    RangeError,
    'draw: got 1000000; expected a whole number from 0 to 999999',
  ],
  [
    (sd) => sd.softmaxSample({ shift: Infinity }),
    RangeError,
    'shift: got Infinity; expected a number from -1000000 to 1000000',
  ],
  [
    (sd) => sd.softmaxSample({ draws: 3 }),
    TypeError,
    'softmaxSample: got the unknown name "draws"; expected any of dk, keys, seed, query, key, scale, temperature, masked, maskAs, shift, draw, returns',
  ],
  [
    (sd) => sd.softmaxMeasures('1 2'),
    TypeError,
    'logits: got "1 2"; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
  ],
  [
    (sd) => sd.softmaxMeasures({ data: new Float32Array(4), shape: [2, 2] }),
    RangeError,
    'logits: got the shape [2, 2]; expected [n] with n at least 1',
  ],
  [
    (sd) => sd.softmaxMeasures({ data: new Float32Array(0), shape: [0] }),
    RangeError,
    'logits: got the shape [0]; expected [n] with n at least 1',
  ],
  [
    (sd) =>
      sd.softmaxMeasures(
        { data: new Float32Array(2), shape: [2] },
        { weightGradient: { data: new Float32Array(3), shape: [3] } },
      ),
    RangeError,
    'weightGradient: shape [3] does not match logits: shape [2]; expected [2]',
  ],
  [
    (sd) => sd.softmaxMeasures({ data: new Float32Array(2), shape: [2] }, { returns: ['weights'] }),
    RangeError,
    'returns[0]: got "weights"; expected one of "jacobian"',
  ],
  [
    (sd) => sd.softmaxSample({ shift: null }),
    TypeError,
    'shift: got null; expected a number from -1000000 to 1000000',
  ],
]);
