// The training loop: draws batches of a task, steps, measures, stops where it is told to, and goes on from there. Deterministic:
// the configuration alone gives the parameters and the metrics after any number of steps, however the steps are cut into calls
// and whatever is looked at between them, bit for bit, natively and in the engines `simd` and `fallback`. step() takes no memory
// after its first call.
//
// Step s (from 1) learns from examples (s - 1) batch .. s batch - 1 of the training split. A loss, a gradient or a metric that is not
// finite ends the run: it has diverged, the parameters stay those of the last step that could be made, and no row is added.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "learning/optimizer.h"
#include "learning/tasks.h"
#include "learning/transformer.h"

namespace scaledot {

// create() applies shapeFor(task) to `model`: a stack of the caller's choosing is kept where the task can do it. Training ends
// after optimizer.steps.
struct TrainerConfig {
  TaskConfig task;
  TransformerShape model;
  OptimizerConfig optimizer;
  uint32_t batch = 32;
  uint64_t seed = 1;       // of parameters and data: streams of their own
  uint32_t every = 10;     // steps between rows of metrics
  uint32_t heldOut = 128;  // how many held-out examples a row is measured on, the first ones
};

// Rows of metrics: row 0 is that of the parameters before the first step, and comes with the first step; then one after every
// `every` steps and after the last. A row has kMetricHead numbers, then one of each layer (ParameterEntry), then for each attention
// block kBlockNumbers and for each of its heads kHeadNumbers. All are finite. Attention is that of the first kProbe held-out examples
// (all, if there are fewer), at positions that exist.
//   head:   step, learning rate (row 0: of the first step), training loss (mean over the labels since the last row; row 0: of the first
//           batch), training accuracy (likewise), held-out loss, held-out accuracy (of labels), held-out exact (of examples),
//           gradient norm before clipping (of the last step; row 0: of the first)
//   layer:  gradient norm of the layer's parameters (likewise)
//   block:  gradient norm of wq, of wk (likewise)
//   head:   mean over the queries of the weights' entropy over log(keys seen) (0..1; queries that see one key left out; 0 if
//           all do), mean of the largest weight, variance of all scores that enter the softmax, and the learned factor e^t
//           (cosine; 0 for other rules)
inline constexpr uint32_t kMetricHead = 8, kBlockNumbers = 2, kHeadNumbers = 4, kProbe = 32;

// Sums over examples, so that parts of an evaluation can be added.
struct Evaluation {
  double loss = 0;  // over labels
  uint32_t labels = 0, right = 0, exact = 0, examples = 0;
};

class Trainer {
 public:
  [[nodiscard]] bool create(const TrainerConfig& config);  // false: the memory could not be had
  // Up to n steps, none beyond config().optimizer.steps and none after a divergence. False: the memory could not be had, which
  // only the first call may find.
  [[nodiscard]] bool step(uint32_t n);
  uint64_t steps() const { return optimizer_.steps(); }  // made
  uint64_t divergedAt() const { return divergedAt_; }    // the step that could not be made; 0: none

  uint32_t metricNumbers() const { return metricNumbers_; }  // of a row
  uint32_t metricRows() const { return metricRows_; }
  const double* metrics() const { return metrics_.data(); }  // [rows, numbers]

  // Held-out examples first .. first + count - 1 under a factor of every score (Transformer::setScoreFactor), as the labels before
  // each answer tell it: `exact` is what answers of the model's own would reach, too, for they begin to differ with the first wrong
  // one. Added to `to`; slices give the bits of the whole if each but the last has a multiple of kProbe. False: memory.
  [[nodiscard]] bool evaluate(uint32_t first, uint32_t count, double scoreFactor, Evaluation& to);
  // One example through the network as it is now. A decoder reads what it has answered itself, the token of the largest logit,
  // and not the labels. Then transformer() has logits, answers (bestToken(0, position)) and attention, and seen() what was read,
  // until the next call of anything.
  [[nodiscard]] bool look(Split split, uint64_t index, double scoreFactor);
  // The same of a visitor's own text (encodeText). False with an empty sentence: memory.
  [[nodiscard]] bool lookAt(const char* text, size_t length, double scoreFactor, char* sentence,
                            size_t room);
  const Batch& seen() const { return batch_; }
  // The task text: what the network expects behind each character of a text of any length, and what it loses by those that come:
  // -log of the probability of the next one. A character further than `size` from the start is seen with half of that before it, or
  // more. Refused as by lookAt().
  struct Reading {
    uint32_t* tokens;      // room for one of each byte, here and below
    float* probabilities;  // [tokens, vocabulary]
    double* losses;        // of each character but the first
    uint32_t count;        // how many tokens came
    double loss;           // mean of `losses`; 0 where there is none
    double perplexity;     // e^loss, as float32 has it
  };
  [[nodiscard]] bool read(const char* text, size_t length, double scoreFactor, Reading& to,
                          Text& sentence);

  // What examples of the task text are drawn from, for a trainer that a checkpoint made.
  void setProse(const Prose& prose) { config_.task.prose = prose; }

  const TrainerConfig& config() const { return config_; }  // model as create() made it
  Transformer& transformer() { return transformer_; }
  Optimizer& optimizer() { return optimizer_; }

  // Of the training examples since the last row: what a run needs to go on from, beside parameters and the optimiser's state.
  struct Interval {
    double loss;
    uint64_t labels, right;
  };
  Interval& interval() { return interval_; }

 private:
  [[nodiscard]] bool reserve();
  ExampleRoom roomOf(uint32_t example);
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
  Batch batch_;  // what the network reads, and where it lies:
  Buffer<uint32_t> tokens_, lengths_, targets_, targetLengths_, labels_;
  Buffer<float> weights_, scores_;  // of an attention block, for the probe
  Buffer<double> metrics_;
  uint32_t metricNumbers_ = 0, metricRows_ = 0;
};

}  // namespace scaledot
