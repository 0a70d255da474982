// Non-finite numbers: NaN and infinities. The weight of a masked pair is 0, but 0 times a non-finite number is NaN. Products
// therefore leave such numbers out, and the kernels add them one by one for the pairs that are not masked.
#pragma once
#include <cstddef>

namespace scaledot {

inline bool isFinite(float x) { return x - x == 0; }

bool areFinite(const float* x, size_t count);

// Returns the largest absolute value; not finite if one of the numbers is infinite. NaN may be passed over.
float largestMagnitude(const float* x, size_t count);

// Returns x as float32, or an infinity beyond its range.
float narrowed(double x);

// Sets score to factor times the product of the vectors, computed in double, or to an infinity beyond float32. Keeps it if a
// number of the vectors is non-finite.
void redoProduct(float factor, const float* a, const float* b, size_t count, float& score);

// Replaces non-finite numbers by 0. Returns false if there was one.
bool removeNonFinite(float* x, size_t count);

}  // namespace scaledot
