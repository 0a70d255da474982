// Made by `npm run border` from scripts/border/records.mjs.
#pragma once

namespace scaledot {

// JavaScript with another stamp writes other records.
inline constexpr double kStamp = 3492466985;
// Numbers before the arrays in the block.
inline constexpr int kRecord = 128;

}  // namespace scaledot
