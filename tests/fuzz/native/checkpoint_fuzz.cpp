// Fuzzes checkpoints with libFuzzer. Any bytes either give a trainer that can step and save, or are refused with one
// sentence.
#include <cstdlib>
#include <memory>

#include "learning/checkpoint.h"

namespace scaledot {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

// Larger ones are valid, too, but slow.
bool isSmall(const TrainerConfig& config) {
  return config.batch <= 8 && config.model.modelDim <= 32;
}

void tryFile(const unsigned char* bytes, size_t count) {
  Trainer trainer;
  char buffer[400];
  Text sentence(buffer, sizeof buffer);
  if (!loadCheckpoint(bytes, count, trainer, sentence)) return;
  check(sentence.length() == 0);
  if (!isSmall(trainer.config())) return;
  if (trainer.config().task.name == TaskName::text) return;  // it has no examples
  if (!trainer.step(1)) return;
  Buffer<unsigned char> saved;
  size_t size = 0;
  if (!saveCheckpoint(trainer, CheckpointNumbers::f32, true, saved, size)) return;
  Trainer again;
  check(loadCheckpoint(saved.data(), size, again, sentence));
}

}  // namespace
}  // namespace scaledot

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* given, size_t count) {
  const std::unique_ptr<unsigned char[]> bytes(new unsigned char[count]);
  for (size_t i = 0; i < count; ++i) bytes[i] = given[i];
  scaledot::tryFile(bytes.get(), count);
  return 0;
}
