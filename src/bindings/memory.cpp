// The block of memory that calls with arrays lie in.
#include <emscripten/bind.h>

#include <cstdlib>

#include "bindings/record.h"

namespace scaledot {
namespace {

// As F32x4 likes its addresses.
constexpr size_t kAlignment = 16;

// From one call to the next, so that most calls need no memory of their own.
char* block = nullptr;

// Makes the block this long, a multiple of kAlignment; what it held is lost. Its address, 0 when
// refused: then there is none.
double reserve(double bytes) {
  std::free(block);
  block = nullptr;
  if (bytes <= static_cast<double>(SIZE_MAX / 2)) {
    block = static_cast<char*>(std::aligned_alloc(kAlignment, static_cast<size_t>(bytes)));
  }
  return static_cast<double>(reinterpret_cast<uintptr_t>(block));
}

}  // namespace

double* givenNumbers() { return reinterpret_cast<double*>(block); }

Record::Record() : block_(block), next_(reinterpret_cast<const double*>(block)) {}

EMSCRIPTEN_BINDINGS(memory) {
  emscripten::function("reserve", &reserve);
  emscripten::constant("stamp", kStamp);
}

}  // namespace scaledot
