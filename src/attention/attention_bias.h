// The gradient of the bias of attention, summed over broadcast axes.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/attention_block.h"
#include "lanes/buffer.h"

namespace scaledot {

// The gradient for one key head, in double: [query head][query][key], without the axes along which the bias is broadcast.
class BiasSums {
 public:
  [[nodiscard]] bool reserve(const AttentionProblem& problem);
  void clear();

  // Adds dS of a panel, scoreGradients[key stride + lane]; 0 in lanes without a query.
  void add(uint32_t headOfGroup, Queries queries, KeyRange keys, const float* scoreGradients,
           size_t stride);

  // Adds the sums to the gradient. bias: the gradient at the first query head of the key head.
  void addTo(float* bias, const uint32_t (&strides)[4]) const;

 private:
  size_t size() const { return productOf({heads_, queries_, keys_}); }
  uint32_t heads_ = 1, queries_ = 1, keys_ = 1;
  size_t headStride_ = 0, queryStride_ = 0, keyStride_ = 0;
  Buffer<double> sums_;
};

}  // namespace scaledot
