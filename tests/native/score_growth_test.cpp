// The variance as a function of d_k under every rule, compared with formulas in double.
#include "statistics/score_growth.h"

#include <cmath>

#include "testing.h"

namespace scaledot {
namespace {

TEST(ScoreGrowth, HasTheVarianceOfTheoryAndTheMeasuredOneTimesTheSquareOfTheFactor) {
  struct Case {
    ScaleRule rule;
    double value;
    double (*factor)(double d, double value);
  };
  const Case cases[] = {
      {ScaleRule::number, -0.75, [](double, double value) { return value; }},
      {ScaleRule::none, 0, [](double, double) { return 1.0; }},
      {ScaleRule::rsqrt, 0, [](double d, double) { return 1 / std::sqrt(d); }},
      {ScaleRule::inverse, 0, [](double d, double) { return 1 / d; }},
      {ScaleRule::power, 0.3, [](double d, double value) { return std::pow(d, -value); }},
  };
  ScoreOptions options;
  options.query = {Distribution::uniform, 2, 3, 5};
  options.key = {Distribution::laplace, -1, 0.5, 5};
  const double product = (9 + 4) * (0.25 + 1) - 4;
  for (const Case& c : cases) {
    for (const uint32_t d : {1u, 2u, 37u, 4096u}) {
      const GrowthPoint point = growthPoint(options, c.rule, c.value, d, {12.5 * d, 0.25 * d});
      const double factor = c.factor(d, c.value), square = factor * factor;
      EXPECT_NEAR(point.factor / factor, 1, 1e-14);
      EXPECT_NEAR(point.theory / (square * product * d), 1, 1e-13);
      EXPECT_NEAR(point.variance / (square * 12.5 * d), 1, 1e-13);
      EXPECT_NEAR(point.low / (square * d * (12.5 - 1.96 * 0.25)), 1, 1e-13);
      EXPECT_NEAR(point.high / (square * d * (12.5 + 1.96 * 0.25)), 1, 1e-13);
    }
  }
}

TEST(ScoreGrowth, IsNaNWithoutAMeasurement) {
  const GrowthPoint point = growthPoint({}, ScaleRule::none, 0, 64, {NAN, NAN});
  EXPECT_EQ(point.theory, 64);
  EXPECT_TRUE(std::isnan(point.variance) && std::isnan(point.low) && std::isnan(point.high));
}

}  // namespace
}  // namespace scaledot
