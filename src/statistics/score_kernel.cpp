// for each 4 keys:
//   g[4][8]   = start + sum_c key_c query_c            eight accumulators, six loads
//   z         = scale g + shift                        power[p] += z^p, p = 1 .. 4
//   slot      = round(slotScale g + slotShift)         slots[slot][lane] += 1
// The lane sums of a call (a few thousand scores) are then added in double.
#include "statistics/score_kernel.h"

#include <algorithm>
#include <limits>

namespace scaledot {
namespace {

// Adds four scores to the sums and the histogram. valid: all bits set in lanes that hold a score.
template <bool whole>
inline void take(F32x4 g, I32x4 valid, const Map& map, uint32_t trash, LaneSums& sums,
                 uint32_t* slots) {
  const F32x4 t = greatest(splat(0.0f), madd(g, map.slotScale, map.slotShift));
  I32x4 slot = bitsOf(least(t, map.lastSlot) + map.rounder) & 0x7fffff;
  F32x4 z = madd(g, map.scale, map.shift), low = g, high = g;
  if constexpr (!whole) {
    slot = (valid & slot) | (~valid & static_cast<int32_t>(trash));
    z = floatOf(bitsOf(z) & valid);
    low = select(valid, g, sums.least);
    high = select(valid, g, sums.greatest);
  }
  const F32x4 square = z * z;
  sums.power[0] += z;
  sums.power[1] += square;
  sums.power[2] = madd(square, z, sums.power[2]);
  sums.power[3] = madd(square, square, sums.power[3]);
  sums.least = least(sums.least, low);
  sums.greatest = greatest(sums.greatest, high);
  for (int lane = 0; lane < 4; ++lane) ++slots[4 * slot[lane] + lane];
}

template <bool whole>
void takeTiles(const KeySpan& keys, const Panel& panel, const Map& visible, uint32_t bins,
               Tally& tally) {
  const Map& map = *hidden(&visible);
  LaneSums sums = tally.lanes;
  uint32_t* slots = tally.slots.data();
  for (uint32_t j = 0; j < keys.count; j += kTileRows) {
    Tile tile;
    for (uint32_t r = 0; r < kTileRows; ++r) {
      tile.v[r][0] = panel.start[0] + keys.start[j + r];
      tile.v[r][1] = panel.start[1] + keys.start[j + r];
    }
    tile = multiplyTile(keys.rows + j * keys.stride, keys.stride, 1, panel.queries, keys.headDim,
                        tile);
    const uint32_t rows = whole ? kTileRows : std::min(kTileRows, keys.count - j);
    for (uint32_t r = 0; r < rows; ++r) {
      take<whole>(tile.v[r][0], panel.valid[0], map, bins + 2, sums, slots);
      take<whole>(tile.v[r][1], panel.valid[1], map, bins + 2, sums, slots);
    }
  }
  tally.lanes = sums;
  tally.flush();
}

}  // namespace

void Tally::clear(uint32_t bins) {
  std::fill_n(power, 4, 0.0);
  std::fill_n(slots.data(), 4 * (size_t{bins} + 3), 0u);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  lanes = {{}, splat(infinity), splat(-infinity)};
}

void Tally::flush() {
  for (int p = 0; p < 4; ++p) {
    for (int lane = 0; lane < 4; ++lane) power[p] += static_cast<double>(lanes.power[p][lane]);
    lanes.power[p] = splat(0.0f);
  }
}

void takePanel(const KeySpan& keys, const Panel& panel, const Map& map, uint32_t bins,
               Tally& tally) {
  const bool whole = panel.whole && keys.count % kTileRows == 0;
  (whole ? takeTiles<true> : takeTiles<false>)(keys, panel, map, bins, tally);
}

void takeScores(const float* g, uint32_t count, const Map& map, uint32_t bins, Tally& tally) {
  for (uint32_t p = 0; p < count; p += 4) {
    I32x4 valid{};
    for (uint32_t lane = 0; lane < 4; ++lane) valid[lane] = p + lane < count ? -1 : 0;
    take<false>(load(g + p), valid, map, bins + 2, tally.lanes, tally.slots.data());
    if (p % 1024 == 0) tally.flush();
  }
  tally.flush();
}

}  // namespace scaledot
