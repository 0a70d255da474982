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

struct ScoreTheoryReturned {
  ScoreTheory theory;
  double scale;
};

inline void writeReturned(const ScoreTheoryReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.theory.mean;
  *to++ = returned.theory.variance;
  *to++ = returned.theory.skewness;
  *to++ = returned.theory.kurtosis;
  *to++ = returned.scale;
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

struct ScorePlanReturned {
  uint32_t units;
  double bytes;
};

inline void writeReturned(const ScorePlanReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.units);
  *to++ = returned.bytes;
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

struct ScoreSummaryReturned {
  ScoreSummary summary;
  ScoreTheory theory;
  double scale;
  double low;
  double high;
  double unscaledLow;
  double unscaledHigh;
};

inline void writeReturned(const ScoreSummaryReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.summary.scores.count;
  *to++ = returned.summary.scores.mean;
  *to++ = returned.summary.scores.variance;
  *to++ = returned.summary.scores.std;
  *to++ = returned.summary.scores.skewness;
  *to++ = returned.summary.scores.kurtosis;
  *to++ = returned.summary.scores.min;
  *to++ = returned.summary.scores.max;
  *to++ = returned.summary.unscaled.count;
  *to++ = returned.summary.unscaled.mean;
  *to++ = returned.summary.unscaled.variance;
  *to++ = returned.summary.unscaled.std;
  *to++ = returned.summary.unscaled.skewness;
  *to++ = returned.summary.unscaled.kurtosis;
  *to++ = returned.summary.unscaled.min;
  *to++ = returned.summary.unscaled.max;
  *to++ = returned.summary.query.count;
  *to++ = returned.summary.query.mean;
  *to++ = returned.summary.query.variance;
  *to++ = returned.summary.query.std;
  *to++ = returned.summary.query.skewness;
  *to++ = returned.summary.query.kurtosis;
  *to++ = returned.summary.query.min;
  *to++ = returned.summary.query.max;
  *to++ = returned.summary.key.count;
  *to++ = returned.summary.key.mean;
  *to++ = returned.summary.key.variance;
  *to++ = returned.summary.key.std;
  *to++ = returned.summary.key.skewness;
  *to++ = returned.summary.key.kurtosis;
  *to++ = returned.summary.key.min;
  *to++ = returned.summary.key.max;
  *to++ = returned.summary.meanError;
  *to++ = returned.summary.varianceError;
  *to++ = returned.summary.unscaledMeanError;
  *to++ = returned.summary.unscaledVarianceError;
  *to++ = returned.theory.mean;
  *to++ = returned.theory.variance;
  *to++ = returned.theory.skewness;
  *to++ = returned.theory.kurtosis;
  *to++ = returned.scale;
  *to++ = returned.low;
  *to++ = returned.high;
  *to++ = returned.unscaledLow;
  *to++ = returned.unscaledHigh;
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
