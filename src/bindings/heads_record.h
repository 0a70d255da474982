// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/head_cost.h"
#include "attention/merged_head.h"
#include "attention/terms.h"
#include "bindings/record.h"
#include "lanes/difference.h"
#include "lanes/matrix_stack.h"

namespace scaledot {

inline void readMatrixStack(Record& record, MatrixStack& to) {
  for (auto& one : to.strides) one = record.whole();
  to.data = record.array();
}

inline void readStackProduct(Record& record, StackProduct& to) {
  for (auto& one : to.counts) one = record.whole();
  to.rows = record.whole();
  to.inner = record.whole();
  to.columns = record.whole();
  readMatrixStack(record, to.left);
  readMatrixStack(record, to.right);
  to.transposeRight = record.flag();
  to.bias = record.array();
}

inline void readHeadSizes(Record& record, HeadSizes& to) {
  to.modelDim = record.whole();
  to.heads = record.whole();
  to.keyHeads = record.whole();
  to.headDim = record.whole();
  to.valueDim = record.whole();
  to.length = record.whole();
}

inline void readRankTolerance(Record& record, RankTolerance& to) {
  to.value = record.number();
  to.relative = record.flag();
}

struct MatmulRecord {
  StackProduct product;
  float* to;
};

inline MatmulRecord readMatmul() {
  Record record;
  MatmulRecord to;
  readStackProduct(record, to.product);
  to.to = record.array();
  return to;
}

struct RandomTensorRecord {
  uint64_t seed;
  uint32_t stream;
  uint32_t rows;
  uint32_t columns;
  double sd;
  float* to;
};

inline RandomTensorRecord readRandomTensor() {
  Record record;
  RandomTensorRecord to;
  to.seed = static_cast<uint64_t>(record.number());
  to.stream = record.whole();
  to.rows = record.whole();
  to.columns = record.whole();
  to.sd = record.number();
  to.to = record.array();
  return to;
}

struct DifferenceRecord {
  size_t count;
  const float* a;
  const float* b;
};

inline DifferenceRecord readDifference() {
  Record record;
  DifferenceRecord to;
  to.count = record.whole();
  to.a = record.array();
  to.b = record.array();
  return to;
}

struct DifferenceReturned {
  Difference difference;
};

inline void writeReturned(const DifferenceReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.difference.largest;
  *to++ = static_cast<double>(returned.difference.at);
  *to++ = returned.difference.scale;
}

struct ProductTermsRecord {
  uint32_t count;
  const float* left;
  const float* right;
  const float* bias;
  double* products;
};

inline ProductTermsRecord readProductTerms() {
  Record record;
  ProductTermsRecord to;
  to.count = record.whole();
  to.left = record.array();
  to.right = record.array();
  to.bias = record.array();
  to.products = record.array<double>();
  return to;
}

struct ProductTermsReturned {
  ProductTerms terms;
};

inline void writeReturned(const ProductTermsReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.terms.sum;
  *to++ = static_cast<double>(returned.terms.value);
}

struct SoftmaxTermsRecord {
  uint32_t count;
  uint32_t index;
  const float* logits;
  double* exponentials;
};

inline SoftmaxTermsRecord readSoftmaxTerms() {
  Record record;
  SoftmaxTermsRecord to;
  to.count = record.whole();
  to.index = record.whole();
  to.logits = record.array();
  to.exponentials = record.array<double>();
  return to;
}

struct SoftmaxTermsReturned {
  SoftmaxTerms terms;
};

inline void writeReturned(const SoftmaxTermsReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.terms.max);
  *to++ = returned.terms.sum;
  *to++ = static_cast<double>(returned.terms.weight);
}

struct HeadCostRecord {
  HeadSizes sizes;
};

inline HeadCostRecord readHeadCost() {
  Record record;
  HeadCostRecord to;
  readHeadSizes(record, to.sizes);
  return to;
}

struct HeadCostReturned {
  HeadCost cost;
};

inline void writeReturned(const HeadCostReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.cost.parameters.query;
  *to++ = returned.cost.parameters.key;
  *to++ = returned.cost.parameters.value;
  *to++ = returned.cost.parameters.output;
  *to++ = returned.cost.parameters.total;
  *to++ = returned.cost.parameters.pair;
  *to++ = returned.cost.parameters.merged;
  *to++ = returned.cost.parameters.pairs;
  *to++ = returned.cost.parameters.mergedAll;
  *to++ = returned.cost.multiplications.projections;
  *to++ = returned.cost.multiplications.scores;
  *to++ = returned.cost.multiplications.weighted;
  *to++ = returned.cost.multiplications.output;
  *to++ = returned.cost.multiplications.total;
  *to++ = returned.cost.multiplications.factoredScores;
  *to++ = returned.cost.multiplications.mergedScores;
  *to++ = returned.cost.cache.perToken;
  *to++ = returned.cost.cache.mergedPerToken;
  *to++ = returned.cost.cache.total;
  *to++ = returned.cost.breakEven;
}

struct SpectrumRecord {
  uint32_t modelDim;
  uint32_t headDim;
  const float* wq;
  const float* wk;
  RankTolerance tolerance;
  double* singularValues;
};

inline SpectrumRecord readSpectrum() {
  Record record;
  SpectrumRecord to;
  to.modelDim = record.whole();
  to.headDim = record.whole();
  to.wq = record.array();
  to.wk = record.array();
  readRankTolerance(record, to.tolerance);
  to.singularValues = record.array<double>();
  return to;
}

struct SpectrumReturned {
  MergedHead head;
};

inline void writeReturned(const SpectrumReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.head.rank;
  *to++ = returned.head.tolerance;
  *to++ = returned.head.effectiveRank;
  *to++ = returned.head.carrying;
}

}  // namespace scaledot
