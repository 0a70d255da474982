// Norms, compared with their definitions in a wider type; gradients also with finite differences.
#include "attention/normalization.h"

#include "tensors.h"

namespace scaledot {
namespace {

using testing::Guard;
using testing::kUnset;
using testing::sameBits;
using testing::slope;
using testing::Tensor;
using testing::ulps;
using testing::Worst;

using Numbers = std::vector<double>;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

enum class Norm { layer, rms };
constexpr Norm kNorms[] = {Norm::layer, Norm::rms};

// One row by the definition. Empty means null for weight and bias.
struct Row {
  Numbers y, normal;
  double mean, inverse;
};
Row rowOf(Norm norm, const Numbers& x, const Numbers& weight, const Numbers& bias, double epsilon) {
  const long double count = static_cast<long double>(x.size());
  long double total = 0, square = 0;
  for (const double value : x) total += value;
  const long double mean = norm == Norm::layer ? total / count : 0;
  for (const double value : x) square += (value - mean) * (value - mean);
  const long double inverse = 1 / std::sqrt(square / count + epsilon);
  Row row{{}, {}, static_cast<double>(mean), static_cast<double>(inverse)};
  for (size_t i = 0; i < x.size(); ++i) {
    const long double normal = (x[i] - mean) * inverse;
    row.normal.push_back(static_cast<double>(normal));
    row.y.push_back(static_cast<double>(normal * (weight.empty() ? 1 : weight[i]) +
                                        (bias.empty() ? 0 : bias[i])));
  }
  return row;
}

// x [rows, count] with its optional parameters.
struct Case {
  Norm norm;
  size_t rows, count;
  double epsilon;
  Tensor x, weight, bias, gradient;

  Case(Norm kind, size_t rowCount, size_t columns, bool weighted, double offset = 0,
       double eps = 1e-5, Guard guard = Guard::after)
      : norm(kind),
        rows(rowCount),
        count(columns),
        epsilon(eps),
        x(Tensor::normals(rows * count, 1 + count, 1, guard)),
        weight(Tensor::normals(weighted ? count : 0, 2, 1, guard)),
        bias(Tensor::normals(weighted && kind == Norm::layer ? count : 0, 3, 1, guard)),
        gradient(Tensor::normals(rows * count, 4, 1, guard)) {
    for (size_t i = 0; i < x.size(); ++i) x[i] += static_cast<float>(offset);
  }

  NormRows rowsOf() {
    return {x.data(), rows, count, weight.size() == 0 ? nullptr : weight.data(), epsilon};
  }
  const float* biasData() { return bias.size() == 0 ? nullptr : bias.data(); }
  Numbers row(Tensor& of, size_t r) const {
    const float* start = of.data() + r * count;
    return {start, start + count};
  }
  Row definition(size_t r) {
    return rowOf(norm, row(x, r), weight.doubles(), bias.doubles(), epsilon);
  }
};

struct Result {
  Tensor y, mean, inverse;
};
Result forward(Case& of, Guard guard = Guard::after) {
  Result to{Tensor(of.x.size(), guard), Tensor(of.rows, guard), Tensor(of.rows, guard)};
  if (of.norm == Norm::layer) {
    layerNorm(of.rowsOf(), of.biasData(), to.y.data(), to.mean.data(), to.inverse.data());
  } else {
    rmsNorm(of.rowsOf(), to.y.data(), to.inverse.data());
  }
  return to;
}

struct Slopes {
  Tensor x, weight, bias;
};
bool backward(Case& of, float* x, float* weight, float* bias) {
  if (of.norm == Norm::layer) {
    return layerNormGradient(of.rowsOf(), of.gradient.data(), x, weight, bias);
  }
  return rmsNormGradient(of.rowsOf(), of.gradient.data(), x, weight);
}
Slopes backward(Case& of, Guard guard = Guard::after) {
  Slopes to{Tensor(of.x.size(), guard), Tensor(of.count, guard), Tensor(of.count, guard)};
  EXPECT_TRUE(backward(of, to.x.data(), to.weight.data(), to.bias.data()));
  return to;
}

// Calls check for lengths from 1 to a little more than three vectors, and longer ones.
template <typename Check>
void forCases(Norm norm, double offset, Check check) {
  for (const size_t count : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 64, 771}) {
    for (const bool weighted : {false, true}) {
      const Guard guard = count % 3 == 0 ? Guard::before : Guard::after;
      Case example(norm, 1 + count % 4, count, weighted, offset, 1e-5, guard);
      check(example, guard);
    }
  }
}

double worstForward(Norm norm, double offset, const char* name) {
  Worst worst(name);
  forCases(norm, offset, [&](Case& example, Guard guard) {
    Result to = forward(example, guard);
    for (size_t r = 0; r < example.rows; ++r) {
      const Row exact = example.definition(r);
      for (size_t i = 0; i < example.count; ++i) {
        worst.note(ulps(to.y[r * example.count + i], exact.y[i]), exact.y[i]);
      }
      worst.note(ulps(to.inverse[r], exact.inverse), exact.inverse);
      if (norm == Norm::layer) worst.note(ulps(to.mean[r], exact.mean), exact.mean);
    }
  });
  return worst.error();
}

TEST(LayerNorm, IsRoundedOnceForAllSmallSizes) {
  EXPECT_LE(worstForward(Norm::layer, 0, "layer norm, ulp"), 0.51);
}

TEST(LayerNorm, IsRoundedOnceFarFromTheOriginToo) {
  EXPECT_LE(worstForward(Norm::layer, 1e4, "layer norm with a mean of 10000 sd, ulp"), 0.51);
}

TEST(RmsNorm, IsRoundedOnceForAllSmallSizes) {
  EXPECT_LE(worstForward(Norm::rms, 0, "RMS norm, ulp"), 0.51);
}

TEST(LayerNorm, OfAConstantRowIsTheBias) {
  for (const float value : {0.0f, -3.3f, 1e30f, -3e38f, 1e-45f}) {
    for (size_t count = 1; count <= 30; ++count) {
      Case example(Norm::layer, 1, count, true);
      std::fill_n(example.x.data(), count, value);
      Result to = forward(example);
      for (size_t i = 0; i < count; ++i) EXPECT_EQ(to.y[i], example.bias[i]);
      EXPECT_EQ(to.mean[0], value);
      EXPECT_LE(ulps(to.inverse[0], 1 / std::sqrt(1e-5)), 0.51);
    }
  }
}

TEST(Norms, OfHugeAndTinyNumbersDoNotOverflow) {
  Worst worst("norms of huge and tiny numbers, ulp");
  for (const Norm norm : kNorms) {
    for (const float size : {1e-42f, 1e-30f, 1e30f, 5e37f}) {
      Case example(norm, 2, 13, false, 0, 0);
      for (size_t i = 0; i < example.x.size(); ++i) example.x[i] *= size;
      Result to = forward(example);
      for (size_t i = 0; i < to.y.size(); ++i) {
        const double exact = example.definition(i / 13).y[i % 13];
        worst.note(ulps(to.y[i], exact), exact);
      }
    }
  }
  EXPECT_LE(worst.error(), 0.51);
}

TEST(Norms, AreRoundedOnceInLongRows) {
  Worst worst("norms of 100001 numbers, ulp");
  for (const Norm norm : kNorms) {
    Case example(norm, 1, 100001, false, 3);
    Result to = forward(example);
    const Row exact = example.definition(0);
    for (size_t i = 0; i < example.count; ++i) worst.note(ulps(to.y[i], exact.y[i]), exact.y[i]);
  }
  EXPECT_LE(worst.error(), 0.51);
}

TEST(Norms, KeepNaNAndInfinityInTheirRows) {
  for (const Norm norm : kNorms) {
    for (const float nonFinite : {kNaN, kInfinity, -kInfinity}) {
      for (size_t count = 1; count <= 9; ++count) {
        Case example(norm, 3, count, false);
        Result healthy = forward(example);
        example.x[2 * count - 1] = nonFinite;
        Result to = forward(example);
        EXPECT_TRUE(std::isnan(to.y[2 * count - 1]));
        EXPECT_EQ(std::isnan(to.y[count]),
                  norm == Norm::layer || nonFinite != nonFinite || count == 1);
        for (size_t i = 0; i < 3 * count; ++i) {
          if (i / count == 1) continue;
          EXPECT_TRUE(sameBits(to.y[i], healthy.y[i]));
        }
      }
    }
  }
}

TEST(Norms, WorkInPlace) {
  for (const Norm norm : kNorms) {
    Case example(norm, 3, 7, true);
    Result to = forward(example);
    if (norm == Norm::layer) {
      layerNorm(example.rowsOf(), example.bias.data(), example.x.data(), nullptr, nullptr);
    } else {
      rmsNorm(example.rowsOf(), example.x.data(), nullptr);
    }
    EXPECT_EQ(example.x.floats(), to.y.floats());
  }
}

TEST(Norms, OfEmptyTensorsAreEmpty) {
  for (const Norm norm : kNorms) {
    for (const size_t rows : {0, 3}) {
      Case example(norm, rows, rows == 0 ? 5 : 0, false);
      Result to = forward(example);
      for (size_t r = 0; r < rows; ++r) {
        EXPECT_EQ(to.mean[r], norm == Norm::layer ? 0 : kUnset);
        EXPECT_LE(ulps(to.inverse[r], 1 / std::sqrt(1e-5)), 0.51);
      }
      Slopes slopes = backward(example);
      for (size_t i = 0; i < example.count; ++i) EXPECT_EQ(slopes.weight[i], 0.0f);
    }
  }
}

// ------------------------------------------------------------------------------------- gradients

// The gradients of x, weight and bias, derived by hand, in double.
struct Exact {
  Numbers x, weight, bias;
};
Exact gradientOf(Case& of) {
  const size_t n = of.count;
  Exact exact{{}, Numbers(n), Numbers(n)};
  for (size_t r = 0; r < of.rows; ++r) {
    const Row row = of.definition(r);
    const Numbers g = of.row(of.gradient, r), weight = of.weight.doubles();
    for (size_t i = 0; i < n; ++i) {
      exact.weight[i] += g[i] * row.normal[i];
      exact.bias[i] += g[i];
      // y_j changes with x_i: (delta_ij - level - normal_i normal_j / n) inverse weight_j
      double sum = 0;
      for (size_t j = 0; j < n; ++j) {
        const double level = of.norm == Norm::layer ? 1 / static_cast<double>(n) : 0;
        const double tilt = row.normal[i] * row.normal[j] / static_cast<double>(n);
        sum += g[j] * (weight.empty() ? 1 : weight[j]) * ((i == j ? 1 : 0) - level - tilt);
      }
      exact.x.push_back(row.inverse * sum);
    }
  }
  return exact;
}

double lossOf(Case& of, const Numbers& x, const Numbers& weight, const Numbers& bias) {
  double loss = 0;
  for (size_t r = 0; r < of.rows; ++r) {
    const auto start = x.begin() + static_cast<ptrdiff_t>(r * of.count);
    const Row row = rowOf(of.norm, Numbers(start, start + static_cast<ptrdiff_t>(of.count)), weight,
                          bias, of.epsilon);
    for (size_t i = 0; i < of.count; ++i) {
      loss += static_cast<double>(of.gradient[r * of.count + i]) * row.y[i];
    }
  }
  return loss;
}

TEST(NormGradients, DefinitionsAreTheSlopes) {
  for (const Norm norm : kNorms) {
    for (size_t count = 2; count <= 7; ++count) {
      Case example(norm, 2, count, true, 0.5, 0.1);
      const Exact exact = gradientOf(example);
      Numbers x = example.x.doubles(), weight = example.weight.doubles(),
              bias = example.bias.doubles();
      const auto loss = [&] { return lossOf(example, x, weight, bias); };
      for (size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(exact.x[i], slope(x, i, loss), 1e-9);
      for (size_t i = 0; i < count; ++i) {
        EXPECT_NEAR(exact.weight[i], slope(weight, i, loss), 1e-9);
        if (norm == Norm::rms) continue;
        EXPECT_NEAR(exact.bias[i], slope(bias, i, loss), 1e-9);
      }
    }
  }
}

double worstGradient(Norm norm, double offset, const char* name) {
  Worst worst(name);
  forCases(norm, offset, [&](Case& example, Guard guard) {
    const Exact exact = gradientOf(example);
    Slopes to = backward(example, guard);
    const auto note = [&](float value, double expected, double size) {
      const double error = std::fabs(static_cast<double>(value) - expected);
      worst.note(error / (0x1p-25 * std::fabs(expected) + 1e-12 * size), expected);
    };
    for (size_t i = 0; i < exact.x.size(); ++i) {
      note(to.x[i], exact.x[i], example.definition(i / example.count).inverse);
    }
    for (size_t i = 0; i < example.count; ++i) {
      note(to.weight[i], exact.weight[i], 1);
      if (norm == Norm::layer) note(to.bias[i], exact.bias[i], 1);
    }
  });
  return worst.error();
}

TEST(NormGradients, AreRoundedOnceForAllSmallSizes) {
  // Half an ulp is up to 2 in this measure.
  EXPECT_LE(worstGradient(Norm::layer, 0, "layer norm gradient, relative in 2^-25"), 2.01);
  EXPECT_LE(worstGradient(Norm::layer, 100, "layer norm gradient, mean 100, in 2^-25"), 2.01);
  EXPECT_LE(worstGradient(Norm::rms, 0, "RMS norm gradient, relative in 2^-25"), 2.01);
}

TEST(NormGradients, DoNotDependOnWhichAreRequested) {
  for (const Norm norm : kNorms) {
    Case example(norm, 3, 7, true);
    Slopes all = backward(example);
    Tensor x(21), weight(7), bias(7);
    ASSERT_TRUE(backward(example, x.data(), nullptr, nullptr));
    ASSERT_TRUE(backward(example, nullptr, weight.data(), nullptr));
    ASSERT_TRUE(backward(example, nullptr, nullptr, bias.data()));
    EXPECT_EQ(x.floats(), all.x.floats());
    EXPECT_EQ(weight.floats(), all.weight.floats());
    EXPECT_EQ(bias.floats(), all.bias.floats());
  }
}

TEST(NormGradients, OfParametersAreAccurateOverManyRows) {
  Worst worst("gradients of weight and bias over 20000 rows, ulp");
  Case example(Norm::layer, 20000, 3, true, 2);
  const Exact exact = gradientOf(example);
  Slopes to = backward(example);
  for (size_t i = 0; i < 3; ++i) {
    worst.note(ulps(to.weight[i], exact.weight[i]), exact.weight[i]);
    worst.note(ulps(to.bias[i], exact.bias[i]), exact.bias[i]);
  }
  EXPECT_LE(worst.error(), 0.51);
}

}  // namespace
}  // namespace scaledot
