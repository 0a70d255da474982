// The generators: known answers, the counter of every number, the laws, and NumPy's digits.
#include "random/random.h"

#include <algorithm>
#include <array>
#include <vector>

#include "testing.h"

namespace scaledot {
namespace {

using testing::hashOf;
using testing::Worst;

constexpr Distribution kLaws[] = {Distribution::normal,     Distribution::uniform,
                                  Distribution::rademacher, Distribution::laplace,
                                  Distribution::studentT,   Distribution::exponential};

Component lawOf(Distribution distribution, double mean = 0, double sd = 1, double df = 5) {
  return {distribution, mean, sd, df};
}

std::vector<float> rowOf(uint64_t seed, Stream stream, uint64_t row, const Component& law,
                         size_t count) {
  std::vector<float> x((count + 15) / 16 * 16);
  fillRow(seed, stream, row, law, x.data(), count);
  x.resize(count);
  return x;
}

// The published known answers of Philox4x32-10 (Random123).
TEST(Philox, GivesTheKnownAnswers) {
  struct Case {
    uint32_t counter[4], key[2], out[4];
  };
  const Case cases[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const Case& c : cases) {
    uint32_t out[4];
    philox4x32(c.counter, c.key, out);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(out[i], c.out[i]);
  }
}

// Returns the word of component c, computed one block at a time as documented in random.h.
uint32_t wordOf(uint64_t seed, uint32_t stream, uint64_t row, size_t c) {
  const uint32_t counter[4] = {static_cast<uint32_t>(4 * (c / 16) + c % 4),
                               static_cast<uint32_t>(row), static_cast<uint32_t>(row >> 32),
                               stream};
  const uint32_t key[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  uint32_t out[4];
  philox4x32(counter, key, out);
  return out[c % 16 / 4];
}

double unit(uint32_t word) { return (word >> 1) * 0x1p-31 + 0x1p-32; }

// Computes a component by the plain formula of its law in double, from its words (and those of its partner in the
// pair).
double componentByFormula(Distribution law, double df, uint64_t seed, uint64_t row, size_t c) {
  const double pi = std::acos(-1.0);
  const uint32_t word = wordOf(seed, 0, row, c);
  // The angle in quarter turns: 30 bits within the right quarter, one for the axis, one for the side.
  const auto direction = [&](uint32_t bits, bool second) {
    const double angle = static_cast<int32_t>(bits << 2) * 0x1p-31 * pi / 4;
    const double side = (bits >> 31) != 0 ? -1 : 1;
    const bool swapped = ((bits >> 30) & 1) != 0;
    return swapped != second ? std::sin(angle) : side * std::cos(angle);
  };
  switch (law) {
    case Distribution::normal: {
      const bool second = c / 4 % 2 == 1;
      const size_t radiusAt = second ? c - 4 : c;
      const double radius = std::sqrt(-2 * std::log(unit(wordOf(seed, 0, row, radiusAt))));
      return radius * direction(wordOf(seed, 0, row, radiusAt + 4), second);
    }
    case Distribution::uniform:
      return std::sqrt(3.0) * (static_cast<int32_t>(word) + 0.5) * 0x1p-31;
    case Distribution::rademacher:
      return (word >> 31) != 0 ? -1 : 1;
    case Distribution::laplace:
      return ((word & 1) != 0 ? -1 : 1) * std::log(unit(word)) / std::sqrt(2.0);
    case Distribution::exponential:
      return -std::log(unit(word)) - 1;
    case Distribution::studentT:
      return std::sqrt((df - 2) * std::expm1(-2 / df * std::log(unit(word)))) *
             direction(wordOf(seed, 0x80000000, row, c), false);
  }
  return 0;
}

TEST(FillRow, EveryComponentAgreesWithItsFormulaInDouble) {
  const uint64_t seed = 0x123456789abcdef, row = 0x500000007;
  for (const Distribution law : kLaws) {
    for (const double df : {2.25, 5.0, 1e6}) {
      if (law != Distribution::studentT && df != 5) continue;
      Worst worst("component against the formula, absolute over 1 + |x|");
      const std::vector<float> x = rowOf(seed, Stream::query, row, lawOf(law, 0, 1, df), 3000);
      for (size_t c = 0; c < x.size(); ++c) {
        const double exact = componentByFormula(law, df, seed, row, c);
        worst.note(std::fabs(static_cast<double>(x[c]) - exact) / (1 + std::fabs(exact)),
                   static_cast<double>(c));
      }
      EXPECT_LE(worst.error(), 1e-6) << "law " << static_cast<int>(law) << " df " << df;
    }
  }
}

TEST(FillRow, AShorterRowIsAPrefixOfALongerOneAndEndsWithItsGroup) {
  for (const Distribution law : kLaws) {
    const std::vector<float> whole = rowOf(9, Stream::key, 4, lawOf(law), 2100);
    for (size_t count = 1; count <= 2100; count += count < 40 ? 1 : 411) {
      const size_t size = (count + 15) / 16 * 16;
      testing::GuardedBuffer<float> x(size);
      fillRow(9, Stream::key, 4, lawOf(law), x.data(), count);
      EXPECT_TRUE(std::equal(x.data(), x.data() + count, whole.data())) << count;
    }
  }
}

TEST(FillRow, SeedStreamAndRowEachChangeTheNumbers) {
  const auto first = rowOf(1, Stream::query, 1, lawOf(Distribution::normal), 64);
  EXPECT_NE(first, rowOf(2, Stream::query, 1, lawOf(Distribution::normal), 64));
  EXPECT_NE(first, rowOf(uint64_t{1} << 32 | 1, Stream::query, 1, lawOf(Distribution::normal), 64));
  EXPECT_NE(first, rowOf(1, Stream::key, 1, lawOf(Distribution::normal), 64));
  EXPECT_NE(first, rowOf(1, Stream::query, uint64_t{1} << 32 | 1, lawOf(Distribution::normal), 64));
}

TEST(FillRow, MeanAndSdAreAppliedLast) {
  const auto x = rowOf(3, Stream::query, 0, lawOf(Distribution::laplace), 100);
  const auto moved = rowOf(3, Stream::query, 0, lawOf(Distribution::laplace, -7, 0.5), 100);
  for (size_t c = 0; c < x.size(); ++c) EXPECT_EQ(moved[c], 0.5f * x[c] - 7);
}

// Returns the largest distance of the empirical distribution function from the exact one, times sqrt(n).
double kolmogorov(std::vector<double> x, double (*cdf)(double)) {
  std::sort(x.begin(), x.end());
  double distance = 0;
  const double n = static_cast<double>(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const double p = cdf(x[i]), rank = static_cast<double>(i);
    distance = std::max({distance, p - rank / n, (rank + 1) / n - p});
  }
  return distance * std::sqrt(n);
}

double normalCdf(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
double uniformCdf(double x) { return 0.5 + x / std::sqrt(12.0); }
double exponentialCdf(double x) { return -std::expm1(-(x + 1)); }
double laplaceCdf(double x) {
  const double tail = std::exp(-std::fabs(x) * std::sqrt(2.0)) / 2;
  return x < 0 ? tail : 1 - tail;
}
double studentCdf(double x) {  // df = 5, standardised
  const double t = x * std::sqrt(5.0 / 3), angle = std::atan(t / std::sqrt(5.0)),
               c = std::cos(angle);
  return 0.5 + (angle + std::sin(angle) * (c + 2 * c * c * c / 3)) / std::acos(-1.0);
}

TEST(FillRow, EveryLawHasItsDistributionFunction) {
  const struct {
    Distribution law;
    double (*cdf)(double);
  } cases[] = {{Distribution::normal, normalCdf},
               {Distribution::uniform, uniformCdf},
               {Distribution::laplace, laplaceCdf},
               {Distribution::studentT, studentCdf},
               {Distribution::exponential, exponentialCdf}};
  for (const auto& c : cases) {
    std::vector<double> all;
    for (uint64_t row = 0; row < 500; ++row) {
      for (const float x : rowOf(11, Stream::key, row, lawOf(c.law), 1000)) all.push_back(x);
    }
    // 2.2 is passed by chance once in 8000; the seed is fixed.
    EXPECT_LE(kolmogorov(all, c.cdf), 2.2) << "law " << static_cast<int>(c.law);
  }
}

TEST(FillRow, MomentsAndCorrelationsAreWithinChance) {
  for (const Distribution law : kLaws) {
    const Component component = lawOf(law, 0, 1, 20);
    const size_t rows = 4000, d = 100;
    double sum[4] = {}, lag[3] = {};
    for (uint64_t r = 0; r < rows; ++r) {
      const auto x = rowOf(5, Stream::query, r, component, d),
                 y = rowOf(5, Stream::key, r, component, d);
      for (size_t c = 0; c + 4 < d; ++c) {
        const double v = x[c];
        sum[0] += v;
        sum[1] += v * v;
        lag[0] += v * static_cast<double>(x[c + 1]);
        lag[1] += v * static_cast<double>(x[c + 4]);  // the other of a Box-Muller pair
        lag[2] += v * static_cast<double>(y[c]);
      }
    }
    const double n = static_cast<double>(rows * (d - 4)),
                 kurtosis = standardMoments(component).kurtosis;
    EXPECT_NEAR(sum[0] / n, 0, 4 / std::sqrt(n));
    EXPECT_NEAR(sum[1] / n, 1, 4 * std::sqrt((kurtosis - 1) / n) + 1e-6);
    for (const double product : lag) EXPECT_NEAR(product / n, 0, 4 / std::sqrt(n));
  }
}

// The simd and fallback engines have the same bits.
TEST(FillRow, GivesTheseBitsOnEveryMachine) {
  const uint64_t expected[] = {10789959949301867041u, 7434970319515755364u, 16810723997951424101u,
                               13044427916319771068u, 9844202195912981827u, 17301160934339345924u};
  for (size_t i = 0; i < 6; ++i) {
    uint64_t hash = hashOf(nullptr, 0);
    for (uint64_t row = 0; row < 200; ++row) {
      const auto x = rowOf(2024, Stream::query, row, lawOf(kLaws[i], 0.25, 1.5, 3.5), 1000);
      hash = hashOf(x.data(), x.size(), hash);
    }
    EXPECT_EQ(hash, expected[i]) << "law " << i;
  }
}

TEST(StandardMoments, AreThoseOfTheLaws) {
  EXPECT_EQ(standardMoments(lawOf(Distribution::studentT, 0, 1, 5)).kurtosis, 9.0);
  EXPECT_EQ(standardMoments(lawOf(Distribution::studentT, 0, 1, 4)).kurtosis,
            std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(standardMoments(lawOf(Distribution::studentT, 0, 1, 3)).skewness));
  EXPECT_EQ(standardMoments(lawOf(Distribution::exponential)).skewness, 2.0);
  EXPECT_NEAR(standardMoment(lawOf(Distribution::studentT, 0, 1, 1e9), 8), 105, 1e-5);
  for (const Distribution law : kLaws) {
    EXPECT_EQ(standardMoment(lawOf(law), 0), 1.0);
    EXPECT_EQ(standardMoment(lawOf(law), 1), 0.0);
    EXPECT_EQ(standardMoment(lawOf(law), 2), 1.0);
  }
}

// Printed by NumPy 1.24 after RandomState(seed).
TEST(NumpyRandom, GivesNumPysDigits) {
  struct Case {
    uint32_t seed;
    std::array<double, 5> normal;
    std::array<double, 2> uniform01;
    std::array<double, 8> below10;
    std::array<double, 3> wide;
    std::array<double, 2> word, uniform, scaled;
  };
  const Case cases[] = {
      {0,
       {1.764052345967664, 0.4001572083672233, 0.9787379841057392, 2.240893199201458,
        1.8675579901499675},
       {0.4375872112626925, 0.8917730007820798},
       {8, 1, 6, 7, 7, 8, 1, 5},
       {107679279944, 309611862788, 849450715129},
       {602801996, 3736673708},
       {1.7628272188441363, 0.27603016977641426},
       {-1.454555759752822, 0.693085335186547}},
      {1,
       {1.6243453636632417, -0.6117564136500754, -0.5281717522634557, -1.0729686221561705,
        0.8654076293246785},
       {0.4191945144032948, 0.6852195003967595},
       {2, 4, 7, 7, 9, 1, 7, 0},
       {372806359176, 31410917690, 898013426947},
       {3563119317, 167739018},
       {-0.4760625966871974, -1.277837995119137},
       {-4.103077393760565, 2.3631163236634065}},
      {42,
       {0.4967141530112327, -0.13826430117118466, 0.6476885381006925, 1.5230298564080254,
        -0.23415337472333597},
       {0.05808361216819946, 0.8661761457749352},
       {3, 7, 7, 2, 5, 4, 1, 7},
       {824600269750, 90224662775, 1009416366931},
       {1250819629, 2253890007},
       {0.7944483552089232, -0.9768980225548431},
       {0.031726086101638906, -1.3160481510424218}},
      {4294967295,
       {0.6484086742306527, 0.6693235306338161, -1.0805437227474493, 0.2845010447986309,
        0.11388773652167104},
       {0.9845555560357949, 0.4142464457254096},
       {9, 9, 9, 4, 0, 7, 8, 6},
       {75118487407, 602181203733, 386492115366},
       {3363953881, 1061213568},
       {0.930415655047764, -0.09958504024721604},
       {2.235243787585876, 0.4324700934851553}},
  };
  const auto check = [](auto& expected, auto make) {
    auto got = expected;
    make(got.data(), got.size());
    EXPECT_EQ(got, expected);
  };
  for (const Case& c : cases) {
    NumpyRandom random(c.seed);
    check(c.normal, [&](double* out, size_t n) { random.normal(0, 1, out, n); });
    check(c.uniform01, [&](double* out, size_t n) { random.uniform(0, 1, out, n); });
    check(c.below10, [&](double* out, size_t n) { random.randint(0, 10, out, n); });
    check(c.wide, [&](double* out, size_t n) { random.randint(-5, int64_t{1} << 40, out, n); });
    check(c.word, [&](double* out, size_t n) { random.randint(-3, 4294967293, out, n); });
    check(c.uniform, [&](double* out, size_t n) { random.uniform(-1.5, 2.25, out, n); });
    check(c.scaled, [&](double* out, size_t n) { random.normal(0.5, 2, out, n); });
  }
}

TEST(NumpyRandom, RandintOfOneValueUsesNoWord) {
  NumpyRandom random(7), untouched(7);
  double out[3];
  random.randint(5, 6, out, 3);
  EXPECT_EQ(out[2], 5.0);
  EXPECT_EQ(random.nextWord(), untouched.nextWord());
}

}  // namespace
}  // namespace scaledot
