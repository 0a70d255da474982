// A small transformer (Vaswani et al. 2017) with its gradient, derived by hand: encoder, decoder, or both.
//
//   x = tokenEmbedding[token] + positionEmbedding[position]        the same two tables for encoder and decoder
//   pre-norm (Xiong et al. 2020):  x = x + attention(norm(x))  [x = x + context(norm(x), encoder)]  x = x + feedForward(norm(x))
//                                  and a last norm after each stack
//   post-norm (the paper's):       x = norm(x + attention(x))  ...
//   attention(x, y) = concat(heads) wo, head h: ruleAttention() of x wq_h, y wk_h, y wv_h (no biases, as in the paper)
//   feedForward(x) = activation(x w1 + b1) w2 + b2
//   logits = x output + b, or, `tied`, x tokenEmbedding^T without bias
//
// It uses float32 throughout, and the order of every sum is fixed, so a seed gives the same bits natively and in every
// engine without fused multiply-adds. The bits of the logits of an example do not depend on the other examples of the batch,
// on the contents of its padding, or (in a decoder) on later tokens. After create() and the first step nothing is allocated.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "learning/transformer_shape.h"

namespace scaledot {

// The input of the encoder (or of a decoder alone), for encoderDecoder also the input of its decoder, and the labels of the
// last stack. After the length of an example there is padding, which is not visible and has no label.
struct Batch {
  uint32_t examples = 0;
  const uint32_t* tokens = nullptr;         // [examples, length]
  const uint32_t* lengths = nullptr;        // [examples], 1 .. length
  const uint32_t* targets = nullptr;        // [examples, targetLength]
  const uint32_t* targetLengths = nullptr;  // [examples]
  // [examples, positions of the last stack]; kNoLabel: none.
  const uint32_t* labels = nullptr;
};

// One attention of the network. Blocks are in the order of computation.
enum class AttentionKind : uint32_t { encoder, decoder, context };
struct AttentionBlock {
  AttentionKind kind;
  uint32_t layer;  // as in ParameterEntry
  uint32_t queries, keys;
  uint32_t wq, wk, temperature;  // entries; temperature is kNoEntry if the rule has none
};

struct BatchLoss {
  double loss;               // mean over labels
  uint32_t labels, right;    // labels, and those that have the largest logit
  uint32_t examples, exact;  // examples, and those whose labels are all right
};

class Transformer {
 public:
  Transformer();
  ~Transformer();
  // Returns the number of parameters of a shape.
  static size_t parameterCount(const TransformerShape& shape);
  // Allocates for batches of at most mostExamples. Returns false if an allocation fails.
  [[nodiscard]] bool create(const TransformerShape& shape, uint32_t mostExamples);
  // Draws normals, each tensor from its own stream (parameter_draw.h), so that it depends on the seed and its index in the
  // list alone. Standard deviations are
  //   embeddings 1 (tied: 1 / sqrt(modelDim), so that logits have 1)     matrices 1 / sqrt(rows), and that
  //   times queryKeyGain for wq and wk, over sqrt(2 layers) for wo and w2     vector of additive 1 / sqrt(headDim)
  //   folded and doubled: wq over sqrt(headDim), which is (modelDim headDim)^-1/2 as in T5
  // Norms begin with 1 and 0, the gains of queries and keys with 1, biases with 0, temperatures with log sqrt(headDim).
  void initialise(uint64_t seed);

  const TransformerShape& shape() const;
  uint32_t entryCount() const;
  const ParameterEntry& entry(uint32_t index) const;
  float* parameters();
  float* gradients();
  size_t size() const;  // of parameters()

  // Runs the forward pass and computes the loss. With wantGradient, backward() may follow, and everything after the last
  // attention is computed for labelled positions only. Otherwise there are logits at every position. Returns false if an
  // allocation fails, which can only happen in the first calls.
  [[nodiscard]] bool forward(const Batch& batch, bool wantGradient, BatchLoss& loss);
  // Computes the same loss, but faster, because it computes neither the gradient nor all logits.
  [[nodiscard]] bool measure(const Batch& batch, BatchLoss& loss);
  // Writes gradients(), of the mean loss over the labels of the last forward().
  [[nodiscard]] bool backward();

  // After forward(batch, false, ...): logits [examples, positions of the last stack, vocabulary].
  const float* logits() const;
  uint32_t positions() const;  // of the last stack
  // Returns the token of the largest logit at that position.
  uint32_t bestToken(uint32_t example, uint32_t position) const;

  uint32_t blockCount() const;
  AttentionBlock block(uint32_t index) const;
  // After forward(): recomputes the weights [examples, heads, queries, keys] of a block from its stored queries and keys,
  // and the scores before masks. Both may be null.
  [[nodiscard]] bool attentionOf(uint32_t block, float* weights, float* scores);
  // The input of wq, [examples, queries, modelDim] (normalised if pre-norm), and the input of wk and wv, [examples, keys,
  // modelDim]. They are the same, except for context, where the latter is the output of the encoder.
  const float* attentionInput(uint32_t block) const;
  const float* attentionMemory(uint32_t block) const;

  // For inference and experiments: multiplies every score (of every rule) by this. Initially 1.
  void setScoreFactor(float factor);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scaledot
