// Layer normalisation (Ba, Kiros & Hinton 2016, eq. 4) and RMS normalisation (Zhang & Sennrich 2019, eq. 4) of rows:
//
//   layerNorm  y = (x - mean) / sqrt(variance + epsilon) weight + bias     variance with ddof = 0
//   rmsNorm    y = x / sqrt(mean of x^2 + epsilon) weight
//
// weight and bias are [count]; null means 1 and 0. Intermediate results are double. Means and variances take two passes,
// with entry i added to partial sum i mod 4. Every result is rounded once, so it is within 0.51 ulp if no terms cancel. y
// may be x.
//
// NaN or an infinity makes its row NaN, except that in rmsNorm an infinity leaves zeros 0. With epsilon = 0 a constant row
// (for rmsNorm a row of zeros) is 0 / 0, NaN.
#pragma once
#include <cstddef>

namespace scaledot {

// The arguments of both norms and their gradients.
struct NormRows {
  const float* x;  // [rows, count], row-major
  size_t rows, count;
  const float* weight;
  double epsilon;
};

// mean and inverseStd = 1 / sqrt(variance + epsilon), [rows], may be null. An empty row has mean and variance 0.
void layerNorm(const NormRows& of, const float* bias, float* y, float* mean, float* inverseStd);
void rmsNorm(const NormRows& of, float* y, float* inverseRms);

// Gradients with respect to x, weight and bias, from the gradient with respect to y; each may be null. weightGradient and
// biasGradient are [count], summed over rows in double. With n = (x - mean) inverseStd and h = gradient weight:
//   x:  inverseStd (h - mean of h - n mean of h n)      weight:  sum of gradient n      bias:  sum of gradient
// For rmsNorm n = x inverseRms, without the mean of h. Returns false if an allocation fails.
[[nodiscard]] bool layerNormGradient(const NormRows& of, const float* gradient, float* xGradient,
                                     float* weightGradient, float* biasGradient);
[[nodiscard]] bool rmsNormGradient(const NormRows& of, const float* gradient, float* xGradient,
                                   float* weightGradient);

}  // namespace scaledot
