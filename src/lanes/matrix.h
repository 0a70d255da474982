// Products of float32 matrices, for projections. The right matrix is packed once into panels of 8 columns, and tiles of 4 or
// 6 rows (tile.h) accumulate the sums. For fewer than 4 rows the columns are not packed.
//
// The inner dimension is cut into blocks of equal length, at most 256 steps. A block is summed step after step in a
// register, and blocks are added in order. The bits of an element therefore depend only on its operands and the inner
// dimension, not on the number of rows or columns or their position. For terms of random signs the rounding error grows with
// the square root of the block's length, not with that of the whole sum.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"

namespace scaledot {

// Element (i, j) is data[i rowStride + j columnStride]. Swap the strides to transpose.
struct Matrix {
  const float* data;
  size_t rowStride, columnStride;
};

// The output of a product. Element (i, j) is data[(i / groupRows) groupStride + (i % groupRows) rowStride + j].
// With groups, one product writes the rows of a batch to their heads.
struct Target {
  float* data;
  size_t rowStride;
  uint32_t groupRows;  // at least 1
  size_t groupStride;
};

// The workspace of a product, at most 0.6 MB. It can be reused, and then allocates only for a product that is larger in some
// dimension than all before.
struct ProductWork {
  Buffer<float> leftTiles, panels;  // packed by multiply()
  // Allocates ahead of products. Returns false if an allocation fails.
  [[nodiscard]] bool reserve(uint32_t rows, uint32_t inner, uint32_t columns);
};

// to(i, j) = sum over k of left(i, k) right(k, j), plus to(i, j) if `add`, plus bias[j] unless bias is null.
// NaN and infinities propagate as in IEEE 754 products, also when multiplied by 0. With inner = 0 the sum is 0.
// Returns false if an allocation fails.
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, const Target& to);
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, const Target& to,
                            ProductWork& work);

// The same, written to to[i toStride + j].
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, float* to, size_t toStride);
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, float* to, size_t toStride,
                            ProductWork& work);

}  // namespace scaledot
