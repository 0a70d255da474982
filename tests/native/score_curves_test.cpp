// The curves, compared with the law at points computed here, and the bins of lattices, with every point counted one by one.
#include "laws/score_curves.h"

#include <cmath>
#include <vector>

#include "testing.h"

namespace scaledot {
namespace {

struct Curves {
  ScoreCurve law;
  std::vector<double> xs, exact, smooth, normal;
};

// Computes the curves. Each array ends at a guard page, to detect overruns.
Curves curvesOf(const ScoreOptions& options, const CurvePlaces& places) {
  constexpr double kUntouched = 12345;
  const size_t length = size_t{places.points} + 1;
  testing::GuardedBuffer<double> xs(length), exact(length), smooth(length), normal(length);
  for (size_t i = 0; i < length; ++i) exact[i] = normal[i] = kUntouched;
  const CurveArrays arrays{xs.data(), exact.data(), smooth.data(), normal.data()};
  Curves curves{scoreCurve(options, places, arrays), {}, {}, {}, {}};
  EXPECT_LE(curves.law.places, length);
  curves.xs.assign(xs.data(), xs.data() + curves.law.places);
  curves.smooth.assign(smooth.data(), smooth.data() + length);
  if (curves.law.variance > 0) {
    curves.exact.assign(exact.data(), exact.data() + curves.law.places);
    curves.normal.assign(normal.data(), normal.data() + length);
  } else {
    for (size_t i = 0; i < length; ++i) EXPECT_EQ(exact[i], kUntouched);
    for (size_t i = 0; i < length; ++i) EXPECT_EQ(normal[i], kUntouched);
  }
  return curves;
}

ScoreOptions optionsOf(uint32_t headDim, double scale = 1) {
  ScoreOptions options;
  options.headDim = headDim;
  options.scale = scale;
  return options;
}

// Returns options for products of signs. With `shifted`, products of a sign plus 1 and a constant: 0 or 3, so that the
// mean is not 0.
ScoreOptions latticeOf(uint32_t headDim, double scale = 1, bool shifted = false) {
  ScoreOptions options = optionsOf(headDim, scale);
  options.query.distribution = Distribution::rademacher;
  options.key.distribution = Distribution::rademacher;
  if (shifted) {
    options.query.mean = 1;
    options.key = {Distribution::normal, 1.5, 0, 5};
  }
  return options;
}

// Returns every score that a lattice law allows.
std::vector<double> latticePoints(const ScoreOptions& options) {
  const bool shifted = options.query.mean != 0;
  const double first = shifted ? 0 : -1, second = shifted ? 3 : 1;
  std::vector<double> points;
  for (uint32_t heads = 0; heads <= options.headDim; ++heads) {
    const double sum = heads * second + (options.headDim - heads) * first;
    points.push_back(options.scale * sum);
  }
  return points;
}

TEST(ScoreCurves, SampleTheLawAndTheNormalLawEvenlyOverTheRange) {
  ScoreOptions options = optionsOf(20, 0.25);
  options.query = {Distribution::laplace, 1, 2, 5};
  for (const uint32_t points : {1u, 7u, 240u}) {
    for (const double reach : {0.5, 5.0}) {
      const Curves curves = curvesOf(options, {points, reach});
      const ScoreLaw exact(options, true), normal(options, false);
      const ScoreTheory theory = scoreTheory(options);
      EXPECT_EQ(curves.law.kind, exact.kind());
      EXPECT_EQ(curves.law.mean, exact.mean());
      EXPECT_EQ(curves.law.variance, exact.variance());
      EXPECT_EQ(curves.law.skewness, theory.skewness);
      EXPECT_EQ(curves.law.kurtosis, theory.kurtosis);
      EXPECT_EQ(curves.law.spacing, 0);
      ASSERT_EQ(curves.xs.size(), points + 1);
      const double std = std::sqrt(exact.variance());
      for (uint32_t i = 0; i <= points; ++i) {
        const double x = exact.mean() + reach * std * (2.0 * i / points - 1);
        EXPECT_NEAR(curves.xs[i], x, 1e-12 * reach * std);
        EXPECT_EQ(curves.smooth[i], curves.xs[i]);
        EXPECT_EQ(curves.exact[i], exact.pdf(curves.xs[i]));
        EXPECT_EQ(curves.normal[i], normal.pdf(curves.xs[i]));
      }
    }
  }
}

TEST(ScoreCurves, SampleALatticeAtEachOfItsPointsInTheRange) {
  for (const bool shifted : {false, true}) {
    for (const uint32_t d : {1u, 2u, 5u, 9u, 64u}) {
      for (const double scale : {1.0, 0.125, -0.3}) {
        const ScoreOptions options = latticeOf(d, scale, shifted);
        const Curves curves = curvesOf(options, {240, 5});
        ASSERT_EQ(curves.law.kind, LawKind::lattice);
        const double half = 5 * std::sqrt(curves.law.variance);
        // The xs may extend beyond the points, where the density is 0.
        size_t found = 0;
        double mass = 0;
        for (const double point : latticePoints(options)) {
          for (size_t i = 0; i < curves.xs.size(); ++i) {
            if (std::fabs(curves.xs[i] - point) > 1e-9 * std::fabs(scale)) continue;
            ++found;
            mass += curves.exact[i] * curves.law.spacing;
          }
          if (std::fabs(point - curves.law.mean) > half) ++found;
        }
        EXPECT_EQ(found, d + 1) << d << " " << scale << " " << shifted;
        EXPECT_NEAR(mass, 1, 1e-5) << d << " " << scale << " " << shifted;
        EXPECT_EQ(curves.smooth.size(), 241u);
      }
    }
  }
}

TEST(ScoreCurves, SampleALatticeThatIsFinerThanTheStepsEvenly) {
  const Curves curves = curvesOf(latticeOf(60000), {240, 5});
  EXPECT_GT(curves.law.spacing, 0);
  EXPECT_EQ(curves.xs, curves.smooth);
}

TEST(ScoreCurves, OfALawWithoutWidthAreTwoUnitsWideAndHaveNoDensity) {
  ScoreOptions options = optionsOf(4);
  options.query = options.key = {Distribution::normal, 3, 0, 5};
  const Curves curves = curvesOf(options, {10, 5});
  EXPECT_EQ(curves.law.kind, LawKind::point);
  EXPECT_EQ(curves.smooth.front(), 35);
  EXPECT_EQ(curves.smooth.back(), 37);
  EXPECT_EQ(curves.xs, curves.smooth);
  EXPECT_TRUE(std::isnan(curvesOf(optionsOf(4, 0), {10, 5}).law.kurtosis));
}

TEST(LatticeBins, HoldAsManyPointsEachInTheirMiddle) {
  for (const bool shifted : {false, true}) {
    for (const uint32_t d : {1u, 2u, 5u, 9u, 64u, 1000u}) {
      for (const double scale : {1.0, 0.125, -0.3}) {
        for (const uint32_t most : {1u, 2u, 10u, 200u}) {
          ScoreOptions options = latticeOf(d, scale, shifted);
          options.bins = most;
          const ScoreCurve law = curvesOf(options, {10, 5}).law;
          ASSERT_TRUE(setLatticeBins(law, 5, options));
          EXPECT_GE(options.bins, 1u);
          EXPECT_LE(options.bins, most);
          const double width = (options.high - options.low) / options.bins;
          const double each = width / law.spacing;
          EXPECT_NEAR(each, std::round(each), 1e-9) << d << " " << scale << " " << most;
          // All edges are halfway between two points of the lattice.
          const double edge = (options.high - latticePoints(options)[0]) / law.spacing - 0.5;
          EXPECT_NEAR(edge, std::round(edge), 1e-9) << d << " " << scale << " " << most;
          // Lattice points outside the range, if any, are beyond the reach.
          const double half = 5 * std::sqrt(law.variance);
          for (const double point : latticePoints(options)) {
            if (point > options.low && point < options.high) continue;
            EXPECT_GT(std::fabs(point - law.mean), half - width) << d << " " << most;
          }
        }
      }
    }
  }
}

TEST(LatticeBins, LeaveOtherLawsAsTheyAre) {
  ScoreOptions options = optionsOf(8);
  options.bins = 77;
  EXPECT_FALSE(setLatticeBins(curvesOf(options, {10, 5}).law, 5, options));
  EXPECT_EQ(options.bins, 77u);
  EXPECT_EQ(options.low, ScoreOptions().low);
}

}  // namespace
}  // namespace scaledot
