// The memory of attention() and of attentionGradient(). One that is kept from call to call is taken once, for the
// largest of them; nothing in it is for others to read.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/attention.h"
#include "attention/attention_bias.h"
#include "attention/attention_block.h"
#include "attention/attention_panels.h"
#include "lanes/buffer.h"

namespace scaledot {

struct AttentionWork {
  Buffer<float> memory;
};

struct AttentionGradientWork {
  static constexpr uint32_t kQueryBlock = 64;
  static constexpr size_t kBlockSize = size_t{kKeyBlock} * kQueryBlock;

  // For a key head.
  Panels keys, keySums, valueSums;
  BiasSums biasSums;

  // For a block of queries: as factors of the sums, and as panels of lanes, [panel][step][8].
  Panels queries, outputGradients, querySums;
  Buffer<float> queryLanes, outputGradientLanes;
  float logSumExp[kQueryBlock] = {}, delta[kQueryBlock] = {};
  float inverseSums[kQueryBlock] = {};  // of the weights, 1 where logSumExp is exact enough

  // For a block of both: P and dS, [key][query].
  Buffer<float> weights, scoreGradients;
  // For a panel of a block, [key][8].
  Buffer<float> weightGradients, scaledScores;
  Buffer<float> maskedScores;  // [panel][key][8], see scoresOf() in attention_gradient.cpp

  [[nodiscard]] bool reserve(const AttentionProblem& problem, bool bias);
};

}  // namespace scaledot
