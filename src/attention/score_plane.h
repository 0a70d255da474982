// What several scoring functions make of keys in the plane, for a query at every cell of a square: painted by the Scoring
// lab while a visitor drags a key, so it takes a fraction of a frame.
//
// The square is [-extent, extent]^2 in size x size cells; row 0 is the top, because y points up. weights: [functions, size,
// size, keys], to the bit those of softmax() of scores() of a query at the cell's centre, which is in float32
//
//   x = extent ((2 column + 1) / size - 1)      y = extent (1 - (2 row + 1) / size)
//
// Scores that are finite give weights that are; softmax.h says what becomes of the others.
#pragma once
#include <cstdint>

#include "attention/scores.h"

namespace scaledot {

struct Plane {
  uint32_t size = 64;
  double extent = 3;
};

// functions: `count` problems with kind, keys, key, scale and parameters, all of the same keys; keyDim is 2. Batch and
// queries are set here. False: the memory could not be had.
[[nodiscard]] bool scorePlane(const Plane& plane, const ScoreProblem* functions, uint32_t count,
                              float* weights);

}  // namespace scaledot
