// The bridge to JavaScript: bindings*.cpp are the only files that include Emscripten's headers. This one
// is for statistics and laws.
//
// They convert, call and return; checks, defaults and decisions live in web/engine. Numbers cross as
// doubles, arrays as one copy in and one copy out (no view into this memory ever leaves, because
// growth would detach it), and nothing handed out has to be deleted. A null result means that the
// memory could not be had; JavaScript turns it into a RangeError that names the bytes.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "buffer.h"
#include "component.h"
#include "histogram.h"
#include "random.h"
#include "score_law.h"
#include "score_statistics.h"

namespace scaledot {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

// Zeros on their way between the core and a typed array; false when the memory is refused.
template <typename T>
class Array {
 public:
  explicit Array(size_t count) : count_(count), had_(numbers_.reserve(std::max(count, size_t{1}))) {
    if (had_) std::fill_n(numbers_.data(), count, T{});
  }
  explicit operator bool() const { return had_; }
  T* data() { return numbers_.data(); }
  size_t count() const { return count_; }

  // A typed array of its own with the same numbers.
  val copy() const { return view().template call<val>("slice"); }
  void copyFrom(const val& array) { view().template call<void>("set", array); }

 private:
  val view() const { return val(typed_memory_view(count_, numbers_.data())); }

  Buffer<T> numbers_;
  size_t count_;
  bool had_;
};

size_t lengthOf(const val& array) { return array["length"].as<size_t>(); }

// Reads and writes a field as a double: JavaScript has no 64-bit integers below BigInt, and an enum
// crosses as its number.
template <auto Member, typename Owner>
double readNumber(const Owner& owner) {
  return static_cast<double>(owner.*Member);
}
template <auto Member, typename Owner>
void writeNumber(Owner& owner, double value) {
  using Field = std::remove_reference_t<decltype(owner.*Member)>;
  if constexpr (std::is_enum_v<Field>) {
    owner.*Member = static_cast<Field>(static_cast<uint32_t>(value));
  } else {
    owner.*Member = static_cast<Field>(value);
  }
}

// Which of the three builds this is, in the order of web/engine/variants.js.
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

// The records of the units, then the counts of the histogram: one array, so that it crosses once.
val scoreUnitRangeOf(const ScoreOptions& options, uint32_t first, uint32_t last) {
  const size_t records = (last - first) * kScoreRecord;
  Array<double> result(records + options.bins + 2);
  if (!result) return val::null();
  if (!scoreUnitRange(options, first, last, result.data(), result.data() + records)) {
    return val::null();
  }
  return result.copy();
}

val mergeScoreUnitsOf(const ScoreOptions& options, const val& records) {
  Array<double> copy(lengthOf(records));
  if (!copy) return val::null();
  copy.copyFrom(records);
  return val(
      mergeScoreUnits(options, copy.data(), static_cast<uint32_t>(copy.count() / kScoreRecord)));
}

// The products, then their running sums.
val scoreWalksOf(const ScoreOptions& options, uint32_t pairs) {
  const size_t count = size_t{pairs} * options.headDim;
  Array<float> walks(2 * count);
  if (!walks || !scoreWalks(options, pairs, walks.data(), walks.data() + count)) return val::null();
  return walks.copy();
}

val componentSampleOf(const ScoreOptions& options, uint32_t side, uint32_t count) {
  Array<double> sample(count);
  if (!sample || !componentSample(options, side, count, sample.data())) return val::null();
  return sample.copy();
}

// Laws --------------------------------------------------------------------------------------------

// One law stays open, so that an array of densities is one call; JavaScript knows whose it is.
struct OpenLaw {
  ScoreLaw exact, normal;
};
std::optional<OpenLaw> openLaw;

struct LawFacts {
  double kind, mean, variance, spacing;
};

LawFacts openLawOf(const ScoreOptions& options) {
  openLaw.emplace(OpenLaw{ScoreLaw(options, true), ScoreLaw(options, false)});
  const ScoreLaw& law = openLaw->exact;
  return {static_cast<double>(law.kind()), law.mean(), law.variance(), law.latticeSpacing()};
}

enum class LawFunction : uint32_t { pdf, cdf, survival, quantile };

double lawValue(bool exact, uint32_t function, double x) {
  const ScoreLaw& law = exact ? openLaw->exact : openLaw->normal;
  switch (static_cast<LawFunction>(function)) {
    case LawFunction::pdf:
      return law.pdf(x);
    case LawFunction::cdf:
      return law.cdf(x);
    case LawFunction::survival:
      return law.survival(x);
    default:
      return law.quantile(x);
  }
}

val lawValues(bool exact, uint32_t function, const val& points) {
  Array<double> values(lengthOf(points));
  if (!values) return val::null();
  values.copyFrom(points);
  for (size_t i = 0; i < values.count(); ++i) {
    values.data()[i] = lawValue(exact, function, values.data()[i]);
  }
  return values.copy();
}

// The variance of a product matrix ------------------------------------------------------------------

val varianceDrawsOf(const VarianceOptions& options, uint32_t first, uint32_t last) {
  Array<double> draws(last - first);
  if (!draws) return val::null();
  varianceDraws(options, first, last, draws.data());
  return draws.copy();
}

val summarizeVariancesOf(const val& draws, double value) {
  Array<double> copy(lengthOf(draws));
  if (!copy) return val::null();
  copy.copyFrom(draws);
  return val(summarizeVariances(copy.data(), static_cast<uint32_t>(copy.count()), value));
}

val countValuesOf(const val& values, double low, double high, uint32_t bins) {
  Array<double> copy(lengthOf(values));
  Array<double> counts(bins + 2);
  if (!copy || !counts) return val::null();
  copy.copyFrom(values);
  countValues(copy.data(), copy.count(), low, high, bins, counts.data());
  return counts.copy();
}

// The variance, then the product's entries.
val numpyProductVarianceOf(const VarianceOptions& options) {
  Array<double> result(1 + size_t{options.rows} * options.columns);
  if (!result) return val::null();
  result.data()[0] = numpyProductVariance(options, result.data() + 1);
  return result.copy();
}

// NumPy's generator -------------------------------------------------------------------------------

// The generator's state lives in JavaScript as bytes and crosses with every call (2.5 kB), so that a
// generator which is no longer used is collected like any other object.
static_assert(std::is_trivially_copyable_v<NumpyRandom>);

val numpySeed(double seed) {
  const NumpyRandom random(static_cast<uint32_t>(seed));
  Array<uint8_t> state(sizeof random);
  if (!state) return val::null();
  std::memcpy(state.data(), &random, sizeof random);
  return state.copy();
}

enum class NumpyLaw : uint32_t { normal, uniform, randint };

// normal: a = mean, b = sd; uniform and randint: a = low, b = high. Moves `state` on.
val numpyDraw(const val& state, uint32_t law, double a, double b, uint32_t count) {
  Array<uint8_t> bytes(sizeof(NumpyRandom));
  Array<double> numbers(count);
  if (!bytes || !numbers) return val::null();
  bytes.copyFrom(state);
  NumpyRandom random(0);
  std::memcpy(&random, bytes.data(), sizeof random);
  switch (static_cast<NumpyLaw>(law)) {
    case NumpyLaw::normal:
      random.normal(a, b, numbers.data(), count);
      break;
    case NumpyLaw::uniform:
      random.uniform(a, b, numbers.data(), count);
      break;
    case NumpyLaw::randint:
      random.randint(static_cast<int64_t>(a), static_cast<int64_t>(b), numbers.data(), count);
      break;
  }
  std::memcpy(bytes.data(), &random, sizeof random);
  state.call<void>("set", bytes.copy());
  return numbers.copy();
}

}  // namespace

EMSCRIPTEN_BINDINGS(scaledot) {
  using emscripten::function;
  using emscripten::value_object;

#define SCALEDOT_NUMBER(Owner, name) \
  field(#name, &readNumber<&Owner::name, Owner>, &writeNumber<&Owner::name, Owner>)

  value_object<Component>("Component")
      .SCALEDOT_NUMBER(Component, distribution)
      .SCALEDOT_NUMBER(Component, mean)
      .SCALEDOT_NUMBER(Component, sd)
      .SCALEDOT_NUMBER(Component, df);
  value_object<ScoreOptions>("ScoreOptions")
      .SCALEDOT_NUMBER(ScoreOptions, headDim)
      .SCALEDOT_NUMBER(ScoreOptions, queries)
      .SCALEDOT_NUMBER(ScoreOptions, keys)
      .SCALEDOT_NUMBER(ScoreOptions, scale)
      .SCALEDOT_NUMBER(ScoreOptions, seed)
      .SCALEDOT_NUMBER(ScoreOptions, generator)
      .field("query", &ScoreOptions::query)
      .field("key", &ScoreOptions::key)
      .SCALEDOT_NUMBER(ScoreOptions, correlation)
      .SCALEDOT_NUMBER(ScoreOptions, bins)
      .SCALEDOT_NUMBER(ScoreOptions, low)
      .SCALEDOT_NUMBER(ScoreOptions, high);
  value_object<VarianceOptions>("VarianceOptions")
      .SCALEDOT_NUMBER(VarianceOptions, rows)
      .SCALEDOT_NUMBER(VarianceOptions, columns)
      .SCALEDOT_NUMBER(VarianceOptions, headDim)
      .SCALEDOT_NUMBER(VarianceOptions, ddof)
      .SCALEDOT_NUMBER(VarianceOptions, seed);

#undef SCALEDOT_NUMBER

  value_object<ScoreTheory>("ScoreTheory")
      .field("mean", &ScoreTheory::mean)
      .field("variance", &ScoreTheory::variance)
      .field("skewness", &ScoreTheory::skewness)
      .field("kurtosis", &ScoreTheory::kurtosis);
  value_object<Summary>("Summary")
      .field("count", &Summary::count)
      .field("mean", &Summary::mean)
      .field("variance", &Summary::variance)
      .field("std", &Summary::std)
      .field("skewness", &Summary::skewness)
      .field("kurtosis", &Summary::kurtosis)
      .field("min", &Summary::min)
      .field("max", &Summary::max);
  value_object<ScoreSummary>("ScoreSummary")
      .field("scores", &ScoreSummary::scores)
      .field("unscaled", &ScoreSummary::unscaled)
      .field("query", &ScoreSummary::query)
      .field("key", &ScoreSummary::key)
      .field("meanError", &ScoreSummary::meanError)
      .field("varianceError", &ScoreSummary::varianceError);
  value_object<LawFacts>("LawFacts")
      .field("kind", &LawFacts::kind)
      .field("mean", &LawFacts::mean)
      .field("variance", &LawFacts::variance)
      .field("spacing", &LawFacts::spacing);
  value_object<VarianceSummary>("VarianceSummary")
      .field("mean", &VarianceSummary::mean)
      .field("standardError", &VarianceSummary::standardError)
      .field("p05", &VarianceSummary::p05)
      .field("p25", &VarianceSummary::p25)
      .field("p50", &VarianceSummary::p50)
      .field("p75", &VarianceSummary::p75)
      .field("p95", &VarianceSummary::p95)
      .field("percentile", &VarianceSummary::percentile);

  function("scaleFactor", &scaleFactorOf);
  function("scoreTheory", &scoreTheory);
  function("scoreUnits", &scoreUnits);
  function("scoreBytes", &scoreBytes);
  function("scoreUnitRange", &scoreUnitRangeOf);
  function("mergeScoreUnits", &mergeScoreUnitsOf);
  function("scoreWalks", &scoreWalksOf);
  function("componentSample", &componentSampleOf);
  function("openLaw", &openLawOf);
  function("lawValue", &lawValue);
  function("lawValues", &lawValues);
  function("varianceExpectation", &varianceExpectation);
  function("varianceDraws", &varianceDrawsOf);
  function("summarizeVariances", &summarizeVariancesOf);
  function("countValues", &countValuesOf);
  function("numpyProductVariance", &numpyProductVarianceOf);
  function("numpySeed", &numpySeed);
  function("numpyDraw", &numpyDraw);
  emscripten::constant("variant", kVariant);
  emscripten::constant("scoreRecord", static_cast<double>(kScoreRecord));
}

}  // namespace scaledot
