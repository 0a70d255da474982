// Measures of a row, compared with their definitions in double, with the whole Jacobian, and with closed forms.
#include "statistics/softmax_measures.h"

#include <algorithm>
#include <numeric>

#include "attention/attention.h"
#include "tensors.h"

namespace scaledot {
namespace {

using testing::Guard;
using testing::relativeError;
using testing::sameBits;
using testing::Tensor;
using testing::Worst;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Exact {
  double top = 0, entropy = 0, jacobian = 0, variance = 0, gradient = 0;
  std::vector<double> weights;
};

// 1 - w_i is the sum of the other weights, because in double it would be 0 for w_i = 1 - 1e-20.
Exact exactly(const std::vector<double>& logits, const std::vector<double>& u) {
  const size_t n = logits.size();
  const double most = *std::max_element(logits.begin(), logits.end());
  Exact e;
  double total = 0;
  for (const double z : logits) {
    e.weights.push_back(std::exp(z - most));
    total += e.weights.back();
  }
  for (double& w : e.weights) w /= total;
  double jacobian = 0, gradient = 0;
  for (size_t i = 0; i < n; ++i) {
    const double w = e.weights[i];
    double others = 0, pulled = 0;
    for (size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      others += e.weights[j];
      jacobian += w * w * e.weights[j] * e.weights[j];
      pulled += e.weights[j] * (u[i] - u[j]);
    }
    jacobian += w * w * others * others;
    gradient += w * w * pulled * pulled;
    e.top = std::max(e.top, w);
    if (w > 0) e.entropy -= w > 0.5 ? w * std::log1p(-others) : w * std::log(w);
    e.variance += w * w;
  }
  e.jacobian = std::sqrt(jacobian);
  e.gradient = std::sqrt(gradient);
  return e;
}

struct Row {
  Tensor logits, weightGradient, weights, logitGradient;
  SoftmaxMeasures measures{};

  explicit Row(const std::vector<float>& z, Guard guard = Guard::after)
      : logits(Tensor::of(z, guard)),
        weightGradient(Tensor::normals(z.size(), 99, 1, guard)),
        weights(z.size(), guard),
        logitGradient(z.size(), guard) {
    measures = softmaxMeasures(logits.data(), weightGradient.data(), z.size(), weights.data(),
                               logitGradient.data());
  }
  Exact exact() { return exactly(logits.doubles(), weightGradient.doubles()); }
};

std::vector<float> normals(size_t count, double sd) {
  return Tensor::normals(count, 7 * count + static_cast<uint64_t>(sd), sd).floats();
}

// Weights have errors of 3 ulp, so sums of products of them have a few more.
TEST(SoftmaxMeasures, AreThoseOfTheDefinitions) {
  Worst top("topWeight"), entropy("entropy"), jacobian("jacobianNorm"), variance("outputVariance"),
      gradient("logitGradientNorm"), effective("effectiveKeys");
  for (const Guard guard : {Guard::after, Guard::before}) {
    for (const size_t n : {1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 17, 64, 257, 1000}) {
      for (const double sd : {0.0, 0.01, 1.0, 8.0, 30.0}) {
        Row row(normals(n, sd), guard);
        const Exact exact = row.exact();
        const SoftmaxMeasures& m = row.measures;
        top.note(relativeError(m.topWeight, exact.top), sd);
        // Near 0 the entropy has the error of 1 - (greatest weight).
        entropy.note(std::fabs(m.entropy - exact.entropy) / (exact.entropy + 0.01), sd);
        effective.note(relativeError(m.effectiveKeys, std::exp(exact.entropy)), sd);
        if (n > 1) jacobian.note(relativeError(m.jacobianNorm, exact.jacobian), sd);
        variance.note(relativeError(m.outputVariance, exact.variance), sd);
        if (n > 1) gradient.note(relativeError(m.logitGradientNorm, exact.gradient), sd);
      }
    }
  }
  EXPECT_LT(top.error(), 3e-7);
  EXPECT_LT(entropy.error(), 2e-5);
  EXPECT_LT(effective.error(), 3e-6);
  EXPECT_LT(jacobian.error(), 1e-6);
  EXPECT_LT(variance.error(), 6e-7);
  EXPECT_LT(gradient.error(), 2e-6);
}

TEST(SoftmaxMeasures, OfOneKeyHaveNoGradient) {
  const SoftmaxMeasures m = Row({-3}).measures;
  EXPECT_EQ(m.topWeight, 1);
  EXPECT_EQ(m.entropy, 0);
  EXPECT_EQ(m.effectiveKeys, 1);
  EXPECT_EQ(m.jacobianNorm, 0);
  EXPECT_EQ(m.outputVariance, 1);
  EXPECT_EQ(m.logitGradientNorm, 0);
}

// a = 1 / (1 + e^-x) and 1 - a: the Jacobian is a (1 - a) [[1, -1], [-1, 1]].
TEST(SoftmaxMeasures, OfTwoKeysFollowTheLogisticFunction) {
  for (const double x : {0.0, 0.5, 1.0, 4.0, 20.0, 80.0}) {
    Row row({static_cast<float>(x), 0});
    const double a = 1 / (1 + std::exp(-x)), b = std::exp(-x) / (1 + std::exp(-x));
    EXPECT_LT(relativeError(row.measures.topWeight, a), 2e-7);
    EXPECT_LT(relativeError(row.measures.jacobianNorm, 2 * a * b), 6e-7) << x;
    const double u = row.weightGradient[0], v = row.weightGradient[1];
    const double gradient = a * b * std::fabs(u - v) * std::sqrt(2);
    EXPECT_LT(relativeError(row.measures.logitGradientNorm, gradient), 1e-6) << x;
  }
}

TEST(SoftmaxMeasures, OfEqualLogitsAreThoseOfTheMean) {
  for (const size_t n : {2, 3, 8, 64, 1000}) {
    const double count = static_cast<double>(n);
    const SoftmaxMeasures m = Row(std::vector<float>(n, 17.5f)).measures;
    EXPECT_LT(relativeError(m.topWeight, 1 / count), 2e-7);
    EXPECT_LT(relativeError(m.entropy, std::log(count)), 3e-7);
    EXPECT_LT(relativeError(m.effectiveKeys, count), 3e-6);
    EXPECT_LT(relativeError(m.outputVariance, 1 / count), 5e-7);
    EXPECT_LT(relativeError(m.jacobianNorm, std::sqrt(count - 1) / count), 5e-7);
  }
}

// With one dominant key the measures depend only on the other weights, e^-x each.
TEST(SoftmaxMeasures, OfADominantKeyAreAccurate) {
  for (const double x : {20.0, 40.0, 80.0}) {
    std::vector<float> logits(9, 0.0f);
    logits[3] = static_cast<float>(x);
    const SoftmaxMeasures m = Row(logits).measures;
    const double e = std::exp(-x);
    EXPECT_EQ(m.topWeight, 1);
    EXPECT_LT(relativeError(m.jacobianNorm, e * std::sqrt(64.0 + 16 + 8)), 1e-6) << x;
    EXPECT_GT(m.entropy, 0) << x;
    EXPECT_GT(m.logitGradientNorm, 0) << x;
  }
}

TEST(SoftmaxMeasures, KeepTheirBitsIfAConstantIsAddedToTheLogits) {
  std::vector<float> logits = normals(16, 2);
  for (float& z : logits) z = std::round(z * 64) / 64;  // so that the sum is exact
  const SoftmaxMeasures here = Row(logits).measures;
  for (float& z : logits) z += 1000;
  const SoftmaxMeasures there = Row(logits).measures;
  EXPECT_TRUE(sameBits(here.entropy, there.entropy));
  EXPECT_TRUE(sameBits(here.jacobianNorm, there.jacobianNorm));
  EXPECT_TRUE(sameBits(here.logitGradientNorm, there.logitGradientNorm));
}

TEST(SoftmaxMeasures, GiveTheGradientOfTheLogits) {
  Row row(normals(11, 1));
  double norm = 0, total = 0;
  const std::vector<double> u = row.weightGradient.doubles();
  std::vector<double> z = row.logits.doubles();
  for (size_t i = 0; i < z.size(); ++i) {
    const auto loss = [&] {
      const Exact e = exactly(z, u);
      return std::inner_product(u.begin(), u.end(), e.weights.begin(), 0.0);
    };
    EXPECT_NEAR(static_cast<double>(row.logitGradient[i]), testing::slope(z, i, loss), 1e-6);
    norm += static_cast<double>(row.logitGradient[i]) * static_cast<double>(row.logitGradient[i]);
    total += static_cast<double>(row.logitGradient[i]);
  }
  EXPECT_NEAR(total, 0, 1e-6);
  EXPECT_LT(relativeError(row.measures.logitGradientNorm, std::sqrt(norm)), 1e-7);
}

TEST(SoftmaxMeasures, GiveTheMaskedNothing) {
  Row row({1, -kInfinity, 0.5f, -kInfinity}), without({1, 0.5f});
  EXPECT_EQ(row.weights[1], 0);
  EXPECT_EQ(row.logitGradient[3], 0);
  EXPECT_EQ(row.measures.jacobianNorm, without.measures.jacobianNorm);
  const SoftmaxMeasures none = Row({-kInfinity, -kInfinity}).measures;
  for (const float value : {none.topWeight, none.entropy, none.effectiveKeys, none.jacobianNorm,
                            none.outputVariance, none.logitGradientNorm}) {
    EXPECT_EQ(value, 0);
  }
}

TEST(SoftmaxMeasures, OfNaNAreNaN) {
  for (const float bad : {kNaN, kInfinity}) {
    const SoftmaxMeasures m = Row({1, bad, 2}).measures;
    for (const float value : {m.topWeight, m.entropy, m.effectiveKeys, m.jacobianNorm,
                              m.outputVariance, m.logitGradientNorm}) {
      EXPECT_TRUE(std::isnan(value));
    }
  }
}

// Returns the logSumExp of attention() for a query 0 with keys 0 and the logits as bias.
float logSumExpOfAttention(const std::vector<float>& logits) {
  const std::vector<float> query(1), zeros(logits.size());
  float logSum = kNaN;
  AttentionProblem problem;
  problem.queries = problem.headDim = 1;
  problem.keys = static_cast<uint32_t>(logits.size());
  problem.query = query.data();
  problem.key = problem.value = zeros.data();
  problem.bias.data = logits.data();
  problem.bias.strides[3] = 1;
  AttentionResults results;
  results.logSumExp = &logSum;
  EXPECT_TRUE(attention(problem, results));
  return logSum;
}

TEST(SoftmaxMeasures, HaveTheLogSumExpOfAttention) {
  const auto check = [](const std::vector<float>& logits) {
    Tensor row = Tensor::of(logits);
    const float here = logSumExp(row.data(), logits.size());
    const float there = logSumExpOfAttention(logits);
    EXPECT_TRUE(sameBits(here, there) || (here != here && there != there)) << logits.size();
  };
  for (const size_t count : {1, 2, 3, 4, 7, 8, 64, 127, 128, 129, 255, 256, 300, 1000}) {
    for (const double sd : {0.01, 1.0, 8.0, 1000.0}) check(normals(count, sd));
  }
  std::vector<float> rising(500);
  std::iota(rising.begin(), rising.end(), -250.0f);
  check(rising);
  check({0, -kInfinity, 3, -kInfinity});
  check({-kInfinity, -kInfinity});
  check(std::vector<float>(200, -kInfinity));
  check({1, kNaN, 2});
  check({1, kInfinity, 2});
  check({-0.0f});
}

TEST(SoftmaxMeasures, WithoutAWeightGradientHaveNoneOfTheLogits) {
  Row row(normals(5, 1));
  const SoftmaxMeasures m =
      softmaxMeasures(row.logits.data(), nullptr, 5, row.weights.data(), nullptr);
  EXPECT_TRUE(std::isnan(m.logitGradientNorm));
  EXPECT_TRUE(sameBits(m.jacobianNorm, row.measures.jacobianNorm));
}

}  // namespace
}  // namespace scaledot
