#include "attention/attention_bias.h"

#include <algorithm>

#include "lanes/simd.h"

namespace scaledot {

bool BiasSums::reserve(const AttentionProblem& problem) {
  const uint32_t* has = problem.bias.strides + 1;
  heads_ = has[0] != 0 ? problem.heads / problem.keyHeads : 1;
  queries_ = has[1] != 0 ? problem.queries : 1;
  keys_ = has[2] != 0 ? problem.keys : 1;
  keyStride_ = has[2] != 0 ? 1 : 0;
  queryStride_ = has[1] != 0 ? keys_ : 0;
  headStride_ = has[0] != 0 ? size_t{queries_} * keys_ : 0;
  return sums_.reserve(size());
}

void BiasSums::clear() { std::fill_n(sums_.data(), size(), 0.0); }

void BiasSums::add(uint32_t headOfGroup, Queries queries, KeyRange keys,
                   const float* scoreGradients, size_t stride) {
  double* sums = sums_.data() + headOfGroup * headStride_ + queries.first * queryStride_ +
                 keys.first * keyStride_;
  for (uint32_t j = 0; j < keys.count(); ++j, sums += keyStride_, scoreGradients += stride) {
    if (queryStride_ == 0) {
      *sums += static_cast<double>(sumOf(load(scoreGradients) + load(scoreGradients + 4)));
      continue;
    }
    for (uint32_t i = 0; i < queries.count; ++i) {
      sums[i * queryStride_] += static_cast<double>(scoreGradients[i]);
    }
  }
}

void BiasSums::addTo(float* bias, const uint32_t (&strides)[4]) const {
  const double* sums = sums_.data();
  for (uint32_t h = 0; h < heads_; ++h) {
    for (uint32_t i = 0; i < queries_; ++i) {
      float* row = bias + size_t{strides[1]} * h + size_t{strides[2]} * i;
      for (uint32_t j = 0; j < keys_; ++j) {
        row[size_t{strides[3]} * j] += static_cast<float>(*sums++);
      }
    }
  }
}

}  // namespace scaledot
