// Tests laws that hold for every shape and all options on random problems: makes the problems and checks the laws. The
// cases are the same in every run; SCALEDOT_SEED=n gives others.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attentionNames as everything, expectSameBits, Random, sizeOf } from './tensors.js';
import { onEveryVariant } from './variants.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { AttentionVisibility, Tensor, Variant } from '../../../web/engine/types.js' */

const seed = Number(process.env.SCALEDOT_SEED ?? 20261121);
/** Cases of each law. simd gets the most because its bits are the same everywhere. */
const casesOf = /** @type {Record<Variant, number>} */ ({ relaxed: 40, simd: 120, fallback: 20 });

// --- Random problems -------------------------------------------------------------------------------

/**
 * @typedef {object} Shape
 * @property {2 | 3 | 4} rank
 * @property {number} batch
 * @property {number} keyHeads
 * @property {number} group query heads for each key head
 * @property {number} queries
 * @property {number} keys
 * @property {number} headDim
 * @property {number} valueDim
 * @property {number} seed
 *
 * @typedef {object} Problem
 * @property {Tensor} query
 * @property {Tensor} key
 * @property {Tensor} value
 * @property {AttentionVisibility} options
 * @property {[batch: number, heads: number, queries: number, keys: number]} sizes
 * @property {Random} random
 */

// Some problems have more keys than a block of the kernel.
const lengths = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 21 }) },
  { weight: 1, arbitrary: fc.integer({ min: 120, max: 300 }) },
);
export const shapes = fc.record({
  rank: /** @type {fc.Arbitrary<2 | 3 | 4>} */ (fc.constantFrom(2, 3, 4)),
  batch: fc.integer({ min: 1, max: 2 }),
  keyHeads: fc.integer({ min: 1, max: 2 }),
  group: fc.integer({ min: 1, max: 3 }),
  queries: fc.integer({ min: 1, max: 13 }),
  keys: lengths,
  headDim: fc.integer({ min: 1, max: 19 }),
  valueDim: fc.integer({ min: 1, max: 19 }),
  seed: fc.nat(2 ** 31 - 1),
});

/** @type {fc.Arbitrary<'allow' | 'block' | 'bias' | 'causal' | 'window' | 'keyLengths' | 'softcap' | 'scale'>} */
const feature = fc.constantFrom(
  'allow',
  'block',
  'bias',
  'causal',
  'window',
  'keyLengths',
  'softcap',
  'scale',
);

/** @typedef {typeof feature extends fc.Arbitrary<infer T> ? T : never} Feature */

/**
 * @param {Random} random
 * @param {readonly number[]} target
 * @returns {number[]} a shape that broadcasts to the target
 */
function maskShape(random, target) {
  const shape = target.map((length) => (random.below(2) === 0 ? 1 : length));
  return shape.slice(random.below(target.length));
}

/** @param {Random} random @param {readonly number[]} target @param {(random: Random) => number} number */
export function mask(random, target, number) {
  const shape = maskShape(random, target);
  const data = Float32Array.from({ length: sizeOf(shape) }, () => number(random));
  return { data, shape };
}

/** @param {Shape} shape @param {readonly Feature[]} [features] @returns {Problem} */
export function problemOf(shape, features = []) {
  const random = new Random(shape.seed);
  const { rank, queries, keys, headDim, valueDim } = shape;
  const batch = rank === 4 ? shape.batch : 1;
  const keyHeads = rank >= 3 ? shape.keyHeads : 1;
  const heads = rank >= 3 ? keyHeads * shape.group : 1;
  const leading = (/** @type {number} */ count) => [batch, count].slice(4 - rank);
  /** @type {Problem} */
  const problem = {
    query: random.tensor(...leading(heads), queries, headDim),
    key: random.tensor(...leading(keyHeads), keys, headDim),
    value: random.tensor(...leading(keyHeads), keys, valueDim),
    options: {},
    sizes: [batch, heads, queries, keys],
    random,
  };
  for (const name of features) addFeature(problem, name);
  return problem;
}

/** @param {Problem} problem @param {Feature} name */
function addFeature({ options, sizes, random }, name) {
  const [batch, , , keys] = sizes;
  const masks = (options.mask ??= {});
  if (name === 'allow') masks.allow = mask(random, sizes, (r) => (r.below(10) < 7 ? 1 : 0));
  if (name === 'block') masks.block = mask(random, sizes, (r) => (r.below(10) < 3 ? 1 : 0));
  if (name === 'bias')
    masks.bias = mask(random, sizes, (r) => (r.below(10) < 2 ? -Infinity : r.number()));
  if (name === 'causal') options.causal = random.below(2) === 0 ? 'upper-left' : 'lower-right';
  if (name === 'window')
    options.window = {
      before: random.below(keys + 1),
      after: [random.below(keys), Infinity][random.below(2)],
    };
  if (name === 'keyLengths')
    options.keyLengths = Array.from({ length: batch }, () => random.below(keys + 1));
  if (name === 'softcap') options.softcap = 0.5 + random.below(8) / 4;
  if (name === 'scale')
    options.scale = /** @type {const} */ ([0, -0.5, 0.75, 'none', 'inverse', { alpha: 0.3 }])[
      random.below(6)
    ];
}

const features = fc.uniqueArray(feature, { maxLength: 8 });
export const problems = fc.tuple(shapes, features).map(([shape, list]) => problemOf(shape, list));

/** Generates problems that use only these features. @param {...Feature} names */
export const problemsWith = (...names) =>
  fc.tuple(shapes, fc.subarray(names)).map(([shape, list]) => problemOf(shape, list));

/** Describes a problem by its shapes and options, without the numbers. @param {Problem} problem */
const describeProblem = ({ query, key, value, options }) =>
  JSON.stringify({ query: query.shape, key: key.shape, value: value.shape, options }, (_, part) =>
    ArrayBuffer.isView(part) ? `${part.byteLength} bytes` : part,
  );

/**
 * @param {Engine} sd
 * @param {Problem} problem
 * @param {AttentionVisibility} [options] used instead of the problem's
 */
export const attend = (sd, { query, key, value, options: own }, options = own) =>
  sd.attention(query, key, value, { ...options, returns: everything });

/** @param {Engine} sd @param {Problem} problem @param {AttentionVisibility} [options] */
export const stream = (sd, { query, key, value, options: own }, options = own) =>
  sd.attention(query, key, value, { ...options, returns: ['output', 'logSumExp'] });

/** @typedef {ReturnType<typeof attend>} Everything */

/** @param {Everything} a @param {Everything} b @param {readonly (typeof everything[number])[]} names */
export function expectSameResults(a, b, names) {
  for (const name of names) expectSameBits(a[name].data, b[name].data, name);
  expect(a.fullyMasked).toEqual(b.fullyMasked);
}

/**
 * Whether causal, window and lengths let query i see key j, as the API defines it.
 * @param {AttentionVisibility} options
 * @param {number} queries
 * @param {number} length number of keys in this batch entry
 * @param {number} i
 * @param {number} j
 */
function inSight({ causal, window = {} }, queries, length, i, j) {
  const position = i + (causal === 'lower-right' ? length - queries : 0);
  const { before = Infinity, after = Infinity } = window;
  return (
    j < length && j >= position - before && j <= position + after && (!causal || j <= position)
  );
}

/** Returns the allow mask that is equivalent to causal, window and keyLengths. @param {Problem} problem */
export function allowOf({ options, sizes: [batch, , queries, keys] }) {
  const data = new Uint8Array(batch * queries * keys);
  for (let b = 0, at = 0; b < batch; ++b) {
    const length = options.keyLengths?.[b] ?? keys;
    for (let i = 0; i < queries; ++i)
      for (let j = 0; j < keys; ++j, ++at)
        data[at] = inSight(options, queries, length, i, j) ? 1 : 0;
  }
  return { data, shape: [batch, 1, queries, keys] };
}

// --- Checks of laws ----------------------------------------------------------------------------------

/** @param {unknown} problem @returns {string} the description in the report of a failed law */
const shown = (problem) =>
  typeof problem === 'object' && problem !== null && 'query' in problem
    ? describeProblem(/** @type {Problem} */ (problem))
    : fc.stringify(problem);

/**
 * Tests laws on every variant.
 *
 * @param {string} name
 * @param {number} least minimum number of cases on the simd variant
 * @param {(law: <T>(name: string, arbitrary: fc.Arbitrary<T>, predicate: (sd: Engine, value: T) => void | Promise<void>) => void) => void} body
 */
export function laws(name, least, body) {
  onEveryVariant(`laws: ${name}`, (engine, variant) => {
    const numRuns = casesOf[variant];
    let [cases, expected] = [0, 0];
    body((law, arbitrary, predicate) => {
      expected += numRuns;
      test(law, async () => {
        const property = fc.asyncProperty(arbitrary, async (value) => {
          cases += 1;
          await predicate(engine(), value);
        });
        const details = await fc.check(property, { seed, numRuns });
        if (!details.failed) return;
        const { counterexample, counterexamplePath, errorInstance } = details;
        const [problem] = /** @type {unknown[]} */ (/** @type {unknown} */ (counterexample ?? [0]));
        throw new Error(
          `seed ${seed}, path ${counterexamplePath}: ${shown(problem)}: ${/** @type {Error} */ (errorInstance)?.message}`,
        );
      });
    });

    test('enough cases were tried', () => {
      process.stdout.write(`laws of ${name} [${variant}]: ${cases} cases, seed ${seed}\n`);
      expect(cases).toBeGreaterThanOrEqual(expected);
      if (variant === 'simd') expect(cases).toBeGreaterThanOrEqual(least);
    });
  });
}
