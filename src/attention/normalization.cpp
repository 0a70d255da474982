// Both norms are  y = (x - center) inverse weight + bias,  center the mean or 0.
//
// The mean of a constant row is exact, because 24 bits and those of the count fit into a double.
#include "attention/normalization.h"

#include <algorithm>
#include <cmath>

#include "lanes/buffer.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

enum class Norm { layer, rms };

template <typename Term>
double mean(size_t count, Term term) {
  return count == 0 ? 0 : sum(count, term) / static_cast<double>(count);
}

struct Moments {
  double center, inverse;
};

template <Norm norm>
Moments momentsOf(const float* x, size_t count, double epsilon) {
  const double center =
      norm == Norm::layer ? mean(count, [=](size_t i) { return static_cast<double>(x[i]); }) : 0;
  const double square = mean(count, [=](size_t i) {
    const double distance = static_cast<double>(x[i]) - center;
    return distance * distance;
  });
  return {center, 1 / std::sqrt(square + epsilon)};
}

double factor(const float* weight, size_t i) {
  return weight == nullptr ? 1 : static_cast<double>(weight[i]);
}

template <Norm norm>
void normalize(const NormRows& of, const float* bias, float* y, float* centers, float* inverses) {
  const size_t count = of.count;
  const float *x = of.x, *weight = of.weight;
  for (size_t r = 0; r < of.rows; ++r, x += count, y += count) {
    const Moments row = momentsOf<norm>(x, count, of.epsilon);
    for (size_t i = 0; i < count; ++i) {
      const double normal = (static_cast<double>(x[i]) - row.center) * row.inverse;
      const double shift = bias == nullptr ? 0 : static_cast<double>(bias[i]);
      y[i] = static_cast<float>(normal * factor(weight, i) + shift);
    }
    if (centers != nullptr) centers[r] = static_cast<float>(row.center);
    if (inverses != nullptr) inverses[r] = static_cast<float>(row.inverse);
  }
}

template <Norm norm>
void rowGradient(const float* x, size_t count, const float* weight, const Moments& row,
                 const float* gradient, float* to) {
  const auto normal = [=](size_t i) {
    return (static_cast<double>(x[i]) - row.center) * row.inverse;
  };
  const auto slope = [=](size_t i) { return static_cast<double>(gradient[i]) * factor(weight, i); };
  const double level = norm == Norm::layer ? mean(count, slope) : 0;
  const double tilt = mean(count, [=](size_t i) { return (slope(i) - level) * normal(i); });
  for (size_t i = 0; i < count; ++i) {
    to[i] = static_cast<float>(row.inverse * ((slope(i) - level) - normal(i) * tilt));
  }
}

void roundTo(const double* sums, size_t count, float* to) {
  for (size_t i = 0; i < count; ++i) to[i] = static_cast<float>(sums[i]);
}

template <Norm norm>
bool gradients(const NormRows& of, const float* gradient, float* xGradient, float* weightGradient,
               float* biasGradient) {
  const size_t count = of.count;
  const float* x = of.x;
  Buffer<double> weightSums, biasSums;
  if (!weightSums.reserve(count) || !biasSums.reserve(count)) return false;
  std::fill_n(weightSums.data(), count, 0.0);
  std::fill_n(biasSums.data(), count, 0.0);
  for (size_t r = 0; r < of.rows; ++r, x += count, gradient += count) {
    const Moments row = momentsOf<norm>(x, count, of.epsilon);
    for (size_t i = 0; i < count; ++i) {
      const double g = gradient[i];
      weightSums[i] += g * ((static_cast<double>(x[i]) - row.center) * row.inverse);
      biasSums[i] += g;
    }
    if (xGradient == nullptr) continue;
    rowGradient<norm>(x, count, of.weight, row, gradient, xGradient + r * count);
  }
  if (weightGradient != nullptr) roundTo(weightSums.data(), count, weightGradient);
  if (biasGradient != nullptr) roundTo(biasSums.data(), count, biasGradient);
  return true;
}

}  // namespace

void layerNorm(const NormRows& of, const float* bias, float* y, float* mean, float* inverseStd) {
  normalize<Norm::layer>(of, bias, y, mean, inverseStd);
}

void rmsNorm(const NormRows& of, float* y, float* inverseRms) {
  normalize<Norm::rms>(of, nullptr, y, nullptr, inverseRms);
}

bool layerNormGradient(const NormRows& of, const float* gradient, float* xGradient,
                       float* weightGradient, float* biasGradient) {
  return gradients<Norm::layer>(of, gradient, xGradient, weightGradient, biasGradient);
}

bool rmsNormGradient(const NormRows& of, const float* gradient, float* xGradient,
                     float* weightGradient) {
  return gradients<Norm::rms>(of, gradient, xGradient, weightGradient, nullptr);
}

}  // namespace scaledot
