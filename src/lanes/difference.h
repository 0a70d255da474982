// The difference of two tensors of the same shape.
#pragma once
#include <cstddef>

namespace scaledot {

// The largest |a - b|, the first index that has it, and the largest |a| that is not NaN. Equal infinities differ by 0, as do
// two NaN. NaN and a number differ by infinity. For count 0 all three are 0.
struct Difference {
  double largest = 0;
  size_t at = 0;
  double scale = 0;
};
Difference largestDifference(const float* a, const float* b, size_t count);

}  // namespace scaledot
