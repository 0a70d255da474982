#include "attention/terms.h"

#include <cmath>
#include <limits>

#include "attention/attention.h"
#include "lanes/buffer.h"
#include "lanes/matrix.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// Computes the weights of attention for the query 1 with the logits as keys, so that the scores are the logits.
bool attentionWeights(const float* logits, uint32_t count, float* weights) {
  const float one = 1;
  AttentionProblem problem;
  problem.queries = problem.headDim = 1;
  problem.keys = count;
  problem.query = &one;
  problem.key = problem.value = logits;
  AttentionResults results;
  results.weights = weights;
  return attention(problem, results);
}

}  // namespace

bool productTerms(const float* left, const float* right, uint32_t count, const float* bias,
                  double* products, ProductTerms& terms) {
  for (uint32_t k = 0; k < count; ++k) products[k] = double{left[k]} * double{right[k]};
  terms.sum = sum(count, [=](size_t k) { return products[k]; });
  if (bias != nullptr) terms.sum += double{*bias};
  return multiply(1, count, 1, {left, count, 1}, {right, 1, 1}, bias, false, &terms.value, 1);
}

bool softmaxTerms(const float* logits, uint32_t count, uint32_t index, double* exponentials,
                  SoftmaxTerms& terms) {
  Buffer<float> weights;
  if (!weights.reserve(count) || !attentionWeights(logits, count, weights.data())) return false;
  terms.weight = weights[index];
  terms.max = logits[0];
  for (uint32_t i = 1; i < count; ++i) terms.max = logits[i] > terms.max ? logits[i] : terms.max;
  for (uint32_t i = 0; i < count; ++i) {
    const bool unseen = logits[i] == kMinusInfinity;
    exponentials[i] = unseen ? 0 : std::exp(double{logits[i]} - double{terms.max});
  }
  terms.sum = sum(count, [=](size_t i) { return exponentials[i]; });
  return true;
}

}  // namespace scaledot
