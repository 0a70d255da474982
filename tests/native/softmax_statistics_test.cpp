// Draws, compared with naive ones in double from the rows that the headers name; and known results about their statistics.
#include "statistics/softmax_statistics.h"

#include <algorithm>
#include <array>

#include "random/random.h"
#include "statistics/softmax_measures.h"
#include "statistics/spread.h"
#include "tensors.h"

namespace scaledot {
namespace {

using testing::relativeError;
using testing::sameBits;
using testing::Worst;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr size_t kM = kSoftmaxMeasures;
using Measures = std::array<float, kM>;

SoftmaxRule dotRule(double multiplier) { return {false, multiplier}; }
SoftmaxRule cosineRule(double multiplier) { return {true, multiplier}; }
SoftmaxRule scaled(uint32_t headDim) { return dotRule(1 / std::sqrt(headDim)); }

SoftmaxDraws drawsOf(uint32_t headDim, uint32_t keys, uint64_t seed = 1) {
  SoftmaxDraws draws;
  draws.vectors.headDim = headDim;
  draws.vectors.keys = keys;
  draws.vectors.seed = seed;
  return draws;
}

// Returns [draw][rule].
std::vector<std::vector<Measures>> run(const SoftmaxDraws& draws,
                                       const std::vector<SoftmaxRule>& rules, uint32_t first,
                                       uint32_t last) {
  const size_t count = last - first;
  std::vector<float> flat(rules.size() * kM * count, testing::kUnset);
  EXPECT_TRUE(softmaxDraws(draws, rules.data(), static_cast<uint32_t>(rules.size()), first, last,
                           flat.data()));
  std::vector<std::vector<Measures>> result(count, std::vector<Measures>(rules.size()));
  for (size_t r = 0; r < rules.size(); ++r)
    for (size_t m = 0; m < kM; ++m)
      for (size_t d = 0; d < count; ++d) result[d][r][m] = flat[(r * kM + m) * count + d];
  return result;
}
Measures one(const SoftmaxDraws& draws, const SoftmaxRule& rule, uint32_t draw) {
  return run(draws, {rule}, draw, draw + 1)[0][0];
}

// Returns one measure of the first draws, for each rule.
std::vector<std::vector<float>> values(const SoftmaxDraws& draws,
                                       const std::vector<SoftmaxRule>& rules, uint32_t count,
                                       SoftmaxMeasure measure) {
  std::vector<float> all(rules.size() * kM * count);
  EXPECT_TRUE(
      softmaxDraws(draws, rules.data(), static_cast<uint32_t>(rules.size()), 0, count, all.data()));
  std::vector<std::vector<float>> result;
  for (size_t r = 0; r < rules.size(); ++r) {
    const float* from = &all[(r * kM + static_cast<size_t>(measure)) * count];
    result.emplace_back(from, from + count);
  }
  return result;
}

std::vector<double> rowOf(const SoftmaxDraws& draws, Stream stream, uint64_t row,
                          const Component& component, size_t count) {
  std::vector<float> x(count + 16);
  fillRow(draws.vectors.seed, stream, row, component, x.data(), count);
  return {x.begin(), x.begin() + static_cast<ptrdiff_t>(count)};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// A draw in double: the loss u . softmax(z(q)) as a function of the query, and its measures.
struct Naive {
  SoftmaxDraws draws;
  SoftmaxRule rule;
  std::vector<double> query, weightGradient;
  std::vector<std::vector<double>> key;

  Naive(const SoftmaxDraws& d, const SoftmaxRule& r, uint64_t draw) : draws(d), rule(r) {
    const VectorDraws& v = d.vectors;
    query = rowOf(d, Stream::query, draw, v.query, v.headDim);
    weightGradient = rowOf(d, Stream::draw, draw, Component{}, v.keys);
    for (uint64_t j = 0; j < v.keys; ++j) {
      key.push_back(rowOf(d, Stream::key, draw * 16777216 + j, v.key, v.headDim));
    }
  }
  double score(size_t j) const {
    const double product = dot(query, key[j]);
    if (!rule.cosine) return product;
    const double lengths = std::sqrt(dot(query, query) * dot(key[j], key[j]));
    return lengths > 0 ? product / lengths : 0;
  }
  std::vector<double> logits() const {
    std::vector<double> z;
    for (size_t j = 0; j < key.size(); ++j) {
      const bool masked = j >= key.size() - draws.masked;
      const double none = draws.maskAs == MaskAs::zero ? 0 : -kInfinity;
      z.push_back(masked ? none : rule.multiplier * score(j));
    }
    return z;
  }
  std::vector<double> weights() const {
    std::vector<double> a = logits();
    const double most = *std::max_element(a.begin(), a.end());
    double total = 0;
    for (double& x : a) total += x = std::exp(x - most);
    for (double& x : a) x /= total;
    return a;
  }
  double loss() const { return dot(weightGradient, weights()); }
  double logitGradient() const {
    const std::vector<double> a = weights();
    const double mean = dot(a, weightGradient);
    double square = 0;
    for (size_t j = 0; j < a.size(); ++j) square += std::pow(a[j] * (weightGradient[j] - mean), 2);
    return std::sqrt(square);
  }
  double queryGradient() {
    double square = 0;
    for (size_t c = 0; c < query.size(); ++c) {
      square += std::pow(testing::slope(query, c, [&] { return loss(); }), 2);
    }
    return std::sqrt(square);
  }
};

float of(const Measures& m, SoftmaxMeasure which) { return m[static_cast<size_t>(which)]; }

TEST(SoftmaxDraws, AreThoseOfTheRowsThatTheHeadersName) {
  Worst top("topWeight"), logit("logitGradient"), query("queryGradient");
  for (const uint32_t headDim : {1u, 3u, 4u, 16u, 17u, 33u}) {
    for (const uint32_t keys : {1u, 2u, 5u, 8u, 13u}) {
      SoftmaxDraws draws = drawsOf(headDim, keys, headDim * 100 + keys);
      draws.vectors.query = {Distribution::normal, 0.25, 0.8, 5};
      draws.vectors.key = {Distribution::laplace, -0.1, 1.2, 5};
      for (const uint32_t masked : {0u, keys / 2}) {
        for (const MaskAs maskAs : {MaskAs::blocked, MaskAs::zero}) {
          draws.masked = masked;
          draws.maskAs = maskAs;
          for (const SoftmaxRule& rule : {scaled(headDim), dotRule(0.7), cosineRule(3)}) {
            const uint32_t draw = headDim + keys;
            const Measures m = one(draws, rule, draw);
            Naive naive(draws, rule, draw);
            const std::vector<double> a = naive.weights();
            const double exactTop = *std::max_element(a.begin(), a.end());
            top.note(relativeError(of(m, SoftmaxMeasure::topWeight), exactTop), headDim);
            const double exactLogit = naive.logitGradient(), exactQuery = naive.queryGradient();
            logit.note(std::fabs(of(m, SoftmaxMeasure::logitGradient) - exactLogit), headDim);
            query.note(std::fabs(of(m, SoftmaxMeasure::queryGradient) - exactQuery), headDim);
          }
        }
      }
    }
  }
  EXPECT_LT(top.error(), 2e-6);
  EXPECT_LT(logit.error(), 2e-6);
  EXPECT_LT(query.error(), 2e-6);
}

TEST(SoftmaxDraws, DoNotDependOnSlicesOrOtherRules) {
  SoftmaxDraws draws = drawsOf(24, 9);
  draws.masked = 2;
  const std::vector<SoftmaxRule> rules = {scaled(24), dotRule(1), cosineRule(10), dotRule(0.1),
                                          cosineRule(1)};
  const auto all = run(draws, rules, 0, 12);
  const auto some = run(draws, rules, 5, 9);
  for (size_t d = 0; d < 12; ++d) {
    for (size_t r = 0; r < rules.size(); ++r) {
      const Measures alone = one(draws, rules[r], static_cast<uint32_t>(d));
      for (size_t m = 0; m < kM; ++m) {
        EXPECT_TRUE(sameBits(all[d][r][m], alone[m])) << d << " " << r << " " << m;
        if (d >= 5 && d < 9) {
          EXPECT_TRUE(sameBits(all[d][r][m], some[d - 5][r][m]));
        }
      }
    }
  }
}

struct Sample {
  std::vector<float> query, key, scores, logits, weightGradient;
  Sample(const SoftmaxDraws& draws, const SoftmaxRule& rule, uint32_t draw, double shift = 0)
      : query(draws.vectors.headDim),
        key(size_t{draws.vectors.keys} * draws.vectors.headDim),
        scores(draws.vectors.keys),
        logits(draws.vectors.keys),
        weightGradient(draws.vectors.keys) {
    EXPECT_TRUE(softmaxSample(
        draws, rule, shift, draw,
        {query.data(), key.data(), scores.data(), logits.data(), weightGradient.data()}));
  }
};

TEST(SoftmaxSample, WalksAreTheRunningSumsThatEndAtItsLogits) {
  for (const uint32_t headDim : {1u, 2u, 5u, 64u}) {
    for (const SoftmaxRule& rule : {scaled(headDim), cosineRule(4)}) {
      const SoftmaxDraws draws = drawsOf(headDim, 3);
      Sample s(draws, rule, 7);
      std::vector<float> walks(size_t{3} * headDim);
      SoftmaxSample to{s.query.data(), s.key.data(), s.scores.data(), s.logits.data(),
                       s.weightGradient.data()};
      to.walks = walks.data();
      ASSERT_TRUE(softmaxSample(draws, rule, 5, 7, to));
      for (uint32_t j = 0; j < 3; ++j) {
        const auto key = [&](uint32_t c) { return double{s.key[j * headDim + c]}; };
        double query = 0, length = 0, sum = 0;
        for (uint32_t c = 0; c < headDim; ++c) {
          query += double{s.query[c]} * s.query[c];
          length += key(c) * key(c);
        }
        const double step = rule.multiplier / (rule.cosine ? std::sqrt(query * length) : 1);
        for (uint32_t c = 0; c < headDim; ++c) {
          sum += double{s.query[c]} * key(c);
          EXPECT_NEAR(walks[j * headDim + c], step * sum, 3e-7 * (1 + std::abs(step * sum)));
        }
        EXPECT_NEAR(s.logits[j], step * sum + 5, 2e-5 * (1 + std::abs(step * sum)));
      }
    }
  }
}

TEST(SoftmaxSample, HasTheLogitsOfItsDrawToTheBit) {
  for (const bool cosine : {false, true}) {
    for (const MaskAs maskAs : {MaskAs::blocked, MaskAs::zero}) {
      SoftmaxDraws draws = drawsOf(40, 11);
      draws.masked = 3;
      draws.maskAs = maskAs;
      const SoftmaxRule rule = cosine ? cosineRule(4) : scaled(40);
      for (const uint32_t draw : {0u, 1u, 999999u}) {
        const Sample s(draws, rule, draw);
        const Measures m = one(draws, rule, draw);
        std::vector<float> weights(11), gradient(11);
        const SoftmaxMeasures again = softmaxMeasures(s.logits.data(), s.weightGradient.data(), 11,
                                                      weights.data(), gradient.data());
        EXPECT_TRUE(sameBits(of(m, SoftmaxMeasure::topWeight), again.topWeight));
        EXPECT_TRUE(sameBits(of(m, SoftmaxMeasure::entropy), again.entropy));
        EXPECT_TRUE(sameBits(of(m, SoftmaxMeasure::effectiveKeys), again.effectiveKeys));
        EXPECT_TRUE(sameBits(of(m, SoftmaxMeasure::jacobianNorm), again.jacobianNorm));
        EXPECT_TRUE(sameBits(of(m, SoftmaxMeasure::outputVariance), again.outputVariance));
        EXPECT_TRUE(sameBits(of(m, SoftmaxMeasure::logitGradient), again.logitGradientNorm));
      }
    }
  }
}

TEST(SoftmaxSample, HasTheVectorsOfItsDraw) {
  const SoftmaxDraws draws = drawsOf(19, 6);
  const Sample s(draws, scaled(19), 77);
  const Naive naive(draws, scaled(19), 77);
  for (size_t c = 0; c < 19; ++c) EXPECT_EQ(s.query[c], naive.query[c]);
  for (size_t j = 0; j < 6; ++j) {
    for (size_t c = 0; c < 19; ++c) EXPECT_EQ(s.key[19 * j + c], naive.key[j][c]);
    EXPECT_EQ(s.weightGradient[j], naive.weightGradient[j]);
    EXPECT_NEAR(s.scores[j], naive.score(j), 1e-5);
    EXPECT_NEAR(s.logits[j], naive.logits()[j], 1e-6);
  }
}

TEST(SoftmaxSample, KeepsItsNumbersAsKeysAndComponentsAreAdded) {
  const Sample less(drawsOf(20, 5), scaled(20), 3), more(drawsOf(50, 8), scaled(50), 3);
  for (size_t c = 0; c < 20; ++c) {
    EXPECT_EQ(less.query[c], more.query[c]);
    for (size_t j = 0; j < 5; ++j) EXPECT_EQ(less.key[20 * j + c], more.key[50 * j + c]);
  }
  for (size_t j = 0; j < 5; ++j) EXPECT_EQ(less.weightGradient[j], more.weightGradient[j]);
}

TEST(SoftmaxSample, ShiftsEveryLogitButThoseOfMaskedKeys) {
  SoftmaxDraws draws = drawsOf(8, 4);
  draws.masked = 1;
  const Sample here(draws, scaled(8), 0), there(draws, scaled(8), 0, 1000);
  for (size_t j = 0; j < 3; ++j) EXPECT_EQ(there.logits[j], here.logits[j] + 1000);
  EXPECT_EQ(there.logits[3], -kInfinity);
  draws.maskAs = MaskAs::zero;
  EXPECT_EQ(Sample(draws, scaled(8), 0, 1000).logits[3], 0);
}

TEST(SoftmaxDraws, OfZeroVectorsAreUniformAndTheirGradientsFinite) {
  for (const bool ofQuery : {false, true}) {
    SoftmaxDraws draws = drawsOf(8, 4);
    (ofQuery ? draws.vectors.query : draws.vectors.key).sd = 0;
    for (const SoftmaxRule& rule : {scaled(8), cosineRule(2)}) {
      const Measures m = one(draws, rule, 0);
      EXPECT_EQ(of(m, SoftmaxMeasure::topWeight), 0.25f);
      EXPECT_TRUE(std::isfinite(of(m, SoftmaxMeasure::queryGradient)));
      if (rule.cosine || !ofQuery) {
        EXPECT_EQ(of(m, SoftmaxMeasure::queryGradient), 0);
      }
    }
  }
}

// The widest laws, means and factors that web/engine/border/limits.js allows.
TEST(SoftmaxDraws, AreNeverNaN) {
  for (const double size : {1e-30, 1e-20, 1e6}) {
    for (const double multiplier : {1e-12, 1.0, 1e12, -1e12}) {
      SoftmaxDraws draws = drawsOf(64, 16);
      draws.vectors.query = draws.vectors.key = {Distribution::studentT, size, size, 2.01};
      for (const SoftmaxRule& rule : {dotRule(multiplier), cosineRule(std::min(multiplier, 1e6))}) {
        for (const auto& measures : run(draws, {rule}, 0, 20)) {
          for (const float value : measures[0])
            EXPECT_TRUE(std::isfinite(value)) << size << " " << multiplier;
        }
      }
    }
  }
}

// Known results about the statistics ------------------------------------------------------------------

// Without the factor the mean gradient of the logits is smaller with few keys and larger with many; even the median is
// larger with 256 keys.
TEST(SoftmaxStatistics, WithoutTheFactorTheMeanGradientIsSmallerWithFewKeysAndLargerWithMany) {
  const struct {
    uint32_t keys, draws;
    double ratio;
  } cases[] = {{8, 10000, 0.365}, {64, 2500, 1.0}, {256, 800, 2.06}};
  for (const auto& c : cases) {
    auto both = values(drawsOf(64, c.keys), {dotRule(1), scaled(64)}, c.draws,
                       SoftmaxMeasure::logitGradient);
    const Spread without = spreadOf(both[0].data(), c.draws);
    const Spread with = spreadOf(both[1].data(), c.draws);
    const double ratio = without.mean / with.mean;
    const double error =
        ratio * std::hypot(without.standardError / without.mean, with.standardError / with.mean);
    EXPECT_NEAR(ratio, c.ratio, 4 * error + 0.01) << c.keys;
    EXPECT_EQ(without.p50 < with.p50, c.keys < 256) << c.keys;
  }
}

TEST(SoftmaxStatistics, WithoutTheFactorManyQueriesAreDeadAndWithItNone) {
  const struct {
    uint32_t headDim, draws;
    double share;
  } cases[] = {{64, 10000, 0.215}, {1024, 1500, 0.73}};
  for (const auto& c : cases) {
    const auto both = values(drawsOf(c.headDim, 8), {dotRule(1), scaled(c.headDim)}, c.draws,
                             SoftmaxMeasure::logitGradient);
    const Share dead = shareBelow(both[0].data(), c.draws, 1e-3);
    EXPECT_NEAR(dead.share, c.share, 4 * dead.standardError + 0.005) << c.headDim;
    EXPECT_EQ(shareBelow(both[1].data(), c.draws, 1e-3).share, 0) << c.headDim;
  }
}

// e^2 / (e^2 + n - 1): one cosine of 1 and all others -1.
TEST(SoftmaxStatistics, CosinesNeverExceedTheirCeiling) {
  for (const uint32_t keys : {8u, 64u}) {
    const double square = std::exp(2.0), ceiling = square / (square + keys - 1);
    for (const uint32_t headDim : {1u, 2u, 64u}) {
      const auto tops =
          values(drawsOf(headDim, keys), {cosineRule(1)}, 500, SoftmaxMeasure::topWeight);
      for (const float top : tops[0]) EXPECT_LT(static_cast<double>(top), ceiling * (1 + 1e-6));
    }
  }
}

// The expectations for two keys and d_k = 1 are known by quadrature.
TEST(SoftmaxStatistics, AgreeWithQuadratureForTwoKeys) {
  const struct {
    SoftmaxMeasure measure;
    double expectation;
  } known[] = {{SoftmaxMeasure::topWeight, 0.6686479945264696},
               {SoftmaxMeasure::entropy, 0.5794307941715976},
               {SoftmaxMeasure::jacobianNorm, 0.40101716376085106}};
  for (const auto& k : known) {
    auto sample = values(drawsOf(1, 2), {dotRule(1)}, 100000, k.measure);
    const Spread spread = spreadOf(sample[0].data(), sample[0].size());
    EXPECT_NEAR(spread.mean, k.expectation, 4 * spread.standardError);
  }
}

}  // namespace
}  // namespace scaledot
