// The stages of layer normalisation, compared with naive ones in double and with known results.
#include "statistics/norm_stages.h"

#include <vector>

#include "attention/parameter_draw.h"
#include "random/random.h"
#include "tensors.h"

namespace scaledot {
namespace {

using testing::Worst;

using Vectors = std::vector<std::vector<double>>;

std::vector<double> normals(uint64_t seed, Stream stream, uint64_t row, size_t count, double sd) {
  Component component;
  component.sd = sd;
  std::vector<float> x((count + 15) / 16 * 16);
  fillRow(seed, stream, row, component, x.data(), count);
  return {x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count)};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double total = 0;
  for (size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

std::vector<double> centred(std::vector<double> x) {
  double mean = 0;
  for (const double one : x) mean += one / static_cast<double>(x.size());
  for (double& one : x) one -= mean;
  return x;
}

struct Naive {
  explicit Naive(const NormOptions& o) {
    const size_t d = o.headDim;
    const auto parameter = [&](uint64_t name, size_t i, size_t count, double sd) {
      return normals(o.seed, Stream::draw, (name << 32) + i, count, sd);
    };
    const std::vector<double> t = parameter(6, 0, o.vectors, o.lengthSpread);
    const std::vector<double> gain = parameter(7, 0, d, o.gainSd),
                              bias = parameter(8, 0, d, o.biasSd);
    for (size_t r = 0; r < o.vectors; ++r) {
      std::vector<double> x = normals(o.seed, Stream::query, r, d, 1);
      for (double& one : x) one *= std::exp(t[r]);
      stages[0].push_back(x);
      x = centred(x);
      const double sd = std::sqrt(dot(x, x) / static_cast<double>(d));
      for (double& one : x) one = sd == 0 ? 0 : one / sd;
      stages[1].push_back(x);
      for (size_t c = 0; c < d; ++c) x[c] = x[c] * (1 + gain[c]) + bias[c];
      stages[2].push_back(x);
    }
    for (const uint64_t name : {9, 10}) {
      Vectors& to = name == 9 ? stages[3] : keys;
      to.assign(o.vectors, std::vector<double>(d));
      for (size_t i = 0; i < d; ++i) {
        const std::vector<double> w = parameter(name, i, d, 1 / std::sqrt(static_cast<double>(d)));
        for (size_t r = 0; r < o.vectors; ++r) {
          for (size_t c = 0; c < d; ++c) to[r][c] += stages[2][r][i] * w[c];
        }
      }
    }
  }

  double difference(size_t stage) const {
    double most = 0;
    for (size_t r = 0; r + 1 < stages[0].size(); ++r) {
      const std::vector<double> q = centred(stages[0][r]), k = centred(stages[0][r + 1]);
      const double lengths = std::sqrt(dot(q, q)) * std::sqrt(dot(k, k));
      const double cosine = lengths == 0 ? 0 : dot(q, k) / lengths;
      const Vectors& others = stage == 3 ? keys : stages[stage];
      const double share = dot(stages[stage][r], others[r + 1]) / static_cast<double>(q.size());
      most = std::max(most, std::fabs(share - cosine));
    }
    return most;
  }

  Vectors stages[4], keys;
};

TEST(NormStages, AreThoseOfTheDefinition) {
  Worst worst("length of a stage, relative, 2^-24");
  for (const uint32_t d : {1u, 2u, 5u, 16u, 33u}) {
    NormOptions o;
    o.headDim = d;
    o.vectors = 21;
    o.lengthSpread = 0.7;
    o.gainSd = 0.4;
    o.biasSd = 0.3;
    o.seed = 5;
    const Naive naive(o);
    std::vector<float> norms(4 * o.vectors);
    double differences[4];
    ASSERT_TRUE(normStages(o, 4, norms.data(), differences));
    for (size_t stage = 0; stage < 4; ++stage) {
      for (size_t r = 0; r < o.vectors; ++r) {
        const std::vector<double>& x = naive.stages[stage][r];
        const double exact = std::sqrt(dot(x, x)), norm = norms[stage * o.vectors + r];
        if (exact != norm) worst.note(std::fabs(norm - exact) / exact / 0x1p-24, exact);
      }
      EXPECT_NEAR(differences[stage], naive.difference(stage), 1e-5 * (1 + differences[stage]));
    }
  }
  EXPECT_LE(worst.error(), 20.0);
}

TEST(NormStages, PlainNormalisationMakesDotProductsCosines) {
  NormOptions o;
  o.lengthSpread = 2;
  std::vector<float> norms(4 * o.vectors);
  double differences[4];
  ASSERT_TRUE(normStages(o, 4, norms.data(), differences));
  for (size_t r = 0; r < o.vectors; ++r) EXPECT_NEAR(norms[o.vectors + r], 8, 1e-5);
  EXPECT_GT(differences[0], 1);
  EXPECT_LT(differences[1], 1e-6);
  EXPECT_EQ(differences[2], differences[1]);  // a gain of 1 and no bias
  EXPECT_GT(differences[3], 0.1);
}

TEST(NormStages, GainUndoesIt) {
  NormOptions o;
  o.gainSd = 0.5;
  std::vector<float> norms(3 * o.vectors);
  double differences[3];
  ASSERT_TRUE(normStages(o, 3, norms.data(), differences));
  EXPECT_GT(differences[2], 0.05);
}

TEST(NormStages, OfVectorsOfOneComponentAreZeros) {
  NormOptions o;
  o.headDim = 1;
  o.vectors = 3;
  std::vector<float> norms(12);
  double differences[4];
  ASSERT_TRUE(normStages(o, 4, norms.data(), differences));
  for (size_t i = 3; i < 12; ++i) EXPECT_EQ(norms[i], 0.0f);
  for (size_t stage = 1; stage < 4; ++stage) EXPECT_EQ(differences[stage], 0);
}

}  // namespace
}  // namespace scaledot
