// Spreads and shares, compared with sorting; ratios, with their definition, in double.
#include "statistics/spread.h"

#include <algorithm>
#include <utility>

#include "tensors.h"

namespace scaledot {
namespace {

using testing::relativeError;
using testing::Tensor;

double quantile(const std::vector<double>& sorted, double p) {
  const double position = p * static_cast<double>(sorted.size() - 1);
  const size_t i = static_cast<size_t>(position);
  if (i + 1 == sorted.size()) return sorted[i];
  return sorted[i] + (position - static_cast<double>(i)) * (sorted[i + 1] - sorted[i]);
}

TEST(Spread, IsThatOfTheSortedValues) {
  for (const size_t count : {1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 100, 1001}) {
    Tensor values = Tensor::normals(count, count, 3);
    std::vector<double> sorted = values.doubles();
    double mean = 0, squares = 0;
    for (const double x : sorted) mean += x / static_cast<double>(count);
    for (const double x : sorted) squares += (x - mean) * (x - mean);
    std::sort(sorted.begin(), sorted.end());
    const Spread spread = spreadOf(values.data(), count);
    EXPECT_NEAR(spread.mean, mean, 1e-13);
    if (count > 1) {
      const double std = std::sqrt(squares / static_cast<double>(count - 1));
      EXPECT_LT(relativeError(spread.std, std), 1e-13);
      EXPECT_LT(relativeError(spread.standardError, std / std::sqrt(count)), 1e-13);
    } else {
      EXPECT_TRUE(std::isnan(spread.std) && std::isnan(spread.standardError));
    }
    EXPECT_DOUBLE_EQ(spread.p05, quantile(sorted, 0.05));
    EXPECT_DOUBLE_EQ(spread.p25, quantile(sorted, 0.25));
    EXPECT_DOUBLE_EQ(spread.p50, quantile(sorted, 0.5));
    EXPECT_DOUBLE_EQ(spread.p75, quantile(sorted, 0.75));
    EXPECT_DOUBLE_EQ(spread.p95, quantile(sorted, 0.95));
  }
}

TEST(Spread, HasTheQuantilesThatNumPyPrints) {
  // numpy.quantile([3, 1, 4, 1, 5, 9, 2, 6], [.05, .25, .5, .75, .95])
  Tensor values = Tensor::of({3, 1, 4, 1, 5, 9, 2, 6});
  const Spread spread = spreadOf(values.data(), 8);
  EXPECT_DOUBLE_EQ(spread.p05, 1);
  EXPECT_DOUBLE_EQ(spread.p25, 1.75);
  EXPECT_DOUBLE_EQ(spread.p50, 3.5);
  EXPECT_DOUBLE_EQ(spread.p75, 5.25);
  EXPECT_DOUBLE_EQ(spread.p95, 7.95);
  EXPECT_DOUBLE_EQ(spread.mean, 3.875);
}

TEST(Spread, OfEqualValuesHasNoWidth) {
  Tensor values = Tensor::of(std::vector<float>(1000, 0.1f));
  const Spread spread = spreadOf(values.data(), 1000);
  const double value = 0.1f;
  EXPECT_NEAR(spread.mean, value, 1e-16);
  EXPECT_LT(spread.std, 1e-15);
  EXPECT_EQ(spread.p05, value);
  EXPECT_EQ(spread.p95, value);
}

TEST(Spread, IsNaNIfAValueIsOrThereIsNone) {
  Tensor values = Tensor::of({1, NAN, 2});
  const Spread spread = spreadOf(values.data(), 3), none = spreadOf(values.data(), 0);
  EXPECT_TRUE(std::isnan(spread.mean) && std::isnan(spread.p05) && std::isnan(spread.p95));
  EXPECT_TRUE(std::isnan(none.mean) && std::isnan(none.std) && std::isnan(none.p50));
}

TEST(Share, CountsValuesBelowTheThreshold) {
  Tensor values = Tensor::of({0.5f, 1, 0.25f, 2, 1e-9f});
  const Share share = shareBelow(values.data(), 5, 1);
  EXPECT_DOUBLE_EQ(share.share, 0.6);
  EXPECT_DOUBLE_EQ(share.standardError, std::sqrt(0.6 * 0.4 / 5));
  EXPECT_EQ(shareBelow(values.data(), 5, 0).share, 0);
  EXPECT_EQ(shareBelow(values.data(), 5, 3).share, 1);
}

// Whether r is in Fieller's set, by its definition: the mean of over - r under is within 1.96 standard errors of 0.
bool isCompatible(const std::vector<double>& over, const std::vector<double>& under, double r) {
  const double n = static_cast<double>(over.size());
  double mean = 0, squares = 0;
  for (size_t i = 0; i < over.size(); ++i) mean += (over[i] - r * under[i]) / n;
  for (size_t i = 0; i < over.size(); ++i) {
    const double above = over[i] - r * under[i] - mean;
    squares += above * above;
  }
  return std::abs(mean) <= 1.959963984540054 * std::sqrt(squares / (n - 1) / n);
}

struct Pairs {
  Tensor over, under;
};
// Draws positive numbers. share: the part of over that equals under in the same draw.
Pairs pairs(size_t count, uint64_t seed, float share) {
  Tensor over = Tensor::normals(count, seed), under = Tensor::normals(count, seed + 1);
  for (size_t i = 0; i < count; ++i) {
    under.data()[i] = std::abs(under.data()[i]);
    over.data()[i] = 3 * (share * under.data()[i] + (1 - share) * std::abs(over.data()[i]));
  }
  return {std::move(over), std::move(under)};
}

TEST(RatioOfMeans, EndsWhereTheRatioStopsBeingCompatible) {
  for (const size_t count : {8, 30, 1000}) {
    for (const float share : {0.0f, 0.5f, 0.95f}) {
      Pairs p = pairs(count, count, share);
      const std::vector<double> over = p.over.doubles(), under = p.under.doubles();
      double x = 0, y = 0;
      for (const double each : over) x += each;
      for (const double each : under) y += each;
      const Ratio ratio = ratioOfMeans(p.over.data(), p.under.data(), count);
      EXPECT_LT(relativeError(ratio.value, x / y), 1e-13);
      ASSERT_LT(ratio.low, ratio.value);
      ASSERT_LT(ratio.value, ratio.high);
      EXPECT_TRUE(isCompatible(over, under, ratio.low * (1 + 1e-9)));
      EXPECT_FALSE(isCompatible(over, under, ratio.low * (1 - 1e-9)));
      EXPECT_TRUE(isCompatible(over, under, ratio.high * (1 - 1e-9)));
      EXPECT_FALSE(isCompatible(over, under, ratio.high * (1 + 1e-9)));
    }
  }
}

TEST(RatioOfMeans, HasTheTrueRatioInItsIntervalIn95OfAHundredCases) {
  size_t held = 0;
  constexpr size_t samples = 2000;
  for (size_t s = 0; s < samples; ++s) {
    Pairs p = pairs(100, 10 + 2 * s, 0.5f);
    const Ratio ratio = ratioOfMeans(p.over.data(), p.under.data(), 100);
    held += ratio.low <= 3 && 3 <= ratio.high ? 1 : 0;
  }
  // Four standard errors of a share of 2000, and 1 % for samples of 100.
  EXPECT_NEAR(static_cast<double>(held) / samples, 0.95, 0.03);
}

TEST(RatioOfMeans, OfNumbersWithThemselvesHasNoWidth) {
  Pairs p = pairs(50, 3, 0);
  const Ratio ratio = ratioOfMeans(p.under.data(), p.under.data(), 50);
  EXPECT_EQ(ratio.value, 1);
  EXPECT_NEAR(ratio.low, 1, 1e-15);
  EXPECT_NEAR(ratio.high, 1, 1e-15);
}

TEST(RatioOfMeans, HasAnUnboundedIntervalIfAMeanMayBeZero) {
  Tensor some = Tensor::of({1, 2, 1, 2}), rare = Tensor::of({0, 0, 0, 4});
  const Ratio below = ratioOfMeans(some.data(), rare.data(), 4);
  EXPECT_EQ(below.value, 1.5);
  EXPECT_EQ(below.high, INFINITY);
  EXPECT_TRUE(isCompatible(some.doubles(), rare.doubles(), below.low * (1 + 1e-9)));
  EXPECT_FALSE(isCompatible(some.doubles(), rare.doubles(), below.low * (1 - 1e-9)));
  const Ratio above = ratioOfMeans(rare.data(), some.data(), 4);
  EXPECT_EQ(above.low, 0);
  EXPECT_TRUE(isCompatible(rare.doubles(), some.doubles(), above.high * (1 - 1e-9)));
  EXPECT_FALSE(isCompatible(rare.doubles(), some.doubles(), above.high * (1 + 1e-9)));
}

TEST(RatioOfMeans, IsDefinedForZerosAndASingleDraw) {
  Tensor some = Tensor::of({1, 2}), zeros = Tensor::of({0, 0});
  const Ratio none = ratioOfMeans(zeros.data(), some.data(), 2);
  EXPECT_TRUE(none.value == 0 && none.low == 0 && none.high == 0);
  const Ratio endless = ratioOfMeans(some.data(), zeros.data(), 2);
  EXPECT_TRUE(endless.value == INFINITY && endless.low == 0 && endless.high == INFINITY);
  const Ratio unknown = ratioOfMeans(zeros.data(), zeros.data(), 2);
  EXPECT_TRUE(std::isnan(unknown.value) && unknown.low == 0 && unknown.high == INFINITY);
  const Ratio single = ratioOfMeans(some.data(), some.data(), 1);
  EXPECT_TRUE(single.value == 1 && single.low == 0 && single.high == INFINITY);
}

}  // namespace
}  // namespace scaledot
