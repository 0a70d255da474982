// The training loop: draws batches of a task, steps, measures, stops where it is told to, and goes on from there.
// Deterministic: (config) alone gives the parameters after any number of steps, however the steps are cut into calls, bit for
// bit, natively and in the engines `simd` and `fallback`. step() takes no memory after its first call.
#pragma once
#include <cstddef>
#include <cstdint>

#include "optimizer.h"
#include "tasks.h"
#include "transformer.h"

namespace scaledot {

struct TrainerConfig {
  TaskConfig task;
  TransformerShape
      model;  // shapeFor(task) is applied by create(); a stack of the caller's choosing is kept where the task can do it
  OptimizerConfig optimizer;
  uint32_t batch = 32;
  uint64_t seed = 1;    // of parameters and data: streams of their own
  uint32_t every = 10;  // steps between rows of metrics; row 0 is before the first step
  uint32_t heldOut =
      128;  // examples of the held-out split that a row is measured on, the first ones
};

// A row of metrics: kMetricHead numbers, then one of each layer, then for each attention block kBlockNumbers, then for each of its
// heads kHeadNumbers. Attention's numbers are of the held-out examples (the first kProbe of them), at positions that exist.
//   head:   step, learning rate, training loss (mean since the last row; row 0: of the first batch, before its step), training accuracy (likewise),
//           held-out loss, held-out accuracy (of labels), held-out exact (of examples), gradient norm before clipping (of the last step)
//   layer:  gradient norm of the layer's parameters (of the last step; row 0: of the first batch)
//   block:  gradient norm of wq, of wk
//   head:   mean entropy of the weights over log(keys seen) (0..1; rows that see one key left out), mean top weight, variance of the
//           scores that enter the softmax, learned temperature e^t (cosine; 0 for other rules)
inline constexpr uint32_t kMetricHead = 8, kBlockNumbers = 2, kHeadNumbers = 4, kProbe = 32;

struct Evaluation {
  double loss, accuracy, exact;  // means over the examples
  uint32_t examples;
};

class Trainer {
 public:
  Trainer();
  ~Trainer();
  [[nodiscard]] bool create(const TrainerConfig& config);  // false: the memory could not be had
  // Up to n steps, not beyond config.optimizer.steps... steps() counts. False: memory (only the first call may).
  [[nodiscard]] bool step(uint32_t n);
  uint64_t steps() const;
  // A loss that is not finite: training has diverged; further steps change nothing. 0: it has not; else the step.
  uint64_t divergedAt() const;

  uint32_t metricNumbers() const;  // numbers of a row
  uint32_t metricRows() const;
  const double* metrics() const;  // [rows, numbers]

  // Held-out examples first .. first + count - 1 under a factor of every score (Transformer::setScoreFactor).
  [[nodiscard]] bool evaluate(uint32_t first, uint32_t count, double scoreFactor, Evaluation& to);
  // One example through the network as it is now: logits, weights and what comes out. Reads by transformer().
  [[nodiscard]] bool look(Split split, uint32_t index, double scoreFactor);
  // A visitor's own text (encodeText): greedy, token by token where the task has a decoder. False with empty sentence: memory.
  [[nodiscard]] bool lookAt(const char* text, size_t length, double scoreFactor, char* sentence,
                            size_t room);
  const Batch& seen()
      const;  // the one example that look() or lookAt() saw (targets are what came out, for a decoder)

  const TrainerConfig& config() const;
  Transformer& transformer();
  Optimizer& optimizer();
};

}  // namespace scaledot
