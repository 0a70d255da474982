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
const gradient = faultsIn('src/attention_gradient.cpp', 'attention_gradient_test');
const heads = faultsIn('src/multi_head.cpp', 'multi_head_test');
const softmax = faultsIn('src/softmax.cpp', 'softmax_test');
const norms = faultsIn('src/normalization.cpp', 'normalization_test');
const rotary = faultsIn('src/rotary.cpp', 'rotary_test');
const scores = faultsIn('src/scores.cpp', 'scores_test');

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
    'quickExponential(load(then + 4 * half) - now, kSimdMath) * inverse.half[half]',
    'inverse.half[half] + 0.0f * now',
  ),
  math(
    'the exponential loses NaN',
    'inside = greatest(x, splat(c.leastExponent));',
    'inside = greatest(splat(c.leastExponent), x);',
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
  // The gradient
  gradient(
    'the gradient forgets what softmax takes away (delta)',
    '(load(gradients + kPanel * j) - delta)',
    '(load(gradients + kPanel * j) - 0.0f * delta)',
  ),
  gradient(
    'the gradient does not go through the softcap',
    'if (p.softcap != 0) throughSoftcap(panel, keys);',
    'if (false) throughSoftcap(panel, keys);',
  ),
  gradient(
    'the slope of the softcap is 1 - tanh',
    'tangentAndSlope(load(scaled) / cap, math).slope',
    '1.0f - tangentAndSlope(load(scaled) / cap, math).value',
  ),
  gradient(
    'the slope of the softcap loses its digits where the cap is almost reached',
    'tangentAndSlope(load(scaled) / cap, math).slope',
    '1.0f - tangentAndSlope(load(scaled) / cap, math).value * tangentAndSlope(load(scaled) / cap, math).value',
  ),
  gradient(
    'the weights of rows with a large logSumExp do not add up to 1',
    'if (!exact_) divideBySums(panel, keys);',
    'if (false) divideBySums(panel, keys);',
  ),
  gradient(
    'the gradients of the biases of a group of heads are mixed up',
    'queries.head.head % group',
    'queries.head.head / group % group',
  ),
  gradient(
    'the gradient of the bias is not summed over the axes it does not have',
    'row[size_t{strides[3]} * j] += static_cast<float>(*sums++);',
    'row[size_t{strides[3]} * j] = static_cast<float>(*sums++);',
  ),
  gradient(
    'the gradient of the key is that of the last query head of its group',
    '    const size_t headRow = (size_t{batch} * p.heads + h) * p.queries;\n',
    '    const size_t headRow = (size_t{batch} * p.heads + h) * p.queries;\n    work_.keySums.clear();\n',
  ),
  gradient(
    'the gradient of the value is that of the first block of queries',
    'addProduct(weights, work_.outputGradients, 0, work_.valueSums, keys.first);',
    'if (queries.first == 0) addProduct(weights, work_.outputGradients, 0, work_.valueSums, keys.first);',
  ),
  gradient(
    'the gradient of the query lacks the scale',
    'work_.querySums.unpack(problem_.scale,',
    'work_.querySums.unpack(1,',
  ),
  gradient(
    'the gradient of the key lacks the scale',
    'work_.keySums.unpack(p.scale,',
    'work_.keySums.unpack(1,',
  ),
  gradient(
    'the gradient of the scale is multiplied by it',
    'scale_ += static_cast<double>(',
    'scale_ += static_cast<double>(problem_.scale) * static_cast<double>(',
  ),
  gradient(
    'a fully masked row has weights',
    'work_.logSumExp[i] = lse == -kInfinity ? kInfinity : lse;',
    'work_.logSumExp[i] = lse == -kInfinity ? 0 : lse;',
  ),
  gradient(
    'NaN reaches the gradients of pairs that do not see each other',
    'if (!sees(row, step)) continue;',
    '',
  ),
  gradient(
    'NaN is lost on the way back',
    'if (isFinite(*right)) continue;',
    'if (isFinite(*right) || *right != *right) continue;',
  ),
  // Several heads
  heads(
    'the heads of a refused attention() are used',
    'if (!attention(projected.problem(problem), wanted)) return false;',
    'if (!attention(projected.problem(problem), wanted)) return true;',
  ),
  heads(
    'the gradient goes on from a refused attention()',
    'if (!attention(inner, forward)) return false;',
    'if (!attention(inner, forward)) return true;',
  ),
  heads(
    'the bias of a projection is that of the first head',
    'bias == nullptr ? nullptr : bias + column',
    'bias == nullptr ? nullptr : bias',
  ),
  heads('the zero key comes before the extra key', 'row > side.rows;', 'row < side.allRows() - 1;'),
  heads(
    'the extra key is that of the last of the batch',
    'to[h * side.dim + c] += from[c];',
    'to[h * side.dim + c] = from[c];',
  ),
  heads(
    'the gradient of a bias is that of the last row',
    'sums[c] += static_cast<double>(row[c]);',
    'sums[c] = static_cast<double>(row[c]);',
  ),
  // Functions
  softmax(
    'the maximum is not subtracted',
    'const F32x4 shift = select(most == -kInfinity, splat(0.0f), most);',
    'const F32x4 shift = 0.0f * most;',
  ),
  softmax(
    'a row of nothing but -infinity is NaN',
    'return total == 0 ? 1 : total;',
    'return total;',
  ),
  softmax(
    'the gradient of softmax is that of each weight alone',
    '(weight(i) * (relative(i) - mean))',
    '(weight(i) * (1 - weight(i)) * relative(i))',
  ),
  softmax('the Jacobian lacks its diagonal', '  to[i] = diagonal;\n', '  (void)diagonal;\n'),
  norms(
    'the variance has ddof = 1',
    '  const double square = mean(count, [=](size_t i) {',
    '  const double square = double(count) / double(count - 1) * mean(count, [=](size_t i) {',
  ),
  norms(
    'epsilon is added to the standard deviation',
    '1 / std::sqrt(square + epsilon)',
    '1 / (std::sqrt(square) + epsilon)',
  ),
  norms(
    'the gradient of a norm forgets that the variance moves',
    '((slope(i) - level) - normal(i) * tilt)',
    '((slope(i) - level) - 0 * normal(i) * tilt)',
  ),
  rotary(
    'pairs are turned the other way',
    'turn == Turn::there ? sine[c]',
    'turn == Turn::back ? sine[c]',
  ),
  rotary(
    'halves and neighbours are mixed up',
    'const size_t i = halves ? c : 2 * c,',
    'const size_t i = !halves ? c : 2 * c,',
  ),
  rotary('every row stands at its own index', 'tableRow[r] * count', 'r * count'),
  scores(
    'the cosine is not divided by the lengths',
    'return length == 0 ? 0 : 1 / length;',
    'return length == 0 ? 0 : 1;',
  ),
  scores(
    'the gradient of a length is forgotten',
    'static_cast<double>(gradient[i]) - static_cast<double>(units[i]) * outward;',
    'static_cast<double>(gradient[i]) - 0 * static_cast<double>(units[i]) * outward;',
  ),
];
