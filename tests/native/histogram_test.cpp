#include "statistics/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace scaledot {
namespace {

// Returns the counts below, in the bins, and above.
std::vector<double> counted(const std::vector<double>& values, double low, double high,
                            uint32_t bins) {
  std::vector<double> counts(bins + 2, 0.0);
  countValues(values.data(), values.size(), low, high, bins, counts.data());
  return counts;
}

TEST(Histogram, ABinHoldsItsLowerEndAndNotItsUpper) {
  EXPECT_EQ(counted({0, 0.5, 1, 1.5, 2}, 0, 2, 2), (std::vector<double>{0, 2, 2, 1}));
}

TEST(Histogram, ValuesOutsideAreCountedBelowOrAbove) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(counted({-infinity, -1e-300, 0, infinity}, 0, 1, 1), (std::vector<double>{2, 1, 1}));
}

TEST(Histogram, NaNIsNotCounted) {
  EXPECT_EQ(counted({std::nan(""), 0.5}, 0, 1, 1), (std::vector<double>{0, 1, 0}));
}

TEST(Histogram, ValuesAreAddedToTheCounts) {
  std::vector<double> counts{1, 2, 3};
  const double value = 0.5;
  countValues(&value, 1, 0, 1, 1, counts.data());
  EXPECT_EQ(counts, (std::vector<double>{1, 3, 3}));
}

TEST(Histogram, TheLastNumberBelowTheUpperEndIsInTheLastBin) {
  for (uint32_t bins = 1; bins <= 4096; bins += 7) {
    const double low = -1.0 / 3, high = 0.1 * bins;
    const std::vector<double> counts = counted({std::nextafter(high, low)}, low, high, bins);
    EXPECT_EQ(counts[bins], 1) << bins << " bins";
  }
}

}  // namespace
}  // namespace scaledot
