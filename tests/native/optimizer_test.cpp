// Optimizers, compared with closed forms in double, and with PyTorch (fixtures/torch_optimizers.json).
#include "learning/optimizer.h"

#include <algorithm>
#include <complex>
#include <numbers>
#include <vector>

#include "json.h"
#include "tensors.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::readJson;
using testing::Tensor;

constexpr uint64_t kSteps = 250;

OptimizerConfig configOf(OptimizerKind kind, double learningRate) {
  OptimizerConfig config;
  config.kind = kind;
  config.learningRate = learningRate;
  config.clip = 0;
  return config;
}

// Returns the parameters after each step, [steps][count], with gradients gradientOf(step (from 1), parameters).
template <typename GradientOf>
std::vector<std::vector<double>> run(const OptimizerConfig& config, std::vector<float> parameters,
                                     uint64_t steps, GradientOf gradientOf,
                                     std::vector<ParameterSpan> decaying = {}) {
  Optimizer optimizer;
  EXPECT_TRUE(optimizer.create(config, parameters.size(), decaying.data(), decaying.size()));
  std::vector<std::vector<double>> all;
  for (uint64_t step = 1; step <= steps; ++step) {
    const std::vector<float> gradients = gradientOf(step, parameters);
    optimizer.step(gradients.data(), parameters.data());
    all.emplace_back(parameters.begin(), parameters.end());
  }
  EXPECT_EQ(optimizer.steps(), steps);
  return all;
}

// SGD ---------------------------------------------------------------------------------------------

// On p^2 curvature / 2 the parameter follows p' = (1 + momentum - rate curvature) p - momentum (previous p). This is a sum
// of powers of the two roots of r^2 - (1 + momentum - rate curvature) r + momentum, which are complex if it oscillates.
TEST(Sgd, OnAQuadraticIsTheSumOfPowersOfTwoRoots) {
  using Complex = std::complex<double>;
  const double rate = 0.05, start = 1.5;
  for (const double momentum : {0.0, 0.3, 0.9, 0.99}) {
    OptimizerConfig config = configOf(OptimizerKind::sgd, rate);
    config.momentum = momentum;
    const std::vector<float> curvatures{0.01f, 0.3f, 1, 4, 19, 39};
    const auto rows = run(config, std::vector<float>(curvatures.size(), start), kSteps,
                          [&](uint64_t, const std::vector<float>& p) {
                            std::vector<float> gradient(p);
                            for (size_t i = 0; i < p.size(); ++i) gradient[i] *= curvatures[i];
                            return gradient;
                          });
    for (size_t i = 0; i < curvatures.size(); ++i) {
      const double middle = (1 + momentum - rate * curvatures[i]) / 2;
      const Complex root = std::sqrt(Complex(middle * middle - momentum));
      const Complex r1 = middle + root, r2 = middle - root;
      const double first = start - rate * curvatures[i] * start;
      const Complex a = (first - r2 * start) / (r1 - r2), b = start - a;
      for (uint64_t step = 1; step <= kSteps; ++step) {
        const double n = static_cast<double>(step);
        const double expected = (a * std::pow(r1, n) + b * std::pow(r2, n)).real();
        ASSERT_NEAR(rows[step - 1][i], expected, 1e-5)
            << "momentum " << momentum << ", curvature " << curvatures[i] << ", step " << step;
      }
    }
  }
}

// Adam --------------------------------------------------------------------------------------------

TEST(Adam, OfConstantGradientsMakesEqualSteps) {
  OptimizerConfig config = configOf(OptimizerKind::adam, 0.01);
  const std::vector<float> gradient{0.5f, -0.5f, 0, 3e-4f, -200, 1e-6f, 0.1f};
  for (const double epsilon : {1e-8, 0.25}) {
    config.epsilon = epsilon;
    const auto rows =
        run(config, std::vector<float>(gradient.size(), 0), kSteps,
            [&](uint64_t, const std::vector<float>&) { return std::vector(gradient); });
    for (uint64_t step = 1; step <= kSteps; ++step) {
      for (size_t i = 0; i < gradient.size(); ++i) {
        const double g = gradient[i];
        const double expected = -0.01 * static_cast<double>(step) * g / (std::fabs(g) + epsilon);
        ASSERT_NEAR(rows[step - 1][i], expected, 2e-6 * std::fabs(expected) + 1e-9)
            << "gradient " << g << ", step " << step;
      }
    }
  }
}

// Gradients a ratio^step: both moments are sums of geometric series.
TEST(Adam, OfGeometricGradientsHasMomentsInClosedForm) {
  const std::vector<double> ratios{1, -1, 0.97, -0.9, 0.5, 1.01, -1.005};
  for (const auto& [beta1, beta2] : {std::pair{0.9, 0.999}, {0.0, 0.99}, {0.8, 0.95}}) {
    OptimizerConfig config = configOf(OptimizerKind::adam, 0.01);
    config.beta1 = beta1;
    config.beta2 = beta2;
    config.epsilon = 1e-6;
    const auto rows = run(config, std::vector<float>(ratios.size(), 0), kSteps,
                          [&](uint64_t step, const std::vector<float>&) {
                            std::vector<float> gradient;
                            for (const double ratio : ratios) {
                              const double g = 0.75 * std::pow(ratio, static_cast<double>(step));
                              gradient.push_back(static_cast<float>(g));
                            }
                            return gradient;
                          });
    // (1 - beta) sum over s = 1 .. t of beta^(t - s) factor^s, over 1 - beta^t
    const auto moment = [](double beta, double factor, double t) {
      const double series = factor * (std::pow(factor, t) - std::pow(beta, t)) / (factor - beta);
      return (1 - beta) * series / (1 - std::pow(beta, t));
    };
    for (size_t i = 0; i < ratios.size(); ++i) {
      double expected = 0;
      for (uint64_t step = 1; step <= kSteps; ++step) {
        const double t = static_cast<double>(step);
        const double m = 0.75 * moment(beta1, ratios[i], t);
        const double v = 0.75 * 0.75 * moment(beta2, ratios[i] * ratios[i], t);
        expected -= 0.01 * m / (std::sqrt(v) + 1e-6);
        ASSERT_NEAR(rows[step - 1][i], expected, 3e-6 * std::max(1.0, std::fabs(expected)))
            << "ratio " << ratios[i] << ", beta1 " << beta1 << ", step " << step;
      }
    }
  }
}

// p' = keep p - move, keep = 1 - rate decay: p = (start + move / (rate decay)) keep^step - move / (rate decay).
TEST(AdamW, DecaysOnlyItsSpansAndIndependentlyOfTheGradient) {
  OptimizerConfig config = configOf(OptimizerKind::adamw, 0.02);
  config.weightDecay = 0.5;
  const std::vector<ParameterSpan> decaying{{1, 2}, {3, 0}, {4, 5}, {11, 1}};
  const auto decays = [](size_t i) { return i == 1 || i == 2 || (i >= 4 && i < 9) || i == 11; };
  for (const double g : {0.0, 0.25}) {
    const auto rows = run(
        config, std::vector<float>(13, 1.25f), kSteps,
        [&](uint64_t, const std::vector<float>& p) {
          return std::vector<float>(p.size(), static_cast<float>(g));
        },
        decaying);
    const double move = g == 0 ? 0 : 0.02, shrink = 0.01;
    for (uint64_t step = 1; step <= kSteps; ++step) {
      const double t = static_cast<double>(step);
      for (size_t i = 0; i < 13; ++i) {
        const double expected =
            decays(i) ? (1.25 + move / shrink) * std::pow(1 - shrink, t) - move / shrink
                      : 1.25 - move * t;
        ASSERT_NEAR(rows[step - 1][i], expected, 1e-5) << "parameter " << i << ", step " << step;
      }
    }
  }
  config.kind = OptimizerKind::adam;  // has no decay
  const auto rows =
      run(config, {1.25f}, 1, [](uint64_t, const std::vector<float>&) { return std::vector{0.0f}; },
          {{0, 1}});
  EXPECT_EQ(rows[0][0], 1.25);
}

// Subnormal numbers would never become 0, because 0.9 times the smallest rounds to the smallest.
TEST(State, DecaysToZeroWithoutGradients) {
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::adam}) {
    OptimizerConfig config = configOf(kind, 0.1);
    config.beta2 = 0.9;
    Optimizer optimizer;
    ASSERT_TRUE(optimizer.create(config, 5));
    std::vector<float> parameters(5, 1), gradients{1, -1, 1e-12f, -1e-18f, 1e-25f};
    optimizer.step(gradients.data(), parameters.data());
    for (size_t i = 0; i < 4; ++i) EXPECT_NE(optimizer.first()[i], 0) << i;
    std::fill(gradients.begin(), gradients.end(), 0.0f);
    for (int step = 0; step < 900; ++step) optimizer.step(gradients.data(), parameters.data());
    for (size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(optimizer.first()[i], 0) << i;
      EXPECT_EQ(kind == OptimizerKind::adam ? optimizer.second()[i] : 0, 0) << i;
      EXPECT_TRUE(std::isfinite(parameters[i]));
    }
  }
}

// Clipping ----------------------------------------------------------------------------------------

TEST(Clipping, BeginsAboveTheNorm) {
  OptimizerConfig config = configOf(OptimizerKind::sgd, 1);
  config.momentum = 0;
  const std::vector<float> gradient{2, -4, 4, -8};  // norm 10
  const auto moved = [&](double clip) {
    config.clip = clip;
    return run(config, std::vector<float>(4, 0), 1,
               [&](uint64_t, const std::vector<float>&) { return std::vector(gradient); })[0];
  };
  const std::vector<double> whole{-2, 4, -4, 8};
  EXPECT_EQ(moved(0), whole);
  EXPECT_EQ(moved(10), whole);
  EXPECT_EQ(moved(std::nextafter(10, 11)), whole);
  EXPECT_EQ(moved(5), (std::vector<double>{-1, 2, -2, 4}));
  const auto tiny = moved(1e-3);
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(tiny[i], whole[i] * 1e-4, 1e-10);
  config.clip = std::nextafter(10, 9);
  Optimizer optimizer;
  ASSERT_TRUE(optimizer.create(config, 4));
  float parameters[4] = {};
  EXPECT_EQ(optimizer.step(gradient.data(), parameters), 10);  // before clipping
}

TEST(Clipping, NormIncludesAllNumbersLargeAndSmall) {
  for (const float size : {1e-30f, 1.0f, 1e30f}) {
    for (size_t count = 0; count < 14; ++count) {
      const Tensor normals = Tensor::normals(count + 1, count);
      Tensor gradients = Tensor::of(std::vector<float>(count, 0));
      double squares = 0;
      for (size_t i = 0; i < count; ++i) {
        gradients[i] = size * const_cast<Tensor&>(normals)[i];
        squares += static_cast<double>(gradients[i]) * static_cast<double>(gradients[i]);
      }
      EXPECT_NEAR(gradientNorm(gradients.data(), count), std::sqrt(squares),
                  1e-14 * std::sqrt(squares));
    }
  }
}

TEST(Steps, WithNonFiniteGradientsChangeNothing) {
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::adamw}) {
    Optimizer optimizer;
    ASSERT_TRUE(optimizer.create(configOf(kind, 0.1), 3));
    std::vector<float> parameters{1, 2, 3};
    const float once[] = {1, -1, 0.5f};
    optimizer.step(once, parameters.data());
    const std::vector<float> before = parameters;
    const std::vector<float> first(optimizer.first(), optimizer.first() + 3);
    for (const float bad : {std::numeric_limits<float>::infinity(), NAN}) {
      const float gradients[] = {1, bad, 1};
      EXPECT_FALSE(std::isfinite(optimizer.step(gradients, parameters.data())));
      EXPECT_EQ(parameters, before);
      EXPECT_EQ(std::vector<float>(optimizer.first(), optimizer.first() + 3), first);
      EXPECT_EQ(optimizer.steps(), 1u);
    }
  }
}

TEST(Steps, WithGradientsWhoseSquaresOverflowChangeNothingUnlessClipped) {
  const float gradients[] = {1, 1e20f, 1};
  for (const double clip : {0.0, 1.0}) {
    OptimizerConfig config = configOf(OptimizerKind::adam, 0.1);
    config.clip = clip;
    Optimizer optimizer;
    ASSERT_TRUE(optimizer.create(config, 3));
    std::vector<float> parameters{1, 2, 3};
    EXPECT_GT(optimizer.step(gradients, parameters.data()), kMostNorm);
    EXPECT_EQ(optimizer.steps(), clip > 0 ? 1u : 0u);
    EXPECT_EQ(parameters[1] == 2, clip == 0);
    EXPECT_TRUE(std::isfinite(optimizer.second()[1]));
  }
}

// Steps of tensors --------------------------------------------------------------------------------

StepRule ruleOf(OptimizerKind kind) {
  StepRule rule{};
  rule.kind = kind;
  rule.learningRate = 0.01;
  rule.momentum = 0.9;
  rule.beta1 = 0.9;
  rule.beta2 = 0.999;
  rule.epsilon = 1e-8;
  return rule;
}

// Both functions apply the same rules, one in lanes and one in double.
TEST(OptimizerStep, IsThatOfTheTrainer) {
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::adam, OptimizerKind::adamw}) {
    StepRule rule = ruleOf(kind);
    OptimizerConfig config = configOf(kind, rule.learningRate);
    rule.weightDecay = config.weightDecay = kind == OptimizerKind::adamw ? 0.1 : 0;
    for (size_t count = 1; count <= 9; ++count) {
      const ParameterSpan all{0, count};
      Optimizer trainer;
      ASSERT_TRUE(trainer.create(config, count, &all, 1));
      Tensor parameters = Tensor::normals(count, 1), theirs = Tensor::of(parameters.floats());
      Tensor first(count), second(count);
      const bool isSgd = kind == OptimizerKind::sgd;
      for (int step = 1; step <= 50; ++step) {
        Tensor g = Tensor::normals(count, static_cast<uint64_t>(step) + 2);
        rule.step = step;
        const bool begins = step == 1;
        optimizerStep(
            rule, count, parameters.data(), g.data(),
            {begins ? nullptr : first.data(), begins || isSgd ? nullptr : second.data(), nullptr},
            parameters.data(), {first.data(), isSgd ? nullptr : second.data(), nullptr});
        trainer.step(g.data(), theirs.data());
        for (size_t i = 0; i < count; ++i) {
          EXPECT_NEAR(parameters[i], theirs[i], 2e-6) << "step " << step;
          EXPECT_NEAR(first[i], trainer.first()[i], 1e-5 * (1 + std::fabs(first[i])));
        }
      }
    }
  }
}

TEST(OptimizerStep, OfAmsgradTakesTheLargestSecondMoment) {
  StepRule rule = ruleOf(OptimizerKind::adam);
  rule.amsgrad = true;
  rule.beta1 = 0;
  rule.beta2 = 0.5;
  rule.epsilon = 0;
  float p = 0, first = 0, second = 0, greatest = 0;
  double v = 0, most = 0, expected = 0;
  const float gradients[] = {4, 0.5f, 0.25f, 3, 0.125f};
  for (int step = 1; step <= 5; ++step) {
    const double g = gradients[step - 1];
    rule.step = step;
    optimizerStep(rule, 1, &p, &gradients[step - 1], {&first, &second, &greatest}, &p,
                  {&first, &second, &greatest});
    v = 0.5 * v + 0.5 * g * g;
    most = std::max(most, v);
    expected -= 0.01 * g / std::sqrt(most / (1 - std::pow(0.5, step)));
    EXPECT_NEAR(p, expected, 1e-7);
    EXPECT_NEAR(greatest, most, 1e-6 * most);
  }
}

TEST(OptimizerStep, GoesUpWhereItMaximizes) {
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::adam, OptimizerKind::adamw}) {
    StepRule rule = ruleOf(kind);
    rule.step = 1;
    const float g = 0.5f, start = 1;
    float down = 0, up = 0, first, second;
    optimizerStep(rule, 1, &start, &g, {}, &down, {&first, &second, nullptr});
    rule.maximize = true;
    optimizerStep(rule, 1, &start, &g, {}, &up, {&first, &second, nullptr});
    EXPECT_LT(down, 1);
    EXPECT_NEAR(up - 1, 1 - down, 1e-7);
    EXPECT_LT(first, 0);
  }
}

// Schedules ---------------------------------------------------------------------------------------

TEST(LearningRate, RisesEvenlyAndStays) {
  OptimizerConfig config = configOf(OptimizerKind::sgd, 0.5);
  EXPECT_EQ(learningRateAt(config, 1), 0.5);
  config.warmup = 4;
  const double expected[] = {0.125, 0.25, 0.375, 0.5, 0.5, 0.5};
  for (uint64_t step = 1; step <= 6; ++step) {
    EXPECT_EQ(learningRateAt(config, step), expected[step - 1]);
  }
  EXPECT_EQ(learningRateAt(config, 1000), 0.5);
  EXPECT_EQ(learningRateAt(config, 5000), 0.5);
}

TEST(LearningRate, FallsAlongHalfACosine) {
  OptimizerConfig config = configOf(OptimizerKind::sgd, 0.25);
  config.schedule = Schedule::cosine;
  for (const uint32_t warmup : {0u, 7u, 50u}) {
    for (const double finalRate : {0.0, 0.1, 1.0}) {
      config.warmup = warmup;
      config.finalRate = finalRate;
      config.steps = 350;
      for (uint64_t step = warmup + 1; step <= 350; ++step) {
        const double progress = static_cast<double>(step - warmup) / (350 - warmup);
        const double cosine = (1 + std::cos(std::numbers::pi * progress)) / 2;
        const double expected = 0.25 * (finalRate + (1 - finalRate) * cosine);
        EXPECT_NEAR(learningRateAt(config, step), expected, 1e-15) << "step " << step;
      }
      if (warmup > 0) {
        EXPECT_EQ(learningRateAt(config, warmup), 0.25);
      }
      EXPECT_EQ(learningRateAt(config, 350), 0.25 * finalRate);
      EXPECT_EQ(learningRateAt(config, 351), 0.25 * finalRate);
      EXPECT_EQ(learningRateAt(config, uint64_t{1} << 40), 0.25 * finalRate);
    }
  }
}

TEST(LearningRate, IsLinearIfTheWarmUpNeverEnds) {
  OptimizerConfig config = configOf(OptimizerKind::sgd, 0.25);
  config.schedule = Schedule::cosine;
  config.warmup = config.steps = 8;
  EXPECT_EQ(learningRateAt(config, 4), 0.125);
  EXPECT_EQ(learningRateAt(config, 8), 0.25);
  EXPECT_EQ(learningRateAt(config, 9), 0);
}

TEST(LearningRate, IsThatOfTheStepThatIsTaken) {
  OptimizerConfig config = configOf(OptimizerKind::sgd, 1);
  config.momentum = 0;
  config.warmup = 4;
  const auto rows = run(config, {0}, 5,
                        [](uint64_t, const std::vector<float>&) { return std::vector<float>{-1}; });
  const double expected[] = {0.25, 0.75, 1.5, 2.5, 3.5};
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(rows[i][0], expected[i]);
}

// Bits --------------------------------------------------------------------------------------------

const OptimizerKind kKinds[] = {OptimizerKind::sgd, OptimizerKind::adam, OptimizerKind::adamw};

TEST(Steps, OfARunThatWasResumedHaveTheSameBits) {
  for (const OptimizerKind kind : kKinds) {
    OptimizerConfig config = configOf(kind, 0.02);
    config.weightDecay = 0.1;
    config.clip = 3;
    config.schedule = Schedule::cosine;
    config.warmup = 5;
    config.steps = 200;
    const size_t count = 13;
    const ParameterSpan decaying[] = {{2, 7}};
    Optimizer whole, resumed;
    ASSERT_TRUE(whole.create(config, count, decaying, 1));
    Tensor p = Tensor::normals(count, 1);
    Tensor other = Tensor::of(std::vector<float>(count, 0));
    for (uint64_t step = 0; step < kSteps; ++step) {
      Tensor gradients = Tensor::normals(count, 2 + step);
      whole.step(gradients.data(), p.data());
      if (step == 100) {
        ASSERT_TRUE(resumed.create(config, count, decaying, 1));
        std::copy_n(p.data(), count, other.data());
        std::copy_n(whole.first(), count, resumed.first());
        if (kind != OptimizerKind::sgd) std::copy_n(whole.second(), count, resumed.second());
        resumed.setSteps(whole.steps(), whole.steps());
      } else if (step > 100) {
        resumed.step(gradients.data(), other.data());
      }
    }
    EXPECT_EQ(p.floats(), other.floats());
  }
}

// For any number of parameters, any index, and any decaying neighbours.
TEST(Steps, OfAParameterDoNotDependOnItsIndex) {
  for (const OptimizerKind kind : kKinds) {
    OptimizerConfig config = configOf(kind, 0.02);
    config.weightDecay = 0.1;
    for (size_t count = 1; count < 14; ++count) {
      Tensor gradients = Tensor::normals(count, 1), p = Tensor::normals(count, 2);
      std::vector<float> alone = p.floats();
      const ParameterSpan decaying[] = {{0, count / 2}};
      Optimizer all;
      ASSERT_TRUE(all.create(config, count, decaying, 1));
      for (int step = 0; step < 3; ++step) all.step(gradients.data(), p.data());
      for (size_t i = 0; i < count; ++i) {
        const ParameterSpan itself[] = {{0, i < count / 2}};
        Optimizer one;
        ASSERT_TRUE(one.create(config, 1, itself, 1));
        for (int step = 0; step < 3; ++step) one.step(gradients.data() + i, &alone[i]);
        EXPECT_PRED2(testing::sameBits, alone[i], p[i]) << "parameter " << i << " of " << count;
      }
    }
  }
}

// PyTorch -----------------------------------------------------------------------------------------

// The same as in fixtures/torch_optimizers.py.
class Eighths {
 public:
  std::vector<float> next(size_t count) {
    std::vector<float> all(count);
    for (float& x : all) {
      state_ = state_ * 1664525u + 1013904223u;
      x = static_cast<float>(static_cast<int>((state_ >> 8) % 17) - 8) / 8;
    }
    return all;
  }

 private:
  uint32_t state_ = 1;
};

OptimizerConfig read(const testing::Json& from) {
  const std::string kind = from["kind"].text;
  OptimizerConfig config = configOf(kind == "sgd"    ? OptimizerKind::sgd
                                    : kind == "adam" ? OptimizerKind::adam
                                                     : OptimizerKind::adamw,
                                    from["learningRate"].number);
  const std::pair<const char*, double*> numbers[] = {
      {"momentum", &config.momentum},
      {"beta1", &config.beta1},
      {"beta2", &config.beta2},
      {"epsilon", &config.epsilon},
      {"weightDecay", &config.weightDecay},
      {"clip", &config.clip},
      {"finalRate", &config.finalRate},
  };
  for (const auto& [name, number] : numbers) {
    if (from.has(name)) *number = from[name].number;
  }
  if (from.has("warmup")) config.warmup = static_cast<uint32_t>(from["warmup"].number);
  if (from.has("steps")) config.steps = static_cast<uint32_t>(from["steps"].number);
  if (from.has("schedule")) config.schedule = Schedule::cosine;
  return config;
}

TEST(PyTorch, MakesTheSameSteps) {
  const testing::Json stored = readJson("tests/native/fixtures/torch_optimizers.json");
  const auto count = static_cast<size_t>(stored["count"].number);
  const std::vector<double> steps = stored["kept"].numbers(), span = stored["decaying"].numbers();
  ASSERT_EQ(span.size(), 2u);
  ASSERT_EQ(stored["cases"].list.size(), 8u);
  for (const testing::Json& one : stored["cases"].list) {
    Eighths drawn;
    const std::vector<float> start = drawn.next(count);
    const auto rows = run(read(one["config"]), start, static_cast<uint64_t>(steps.back()),
                          [&](uint64_t, const std::vector<float>&) { return drawn.next(count); },
                          {{static_cast<size_t>(span[0]), static_cast<size_t>(span[1])}});
    for (size_t row = 0; row < steps.size(); ++row) {
      const std::vector<double> expected = one["rows"].list[row].numbers();
      ASSERT_EQ(expected.size(), count);
      for (size_t i = 0; i < count; ++i) {
        EXPECT_NEAR(rows[static_cast<size_t>(steps[row]) - 1][i], expected[i], 3e-6)
            << one["config"]["kind"].text << ", step " << steps[row] << ", parameter " << i;
      }
    }
  }
}

}  // namespace
}  // namespace scaledot
