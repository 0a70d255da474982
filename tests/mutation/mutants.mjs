// Deliberate faults: what is easily got wrong in attention, each as the smallest change of the sources. Each must
// turn a native test red; see run.mjs.

/**
 * @typedef {object} Edit
 * @property {string} file below the project's root
 * @property {string} find the file holds this once
 * @property {string} replace
 *
 * @typedef {object} Mutant
 * @property {string} name what is wrong
 * @property {Edit[]} edits
 * @property {string[]} tests programs of tests/native of which one must turn red
 */

/** @param {string} file @param {string[]} tests */
const faultsIn =
  (file, ...tests) =>
  (/** @type {string} */ name, /** @type {string} */ find, /** @type {string} */ replace) => ({
    name,
    edits: [{ file, find, replace }],
    tests,
  });

const block = faultsIn('src/attention_block.cpp', 'attention_test');
const forward = faultsIn('src/attention.cpp', 'attention_test');
const math = faultsIn('src/simd_math.h', 'attention_test');

/** @type {Mutant[]} */
export const mutants = [
  // Scores and masks
  block(
    'the scale is left out',
    'raw ? one : problem.scale',
    'raw ? one : problem.scale / problem.scale',
  ),
  block(
    'the scale is that of sqrt(d_model), not sqrt(d_k)',
    'raw ? one : problem.scale',
    'raw ? one : problem.scale / __builtin_sqrtf(static_cast<float>(problem.heads))',
  ),
  block(
    'masked scores are 0',
    'const F32x4 none = splat(kMinusInfinity), zero = splat(0.0f);',
    'const F32x4 none = splat(0.0f), zero = splat(0.0f);',
  ),
  block(
    'masked scores are the lowest finite number: a fully masked row is uniform',
    'kMinusInfinity = -std::numeric_limits<float>::infinity()',
    'kMinusInfinity = std::numeric_limits<float>::lowest()',
  ),
  block(
    'the softcap comes after the masks',
    '  applyMasks(head, query, count, keys, block);\n',
    `  applyMasks(head, query, count, keys, block);
  if (problem.softcap != 0) change(block, keys.count(), [&](F32x4 s) { return problem.softcap * hyperbolicTangent(s / problem.softcap, kSimdMath); });\n`,
  ),
  block('the bias is subtracted', 's + bias);', 's - bias);'),
  block(
    'a NaN score leaks through the mask of a bias',
    'select(bias == none, none, s + bias)',
    's + bias',
  ),
  block(
    'allow and block are mixed up',
    'select(allow != zero, s, none)',
    'select(allow != zero, none, s)',
  ),
  block(
    'the strides of a broadcast mask are transposed',
    'rows[lane * rowStride + j * keyStride]',
    'rows[lane * keyStride + j * rowStride]',
  ),
  block(
    'causal leaves out the query itself',
    'last = std::min(last, position + 1)',
    'last = std::min(last, position)',
  ),
  block(
    'causal sees one key of the future',
    'last = std::min(last, position + 1)',
    'last = std::min(last, position + 2)',
  ),
  block(
    'the window is a key too short behind',
    'first = position - int64_t{problem.windowBefore}',
    'first = position - int64_t{problem.windowBefore} + 1',
  ),
  block(
    'the window is a key too short ahead',
    'int64_t{problem.windowAfter} + 1',
    'int64_t{problem.windowAfter}',
  ),
  block(
    'key lengths are ignored',
    'problem.keyLengths != nullptr ? problem.keyLengths[batch] : problem.keys',
    'problem.keys',
  ),
  block(
    'lower-right counts from all keys, whatever the key length',
    'position += keys - int64_t{whole};',
    'position += int64_t{problem.keys} - int64_t{whole};',
  ),
  block(
    'a slice forgets how many queries there are',
    'problem.wholeQueries != 0 ? problem.wholeQueries : problem.queries',
    'problem.queries',
  ),
  block(
    'grouped heads take key heads in turn',
    'size_t{batch} * problem.keyHeads + head / (problem.heads / problem.keyHeads)',
    'size_t{batch} * problem.keyHeads + head % problem.keyHeads',
  ),
  // Softmax
  forward(
    'the maximum starts at 0',
    'std::fill_n(rows.greatest, kQueryBlock, kLowest);',
    'std::fill_n(rows.greatest, kQueryBlock, 0.0f);',
  ),
  forward(
    'blocks are not rescaled to the new maximum',
    'store(rows.rescale + at, quickExponential(before - now[half], math));',
    'store(rows.rescale + at, splat(1.0f));',
  ),
  forward(
    'the running sum forgets the blocks before',
    'madd(load(sum), load(rows.rescale + row + 4 * half), even[half] + odd[half])',
    'even[half] + odd[half]',
  ),
  forward(
    'logSumExp forgets the maximum',
    'load(rows.greatest + i) + logarithm(sum, kSimdMath)',
    'logarithm(sum, kSimdMath)',
  ),
  forward(
    'weights of earlier blocks are not rescaled',
    'quickExponential(splat(then - rows.greatest[row]), kSimdMath)[0] * inverse',
    'inverse',
  ),
  math(
    'the exponential loses NaN',
    'greatest(x, splat(c.leastExponent)) * splat(c.log2e)',
    'greatest(splat(c.leastExponent), x) * splat(c.log2e)',
  ),
  math('the exponential is cut off too early', 'leastExponent = -88.0f', 'leastExponent = -8.0f'),
  // Values
  forward(
    'a NaN value leaks through a mask',
    'return !isFinite(x); }, 0.0f',
    'return false && x; }, 0.0f',
  ),
  forward(
    'an infinite value reaches rows that do not see it',
    'if (block[kPanel * j + lane] != -kInfinity) poison',
    'poison',
  ),
  forward(
    'values that are not finite are lost',
    'if (!pass.finite) addPoison(',
    'if (false) addPoison(',
  ),
  forward(
    'a key that a broken row does not see has weight NaN',
    'block[kPanel * j + lane] == -kInfinity ? 0 : kNaN',
    'kNaN',
  ),
];
