// Exact moments of scores, and the standard errors that follow from them. scoreTheory(),
// scaleFactor() and setDefaultRange() of score_statistics.h are defined beside these.
#pragma once
#include "statistics/score_statistics.h"

namespace scaledot {

// scoreTheory() before the factor.
ScoreTheory unscaledTheory(const ScoreOptions& options);

// What was seen so far: `scores` scores of `queries` queries and `keys` keys, their sample variance and
// fourth central moment before the factor.
struct Seen {
  double scores, queries, keys;
  double variance, fourth;
};

// Standard errors of their mean and variance, before the factor. Infinite or NaN where the moments of
// the laws that they need do not exist, NaN for a single score.
struct StandardErrors {
  double mean, variance;
};
StandardErrors standardErrors(const ScoreOptions& options, const Seen& seen);

}  // namespace scaledot
