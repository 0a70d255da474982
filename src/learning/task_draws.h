// Random integers for examples, which depend on (seed, stream, index) alone, and the hash that decides what is held out.
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/random.h"

namespace scaledot {

// Words of the Philox blocks (0, index, stream), (1, index, stream), ... Streams from kTaskStreams on are not used by
// random.h.
inline constexpr uint32_t kTaskStreams = 16;
class Draws {
 public:
  Draws(uint64_t seed, uint32_t stream, uint64_t index)
      : key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)},
        counter_{0, static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32),
                 kTaskStreams + stream} {}

  // Returns 0 ... count - 1, uniform up to a bias below count / 2^32.
  uint32_t below(uint32_t count) {
    if (used_ == 4) {
      philox4x32(counter_, key_, words_);
      ++counter_[0];
      used_ = 0;
    }
    return static_cast<uint32_t>(uint64_t{words_[used_++]} * count >> 32);
  }

 private:
  uint32_t key_[2], counter_[4], words_[4] = {}, used_ = 4;
};

// Whether a content is in the eighth that is held out. This does not depend on the seed. The salt selects the eighth.
inline bool isHeldOut(uint32_t salt, const uint32_t* content, size_t count) {
  uint32_t hash = salt;
  for (size_t i = 0; i < count; ++i) {
    hash = (hash ^ content[i]) * 0x85ebca6b;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35;
    hash ^= hash >> 16;
  }
  return hash < 0x20000000;
}

}  // namespace scaledot
