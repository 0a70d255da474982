// Scaled dot-product attention (Vaswani et al. 2017, eq. 1), forward and backward:
//
//   scores = query key^T   scaledScores = scale scores   cappedScores = softcap tanh(scaledScores / softcap)
//   maskedScores = cappedScores + bias, -infinity where a key is not visible
//   weights = softmax(maskedScores) over keys            output = weights value
//
// It is computed in blocks of keys with a running maximum (Milakov & Gimelshein 2018; Dao et al. 2022), so memory grows with
// queries + keys. A score matrix is stored only if it is requested. The bits of a row do not depend on the other rows of the
// call, nor on the contents of keys that it does not see.
//
// A key whose masked score is -infinity has weight exactly 0. A row is fully masked if this holds for all its keys, or if it
// has none: its output and weights are 0, and its logSumExp is -infinity. NaN makes the rows that see it NaN. A score of
// +infinity makes its row NaN. An infinite value makes the output infinite, or NaN together with an infinity of the other
// sign.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

enum class Causal : uint32_t { none, upperLeft, lowerRight };

inline constexpr uint32_t kUnlimited = 0xffffffffu;

// A tensor that is broadcast to [batch, heads, queries, keys]. Its strides are 0 along broadcast axes.
struct MaskTensor {
  const float* data = nullptr;  // null: there is none
  uint32_t strides[4] = {};     // in numbers
};

// Tensors are contiguous and row-major, and no dimension is above 2^31 - 1:
//   query [batch, heads, queries, headDim]
//   key   [batch, keyHeads, keys, headDim]      keyHeads divides heads; query head h uses key head
//   value [batch, keyHeads, keys, valueDim]     h / (heads / keyHeads)
//
// Query i of batch b has position p = firstQuery + i + offset, where offset is keyLength(b) - wholeQueries for lowerRight
// and 0 otherwise. It sees key j if
//   j < keyLength(b),  p - windowBefore <= j <= p + windowAfter,  and j <= p unless causal is none,
//   allow is not 0, block is 0, and bias is not -infinity there.
// The last extraKeys of the keys have no position. The first line does not apply to them: only masks hide them.
struct AttentionProblem {
  uint32_t batch = 1, heads = 1, keyHeads = 1, queries = 0, keys = 0, headDim = 0, valueDim = 0;
  const float *query = nullptr, *key = nullptr, *value = nullptr;
  float scale = 1;
  float softcap = 0;  // 0: none
  Causal causal = Causal::none;
  uint32_t windowBefore = kUnlimited, windowAfter = kUnlimited;
  const uint32_t* keyLengths = nullptr;  // [batch], at most keys - extraKeys; null: all of these
  uint32_t extraKeys = 0;                // the last of the keys, which have no position
  uint32_t firstQuery = 0, wholeQueries = 0;  // for a slice of more queries; 0: queries
  MaskTensor allow, block, bias;              // any combination
};

// Outputs; each may be null. The matrices are [batch, heads, queries, keys].
struct AttentionResults {
  float* output = nullptr;     // [batch, heads, queries, valueDim]
  float* logSumExp = nullptr;  // [batch, heads, queries], natural logarithm, of the masked scores
  float* weights = nullptr;
  float* scores = nullptr;
  float* scaledScores = nullptr;
  float* cappedScores = nullptr;  // after the softcap, before masks
  float* maskedScores = nullptr;
};

// Returns false if an allocation fails. A call allocates its own workspace, or reuses the one it is given
// (attention_work.h).
struct AttentionWork;
[[nodiscard]] bool attention(const AttentionProblem& problem, const AttentionResults& results);
[[nodiscard]] bool attention(const AttentionProblem& problem, const AttentionResults& results,
                             AttentionWork& work);

// Writes the indices (into batch x heads x queries) of the rows without a score above -infinity, then of those with a score that
// is NaN or +infinity, found by their logSumExp. Returns how many there are of each.
struct ListedRows {
  uint32_t fullyMasked, nonFinite;
};
ListedRows listRows(const float* logSumExp, uint32_t rows, uint32_t* indices);

// The gradient of a loss with respect to the results of attention().
struct LossGradient {
  LossGradient(const float* ofOutput, const float* ofWeights = nullptr)
      : output(ofOutput), weights(ofWeights) {}
  const float* output;   // [batch, heads, queries, valueDim]
  const float* weights;  // [batch, heads, queries, keys]; null: the loss is about the output alone
};

// Gradients of a loss; each may be null.
struct AttentionGradients {
  float *query = nullptr, *key = nullptr, *value = nullptr;  // shapes of the tensors
  // biasCount numbers with the layout of problem.bias, summed over the axes with stride 0.
  float* bias = nullptr;
  size_t biasCount = 0;
  double scale = 0;
};

// output and logSumExp are those of attention(). Weights are recomputed from logSumExp block by block.
// Returns false if an allocation fails.
struct AttentionGradientWork;
[[nodiscard]] bool attentionGradient(const AttentionProblem& problem, const float* output,
                                     const float* logSumExp, const LossGradient& loss,
                                     AttentionGradients& gradients);
[[nodiscard]] bool attentionGradient(const AttentionProblem& problem, const float* output,
                                     const float* logSumExp, const LossGradient& loss,
                                     AttentionGradients& gradients, AttentionGradientWork& work);

}  // namespace scaledot
