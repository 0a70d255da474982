// The random vectors of a draw: one query and its keys, and a gradient for what is made of them. Every row is one of
// fillRow() (random.h), so that any draw can be made on its own, and in another language:
//
//   query                row r of Stream::query          key j    row 2^24 r + j of Stream::key
//   weight gradient      row r of Stream::draw, standard normals
//
// More keys keep the first ones, and a larger headDim keeps the first components.
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/component.h"

namespace scaledot {

struct VectorDraws {
  uint32_t headDim = 64;
  uint32_t keys = 64;  // up to 2^24
  uint64_t seed = 0;
  Component query, key;
};

// fillRow() writes whole groups of 16: results need room for this many numbers.
inline size_t rowRoom(size_t count) { return (count + 15) / 16 * 16; }
inline size_t keyRoom(const VectorDraws& draws) { return size_t{draws.keys} * draws.headDim + 15; }

void drawQuery(const VectorDraws& draws, uint64_t draw, float* query);  // [headDim]
void drawKeys(const VectorDraws& draws, uint64_t draw, float* key);     // [keys, headDim]
void drawWeightGradient(const VectorDraws& draws, uint64_t draw, float* gradient);  // [keys]

}  // namespace scaledot
