// The statistics of softmax for JavaScript. The order of the numbers is that of softmax-statistics.js,
// softmax-measures.js and kept.js in web/engine/functions/. Each function tells whether the memory could be had.
#include "attention/softmax.h"

#include <emscripten/bind.h>

#include "bindings/record.h"
#include "statistics/softmax_measures.h"
#include "statistics/softmax_statistics.h"
#include "statistics/spread.h"

namespace scaledot {
namespace {

SoftmaxDraws readDraws(Record& record) {
  SoftmaxDraws draws;
  draws.vectors = readVectors(record);
  draws.masked = record.whole();
  draws.maskAs = static_cast<MaskAs>(record.whole());
  return draws;
}

SoftmaxRule readRule(Record& record) {
  SoftmaxRule rule;
  rule.cosine = record.flag();
  rule.multiplier = record.number();
  return rule;
}

bool softmaxDrawsOf() {
  Record record;
  const SoftmaxDraws draws = readDraws(record);
  SoftmaxRule rules[kMostSoftmaxRules];
  const uint32_t ruleCount = record.whole();
  for (uint32_t r = 0; r < ruleCount; ++r) rules[r] = readRule(record);
  const uint32_t first = record.whole(), last = record.whole();
  return softmaxDraws(draws, rules, ruleCount, first, last, record.array());
}

bool softmaxSampleOf() {
  Record record;
  const SoftmaxDraws draws = readDraws(record);
  const SoftmaxRule rule = readRule(record);
  const double shift = record.number();
  const uint32_t draw = record.whole();
  SoftmaxSample to;
  for (float** array :
       {&to.query, &to.key, &to.scores, &to.logits, &to.weightGradient, &to.walks}) {
    *array = record.array();
  }
  return softmaxSample(draws, rule, shift, draw, to);
}

// Gives the measures in the order of SoftmaxMeasures, then logSumExp.
bool softmaxMeasuresOf() {
  Record record;
  const uint32_t count = record.whole();
  const float* logits = record.array();
  const float* weightGradient = record.array();
  float* weights = record.array();
  float* logitGradient = record.array();
  float* jacobian = record.array();
  if (jacobian != nullptr) softmaxJacobian(logits, 1, count, jacobian);
  const SoftmaxMeasures m = softmaxMeasures(logits, weightGradient, count, weights, logitGradient);
  record.give(m.topWeight, m.entropy, m.effectiveKeys, m.jacobianNorm, m.outputVariance,
              m.logitGradientNorm, logSumExp(logits, count));
  return true;
}

// Gives the spread, then the share below the threshold.
bool spreadOfValues() {
  Record record;
  const uint32_t count = record.whole();
  const double threshold = record.number();
  float* values = record.array();
  const Share below = shareBelow(values, count, threshold);
  const Spread s = spreadOf(values, count);
  record.give(s.mean, s.standardError, s.std, s.p05, s.p25, s.p50, s.p75, s.p95, below.share,
              below.standardError);
  return true;
}

// Gives the ratio and the ends of its interval.
bool ratioOfValues() {
  Record record;
  const uint32_t count = record.whole();
  const float* over = record.array();
  const float* under = record.array();
  const Ratio ratio = ratioOfMeans(over, under, count);
  record.give(ratio.value, ratio.low, ratio.high);
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
