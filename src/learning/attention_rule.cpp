// power, folded and doubled are attention() itself. cosine, with f = e^t, from dq' and dk', the gradients of f q/|q| and
// k/|k|:
//   dt += f q/|q| . dq'     dq = f (dq' - q/|q| (q/|q| . dq')) / |q|     dk: the same with f = 1
// norm, with n = x r and r = 1 / sqrt(mean of x^2 + epsilon), from dy, the gradient of n g:
//   dg += n dy     dx = r (g dy - n mean of n g dy)
// additive, from dS, the gradient of the scores, which is the gradient of attention()'s bias:
//   dq_c = v_c sum over keys of dS tanh'     dk_c = v_c sum over queries of dS tanh'     dv_c = sum of dS tanh
// A pair costs one division, because powers of sums are products of powers:
//   r = 1 / (1 + e^-2q e^-2k)     tanh(q + k) = 2 r - 1     tanh' = 4 r (1 - r)
#include "learning/attention_rule.h"

#include <algorithm>
#include <cmath>

#include "lanes/simd_math.h"
#include "lanes/tile.h"

namespace scaledot {
namespace {

size_t queryRows(const RuleProblem& p) { return productOf({p.batch, p.heads, p.queries}); }
size_t keyRows(const RuleProblem& p) { return productOf({p.batch, p.heads, p.keys}); }
// Rows of the scores of `additive` are padded to whole vectors.
uint32_t scoreStride(const RuleProblem& p) { return roundUp(p.keys, 4); }
size_t scoreCount(const RuleProblem& p) { return productOf({queryRows(p), scoreStride(p)}); }

// Returns the problem for attention(), with queries and keys as the rule has transformed them.
AttentionProblem underlying(const RuleProblem& p, const RuleRecord& record) {
  AttentionProblem a;
  a.batch = p.batch;
  a.heads = a.keyHeads = p.heads;
  a.queries = p.queries;
  a.keys = p.keys;
  a.headDim = a.valueDim = p.headDim;
  a.query = p.query;
  a.key = p.key;
  a.value = p.value;
  a.scale = p.scale;
  a.causal = p.causal ? Causal::upperLeft : Causal::none;
  a.keyLengths = p.keyLengths;
  if (p.rule == AttentionRule::cosine || p.rule == AttentionRule::norm) {
    a.query = record.query.data();
    a.key = record.key.data();
  } else if (p.rule == AttentionRule::additive) {
    a.headDim = 0;
    const uint32_t row = scoreStride(p), head = p.queries * row;
    a.bias = {record.scores.data(), {p.heads * head, head, row, 1}};
  }
  return a;
}

// Calls work(head, index) for every head of every batch entry. `index` counts both.
template <typename Work>
void forHeads(const RuleProblem& p, Work work) {
  for (uint32_t batch = 0; batch < p.batch; ++batch) {
    for (uint32_t head = 0; head < p.heads; ++head) work(head, size_t{batch} * p.heads + head);
  }
}

// Allocates the buffers that attention() reads instead of queries and keys.
bool reserveRows(const RuleProblem& p, RuleRecord& record) {
  const size_t queryCount = queryRows(p), keyCount = keyRows(p);
  return record.query.reserve(productOf({queryCount, p.headDim})) &&
         record.key.reserve(productOf({keyCount, p.headDim})) &&
         record.queryInverse.reserve(queryCount) && record.keyInverse.reserve(keyCount);
}

// A row that no query sees has gradient 0, even if it is non-finite.
bool isZero(const float* gradient, uint32_t width) {
  return std::all_of(gradient, gradient + width, [](float x) { return x == 0; });
}

void roundTo(const double* sums, size_t count, float* to) {
  std::transform(sums, sums + count, to, [](double sum) { return static_cast<float>(sum); });
}

// Cosine ---------------------------------------------------------------------------------------------------

double factorOf(const RuleProblem& p, uint32_t head) {
  return static_cast<double>(exponential(splat(p.temperature[head]), kSimdMath)[0]);
}

// to = factor row / |row|. In double no square overflows or underflows.
void makeUnit(const float* rows, size_t count, uint32_t width, double factor, float* to,
              double* inverses) {
  for (size_t row = 0; row < count; ++row, rows += width, to += width) {
    double square = 0;
    for (uint32_t c = 0; c < width; ++c) square += double{rows[c]} * double{rows[c]};
    inverses[row] = square == 0 ? 0 : 1 / std::sqrt(square);
    const double times = factor * inverses[row];
    for (uint32_t c = 0; c < width; ++c) to[c] = static_cast<float>(rows[c] * times);
  }
}

// Converts the gradient of factor row / |row| to that of the row, in place. Returns the gradient of the logarithm of the
// factor.
double throughUnit(const float* row, double inverse, double factor, uint32_t width,
                   float* gradient) {
  if (isZero(gradient, width)) return 0;
  double along = 0;
  for (uint32_t c = 0; c < width; ++c) along += row[c] * inverse * double{gradient[c]};
  for (uint32_t c = 0; c < width; ++c) {
    gradient[c] =
        static_cast<float>(factor * inverse * (double{gradient[c]} - row[c] * inverse * along));
  }
  return factor * along;
}

bool makeUnits(const RuleProblem& p, RuleRecord& record) {
  if (!reserveRows(p, record)) return false;
  forHeads(p, [&](uint32_t head, size_t index) {
    const size_t row = index * p.queries, at = row * p.headDim;
    makeUnit(p.query + at, p.queries, p.headDim, factorOf(p, head), record.query.data() + at,
             record.queryInverse.data() + row);
  });
  makeUnit(p.key, keyRows(p), p.headDim, 1, record.key.data(), record.keyInverse.data());
  return true;
}

bool throughUnits(const RuleProblem& p, const RuleGradients& gradients, const RuleRecord& record,
                  RuleWork& work) {
  if (!work.sums.reserve(p.heads)) return false;
  std::fill_n(work.sums.data(), p.heads, 0.0);
  forHeads(p, [&](uint32_t head, size_t index) {
    const double factor = factorOf(p, head);
    for (size_t row = index * p.queries; row < (index + 1) * p.queries; ++row) {
      const size_t at = row * p.headDim;
      work.sums[head] += throughUnit(p.query + at, record.queryInverse[row], factor, p.headDim,
                                     gradients.query + at);
    }
  });
  for (size_t row = 0; row < keyRows(p); ++row) {
    const size_t at = row * p.headDim;
    throughUnit(p.key + at, record.keyInverse[row], 1, p.headDim, gradients.key + at);
  }
  roundTo(work.sums.data(), p.heads, gradients.temperature);
  return true;
}

// Norm -----------------------------------------------------------------------------------------------------

// From the configuration of Qwen 3.
constexpr double kRmsEpsilon = 1e-6;

void normalise(const float* rows, size_t count, uint32_t width, const float* gain, float* to,
               double* inverses) {
  for (size_t row = 0; row < count; ++row, rows += width, to += width) {
    double square = 0;
    for (uint32_t c = 0; c < width; ++c) square += double{rows[c]} * double{rows[c]};
    inverses[row] = 1 / std::sqrt(square / width + kRmsEpsilon);
    for (uint32_t c = 0; c < width; ++c) {
      to[c] = static_cast<float>(rows[c] * inverses[row] * double{gain[c]});
    }
  }
}

bool makeNorms(const RuleProblem& p, RuleRecord& record) {
  if (!reserveRows(p, record)) return false;
  normalise(p.query, queryRows(p), p.headDim, p.queryGain, record.query.data(),
            record.queryInverse.data());
  normalise(p.key, keyRows(p), p.headDim, p.keyGain, record.key.data(), record.keyInverse.data());
  return true;
}

// Converts the gradients of the normalised rows to those of the rows, in place. Adds the gradient of the gain to `sums`.
void throughNorm(const float* rows, size_t count, uint32_t width, const float* gain,
                 const double* inverses, float* gradients, double* sums) {
  for (size_t row = 0; row < count; ++row, rows += width, gradients += width) {
    if (isZero(gradients, width)) continue;
    const double inverse = inverses[row];
    double along = 0;
    for (uint32_t c = 0; c < width; ++c) {
      const double part = rows[c] * inverse * double{gradients[c]};
      sums[c] += part;
      along += part * double{gain[c]};
    }
    along /= width;
    for (uint32_t c = 0; c < width; ++c) {
      const double slope = double{gain[c]} * double{gradients[c]};
      gradients[c] = static_cast<float>(inverse * (slope - rows[c] * inverse * along));
    }
  }
}

bool throughNorms(const RuleProblem& p, const RuleGradients& gradients, const RuleRecord& record,
                  RuleWork& work) {
  if (!work.sums.reserve(productOf({2, p.headDim}))) return false;
  double *const ofQueries = work.sums.data(), *const ofKeys = ofQueries + p.headDim;
  std::fill_n(ofQueries, productOf({2, p.headDim}), 0.0);
  throughNorm(p.query, queryRows(p), p.headDim, p.queryGain, record.queryInverse.data(),
              gradients.query, ofQueries);
  throughNorm(p.key, keyRows(p), p.headDim, p.keyGain, record.keyInverse.data(), gradients.key,
              ofKeys);
  roundTo(ofQueries, p.headDim, gradients.queryGain);
  roundTo(ofKeys, p.headDim, gradients.keyGain);
  return true;
}

// Additive -------------------------------------------------------------------------------------------------

// Keys in panels of 8, [panel][headDim][8].
size_t panelsSize(const RuleProblem& p) {
  return productOf({panelsFor(p.keys), kPanel, p.headDim});
}

void packKeys(const RuleProblem& p, size_t index, float* columns) {
  const float* keys = p.key + index * p.keys * p.headDim;
  for (uint32_t first = 0; first < p.keys; first += kPanel) {
    packRows(keys + size_t{first} * p.headDim, p.headDim, std::min(kPanel, p.keys - first),
             p.headDim, columns + size_t{first} * p.headDim);
  }
}

// Returns how many keys a query sees, which are the first ones.
uint32_t keysSeen(const RuleProblem& p, size_t index, uint32_t query) {
  const uint32_t keys = p.keyLengths == nullptr ? p.keys : p.keyLengths[index / p.heads];
  return p.causal ? std::min(keys, query + 1) : keys;
}

// Replaces x by e^-2x, with x clamped to [-40, 40], so that no product is infinity times 0.
void exponentiate(float* numbers, size_t count) {
  const SimdMath math = *hidden(&kSimdMath);
  for (size_t n = 0; n < count; n += 4) {
    const F32x4 x = loadFirst(numbers + n, count - n, 0);
    const F32x4 inside = least(greatest(x, splat(-40.0f)), splat(40.0f));
    storeFirst(numbers + n, count - n, exponential(inside * -2.0f, math));
  }
}

// e^-2x of the queries and keys of a head.
struct TangentFactors {
  const float* queries;  // [query][headDim]
  const float* keys;     // in panels
};
TangentFactors tangentFactors(const RuleProblem& p, size_t index, RuleWork& work) {
  const size_t count = size_t{p.queries} * p.headDim;
  float *const queries = work.queryPowers.data(), *const keys = work.keyPowers.data();
  std::copy_n(p.query + index * count, count, queries);
  exponentiate(queries, count);
  packKeys(p, index, keys);
  exponentiate(keys, panelsSize(p));
  return {queries, keys};
}

// to[j] = scale sum over c of vector[c] tanh(query[c] + key_j[c]) for j < keys, and up to three more.
void addTangents(const RuleProblem& p, const float* query, const float* columns,
                 const float* vector, uint32_t keys, float* to) {
  for (uint32_t j = 0; j < keys; j += 4) {
    const float* column = columns + size_t{j} / kPanel * kPanel * p.headDim + j % kPanel;
    F32x4 sum{};
    for (uint32_t c = 0; c < p.headDim; ++c, column += kPanel) {
      const F32x4 ratio = 1.0f / madd(splat(query[c]), load(column), splat(1.0f));
      sum = madd(splat(vector[c]), ratio + (ratio - 1.0f), sum);
    }
    store(to + j, sum * p.scale);
  }
}

bool reserveTangents(const RuleProblem& p, RuleWork& work) {
  return work.queryPowers.reserve(productOf({p.queries, p.headDim})) &&
         work.keyPowers.reserve(panelsSize(p));
}

bool makeScores(const RuleProblem& p, bool all, RuleRecord& record, RuleWork& work) {
  if (!record.scores.reserve(scoreCount(p)) || !reserveTangents(p, work)) return false;
  forHeads(p, [&](uint32_t head, size_t index) {
    const TangentFactors factors = tangentFactors(p, index, work);
    for (uint32_t query = 0; query < p.queries; ++query) {
      const size_t row = index * p.queries + query;
      addTangents(p, factors.queries + size_t{query} * p.headDim, factors.keys,
                  p.vector + size_t{head} * p.headDim, all ? p.keys : keysSeen(p, index, query),
                  record.scores.data() + row * scoreStride(p));
    }
  });
  return true;
}

// One query: writes its gradient and adds to those of the keys, both without the factor 4 scale v_c. Adds to the gradient of
// the vector, without the factor scale. Unseen keys have gradient 0 and contribute nothing, even if they are non-finite.
void throughTangents(const RuleProblem& p, const float* query, const float* columns,
                     const float* scoreGradients, uint32_t keys, float* queryGradient,
                     float* keyGradients, double* vectorSums) {
  for (uint32_t c = 0; c < p.headDim; ++c) {
    F32x4 ofQuery{}, ofVector{};
    const F32x4 power = splat(query[c]);
    for (uint32_t j = 0; j < keys; j += 4) {
      const size_t at = size_t{j} / kPanel * kPanel * p.headDim + c * kPanel + j % kPanel;
      const F32x4 gradient = load(scoreGradients + j);
      const I32x4 seen = gradient != splat(0.0f);
      const F32x4 ratio =
          floatOf(bitsOf(1.0f / madd(power, load(columns + at), splat(1.0f))) & seen);
      const F32x4 part = gradient * ratio * (1.0f - ratio);
      store(keyGradients + at, load(keyGradients + at) + part);
      ofQuery += part;
      ofVector = madd(gradient, ratio + (ratio - 1.0f), ofVector);
    }
    queryGradient[c] = sumOf(ofQuery);
    vectorSums[c] += static_cast<double>(sumOf(ofVector));
  }
}

void throughHead(const RuleProblem& p, uint32_t head, size_t index, const RuleGradients& gradients,
                 RuleWork& work) {
  const TangentFactors factors = tangentFactors(p, index, work);
  float* const keyGradients = work.keyGradients.data();
  std::fill_n(keyGradients, panelsSize(p), 0.0f);
  const float* vector = p.vector + size_t{head} * p.headDim;
  for (uint32_t query = 0; query < p.queries; ++query) {
    const size_t row = index * p.queries + query;
    float* const to = gradients.query + row * p.headDim;
    throughTangents(p, factors.queries + size_t{query} * p.headDim, factors.keys,
                    work.scoreGradients.data() + row * scoreStride(p), keysSeen(p, index, query),
                    to, keyGradients, work.sums.data() + size_t{head} * p.headDim);
    for (uint32_t c = 0; c < p.headDim; ++c) to[c] *= 4 * p.scale * vector[c];
  }
  float* to = gradients.key + index * p.keys * p.headDim;
  for (uint32_t j = 0; j < p.keys; ++j) {
    const float* from = keyGradients + size_t{j} / kPanel * kPanel * p.headDim + j % kPanel;
    for (uint32_t c = 0; c < p.headDim; ++c) *to++ = 4 * p.scale * vector[c] * from[kPanel * c];
  }
}

bool throughScores(const RuleProblem& p, const RuleGradients& gradients, RuleWork& work) {
  const size_t count = productOf({p.heads, p.headDim});
  if (!reserveTangents(p, work) || !work.keyGradients.reserve(panelsSize(p)) ||
      !work.sums.reserve(count)) {
    return false;
  }
  std::fill_n(work.sums.data(), count, 0.0);
  forHeads(p, [&](uint32_t head, size_t index) { throughHead(p, head, index, gradients, work); });
  std::transform(work.sums.data(), work.sums.data() + count, gradients.vector,
                 [&](double sum) { return static_cast<float>(double{p.scale} * sum); });
  return true;
}

}  // namespace

bool ruleAttention(const RuleProblem& problem, const RuleResults& results, RuleRecord& record,
                   RuleWork& work) {
  const bool additive = problem.rule == AttentionRule::additive;
  if (!record.logSumExp.reserve(queryRows(problem))) return false;
  if (problem.rule == AttentionRule::cosine && !makeUnits(problem, record)) return false;
  if (problem.rule == AttentionRule::norm && !makeNorms(problem, record)) return false;
  if (additive && !makeScores(problem, results.scores != nullptr, record, work)) return false;
  AttentionResults to;
  to.output = results.output;
  to.logSumExp = record.logSumExp.data();
  to.weights = results.weights;
  if (additive && results.scores != nullptr) {
    for (size_t row = 0; row < queryRows(problem); ++row) {
      std::copy_n(record.scores.data() + row * scoreStride(problem), problem.keys,
                  results.scores + row * problem.keys);
    }
  } else {
    to.scaledScores = results.scores;
  }
  return attention(underlying(problem, record), to, work.attention);
}

bool ruleAttentionGradient(const RuleProblem& problem, const float* output,
                           const float* outputGradient, const RuleGradients& gradients,
                           const RuleRecord& record, RuleWork& work) {
  AttentionGradients to;
  to.query = gradients.query;
  to.key = gradients.key;
  to.value = gradients.value;
  if (problem.rule == AttentionRule::additive) {
    to.query = to.key = nullptr;
    to.biasCount = scoreCount(problem);
    if (!work.scoreGradients.reserve(to.biasCount)) return false;
    to.bias = work.scoreGradients.data();
  }
  if (!attentionGradient(underlying(problem, record), output, record.logSumExp.data(),
                         outputGradient, to, work.gradient)) {
    return false;
  }
  switch (problem.rule) {
    case AttentionRule::power:
    case AttentionRule::folded:
    case AttentionRule::doubled:
      return true;
    case AttentionRule::norm:
      return throughNorms(problem, gradients, record, work);
    case AttentionRule::cosine:
      return throughUnits(problem, gradients, record, work);
    case AttentionRule::additive:
      return throughScores(problem, gradients, work);
  }
  return true;
}

}  // namespace scaledot
