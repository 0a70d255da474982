// The bridge to JavaScript, for statistics. Only the files of this folder include Emscripten's headers.
//
// They convert, call and return; checks, defaults and decisions are in web/engine. Arguments and results are in one block
// (record.h), so that nearly all functions have the same signature: every further signature makes Embind larger. Each
// function returns false if an allocation fails. No view of this memory is exported, because growth would detach it, and no
// result has to be deleted by the caller.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "bindings/score_options.h"
#include "bindings/statistics_record.h"
#include "random/random.h"
#include "statistics/histogram.h"
#include "statistics/score_growth.h"
#include "statistics/score_statistics.h"

namespace scaledot {
namespace {

// Which of the three builds this is, in the order of web/engine/border/variants.js.
#if defined(SCALEDOT_FUSED)
constexpr double kVariant = 0;  // relaxed
#elif defined(__wasm_simd128__)
constexpr double kVariant = 1;  // simd
#else
constexpr double kVariant = 2;  // fallback
#endif

// Scores ------------------------------------------------------------------------------------------

double scaleFactorOf(double rule, double value, double headDim) {
  return scaleFactor(static_cast<ScaleRule>(static_cast<uint32_t>(rule)), value,
                     static_cast<uint32_t>(headDim));
}

bool scoreTheoryOf() {
  const ScoreOptions options = scoreOptions(readScoreTheory().scores);
  writeReturned(ScoreTheoryReturned{.theory = scoreTheory(options), .scale = options.scale});
  return true;
}

bool scorePlanOf() {
  const ScoreOptions options = scoreOptions(readScorePlan().scores);
  writeReturned(ScorePlanReturned{.units = scoreUnits(options), .bytes = scoreBytes(options)});
  return true;
}

bool scoreUnitRangeOf() {
  const ScoreUnitRangeRecord in = readScoreUnitRange();
  const ScoreOptions options = scoreOptions(in.scores);
  double* counts = in.recordsAndCounts + (in.last - in.first) * kScoreRecord;
  std::fill_n(counts, options.bins + 2, 0.0);
  return scoreUnitRange(options, in.first, in.last, in.recordsAndCounts, counts);
}

// The range of the histogram comes first for the scaled scores, then for the scores before the factor. The latter is not
// finite if the factor is 0.
void writeSummary(const ScoreOptions& options, const ScoreSummary& summary) {
  writeReturned(ScoreSummaryReturned{.summary = summary,
                                     .theory = scoreTheory(options),
                                     .scale = options.scale,
                                     .low = options.low,
                                     .high = options.high,
                                     .unscaledLow = options.low / options.scale,
                                     .unscaledHigh = options.high / options.scale});
}

bool mergeScoreUnitsOf() {
  const ScoreSummaryRecord in = readScoreSummary();
  const ScoreOptions options = scoreOptions(in.scores);
  writeSummary(options, mergeScoreUnits(options, in.records, in.units));
  return true;
}

bool scoreStatisticsOf() {
  const ScoreSummaryRecord in = readScoreSummary();
  const ScoreOptions options = scoreOptions(in.scores);
  std::fill_n(in.counts, options.bins + 2, 0.0);
  ScoreSummary summary;
  if (!scoreStatistics(options, summary, in.counts)) return false;
  writeSummary(options, summary);
  return true;
}

// Computes a point for each size of each rule. A rule is two numbers: its kind and its value.
bool scoreGrowthOf() {
  const ScoreGrowthRecord in = readScoreGrowth();
  const ScoreOptions options = scoreOptions(in.scores);
  GrowthPoint* point = in.points;
  for (uint32_t r = 0; r < in.rules; ++r) {
    const double* scale = in.scales + 2 * r;
    const auto rule = static_cast<ScaleRule>(static_cast<uint32_t>(scale[0]));
    for (uint32_t i = 0; i < in.sizes; ++i) {
      *point++ = growthPoint(options, rule, scale[1], in.dims[i], in.measured[i]);
    }
  }
  return true;
}

bool scoreWalksOf() {
  const ScoreWalksRecord in = readScoreWalks();
  return scoreWalks(scoreOptions(in.scores), in.pairs, in.products, in.sums);
}

bool componentSampleOf() {
  const ComponentSampleRecord in = readComponentSample();
  return componentSample(scoreOptions(in.scores), in.side, in.count, in.components);
}

bool countValuesOf() {
  const CountValuesRecord in = readCountValues();
  std::fill_n(in.counts, in.bins + 2, 0.0);
  countValues(in.values, in.count, in.low, in.high, in.bins, in.counts);
  return true;
}

// NumPy's generator -------------------------------------------------------------------------------

// JavaScript stores the generator's state as bytes and passes it with every call (2.5 kB), so that an unused generator is
// garbage collected like any other object.
static_assert(std::is_trivially_copyable_v<NumpyRandom>);

bool numpySeedOf() {
  const NumpySeedRecord in = readNumpySeed();
  const NumpyRandom random(in.seed);
  std::memcpy(in.state, &random, sizeof random);
  return true;
}

enum class NumpyLaw : uint32_t { normal, uniform, randint };

// normal: a = mean, b = sd; uniform and randint: a = low, b = high.
bool numpyDrawOf() {
  const NumpyDrawRecord in = readNumpyDraw();
  NumpyRandom random(0);
  std::memcpy(&random, in.before, sizeof random);
  switch (static_cast<NumpyLaw>(in.law)) {
    case NumpyLaw::normal:
      random.normal(in.a, in.b, in.numbers, in.count);
      break;
    case NumpyLaw::uniform:
      random.uniform(in.a, in.b, in.numbers, in.count);
      break;
    case NumpyLaw::randint:
      random.randint(static_cast<int64_t>(in.a), static_cast<int64_t>(in.b), in.numbers, in.count);
      break;
  }
  std::memcpy(in.after, &random, sizeof random);
  return true;
}

EMSCRIPTEN_BINDINGS(scaledot) {
  using emscripten::function;
  function("scaleFactor", &scaleFactorOf);
  function("scoreTheory", &scoreTheoryOf);
  function("scorePlan", &scorePlanOf);
  function("scoreUnitRange", &scoreUnitRangeOf);
  function("mergeScoreUnits", &mergeScoreUnitsOf);
  function("scoreStatistics", &scoreStatisticsOf);
  function("scoreGrowth", &scoreGrowthOf);
  function("scoreWalks", &scoreWalksOf);
  function("componentSample", &componentSampleOf);
  function("countValues", &countValuesOf);
  function("numpySeed", &numpySeedOf);
  function("numpyDraw", &numpyDrawOf);
  emscripten::constant("variant", kVariant);
  emscripten::constant("scoreRecord", static_cast<double>(kScoreRecord));
  emscripten::constant("numpyState", static_cast<double>(sizeof(NumpyRandom)));
}

}  // namespace
}  // namespace scaledot
