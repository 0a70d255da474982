// Batched matrix products over two leading axes, with broadcasting: a stride of 0 reuses a matrix along an axis. Each
// product is one of matrix.h, so its bits depend on the inner dimension alone.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// Contiguous row-major matrices. Batch index (i, j) uses matrix strides[0] i + strides[1] j.
struct MatrixStack {
  const float* data = nullptr;
  uint32_t strides[2] = {};
};

struct StackProduct {
  uint32_t counts[2] = {1, 1};
  uint32_t rows = 0, inner = 0, columns = 0;
  MatrixStack left;   // [rows, inner]
  MatrixStack right;  // [inner, columns], or [columns, inner] if transposeRight
  bool transposeRight = false;
  const float* bias = nullptr;  // [columns], added to every row; null: none
};

// to: [counts[0], counts[1], rows, columns]. Returns false if an allocation fails.
[[nodiscard]] bool multiplyStack(const StackProduct& product, float* to);

}  // namespace scaledot
