// The bridge to JavaScript: the files of this folder are the only ones that include Emscripten's headers. This one
// is for statistics. The order of the numbers is that of web/engine/functions/options.js and of its callers there.
//
// They convert, call and return; checks, defaults and decisions live in web/engine. Arguments and results lie in one
// block (record.h), so that nearly all functions look alike to Embind, which is larger by every kind of argument:
// each tells whether the memory could be had. No view into this memory ever leaves, because growth would detach it,
// and nothing handed out has to be deleted.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "bindings/record.h"
#include "bindings/score_options.h"
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

// Gives the moments in the order of ScoreTheory, and the factor.
bool scoreTheoryOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  const ScoreTheory theory = scoreTheory(options);
  record.give(theory.mean, theory.variance, theory.skewness, theory.kurtosis, options.scale);
  return true;
}

// Gives how many units there are, and the bytes that they keep.
bool scorePlanOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  record.give(scoreUnits(options), scoreBytes(options));
  return true;
}

// The records of the units, then the counts of the histogram: one array, so that it crosses once.
bool scoreUnitRangeOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  const uint32_t first = record.whole(), last = record.whole();
  double* records = record.array<double>();
  double* counts = records + (last - first) * kScoreRecord;
  std::fill_n(counts, options.bins + 2, 0.0);
  return scoreUnitRange(options, first, last, records, counts);
}

// All numbers of a result but its counts, in the order of web/engine/workers/jobs.js. The range of the histogram is that of the
// scaled scores, then that of the scores before the factor: not finite where the factor is 0.
struct ScoreResult {
  ScoreSummary summary;
  ScoreTheory theory;
  double scale, low, high, unscaledLow, unscaledHigh;
};

void giveResult(Record& record, const ScoreOptions& options, const ScoreSummary& summary) {
  const double scale = options.scale, low = options.low, high = options.high;
  const ScoreResult result{summary, scoreTheory(options), scale,       low,
                           high,    low / scale,          high / scale};
  static_assert(sizeof result % sizeof(double) == 0 && sizeof result <= kRecord * sizeof(double));
  record.giveAll(reinterpret_cast<const double*>(&result), sizeof result / sizeof(double));
}

bool mergeScoreUnitsOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  const uint32_t units = record.whole();
  giveResult(record, options, mergeScoreUnits(options, record.array<double>(), units));
  return true;
}

bool scoreStatisticsOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  double* counts = record.array<double>();
  std::fill_n(counts, options.bins + 2, 0.0);
  ScoreSummary summary;
  if (!scoreStatistics(options, summary, counts)) return false;
  giveResult(record, options, summary);
  return true;
}

// Rules and their values, sizes, and what was measured, then a GrowthPoint for every size of every rule.
bool scoreGrowthOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  const uint32_t rules = record.whole(), sizes = record.whole();
  const double* scales = record.array<double>();
  const double* dims = record.array<double>();
  const double* measured = record.array<double>();
  double* points = record.array<double>();
  for (uint32_t r = 0; r < rules; ++r, scales += 2) {
    for (uint32_t i = 0; i < sizes; ++i) {
      const GrowthPoint point =
          growthPoint(options, static_cast<ScaleRule>(static_cast<uint32_t>(scales[0])), scales[1],
                      static_cast<uint32_t>(dims[i]), {measured[2 * i], measured[2 * i + 1]});
      std::memcpy(points, &point, sizeof point);
      points += sizeof point / sizeof(double);
    }
  }
  return true;
}

bool scoreWalksOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  const uint32_t pairs = record.whole();
  float* products = record.array();
  return scoreWalks(options, pairs, products, record.array());
}

bool componentSampleOf() {
  Record record;
  const ScoreOptions options = readScoreOptions(record);
  const uint32_t side = record.whole(), count = record.whole();
  return componentSample(options, side, count, record.array<double>());
}

bool countValuesOf() {
  Record record;
  const double low = record.number(), high = record.number();
  const uint32_t bins = record.whole(), count = record.whole();
  const double* values = record.array<double>();
  double* counts = record.array<double>();
  std::fill_n(counts, bins + 2, 0.0);
  countValues(values, count, low, high, bins, counts);
  return true;
}

// NumPy's generator -------------------------------------------------------------------------------

// The generator's state lives in JavaScript as bytes and crosses with every call (2.5 kB), so that a
// generator which is no longer used is collected like any other object.
static_assert(std::is_trivially_copyable_v<NumpyRandom>);

bool numpySeedOf() {
  Record record;
  const NumpyRandom random(record.whole());
  std::memcpy(record.array<char>(), &random, sizeof random);
  return true;
}

enum class NumpyLaw : uint32_t { normal, uniform, randint };

// normal: a = mean, b = sd; uniform and randint: a = low, b = high. Then the state, the state after it, the numbers.
bool numpyDrawOf() {
  Record record;
  const auto law = static_cast<NumpyLaw>(record.whole());
  const double a = record.number(), b = record.number();
  const uint32_t count = record.whole();
  NumpyRandom random(0);
  std::memcpy(&random, record.array<char>(), sizeof random);
  char* state = record.array<char>();
  double* numbers = record.array<double>();
  switch (law) {
    case NumpyLaw::normal:
      random.normal(a, b, numbers, count);
      break;
    case NumpyLaw::uniform:
      random.uniform(a, b, numbers, count);
      break;
    case NumpyLaw::randint:
      random.randint(static_cast<int64_t>(a), static_cast<int64_t>(b), numbers, count);
      break;
  }
  std::memcpy(state, &random, sizeof random);
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
