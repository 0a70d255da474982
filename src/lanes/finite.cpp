#include "lanes/finite.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lanes/simd.h"

namespace scaledot {

bool areFinite(const float* x, size_t count) {
  F32x4 zeros[4] = {};
  size_t n = 0;
  for (; n + 16 <= count; n += 16) {
    for (size_t i = 0; i < 4; ++i) zeros[i] += load(x + n + 4 * i) * 0.0f;
  }
  for (; n + 4 <= count; n += 4) zeros[0] += load(x + n) * 0.0f;
  bool finite = sumOf((zeros[0] + zeros[1]) + (zeros[2] + zeros[3])) == 0;
  for (; n < count; ++n) finite = finite && isFinite(x[n]);
  return finite;
}

float largestMagnitude(const float* x, size_t count) {
  const I32x4 withoutSign = splat(0x7fffffff);
  F32x4 found[4] = {};
  size_t n = 0;
  for (; n + 16 <= count; n += 16) {
    for (size_t i = 0; i < 4; ++i) {
      found[i] = greatest(found[i], floatOf(bitsOf(load(x + n + 4 * i)) & withoutSign));
    }
  }
  const F32x4 all = greatest(greatest(found[0], found[1]), greatest(found[2], found[3]));
  float largest = 0;
  for (size_t lane = 0; lane < 4; ++lane) largest = std::max(largest, all[lane]);
  for (; n < count; ++n) largest = std::max(largest, std::fabs(x[n]));
  return largest;
}

float narrowed(double x) {
  constexpr double most = std::numeric_limits<float>::max();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (x > most) return infinity;
  return x < -most ? -infinity : static_cast<float>(x);
}

void redoProduct(float factor, const float* a, const float* b, size_t count, float& score) {
  double product = 0;
  for (size_t i = 0; i < count; ++i) {
    product += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  if (std::isfinite(product)) score = narrowed(static_cast<double>(factor) * product);
}

bool removeNonFinite(float* x, size_t count) {
  if (areFinite(x, count)) return true;
  std::replace_if(
      x, x + count, [](float number) { return !isFinite(number); }, 0.0f);
  return false;
}

}  // namespace scaledot
