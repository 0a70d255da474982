// Attention whose scores follow a rule, for training:
//
//   power      score = scale q.k                       scale: 1/sqrt(d_k), 1, 1/d_k, 1/d_k^alpha, any number
//   cosine     score = scale e^t_h q.k / (|q| |k|)     t_h, the logarithm of the factor, is learned for each head
//   additive   score = scale sum over c of v_hc tanh(q_c + k_c)    v is learned (Bahdanau et al. 2015)
//   norm       score = scale n(q) gq . n(k) gk         n(x) = x / sqrt(mean of x^2 + 1e-6); gq and gk are learned and the
//                                                      same for every head, as in transformers' modeling_qwen3.py
//   folded, doubled    as power; a transformer initialises W_q differently (transformer.h)
//
// weights = softmax over the visible keys, output = weights value. attention() (attention.h) computes all rules. For
// `cosine` it gets queries and keys of unit length, with the factor multiplied into the query. For `norm` they are
// normalised and multiplied by their gains. For `additive` the scores are its bias, and headDim is 0. (Cosine with learned
// temperature: Henry et al. 2020.)
//
// For a vector of length 0, the unit vector and the gradient of `cosine` are 0. All other lengths are exact, from the
// smallest float to the largest. A row does not depend on the other rows of the call, nor on keys that it does not see.
// `additive` clamps components to [-40, 40]; its tanh is within 3e-7.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/attention.h"
#include "attention/attention_work.h"
#include "lanes/buffer.h"

namespace scaledot {

enum class AttentionRule : uint32_t { power, cosine, additive, norm, folded, doubled };

// query [batch, heads, queries, headDim], key and value [batch, heads, keys, headDim].
struct RuleProblem {
  AttentionRule rule = AttentionRule::power;
  float scale = 1;                                       // for every rule
  const float* temperature = nullptr;                    // cosine: [heads], t above
  const float* vector = nullptr;                         // additive: [heads, headDim], v above
  const float *queryGain = nullptr, *keyGain = nullptr;  // norm: [headDim]
  uint32_t batch = 1, heads = 1, queries = 0, keys = 0, headDim = 0;
  const float *query = nullptr, *key = nullptr, *value = nullptr;
  bool causal = false;                   // query i sees keys 0..i
  const uint32_t* keyLengths = nullptr;  // [batch]; null: all
};

// The results that a forward pass stores for its gradient: one record for each attention of a network. It grows to the
// largest problem, and then allocates nothing.
struct RuleRecord {
  Buffer<float> logSumExp;  // [batch, heads, queries]
  // cosine: of unit length, the factor in the query; norm: normalised, times the gain
  Buffer<float> query, key;
  // cosine: 1 / length, 0 for length 0; norm: 1 / sqrt(mean square + epsilon)
  Buffer<double> queryInverse, keyInverse;
  Buffer<float> scores;  // additive: [batch, heads, queries, keys rounded up to 4], if visible
};

// The workspace of calls: one for all attentions of a network. It grows in the same way.
struct RuleWork {
  AttentionWork attention;
  AttentionGradientWork gradient;
  Buffer<float> queryPowers;              // additive: of one head, [queries, headDim]
  Buffer<float> keyPowers, keyGradients;  // additive: of one head, [panel of 8][headDim][8]
  Buffer<float> scoreGradients;           // additive: the shape of the record's scores
  Buffer<double> sums;                    // of the gradients of the rule's parameters
};

// output [batch, heads, queries, headDim] is required. weights and scores (of the rule, also of masked pairs), [batch,
// heads, queries, keys], may be null. Returns false if an allocation fails.
struct RuleResults {
  float* output = nullptr;
  float* weights = nullptr;
  float* scores = nullptr;
};
[[nodiscard]] bool ruleAttention(const RuleProblem& problem, const RuleResults& results,
                                 RuleRecord& record, RuleWork& work);

// From the record of ruleAttention() with the same problem. query, key and value are required, and the parameters of the
// rule: temperature [heads], vector [heads, headDim], or queryGain and keyGain [headDim]. Sums over the batch are in double,
// in order. Returns false if an allocation fails.
struct RuleGradients {
  float *query = nullptr, *key = nullptr, *value = nullptr;
  float *temperature = nullptr, *vector = nullptr;
  float *queryGain = nullptr, *keyGain = nullptr;
};
[[nodiscard]] bool ruleAttentionGradient(const RuleProblem& problem, const float* output,
                                         const float* outputGradient,
                                         const RuleGradients& gradients, const RuleRecord& record,
                                         RuleWork& work);

}  // namespace scaledot
