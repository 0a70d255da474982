// Multi-head attention (Vaswani et al. 2017, section 3.2.2), forward and backward:
//
//   head h = attention(query wq_h + bq_h, key wk_g + bk_g, value wv_g + bv_g),  g = h / (heads / keyHeads)
//   output = concat(heads) wo + bo
//
// wq_h is columns h headDim .. (h + 1) headDim - 1 of wq, and similarly for the others. The paper has keyHeads = heads. With
// fewer, several heads share a key head (grouped-query attention, Ainslie et al. 2023); with one, all heads share it
// (multi-query attention, Shazeer 2019).
//
// The products are those of matrix.h, and the attention is that of attention.h. Their comments about bits, NaN and unseen
// keys apply here, too: the bits of a row do not depend on the other rows or the batch, and a row that is fully masked in
// every head is bo. (NaN in a key or value that no query sees does reach the gradients of wk and wv, where it is multiplied
// by 0.) The workspace holds the projected queries, keys and values, and the heads; the gradient needs twice as much.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/attention.h"

namespace scaledot {

struct Linear {
  const float* weight = nullptr;  // [in, out]
  const float* bias = nullptr;    // [out]; null: none
};

struct MultiHeadProblem {
  uint32_t batch = 1, queries = 0, keys = 0;
  uint32_t queryWidth = 0, keyWidth = 0, valueWidth = 0, outputWidth = 0;
  uint32_t heads = 1, keyHeads = 1, headDim = 0, valueDim = 0;
  const float *query = nullptr, *key = nullptr, *value = nullptr;  // [batch, rows, width]
  // [queryWidth, heads headDim], [keyWidth, keyHeads headDim], [valueWidth, keyHeads valueDim],
  // [heads valueDim, outputWidth].
  Linear wq, wk, wv, wo;
  // One more key and value after the others, [keyHeads headDim] and [keyHeads valueDim], the same for the whole batch and
  // not projected. Give both or neither. zeroKey appends another key and value of zeros. The last axis of masks and weights
  // has keys + 1 or + 2. Causal, windows and keyLengths are about the other keys alone: only masks hide the extra ones.
  const float *extraKey = nullptr, *extraValue = nullptr;
  bool zeroKey = false;
  // scale, softcap, causal, window, keyLengths and masks. Its shapes and tensors are ignored.
  AttentionProblem attention;
};

// Returns the number of keys, with extraKey and zeroKey.
uint32_t allKeys(const MultiHeadProblem& problem);

struct MultiHeadResults {
  float* output = nullptr;  // [batch, queries, outputWidth]
  // Results of every head. Its output is the one before wo, [batch, heads, queries, valueDim].
  AttentionResults attention;
  // query wq + bq and the others, [batch, heads, queries, headDim], [batch, keyHeads, all keys, headDim] and [batch,
  // keyHeads, all keys, valueDim], with the extra keys and values last.
  float *projectedQuery = nullptr, *projectedKey = nullptr, *projectedValue = nullptr;
};

// Returns false if an allocation fails.
[[nodiscard]] bool multiHeadAttention(const MultiHeadProblem& problem,
                                      const MultiHeadResults& results);

// Each may be null. Shapes are those of the tensors.
struct MultiHeadGradients {
  float *query = nullptr, *key = nullptr, *value = nullptr;
  float *wq = nullptr, *wk = nullptr, *wv = nullptr, *wo = nullptr;
  float *bq = nullptr, *bk = nullptr, *bv = nullptr, *bo = nullptr;
  float *extraKey = nullptr, *extraValue = nullptr;
  float* bias = nullptr;  // as in AttentionGradients
  size_t biasCount = 0;
  double scale = 0;
};

// Computes the forward pass again, then the gradients. loss is about output, [batch, queries, outputWidth], and the weights of
// every head. Returns false if an allocation fails.
[[nodiscard]] bool multiHeadAttentionGradient(const MultiHeadProblem& problem,
                                              const LossGradient& loss,
                                              MultiHeadGradients& gradients);

}  // namespace scaledot
