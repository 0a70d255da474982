// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/softmax.h"
#include "bindings/record.h"
#include "statistics/softmax_measures.h"
#include "statistics/softmax_statistics.h"
#include "statistics/spread.h"

namespace scaledot {

inline void readComponentNumbers(Record& record, Component& to) {
  to.distribution = static_cast<Distribution>(record.whole());
  to.mean = record.number();
  to.sd = record.number();
  to.df = record.number();
}

inline void readVectorNumbers(Record& record, VectorDraws& to) {
  to.headDim = record.whole();
  to.keys = record.whole();
  to.seed = static_cast<uint64_t>(record.number());
  readComponentNumbers(record, to.query);
  readComponentNumbers(record, to.key);
}

inline void readDrawNumbers(Record& record, SoftmaxDraws& to) {
  readVectorNumbers(record, to.vectors);
  to.masked = record.whole();
  to.maskAs = static_cast<MaskAs>(record.whole());
}

inline void readRuleNumbers(Record& record, SoftmaxRule& to) {
  to.cosine = record.flag();
  to.multiplier = record.number();
}

inline void readSamplePlaces(Record& record, SoftmaxSample& to) {
  to.query = record.array();
  to.key = record.array();
  to.scores = record.array();
  to.logits = record.array();
  to.weightGradient = record.array();
  to.walks = record.array();
}

struct SoftmaxDrawsRecord {
  SoftmaxDraws draws;
  uint32_t ruleCount;
  SoftmaxRule rules[kMostSoftmaxRules];
  uint32_t first;
  uint32_t last;
  float* measures;
};

inline SoftmaxDrawsRecord readSoftmaxDraws() {
  Record record;
  SoftmaxDrawsRecord to;
  readDrawNumbers(record, to.draws);
  static_assert(kMostSoftmaxRules == 8);
  to.ruleCount = record.whole();
  for (uint32_t i = 0; i < to.ruleCount; ++i) {
    readRuleNumbers(record, to.rules[i]);
  }
  to.first = record.whole();
  to.last = record.whole();
  to.measures = record.array();
  return to;
}

struct SoftmaxSampleRecord {
  SoftmaxDraws draws;
  SoftmaxRule rule;
  double shift;
  uint32_t draw;
  SoftmaxSample sample;
};

inline SoftmaxSampleRecord readSoftmaxSample() {
  Record record;
  SoftmaxSampleRecord to;
  readDrawNumbers(record, to.draws);
  readRuleNumbers(record, to.rule);
  to.shift = record.number();
  to.draw = record.whole();
  readSamplePlaces(record, to.sample);
  return to;
}

struct SoftmaxMeasuresRecord {
  uint32_t count;
  const float* logits;
  const float* weightGradient;
  float* weights;
  float* logitGradient;
  float* jacobian;
};

inline SoftmaxMeasuresRecord readSoftmaxMeasures() {
  Record record;
  SoftmaxMeasuresRecord to;
  to.count = record.whole();
  to.logits = record.array();
  to.weightGradient = record.array();
  to.weights = record.array();
  to.logitGradient = record.array();
  to.jacobian = record.array();
  return to;
}

struct SoftmaxMeasuresGiven {
  SoftmaxMeasures measures;
  float logSumExp;
};

inline void give(const SoftmaxMeasuresGiven& given) {
  double* to = givenNumbers();
  *to++ = static_cast<double>(given.measures.topWeight);
  *to++ = static_cast<double>(given.measures.entropy);
  *to++ = static_cast<double>(given.measures.effectiveKeys);
  *to++ = static_cast<double>(given.measures.jacobianNorm);
  *to++ = static_cast<double>(given.measures.outputVariance);
  *to++ = static_cast<double>(given.measures.logitGradientNorm);
  *to++ = static_cast<double>(given.logSumExp);
}

struct SpreadRecord {
  uint32_t count;
  double threshold;
  float* values;
};

inline SpreadRecord readSpread() {
  Record record;
  SpreadRecord to;
  to.count = record.whole();
  to.threshold = record.number();
  to.values = record.array();
  return to;
}

struct SpreadGiven {
  Spread spread;
  Share below;
};

inline void give(const SpreadGiven& given) {
  double* to = givenNumbers();
  *to++ = given.spread.mean;
  *to++ = given.spread.standardError;
  *to++ = given.spread.std;
  *to++ = given.spread.p05;
  *to++ = given.spread.p25;
  *to++ = given.spread.p50;
  *to++ = given.spread.p75;
  *to++ = given.spread.p95;
  *to++ = given.below.share;
  *to++ = given.below.standardError;
}

struct RatioRecord {
  uint32_t count;
  const float* over;
  const float* under;
};

inline RatioRecord readRatio() {
  Record record;
  RatioRecord to;
  to.count = record.whole();
  to.over = record.array();
  to.under = record.array();
  return to;
}

struct RatioGiven {
  Ratio ratio;
};

inline void give(const RatioGiven& given) {
  double* to = givenNumbers();
  *to++ = given.ratio.value;
  *to++ = given.ratio.low;
  *to++ = given.ratio.high;
}

}  // namespace scaledot
