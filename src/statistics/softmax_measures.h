// How sharp the weights of one row of logits are, and what they let through of a gradient.
//
//   a = softmax(z)                topWeight = max a            outputVariance = sum a_j^2
//   entropy = -sum a_j log a_j    effectiveKeys = exp(entropy)
//   jacobianNorm = ||diag(a) - a a^T||_F
//   logitGradient dL/dz_j = a_j (u_j - sum_i a_i u_i)          u = dL/da, the weight gradient
//
// Sources: entropy, Shannon 1948; its exponential, the perplexity, as a number of keys, Jelinek et al. 1977; the Jacobian as what
// vanishes where softmax saturates, Vaswani et al. 2017, 3.2.1.
//
// outputVariance is the variance of a component of the output where the components of the values are independent with
// variance 1: it is 1 only if one key has all the weight.
//
// jacobianNorm keeps its digits where one weight is almost 1: with t the top weight, c, q and s the sums of the
// others, of their squares and of their cubes, its square is t^2 (c^2 + q) + q (1 + t^2 + q) - 2 s, where nothing
// cancels. (sum a^2 - 2 sum a^3 + (sum a^2)^2, the textbook's, is lost below 1e-8.)
//
// Where every logit is -infinity the weights are 0, and so is every measure; NaN or +infinity makes them NaN.
#pragma once
#include <cstddef>

namespace scaledot {

struct SoftmaxMeasures {
  float topWeight, entropy, effectiveKeys, jacobianNorm, outputVariance;
  float logitGradientNorm;  // NaN without a weight gradient
};

// count >= 1. weightGradient and logitGradient may be null, the latter must be where the former is.
SoftmaxMeasures softmaxMeasures(const float* logits, const float* weightGradient, size_t count,
                                float* weights, float* logitGradient);

// log sum exp z, as attention() gives it for a row of such scores, to the bit: its blocks of keys, its exponential, its order.
float logSumExp(const float* logits, size_t count);

}  // namespace scaledot
