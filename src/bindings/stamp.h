// Made by `npm run border` from scripts/border/records.mjs.
#pragma once

namespace scaledot {

// JavaScript with another stamp writes other records.
inline constexpr double kStamp = 2136654249;
// Numbers before the arrays in the block.
inline constexpr int kRecord = 128;

}  // namespace scaledot
