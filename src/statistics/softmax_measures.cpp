#include "statistics/softmax_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/attention_block.h"
#include "attention/softmax.h"
#include "lanes/simd_math.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

size_t indexOfTop(const float* weights, size_t count) {
  size_t top = 0;
  for (size_t i = 1; i < count; ++i) top = weights[i] > weights[top] ? i : top;
  return top;
}

// Sums of the first three powers of all weights but one.
struct PowerSums {
  double first, second, third;
};
PowerSums sumsWithout(size_t left, float* weights, size_t count) {
  const float saved = weights[left];
  weights[left] = 0;  // no branch in the loops, so that they can be vectorised
  const auto weight = [=](size_t i) { return static_cast<double>(weights[i]); };
  const PowerSums sums{sum(count, weight),
                       sum(count, [=](size_t i) { return weight(i) * weight(i); }),
                       sum(count, [=](size_t i) { return weight(i) * weight(i) * weight(i); })};
  weights[left] = saved;
  return sums;
}

double jacobianNorm(double top, const PowerSums& others) {
  const double square = top * top, q = others.second;
  const double diagonal = square * (others.first * others.first + q);
  return std::sqrt(diagonal + (q * (1 + square + q) - 2 * others.third));
}

}  // namespace

SoftmaxMeasures softmaxMeasures(const float* logits, const float* weightGradient, size_t count,
                                float* weights, float* logitGradient) {
  const Axis row{1, count, 1};
  SoftmaxMeasures measures;
  softmax(logits, row, weights);
  entropy(weights, row, &measures.entropy);
  const size_t at = indexOfTop(weights, count);
  const double top = weights[at];
  const PowerSums others = sumsWithout(at, weights, count);
  measures.topWeight = weights[at];
  measures.effectiveKeys = top == 0 ? 0 : exponential(splat(measures.entropy), kSimdMath)[0];
  measures.jacobianNorm = static_cast<float>(jacobianNorm(top, others));
  measures.outputVariance = static_cast<float>(top * top + others.second);
  measures.logitGradientNorm = std::numeric_limits<float>::quiet_NaN();
  if (weightGradient != nullptr) {
    softmaxGradient(weights, weightGradient, row, logitGradient);
    measures.logitGradientNorm =
        static_cast<float>(std::sqrt(dot(logitGradient, logitGradient, count)));
  }
  return measures;
}

float logSumExp(const float* logits, size_t count) {
  const SimdMath& math = *hidden(&kSimdMath);
  F32x4 most = splat(std::numeric_limits<float>::lowest()), sum = splat(0.0f);
  for (size_t first = 0; first < count; first += kKeyBlock) {
    const size_t last = std::min(count, first + kKeyBlock);
    const F32x4 before = most;
    for (size_t i = first; i < last; ++i) most = greatest(most, splat(logits[i]));
    F32x4 evenAndOdd[2] = {};
    for (size_t i = first; i < last; ++i) {
      evenAndOdd[i % 2] += quickExponential(splat(logits[i]) - most, math);
    }
    sum = madd(sum, quickExponential(before - most, math), evenAndOdd[0] + evenAndOdd[1]);
  }
  if (sum[0] == 0) return -std::numeric_limits<float>::infinity();
  return sum[0] == sum[0] ? (most + logarithm(sum, math))[0] : sum[0];
}

}  // namespace scaledot
