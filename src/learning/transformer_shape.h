// The shape of a transformer (transformer.h), and what its list of parameters (transformer_parameters.h) says of each.
#pragma once
#include <cstddef>
#include <cstdint>

#include "learning/attention_rule.h"
#include "learning/layers.h"

namespace scaledot {

// decoder: attention sees the past only. encoderDecoder: an encoder, and a decoder that also sees the encoder.
enum class Stack : uint32_t { encoder, decoder, encoderDecoder };
enum class NormPlace : uint32_t { pre, post };

// Every size is at least 1, and headDim heads need not be modelDim.
struct TransformerShape {
  Stack stack = Stack::encoder;
  uint32_t vocabulary = 0;    // one for what is read and what is written
  uint32_t length = 0;        // positions of encoder, or of a decoder alone
  uint32_t targetLength = 0;  // positions of encoderDecoder's decoder
  uint32_t layers = 1;        // of each stack
  uint32_t modelDim = 32, heads = 1, headDim = 32, feedForward = 64;
  NormPlace norm = NormPlace::pre;
  Activation activation = Activation::relu;
  bool tied = false;
  AttentionRule rule = AttentionRule::power;
  // power: scale = headDim^-alpha (0.5: 1/sqrt(d_k), 0: 1, 1: 1/d_k). norm and doubled have 1/sqrt(d_k), the others 1.
  double alpha = 0.5;
  // Standard deviation of wq and wk at the start, times 1/sqrt(modelDim); the other matrices have 1.
  double queryKeyGain = 1;
};

// One tensor of the parameters. Names as docs/tensors.md has them ("layers.0.attention.wq", "encoder.layers.0...").
enum class Part : uint32_t { embedding, query, key, otherAttention, norm, feedForward, output };
inline constexpr uint32_t kNoLayer = 0xffffffffu, kNoEntry = 0xffffffffu;
struct ParameterEntry {
  char name[64];
  size_t offset;           // in parameters() and gradients()
  uint32_t rows, columns;  // rows 1: a vector; additive's vector is [heads, headDim]
  Part part;
  // Counted through encoder, then decoder; kNoLayer for embeddings, last norms, output.
  uint32_t layer;
  bool decays;  // matrices do under AdamW; biases, norms, gains, embeddings, temperatures do not
};

}  // namespace scaledot
