// Exact moments of scores, and the standard errors that follow from them. scoreTheory() and
// scaleFactor() of score_statistics.h are defined beside these.
#pragma once
#include "score_statistics.h"

namespace scaledot {

// scoreTheory() before the factor.
ScoreTheory unscaledTheory(const ScoreOptions& options);

// Standard errors of the mean and the variance of all unscaled scores, given their sample variance and
// fourth central moment. Infinite or NaN where the moments of the laws that they need do not exist.
struct StandardErrors {
  double mean, variance;
};
StandardErrors standardErrors(const ScoreOptions& options, double variance, double fourth);

}  // namespace scaledot
