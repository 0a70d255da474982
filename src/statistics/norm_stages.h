// The effect of layer normalisation on random vectors: it turns dot products into cosines, and gain, bias and projection
// undo that. Stages of vector r, with d = headDim:
//
//   input       x = length g,        g: row r of Stream::query, standard normals; length = exp(lengthSpread t_r)
//   normalized  y = (x - mean of x) / sd of x                             |y| = sqrt(d), whatever the length
//   gained      z = gain y + bias,   gain = 1 + gainSd normals, bias = biasSd normals, the same for all vectors
//   projected   z W_Q, of the next vector z W_K; W: normals with variance 1 / d
//
// t, gain, bias and W come from parameter_draw.h. 1e-30 is added to variances, so that a constant vector becomes zeros.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

struct NormOptions {
  uint32_t headDim = 64;
  uint32_t vectors = 1000;
  double lengthSpread = 0.5, gainSd = 0, biasSd = 0;
  uint64_t seed = 0;
};

constexpr uint32_t kNormStages = 4;

// Computes the first `stages` of the four. norms [stages, vectors]: the lengths of the vectors. differences [stages]: the
// maximum of |q'.k' / d - cos(q, k)| over all neighbours q, k. q and k are the centred inputs, q' and k' their vectors in
// the stage. It is 0 if dot products are cosines. Returns false if an allocation fails.
[[nodiscard]] bool normStages(const NormOptions& options, uint32_t stages, float* norms,
                              double* differences);

}  // namespace scaledot
