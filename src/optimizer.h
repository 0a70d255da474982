// Optimisers and learning-rate schedules, float32 parameters with the state in float32; scalars are in double and come from
// + - * / and square roots alone (cosine by simd_math.h), so that every machine gives the same bits.
//
//   sgd     v = momentum v + g                       p -= rate v              (PyTorch's form; dampening 0, no Nesterov)
//   adam    m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g^2   p -= rate (m / c1) / (sqrt(v / c2) + epsilon)   (Kingma & Ba 2015)
//   adamw   the same after p -= rate decay p for parameters that decay (Loshchilov & Hutter 2019)
//   c1 = 1 - b1^step, c2 = 1 - b2^step
//
// clip: gradients are scaled by clip / norm if their whole norm is above clip (Pascanu et al. 2013); 0: never.
#pragma once
#include <cstddef>
#include <cstdint>

#include "transformer.h"

namespace scaledot {

enum class OptimizerKind : uint32_t { sgd, adam, adamw };
enum class Schedule : uint32_t { constant, cosine };

struct OptimizerConfig {
  OptimizerKind kind = OptimizerKind::adam;
  double learningRate = 1e-3;
  double momentum = 0.9;              // sgd
  double beta1 = 0.9, beta2 = 0.999;  // adam, adamw
  double epsilon = 1e-8;
  double weightDecay = 0;  // adamw
  double clip = 1;
  // Steps of warm-up: rate learningRate step / warmup, step from 1; then constant, or half a cosine down to
  // finalRate learningRate at `steps`.
  uint32_t warmup = 0, steps = 1000;
  Schedule schedule = Schedule::constant;
  double finalRate = 0;
};

// The rate of step 1, 2, ...
double learningRateAt(const OptimizerConfig& config, uint64_t step);

// sqrt of the sum of squares, in double.
double gradientNorm(const float* gradients, size_t count);

class Optimizer {
 public:
  // False: the memory could not be had.
  [[nodiscard]] bool create(const OptimizerConfig& config, size_t count);
  // One step on all of parameters; `decay` says which spans do (offset, count, pairs). Gives the norm before clipping.
  double step(const Transformer& of, float* parameters, float* gradients);
  uint64_t steps() const;  // done
  // State for checkpoints: first and second moments (sgd: velocity, and nothing), and the step to go on from.
  float* first();
  float* second();
  void setSteps(uint64_t steps);
};

}  // namespace scaledot
