// An n-gram model, as a baseline for a network. For each order n = 1, 2, 3 (a trigram) ... it predicts the next token from
// the last n - 1 tokens. If these were seldom seen, it relies on the next lower order:
//
//   p_n(x | last n - 1) = (count(last n - 1, x) + m p_{n-1}(x | last n - 2)) / (count(last n - 1) + m),   p_0 = 1 / vocabulary
//
// m is the weight of the lower order, in counts (MacKay & Peto 1995).
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace scaledot {

class Ngrams {
 public:
  // Counts the n-grams of `tokens`, each below 256, up to `order`, at most 7.
  Ngrams(const uint32_t* tokens, size_t count, uint32_t order, uint32_t vocabulary,
         double smoothing);
  // Returns the probability of *next, from the order - 1 tokens before it, which must exist.
  double probability(const uint32_t* next, uint32_t order) const;

 private:
  std::unordered_map<uint64_t, uint32_t> counts_, contexts_;
  uint32_t vocabulary_;
  double smoothing_;
};

}  // namespace scaledot
