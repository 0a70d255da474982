// Lanes, compared with scalars; and the polynomials of simd_math.h and rounded.h, compared with the C library in a wider
// type.
#include "lanes/simd.h"

#include <algorithm>
#include <cfloat>

#include "lanes/rounded.h"
#include "lanes/simd_math.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::relativeError;
using testing::ulps;
using testing::Worst;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Uses a step that visits every exponent and all kinds of low bits.
template <typename Check>
void forFloats(float first, float last, uint32_t step, Check check) {
  const uint32_t end = std::bit_cast<uint32_t>(last);
  for (uint64_t bits = std::bit_cast<uint32_t>(first); bits < end; bits += step) {
    check(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  }
  check(last);
}

constexpr uint32_t kStep = testing::kSanitized ? 8191 : 61;

TEST(Simd, LoadAndStoreTouchFourNumbersAtAnyAlignment) {
  testing::GuardedBuffer<float> buffer(7);
  for (size_t i = 0; i < 7; ++i) buffer[i] = static_cast<float>(i);
  for (size_t at = 0; at <= 3; ++at) {
    const F32x4 x = load(&buffer[at]);
    for (int lane = 0; lane < 4; ++lane)
      EXPECT_EQ(x[lane], static_cast<float>(at) + static_cast<float>(lane));
    store(&buffer[at], x);
  }
}

TEST(Simd, LoadFirstAndStoreFirstTouchOnlyTheFirstNumbers) {
  for (size_t count = 1; count <= 6; ++count) {
    const size_t size = std::min<size_t>(count, 4);
    testing::GuardedBuffer<float> from(size), to(size);
    for (size_t i = 0; i < size; ++i) from[i] = static_cast<float>(i + 1);
    const F32x4 x = loadFirst(from.data(), count, -7);
    for (size_t lane = 0; lane < 4; ++lane) {
      EXPECT_EQ(x[lane], lane < size ? static_cast<float>(lane + 1) : -7);
    }
    storeFirst(to.data(), count, x);
    for (size_t i = 0; i < size; ++i) EXPECT_EQ(to[i], from[i]);
  }
}

TEST(Simd, MaddRoundsTwiceWithoutFusing) {
  const float a = 1 + 0x1p-12f;  // a * a = 1 + 2^-11 + 2^-24
  EXPECT_EQ(madd(splat(a), splat(a), splat(-(1 + 0x1p-11f)))[0], 0.0f);
}

TEST(Simd, LeastAndGreatestReturnNaNInTheFirstArgumentButNotInTheSecond) {
  const F32x4 numbers{1, -2, 0, 5}, others{2, -3, -0.0f, 5};
  const F32x4 low = least(numbers, others), high = greatest(numbers, others);
  const float lows[] = {1, -3, 0, 5}, highs[] = {2, -2, 0, 5};
  for (int lane = 0; lane < 4; ++lane) {
    EXPECT_EQ(low[lane], lows[lane]);
    EXPECT_EQ(high[lane], highs[lane]);
  }
  EXPECT_TRUE(std::isnan(least(splat(kNaN), splat(1.0f))[2]));
  EXPECT_TRUE(std::isnan(greatest(splat(kNaN), splat(1.0f))[2]));
  EXPECT_EQ(least(splat(1.0f), splat(kNaN))[2], 1.0f);
  EXPECT_EQ(greatest(splat(1.0f), splat(kNaN))[2], 1.0f);
}

TEST(Simd, SelectSelectsWholeLanes) {
  const F32x4 chosen = select(I32x4{-1, 0, -1, 0}, splat(1.0f), splat(2.0f));
  EXPECT_EQ(chosen[0], 1.0f);
  EXPECT_EQ(chosen[1], 2.0f);
  EXPECT_EQ(chosen[2], 1.0f);
  EXPECT_EQ(chosen[3], 2.0f);
}

TEST(Simd, WideProductIsExactInEveryLane) {
  const uint32_t corners[] = {0,          1,          2,          0xffff,
                              0x10000,    0x7fffffff, 0x80000000, 0xfffffffe,
                              0xffffffff, 0xD2511F53, 0xCD9E8D57, 12345};
  for (const uint32_t a : corners) {
    for (const uint32_t b : corners) {
      const U32x4 x{a, a ^ 5, a + 77, ~a};
      const WideProduct product = wideProduct(x, splat(b));
      for (int lane = 0; lane < 4; ++lane) {
        const uint64_t exact = uint64_t{x[lane]} * b;
        EXPECT_EQ(product.low[lane], static_cast<uint32_t>(exact))
            << a << " * " << b << " lane " << lane;
        EXPECT_EQ(product.high[lane], static_cast<uint32_t>(exact >> 32))
            << a << " * " << b << " lane " << lane;
      }
    }
  }
}

TEST(SimdMath, LogarithmOfTheUnitIntervalIsWithin1Ulp) {
  Worst worst("log, ulp");
  forFloats(0x1p-32f, 1.0f, kStep, [&](float x) {
    if (x == 1) return;
    worst.note(ulps(logarithm(splat(x), kSimdMath)[1], std::log(static_cast<double>(x))), x);
  });
  EXPECT_LE(worst.error(), 1.0);
  EXPECT_EQ(logarithm(splat(1.0f), kSimdMath)[0], 0.0f);
}

TEST(SimdMath, SineAndCosineOfAnEighthTurnAreWithin2Ulp) {
  Worst sine("sine, ulp"), cosine("cosine, ulp");
  const double quarterPi = std::atan(1.0);
  forFloats(0x1p-31f, 1.0f, kStep, [&](float x) {
    const SineCosine both = sineCosine(F32x4{x, -x, x, -x}, kSimdMath);
    const double exact = std::sin(quarterPi * static_cast<double>(x));
    sine.note(ulps(both.sine[0], exact), x);
    EXPECT_EQ(both.sine[1], -both.sine[0]);
    cosine.note(ulps(both.cosine[3], std::cos(quarterPi * static_cast<double>(x))), x);
  });
  EXPECT_LE(sine.error(), 2.0);
  EXPECT_LE(cosine.error(), 2.0);
}

TEST(SimdMath, PowerOf2Minus1IsWithin2AndAHalfUlpAlsoNear0) {
  Worst worst("2^x - 1, ulp");
  forFloats(0x1p-40f, 64.0f, kStep, [&](float x) {
    const double exact = std::expm1(static_cast<double>(x) * 0.69314718055994530942);
    worst.note(ulps(powerOf2Minus1(splat(x), kSimdMath)[0], exact), x);
  });
  EXPECT_LE(worst.error(), 2.5);
  EXPECT_EQ(powerOf2Minus1(splat(0.0f), kSimdMath)[0], 0.0f);
}

// Visits both signs, all exponents, every kStep-th bit pattern.
template <typename Check>
void forAllFloats(Check check) {
  for (uint64_t bits = 0; bits <= 0xffffffff; bits += 7 * kStep) {
    const float x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    if (!std::isnan(x)) check(x);
  }
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(SimdMath, ExponentialIsWithin1UlpWhereItIsNormalAndWithinTheLeastStepElsewhere) {
  Worst normal("e^x, ulp"), subnormal("e^x, steps of 2^-149");
  const auto check = [&](float x) {
    const double exact = std::exp(static_cast<double>(x));
    const float value = exponential(F32x4{x, 0, x, x}, kSimdMath)[3];
    if (exact > static_cast<double>(FLT_MAX) * (1 + 0x1p-25)) {
      EXPECT_EQ(value, kInfinity) << x;
    } else if (exact >= 0x1p-126) {
      normal.note(ulps(value, exact), x);
    } else {
      subnormal.note(std::fabs(static_cast<double>(value) - exact) * 0x1p149, x);
    }
  };
  forAllFloats(check);
  forFloats(0x1p-10f, 104.5f, kStep, [&](float x) {
    check(x);
    check(-x);
  });
  EXPECT_LE(normal.error(), 1.0);
  EXPECT_LE(subnormal.error(), 1.0);
}

TEST(SimdMath, ExponentialOfNegativeIsTheSameUntilItIsZero) {
  const auto check = [](float x) {
    const float value = exponentialOfNegative(splat(x), kSimdMath)[2];
    if (x > -87.68f) {
      EXPECT_EQ(value, exponential(splat(x), kSimdMath)[0]) << x;
    } else if (x < -87.69f) {
      EXPECT_EQ(value, 0.0f) << x;
    }
  };
  forFloats(0x1p-30f, 200.0f, 7 * kStep, [&](float x) { check(-x); });
  forFloats(200.0f, FLT_MAX, 997 * kStep, [&](float x) { check(-x); });
}

TEST(SimdMath, QuickExponentialIsAsAccurateAsARoundedArgument) {
  Worst worst("quick e^x, relative, in (2 + |x|) 2^-23");
  forFloats(0x1p-30f, 87.3f, 7 * kStep, [&](float x) {
    const double size = static_cast<double>(x);
    const float value = quickExponential(splat(-x), kSimdMath)[1];
    worst.note(relativeError(static_cast<double>(value), std::exp(-size)) / ((2 + size) * 0x1p-23),
               size);
  });
  EXPECT_LE(worst.error(), 1.0);
  forFloats(88.0f, FLT_MAX, 997 * kStep,
            [&](float x) { EXPECT_EQ(quickExponential(splat(-x), kSimdMath)[0], 0.0f) << x; });
}

TEST(SimdMath, ExponentialsOfTheEndsAreExact) {
  for (const auto function : {exponential, exponentialOfNegative, quickExponential}) {
    EXPECT_EQ(function(splat(0.0f), kSimdMath)[0], 1.0f);
    EXPECT_EQ(function(splat(-0.0f), kSimdMath)[1], 1.0f);
    EXPECT_EQ(std::bit_cast<uint32_t>(function(splat(-kInfinity), kSimdMath)[2]), 0u);
    EXPECT_EQ(std::bit_cast<uint32_t>(function(splat(-FLT_MAX), kSimdMath)[2]), 0u);
    for (const uint32_t payload : {0x7fc00000u, 0x7fc00001u, 0xffffffffu, 0x7fcabcdeu}) {
      const F32x4 mixed{-1, std::bit_cast<float>(payload), 0, -kInfinity};
      const F32x4 result = function(mixed, kSimdMath);
      EXPECT_TRUE(std::isnan(result[1]));
      EXPECT_EQ(result[2], 1.0f);
      EXPECT_EQ(result[3], 0.0f);
    }
  }
  EXPECT_EQ(exponential(splat(kInfinity), kSimdMath)[3], kInfinity);
}

TEST(SimdMath, HyperbolicTangentIsWithin2UlpAndOdd) {
  Worst worst("tanh, ulp");
  forFloats(0.0f, 12.0f, kStep, [&](float x) {
    const F32x4 both = hyperbolicTangent(F32x4{x, -x, x, -x}, kSimdMath);
    worst.note(ulps(both[2], std::tanh(static_cast<double>(x))), x);
    EXPECT_EQ(std::bit_cast<uint32_t>(both[3]), std::bit_cast<uint32_t>(both[0]) | 0x80000000u);
  });
  EXPECT_LE(worst.error(), 2.0);
}

TEST(SimdMath, SlopeOfTheHyperbolicTangentIsWithin5UlpAlsoWhereItIs1) {
  Worst worst("slope of tanh, ulp");
  forFloats(0.0f, 43.0f, kStep, [&](float x) {
    const TangentAndSlope both = tangentAndSlope(F32x4{x, -x, x, -x}, kSimdMath);
    const double cosine = std::cosh(static_cast<double>(x));
    worst.note(ulps(both.slope[0], 1 / (cosine * cosine)), x);
    EXPECT_EQ(both.slope[1], both.slope[0]);
  });
  EXPECT_LE(worst.error(), 5.0);
  EXPECT_EQ(tangentAndSlope(splat(0.0f), kSimdMath).slope[0], 1.0f);
  EXPECT_EQ(tangentAndSlope(splat(-kInfinity), kSimdMath).slope[0], 0.0f);
  EXPECT_TRUE(std::isnan(tangentAndSlope(splat(kNaN), kSimdMath).slope[0]));
}

TEST(SimdMath, HyperbolicTangentOfTinyNumbersIsTheNumberAndOfLargeOnesOne) {
  forFloats(0.0f, 0x1p-13f, kStep, [](float x) {
    EXPECT_EQ(hyperbolicTangent(splat(x), kSimdMath)[0], x);
    EXPECT_TRUE(std::signbit(hyperbolicTangent(splat(-x), kSimdMath)[1]));
  });
  forFloats(9.02f, INFINITY, kStep, [](float x) {
    EXPECT_EQ(hyperbolicTangent(splat(x), kSimdMath)[0], 1.0f);
    EXPECT_EQ(hyperbolicTangent(splat(-x), kSimdMath)[3], -1.0f);
  });
  EXPECT_TRUE(std::isnan(hyperbolicTangent(splat(kNaN), kSimdMath)[0]));
  EXPECT_TRUE(std::isnan(hyperbolicTangent(splat(-kNaN), kSimdMath)[1]));
}

// Returns pseudo-random bits for doubles.
double mixed(uint64_t n) {
  n *= 0x9E3779B97F4A7C15;
  n ^= n >> 29;
  n *= 0xBF58476D1CE4E5B9;
  return static_cast<double>(n >> 11) * 0x1p-53;
}

TEST(Rounded, LogIsTheNearestDoubleToAWiderLog) {
  if (LDBL_MANT_DIG < 64) GTEST_SKIP() << "long double is no wider than double here";
  Worst worst("log, ulp");
  const uint64_t count = testing::kSanitized ? 100000 : 1000000;
  for (uint64_t n = 1; n <= count; ++n) {
    double x = mixed(n);
    if (n % 3 == 1) x = 1 + (x - 0.5) * 0x1p-6;  // around 1, where terms could cancel
    if (n % 3 == 2) x = std::ldexp(x, static_cast<int>(n % 600) - 300);
    if (x <= 0 || x == 1) continue;
    const long double exact = std::log(static_cast<long double>(x));
    const double ulp = std::nextafter(std::fabs(static_cast<double>(exact)), INFINITY) -
                       std::fabs(static_cast<double>(exact));
    worst.note(static_cast<double>(std::fabs(roundedLog(x) - exact)) / ulp, x);
  }
  EXPECT_LE(worst.error(), 0.5005);
  EXPECT_EQ(roundedLog(1), 0.0);
}

TEST(Rounded, LogHasTheseDigits) {
  EXPECT_EQ(roundedLog(0.1), -2.3025850929940455);
  EXPECT_EQ(roundedLog(2), 0.6931471805599453);
  EXPECT_EQ(roundedLog(0x1p-106), -73.4736011393542);
  EXPECT_EQ(roundedLog(1 - 0x1p-53), -1.1102230246251566e-16);
}

TEST(Rounded, PowerIsWithinHalfAnUlp) {
  if (LDBL_MANT_DIG < 64) GTEST_SKIP() << "long double is no wider than double here";
  Worst worst("power, relative in 2^-53");
  for (int base = 1; base <= 65536; base += base / 64 + 1) {
    for (const double exponent : {-2.0, -1.0, -0.75, -0.5, -0.25, -0.1, 0.0, 0.3, 1.0, 2.0}) {
      const long double exact =
          std::pow(static_cast<long double>(base), static_cast<long double>(exponent));
      worst.note(
          static_cast<double>(std::fabs(roundedPower(base, exponent) - exact) / exact) * 0x1p53,
          base);
    }
  }
  EXPECT_LE(worst.error(), 1.0005);  // half an ulp is up to 1 in this measure
}

}  // namespace
}  // namespace scaledot
