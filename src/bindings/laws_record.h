// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bindings/record.h"
#include "bindings/score_options.h"
#include "laws/score_curves.h"
#include "laws/score_law.h"

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

inline void readCurvePlaces(Record& record, CurvePlaces& to) {
  to.points = record.whole();
  to.reach = record.number();
}

inline void readVarianceNumbers(Record& record, VarianceOptions& to) {
  to.rows = record.whole();
  to.columns = record.whole();
  to.headDim = record.whole();
  to.ddof = record.number();
  to.seed = static_cast<uint64_t>(record.number());
}

struct OpenLawRecord {
  ScoreNumbers scores;
};

inline OpenLawRecord readOpenLaw() {
  Record record;
  OpenLawRecord to;
  readScoreNumbers(record, to.scores);
  return to;
}

struct OpenLawReturned {
  LawKind kind;
  double mean;
  double variance;
  double spacing;
};

inline void writeReturned(const OpenLawReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.kind);
  *to++ = returned.mean;
  *to++ = returned.variance;
  *to++ = returned.spacing;
}

struct LawValuesRecord {
  bool exact;
  uint32_t which;
  uint32_t count;
  const double* points;
  double* values;
};

inline LawValuesRecord readLawValues() {
  Record record;
  LawValuesRecord to;
  to.exact = record.flag();
  to.which = record.whole();
  to.count = record.whole();
  to.points = record.array<double>();
  to.values = record.array<double>();
  return to;
}

struct ScoreCurvesRecord {
  ScoreNumbers scores;
  CurvePlaces places;
  double* arrays;
};

inline ScoreCurvesRecord readScoreCurves() {
  Record record;
  ScoreCurvesRecord to;
  readScoreNumbers(record, to.scores);
  readCurvePlaces(record, to.places);
  to.arrays = record.array<double>();
  return to;
}

struct ScoreCurvesReturned {
  ScoreCurve before;
  ScoreCurve after;
  double scale;
  uint32_t bins;
  double low;
  double high;
};

inline void writeReturned(const ScoreCurvesReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.before.kind);
  *to++ = returned.before.mean;
  *to++ = returned.before.variance;
  *to++ = returned.before.spacing;
  *to++ = returned.before.skewness;
  *to++ = returned.before.kurtosis;
  *to++ = static_cast<double>(returned.before.places);
  *to++ = static_cast<double>(returned.after.kind);
  *to++ = returned.after.mean;
  *to++ = returned.after.variance;
  *to++ = returned.after.spacing;
  *to++ = returned.after.skewness;
  *to++ = returned.after.kurtosis;
  *to++ = static_cast<double>(returned.after.places);
  *to++ = returned.scale;
  *to++ = static_cast<double>(returned.bins);
  *to++ = returned.low;
  *to++ = returned.high;
}

struct VarianceDrawsRecord {
  VarianceOptions product;
  uint32_t first;
  uint32_t last;
  double* variances;
};

inline VarianceDrawsRecord readVarianceDraws() {
  Record record;
  VarianceDrawsRecord to;
  readVarianceNumbers(record, to.product);
  to.first = record.whole();
  to.last = record.whole();
  to.variances = record.array<double>();
  return to;
}

struct SummarizeVariancesRecord {
  VarianceOptions product;
  uint32_t count;
  double value;
  double* draws;
};

inline SummarizeVariancesRecord readSummarizeVariances() {
  Record record;
  SummarizeVariancesRecord to;
  readVarianceNumbers(record, to.product);
  to.count = record.whole();
  to.value = record.number();
  to.draws = record.array<double>();
  return to;
}

struct SummarizeVariancesReturned {
  double expectation;
  VarianceSummary summary;
};

inline void writeReturned(const SummarizeVariancesReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.expectation;
  *to++ = returned.summary.mean;
  *to++ = returned.summary.standardError;
  *to++ = returned.summary.p05;
  *to++ = returned.summary.p25;
  *to++ = returned.summary.p50;
  *to++ = returned.summary.p75;
  *to++ = returned.summary.p95;
  *to++ = returned.summary.percentile;
}

struct NumpyProductVarianceRecord {
  VarianceOptions product;
  double* entries;
};

inline NumpyProductVarianceRecord readNumpyProductVariance() {
  Record record;
  NumpyProductVarianceRecord to;
  readVarianceNumbers(record, to.product);
  to.entries = record.array<double>();
  return to;
}

struct NumpyProductVarianceReturned {
  double variance;
};

inline void writeReturned(const NumpyProductVarianceReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.variance;
}

}  // namespace scaledot
