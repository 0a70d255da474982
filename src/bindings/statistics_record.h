// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bindings/record.h"
#include "bindings/score_options.h"
#include "statistics/score_growth.h"
#include "statistics/score_statistics.h"

namespace scaledot {

inline void readComponentNumbers(Record& record, Component& to) {
  to.distribution = static_cast<Distribution>(record.whole());
  to.mean = record.number();
  to.sd = record.number();
  to.df = record.number();
}

inline void readScoreRange(Record& record, ScoreRange& to) {
  to.low = record.number();
  to.high = record.number();
}

inline void readScoreNumbers(Record& record, ScoreNumbers& to) {
  to.headDim = record.whole();
  to.queries = record.whole();
  to.keys = record.whole();
  to.rule = static_cast<ScaleRule>(record.whole());
  to.value = record.number();
  to.seed = static_cast<uint64_t>(record.number());
  to.generator = static_cast<Generator>(record.whole());
  readComponentNumbers(record, to.query);
  readComponentNumbers(record, to.key);
  to.correlation = record.number();
  to.bins = record.whole();
  readScoreRange(record, to.range);
}

struct ScoreTheoryRecord {
  ScoreNumbers scores;
};

inline ScoreTheoryRecord readScoreTheory() {
  Record record;
  ScoreTheoryRecord to;
  readScoreNumbers(record, to.scores);
  return to;
}

struct ScoreTheoryGiven {
  ScoreTheory theory;
  double scale;
};

inline void give(const ScoreTheoryGiven& given) {
  double* to = givenNumbers();
  *to++ = given.theory.mean;
  *to++ = given.theory.variance;
  *to++ = given.theory.skewness;
  *to++ = given.theory.kurtosis;
  *to++ = given.scale;
}

struct ScorePlanRecord {
  ScoreNumbers scores;
};

inline ScorePlanRecord readScorePlan() {
  Record record;
  ScorePlanRecord to;
  readScoreNumbers(record, to.scores);
  return to;
}

struct ScorePlanGiven {
  uint32_t units;
  double bytes;
};

inline void give(const ScorePlanGiven& given) {
  double* to = givenNumbers();
  *to++ = static_cast<double>(given.units);
  *to++ = given.bytes;
}

struct ScoreUnitRangeRecord {
  ScoreNumbers scores;
  uint32_t first;
  uint32_t last;
  double* recordsAndCounts;
};

inline ScoreUnitRangeRecord readScoreUnitRange() {
  Record record;
  ScoreUnitRangeRecord to;
  readScoreNumbers(record, to.scores);
  to.first = record.whole();
  to.last = record.whole();
  to.recordsAndCounts = record.array<double>();
  return to;
}

struct ScoreSummaryRecord {
  ScoreNumbers scores;
  uint32_t units;
  const double* records;
  double* counts;
};

inline ScoreSummaryRecord readScoreSummary() {
  Record record;
  ScoreSummaryRecord to;
  readScoreNumbers(record, to.scores);
  to.units = record.whole();
  to.records = record.array<double>();
  to.counts = record.array<double>();
  return to;
}

struct ScoreSummaryGiven {
  ScoreSummary summary;
  ScoreTheory theory;
  double scale;
  double low;
  double high;
  double unscaledLow;
  double unscaledHigh;
};

inline void give(const ScoreSummaryGiven& given) {
  double* to = givenNumbers();
  *to++ = given.summary.scores.count;
  *to++ = given.summary.scores.mean;
  *to++ = given.summary.scores.variance;
  *to++ = given.summary.scores.std;
  *to++ = given.summary.scores.skewness;
  *to++ = given.summary.scores.kurtosis;
  *to++ = given.summary.scores.min;
  *to++ = given.summary.scores.max;
  *to++ = given.summary.unscaled.count;
  *to++ = given.summary.unscaled.mean;
  *to++ = given.summary.unscaled.variance;
  *to++ = given.summary.unscaled.std;
  *to++ = given.summary.unscaled.skewness;
  *to++ = given.summary.unscaled.kurtosis;
  *to++ = given.summary.unscaled.min;
  *to++ = given.summary.unscaled.max;
  *to++ = given.summary.query.count;
  *to++ = given.summary.query.mean;
  *to++ = given.summary.query.variance;
  *to++ = given.summary.query.std;
  *to++ = given.summary.query.skewness;
  *to++ = given.summary.query.kurtosis;
  *to++ = given.summary.query.min;
  *to++ = given.summary.query.max;
  *to++ = given.summary.key.count;
  *to++ = given.summary.key.mean;
  *to++ = given.summary.key.variance;
  *to++ = given.summary.key.std;
  *to++ = given.summary.key.skewness;
  *to++ = given.summary.key.kurtosis;
  *to++ = given.summary.key.min;
  *to++ = given.summary.key.max;
  *to++ = given.summary.meanError;
  *to++ = given.summary.varianceError;
  *to++ = given.summary.unscaledMeanError;
  *to++ = given.summary.unscaledVarianceError;
  *to++ = given.theory.mean;
  *to++ = given.theory.variance;
  *to++ = given.theory.skewness;
  *to++ = given.theory.kurtosis;
  *to++ = given.scale;
  *to++ = given.low;
  *to++ = given.high;
  *to++ = given.unscaledLow;
  *to++ = given.unscaledHigh;
}

struct ScoreGrowthRecord {
  ScoreNumbers scores;
  uint32_t rules;
  uint32_t sizes;
  const double* scales;
  const uint32_t* dims;
  const MeasuredVariance* measured;
  GrowthPoint* points;
};

inline ScoreGrowthRecord readScoreGrowth() {
  Record record;
  ScoreGrowthRecord to;
  readScoreNumbers(record, to.scores);
  to.rules = record.whole();
  to.sizes = record.whole();
  to.scales = record.array<double>();
  to.dims = record.array<uint32_t>();
  to.measured = record.array<MeasuredVariance>();
  to.points = record.array<GrowthPoint>();
  return to;
}

struct ScoreWalksRecord {
  ScoreNumbers scores;
  uint32_t pairs;
  float* products;
  float* sums;
};

inline ScoreWalksRecord readScoreWalks() {
  Record record;
  ScoreWalksRecord to;
  readScoreNumbers(record, to.scores);
  to.pairs = record.whole();
  to.products = record.array();
  to.sums = record.array();
  return to;
}

struct ComponentSampleRecord {
  ScoreNumbers scores;
  uint32_t side;
  uint32_t count;
  double* components;
};

inline ComponentSampleRecord readComponentSample() {
  Record record;
  ComponentSampleRecord to;
  readScoreNumbers(record, to.scores);
  to.side = record.whole();
  to.count = record.whole();
  to.components = record.array<double>();
  return to;
}

struct CountValuesRecord {
  double low;
  double high;
  uint32_t bins;
  uint32_t count;
  const double* values;
  double* counts;
};

inline CountValuesRecord readCountValues() {
  Record record;
  CountValuesRecord to;
  to.low = record.number();
  to.high = record.number();
  to.bins = record.whole();
  to.count = record.whole();
  to.values = record.array<double>();
  to.counts = record.array<double>();
  return to;
}

struct NumpySeedRecord {
  uint32_t seed;
  char* state;
};

inline NumpySeedRecord readNumpySeed() {
  Record record;
  NumpySeedRecord to;
  to.seed = record.whole();
  to.state = record.array<char>();
  return to;
}

struct NumpyDrawRecord {
  uint32_t law;
  double a;
  double b;
  uint32_t count;
  const char* before;
  char* after;
  double* numbers;
};

inline NumpyDrawRecord readNumpyDraw() {
  Record record;
  NumpyDrawRecord to;
  to.law = record.whole();
  to.a = record.number();
  to.b = record.number();
  to.count = record.whole();
  to.before = record.array<char>();
  to.after = record.array<char>();
  to.numbers = record.array<double>();
  return to;
}

}  // namespace scaledot
