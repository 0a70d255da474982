// The one matrix that a head's pair Wq_i, Wk_i stands for, W = Wq Wk^T [modelDim, modelDim], and how many directions it
// really has. Exactly its rank is headDim at most; what lies beyond are the rounding errors of float32, for it is the float32
// matrix that is measured.
#pragma once
#include <cstdint>

namespace scaledot {

struct MergedHead {
  // How many singular values are above the tolerance, modelDim 2^-23 times the largest: what numpy.linalg.matrix_rank takes
  // for a matrix of float32. It is at least modelDim 2^-149, for numbers so small that float32 holds few of their digits.
  double rank = 0, tolerance = 0;
  // exp of the entropy of values over their sum (Roy and Vetterli 2007): how many directions there are, each counted by its
  // share. 0 where all values are.
  double effectiveRank = 0;
  // How many of the largest values carry kCarried of the squared length of W, which is the sum of their squares. 0 where all
  // values are.
  double carrying = 0;
};
inline constexpr double kCarried = 0.9;

// Counts values of which the first is the largest.
MergedHead countDirections(const double* values, uint32_t count, double tolerance);

// wq and wk are [modelDim, headDim], of numbers whose products stay within float32; singularValues [modelDim], descending.
// False: the memory could not be had.
[[nodiscard]] bool mergedHead(uint32_t modelDim, uint32_t headDim, const float* wq, const float* wk,
                              double* singularValues, MergedHead& result);

}  // namespace scaledot
