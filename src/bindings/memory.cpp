// The memory block for the arguments and results of calls.
#include <emscripten/bind.h>

#include <cstdlib>

#include "bindings/record.h"

namespace scaledot {
namespace {

// The alignment of F32x4.
constexpr size_t kAlignment = 16;

// Kept between calls, so that most calls need no allocation.
char* block = nullptr;

// Reallocates the block with this size, a multiple of kAlignment. Its contents are lost. Returns its address, or 0 if the
// allocation fails; there is then no block.
double reserve(double bytes) {
  std::free(block);
  block = nullptr;
  if (bytes <= static_cast<double>(SIZE_MAX / 2)) {
    block = static_cast<char*>(std::aligned_alloc(kAlignment, static_cast<size_t>(bytes)));
  }
  return static_cast<double>(reinterpret_cast<uintptr_t>(block));
}

}  // namespace

double* returnedNumbers() { return reinterpret_cast<double*>(block); }

Record::Record() : block_(block), next_(reinterpret_cast<const double*>(block)) {}

EMSCRIPTEN_BINDINGS(memory) {
  emscripten::function("reserve", &reserve);
  emscripten::constant("stamp", kStamp);
}

}  // namespace scaledot
