// Layer normalisation (Ba, Kiros & Hinton 2016, eq. 4) and RMS normalisation (Zhang & Sennrich 2019, eq. 4) of rows:
//
//   layerNorm  y = (x - mean) / sqrt(variance + epsilon) weight + bias     variance with ddof = 0
//   rmsNorm    y = x / sqrt(mean of x^2 + epsilon) weight
//
// weight and bias are [count], null for 1 and 0. Everything between arguments and results is double: means and
// variances in two passes, entry i added to partial sum i mod 4, and every result rounded once, so that it is
// within 0.51 ulp where no terms cancel. y may be x.
//
// NaN or an infinity makes NaN of its row (but not an infinity of the zeros of rmsNorm: they become 0). With epsilon = 0 a constant
// row (for rmsNorm: of zeros) is 0 / 0, NaN.
#pragma once
#include <cstddef>

namespace scaledot {

// What both norms and their gradients take.
struct NormRows {
  const float* x;  // [rows, count], row-major
  size_t rows, count;
  const float* weight;
  double epsilon;
};

// mean and inverseStd = 1 / sqrt(variance + epsilon), [rows], are written if not null. An empty row has mean and variance 0.
void layerNorm(const NormRows& of, const float* bias, float* y, float* mean, float* inverseStd);
void rmsNorm(const NormRows& of, float* y, float* inverseRms);

// Gradients from that with respect to y; each is written if not null. weightGradient and biasGradient are [count]:
// sums over rows, in double. With n = (x - mean) inverseStd and h = gradient weight:
//   x:  inverseStd (h - mean of h - n mean of h n)      weight:  sum of gradient n      bias:  sum of gradient
// and without the mean of h for rmsNorm, where n = x inverseRms. False: the memory could not be had.
[[nodiscard]] bool layerNormGradient(const NormRows& of, const float* gradient, float* xGradient,
                                     float* weightGradient, float* biasGradient);
[[nodiscard]] bool rmsNormGradient(const NormRows& of, const float* gradient, float* xGradient,
                                   float* weightGradient);

}  // namespace scaledot
