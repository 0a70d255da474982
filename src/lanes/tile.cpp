#include "lanes/tile.h"

#include <algorithm>

namespace scaledot {

void packRows(const float* rows, size_t stride, uint32_t count, size_t steps, float* panel) {
  size_t k = 0;
  if (count == kPanel) {
    for (; k + 4 <= steps; k += 4) {
      for (uint32_t half = 0; half < 2; ++half) {
        const float* from = rows + 4 * half * stride + k;
        F32x4 block[4];
        for (uint32_t r = 0; r < 4; ++r) block[r] = load(from + r * stride);
        transpose(block);
        for (uint32_t r = 0; r < 4; ++r) store(panel + (k + r) * kPanel + 4 * half, block[r]);
      }
    }
  }
  for (; k < steps; ++k) {
    for (uint32_t c = 0; c < kPanel; ++c) {
      panel[k * kPanel + c] = c < count ? rows[c * stride + k] : 0.0f;
    }
  }
}

void packColumns(const float* matrix, size_t stride, uint32_t count, size_t steps, float* panel) {
  if (count == kPanel) {
    for (size_t k = 0; k < steps; ++k, panel += kPanel, matrix += stride) {
      store(panel, load(matrix));
      store(panel + 4, load(matrix + 4));
    }
    return;
  }
  for (size_t k = 0; k < steps; ++k, panel += kPanel, matrix += stride) {
    std::fill(std::copy_n(matrix, count, panel), panel + kPanel, 0.0f);
  }
}

}  // namespace scaledot
