// The inner part of the score statistics: queries times keys in tiles that stay in registers, and what a
// tile leaves behind: power sums, extremes, a histogram.
//
// What is counted is g, a score less its theoretical mean in a convenient unit (see score_statistics.cpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "lanes/simd.h"
#include "lanes/tile.h"

namespace scaledot {

// From g to z and to the slot of the histogram: slot 0 is below, 1 .. bins, bins + 1 above.
struct Map {
  F32x4 scale, shift;                             // z = scale g + shift
  F32x4 slotScale, slotShift, lastSlot, rounder;  // slot = round(slotScale g + slotShift)
};

struct LaneSums {
  F32x4 power[4], least, greatest;
};

// What a unit adds up. slots: four of each, by lane, so that neighbours do not wait for each other.
struct Tally {
  double power[4] = {};
  LaneSums lanes;
  Buffer<uint32_t> slots;  // (bins + 3) x 4; the last takes what is no score

  void clear(uint32_t bins);
  void flush();
};

// 8 queries as columns; lanes that hold no query hold zeros.
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

// Counts the scores of every key with every query of the panel. Rows and starts of keys are there up to a
// whole tile; those past `count` are not counted.
void takePanel(const KeySpan& keys, const Panel& panel, const Map& map, uint32_t bins,
               Tally& tally);

// Counts g[0] .. g[count - 1]; g has room for a multiple of 4.
void takeScores(const float* g, uint32_t count, const Map& map, uint32_t bins, Tally& tally);

}  // namespace scaledot
