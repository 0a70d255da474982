// Attention whose scores follow one of three rules, for training:
//
//   power      score = scale q.k                       scale: 1/sqrt(d_k), 1, 1/d_k, 1/d_k^alpha, any number
//   cosine     score = e^t_h q.k / (|q| |k|)           t_h, the logarithm of the factor, is learned, one a head
//   additive   score = sum over c of v_hc tanh(q_c + k_c)   v [heads, headDim] is learned (Bahdanau et al. 2015)
//
// weights = softmax over the keys that are seen, output = weights value. All is computed by attention() (attention.h):
// for `cosine` from queries and keys of unit length, the factor multiplied into the query; for `additive` the scores are its
// bias and headDim is 0. A vector of length 0 has unit vector 0. (Cosine with learned temperature: Henry et al. 2020.)
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention.h"

namespace scaledot {

enum class AttentionRule : uint32_t { power, cosine, additive };

// query and value-side shapes as in AttentionProblem with keyHeads = heads and valueDim = headDim.
struct RuleProblem {
  AttentionRule rule = AttentionRule::power;
  float scale = 1;                     // power
  const float* temperature = nullptr;  // cosine: [heads], t above
  const float* vector = nullptr;       // additive: [heads, headDim]
  uint32_t batch = 1, heads = 1, queries = 0, keys = 0, headDim = 0;
  const float *query = nullptr, *key = nullptr, *value = nullptr;
  bool causal = false;                   // query i sees keys 0..i
  const uint32_t* keyLengths = nullptr;  // [batch]; null: all
};

// What passes keep between them and from step to step; made once for the largest problem (see reserve()).
class RuleWork;

// output [batch, heads, queries, headDim] is needed; weights and scores (after the rule, before masks), [batch, heads, queries,
// keys], are written if not null. False: the memory could not be had.
struct RuleResults {
  float* output = nullptr;
  float* weights = nullptr;
  float* scores = nullptr;
};
[[nodiscard]] bool ruleAttention(const RuleProblem& problem, const RuleResults& results,
                                 RuleWork& work);

// Right after ruleAttention() of the same problem with the same work, which holds what it needs. temperature and vector are
// written where the rule has them. False: the memory could not be had.
struct RuleGradients {
  float *query = nullptr, *key = nullptr, *value = nullptr;
  float *temperature = nullptr, *vector = nullptr;
};
[[nodiscard]] bool ruleAttentionGradient(const RuleProblem& problem, const float* output,
                                         const float* outputGradient,
                                         const RuleGradients& gradients, RuleWork& work);

}  // namespace scaledot
