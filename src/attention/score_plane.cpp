// Cells are processed in chunks, so that the scores are still in the cache for softmax. There are few keys, so softmax runs
// over transposed scores, four cells at a time, instead of each cell's row of keys.
#include "attention/score_plane.h"

#include <algorithm>

#include "attention/softmax.h"
#include "lanes/buffer.h"

namespace scaledot {
namespace {

constexpr uint32_t kChunk = 1024;  // cells

// Writes the centres of the cells [first, first + count), row by row.
void fillCentres(const Plane& plane, uint32_t first, uint32_t count, float* to) {
  const double size = plane.size;
  for (uint32_t i = 0; i < count; ++i, to += 2) {
    const uint32_t row = (first + i) / plane.size, column = (first + i) % plane.size;
    to[0] = static_cast<float>(plane.extent * ((2.0 * column + 1) / size - 1));
    to[1] = static_cast<float>(plane.extent * (1 - (2.0 * row + 1) / size));
  }
}

// to [columns, rows] = the transpose of from [rows, columns].
void transpose(const float* from, uint32_t rows, uint32_t columns, float* to) {
  for (uint32_t r = 0; r < rows; ++r) {
    for (uint32_t c = 0; c < columns; ++c) to[size_t{c} * rows + r] = from[size_t{r} * columns + c];
  }
}

// `to` is also the buffer of the scores.
bool chunkWeights(ScoreProblem function, const float* centres, uint32_t count, float* byKey,
                  float* weightsByKey, float* to) {
  const uint32_t keys = function.keys;
  function.batch = 1;
  function.queries = count;
  function.queryDim = function.keyDim = 2;
  function.query = centres;
  if (!scores(function, to)) return false;
  transpose(to, count, keys, byKey);
  softmax(byKey, {1, keys, count}, weightsByKey);
  transpose(weightsByKey, keys, count, to);
  return true;
}

}  // namespace

bool scorePlane(const Plane& plane, const ScoreProblem* functions, uint32_t count, float* weights) {
  if (count == 0) return true;
  const uint32_t cells = plane.size * plane.size, keys = functions[0].keys;
  const size_t most = size_t{kChunk} * keys;
  Buffer<float> centres, byKey, weightsByKey;
  if (!centres.reserve(2 * kChunk) || !byKey.reserve(most) || !weightsByKey.reserve(most))
    return false;
  for (uint32_t first = 0; first < cells; first += kChunk) {
    const uint32_t chunk = std::min(kChunk, cells - first);
    fillCentres(plane, first, chunk, centres.data());
    for (uint32_t f = 0; f < count; ++f) {
      float* const to = weights + (size_t{f} * cells + first) * keys;
      if (!chunkWeights(functions[f], centres.data(), chunk, byKey.data(), weightsByKey.data(), to))
        return false;
    }
  }
  return true;
}

}  // namespace scaledot
