// Statistics of heads, compared with naive loops in double.
#include "statistics/head_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tensors.h"

namespace scaledot {
namespace {

using testing::Tensor;

struct Spread {
  double mean, variance;
};
Spread spreadOf(const std::vector<double>& x) {
  double mean = 0, squares = 0;
  for (const double value : x) mean += value / static_cast<double>(x.size());
  for (const double value : x) squares += (value - mean) * (value - mean);
  return {mean, squares / static_cast<double>(x.size())};
}

struct Naive {
  std::vector<double> scores, logits, top, entropy;

  // sees(i, j): whether query i sees key j. bias(i, j) is added.
  template <typename Sees, typename Bias>
  Naive(Tensor& query, Tensor& key, size_t d, double scale, Sees sees, Bias bias) {
    for (size_t i = 0; i < query.size() / d; ++i) {
      std::vector<double> row;
      for (size_t j = 0; j < key.size() / d; ++j) {
        if (!sees(i, j)) continue;
        double score = 0;
        for (size_t c = 0; c < d; ++c) {
          score += static_cast<double>(query[i * d + c]) * static_cast<double>(key[j * d + c]);
        }
        scores.push_back(score);
        row.push_back(scale * score + bias(i, j));
      }
      logits.insert(logits.end(), row.begin(), row.end());
      if (row.size() > 1) addRow(row);
    }
  }
  void addRow(const std::vector<double>& row) {
    double sum = 0, most = 0, entropyOfRow = 0;
    for (const double logit : row) sum += std::exp(logit);
    for (const double logit : row) {
      const double weight = std::exp(logit) / sum;
      most = std::max(most, weight);
      entropyOfRow -= weight * std::log(weight);
    }
    top.push_back(most);
    entropy.push_back(entropyOfRow);
  }
  double dominated() const {
    double count = 0;
    for (const double most : top) count += most > 0.9 ? 1 : 0;
    return count / static_cast<double>(top.size());
  }
};

void expectSharpness(const Sharpness& found, const Naive& naive) {
  EXPECT_NEAR(found.topWeight, spreadOf(naive.top).mean, 1e-5);
  EXPECT_NEAR(found.entropy, spreadOf(naive.entropy).mean, 1e-4);
  EXPECT_EQ(found.dominated, naive.dominated());
}

TEST(HeadStatistics, AreThoseOfNaiveLoops) {
  constexpr uint32_t kHeads = 4, kKeyHeads = 2, kRows = 9, kDim = 6;
  Tensor query = Tensor::normals(kHeads * kRows * kDim, 1, 1.5);
  Tensor key = Tensor::normals(kKeyHeads * kRows * kDim, 2, 0.8);
  for (size_t i = 0; i < key.size(); ++i) key[i] += 0.5f;
  Tensor bias = Tensor::normals(kHeads * kRows * kRows, 3);
  AttentionProblem problem;
  problem.heads = kHeads;
  problem.keyHeads = kKeyHeads;
  problem.queries = problem.keys = kRows;
  problem.headDim = kDim;
  problem.query = query.data();
  problem.key = key.data();
  problem.scale = 0.4f;
  problem.causal = Causal::upperLeft;
  problem.bias = {bias.data(), {0, kRows * kRows, kRows, 1}};
  HeadStatistics heads[kHeads];
  ASSERT_TRUE(headStatistics(problem, heads));
  for (uint32_t h = 0; h < kHeads; ++h) {
    const auto part = [](Tensor& all, size_t at) {
      const float* from = all.data() + at * kRows * kDim;
      return Tensor::of({from, from + kRows * kDim});
    };
    Tensor q = part(query, h), k = part(key, h / 2);
    const auto sees = [](size_t i, size_t j) { return j <= i; };
    const auto biased = [&](size_t i, size_t j) {
      return static_cast<double>(bias[(h * kRows + i) * kRows + j]);
    };
    const Naive scaled(q, k, kDim, static_cast<double>(problem.scale), sees, biased);
    const Naive unscaled(q, k, kDim, 1, sees, biased);
    EXPECT_EQ(heads[h].pairs, 45);
    EXPECT_EQ(heads[h].rows, 8);
    EXPECT_NEAR(heads[h].scoreMean, spreadOf(scaled.scores).mean, 1e-5);
    EXPECT_NEAR(heads[h].scoreSd, std::sqrt(spreadOf(scaled.scores).variance), 1e-5);
    EXPECT_NEAR(heads[h].logitMean, spreadOf(scaled.logits).mean, 1e-5);
    EXPECT_NEAR(heads[h].logitSd, std::sqrt(spreadOf(scaled.logits).variance), 1e-5);
    expectSharpness(heads[h].scaled, scaled);
    expectSharpness(heads[h].unscaled, unscaled);
    double spread = 0, independent = 0, mean = 0;
    for (size_t c = 0; c < kDim; ++c) {
      std::vector<double> qs, ks;
      for (size_t i = 0; i < kRows; ++i) {
        for (size_t j = 0; j <= i; ++j) {
          qs.push_back(static_cast<double>(q[i * kDim + c]));
          ks.push_back(static_cast<double>(k[j * kDim + c]));
        }
      }
      const Spread a = spreadOf(qs), b = spreadOf(ks);
      spread += a.variance * b.variance;
      independent += (a.variance + a.mean * a.mean) * (b.variance + b.mean * b.mean) -
                     a.mean * a.mean * b.mean * b.mean;
      mean += a.mean * b.mean;
    }
    // Queries and keys of different pairs are independent.
    std::vector<double> crossed;
    for (size_t i = 0; i < kRows; ++i) {
      for (size_t j = 0; j < kRows; ++j) {
        double score = 0;
        for (size_t c = 0; c < kDim; ++c) {
          score += static_cast<double>(q[i * kDim + c]) * static_cast<double>(k[j * kDim + c]);
        }
        crossed.insert(crossed.end(), (i + 1) * (kRows - j), score);
      }
    }
    EXPECT_DOUBLE_EQ(heads[h].unitSd, std::sqrt(6.0));
    EXPECT_NEAR(heads[h].spreadSd, std::sqrt(spread), 1e-6);
    EXPECT_NEAR(heads[h].independentSd, std::sqrt(independent), 1e-6);
    EXPECT_NEAR(heads[h].independentMean, mean, 1e-6);
    EXPECT_NEAR(heads[h].independentMean, spreadOf(crossed).mean, 1e-6);
    EXPECT_NEAR(heads[h].covarianceSd, std::sqrt(spreadOf(crossed).variance), 1e-6);
  }
}

TEST(HeadStatistics, LeaveOutRowsWithOneKeyAndAreNaNForNaN) {
  Tensor query = Tensor::of({1, 2}), key = Tensor::of({3, 4});
  AttentionProblem problem;
  problem.queries = problem.keys = 1;
  problem.headDim = 2;
  problem.query = query.data();
  problem.key = key.data();
  HeadStatistics head;
  ASSERT_TRUE(headStatistics(problem, &head));
  EXPECT_EQ(head.pairs, 1);
  EXPECT_EQ(head.rows, 0);
  EXPECT_EQ(head.scoreMean, 11);
  EXPECT_EQ(head.scoreSd, 0);
  EXPECT_TRUE(std::isnan(head.scaled.topWeight));
  problem.queries = problem.keys = 2;
  problem.headDim = 1;
  query[1] = std::nanf("");
  ASSERT_TRUE(headStatistics(problem, &head));
  EXPECT_TRUE(std::isnan(head.scaled.topWeight));
  EXPECT_TRUE(std::isnan(head.scoreSd));
}

// One of three rows has NaN weights. The share of the other two must not be reported as the share of all.
TEST(HeadStatistics, DoNotCountARowWithNaNWeightsAsUndominated) {
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    Tensor query = Tensor::of({50, 50, bad}), key = Tensor::of({1, 2, -1});
    AttentionProblem problem;
    problem.queries = problem.keys = 3;
    problem.headDim = 1;
    problem.query = query.data();
    problem.key = key.data();
    HeadStatistics head;
    ASSERT_TRUE(headStatistics(problem, &head));
    EXPECT_EQ(head.rows, 3);
    for (const Sharpness& each : {head.scaled, head.unscaled}) {
      EXPECT_TRUE(std::isnan(each.topWeight));
      EXPECT_TRUE(std::isnan(each.entropy));
      EXPECT_TRUE(std::isnan(each.dominated));
    }
    query[2] = 0;
    ASSERT_TRUE(headStatistics(problem, &head));
    EXPECT_EQ(head.scaled.dominated, 2.0 / 3);
  }
}

struct Histogram {
  double low, high;
  std::vector<double> counts;
};

// Returns the histograms of causal heads of width dim.
std::vector<Histogram> histogramsOf(uint32_t heads, uint32_t dim, Tensor& query, Tensor& key,
                                    uint32_t bins) {
  AttentionProblem problem;
  problem.heads = problem.keyHeads = heads;
  problem.headDim = dim;
  problem.queries = problem.keys = static_cast<uint32_t>(query.size() / heads / dim);
  problem.query = query.data();
  problem.key = key.data();
  problem.causal = Causal::upperLeft;
  problem.scale = 0.5f;
  std::vector<HeadStatistics> statistics(heads);
  std::vector<double> numbers(size_t{heads} * (bins + 2));
  EXPECT_TRUE(headStatistics(problem, statistics.data(), bins, numbers.data()));
  std::vector<Histogram> histograms;
  for (uint32_t h = 0; h < heads; ++h) {
    const double* const own = numbers.data() + size_t{h} * (bins + 2);
    histograms.push_back({own[0], own[bins + 1], {own + 1, own + 1 + bins}});
  }
  return histograms;
}

TEST(HeadHistograms, CountTheScoresThatAQuerySeesFromTheSmallestToTheLargest) {
  constexpr uint32_t kHeads = 3, kRows = 21, kDim = 5;
  Tensor query = Tensor::normals(kHeads * kRows * kDim, 1, 1.5);
  Tensor key = Tensor::normals(kHeads * kRows * kDim, 2, 0.8);
  for (const uint32_t bins : {1u, 7u, 60u}) {
    const std::vector<Histogram> found = histogramsOf(kHeads, kDim, query, key, bins);
    for (uint32_t h = 0; h < kHeads; ++h) {
      const auto part = [=](Tensor& all) {
        const float* from = all.data() + size_t{h} * kRows * kDim;
        return Tensor::of({from, from + kRows * kDim});
      };
      Tensor q = part(query), k = part(key);
      const Naive naive(
          q, k, kDim, 1, [](size_t i, size_t j) { return j <= i; },
          [](size_t, size_t) { return 0; });
      const auto [low, high] = std::minmax_element(naive.scores.begin(), naive.scores.end());
      EXPECT_NEAR(found[h].low, *low, 1e-5);
      EXPECT_NEAR(found[h].high, *high, 1e-5);
      std::vector<double> counts(bins);
      for (const double score : naive.scores) {
        const double at = std::floor((score - *low) / (*high - *low) * bins);
        counts[std::min(static_cast<size_t>(at), size_t{bins} - 1)] += 1;
      }
      EXPECT_EQ(found[h].counts, counts);
    }
  }
}

TEST(HeadHistograms, ReachFromOneBelowToOneAboveIfAllScoresAreEqual) {
  Tensor query = Tensor::of({2, 2}), key = Tensor::of({3, 3});
  const Histogram equal = histogramsOf(1, 1, query, key, 4)[0];
  EXPECT_EQ(equal.low, 5);
  EXPECT_EQ(equal.high, 7);
  EXPECT_EQ(equal.counts, (std::vector<double>{0, 0, 3, 0}));
  query = Tensor::of({0x1p100f, 0x1p100f});
  const Histogram large = histogramsOf(1, 1, query, key, 4)[0];
  EXPECT_LT(large.low, large.high);
  EXPECT_EQ(large.counts, (std::vector<double>{0, 0, 3, 0}));
}

TEST(HeadHistograms, LeaveOutNonFiniteScores) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float bad : {std::nanf(""), infinity, -infinity}) {
    Tensor query = Tensor::of({1, 2, bad}), key = Tensor::of({1, 3, 5});
    const Histogram some = histogramsOf(1, 1, query, key, 2)[0];  // 1, 2, 6
    EXPECT_EQ(some.low, 1);
    EXPECT_EQ(some.high, 6);
    EXPECT_EQ(some.counts, (std::vector<double>{2, 1}));
    query = Tensor::of({bad, bad, bad});
    const Histogram none = histogramsOf(1, 1, query, key, 2)[0];
    EXPECT_EQ(none.low, -1);
    EXPECT_EQ(none.high, 1);
    EXPECT_EQ(none.counts, (std::vector<double>{0, 0}));
  }
}

TEST(MeanOfHeads, TakesEachNumberWhereItIsFinite) {
  const double none = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  HeadStatistics heads[3]{};
  heads[0].scoreSd = 1;
  heads[1].scoreSd = infinity;
  heads[2].scoreSd = 4;
  heads[0].scaled = {none, 0.5, 1};
  heads[1].scaled = {none, 0.25, 0};
  heads[2].scaled = {none, none, 0.5};
  for (HeadStatistics& head : heads) head.independentMean = 7;
  const HeadStatistics mean = meanOfHeads(heads, 3);
  EXPECT_EQ(mean.scoreSd, 2.5);
  EXPECT_TRUE(std::isnan(mean.scaled.topWeight));
  EXPECT_EQ(mean.scaled.entropy, 0.375);
  EXPECT_EQ(mean.scaled.dominated, 0.5);
  EXPECT_EQ(mean.pairs, 0);
  EXPECT_EQ(mean.independentMean, 7);
  EXPECT_TRUE(std::isnan(meanOfHeads(heads, 0).unitSd));
}

}  // namespace
}  // namespace scaledot
