#include "network/pointwise.h"

#include "lanes/simd.h"
#include "lanes/simd_math.h"

namespace scaledot {
namespace {

// erfc(z) = t P(t) e^-z^2 with t = 1 / (1 + 0.4 z), z >= 0: our own minimax fit, within 5e-8 relative.
constexpr float kComplement[10] = {0.225700885f, 0.225070924f, 0.21391885f,  0.134397998f,
                                   0.258289039f, -0.25849086f, 0.516105056f, -0.475175172f,
                                   0.187908545f, -0.027725216f};

class Functions {
 public:
  Functions() : math_(*hidden(&kSimdMath)) {}

  F32x4 of(PointActivation activation, F32x4 x) const {
    switch (activation) {
      case PointActivation::relu:
        return greatest(x, splat(0.0f));
      case PointActivation::gelu:
        return x * normalShare(bounded(x));
      case PointActivation::geluTanh:
        return x * sigmoid(cubic(bounded(x)));
      case PointActivation::silu:
        return x * sigmoid(x);
      default:
        return x;
    }
  }

  F32x4 gradient(PointActivation activation, F32x4 x, F32x4 outputGradient) const {
    // Not a product: 0 times infinity is NaN.
    if (activation == PointActivation::relu) return select(x <= 0.0f, splat(0.0f), outputGradient);
    return outputGradient * slope(activation, x);
  }

 private:
  F32x4 slope(PointActivation activation, F32x4 x) const {
    switch (activation) {
      case PointActivation::gelu:
        return geluSlope(bounded(x));
      case PointActivation::geluTanh:
        return geluTanhSlope(bounded(x));
      case PointActivation::silu:
        return gatedSlope(x, x, splat(1.0f));
      default:
        return splat(1.0f);
    }
  }
  static F32x4 size(F32x4 x) { return floatOf(bitsOf(x) & splat(int32_t{INT32_MAX})); }
  // Beyond +-16 the functions no longer change, and cubes could overflow.
  static F32x4 bounded(F32x4 x) { return least(greatest(x, splat(-16.0f)), splat(16.0f)); }
  // 2 sqrt(2 / pi) (x + 0.044715 x^3):  0.5 (1 + tanh(u / 2)) is sigmoid(u).
  static F32x4 cubic(F32x4 x) { return x * madd(x * x, splat(0.0713548163f), splat(1.59576912f)); }
  static F32x4 cubicSlope(F32x4 x) { return madd(x * x, splat(0.214064449f), splat(1.59576912f)); }
  // Of x sigmoid(u):  sigmoid(u) + x sigmoid'(u) u',  sigmoid'(u) = p / (1 + p)^2 with p = e^-|u|
  F32x4 gatedSlope(F32x4 x, F32x4 u, F32x4 uSlope) const {
    const F32x4 p = exponentialOfNegative(-size(u), math_), inverse = 1.0f / (1.0f + p);
    // Where p is 0, x may be infinite.
    const F32x4 rest = select(p == 0.0f, splat(0.0f), x * uSlope * p * inverse * inverse);
    return select(u < 0.0f, p, splat(1.0f)) * inverse + rest;
  }
  F32x4 geluTanhSlope(F32x4 x) const { return gatedSlope(x, cubic(x), cubicSlope(x)); }
  // x Phi(x):  Phi(x) + x e^(-x^2 / 2) / sqrt(2 pi)
  F32x4 geluSlope(F32x4 x) const {
    const F32x4 density = 0.398942280f * exponentialOfNegative(x * x * -0.5f, math_);
    return madd(x, density, normalShare(x));
  }
  F32x4 sigmoid(F32x4 x) const {
    const F32x4 p = exponentialOfNegative(-size(x), math_);
    return select(x < 0.0f, p, splat(1.0f)) / (1.0f + p);
  }
  // Returns Phi of bounded arguments.
  F32x4 normalShare(F32x4 inside) const {
    const F32x4 t = 1.0f / madd(size(inside), splat(0.282842712f), splat(1.0f));
    F32x4 p = splat(kComplement[9]);
    for (int i = 8; i >= 0; --i) p = madd(p, t, splat(kComplement[i]));
    const F32x4 tail = 0.5f * t * p * exponentialOfNegative(inside * inside * -0.5f, math_);
    return select(inside < 0.0f, tail, 1.0f - tail);
  }

  SimdMath math_;
};

}  // namespace

void pointwise(const Pointwise& what, const float* x, size_t count, float* y) {
  const Functions functions;
  for (size_t at = 0; at < count; at += 4) {
    const size_t lanes = count - at;
    F32x4 value = functions.of(what.activation, loadFirst(x + at, lanes, 0));
    if (what.gate != nullptr) value *= loadFirst(what.gate + at, lanes, 0);
    if (what.scale != 1) value *= splat(what.scale);
    if (what.add != nullptr) value += loadFirst(what.add + at, lanes, 0);
    storeFirst(y + at, lanes, value);
  }
}

void pointwiseGradient(PointActivation activation, const float* x, const float* gradient,
                       size_t count, float* xGradient) {
  const Functions functions;
  for (size_t at = 0; at < count; at += 4) {
    const size_t lanes = count - at;
    const F32x4 from = loadFirst(x + at, lanes, 0), given = loadFirst(gradient + at, lanes, 0);
    storeFirst(xGradient + at, lanes, functions.gradient(activation, from, given));
  }
}

}  // namespace scaledot
