// The arithmetic of single cells: their numbers have the bits of their matrices, and their terms agree with naive sums in
// double.
#include "attention/terms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "attention/attention.h"
#include "attention/parameter_draw.h"
#include "lanes/difference.h"
#include "lanes/matrix.h"
#include "testing.h"

namespace scaledot {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr double kUnit = 0x1p-24;  // half the distance of neighbouring float32, relative

using Numbers = std::vector<float>;

Numbers normals(uint32_t rows, uint32_t columns, uint32_t stream, double sd = 1) {
  Numbers x(parameterSize(rows, columns));
  drawParameter(8, tensorOfStream(stream), rows, columns, sd, x.data());
  x.resize(size_t{rows} * columns);
  return x;
}

// Expects that two numbers have the same bits, or are both NaN.
bool same(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

ProductTerms termsOf(const float* left, const float* right, uint32_t count, const float* bias) {
  testing::GuardedBuffer<double> products(count);
  ProductTerms terms;
  EXPECT_TRUE(productTerms(left, right, count, bias, products.data(), terms));
  double total = bias == nullptr ? 0 : double{*bias}, size = std::fabs(total);
  for (uint32_t k = 0; k < count; ++k) {
    EXPECT_EQ(products[k], double{left[k]} * double{right[k]});
    total += products[k];
    size += std::fabs(products[k]);
  }
  EXPECT_NEAR(terms.sum, total, 1e-15 * size * count);
  EXPECT_NEAR(double{terms.value}, total, kUnit * size * (count + 2));
  return terms;
}

TEST(ProductTerms, TheValueOfEveryCellIsThatOfTheMatrixToTheBit) {
  uint32_t cells = 0;
  for (const uint32_t rows : {1u, 3u, 4u, 6u, 9u, 13u}) {
    for (const uint32_t inner : {1u, 2u, 3u, 5u, 8u, 33u, 64u, 255u, 256u, 257u, 600u, 1024u}) {
      for (const uint32_t columns : {1u, 2u, 7u, 8u, 9u, 31u, 33u}) {
        const Numbers left = normals(rows, inner, 0), right = normals(inner, columns, 1);
        const Numbers bias = normals(1, columns, 2);
        for (const bool withBias : {false, true}) {
          Numbers product(size_t{rows} * columns);
          ASSERT_TRUE(multiply(rows, inner, columns, {left.data(), inner, 1},
                               {right.data(), columns, 1}, withBias ? bias.data() : nullptr, false,
                               product.data(), columns));
          for (uint32_t i = 0; i < rows; i += 2) {
            for (uint32_t j = 0; j < columns; j += 3) {
              Numbers column(inner);
              for (uint32_t k = 0; k < inner; ++k) column[k] = right[size_t{k} * columns + j];
              const ProductTerms terms = termsOf(left.data() + size_t{i} * inner, column.data(),
                                                 inner, withBias ? bias.data() + j : nullptr);
              ASSERT_TRUE(same(terms.value, product[i * columns + j]))
                  << rows << " " << inner << " " << columns << " at " << i << ", " << j;
              ++cells;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(cells, 5000u);
}

TEST(ProductTerms, OfEmptyRowsAre0AndNonFiniteOnesPropagate) {
  ProductTerms terms;
  ASSERT_TRUE(productTerms(nullptr, nullptr, 0, nullptr, nullptr, terms));
  EXPECT_EQ(terms.sum, 0);
  EXPECT_EQ(terms.value, 0);
  const float left[] = {1, kInfinity}, right[] = {2, 0};
  double products[2];
  ASSERT_TRUE(productTerms(left, right, 2, nullptr, products, terms));
  EXPECT_TRUE(std::isnan(terms.sum));
  EXPECT_TRUE(std::isnan(terms.value));
}

// An attention with all its matrices.
struct Case {
  AttentionProblem p;
  Numbers query, key, value, bias, output, weights, scores, scaled, masked;

  Case(uint32_t queries, uint32_t keys, uint32_t headDim, uint32_t valueDim) {
    p.queries = queries;
    p.keys = keys;
    p.headDim = headDim;
    p.valueDim = valueDim;
    p.scale = 1 / std::sqrt(static_cast<float>(headDim));
    query = normals(queries, headDim, 3, 2);
    key = normals(keys, headDim, 4, 2);
    value = normals(keys, valueDim, 5);
  }
  void compute() {
    p.query = query.data();
    p.key = key.data();
    p.value = value.data();
    const size_t cells = size_t{p.queries} * p.keys;
    for (Numbers* matrix : {&weights, &scores, &scaled, &masked}) matrix->resize(cells);
    output.resize(size_t{p.queries} * p.valueDim);
    AttentionResults results;
    results.output = output.data();
    results.weights = weights.data();
    results.scores = scores.data();
    results.scaledScores = scaled.data();
    results.maskedScores = masked.data();
    ASSERT_TRUE(attention(p, results));
  }
};

TEST(ProductTerms, ScoresOfAttentionHaveTheBitsUpTo256DimensionsAndElseAreWithinRounding) {
  for (const uint32_t headDim : {1u, 2u, 3u, 7u, 8u, 64u, 255u, 256u, 257u, 700u}) {
    for (const uint32_t keys : {1u, 3u, 5u, 8u, 131u}) {
      Case c(11, keys, headDim, 3);
      c.compute();
      for (uint32_t i = 0; i < c.p.queries; ++i) {
        for (uint32_t j = 0; j < keys; j += 1 + keys / 4) {
          const ProductTerms terms = termsOf(c.query.data() + size_t{i} * headDim,
                                             c.key.data() + size_t{j} * headDim, headDim, nullptr);
          const float score = c.scores[i * keys + j];
          if (headDim <= 256) {
            ASSERT_TRUE(same(terms.value, score)) << headDim << " at " << i << ", " << j;
          }
          ASSERT_NEAR(double{score}, terms.sum, kUnit * headDim * 4 * headDim);
          ASSERT_TRUE(same(c.scaled[i * keys + j], score * c.p.scale));
        }
      }
    }
  }
}

TEST(ProductTerms, OutputsOfAttentionAreWithinRoundingOfWeightsTimesValues) {
  for (const uint32_t keys : {1u, 4u, 77u, 128u, 129u, 400u}) {
    Case c(9, keys, 16, 5);
    c.compute();
    for (uint32_t i = 0; i < c.p.queries; ++i) {
      for (uint32_t j = 0; j < c.p.valueDim; ++j) {
        Numbers column(keys);
        for (uint32_t k = 0; k < keys; ++k) column[k] = c.value[size_t{k} * c.p.valueDim + j];
        const ProductTerms terms =
            termsOf(c.weights.data() + size_t{i} * keys, column.data(), keys, nullptr);
        ASSERT_NEAR(double{c.output[i * c.p.valueDim + j]}, terms.sum, 4e-6);
      }
    }
  }
}

// Checks every weight of a row and its terms.
void checkRow(const float* logits, const float* weights, uint32_t keys) {
  for (uint32_t index = 0; index < keys; index += 1 + keys / 7) {
    testing::GuardedBuffer<double> exponentials(keys);
    SoftmaxTerms terms;
    ASSERT_TRUE(softmaxTerms(logits, keys, index, exponentials.data(), terms));
    ASSERT_TRUE(same(terms.weight, weights[index])) << keys << " at " << index;
    double sum = 0;
    const float most = *std::max_element(logits, logits + keys);
    EXPECT_EQ(terms.max, most);
    for (uint32_t i = 0; i < keys; ++i) {
      const double expected = logits[i] == -kInfinity ? 0 : std::exp(double{logits[i]} - most);
      ASSERT_EQ(exponentials[i], expected);
      sum += expected;
    }
    EXPECT_NEAR(terms.sum, sum, 1e-13 * sum);
    // exp within (2 + |x|) 2^-23 in float32, and the rounding of the sum.
    if (sum > 0) {
      const double distance = std::fabs(double{logits[index]} - most),
                   weight = exponentials[index] / sum;
      if (distance < 80) {
        EXPECT_NEAR(terms.weight, weight, weight * (8 + distance) * 4 * kUnit);
      }
    } else {
      EXPECT_EQ(terms.weight, 0);
    }
  }
}

TEST(SoftmaxTerms, WeightsHaveTheBitsOfAttentionForAnyMask) {
  for (const uint32_t keys : {1u, 2u, 3u, 4u, 5u, 31u, 127u, 128u, 129u, 130u, 256u, 300u}) {
    for (int mask = 0; mask < 5; ++mask) {
      Case c(9, keys, 12, 2);
      if (mask == 1) c.p.causal = Causal::upperLeft;
      if (mask == 2) {
        c.p.causal = Causal::lowerRight;
        c.p.windowBefore = 6;
      }
      if (mask == 3) {
        c.bias = normals(c.p.queries, keys, 6);
        for (size_t n = 0; n < c.bias.size(); n += 3) c.bias[n] = -kInfinity;
        c.p.bias = {c.bias.data(), {0, 0, keys, 1}};
      }
      if (mask == 4) c.p.softcap = 1.5f;
      c.compute();
      for (uint32_t i = 0; i < c.p.queries; ++i) {
        checkRow(c.masked.data() + size_t{i} * keys, c.weights.data() + size_t{i} * keys, keys);
      }
    }
  }
}

TEST(SoftmaxTerms, ARowThatSeesNothingIs0AndNaNStaysNaN) {
  double exponentials[3];
  SoftmaxTerms terms;
  const float none[] = {-kInfinity, -kInfinity, -kInfinity};
  ASSERT_TRUE(softmaxTerms(none, 3, 1, exponentials, terms));
  EXPECT_EQ(terms.max, -kInfinity);
  EXPECT_EQ(terms.sum, 0);
  EXPECT_EQ(terms.weight, 0);
  for (const double e : exponentials) EXPECT_EQ(e, 0);
  const float broken[] = {1, kNaN, -kInfinity};
  ASSERT_TRUE(softmaxTerms(broken, 3, 0, exponentials, terms));
  EXPECT_TRUE(std::isnan(terms.weight));
  EXPECT_TRUE(std::isnan(terms.sum));
  ASSERT_TRUE(softmaxTerms(broken, 3, 2, exponentials, terms));
  EXPECT_EQ(terms.weight, 0);
}

// Differences -----------------------------------------------------------------------------------------

TEST(LargestDifference, IsTheFirstOfTheLargestAndIncludesNonFiniteNumbers) {
  const auto of = [](const Numbers& a, const Numbers& b) {
    return largestDifference(a.data(), b.data(), a.size());
  };
  const Difference some = of({1, -4, 3, 2}, {1, -3, 4, 2.5});
  EXPECT_EQ(some.largest, 1);
  EXPECT_EQ(some.at, 1u);
  EXPECT_EQ(some.scale, 4);
  const Difference equal = of({kInfinity, kNaN, 1}, {kInfinity, kNaN, 1});
  EXPECT_EQ(equal.largest, 0);
  EXPECT_EQ(equal.scale, kInfinity);
  EXPECT_EQ(of({1, kNaN}, {1, 2}).largest, kInfinity);
  EXPECT_EQ(of({1, 2}, {1, kNaN}).at, 1u);
  EXPECT_EQ(of({kInfinity}, {-kInfinity}).largest, kInfinity);
  EXPECT_EQ(of({1, kNaN}, {1, 2}).scale, 1);
  const Difference none = of({}, {});
  EXPECT_EQ(none.largest, 0);
  EXPECT_EQ(none.at, 0u);
  EXPECT_EQ(none.scale, 0);
}

}  // namespace
}  // namespace scaledot
