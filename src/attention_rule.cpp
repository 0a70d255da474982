// power is attention() itself. cosine, with f = e^t, from dq' and dk', the gradients of f q/|q| and of k/|k|:
//   dt += f q/|q| . dq'     dq = f (dq' - q/|q| (q/|q| . dq')) / |q|     dk likewise with f = 1
// additive, from dS, the gradient of the scores, which is that of attention()'s bias:
//   dq_c = v_c sum over keys of dS tanh'     dk_c = v_c sum over queries of dS tanh'     dv_c = sum of dS tanh
#include "attention_rule.h"

#include <algorithm>
#include <cmath>

#include "simd_math.h"
#include "tile.h"

namespace scaledot {
namespace {

size_t queryRows(const RuleProblem& p) { return productOf({p.batch, p.heads, p.queries}); }
size_t keyRows(const RuleProblem& p) { return productOf({p.batch, p.heads, p.keys}); }
size_t scoreCount(const RuleProblem& p) { return productOf({queryRows(p), p.keys}); }

// What attention() computes: from what the rule has made of queries and keys.
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
  if (p.rule == AttentionRule::cosine) {
    a.query = record.query.data();
    a.key = record.key.data();
  } else if (p.rule == AttentionRule::additive) {
    a.headDim = 0;
    a.bias = {record.scores.data(), {p.heads * p.queries * p.keys, p.queries * p.keys, p.keys, 1}};
  }
  return a;
}

// Calls work(head, index) for every head of every batch entry, `index` counting through both.
template <typename Work>
void forHeads(const RuleProblem& p, Work work) {
  for (uint32_t batch = 0; batch < p.batch; ++batch) {
    for (uint32_t head = 0; head < p.heads; ++head) work(head, size_t{batch} * p.heads + head);
  }
}

// Cosine ---------------------------------------------------------------------------------------------------

double factorOf(const RuleProblem& p, uint32_t head) {
  return static_cast<double>(exponential(splat(p.temperature[head]), kSimdMath)[0]);
}

// to = factor row / |row|. In double no square overflows or vanishes.
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

// The gradient of a row in place of that of factor row / |row|; returns that of the logarithm of the factor. A row that
// nothing depends on has none, whatever it holds.
double throughUnit(const float* row, double inverse, double factor, uint32_t width,
                   float* gradient) {
  if (std::all_of(gradient, gradient + width, [](float x) { return x == 0; })) return 0;
  double along = 0;
  for (uint32_t c = 0; c < width; ++c) along += row[c] * inverse * double{gradient[c]};
  for (uint32_t c = 0; c < width; ++c) {
    gradient[c] =
        static_cast<float>(factor * inverse * (double{gradient[c]} - row[c] * inverse * along));
  }
  return factor * along;
}

bool makeUnits(const RuleProblem& p, RuleRecord& record) {
  const size_t queryCount = queryRows(p), keyCount = keyRows(p);
  if (!record.query.reserve(productOf({queryCount, p.headDim})) ||
      !record.key.reserve(productOf({keyCount, p.headDim})) ||
      !record.queryInverse.reserve(queryCount) || !record.keyInverse.reserve(keyCount)) {
    return false;
  }
  forHeads(p, [&](uint32_t head, size_t index) {
    const size_t row = index * p.queries, at = row * p.headDim;
    makeUnit(p.query + at, p.queries, p.headDim, factorOf(p, head), record.query.data() + at,
             record.queryInverse.data() + row);
  });
  makeUnit(p.key, keyCount, p.headDim, 1, record.key.data(), record.keyInverse.data());
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
  std::transform(work.sums.data(), work.sums.data() + p.heads, gradients.temperature,
                 [](double sum) { return static_cast<float>(sum); });
  return true;
}

// Additive -------------------------------------------------------------------------------------------------

// Keys in panels of 8, [panel][headDim][8].
size_t columnsSize(const RuleProblem& p) {
  return productOf({panelsFor(p.keys), kPanel, p.headDim});
}

void packKeys(const RuleProblem& p, size_t index, float* columns) {
  const float* keys = p.key + index * p.keys * p.headDim;
  for (uint32_t first = 0; first < p.keys; first += kPanel) {
    packRows(keys + size_t{first} * p.headDim, p.headDim, std::min(kPanel, p.keys - first),
             p.headDim, columns + size_t{first} * p.headDim);
  }
}

// How many keys a query sees: the first ones.
uint32_t keysSeen(const RuleProblem& p, size_t index, uint32_t query) {
  const uint32_t keys = p.keyLengths == nullptr ? p.keys : p.keyLengths[index / p.heads];
  return p.causal ? std::min(keys, query + 1) : keys;
}

// to[j] = scale sum over c of vector[c] tanh(query[c] + key j's) for j < keys.
void addTangents(const RuleProblem& p, const float* query, const float* columns,
                 const float* vector, uint32_t keys, float* to) {
  const SimdMath math = *hidden(&kSimdMath);
  for (uint32_t j = 0; j < keys; j += 4) {
    const float* column = columns + size_t{j} / kPanel * kPanel * p.headDim + j % kPanel;
    F32x4 sum{};
    for (uint32_t c = 0; c < p.headDim; ++c, column += kPanel) {
      sum = madd(splat(vector[c]), hyperbolicTangent(splat(query[c]) + load(column), math), sum);
    }
    storeFirst(to + j, keys - j, sum * p.scale);
  }
}

bool makeScores(const RuleProblem& p, bool all, RuleRecord& record, RuleWork& work) {
  if (!record.scores.reserve(scoreCount(p)) || !work.keyColumns.reserve(columnsSize(p))) {
    return false;
  }
  forHeads(p, [&](uint32_t head, size_t index) {
    packKeys(p, index, work.keyColumns.data());
    for (uint32_t query = 0; query < p.queries; ++query) {
      const size_t row = index * p.queries + query;
      addTangents(p, p.query + row * p.headDim, work.keyColumns.data(),
                  p.vector + size_t{head} * p.headDim, all ? p.keys : keysSeen(p, index, query),
                  record.scores.data() + row * p.keys);
    }
  });
  return true;
}

// x, but 0 where the gradient is: so what is not seen has no part, whatever it holds.
F32x4 whereNotZero(F32x4 gradient, F32x4 x) {
  return floatOf(bitsOf(x) & (gradient != splat(0.0f)));
}

// Of one query: its own gradient but for the factors, its part of the keys' and of the vector's.
void throughTangents(const RuleProblem& p, const float* query, const float* scoreGradients,
                     uint32_t keys, RuleWork& work, float* queryGradient, double* vectorSums) {
  const SimdMath math = *hidden(&kSimdMath);
  for (uint32_t c = 0; c < p.headDim; ++c) {
    F32x4 ofQuery{}, ofVector{};
    for (uint32_t j = 0; j < keys; j += 4) {
      const size_t at = size_t{j} / kPanel * kPanel * p.headDim + c * kPanel + j % kPanel;
      const F32x4 gradient = loadFirst(scoreGradients + j, keys - j, 0);
      const auto [value, slope] =
          tangentAndSlope(splat(query[c]) + load(work.keyColumns.data() + at), math);
      const F32x4 part = whereNotZero(gradient, gradient * slope);
      float* const ofKeys = work.keyGradientColumns.data() + at;
      store(ofKeys, load(ofKeys) + part);
      ofQuery += part;
      ofVector += whereNotZero(gradient, gradient * value);
    }
    queryGradient[c] = sumOf(ofQuery);
    vectorSums[c] += static_cast<double>(sumOf(ofVector));
  }
}

void throughHead(const RuleProblem& p, uint32_t head, size_t index, const RuleGradients& gradients,
                 RuleWork& work) {
  packKeys(p, index, work.keyColumns.data());
  std::fill_n(work.keyGradientColumns.data(), columnsSize(p), 0.0f);
  const float* vector = p.vector + size_t{head} * p.headDim;
  for (uint32_t query = 0; query < p.queries; ++query) {
    const size_t row = index * p.queries + query;
    float* const to = gradients.query + row * p.headDim;
    throughTangents(p, p.query + row * p.headDim, work.scoreGradients.data() + row * p.keys,
                    keysSeen(p, index, query), work, to,
                    work.sums.data() + size_t{head} * p.headDim);
    for (uint32_t c = 0; c < p.headDim; ++c) to[c] *= p.scale * vector[c];
  }
  float* to = gradients.key + index * p.keys * p.headDim;
  for (uint32_t j = 0; j < p.keys; ++j) {
    const float* from =
        work.keyGradientColumns.data() + size_t{j} / kPanel * kPanel * p.headDim + j % kPanel;
    for (uint32_t c = 0; c < p.headDim; ++c) *to++ = p.scale * vector[c] * from[kPanel * c];
  }
}

bool throughScores(const RuleProblem& p, const RuleGradients& gradients, RuleWork& work) {
  const size_t count = productOf({p.heads, p.headDim});
  if (!work.keyColumns.reserve(columnsSize(p)) ||
      !work.keyGradientColumns.reserve(columnsSize(p)) || !work.sums.reserve(count)) {
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
  if (additive && !makeScores(problem, results.scores != nullptr, record, work)) return false;
  AttentionResults to;
  to.output = results.output;
  to.logSumExp = record.logSumExp.data();
  to.weights = results.weights;
  if (additive && results.scores != nullptr) {
    std::copy_n(record.scores.data(), scoreCount(problem), results.scores);
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
      return true;
    case AttentionRule::cosine:
      return throughUnits(problem, gradients, record, work);
    case AttentionRule::additive:
      return throughScores(problem, gradients, work);
  }
  return true;
}

}  // namespace scaledot
