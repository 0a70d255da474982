// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/normalization.h"
#include "attention/rotary.h"
#include "attention/scores.h"
#include "attention/softmax.h"
#include "bindings/record.h"

namespace scaledot {

inline void readScoreProblem(Record& record, ScoreProblem& to) {
  to.kind = static_cast<ScoreKind>(record.whole());
  to.batch = record.whole();
  to.queries = record.whole();
  to.keys = record.whole();
  to.queryDim = record.whole();
  to.keyDim = record.whole();
  to.hidden = record.whole();
  to.scale = static_cast<float>(record.number());
  to.epsilon = record.number();
  to.query = record.array();
  to.key = record.array();
  to.weight = record.array();
  to.queryWeight = record.array();
  to.keyWeight = record.array();
  to.vector = record.array();
}

inline void readScoreGradientPlaces(Record& record, ScoreGradients& to) {
  to.query = record.array();
  to.key = record.array();
  to.weight = record.array();
  to.queryWeight = record.array();
  to.keyWeight = record.array();
  to.vector = record.array();
}

inline void readAxisSizes(Record& record, Axis& to) {
  to.outer = record.whole();
  to.count = record.whole();
  to.inner = record.whole();
}

inline void readNormRows(Record& record, NormRows& to) {
  to.rows = record.whole();
  to.count = record.whole();
  to.epsilon = record.number();
  to.x = record.array();
  to.weight = record.array();
}

struct ScoresRecord {
  ScoreProblem problem;
  float* to;
};

inline ScoresRecord readScores() {
  Record record;
  ScoresRecord to;
  readScoreProblem(record, to.problem);
  to.to = record.array();
  return to;
}

struct ScoresGradientRecord {
  ScoreProblem problem;
  const float* outputGradient;
  ScoreGradients gradients;
};

inline ScoresGradientRecord readScoresGradient() {
  Record record;
  ScoresGradientRecord to;
  readScoreProblem(record, to.problem);
  to.outputGradient = record.array();
  readScoreGradientPlaces(record, to.gradients);
  return to;
}

struct ScoresGradientReturned {
  double scale;
};

inline void writeReturned(const ScoresGradientReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.scale;
}

struct AlongAxisRecord {
  Axis axis;
  const float* x;
  float* to;
};

inline AlongAxisRecord readAlongAxis() {
  Record record;
  AlongAxisRecord to;
  readAxisSizes(record, to.axis);
  to.x = record.array();
  to.to = record.array();
  return to;
}

struct GradientAlongAxisRecord {
  Axis axis;
  const float* x;
  const float* outputGradient;
  float* y;
  float* xGradient;
};

inline GradientAlongAxisRecord readGradientAlongAxis() {
  Record record;
  GradientAlongAxisRecord to;
  readAxisSizes(record, to.axis);
  to.x = record.array();
  to.outputGradient = record.array();
  to.y = record.array();
  to.xGradient = record.array();
  return to;
}

struct LogSoftmaxJvpRecord {
  Axis axis;
  const float* x;
  const float* tangent;
  float* weights;
  float* to;
};

inline LogSoftmaxJvpRecord readLogSoftmaxJvp() {
  Record record;
  LogSoftmaxJvpRecord to;
  readAxisSizes(record, to.axis);
  to.x = record.array();
  to.tangent = record.array();
  to.weights = record.array();
  to.to = record.array();
  return to;
}

struct SoftmaxJacobianRecord {
  size_t rows;
  size_t count;
  const float* x;
  float* jacobian;
};

inline SoftmaxJacobianRecord readSoftmaxJacobian() {
  Record record;
  SoftmaxJacobianRecord to;
  to.rows = record.whole();
  to.count = record.whole();
  to.x = record.array();
  to.jacobian = record.array();
  return to;
}

struct SoftmaxJacobianGradientRecord {
  size_t rows;
  size_t count;
  const float* x;
  const float* outputGradient;
  float* xGradient;
};

inline SoftmaxJacobianGradientRecord readSoftmaxJacobianGradient() {
  Record record;
  SoftmaxJacobianGradientRecord to;
  to.rows = record.whole();
  to.count = record.whole();
  to.x = record.array();
  to.outputGradient = record.array();
  to.xGradient = record.array();
  return to;
}

struct LayerNormRecord {
  NormRows of;
  const float* bias;
  float* y;
  float* mean;
  float* inverseStd;
};

inline LayerNormRecord readLayerNorm() {
  Record record;
  LayerNormRecord to;
  readNormRows(record, to.of);
  to.bias = record.array();
  to.y = record.array();
  to.mean = record.array();
  to.inverseStd = record.array();
  return to;
}

struct RmsNormRecord {
  NormRows of;
  float* y;
  float* inverseRms;
};

inline RmsNormRecord readRmsNorm() {
  Record record;
  RmsNormRecord to;
  readNormRows(record, to.of);
  to.y = record.array();
  to.inverseRms = record.array();
  return to;
}

struct LayerNormGradientRecord {
  NormRows of;
  const float* outputGradient;
  float* xGradient;
  float* weightGradient;
  float* biasGradient;
};

inline LayerNormGradientRecord readLayerNormGradient() {
  Record record;
  LayerNormGradientRecord to;
  readNormRows(record, to.of);
  to.outputGradient = record.array();
  to.xGradient = record.array();
  to.weightGradient = record.array();
  to.biasGradient = record.array();
  return to;
}

struct RmsNormGradientRecord {
  NormRows of;
  const float* outputGradient;
  float* xGradient;
  float* weightGradient;
};

inline RmsNormGradientRecord readRmsNormGradient() {
  Record record;
  RmsNormGradientRecord to;
  readNormRows(record, to.of);
  to.outputGradient = record.array();
  to.xGradient = record.array();
  to.weightGradient = record.array();
  return to;
}

struct RotaryRecord {
  size_t rows;
  size_t width;
  size_t rotated;
  bool interleaved;
  const float* x;
  const float* cosine;
  const float* sine;
  const uint32_t* tableRow;
  float* y;
};

inline RotaryRecord readRotary() {
  Record record;
  RotaryRecord to;
  to.rows = record.whole();
  to.width = record.whole();
  to.rotated = record.whole();
  to.interleaved = record.flag();
  to.x = record.array();
  to.cosine = record.array();
  to.sine = record.array();
  to.tableRow = record.array<uint32_t>();
  to.y = record.array();
  return to;
}

}  // namespace scaledot
