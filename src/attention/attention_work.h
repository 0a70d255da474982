// The workspaces of attention() and attentionGradient(). A workspace that is reused is reallocated only for a larger call.
// Its contents are private to these functions.
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

  // For a block of queries: factors of the sums, and panels of lanes, [panel][step][8].
  Panels queries, outputGradients, querySums;
  Buffer<float> queryLanes, outputGradientLanes;
  float logSumExp[kQueryBlock] = {}, delta[kQueryBlock] = {};
  float inverseSums[kQueryBlock] = {};  // of the weights; 1 if logSumExp is exact enough

  // Sums in double of a key head whose float32 sums overflowed.
  Buffer<double> wideQuerySums, wideKeySums;

  // For a block of both: P and dS, [key][query].
  Buffer<float> weights, scoreGradients;
  // For a panel of a block, [key][8].
  Buffer<float> weightGradients, weightsLoss, scaledScores;
  Buffer<float> maskedScores;  // [panel][key][8], see scoresOf() in attention_gradient.cpp

  [[nodiscard]] bool reserve(const AttentionProblem& problem, bool bias);
};

}  // namespace scaledot
