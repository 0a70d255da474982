// What several scoring functions make of the same random vectors, draw by draw: the law of their scores, and how sharp the
// weights are that softmax makes of them.
//
// A draw is that of vector_draw.h: a query, its keys and a weight gradient, as softmax_statistics.h has them. Parameters are
// those of parameter_draw.h, the same for all draws. Logits are what scores() gives, over the temperature.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/scores.h"
#include "random/vector_draw.h"
#include "statistics/score_statistics.h"

namespace scaledot {

struct ScoringFunction {
  ScoreKind kind = ScoreKind::scaledDot;
  double scale = 1, temperature = 1;
  uint32_t hidden = 0;        // of additive
  double low = -1, high = 1;  // of the histogram of its logits
};
constexpr uint32_t kMostScoringFunctions = 16;  // at once

struct ScoringDraws {
  VectorDraws vectors;
  uint32_t bins = 0;
  uint32_t count = 0;  // of functions
  ScoringFunction functions[kMostScoringFunctions];
};

// Of a draw's logits: what softmax_measures.h measures, and their moments (ddof = 0; skewness and kurtosis 0 where all
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

// Measures of the draws [first, last) to to[functions][kScoringMeasures][last - first], and how many of their logits lie
// below low, in each bin, and at or above high, to counts[functions][bins + 2]. What a function gives does not depend on
// which others there are. False: the memory could not be had.
[[nodiscard]] bool scoringDraws(const ScoringDraws& draws, uint32_t first, uint32_t last, float* to,
                                float* counts);

// All logits of `count` draws together, from the moments of each: moments[kScoringMoments][count].
Summary summarizeScores(const float* moments, uint32_t count, uint32_t keys);

}  // namespace scaledot
