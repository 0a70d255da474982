// The random vectors of a draw: one query, its keys, and a gradient of the weights. Every row comes from fillRow()
// (random.h), so each draw can be computed on its own, and in another language:
//
//   query                row r of Stream::query          key j    row 2^24 r + j of Stream::key
//   weight gradient      row r of Stream::draw, standard normals
//
// More keys leave the first keys unchanged, and a larger headDim leaves the first components unchanged.
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/component.h"

namespace scaledot {

struct VectorDraws {
  uint32_t headDim = 64;
  uint32_t keys = 64;
  uint64_t seed = 0;
  Component query, key;
};

// Sizes of the buffers for results. fillRow() writes whole groups of 16.
inline size_t rowSize(size_t count) { return (count + 15) / 16 * 16; }
inline size_t keysSize(const VectorDraws& draws) { return size_t{draws.keys} * draws.headDim + 15; }

void drawQuery(const VectorDraws& draws, uint64_t draw, float* query);  // [headDim]
void drawKeys(const VectorDraws& draws, uint64_t draw, float* key);     // [keys, headDim]
void drawWeightGradient(const VectorDraws& draws, uint64_t draw, float* gradient);  // [keys]

}  // namespace scaledot
