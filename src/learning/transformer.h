// A small transformer (Vaswani et al. 2017) with its gradient, derived by hand: encoder, decoder, or both.
//
//   x = tokenEmbedding[token] + positionEmbedding[position]        the same two tables for encoder and decoder
//   pre-norm (Xiong et al. 2020):  x = x + attention(norm(x))  [x = x + context(norm(x), encoder)]  x = x + feedForward(norm(x))
//                                  and a last norm after each stack
//   post-norm (the paper's):       x = norm(x + attention(x))  ...
//   attention(x, y) = concat(heads) wo, head h: ruleAttention() of x wq_h, y wk_h, y wv_h (no biases, as in the paper's)
//   feedForward(x) = activation(x w1 + b1) w2 + b2
//   logits = x output + b, or, `tied`, x tokenEmbedding^T without bias
//
// float32 throughout; every sum's order is fixed, so that a seed gives the same bits natively and in every engine without
// fused multiply-adds. An example's logits do not depend, bit for bit, on the other examples of the batch, nor on what
// stands in its padding, nor (in a decoder) on later tokens. After create() and the first step nothing takes memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "learning/transformer_shape.h"

namespace scaledot {

// What the encoder (or a decoder alone) reads; for encoderDecoder also what its decoder reads; and what is to come out of
// the last stack. Behind an example's length there is padding: it is not seen, and has no label.
struct Batch {
  uint32_t examples = 0;
  const uint32_t* tokens = nullptr;         // [examples, length]
  const uint32_t* lengths = nullptr;        // [examples], 1 .. length
  const uint32_t* targets = nullptr;        // [examples, targetLength]
  const uint32_t* targetLengths = nullptr;  // [examples]
  // [examples, positions of the last stack]; kNoLabel: none.
  const uint32_t* labels = nullptr;
};

// One attention of the network, in the order in which they are computed.
enum class AttentionKind : uint32_t { encoder, decoder, context };
struct AttentionBlock {
  AttentionKind kind;
  uint32_t layer;  // as in ParameterEntry
  uint32_t queries, keys;
  uint32_t wq, wk, temperature;  // entries; temperature is kNoEntry where the rule has none
};

struct BatchLoss {
  double loss;               // mean over labels
  uint32_t labels, right;    // labels, and those that the largest logit hits
  uint32_t examples, exact;  // examples, and those whose every label is hit
};

class Transformer {
 public:
  Transformer();
  ~Transformer();
  // Parameters of a shape: how many numbers.
  static size_t parameterCount(const TransformerShape& shape);
  // Makes room for batches of so many examples. False: the memory could not be had.
  [[nodiscard]] bool create(const TransformerShape& shape, uint32_t mostExamples);
  // Normals, each tensor from a stream of its own (parameter_draw.h), so that it depends on the seed and on its place in the
  // list alone; standard deviations are
  //   embeddings 1 (tied: 1 / sqrt(modelDim), so that logits have 1)     matrices 1 / sqrt(rows), and that
  //   times queryKeyGain for wq and wk, over sqrt(2 layers) for wo and w2     additive's vector 1 / sqrt(headDim)
  //   folded and doubled: wq's over sqrt(headDim), so that (modelDim headDim)^-1/2 is that of T5's
  // Norms begin with 1 and 0, the gains of queries and keys with 1, biases with 0, temperatures with log sqrt(headDim).
  void initialise(uint64_t seed);

  const TransformerShape& shape() const;
  uint32_t entryCount() const;
  const ParameterEntry& entry(uint32_t index) const;
  float* parameters();
  float* gradients();
  size_t size() const;  // numbers of parameters()

  // Forward pass and loss. wantGradient: backward() may follow, and what comes after the last attention is computed for
  // labelled positions only; else there are logits at every position. False: the memory could not be had, which only the
  // first calls need.
  [[nodiscard]] bool forward(const Batch& batch, bool wantGradient, BatchLoss& loss);
  // The same loss for less, where neither gradient nor logits are wanted.
  [[nodiscard]] bool measure(const Batch& batch, BatchLoss& loss);
  // Writes gradients(): of the mean loss over the labels of the batch that forward() saw.
  [[nodiscard]] bool backward();

  // After forward(batch, false, ...): logits [examples, positions of the last stack, vocabulary].
  const float* logits() const;
  uint32_t positions() const;  // of the last stack
  // The label that the largest logit has there.
  uint32_t bestToken(uint32_t example, uint32_t position) const;

  uint32_t blockCount() const;
  AttentionBlock block(uint32_t index) const;
  // After forward(): weights [examples, heads, queries, keys] of a block are computed anew from the queries and keys it
  // kept, and scores before masks likewise; null: not wanted.
  [[nodiscard]] bool attentionOf(uint32_t block, float* weights, float* scores);
  // What its wq multiplies, [examples, queries, modelDim] (normalised already where norms come first), and what its wk and wv do,
  // [examples, keys, modelDim]: the same but for context, which takes what the encoder gives.
  const float* attentionInput(uint32_t block) const;
  const float* attentionMemory(uint32_t block) const;

  // For inference and experiments: multiplies every score (of every rule) by this; 1 at the start.
  void setScoreFactor(float factor);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scaledot
