// The laws, compared with closed forms, mpmath's digits, each other (two independent inversions), simulation, and the
// independent reference data next to the project, if present.
#include "laws/score_law.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>
#include <vector>

#include "laws/fourier_law.h"
#include "laws/grid_law.h"
#include "laws/special_functions.h"
#include "testing.h"

namespace scaledot {
namespace {

using D = Distribution;
constexpr D kAllLaws[]{D::normal,  D::uniform,  D::rademacher,
                       D::laplace, D::studentT, D::exponential};

double relative(double got, double want) { return got == want ? 0 : std::fabs(got / want - 1); }

ScoreOptions optionsOf(uint32_t headDim, double correlation = 0, double scale = 1) {
  ScoreOptions options;
  options.headDim = headDim;
  options.correlation = correlation;
  options.scale = scale;
  return options;
}

ScoreOptions optionsOf(const Component& query, const Component& key, uint32_t headDim,
                       double correlation = 0) {
  ScoreOptions options = optionsOf(headDim, correlation, 1 / std::sqrt(headDim));
  options.query = query;
  options.key = key;
  return options;
}

// For even d the score of correlated normal vectors is the difference of two Erlang numbers with rates a = 1/(1 + rho) and
// b = 1/(1 - rho), with d/2 stages each. At z >= 0 its tail and density are finite sums of positive terms.
struct ErlangDifference {
  long double logSurvival, logPdf;
};
ErlangDifference erlangDifference(uint32_t headDim, double rho, long double z) {
  const long double a = 1 / (1 + static_cast<long double>(rho)),
                    b = 1 / (1 - static_cast<long double>(rho));
  const long double n = headDim / 2, s = a + b;
  long double survival = 0, pdf = 0;
  const auto lg = [](long double x) { return std::lgamma(x); };
  for (long double i = 0; i < n; ++i) {
    for (long double j = 0; j <= i; ++j) {
      if (z == 0 && j < i) continue;
      const long double power = i == j ? 0 : (i - j) * std::log(z);
      survival += std::exp(i * std::log(a) - lg(j + 1) - lg(i - j + 1) + power + n * std::log(b) +
                           lg(n + j) - lg(n) - (n + j) * std::log(s));
    }
    if (z > 0 || i == n - 1) {
      const long double power = i == n - 1 ? 0 : (n - 1 - i) * std::log(z);
      pdf += std::exp(n * std::log(a * b) - 2 * lg(n) + lg(n) - lg(i + 1) - lg(n - i) + power +
                      lg(n + i) - (n + i) * std::log(s));
    }
  }
  return {std::log(survival) - a * z, std::log(pdf) - a * z};
}

TEST(NormalProducts, EqualTheDifferenceOfErlangNumbersForEvenDimensionsAndAnyCorrelation) {
  double worstTail = 0, worstPdf = 0;
  for (const uint32_t d : {2u, 4u, 10u, 64u}) {
    for (const double rho : {0.0, 0.3, -0.7, 0.9, -0.98, 0.9899, 0.9901, -0.9999, 0.999999}) {
      const ScoreLaw law(optionsOf(d, rho), true);
      ASSERT_EQ(law.kind(), LawKind::varianceGamma);
      const double sd = std::sqrt(law.variance());
      for (const double y : {0.0, 1e-6, 0.3, 1.0, 3.0, 12.0, 40.0}) {
        const ErlangDifference up = erlangDifference(d, rho, y * sd),
                               down = erlangDifference(d, -rho, y * sd);
        // In the far tail a relative error of 1e-15 in the exponent is a relative error of 1e-15 * exponent in the value.
        const double allowed = 1e-12 * (1 + std::fabs(static_cast<double>(up.logSurvival)) / 50);
        const double tail =
            relative(law.survival(y * sd), static_cast<double>(std::exp(up.logSurvival)));
        const double pdf = relative(law.pdf(y * sd), static_cast<double>(std::exp(up.logPdf)));
        worstTail = std::max(worstTail, tail);
        worstPdf = std::max(worstPdf, pdf);
        EXPECT_LT(tail, allowed) << d << " " << rho << " " << y;
        EXPECT_LT(pdf, allowed) << d << " " << rho << " " << y;
        if (down.logSurvival > -700) {
          EXPECT_LT(relative(law.cdf(-y * sd), static_cast<double>(std::exp(down.logSurvival))),
                    3e-12)
              << d << " " << rho << " " << y;
        }
        EXPECT_NEAR(law.cdf(y * sd) + law.survival(y * sd), 1, 1e-14);
      }
    }
  }
  std::printf("  worst relative errors: tails %.1e, densities %.1e\n", worstTail, worstPdf);
}

TEST(NormalProducts, HaveTheDensityWithBesselKThatMpmathGives) {
  struct Vector {
    uint32_t d;
    double rho, z, logPdf;
  };
  const Vector vectors[]{
      {1, 0.0, -20.0, -22.422905981435741},
      {1, 0.0, 0.1, -0.25804551917065805},
      {1, 0.0, 12.0, -14.171407973215913},
      {1, 0.5, -21.860679774997898, -46.186860326278769},
      {1, 0.5, 0.6118033988749895, -1.1872539812564375},
      {1, 0.5, 13.916407864998739, -11.519642599836632},
      {1, -0.995, -29.208649179076428, -17.247140556365897},
      {1, -0.995, -0.8539317541046179, -1.2694742307203624},
      {1, -0.995, 15.933189507445856, -3188.9411204163848},
      {3, 0.0, -34.64101615137755, -33.776762600861692},
      {3, 0.0, 0.17320508075688773, -1.181097089926471},
      {3, 0.0, 20.784609690826528, -20.168816430841167},
      {3, 0.5, -37.22983346207417, -73.562570609352468},
      {3, 0.5, 1.6936491673103709, -1.6458464642355554},
      {3, 0.5, 24.7379000772445, -15.795502423700033},
      {3, -0.995, -51.85247384508432, -24.935880037769316},
      {3, -0.995, -2.7406626307745783, -1.7872420137000853},
      {3, -0.995, 26.335484307050592, -5266.3801993112604},
      {7, 0.0, -52.91502622129181, -46.538404099844351},
      {7, 0.0, 0.2645751311064591, -1.78205195622564},
      {7, 0.0, 31.74901573277509, -26.595746244654484},
      {7, 0.5, -55.66079783099616, -104.84184276184073},
      {7, 0.5, 3.795803989154981, -2.0448230356003991},
      {7, 0.5, 38.9964786985977, -20.382636042272369},
      {7, -0.995, -81.61129930545786, -33.529454170149791},
      {7, -0.995, -6.591768503472711, -2.2099637018166743},
      {7, -0.995, 37.82277958327472, -7559.0994728338789},
      {65, 0.0, -161.24515496597098, -100.32683664918157},
      {65, 0.0, 0.8062257748298549, -2.9997154614131087},
      {65, 0.0, 96.74709297958259, -49.855968664817898},
      {65, 0.5, -147.77756377319946, -237.95306148366673},
      {65, 0.5, 33.401387818866, -3.1356610172010806},
      {65, 0.5, 140.66653826391968, -37.59931231088216},
      {65, -0.995, -292.14071170178596, -69.934517700749937},
      {65, -0.995, -63.53767144149107, -3.3401321815171005},
      {65, -0.995, 71.80442702107156, -14328.533465730226},
      {1001, 0.0, -632.771680782255, -177.419747948928},
      {1001, 0.0, 3.163858403911275, -4.3775811775463352},
      {1001, 0.0, 379.663008469353, -72.157066910260993},
      {1001, 0.5, -206.96024623295972, -322.86280561786124},
      {1001, 0.5, 504.0373012311648, -4.4934479218023974},
  };
  for (const Vector& v : vectors) {
    const double got = std::log(ScoreLaw(optionsOf(v.d, v.rho), true).pdf(v.z));
    if (v.logPdf <= -700) continue;
    EXPECT_NEAR(got, v.logPdf, 2e-12 * (1 + std::fabs(v.logPdf) / 50))
        << v.d << " " << v.rho << " " << v.z;
  }
}

TEST(NormalProducts, HaveAPoleForOneComponentAndLaplaceForTwo) {
  const ScoreLaw one(optionsOf(1), true), two(optionsOf(2), true);
  EXPECT_EQ(one.pdf(0), INFINITY);
  EXPECT_NEAR(one.cdf(0), 0.5, 1e-15);
  EXPECT_NEAR(one.quantile(0.5), 0, 1e-12);
  for (const double x : {0.0, 1e-9, 0.5, 3.0, 300.0}) {
    EXPECT_LT(relative(two.pdf(x), 0.5 * std::exp(-x)), 1e-13);
    EXPECT_LT(relative(two.survival(x), 0.5 * std::exp(-x)), 1e-13);
  }
  EXPECT_NEAR(one.pdf(1e-150), 150 * std::numbers::ln10 / std::numbers::pi, 0.1);
  EXPECT_EQ(one.pdf(INFINITY), 0);
  EXPECT_EQ(one.survival(1e308), 0);
  EXPECT_EQ(one.cdf(1e308), 1);
}

TEST(NormalProducts, TendToTheNormalLaw) {
  double before = 1;
  for (const uint32_t d : {4u, 64u, 1024u, 65536u}) {
    const ScoreOptions options = optionsOf(d, 0, 1 / std::sqrt(d));
    const ScoreLaw exact(options, true), normal(options, false);
    double gap = 0;
    for (double x = -4; x <= 4; x += 0.01)
      gap = std::max(gap, std::fabs(exact.cdf(x) - normal.cdf(x)));
    // Edgeworth: the excess kurtosis 6 / d times |He3(x) phi(x)| / 24, largest 0.5506 at x = 0.742.
    EXPECT_NEAR(gap * d, 6 * 0.5506 / 24, d == 4 ? 0.05 : 0.01) << d;
    EXPECT_LT(gap, before);
    before = gap;
  }
}

TEST(NormalProducts, ScaleWithTheFactorAndBothSds) {
  ScoreOptions options = optionsOf(6, 0.4, -0.5);
  options.query.sd = 3;
  options.key.sd = 0.25;
  const ScoreLaw law(options, true), unit(optionsOf(6, -0.4), true);
  const double c = 0.5 * 3 * 0.25;
  for (double x = -4; x < 4; x += 0.37) {
    EXPECT_NEAR(law.cdf(c * x), unit.cdf(x), 1e-14);
    EXPECT_LT(relative(law.pdf(c * x), unit.pdf(x) / c), 1e-12);
  }
  EXPECT_NEAR(law.mean(), c * unit.mean(), 1e-14);
  EXPECT_NEAR(law.variance(), c * c * unit.variance(), 1e-14);
}

TEST(SameVector, GivesAScaledChiSquared) {
  for (const uint32_t d : {1u, 2u, 8u, 1000u, 65536u}) {
    for (const double sign : {1.0, -1.0}) {
      const ScoreLaw law(optionsOf(d, sign), true);
      ASSERT_EQ(law.kind(), LawKind::chiSquared);
      for (const double y : {-0.9, -0.3, 0.1, 2.0, 8.0}) {
        const double x = d * (1 + y / std::sqrt(d));
        if (x <= 0) continue;
        // Even d: Q(d/2, x/2) is a Poisson sum; d = 1: erfc.
        long double upper = d == 1 ? std::erfc(std::sqrt(0.5L * x)) : 0;
        for (long double i = 0; i < d / 2; ++i)
          upper += std::exp(i * std::log(0.5L * x) - 0.5L * x - std::lgamma(i + 1));
        const double want = static_cast<double>(upper);
        EXPECT_LT(relative(sign > 0 ? law.survival(x) : law.cdf(-x), want), 1e-11) << d << " " << y;
        EXPECT_NEAR(sign > 0 ? law.cdf(x) : law.survival(-x), 1 - want, 1e-11);
        const double back = law.quantile(law.cdf(sign * x));
        EXPECT_NEAR(back, sign * x, 1e-9 * x) << d << " " << y;
      }
      EXPECT_EQ(law.pdf(-sign), 0);
      EXPECT_EQ(sign > 0 ? law.cdf(-1) : law.survival(1), 0);
    }
  }
}

TEST(NearlyTheSameVector, IsNearlyChiSquared) {
  const ScoreLaw exact(optionsOf(9, 1), true), close(optionsOf(9, 1 - 1e-12), true);
  for (double x = 0.5; x < 40; x *= 1.4)
    EXPECT_LT(relative(close.survival(x), exact.survival(x)), 1e-9) << x;
}

TEST(Signs, GiveABinomialLattice) {
  for (const uint32_t d : {1u, 2u, 5u, 64u}) {
    const ScoreOptions options = optionsOf({D::rademacher}, {D::rademacher}, d);
    const ScoreLaw law(options, true);
    ASSERT_EQ(law.kind(), LawKind::lattice);
    EXPECT_DOUBLE_EQ(law.latticeSpacing(), 2 * options.scale);
    double sum = 0;
    for (uint32_t i = 0; i <= d; ++i) {
      const double x = options.scale * (2.0 * i - d);
      const double want =
          std::exp(std::lgamma(d + 1.0) - std::lgamma(i + 1.0) - std::lgamma(d - i + 1.0)) *
          std::pow(0.5, d);
      EXPECT_LT(relative(law.pdf(x) * law.latticeSpacing(), want), 1e-12) << d << " " << i;
      EXPECT_LT(std::fabs(law.survival(x) - (1 - sum - want)), 1e-12);
      sum += want;
      EXPECT_LT(relative(law.cdf(x), sum), 1e-12);
      if (sum > 1 - 1e-9) continue;  // cdf cannot resolve these points
      EXPECT_NEAR(law.quantile(law.cdf(x)), x, 1e-12);
    }
    EXPECT_EQ(law.cdf(-1.01 * std::sqrt(d)), 0);
    EXPECT_EQ(law.survival(1.01 * std::sqrt(d)), 0);
  }
  // k = rho X + sqrt(1 - rho^2) E: two values per product again.
  const ScoreLaw correlated(optionsOf({D::rademacher}, {D::rademacher}, 1, 0.6), true);
  EXPECT_NEAR(correlated.pdf(1.4) * correlated.latticeSpacing(), 0.5, 1e-15);
  EXPECT_NEAR(correlated.pdf(-0.2) * correlated.latticeSpacing(), 0.5, 1e-15);
  // The middle of very many tosses, by Stirling's series.
  const ScoreLaw large(optionsOf({D::rademacher}, {D::rademacher}, 65536), true);
  EXPECT_LT(relative(large.pdf(0) * large.latticeSpacing(),
                     std::sqrt(2 / (std::numbers::pi * 65536)) * (1 - 1 / (4.0 * 65536))),
            1e-10);
}

TEST(Degenerate, LawsArePointsOrTheLawOfTheOtherSide) {
  const ScoreLaw point(optionsOf({D::normal, 3, 0}, {D::laplace, 2, 0}, 4), true);
  EXPECT_EQ(point.kind(), LawKind::point);
  EXPECT_DOUBLE_EQ(point.mean(), 12);
  EXPECT_EQ(point.cdf(12), 1);
  EXPECT_EQ(point.cdf(11.9), 0);
  EXPECT_EQ(point.survival(12), 0);
  EXPECT_EQ(point.quantile(0.3), 12);
  EXPECT_EQ(ScoreLaw(optionsOf(8, 0, 0), true).kind(), LawKind::point);  // scale 0
  EXPECT_EQ(ScoreLaw(optionsOf({D::rademacher}, {D::rademacher}, 7, 1), true).kind(),
            LawKind::point);

  // A spread far below the rounding of the mean counts as 0, and no search may loop forever in it.
  const ScoreLaw narrow(optionsOf({D::uniform, 1, 0}, {D::uniform, -0.3, 1e-150}, 64), true);
  EXPECT_EQ(narrow.kind(), LawKind::point);
  EXPECT_DOUBLE_EQ(narrow.quantile(0.9), narrow.mean());

  const ScoreLaw normal(optionsOf({D::normal, 1, 2}, {D::uniform, -3, 0}, 4), true);
  EXPECT_EQ(normal.kind(), LawKind::normal);
  EXPECT_NEAR(normal.mean(), -6, 1e-12);
  EXPECT_NEAR(normal.variance(), 36, 1e-12);

  const ScoreLaw laplace(optionsOf({D::laplace, 0, 1}, {D::uniform, 2, 0}, 1), true);  // 2 X
  for (const double x : {-3.0, -0.5, 0.7, 4.0}) {
    const double tail = 0.5 * std::exp(-std::numbers::sqrt2 * std::fabs(x) / 2);
    EXPECT_NEAR(x < 0 ? laplace.cdf(x) : laplace.survival(x), tail, 2e-5);
  }
}

TEST(AnyLaws, AgreeWithClosedFormsOfOneProduct) {
  // The density is log(3 / |x|) / 6 on (-3, 3).
  const ScoreLaw uniform(optionsOf({D::uniform}, {D::uniform}, 1), true);
  const ScoreLaw square(optionsOf({D::exponential}, {D::exponential}, 1, 1), true);  // (E - 1)^2
  for (double x = 0.0123; x < 3; x += 0.0877) {
    EXPECT_NEAR(uniform.cdf(x), 0.5 + (x / 6) * (1 + std::log(3 / x)), 2e-4) << x;
    EXPECT_NEAR(uniform.pdf(x), std::log(3 / x) / 6, x < 0.05 ? 0.05 : 5e-3) << x;
    const double r = std::sqrt(x);
    EXPECT_NEAR(square.cdf(x), (r < 1 ? std::exp(r - 1) : 1) - std::exp(-r - 1), 2e-3) << x;
  }
  EXPECT_EQ(uniform.cdf(-3.01), 0);
  EXPECT_EQ(uniform.survival(3.01), 0);
}

TEST(AnyLaws, AgreeWithTheNormalLawForASignTimesNormalNumbers) {
  for (const uint32_t d : {1u, 3u, 8u, 9u, 100u}) {  // the sign only flips a normal number
    const ScoreLaw law(optionsOf({D::rademacher}, {D::normal}, d), true);
    ASSERT_EQ(law.kind(), LawKind::inverted);
    for (double x = -5; x <= 5; x += 0.1) {
      EXPECT_NEAR(law.cdf(x), 1 - normalSurvival(x), d > 8 ? 1e-8 : 1e-5) << d << " " << x;
      EXPECT_NEAR(law.pdf(x), normalDensity(x), d > 8 ? 1e-7 : 3e-4) << d << " " << x;
    }
  }
}

// Calls check(options) for every pair of laws, with and without means, independent and correlated.
template <typename Check>
void forEveryPair(uint32_t headDim, Check check) {
  for (const D q : kAllLaws) {
    for (const D k : kAllLaws) {
      check(optionsOf({q}, {k}, headDim));
      check(optionsOf({q, 0.7, 0.5}, {k, -0.3, 2}, headDim));
      check(optionsOf({q}, {k}, headDim, 0.5));
      check(optionsOf({q, 0.4, 1}, {k, -0.4, 1.5}, headDim, -1));
    }
  }
}

std::string name(const ScoreOptions& o) {
  return "laws " + std::to_string(static_cast<int>(o.query.distribution)) + " x " +
         std::to_string(static_cast<int>(o.key.distribution)) + ", means " +
         std::to_string(o.query.mean) + " " + std::to_string(o.key.mean) + ", correlation " +
         std::to_string(o.correlation) + ", d " + std::to_string(o.headDim);
}

TEST(AnyLaws, AreTheSameOnTheGridAndByFourierInversion) {
  double worst = 0, worstIndependent = 0;
  forEveryPair(10, [&](const ScoreOptions& options) {
    const ScoreTheory theory = scoreTheory(options);
    const bool discrete =
        options.query.distribution == D::rademacher &&
        (options.key.distribution == D::rademacher || std::fabs(options.correlation) == 1);
    if (!(theory.variance > 1e-12) || discrete) return;
    const GridLaw grid(options, theory);
    const FourierLaw fourier(options, theory);
    double gap = 0;
    for (double y = -6; y <= 6; y += 0.05) {
      const double x = theory.mean + y * std::sqrt(theory.variance);
      gap = std::max(gap, std::fabs(grid.cdf(x) - fourier.cdf(x)));
    }
    EXPECT_LT(gap, options.correlation == 0 ? 1e-4 : 2e-3) << name(options);
    worst = std::max(worst, gap);
    if (options.correlation == 0) worstIndependent = std::max(worstIndependent, gap);
  });
  std::printf("  largest difference of the two: independent %.1e, correlated %.1e\n",
              worstIndependent, worst);
}

TEST(AnyLaws, AreIncreasingHaveMassOneAndQuantilesThatInvertThem) {
  for (const uint32_t d : {2u, 32u}) {
    forEveryPair(d, [&](const ScoreOptions& options) {
      const ScoreLaw law(options, true);
      if (law.kind() == LawKind::point || law.kind() == LawKind::lattice) return;
      const double sd = std::sqrt(law.variance());
      double before = 0;
      for (double y = -8; y <= 8; y += 0.04) {
        const double cdf = law.cdf(law.mean() + y * sd);
        EXPECT_GE(cdf, before - 1e-8) << name(options) << " at " << y;
        EXPECT_GE(law.pdf(law.mean() + y * sd), 0);
        before = cdf;
      }
      for (const double p : {0.001, 0.1, 0.5, 0.77, 0.99}) {
        const bool discrete =
            options.query.distribution == D::rademacher &&
            (options.key.distribution == D::rademacher || std::fabs(options.correlation) == 1);
        if (!discrete) {
          EXPECT_NEAR(law.cdf(law.quantile(p)), p, 1e-8) << name(options) << " at " << p;
        }
      }
      EXPECT_TRUE(std::isnan(law.quantile(-0.1)) && std::isnan(law.quantile(1.1)) &&
                  std::isnan(law.quantile(NAN)));
      EXPECT_TRUE(std::isnan(law.cdf(NAN)) && std::isnan(law.pdf(NAN)) &&
                  std::isnan(law.survival(NAN)));
    });
  }
}

TEST(AllLaws, HaveTheMeanAndVarianceOfTheory) {
  // Integrates by parts: E[s] and E[s^2] from cdf and survival.
  const auto check = [](const ScoreOptions& options, double tolerance) {
    const ScoreLaw law(options, true);
    if (law.kind() == LawKind::point) return;
    const double sd = std::sqrt(law.variance()), h = 0.005 * sd;
    double first = 0, second = 0, mass = 0;
    for (double i = 0.5; i * h < 24 * sd; ++i) {
      const double up = law.survival(law.mean() + i * h), down = law.cdf(law.mean() - i * h);
      first += (up - down) * h;
      second += 2 * i * h * (up + down) * h;
      mass += (law.pdf(law.mean() + i * h) + law.pdf(law.mean() - i * h)) * h;
    }
    EXPECT_NEAR(first / sd, 0, tolerance) << name(options);
    EXPECT_NEAR(second / law.variance(), 1, 5 * tolerance) << name(options);
    const bool smooth = law.kind() != LawKind::lattice && options.headDim > 2;
    if (smooth) {
      EXPECT_NEAR(mass, 1, tolerance) << name(options);
    }
  };
  for (const uint32_t d : {3u, 7u, 40u}) {
    for (const double rho : {0.0, 0.5, -0.97, 1.0}) check(optionsOf(d, rho, 0.7), 1e-4);
  }
  for (const uint32_t d : {3u, 12u, 300u}) {
    for (const D q : {D::normal, D::uniform, D::laplace, D::rademacher}) {
      for (const D k : {D::normal, D::uniform, D::laplace}) {
        check(optionsOf({q, 0.7, 0.5}, {k, -0.3, 2}, d), 1e-3);
        check(optionsOf({q}, {k}, d, 0.5), 1e-3);
      }
    }
  }
}

TEST(AllLaws, AgreeWithSimulatedScores) {
  constexpr uint32_t kPairs = 4000;
  double worst = 0;
  int cases = 0;
  for (const uint32_t d : {1u, 3u, 20u}) {
    forEveryPair(d, [&](ScoreOptions options) {
      options.seed = 11;
      options.queries = options.keys = kPairs;
      std::vector<float> products(kPairs * d), sums(kPairs * d);
      ASSERT_TRUE(scoreWalks(options, kPairs, products.data(), sums.data()));
      const ScoreLaw law(options, true);
      if (law.kind() == LawKind::point) return;
      // Compares over intervals much wider than a cell of the grid and the spacing of atoms rounded to float32.
      const double sd = std::sqrt(law.variance());
      double distance = 0;
      for (double y = -4.0037; y < 4; y += 0.0613) {
        const double x = law.mean() + y * sd;
        double below = 0;
        for (uint32_t p = 0; p < kPairs; ++p) below += options.scale * sums[p * d + d - 1] <= x;
        // An atom or a pole within a cell of x may be on either side.
        const double low = law.cdf(x - 0.01 * sd), high = law.cdf(x + 0.01 * sd);
        distance = std::max({distance, low - below / kPairs, below / kPairs - high});
      }
      // Kolmogorov: P(sqrt(n) D > 2.3) = 5e-5 each; some 430 laws, all from one seed.
      const bool damped = options.query.distribution == D::rademacher && d == 20;
      EXPECT_LT(distance * std::sqrt(kPairs), damped ? 3.5 : 2.3) << name(options);
      worst = std::max(worst, distance * std::sqrt(kPairs));
      ++cases;
    });
  }
  std::printf("  %d laws, largest sqrt(n) D %.2f\n", cases, worst);
}

// The independent reference --------------------------------------------------------------------------

// Calls each(key, number) for every `"key": number` of a JSON text, in order; null is NaN.
template <typename Each>
void forEachNumber(const std::string& json, Each each) {
  for (size_t at = json.find('"'); at != std::string::npos; at = json.find('"', at)) {
    const size_t end = json.find('"', at + 1);
    if (end == std::string::npos) return;
    const std::string key = json.substr(at + 1, end - at - 1);
    at = end + 1;
    const size_t colon = json.find_first_not_of(" \n", at);
    if (colon == std::string::npos || json[colon] != ':') continue;
    const size_t start = json.find_first_not_of(" \n", colon + 1);
    if (json.compare(start, 4, "null") == 0) {
      each(key, NAN);
    } else if (json[start] == '-' || (json[start] >= '0' && json[start] <= '9')) {
      each(key, std::strtod(json.c_str() + start, nullptr));
    }
  }
}

std::string referenceText(const char* file) {
  std::ifstream in(std::string(SCALEDOT_SOURCE_DIR) + "/../shared/reference/stats/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Reference, DensityTailsAndQuantilesOfNormalProductsAreMpmaths) {
  const std::string json = referenceText("qk_law.json");
  if (json.empty())
    GTEST_SKIP() << "skipped: no reference data in ../shared/reference/stats/qk_law.json";
  struct Worst {
    double pdf = 0, cdf = 0, survival = 0, quantile = 0;
  } worst;
  uint32_t d = 0, grid = 0, quantiles = 0;
  double z = 0, p = NAN, pdf = 0, cdf = 0, sf = 0;
  forEachNumber(json, [&](const std::string& key, double value) {
    if (key == "d") d = static_cast<uint32_t>(value);
    if (key == "z") z = value;
    if (key == "pdf") pdf = value;
    if (key == "cdf") cdf = value;
    if (key == "sf") sf = value;
    if (key == "p") p = value;
    if (d == 0) return;
    const auto error = [&](double got, double want) { return relative(got, want); };
    if (key == "z" && !std::isnan(p)) {
      worst.quantile = std::max(worst.quantile, error(ScoreLaw(optionsOf(d), true).quantile(p), z));
      p = NAN;
      ++quantiles;
    }
    if (key == "cdf_minus_half") {
      const ScoreLaw law(optionsOf(d), true);
      if (std::isnan(pdf)) {
        EXPECT_EQ(law.pdf(z), INFINITY);
      } else {
        worst.pdf = std::max(worst.pdf, error(law.pdf(z), pdf));
      }
      worst.cdf = std::max(worst.cdf, error(law.cdf(z), cdf));
      worst.survival =
          std::max({worst.survival, error(law.survival(z), sf), error(law.cdf(-z), sf)});
      ++grid;
    }
  });
  EXPECT_GT(grid, 100u);
  EXPECT_GT(quantiles, 50u);
  EXPECT_LT(worst.pdf, 1e-12);
  EXPECT_LT(worst.cdf, 1e-12);
  EXPECT_LT(worst.survival, 1e-12);
  EXPECT_LT(worst.quantile, 1e-12);
  std::printf(
      "  %u points, %u quantiles; worst relative error: pdf %.1e, cdf %.1e, survival %.1e, "
      "quantile %.1e\n",
      grid, quantiles, worst.pdf, worst.cdf, worst.survival, worst.quantile);
}

// Sampling law of the variance -----------------------------------------------------------------------

TEST(SampleVariance, OfTwoByTwoProductsHasTheKnownLaw) {
  constexpr uint32_t kDraws = 200000;
  VarianceOptions options;
  std::vector<double> draws(kDraws);
  varianceDraws(options, 0, kDraws, draws.data());
  const VarianceSummary summary = summarizeVariances(draws.data(), kDraws, 1.6);
  EXPECT_DOUBLE_EQ(varianceExpectation(options), 1.5);
  EXPECT_NEAR(summary.mean, 1.5, 5 * summary.standardError);
  EXPECT_NEAR(summary.standardError, 2.179449 / std::sqrt(kDraws), 0.0004);
  // Quantiles and percentile of 1e8 draws by another generator (variance_2x2.json).
  EXPECT_NEAR(summary.percentile, 71.39701, 0.5);
  EXPECT_NEAR(summary.p05, 0.0476618, 0.0016);
  EXPECT_NEAR(summary.p25, 0.2735349, 0.006);
  EXPECT_NEAR(summary.p50, 0.7563211, 0.011);
  EXPECT_NEAR(summary.p75, 1.8324407, 0.025);
  EXPECT_NEAR(summary.p95, 5.4342178, 0.075);
  std::printf("  percentile of 1.6: %.3f (71.397 of 1e8 draws), mean %.4f\n", summary.percentile,
              summary.mean);
}

TEST(SampleVariance, DrawsDoNotDependOnTheSlices) {
  VarianceOptions options{3, 2, 5, 1, 99};
  std::vector<double> whole(10), parts(10);
  varianceDraws(options, 0, 10, whole.data());
  varianceDraws(options, 0, 3, parts.data());
  varianceDraws(options, 3, 10, parts.data() + 3);
  EXPECT_EQ(whole, parts);
  options.ddof = 0;
  varianceDraws(options, 0, 10, parts.data());
  for (size_t i = 0; i < 10; ++i) EXPECT_NEAR(parts[i] * 6, whole[i] * 5, 1e-13);
}

TEST(SampleVariance, ExpectationHoldsForOtherShapes) {
  const VarianceOptions options{4, 3, 6, 1, 5};
  std::vector<double> draws(20000);
  varianceDraws(options, 0, 20000, draws.data());
  const VarianceSummary summary = summarizeVariances(draws.data(), 20000, NAN);
  EXPECT_DOUBLE_EQ(varianceExpectation(options), 6);
  EXPECT_NEAR(summary.mean, 6, 5 * summary.standardError);
  EXPECT_TRUE(std::isnan(summary.percentile));
}

TEST(SampleVariance, QuantilesInterpolateAsNumpyDoes) {
  double draws[]{4, 1, 3, 2};
  const VarianceSummary summary = summarizeVariances(draws, 4, 2);
  EXPECT_DOUBLE_EQ(summary.mean, 2.5);
  EXPECT_DOUBLE_EQ(summary.p25, 1.75);
  EXPECT_DOUBLE_EQ(summary.p50, 2.5);
  EXPECT_DOUBLE_EQ(summary.p95, 3.85);
  EXPECT_EQ(summary.percentile, 50);
}

TEST(SampleVariance, PercentilesHaveTheDigitsOfTheirShare) {
  std::vector<double> draws(1000);
  for (size_t i = 0; i < draws.size(); ++i) draws[i] = static_cast<double>(i);
  EXPECT_EQ(summarizeVariances(draws.data(), 1000, 701).percentile, 70.2);  // 100 x 0.702 is not
}

TEST(SampleVariance, OfNumpysGeneratorHasNumpysDigits) {
  // numpy.random.RandomState(seed): a = randn(rows, inner); b = randn(inner, columns); numpy.var(a @ b, ddof=ddof)
  const struct {
    VarianceOptions options;
    double variance, first, last;
  } cases[]{
      {{2, 2, 2, 0, 0}, 7.211195741327073, 3.6746547826137785, -1.295674320785799},
      {{2, 2, 2, 0, 42}, 1.1083855332872823, -0.33465605153713207, 1.017178181982527},
      {{3, 4, 5, 1, 7}, 5.624235413588359, -3.4575047017897353, NAN},
      {{1, 2, 3, 0, 4294967295}, 0.09480855252002378, 0.4963840848946925, 1.1122040342955666}};
  for (const auto& c : cases) {
    std::vector<double> product(size_t{c.options.rows} * c.options.columns);
    EXPECT_LT(relative(numpyProductVariance(c.options, product.data()), c.variance), 1e-13);
    EXPECT_LT(relative(product.front(), c.first), 1e-13);
    if (!std::isnan(c.last)) {
      EXPECT_LT(relative(product.back(), c.last), 1e-13);
    }
  }
}

}  // namespace
}  // namespace scaledot
