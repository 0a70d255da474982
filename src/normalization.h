// Layer normalisation (Ba, Kiros & Hinton 2016) and RMS normalisation (Zhang & Sennrich 2019) of rows:
//
//   layerNorm  y = (x - mean) / sqrt(variance + epsilon) weight + bias     variance with ddof = 0
//   rmsNorm    y = x / sqrt(mean of x^2 + epsilon) weight
//
// x is [rows, count]; weight and bias are [count], null for 1 and 0. Means and variances are added in
// double, in two passes.
#pragma once
#include <cstddef>

namespace scaledot {

// mean and inverseStd [rows] are written if not null.
void layerNorm(const float* x, size_t rows, size_t count, const float* weight, const float* bias,
               double epsilon, float* y, float* mean, float* inverseStd);
void rmsNorm(const float* x, size_t rows, size_t count, const float* weight, double epsilon,
             float* y, float* inverseRms);

// Gradients from that with respect to y; each is written if not null. weightGradient and biasGradient: [count].
void layerNormGradient(const float* x, size_t rows, size_t count, const float* weight,
                       double epsilon, const float* gradient, float* xGradient,
                       float* weightGradient, float* biasGradient);
void rmsNormGradient(const float* x, size_t rows, size_t count, const float* weight, double epsilon,
                     const float* gradient, float* xGradient, float* weightGradient);

}  // namespace scaledot
