#include "laws/score_curves.h"

#include <algorithm>
#include <cmath>

namespace scaledot {
namespace {

// Writes the points of the lattice. They lie around the mean at the odd multiples of half its spacing if d_k is odd, else
// at the even ones.
uint32_t latticePlaces(const ScoreCurve& law, uint32_t headDim, double half, uint32_t most,
                       double* xs) {
  const double shift = headDim % 2 * (law.spacing / 2);
  const double first = std::ceil((-half - shift) / law.spacing);
  const double last = std::floor((half - shift) / law.spacing);
  uint32_t count = 0;
  for (double i = first; i <= last && count < most; ++i) {
    xs[count++] = law.mean + (shift + i * law.spacing);
  }
  return count;
}

}  // namespace

ScoreCurve scoreCurve(const ScoreOptions& options, const CurvePlaces& places,
                      const CurveArrays& arrays) {
  const ScoreLaw exact(options, true), normal(options, false);
  const ScoreTheory theory = scoreTheory(options);
  ScoreCurve curve{exact.kind(),    exact.mean(),    exact.variance(), exact.latticeSpacing(),
                   theory.skewness, theory.kurtosis, places.points + 1};
  const double std = std::sqrt(curve.variance), half = std > 0 ? places.reach * std : 1;
  const double low = curve.mean - half, step = (curve.mean + half - low) / places.points;
  for (uint32_t i = 0; i <= places.points; ++i) arrays.smooth[i] = low + i * step;
  if (curve.spacing > step) {
    curve.places = latticePlaces(curve, options.headDim, half, places.points + 1, arrays.xs);
  } else {
    std::copy_n(arrays.smooth, curve.places, arrays.xs);
  }
  if (std > 0) {
    for (uint32_t i = 0; i < curve.places; ++i) arrays.exact[i] = exact.pdf(arrays.xs[i]);
    for (uint32_t i = 0; i <= places.points; ++i) arrays.normal[i] = normal.pdf(arrays.smooth[i]);
  }
  return curve;
}

bool setLatticeBins(const ScoreCurve& law, double reach, ScoreOptions& options) {
  const double half = reach * std::sqrt(law.variance);
  if (!(law.spacing > 0 && half > 0)) return false;
  const double width = law.spacing * std::ceil(2 * half / (options.bins * law.spacing));
  // Measured from the mean. The largest score is d_k halves of the spacing away, the last edge one more.
  const double lastEdge = (options.headDim + 1.0) * law.spacing / 2;
  const double top = lastEdge - std::max(0.0, std::floor((lastEdge - half) / width)) * width;
  const double wanted = std::ceil((top - std::max(-half, -lastEdge)) / width);
  options.bins = static_cast<uint32_t>(std::min<double>(options.bins, wanted));
  options.high = law.mean + top;
  options.low = law.mean + (top - options.bins * width);
  return true;
}

}  // namespace scaledot
