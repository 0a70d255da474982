// A trained transformer as a .safetensors (tensor_file.h), named and described as docs/tensors.md says. The metadata has the
// whole configuration, so that a file is loaded without being told anything, and training goes on with the very same bits from
// one that also has the optimiser's state.
//
//   metadata   format "scaledot", every option of a trainer by its name in web/engine (rule "power" has its alpha beside it),
//              vocabulary, stepsMade; with the state also intervalLoss, intervalLabels, intervalRight (Trainer::Interval), stateSteps (Optimizer)
//   tensors    those of ParameterEntry; with the state also optimizer.first and, but for sgd, optimizer.second
//
// Real numbers are written as decimals that give back the same double, or as a fraction such as 6004799503160661/2^54.
// Rows of metrics are not kept.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"
#include "lanes/buffer.h"
#include "learning/trainer.h"

namespace scaledot {

// f16: rounded to nearest, ties to even; beyond 65504, the largest, to that.
enum class CheckpointNumbers : uint32_t { f32, f16 };

// Bytes of the file in `to` (its count in `bytes`). A file of f16 never has the optimiser's state. False: the memory could not
// be had.
[[nodiscard]] bool saveCheckpoint(Trainer& from, CheckpointNumbers numbers, bool withOptimizer,
                                  Buffer<unsigned char>& to, size_t& bytes);

// Makes `to` anew from a file that is not trusted: the limits of web/engine/training/training-limits.js hold, and all is checked before
// much memory is asked for. Without its state the optimiser goes on from zeros. False: refused, and the sentence says what
// came and what was expected (then `to` may be anything); or, with an empty sentence, the memory could not be had.
[[nodiscard]] bool loadCheckpoint(const unsigned char* bytes, size_t count, Trainer& to,
                                  Text& sentence);

// One option by the name and the text that it has in the metadata. False: there is none of that name, or the text is not within
// its limits; the sentence says what came and what was expected.
[[nodiscard]] bool setOption(TrainerConfig& config, const char* name, const char* value,
                             Text& sentence);

}  // namespace scaledot
