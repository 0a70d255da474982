// What a unit of score statistics leaves behind, and the rule by which two of them become one.
#pragma once
#include "statistics/score_statistics.h"

namespace scaledot {

// What merging needs; the moments about the mean are in units of the unscaled score.
struct ScoreRecord {
  double count, mean, second, third, fourth;  // mean less the theory's; sums of powers about it
  double least, greatest;                     // likewise less the theory's mean
  double components[2][3];                    // of x, by side: count, mean, sum of squares about it
  double unused[kScoreRecord - 13];
};
static_assert(sizeof(ScoreRecord) == kScoreRecord * sizeof(double));

// Count, mean, sums of powers and extremes of both; b may be empty.
void mergeMoments(ScoreRecord& a, const ScoreRecord& b);
// Of factor times (mean + what is recorded).
Summary summaryOf(const ScoreRecord& record, double mean, double factor);

}  // namespace scaledot
