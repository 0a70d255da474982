// Trainers for JavaScript: the module that learns (cmake/engines.cmake), beside the engine. The order of the numbers is that
// of web/engine/training/training-core.js. A trainer is known by its handle, a place in one list, until it is freed. Each function
// tells whether the memory could be had.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "bindings/record.h"
#include "learning/checkpoint.h"
#include "learning/trainer.h"

namespace scaledot {
namespace {

// As many as an engine may have (web/engine/training/training-limits.js).
constexpr uint32_t kMostTrainers = 32;
std::unique_ptr<Trainer> trainers[kMostTrainers];

Trainer& readTrainer(Record& record) { return *trainers[record.whole()]; }

// The settings in the order of web/engine/training/training-options.js.
template <typename Visit>
void eachSetting(TrainerConfig& config, Visit visit) {
  auto& [task, model, optimizer, batch, seed, every, heldOut] = config;
  visit(task.name), visit(task.size), visit(task.symbols);
  visit(model.stack), visit(model.layers), visit(model.modelDim), visit(model.heads);
  visit(model.headDim), visit(model.feedForward), visit(model.norm), visit(model.activation);
  visit(model.tied), visit(model.rule), visit(model.alpha), visit(model.queryKeyGain);
  visit(optimizer.kind), visit(optimizer.learningRate), visit(optimizer.momentum);
  visit(optimizer.beta1), visit(optimizer.beta2), visit(optimizer.epsilon);
  visit(optimizer.weightDecay), visit(optimizer.clip), visit(optimizer.warmup);
  visit(optimizer.steps), visit(optimizer.schedule), visit(optimizer.finalRate);
  visit(batch), visit(seed), visit(every), visit(heldOut);
}

TrainerConfig readConfig(Record& record) {
  TrainerConfig config;
  const double* from = record.array<double>();
  eachSetting(config, [&](auto& setting) {
    setting = static_cast<std::decay_t<decltype(setting)>>(*from++);
  });
  return config;
}

// Gives what the task makes of the stack, the parameters and the positions of both stacks; or nothing but 0 where the task
// does not fit.
bool trainerPlanOf() {
  Record record;
  TrainerConfig config = readConfig(record);
  if (!taskFits(config.task)) return record.give(0), true;
  shapeFor(config.task, config.model);
  record.give(1, static_cast<double>(config.model.stack), Transformer::parameterCount(config.model),
              config.model.length, config.model.targetLength);
  return true;
}

// Gives the handle.
bool trainerCreateOf() {
  Record record;
  const TrainerConfig config = readConfig(record);
  const auto place = std::find(std::begin(trainers), std::end(trainers), nullptr);
  if (place == std::end(trainers)) return false;
  std::unique_ptr<Trainer> made(new (std::nothrow) Trainer);
  if (!made || !made->create(config)) return false;
  *place = std::move(made);
  record.give(place - trainers);
  return true;
}

// A trainer from a checkpoint, in the place of `handle`, or at a new one. Gives the length of the sentence, 0 where the file is
// taken, and the handle.
bool trainerOpenOf() {
  Record record;
  const bool anew = record.flag();
  std::unique_ptr<Trainer>* place = trainers + record.whole();
  const uint32_t count = record.whole();
  const unsigned char* bytes = record.array<unsigned char>();
  const uint32_t room = record.whole();
  Text sentence(record.array<char>(), room);
  if (anew) place = std::find(std::begin(trainers), std::end(trainers), nullptr);
  if (place == std::end(trainers)) return false;
  std::unique_ptr<Trainer> made(new (std::nothrow) Trainer);
  if (!made) return false;
  if (loadCheckpoint(bytes, count, *made, sentence)) {
    *place = std::move(made);
  } else if (sentence.length() == 0) {
    return false;
  }
  record.give(sentence.length(), place - trainers);
  return true;
}

bool trainerFreeOf() {
  Record record;
  trainers[record.whole()].reset();
  return true;
}

// Writes the settings, and of each block its kind, layer, queries and keys. Gives parameters, size of the vocabulary,
// positions of both stacks, those that have labels, numbers of a row and blocks.
bool trainerFactsOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  Transformer& model = trainer.transformer();
  TrainerConfig config = trainer.config();
  double* settings = record.array<double>();
  eachSetting(config, [&](auto& setting) { *settings++ = static_cast<double>(setting); });
  auto* blocks = record.array<uint32_t>();
  for (uint32_t i = 0; i < model.blockCount(); ++i) {
    const AttentionBlock block = model.block(i);
    for (const uint32_t number :
         {static_cast<uint32_t>(block.kind), block.layer, block.queries, block.keys}) {
      *blocks++ = number;
    }
  }
  const TransformerShape& shape = model.shape();
  record.give(model.size(), shape.vocabulary, shape.length, shape.targetLength, model.positions(),
              trainer.metricNumbers(), model.blockCount());
  return true;
}

// The words of all tokens, a zero behind each, in room for them. Gives the length.
bool trainerWordsOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  char* text = record.array<char>();
  char* to = text;
  for (uint32_t token = 0; token < trainer.transformer().shape().vocabulary; ++token) {
    const char* word = tokenText(trainer.config().task, token);
    to = std::copy_n(word, std::strlen(word) + 1, to);
  }
  record.give(to - text);
  return true;
}

// Gives steps, the step at which training diverged, and rows of metrics.
bool trainerStepOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  if (!trainer.step(record.whole())) return false;
  record.give(trainer.steps(), trainer.divergedAt(), trainer.metricRows());
  return true;
}

bool trainerMetricsOf() {
  Record record;
  const Trainer& trainer = readTrainer(record);
  const uint32_t first = record.whole(), count = record.whole();
  const size_t numbers = trainer.metricNumbers();
  std::copy_n(trainer.metrics() + first * numbers, count * numbers, record.array<double>());
  return true;
}

// Gives the evaluation in the order of its fields.
bool trainerEvaluateOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  const uint32_t first = record.whole(), count = record.whole();
  Evaluation evaluation;
  if (!trainer.evaluate(first, count, record.number(), evaluation)) return false;
  const auto& [loss, labels, right, exact, examples] = evaluation;
  record.give(loss, labels, right, exact, examples);
  return true;
}

// What look() and lookAt() saw: tokens, targets, labels and the best tokens of all positions are written. Gives how many of
// the first two there are, and where pronoun and antecedent stand.
void giveSeen(Record& record, Trainer& trainer) {
  const Batch& seen = trainer.seen();
  const Transformer& model = trainer.transformer();
  const TransformerShape& shape = model.shape();
  const bool two = shape.targetLength > 0;
  std::copy_n(seen.tokens, shape.length, record.array<uint32_t>());
  auto* targets = record.array<uint32_t>();
  if (two) std::copy_n(seen.targets, shape.targetLength, targets);
  std::copy_n(seen.labels, model.positions(), record.array<uint32_t>());
  auto* best = record.array<uint32_t>();
  for (uint32_t i = 0; i < model.positions(); ++i) best[i] = model.bestToken(0, i);
  uint32_t pronoun = kNowhere, antecedent = kNowhere;
  antecedentOf(trainer.config().task, seen.tokens, seen.lengths[0], pronoun, antecedent);
  record.give(0, seen.lengths[0], two ? seen.targetLengths[0] : 0, pronoun, antecedent);
}

bool trainerLookOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  const auto split = static_cast<Split>(record.whole());
  const uint32_t index = record.whole();
  if (!trainer.look(split, index, record.number())) return false;
  giveSeen(record, trainer);
  return true;
}

// Gives the length of the sentence first: 0 where the text is understood.
bool trainerLookAtOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  const double factor = record.number();
  const uint32_t length = record.whole();
  const char* text = record.array<char>();
  const uint32_t room = record.whole();
  char* sentence = record.array<char>();
  sentence[0] = 0;
  if (trainer.lookAt(text, length, factor, sentence, room)) {
    giveSeen(record, trainer);
    return true;
  }
  record.give(std::strlen(sentence));
  return sentence[0] != 0;
}

// Writes tokens, probabilities and losses of a text, each in room for its bytes. Gives the length of the sentence, 0 where the
// text is understood, how many tokens there are, mean loss and perplexity.
bool trainerReadOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  const double factor = record.number();
  const uint32_t length = record.whole();
  const char* text = record.array<char>();
  const uint32_t room = record.whole();
  Text sentence(record.array<char>(), room);
  Trainer::Reading to{};
  to.tokens = record.array<uint32_t>();
  to.probabilities = record.array();
  to.losses = record.array<double>();
  const bool done = trainer.read(text, length, factor, to, sentence);
  record.give(sentence.length(), to.count, to.loss, to.perplexity);
  return done || sentence.length() > 0;
}

// Weights and scores of one block, of the example that was looked at, and the rows that its projections multiply.
bool trainerAttentionOf() {
  Record record;
  Transformer& model = readTrainer(record).transformer();
  const uint32_t block = record.whole();
  float* weights = record.array();
  float* scores = record.array();
  const AttentionBlock of = model.block(block);
  const size_t width = model.shape().modelDim;
  std::copy_n(model.attentionInput(block), of.queries * width, record.array());
  std::copy_n(model.attentionMemory(block), of.keys * width, record.array());
  return model.attentionOf(block, weights, scores);
}

// A file stands here from trainerSave() to trainerSaved().
Buffer<unsigned char> saved;
size_t savedBytes = 0;

// Gives the length of the file.
bool trainerSaveOf() {
  Record record;
  Trainer& trainer = readTrainer(record);
  const auto numbers = static_cast<CheckpointNumbers>(record.whole());
  if (!saveCheckpoint(trainer, numbers, record.flag(), saved, savedBytes)) return false;
  record.give(savedBytes);
  return true;
}

bool trainerSavedOf() {
  Record record;
  std::copy_n(saved.data(), savedBytes, record.array<unsigned char>());
  saved = {};
  return true;
}

EMSCRIPTEN_BINDINGS(training) {
  using emscripten::function;
  function("trainerPlan", &trainerPlanOf);
  function("trainerCreate", &trainerCreateOf);
  function("trainerOpen", &trainerOpenOf);
  function("trainerFree", &trainerFreeOf);
  function("trainerFacts", &trainerFactsOf);
  function("trainerWords", &trainerWordsOf);
  function("trainerStep", &trainerStepOf);
  function("trainerMetrics", &trainerMetricsOf);
  function("trainerEvaluate", &trainerEvaluateOf);
  function("trainerLook", &trainerLookOf);
  function("trainerLookAt", &trainerLookAtOf);
  function("trainerRead", &trainerReadOf);
  function("trainerAttention", &trainerAttentionOf);
  function("trainerSave", &trainerSaveOf);
  function("trainerSaved", &trainerSavedOf);
}

}  // namespace
}  // namespace scaledot
