// Exact moments of scores, and standard errors from them. score_theory.cpp also defines scoreTheory(), scaleFactor() and
// setDefaultRange() of score_statistics.h.
#pragma once
#include "statistics/score_statistics.h"

namespace scaledot {

// Returns scoreTheory() before the factor.
ScoreTheory unscaledTheory(const ScoreOptions& options);

// The sample so far: `scores` scores of `queries` queries and `keys` keys, and the sample variance and fourth central moment
// of the unscaled scores.
struct Seen {
  double scores, queries, keys;
  double variance, fourth;
};

// Standard errors of the mean and variance of the unscaled scores. Infinite or NaN if a moment of the laws does not exist,
// NaN for a single score.
struct StandardErrors {
  double mean, variance;
};
StandardErrors standardErrors(const ScoreOptions& options, const Seen& seen);

}  // namespace scaledot
