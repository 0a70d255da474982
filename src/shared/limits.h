// Made by `npm run border` from web/engine/border/limits.js.
#pragma once
#include <cstdint>

namespace scaledot {

struct Limit {
  double min, max;

  // Of whole numbers below 2^32.
  constexpr uint32_t least() const { return static_cast<uint32_t>(min); }
  constexpr uint32_t most() const { return static_cast<uint32_t>(max); }
};

namespace limits {
inline constexpr Limit compare{0, 7};
inline constexpr Limit functions{1, 16};
inline constexpr Limit rank{1, 16};
inline constexpr Limit handMadeWord{0, 239};
inline constexpr Limit handMadeTokens{1, 64};
}  // namespace limits

}  // namespace scaledot
