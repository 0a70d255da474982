// A trained transformer as a .safetensors file (tensor_file.h). docs/tensors.md describes its names. The metadata has the
// whole configuration, so nothing else is needed to load a file. If the file also has the state of the optimizer, training
// resumes with the same bits.
//
//   metadata   format "scaledot", every option of a trainer by its name in web/engine (rule "power" also needs alpha), vocabulary,
//              stepsMade; with the state also intervalLoss, intervalLabels, intervalRight (Trainer::Interval), stateSteps (Optimizer)
//   tensors    those of ParameterEntry; with the state also optimizer.first and, except for sgd, optimizer.second
//
// Real numbers are written as decimals that read back as the same double, or as a fraction such as 6004799503160661/2^54.
// Metrics are not saved.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"
#include "lanes/buffer.h"
#include "learning/trainer.h"

namespace scaledot {

// f16 is rounded to nearest, ties to even. Numbers beyond 65504, the largest, become 65504.
enum class CheckpointNumbers : uint32_t { f32, f16 };

// Writes the file to `to`, and its size to `bytes`. A file of f16 never has the state of the optimizer. Returns false if an
// allocation fails.
[[nodiscard]] bool saveCheckpoint(Trainer& from, CheckpointNumbers numbers, bool withOptimizer,
                                  Buffer<unsigned char>& to, size_t& bytes);

// Recreates `to` from an untrusted file. Checks everything, with the limits of web/engine/training/training-limits.js,
// before it allocates much memory. Without a state in the file the optimizer starts from zeros. Returns false if the file is
// refused; the sentence then says what it got and what was expected. Returns false with an empty sentence if an allocation
// fails. `to` is then unspecified.
[[nodiscard]] bool loadCheckpoint(const unsigned char* bytes, size_t count, Trainer& to,
                                  Text& sentence);

// Sets one option by its name and text in the metadata. Returns false if there is no such option, or if the text is outside
// its limits. The sentence then says what it got and what was expected.
[[nodiscard]] bool setOption(TrainerConfig& config, const char* name, const char* value,
                             Text& sentence);

}  // namespace scaledot
