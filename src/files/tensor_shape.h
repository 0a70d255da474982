// What both formats ask of a shape.
#pragma once
#include "files/tensor_file.h"

namespace scaledot {

// "[3, 4]"
Text& addShape(Text& text, const TensorEntry& tensor);

// One more axis.
bool addAxis(TensorEntry& tensor, uint64_t length, const FileLimits& limits, Text& sentence);

// Sets the count of a tensor with all its axes; `others` numbers are in the file besides.
bool countNumbers(TensorEntry& tensor, uint64_t others, const FileLimits& limits, Text& sentence);

}  // namespace scaledot
