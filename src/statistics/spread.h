// Statistics of a sample that is stored whole, so quantiles are exact for the sample.
#pragma once
#include <cstddef>

namespace scaledot {

struct Spread {
  double mean, standardError;  // std / sqrt(count)
  double std;                  // ddof = 1; NaN for a single number
  // By linear interpolation between order statistics, NumPy's default.
  double p05, p25, p50, p75, p95;
};
// Sums are in the order of the values, so pass them in the order of their draws. The values are reordered. All results are
// NaN if a value is NaN or if there is none.
Spread spreadOf(float* values, size_t count);

// The share of the values below a threshold, and its standard error sqrt(share (1 - share) / count).
struct Share {
  double share, standardError;
};
Share shareBelow(const float* values, size_t count, double threshold);

// The ratio of the means of two samples of the same draws, with no number below 0, and its 95 % interval for many draws, by
// Fieller's theorem (1954, "Some problems in interval estimation", J. R. Stat. Soc. B 16): the ratios r for which the mean
// of over - r under is within 1.96 standard errors of 0. Correlation between over and under makes the interval narrower. Let
// u and w be the variances of the two means over the squares of the means, and c their covariance over the product of the
// means, each times 1.96^2, and s^2 = u + w - 2 c - (u w - c^2):
//
//   low   value (1 - u) / (1 - c + s)    0 if u >= 1: the numerator may be 0
//   high  value (1 - c + s) / (1 - w)    infinity if w >= 1: the denominator may be 0
//
// If all of under is 0, value is infinity (NaN if all of over is 0, too) and the interval is unbounded.
struct Ratio {
  double value, low, high;
};
Ratio ratioOfMeans(const float* over, const float* under, size_t count);

}  // namespace scaledot
