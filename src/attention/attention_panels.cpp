#include "attention/attention_panels.h"

#include <algorithm>

namespace scaledot {

bool Panels::reserve(uint32_t rows, uint32_t columns) {
  rows_ = roundUp(rows, kTileRows);
  columns_ = columns;
  return data_.reserve(productOf({rows_, kPanel, count()}));
}

void Panels::clear() { std::fill_n(data_.data(), size(), 0.0f); }

void Panels::pack(const float* matrix, uint32_t rows) {
  finite_ = true;
  for (uint32_t p = 0; p < count(); ++p) {
    const uint32_t column = p * kPanel, width = std::min(kPanel, columns_ - column);
    packColumns(matrix + column, columns_, width, rows, at(p, 0));
    if (!removeNonFinite(at(p, 0), size_t{rows} * kPanel)) finite_ = false;
  }
}

void Panels::unpack(float factor, uint32_t rows, float* matrix) const {
  if (columns_ == 0) return;
  for (uint32_t row = 0; row < rows; ++row, matrix += columns_) {
    const float* from = at(0, row);
    uint32_t c = 0;
    for (; c + kPanel <= columns_; c += kPanel, from += panelSize()) {
      store(matrix + c, load(from) * factor);
      store(matrix + c + 4, load(from + 4) * factor);
    }
    for (; c < columns_; ++c, ++from) matrix[c] = *from * factor;
  }
}

float Panels::rowTimes(uint32_t row, const float* x) const {
  if (columns_ == 0) return 0;
  const float* from = at(0, row);
  F32x4 sums[2] = {};
  uint32_t c = 0;
  for (; c + kPanel <= columns_; c += kPanel, from += panelSize()) {
    sums[0] = madd(load(from), load(x + c), sums[0]);
    sums[1] = madd(load(from + 4), load(x + c + 4), sums[1]);
  }
  float sum = sumOf(sums[0] + sums[1]);
  for (; c < columns_; ++c, ++from) sum += *from * x[c];
  return sum;
}

}  // namespace scaledot
