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

// Computes a power by repeated squaring. The result depends on base and exponent alone, so a resumed run has the bits of an
// uninterrupted one.
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
// In double, the subnormal numbers of float32 are normal.
double withoutSmall(double x, float) { return x; }
F32x4 rootOf(F32x4 x) { return squareRoot(x); }
double rootOf(double x) { return std::sqrt(x); }
// NaN stays NaN.
double larger(double most, double x) { return most >= x || most != most ? most : x; }

}  // namespace

// The constants of one step.
template <typename Number>
struct StepNumbers {
  Number factor = 1;                      // of gradients: of clipping, or -1
  Number l2 = 0;                          // of parameters that are added to gradients
  Number keep = 1;                        // of parameters, before the update
  Number rate;                            // of the update
  Number keepFirst, takeFirst = 1;        // m = keep m + take g; for sgd v = keep v + take g
  bool nesterov = false;                  // of sgd
  Number keepSecond = 0, takeSecond = 0;  // v = keep v + take g^2
  Number root = 0, epsilon = 0;           // root: 1 / sqrt(c2)
};

namespace {

template <typename Values>
struct Moments {
  Values first, second, greatest;
};

// Applies a rule to one parameter in double or to four in lanes. Returns the next parameters.
template <Update kUpdate, typename Values, typename Number>
inline Values updated(const StepNumbers<Number>& n, Values p, Values g, Moments<Values>& m) {
  g *= n.factor;
  if (n.l2 != 0) g += p * n.l2;
  m.first = withoutSmall(m.first * n.keepFirst + g * n.takeFirst, kLeastFirst);
  Values direction = m.first;
  if constexpr (kUpdate == Update::momentum) {
    if (n.nesterov) direction = g + m.first * n.keepFirst;
  } else {
    m.second = withoutSmall(m.second * n.keepSecond + g * g * n.takeSecond, kLeastSecond);
    Values second = m.second;
    if constexpr (kUpdate == Update::amsgrad) second = m.greatest = larger(m.greatest, second);
    direction /= rootOf(second) * n.root + n.epsilon;
  }
  return p * n.keep - direction * n.rate;
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

double Optimizer::step(const float* gradients, float* parameters) {
  const OptimizerConfig& c = config_;
  const double norm = gradientNorm(gradients, count_);
  const double clip = c.clip > 0 && norm > c.clip ? c.clip / norm : 1;
  if (!(norm * clip <= kMostNorm)) return norm;
  ++steps_;
  ++stateSteps_;
  const double rate = learningRateAt(c, steps_);
  const auto number = [](double x) { return static_cast<float>(x); };
  StepNumbers<float> n;
  n.factor = number(clip);
  if (c.kind == OptimizerKind::sgd) {
    n.rate = number(rate);
    n.keepFirst = number(c.momentum);
    updateAll<Update::momentum>(n, 1, gradients, parameters);
  } else {
    // beta is rounded to float32 first, so 1 - beta is exact. Rounding 1 - 0.999 instead would be off by 1e-5, relatively.
    n.keepFirst = number(c.beta1);
    n.takeFirst = 1 - n.keepFirst;
    n.keepSecond = number(c.beta2);
    n.takeSecond = 1 - n.keepSecond;
    n.rate = number(rate / (1 - wholePower(double{n.keepFirst}, stateSteps_)));
    n.root = number(1 / std::sqrt(1 - wholePower(double{n.keepSecond}, stateSteps_)));
    n.epsilon = number(c.epsilon);
    updateAll<Update::moments>(n, 1 - rate * c.weightDecay, gradients, parameters);
  }
  return norm;
}

// `decay`: the factor of parameters that decay.
template <Update kUpdate>
void Optimizer::updateAll(StepNumbers<float> numbers, double decay, const float* gradients,
                          float* parameters) {
  StepNumbers<float> decaying = numbers;
  decaying.keep = static_cast<float>(decay);
  size_t done = 0;
  for (size_t i = 0; i < spans_; ++i) {
    const size_t first = decaying_[i].first, end = first + decaying_[i].count;
    update<kUpdate>(numbers, gradients, done, first, parameters);
    update<kUpdate>(decaying, gradients, first, end, parameters);
    done = end;
  }
  update<kUpdate>(numbers, gradients, done, count_, parameters);
}

template <Update kUpdate>
void Optimizer::update(const StepNumbers<float>& n, const float* gradients, size_t begin,
                       size_t end, float* parameters) {
  constexpr bool kMoments = kUpdate == Update::moments;
  for (size_t i = begin; i < end; i += 4) {
    const size_t lanes = end - i;  // at most four are used
    Moments<F32x4> m{
        loadFirst(&first_[i], lanes, 0), kMoments ? loadFirst(&second_[i], lanes, 0) : F32x4{}, {}};
    const F32x4 p = loadFirst(parameters + i, lanes, 0), g = loadFirst(gradients + i, lanes, 0);
    storeFirst(parameters + i, lanes, updated<kUpdate>(n, p, g, m));
    storeFirst(&first_[i], lanes, m.first);
    if (kMoments) storeFirst(&second_[i], lanes, m.second);
  }
}

namespace {

StepNumbers<double> numbersOf(const StepRule& rule, bool isFirst) {
  StepNumbers<double> n;
  n.factor = rule.maximize ? -1 : 1;
  n.rate = rule.learningRate;
  const bool decoupled = rule.kind == OptimizerKind::adamw;
  (decoupled ? n.keep : n.l2) =
      decoupled ? 1 - rule.learningRate * rule.weightDecay : rule.weightDecay;
  if (rule.kind == OptimizerKind::sgd) {
    n.keepFirst = rule.momentum;
    n.takeFirst = isFirst || rule.momentum == 0 ? 1 : 1 - rule.dampening;
    n.nesterov = rule.nesterov;
    return n;
  }
  const auto steps = static_cast<uint64_t>(rule.step);
  n.keepFirst = rule.beta1;
  n.takeFirst = 1 - rule.beta1;
  n.keepSecond = rule.beta2;
  n.takeSecond = 1 - rule.beta2;
  n.rate /= 1 - wholePower(rule.beta1, steps);
  n.root = 1 / std::sqrt(1 - wholePower(rule.beta2, steps));
  n.epsilon = rule.epsilon;
  return n;
}

double at(const float* numbers, size_t i) {
  return numbers == nullptr ? 0 : static_cast<double>(numbers[i]);
}
void put(float* numbers, size_t i, double x) {
  if (numbers != nullptr) numbers[i] = static_cast<float>(x);
}

template <Update kUpdate>
void stepOf(const StepNumbers<double>& n, size_t count, const float* parameters,
            const float* gradients, const StepState& state, float* nextParameters,
            const NextState& next) {
  for (size_t i = 0; i < count; ++i) {
    Moments<double> m{at(state.first, i), at(state.second, i), at(state.greatest, i)};
    put(nextParameters, i, updated<kUpdate>(n, at(parameters, i), at(gradients, i), m));
    put(next.first, i, m.first);
    put(next.second, i, m.second);
    put(next.greatest, i, m.greatest);
  }
}

}  // namespace

void optimizerStep(const StepRule& rule, size_t count, const float* parameters,
                   const float* gradients, const StepState& state, float* nextParameters,
                   const NextState& next) {
  const StepNumbers<double> n = numbersOf(rule, state.first == nullptr);
  const auto step = rule.kind == OptimizerKind::sgd ? stepOf<Update::momentum>
                    : rule.amsgrad                  ? stepOf<Update::amsgrad>
                                                    : stepOf<Update::moments>;
  step(n, count, parameters, gradients, state, nextParameters, next);
}

}  // namespace scaledot
