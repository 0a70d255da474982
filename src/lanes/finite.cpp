#include "lanes/finite.h"

#include <algorithm>

#include "lanes/simd.h"

namespace scaledot {
namespace {

bool areFinite(const float* x, size_t count) {
  F32x4 zeros[2] = {};
  size_t n = 0;
  for (; n + 8 <= count; n += 8) {
    zeros[0] += load(x + n) * 0.0f;
    zeros[1] += load(x + n + 4) * 0.0f;
  }
  bool finite = sumOf(zeros[0] + zeros[1]) == 0;
  for (; n < count; ++n) finite = finite && isFinite(x[n]);
  return finite;
}

}  // namespace

bool removeNonFinite(float* x, size_t count) {
  if (areFinite(x, count)) return true;
  std::replace_if(
      x, x + count, [](float number) { return !isFinite(number); }, 0.0f);
  return false;
}

}  // namespace scaledot
