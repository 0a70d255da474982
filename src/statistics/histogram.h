// A histogram of given numbers, in bins of equal width.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// Adds the values to counts: bins + 2 doubles (below low, bins..., at or above high). Bin b holds
// low + b w <= x < low + (b + 1) w, w = (high - low) / bins; low < high. NaN is not counted.
void countValues(const double* values, size_t count, double low, double high, uint32_t bins,
                 double* counts);

}  // namespace scaledot
