// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/parameter_draw.h"
#include "attention/score_cost.h"
#include "attention/score_plane.h"
#include "bindings/record.h"
#include "statistics/norm_stages.h"
#include "statistics/scoring_statistics.h"

namespace scaledot {

inline void readPlane(Record& record, Plane& to) {
  to.size = record.whole();
  to.extent = record.number();
}

inline void readPlaneFunction(Record& record, ScoreProblem& to) {
  to.kind = static_cast<ScoreKind>(record.whole());
  to.scale = static_cast<float>(record.number());
  to.hidden = record.whole();
  to.weight = record.array();
  to.queryWeight = record.array();
  to.keyWeight = record.array();
  to.vector = record.array();
}

inline void readCostProblem(Record& record, ScoreProblem& to) {
  to.kind = static_cast<ScoreKind>(record.whole());
  to.queries = record.whole();
  to.keys = record.whole();
  to.queryDim = record.whole();
  to.keyDim = record.whole();
  to.hidden = record.whole();
}

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

inline void readFunctionNumbers(Record& record, ScoringFunction& to) {
  to.kind = static_cast<ScoreKind>(record.whole());
  to.hidden = record.whole();
  to.scale = record.number();
  to.temperature = record.number();
  to.low = record.number();
  to.high = record.number();
}

inline void readScoringDraws(Record& record, ScoringDraws& to) {
  readVectorNumbers(record, to.vectors);
  to.bins = record.whole();
  static_assert(kMostScoringFunctions == 16);
  to.count = record.whole();
  for (uint32_t i = 0; i < to.count; ++i) {
    readFunctionNumbers(record, to.functions[i]);
  }
}

inline void readParameterPlaces(Record& record, ScoreParameters& to) {
  to.weight = record.array();
  to.queryWeight = record.array();
  to.keyWeight = record.array();
  to.vector = record.array();
}

inline void readNormNumbers(Record& record, NormOptions& to) {
  to.headDim = record.whole();
  to.vectors = record.whole();
  to.lengthSpread = record.number();
  to.gainSd = record.number();
  to.biasSd = record.number();
  to.seed = static_cast<uint64_t>(record.number());
}

struct ScorePlaneRecord {
  Plane plane;
  uint32_t keys;
  const float* key;
  uint32_t count;
  ScoreProblem functions[kMostScoringFunctions];
  float* weights;
};

inline ScorePlaneRecord readScorePlane() {
  Record record;
  ScorePlaneRecord to;
  readPlane(record, to.plane);
  to.keys = record.whole();
  to.key = record.array();
  static_assert(kMostScoringFunctions == 16);
  to.count = record.whole();
  for (uint32_t i = 0; i < to.count; ++i) {
    readPlaneFunction(record, to.functions[i]);
  }
  to.weights = record.array();
  return to;
}

struct ScoreCostRecord {
  ScoreProblem problem;
};

inline ScoreCostRecord readScoreCost() {
  Record record;
  ScoreCostRecord to;
  readCostProblem(record, to.problem);
  return to;
}

struct ScoreCostReturned {
  ScoreCost cost;
};

inline void writeReturned(const ScoreCostReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.cost.parameters;
  *to++ = returned.cost.multiplications;
  *to++ = returned.cost.tangents;
}

struct ScoringDrawsRecord {
  ScoringDraws draws;
  uint32_t first;
  uint32_t last;
  float* measures;
  float* counts;
};

inline ScoringDrawsRecord readScoringDraws() {
  Record record;
  ScoringDrawsRecord to;
  readScoringDraws(record, to.draws);
  to.first = record.whole();
  to.last = record.whole();
  to.measures = record.array();
  to.counts = record.array();
  return to;
}

struct SummarizeScoresRecord {
  uint32_t count;
  uint32_t keys;
  const float* moments;
};

inline SummarizeScoresRecord readSummarizeScores() {
  Record record;
  SummarizeScoresRecord to;
  to.count = record.whole();
  to.keys = record.whole();
  to.moments = record.array();
  return to;
}

struct SummarizeScoresReturned {
  Summary summary;
};

inline void writeReturned(const SummarizeScoresReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.summary.count;
  *to++ = returned.summary.mean;
  *to++ = returned.summary.variance;
  *to++ = returned.summary.std;
  *to++ = returned.summary.skewness;
  *to++ = returned.summary.kurtosis;
  *to++ = returned.summary.min;
  *to++ = returned.summary.max;
}

struct DrawScoreParametersRecord {
  uint64_t seed;
  ScoreKind kind;
  uint32_t dim;
  uint32_t keys;
  uint32_t hidden;
  ScoreParameters parameters;
};

inline DrawScoreParametersRecord readDrawScoreParameters() {
  Record record;
  DrawScoreParametersRecord to;
  to.seed = static_cast<uint64_t>(record.number());
  to.kind = static_cast<ScoreKind>(record.whole());
  to.dim = record.whole();
  to.keys = record.whole();
  to.hidden = record.whole();
  readParameterPlaces(record, to.parameters);
  return to;
}

struct NormStagesRecord {
  NormOptions options;
  uint32_t stages;
  float* norms;
};

inline NormStagesRecord readNormStages() {
  Record record;
  NormStagesRecord to;
  readNormNumbers(record, to.options);
  to.stages = record.whole();
  to.norms = record.array();
  return to;
}

struct NormStagesReturned {
  double differences[4];
};

inline void writeReturned(const NormStagesReturned& returned) {
  double* to = returnedNumbers();
  for (const double one : returned.differences) *to++ = one;
}

}  // namespace scaledot
