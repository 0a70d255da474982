// The singular values of a head's merged matrix W = Wq Wk^T, of any width: from the thin factors, in double, and never from the
// [modelDim, modelDim] matrix. With Wq = Q R and Wk = P S, Q and P orthogonal, those of W are those of R S^T and zeros.
//
// 4 modelDim headDim^2 operations for the factors, in 8 headDim (2 headDim + 64) bytes.
#pragma once
#include <cstdint>

#include "attention/merged_head.h"

namespace scaledot {

// wq and wk are [modelDim, headDim]; singularValues [min(modelDim, headDim)], descending. A value is within about the tolerance,
// max(modelDim, headDim) 2^-52 |Wq| |Wk|, |.| the root of the sum of squares: it is the factors that are rounded, however small
// their product. False: the memory could not be had.
[[nodiscard]] bool thinHead(uint32_t modelDim, uint32_t headDim, const float* wq, const float* wk,
                            double* singularValues, MergedHead& result);

}  // namespace scaledot
