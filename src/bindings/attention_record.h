// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/attention.h"
#include "attention/multi_head.h"
#include "bindings/record.h"
#include "statistics/head_statistics.h"

namespace scaledot {

inline void readMask(Record& record, MaskTensor& to) {
  to.data = record.array();
  for (auto& one : to.strides) one = record.whole();
}

inline void readVisibility(Record& record, AttentionProblem& to) {
  to.scale = static_cast<float>(record.number());
  to.softcap = static_cast<float>(record.number());
  to.causal = static_cast<Causal>(record.whole());
  to.windowBefore = record.whole();
  to.windowAfter = record.whole();
  to.keyLengths = record.array<uint32_t>();
  to.firstQuery = record.whole();
  to.wholeQueries = record.whole();
  readMask(record, to.allow);
  readMask(record, to.block);
  readMask(record, to.bias);
}

inline void readProblem(Record& record, AttentionProblem& to) {
  to.batch = record.whole();
  to.heads = record.whole();
  to.keyHeads = record.whole();
  to.queries = record.whole();
  to.keys = record.whole();
  to.headDim = record.whole();
  to.valueDim = record.whole();
  to.query = record.array();
  to.key = record.array();
  to.value = record.array();
  readVisibility(record, to);
}

inline void readResults(Record& record, AttentionResults& to) {
  to.output = record.array();
  to.weights = record.array();
  to.scores = record.array();
  to.scaledScores = record.array();
  to.cappedScores = record.array();
  to.maskedScores = record.array();
  to.logSumExp = record.array();
}

inline void readForward(Record& record, AttentionResults& to) {
  to.output = record.array();
  to.logSumExp = record.array();
}

inline void readGradients(Record& record, AttentionGradients& to) {
  to.query = record.array();
  to.key = record.array();
  to.value = record.array();
  to.bias = record.array();
  to.biasCount = record.whole();
}

inline void readLinear(Record& record, Linear& to) {
  to.weight = record.array();
  to.bias = record.array();
}

inline void readMultiHeadProblem(Record& record, MultiHeadProblem& to) {
  to.batch = record.whole();
  to.queries = record.whole();
  to.keys = record.whole();
  to.queryWidth = record.whole();
  to.keyWidth = record.whole();
  to.valueWidth = record.whole();
  to.outputWidth = record.whole();
  to.heads = record.whole();
  to.keyHeads = record.whole();
  to.headDim = record.whole();
  to.valueDim = record.whole();
  to.query = record.array();
  to.key = record.array();
  to.value = record.array();
  readLinear(record, to.wq);
  readLinear(record, to.wk);
  readLinear(record, to.wv);
  readLinear(record, to.wo);
  to.extraKey = record.array();
  to.extraValue = record.array();
  to.zeroKey = record.flag();
  readVisibility(record, to.attention);
}

inline void readMultiHeadResults(Record& record, MultiHeadResults& to) {
  to.output = record.array();
  readResults(record, to.attention);
  to.projectedQuery = record.array();
  to.projectedKey = record.array();
  to.projectedValue = record.array();
}

inline void readMultiHeadGradients(Record& record, MultiHeadGradients& to) {
  to.query = record.array();
  to.key = record.array();
  to.value = record.array();
  to.wq = record.array();
  to.wk = record.array();
  to.wv = record.array();
  to.wo = record.array();
  to.bq = record.array();
  to.bk = record.array();
  to.bv = record.array();
  to.bo = record.array();
  to.extraKey = record.array();
  to.extraValue = record.array();
  to.bias = record.array();
  to.biasCount = record.whole();
}

struct AttentionRecord {
  AttentionProblem problem;
  AttentionResults results;
  uint32_t* rows;
};

inline AttentionRecord readAttention() {
  Record record;
  AttentionRecord to;
  readProblem(record, to.problem);
  readResults(record, to.results);
  to.rows = record.array<uint32_t>();
  return to;
}

struct AttentionReturned {
  ListedRows listed;
};

inline void writeReturned(const AttentionReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.listed.fullyMasked);
  *to++ = static_cast<double>(returned.listed.nonFinite);
}

struct AttentionGradientRecord {
  AttentionProblem problem;
  bool forwardGiven;
  AttentionResults forward;
  const float* outputGradient;
  const float* weightsGradient;
  AttentionGradients gradients;
};

inline AttentionGradientRecord readAttentionGradient() {
  Record record;
  AttentionGradientRecord to;
  readProblem(record, to.problem);
  to.forwardGiven = record.flag();
  readForward(record, to.forward);
  to.outputGradient = record.array();
  to.weightsGradient = record.array();
  readGradients(record, to.gradients);
  return to;
}

struct AttentionGradientReturned {
  double scale;
};

inline void writeReturned(const AttentionGradientReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.scale;
}

struct MultiHeadAttentionRecord {
  MultiHeadProblem problem;
  MultiHeadResults results;
  uint32_t* rows;
};

inline MultiHeadAttentionRecord readMultiHeadAttention() {
  Record record;
  MultiHeadAttentionRecord to;
  readMultiHeadProblem(record, to.problem);
  readMultiHeadResults(record, to.results);
  to.rows = record.array<uint32_t>();
  return to;
}

struct MultiHeadAttentionReturned {
  ListedRows listed;
};

inline void writeReturned(const MultiHeadAttentionReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.listed.fullyMasked);
  *to++ = static_cast<double>(returned.listed.nonFinite);
}

struct MultiHeadAttentionGradientRecord {
  MultiHeadProblem problem;
  const float* outputGradient;
  const float* weightsGradient;
  MultiHeadGradients gradients;
};

inline MultiHeadAttentionGradientRecord readMultiHeadAttentionGradient() {
  Record record;
  MultiHeadAttentionGradientRecord to;
  readMultiHeadProblem(record, to.problem);
  to.outputGradient = record.array();
  to.weightsGradient = record.array();
  readMultiHeadGradients(record, to.gradients);
  return to;
}

struct MultiHeadAttentionGradientReturned {
  double scale;
};

inline void writeReturned(const MultiHeadAttentionGradientReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.scale;
}

struct HeadStatisticsRecord {
  AttentionProblem problem;
  HeadStatistics* heads;
  uint32_t bins;
  double* histograms;
};

inline HeadStatisticsRecord readHeadStatistics() {
  Record record;
  HeadStatisticsRecord to;
  readProblem(record, to.problem);
  to.heads = record.array<HeadStatistics>();
  to.bins = record.whole();
  to.histograms = record.array<double>();
  return to;
}

struct MeanOfHeadsRecord {
  uint32_t count;
  const HeadStatistics* heads;
  HeadStatistics* mean;
};

inline MeanOfHeadsRecord readMeanOfHeads() {
  Record record;
  MeanOfHeadsRecord to;
  to.count = record.whole();
  to.heads = record.array<HeadStatistics>();
  to.mean = record.array<HeadStatistics>();
  return to;
}

}  // namespace scaledot
