// The parameters of a transformer (transformer.h): the tensors, their offsets, their initial values, and which parts of the
// network use them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "learning/transformer_shape.h"

namespace scaledot {

// Indices into the list of entries.
struct NormEntries {
  uint32_t weight, bias;
};
struct AttentionEntries {
  uint32_t wq, wk, wv, wo;
  uint32_t temperature, vector, queryGain, keyGain;  // kNoEntry if the rule has none
};
struct FeedForwardEntries {
  uint32_t w1, b1, w2, b2;
};

// A layer is two of these, or three with `context`: attention and norm, or feedForward and norm.
struct SublayerEntries {
  enum class Kind : uint32_t { attention, context, feedForward } kind;
  uint32_t layer;  // as in ParameterEntry
  NormEntries norm;
  AttentionEntries attention;
  FeedForwardEntries feedForward;
};

// Encoder and decoder, or the only one.
struct StackEntries {
  bool isDecoder;
  uint32_t positions;
  uint32_t first, count;  // of its sublayers
  NormEntries lastNorm;   // pre-norm
};

struct ParameterList {
  uint32_t entryCount = 0, sublayerCount = 0, stackCount = 0;
  size_t size = 0;  // of all parameters; SIZE_MAX: more than can be addressed
  Buffer<ParameterEntry> entries;
  Buffer<SublayerEntries> sublayers;
  StackEntries stacks[2];
  uint32_t tokenEmbedding = kNoEntry, positionEmbedding = kNoEntry;
  uint32_t outputWeight = kNoEntry, outputBias = kNoEntry;  // kNoEntry if tied

  [[nodiscard]] bool create(const TransformerShape& shape);  // false if an allocation fails
  // See Transformer::initialise(). `parameters` is a buffer of parameterSize(1, size).
  void initialise(const TransformerShape& shape, uint64_t seed, float* parameters) const;
};

size_t parameterCountOf(const TransformerShape& shape);

}  // namespace scaledot
