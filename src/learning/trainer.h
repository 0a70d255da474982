// The training loop: draws batches of a task, steps, measures, and can stop and resume anywhere. It is deterministic: the
// parameters and metrics after any number of steps depend on the configuration alone, bit for bit, natively and in the
// engines `simd` and `fallback`. They do not depend on how the steps are split into calls, or on other calls in between.
// step() allocates nothing after its first call.
//
// Step s (from 1) learns from examples (s - 1) batch .. s batch - 1 of the training split. A non-finite loss, gradient or
// metric ends the run: it has diverged. The parameters stay those of the last step, and no row is added.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "learning/optimizer.h"
#include "learning/tasks.h"
#include "learning/transformer.h"
#include "shared/training_options.h"

namespace scaledot {

// create() applies shapeFor(task) to `model`, which keeps the caller's stack if the task supports it. Training ends after
// optimizer.steps.
struct TrainerConfig {
  TaskConfig task;
  TransformerShape model;
  OptimizerConfig optimizer;
  uint32_t batch = trainingDefaults::batch;
  uint64_t seed = trainingDefaults::seed;    // of parameters and data, in separate streams
  uint32_t every = trainingDefaults::every;  // steps between rows of metrics
  // A row is measured on this many held-out examples, the first ones.
  uint32_t heldOut = trainingDefaults::heldOut;
};

// Rows of metrics. The first step adds row 0, for the parameters before it. Further rows are added after every `every` steps
// and after the last. A row has kMetricHead numbers, then one for each layer (ParameterEntry), then for each attention block
// kBlockNumbers, and for each of its heads kHeadNumbers. All are finite. Attention is measured on the first kProbe held-out
// examples (all, if there are fewer), without padding.
//   head:   step, learning rate (row 0: of the first step), training loss (mean over the labels since the last row; row 0: of the first
//           batch), training accuracy (the same labels), held-out loss, held-out accuracy (of labels), held-out exact (of examples),
//           gradient norm before clipping (of the last step; row 0: of the first)
//   layer:  gradient norm of the parameters of the layer (same step)
//   block:  gradient norm of wq, of wk (same step)
//   head:   mean over the queries of the entropy of the weights over log(visible keys) (0..1; queries that see one key are left out; 0
//           if all do), mean of the largest weight, variance of all scores that enter the softmax, and the learned factor e^t (cosine; 0
//           for other rules)
inline constexpr uint32_t kMetricHead = 8, kBlockNumbers = 2, kHeadNumbers = 4, kProbe = 32;

// Sums over examples, so that parts of an evaluation can be added.
struct Evaluation {
  double loss = 0;  // over labels
  uint32_t labels = 0, right = 0, exact = 0, examples = 0;
};

class Trainer {
 public:
  [[nodiscard]] bool create(const TrainerConfig& config);  // false if an allocation fails
  // Makes up to n steps, none beyond config().optimizer.steps and none after a divergence. Returns false if an allocation
  // fails, which can only happen in the first call.
  [[nodiscard]] bool step(uint32_t n);
  uint64_t steps() const { return optimizer_.steps(); }  // done
  uint64_t divergedAt() const { return divergedAt_; }    // the step that diverged; 0: none

  uint32_t metricNumbers() const { return metricNumbers_; }  // of a row
  uint32_t metricRows() const { return metricRows_; }
  const double* metrics() const { return metrics_.data(); }  // [rows, numbers]

  // Evaluates held-out examples first .. first + count - 1 with a factor of every score (Transformer::setScoreFactor). A
  // decoder reads the labels before each answer (teacher forcing). `exact` is the same as for the model's own answers,
  // because these differ only after a wrong one. Adds to `to`. Slices add up to the bits of the whole if all but the last
  // are multiples of kProbe. Returns false if an allocation fails.
  [[nodiscard]] bool evaluate(uint32_t first, uint32_t count, double scoreFactor, Evaluation& to);
  // Runs one example through the current network. A decoder reads its own answers, the tokens of the largest logits, instead
  // of the labels. Until the next call, transformer() has the logits, answers (bestToken(0, position)) and attention, and
  // seen() has the input.
  [[nodiscard]] bool look(Split split, uint64_t index, double scoreFactor);
  // Does the same for a visitor's text (encodeText). Returns false with an empty sentence if an allocation fails.
  [[nodiscard]] bool lookAt(const char* text, size_t length, double scoreFactor, char* sentence,
                            size_t capacity);
  const Batch& seen() const { return batch_; }
  // The task text: the network's predictions after each character of a text of any length, and the loss of each character,
  // -log of its probability. A character further than `size` from the start has at least size / 2 characters of context.
  // Texts are refused as by lookAt().
  struct Reading {
    uint32_t* tokens;      // these arrays have room for a token for each byte
    float* probabilities;  // [tokens, vocabulary]
    double* losses;        // of each character but the first
    uint32_t count;        // number of tokens
    double loss;           // mean of `losses`; 0 if there is none
    double perplexity;     // e^loss, in float32
  };
  [[nodiscard]] bool read(const char* text, size_t length, double scoreFactor, Reading& to,
                          Text& sentence);

  // Sets the text of the task `text`, for a trainer loaded from a checkpoint.
  void setProse(const Prose& prose) { config_.task.prose = prose; }

  const TrainerConfig& config() const { return config_; }  // with the model of create()
  Transformer& transformer() { return transformer_; }
  Optimizer& optimizer() { return optimizer_; }

  // Sums over the training examples since the last row. A run needs these to resume, besides the parameters and the state of
  // the optimizer.
  struct Interval {
    double loss;
    uint64_t labels, right;
  };
  Interval& interval() { return interval_; }

 private:
  [[nodiscard]] bool reserve();
  ExampleBuffers buffersOf(uint32_t example);
  void draw(Split split, uint64_t first, uint32_t count);
  [[nodiscard]] bool stepOnce();
  [[nodiscard]] bool addRow(double loss, double accuracy, double norm);
  [[nodiscard]] bool measureHeads(double* to);
  [[nodiscard]] bool answer(bool everywhere);
  void addExpected(uint32_t character, uint32_t position, Reading& to);

  TrainerConfig config_;
  Transformer transformer_;
  Optimizer optimizer_;
  uint64_t divergedAt_ = 0;
  Interval interval_{};
  Batch batch_;  // the input of the network, in these buffers:
  Buffer<uint32_t> tokens_, lengths_, targets_, targetLengths_, labels_;
  Buffer<float> weights_, scores_;  // of an attention block, for the probe
  Buffer<double> metrics_;
  uint32_t metricNumbers_ = 0, metricRows_ = 0;
};

}  // namespace scaledot
