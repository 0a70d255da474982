#include "statistics/score_growth.h"

namespace scaledot {

GrowthPoint growthPoint(const ScoreOptions& options, ScaleRule rule, double value, uint32_t headDim,
                        const MeasuredVariance& measured) {
  constexpr double kHalfWidth = 1.96;
  ScoreOptions here = options;
  here.headDim = headDim;
  here.scale = scaleFactor(rule, value, headDim);
  const double square = here.scale * here.scale;
  const double variance = measured.variance * square, half = kHalfWidth * (measured.error * square);
  return {here.scale, scoreTheory(here).variance, variance, variance - half, variance + half};
}

}  // namespace scaledot
