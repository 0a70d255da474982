// Of an example that was looked at: how many tokens and targets there are, and where pronoun and antecedent stand.
#pragma once
#include <cstdint>

namespace scaledot {

struct SeenNumbers {
  uint32_t length, targetLength, pronoun, antecedent;
};

}  // namespace scaledot
