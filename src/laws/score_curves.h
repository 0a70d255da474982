// The curves to draw for the law of a score, and histogram bins that suit the law.
#pragma once
#include <cstdint>

#include "laws/score_law.h"

namespace scaledot {

// `points` steps over `reach` standard deviations on either side of the mean, or over 1 if the variance is 0.
struct CurvePlaces {
  uint32_t points = 240;
  double reach = 5;
};

// Arrays of points + 1 doubles.
struct CurveArrays {
  double *xs, *exact;       // where the law is sampled, and its density there
  double *smooth, *normal;  // even steps over the range, and the normal law's density there
};

struct ScoreCurve {
  LawKind kind;
  double mean, variance, spacing;  // of the law
  double skewness, kurtosis;       // of the score, from scoreTheory()
  // How many of xs are used. A lattice law is sampled at its points if they are further apart than the steps. Otherwise
  // points + 1 are used.
  uint32_t places;
};

// Writes the densities only if the variance is above 0.
ScoreCurve scoreCurve(const ScoreOptions& options, const CurvePlaces& places,
                      const CurveArrays& arrays);

// Sets bins (never above its value), low and high so that every bin of a lattice law has the same number of points, centred in the
// bin. Otherwise bars would show the binning instead of the law. The range is `reach` standard deviations around the mean,
// rounded outwards to bins. For other laws it returns false and leaves the options unchanged.
bool setLatticeBins(const ScoreCurve& law, double reach, ScoreOptions& options);

}  // namespace scaledot
