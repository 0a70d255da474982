// Softmax, its logarithm, its Jacobian, and their gradients, over one axis of a tensor; the entropy of weights.
//
//   weights_i = exp(x_i - max x) / sum_j exp(x_j - max x)          J_ij = weights_i (delta_ij - weights_j)
//
// -infinity has weight 0; where every entry is -infinity weights are 0 (and their logarithms -infinity), as in attention. NaN or
// +infinity makes its row NaN.
//
// Weights are within 3 ulp of exact, their logarithms within 2, and weights add up to 1 within 1e-6: the rounding of
// x_i - max x is made up for, and sums are kept in double, entry i in partial sum i mod 4. A row has the same bits
// wherever it lies. Results may not overlap with arguments.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// A tensor seen from one axis: [outer, count, inner], row-major. "Rows" run along the axis, whatever its stride.
struct Axis {
  size_t outer, count, inner;
};

void softmax(const float* x, Axis axis, float* weights);
void logSoftmax(const float* x, Axis axis, float* logWeights);

// From the weights (logWeights) that the forward function gave and the gradient g with respect to them:
//   weights (g - sum g weights)      and      g - exp(logWeights) sum g
// In the first, g is taken relative to the g of the greatest weight, so that rows with one weight of almost 1
// keep their digits.
void softmaxGradient(const float* weights, const float* gradient, Axis axis, float* xGradient);
void logSoftmaxGradient(const float* logWeights, const float* gradient, Axis axis,
                        float* xGradient);

// x is [rows, count], jacobian [rows, count, count]: symmetric, its rows and columns add up to 0.
void softmaxJacobian(const float* x, size_t rows, size_t count, float* jacobian);
// The gradient with respect to x of a function whose gradient with respect to the Jacobian is given, [rows, count, count].
// False: the memory could not be had.
[[nodiscard]] bool softmaxJacobianGradient(const float* x, const float* gradient, size_t rows,
                                           size_t count, float* xGradient);

// -sum weights log weights in nats, [outer, inner]: 0 (one key has it all) .. log count (all alike). 0 log 0 = 0.
// Within 2 ulp of that of the given weights, but for subnormal weights, whose share is below 1e-35 anyway.
void entropy(const float* weights, Axis axis, float* to);

}  // namespace scaledot
