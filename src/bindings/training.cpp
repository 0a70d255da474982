// Trainers for JavaScript: the module `learning` (cmake/engines.cmake), separate from the engine. A handle, the index of a
// trainer in one list, identifies it until it is freed. Each function returns false if an allocation fails.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "bindings/training_record.h"
#include "learning/checkpoint.h"
#include "learning/trainer.h"
#include "shared/training_options.h"

namespace scaledot {
namespace {

std::unique_ptr<Trainer> trainers[trainingLimits::trainers.most()];

// Tells whether the task fits and, if it does, the stack, the parameters and the lengths of its network.
bool trainerPlanOf() {
  TrainerConfig config = readTrainerPlan().settings;
  TrainerPlanReturned returned{};
  returned.fits = taskFits(config.task);
  if (returned.fits) {
    shapeFor(config.task, config.model);
    returned.stack = static_cast<uint32_t>(config.model.stack);
    returned.parameters = Transformer::parameterCount(config.model);
    returned.length = config.model.length;
    returned.targetLength = config.model.targetLength;
  }
  writeReturned(returned);
  return true;
}

using Place = std::unique_ptr<Trainer>*;

// Returns null if there is none.
Place freePlace() {
  const Place place = std::find(std::begin(trainers), std::end(trainers), nullptr);
  return place == std::end(trainers) ? nullptr : place;
}

uint32_t handleOf(Place place) { return static_cast<uint32_t>(place - trainers); }

bool trainerCreateOf() {
  const TrainerConfig config = readTrainerCreate().settings;
  const Place place = freePlace();
  if (place == nullptr) return false;
  std::unique_ptr<Trainer> made(new (std::nothrow) Trainer);
  if (!made || !made->create(config)) return false;
  *place = std::move(made);
  writeReturned(TrainerCreateReturned{.handle = handleOf(place)});
  return true;
}

// Creates a trainer from a checkpoint. It replaces that of `handle`, or gets a new handle. The sentence is empty if the file
// is accepted.
bool trainerOpenOf() {
  const TrainerOpenRecord in = readTrainerOpen();
  Text sentence(in.sentence.letters, in.sentence.capacity);
  const Place place = in.anew ? freePlace() : trainers + in.handle;
  if (place == nullptr) return false;
  std::unique_ptr<Trainer> made(new (std::nothrow) Trainer);
  if (!made) return false;
  if (loadCheckpoint(in.bytes, in.count, *made, sentence)) {
    *place = std::move(made);
  } else if (sentence.length() == 0) {
    return false;
  }
  writeReturned(
      TrainerOpenReturned{.sentenceLength = sentence.length(), .handle = handleOf(place)});
  return true;
}

bool trainerFreeOf() {
  trainers[readTrainerFree().handle].reset();
  return true;
}

// Writes the settings, and the kind, layer, queries and keys of each block.
bool trainerFactsOf() {
  const TrainerFactsRecord in = readTrainerFacts();
  Trainer& trainer = *trainers[in.handle];
  Transformer& model = trainer.transformer();
  uint32_t* blocks = in.blocks;
  for (uint32_t i = 0; i < model.blockCount(); ++i) {
    const AttentionBlock block = model.block(i);
    for (const uint32_t number :
         {static_cast<uint32_t>(block.kind), block.layer, block.queries, block.keys}) {
      *blocks++ = number;
    }
  }
  const TransformerShape& shape = model.shape();
  writeReturned(TrainerFactsReturned{.parameters = model.size(),
                                     .vocabulary = shape.vocabulary,
                                     .length = shape.length,
                                     .targetLength = shape.targetLength,
                                     .positions = model.positions(),
                                     .metricNumbers = trainer.metricNumbers(),
                                     .blockCount = model.blockCount(),
                                     .settings = trainer.config()});
  return true;
}

// Writes the texts of all tokens, each followed by a zero.
bool trainerWordsOf() {
  const TrainerWordsRecord in = readTrainerWords();
  Trainer& trainer = *trainers[in.handle];
  char* to = in.text;
  for (uint32_t token = 0; token < trainer.transformer().shape().vocabulary; ++token) {
    const char* word = tokenText(trainer.config().task, token);
    to = std::copy_n(word, std::strlen(word) + 1, to);
  }
  writeReturned(TrainerWordsReturned{.length = static_cast<size_t>(to - in.text)});
  return true;
}

bool trainerStepOf() {
  const TrainerStepRecord in = readTrainerStep();
  Trainer& trainer = *trainers[in.handle];
  if (!trainer.step(in.count)) return false;
  writeReturned(TrainerStepReturned{
      .steps = trainer.steps(), .divergedAt = trainer.divergedAt(), .rows = trainer.metricRows()});
  return true;
}

bool trainerMetricsOf() {
  const TrainerMetricsRecord in = readTrainerMetrics();
  const Trainer& trainer = *trainers[in.handle];
  const size_t numbers = trainer.metricNumbers();
  std::copy_n(trainer.metrics() + in.first * numbers, in.count * numbers, in.rows);
  return true;
}

bool trainerEvaluateOf() {
  const TrainerEvaluateRecord in = readTrainerEvaluate();
  TrainerEvaluateReturned returned;
  Evaluation& to = returned.evaluation;
  if (!trainers[in.handle]->evaluate(in.first, in.count, in.scoreFactor, to)) return false;
  writeReturned(returned);
  return true;
}

// Writes the example that look() or lookAt() read: tokens, targets, labels and the best tokens of all positions.
SeenNumbers seenBy(Trainer& trainer, const SeenPlaces& to) {
  const Batch& seen = trainer.seen();
  const Transformer& model = trainer.transformer();
  const TransformerShape& shape = model.shape();
  const bool two = shape.targetLength > 0;
  std::copy_n(seen.tokens, shape.length, to.tokens);
  if (two) std::copy_n(seen.targets, shape.targetLength, to.targets);
  std::copy_n(seen.labels, model.positions(), to.labels);
  for (uint32_t i = 0; i < model.positions(); ++i) to.best[i] = model.bestToken(0, i);
  SeenNumbers numbers{seen.lengths[0], two ? seen.targetLengths[0] : 0, kNowhere, kNowhere};
  antecedentOf(trainer.config().task, seen.tokens, seen.lengths[0], numbers.pronoun,
               numbers.antecedent);
  return numbers;
}

bool trainerLookOf() {
  const TrainerLookRecord in = readTrainerLook();
  Trainer& trainer = *trainers[in.handle];
  if (!trainer.look(in.split, in.index, in.scoreFactor)) return false;
  writeReturned(TrainerLookReturned{.seen = seenBy(trainer, in.seen)});
  return true;
}

// The sentence is empty if the text is accepted.
bool trainerLookAtOf() {
  const TrainerLookAtRecord in = readTrainerLookAt();
  Trainer& trainer = *trainers[in.handle];
  const auto [capacity, sentence] = in.sentence;
  sentence[0] = 0;
  TrainerLookAtReturned returned{};
  if (trainer.lookAt(in.text, in.length, in.scoreFactor, sentence, capacity)) {
    returned.seen = seenBy(trainer, in.seen);
  } else {
    returned.sentenceLength = std::strlen(sentence);
    if (returned.sentenceLength == 0) return false;
  }
  writeReturned(returned);
  return true;
}

// Writes tokens, probabilities and losses of a text. The three arrays have room for a token for every byte.
// The sentence is empty if the text is accepted.
bool trainerReadOf() {
  const TrainerReadRecord in = readTrainerRead();
  Text sentence(in.sentence.letters, in.sentence.capacity);
  Trainer::Reading to{in.tokens, in.probabilities, in.losses, 0, 0, 0};
  const bool done = trainers[in.handle]->read(in.text, in.length, in.scoreFactor, to, sentence);
  writeReturned(TrainerReadReturned{.sentenceLength = sentence.length(),
                                    .count = to.count,
                                    .loss = to.loss,
                                    .perplexity = to.perplexity});
  return done || sentence.length() > 0;
}

// Writes weights and scores of one block for the last example read, and the rows that its projections multiply.
bool trainerAttentionOf() {
  const TrainerAttentionRecord in = readTrainerAttention();
  Transformer& model = trainers[in.handle]->transformer();
  const AttentionBlock of = model.block(in.block);
  const size_t width = model.shape().modelDim;
  std::copy_n(model.attentionInput(in.block), of.queries * width, in.input);
  std::copy_n(model.attentionMemory(in.block), of.keys * width, in.memory);
  return model.attentionOf(in.block, in.weights, in.scores);
}

// Holds a file from trainerSave() to trainerSaved().
Buffer<unsigned char> saved;
size_t savedBytes = 0;

bool trainerSaveOf() {
  const TrainerSaveRecord in = readTrainerSave();
  Trainer& trainer = *trainers[in.handle];
  if (!saveCheckpoint(trainer, in.numbers, in.optimizer, saved, savedBytes)) return false;
  writeReturned(TrainerSaveReturned{.length = savedBytes});
  return true;
}

bool trainerSavedOf() {
  std::copy_n(saved.data(), savedBytes, readTrainerSaved().bytes);
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
