// Matrix products in registers: 4 rows times 8 columns, and the packing that feeds them.
//
// A panel holds 8 columns side by side, step after step: panel[8 k + c]. A tile is 4 x 8 sums in eight
// registers; a step costs two loads of the panel, four broadcasts and eight multiply-adds. Every kernel of
// the core is made of these, because this is the one shape that all engines keep in 16 registers.
#pragma once
#include <cstddef>
#include <cstdint>

#include "simd.h"

namespace scaledot {

inline constexpr uint32_t kTileRows = 4;
inline constexpr uint32_t kPanel = 8;

struct Tile {
  F32x4 v[kTileRows][2];
};

inline Tile zeroTile() { return {}; }

// tile[r][c] += sum over k of a[r rowStride + k stepStride] panel[8 k + c], k in order. V8 unrolls the
// loop as it likes it.
inline Tile multiplyTile(const float* a, size_t rowStride, size_t stepStride, const float* panel,
                         size_t steps, Tile tile) {
#if defined(__clang__)
#pragma clang loop unroll(disable) vectorize(disable)
#else
#pragma GCC unroll 1
#endif
  for (size_t k = 0; k < steps; ++k) {
    const F32x4 left = load(panel), right = load(panel + 4);
    for (size_t r = 0; r < kTileRows; ++r) {
      const F32x4 factor = splat(a[r * rowStride]);
      tile.v[r][0] = madd(factor, left, tile.v[r][0]);
      tile.v[r][1] = madd(factor, right, tile.v[r][1]);
    }
    panel += kPanel;
    a += stepStride;
  }
  return tile;
}

// Rows become columns: panel[8 k + c] = rows[c stride + k] for c < count <= 8 and k < steps; columns past
// count are zeros.
void packRows(const float* rows, size_t stride, uint32_t count, size_t steps, float* panel);

// Columns stay columns: panel[8 k + c] = matrix[k stride + c] for c < count <= 8 and k < steps; columns past
// count are zeros.
void packColumns(const float* matrix, size_t stride, uint32_t count, size_t steps, float* panel);

}  // namespace scaledot
