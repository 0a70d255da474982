// The options of random scores, as JavaScript passes them.
#pragma once
#include <cstdint>

#include "random/component.h"
#include "statistics/score_statistics.h"

namespace scaledot {

// The range of the histogram. Both numbers are 0 if none is given.
struct ScoreRange {
  double low, high;
};

struct ScoreNumbers {
  uint32_t headDim, queries, keys;
  ScaleRule rule;
  double value;  // the factor or the exponent of the rule
  uint64_t seed;
  Generator generator;
  Component query, key;
  double correlation;
  uint32_t bins;
  ScoreRange range;
};

inline bool hasRange(const ScoreNumbers& numbers) { return numbers.range.low < numbers.range.high; }

inline ScoreOptions scoreOptions(const ScoreNumbers& numbers) {
  ScoreOptions options{.headDim = numbers.headDim,
                       .queries = numbers.queries,
                       .keys = numbers.keys,
                       .scale = scaleFactor(numbers.rule, numbers.value, numbers.headDim),
                       .seed = numbers.seed,
                       .generator = numbers.generator,
                       .query = numbers.query,
                       .key = numbers.key,
                       .correlation = numbers.correlation,
                       .bins = numbers.bins,
                       .low = numbers.range.low,
                       .high = numbers.range.high};
  if (!hasRange(numbers)) setDefaultRange(options);
  return options;
}

}  // namespace scaledot
