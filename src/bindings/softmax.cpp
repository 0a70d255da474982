// The statistics of softmax for JavaScript. Each function returns false if an allocation fails.
#include "attention/softmax.h"

#include <emscripten/bind.h>

#include "bindings/softmax_record.h"
#include "statistics/softmax_measures.h"
#include "statistics/softmax_statistics.h"
#include "statistics/spread.h"

namespace scaledot {
namespace {

bool softmaxDrawsOf() {
  const SoftmaxDrawsRecord in = readSoftmaxDraws();
  return softmaxDraws(in.draws, in.rules, in.ruleCount, in.first, in.last, in.measures);
}

bool softmaxSampleOf() {
  const SoftmaxSampleRecord in = readSoftmaxSample();
  return softmaxSample(in.draws, in.rule, in.shift, in.draw, in.sample);
}

bool softmaxMeasuresOf() {
  const SoftmaxMeasuresRecord in = readSoftmaxMeasures();
  if (in.jacobian != nullptr) softmaxJacobian(in.logits, 1, in.count, in.jacobian);
  const SoftmaxMeasures measures =
      softmaxMeasures(in.logits, in.weightGradient, in.count, in.weights, in.logitGradient);
  writeReturned(
      SoftmaxMeasuresReturned{.measures = measures, .logSumExp = logSumExp(in.logits, in.count)});
  return true;
}

// Computes the share first, because spreadOf() reorders the values.
bool spreadOfValues() {
  const SpreadRecord in = readSpread();
  const Share below = shareBelow(in.values, in.count, in.threshold);
  writeReturned(SpreadReturned{.spread = spreadOf(in.values, in.count), .below = below});
  return true;
}

bool ratioOfValues() {
  const RatioRecord in = readRatio();
  writeReturned(RatioReturned{.ratio = ratioOfMeans(in.over, in.under, in.count)});
  return true;
}

}  // namespace

EMSCRIPTEN_BINDINGS(softmaxStatistics) {
  using emscripten::function;
  function("softmaxDraws", &softmaxDrawsOf);
  function("softmaxSample", &softmaxSampleOf);
  function("softmaxMeasures", &softmaxMeasuresOf);
  function("spread", &spreadOfValues);
  function("ratio", &ratioOfValues);
}

}  // namespace scaledot
