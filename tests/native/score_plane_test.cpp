// The plane, compared with scores() and softmax() at every cell, and with naive loops in double.
#include "attention/score_plane.h"

#include <vector>

#include "attention/softmax.h"
#include "tensors.h"

namespace scaledot {
namespace {

using testing::sameBits;
using testing::Tensor;
using testing::Worst;

constexpr ScoreKind kKinds[] = {ScoreKind::dot,     ScoreKind::scaledDot, ScoreKind::cosine,
                                ScoreKind::general, ScoreKind::additive,  ScoreKind::location,
                                ScoreKind::distance};
constexpr uint32_t kHidden = 5;

// One problem of each kind, with the same keys.
struct Functions {
  explicit Functions(uint32_t keys)
      : key(Tensor::normals(2 * keys, 1)),
        weight(Tensor::normals(4, 2)),
        locations(Tensor::normals(2 * keys, 3)),
        queryWeight(Tensor::normals(2 * kHidden, 4)),
        keyWeight(Tensor::normals(2 * kHidden, 5)),
        vector(Tensor::normals(kHidden, 6)) {
    for (const ScoreKind kind : kKinds) {
      ScoreProblem p;
      p.kind = kind;
      p.keys = keys;
      p.key = key.data();
      p.scale = 0.75f;
      p.hidden = kHidden;
      p.weight = kind == ScoreKind::location ? locations.data() : weight.data();
      p.queryWeight = queryWeight.data();
      p.keyWeight = keyWeight.data();
      p.vector = vector.data();
      all.push_back(p);
    }
  }
  Tensor key, weight, locations, queryWeight, keyWeight, vector;
  std::vector<ScoreProblem> all;
};

float centre(double extent, uint32_t cell, uint32_t size) {
  return static_cast<float>(extent * ((2.0 * cell + 1) / size - 1));
}

TEST(ScorePlane, HasTheWeightsOfAQueryAtEveryCell) {
  for (const uint32_t size : {1u, 2u, 5u, 33u}) {  // 33 x 33 cells are more than one chunk
    for (const uint32_t keys : {1u, 3u, 4u, 9u}) {
      Functions functions(keys);
      const Plane plane{size, 2.5};
      const size_t cells = size_t{size} * size;
      Tensor weights(functions.all.size() * cells * keys);
      ASSERT_TRUE(scorePlane(plane, functions.all.data(), 7, weights.data()));
      for (size_t f = 0; f < functions.all.size(); ++f) {
        for (size_t cell = 0; cell < cells; cell += 1 + cells / 100) {
          const uint32_t row = static_cast<uint32_t>(cell) / size, column = cell % size;
          const float query[2] = {centre(2.5, column, size), -centre(2.5, row, size)};
          ScoreProblem one = functions.all[f];
          one.queries = 1;
          one.queryDim = one.keyDim = 2;
          one.query = query;
          Tensor score(keys), expected(keys);
          ASSERT_TRUE(scores(one, score.data()));
          softmax(score.data(), {1, keys, 1}, expected.data());
          for (size_t j = 0; j < keys; ++j) {
            EXPECT_TRUE(sameBits(weights[(f * cells + cell) * keys + j], expected[j]))
                << "function " << f << ", cell " << cell << " of " << size << ", key " << j;
          }
        }
      }
    }
  }
}

TEST(ScorePlane, HasItsTopRowAtTheTop) {
  Functions functions(2);
  const float keys[4] = {0, 1, 0, -1};  // up and down
  ScoreProblem dot = functions.all[0];
  dot.key = keys;
  Tensor weights(4 * 4 * 2);
  ASSERT_TRUE(scorePlane({4, 2}, &dot, 1, weights.data()));
  const double y[] = {1.5, 0.5, -0.5, -1.5};
  Worst worst("weight of the plane, 2^-24");
  for (size_t row = 0; row < 4; ++row) {
    for (size_t column = 0; column < 4; ++column) {
      const double up = 1 / (1 + std::exp(-2 * y[row]));
      worst.note(std::fabs(static_cast<double>(weights[(4 * row + column) * 2]) - up) / 0x1p-24,
                 up);
    }
  }
  EXPECT_LE(worst.error(), 3.0);
}

TEST(ScorePlane, IsFiniteForZeroEqualAndHugeKeys) {
  for (const float size : {0.0f, 1e-38f, 1.0f, 1e9f}) {
    Functions functions(4);
    for (size_t i = 0; i < 8; ++i) functions.key[i] = i < 4 ? size : -size;
    Tensor weights(7 * 9 * 4);
    ASSERT_TRUE(scorePlane({3, 1e9}, functions.all.data(), 7, weights.data()));
    for (size_t i = 0; i < weights.size(); i += 4) {
      double total = 0;
      for (size_t j = 0; j < 4; ++j) total += static_cast<double>(weights[i + j]);
      EXPECT_NEAR(total, 1, 1e-6);
    }
  }
}

TEST(ScorePlane, OfNoFunctionsIsNothing) { EXPECT_TRUE(scorePlane({}, nullptr, 0, nullptr)); }

}  // namespace
}  // namespace scaledot
