// What random queries and keys make of softmax, draw by draw, under one rule of scaling or several on the same vectors.
//
// A draw (vector_draw.h) has one query q, its keys k_j and a weight gradient u: standard normals, as a loss whose
// gradient with respect to the output has length 1 gives them through values that are standard normals. Then
//
//   dot rule       z_j = m q.k_j,                  m = factor / temperature
//   cosine rule    z_j = m q.k_j / (|q| |k_j|),    m = 1 / temperature; 0 where a length is below 1e-18
//
// (Vaswani et al. 2017, eq. 1, has the factor 1 / sqrt(headDim) and the temperature 1; Henry et al. 2020, "Query-key
// normalization for transformers", the cosine with a learned temperature.)
//
// Of the logits z everything of softmax_measures.h is measured, and queryGradient = |dL/dq|: a dot rule has
// dL/dq = m sum_j g_j k_j with g = dL/dz, a cosine rule (m / |q|) (v - w (w.v)) with w = q / |q| and
// v = sum_j g_j k_j / |k_j|.
//
// The last `masked` keys are masked: `blocked` gives them the logit -infinity and so the weight 0; `zero` is a common
// mistake, the logit 0, which has a weight and takes it from the others. No logit of theirs depends on q.
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/vector_draw.h"

namespace scaledot {

enum class MaskAs : uint32_t { blocked, zero };

struct SoftmaxRule {
  bool cosine = false;
  double multiplier = 1;  // m
};

struct SoftmaxDraws {
  VectorDraws vectors;
  uint32_t masked = 0;  // < vectors.keys
  MaskAs maskAs = MaskAs::blocked;
};

enum class SoftmaxMeasure : uint32_t {
  topWeight,
  entropy,
  effectiveKeys,
  jacobianNorm,
  outputVariance,
  logitGradient,
  queryGradient
};
constexpr size_t kSoftmaxMeasures = 7;
constexpr uint32_t kMostSoftmaxRules = 8;  // at once

// Measures of the draws [first, last) to to[rules][kSoftmaxMeasures][last - first]. What a rule gives does not depend on
// which others there are. False: the memory could not be had, of 4 bytes for each component of a key and little more.
[[nodiscard]] bool softmaxDraws(const SoftmaxDraws& draws, const SoftmaxRule* rules,
                                uint32_t ruleCount, uint32_t first, uint32_t last, float* to);

// One draw with everything in it. scores: before the factor, of a cosine rule the cosines, masked or not; logits are
// m score + shift, but for masked keys. With shift = 0 the measures of these logits are those of the draw, to the bit.
struct SoftmaxSample {
  float *query, *key, *scores, *logits, *weightGradient;
  float* walks = nullptr;  // [keys][headDim], if wanted: m times the running sums of q_c k_c
};
[[nodiscard]] bool softmaxSample(const SoftmaxDraws& draws, const SoftmaxRule& rule, double shift,
                                 uint32_t draw, const SoftmaxSample& to);

}  // namespace scaledot
