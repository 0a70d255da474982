// Scores that are sums over the components of a query and a key, but not matrix products:
//
//   distance   -scale sum_c (q_c - k_c)^2       from the differences, which is accurate for close vectors
//   additive   sum_c v_c tanh(a_c + b_c)        a and b are the projected query and key
//
// query, a: [queries, components], key, b: [keys, components], scores and gradient: [queries, keys], row-major.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

struct PairShape {
  uint32_t queries, keys, components;
};

// All functions return false if an allocation fails.
[[nodiscard]] bool distanceScores(const PairShape& shape, const float* query, const float* key,
                                  float scale, float* to);
[[nodiscard]] bool additiveScores(const PairShape& shape, const float* a, const float* b,
                                  const float* vector, float* to);

// With the slope f' of the term of a component, and the gradient g with respect to the scores:
//   query [queries, components]  sum over keys of g f'       key [keys, components]  sum over queries of g f'
//   weighted [components]        += sum over pairs of g f
// For distance f = d^2 and f' = d = q - k. For additive f = tanh(a + b), and f' is its derivative.
struct PairSums {
  float *query, *key;
  double* weighted;
};
[[nodiscard]] bool distanceSums(const PairShape& shape, const float* query, const float* key,
                                const float* gradient, const PairSums& to);
[[nodiscard]] bool additiveSums(const PairShape& shape, const float* a, const float* b,
                                const float* gradient, const PairSums& to);

}  // namespace scaledot
