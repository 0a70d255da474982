// Random parameters, each entry from a row of its own of the counter-based generator, so that other languages can make them
// too. Entry (i, j) of a parameter is component j of row 2^32 parameter + i of Stream::draw (random.h), a standard normal
// times sd; draws of vectors (vector_draw.h) use rows below 2^32. More rows or columns keep the first ones, but for sd.
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
  lengths,   // from here on those of norm_stages.h
  gain,
  bias,
  queryProjection,
  keyProjection,
  tensor = 1 << 16  // from here on tensors for any purpose, of streams 0, 1, ...
};
inline Parameter tensorOfStream(uint32_t stream) {
  return static_cast<Parameter>(static_cast<uint32_t>(Parameter::tensor) + stream);
}

// fillRow() writes whole groups of 16: results need room for this many numbers.
inline size_t parameterRoom(size_t rows, size_t columns) { return rows * columns + 15; }

// [rows, columns]
void drawParameter(uint64_t seed, Parameter parameter, uint32_t rows, uint32_t columns, double sd,
                   float* to);

// The parameters of a kind of scores of the same dimension of queries and keys, such that what they make of standard normals
// does not grow with the dimension: W and the projections have variance 1 / dim, the vector of `additive` 1 / hidden.
// Parameters that the kind does not have are not written; each needs parameterRoom().
struct ScoreParameters {
  float *weight = nullptr, *queryWeight = nullptr, *keyWeight = nullptr, *vector = nullptr;
};
void drawScoreParameters(uint64_t seed, ScoreKind kind, uint32_t dim, uint32_t keys,
                         uint32_t hidden, const ScoreParameters& to);

}  // namespace scaledot
