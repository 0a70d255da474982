// The shape of a transformer (transformer.h), and the entries of its list of parameters (transformer_parameters.h).
#pragma once
#include <cstddef>
#include <cstdint>

#include "learning/attention_rule.h"
#include "learning/layers.h"
#include "shared/training_options.h"

namespace scaledot {

// decoder: attention sees only the past. encoderDecoder: an encoder, and a decoder that also attends to the encoder.
enum class Stack : uint32_t { encoder, decoder, encoderDecoder };
enum class NormPlace : uint32_t { pre, post };

// Every size is at least 1, and headDim heads need not be modelDim.
struct TransformerShape {
  Stack stack = Stack::encoder;
  uint32_t vocabulary = 0;    // shared by input and output
  uint32_t length = 0;        // positions of the encoder, or of a decoder alone
  uint32_t targetLength = 0;  // positions of the decoder of encoderDecoder
  // Layers of each stack.
  uint32_t layers = trainingDefaults::layers;
  uint32_t modelDim = trainingDefaults::modelDim, heads = trainingDefaults::heads,
           headDim = trainingDefaults::headDim, feedForward = trainingDefaults::feedForward;
  NormPlace norm = NormPlace::pre;
  Activation activation = Activation::relu;
  bool tied = false;
  AttentionRule rule = AttentionRule::power;
  // power: scale = headDim^-alpha (0.5: 1/sqrt(d_k), 0: 1, 1: 1/d_k). norm and doubled have 1/sqrt(d_k), the others 1.
  double alpha = 0.5;
  // Initial standard deviation of wq and wk, in units of 1/sqrt(modelDim). The other matrices have 1.
  double queryKeyGain = trainingDefaults::queryKeyGain;
};

// One tensor of the parameters. docs/tensors.md lists the names ("layers.0.attention.wq", "encoder.layers.0...").
enum class Part : uint32_t { embedding, query, key, otherAttention, norm, feedForward, output };
inline constexpr uint32_t kNoLayer = 0xffffffffu, kNoEntry = 0xffffffffu;
struct ParameterEntry {
  char name[64];
  size_t offset;           // in parameters() and gradients()
  uint32_t rows, columns;  // rows 1: a vector; additive's vector is [heads, headDim]
  Part part;
  // Counts the layers of the encoder, then those of the decoder; kNoLayer for embeddings, last norms, output.
  uint32_t layer;
  bool decays;  // under AdamW matrices decay; biases, norms, gains, embeddings, temperatures do not
};

}  // namespace scaledot
