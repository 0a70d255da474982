// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bindings/record.h"
#include "bindings/seen_numbers.h"
#include "learning/checkpoint.h"
#include "learning/trainer.h"

namespace scaledot {

inline void readTaskSettings(Record& record, TaskConfig& to) {
  to.name = static_cast<TaskName>(record.whole());
  to.size = record.whole();
  to.symbols = record.whole();
}

inline void readModelSettings(Record& record, TransformerShape& to) {
  to.stack = static_cast<Stack>(record.whole());
  to.layers = record.whole();
  to.modelDim = record.whole();
  to.heads = record.whole();
  to.headDim = record.whole();
  to.feedForward = record.whole();
  to.norm = static_cast<NormPlace>(record.whole());
  to.activation = static_cast<Activation>(record.whole());
  to.tied = record.flag();
  to.rule = static_cast<AttentionRule>(record.whole());
  to.alpha = record.number();
  to.queryKeyGain = record.number();
}

inline void readOptimizerSettings(Record& record, OptimizerConfig& to) {
  to.kind = static_cast<OptimizerKind>(record.whole());
  to.learningRate = record.number();
  to.momentum = record.number();
  to.beta1 = record.number();
  to.beta2 = record.number();
  to.epsilon = record.number();
  to.weightDecay = record.number();
  to.clip = record.number();
  to.warmup = record.whole();
  to.steps = record.whole();
  to.schedule = static_cast<Schedule>(record.whole());
  to.finalRate = record.number();
}

inline void readSettings(Record& record, TrainerConfig& to) {
  readTaskSettings(record, to.task);
  readModelSettings(record, to.model);
  readOptimizerSettings(record, to.optimizer);
  to.batch = record.whole();
  to.seed = static_cast<uint64_t>(record.number());
  to.every = record.whole();
  to.heldOut = record.whole();
}

struct SentenceBuffer {
  uint32_t capacity;
  char* letters;
};

inline void readSentenceBuffer(Record& record, SentenceBuffer& to) {
  to.capacity = record.whole();
  to.letters = record.array<char>();
}

struct SeenPlaces {
  uint32_t* tokens;
  uint32_t* targets;
  uint32_t* labels;
  uint32_t* best;
};

inline void readSeenPlaces(Record& record, SeenPlaces& to) {
  to.tokens = record.array<uint32_t>();
  to.targets = record.array<uint32_t>();
  to.labels = record.array<uint32_t>();
  to.best = record.array<uint32_t>();
}

struct TrainerPlanRecord {
  TrainerConfig settings;
};

inline TrainerPlanRecord readTrainerPlan() {
  Record record;
  TrainerPlanRecord to;
  readSettings(record, to.settings);
  return to;
}

struct TrainerPlanReturned {
  bool fits;
  uint32_t stack;
  size_t parameters;
  uint32_t length;
  uint32_t targetLength;
};

inline void writeReturned(const TrainerPlanReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.fits);
  *to++ = static_cast<double>(returned.stack);
  *to++ = static_cast<double>(returned.parameters);
  *to++ = static_cast<double>(returned.length);
  *to++ = static_cast<double>(returned.targetLength);
}

struct TrainerCreateRecord {
  TrainerConfig settings;
};

inline TrainerCreateRecord readTrainerCreate() {
  Record record;
  TrainerCreateRecord to;
  readSettings(record, to.settings);
  return to;
}

struct TrainerCreateReturned {
  uint32_t handle;
};

inline void writeReturned(const TrainerCreateReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.handle);
}

struct TrainerOpenRecord {
  bool anew;
  uint32_t handle;
  uint32_t count;
  const unsigned char* bytes;
  SentenceBuffer sentence;
};

inline TrainerOpenRecord readTrainerOpen() {
  Record record;
  TrainerOpenRecord to;
  to.anew = record.flag();
  to.handle = record.whole();
  to.count = record.whole();
  to.bytes = record.array<unsigned char>();
  readSentenceBuffer(record, to.sentence);
  return to;
}

struct TrainerOpenReturned {
  uint32_t sentenceLength;
  uint32_t handle;
};

inline void writeReturned(const TrainerOpenReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.sentenceLength);
  *to++ = static_cast<double>(returned.handle);
}

struct TrainerFreeRecord {
  uint32_t handle;
};

inline TrainerFreeRecord readTrainerFree() {
  Record record;
  TrainerFreeRecord to;
  to.handle = record.whole();
  return to;
}

struct TrainerFactsRecord {
  uint32_t handle;
  uint32_t* blocks;
};

inline TrainerFactsRecord readTrainerFacts() {
  Record record;
  TrainerFactsRecord to;
  to.handle = record.whole();
  to.blocks = record.array<uint32_t>();
  return to;
}

struct TrainerFactsReturned {
  size_t parameters;
  uint32_t vocabulary;
  uint32_t length;
  uint32_t targetLength;
  uint32_t positions;
  uint32_t metricNumbers;
  uint32_t blockCount;
  TrainerConfig settings;
};

inline void writeReturned(const TrainerFactsReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.parameters);
  *to++ = static_cast<double>(returned.vocabulary);
  *to++ = static_cast<double>(returned.length);
  *to++ = static_cast<double>(returned.targetLength);
  *to++ = static_cast<double>(returned.positions);
  *to++ = static_cast<double>(returned.metricNumbers);
  *to++ = static_cast<double>(returned.blockCount);
  *to++ = static_cast<double>(returned.settings.task.name);
  *to++ = static_cast<double>(returned.settings.task.size);
  *to++ = static_cast<double>(returned.settings.task.symbols);
  *to++ = static_cast<double>(returned.settings.model.stack);
  *to++ = static_cast<double>(returned.settings.model.layers);
  *to++ = static_cast<double>(returned.settings.model.modelDim);
  *to++ = static_cast<double>(returned.settings.model.heads);
  *to++ = static_cast<double>(returned.settings.model.headDim);
  *to++ = static_cast<double>(returned.settings.model.feedForward);
  *to++ = static_cast<double>(returned.settings.model.norm);
  *to++ = static_cast<double>(returned.settings.model.activation);
  *to++ = static_cast<double>(returned.settings.model.tied);
  *to++ = static_cast<double>(returned.settings.model.rule);
  *to++ = returned.settings.model.alpha;
  *to++ = returned.settings.model.queryKeyGain;
  *to++ = static_cast<double>(returned.settings.optimizer.kind);
  *to++ = returned.settings.optimizer.learningRate;
  *to++ = returned.settings.optimizer.momentum;
  *to++ = returned.settings.optimizer.beta1;
  *to++ = returned.settings.optimizer.beta2;
  *to++ = returned.settings.optimizer.epsilon;
  *to++ = returned.settings.optimizer.weightDecay;
  *to++ = returned.settings.optimizer.clip;
  *to++ = static_cast<double>(returned.settings.optimizer.warmup);
  *to++ = static_cast<double>(returned.settings.optimizer.steps);
  *to++ = static_cast<double>(returned.settings.optimizer.schedule);
  *to++ = returned.settings.optimizer.finalRate;
  *to++ = static_cast<double>(returned.settings.batch);
  *to++ = static_cast<double>(returned.settings.seed);
  *to++ = static_cast<double>(returned.settings.every);
  *to++ = static_cast<double>(returned.settings.heldOut);
}

struct TrainerWordsRecord {
  uint32_t handle;
  char* text;
};

inline TrainerWordsRecord readTrainerWords() {
  Record record;
  TrainerWordsRecord to;
  to.handle = record.whole();
  to.text = record.array<char>();
  return to;
}

struct TrainerWordsReturned {
  size_t length;
};

inline void writeReturned(const TrainerWordsReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.length);
}

struct TrainerStepRecord {
  uint32_t handle;
  uint32_t count;
};

inline TrainerStepRecord readTrainerStep() {
  Record record;
  TrainerStepRecord to;
  to.handle = record.whole();
  to.count = record.whole();
  return to;
}

struct TrainerStepReturned {
  uint64_t steps;
  uint64_t divergedAt;
  uint32_t rows;
};

inline void writeReturned(const TrainerStepReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.steps);
  *to++ = static_cast<double>(returned.divergedAt);
  *to++ = static_cast<double>(returned.rows);
}

struct TrainerMetricsRecord {
  uint32_t handle;
  uint32_t first;
  uint32_t count;
  double* rows;
};

inline TrainerMetricsRecord readTrainerMetrics() {
  Record record;
  TrainerMetricsRecord to;
  to.handle = record.whole();
  to.first = record.whole();
  to.count = record.whole();
  to.rows = record.array<double>();
  return to;
}

struct TrainerEvaluateRecord {
  uint32_t handle;
  uint32_t first;
  uint32_t count;
  double scoreFactor;
};

inline TrainerEvaluateRecord readTrainerEvaluate() {
  Record record;
  TrainerEvaluateRecord to;
  to.handle = record.whole();
  to.first = record.whole();
  to.count = record.whole();
  to.scoreFactor = record.number();
  return to;
}

struct TrainerEvaluateReturned {
  Evaluation evaluation;
};

inline void writeReturned(const TrainerEvaluateReturned& returned) {
  double* to = returnedNumbers();
  *to++ = returned.evaluation.loss;
  *to++ = static_cast<double>(returned.evaluation.labels);
  *to++ = static_cast<double>(returned.evaluation.right);
  *to++ = static_cast<double>(returned.evaluation.exact);
  *to++ = static_cast<double>(returned.evaluation.examples);
}

struct TrainerLookRecord {
  uint32_t handle;
  Split split;
  uint32_t index;
  double scoreFactor;
  SeenPlaces seen;
};

inline TrainerLookRecord readTrainerLook() {
  Record record;
  TrainerLookRecord to;
  to.handle = record.whole();
  to.split = static_cast<Split>(record.whole());
  to.index = record.whole();
  to.scoreFactor = record.number();
  readSeenPlaces(record, to.seen);
  return to;
}

struct TrainerLookReturned {
  SeenNumbers seen;
};

inline void writeReturned(const TrainerLookReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.seen.length);
  *to++ = static_cast<double>(returned.seen.targetLength);
  *to++ = static_cast<double>(returned.seen.pronoun);
  *to++ = static_cast<double>(returned.seen.antecedent);
}

struct TrainerLookAtRecord {
  uint32_t handle;
  double scoreFactor;
  uint32_t length;
  const char* text;
  SentenceBuffer sentence;
  SeenPlaces seen;
};

inline TrainerLookAtRecord readTrainerLookAt() {
  Record record;
  TrainerLookAtRecord to;
  to.handle = record.whole();
  to.scoreFactor = record.number();
  to.length = record.whole();
  to.text = record.array<char>();
  readSentenceBuffer(record, to.sentence);
  readSeenPlaces(record, to.seen);
  return to;
}

struct TrainerLookAtReturned {
  size_t sentenceLength;
  SeenNumbers seen;
};

inline void writeReturned(const TrainerLookAtReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.sentenceLength);
  *to++ = static_cast<double>(returned.seen.length);
  *to++ = static_cast<double>(returned.seen.targetLength);
  *to++ = static_cast<double>(returned.seen.pronoun);
  *to++ = static_cast<double>(returned.seen.antecedent);
}

struct TrainerReadRecord {
  uint32_t handle;
  double scoreFactor;
  uint32_t length;
  const char* text;
  SentenceBuffer sentence;
  uint32_t* tokens;
  float* probabilities;
  double* losses;
};

inline TrainerReadRecord readTrainerRead() {
  Record record;
  TrainerReadRecord to;
  to.handle = record.whole();
  to.scoreFactor = record.number();
  to.length = record.whole();
  to.text = record.array<char>();
  readSentenceBuffer(record, to.sentence);
  to.tokens = record.array<uint32_t>();
  to.probabilities = record.array();
  to.losses = record.array<double>();
  return to;
}

struct TrainerReadReturned {
  uint32_t sentenceLength;
  uint32_t count;
  double loss;
  double perplexity;
};

inline void writeReturned(const TrainerReadReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.sentenceLength);
  *to++ = static_cast<double>(returned.count);
  *to++ = returned.loss;
  *to++ = returned.perplexity;
}

struct TrainerAttentionRecord {
  uint32_t handle;
  uint32_t block;
  float* weights;
  float* scores;
  float* input;
  float* memory;
};

inline TrainerAttentionRecord readTrainerAttention() {
  Record record;
  TrainerAttentionRecord to;
  to.handle = record.whole();
  to.block = record.whole();
  to.weights = record.array();
  to.scores = record.array();
  to.input = record.array();
  to.memory = record.array();
  return to;
}

struct TrainerSaveRecord {
  uint32_t handle;
  CheckpointNumbers numbers;
  bool optimizer;
};

inline TrainerSaveRecord readTrainerSave() {
  Record record;
  TrainerSaveRecord to;
  to.handle = record.whole();
  to.numbers = static_cast<CheckpointNumbers>(record.whole());
  to.optimizer = record.flag();
  return to;
}

struct TrainerSaveReturned {
  size_t length;
};

inline void writeReturned(const TrainerSaveReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.length);
}

struct TrainerSavedRecord {
  unsigned char* bytes;
};

inline TrainerSavedRecord readTrainerSaved() {
  Record record;
  TrainerSavedRecord to;
  to.bytes = record.array<unsigned char>();
  return to;
}

}  // namespace scaledot
