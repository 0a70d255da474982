// How far two tensors of the same shape are apart.
#pragma once
#include <cstddef>

namespace scaledot {

// The largest |a - b|, and the first place that has it; and the largest |a|, NaN aside. Equal infinities and two NaN
// are no difference, NaN and a number an infinite one. Of nothing all are 0.
struct Difference {
  double largest = 0;
  size_t at = 0;
  double scale = 0;
};
Difference largestDifference(const float* a, const float* b, size_t count);

}  // namespace scaledot
