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
        return gelu(x);
      case PointActivation::geluTanh:
        return x * sigmoid(cubic(bounded(x)));
      case PointActivation::silu:
        return x * sigmoid(x);
      default:
        return x;
    }
  }

 private:
  static F32x4 size(F32x4 x) { return floatOf(bitsOf(x) & splat(int32_t{INT32_MAX})); }
  // Beyond +-16 the functions no longer change, and cubes could overflow.
  static F32x4 bounded(F32x4 x) { return least(greatest(x, splat(-16.0f)), splat(16.0f)); }
  // 2 sqrt(2 / pi) (x + 0.044715 x^3):  0.5 (1 + tanh(u / 2)) is sigmoid(u).
  static F32x4 cubic(F32x4 x) { return x * madd(x * x, splat(0.0713548163f), splat(1.59576912f)); }
  F32x4 sigmoid(F32x4 x) const {
    const F32x4 p = exponentialOfNegative(-size(x), math_);
    return select(x < 0.0f, p, splat(1.0f)) / (1.0f + p);
  }
  F32x4 gelu(F32x4 x) const {
    const F32x4 inside = bounded(x);
    const F32x4 t = 1.0f / madd(size(inside), splat(0.282842712f), splat(1.0f));
    F32x4 p = splat(kComplement[9]);
    for (int i = 8; i >= 0; --i) p = madd(p, t, splat(kComplement[i]));
    const F32x4 tail = 0.5f * t * p * exponentialOfNegative(inside * inside * -0.5f, math_);
    return x * select(x < 0.0f, tail, 1.0f - tail);
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

}  // namespace scaledot
