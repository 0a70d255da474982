// What a model of counts expects next, to hold a network against. For each order n = 1, 2, 3 (a trigram) ... it takes the last n - 1
// tokens, and where these were seldom seen leans on the order below:
//
//   p_n(x | last n - 1) = (count(last n - 1, x) + m p_{n-1}(x | last n - 2)) / (count(last n - 1) + m),   p_0 = 1 / vocabulary
//
// m is the weight of the order below in counts (MacKay & Peto 1995).
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace scaledot {

class Ngrams {
 public:
  // Counts those of `tokens`, each below 256, up to an order of at most 7.
  Ngrams(const uint32_t* tokens, size_t count, uint32_t order, uint32_t vocabulary,
         double smoothing);
  // Of *next, by so many tokens before it less one; as many have to stand there.
  double probability(const uint32_t* next, uint32_t order) const;

 private:
  std::unordered_map<uint64_t, uint32_t> counts_, contexts_;
  uint32_t vocabulary_;
  double smoothing_;
};

}  // namespace scaledot
