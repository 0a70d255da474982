// Softmax and related functions, compared with the definitions in double; gradients also with finite differences.
#include "attention/softmax.h"

#include "tensors.h"

namespace scaledot {
namespace {

using testing::Guard;
using testing::sameBits;
using testing::slope;
using testing::Tensor;
using testing::ulps;
using testing::Worst;

using Numbers = std::vector<double>;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

size_t sizeOf(Axis axis) { return axis.outer * axis.count * axis.inner; }

// ------------------------------------------------------------------------------------- definitions

Numbers softmaxOf(const Numbers& x) {
  double most = -std::numeric_limits<double>::infinity(), sum = 0;
  for (const double value : x) most = std::max(most, value);
  Numbers weights;
  for (const double value : x) weights.push_back(std::isinf(most) ? 0 : std::exp(value - most));
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum == 0 ? 1 : sum;
  return weights;
}

Numbers logSoftmaxOf(const Numbers& x) {
  size_t greatest = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] > x[greatest]) greatest = i;
  }
  double rest = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (i != greatest) rest += std::exp(x[i] - x[greatest]);
  }
  Numbers logs;
  for (const double value : x) logs.push_back(value - x[greatest] - std::log1p(rest));
  return logs;
}

// Nothing cancels here: weight_i sum_j weight_j (g_i - g_j).
Numbers softmaxGradientOf(const Numbers& x, const Numbers& g) {
  const Numbers weights = softmaxOf(x);
  Numbers slopes;
  for (size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < x.size(); ++j) sum += weights[j] * (g[i] - g[j]);
    slopes.push_back(weights[i] * sum);
  }
  return slopes;
}

Numbers logSoftmaxGradientOf(const Numbers& x, const Numbers& g) {
  const Numbers weights = softmaxOf(x);
  double sum = 0;
  for (const double value : g) sum += value;
  Numbers slopes;
  for (size_t i = 0; i < x.size(); ++i) slopes.push_back(g[i] - weights[i] * sum);
  return slopes;
}

Numbers jacobianOf(const Numbers& x) {
  const Numbers weights = softmaxOf(x);
  Numbers jacobian;
  for (size_t i = 0; i < x.size(); ++i) {
    double others = 0;
    for (size_t j = 0; j < x.size(); ++j) others += j == i ? 0 : weights[j];
    for (size_t j = 0; j < x.size(); ++j) {
      jacobian.push_back(weights[i] * (j == i ? others : -weights[j]));
    }
  }
  return jacobian;
}

double entropyOf(const Numbers& weights) {
  double sum = 0;
  for (const double weight : weights) sum -= weight == 0 ? 0 : weight * std::log(weight);
  return sum;
}

double dot(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// ------------------------------------------------------------------------------------- iteration

Numbers rowOf(Tensor& x, Axis axis, size_t outer, size_t inner) {
  Numbers row;
  for (size_t i = 0; i < axis.count; ++i) {
    row.push_back(static_cast<double>(x[(outer * axis.count + i) * axis.inner + inner]));
  }
  return row;
}

// Calls check(outer, inner, index) for each row; index(i) is the index in the tensor of entry i of the row.
template <typename Check>
void forRows(Axis axis, Check check) {
  for (size_t o = 0; o < axis.outer; ++o) {
    for (size_t c = 0; c < axis.inner; ++c) {
      check(o, c, [=](size_t i) { return (o * axis.count + i) * axis.inner + c; });
    }
  }
}

// Calls check for lengths from 1 to a little more than three vectors, and longer ones; for axes with every remainder of
// adjacent rows.
template <typename Check>
void forAxes(Check check) {
  uint64_t seed = 1;
  for (const size_t count : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 33, 257}) {
    for (const size_t inner : {1, 2, 3, 4, 5, 7, 8, 9}) {
      const Axis axis{1 + (count + inner) % 3, count, inner};
      check(axis, seed++, inner % 3 == 0 ? Guard::before : Guard::after);
    }
  }
}
constexpr double kSpreads[] = {0.01, 1, 10, 40};

// ------------------------------------------------------------------------------------- forward

using Function = void (*)(const float*, Axis, float*);
Tensor apply(Function function, Tensor& x, Axis axis, Guard guard = Guard::after) {
  Tensor to(x.size(), guard);
  function(x.data(), axis, to.data());
  return to;
}
std::vector<float> rowBy(Function function, const std::vector<float>& row) {
  Tensor x = Tensor::of(row);
  return apply(function, x, {1, row.size(), 1}).floats();
}

double worstForward(Function function, Numbers (*definition)(const Numbers&), const char* name) {
  Worst worst(name);
  for (const double spread : kSpreads) {
    forAxes([&](Axis axis, uint64_t seed, Guard guard) {
      Tensor x = Tensor::normals(sizeOf(axis), seed, spread, guard);
      Tensor to = apply(function, x, axis, guard);
      forRows(axis, [&](size_t o, size_t c, auto index) {
        const Numbers exact = definition(rowOf(x, axis, o, c));
        for (size_t i = 0; i < axis.count; ++i) worst.note(ulps(to[index(i)], exact[i]), exact[i]);
      });
    });
  }
  return worst.error();
}

TEST(Softmax, IsWithin3UlpForAllSmallSizes) {
  EXPECT_LE(worstForward(softmax, softmaxOf, "softmax, ulp"), 3.0);
}

TEST(LogSoftmax, IsWithin2UlpForAllSmallSizes) {
  EXPECT_LE(worstForward(logSoftmax, logSoftmaxOf, "log softmax, ulp"), 2.0);
}

TEST(Softmax, RowsAddUpTo1WithinAMillionth) {
  Worst worst("sum of weights - 1");
  for (const size_t count : {1, 10, 100, 1000, 10000, 100000}) {
    for (const double spread : kSpreads) {
      Tensor x = Tensor::normals(count, count, spread);
      double sum = 0;
      for (const double weight : apply(softmax, x, {1, count, 1}).doubles()) sum += weight;
      worst.note(std::fabs(sum - 1), static_cast<double>(count));
    }
  }
  EXPECT_LE(worst.error(), 1e-6);
}

TEST(Softmax, BitsOfARowDoNotDependOnItsPosition) {
  for (const Function function : {softmax, logSoftmax}) {
    forAxes([&](Axis axis, uint64_t seed, Guard guard) {
      Tensor x = Tensor::normals(sizeOf(axis), seed, 3, guard);
      Tensor to = apply(function, x, axis);
      forRows(axis, [&](size_t, size_t, auto index) {
        std::vector<float> row(axis.count);
        for (size_t i = 0; i < axis.count; ++i) row[i] = x[index(i)];
        const std::vector<float> alone = rowBy(function, row);
        for (size_t i = 0; i < axis.count; ++i) EXPECT_TRUE(sameBits(alone[i], to[index(i)]));
      });
    });
  }
}

TEST(Softmax, DoesNotChangeWhenEverythingIsShifted) {
  for (const float shift : {-4096.0f, 1.0f, 1e4f, 65536.0f}) {
    Tensor x = Tensor::normals(100, 3, 4);
    // Multiples of a power of 2, so that the sums are exact.
    for (size_t i = 0; i < 100; ++i) x[i] = std::round(x[i] * 64) / 64;
    const std::vector<float> weights = rowBy(softmax, x.floats());
    const std::vector<float> logs = rowBy(logSoftmax, x.floats());
    for (size_t i = 0; i < 100; ++i) x[i] += shift;
    EXPECT_EQ(rowBy(softmax, x.floats()), weights);
    EXPECT_EQ(rowBy(logSoftmax, x.floats()), logs);
  }
}

TEST(Softmax, OfExtremeEntriesIsExact) {
  const std::vector<float> firstOnly = {1, 0, 0, 0, 0};
  EXPECT_EQ(rowBy(softmax, {1e4f, -1e4f, 0, 9000, -kInfinity}), firstOnly);
  EXPECT_EQ(rowBy(softmax, {1e30f, -1e30f, 0, 9e29f, -kInfinity}), firstOnly);
  EXPECT_EQ(rowBy(softmax, {3e38f, -3e38f, 0, -kInfinity, 1}), firstOnly);
  EXPECT_EQ(rowBy(softmax, {-1e30f, -1.1e30f, -3e38f, -kInfinity, -2e30f}), firstOnly);
  EXPECT_EQ(rowBy(softmax, {1e-45f, -1e-40f, 0, 1e-38f}), std::vector<float>(4, 0.25f));
  EXPECT_EQ(rowBy(softmax, {0.0f, -0.0f}), std::vector<float>(2, 0.5f));
  EXPECT_EQ(rowBy(softmax, {7}), std::vector<float>{1});
  const std::vector<float> logs = {0, -2e4f, -1e4f, -1000, -kInfinity};
  EXPECT_EQ(rowBy(logSoftmax, {1e4f, -1e4f, 0, 9000, -kInfinity}), logs);
  EXPECT_EQ(rowBy(logSoftmax, {3e38f, -3e38f}), (std::vector<float>{0, -kInfinity}));
  EXPECT_EQ(rowBy(logSoftmax, {7}), std::vector<float>{0});
}

TEST(Softmax, OfAConstantRowIsUniform) {
  for (size_t count = 1; count <= 100; ++count) {
    for (const float value : {0.0f, -3.5f, 1e4f, -1e30f, 1e-45f}) {
      const float share = 1 / static_cast<float>(count);
      EXPECT_EQ(rowBy(softmax, std::vector<float>(count, value)), std::vector<float>(count, share));
      for (const float log : rowBy(logSoftmax, std::vector<float>(count, value))) {
        EXPECT_LE(ulps(log, -std::log(static_cast<double>(count))), 0.51);
      }
    }
  }
}

// Calls check for rows of every length, at the end of a row and in adjacent rows.
template <typename Check>
void forNonFiniteRows(float nonFinite, float others, Check check) {
  for (const Function function : {softmax, logSoftmax}) {
    for (size_t count = 1; count <= 15; ++count) {
      for (const size_t inner : {1, 6}) {
        Tensor x = Tensor::normals(count * inner, count);
        for (size_t i = 0; i < count; ++i) {
          if (others == others) x[i * inner] = others;
        }
        x[(count - 1) * inner] = nonFinite;
        check(function, x, Axis{1, count, inner});
      }
    }
  }
}

TEST(Softmax, NaNAndInfinityMakeTheirRowNaNAndNoOther) {
  for (const float nonFinite : {kNaN, kInfinity}) {
    for (const float others : {kNaN, 1.0f, -kInfinity}) {  // NaN: normals
      forNonFiniteRows(nonFinite, others, [](Function function, Tensor& x, Axis axis) {
        Tensor to = apply(function, x, axis);
        for (size_t i = 0; i < to.size(); ++i) EXPECT_EQ(std::isnan(to[i]), i % axis.inner == 0);
      });
    }
  }
}

TEST(Softmax, OfMinusInfinityAloneIsZero) {
  forNonFiniteRows(-kInfinity, -kInfinity, [](Function function, Tensor& x, Axis axis) {
    Tensor to = apply(function, x, axis);
    const float expected = function == softmax ? 0 : -kInfinity;
    for (size_t i = 0; i < axis.count; ++i) EXPECT_TRUE(sameBits(to[i * axis.inner], expected));
    for (size_t i = 0; i < to.size(); ++i) {
      EXPECT_EQ(std::isfinite(to[i]), function == softmax || i % axis.inner != 0);
    }
  });
}

TEST(Softmax, LeavesMinusInfinityOut) {
  forNonFiniteRows(-kInfinity, kNaN, [](Function function, Tensor& x, Axis axis) {
    Tensor to = apply(function, x, axis);
    const size_t last = axis.count - 1;
    EXPECT_EQ(to[last * axis.inner], function == softmax ? 0 : -kInfinity);
    if (last == 0) return;
    std::vector<float> others;
    for (size_t i = 0; i < last; ++i) others.push_back(x[i * axis.inner]);
    const std::vector<float> alone = rowBy(function, others);
    for (size_t i = 0; i < last; ++i) EXPECT_EQ(to[i * axis.inner], alone[i]);
  });
}

TEST(Softmax, OfAnEmptyTensorIsEmpty) {
  for (const Axis axis : {Axis{0, 3, 2}, Axis{2, 0, 3}, Axis{2, 0, 1}, Axis{2, 3, 0}}) {
    Tensor nothing(0), to(0);
    softmax(nothing.data(), axis, to.data());
    logSoftmax(nothing.data(), axis, to.data());
    softmaxGradient(nothing.data(), nothing.data(), axis, to.data());
    logSoftmaxGradient(nothing.data(), nothing.data(), axis, to.data());
    Tensor sums(axis.outer * axis.inner);
    entropy(nothing.data(), axis, sums.data());
    for (size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], 0.0f);
  }
  Tensor nothing(0);
  softmaxJacobian(nothing.data(), 3, 0, nothing.data());
  softmaxJacobian(nothing.data(), 0, 3, nothing.data());
  EXPECT_TRUE(softmaxJacobianGradient(nothing.data(), nothing.data(), 3, 0, nothing.data()));
  EXPECT_TRUE(softmaxJacobianGradient(nothing.data(), nothing.data(), 0, 3, nothing.data()));
}

// ------------------------------------------------------------------------------------- gradients

using Backward = void (*)(const float*, const float*, Axis, float*);
struct Direction {
  Function forward;
  Backward backward;
  Numbers (*definition)(const Numbers&);
  Numbers (*slopes)(const Numbers&, const Numbers&);
};
constexpr Direction kSoftmax{softmax, softmaxGradient, softmaxOf, softmaxGradientOf};
constexpr Direction kLogSoftmax{logSoftmax, logSoftmaxGradient, logSoftmaxOf, logSoftmaxGradientOf};

TEST(SoftmaxGradient, DefinitionsAreTheSlopes) {
  for (const Direction& direction : {kSoftmax, kLogSoftmax}) {
    for (size_t count = 1; count <= 7; ++count) {
      Numbers x = Tensor::normals(count, 1).doubles();
      const Numbers g = Tensor::normals(count, 2).doubles(), slopes = direction.slopes(x, g);
      for (size_t i = 0; i < count; ++i) {
        const double exact = slope(x, i, [&] { return dot(g, direction.definition(x)); });
        EXPECT_NEAR(slopes[i], exact, 1e-10);
      }
    }
  }
}

// unit(weight, |g|, sum of |g|): the unit of errors.
template <typename Unit>
double worstGradient(const Direction& direction, const char* name, Unit unit) {
  Worst worst(name);
  for (const double spread : kSpreads) {
    forAxes([&](Axis axis, uint64_t seed, Guard guard) {
      Tensor x = Tensor::normals(sizeOf(axis), seed, spread, guard);
      Tensor g = Tensor::normals(sizeOf(axis), seed + 1000, 1, guard);
      Tensor y = apply(direction.forward, x, axis, guard);
      Tensor to(x.size(), guard);
      direction.backward(y.data(), g.data(), axis, to.data());
      forRows(axis, [&](size_t o, size_t c, auto index) {
        const Numbers row = rowOf(x, axis, o, c), slopes = rowOf(g, axis, o, c);
        const Numbers exact = direction.slopes(row, slopes), weights = softmaxOf(row);
        double sizes = 0;
        for (const double value : slopes) sizes += std::fabs(value);
        for (size_t i = 0; i < axis.count; ++i) {
          const double error = std::fabs(static_cast<double>(to[index(i)]) - exact[i]);
          worst.note(error / unit(weights[i], std::fabs(slopes[i]), sizes), exact[i]);
        }
      });
    });
  }
  return worst.error();
}

TEST(SoftmaxGradient, IsThatOfTheDefinition) {
  const auto unit = [](double weight, double, double sizes) {
    return 0x1p-24 * weight * sizes + 0x1p-148 * (1 + sizes);
  };
  EXPECT_LE(worstGradient(kSoftmax, "softmax gradient, 2^-24 of weight sum |g|", unit), 8.0);
}

TEST(LogSoftmaxGradient, IsThatOfTheDefinition) {
  const auto unit = [](double weight, double g, double sizes) {
    return 0x1p-24 * (g + weight * sizes) + 0x1p-148;
  };
  EXPECT_LE(worstGradient(kLogSoftmax, "log softmax gradient, 2^-24 of its terms", unit), 6.0);
}

TEST(SoftmaxGradient, IsAccurateIfOneWeightIsAlmost1) {
  Worst worst("softmax gradient of saturated rows, ulp");
  for (const float most : {5.0f, 10.0f, 20.0f, 40.0f, 80.0f}) {
    for (const size_t inner : {1, 3}) {
      const Axis axis{1, 9, inner};
      Tensor x = Tensor::normals(9 * inner, 5), g = Tensor::normals(9 * inner, 6), to(9 * inner);
      for (size_t c = 0; c < inner; ++c) x[3 * inner + c] = most;
      for (size_t i = 0; i < g.size(); ++i) g[i] = std::fabs(g[i]);
      for (size_t c = 0; c < inner; ++c) g[3 * inner + c] = -1;
      Tensor weights = apply(softmax, x, axis);
      softmaxGradient(weights.data(), g.data(), axis, to.data());
      forRows(axis, [&](size_t o, size_t c, auto index) {
        const Numbers exact = softmaxGradientOf(rowOf(x, axis, o, c), rowOf(g, axis, o, c));
        for (size_t i = 0; i < 9; ++i) worst.note(ulps(to[index(i)], exact[i]), exact[i]);
      });
    }
  }
  EXPECT_LE(worst.error(), 6.0);
}

TEST(SoftmaxGradient, OfAFullyMaskedRowIsZero) {
  const std::vector<float> weights(6, 0.0f), g = {1, -2, 3, 4, 5, 6};
  std::vector<float> to(6, kNaN);
  softmaxGradient(weights.data(), g.data(), {1, 6, 1}, to.data());
  EXPECT_EQ(to, weights);
}

// Nothing cancels here: sum_j weight_j (t_i - t_j).
TEST(LogSoftmaxJvp, IsThatOfTheDefinition) {
  Worst worst("log softmax along a tangent, 2^-24 of its terms");
  for (const double spread : kSpreads) {
    forAxes([&](Axis axis, uint64_t seed, Guard guard) {
      Tensor x = Tensor::normals(sizeOf(axis), seed, spread, guard);
      Tensor tangent = Tensor::normals(sizeOf(axis), seed + 1000, 1, guard), to(x.size(), guard);
      Tensor softWeights = apply(softmax, x, axis, guard);
      logSoftmaxJvp(softWeights.data(), tangent.data(), axis, to.data());
      forRows(axis, [&](size_t o, size_t c, auto index) {
        const Numbers weights = softmaxOf(rowOf(x, axis, o, c)), t = rowOf(tangent, axis, o, c);
        for (size_t i = 0; i < axis.count; ++i) {
          double exact = 0, sizes = 0;
          for (size_t j = 0; j < axis.count; ++j) {
            exact += weights[j] * (t[i] - t[j]);
            sizes += weights[j] * std::fabs(t[i] - t[j]);
          }
          const double error = std::fabs(static_cast<double>(to[index(i)]) - exact);
          worst.note(error / (0x1p-24 * sizes + 0x1p-148), exact);
        }
      });
    });
  }
  EXPECT_LE(worst.error(), 8.0);
}

TEST(LogSoftmaxJvp, OfAFullyMaskedRowIsTheTangent) {
  const std::vector<float> none(6, 0.0f), tangent = {1, -2, 3, 4, 5, 6};
  std::vector<float> to(6, kNaN);
  logSoftmaxJvp(none.data(), tangent.data(), {1, 6, 1}, to.data());
  EXPECT_EQ(to, tangent);
}

// ------------------------------------------------------------------------------------- Jacobian

TEST(SoftmaxJacobian, IsWithin8UlpAlsoIfOneWeightIsAlmost1) {
  Worst worst("Jacobian, ulp"), sums("sums of the Jacobian's rows");
  for (const double spread : kSpreads) {
    for (size_t count = 1; count <= 17; ++count) {
      Tensor x = Tensor::normals(3 * count, count, spread), to(3 * count * count);
      softmaxJacobian(x.data(), 3, count, to.data());
      for (size_t r = 0; r < 3; ++r) {
        const Numbers exact = jacobianOf(rowOf(x, {3, count, 1}, r, 0));
        for (size_t i = 0; i < count; ++i) {
          double sum = 0;
          for (size_t j = 0; j < count; ++j) {
            const float entry = to[(r * count + i) * count + j];
            worst.note(ulps(entry, exact[i * count + j]), exact[i * count + j]);
            EXPECT_TRUE(sameBits(entry, to[(r * count + j) * count + i]));
            sum += static_cast<double>(entry);
          }
          sums.note(std::fabs(sum), spread);
        }
      }
    }
  }
  EXPECT_LE(worst.error(), 8.0);
  EXPECT_LE(sums.error(), 1e-7);
}

TEST(SoftmaxJacobian, HasNoMinusZeros) {
  const std::vector<float> x = {0, -kInfinity, 1};
  std::vector<float> to(9, kNaN);
  softmaxJacobian(x.data(), 1, 3, to.data());
  for (const size_t zero : {1, 3, 4, 5, 7}) EXPECT_TRUE(sameBits(to[zero], 0.0f));
}

TEST(SoftmaxJacobian, GradientIsTheSlope) {
  Worst worst("Jacobian gradient, 2^-24 of the sum of its gradient's sizes");
  for (size_t count = 1; count <= 15; ++count) {
    Tensor x = Tensor::normals(2 * count, count),
           g = Tensor::normals(2 * count * count, count + 99);
    Tensor to(2 * count);
    ASSERT_TRUE(softmaxJacobianGradient(x.data(), g.data(), 2, count, to.data()));
    for (size_t r = 0; r < 2; ++r) {
      Numbers row = rowOf(x, {2, count, 1}, r, 0);
      const Numbers slopes = rowOf(g, {2, count * count, 1}, r, 0);
      double sizes = 0;
      for (const double value : slopes) sizes += std::fabs(value);
      for (size_t i = 0; i < count; ++i) {
        const double exact = slope(row, i, [&] { return dot(slopes, jacobianOf(row)); });
        const double error = std::fabs(static_cast<double>(to[r * count + i]) - exact);
        worst.note(error / (0x1p-24 * sizes), exact);
      }
    }
  }
  EXPECT_LE(worst.error(), 2.0);
}

// ------------------------------------------------------------------------------------- entropy

TEST(Entropy, IsWithin2UlpForAllSmallSizes) {
  Worst worst("entropy, ulp");
  for (const double spread : kSpreads) {
    forAxes([&](Axis axis, uint64_t seed, Guard guard) {
      Tensor x = Tensor::normals(sizeOf(axis), seed, spread, guard);
      Tensor weights = apply(softmax, x, axis, guard), to(axis.outer * axis.inner, guard);
      entropy(weights.data(), axis, to.data());
      forRows(axis, [&](size_t o, size_t c, auto) {
        const double exact = entropyOf(rowOf(weights, axis, o, c));
        const float value = to[o * axis.inner + c];
        if (exact > 1e-30) worst.note(ulps(value, exact), exact);
        EXPECT_NEAR(static_cast<double>(value), exact, 1e-6 * exact + 1e-35);
      });
    });
  }
  EXPECT_LE(worst.error(), 2.0);
}

TEST(Entropy, GoesFromZeroToTheLogarithmOfTheCount) {
  const auto of = [](const std::vector<float>& row) {
    float to = kNaN;
    entropy(row.data(), {1, row.size(), 1}, &to);
    return to;
  };
  EXPECT_TRUE(sameBits(of({0, 1, 0, 0, 0}), 0.0f));
  EXPECT_TRUE(sameBits(of({0, 0, 0}), 0.0f));
  EXPECT_LE(ulps(of(std::vector<float>(8, 0.125f)), std::log(8.0)), 1.0);
  EXPECT_LE(ulps(of({0.5f, 0.5f, 0, 1e-45f}), std::log(2.0)), 1.0);
  EXPECT_TRUE(std::isnan(of({0.5f, kNaN, 0.5f})));
}

}  // namespace
}  // namespace scaledot
