// Sums in double, in an order that does not depend on the compiler or engine.
#pragma once
#include <cstddef>

namespace scaledot {

// term(0) + term(1) + ... + term(count - 1). Term i is added to partial sum i mod 4.
template <typename Term>
double sum(size_t count, Term term) {
  double part[4] = {};
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (size_t lane = 0; lane < 4; ++lane) part[lane] += term(i + lane);
  }
  for (size_t lane = 0; i + lane < count; ++lane) part[lane] += term(i + lane);
  return (part[0] + part[1]) + (part[2] + part[3]);
}

inline double dot(const float* a, const float* b, size_t count) {
  return sum(count,
             [=](size_t i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
}

}  // namespace scaledot
