// How a call with arrays crosses from JavaScript: everything it needs lies in one block of the core's
// memory, which web/engine/border/memory.js lays out. First kRecord numbers as doubles, then the arrays. An array crosses
// as its place in the block, in bytes; 0 is none. What the function gives besides arrays replaces the first numbers.
// scripts/border/records.mjs describes the numbers of every function; the headers *_record.h read and give them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bindings/stamp.h"

namespace scaledot {

// The first of the numbers that a function gives.
double* givenNumbers();

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
