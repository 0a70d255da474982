// The laws of scores, and of the variance of a product matrix.
#include <emscripten/bind.h>

#include <cstdint>
#include <optional>

#include "bindings/laws_record.h"
#include "bindings/score_options.h"
#include "laws/score_curves.h"
#include "laws/score_law.h"

namespace scaledot {
namespace {

// One law stays open, so that one call computes an array of densities. JavaScript tracks whose law it is.
struct OpenLaw {
  ScoreLaw exact, normal;
};
std::optional<OpenLaw> openLaw;

bool openLawOf() {
  const ScoreOptions options = scoreOptions(readOpenLaw().scores);
  openLaw.emplace(OpenLaw{ScoreLaw(options, true), ScoreLaw(options, false)});
  const ScoreLaw& law = openLaw->exact;
  writeReturned(OpenLawReturned{.kind = law.kind(),
                                .mean = law.mean(),
                                .variance = law.variance(),
                                .spacing = law.latticeSpacing()});
  return true;
}

// In the order of web/engine/functions/score-law.js.
constexpr double (ScoreLaw::*kLawFunctions[])(double) const = {
    &ScoreLaw::pdf, &ScoreLaw::cdf, &ScoreLaw::survival, &ScoreLaw::quantile};

bool lawValuesOf() {
  const LawValuesRecord in = readLawValues();
  const ScoreLaw& law = in.exact ? openLaw->exact : openLaw->normal;
  const auto function = kLawFunctions[in.which];
  for (uint32_t i = 0; i < in.count; ++i) in.values[i] = (law.*function)(in.points[i]);
  return true;
}

// Computes the curves before and after the factor. The first four arrays are for before, the next four for after.
bool scoreCurvesOf() {
  const ScoreCurvesRecord in = readScoreCurves();
  ScoreOptions after = scoreOptions(in.scores);
  ScoreOptions before = after;
  before.scale = 1;
  double* array = in.arrays;
  const size_t length = size_t{in.places.points} + 1;
  const auto curveOf = [&](const ScoreOptions& options) {
    const CurveArrays arrays{array, array + length, array + 2 * length, array + 3 * length};
    array += 4 * length;
    return scoreCurve(options, in.places, arrays);
  };
  const ScoreCurve b = curveOf(before), a = curveOf(after);
  if (!hasRange(in.scores)) setLatticeBins(a, in.places.reach, after);
  writeReturned(ScoreCurvesReturned{.before = b,
                                    .after = a,
                                    .scale = after.scale,
                                    .bins = after.bins,
                                    .low = after.low,
                                    .high = after.high});
  return true;
}

// The variance of a product matrix ------------------------------------------------------------------

bool varianceDrawsOf() {
  const VarianceDrawsRecord in = readVarianceDraws();
  varianceDraws(in.product, in.first, in.last, in.variances);
  return true;
}

bool summarizeVariancesOf() {
  const SummarizeVariancesRecord in = readSummarizeVariances();
  writeReturned(
      SummarizeVariancesReturned{.expectation = varianceExpectation(in.product),
                                 .summary = summarizeVariances(in.draws, in.count, in.value)});
  return true;
}

bool numpyProductVarianceOf() {
  const NumpyProductVarianceRecord in = readNumpyProductVariance();
  writeReturned(
      NumpyProductVarianceReturned{.variance = numpyProductVariance(in.product, in.entries)});
  return true;
}

EMSCRIPTEN_BINDINGS(laws) {
  using emscripten::function;
  function("openLaw", &openLawOf);
  function("lawValues", &lawValuesOf);
  function("scoreCurves", &scoreCurvesOf);
  function("varianceDraws", &varianceDrawsOf);
  function("summarizeVariances", &summarizeVariancesOf);
  function("numpyProductVariance", &numpyProductVarianceOf);
}

}  // namespace
}  // namespace scaledot
