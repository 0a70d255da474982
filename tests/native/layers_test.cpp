// Layers, compared with their definitions in double, and their gradients with finite differences of these.
#include "learning/layers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "tensors.h"

namespace scaledot {
namespace {

using namespace testing;
using Numbers = std::vector<double>;

// Returns the largest difference, relative to the largest exact number (at least 1). NaN counts as the largest.
double largestError(Tensor& x, const Numbers& exact) {
  const double size = std::max(1.0, greatestSize(exact));
  double error = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    const double difference = std::fabs(static_cast<double>(x[i]) - exact[i]) / size;
    if (!(difference <= error)) error = difference;
  }
  return error;
}

double dot(const Numbers& x, Tensor& y) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += x[i] * static_cast<double>(y[i]);
  return sum;
}

// Returns the gradient of loss with respect to x, entry by entry.
template <typename Loss>
Numbers slopes(Numbers& x, Loss loss) {
  Numbers gradient(x.size());
  for (size_t i = 0; i < x.size(); ++i) gradient[i] = slope(x, i, loss);
  return gradient;
}

// Dense -----------------------------------------------------------------------------------------------------

Numbers denseOf(const Numbers& x, const Numbers& weight, const Numbers& bias, size_t rows,
                size_t in, size_t out) {
  Numbers y(rows * out);
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < out; ++j) {
      y[i * out + j] = bias.empty() ? 0 : bias[j];
      for (size_t k = 0; k < in; ++k) y[i * out + j] += x[i * in + k] * weight[k * out + j];
    }
  return y;
}

TEST(Dense, IsItsDefinitionAndItsGradientADifference) {
  Worst values("error of dense"), gradients("error of dense's gradient");
  ProductWork work;
  for (uint32_t size = 1; size <= 19; ++size) {
    const uint32_t rows = 20 - size, in = size, out = 1 + (7 * size) % 41;
    const bool hasBias = size % 2 == 0, add = size % 3 == 0;
    Tensor x = Tensor::normals(rows * in, size), weight = Tensor::normals(in * out, 100 + size);
    Tensor bias = Tensor::normals(hasBias ? out : 0, 200 + size);
    Tensor before = Tensor::normals(rows * out, 300 + size), y = Tensor::of(before.floats());
    const Dense layer{in, out, weight.data(), hasBias ? bias.data() : nullptr};
    ASSERT_TRUE(dense(layer, rows, x.data(), add, y.data(), work));
    Numbers xs = x.doubles(), weights = weight.doubles(), biases = bias.doubles();
    Numbers exact = denseOf(xs, weights, biases, rows, in, out);
    for (size_t i = 0; add && i < exact.size(); ++i) exact[i] += before.doubles()[i];
    values.note(largestError(y, exact), size);

    Tensor dy = Tensor::normals(rows * out, 400 + size);
    Tensor xBefore = Tensor::normals(rows * in, 500 + size);
    Tensor dx = Tensor::of(xBefore.floats()), dw(in * out), db(out);
    ASSERT_TRUE(denseGradient(layer, rows, x.data(), dy.data(),
                              {dx.data(), dw.data(), hasBias ? db.data() : nullptr, add}, work));
    const auto loss = [&] { return dot(denseOf(xs, weights, biases, rows, in, out), dy); };
    Numbers xSlopes = slopes(xs, loss);
    for (size_t i = 0; add && i < xSlopes.size(); ++i) xSlopes[i] += xBefore.doubles()[i];
    gradients.note(largestError(dx, xSlopes), size);
    gradients.note(largestError(dw, slopes(weights, loss)), size);
    if (hasBias) gradients.note(largestError(db, slopes(biases, loss)), size);
  }
  EXPECT_LT(values.error(), 1e-6);
  EXPECT_LT(gradients.error(), 1e-6);
}

TEST(Dense, GradientOfTheBiasSumsManyRowsOfEveryWidth) {
  Worst worst("error of sums of 1000 rows");
  ProductWork work;
  for (uint32_t out = 1; out <= 75; ++out) {
    Tensor dy = Tensor::normals(size_t{1000} * out, out), db(out), x = Tensor::normals(1000, 7);
    Tensor weight = Tensor::normals(out, 8);
    ASSERT_TRUE(denseGradient({1, out, weight.data(), nullptr}, 1000, x.data(), dy.data(),
                              {nullptr, nullptr, db.data(), false}, work));
    Numbers exact(out);
    for (size_t i = 0; i < dy.size(); ++i) exact[i % out] += static_cast<double>(dy[i]);
    worst.note(largestError(db, exact), out);
  }
  EXPECT_LT(worst.error(), 3e-6);
}

// Activations -----------------------------------------------------------------------------------------------

double activationOf(Activation activation, double x) {
  if (activation == Activation::relu) return std::max(x, 0.0);
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

double slopeOf(Activation activation, double x) {
  if (activation == Activation::relu) return x > 0 ? 1 : 0;
  const double root = std::sqrt(2 / M_PI), cosh = std::cosh(root * (x + 0.044715 * x * x * x));
  return 0.5 * (1 + std::tanh(root * (x + 0.044715 * x * x * x))) +
         0.5 * x * root * (1 + 3 * 0.044715 * x * x) / (cosh * cosh);
}

TEST(Activations, AreTheirDefinitionsAtEverySize) {
  for (const Activation activation : {Activation::relu, Activation::gelu}) {
    Worst values("error of activations, relative to 1 + |x|"), slopes("error of their slopes");
    for (double x = -30; x <= 30; x += 0.00731) {
      float in = static_cast<float>(x), out = 0, gradient = 3;
      activate(activation, &in, 1, &out);
      activateGradient(activation, &in, &gradient, 1, &gradient);
      const double exact = static_cast<double>(in);
      values.note(std::fabs(static_cast<double>(out) - activationOf(activation, exact)) /
                      (1 + std::fabs(x)),
                  x);
      slopes.note(std::fabs(static_cast<double>(gradient) - 3 * slopeOf(activation, exact)), x);
    }
    EXPECT_LT(values.error(), 2e-7);
    EXPECT_LT(slopes.error(), 2e-6);
  }
}

// GELU of large negative numbers is 0, not NaN.
TEST(Activations, OfHugeNumbersAreTheNumberOrZero) {
  for (const float huge : {1e3f, 1e10f, 1e13f, 3e38f}) {
    for (const Activation activation : {Activation::relu, Activation::gelu}) {
      const float in[] = {huge, -huge};
      float out[2], gradients[] = {1, 1};
      activate(activation, in, 2, out);
      activateGradient(activation, in, gradients, 2, gradients);
      EXPECT_EQ(out[0], huge);
      EXPECT_EQ(out[1], 0) << huge;
      EXPECT_EQ(gradients[0], 1) << huge;
      EXPECT_EQ(gradients[1], 0) << huge;
    }
  }
}

TEST(Activations, KeepNaN) {
  for (const Activation activation : {Activation::gelu, Activation::relu}) {
    float x = NAN;
    activate(activation, &x, 1, &x);
    EXPECT_TRUE(std::isnan(x));
  }
}

TEST(Activations, WorkInPlaceAndTouchNothingElse) {
  for (const Activation activation : {Activation::relu, Activation::gelu}) {
    for (size_t count = 1; count <= 19; ++count) {
      for (const Guard guard : {Guard::after, Guard::before}) {
        const Tensor x = Tensor::normals(count, count);
        Tensor from = Tensor::normals(count, count, 1, guard), apart(count, guard);
        activate(activation, from.data(), count, apart.data());
        Tensor gradient = Tensor::normals(count, 9, 1, guard), dy = Tensor::normals(count, 9);
        Tensor gradientApart(count, guard);
        activateGradient(activation, from.data(), dy.data(), count, gradientApart.data());
        activateGradient(activation, from.data(), gradient.data(), count, gradient.data());
        EXPECT_EQ(gradient.floats(), gradientApart.floats());
        activate(activation, from.data(), count, from.data());
        EXPECT_EQ(from.floats(), apart.floats());
      }
    }
  }
}

// Norms -----------------------------------------------------------------------------------------------------

Numbers normOf(const Numbers& x, const Numbers& weight, const Numbers& bias, size_t rows) {
  const size_t width = weight.size();
  Numbers y(rows * width);
  for (size_t i = 0; i < rows; ++i) {
    double mean = 0, variance = 0;
    for (size_t c = 0; c < width; ++c) mean += x[i * width + c] / static_cast<double>(width);
    for (size_t c = 0; c < width; ++c)
      variance += std::pow(x[i * width + c] - mean, 2) / static_cast<double>(width);
    for (size_t c = 0; c < width; ++c)
      y[i * width + c] =
          (x[i * width + c] - mean) / std::sqrt(variance + 1e-5) * weight[c] + bias[c];
  }
  return y;
}

TEST(RowNorm, IsItsDefinitionAndItsGradientADifference) {
  Worst values("error of norms"), gradients("error of norms' gradients");
  for (uint32_t width = 1; width <= 19; ++width) {
    for (const bool add : {false, true}) {
      const uint32_t rows = 1 + width % 4;
      Tensor x = Tensor::normals(rows * width, width, 3), weight = Tensor::normals(width, 20);
      for (size_t i = 0; i < x.size(); ++i) x[i] += 2;
      Tensor bias = Tensor::normals(width, 21), y(rows * width), mean(rows), inverse(rows);
      const RowNorm norm{width, weight.data(), bias.data()};
      rowNorm(norm, rows, x.data(), y.data(), mean.data(), inverse.data());
      Numbers xs = x.doubles(), weights = weight.doubles(), biases = bias.doubles();
      values.note(largestError(y, normOf(xs, weights, biases, rows)), width);

      Tensor dy = Tensor::normals(rows * width, 22), before = Tensor::normals(rows * width, 23);
      Tensor dx = Tensor::of(before.floats()), dw(width), db(width);
      rowNormGradient(norm, rows, x.data(), mean.data(), inverse.data(), dy.data(), add, dx.data(),
                      dw.data(), db.data());
      if (width > 1) {  // with one number the variance is 0, and differences are of 1e-5
        const auto loss = [&] { return dot(normOf(xs, weights, biases, rows), dy); };
        Numbers exact = slopes(xs, loss);
        for (size_t i = 0; add && i < exact.size(); ++i) exact[i] += before.doubles()[i];
        gradients.note(largestError(dx, exact), width);
        gradients.note(largestError(dw, slopes(weights, loss)), width);
        gradients.note(largestError(db, slopes(biases, loss)), width);
      }
      if (!add) {
        Tensor inPlace = Tensor::of(dy.floats());
        rowNormGradient(norm, rows, x.data(), mean.data(), inverse.data(), inPlace.data(), false,
                        inPlace.data(), dw.data(), db.data());
        EXPECT_EQ(inPlace.floats(), dx.floats());
      }
      rowNorm(norm, rows, x.data(), x.data(), mean.data(), inverse.data());
      EXPECT_EQ(x.floats(), y.floats());
    }
  }
  EXPECT_LT(values.error(), 2e-6);
  EXPECT_LT(gradients.error(), 5e-6);
}

// Subtracting the square of the mean from the mean of squares would lose every digit.
TEST(RowNorm, OfRowsFarFromZeroIsAccurate) {
  constexpr uint32_t width = 64;
  Tensor x = Tensor::normals(width, 1), weight(width), bias(width), y(width), mean(1), inverse(1);
  for (uint32_t i = 0; i < width; ++i) {
    x[i] += 1000;
    weight[i] = 1;
    bias[i] = 0;
  }
  rowNorm({width, weight.data(), bias.data()}, 1, x.data(), y.data(), mean.data(), inverse.data());
  EXPECT_LT(largestError(y, normOf(x.doubles(), weight.doubles(), bias.doubles(), 1)), 1e-4);
}

// Embeddings ------------------------------------------------------------------------------------------------

TEST(Embedding, IsTheSumOfTwoRowsAndItsGradientGoesToBoth) {
  for (uint32_t width = 1; width <= 19; ++width) {
    const uint32_t length = 3, rows = 6, vocabulary = 4;
    const uint32_t tokens[rows] = {3, 0, 3, 1, 0, 0};
    Tensor table = Tensor::normals(vocabulary * width, 1);
    Tensor places = Tensor::normals(length * width, 2), y(rows * width);
    embed(rows, length, width, tokens, table.data(), places.data(), y.data());
    Tensor dy = Tensor::normals(rows * width, 3);
    Tensor dTable = Tensor::normals(vocabulary * width, 4),
           dPlaces = Tensor::normals(length * width, 5);
    Numbers tableExact = dTable.doubles(), placesExact = dPlaces.doubles();
    embedGradient(rows, length, width, tokens, dy.data(), dTable.data(), dPlaces.data());
    for (uint32_t i = 0; i < rows; ++i) {
      for (uint32_t c = 0; c < width; ++c) {
        EXPECT_EQ(y[i * width + c], table[tokens[i] * width + c] + places[i % length * width + c]);
        tableExact[tokens[i] * width + c] += static_cast<double>(dy[i * width + c]);
        placesExact[i % length * width + c] += static_cast<double>(dy[i * width + c]);
      }
    }
    EXPECT_LT(largestError(dTable, tableExact), 3e-7);
    EXPECT_LT(largestError(dPlaces, placesExact), 3e-7);
  }
}

// Cross-entropy ---------------------------------------------------------------------------------------------

double crossEntropyOf(const Numbers& logits, const std::vector<uint32_t>& labels, size_t classes) {
  double sum = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kNoLabel) continue;
    double powers = 0;
    for (size_t c = 0; c < classes; ++c) powers += std::exp(logits[i * classes + c]);
    sum += std::log(powers) - logits[i * classes + labels[i]];
  }
  return sum;
}

TEST(CrossEntropy, IsItsDefinitionAndItsGradientADifference) {
  Worst values("error of cross-entropy"), gradients("error of its gradient");
  for (uint32_t classes = 1; classes <= 19; ++classes) {
    const std::vector<uint32_t> labels = {classes - 1, kNoLabel, 0, classes / 2, kNoLabel};
    const uint32_t rows = 5;
    Tensor logits = Tensor::normals(rows * classes, classes, 3), gradient(rows * classes);
    uint8_t right[rows];
    const Loss loss =
        crossEntropy(rows, classes, logits.data(), labels.data(), gradient.data(), right);
    Numbers exact = logits.doubles();
    const auto mean = [&] { return crossEntropyOf(exact, labels, classes) / 3; };
    values.note(std::fabs(loss.sum - 3 * mean()) / std::max(1.0, 3 * mean()), classes);
    gradients.note(largestError(gradient, slopes(exact, mean)), classes);
    EXPECT_EQ(loss.labels, 3u);
    uint32_t hits = 0;
    for (uint32_t i = 0; i < rows; ++i) {
      const float* row = logits.data() + i * classes;
      const bool hit = labels[i] == kNoLabel ||
                       std::max_element(row, row + classes) - row == ptrdiff_t{labels[i]};
      EXPECT_EQ(right[i], hit);
      hits += hit && labels[i] != kNoLabel;
    }
    EXPECT_EQ(loss.right, hits);
    const Loss again = crossEntropy(rows, classes, logits.data(), labels.data(), nullptr, nullptr);
    EXPECT_EQ(again.sum, loss.sum);
    crossEntropy(rows, classes, logits.data(), labels.data(), logits.data(), nullptr);
    EXPECT_EQ(logits.floats(), gradient.floats());
  }
  EXPECT_LT(values.error(), 5e-7);
  EXPECT_LT(gradients.error(), 5e-7);
}

TEST(CrossEntropy, OfLogitsFarApartIsTheirDistance) {
  const float logits[] = {-3e4f, 5e4f, 1, 2, 3};
  const uint32_t label = 0;
  float gradient[5];
  const Loss loss = crossEntropy(1, 5, logits, &label, gradient, nullptr);
  EXPECT_EQ(loss.sum, 8e4);
  EXPECT_EQ(gradient[0], -1);
  EXPECT_EQ(gradient[1], 1);
}

TEST(CrossEntropy, OfNonFiniteLogitsIsNaN) {
  for (const float wrong : {NAN, HUGE_VALF}) {
    for (uint32_t at = 0; at < 7; ++at) {
      float logits[7] = {};
      logits[at] = wrong;
      const uint32_t label = 3;
      EXPECT_TRUE(std::isnan(crossEntropy(1, 7, logits, &label, nullptr, nullptr).sum)) << at;
    }
  }
}

TEST(CrossEntropy, OfEqualLogitsIsRightForTheFirstOnly) {
  const float logits[] = {2, 7, 7, 3, 7, 7};
  const uint32_t labels[] = {2, 2};
  uint8_t right[2];
  EXPECT_EQ(crossEntropy(2, 3, logits, labels, nullptr, right).right, 0u);
  EXPECT_EQ(right[0], 0);
  EXPECT_EQ(right[1], 0);
  const uint32_t firsts[] = {1, 1};
  EXPECT_EQ(crossEntropy(2, 3, logits, firsts, nullptr, nullptr).right, 2u);
}

TEST(CrossEntropy, OfNoLabelsIsZero) {
  float logits[] = {1, 2, 3, 4}, gradient[4] = {9, 9, 9, 9};
  const uint32_t labels[] = {kNoLabel, kNoLabel};
  const Loss loss = crossEntropy(2, 2, logits, labels, gradient, nullptr);
  EXPECT_EQ(loss.sum, 0);
  EXPECT_EQ(loss.labels, 0u);
  for (const float g : gradient) EXPECT_EQ(g, 0);
}

TEST(LargestOf, IsTheFirstOfEqualOnes) {
  const float x[] = {1, 5, -2, 5, 5};
  EXPECT_EQ(largestOf(x, 5), 1u);
  EXPECT_EQ(largestOf(x, 1), 0u);
}

}  // namespace
}  // namespace scaledot
