// How the numbers of a sample spread, where all of them are kept: nothing is estimated but what the sample itself
// leaves open.
#pragma once
#include <cstddef>

namespace scaledot {

struct Spread {
  double mean, standardError;  // std / sqrt(count)
  double std;                  // ddof = 1; NaN for a single number
  // By linear interpolation between order statistics, NumPy's default.
  double p05, p25, p50, p75, p95;
};
// Sums run in the order of the values, so they should be in that of their draws; afterwards the values are in
// another. NaN among them, or nothing at all, makes everything NaN.
Spread spreadOf(float* values, size_t count);

// The share of the values below a threshold, and its standard error sqrt(share (1 - share) / count).
struct Share {
  double share, standardError;
};
Share shareBelow(const float* values, size_t count, double threshold);

// The mean of some numbers over the mean of others, both of the same draws and none below 0, and the ends of its 95 %
// interval for many draws, by Fieller's theorem (1954, "Some problems in interval estimation", J. R. Stat. Soc. B 16):
// the ratios r for which the mean of over - r under is within 1.96 of its standard errors of 0. What over and under
// share in a draw makes the interval narrower. With u and w the variances of the two means over the squares of the
// means, c their covariance over the product of the means, each times 1.96^2, and s^2 = u + w - 2 c - (u w - c^2):
//
//   low   value (1 - u) / (1 - c + s)    0 from u = 1 on: the upper mean may be 0
//   high  value (1 - c + s) / (1 - w)    infinity from w = 1 on: the lower one may be
//
// Where all of under is 0, value is infinity, or NaN if all of over is 0, too, and the interval has no end.
struct Ratio {
  double value, low, high;
};
Ratio ratioOfMeans(const float* over, const float* under, size_t count);

}  // namespace scaledot
