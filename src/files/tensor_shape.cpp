#include "files/tensor_shape.h"

#include <algorithm>

namespace scaledot {

Text& addShape(Text& text, const TensorEntry& tensor) {
  text.add('[');
  for (uint32_t axis = 0; axis < tensor.rank; ++axis) {
    if (axis > 0) text.add(", ");
    text.add(uint64_t{tensor.shape[axis]});
  }
  return text.add(']');
}

bool addAxis(TensorEntry& tensor, uint64_t length, const FileLimits& limits, Text& sentence) {
  if (length > limits.axis) {
    sentence.add("got an axis of ").add(length).add("; expected at most ").add(limits.axis);
    return false;
  }
  if (tensor.rank == kMostAxes) {
    sentence.add("got more than ").add(uint64_t{kMostAxes}).add(" axes; expected no more");
    return false;
  }
  tensor.shape[tensor.rank++] = static_cast<uint32_t>(length);
  return true;
}

bool countNumbers(TensorEntry& tensor, uint64_t others, const FileLimits& limits, Text& sentence) {
  uint64_t count = 1;
  bool empty = false;
  for (uint32_t axis = 0; axis < tensor.rank; ++axis) {
    const uint64_t length = tensor.shape[axis];
    empty = empty || length == 0;
    // Less than 2^32 times at most 2^31 does not overflow.
    count = std::min(count * std::max<uint64_t>(length, 1), limits.numbers + 1);
  }
  if (count + (empty ? 0 : others) > limits.numbers) {
    addShape(sentence.add("got the shape "), tensor);
    sentence.add("; expected at most ").add(limits.numbers).add(" numbers in a file");
    return false;
  }
  tensor.count = empty ? 0 : static_cast<uint32_t>(count);
  return true;
}

}  // namespace scaledot
