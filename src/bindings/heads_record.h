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

struct DifferenceGiven {
  Difference difference;
};

inline void give(const DifferenceGiven& given) {
  double* to = givenNumbers();
  *to++ = given.difference.largest;
  *to++ = static_cast<double>(given.difference.at);
  *to++ = given.difference.scale;
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

struct ProductTermsGiven {
  ProductTerms terms;
};

inline void give(const ProductTermsGiven& given) {
  double* to = givenNumbers();
  *to++ = given.terms.sum;
  *to++ = static_cast<double>(given.terms.value);
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

struct SoftmaxTermsGiven {
  SoftmaxTerms terms;
};

inline void give(const SoftmaxTermsGiven& given) {
  double* to = givenNumbers();
  *to++ = static_cast<double>(given.terms.max);
  *to++ = given.terms.sum;
  *to++ = static_cast<double>(given.terms.weight);
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

struct HeadCostGiven {
  HeadCost cost;
};

inline void give(const HeadCostGiven& given) {
  double* to = givenNumbers();
  *to++ = given.cost.parameters.query;
  *to++ = given.cost.parameters.key;
  *to++ = given.cost.parameters.value;
  *to++ = given.cost.parameters.output;
  *to++ = given.cost.parameters.total;
  *to++ = given.cost.parameters.pair;
  *to++ = given.cost.parameters.merged;
  *to++ = given.cost.parameters.pairs;
  *to++ = given.cost.parameters.mergedAll;
  *to++ = given.cost.multiplications.projections;
  *to++ = given.cost.multiplications.scores;
  *to++ = given.cost.multiplications.weighted;
  *to++ = given.cost.multiplications.output;
  *to++ = given.cost.multiplications.total;
  *to++ = given.cost.multiplications.factoredScores;
  *to++ = given.cost.multiplications.mergedScores;
  *to++ = given.cost.cache.perToken;
  *to++ = given.cost.cache.mergedPerToken;
  *to++ = given.cost.cache.total;
  *to++ = given.cost.breakEven;
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

struct SpectrumGiven {
  MergedHead head;
};

inline void give(const SpectrumGiven& given) {
  double* to = givenNumbers();
  *to++ = given.head.rank;
  *to++ = given.head.tolerance;
  *to++ = given.head.effectiveRank;
  *to++ = given.head.carrying;
}

}  // namespace scaledot
