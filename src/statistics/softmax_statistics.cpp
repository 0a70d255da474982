// for each draw:
//   vectors            take most of the time: 3 ns per component; the products below take at most 0.5
//   products           of the query and of the normalised query with the keys
//   for each rule:     logits, measures, and a row of coefficients for the keys
//   query gradients    of all rules in one product with the keys
#include "statistics/softmax_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lanes/buffer.h"
#include "lanes/matrix.h"
#include "lanes/sum.h"
#include "statistics/softmax_measures.h"

namespace scaledot {
namespace {

constexpr double kShortest = 1e-18;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// 1 / |x|; 0 if |x| is below kShortest.
double inverseLength(const float* x, size_t count) {
  const double length = std::sqrt(dot(x, x, count));
  return length < kShortest ? 0 : 1 / length;
}

// One draw at a time.
class Draw {
 public:
  Draw(const SoftmaxDraws& draws, const SoftmaxRule* rules, uint32_t ruleCount)
      : draws_(draws), rules_(rules), ruleCount_(ruleCount) {
    for (uint32_t r = 0; r < ruleCount; ++r) cosine_ = cosine_ || rules[r].cosine;
  }

  [[nodiscard]] bool reserve() {
    return queries_.reserve(2 * queryStride()) && key_.reserve(keysSize(draws_.vectors)) &&
           products_.reserve(2 * size_t{keys()}) && inverse_.reserve(keys()) &&
           logits_.reserve(keys()) && weights_.reserve(keys()) && gradient_.reserve(keys()) &&
           weightGradient_.reserve(rowSize(keys())) &&
           coefficients_.reserve(size_t{ruleCount_} * keys()) &&
           sums_.reserve(size_t{ruleCount_} * headDim());
  }

  // Generates the vectors and computes the products. Returns false if an allocation fails.
  [[nodiscard]] bool make(uint32_t draw) {
    drawQuery(draws_.vectors, draw, queries_.data());
    drawKeys(draws_.vectors, draw, key_.data());
    drawWeightGradient(draws_.vectors, draw, weightGradient_.data());
    if (cosine_) makeLengths();
    const Matrix rows{queries_.data(), queryStride(), 1}, columns{key_.data(), 1, headDim()};
    return multiply(cosine_ ? 2 : 1, headDim(), keys(), rows, columns, nullptr, false,
                    products_.data(), keys());
  }

  float score(const SoftmaxRule& rule, uint32_t j) const {
    return rule.cosine ? products_[keys() + j] * inverse_[j] : products_[j];
  }

  void fillLogits(const SoftmaxRule& rule, double shift, float* logits) const {
    const float multiplier = static_cast<float>(rule.multiplier);
    const float added = static_cast<float>(shift);
    const float masked = draws_.maskAs == MaskAs::blocked ? -kInfinity : 0;
    for (uint32_t j = 0; j < visible(); ++j) logits[j] = multiplier * score(rule, j) + added;
    for (uint32_t j = visible(); j < keys(); ++j) logits[j] = masked;
  }

  // Writes measure m of rule r to to[(r kSoftmaxMeasures + m) stride].
  [[nodiscard]] bool measure(size_t stride, float* to) {
    float* at = to;
    for (uint32_t r = 0; r < ruleCount_; ++r) {
      fillLogits(rules_[r], 0, logits_.data());
      const SoftmaxMeasures m = softmaxMeasures(logits_.data(), weightGradient_.data(), keys(),
                                                weights_.data(), gradient_.data());
      for (const float value : {m.topWeight, m.entropy, m.effectiveKeys, m.jacobianNorm,
                                m.outputVariance, m.logitGradientNorm, 0.0f}) {
        *at = value;
        at += stride;
      }
      fillCoefficients(rules_[r], &coefficients_[r * size_t{keys()}]);
    }
    const Matrix left{coefficients_.data(), keys(), 1}, right{key_.data(), headDim(), 1};
    if (!multiply(ruleCount_, visible(), headDim(), left, right, nullptr, false, sums_.data(),
                  headDim()))
      return false;
    for (uint32_t r = 0; r < ruleCount_; ++r, to += kSoftmaxMeasures * stride) {
      to[(kSoftmaxMeasures - 1) * stride] = queryGradient(rules_[r], &sums_[r * headDim()]);
    }
    return true;
  }

  void copySample(const SoftmaxRule& rule, double shift, const SoftmaxSample& to) const {
    std::copy_n(queries_.data(), headDim(), to.query);
    std::copy_n(key_.data(), size_t{keys()} * headDim(), to.key);
    std::copy_n(weightGradient_.data(), keys(), to.weightGradient);
    for (uint32_t j = 0; j < keys(); ++j) to.scores[j] = score(rule, j);
    fillLogits(rule, shift, to.logits);
    if (to.walks != nullptr) copyWalks(rule, to.walks);
  }

 private:
  // Writes the running sums of the products of each score, times the multiplier of the logit.
  void copyWalks(const SoftmaxRule& rule, float* to) const {
    for (uint32_t j = 0; j < keys(); ++j) {
      const double step = rule.multiplier * (rule.cosine ? inverseQuery_ * inverse_[j] : 1);
      double sum = 0;
      for (uint32_t c = 0; c < headDim(); ++c) {
        sum += double{queries_[c]} * key_[size_t{j} * headDim() + c];
        *to++ = static_cast<float>(step * sum);
      }
    }
  }

  uint32_t keys() const { return draws_.vectors.keys; }
  uint32_t headDim() const { return draws_.vectors.headDim; }
  uint32_t visible() const { return keys() - draws_.masked; }
  size_t queryStride() const { return rowSize(headDim()); }
  const float* unit() const { return queries_.data() + queryStride(); }

  void makeLengths() {
    inverseQuery_ = inverseLength(queries_.data(), headDim());
    for (uint32_t c = 0; c < headDim(); ++c) {
      queries_[queryStride() + c] =
          static_cast<float>(static_cast<double>(queries_[c]) * inverseQuery_);
    }
    for (uint32_t j = 0; j < keys(); ++j) {
      inverse_[j] = static_cast<float>(inverseLength(&key_[size_t{j} * headDim()], headDim()));
    }
  }

  // Writes the coefficients of the visible keys in the gradient of the query.
  void fillCoefficients(const SoftmaxRule& rule, float* coefficients) const {
    const float multiplier = static_cast<float>(rule.multiplier);
    for (uint32_t j = 0; j < visible(); ++j) {
      const float slope = multiplier * gradient_[j];
      coefficients[j] = rule.cosine ? slope * inverse_[j] : slope;
    }
  }

  float queryGradient(const SoftmaxRule& rule, const float* v) const {
    if (!rule.cosine) return static_cast<float>(std::sqrt(dot(v, v, headDim())));
    const double along = dot(unit(), v, headDim());
    const double square = sum(headDim(), [=, this](size_t c) {
      const double across = static_cast<double>(v[c]) - static_cast<double>(unit()[c]) * along;
      return across * across;
    });
    return static_cast<float>(std::sqrt(square) * inverseQuery_);
  }

  const SoftmaxDraws& draws_;
  const SoftmaxRule* rules_;
  uint32_t ruleCount_;
  bool cosine_ = false;
  Buffer<float> queries_;  // the query, then the normalised query
  Buffer<float> key_, products_, inverse_, weightGradient_, logits_, weights_, gradient_;
  Buffer<float> coefficients_, sums_;  // of each rule: of the keys, and the sum of the keys
  double inverseQuery_ = 0;
};

}  // namespace

bool softmaxDraws(const SoftmaxDraws& draws, const SoftmaxRule* rules, uint32_t ruleCount,
                  uint32_t first, uint32_t last, float* to) {
  Draw draw(draws, rules, ruleCount);
  if (!draw.reserve()) return false;
  const size_t count = last - first;
  for (uint32_t d = first; d < last; ++d, ++to) {
    if (!draw.make(d) || !draw.measure(count, to)) return false;
  }
  return true;
}

bool softmaxSample(const SoftmaxDraws& draws, const SoftmaxRule& rule, double shift, uint32_t draw,
                   const SoftmaxSample& to) {
  Draw one(draws, &rule, 1);
  if (!one.reserve() || !one.make(draw)) return false;
  one.copySample(rule, shift, to);
  return true;
}

}  // namespace scaledot
