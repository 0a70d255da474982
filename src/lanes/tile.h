// Register tiles of matrix products, 4 or 6 rows by 8 columns, and the packing of their operands.
//
// A panel holds 8 columns, interleaved step by step: panel[8 k + c]. A tile of 4 rows is 4 x 8 sums in eight registers. A
// step costs two loads of the panel, four broadcasts and eight multiply-adds. Every kernel of the core uses these tiles,
// because this is the only shape that all engines keep in 16 registers.
//
// With fused multiply-adds 6 rows fit as well, and twelve sums keep two units of latency 4 busy: 99 % of the peak instead of
// 93 % (Zen 5, V8 13.6). Without them a product needs a register too, and 6 rows are half as fast. A native build with
// registers of eight lanes keeps a row of a tile in one register, so 6 rows fit there too. The sums are the same.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/simd.h"

namespace scaledot {

inline constexpr uint32_t kTileRows = 4;
#if defined(SCALEDOT_FUSED) || defined(SCALEDOT_EIGHT_LANES)
inline constexpr uint32_t kTallRows = 6;
#else
inline constexpr uint32_t kTallRows = 4;
#endif
inline constexpr uint32_t kPanel = 8;

inline uint32_t roundUp(uint32_t count, uint32_t unit) { return (count + unit - 1) / unit * unit; }

// Returns the number of panels that hold the columns.
inline uint32_t panelsFor(uint32_t columns) { return (columns + kPanel - 1) / kPanel; }

template <uint32_t rows>
struct TileOf {
  F32x4 v[rows][2];
};
using Tile = TileOf<kTileRows>;

template <uint32_t rows = kTileRows>
inline TileOf<rows> zeroTile() {
  return {};
}

// tile[r][c] += sum over k of a[r rowStride + k stepStride] panel[8 k + c], k in order. V8 unrolls the loop.
template <uint32_t rows>
inline TileOf<rows> multiplyTile(const float* a, size_t rowStride, size_t stepStride,
                                 const float* panel, size_t steps, TileOf<rows> tile) {
#if defined(SCALEDOT_EIGHT_LANES)
  F32x8 sums[rows];
  for (size_t r = 0; r < rows; ++r) sums[r] = joined(tile.v[r]);
  SCALEDOT_PLAIN_LOOP
  for (size_t k = 0; k < steps; ++k) {
    const F32x8 right = loadEight(panel);
    for (size_t r = 0; r < rows; ++r) sums[r] += a[r * rowStride] * right;
    panel += kPanel;
    a += stepStride;
  }
  for (size_t r = 0; r < rows; ++r) split(sums[r], tile.v[r]);
#else
  const float* const end = panel + kPanel * steps;
  // The loop ends at the panel's end, because a counter would take one more addition in each step.
  SCALEDOT_PLAIN_LOOP
  while (panel != end) {
    const F32x4 left = load(panel), right = load(panel + 4);
    for (size_t r = 0; r < rows; ++r) {
      const F32x4 factor = splat(a[r * rowStride]);
      tile.v[r][0] = madd(factor, left, tile.v[r][0]);
      tile.v[r][1] = madd(factor, right, tile.v[r][1]);
    }
    panel += kPanel;
    a += stepStride;
  }
#endif
  return tile;
}

// Cuts count rows into tall tiles and at most two of 4 rows. Calls take(zeroTile<rows>(), row) for each.
// Returns the number of rows in tiles. Fewer than 4 rows remain.
template <typename Take>
inline uint32_t forTiles(uint32_t count, Take take) {
  uint32_t row = 0;
  for (; row + kTallRows <= count && row + 2 * kTileRows != count; row += kTallRows) {
    take(zeroTile<kTallRows>(), row);
  }
  for (; row + kTileRows <= count; row += kTileRows) take(zeroTile(), row);
  return row;
}

// Packs rows as columns of a panel: panel[8 k + c] = rows[c stride + k] for c < count <= 8 and k < steps. Columns from count
// on are zeros.
void packRows(const float* rows, size_t stride, uint32_t count, size_t steps, float* panel);

// Packs columns as columns of a panel: panel[8 k + c] = matrix[k stride + c] for c < count <= 8 and k < steps. Columns from
// count on are zeros.
void packColumns(const float* matrix, size_t stride, uint32_t count, size_t steps, float* panel);

}  // namespace scaledot
