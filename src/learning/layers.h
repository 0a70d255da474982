// The layers of a transformer except its attention (attention_rule.h), each with its gradient. Rows are positions of a
// batch, [rows, width], row-major and float32. Nothing here allocates: the caller provides the workspace of products, and
// reuses it in every step. The order of every sum is fixed, and libm is not used.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/matrix.h"

namespace scaledot {

// y = x weight + bias, or y += x weight + bias if `add` (residual connections); weight [in, out], bias [out] or null.
struct Dense {
  uint32_t in, out;
  const float* weight;
  const float* bias;
};
[[nodiscard]] bool dense(const Dense& layer, uint32_t rows, const float* x, bool add, float* y,
                         ProductWork& work);

// Gradients from the gradient with respect to y; each may be null. With `add`, the gradient of x is added to x.
struct DenseGradients {
  float *x, *weight, *bias;
  bool add;
};
[[nodiscard]] bool denseGradient(const Dense& layer, uint32_t rows, const float* x,
                                 const float* yGradient, const DenseGradients& to,
                                 ProductWork& work);

// Rectified linear unit, and the tanh approximation of x Phi(x) (Hendrycks & Gimpel 2016), as in GPT-2:
//   0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
enum class Activation : uint32_t { relu, gelu };
void activate(Activation activation, const float* x, size_t count, float* y);  // y may be x
// xGradient may be yGradient. For relu x may also be the output.
void activateGradient(Activation activation, const float* x, const float* yGradient, size_t count,
                      float* xGradient);

// Layer normalisation (Ba, Kiros & Hinton 2016) with epsilon 1e-5, for training. It uses float32 throughout, and sums in
// four lanes, merged by sumOf(). normalization.h has the accurate one. y may be x. mean and inverseStd are [rows].
inline constexpr float kNormEpsilon = 1e-5f;
struct RowNorm {
  uint32_t width;
  const float *weight, *bias;
};
void rowNorm(const RowNorm& norm, uint32_t rows, const float* x, float* y, float* mean,
             float* inverseStd);
// With `add`, the gradient of x is added to xGradient; otherwise xGradient may be yGradient. Writes weightGradient and
// biasGradient, [width].
void rowNormGradient(const RowNorm& norm, uint32_t rows, const float* x, const float* mean,
                     const float* inverseStd, const float* yGradient, bool add, float* xGradient,
                     float* weightGradient, float* biasGradient);

// y[i] = tokenEmbedding[tokens[i]] + positionEmbedding[i % length]; tables [vocabulary, width] and [length, width].
void embed(uint32_t rows, uint32_t length, uint32_t width, const uint32_t* tokens,
           const float* tokenEmbedding, const float* positionEmbedding, float* y);
// Adds to the gradients of both tables, row by row, so that the order and the bits are always the same.
void embedGradient(uint32_t rows, uint32_t length, uint32_t width, const uint32_t* tokens,
                   const float* yGradient, float* tokenGradient, float* positionGradient);

// The sum of -log softmax(logits[i])[labels[i]] over the labelled rows, and the gradient of their mean with respect to the
// logits, which is 0 in rows without a label. logitGradient may be logits. A logit that is NaN or +infinity makes the sum
// NaN.
inline constexpr uint32_t kNoLabel = 0xffffffffu;
struct Loss {
  double sum;       // of the losses of the labelled rows
  uint32_t labels;  // the number of labelled rows
  uint32_t right;   // rows whose largest logit (the first of equal ones) is that of the label
};
// rowRight: [rows], 1 if the row is right or has no label, else 0. rowRight and logitGradient may be null.
Loss crossEntropy(uint32_t rows, uint32_t classes, const float* logits, const uint32_t* labels,
                  float* logitGradient, uint8_t* rowRight);

// Computes the softmax of a row of logits.
void softmaxRow(uint32_t classes, const float* logits, float* to);

// Returns the index of the largest of count numbers, at least one; the first of equal ones.
uint32_t largestOf(const float* x, uint32_t count);

}  // namespace scaledot
