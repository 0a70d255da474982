// How the numbers of a sample spread, where all of them are kept: nothing is estimated but what the sample itself
// leaves open.
#pragma once
#include <cstddef>

namespace scaledot {

struct Spread {
  double mean, standardError;  // std / sqrt(count)
  double std;                  // ddof = 1; NaN for a single number
  double p05, p25, p50, p75,
      p95;  // by linear interpolation between order statistics, NumPy's default
};
// Sums run in the order of the values, so they should be in that of their draws; afterwards the values are in
// another. NaN among them, or nothing at all, makes everything NaN.
Spread spreadOf(float* values, size_t count);

// The share of the values below a threshold, and its standard error sqrt(share (1 - share) / count).
struct Share {
  double share, standardError;
};
Share shareBelow(const float* values, size_t count, double threshold);

}  // namespace scaledot
