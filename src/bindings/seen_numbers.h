// The numbers of tokens and targets of an example that was read, and the positions of its pronoun and antecedent.
#pragma once
#include <cstdint>

namespace scaledot {

struct SeenNumbers {
  uint32_t length, targetLength, pronoun, antecedent;
};

}  // namespace scaledot
