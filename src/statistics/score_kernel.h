// The inner loop of the score statistics. It multiplies queries by keys in register tiles, and adds each tile to power sums,
// extremes and a histogram.
//
// The statistics are of g, the score minus its theoretical mean, in a convenient unit (see score_statistics.cpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "lanes/simd.h"
#include "lanes/tile.h"

namespace scaledot {

// Maps g to z and to a slot of the histogram: slot 0 is below, 1 .. bins are the bins, bins + 1 is above.
struct Map {
  F32x4 scale, shift;                             // z = scale g + shift
  F32x4 slotScale, slotShift, lastSlot, rounder;  // slot = round(slotScale g + slotShift)
};

struct LaneSums {
  F32x4 power[4], least, greatest;
};

// The sums of a unit. There are four counters for each slot, one for each lane, so that equal neighbours do not stall.
struct Tally {
  double power[4] = {};
  LaneSums lanes;
  Buffer<uint32_t> slots;  // (bins + 3) x 4; the last is for lanes without a score

  void clear(uint32_t bins);
  void flush();
};

// 8 queries as columns. Unused lanes are zeros.
struct Panel {
  const float* queries;  // headDim x 8
  F32x4 start[2];        // wx sum X of each query
  I32x4 valid[2];
  bool whole;
};

struct KeySpan {
  const float* rows;
  const float* start;  // wy sum Y of each key
  size_t stride, headDim;
  uint32_t count;
};

// Counts the scores of every key with every query of the panel. The arrays of keys are padded to whole tiles; keys from
// `count` on are not counted.
void takePanel(const KeySpan& keys, const Panel& panel, const Map& map, uint32_t bins,
               Tally& tally);

// Counts g[0] .. g[count - 1]. The size of g is a multiple of 4.
void takeScores(const float* g, uint32_t count, const Map& map, uint32_t bins, Tally& tally);

}  // namespace scaledot
