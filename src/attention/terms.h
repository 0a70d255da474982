// What one number of a result is made of: the arithmetic behind a cell, spelled out, for pages that show it. The number
// itself has the very bits that the kernels give it; what leads to it is in double.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// A cell of a product of matrices: the sum of products[k] = left[k] right[k], plus the bias.
struct ProductTerms {
  double sum;  // of the products, which are exact, and the bias, in double
  // As multiply() (matrix.h) has it. attention() has the bits of its scores too, up to headDim 256.
  float value;
};
// bias: null, or one number. False: the memory could not be had.
[[nodiscard]] bool productTerms(const float* left, const float* right, uint32_t count,
                                const float* bias, double* products, ProductTerms& terms);

// A cell of a row of softmax weights: exponentials[index] / sum, where exponentials[i] = exp(logits[i] - max). A row
// whose every logit is -infinity has exponentials, a sum and weights of 0.
struct SoftmaxTerms {
  float max;
  double sum;
  float weight;  // as attention() has it for masked scores that are the logits
};
// count and index < count are at least 1 and 0. False: the memory could not be had.
[[nodiscard]] bool softmaxTerms(const float* logits, uint32_t count, uint32_t index,
                                double* exponentials, SoftmaxTerms& terms);

}  // namespace scaledot
