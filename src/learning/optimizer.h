// Optimizers and learning-rate schedules. Parameters and state are float32. Scalars are double and use only + - * / and
// square roots, so every machine gives the same bits.
//
//   sgd     v = momentum v + g                       p -= rate v              (PyTorch's form; dampening 0, no Nesterov)
//   adam    m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g^2   p -= rate (m / c1) / (sqrt(v / c2) + epsilon)   (Kingma & Ba 2015)
//   adamw   the same after p -= rate decay p for parameters that decay (Loshchilov & Hutter 2019)
//   c1 = 1 - b1^step, c2 = 1 - b2^step       steps counted since m and v were 0
//
// In lanes m and v become 0 if |m| < 1e-30 or v < 1e-36, because subnormal numbers would be slow.
//
// Each rule is written once, and applied by two functions: Optimizer::step() to the parameters of a model, in lanes of float32,
// and optimizerStep() to tensors, in double, with all that torch.optim has (dampening, Nesterov, decay of sgd and adam, AMSGrad).
//
// clip: gradients are scaled by clip / norm if their global norm is above clip (Pascanu et al. 2013); 0: never.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "shared/training_options.h"

namespace scaledot {

enum class OptimizerKind : uint32_t { sgd, adam, adamw };
enum class Schedule : uint32_t { constant, cosine };

struct OptimizerConfig {
  OptimizerKind kind = OptimizerKind::adam;
  double learningRate = trainingDefaults::learningRate;
  double momentum = trainingDefaults::momentum;                             // sgd
  double beta1 = trainingDefaults::beta1, beta2 = trainingDefaults::beta2;  // adam, adamw
  double epsilon = trainingDefaults::epsilon;
  double weightDecay = trainingDefaults::weightDecay;  // adamw
  double clip = trainingDefaults::clip;
  // During warm-up the rate is learningRate step / warmup, with step from 1. Then it is constant, or follows half a cosine
  // down to finalRate learningRate at `steps` (Loshchilov & Hutter 2017), and stays there.
  uint32_t warmup = trainingDefaults::warmup, steps = trainingDefaults::steps;
  Schedule schedule = Schedule::constant;
  double finalRate = trainingDefaults::finalRate;
};

// Returns the rate of step 1, 2, ...
double learningRateAt(const OptimizerConfig& config, uint64_t step);

// Returns the square root of the sum of squares, in double; finite if all gradients are.
double gradientNorm(const float* gradients, size_t count);

// Parameters first .. first + count - 1.
struct ParameterSpan {
  size_t first, count;
};

inline constexpr double kMostNorm = 1e19;

enum class Update { momentum, moments, amsgrad };
template <typename Number>
struct StepNumbers;

class Optimizer {
 public:
  // Sets the state to zeros for `count` parameters. Those in the spans decay; spans are ascending and disjoint. Returns
  // false if an allocation fails.
  [[nodiscard]] bool create(const OptimizerConfig& config, size_t count,
                            const ParameterSpan* decaying = nullptr, size_t spans = 0);

  // Makes one step of all parameters. Returns the norm of the gradients before clipping. If that is non-finite, or if it is
  // above kMostNorm after clipping, so that squares could overflow float32, nothing changes.
  double step(const float* gradients, float* parameters);
  uint64_t steps() const { return steps_; }  // done

  // The state for checkpoints: m of adam, or v of sgd; v of adam, or null for sgd; the steps since the state was 0; and the
  // steps in all, which are more if a run was resumed without its state.
  size_t size() const { return count_; }
  float* first() { return first_.data(); }
  float* second() { return second_.data(); }
  uint64_t stateSteps() const { return stateSteps_; }
  void setSteps(uint64_t steps, uint64_t stateSteps) {
    steps_ = steps;
    stateSteps_ = stateSteps;
  }

 private:
  template <Update kUpdate>
  void update(const StepNumbers<float>& numbers, const float* gradients, size_t begin, size_t end,
              float* parameters);
  template <Update kUpdate>
  void updateAll(StepNumbers<float> numbers, double decay, const float* gradients,
                 float* parameters);

  OptimizerConfig config_;
  size_t count_ = 0, spans_ = 0;
  uint64_t steps_ = 0, stateSteps_ = 0;
  Buffer<ParameterSpan> decaying_;
  Buffer<float> first_, second_;
};

// One step of torch.optim.SGD, Adam or AdamW (PyTorch 2). Sources beside those above: Sutskever et al. 2013, section 2 (Nesterov
// momentum in PyTorch's form), and Reddi, Kale & Kumar 2018, algorithm 2 (AMSGrad).
//
//   g is -g with maximize, and g + decay p for sgd and adam
//   sgd      v = g at the first step, then momentum v + (1 - dampening) g; without momentum, v = g
//            p -= rate v, or rate (g + momentum v) with nesterov
//   adam     as above; with amsgrad p takes the largest v so far in place of v
struct StepRule {
  OptimizerKind kind;
  double learningRate, momentum, dampening, beta1, beta2, epsilon, weightDecay;
  bool nesterov, amsgrad, maximize;
  double step;  // the number of this step, from 1
};

// The state of one tensor. A null input counts as 0, and a null output is not written. first of sgd is null at its first step.
// Outputs may be the inputs.
struct StepState {
  const float *first, *second, *greatest;
};
struct NextState {
  float *first, *second, *greatest;
};
void optimizerStep(const StepRule& rule, size_t count, const float* parameters,
                   const float* gradients, const StepState& state, float* nextParameters,
                   const NextState& next);

}  // namespace scaledot
