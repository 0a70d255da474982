#include "learning/optimizer.h"

#include <algorithm>
#include <cmath>

#include "lanes/simd.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

// State below these becomes 0. If gradients stay 0, it would otherwise become subnormal, which is a hundred times slower.
constexpr float kLeastFirst = 1e-30f, kLeastSecond = 1e-36f;

// By repeated squaring. The result depends on base and exponent alone, so a resumed run has the bits of an uninterrupted
// one.
double wholePower(double base, uint64_t exponent) {
  double power = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if ((exponent & 1) != 0) power *= base;
  }
  return power;
}

// (1 + cos(pi x)) / 2 = cos^2(x pi/2) for 0 <= x <= 1, exactly 1 and 0 at the ends. Uses the sine series for angles up to
// pi/4; its tenth term is below 2^-53.
double halfCosine(double x) {
  const double angle = std::min(x, 1 - x) * kHalfPi, square = angle * angle;
  double term = angle, sine = angle;
  for (double k = 2; k < 20; k += 2) {
    term *= -square / (k * (k + 1));
    sine += term;
  }
  return x < 0.5 ? 1 - sine * sine : sine * sine;
}

F32x4 withoutSmall(F32x4 x, float least) {
  const I32x4 small = (x < least) & (x > -least);
  return floatOf(bitsOf(x) & ~small);
}

}  // namespace

double learningRateAt(const OptimizerConfig& config, uint64_t step) {
  if (step <= config.warmup) {
    return config.learningRate * (static_cast<double>(step) / config.warmup);
  }
  if (config.schedule == Schedule::constant) return config.learningRate;
  const double progress = step < config.steps ? static_cast<double>(step - config.warmup) /
                                                    (config.steps - config.warmup)
                                              : 1;
  const double share = config.finalRate + (1 - config.finalRate) * halfCosine(progress);
  return config.learningRate * share;
}

double gradientNorm(const float* gradients, size_t count) {
  return std::sqrt(dot(gradients, gradients, count));
}

bool Optimizer::create(const OptimizerConfig& config, size_t count, const ParameterSpan* decaying,
                       size_t spans) {
  const bool moments = config.kind != OptimizerKind::sgd;
  if (config.kind != OptimizerKind::adamw || config.weightDecay == 0) spans = 0;
  second_ = {};
  if (!decaying_.reserve(spans) || !first_.reserve(count) || (moments && !second_.reserve(count)))
    return false;
  config_ = config;
  count_ = count;
  spans_ = spans;
  steps_ = stateSteps_ = 0;
  std::copy_n(decaying, spans, decaying_.data());
  std::fill_n(first_.data(), count, 0.0f);
  if (moments) std::fill_n(second_.data(), count, 0.0f);
  return true;
}

// The constants of one step.
struct Optimizer::Numbers {
  float clip, rate, decay;             // factors of gradients, of the update, of parameters
  float keepFirst, takeFirst;          // m = keep m + take g; for sgd v = keep v + g
  float keepSecond, takeSecond, root;  // root: 1 / sqrt(c2)
  float epsilon;
};

double Optimizer::step(const float* gradients, float* parameters) {
  const OptimizerConfig& c = config_;
  const double norm = gradientNorm(gradients, count_);
  const double clip = c.clip > 0 && norm > c.clip ? c.clip / norm : 1;
  if (!(norm * clip <= kMostNorm)) return norm;
  ++steps_;
  ++stateSteps_;
  const double rate = learningRateAt(c, steps_);
  const auto number = [](double x) { return static_cast<float>(x); };
  Numbers n{};
  n.clip = number(clip);
  n.decay = 1;
  if (c.kind == OptimizerKind::sgd) {
    n.rate = number(rate);
    n.keepFirst = number(c.momentum);
    updateAll<false>(n, 1, gradients, parameters);
  } else {
    // beta is rounded to float32 first, so 1 - beta is exact. Rounding 1 - 0.999 instead would be off by 1e-5, relatively.
    n.keepFirst = number(c.beta1);
    n.takeFirst = 1 - n.keepFirst;
    n.keepSecond = number(c.beta2);
    n.takeSecond = 1 - n.keepSecond;
    n.rate = number(rate / (1 - wholePower(double{n.keepFirst}, stateSteps_)));
    n.root = number(1 / std::sqrt(1 - wholePower(double{n.keepSecond}, stateSteps_)));
    n.epsilon = number(c.epsilon);
    updateAll<true>(n, 1 - rate * c.weightDecay, gradients, parameters);
  }
  return norm;
}

// `decay`: the factor of parameters that decay.
template <bool kMoments>
void Optimizer::updateAll(Numbers numbers, double decay, const float* gradients,
                          float* parameters) {
  Numbers decaying = numbers;
  decaying.decay = static_cast<float>(decay);
  size_t done = 0;
  for (size_t i = 0; i < spans_; ++i) {
    const size_t first = decaying_[i].first, end = first + decaying_[i].count;
    update<kMoments>(numbers, gradients, done, first, parameters);
    update<kMoments>(decaying, gradients, first, end, parameters);
    done = end;
  }
  update<kMoments>(numbers, gradients, done, count_, parameters);
}

template <bool kMoments>
void Optimizer::update(const Numbers& n, const float* gradients, size_t begin, size_t end,
                       float* parameters) {
  for (size_t i = begin; i < end; i += 4) {
    const size_t lanes = end - i;  // at most four are used
    const F32x4 g = loadFirst(gradients + i, lanes, 0) * n.clip;
    const F32x4 p = loadFirst(parameters + i, lanes, 0) * n.decay;
    const F32x4 oldFirst = loadFirst(&first_[i], lanes, 0) * n.keepFirst;
    const F32x4 first = withoutSmall(oldFirst + (kMoments ? g * n.takeFirst : g), kLeastFirst);
    storeFirst(&first_[i], lanes, first);
    F32x4 direction = first;
    if constexpr (kMoments) {
      const F32x4 oldSecond = loadFirst(&second_[i], lanes, 0) * n.keepSecond;
      const F32x4 second = withoutSmall(oldSecond + g * g * n.takeSecond, kLeastSecond);
      storeFirst(&second_[i], lanes, second);
      direction /= squareRoot(second) * n.root + n.epsilon;
    }
    storeFirst(parameters + i, lanes, p - direction * n.rate);
  }
}

}  // namespace scaledot
