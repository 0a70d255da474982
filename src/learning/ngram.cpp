#include "learning/ngram.h"

namespace scaledot {
namespace {

// Tokens begin .. end - 1 as one number. The leading 1 encodes how many there are.
uint64_t keyOf(const uint32_t* begin, const uint32_t* end) {
  uint64_t key = 1;
  for (; begin < end; ++begin) key = key << 8 | *begin;
  return key;
}

uint32_t countOf(const std::unordered_map<uint64_t, uint32_t>& counts, uint64_t key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

}  // namespace

Ngrams::Ngrams(const uint32_t* tokens, size_t count, uint32_t order, uint32_t vocabulary,
               double smoothing)
    : vocabulary_(vocabulary), smoothing_(smoothing) {
  for (size_t i = 0; i < count; ++i) {
    for (uint32_t before = 0; before < order && before <= i; ++before) {
      const uint32_t* const next = tokens + i;
      ++counts_[keyOf(next - before, next + 1)];
      ++contexts_[keyOf(next - before, next)];
    }
  }
}

double Ngrams::probability(const uint32_t* next, uint32_t order) const {
  double p = 1.0 / vocabulary_;
  for (uint32_t before = 0; before < order; ++before) {
    const double together = countOf(counts_, keyOf(next - before, next + 1));
    const double context = countOf(contexts_, keyOf(next - before, next));
    p = (together + smoothing_ * p) / (context + smoothing_);
  }
  return p;
}

}  // namespace scaledot
