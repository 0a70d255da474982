// The terms of one number of a result, for pages that show the arithmetic of a cell. The number itself has the bits of the
// kernels. The terms are in double.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// A cell of a product of matrices: the sum of products[k] = left[k] right[k], plus the bias.
struct ProductTerms {
  double sum;  // of the products, which are exact, and the bias, in double
  // With the bits of multiply() (matrix.h), which scores of attention() also have up to headDim 256.
  float value;
};
// Computes a cell. bias: one number, or null. Returns false if an allocation fails.
[[nodiscard]] bool productTerms(const float* left, const float* right, uint32_t count,
                                const float* bias, double* products, ProductTerms& terms);

// A cell of a row of softmax weights: exponentials[index] / sum, where exponentials[i] = exp(logits[i] - max). If every
// logit is -infinity, the exponentials, the sum and the weights are 0.
struct SoftmaxTerms {
  float max;
  double sum;
  float weight;  // with the bits of attention() for masked scores equal to the logits
};
// Computes a weight. count >= 1, index < count. Returns false if an allocation fails.
[[nodiscard]] bool softmaxTerms(const float* logits, uint32_t count, uint32_t index,
                                double* exponentials, SoftmaxTerms& terms);

}  // namespace scaledot
