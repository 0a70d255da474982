// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bindings/record.h"
#include "learning/optimizer.h"
#include "network/label_loss.h"
#include "network/linear.h"
#include "network/pointwise.h"
#include "network/positions.h"

namespace scaledot {

inline void readFileMatrix(Record& record, FileMatrix& to) {
  to.in = record.whole();
  to.out = record.whole();
  to.transposed = record.flag();
  to.type = static_cast<NumberType>(record.whole());
  to.bytes = record.array<unsigned char>();
}

inline void readLinearGradients(Record& record, LinearGradients& to) {
  to.x = record.array();
  to.weight = record.array();
  to.bias = record.array();
}

inline void readStepRule(Record& record, StepRule& to) {
  to.kind = static_cast<OptimizerKind>(record.whole());
  to.learningRate = record.number();
  to.momentum = record.number();
  to.dampening = record.number();
  to.beta1 = record.number();
  to.beta2 = record.number();
  to.epsilon = record.number();
  to.weightDecay = record.number();
  to.nesterov = record.flag();
  to.amsgrad = record.flag();
  to.maximize = record.flag();
  to.step = record.number();
}

inline void readStepState(Record& record, StepState& to) {
  to.first = record.array();
  to.second = record.array();
  to.greatest = record.array();
}

inline void readNextState(Record& record, NextState& to) {
  to.first = record.array();
  to.second = record.array();
  to.greatest = record.array();
}

inline void readPointwise(Record& record, Pointwise& to) {
  to.activation = static_cast<PointActivation>(record.whole());
  to.scale = static_cast<float>(record.number());
  to.gate = record.array();
  to.add = record.array();
}

inline void readRotaryAngles(Record& record, RotaryAngles& to) {
  to.rotated = record.whole();
  to.base = record.number();
  to.stretch = static_cast<RotaryStretch>(record.whole());
  to.factor = record.number();
  to.low = record.number();
  to.high = record.number();
  to.original = record.number();
}

inline void readRelativeBuckets(Record& record, RelativeBuckets& to) {
  to.buckets = record.whole();
  to.heads = record.whole();
  to.maxDistance = record.whole();
  to.bidirectional = record.flag();
}

inline void readLabelLoss(Record& record, LabelLoss& to) {
  to.sum = record.number();
  to.rows = record.number();
}

struct LinearRecord {
  uint32_t rows;
  FileMatrix weight;
  const float* x;
  const float* bias;
  const float* add;
  float* y;
};

inline LinearRecord readLinear() {
  Record record;
  LinearRecord to;
  to.rows = record.whole();
  readFileMatrix(record, to.weight);
  to.x = record.array();
  to.bias = record.array();
  to.add = record.array();
  to.y = record.array();
  return to;
}

struct LinearGradientRecord {
  uint32_t rows;
  FileMatrix weight;
  const float* x;
  const float* outputGradient;
  LinearGradients gradients;
};

inline LinearGradientRecord readLinearGradient() {
  Record record;
  LinearGradientRecord to;
  to.rows = record.whole();
  readFileMatrix(record, to.weight);
  to.x = record.array();
  to.outputGradient = record.array();
  readLinearGradients(record, to.gradients);
  return to;
}

struct PointwiseGradientRecord {
  PointActivation activation;
  uint32_t count;
  const float* x;
  const float* outputGradient;
  float* xGradient;
};

inline PointwiseGradientRecord readPointwiseGradient() {
  Record record;
  PointwiseGradientRecord to;
  to.activation = static_cast<PointActivation>(record.whole());
  to.count = record.whole();
  to.x = record.array();
  to.outputGradient = record.array();
  to.xGradient = record.array();
  return to;
}

struct OptimizerStepRecord {
  StepRule rule;
  size_t count;
  const float* parameters;
  const float* gradients;
  StepState state;
  float* nextParameters;
  NextState next;
};

inline OptimizerStepRecord readOptimizerStep() {
  Record record;
  OptimizerStepRecord to;
  readStepRule(record, to.rule);
  to.count = record.whole();
  to.parameters = record.array();
  to.gradients = record.array();
  readStepState(record, to.state);
  to.nextParameters = record.array();
  readNextState(record, to.next);
  return to;
}

struct DecodeRecord {
  NumberType type;
  uint32_t count;
  const unsigned char* bytes;
  float* numbers;
};

inline DecodeRecord readDecode() {
  Record record;
  DecodeRecord to;
  to.type = static_cast<NumberType>(record.whole());
  to.count = record.whole();
  to.bytes = record.array<unsigned char>();
  to.numbers = record.array();
  return to;
}

struct PointwiseRecord {
  Pointwise what;
  uint32_t count;
  const float* x;
  float* y;
};

inline PointwiseRecord readPointwise() {
  Record record;
  PointwiseRecord to;
  readPointwise(record, to.what);
  to.count = record.whole();
  to.x = record.array();
  to.y = record.array();
  return to;
}

struct RotaryTableRecord {
  uint32_t positions;
  RotaryAngles angles;
  float* cosine;
  float* sine;
};

inline RotaryTableRecord readRotaryTable() {
  Record record;
  RotaryTableRecord to;
  to.positions = record.whole();
  readRotaryAngles(record, to.angles);
  to.cosine = record.array();
  to.sine = record.array();
  return to;
}

struct RelativeBiasRecord {
  uint32_t queries;
  uint32_t keys;
  RelativeBuckets of;
  const float* table;
  float* to;
};

inline RelativeBiasRecord readRelativeBias() {
  Record record;
  RelativeBiasRecord to;
  to.queries = record.whole();
  to.keys = record.whole();
  readRelativeBuckets(record, to.of);
  to.table = record.array();
  to.to = record.array();
  return to;
}

struct CrossEntropyRecord {
  LabelLoss before;
  uint32_t rows;
  uint32_t vocabulary;
  const float* logits;
  const uint32_t* labels;
};

inline CrossEntropyRecord readCrossEntropy() {
  Record record;
  CrossEntropyRecord to;
  readLabelLoss(record, to.before);
  to.rows = record.whole();
  to.vocabulary = record.whole();
  to.logits = record.array();
  to.labels = record.array<uint32_t>();
  return to;
}

struct CrossEntropyReturned {
  double sum;
  double rows;
  double mean;
  double perplexity;
};

inline void writeReturned(const CrossEntropyReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.sum;
  *to++ = returned.rows;
  *to++ = returned.mean;
  *to++ = returned.perplexity;
}

}  // namespace scaledot
