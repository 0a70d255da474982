// How the variance of scores grows with d_k under several scale factors: the theory, and the measurement of unscaled scores.
#pragma once
#include <cstdint>

#include "statistics/score_statistics.h"

namespace scaledot {

// The sample variance of unscaled scores, and its standard error; NaN if not measured.
struct MeasuredVariance {
  double variance, error;
};

struct GrowthPoint {
  double factor, theory;  // the variance of a scaled score, exact
  double variance;        // measured, times the square of the factor
  double low, high;       // its 95 % interval, +-1.96 standard errors
};

// Computes the variance of scores with headDim components under a rule (and its value, see scaleFactor()).
// Uses query, key and correlation of the options.
GrowthPoint growthPoint(const ScoreOptions& options, ScaleRule rule, double value, uint32_t headDim,
                        const MeasuredVariance& measured);

}  // namespace scaledot
