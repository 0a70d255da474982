// The other layers of networks, compared with naive loops in double.
#include <cmath>
#include <cstring>
#include <limits>

#include "network/label_loss.h"
#include "network/linear.h"
#include "network/pointwise.h"
#include "network/positions.h"
#include "tensors.h"

namespace scaledot {
namespace {

using testing::Tensor;
using testing::Worst;

// Numbers in the formats of files. They are truncated for 16-bit types, so that they are exact.
struct Weights {
  std::vector<unsigned char> bytes;
  std::vector<double> exact;

  Weights(NumberType type, const std::vector<float>& numbers) {
    for (const float number : numbers) add(type, number);
  }
  void add(NumberType type, float number) {
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    if (type == NumberType::f16) return addHalf(number);
    const uint32_t width = type == NumberType::f32 ? 4 : 2;
    if (width == 2) bits &= 0xffff0000u;
    for (uint32_t i = 0; i < width; ++i) {
      bytes.push_back(static_cast<unsigned char>(bits >> (8 * (i + 4 - width))));
    }
    float exactNumber;
    std::memcpy(&exactNumber, &bits, sizeof exactNumber);
    exact.push_back(static_cast<double>(exactNumber));
  }
  void addHalf(float number) {
    int exponent = 0;
    const double size = std::fabs(static_cast<double>(number));
    std::frexp(size, &exponent);
    const int power = std::max(exponent - 11, -24);  // of the last of 11 digits, or of a subnormal
    const double digits = std::floor(std::ldexp(size, -power));
    const bool normal = digits >= 1024;
    const auto bits =
        static_cast<uint32_t>(normal ? (power + 25) * 1024 + (digits - 1024) : digits);
    bytes.push_back(static_cast<unsigned char>(bits));
    bytes.push_back(static_cast<unsigned char>((bits >> 8) | (number < 0 ? 0x80 : 0)));
    exact.push_back((number < 0 ? -1 : 1) * std::ldexp(digits, power));
  }
};

constexpr NumberType kTypes[] = {NumberType::f32, NumberType::f16, NumberType::bf16};

TEST(Decode, DecodesEveryType) {
  for (const NumberType type : kTypes) {
    for (size_t count : {0, 1, 3, 4, 5, 17}) {
      const Weights weights(type, Tensor::normals(count, 7, 0.01).floats());
      Tensor numbers(count);
      decode(weights.bytes.data(), type, count, numbers.data());
      for (size_t i = 0; i < count; ++i) EXPECT_EQ(numbers[i], weights.exact[i]);
    }
  }
}

TEST(Decode, DecodesEveryHalf) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const unsigned char bytes[2] = {static_cast<unsigned char>(bits),
                                    static_cast<unsigned char>(bits >> 8)};
    float number;
    decode(bytes, NumberType::f16, 1, &number);
    const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
    const double size =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    if (exponent == 31) {
      EXPECT_TRUE(fraction == 0 ? std::isinf(number) : std::isnan(number)) << bits;
    } else {
      EXPECT_EQ(std::fabs(number), size) << bits;
    }
    EXPECT_EQ(std::signbit(number), bits >= 32768) << bits;
  }
}

TEST(Linear, IsTheProductInBothOrientations) {
  Worst worst("linear, of the sum of sizes");
  for (const NumberType type : kTypes) {
    for (const bool transposed : {false, true}) {
      for (uint32_t rows : {1u, 3u, 7u}) {
        for (uint32_t in : {1u, 4u, 13u, 300u}) {
          for (uint32_t out : {1u, 5u, 8u, 21u}) {
            Tensor x = Tensor::normals(size_t{rows} * in, 1), bias = Tensor::normals(out, 2);
            Tensor add = Tensor::normals(size_t{rows} * out, 3), y(size_t{rows} * out);
            const Weights weights(type, Tensor::normals(size_t{in} * out, 4).floats());
            const FileMatrix matrix{weights.bytes.data(), type, in, out, transposed};
            ASSERT_TRUE(linear(rows, x.data(), matrix, bias.data(), add.data(), y.data()));
            for (uint32_t i = 0; i < rows; ++i) {
              for (uint32_t j = 0; j < out; ++j) {
                double sum = static_cast<double>(bias[j]) + static_cast<double>(add[i * out + j]);
                double sizes = std::fabs(sum);
                for (uint32_t k = 0; k < in; ++k) {
                  const double term = static_cast<double>(x[i * in + k]) *
                                      weights.exact[transposed ? j * in + k : k * out + j];
                  sum += term;
                  sizes += std::fabs(term);
                }
                worst.note(std::fabs(static_cast<double>(y[i * out + j]) - sum) / sizes, in);
              }
            }
          }
        }
      }
    }
  }
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(Linear, AddsInPlaceAndGoesWithoutBias) {
  Tensor x = Tensor::of({2, 3}), y = Tensor::of({10, 20});
  const Weights weights(NumberType::f32, {1, 2, 3, 4});
  const FileMatrix matrix{weights.bytes.data(), NumberType::f32, 2, 2, false};
  ASSERT_TRUE(linear(1, x.data(), matrix, nullptr, y.data(), y.data()));
  EXPECT_EQ(y.floats(), (std::vector<float>{21, 36}));
  ASSERT_TRUE(linear(1, x.data(), matrix, nullptr, nullptr, y.data()));
  EXPECT_EQ(y.floats(), (std::vector<float>{11, 16}));
}

double activated(PointActivation activation, double x) {
  switch (activation) {
    case PointActivation::relu:
      return std::max(x, 0.0);
    case PointActivation::gelu:
      return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
    case PointActivation::geluTanh:
      return x / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    case PointActivation::silu:
      return x / (1 + std::exp(-x));
    default:
      return x;
  }
}

TEST(Pointwise, IsTheActivation) {
  for (const PointActivation activation :
       {PointActivation::none, PointActivation::relu, PointActivation::gelu,
        PointActivation::geluTanh, PointActivation::silu}) {
    Worst worst("activation, of |x|");
    for (double x = -20; x <= 20; x += 0.0137) {
      Tensor from = Tensor::of({static_cast<float>(x)}), y(1);
      Pointwise what;
      what.activation = activation;
      pointwise(what, from.data(), 1, y.data());
      const double at = static_cast<double>(from[0]);
      worst.note(std::fabs(static_cast<double>(y[0]) - activated(activation, at)) / std::fabs(at),
                 x);
    }
    EXPECT_LT(worst.error(), 0x1p-21);
  }
}

TEST(Pointwise, OfLargeNumbersAndNaNIsTheLimit) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const PointActivation activation :
       {PointActivation::gelu, PointActivation::geluTanh, PointActivation::silu}) {
    Tensor x = Tensor::of({1e30f, -1e30f, kInfinity, std::nanf("")}), y(4);
    Pointwise what;
    what.activation = activation;
    pointwise(what, x.data(), 4, y.data());
    EXPECT_EQ(y[0], 1e30f);
    EXPECT_LE(std::fabs(y[1]), 1e-7f);
    EXPECT_EQ(y[2], kInfinity);
    EXPECT_TRUE(std::isnan(y[3]));
  }
}

TEST(Pointwise, MultipliesScalesAndAdds) {
  for (size_t count : {0, 1, 3, 4, 6, 13}) {
    Tensor x = Tensor::normals(count, 1), gate = Tensor::normals(count, 2);
    Tensor add = Tensor::normals(count, 3), y(count);
    Pointwise what;
    what.activation = PointActivation::relu;
    what.gate = gate.data();
    what.scale = 3;
    what.add = add.data();
    pointwise(what, x.data(), count, y.data());
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(y[i], std::max(x[i], 0.0f) * gate[i] * 3 + add[i]);
  }
}

double slopeOf(PointActivation activation, double x) {
  const double a = std::sqrt(2 / M_PI), cube = a * (x + 0.044715 * x * x * x);
  switch (activation) {
    case PointActivation::relu:
      return x > 0;
    case PointActivation::gelu:
      return 0.5 * std::erfc(-x / std::sqrt(2.0)) + x * std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
    case PointActivation::geluTanh:
      return 1 / (1 + std::exp(-2 * cube)) +
             x * a * (1 + 3 * 0.044715 * x * x) / (2 * std::cosh(cube) * std::cosh(cube));
    case PointActivation::silu:
      return 1 / (1 + std::exp(-x)) + x / (4 * std::cosh(x / 2) * std::cosh(x / 2));
    default:
      return 1;
  }
}

TEST(PointwiseGradient, IsTheSlopeTimesTheGradient) {
  for (const PointActivation activation :
       {PointActivation::none, PointActivation::relu, PointActivation::gelu,
        PointActivation::geluTanh, PointActivation::silu}) {
    Worst worst("slope of an activation");
    for (double x = -20; x <= 20; x += 0.0137) {
      Tensor from = Tensor::of({static_cast<float>(x)}), gradient = Tensor::of({-2}), to(1);
      pointwiseGradient(activation, from.data(), gradient.data(), 1, to.data());
      const double exact = slopeOf(activation, static_cast<double>(from[0]));
      worst.note(std::fabs(static_cast<double>(to[0]) / -2 - exact), x);
    }
    EXPECT_LT(worst.error(), 0x1p-20);
  }
}

TEST(PointwiseGradient, OfLargeNumbersAndNaNIsTheLimitForAllCounts) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const PointActivation activation : {PointActivation::relu, PointActivation::gelu,
                                           PointActivation::geluTanh, PointActivation::silu}) {
    for (size_t count = 0; count <= 13; ++count) {
      const float ends[] = {1e30f, -1e30f, kInfinity, -kInfinity};
      Tensor x(count), gradient(count), to(count);
      for (size_t i = 0; i < count; ++i) x[i] = ends[i % 4];
      std::fill_n(gradient.data(), count, 3.0f);
      pointwiseGradient(activation, x.data(), gradient.data(), count, to.data());
      for (size_t i = 0; i < count; ++i) EXPECT_NEAR(to[i], i % 2 == 0 ? 3 : 0, 1e-6);
    }
    Tensor x = Tensor::of({std::nanf("")}), gradient = Tensor::of({3}), to(1);
    pointwiseGradient(activation, x.data(), gradient.data(), 1, to.data());
    if (activation == PointActivation::relu) {
      EXPECT_EQ(to[0], 3);
    } else {
      EXPECT_TRUE(std::isnan(to[0]));
    }
  }
}

TEST(PointwiseGradient, OfReluIsZeroBelowZeroWhateverTheGradient) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Tensor x = Tensor::of({-1, 0, -kInfinity, -1, 2}), to(5);
  Tensor gradient = Tensor::of({kInfinity, std::nanf(""), -kInfinity, -3, kInfinity});
  pointwiseGradient(PointActivation::relu, x.data(), gradient.data(), 5, to.data());
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(to[i], 0);
    EXPECT_FALSE(std::signbit(to[i]));
  }
  EXPECT_EQ(to[4], kInfinity);
}

TEST(LinearGradient, IsThatOfTheSumsInBothOrientations) {
  Worst worst("gradients of linear, of the sum of sizes");
  for (const NumberType type : kTypes) {
    for (const bool transposed : {false, true}) {
      for (uint32_t rows : {0u, 1u, 3u, 30u}) {
        for (uint32_t in : {1u, 4u, 13u}) {
          for (uint32_t out : {1u, 5u, 21u}) {
            Tensor x = Tensor::normals(size_t{rows} * in, 1);
            Tensor g = Tensor::normals(size_t{rows} * out, 2);
            Tensor toX(x.size()), toWeight(size_t{in} * out), toBias(out);
            const Weights weights(type, Tensor::normals(size_t{in} * out, 4).floats());
            const FileMatrix matrix{weights.bytes.data(), type, in, out, transposed};
            ASSERT_TRUE(linearGradient(rows, x.data(), matrix, g.data(),
                                       {toX.data(), toWeight.data(), toBias.data()}));
            const auto place = [&](uint32_t k, uint32_t j) {
              return transposed ? size_t{j} * in + k : size_t{k} * out + j;
            };
            const auto note = [&](float got, uint32_t terms, auto term) {
              double sum = 0, sizes = 1e-30;
              for (uint32_t t = 0; t < terms; ++t) {
                sum += term(t);
                sizes += std::fabs(term(t));
              }
              worst.note(std::fabs(static_cast<double>(got) - sum) / sizes, terms);
            };
            const auto at = [](Tensor& tensor, size_t i) { return static_cast<double>(tensor[i]); };
            for (uint32_t i = 0; i < rows; ++i) {
              for (uint32_t k = 0; k < in; ++k) {
                note(toX[size_t{i} * in + k], out, [&](uint32_t j) {
                  return at(g, size_t{i} * out + j) * weights.exact[place(k, j)];
                });
              }
            }
            for (uint32_t j = 0; j < out; ++j) {
              for (uint32_t k = 0; k < in; ++k) {
                note(toWeight[place(k, j)], rows, [&](uint32_t i) {
                  return at(x, size_t{i} * in + k) * at(g, size_t{i} * out + j);
                });
              }
              note(toBias[j], rows, [&](uint32_t i) { return at(g, size_t{i} * out + j); });
            }
            ASSERT_TRUE(linearGradient(rows, x.data(), matrix, g.data(), {}));
          }
        }
      }
    }
  }
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(RotaryTable, IsCosineAndSineOfThePositions) {
  Worst worst("rotary table");
  for (const double base : {10000.0, 500000.0, 1e6}) {
    RotaryAngles angles;
    angles.rotated = 16;
    angles.base = base;
    Tensor cosine(8 * 600), sine(8 * 600);
    rotaryTable(angles, 600, cosine.data(), sine.data());
    for (uint32_t position = 0; position < 600; ++position) {
      for (uint32_t pair = 0; pair < 8; ++pair) {
        const double angle = position * std::pow(base, -2.0 * pair / 16);
        const size_t at = position * 8 + pair;
        worst.note(std::fabs(static_cast<double>(cosine[at]) - std::cos(angle)), angle);
        worst.note(std::fabs(static_cast<double>(sine[at]) - std::sin(angle)), angle);
      }
    }
  }
  EXPECT_LT(worst.error(), 0x1p-24);
}

TEST(RotaryTable, StretchesLongWaves) {
  const auto frequencyOf = [](RotaryStretch stretch, uint32_t pair) {
    RotaryAngles angles{128, 500000, stretch, 8, 1, 4, 8192};
    Tensor cosine(64 * 2), sine(64 * 2);
    rotaryTable(angles, 2, cosine.data(), sine.data());
    return std::asin(static_cast<double>(sine[64 + pair]));
  };
  for (uint32_t pair = 1; pair < 40; ++pair) {
    const double own = std::pow(500000.0, -2.0 * pair / 128), wave = 2 * M_PI / own;
    EXPECT_NEAR(frequencyOf(RotaryStretch::linear, pair) / (own / 8), 1, 1e-6);
    const double smooth = (8192 / wave - 1) / 3;
    const double expected = wave < 2048   ? own
                            : wave > 8192 ? own / 8
                                          : (1 - smooth) * own / 8 + smooth * own;
    EXPECT_NEAR(frequencyOf(RotaryStretch::llama3, pair) / expected, 1, 1e-6);
  }
}

// The smallest distance of each bucket, from _relative_position_bucket in PyTorch with 32 buckets
// and a distance of 128.
TEST(RelativeBias, HasTheBucketsOfT5) {
  std::vector<float> table(32);
  for (size_t bucket = 0; bucket < 32; ++bucket) table[bucket] = static_cast<float>(bucket);
  const std::vector<uint32_t> begins = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91};
  Tensor bias(200 * 200);
  relativeBias({32, 1, 128, true}, table.data(), 200, 200, bias.data());
  for (uint32_t i = 0; i < 200; ++i) {
    for (uint32_t j = 0; j < 200; ++j) {
      const uint32_t distance = i > j ? i - j : j - i;
      const auto after = std::upper_bound(begins.begin(), begins.end(), distance);
      const auto bucket = static_cast<uint32_t>(after - begins.begin() - 1) + (j > i ? 16 : 0);
      ASSERT_EQ(bias[i * 200 + j], static_cast<float>(bucket)) << i << " " << j;
    }
  }
}

TEST(RelativeBias, OfACausalStackGivesLaterKeysDistanceZero) {
  const std::vector<float> table = {1, 10, 2, 20, 3, 30, 4, 40};  // 4 buckets, 2 heads
  Tensor bias(2 * 2 * 3);
  relativeBias({4, 2, 8, false}, table.data(), 2, 3, bias.data());
  EXPECT_EQ(bias.floats(), (std::vector<float>{1, 1, 1, 2, 1, 1, 10, 10, 10, 20, 10, 10}));
}

// Returns -log of the weight of the label, straight from the definition.
double naiveLoss(const std::vector<double>& logits, size_t label) {
  double total = 0;
  for (const double logit : logits) total += std::exp(logit);
  return -std::log(std::exp(logits[label]) / total);
}

LabelLoss lossOf(uint32_t rows, const std::vector<float>& logits,
                 const std::vector<uint32_t>& labels) {
  LabelLoss loss;
  const auto vocabulary = static_cast<uint32_t>(logits.size() / rows);
  addRows(rows, vocabulary, logits.data(), labels.data(), loss);
  return loss;
}

TEST(LabelLoss, IsTheMeanOfMinusTheLogarithmOfEachLabelsWeight) {
  for (const uint32_t vocabulary : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 13u, 1000u}) {
    const uint32_t rows = 6;
    const std::vector<float> logits =
        Tensor::normals(size_t{rows} * vocabulary, vocabulary, 3).floats();
    std::vector<uint32_t> labels(rows);
    double expected = 0;
    for (uint32_t i = 0; i < rows; ++i) {
      labels[i] = (7 * i + 3) % vocabulary;
      const auto* const row = logits.data() + size_t{i} * vocabulary;
      expected += naiveLoss({row, row + vocabulary}, labels[i]) / rows;
    }
    const LabelLoss loss = lossOf(rows, logits, labels);
    EXPECT_EQ(loss.rows, rows);
    EXPECT_NEAR(loss.mean(), expected, 1e-14 * (1 + expected)) << vocabulary;
    EXPECT_NEAR(loss.perplexity() / std::exp(expected), 1, 1e-13) << vocabulary;
  }
}

TEST(LabelLoss, HasTheSameBitsForAnySplitOfTheRows) {
  const uint32_t rows = 7, vocabulary = 5;
  const std::vector<float> logits = Tensor::normals(rows * vocabulary, 4, 2).floats();
  const std::vector<uint32_t> labels = {0, 4, 2, 2, 1, 3, 0};
  const LabelLoss whole = lossOf(rows, logits, labels);
  for (const uint32_t step : {1u, 2u, 3u}) {
    LabelLoss loss;
    for (uint32_t from = 0; from < rows; from += step) {
      addRows(std::min(step, rows - from), vocabulary, logits.data() + size_t{from} * vocabulary,
              labels.data() + from, loss);
    }
    EXPECT_EQ(loss.sum, whole.sum);
    EXPECT_EQ(loss.rows, whole.rows);
  }
}

TEST(LabelLoss, OfLargeLogitsDoesNotOverflow) {
  const float most = std::numeric_limits<float>::max();
  EXPECT_EQ(lossOf(1, {1e5f, 1e5f - 2}, {1}).mean(), 2 + std::log1p(std::exp(-2.0)));
  EXPECT_EQ(lossOf(1, {-1e5f, -1e5f}, {0}).mean(), std::log(2));
  EXPECT_EQ(lossOf(1, {most, -most}, {1}).mean(), 2 * static_cast<double>(most));
  EXPECT_EQ(lossOf(1, {most, -most}, {0}).mean(), 0);
  EXPECT_EQ(lossOf(2, {5, -3}, {0, 0}).perplexity(), 1);  // of one word alone
}

TEST(LabelLoss, IsInfiniteForALabelWithoutWeightAndNaNWithoutWeights) {
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  EXPECT_NEAR(lossOf(1, {0, -infinity, 0}, {2}).mean(), std::log(2), 1e-15);
  EXPECT_EQ(lossOf(1, {0, -infinity, 0}, {1}).mean(), HUGE_VAL);
  EXPECT_EQ(lossOf(1, {-infinity, -infinity}, {1}).perplexity(), HUGE_VAL);
  for (const float bad : {infinity, nan}) {
    for (const uint32_t label : {0u, 1u, 2u}) {
      EXPECT_TRUE(std::isnan(lossOf(1, {0, bad, -infinity}, {label}).mean())) << bad << label;
      EXPECT_TRUE(std::isnan(lossOf(1, {-infinity, bad, -infinity}, {label}).mean())) << label;
    }
  }
}

}  // namespace
}  // namespace scaledot
