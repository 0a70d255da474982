// Every scoring function, compared with its definition in double, and gradients with finite differences of it.
#include "attention/scores.h"

#include <functional>
#include <string>
#include <tuple>

#include "attention/score_cost.h"
#include "tensors.h"

namespace scaledot {
namespace {

using testing::greatestSize;
using testing::Guard;
using testing::kUnset;
using testing::sameBits;
using testing::slope;
using testing::Tensor;
using testing::ulps;
using testing::Worst;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

constexpr ScoreKind kKinds[] = {ScoreKind::dot,     ScoreKind::scaledDot, ScoreKind::cosine,
                                ScoreKind::general, ScoreKind::additive,  ScoreKind::location,
                                ScoreKind::distance};
const char* nameOf(ScoreKind kind) {
  constexpr const char* names[] = {"dot",      "scaledDot", "cosine",  "general",
                                   "additive", "location",  "distance"};
  return names[static_cast<int>(kind)];
}
bool hasScale(ScoreKind kind) {
  return kind == ScoreKind::scaledDot || kind == ScoreKind::cosine || kind == ScoreKind::distance;
}

// A problem with all the tensors of its kind, and with gradients of the scores.
struct Case {
  ScoreProblem problem;
  Tensor query, key, weight, queryWeight, keyWeight, vector, gradient;

  Case(ScoreKind kind, uint32_t batch, uint32_t queries, uint32_t keys, uint32_t dim,
       uint32_t keyDim, uint32_t hidden, Guard guard = Guard::after)
      : problem{kind, batch, queries, keys, dim, hasKeyDim(kind) ? keyDim : dim, hidden},
        query(normals(batch * queries * dim, 1, guard)),
        key(normals(batch * keys * problem.keyDim, 2, guard)),
        weight(normals(dim * weightColumns(), 3, guard)),
        queryWeight(projection(dim, 4, guard)),
        keyWeight(projection(keyDim, 5, guard)),
        vector(normals(kind == ScoreKind::additive ? hidden : 0, 6, guard)),
        gradient(normals(batch * queries * keys, 7, guard)) {
    problem.query = query.data();
    problem.key = key.data();
    problem.weight = weight.data();
    problem.queryWeight = queryWeight.data();
    problem.keyWeight = keyWeight.data();
    problem.vector = vector.data();
    problem.scale = hasScale(kind) ? -0.375f : kNaN;
  }

  static bool hasKeyDim(ScoreKind kind) {
    return kind == ScoreKind::general || kind == ScoreKind::additive || kind == ScoreKind::location;
  }
  size_t weightColumns() const {
    if (problem.kind == ScoreKind::general) return problem.keyDim;
    return problem.kind == ScoreKind::location ? problem.keys : 0;
  }
  // Draws a matrix, scaled so that its products with normals have sd 1.
  Tensor projection(uint32_t dim, uint64_t seed, Guard guard) const {
    return Tensor::normals(problem.kind == ScoreKind::additive ? dim * problem.hidden : 0, seed,
                           1 / std::sqrt(std::max(dim, 1u)), guard);
  }
  static Tensor normals(size_t count, uint64_t seed, Guard guard) {
    return Tensor::normals(count, seed, 1, guard);
  }

  Tensor scores(Guard guard = Guard::after) {
    Tensor to(gradient.size(), guard);
    EXPECT_TRUE(scaledot::scores(problem, to.data()));
    return to;
  }
};

// The definitions. Rounding errors of a score are relative to `size`, the sum of the absolute values of its terms.
struct Score {
  double value, size;
};
struct Reference {
  explicit Reference(Case& from)
      : p(from.problem),
        scale(hasScale(p.kind) ? static_cast<double>(p.scale) : 1),
        query(from.query.doubles()),
        key(from.key.doubles()),
        weight(from.weight.doubles()),
        queryWeight(from.queryWeight.doubles()),
        keyWeight(from.keyWeight.doubles()),
        vector(from.vector.doubles()),
        gradient(from.gradient.doubles()) {}
  ScoreProblem p;
  double scale;
  std::vector<double> query, key, weight, queryWeight, keyWeight, vector, gradient;

  Score at(size_t b, size_t i, size_t j) const {
    const double* q = query.data() + (b * p.queries + i) * p.queryDim;
    const double* k = key.data() + (b * p.keys + j) * p.keyDim;
    double value = 0, size = 0;
    const auto add = [&](double term) {
      value += term;
      size += std::fabs(term);
    };
    switch (p.kind) {
      case ScoreKind::dot:
      case ScoreKind::scaledDot:
        for (size_t c = 0; c < p.queryDim; ++c) add(scale * q[c] * k[c]);
        return {value, size};
      case ScoreKind::cosine: {
        double qq = 0, kk = 0;
        for (size_t c = 0; c < p.queryDim; ++c) {
          add(q[c] * k[c]);
          qq += q[c] * q[c];
          kk += k[c] * k[c];
        }
        if (qq == 0 || kk == 0) return {0, 0};
        return {scale * value / std::sqrt(qq * kk), std::fabs(scale) * size / std::sqrt(qq * kk)};
      }
      case ScoreKind::general:
        for (size_t c = 0; c < p.queryDim; ++c) {
          for (size_t d = 0; d < p.keyDim; ++d) add(q[c] * weight[c * p.keyDim + d] * k[d]);
        }
        return {value, size};
      case ScoreKind::additive:
        for (size_t h = 0; h < p.hidden; ++h) {
          double sum = 0, sizes = 0;
          for (size_t c = 0; c < p.queryDim; ++c) {
            sum += q[c] * queryWeight[c * p.hidden + h];
            sizes += std::fabs(q[c] * queryWeight[c * p.hidden + h]);
          }
          for (size_t c = 0; c < p.keyDim; ++c) {
            sum += k[c] * keyWeight[c * p.hidden + h];
            sizes += std::fabs(k[c] * keyWeight[c * p.hidden + h]);
          }
          const double tangent = std::tanh(sum), tangentSlope = 1 - tangent * tangent;
          value += vector[h] * tangent;
          size += std::fabs(vector[h]) * (std::fabs(tangent) + tangentSlope * sizes);
        }
        return {value, size};
      case ScoreKind::location:
        for (size_t c = 0; c < p.queryDim; ++c) add(q[c] * weight[c * p.keys + j]);
        return {value, size};
      case ScoreKind::distance:
        for (size_t c = 0; c < p.queryDim; ++c) add(-scale * (q[c] - k[c]) * (q[c] - k[c]));
        return {value, size};
    }
    return {};
  }

  double loss() const {
    double total = 0;
    for (size_t b = 0; b < p.batch; ++b) {
      for (size_t i = 0; i < p.queries; ++i) {
        for (size_t j = 0; j < p.keys; ++j) {
          total += gradient[(b * p.queries + i) * p.keys + j] * at(b, i, j).value;
        }
      }
    }
    return total;
  }
};

void compareScores(Case& example, Worst& worst) {
  const Reference reference(example);
  Tensor to = example.scores();
  const ScoreProblem& p = example.problem;
  for (size_t b = 0, at = 0; b < p.batch; ++b) {
    for (size_t i = 0; i < p.queries; ++i) {
      for (size_t j = 0; j < p.keys; ++j, ++at) {
        const Score exact = reference.at(b, i, j);
        const double error = std::fabs(static_cast<double>(to[at]) - exact.value);
        worst.note(error == 0 ? 0 : error / (exact.size * 0x1p-24), exact.value);
      }
    }
  }
}

class Scores : public ::testing::TestWithParam<ScoreKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Scores, ::testing::ValuesIn(kKinds),
                         [](const auto& kind) { return nameOf(kind.param); });

TEST_P(Scores, AreThoseOfTheDefinitionForAllSmallSizes) {
  const std::string name = std::string(nameOf(GetParam())) + ", 2^-24 of the terms' sizes";
  Worst worst(name.c_str());
  for (uint32_t queries : {1, 2, 3, 4, 5, 7, 8, 9, 15}) {
    for (uint32_t keys = 1; keys <= 17; ++keys) {
      for (uint32_t dim : {1, 2, 3, 4, 5, 8, 15}) {
        Case example(GetParam(), 1 + keys % 2, queries, keys, dim, 1 + (dim + keys) % 6,
                     1 + (keys + queries) % 9, keys % 3 == 0 ? Guard::before : Guard::after);
        compareScores(example, worst);
      }
    }
  }
  EXPECT_LE(worst.error(), 5.0);
}

TEST_P(Scores, StayAccurateInLongSums) {
  const std::string name = std::string(nameOf(GetParam())) + ", long, 2^-24 of the terms' sizes";
  Worst worst(name.c_str());
  Case example(GetParam(), 1, 5, 9, 1500, 300, 1200);
  compareScores(example, worst);
  EXPECT_LE(worst.error(), 4.0);
}

// All outputs of scoresGradient().
struct Gradients {
  explicit Gradients(Case& of)
      : query(of.query.size()),
        key(of.key.size()),
        weight(of.weight.size()),
        queryWeight(of.queryWeight.size()),
        keyWeight(of.keyWeight.size()),
        vector(of.vector.size()) {
    all.query = query.data();
    all.key = key.data();
    all.weight = weight.data();
    all.queryWeight = queryWeight.data();
    all.keyWeight = keyWeight.data();
    all.vector = vector.data();
    all.scale = kNaN;
    EXPECT_TRUE(scoresGradient(of.problem, of.gradient.data(), all));
  }
  Tensor query, key, weight, queryWeight, keyWeight, vector;
  ScoreGradients all;
};

// Compares at most `points` entries of each tensor.
void compareGradients(Case& example, size_t points, Worst& worst) {
  Reference reference(example);
  Gradients gradients(example);
  const auto compare = [&](Tensor& to, std::vector<double>& x) {
    const size_t step = std::max<size_t>(1, x.size() / points);
    const double unit = 0x1p-24 * std::max(greatestSize(to.doubles()), 1.0);  // terms are about 1
    for (size_t i = 0; i < x.size(); i += step) {
      const double exact = slope(x, i, [&] { return reference.loss(); });
      const double error = std::fabs(static_cast<double>(to[i]) - exact);
      worst.note(error <= 1e-9 ? 0 : error / unit, exact);
    }
  };
  compare(gradients.query, reference.query);
  compare(gradients.key, reference.key);
  compare(gradients.weight, reference.weight);
  compare(gradients.queryWeight, reference.queryWeight);
  compare(gradients.keyWeight, reference.keyWeight);
  compare(gradients.vector, reference.vector);
  if (!hasScale(example.problem.kind)) {
    EXPECT_EQ(gradients.all.scale, 0);
    return;
  }
  double size = 0;
  const ScoreProblem& p = example.problem;
  for (size_t at = 0; at < p.batch * p.queries * p.keys; ++at) {
    const size_t row = at / p.keys;
    size += std::fabs(reference.gradient[at]) *
            reference.at(row / p.queries, row % p.queries, at % p.keys).size;
  }
  std::vector<double> scale{reference.scale};
  const double exact = slope(scale, 0, [&] {
    reference.scale = scale[0];
    return reference.loss();
  });
  worst.note(std::fabs(gradients.all.scale - exact) / (size * 0x1p-24 / 0.375 + 1e-9), exact);
}

TEST_P(Scores, GradientsAreTheSlopesForAllSmallSizes) {
  const std::string name = std::string(nameOf(GetParam())) + " gradient, 2^-24 of the greatest";
  Worst worst(name.c_str());
  for (uint32_t queries : {1, 2, 4, 5, 9}) {
    for (uint32_t keys : {1, 2, 3, 4, 7, 8, 9, 15}) {
      for (uint32_t dim : {1, 2, 3, 4, 5, 8, 9}) {
        Case example(GetParam(), 1 + keys % 2, queries, keys, dim, 1 + (dim + keys) % 6,
                     1 + (keys + queries) % 9, keys % 3 == 0 ? Guard::before : Guard::after);
        compareGradients(example, 7, worst);
      }
    }
  }
  EXPECT_LE(worst.error(), 30.0);  // where two of three stages cancel
}

TEST_P(Scores, GradientsAreTheSlopesAcrossBlocksOfQueriesAndKeys) {
  const std::string name =
      std::string(nameOf(GetParam())) + " gradient, long, 2^-24 of the greatest";
  Worst worst(name.c_str());
  Case example(GetParam(), 2, 131, 135, 6, 5, 7);
  compareGradients(example, 5, worst);
  EXPECT_LE(worst.error(), 15.0);
}

TEST_P(Scores, GradientsDoNotDependOnWhichAreRequested) {
  Case example(GetParam(), 2, 5, 7, 6, 5, 9);
  Gradients gradients(example);
  using Member = float* ScoreGradients::*;
  const std::pair<Member, Tensor*> members[] = {
      {&ScoreGradients::query, &gradients.query},
      {&ScoreGradients::key, &gradients.key},
      {&ScoreGradients::weight, &gradients.weight},
      {&ScoreGradients::queryWeight, &gradients.queryWeight},
      {&ScoreGradients::keyWeight, &gradients.keyWeight},
      {&ScoreGradients::vector, &gradients.vector}};
  for (const auto& [member, expected] : members) {
    Tensor to(expected->size());
    ScoreGradients one;
    one.*member = to.data();
    ASSERT_TRUE(scoresGradient(example.problem, example.gradient.data(), one));
    for (size_t i = 0; i < to.size(); ++i) EXPECT_TRUE(sameBits(to[i], (*expected)[i]));
    EXPECT_EQ(one.scale, gradients.all.scale);
  }
}

TEST_P(Scores, OfEmptyTensorsAreEmpty) {
  for (int empty = 0; empty < 5; ++empty) {
    const auto size = [=](int what) { return what == empty ? 0u : 3u; };
    Case example(GetParam(), size(0) == 0 ? 0 : 2, size(1), size(2), size(3), size(3), size(4));
    Tensor to = example.scores();
    for (size_t i = 0; i < to.size(); ++i) {
      EXPECT_FALSE(std::isnan(to[i]));
      if (empty != 3) continue;
      EXPECT_EQ(to[i], 0.0f);
    }
    Gradients gradients(example);
    for (Tensor* tensor : {&gradients.query, &gradients.key, &gradients.weight,
                           &gradients.queryWeight, &gradients.keyWeight, &gradients.vector}) {
      for (size_t i = 0; i < tensor->size(); ++i) {
        EXPECT_NE((*tensor)[i], kUnset);
        if (empty >= 3) continue;
        EXPECT_EQ((*tensor)[i], 0.0f);
      }
    }
  }
}

TEST_P(Scores, OfMoreRowsThanCanBeCountedAreRefused) {
  for (const bool ofKeys : {false, true}) {
    ScoreProblem problem;
    problem.kind = GetParam();
    problem.batch = 65536;
    (ofKeys ? problem.keys : problem.queries) = 65537;
    problem.hidden = 4;
    ScoreGradients gradients;
    EXPECT_FALSE(scores(problem, nullptr));
    EXPECT_FALSE(scoresGradient(problem, nullptr, gradients));
  }
}

TEST_P(Scores, NaNAndInfinityStayInTheirRowsAndColumns) {
  for (const float nonFinite : {kNaN, kInfinity, -kInfinity}) {
    for (const bool inQuery : {true, false}) {
      Case example(GetParam(), 1, 6, 11, 5, 5, 5);
      if (!inQuery && GetParam() == ScoreKind::location) continue;
      Tensor healthy = example.scores();
      (inQuery ? example.query : example.key)[2 * 5 + 1] = nonFinite;
      Tensor to = example.scores();
      for (size_t i = 0; i < 6; ++i) {
        for (size_t j = 0; j < 11; ++j) {
          if ((inQuery ? i : j) == 2) {
            const bool bounded = GetParam() == ScoreKind::additive && !std::isnan(nonFinite);
            EXPECT_EQ(std::isfinite(to[11 * i + j]), bounded);
          } else {
            EXPECT_TRUE(sameBits(to[11 * i + j], healthy[11 * i + j]));
          }
        }
      }
    }
  }
}

TEST_P(Scores, OfOneMemberOfABatchDoNotDependOnTheOthers) {
  Case both(GetParam(), 2, 5, 9, 6, 5, 7);
  Tensor whole = both.scores();
  both.problem.batch = 1;
  both.problem.query += 5 * 6;
  both.problem.key += 9 * both.problem.keyDim;
  Tensor second(5 * 9);
  ASSERT_TRUE(scores(both.problem, second.data()));
  for (size_t i = 0; i < second.size(); ++i) EXPECT_TRUE(sameBits(second[i], whole[5 * 9 + i]));
}

TEST(CosineScores, OfAZeroVectorAreZeroWithZeroGradient) {
  Case example(ScoreKind::cosine, 1, 5, 9, 6, 6, 0);
  std::fill_n(&example.query[2 * 6], 6, 0.0f);
  std::fill_n(&example.key[7 * 6], 6, 0.0f);
  Tensor to = example.scores();
  Gradients gradients(example);
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 9; ++j) EXPECT_EQ(to[9 * i + j] == 0, i == 2 || j == 7);
    for (size_t c = 0; c < 6; ++c) EXPECT_EQ(gradients.query[6 * i + c] == 0, i == 2);
  }
  for (size_t j = 0; j < 9; ++j) {
    for (size_t c = 0; c < 6; ++c) EXPECT_EQ(gradients.key[6 * j + c] == 0, j == 7);
  }
}

TEST(CosineScores, DoNotDependOnLengths) {
  Worst worst("cosine, of 2^-24, whatever the lengths");
  for (const float length : {0x1p-120f, 1e-30f, 1e-4f, 1e4f, 1e30f, 0x1p+124f}) {
    Case example(ScoreKind::cosine, 1, 5, 9, 6, 6, 0);
    Reference reference(example);
    for (size_t i = 0; i < example.query.size(); ++i) example.query[i] *= length;
    for (size_t i = 0; i < example.key.size(); ++i) example.key[i] *= length;
    Tensor to = example.scores();
    for (size_t at = 0; at < to.size(); ++at) {
      const Score exact = reference.at(0, at / 9, at % 9);
      worst.note(std::fabs(static_cast<double>(to[at]) - exact.value) / 0x1p-24, length);
    }
  }
  EXPECT_LE(worst.error(), 5.0);
}

TEST(CosineScores, OfDenormalVectorsAreFinite) {
  Case example(ScoreKind::cosine, 1, 1, 1, 2, 2, 0);
  example.problem.scale = 1;
  example.query[0] = example.query[1] = example.key[0] = 0x1p-149f;
  example.key[1] = 0;
  EXPECT_LE(ulps(example.scores()[0], std::sqrt(0.5)), 2.0);
}

// Vectors that are shorter than epsilon are divided by it, and so is their gradient.
TEST(CosineScores, CountLengthsBelowEpsilonAsEpsilon) {
  const double epsilon = 1.5;
  Case example(ScoreKind::cosine, 2, 5, 9, 6, 6, 0);
  for (size_t c = 0; c < 6; ++c) example.query[2 * 6 + c] *= 0.01f;
  std::fill_n(&example.key[7 * 6], 6, 0.0f);
  example.problem.epsilon = epsilon;
  const auto divisor = [&](const std::vector<double>& x) {
    double squares = 0;
    for (const double each : x) squares += each * each;
    return std::max(std::sqrt(squares), epsilon);
  };
  const auto row = [](Tensor& tensor, size_t i) {
    return std::vector<double>(tensor.data() + 6 * i, tensor.data() + 6 * i + 6);
  };
  const auto score = [&](const std::vector<double>& q, const std::vector<double>& k) {
    double sum = 0;
    for (size_t c = 0; c < 6; ++c) sum += q[c] * k[c];
    return -0.375 * sum / (divisor(q) * divisor(k));
  };
  Tensor to = example.scores();
  Gradients gradients(example);
  for (size_t b = 0; b < 2; ++b) {
    for (size_t i = 5 * b; i < 5 * b + 5; ++i) {
      std::vector<double> q = row(example.query, i);
      const auto loss = [&] {
        double sum = 0;
        for (size_t j = 0; j < 9; ++j)
          sum += static_cast<double>(example.gradient[9 * i + j]) *
                 score(q, row(example.key, 9 * b + j));
        return sum;
      };
      for (size_t j = 0; j < 9; ++j)
        EXPECT_NEAR(to[9 * i + j], score(q, row(example.key, 9 * b + j)), 1e-6);
      for (size_t c = 0; c < 6; ++c)
        EXPECT_NEAR(gradients.query[6 * i + c], slope(q, c, loss), 1e-5) << i;
    }
    for (size_t j = 9 * b; j < 9 * b + 9; ++j) {
      std::vector<double> k = row(example.key, j);
      const auto loss = [&] {
        double sum = 0;
        for (size_t i = 5 * b; i < 5 * b + 5; ++i)
          sum += static_cast<double>(example.gradient[9 * i + j - 9 * b]) *
                 score(row(example.query, i), k);
        return sum;
      };
      for (size_t c = 0; c < 6; ++c)
        EXPECT_NEAR(gradients.key[6 * j + c], slope(k, c, loss), 1e-5) << j;
    }
  }
}

TEST(DistanceScores, OfCloseVectorsFarFromTheOriginAreAccurate) {
  Worst worst("distance of close vectors, ulp");
  Case example(ScoreKind::distance, 1, 7, 9, 13, 13, 0);
  example.problem.scale = 1;
  for (size_t i = 0; i < example.query.size(); ++i)
    example.query[i] = 300 + 0.1f * example.query[i];
  for (size_t j = 0; j < example.key.size(); ++j) example.key[j] = 300 + 0.1f * example.key[j];
  const Reference reference(example);
  Tensor to = example.scores();
  for (size_t at = 0; at < to.size(); ++at) {
    const double exact = reference.at(0, at / 9, at % 9).value;
    worst.note(ulps(to[at], exact), exact);
  }
  EXPECT_LE(worst.error(), 4.0);
  Worst gradient("distance gradient of close vectors, 2^-24 of the greatest");
  compareGradients(example, 100, gradient);
  EXPECT_LE(gradient.error(), 15.0);
}

TEST(DistanceScores, OfEqualVectorsAreZeroAndNotMinusZero) {
  Case example(ScoreKind::distance, 1, 2, 2, 5, 5, 0);
  std::copy_n(example.query.data(), 10, example.key.data());
  example.problem.scale = 2;
  Tensor to = example.scores();
  EXPECT_TRUE(sameBits(to[0], 0.0f));
  EXPECT_TRUE(sameBits(to[3], 0.0f));
  EXPECT_LT(to[1], 0);
}

TEST(AdditiveScores, HaveAccurateGradientsWhereTanhIsOne) {
  Case example(ScoreKind::additive, 1, 1, 1, 1, 1, 1);
  example.query[0] = example.key[0] = example.queryWeight[0] = example.vector[0] = 1;
  example.keyWeight[0] = 11;
  example.gradient[0] = 1;
  Gradients gradients(example);
  const double slopeOfTanh = 1 / (std::cosh(12.0) * std::cosh(12.0));
  EXPECT_LE(ulps(gradients.query[0], slopeOfTanh), 5.0);
  EXPECT_LE(ulps(gradients.key[0], 11 * slopeOfTanh), 6.0);
  EXPECT_EQ(gradients.vector[0], 1.0f);
}

TEST(ScaledDotScores, ScaleTheFinishedSum) {
  Case example(ScoreKind::scaledDot, 1, 4, 9, 13, 13, 0);
  Tensor scaled = example.scores();
  example.problem.kind = ScoreKind::dot;
  Tensor plain = example.scores();
  for (size_t i = 0; i < plain.size(); ++i) EXPECT_TRUE(sameBits(scaled[i], plain[i] * -0.375f));
}

TEST(ScaledDotScores, KeepProductsBeyondFloat32ThatTheScaleBringsBack) {
  Case example(ScoreKind::scaledDot, 2, 3, 2, 5, 5, 0);
  example.problem.scale = 1e-40f;
  for (size_t i = 0; i < example.query.size(); ++i) example.query[i] *= 1e20f;
  for (size_t i = 0; i < example.key.size(); ++i) example.key[i] *= 1e20f;
  example.query[0] = kInfinity;
  Tensor scores = example.scores();
  for (size_t n = 0; n < scores.size(); ++n) {
    const size_t row = n / 2, key = row / 3 * 2 + n % 2;
    double product = 0;
    for (size_t d = 0; d < 5; ++d) {
      product += static_cast<double>(example.query[5 * row + d]) *
                 static_cast<double>(example.key[5 * key + d]);
    }
    if (row == 0) {
      EXPECT_FALSE(std::isfinite(scores[n]));
    } else {
      EXPECT_EQ(scores[n], static_cast<float>(static_cast<double>(1e-40f) * product));
    }
  }
}

// Closed forms in the plane: one query, one key, a gradient of 1.
struct Closed {
  double score;
  double query[2], key[2];
};
void expectClosed(Case& example, const Closed& exact, double within) {
  example.gradient[0] = 1;
  Tensor score = example.scores();
  Gradients gradients(example);
  const auto expectNear = [&](double value, double expected) {
    EXPECT_NEAR(value, expected, within * (1 + std::fabs(expected)))
        << nameOf(example.problem.kind);
  };
  expectNear(static_cast<double>(score[0]), exact.score);
  for (size_t c = 0; c < 2; ++c) {
    expectNear(static_cast<double>(gradients.query[c]), exact.query[c]);
    expectNear(static_cast<double>(gradients.key[c]), exact.key[c]);
  }
}
void setPair(Case& example, double q, double angleOfQ, double k, double angleOfK) {
  example.query[0] = static_cast<float>(q * std::cos(angleOfQ));
  example.query[1] = static_cast<float>(q * std::sin(angleOfQ));
  example.key[0] = static_cast<float>(k * std::cos(angleOfK));
  example.key[1] = static_cast<float>(k * std::sin(angleOfK));
}

TEST(ScoresInThePlane, HaveTheirClosedForms) {
  const double scale = -0.375;
  for (const double q : {0.25, 1.0, 3.0}) {
    for (const double k : {0.5, 2.0, 10.0}) {
      for (int step = 0; step < 12; ++step) {
        const double a = 0.3, b = a + step * std::acos(-1.0) / 6, turn = b - a;
        const double qx = q * std::cos(a), qy = q * std::sin(a), kx = k * std::cos(b),
                     ky = k * std::sin(b);
        const auto take = [&](ScoreKind kind, const Closed& exact, double within = 4e-6) {
          Case example(kind, 1, 1, 1, 2, 2, 1);
          setPair(example, q, a, k, b);
          if (example.weight.size() == 4) {  // of `general`: a rotation by 90 degrees
            example.weight[0] = example.weight[3] = 0;
            example.weight[1] = 1;
            example.weight[2] = -1;
          }
          if (example.weight.size() == 2) {
            example.weight[0] = 0.5f;
            example.weight[1] = -2;
          }
          if (kind == ScoreKind::additive) {
            example.queryWeight[0] = example.queryWeight[1] = 0.25f;
            example.keyWeight[0] = 0.125f;
            example.keyWeight[1] = 0;
            example.vector[0] = 2;
          }
          expectClosed(example, exact, within);
        };
        const double dot = q * k * std::cos(turn);
        take(ScoreKind::dot, {dot, {kx, ky}, {qx, qy}});
        take(ScoreKind::scaledDot,
             {scale * dot, {scale * kx, scale * ky}, {scale * qx, scale * qy}});
        // The gradient of the cosine is orthogonal to the vector; its length is the sine over |vector|.
        const double forQ = scale * std::sin(turn) / q, forK = -scale * std::sin(turn) / k;
        take(ScoreKind::cosine, {scale * std::cos(turn),
                                 {-forQ * std::sin(a), forQ * std::cos(a)},
                                 {-forK * std::sin(b), forK * std::cos(b)}});
        take(ScoreKind::general, {q * k * std::sin(turn), {ky, -kx}, {-qy, qx}});
        const double square = q * q + k * k - 2 * dot, twice = -2 * scale;
        take(ScoreKind::distance, {-scale * square,
                                   {twice * (qx - kx), twice * (qy - ky)},
                                   {-twice * (qx - kx), -twice * (qy - ky)}});
        take(ScoreKind::location, {0.5 * qx - 2 * qy, {0.5, -2}, {0, 0}});
        const double inside = 0.25 * (qx + qy) + 0.125 * kx,
                     slope = 2 / (std::cosh(inside) * std::cosh(inside));
        take(ScoreKind::additive,
             {2 * std::tanh(inside), {0.25 * slope, 0.25 * slope}, {0.125 * slope, 0}}, 3e-5);
      }
    }
  }
}

TEST_P(Scores, OfZeroEqualAndHugeVectorsAreFinite) {
  for (const float size : {0.0f, 0x1p-149f, 1e-30f, 1.0f, 1e9f, 1e15f}) {
    Case example(GetParam(), 1, 3, 4, 5, 5, 3);
    for (size_t i = 0; i < example.query.size(); ++i) example.query[i] = size;
    for (size_t i = 0; i < example.key.size(); ++i) example.key[i] = i < 10 ? size : -size;
    Tensor to = example.scores();
    for (size_t i = 0; i < to.size(); ++i) EXPECT_TRUE(std::isfinite(to[i])) << size;
    Gradients gradients(example);
    for (Tensor* tensor : {&gradients.query, &gradients.key}) {
      for (size_t i = 0; i < tensor->size(); ++i) EXPECT_FALSE(std::isnan((*tensor)[i])) << size;
    }
  }
}

TEST(ScoreCosts, CountTheOperationsOfTheDefinitions) {
  const auto cost = [](ScoreKind kind) {
    ScoreProblem p;
    p.kind = kind;
    p.batch = 2;
    p.queries = 3;
    p.keys = 5;
    p.queryDim = p.keyDim = 7;
    p.hidden = 4;
    return scoreCost(p);
  };
  // 2 x 3 x 5 = 30 pairs of 6 queries and 10 keys.
  const std::tuple<ScoreKind, double, double, double> expected[] = {
      {ScoreKind::dot, 0, 30 * 7, 0},
      {ScoreKind::scaledDot, 0, 30 * 7 + 30, 0},
      {ScoreKind::cosine, 0, 30 * 7 + 30 + 16 * (7 + 7), 0},
      {ScoreKind::general, 49, 6 * 49 + 30 * 7, 0},
      {ScoreKind::additive, 2 * 28 + 4, 16 * 28 + 30 * 4, 30 * 4},
      {ScoreKind::location, 7 * 5, 30 * 7, 0},
      {ScoreKind::distance, 0, 30 * 7 + 30, 0}};
  for (const auto& [kind, parameters, multiplications, tangents] : expected) {
    const ScoreCost own = cost(kind);
    EXPECT_EQ(own.parameters, parameters) << nameOf(kind);
    EXPECT_EQ(own.multiplications, multiplications) << nameOf(kind);
    EXPECT_EQ(own.tangents, tangents) << nameOf(kind);
  }
}

}  // namespace
}  // namespace scaledot
