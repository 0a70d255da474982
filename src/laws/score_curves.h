// What a picture of the law of a score is drawn from, and the bins of a histogram that suit the law.
#pragma once
#include <cstdint>

#include "laws/score_law.h"

namespace scaledot {

// `points` steps over `reach` standard deviations to either side of the mean; over 1 where the law has no width.
struct CurvePlaces {
  uint32_t points = 240;
  double reach = 5;
};

// Each array has room for points + 1 doubles.
struct CurveArrays {
  double *xs, *exact;       // where the law is sampled, and its density there
  double *smooth, *normal;  // evenly over the range, and the normal law's density there
};

struct ScoreCurve {
  LawKind kind;
  double mean, variance, spacing;  // of the law
  double skewness, kurtosis;       // of the score, as scoreTheory() has them
  // How many of xs are used: a lattice law is sampled at its points, where they are further apart than the steps;
  // points + 1 else.
  uint32_t places;
};

// The densities are written where the variance is above 0.
ScoreCurve scoreCurve(const ScoreOptions& options, const CurvePlaces& places,
                      const CurveArrays& arrays);

// Of a lattice law every bin holds the same number of points, in its middle: else bars would show the bins and not the
// law. Sets bins (to at most what they are), low and high, `reach` standard deviations around the mean and more where
// the points ask for it. Leaves the options of any other law as they are, and gives false.
bool setLatticeBins(const ScoreCurve& law, double reach, ScoreOptions& options);

}  // namespace scaledot
