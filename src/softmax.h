// Softmax, its logarithm, its Jacobian, and their gradients, over one axis of a tensor.
//
//   weights_i = exp(x_i - max x) / sum_j exp(x_j - max x)          J_ij = weights_i (delta_ij - weights_j)
//
// -infinity has weight 0; where every entry is -infinity weights are 0 (and their logarithms -infinity), as in attention. NaN or
// +infinity makes its row NaN. Weights are within 4 ulp of exact, sums kept so that they add up to 1 within 1e-6.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// A tensor seen from one axis: [outer, count, inner], row-major.
struct Axis {
  size_t outer, count, inner;
};

void softmax(const float* x, Axis axis, float* weights);
void logSoftmax(const float* x, Axis axis, float* logWeights);

// From the weights (logWeights) that the forward function gave and the gradient g with respect to them:
//   weights (g - sum g weights)      and      g - exp(logWeights) sum g
void softmaxGradient(const float* weights, const float* gradient, Axis axis, float* xGradient);
void logSoftmaxGradient(const float* logWeights, const float* gradient, Axis axis,
                        float* xGradient);

// x is [rows, count], jacobian [rows, count, count].
void softmaxJacobian(const float* x, size_t rows, size_t count, float* jacobian);
// The gradient with respect to x of a function whose gradient with respect to the Jacobian is given, [rows, count, count].
void softmaxJacobianGradient(const float* x, const float* gradient, size_t rows, size_t count,
                             float* xGradient);

}  // namespace scaledot
