// Products of float32 matrices, for projections: packed once, then in tiles (tile.h).
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// Element (i, j) is data[i rowStride + j columnStride]; a transpose is the strides exchanged.
struct Matrix {
  const float* data;
  size_t rowStride, columnStride;
};

// to[i toStride + j] = sum over k of left(i, k) right(k, j), plus bias[j] if there is one, plus what was there if `add`.
// Sums over long k are kept in blocks, so that their rounding errors grow with the square root of the
// block's length. False: the memory could not be had.
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, float* to, size_t toStride);

}  // namespace scaledot
