// Softmax of random queries and keys, draw by draw, under one or several scaling rules on the same vectors.
//
// A draw (vector_draw.h) has one query q, its keys k_j and a weight gradient u of standard normals. u has this law if the
// values are standard normals and the gradient of the loss with respect to the output has length 1. Then
//
//   dot rule       z_j = m q.k_j,                  m = factor / temperature
//   cosine rule    z_j = m q.k_j / (|q| |k_j|),    m = 1 / temperature; 0 if a length is below 1e-18
//
// Sources: Vaswani et al. 2017, eq. 1, with the factor 1 / sqrt(headDim) and temperature 1; Henry et al. 2020, "Query-key
// normalization for transformers", the cosine with a learned temperature.
//
// The measures are those of softmax_measures.h for the logits z, and queryGradient = |dL/dq|. With g = dL/dz, a dot rule has
// dL/dq = m sum_j g_j k_j, and a cosine rule (m / |q|) (v - w (w.v)) with w = q / |q| and v = sum_j g_j k_j / |k_j|.
//
// The last `masked` keys are masked. `blocked` sets their logits to -infinity, so their weights are 0. `zero` is a common
// mistake: it sets the logits to 0, so that these keys take weight from the others. Neither logit depends on q.
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/vector_draw.h"
#include "shared/limits.h"

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
constexpr uint32_t kMostSoftmaxRules = limits::compare.most() + 1;  // at once

// Writes the measures of the draws [first, last) to to[rules][kSoftmaxMeasures][last - first]. The results of a rule do not
// depend on the others. Returns false if an allocation fails; it needs about 4 bytes for each component of a key.
[[nodiscard]] bool softmaxDraws(const SoftmaxDraws& draws, const SoftmaxRule* rules,
                                uint32_t ruleCount, uint32_t first, uint32_t last, float* to);

// All vectors of one draw. scores: before the factor; for a cosine rule the cosines; also of masked keys. logits: m score +
// shift, except for masked keys. With shift = 0 their measures have the bits of softmaxDraws().
struct SoftmaxSample {
  float *query, *key, *scores, *logits, *weightGradient;
  float* walks = nullptr;  // [keys][headDim], may be null: m times the running sums of q_c k_c
};
[[nodiscard]] bool softmaxSample(const SoftmaxDraws& draws, const SoftmaxRule& rule, double shift,
                                 uint32_t draw, const SoftmaxSample& to);

}  // namespace scaledot
