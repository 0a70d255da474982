// The laws of scores, and of the variance of a product matrix. The order of the numbers is that of
// web/engine/functions/options.js and of its callers there.
#include <emscripten/bind.h>

#include <cstdint>
#include <optional>

#include "bindings/record.h"
#include "bindings/score_options.h"
#include "laws/score_curves.h"
#include "laws/score_law.h"

namespace scaledot {
namespace {

// One law stays open, so that an array of densities is one call; JavaScript knows whose it is.
struct OpenLaw {
  ScoreLaw exact, normal;
};
std::optional<OpenLaw> openLaw;

// Gives kind, mean, variance and spacing.
bool openLawOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  openLaw.emplace(OpenLaw{ScoreLaw(options, true), ScoreLaw(options, false)});
  const ScoreLaw& law = openLaw->exact;
  record.give(static_cast<double>(law.kind()), law.mean(), law.variance(), law.latticeSpacing());
  return true;
}

// In the order of web/engine/functions/score-law.js.
constexpr double (ScoreLaw::*kLawFunctions[])(double) const = {
    &ScoreLaw::pdf, &ScoreLaw::cdf, &ScoreLaw::survival, &ScoreLaw::quantile};

bool lawValuesOf() {
  Record record;
  const ScoreLaw& law = record.flag() ? openLaw->exact : openLaw->normal;
  const auto function = kLawFunctions[record.whole()];
  const uint32_t count = record.whole();
  const double* points = record.array<double>();
  double* values = record.array<double>();
  for (uint32_t i = 0; i < count; ++i) values[i] = (law.*function)(points[i]);
  return true;
}

// Before the factor and after it: kind, mean, variance, spacing, skewness, kurtosis and the number of places of each, then
// the factor, and the bins and the range of the histogram. The four arrays of the one,
// then those of the other.
bool scoreCurvesOf() {
  Record record;
  ScoreOptions after = readScoreOptions(record);
  ScoreOptions before = after;
  before.scale = 1;
  const bool ranged = record.flag();
  const CurvePlaces places{record.whole(), record.number()};
  double* array = record.array<double>();
  const size_t length = size_t{places.points} + 1;
  const auto curveOf = [&](const ScoreOptions& options) {
    const CurveArrays arrays{array, array + length, array + 2 * length, array + 3 * length};
    array += 4 * length;
    return scoreCurve(options, places, arrays);
  };
  const ScoreCurve b = curveOf(before), a = curveOf(after);
  if (!ranged) setLatticeBins(a, places.reach, after);
  record.give(b.kind, b.mean, b.variance, b.spacing, b.skewness, b.kurtosis, b.places, a.kind,
              a.mean, a.variance, a.spacing, a.skewness, a.kurtosis, a.places, after.scale,
              after.bins, after.low, after.high);
  return true;
}

// The variance of a product matrix ------------------------------------------------------------------

VarianceOptions readVarianceOptions(Record& record) {
  VarianceOptions options;
  options.rows = record.whole();
  options.columns = record.whole();
  options.headDim = record.whole();
  options.ddof = record.number();
  options.seed = static_cast<uint64_t>(record.number());
  return options;
}

bool varianceDrawsOf() {
  Record record;
  const VarianceOptions options = readVarianceOptions(record);
  const uint32_t first = record.whole(), last = record.whole();
  varianceDraws(options, first, last, record.array<double>());
  return true;
}

// Gives the expectation, then the summary in the order of its fields.
bool summarizeVariancesOf() {
  Record record;
  const VarianceOptions options = readVarianceOptions(record);
  const uint32_t count = record.whole();
  const double value = record.number();
  const VarianceSummary s = summarizeVariances(record.array<double>(), count, value);
  record.give(varianceExpectation(options), s.mean, s.standardError, s.p05, s.p25, s.p50, s.p75,
              s.p95, s.percentile);
  return true;
}

// Gives the variance.
bool numpyProductVarianceOf() {
  Record record;
  const VarianceOptions options = readVarianceOptions(record);
  record.give(numpyProductVariance(options, record.array<double>()));
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
