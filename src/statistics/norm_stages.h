// What layer normalisation makes of random vectors, and what comes after it: that it makes dot products cosines, and that
// gain, bias and projection undo it again. Stages of vector r, with d = headDim:
//
//   input       x = length g,        g: row r of Stream::query, standard normals; length = exp(lengthSpread t_r)
//   normalized  y = (x - mean of x) / sd of x                             |y| = sqrt(d), whatever the length
//   gained      z = gain y + bias,   gain = 1 + gainSd normals, bias = biasSd normals, the same for all vectors
//   projected   z W_Q, of the next vector z W_K; W: normals with variance 1 / d
//
// t, gain, bias and W are those of parameter_draw.h. Variances have 1e-30 added, so that a constant vector becomes zeros.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

struct NormOptions {
  uint32_t headDim = 64;
  uint32_t vectors = 1000;  // up to 2^20
  double lengthSpread = 0.5, gainSd = 0, biasSd = 0;
  uint64_t seed = 0;
};

constexpr uint32_t kNormStages = 4;

// norms [stages, vectors]: their lengths. differences [stages]: the greatest of |q'.k' / d - cos(q, k)| over each vector q and
// the next one, k, q' and k' of that stage and q and k the inputs less their means; it is 0 where dot products are cosines.
// `stages` of the four are made. False: the memory could not be had.
[[nodiscard]] bool normStages(const NormOptions& options, uint32_t stages, float* norms,
                              double* differences);

}  // namespace scaledot
