// Draws are processed in batches. The vectors of a batch are generated once and used by every function.
#include "statistics/scoring_statistics.h"

#include <algorithm>
#include <cmath>

#include "attention/parameter_draw.h"
#include "lanes/buffer.h"
#include "lanes/sum.h"
#include "statistics/histogram.h"
#include "statistics/score_record.h"
#include "statistics/softmax_measures.h"

namespace scaledot {
namespace {

// Components of the keys of a batch. A batch has at least one draw.
constexpr size_t kBatch = 65536;

struct Moments {
  double mean, std, skewness, kurtosis;
  float least, greatest;
};

Moments momentsOf(const float* x, size_t count) {
  const double n = static_cast<double>(count);
  const double mean = sum(count, [=](size_t i) { return static_cast<double>(x[i]); }) / n;
  const auto power = [=](int exponent) {
    return sum(count,
               [=](size_t i) {
                 const double distance = static_cast<double>(x[i]) - mean,
                              square = distance * distance;
                 return exponent == 2   ? square
                        : exponent == 3 ? square * distance
                                        : square * square;
               }) /
           n;
  };
  const auto [least, greatest] = std::minmax_element(x, x + count);
  if (*least == *greatest) return {mean, 0, 0, 0, *least, *greatest};
  const double second = power(2), std = std::sqrt(second);
  return {mean, std, power(3) / (second * std), power(4) / (second * second), *least, *greatest};
}

// The parameters of the functions. They are cached, because generating them may take longer than a draw. open() frees those
// that a call does not use, and all if an allocation fails.
class Parameters {
 public:
  [[nodiscard]] bool open(const ScoringDraws& draws) {
    for (uint32_t f = 0; f < kMostScoringFunctions; ++f) {
      if (f >= draws.count || !sets_[f].fits(draws.vectors, draws.functions[f])) sets_[f] = Set();
    }
    for (uint32_t f = 0; f < draws.count; ++f) {
      if (sets_[f].open(draws.vectors, draws.functions[f])) continue;
      for (Set& set : sets_) set = Set();
      return false;
    }
    return true;
  }
  void setIn(uint32_t function, ScoreProblem& problem) const { sets_[function].setIn(problem); }

 private:
  class Set {
   public:
    bool fits(const VectorDraws& vectors, const ScoringFunction& function) const {
      return made_ && kind_ == function.kind && hidden_ == function.hidden &&
             dim_ == vectors.headDim && keys_ == vectors.keys && seed_ == vectors.seed;
    }
    [[nodiscard]] bool open(const VectorDraws& vectors, const ScoringFunction& function) {
      if (made_) return true;
      const uint32_t dim = vectors.headDim, hidden = function.hidden;
      const bool general = function.kind == ScoreKind::general;
      const bool location = function.kind == ScoreKind::location;
      const bool additive = function.kind == ScoreKind::additive;
      if ((general || location) &&
          !weight_.reserve(parameterSize(dim, general ? dim : vectors.keys)))
        return false;
      if (additive && (!weight_.reserve(parameterSize(dim, hidden)) ||
                       !keyWeight_.reserve(parameterSize(dim, hidden)) ||
                       !vector_.reserve(parameterSize(1, hidden))))
        return false;
      drawScoreParameters(vectors.seed, function.kind, dim, vectors.keys, hidden,
                          {weight_.data(), weight_.data(), keyWeight_.data(), vector_.data()});
      kind_ = function.kind;
      hidden_ = hidden;
      dim_ = dim;
      keys_ = vectors.keys;
      seed_ = vectors.seed;
      made_ = true;
      return true;
    }
    void setIn(ScoreProblem& problem) const {
      problem.weight = problem.queryWeight = weight_.data();
      problem.keyWeight = keyWeight_.data();
      problem.vector = vector_.data();
    }

   private:
    Buffer<float> weight_, keyWeight_, vector_;  // weight_: also the query weight of additive
    bool made_ = false;
    ScoreKind kind_ = ScoreKind::dot;
    uint32_t hidden_ = 0, dim_ = 0, keys_ = 0;
    uint64_t seed_ = 0;
  };
  Set sets_[kMostScoringFunctions];
};

thread_local Parameters parameters;

class Batch {
 public:
  explicit Batch(const ScoringDraws& draws)
      : draws_(draws),
        most_(static_cast<uint32_t>(
            std::max<size_t>(1, kBatch / (size_t{keys()} * draws.vectors.headDim)))) {}

  uint32_t most() const { return most_; }

  [[nodiscard]] bool reserve() {
    const size_t dim = draws_.vectors.headDim, slots = size_t{draws_.bins} + 2;
    if (!query_.reserve(most_ * dim + 15) || !key_.reserve(productOf({most_, keys(), dim}) + 15) ||
        !weightGradient_.reserve(size_t{most_} * keys() + 15) ||
        !scores_.reserve(size_t{most_} * keys()) || !weights_.reserve(keys()) ||
        !gradient_.reserve(keys()) || !wide_.reserve(keys()) ||
        !counts_.reserve(draws_.count * slots))
      return false;
    std::fill_n(counts_.data(), draws_.count * slots, 0.0);
    return true;
  }

  void make(uint32_t first, uint32_t count) {
    const VectorDraws& v = draws_.vectors;
    count_ = count;
    for (uint32_t i = 0; i < count; ++i) {
      drawQuery(v, first + i, query_.data() + size_t{i} * v.headDim);
      drawKeys(v, first + i, key_.data() + size_t{i} * v.keys * v.headDim);
      drawWeightGradient(v, first + i, weightGradient_.data() + size_t{i} * v.keys);
    }
  }

  // Writes measure m of draw i of the batch to to[m stride + i].
  [[nodiscard]] bool measure(uint32_t f, size_t stride, float* to) {
    const ScoringFunction& function = draws_.functions[f];
    if (!logits(f)) return false;
    for (uint32_t i = 0; i < count_; ++i, ++to) {
      const float* const z = &scores_[size_t{i} * keys()];
      const SoftmaxMeasures m = softmaxMeasures(z, &weightGradient_[size_t{i} * keys()], keys(),
                                                weights_.data(), gradient_.data());
      const Moments moments = momentsOf(z, keys());
      float* at = to;
      for (const double value :
           {double{m.topWeight}, double{m.entropy}, double{m.effectiveKeys}, double{m.jacobianNorm},
            double{m.outputVariance}, double{m.logitGradientNorm}, moments.mean, moments.std,
            moments.skewness, moments.kurtosis, double{moments.least}, double{moments.greatest}}) {
        *at = static_cast<float>(value);
        at += stride;
      }
      std::copy_n(z, keys(), wide_.data());
      countValues(wide_.data(), keys(), function.low, function.high, draws_.bins,
                  &counts_[f * (size_t{draws_.bins} + 2)]);
    }
    return true;
  }

  void copyCounts(float* to) const {
    const size_t count = draws_.count * (size_t{draws_.bins} + 2);
    for (size_t i = 0; i < count; ++i) to[i] = static_cast<float>(counts_[i]);
  }

 private:
  uint32_t keys() const { return draws_.vectors.keys; }

  [[nodiscard]] bool logits(uint32_t f) {
    const ScoringFunction& function = draws_.functions[f];
    ScoreProblem p;
    p.kind = function.kind;
    p.batch = count_;
    p.queries = 1;
    p.keys = keys();
    p.queryDim = p.keyDim = draws_.vectors.headDim;
    p.hidden = function.hidden;
    p.query = query_.data();
    p.key = key_.data();
    p.scale = static_cast<float>(function.scale);
    parameters.setIn(f, p);
    if (!scores(p, scores_.data())) return false;
    const size_t count = size_t{count_} * keys();
    for (size_t i = 0; function.temperature != 1 && i < count; ++i) {
      scores_[i] = static_cast<float>(static_cast<double>(scores_[i]) / function.temperature);
    }
    return true;
  }

  const ScoringDraws& draws_;
  uint32_t most_, count_ = 0;  // draws of the largest batch, and of this one
  Buffer<float> query_, key_, weightGradient_, scores_, weights_, gradient_;
  Buffer<double> wide_, counts_;  // the logits of a draw; counts of each function
};

}  // namespace

bool scoringDraws(const ScoringDraws& draws, uint32_t first, uint32_t last, float* to,
                  float* counts) {
  Batch batch(draws);
  if (!batch.reserve() || !parameters.open(draws)) return false;
  const size_t stride = last - first;
  for (uint32_t at = first; at < last; at += batch.most()) {
    batch.make(at, std::min(batch.most(), last - at));
    for (uint32_t f = 0; f < draws.count; ++f) {
      if (!batch.measure(f, stride, to + f * kScoringMeasures * stride + (at - first)))
        return false;
    }
  }
  batch.copyCounts(counts);
  return true;
}

Summary summarizeScores(const float* moments, uint32_t count, uint32_t keys) {
  ScoreRecord all{};
  const auto moment = [=](uint32_t which, uint32_t i) {
    return static_cast<double>(moments[size_t{which} * count + i]);
  };
  for (uint32_t i = 0; i < count; ++i) {
    ScoreRecord one{};
    const double n = keys, sd = moment(1, i), square = sd * sd;
    one.count = n;
    one.mean = moment(0, i);
    one.second = n * square;
    one.third = n * moment(2, i) * square * sd;
    one.fourth = n * moment(3, i) * square * square;
    one.least = moment(4, i);
    one.greatest = moment(5, i);
    mergeMoments(all, one);
  }
  if (all.least == all.greatest) all.second = all.third = all.fourth = 0;
  return summaryOf(all, 0, 1);
}

}  // namespace scaledot
