// Products of stacks of matrices, one for each place in two leading axes; a tensor may have fewer matrices than there are
// places and serve several of them. Every product is one of matrix.h, so that its bits depend on the inner dimension alone.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// Matrices one behind the other, row-major. The one for place (i, j) is number strides[0] i + strides[1] j.
struct MatrixStack {
  const float* data = nullptr;
  uint32_t strides[2] = {};
};

struct StackProduct {
  uint32_t counts[2] = {1, 1};
  uint32_t rows = 0, inner = 0, columns = 0;
  MatrixStack left;             // [rows, inner]
  MatrixStack right;            // [inner, columns], transposed [columns, inner]
  bool transposeRight = false;  // whether it is
  const float* bias = nullptr;  // [columns], added to every row; null: none
};

// to [counts[0], counts[1], rows, columns]. False: the memory could not be had.
[[nodiscard]] bool multiplyStack(const StackProduct& product, float* to);

}  // namespace scaledot
