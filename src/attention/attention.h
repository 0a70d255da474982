// Scaled dot-product attention (Vaswani et al. 2017, eq. 1), forward and backward:
//
//   scores = query key^T   scaledScores = scale scores   cappedScores = softcap tanh(scaledScores / softcap)
//   maskedScores = cappedScores + bias, -infinity where a key is not visible
//   weights = softmax(maskedScores) over keys            output = weights value
//
// computed in blocks of keys with a running maximum (Milakov & Gimelshein 2018; Dao et al. 2022), so that
// memory grows with queries + keys; a score matrix exists only if it is asked for. A row does not depend on
// which other rows are computed with it, nor, bit for bit, on keys that it does not see, whatever they hold.
//
// A key whose masked score is -infinity has weight exactly 0. A row in which every one is (or with no
// keys at all) is fully masked: zeros in output and weights, logSumExp -infinity. NaN makes NaN in the rows that see
// it; a score of +infinity makes its row NaN; an infinite value makes an infinity, or NaN with both signs.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

enum class Causal : uint32_t { none, upperLeft, lowerRight };

inline constexpr uint32_t kUnlimited = 0xffffffffu;

// A tensor that is broadcast to [batch, heads, queries, keys]: strides of 0 along the axes it does not have.
struct MaskTensor {
  const float* data = nullptr;  // null: there is none
  uint32_t strides[4] = {};     // in numbers
};

// Tensors are contiguous and row-major, and no dimension is above 2^31 - 1:
//   query [batch, heads, queries, headDim]
//   key   [batch, keyHeads, keys, headDim]      keyHeads divides heads; query head h uses key head
//   value [batch, keyHeads, keys, valueDim]     h / (heads / keyHeads)
//
// Query i of batch b stands at position p = firstQuery + i + offset, where offset is
// keyLength(b) - wholeQueries for lowerRight and 0 otherwise. It sees key j if
//   j < keyLength(b),  p - windowBefore <= j <= p + windowAfter,  and j <= p unless causal is none,
//   allow is not 0, block is 0, and bias is not -infinity there.
struct AttentionProblem {
  uint32_t batch = 1, heads = 1, keyHeads = 1, queries = 0, keys = 0, headDim = 0, valueDim = 0;
  const float *query = nullptr, *key = nullptr, *value = nullptr;
  float scale = 1;
  float softcap = 0;  // 0: none
  Causal causal = Causal::none;
  uint32_t windowBefore = kUnlimited, windowAfter = kUnlimited;
  const uint32_t* keyLengths = nullptr;       // [batch], at most keys; null: all keys
  uint32_t firstQuery = 0, wholeQueries = 0;  // for rows of a longer whole; 0: queries
  MaskTensor allow, block, bias;              // any of them, together too
};

// Where results go; null: not wanted. The matrices are [batch, heads, queries, keys].
struct AttentionResults {
  float* output = nullptr;     // [batch, heads, queries, valueDim]
  float* logSumExp = nullptr;  // [batch, heads, queries], natural logarithm, of the masked scores
  float* weights = nullptr;
  float* scores = nullptr;
  float* scaledScores = nullptr;
  float* cappedScores = nullptr;  // after the softcap, before masks
  float* maskedScores = nullptr;
};

// False: the memory could not be had. A call takes its own, or what is kept from call to call (attention_work.h).
struct AttentionWork;
[[nodiscard]] bool attention(const AttentionProblem& problem, const AttentionResults& results);
[[nodiscard]] bool attention(const AttentionProblem& problem, const AttentionResults& results,
                             AttentionWork& work);

// The indices (into batch x heads x queries) of the fully masked rows, as logSumExp tells; how many.
uint32_t fullyMaskedRows(const float* logSumExp, uint32_t rows, uint32_t* indices);

// Gradients of a loss with the gradient outputGradient with respect to output. Null: not wanted.
struct AttentionGradients {
  float *query = nullptr, *key = nullptr, *value = nullptr;  // shapes of the tensors
  // Laid out as problem.bias: summed over the axes with stride 0; biasCount numbers.
  float* bias = nullptr;
  size_t biasCount = 0;
  double scale = 0;
};

// output and logSumExp are those of attention(); weights are recomputed from them block by block.
// False: the memory could not be had.
struct AttentionGradientWork;
[[nodiscard]] bool attentionGradient(const AttentionProblem& problem, const float* output,
                                     const float* logSumExp, const float* outputGradient,
                                     AttentionGradients& gradients);
[[nodiscard]] bool attentionGradient(const AttentionProblem& problem, const float* output,
                                     const float* logSumExp, const float* outputGradient,
                                     AttentionGradients& gradients, AttentionGradientWork& work);

}  // namespace scaledot
