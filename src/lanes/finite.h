// Numbers that are neither NaN nor infinite. The weight of a masked pair is 0, but 0 times NaN or infinity is
// NaN: so products are made without such numbers, and these are added one by one, where they are seen.
#pragma once
#include <cstddef>

namespace scaledot {

inline bool isFinite(float x) { return x - x == 0; }

// Puts 0 in the place of numbers that are not finite. False if there was any.
bool removeNotFinite(float* x, size_t count);

}  // namespace scaledot
