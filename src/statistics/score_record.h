// The record of a unit of the score statistics, and how two records are merged.
#pragma once
#include "statistics/score_statistics.h"

namespace scaledot {

// In units of the unscaled score.
struct ScoreRecord {
  double count, mean, second, third, fourth;  // mean minus theoretical mean; sums of central powers
  double least, greatest;                     // minus theoretical mean
  double components[2][3];                    // of x, by side: count, mean, sum of squares about it
  double unused[kScoreRecord - 13];
};
static_assert(sizeof(ScoreRecord) == kScoreRecord * sizeof(double));

// Adds count, mean, sums of powers and extremes of b to a. b may be empty.
void mergeMoments(ScoreRecord& a, const ScoreRecord& b);
// Returns the summary of the scores factor * (mean + recorded score).
Summary summaryOf(const ScoreRecord& record, double mean, double factor);

}  // namespace scaledot
