#include "random/vector_draw.h"

#include "random/random.h"

namespace scaledot {

void drawQuery(const VectorDraws& draws, uint64_t draw, float* query) {
  fillRow(draws.seed, Stream::query, draw, draws.query, query, draws.headDim);
}

// fillRow() writes past the end of a row. The next row overwrites that.
void drawKeys(const VectorDraws& draws, uint64_t draw, float* key) {
  for (uint32_t j = 0; j < draws.keys; ++j, key += draws.headDim) {
    fillRow(draws.seed, Stream::key, draw << 24 | j, draws.key, key, draws.headDim);
  }
}

void drawWeightGradient(const VectorDraws& draws, uint64_t draw, float* gradient) {
  fillRow(draws.seed, Stream::draw, draw, Component{}, gradient, draws.keys);
}

}  // namespace scaledot
