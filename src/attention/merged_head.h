// The merged matrix W = Wq Wk^T [modelDim, modelDim] of a head's pair Wq_i, Wk_i, and its rank. The exact rank is at most
// headDim. Further singular values are rounding errors, because the matrix is in float32.
#pragma once
#include <cstdint>

namespace scaledot {

// The limit below which a singular value counts as 0: a size, or a share of the largest one. Below 0: the rounding error of
// their matrix.
struct RankTolerance {
  double value = -1;
  bool relative = false;

  double of(double largest, double rounding) const {
    return value < 0 ? rounding : relative ? value * largest : value;
  }
};

struct MergedHead {
  // The number of singular values above the tolerance. Unless one is given, it is modelDim 2^-23 times the largest value, as in
  // numpy.linalg.matrix_rank for float32, but at least modelDim 2^-149, because float32 has few digits for subnormal
  // numbers.
  double rank = 0, tolerance = 0;
  // exp of the entropy of the values over their sum (Roy and Vetterli 2007). 0 if all values are 0.
  double effectiveRank = 0;
  // How many of the largest values have kSquareShare of the squared Frobenius norm of W, the sum of their squares. 0 if all
  // values are 0.
  double carrying = 0;
};
inline constexpr double kSquareShare = 0.9;

// Returns the counts for these values. The first value must be the largest.
MergedHead countDirections(const double* values, uint32_t count, double tolerance);

// wq and wk are [modelDim, headDim]; their products must not overflow float32. singularValues [modelDim], descending.
// Returns false if an allocation fails.
[[nodiscard]] bool mergedHead(uint32_t modelDim, uint32_t headDim, const float* wq, const float* wk,
                              double* singularValues, MergedHead& result,
                              RankTolerance tolerance = {});

}  // namespace scaledot
