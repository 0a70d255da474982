#include "learning/layers.h"

#include <algorithm>

#include "lanes/simd.h"
#include "lanes/simd_math.h"

namespace scaledot {
namespace {

constexpr float kInfinity = __builtin_inff();

Matrix rowMajor(const float* data, uint32_t columns) { return {data, columns, 1}; }
Matrix transposed(const float* data, uint32_t columns) { return {data, 1, columns}; }

// to[c] = sum of x[i][c] over the rows, in order. A strip's sums stay in registers.
template <uint32_t vectors>
void sumStrip(const float* x, uint32_t rows, size_t columns, float* to) {
  F32x4 sums[vectors] = {};
  for (uint32_t i = 0; i < rows; ++i, x += columns) {
    for (uint32_t v = 0; v < vectors; ++v) sums[v] += load(x + 4 * v);
  }
  for (uint32_t v = 0; v < vectors; ++v) store(to + 4 * v, sums[v]);
}

void sumRows(const float* x, uint32_t rows, uint32_t columns, float* to) {
  uint32_t c = 0;
  for (; c + 32 <= columns; c += 32) sumStrip<8>(x + c, rows, columns, to + c);
  for (; c + 4 <= columns; c += 4) sumStrip<1>(x + c, rows, columns, to + c);
  for (; c < columns; ++c) {
    float sum = 0;
    for (size_t i = 0; i < rows; ++i) sum += x[i * columns + c];
    to[c] = sum;
  }
}

// Calls work(at, count) for every four numbers, and for the rest.
template <typename Work>
inline void forLanes(size_t count, Work work) {
  size_t at = 0;
  for (; at + 4 <= count; at += 4) work(at, size_t{4});
  if (at < count) work(at, count - at);
}

// x sigmoid(2 u) is 0.5 x (1 + tanh u), without cancellation where tanh is near -1.
//   p = e^-2|u|;  sigmoid(2 u) = (u < 0 ? p : 1) / (1 + p);  d sigmoid(2 u) / du = 2 p / (1 + p)^2
struct Gelu {
  F32x4 inner, cubic;  // 2 sqrt(2 / pi), and that times 0.044715
  SimdMath math;

  Gelu() : inner(splat(1.59576912f)), cubic(splat(0.0713548163f)), math(*hidden(&kSimdMath)) {}

  struct Sigmoid {
    F32x4 value, slope;
  };
  // Beyond +-16 the function no longer changes, and cubes could overflow. NaN stays NaN.
  static F32x4 bounded(F32x4 x) { return least(greatest(x, splat(-16.0f)), splat(16.0f)); }
  Sigmoid sigmoid(F32x4 x) const {
    const F32x4 twice = x * madd(x * x, cubic, inner);
    const I32x4 sign = splat(int32_t{INT32_MIN});
    const F32x4 p = exponentialOfNegative(floatOf(bitsOf(twice) | sign), math);
    const F32x4 inverse = 1.0f / (1.0f + p);
    return {select(twice < 0.0f, p, splat(1.0f)) * inverse, p * inverse * inverse};
  }
  F32x4 value(F32x4 x) const { return x * sigmoid(bounded(x)).value; }
  F32x4 slope(F32x4 anywhere) const {
    const F32x4 x = bounded(anywhere);
    const Sigmoid s = sigmoid(x);
    return madd(x * s.slope, madd(x * x, cubic * 3.0f, inner), s.value);
  }
};

}  // namespace

bool dense(const Dense& layer, uint32_t rows, const float* x, bool add, float* y,
           ProductWork& work) {
  return multiply(rows, layer.in, layer.out, rowMajor(x, layer.in),
                  rowMajor(layer.weight, layer.out), layer.bias, add, y, layer.out, work);
}

bool denseGradient(const Dense& layer, uint32_t rows, const float* x, const float* yGradient,
                   const DenseGradients& to, ProductWork& work) {
  const uint32_t in = layer.in, out = layer.out;
  if (to.x != nullptr &&
      !multiply(rows, out, in, rowMajor(yGradient, out), transposed(layer.weight, out), nullptr,
                to.add, to.x, in, work)) {
    return false;
  }
  if (to.weight != nullptr && !multiply(in, rows, out, transposed(x, in), rowMajor(yGradient, out),
                                        nullptr, false, to.weight, out, work)) {
    return false;
  }
  if (to.bias != nullptr) sumRows(yGradient, rows, out, to.bias);
  return true;
}

void activate(Activation activation, const float* x, size_t count, float* y) {
  if (activation == Activation::relu) {
    return forLanes(count, [=](size_t at, size_t lanes) {
      storeFirst(y + at, lanes, greatest(loadFirst(x + at, lanes, 0), splat(0.0f)));
    });
  }
  const Gelu gelu;
  forLanes(count, [&](size_t at, size_t lanes) {
    storeFirst(y + at, lanes, gelu.value(loadFirst(x + at, lanes, 0)));
  });
}

void activateGradient(Activation activation, const float* x, const float* yGradient, size_t count,
                      float* xGradient) {
  if (activation == Activation::relu) {
    return forLanes(count, [=](size_t at, size_t lanes) {
      const F32x4 gradient = loadFirst(yGradient + at, lanes, 0);
      storeFirst(xGradient + at, lanes,
                 select(loadFirst(x + at, lanes, 0) > 0.0f, gradient, splat(0.0f)));
    });
  }
  const Gelu gelu;
  forLanes(count, [&](size_t at, size_t lanes) {
    storeFirst(xGradient + at, lanes,
               loadFirst(yGradient + at, lanes, 0) * gelu.slope(loadFirst(x + at, lanes, 0)));
  });
}

void rowNorm(const RowNorm& norm, uint32_t rows, const float* x, float* y, float* mean,
             float* inverseStd) {
  const uint32_t width = norm.width;
  const float perWidth = 1.0f / static_cast<float>(width);
  for (uint32_t i = 0; i < rows; ++i, x += width, y += width) {
    F32x4 sum{}, squares{};
    forLanes(width, [&](size_t at, size_t lanes) { sum += loadFirst(x + at, lanes, 0); });
    const float center = sumOf(sum) * perWidth;
    forLanes(width, [&](size_t at, size_t lanes) {
      const F32x4 distance = loadFirst(x + at, lanes, center) - center;
      squares = madd(distance, distance, squares);
    });
    const float inverse = 1 / __builtin_sqrtf(sumOf(squares) * perWidth + kNormEpsilon);
    forLanes(width, [&](size_t at, size_t lanes) {
      const F32x4 normal = (loadFirst(x + at, lanes, 0) - center) * inverse;
      const F32x4 bias = loadFirst(norm.bias + at, lanes, 0);
      storeFirst(y + at, lanes, madd(normal, loadFirst(norm.weight + at, lanes, 0), bias));
    });
    mean[i] = center;
    inverseStd[i] = inverse;
  }
}

// With n = (x - mean) inverseStd and h = yGradient weight:  inverseStd (h - mean of h - n mean of h n)
void rowNormGradient(const RowNorm& norm, uint32_t rows, const float* x, const float* mean,
                     const float* inverseStd, const float* yGradient, bool add, float* xGradient,
                     float* weightGradient, float* biasGradient) {
  const uint32_t width = norm.width;
  const float perWidth = 1.0f / static_cast<float>(width);
  std::fill_n(weightGradient, width, 0.0f);
  std::fill_n(biasGradient, width, 0.0f);
  for (uint32_t i = 0; i < rows; ++i, x += width, yGradient += width, xGradient += width) {
    const float center = mean[i], inverse = inverseStd[i];
    const auto normal = [=](size_t at, size_t lanes) {
      return (loadFirst(x + at, lanes, center) - center) * inverse;
    };
    const auto slope = [=](size_t at, size_t lanes) {
      return loadFirst(yGradient + at, lanes, 0) * loadFirst(norm.weight + at, lanes, 0);
    };
    F32x4 slopes{}, tilts{};
    forLanes(width, [&](size_t at, size_t lanes) {
      const F32x4 gradient = loadFirst(yGradient + at, lanes, 0), n = normal(at, lanes);
      const F32x4 h = slope(at, lanes);
      slopes += h;
      tilts = madd(h, n, tilts);
      storeFirst(biasGradient + at, lanes, loadFirst(biasGradient + at, lanes, 0) + gradient);
      storeFirst(weightGradient + at, lanes,
                 madd(gradient, n, loadFirst(weightGradient + at, lanes, 0)));
    });
    const float level = sumOf(slopes) * perWidth, tilt = sumOf(tilts) * perWidth;
    forLanes(width, [&](size_t at, size_t lanes) {
      F32x4 gradient = (slope(at, lanes) - level - normal(at, lanes) * tilt) * inverse;
      if (add) gradient = loadFirst(xGradient + at, lanes, 0) + gradient;
      storeFirst(xGradient + at, lanes, gradient);
    });
  }
}

void embed(uint32_t rows, uint32_t length, uint32_t width, const uint32_t* tokens,
           const float* tokenEmbedding, const float* positionEmbedding, float* y) {
  for (uint32_t i = 0; i < rows; ++i, y += width) {
    const float* token = tokenEmbedding + size_t{tokens[i]} * width;
    const float* position = positionEmbedding + size_t{i % length} * width;
    forLanes(width, [=](size_t at, size_t lanes) {
      storeFirst(y + at, lanes,
                 loadFirst(token + at, lanes, 0) + loadFirst(position + at, lanes, 0));
    });
  }
}

void embedGradient(uint32_t rows, uint32_t length, uint32_t width, const uint32_t* tokens,
                   const float* yGradient, float* tokenGradient, float* positionGradient) {
  for (uint32_t i = 0; i < rows; ++i, yGradient += width) {
    for (float* to : {tokenGradient + size_t{tokens[i]} * width,
                      positionGradient + size_t{i % length} * width}) {
      forLanes(width, [=](size_t at, size_t lanes) {
        storeFirst(to + at, lanes,
                   loadFirst(to + at, lanes, 0) + loadFirst(yGradient + at, lanes, 0));
      });
    }
  }
}

uint32_t largestOf(const float* x, uint32_t count) {
  uint32_t best = 0;
  for (uint32_t c = 1; c < count; ++c) {
    if (x[c] > x[best]) best = c;
  }
  return best;
}

namespace {

float largestValue(const float* x, uint32_t count) {
  F32x4 most = splat(-kInfinity);
  forLanes(count, [&](size_t at, size_t lanes) {
    most = greatest(most, loadFirst(x + at, lanes, -kInfinity));
  });
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

// Returns the sum of e^(x - most). Writes the terms to `to` unless it is null.
float sumOfPowers(const float* x, uint32_t count, float most, const SimdMath& math, float* to) {
  F32x4 sum{};
  forLanes(count, [&](size_t at, size_t lanes) {
    const F32x4 power = exponentialOfNegative(loadFirst(x + at, lanes, -kInfinity) - most, math);
    sum += power;
    if (to != nullptr) storeFirst(to + at, lanes, power);
  });
  return sumOf(sum);
}

}  // namespace

Loss crossEntropy(uint32_t rows, uint32_t classes, const float* logits, const uint32_t* labels,
                  float* logitGradient, uint8_t* rowRight) {
  const SimdMath math = *hidden(&kSimdMath);
  Loss loss{0, 0, 0};
  for (uint32_t i = 0; i < rows; ++i) loss.labels += labels[i] != kNoLabel;
  const float share = loss.labels == 0 ? 0 : 1 / static_cast<float>(loss.labels);
  for (uint32_t i = 0; i < rows; ++i, logits += classes) {
    const uint32_t label = labels[i];
    float* const gradient =
        logitGradient == nullptr ? nullptr : logitGradient + size_t{i} * classes;
    if (label == kNoLabel) {
      if (gradient != nullptr) std::fill_n(gradient, classes, 0.0f);
      if (rowRight != nullptr) rowRight[i] = 1;
      continue;
    }
    const bool right = largestOf(logits, classes) == label;
    const float most = largestValue(logits, classes), ofLabel = logits[label];
    const float sum = sumOfPowers(logits, classes, most, math, gradient);
    // The sum is at least 1 or NaN, and logarithm() does not handle NaN.
    const float log = sum >= 1 ? logarithm(splat(sum), math)[0] : sum;
    loss.sum += static_cast<double>(most) - static_cast<double>(ofLabel) + static_cast<double>(log);
    loss.right += right;
    if (rowRight != nullptr) rowRight[i] = right;
    if (gradient == nullptr) continue;
    const float factor = share / sum;
    forLanes(classes, [=](size_t at, size_t lanes) {
      storeFirst(gradient + at, lanes, loadFirst(gradient + at, lanes, 0) * factor);
    });
    gradient[label] -= share;
  }
  return loss;
}

void softmaxRow(uint32_t classes, const float* logits, float* to) {
  const SimdMath math = *hidden(&kSimdMath);
  const float sum = sumOfPowers(logits, classes, largestValue(logits, classes), math, to);
  for (uint32_t c = 0; c < classes; ++c) to[c] /= sum;
}

}  // namespace scaledot
