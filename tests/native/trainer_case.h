// Small runs, shared by the tests of the trainer and of its checkpoints.
#pragma once
#include <vector>

#include "learning/trainer.h"

namespace scaledot::testing {

inline TrainerConfig smallRun(TaskName task, Stack stack, AttentionRule rule) {
  TrainerConfig config;
  config.task.name = task;
  config.task.size = task == TaskName::addition ? 11 : 4;
  config.task.symbols = 5;
  config.model.stack = stack;
  config.model.layers = 2;
  config.model.modelDim = 12;
  config.model.heads = 2;
  config.model.headDim = 5;
  config.model.feedForward = 14;
  config.model.rule = rule;
  config.optimizer.kind = OptimizerKind::adamw;
  config.optimizer.learningRate = 0.01;
  config.optimizer.weightDecay = 0.02;
  config.optimizer.warmup = 3;
  config.optimizer.schedule = Schedule::cosine;
  config.optimizer.steps = 30;
  config.batch = 7;
  config.seed = 5;
  config.every = 8;
  config.heldOut = 45;
  return config;
}

// Returns runs of every stack, every rule, and tasks with examples of different lengths.
inline std::vector<TrainerConfig> smallRuns() {
  std::vector<TrainerConfig> runs{
      smallRun(TaskName::recall, Stack::encoder, AttentionRule::power),
      smallRun(TaskName::reverse, Stack::decoder, AttentionRule::cosine),
      smallRun(TaskName::sort, Stack::encoderDecoder, AttentionRule::additive),
      smallRun(TaskName::addition, Stack::encoder, AttentionRule::cosine),
      smallRun(TaskName::dates, Stack::encoderDecoder, AttentionRule::power),
      smallRun(TaskName::pronouns, Stack::encoder, AttentionRule::power),
      smallRun(TaskName::reverse, Stack::encoderDecoder, AttentionRule::norm),
      smallRun(TaskName::copy, Stack::decoder, AttentionRule::folded),
      smallRun(TaskName::recall, Stack::encoder, AttentionRule::doubled),
  };
  runs[1].model.norm = NormPlace::post;
  runs[1].optimizer.kind = OptimizerKind::sgd;
  runs[2].model.tied = true;
  runs[3].model.activation = Activation::gelu;
  runs[3].optimizer.kind = OptimizerKind::adam;
  runs[5].heldOut = 9;  // fewer than the probe
  return runs;
}

template <typename T>
std::vector<T> copyOf(const T* from, size_t count) {
  return {from, from + count};
}
inline std::vector<float> parametersOf(Trainer& trainer) {
  return copyOf(trainer.transformer().parameters(), trainer.transformer().size());
}
inline std::vector<double> metricsOf(const Trainer& trainer) {
  return copyOf(trainer.metrics(), size_t{trainer.metricRows()} * trainer.metricNumbers());
}

}  // namespace scaledot::testing
