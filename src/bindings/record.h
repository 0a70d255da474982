// The format of a call from JavaScript. All its arguments are in one block of the core's memory, which
// web/engine/border/memory.js lays out: first kRecord numbers as doubles, then the arrays. An array is passed as its offset
// in the block, in bytes; 0 means none. The results of the function other than arrays replace the first numbers.
// scripts/border/records.mjs describes the numbers of every function. The headers *_record.h read and write them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bindings/stamp.h"

namespace scaledot {

// Returns a pointer to the first number of a function's results.
double* returnedNumbers();

class Record {
 public:
  Record();
  double number() { return *next_++; }
  uint32_t whole() { return static_cast<uint32_t>(number()); }
  bool flag() { return number() != 0; }

  template <typename T = float>
  T* array() {
    const size_t place = static_cast<size_t>(number());
    return place == 0 ? nullptr : reinterpret_cast<T*>(block_ + place);
  }

 private:
  char* block_;
  const double* next_;
};

}  // namespace scaledot
