// Products of float32 matrices, for projections: what is multiplied is packed once into panels of 8 columns,
// and the sums are made in tiles of 4 or 6 rows (tile.h). Fewer than 4 rows meet the columns where those are.
//
// The inner dimension is cut into blocks of equal length, 256 steps at most. A block is summed step after step
// in a register, and blocks are added in order: every element's sum, and so its bits, depends on the inner
// dimension alone, not on how many rows or columns there are or where they lie. For terms of random signs the
// rounding error grows with the root of the block's length, not with that of the whole sum.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"

namespace scaledot {

// Element (i, j) is data[i rowStride + j columnStride]; a transpose is the strides exchanged.
struct Matrix {
  const float* data;
  size_t rowStride, columnStride;
};

// Where a product goes: element (i, j) is data[(i / groupRows) groupStride + (i % groupRows) rowStride + j].
// With groups, the rows of a batch go each to their own head's place at once.
struct Target {
  float* data;
  size_t rowStride;
  uint32_t groupRows;  // at least 1
  size_t groupStride;
};

// The memory of products, 0.6 MB at most. One that is kept from product to product grows, and no product that is in no
// dimension above the largest so far takes any.
struct ProductWork {
  Buffer<float> leftTiles, panels;  // packed; multiply()'s own
  // Makes room ahead of products. False: the memory could not be had.
  [[nodiscard]] bool reserve(uint32_t rows, uint32_t inner, uint32_t columns);
};

// to(i, j) = sum over k of left(i, k) right(k, j), plus what was there if `add`, plus bias[j] if there is one.
// NaN and infinities do what they do in the products, also those times 0. With inner = 0 the sum is 0.
// False: the memory could not be had.
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, const Target& to);
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, const Target& to,
                            ProductWork& work);

// The same to to[i toStride + j].
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, float* to, size_t toStride);
[[nodiscard]] bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left,
                            Matrix right, const float* bias, bool add, float* to, size_t toStride,
                            ProductWork& work);

}  // namespace scaledot
