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

struct SoftmaxMeasuresReturned {
  SoftmaxMeasures measures;
  float logSumExp;
};

inline void writeReturned(const SoftmaxMeasuresReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.measures.topWeight);
  *to++ = static_cast<double>(returned.measures.entropy);
  *to++ = static_cast<double>(returned.measures.effectiveKeys);
  *to++ = static_cast<double>(returned.measures.jacobianNorm);
  *to++ = static_cast<double>(returned.measures.outputVariance);
  *to++ = static_cast<double>(returned.measures.logitGradientNorm);
  *to++ = static_cast<double>(returned.logSumExp);
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

struct SpreadReturned {
  Spread spread;
  Share below;
};

inline void writeReturned(const SpreadReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.spread.mean;
  *to++ = returned.spread.standardError;
  *to++ = returned.spread.std;
  *to++ = returned.spread.p05;
  *to++ = returned.spread.p25;
  *to++ = returned.spread.p50;
  *to++ = returned.spread.p75;
  *to++ = returned.spread.p95;
  *to++ = returned.below.share;
  *to++ = returned.below.standardError;
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

struct RatioReturned {
  Ratio ratio;
};

inline void writeReturned(const RatioReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.ratio.value;
  *to++ = returned.ratio.low;
  *to++ = returned.ratio.high;
}

}  // namespace scaledot
