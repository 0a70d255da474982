// Measures of every scoring function, compared with scores() and softmax_measures.h for the same vectors; moments, with
// naive sums in double; random parameters, with their rows.
#include "statistics/scoring_statistics.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "attention/parameter_draw.h"
#include "random/random.h"
#include "statistics/softmax_measures.h"
#include "tensors.h"

namespace scaledot {
namespace {

using testing::relativeError;
using testing::sameBits;

constexpr ScoreKind kKinds[] = {ScoreKind::dot,     ScoreKind::scaledDot, ScoreKind::cosine,
                                ScoreKind::general, ScoreKind::additive,  ScoreKind::location,
                                ScoreKind::distance};

ScoringDraws everyKind(uint32_t headDim, uint32_t keys, uint64_t seed = 7) {
  ScoringDraws draws;
  draws.vectors.headDim = headDim;
  draws.vectors.keys = keys;
  draws.vectors.seed = seed;
  draws.bins = 10;
  draws.count = 7;
  for (uint32_t f = 0; f < draws.count; ++f) {
    ScoringFunction& function = draws.functions[f];
    function.kind = kKinds[f];
    function.scale = 0.25;
    function.temperature = f % 2 == 0 ? 1 : 0.4;
    function.hidden = 5;
    function.low = -2;
    function.high = 1.5;
  }
  return draws;
}

struct Result {
  Result(const ScoringDraws& draws, uint32_t first, uint32_t last)
      : stride(last - first),
        measures(draws.count * kScoringMeasures * stride),
        counts(draws.count * (draws.bins + 2)) {
    EXPECT_TRUE(scoringDraws(draws, first, last, measures.data(), counts.data()));
  }
  float at(uint32_t f, ScoringMeasure measure, size_t draw) const {
    return measures[(f * kScoringMeasures + static_cast<size_t>(measure)) * stride + draw];
  }
  size_t stride;
  std::vector<float> measures, counts;
};

// Computes the logits of a draw with scores(), one query at a time.
std::vector<float> logitsOf(const ScoringDraws& draws, uint32_t f, uint32_t draw) {
  const VectorDraws& v = draws.vectors;
  const ScoringFunction& function = draws.functions[f];
  std::vector<float> query(rowSize(v.headDim)), key(keysSize(v)), logits(v.keys);
  drawQuery(v, draw, query.data());
  drawKeys(v, draw, key.data());
  std::vector<float> weight(parameterSize(v.headDim, std::max(v.headDim, v.keys))),
      queryWeight(parameterSize(v.headDim, function.hidden)), keyWeight(queryWeight.size()),
      vector(parameterSize(1, function.hidden));
  drawScoreParameters(v.seed, function.kind, v.headDim, v.keys, function.hidden,
                      {weight.data(), queryWeight.data(), keyWeight.data(), vector.data()});
  ScoreProblem p;
  p.kind = function.kind;
  p.queries = 1;
  p.keys = v.keys;
  p.queryDim = p.keyDim = v.headDim;
  p.hidden = function.hidden;
  p.query = query.data();
  p.key = key.data();
  p.scale = static_cast<float>(function.scale);
  p.weight = weight.data();
  p.queryWeight = queryWeight.data();
  p.keyWeight = keyWeight.data();
  p.vector = vector.data();
  EXPECT_TRUE(scores(p, logits.data()));
  for (float& z : logits) z = static_cast<float>(static_cast<double>(z) / function.temperature);
  return logits;
}

TEST(ScoringStatistics, MeasureTheScoresOfTheSameVectors) {
  // The last ones differ in a single option, because parameters are cached between calls.
  for (const auto& [headDim, keys, seed] : {std::tuple{1u, 1u, 7u},
                                            {2u, 3u, 7u},
                                            {16u, 5u, 7u},
                                            {33u, 9u, 7u},
                                            {33u, 5u, 7u},
                                            {33u, 5u, 8u}}) {
    const ScoringDraws draws = everyKind(headDim, keys, seed);
    const uint32_t first = 3, last = 9;
    const Result result(draws, first, last);
    for (uint32_t f = 0; f < draws.count; ++f) {
      for (uint32_t draw = first; draw < last; ++draw) {
        const std::vector<float> logits = logitsOf(draws, f, draw);
        std::vector<float> u(rowSize(keys)), weights(keys), gradient(keys);
        drawWeightGradient(draws.vectors, draw, u.data());
        const SoftmaxMeasures m =
            softmaxMeasures(logits.data(), u.data(), keys, weights.data(), gradient.data());
        const std::pair<ScoringMeasure, float> expected[] = {
            {ScoringMeasure::topWeight, m.topWeight},
            {ScoringMeasure::entropy, m.entropy},
            {ScoringMeasure::effectiveKeys, m.effectiveKeys},
            {ScoringMeasure::jacobianNorm, m.jacobianNorm},
            {ScoringMeasure::outputVariance, m.outputVariance},
            {ScoringMeasure::logitGradient, m.logitGradientNorm},
            {ScoringMeasure::least, *std::min_element(logits.begin(), logits.end())},
            {ScoringMeasure::greatest, *std::max_element(logits.begin(), logits.end())}};
        for (const auto& [measure, value] : expected) {
          EXPECT_TRUE(sameBits(result.at(f, measure, draw - first), value))
              << "function " << f << ", measure " << static_cast<int>(measure) << ", draw " << draw;
        }
      }
    }
  }
}

// Central moments in long double.
struct Naive {
  explicit Naive(const std::vector<float>& x) {
    for (const float one : x) mean += one;
    mean /= static_cast<long double>(x.size());
    for (const float one : x) {
      const long double d = one - mean;
      second += d * d;
      third += d * d * d;
      fourth += d * d * d * d;
    }
    const long double n = static_cast<long double>(x.size());
    variance = second / (n - 1);
    skewness = third / n / (second / n * std::sqrt(second / n));
    kurtosis = fourth / n / (second / n * (second / n));
  }
  long double mean = 0, second = 0, third = 0, fourth = 0, variance = 0, skewness = 0, kurtosis = 0;
};

TEST(ScoringStatistics, SummariesAreThoseOfAllLogitsTogether) {
  const ScoringDraws draws = everyKind(12, 7);
  const uint32_t count = 90;
  const Result result(draws, 0, count);
  for (uint32_t f = 0; f < draws.count; ++f) {
    std::vector<float> all;
    for (uint32_t draw = 0; draw < count; ++draw) {
      const std::vector<float> logits = logitsOf(draws, f, draw);
      all.insert(all.end(), logits.begin(), logits.end());
    }
    const Naive naive(all);
    const size_t moments = f * kScoringMeasures + static_cast<size_t>(ScoringMeasure::mean);
    const Summary s = summarizeScores(&result.measures[moments * count], count, 7);
    EXPECT_EQ(s.count, 630);
    EXPECT_NEAR(s.mean, static_cast<double>(naive.mean), 1e-7 * s.std);
    EXPECT_LE(relativeError(s.variance, static_cast<double>(naive.variance)), 1e-6);
    EXPECT_EQ(s.std, std::sqrt(s.variance));
    EXPECT_NEAR(s.skewness, static_cast<double>(naive.skewness), 1e-6);
    EXPECT_NEAR(s.kurtosis, static_cast<double>(naive.kurtosis), 1e-5);
    EXPECT_EQ(s.min, double{*std::min_element(all.begin(), all.end())});
    EXPECT_EQ(s.max, double{*std::max_element(all.begin(), all.end())});

    std::vector<float> counts(12);
    for (const float z : all) {
      const double bin = std::floor((double{z} + 2) / 0.35);
      counts[static_cast<size_t>(std::clamp(bin + 1, 0.0, 11.0))] += 1;
    }
    for (size_t b = 0; b < 12; ++b) EXPECT_EQ(result.counts[f * 12 + b], counts[b]) << b;
  }
}

TEST(ScoringStatistics, OfEqualLogitsHaveNoSpread) {
  ScoringDraws draws = everyKind(4, 6);
  draws.vectors.query.sd = 0;  // every query is the zero vector
  const Result result(draws, 0, 5);
  for (const uint32_t f : {0u, 1u, 2u, 3u, 5u}) {  // dot, scaled dot, cosine, general, location
    EXPECT_EQ(result.at(f, ScoringMeasure::topWeight, 2), 1.0f / 6);
    EXPECT_NEAR(result.at(f, ScoringMeasure::effectiveKeys, 2), 6, 1e-5);
    const size_t moments = f * kScoringMeasures + static_cast<size_t>(ScoringMeasure::mean);
    const Summary s = summarizeScores(&result.measures[moments * 5], 5, 6);
    EXPECT_EQ(s.mean, 0);
    EXPECT_EQ(s.variance, 0);
    EXPECT_TRUE(std::isnan(s.kurtosis));
  }
}

TEST(ScoringStatistics, DoNotDependOnSlicesOrOtherFunctions) {
  const ScoringDraws draws = everyKind(300, 50);  // four draws of a batch
  const Result whole(draws, 0, 11), part(draws, 5, 8);
  ScoringDraws one = draws;
  one.count = 1;
  one.functions[0] = draws.functions[4];
  const Result alone(one, 6, 7);
  for (uint32_t m = 0; m < kScoringMeasures; ++m) {
    const ScoringMeasure measure = static_cast<ScoringMeasure>(m);
    for (uint32_t f = 0; f < draws.count; ++f) {
      for (size_t d = 0; d < 3; ++d)
        EXPECT_TRUE(sameBits(part.at(f, measure, d), whole.at(f, measure, 5 + d)));
    }
    EXPECT_TRUE(sameBits(alone.at(0, measure, 0), whole.at(4, measure, 6)));
  }
}

TEST(ScoringStatistics, StayBelowTheCeilingOfTheCosine) {
  // e^2 / (e^2 + n - 1): one key along the query, the others against it.
  for (const auto& [keys, ceiling] : {std::pair{8u, 0.5135f}, {64u, 0.1050f}}) {
    ScoringDraws draws;
    draws.vectors.headDim = 2;
    draws.vectors.keys = keys;
    draws.bins = 1;
    draws.count = 1;
    draws.functions[0].kind = ScoreKind::cosine;
    const Result result(draws, 0, 500);
    for (size_t d = 0; d < 500; ++d) EXPECT_LT(result.at(0, ScoringMeasure::topWeight, d), ceiling);
  }
}

TEST(RandomParameters, ComeFromSeparateRows) {
  const uint32_t dim = 6, keys = 9, hidden = 4;
  std::vector<float> weight(parameterSize(dim, keys)), queryWeight(parameterSize(dim, hidden)),
      keyWeight(queryWeight.size()), vector(parameterSize(1, hidden)), row(16);
  const ScoreParameters to{weight.data(), queryWeight.data(), keyWeight.data(), vector.data()};
  const auto expectRows = [&](const std::vector<float>& parameter, uint64_t name, uint32_t rows,
                              uint32_t columns, double sd) {
    Component component;
    component.sd = sd;
    for (uint32_t i = 0; i < rows; ++i) {
      fillRow(3, Stream::draw, (name << 32) + i, component, row.data(), columns);
      for (uint32_t j = 0; j < columns; ++j)
        EXPECT_TRUE(sameBits(parameter[i * columns + j], row[j])) << name << " " << i << " " << j;
    }
  };
  const double sd = 1 / std::sqrt(6.0);
  drawScoreParameters(3, ScoreKind::general, dim, keys, hidden, to);
  expectRows(weight, 1, dim, dim, sd);
  drawScoreParameters(3, ScoreKind::additive, dim, keys, hidden, to);
  expectRows(queryWeight, 2, dim, hidden, sd);
  expectRows(keyWeight, 3, dim, hidden, sd);
  expectRows(vector, 4, 1, hidden, 0.5);
  drawScoreParameters(3, ScoreKind::location, dim, keys, hidden, to);
  expectRows(weight, 5, dim, keys, sd);
}

}  // namespace
}  // namespace scaledot
