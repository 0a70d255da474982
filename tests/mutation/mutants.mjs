// Deliberate faults: the usual mistakes in attention, each as a minimal change of the sources. Each must turn a native
// test red; see run.mjs.

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

const attention = ['attention_test', 'attention_edges_test', 'attention_bits_test'];
const block = faultsIn('src/attention/attention_block.cpp', ...attention);
const overflow = faultsIn('src/attention/attention_block.cpp', 'attention_overflow_test');
const wide = faultsIn('src/attention/attention_gradient.cpp', 'attention_overflow_test');
const forward = faultsIn('src/attention/attention.cpp', ...attention);
const finite = faultsIn('src/lanes/finite.cpp', ...attention, 'attention_gradient_test');
const product = faultsIn('src/lanes/finite.cpp', 'attention_overflow_test');
const sums = faultsIn('src/attention/attention.cpp', 'attention_overflow_test');
const math = faultsIn('src/lanes/simd_math.h', ...attention);
const gradient = faultsIn('src/attention/attention_gradient.cpp', 'attention_gradient_test');
const panels = faultsIn('src/attention/attention_panels.h', 'attention_gradient_test');
const bias = faultsIn('src/attention/attention_bias.cpp', 'attention_gradient_test');
const heads = faultsIn('src/attention/multi_head.cpp', 'multi_head_test', 'multi_head_edges_test');
const softmax = faultsIn('src/attention/softmax.cpp', 'softmax_test');
const norms = faultsIn('src/attention/normalization.cpp', 'normalization_test');
const rotary = faultsIn('src/attention/rotary.cpp', 'rotary_test');
const scores = faultsIn('src/attention/scores.cpp', 'scores_test');
const headStatistics = faultsIn('src/statistics/head_statistics.cpp', 'head_statistics_test');
const measures = faultsIn('src/statistics/softmax_measures.cpp', 'softmax_measures_test');
const draws = faultsIn('src/statistics/softmax_statistics.cpp', 'softmax_statistics_test');
const vectors = faultsIn('src/random/vector_draw.cpp', 'softmax_statistics_test');
const spread = faultsIn('src/statistics/spread.cpp', 'spread_test');
const plane = faultsIn('src/attention/score_plane.cpp', 'score_plane_test');
const scoring = faultsIn('src/statistics/scoring_statistics.cpp', 'scoring_statistics_test');
const parameters = faultsIn('src/attention/parameter_draw.cpp', 'scoring_statistics_test');
const stages = faultsIn('src/statistics/norm_stages.cpp', 'norm_stages_test');
const costs = faultsIn('src/attention/score_cost.cpp', 'scores_test');
const curves = faultsIn('src/laws/score_curves.cpp', 'score_curves_test');
const growth = faultsIn('src/statistics/score_growth.cpp', 'score_growth_test');
const summaries = faultsIn('src/statistics/score_record.cpp', 'score_statistics_test');
const stacks = faultsIn('src/lanes/matrix_stack.cpp', 'matrix_stack_test');
const labelLoss = faultsIn('src/network/label_loss.cpp', 'network_test');
const activations = faultsIn('src/network/pointwise.cpp', 'network_test');
const terms = faultsIn('src/attention/terms.cpp', 'terms_test');
const apart = faultsIn('src/lanes/difference.cpp', 'terms_test');
const headCosts = faultsIn('src/attention/head_cost.cpp', 'head_algebra_test');
const singular = faultsIn('src/attention/singular_values.cpp', 'head_algebra_test');
const thin = faultsIn('src/attention/thin_head.cpp', 'head_algebra_test');
const merged = faultsIn('src/attention/merged_head.cpp', 'head_algebra_test');
const [fileText, tensorFile, tensorShape, npyFile, safetensors] = [
  'file_text',
  'tensor_file',
  'tensor_shape',
  'npy_file',
  'safetensors_file',
].map((name) => faultsIn(`src/files/${name}.cpp`, 'tensor_file_test'));
const rules = faultsIn('src/learning/attention_rule.cpp', 'attention_rule_test');
const layers = faultsIn('src/learning/layers.cpp', 'layers_test');
const transformer = faultsIn(
  'src/learning/transformer.cpp',
  'transformer_bits_test',
  'transformer_test',
);
const tensorList = faultsIn('src/learning/transformer_parameters.cpp', 'transformer_bits_test');
const memory = faultsIn('src/lanes/buffer.h', 'matrix_test', 'attention_work_test');
const handMade = faultsIn('src/attention/hand_made.cpp', 'hand_made_test');
const program = faultsIn('src/learning/train_program.cpp', 'train_program_test');
const [tasks, dates, pronouns] = ['tasks', 'date_task', 'pronoun_task'].map((name) =>
  faultsIn(`src/learning/${name}.cpp`, 'tasks_test'),
);
const [prose, windows, readings, ngrams] = ['text_task', 'tasks', 'trainer', 'ngram'].map((name) =>
  faultsIn(`src/learning/${name}.cpp`, 'text_task_test'),
);
const optimizer = faultsIn('src/learning/optimizer.cpp', 'optimizer_test');
const trainer = faultsIn('src/learning/trainer.cpp', 'trainer_test');
const checkpoint = faultsIn('src/learning/checkpoint.cpp', 'checkpoint_test');

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
    '  applyMasks(head, queries, keys, block);\n',
    `  applyMasks(head, queries, keys, block);
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
    'problem.keyLengths != nullptr ? problem.keyLengths[batch] : placedKeys(problem)',
    'placedKeys(problem)',
  ),
  block(
    'extra keys have positions',
    'return problem.keys - problem.extraKeys;',
    'return problem.keys;',
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
  finite(
    'what is not finite stays in products and leaks through masks',
    'return !isFinite(number); }, 0.0f',
    'return false && number; }, 0.0f',
  ),
  forward(
    'an infinite value reaches rows that do not see it',
    'if (block[kPanel * j + lane] != -kInfinity) nonFinite',
    'nonFinite',
  ),
  forward(
    'values that are not finite are lost',
    'if (!pass.finite) addNonFinite(',
    'if (false) addNonFinite(',
  ),
  forward(
    'a key that a broken row does not see has weight NaN',
    'block[kPanel * j + lane] == -kInfinity ? 0 : kNaN',
    'kNaN',
  ),
  // The gradient
  overflow(
    'beyond float32, products that overflow are not computed again',
    '!(bound < std::numeric_limits<float>::max() / 2)',
    'bound < 0',
  ),
  overflow(
    'beyond float32, the bound of a product forgets that it is a sum',
    ' *\n                       static_cast<double>(headDim)',
    '',
  ),
  product(
    'beyond float32, a product in double is not scaled',
    'narrowed(static_cast<double>(factor) * product)',
    'narrowed(product)',
  ),
  product(
    'beyond float32, a negative score becomes plus infinity',
    'x < -most ? -infinity',
    'x < -most ? infinity',
  ),
  sums('beyond float32, sums of values that overflow are not computed again', '!any', 'true'),
  sums(
    'beyond float32, sums of values count infinities, too',
    'if (!isFinite(value[c])) continue;',
    '',
  ),
  wide(
    'beyond float32, sums of gradients that overflow stay infinite',
    'narrowed(static_cast<double>(scale) * sums[n])',
    'gradient[n]',
  ),
  wide(
    'beyond float32, the gradient of the scale stays infinite',
    '!std::isfinite(scale_);',
    'scale_ == 0;',
  ),
  gradient(
    'the gradient forgets what softmax takes away (delta)',
    '(load(gradients + kPanel * j) - delta)',
    '(load(gradients + kPanel * j) - 0.0f * delta)',
  ),
  gradient(
    'a loss on the weights reads those of other keys',
    'row * problem_.keys + keys.first',
    'row * problem_.keys',
  ),
  gradient(
    'delta has no part of a loss on the weights',
    'work_.delta[i] += losses[i / 4][i % 4] * work_.inverseSums[i];',
    '',
  ),
  gradient(
    'weights of huge scores are not divided by their sum in delta',
    'losses[i / 4][i % 4] * work_.inverseSums[i]',
    'losses[i / 4][i % 4]',
  ),
  gradient(
    'a loss on the weight of a masked key leaks into delta',
    'loss += whereSeen(score, weight * load(gradients + kPanel * j));',
    'loss += weight * load(gradients + kPanel * j);',
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
  bias(
    'the gradient of the bias is not summed over the axes it does not have',
    'row[size_t{strides[3]} * j] += static_cast<float>(*sums++);',
    'row[size_t{strides[3]} * j] = static_cast<float>(*sums++);',
  ),
  gradient(
    'the gradient of the key is that of the last query head of its group',
    'const AttentionHead head = attentionHead(p, batch, h);',
    'const AttentionHead head = attentionHead(p, batch, h);\n    work_.keySums.clear();',
  ),
  gradient(
    'the gradient of the value is that of the first block of queries',
    'addProduct(left.weights, work_.outputGradients, 0, work_.valueSums, keys.first);',
    'if (queries.first == 0) addProduct(left.weights, work_.outputGradients, 0, work_.valueSums, keys.first);',
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
  panels(
    'NaN reaches the gradients of pairs that do not see each other',
    'if (!sees(row, step)) continue;',
    '',
  ),
  panels(
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
    'turn == Turn::forward ? sine[c]',
    'turn == Turn::backward ? sine[c]',
  ),
  rotary(
    'halves and neighbours are mixed up',
    'const size_t i = halves ? c : 2 * c,',
    'const size_t i = !halves ? c : 2 * c,',
  ),
  rotary('every row stands at its own index', 'tableRow[r] * count', 'r * count'),
  scores(
    'the cosine is not divided by the lengths',
    'return divisor == 0 ? 0 : 1 / divisor;',
    'return divisor == 0 ? 0 : 1;',
  ),
  scores(
    'the gradient of a length is forgotten',
    'static_cast<double>(gradient[i]) - static_cast<double>(units[i]) * outward;',
    'static_cast<double>(gradient[i]) - 0 * static_cast<double>(units[i]) * outward;',
  ),
  // Labels predicted by logits
  labelLoss(
    'the greatest logit is not taken off',
    'std::exp(logit(j) - most)',
    'std::exp(logit(j))',
  ),
  labelLoss('a row without weights is NaN', 'if (most == kMinusInfinity) most = 0;', ''),
  labelLoss(
    'a logarithm is that of the lanes',
    'return near + rest * (1 - rest / 2);',
    'return near + 0 * rest;',
  ),
  labelLoss('rows add up without their number', 'to.rows += rows;', 'to.rows = rows;'),
  activations(
    'relu lets an infinite gradient through as NaN',
    'return select(x <= 0.0f, splat(0.0f), outputGradient);',
    'return outputGradient * select(x <= 0.0f, splat(0.0f), splat(1.0f));',
  ),
  // Statistics of softmax
  headStatistics(
    'a row without weights passes for one that no key dominates',
    'dominated_ += !hasWeights ? kNaN : top > kDominant ? 1 : 0;',
    'dominated_ += top > kDominant ? 1 : 0;',
  ),
  headStatistics('the largest score is in no bin', 'to[bins] += to[bins + 1];', ''),
  headStatistics(
    'scores of keys that a query does not see are counted',
    'if (visible(work.masked[at]) && isFinite(score))',
    'if (isFinite(score))',
  ),
  headStatistics(
    'what is not finite takes part in the mean of heads',
    'if (std::isfinite(number)) finite.add(number);',
    'finite.add(number);',
  ),
  measures(
    'the norm of the Jacobian is that of its diagonal',
    'return std::sqrt(diagonal + (q * (1 + square + q) - 2 * others.third));',
    'return std::sqrt(diagonal + 0 * q);',
  ),
  measures(
    'the norm of the Jacobian cancels where one weight is almost 1',
    'const double diagonal = square * (others.first * others.first + q);',
    'const double diagonal = square * ((1 - top) * (1 - top) + q);',
  ),
  measures('the output keeps its variance', 'top * top + others.second', 'top + others.first'),
  measures(
    'nothing but masked keys is one effective key',
    'top == 0 ? 0 : exponential',
    'top < 0 ? 0 : exponential',
  ),
  measures(
    'a later block of keys forgets what the earlier ones came to',
    'sum = madd(sum, quickExponential(before - most, math), evenAndOdd[0] + evenAndOdd[1]);',
    'sum = madd(sum, quickExponential(before - before, math), evenAndOdd[0] + evenAndOdd[1]);',
  ),
  draws(
    'a walk forgets where it has come to',
    'sum += double{queries_[c]} * key_[size_t{j} * headDim() + c];',
    'sum = double{queries_[c]} * key_[size_t{j} * headDim() + c];',
  ),
  draws(
    'a masked key has the lowest finite logit and 0 the other way round',
    'draws_.maskAs == MaskAs::blocked ? -kInfinity : 0',
    'draws_.maskAs == MaskAs::zero ? -kInfinity : 0',
  ),
  draws(
    'the cosine is divided by one length only',
    'products_[keys() + j] * inverse_[j]',
    'products_[j] * inverse_[j]',
  ),
  draws(
    'the gradient of the query lacks the factor',
    'const float slope = multiplier * gradient_[j];',
    'const float slope = gradient_[j];',
  ),
  draws(
    'the gradient of the query knows nothing of its length',
    'static_cast<double>(v[c]) - static_cast<double>(unit()[c]) * along;',
    'static_cast<double>(v[c]) - 0 * static_cast<double>(unit()[c]) * along;',
  ),
  draws(
    'every rule has the measures of the first',
    'to[(kSoftmaxMeasures - 1) * stride] = queryGradient(rules_[r], &sums_[r * headDim()]);',
    'to[(kSoftmaxMeasures - 1) * stride] = queryGradient(rules_[r], &sums_[0]);',
  ),
  vectors('all draws have the same keys', 'draw << 24 | j', 'j'),
  vectors(
    'keys are counted through from draw to draw, so that more keys are others',
    'draw << 24 | j',
    'draw * draws.keys + j',
  ),
  spread(
    'quantiles are those of the lower neighbour',
    'return low + (position - static_cast<double>(index)) * (high - low);',
    'return low + 0 * (position - static_cast<double>(index)) * (high - low);',
  ),
  spread('the standard deviation has ddof = 0', 'squares / (n - 1)', 'squares / n'),
  spread(
    'a share counts what is at the threshold',
    ' < threshold ? 1 : 0',
    ' <= threshold ? 1 : 0',
  ),
  spread(
    'the interval of a ratio forgets that both means are of the same draws',
    'u + w - 2 * c - (u * w - c * c)',
    'u + w - u * w',
  ),
  spread(
    'the interval of a ratio is that of one standard error',
    'return kNormal975 * kNormal975 * products',
    'return products',
  ),
  spread(
    'the interval of a ratio has an end where the lower mean may be 0',
    'w < 1 ? value * reach / (1 - w) : INFINITY',
    'value * reach / (1 - w)',
  ),
  // Scoring functions side by side
  plane(
    'the plane is upside down',
    'plane.extent * (1 - (2.0 * row + 1) / size)',
    'plane.extent * ((2.0 * row + 1) / size - 1)',
  ),
  plane(
    'a cell is where its corner is',
    'plane.extent * ((2.0 * column + 1) / size - 1)',
    'plane.extent * (2 * column / size - 1)',
  ),
  plane(
    'softmax runs over the cells',
    'softmax(byKey, {1, keys, count}, weightsByKey)',
    'softmax(byKey, {keys, count, 1}, weightsByKey)',
  ),
  scoring(
    'the temperature multiplies',
    'static_cast<double>(scores_[i]) / function.temperature',
    'static_cast<double>(scores_[i]) * function.temperature',
  ),
  scoring(
    'every draw has the weight gradient of the first',
    '&weightGradient_[size_t{i} * keys()]',
    '&weightGradient_[0 * size_t{i}]',
  ),
  scoring(
    'moments have ddof = 1',
    'const double n = static_cast<double>(count);',
    'const double n = static_cast<double>(count) - (count > 1 ? 1 : 0);',
  ),
  scoring(
    'functions share the parameters of the first',
    'sets_[function].setIn(problem)',
    'sets_[0 * function].setIn(problem)',
  ),
  scoring(
    'parameters are kept when there are more keys',
    'keys_ == vectors.keys && seed_',
    'seed_',
  ),
  parameters(
    'the projections of query and key are the same',
    'drawParameter(seed, Parameter::keyWeight,',
    'drawParameter(seed, Parameter::queryWeight,',
  ),
  parameters(
    'all rows of a parameter are the same',
    'first + i, component',
    'first + 0 * i, component',
  ),
  stages(
    'layer normalisation comes with an epsilon that shows',
    'kEpsilon = 1e-30',
    'kEpsilon = 1e-5',
  ),
  stages(
    'the cosine is that of the inputs with their means',
    'const double ofA = mean(a), ofB = mean(b);',
    'const double ofA = 0 * mean(a), ofB = 0 * mean(b);',
  ),
  stages('the gain is without its 1', 'x[c] * (1 + gain_[c])', 'x[c] * gain_[c]'),
  stages(
    'query and key have the same projection',
    'multiplyBy(Parameter::keyProjection, keys.data())',
    'multiplyBy(Parameter::queryProjection, keys.data())',
  ),
  costs(
    'lengths cost nothing',
    'pairs * (dim + 1) + 2 * (queries + keys) * dim',
    'pairs * (dim + 1)',
  ),
  costs(
    'the projection of a query is made for every key',
    'queries * dim * keyDim + pairs * keyDim',
    'pairs * dim * keyDim + pairs * keyDim',
  ),
  // Matrices, cells, heads
  stacks(
    'a stack that is broadcast goes on along its last axis',
    'stack.strides[0] * i + stack.strides[1] * j',
    'stack.strides[0] * i + j',
  ),
  stacks(
    'a transpose has the strides of the matrix',
    '{right, 1, p.inner}',
    '{right, 1, p.columns}',
  ),
  terms(
    'a cell is rounded from the sum in double',
    'return multiply(1,',
    'terms.value = static_cast<float>(terms.sum);\n  return true || multiply(1,',
  ),
  terms(
    'the bias of a cell is left out of the sum',
    'terms.sum += double{*bias};',
    'terms.sum += 0;',
  ),
  terms(
    'a weight is rounded from the exponentials in double',
    'terms.sum = sum(count, [=](size_t i) { return exponentials[i]; });',
    'terms.sum = sum(count, [=](size_t i) { return exponentials[i]; });\n  terms.weight = static_cast<float>(exponentials[index] / terms.sum);',
  ),
  terms('a masked logit counts in a row that sees nothing', 'unseen ? 0 :', 'false ? 0 :'),
  curves('lattices have a mean of 0', 'law.mean + (shift + i', '0.0 + (shift + i'),
  curves('odd d_k have even lattices', 'headDim % 2 * (law.spacing / 2)', '0.0 * headDim'),
  curves('the normal law is the exact one', 'normal.pdf(', 'exact.pdf('),
  curves('densities of no width', 'if (std > 0) {', 'if (std >= 0) {'),
  curves('edges on points of the lattice', '(options.headDim + 1.0)', '(options.headDim + 0.0)'),
  curves('bins of a lattice around 0', 'options.high = law.mean + top', 'options.high = top'),
  curves('bins of part of the spacing', 'law.spacing * std::ceil(2 *', 'law.spacing * (2 *'),
  growth(
    'an error is multiplied once',
    '(measured.error * square)',
    '(measured.error * here.scale)',
  ),
  growth('theory of another d_k', 'here.headDim = headDim;', ''),
  summaries(
    'errors before the factor have it in them',
    'summary.unscaledVarianceError = errors.variance',
    'summary.unscaledVarianceError = summary.varianceError',
  ),
  summaries('only the first records are merged', 'first = last;', 'first = units;'),
  apart('NaN is no difference', 'std::isnan(apart) ?', 'false ?'),
  apart('the last of the largest is told', 'apart > result.largest', 'apart >= result.largest'),
  headCosts('every head has keys of its own', 'p.key = D * g * d;', 'p.key = D * h * d;'),
  headCosts('merged scores take no product with the inputs', ' + h * n * n * D;', ';'),
  headCosts('a cache keeps the keys of every head', 'g * (d + v);', 'h * d + g * v;'),
  headCosts('the break-even is the model', 'D / 2;', 'D;'),
  singular(
    'columns are reflected to the sign that cancels',
    'first > 0 ? -length : length',
    'first > 0 ? length : -length',
  ),
  singular('rows are not reflected', 'const double x = scale * sum(', 'const double x = 0 * sum('),
  singular('values are not scaled back', 'values[i] = largest *', 'values[i] = 1.0 *'),
  singular(
    'the next column is summed before its reflection',
    'const double first = a[0] - x * v[0];',
    'const double first = a[0];',
  ),
  merged('the tolerance is that of doubles', '0x1p-23', '0x1p-52'),
  merged('the noise of tiny numbers counts', '0x1p-149', '0x1p-249'),
  merged('shares are of squares', 'values[i] / total;', 'values[i] * values[i] / total;'),
  merged('directions carry their values', 'return values[i] * values[i];', 'return values[i];'),
  thin('the next column is summed before its reflection', 'a[0] - below * y[0]', 'a[0]'),
  thin('what stands in the triangle is not reflected', 'top[j] -= u * y[j];', ''),
  thin('a column is reflected without its triangle', 'top[k] * top[k] + next_[k]', 'next_[k]'),
  thin('a last block is as long as all', 'std::min(kBlock, rows - i)', 'kBlock'),
  thin(
    'triangles are multiplied without their diagonals',
    'std::max(i, j) : 0',
    'std::max(i, j) + 1 : 0',
  ),
  thin('the tolerance is that of the product', 'lengthOf(key.data(), count)', '1e-3'),
  merged('the keys are not transposed', '{wk, 1, headDim}', '{wk, modelDim, 1}'),
  heads(
    'projected keys come without the extra ones',
    'std::copy_n(from.data(), side.splitSize(), result)',
    'std::copy_n(from.data(), side.mergedSize(), result)',
  ),

  // Tensor files
  fileText(
    'a number of a header may be too large for what is made of it',
    'number > kMostWhole',
    'number > 64 * kMostWhole',
  ),
  fileText('UTF-8 may be longer than it need be', 'first < 0xc2', 'first < 0xc0'),
  fileText(
    'the second half of a surrogate pair may be anything',
    '(low & 0xfc00) != 0xdc00',
    'low == 0',
  ),
  tensorFile(
    'numbers are little-endian, whatever the file says',
    'bigEndian ? width - 1 - i : i',
    'bigEndian && width > 8 ? width - 1 - i : i',
  ),
  tensorFile(
    'columns are read as rows',
    'tensor.columnMajor != 0 ? axis',
    'tensor.columnMajor > 1 ? axis',
  ),
  tensorFile(
    'long integers are rounded twice',
    '(size & 2047) != 0 ? 1 : 0',
    '(size & 2047) == 4096 ? 1 : 0',
  ),
  tensorFile('the smallest float16 are halved', 'fraction * 0x1p-24', 'fraction * 0x1p-25'),
  tensorShape(
    'the product of a shape overflows',
    'std::min(count * std::max<uint64_t>(length, 1), limits.numbers + 1)',
    'count * std::max<uint64_t>(length, 1)',
  ),
  npyFile(
    'bytes behind the numbers are taken',
    'file.fileSize - end != wanted',
    'file.fileSize - end < wanted',
  ),
  safetensors('tensors may overlap', 'tensor.begin != end', 'tensor.begin > end'),
  safetensors('there may be holes between tensors', 'tensor.begin != end', 'tensor.begin < end'),
  safetensors(
    'two tensors may have one name',
    'compare(text, nameOf(entries[i - 1]), name) != 0',
    'compare(text, nameOf(entries[i - 1]), name) != 2',
  ),
  safetensors('the heap of a sort is not made', 'heap = count / 2', 'heap = count / 4'),
  safetensors('the last child of a heap is forgotten', 'child + 1 < end &&', 'child + 2 < end &&'),
  safetensors(
    'numbers may lie behind the end of the file',
    'offsets[1] > size ||',
    'offsets[1] > 2 * size ||',
  ),

  // Hand-made weights
  handMade('two words are one', 'root < 28 ? sign : -sign', 'root < 24 ? sign : -sign'),
  handMade(
    'a position turns the wrong way',
    'query(cosine, dim, 0 - other)',
    'query(cosine, dim, other)',
  ),
  handMade('previous is the one before that', 'placeHead(head(1), 1)', 'placeHead(head(1), 2)'),
  handMade('any agreement will do', 'number, kNumber', 'number, 0 * kNumber'),
  handMade('later nouns come first', 'place, -kEarlier', 'place, kEarlier'),
  handMade('pronouns look for nothing', 'pronoun ? own : none', 'pronoun ? none : own'),

  // Reused memory
  memory(
    'what is there is let go and taken anew',
    'if (count <= count_) return true;',
    'if (count == 0) return true;',
  ),

  // The training loop
  trainer('every step sees the same batch', 'done * config_.batch', '0 * done'),
  trainer('batches overlap', 'done * config_.batch', 'done'),
  trainer('a factor of scores stays for the next step', '  transformer_.setScoreFactor(1);\n', ''),
  trainer('metrics that are not finite are shown', '!std::isfinite(row[i])', 'std::isinf(row[2])'),
  trainer(
    'training metrics begin again only once',
    '  interval_ = {};\n  return addRow',
    '  return addRow',
  ),
  trainer('the last row is left out', ' && steps() != config_.optimizer.steps', ''),
  trainer(
    'metrics are of training examples',
    'draw(Split::heldOut, uint64_t{first}',
    'draw(Split::training, uint64_t{first}',
  ),
  trainer(
    'queries that see one key count as certain',
    'several += keys > 1 ? 1 : 0',
    'several += 1',
  ),
  trainer('entropy is in nats', ' / logOf(keys)', ''),
  trainer('scores of the future are in the variance', 'causal ? i + 1 : keyLength', 'keyLength'),
  trainer(
    'context sees as many keys as queries',
    'block.kind == AttentionKind::context ? batch.lengths',
    'block.kind == AttentionKind::context ? queryLengths_',
  ),
  trainer('the variance is about 0', 'scores[row + j]) - mean', 'scores[row + j])'),
  trainer(
    'the learned factor is its logarithm',
    'exponential(splat(transformer_.parameters()[at]), kSimdMath)',
    'splat(transformer_.parameters()[at])',
  ),
  trainer('answers are told', 'read[i + 1] == transformer_.bestToken(0, i)', 'true'),
  trainer(
    'answers follow the first forward pass',
    'for (uint32_t i = 0;; ++i) {\n    if (',
    'for (uint32_t i = 0;; ++i) {\n    if (i == 0 && ',
  ),
  trainer(
    'of a text the first letter alone is answered',
    '*to.targetLength = config_.model.targetLength;',
    '',
  ),

  // Checkpoints
  checkpoint(
    'schedules begin anew with a file',
    'optimizer.setSteps(progress_.steps, progress_.stateSteps);',
    '',
  ),
  checkpoint(
    'moments that begin at zeros are taken for old ones',
    'optimizer.setSteps(progress_.steps, progress_.stateSteps);',
    'optimizer.setSteps(progress_.steps, progress_.steps);',
  ),
  checkpoint(
    'the first row of a file has half its steps',
    'to_.interval() = progress_.interval;',
    '',
  ),
  checkpoint(
    'second moments begin anew with a file',
    '!numbers(kSecond, optimizer.second())',
    'false',
  ),
  checkpoint('halves have a digit too many', '(exponent + 13) << 23', '(exponent + 12) << 23'),
  checkpoint('halves become infinite', 'if (size >= kGreatestHalf)', 'if (size != size)'),
  checkpoint(
    'options lose digits',
    'if (whole / ten == x)',
    'if (std::fabs(whole / ten - x) < 1e-12)',
  ),
  checkpoint('options have no upper limit', 'read <= limit.max &&', 'read <= 1e15 &&'),
  checkpoint('a model may be of any size', 'options() && cost() &&', 'options() &&'),
  checkpoint(
    'a transposed tensor is taken',
    'std::equal(tensor->shape, tensor->shape + tensor->rank, expected.shape)',
    'tensor->count == rows * columns',
  ),
  checkpoint(
    'NaN is taken',
    'if (std::all_of(to, to + tensor.count, isFinite))',
    'if (to != nullptr)',
  ),
  checkpoint(
    'words of another version are taken',
    'std::memcmp(at(*text), expected.data(), text->length) == 0',
    'text->length > 0',
  ),

  // Optimizers
  optimizer('state never ends', 'kLeastFirst = 1e-30f', 'kLeastFirst = 0'),
  optimizer(
    'moments are not corrected',
    '/ (1 - wholePower(double{n.keepFirst}, stateSteps_))',
    '',
  ),
  optimizer(
    'epsilon is under the root',
    '* n.root + n.epsilon',
    '* n.root + squareRoot(splat(n.epsilon))',
  ),
  optimizer(
    'nothing decays',
    'decaying.keep = static_cast<float>(decay);',
    'decaying.keep = static_cast<float>(decay > 2 ? decay : 1);',
  ),
  optimizer(
    'decay does not follow the rate',
    '1 - rate * c.weightDecay',
    '1 - c.learningRate * c.weightDecay',
  ),
  optimizer(
    'velocity of PyTorch becomes a mean',
    ': 1 - rule.dampening;',
    ': (1 - rule.dampening) * (1 - rule.momentum);',
  ),
  optimizer(
    'amsgrad forgets the greatest',
    'second = m.greatest = larger(m.greatest, second);',
    'second = m.greatest = second;',
  ),
  optimizer('all gradients are brought to the clip', 'c.clip > 0 && norm > c.clip', 'c.clip > 0'),
  optimizer(
    'the rate is that of the step before',
    'learningRateAt(c, steps_)',
    'learningRateAt(c, steps_ - 1)',
  ),
  optimizer(
    'the cosine begins before the warm-up has ended',
    'static_cast<double>(step - config.warmup) /\n',
    'static_cast<double>(step) /\n',
  ),

  // Tasks
  tasks(
    'a sum is held out in one order only',
    'to.source[0] = std::min(a, b);',
    'to.source[0] = a;',
  ),
  tasks('a key comes twice', 'keys[i + draws.below(symbols - i)]', 'keys[draws.below(symbols)]'),
  tasks(
    'an encoder is shown its answer',
    'if (stack != Stack::encoder) std::copy_n(to.labels',
    'if (stack <= Stack::encoderDecoder) std::copy_n(to.labels',
  ),
  dates('1900 is a leap year', 'year % 400 == 0', 'year % 100 == 0'),
  dates('the 11st', 'day / 10 != 1 && last <= 3', 'last <= 3'),
  dates('strokes are read as in Europe', "between == '/';", "between == '.';"),
  dates('the window of short years slips', 'date.year <= 2069', 'date.year <= 2070'),
  pronouns(
    'the split does not look at the object',
    '{c.subject, c.verb, c.object, c.property}',
    '{c.subject, c.verb, c.verb, c.property}',
  ),
  pronouns(
    'it is more often the subject',
    'draws.below(2) == 0 ? rule.ofSubject',
    'draws.below(3) != 0 ? rule.ofSubject',
  ),
  pronouns('a seventeenth word is written', 'count == kSentenceLength', 'count > kSentenceLength'),

  prose('a paragraph ends with a blank', "breaks > 1 ? '\\n'", "breaks > 99 ? '\\n'"),
  prose(
    'what is held out is learned from',
    'static_cast<uint32_t>(heldOutBegin(prose)) - size',
    'static_cast<uint32_t>(prose.count) - size',
  ),
  prose(
    'what is held out is asked for twice',
    'heldOutWindows(prose, size)) * (size - size / 2)',
    'heldOutWindows(prose, size)) * (size / 4)',
  ),
  windows(
    'the label of a character is itself',
    'tokens + first + 1, tokens + size + 1',
    'tokens + first, tokens + size',
  ),
  windows(
    'a held-out character is asked for without what is before it',
    'heldOut ? task.size / 2 : 0',
    'heldOut ? task.size / 4 : 0',
  ),
  readings(
    'a character of a text sees nothing of the window before',
    'begin += size - size / 2',
    'begin += size',
  ),
  readings(
    'a model of text reads its own answers',
    'config_.task.name == TaskName::text ? Stack::encoder',
    'config_.task.name > TaskName::text ? Stack::encoder',
  ),
  ngrams('a count leans on no shorter one', 'smoothing_ * p)', 'smoothing_ / vocabulary_)'),

  // Rules of attention
  rules(
    'the gradient of a unit vector has a part along it',
    ' - row[c] * inverse * along)',
    ' - 0 * along)',
  ),
  rules('a vector of length 0 has no number', 'square == 0 ? 0 : ', ''),
  rules(
    'a NaN that nobody sees spoils its own row',
    'return std::all_of(',
    'return false && std::all_of(',
  ),
  rules(
    'the gradient of a normalised vector has a part along it',
    ' - rows[c] * inverse * along)',
    ' - 0 * along)',
  ),
  rules(
    'a vector of length 0 cannot be normalised',
    'square / width + kRmsEpsilon',
    'square / width',
  ),
  rules(
    'the gradient of a gain has the gain in it',
    'sums[c] += part;',
    'sums[c] += part * gain[c];',
  ),
  rules(
    'the gain of the keys has the gradient of that of the queries',
    'roundTo(ofKeys, p.headDim, gradients.keyGain)',
    'roundTo(ofQueries, p.headDim, gradients.keyGain)',
  ),
  rules('heads share one temperature', 'work.sums[head] +=', 'work.sums[0] +='),
  rules('tanh has slope 1', ' * ratio * (1.0f - ratio)', ' * 0.25f'),
  rules('a NaN that nobody sees spoils sums', 'gradient != splat(0.0f)', 'gradient == gradient'),
  rules(
    'a component and its opposite break each other',
    'least(greatest(x, splat(-40.0f)), splat(40.0f))',
    'x',
  ),
  rules("the vector's gradient lacks the scale", 'double{p.scale} * sum', 'sum'),
  rules(
    'the last key that is seen has no score',
    'std::min(keys, query + 1)',
    'std::min(keys, query)',
  ),

  // Layers
  layers(
    'the slope of GELU is its sigmoid alone',
    'return madd(x * s.slope, madd(x * x, cubic * 3.0f, inner), s.value);',
    'return s.value;',
  ),
  layers(
    'GELU of huge numbers is not finite',
    'return least(greatest(x, splat(-16.0f)), splat(16.0f));',
    'return x;',
  ),
  layers(
    'a norm does not take the mean of its gradient away',
    'slope(at, lanes) - level -',
    'slope(at, lanes) -',
  ),
  layers(
    'lanes past the end of a row count in its variance',
    'loadFirst(x + at, lanes, center) - center;\n      squares',
    'loadFirst(x + at, lanes, 0) - center;\n      squares',
  ),
  layers('the gradient of a loss is that of the sum', '-= share;', '-= 1;'),
  layers('a sum that is NaN has a logarithm', 'sum >= 1 ? logarithm', 'true ? logarithm'),
  layers(
    'equal logits are all hits',
    'const bool right = largestOf(logits, classes) == label;',
    'const bool right = logits[largestOf(logits, classes)] == logits[label];',
  ),

  // Transformers
  transformer(
    'a decoder sees what it is to predict',
    'of.kind == Kind::attention && list.stacks[stack].isDecoder',
    'of.kind == Kind::attention && list.stackCount == 2 && stack == 1',
  ),
  transformer(
    'keys of the encoder end where the target does',
    'problem.keyLengths = lengthsOf(keyStack);',
    'problem.keyLengths = lengthsOf(stack);',
  ),
  transformer(
    'the residual connection has no gradient after norms',
    'feedForwardGradient(index, to, !isPre())',
    'feedForwardGradient(index, to, false)',
  ),
  transformer(
    'the encoder gets the gradient of one layer only',
    'std::swap(s.stream, s.contextGradient);',
    'std::fill_n(s.contextGradient, s.shape.modelDim, 0.0f);\n  std::swap(s.stream, s.contextGradient);',
  ),
  transformer(
    'a tied embedding has no gradient from the output',
    'transposed(logits, vocabulary), rowMajor(x, width),\n                    nullptr, false, embedding',
    'transposed(logits, vocabulary), rowMajor(x, width),\n                    nullptr, false, inner.hidden',
  ),
  transformer(
    'rows without a label keep an old gradient',
    'std::fill_n(to, width, 0.0f);',
    'std::fill_n(to, 0, 0.0f);',
  ),
  transformer(
    'the factor of scores is that of power alone',
    'problem.scale = ruleScale * scoreFactor;',
    'problem.scale = shape.rule == AttentionRule::power ? ruleScale * scoreFactor : 1;',
  ),
  transformer(
    'normalised queries and keys have no factor',
    'shape.rule == AttentionRule::norm || shape.rule == AttentionRule::doubled',
    'shape.rule == AttentionRule::doubled',
  ),
  tensorList('the factor is folded into nothing', 'return folds ? 1', 'return false ? 1'),
  tensorList(
    'the gain of the keys begins with 0',
    'fill(of.attention.keyGain, 1);',
    'fill(of.attention.keyGain, 0);',
  ),
  tensorList(
    'what is added to the sum begins as large as the rest',
    '1 / __builtin_sqrt(2.0 * shape_.layers)',
    '1.0',
  ),
  tensorList(
    'norms decay',
    'Part part) {\n    return add(name, 1, count, part, false);',
    'Part part) {\n    return add(name, 1, count, part, true);',
  ),
  program(
    'a run that was stopped begins anew',
    'if (contentsOf(state).empty()) {',
    'if (!state.empty()) {',
  ),
];
