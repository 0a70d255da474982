// Softmax, its logarithm, its Jacobian, and their gradients, over one axis of a tensor; and the entropy of weights.
//
//   weights_i = exp(x_i - max x) / sum_j exp(x_j - max x)          J_ij = weights_i (delta_ij - weights_j)
//
// -infinity has weight 0. If every entry is -infinity, the weights are 0 (and their logarithms -infinity), as in attention.
// NaN or +infinity makes its row NaN.
//
// The error of weights is below 3 ulp, that of their logarithms below 2 ulp, and weights sum to 1 within 1e-6. The rounding
// of x_i - max x is corrected, and sums are in double, with entry i in partial sum i mod 4. The bits of a row do not depend
// on its position. Results must not overlap with arguments.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// A tensor [outer, count, inner], row-major; count is the axis of the softmax. "Rows" run along that axis, whatever its
// stride.
struct Axis {
  size_t outer, count, inner;
};

void softmax(const float* x, Axis axis, float* weights);
void logSoftmax(const float* x, Axis axis, float* logWeights);

// From the weights (logWeights) of the forward function and the gradient g with respect to them:
//   weights (g - sum g weights)      and      g - exp(logWeights) sum g
// The first subtracts the g of the greatest weight from g, so that it is accurate for rows with one weight of almost 1.
void softmaxGradient(const float* weights, const float* gradient, Axis axis, float* xGradient);
void logSoftmaxGradient(const float* logWeights, const float* gradient, Axis axis,
                        float* xGradient);

// Computes the derivative of the logarithm of the weights along a tangent of x (forward mode):  t - sum weights t. That of the
// weights themselves is softmaxGradient(weights, tangent), because their Jacobian is symmetric.
void logSoftmaxJvp(const float* weights, const float* tangent, Axis axis, float* to);

// x is [rows, count], jacobian [rows, count, count]. The Jacobian is symmetric, and its rows and columns sum to 0.
void softmaxJacobian(const float* x, size_t rows, size_t count, float* jacobian);
// Computes the gradient with respect to x, from the gradient with respect to the Jacobian, [rows, count, count].
// Returns false if an allocation fails.
[[nodiscard]] bool softmaxJacobianGradient(const float* x, const float* gradient, size_t rows,
                                           size_t count, float* xGradient);

// -sum weights log weights in nats, [outer, inner], from 0 (one key has all the weight) to log count (all are equal). 0 log
// 0 = 0. Within 2 ulp for the given weights, except for the terms of subnormal weights, which are below 1e-35.
void entropy(const float* weights, Axis axis, float* to);

}  // namespace scaledot
