// The order of sums, which is the same in every build.
#include "lanes/sum.h"

#include <gtest/gtest.h>

#include <vector>

namespace scaledot {
namespace {

double sumOf(const std::vector<double>& terms) {
  return sum(terms.size(), [&](size_t i) { return terms[i]; });
}

TEST(Sum, AddsTermIToPartialSumIMod4) {
  constexpr double big = 0x1p60;  // big + 1 == big
  EXPECT_EQ(sumOf({big, 0, 0, 0, -big, 0, 0, 0, 1}), 1.0);
  EXPECT_EQ(sumOf({big, 0, 0, 0, 1, 0, 0, 0, -big}), 0.0);
  EXPECT_EQ(sumOf({big, 1, 0, 0, -big, 1}), 2.0);
  EXPECT_EQ(sumOf({0, big, 1, 1, 1, -big, 1, 1}), 5.0);
  EXPECT_EQ(sumOf({0, 0, big, 1, 1, 0, -big}), 2.0);
  EXPECT_EQ(sumOf({big, -big, 1, 2}), 3.0);
  EXPECT_EQ(sumOf({big, 1, -big, 2}), 0.0);
}

TEST(Sum, AddsEveryTermOnce) {
  for (size_t count = 0; count <= 15; ++count) {
    std::vector<double> terms;
    for (size_t i = 0; i < count; ++i) terms.push_back(static_cast<double>(1 << i));
    EXPECT_EQ(sumOf(terms), static_cast<double>((1 << count) - 1));
  }
}

}  // namespace
}  // namespace scaledot
