#include "network/label_loss.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "lanes/simd.h"
#include "lanes/simd_math.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

// log x, 1 <= x < 2^32. The error of the lanes, at most 2^-19, is log(1 + rest), and is added. roundedLog() is not used,
// because it would then be in the part of the engine that runs attention (scripts/parts.mjs).
double logarithmOf(double x) {
  const F32x4 lanes = logarithm(splat(static_cast<float>(x)), *hidden(&kSimdMath));
  const double near = lanes[0];
  const double rest = x * std::exp(-near) - 1;
  return near + rest * (1 - rest / 2);
}

double lossOfRow(uint32_t vocabulary, const float* logits, uint32_t label) {
  const auto logit = [=](size_t j) { return static_cast<double>(logits[j]); };
  double most = kMinusInfinity;
  for (uint32_t j = 0; j < vocabulary; ++j) most = logit(j) > most ? logit(j) : most;
  if (most == kMinusInfinity) most = 0;  // every logit is -infinity or NaN
  const double total = sum(vocabulary, [=](size_t j) { return std::exp(logit(j) - most); });
  // total is 0 or NaN: the row's loss is infinite or NaN.
  return (total > 0 ? logarithmOf(total) : total) + (most - logit(label));
}

}  // namespace

double LabelLoss::perplexity() const { return std::exp(mean()); }

void addRows(uint32_t rows, uint32_t vocabulary, const float* logits, const uint32_t* labels,
             LabelLoss& to) {
  for (uint32_t i = 0; i < rows; ++i) {
    to.sum += lossOfRow(vocabulary, logits + size_t{i} * vocabulary, labels[i]);
  }
  to.rows += rows;
}

}  // namespace scaledot
