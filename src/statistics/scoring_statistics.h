// Several scoring functions on the same random vectors, draw by draw: the law of their scores, and the sharpness of the
// softmax weights.
//
// A draw comes from vector_draw.h: a query, its keys and a weight gradient (see softmax_statistics.h). Parameters come from
// parameter_draw.h and are the same for all draws. Logits are scores() divided by the temperature.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/scores.h"
#include "random/vector_draw.h"
#include "shared/limits.h"
#include "statistics/score_statistics.h"

namespace scaledot {

struct ScoringFunction {
  ScoreKind kind = ScoreKind::scaledDot;
  double scale = 1, temperature = 1;
  uint32_t hidden = 0;        // of additive
  double low = -1, high = 1;  // of the histogram of its logits
};
constexpr uint32_t kMostScoringFunctions = limits::functions.most();  // at once

struct ScoringDraws {
  VectorDraws vectors;
  uint32_t bins = 0;
  uint32_t count = 0;  // of functions
  ScoringFunction functions[kMostScoringFunctions];
};

// The measures of the logits of a draw: those of softmax_measures.h, moments (ddof = 0; skewness and kurtosis are 0 if all
// logits are equal) and extremes.
enum class ScoringMeasure : uint32_t {
  topWeight,
  entropy,
  effectiveKeys,
  jacobianNorm,
  outputVariance,
  logitGradient,
  mean,
  std,
  skewness,
  kurtosis,
  least,
  greatest
};
constexpr size_t kScoringMeasures = 12, kScoringMoments = 6;  // moments: the last six

// Writes the measures of the draws [first, last) to to[functions][kScoringMeasures][last - first], and the number of logits
// below low, in each bin, and at or above high to counts[functions][bins + 2]. The results of a function do not depend on
// the others. Returns false if an allocation fails.
[[nodiscard]] bool scoringDraws(const ScoringDraws& draws, uint32_t first, uint32_t last, float* to,
                                float* counts);

// Returns the summary of all logits of `count` draws, from the moments of each draw: moments[kScoringMoments][count].
Summary summarizeScores(const float* moments, uint32_t count, uint32_t keys);

}  // namespace scaledot
