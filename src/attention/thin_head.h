// The singular values of the merged matrix W = Wq Wk^T of a head, for any width. They are computed in double from the thin
// factors, without the [modelDim, modelDim] matrix. With Wq = Q R and Wk = P S, where Q and P are orthogonal, W has the
// singular values of R S^T and zeros.
//
// 4 modelDim headDim^2 operations for the factors, in 8 headDim (2 headDim + 64) bytes.
#pragma once
#include <cstdint>

#include "attention/merged_head.h"

namespace scaledot {

// wq and wk are [modelDim, headDim]; singularValues [min(modelDim, headDim)], descending. The error of a value is about the
// tolerance, max(modelDim, headDim) 2^-52 |Wq| |Wk|, with Frobenius norms: the rounding is that of the factors, even if
// their product is small. Returns false if an allocation fails.
[[nodiscard]] bool thinHead(uint32_t modelDim, uint32_t headDim, const float* wq, const float* wk,
                            double* singularValues, MergedHead& result,
                            RankTolerance tolerance = {});

}  // namespace scaledot
