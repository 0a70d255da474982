// Random parameters from the counter-based generator, so that other languages can generate them too. Entry (i, j) of a
// parameter is component j of row 2^32 parameter + i of Stream::draw (random.h), a standard normal times sd. Draws of
// vectors (vector_draw.h) use rows below 2^32. More rows or columns leave the first ones unchanged, except for sd.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/scores.h"

namespace scaledot {

enum class Parameter : uint32_t {
  weight = 1,  // of `general`
  queryWeight,
  keyWeight,
  vector,
  location,  // the weight of `location`
  lengths,   // from here on for norm_stages.h
  gain,
  bias,
  queryProjection,
  keyProjection,
  tensor = 1 << 16  // from here on general tensors, of streams 0, 1, ...
};
inline Parameter tensorOfStream(uint32_t stream) {
  return static_cast<Parameter>(static_cast<uint32_t>(Parameter::tensor) + stream);
}

// Returns the size of a buffer for a parameter. fillRow() writes whole groups of 16.
inline size_t parameterSize(size_t rows, size_t columns) { return rows * columns + 15; }

// Writes a parameter [rows, columns] to `to`, a buffer of parameterSize().
void drawParameter(uint64_t seed, Parameter parameter, uint32_t rows, uint32_t columns, double sd,
                   float* to);

// The parameters of a kind of scores, with queries and keys of the same dimension. W and the projections have variance 1 /
// dim, and the vector of `additive` 1 / hidden, so that the scores of standard normals do not grow with the dimension.
// Parameters that the kind does not have are not written. Each buffer needs parameterSize().
struct ScoreParameters {
  float *weight = nullptr, *queryWeight = nullptr, *keyWeight = nullptr, *vector = nullptr;
};
void drawScoreParameters(uint64_t seed, ScoreKind kind, uint32_t dim, uint32_t keys,
                         uint32_t hidden, const ScoreParameters& to);

}  // namespace scaledot
