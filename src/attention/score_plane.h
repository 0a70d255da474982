// The weights of several scoring functions for keys in the plane, with a query at every cell of a square. The Scoring lab
// draws them while a visitor drags a key, so this must take a fraction of a frame.
//
// The square is [-extent, extent]^2 in size x size cells. Row 0 is the top, because y points up. weights [functions, size,
// size, keys] have the bits of softmax() of scores() for a query at the centre of the cell, which is in float32
//
//   x = extent ((2 column + 1) / size - 1)      y = extent (1 - (2 row + 1) / size)
//
// Finite scores give finite weights. For the others see softmax.h.
#pragma once
#include <cstdint>

#include "attention/scores.h"

namespace scaledot {

struct Plane {
  uint32_t size = 64;
  double extent = 3;
};

// functions: `count` problems with kind, keys, key, scale and parameters, all with the same keys, keyDim 2. Their batch and
// queries are ignored. Returns false if an allocation fails.
[[nodiscard]] bool scorePlane(const Plane& plane, const ScoreProblem* functions, uint32_t count,
                              float* weights);

}  // namespace scaledot
