// Spreads and shares against the same by sorting, in double.
#include "spread.h"

#include <algorithm>

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

TEST(Spread, IsNaNWhereAValueIsOrThereIsNone) {
  Tensor values = Tensor::of({1, NAN, 2});
  const Spread spread = spreadOf(values.data(), 3), none = spreadOf(values.data(), 0);
  EXPECT_TRUE(std::isnan(spread.mean) && std::isnan(spread.p05) && std::isnan(spread.p95));
  EXPECT_TRUE(std::isnan(none.mean) && std::isnan(none.std) && std::isnan(none.p50));
}

TEST(Share, CountsWhatIsBelowTheThreshold) {
  Tensor values = Tensor::of({0.5f, 1, 0.25f, 2, 1e-9f});
  const Share share = shareBelow(values.data(), 5, 1);
  EXPECT_DOUBLE_EQ(share.share, 0.6);
  EXPECT_DOUBLE_EQ(share.standardError, std::sqrt(0.6 * 0.4 / 5));
  EXPECT_EQ(shareBelow(values.data(), 5, 0).share, 0);
  EXPECT_EQ(shareBelow(values.data(), 5, 3).share, 1);
}

}  // namespace
}  // namespace scaledot
