// Matrices in panels, for the products of attentionGradient(). The sums are in panels, too.
//
// The left factor of a product is a block of weights or of their gradients, read in place. The right factor is packed
// without its non-finite numbers (finite.h). addNonFinite() adds these for the pairs that are not masked.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "lanes/finite.h"
#include "lanes/tile.h"

namespace scaledot {

// A matrix in contiguous panels of 8 columns, each [row][8]. Rows are padded to whole tiles. The padding is arbitrary.
class Panels {
 public:
  [[nodiscard]] bool reserve(uint32_t rows, uint32_t columns);
  uint32_t columns() const { return columns_; }
  uint32_t count() const { return panelsFor(columns_); }
  bool finite() const { return finite_; }  // whether the packed matrix is
  float* at(uint32_t panel, uint32_t row) {
    return data_.data() + panel * panelSize() + size_t{row} * kPanel;
  }
  const float* at(uint32_t panel, uint32_t row) const {
    return data_.data() + panel * panelSize() + size_t{row} * kPanel;
  }
  void clear();

  // Sets the first `rows` rows to those of the matrix, with 0 for non-finite numbers.
  void pack(const float* matrix, uint32_t rows);

  // matrix = factor times the first `rows` rows.
  void unpack(float factor, uint32_t rows, float* matrix) const;

  // Returns the product of a row with a vector.
  float rowTimes(uint32_t row, const float* x) const;

 private:
  size_t panelSize() const { return size_t{rows_} * kPanel; }
  size_t size() const { return panelSize() * count(); }

  Buffer<float> data_;
  uint32_t rows_ = 0, columns_ = 0;
  bool finite_ = true;
};

// The left factor of a product: a block, or its transpose.
template <size_t rowStride, size_t stepStride>
struct Left {
  const float* numbers;
  uint32_t rows, steps;
  float at(uint32_t row, uint32_t step) const {
    return numbers[row * rowStride + step * stepStride];
  }
};

// sums += left right, from row firstStep of right and row firstRow of sums on.
template <size_t rowStride, size_t stepStride>
void addProduct(const Left<rowStride, stepStride>& left, const Panels& right, uint32_t firstStep,
                Panels& sums, uint32_t firstRow) {
  const uint32_t rows = roundUp(left.rows, kTileRows);
  for (uint32_t p = 0; p < sums.count(); ++p) {
    const float* panel = right.at(p, firstStep);
    forTiles(rows, [&](auto zero, uint32_t row) {
      const auto tile = multiplyTile(left.numbers + row * rowStride, rowStride, stepStride, panel,
                                     left.steps, zero);
      float* to = sums.at(p, firstRow + row);
      for (const auto& sum : tile.v) {
        store(to, load(to) + sum[0]);
        store(to + 4, load(to + 4) + sum[1]);
        to += kPanel;
      }
    });
  }
}

// Adds the terms of the non-finite numbers, which right.pack() left out. right: the unpacked matrix. sees(row, step):
// whether the pair is not masked.
template <typename LeftBlock, typename Sees>
void addNonFinite(const LeftBlock& left, const float* right, Panels& sums, uint32_t firstRow,
                  Sees sees) {
  for (uint32_t step = 0; step < left.steps; ++step) {
    for (uint32_t c = 0; c < sums.columns(); ++c, ++right) {
      if (isFinite(*right)) continue;
      for (uint32_t row = 0; row < left.rows; ++row) {
        if (!sees(row, step)) continue;
        sums.at(c / kPanel, firstRow + row)[c % kPanel] += left.at(row, step) * *right;
      }
    }
  }
}

}  // namespace scaledot
