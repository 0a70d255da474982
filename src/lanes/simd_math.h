// log, sine, cosine, e^x, 2^x - 1 and tanh on four lanes. They use only additions, multiplications and divisions, so every
// machine gives the same bits (a platform's libm does not). The polynomials are our own minimax fits.
// tests/native/simd_test.cpp measures the bounds over all or very many arguments.
#pragma once
#include "lanes/simd.h"

namespace scaledot {

// Constants, loaded from memory (see hidden() in simd.h).
struct SimdMath {
  float logarithm[8] = {0.33333331f, -0.25000820f, 0.20001227f, -0.16623357f,
                        0.14201757f, -0.13160183f, 0.12761578f, -0.07634497f};
  // The high part times an exponent is exact.
  float ln2High = 0.693145752f, ln2Low = 1.42860677e-6f;
  float sine[4] = {0.78539819f, -0.080745436f, 0.0024900010f, -3.5950463e-5f};
  float cosine[3] = {-0.30842441f, 0.015850201f, -0.00031902004f};
  float powerOf2[6] = {0.693147182f,   0.240226492f,   0.0555035733f,
                       0.00961823761f, 0.00133907353f, 0.000154035122f};
  float exponential[5] = {0.49999994f, 0.166665211f, 0.0416682921f, 0.0083687203f, 0.00138187315f};
  float log2e = 1.44269502f, one = 1;
  // 1.5 * 2^23: adding it rounds to an integer, held in the low bits. biasedRounder also adds 127, the bias of a float's
  // exponent.
  float rounder = 12582912.0f, biasedRounder = 12583039.0f;
  float leastExponent = -88.0f, subnormalExponent = -104.0f, greatestExponent = 89.0f;
  float hyperbolicTangent[5] = {-0.333333164f, 0.133325443f, -0.0538475476f, 0.021050714f,
                                -0.0062428494f};
};
inline constexpr SimdMath kSimdMath{};

// Returns the natural logarithm of normal positive numbers.
//   x = 2^e (1 + f), sqrt(1/2) <= 1 + f < sqrt(2);  log x = e ln 2 + f - f^2/2 + f^3 P(f)
inline F32x4 logarithm(F32x4 x, const SimdMath& c) {
  const I32x4 sqrtHalf = splat(int32_t{0x3f3504f3});
  const I32x4 exponent = (bitsOf(x) - sqrtHalf) >> 23;
  const F32x4 f = floatOf(bitsOf(x) - (exponent << 23)) - 1.0f;
  const F32x4 e = toFloat(exponent);
  F32x4 p = splat(c.logarithm[7]);
  for (int i = 6; i >= 0; --i) p = madd(p, f, splat(c.logarithm[i]));
  const F32x4 square = f * f;
  const F32x4 tail = madd(square * f, p, e * splat(c.ln2Low));
  return madd(e, splat(c.ln2High), f + madd(square, splat(-0.5f), tail));
}

// sine and cosine of x pi/4, |x| <= 1.
struct SineCosine {
  F32x4 sine, cosine;
};
inline SineCosine sineCosine(F32x4 x, const SimdMath& c) {
  const F32x4 square = x * x;
  F32x4 s = splat(c.sine[3]), k = splat(c.cosine[2]);
  for (int i = 2; i >= 0; --i) s = madd(s, square, splat(c.sine[i]));
  for (int i = 1; i >= 0; --i) k = madd(k, square, splat(c.cosine[i]));
  return {s * x, madd(k, square, splat(1.0f))};
}

// 2^x - 1 for 0 <= x <= 120, also relatively accurate near 0.
//   x = n + f, |f| <= 1/2;  2^x - 1 = 2^n (2^f - 1) + (2^n - 1)
inline F32x4 powerOf2Minus1(F32x4 x, const SimdMath& c) {
  const F32x4 rounder = splat(c.rounder);
  const F32x4 rounded = x + rounder;
  const F32x4 f = x - (rounded - rounder);
  F32x4 p = splat(c.powerOf2[5]);
  for (int i = 4; i >= 0; --i) p = madd(p, f, splat(c.powerOf2[i]));
  const F32x4 power = floatOf((bitsOf(rounded) << 23) + splat(int32_t{0x3f800000}));
  return madd(power, p * f, power - 1.0f);
}

// e^x as fraction 2^n.
//   x = n ln 2 + r, |r| <= ln 2 / 2;  e^r = 1 + (r + r^2 Q(r))
struct ScaledPower {
  F32x4 fraction;
  I32x4 rounded;  // n + 127 in the low bits
};
inline ScaledPower scaledPower(F32x4 x, const SimdMath& c) {
  const F32x4 rounded = madd(x, splat(c.log2e), splat(c.biasedRounder));
  const F32x4 n = rounded - splat(c.biasedRounder);
  const F32x4 r = madd(n, splat(-c.ln2Low), madd(n, splat(-c.ln2High), x));
  const F32x4 square = r * r;  // Q in two halves shortens the chain of multiply-adds
  const F32x4 low = madd(splat(c.exponential[1]), r, splat(c.exponential[0]));
  const F32x4 middle = madd(splat(c.exponential[3]), r, splat(c.exponential[2]));
  const F32x4 high = madd(splat(c.exponential[4]), square, middle);
  return {madd(madd(high, square, low), square, r) + splat(c.one), bitsOf(rounded)};
}

// e^x for every x. Multiplies by 2^n in two steps, because the result may be subnormal or infinite.
inline F32x4 exponential(F32x4 x, const SimdMath& c) {
  const F32x4 inside = least(greatest(x, splat(c.subnormalExponent)), splat(c.greatestExponent));
  const ScaledPower power = scaledPower(inside, c);
  const I32x4 n = power.rounded - bitsOf(splat(c.biasedRounder));
  const I32x4 half = n >> 1;
  return power.fraction * floatOf((half + 127) << 23) * floatOf((n - half + 127) << 23);
}

// e^x for x <= 0, in fewer steps. 0 where the result is below 2^-126.5.
inline F32x4 exponentialOfNegative(F32x4 x, const SimdMath& c) {
  const ScaledPower power = scaledPower(greatest(x, splat(c.leastExponent)), c);
  return power.fraction * floatOf(power.rounded << 23);
}

// e^x for x <= 0 with relative error (2 + |x|) 2^-23, in the fewest steps: for differences of rounded numbers. 0 where the
// result is below 2^-126.5, 1 at 0; NaN stays NaN.
inline F32x4 quickExponential(F32x4 x, const SimdMath& c) {
  const F32x4 inside = greatest(x, splat(c.leastExponent));
  const F32x4 rounded = madd(inside, splat(c.log2e), splat(c.biasedRounder));
  const F32x4 f = madd(inside, splat(c.log2e), splat(c.biasedRounder) - rounded);
  F32x4 p = splat(c.powerOf2[5]);
  for (int i = 4; i >= 0; --i) p = madd(p, f, splat(c.powerOf2[i]));
  return madd(p, f, splat(c.one)) * floatOf(bitsOf(rounded) << 23);
}

// tanh of every float and its derivative. tanh is odd and within 2 ulp; NaN stays NaN, the infinities give -1 and 1. The
// derivative is within 5 ulp down to 2^-125, also where tanh rounds to 1, because it is not computed as 1 - tanh^2.
//   |x| < 0.55:  x + x^3 P(x^2);  else 1 - 2 p / (1 + p),  p = e^-2|x|;  slope = p (2 / (1 + p))^2
struct TangentAndSlope {
  F32x4 value, slope;
};
inline TangentAndSlope tangentAndSlope(F32x4 x, const SimdMath& c) {
  const I32x4 sign = bitsOf(x) & splat(int32_t{INT32_MIN});
  const F32x4 size = floatOf(bitsOf(x) ^ sign);
  const F32x4 square = size * size;
  F32x4 q = splat(c.hyperbolicTangent[4]);
  for (int i = 3; i >= 0; --i) q = madd(q, square, splat(c.hyperbolicTangent[i]));
  const F32x4 small = madd(size * square, q, size);
  const F32x4 p = exponentialOfNegative(size * -2.0f, c);
  const F32x4 ratio = 2.0f / (1.0f + p);
  const F32x4 large = 1.0f - p * ratio;
  return {floatOf(bitsOf(select(size < 0.55f, small, large)) | sign), p * ratio * ratio};
}
inline F32x4 hyperbolicTangent(F32x4 x, const SimdMath& c) { return tangentAndSlope(x, c).value; }

}  // namespace scaledot
