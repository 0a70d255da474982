// for blocks of 256 steps:
//   for chunks of 512 columns:    pack right into panels, once
//     for chunks of 96 rows:      left stays in the L2 cache
//       for panels, for tiles:    a panel stays in the L1 cache
#include "lanes/matrix.h"

#include <algorithm>

#include "lanes/tile.h"

namespace scaledot {
namespace {

constexpr uint32_t kSteps = 256, kRows = 96, kColumns = 512;
constexpr uint32_t kFewSteps = 16;  // packed at a time
constexpr uint32_t kStrip = 32;     // columns that multiplyRow() takes at a time: eight registers

// A part of one dimension.
struct Span {
  uint32_t start, count;
};

// Calls work(span) for spans of at most `length`, in order.
template <typename Work>
void forSpans(uint32_t total, uint32_t length, Work work) {
  for (uint32_t start = 0; start < total; start += length) {
    work(Span{start, std::min(length, total - start)});
  }
}

// panel[8 k + c] = right(k, c) for c < count, zeros for the others.
void packRight(const Matrix& right, uint32_t count, uint32_t steps, float* panel) {
  if (right.columnStride == 1) return packColumns(right.data, right.rowStride, count, steps, panel);
  if (right.rowStride == 1) return packRows(right.data, right.columnStride, count, steps, panel);
  for (size_t k = 0; k < steps; ++k) {
    for (uint32_t c = 0; c < kPanel; ++c) {
      panel[kPanel * k + c] =
          c < count ? right.data[k * right.rowStride + c * right.columnStride] : 0.0f;
    }
  }
}

// tile[tileRows k + r] = left(r, k) for r < count, zeros for the others.
void packLeft(const Matrix& left, uint32_t count, uint32_t tileRows, uint32_t steps, float* tile) {
  const float* from = left.data;
  const bool vectors = count == tileRows && left.rowStride == 1;
  if (vectors && tileRows == 4) {
    for (size_t k = 0; k < steps; ++k, from += left.columnStride) store(tile + 4 * k, load(from));
    return;
  }
  for (size_t k = 0; k < steps; ++k, from += left.columnStride, tile += tileRows) {
    uint32_t r = 0;
    for (; vectors && r + 4 <= tileRows; r += 4) store(tile + r, load(from + r));
    for (; r < tileRows; ++r) tile[r] = r < count ? from[r * left.rowStride] : 0;
  }
}

template <uint32_t rows>
constexpr uint32_t rowsOf(const TileOf<rows>&) {
  return rows;
}

class Product {
 public:
  Product(const Matrix& left, const Matrix& right, const Target& to, ProductWork& work)
      : left_(left), right_(right), to_(to), work_(work) {}

  // Writes the product of these steps. Adds it to the target if `add`, and adds bias unless it is null.
  void multiply(uint32_t rows, Span steps, uint32_t columns, const float* bias, bool add) {
    steps_ = steps;
    bias_ = bias;
    add_ = add;
    const bool thin = rows < kTileRows && right_.columnStride == 1;
    const uint32_t unpacked = thin ? columns / kStrip * kStrip : 0;
    for (uint32_t row = 0; row < rows; ++row) multiplyRow(row, unpacked);
    forSpans(columns - unpacked, kColumns, [&](Span chunk) {
      chunk.start += unpacked;
      packColumns(chunk);
      forSpans(rows, kRows, [&](Span span) { multiply(span, chunk); });
    });
  }

 private:
  Matrix leftAt(uint32_t row) const {
    return {left_.data + row * left_.rowStride + steps_.start * left_.columnStride, left_.rowStride,
            left_.columnStride};
  }

  // Packs a few steps of all panels, then the next few, so that rows are read sequentially.
  void packColumns(Span columns) {
    const uint32_t few = right_.columnStride == 1 ? kFewSteps : kSteps;
    forSpans(steps_.count, few, [&](Span steps) {
      forSpans(columns.count, kPanel, [&](Span panel) {
        const float* from = right_.data + (steps_.start + steps.start) * right_.rowStride +
                            (columns.start + panel.start) * right_.columnStride;
        float* to = work_.panels.data() + size_t{panel.start} * steps_.count;
        packRight({from, right_.rowStride, right_.columnStride}, panel.count, steps.count,
                  to + size_t{steps.start} * kPanel);
      });
    });
  }

  // Whether tiles read the left matrix in place, because the steps of a row are contiguous. Rows that do not fill a tile are
  // packed even then.
  bool inPlace() const { return left_.columnStride == 1; }

  float* leftTile(uint32_t row) { return work_.leftTiles.data() + size_t{row} * steps_.count; }

  void packRows(Span rows) {
    const uint32_t tiled = forTiles(rows.count, [&](const auto& tile, uint32_t row) {
      if (inPlace()) return;
      packLeft(leftAt(rows.start + row), rowsOf(tile), rowsOf(tile), steps_.count, leftTile(row));
    });
    if (tiled == rows.count) return;
    packLeft(leftAt(rows.start + tiled), rows.count - tiled, kTileRows, steps_.count,
             leftTile(tiled));
  }

  void multiply(Span rows, Span columns) {
    for (uint32_t r = 0; r < rows.count; ++r) rows_[r] = rowOf(rows.start + r);
    packRows(rows);
    forSpans(columns.count, kPanel, [&](Span panel) {
      const float* packed = work_.panels.data() + size_t{panel.start} * steps_.count;
      const Span to{columns.start + panel.start, panel.count};
      // zeroTile() is called here because these zeros stay in registers. The argument's would be loaded from memory.
      const auto take = [&]<uint32_t tileRows>(const TileOf<tileRows>&, uint32_t row) {
        const Span tile{row, tileRows};
        const bool there = inPlace();
        put(multiplyTile(there ? leftAt(rows.start + row).data : leftTile(row),
                         there ? left_.rowStride : 1, there ? 1 : tile.count, packed, steps_.count,
                         zeroTile<tileRows>()),
            tile, to);
      };
      const uint32_t tiled = forTiles(rows.count, take);
      if (tiled == rows.count) return;
      put(multiplyTile(leftTile(tiled), 1, kTileRows, packed, steps_.count, zeroTile()),
          {tiled, rows.count - tiled}, to);
    });
  }

  // Computes the same sums without packing, for so few rows that packing is not worthwhile.
  void multiplyRow(uint32_t row, uint32_t columns) const {
    const Matrix left = leftAt(row);
    for (uint32_t column = 0; column < columns; column += kStrip) {
      F32x4 sums[kStrip / 4] = {};
      const float *a = left.data, *b = right_.data + steps_.start * right_.rowStride + column;
      for (size_t k = 0; k < steps_.count; ++k) {
        const F32x4 factor = splat(*a);
        for (uint32_t i = 0; i < kStrip / 4; ++i) sums[i] = madd(factor, load(b + 4 * i), sums[i]);
        a += left.columnStride;
        b += right_.rowStride;
      }
      const float* bias = bias_ == nullptr ? nullptr : bias_ + column;
      for (uint32_t i = 0; i < kStrip; i += 4) {
        putLanes(sums[i / 4], bias == nullptr ? nullptr : bias + i, rowOf(row) + column + i);
      }
    }
  }

  float* rowOf(uint32_t row) const {
    return to_.data + row / to_.groupRows * to_.groupStride + row % to_.groupRows * to_.rowStride;
  }

  void putLanes(F32x4 x, const float* bias, float* to) const {
    if (add_) x = load(to) + x;
    if (bias != nullptr) x = x + load(bias);
    store(to, x);
  }

  // Stores a tile. Nearly all tiles are whole and are stored straight from their registers.
  template <uint32_t tileRows>
  inline void put(const TileOf<tileRows>& sums, Span rows, Span columns) const {
    if (rows.count < tileRows || columns.count < kPanel) return putSome(sums, rows, columns);
    const bool add = add_, biased = bias_ != nullptr;
    F32x4 bias[2] = {};
    if (biased) {
      bias[0] = load(bias_ + columns.start);
      bias[1] = load(bias_ + columns.start + 4);
    }
    for (uint32_t r = 0; r < tileRows; ++r) {
      float* to = rows_[rows.start + r] + columns.start;
      for (uint32_t half = 0; half < 2; ++half, to += 4) {
        F32x4 x = sums.v[r][half];
        if (add) x = load(to) + x;
        if (biased) x = x + bias[half];
        store(to, x);
      }
    }
  }

  // Stores the first rows and columns of a tile. Takes a copy: a tile whose address is taken would not stay in registers.
  template <uint32_t tileRows>
  __attribute__((noinline)) void putSome(TileOf<tileRows> sums, Span rows, Span columns) const {
    for (uint32_t r = 0; r < rows.count; ++r) {
      float* to = rows_[rows.start + r] + columns.start;
      for (uint32_t c = 0; c < columns.count; ++c) {
        float x = sums.v[r][c / 4][c % 4];
        if (add_) x = to[c] + x;
        if (bias_ != nullptr) x = x + bias_[columns.start + c];
        to[c] = x;
      }
    }
  }

  Matrix left_, right_;
  Target to_;
  ProductWork& work_;
  float* rows_[kRows];  // targets of the chunk's rows
  Span steps_{};
  const float* bias_ = nullptr;
  bool add_ = false;
};

}  // namespace

bool ProductWork::reserve(uint32_t rows, uint32_t inner, uint32_t columns) {
  const size_t steps = std::min(inner, kSteps);
  return leftTiles.reserve((std::min(rows, kRows) + kTileRows - 1) * steps) &&
         panels.reserve(roundUp(std::min(columns, kColumns), kPanel) * steps);
}

bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left, Matrix right,
              const float* bias, bool add, const Target& to, ProductWork& work) {
  const uint32_t blocks = std::max(1u, (inner + kSteps - 1) / kSteps);
  const uint32_t steps = (inner + blocks - 1) / blocks;
  Product product(left, right, to, work);
  if (!work.reserve(rows, inner, columns)) return false;
  for (uint32_t block = 0; block < blocks; ++block) {
    const uint32_t start = std::min(inner, block * steps);
    const bool last = block + 1 == blocks;
    product.multiply(rows, {start, std::min(steps, inner - start)}, columns, last ? bias : nullptr,
                     add || block > 0);
  }
  return true;
}

bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left, Matrix right,
              const float* bias, bool add, const Target& to) {
  ProductWork work;
  return multiply(rows, inner, columns, left, right, bias, add, to, work);
}

bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left, Matrix right,
              const float* bias, bool add, float* to, size_t toStride, ProductWork& work) {
  return multiply(rows, inner, columns, left, right, bias, add,
                  Target{to, toStride, std::max(1u, rows), 0}, work);
}

bool multiply(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left, Matrix right,
              const float* bias, bool add, float* to, size_t toStride) {
  ProductWork work;
  return multiply(rows, inner, columns, left, right, bias, add, to, toStride, work);
}

}  // namespace scaledot
