// A trained transformer as a .safetensors (tensor_file.h), named and described as docs/tensors.md says. The metadata has
// the whole configuration, so that a file is loaded without being told anything, and training goes on from one that also
// has the optimiser's state ("optimizer.first", "optimizer.second", metadata `steps`) with the very same bits.
#pragma once
#include <cstddef>
#include <cstdint>

#include "buffer.h"
#include "file_text.h"
#include "trainer.h"

namespace scaledot {

// f16: rounded to nearest even. What is loaded from it are the rounded numbers.
enum class CheckpointNumbers : uint32_t { f32, f16 };

// Bytes of the file in `to` (its count in `bytes`). withOptimizer needs f32. False: the memory could not be had.
[[nodiscard]] bool saveCheckpoint(Trainer& from, CheckpointNumbers numbers, bool withOptimizer,
                                  Buffer<unsigned char>& to, size_t& bytes);
// Makes `to` anew from a file that is not trusted. False: refused, and the sentence says what came and what was expected.
[[nodiscard]] bool loadCheckpoint(const unsigned char* bytes, size_t count, Trainer& to,
                                  Text& sentence);

}  // namespace scaledot
