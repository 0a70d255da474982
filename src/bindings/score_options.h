// The options of random scores, as web/engine/functions/options.js writes them.
#pragma once
#include <cstdint>

#include "bindings/record.h"
#include "statistics/score_statistics.h"

namespace scaledot {

inline ScoreOptions readScoreOptions(Record& record) {
  ScoreOptions options;
  options.headDim = record.whole();
  options.queries = record.whole();
  options.keys = record.whole();
  const auto rule = static_cast<ScaleRule>(record.whole());
  options.scale = scaleFactor(rule, record.number(), options.headDim);
  options.seed = static_cast<uint64_t>(record.number());
  options.generator = static_cast<Generator>(record.whole());
  options.query = readComponent(record);
  options.key = readComponent(record);
  options.correlation = record.number();
  options.bins = record.whole();
  const bool ranged = record.flag();
  options.low = record.number();
  options.high = record.number();
  if (!ranged) setDefaultRange(options);
  return options;
}

}  // namespace scaledot
