// How sharp the softmax weights of one row of logits are, and how much of a gradient passes through.
//
//   a = softmax(z)                topWeight = max a            outputVariance = sum a_j^2
//   entropy = -sum a_j log a_j    effectiveKeys = exp(entropy)
//   jacobianNorm = ||diag(a) - a a^T||_F
//   logitGradient dL/dz_j = a_j (u_j - sum_i a_i u_i)          u = dL/da, the weight gradient
//
// Sources: entropy, Shannon 1948; its exponential, the perplexity, as an effective number of keys, Jelinek et al. 1977; the
// Jacobian, which vanishes as softmax saturates, Vaswani et al. 2017, 3.2.1.
//
// outputVariance is the variance of a component of the output if the components of the values are independent with variance
// 1. It is 1 only if one key has all the weight.
//
// jacobianNorm is accurate also if one weight is almost 1. Let t be the top weight, and c, q and s the sums of the others,
// of their squares and of their cubes. The square of the norm is t^2 (c^2 + q) + q (1 + t^2 + q) - 2 s, where nothing
// cancels. (The textbook form sum a^2 - 2 sum a^3 + (sum a^2)^2 has no correct digits below 1e-8.)
//
// If every logit is -infinity, the weights and all measures are 0. NaN or +infinity makes them NaN.
#pragma once
#include <cstddef>

namespace scaledot {

struct SoftmaxMeasures {
  float topWeight, entropy, effectiveKeys, jacobianNorm, outputVariance;
  float logitGradientNorm;  // NaN without a weight gradient
};

// count >= 1. weightGradient may be null; logitGradient may then be null, too.
SoftmaxMeasures softmaxMeasures(const float* logits, const float* weightGradient, size_t count,
                                float* weights, float* logitGradient);

// Returns log sum exp z with the bits of attention() for a row of such scores: the same key blocks, exponential and order.
float logSumExp(const float* logits, size_t count);

}  // namespace scaledot
