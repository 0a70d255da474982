// Checks of shapes that both formats share.
#pragma once
#include "files/tensor_file.h"

namespace scaledot {

// Writes the shape as [3, 4].
Text& addShape(Text& text, const TensorEntry& tensor);

// Appends an axis. Returns false, and writes the sentence, if there are too many axes or this one is too long.
bool addAxis(TensorEntry& tensor, uint64_t length, const FileLimits& limits, Text& sentence);

// Sets the count of a tensor whose axes are all set. Returns false, and writes the sentence, if the file then has too many
// numbers; `others` is how many its other tensors have.
bool countNumbers(TensorEntry& tensor, uint64_t others, const FileLimits& limits, Text& sentence);

}  // namespace scaledot
