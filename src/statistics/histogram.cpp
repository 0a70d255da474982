#include "statistics/histogram.h"

#include <algorithm>

namespace scaledot {

void countValues(const double* values, size_t count, double low, double high, uint32_t bins,
                 double* counts) {
  const double binsPerUnit = bins / (high - low);
  for (size_t i = 0; i < count; ++i) {
    const double x = values[i];
    if (x < low) {
      counts[0] += 1;
    } else if (x >= high) {
      counts[bins + 1] += 1;
    } else if (x == x) {
      // Rounding may put an x just below high into the bin after the last.
      const auto bin = static_cast<uint32_t>((x - low) * binsPerUnit);
      counts[1 + std::min(bin, bins - 1)] += 1;
    }
  }
}

}  // namespace scaledot
