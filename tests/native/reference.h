// Attention in double precision, written only from the definition in attention.h: naive loops over queries and keys, without
// blocks or a running maximum. It has the forward pass and the gradient, with every option. Inputs are double, so that
// finite differences can use steps smaller than a float32 allows.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "attention/attention.h"

namespace scaledot::testing {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// The largest relative error of one rounding to float32.
inline constexpr double kHalfUlp = 1.0 / (1 << 24);

// Returns the size of a mask tensor.
inline size_t maskCount(const MaskTensor& mask, const AttentionProblem& p) {
  const uint32_t dims[4] = {p.batch, p.heads, p.queries, p.keys};
  size_t last = 0;
  for (int axis = 0; axis < 4; ++axis) {
    if (dims[axis] == 0) return 0;
    last += size_t{mask.strides[axis]} * (dims[axis] - 1);
  }
  return last + 1;
}

inline size_t maskIndex(const MaskTensor& mask, size_t b, size_t h, size_t i, size_t j) {
  return b * mask.strides[0] + h * mask.strides[1] + i * mask.strides[2] + j * mask.strides[3];
}

struct ReferenceForward {
  std::vector<double> output, logSumExp, weights, scores, scaledScores, cappedScores, maskedScores;
  std::vector<double> products;  // the scores, also beyond float32
  // Per row: a bound for the float32 rounding errors of its masked scores, in units of 2^-24. A dot product of d terms has
  // an error of about sqrt(d) roundings of the sum of their absolute values. The product with scale, the softcap (within 3
  // ulp) and the bias add one rounding each. An error e of the scores changes a weight by a factor of at most exp(2 e), and
  // a row of the output, which is a mean of values, by at most 2 e max |value|.
  std::vector<double> scoreRoundings;
};

struct ReferenceGradients {
  std::vector<double> query, key, value, bias;
  double scale = 0;
};

class Reference {
 public:
  explicit Reference(const AttentionProblem& p)
      : problem(p),
        scale(p.scale),
        query(copy(p.query, size_t{p.batch} * p.heads * p.queries * p.headDim)),
        key(copy(p.key, size_t{p.batch} * p.keyHeads * p.keys * p.headDim)),
        value(copy(p.value, size_t{p.batch} * p.keyHeads * p.keys * p.valueDim)),
        bias(copy(p.bias.data, p.bias.data != nullptr ? maskCount(p.bias, p) : 0)) {}

  AttentionProblem problem;  // shapes and options; the numbers are those below
  double scale;
  std::vector<double> query, key, value, bias;

  size_t rows() const { return size_t{problem.batch} * problem.heads * problem.queries; }

  // Whether a query sees a key, as the header defines it, but without the bias.
  bool visible(size_t b, size_t h, size_t i, size_t j) const {
    const AttentionProblem& p = problem;
    const int64_t placed = int64_t{p.keys} - p.extraKeys;
    const int64_t length = p.keyLengths != nullptr ? p.keyLengths[b] : placed;
    const int64_t whole = p.wholeQueries != 0 ? p.wholeQueries : p.queries;
    const int64_t offset = p.causal == Causal::lowerRight ? length - whole : 0;
    const int64_t position = int64_t{p.firstQuery} + static_cast<int64_t>(i) + offset;
    const int64_t at = static_cast<int64_t>(j);
    if (at < placed) {
      if (at >= length) return false;
      if (p.causal != Causal::none && at > position) return false;
      if (p.windowBefore != kUnlimited && at < position - int64_t{p.windowBefore}) return false;
      if (p.windowAfter != kUnlimited && at > position + int64_t{p.windowAfter}) return false;
    }
    if (p.allow.data != nullptr && p.allow.data[maskIndex(p.allow, b, h, i, j)] == 0) return false;
    if (p.block.data != nullptr && p.block.data[maskIndex(p.block, b, h, i, j)] != 0) return false;
    return true;
  }

  ReferenceForward forward() const {
    const AttentionProblem& p = problem;
    ReferenceForward r;
    r.output.assign(rows() * p.valueDim, 0);
    r.logSumExp.assign(rows(), -kInfinity);
    r.scoreRoundings.assign(rows(), 0);
    for (auto* matrix :
         {&r.weights, &r.scores, &r.scaledScores, &r.cappedScores, &r.maskedScores, &r.products})
      matrix->assign(rows() * p.keys, 0);
    for (size_t b = 0; b < p.batch; ++b)
      for (size_t h = 0; h < p.heads; ++h)
        for (size_t i = 0; i < p.queries; ++i) forwardRow(b, h, i, r);
    return r;
  }

  // Computes the gradient of sum(loss.output * output) + sum(loss.weights * weights), pair by pair. A pair whose masked
  // score is -infinity contributes nothing, even if its key or value is non-finite. `magnitude` (may be null) gets the
  // same sums of absolute values, to which rounding errors are relative.
  ReferenceGradients gradient(const LossGradient& loss, const ReferenceForward& r,
                              ReferenceGradients* magnitude = nullptr) const {
    ReferenceGradients sums, sizes;
    for (ReferenceGradients* g : {&sums, &sizes}) {
      g->query.assign(query.size(), 0);
      g->key.assign(key.size(), 0);
      g->value.assign(value.size(), 0);
      g->bias.assign(bias.size(), 0);
    }
    const AttentionProblem& p = problem;
    for (size_t b = 0; b < p.batch; ++b)
      for (size_t h = 0; h < p.heads; ++h)
        for (size_t i = 0; i < p.queries; ++i) gradientRow(b, h, i, loss, r, sums, sizes);
    if (magnitude != nullptr) *magnitude = sizes;
    return sums;
  }

 private:
  static std::vector<double> copy(const float* from, size_t count) {
    std::vector<double> to(count);
    for (size_t i = 0; i < count; ++i) to[i] = from[i];
    return to;
  }

  // The largest float32.
  static double limited(double x) {
    if (x > std::numeric_limits<float>::max()) return kInfinity;
    if (x < -std::numeric_limits<float>::max()) return -kInfinity;
    return x;
  }

  size_t rowOf(size_t b, size_t h, size_t i) const {
    return (b * problem.heads + h) * problem.queries + i;
  }
  size_t keyRowOf(size_t b, size_t h, size_t j) const {
    const size_t keyHead = h / (problem.heads / problem.keyHeads);
    return (b * problem.keyHeads + keyHead) * problem.keys + j;
  }

  void forwardRow(size_t b, size_t h, size_t i, ReferenceForward& r) const {
    const AttentionProblem& p = problem;
    const size_t row = rowOf(b, h, i);
    double* const masked = r.maskedScores.data() + row * p.keys;
    double highest = -kInfinity;
    bool broken = false;  // the row sees NaN or +infinity
    for (size_t j = 0; j < p.keys; ++j) {
      double score = 0, size = 0;
      for (size_t c = 0; c < p.headDim; ++c) {
        const double product = query[row * p.headDim + c] * key[keyRowOf(b, h, j) * p.headDim + c];
        score += product;
        size += std::fabs(product);
      }
      const size_t at = row * p.keys + j;
      const double added = p.bias.data != nullptr ? bias[maskIndex(p.bias, b, h, i, j)] : 0;
      r.products[at] = score;
      r.scores[at] = limited(score);
      r.scaledScores[at] = limited(score * scale);
      r.cappedScores[at] = p.softcap == 0 ? r.scaledScores[at]
                                          : p.softcap * std::tanh(r.scaledScores[at] / p.softcap);
      const bool sees = visible(b, h, i, j) && added != -kInfinity;
      masked[j] = sees ? limited(r.cappedScores[at] + added) : -kInfinity;
      if (masked[j] == -kInfinity) continue;
      if (!(masked[j] < kInfinity)) broken = true;
      highest = std::max(highest, masked[j]);
      const double roundings = (2 + std::sqrt(p.headDim)) * std::fabs(scale) * size +
                               (p.softcap == 0 ? 1 : 7) * std::fabs(r.cappedScores[at]) +
                               std::fabs(masked[j]);
      r.scoreRoundings[row] = std::max(r.scoreRoundings[row], roundings);
    }
    if (broken) highest = kNaN;
    if (highest == -kInfinity) return;
    double sum = 0;
    for (size_t j = 0; j < p.keys; ++j)
      if (masked[j] != -kInfinity) sum += std::exp(masked[j] - highest);
    r.logSumExp[row] = highest + std::log(sum);
    for (size_t j = 0; j < p.keys; ++j) {
      if (masked[j] == -kInfinity) continue;
      const double weight = std::exp(masked[j] - highest) / sum;
      r.weights[row * p.keys + j] = weight;
      for (size_t c = 0; c < p.valueDim; ++c) {
        const double v = value[keyRowOf(b, h, j) * p.valueDim + c];
        r.output[row * p.valueDim + c] += std::isfinite(v) ? weight * v : v + 0 * weight;
      }
    }
  }

  void gradientRow(size_t b, size_t h, size_t i, const LossGradient& loss,
                   const ReferenceForward& r, ReferenceGradients& sums,
                   ReferenceGradients& sizes) const {
    const AttentionProblem& p = problem;
    const size_t row = rowOf(b, h, i);
    const float* const dOutput = loss.output + row * p.valueDim;
    std::vector<double> dWeight(p.keys), dWeightSize(p.keys);
    double mean = 0, meanSize = 0;  // of dWeight, weighted; softmax subtracts it
    for (size_t j = 0; j < p.keys; ++j) {
      if (r.maskedScores[row * p.keys + j] == -kInfinity) continue;
      if (loss.weights != nullptr) {
        dWeight[j] = loss.weights[row * p.keys + j];
        dWeightSize[j] = std::fabs(dWeight[j]);
      }
      for (size_t c = 0; c < p.valueDim; ++c) {
        const double product = dOutput[c] * value[keyRowOf(b, h, j) * p.valueDim + c];
        dWeight[j] += product;
        dWeightSize[j] += std::fabs(product);
      }
      mean += r.weights[row * p.keys + j] * dWeight[j];
      meanSize += r.weights[row * p.keys + j] * dWeightSize[j];
    }
    for (size_t j = 0; j < p.keys; ++j) {
      const size_t at = row * p.keys + j, keyRow = keyRowOf(b, h, j);
      if (r.maskedScores[at] == -kInfinity) continue;
      const double weight = r.weights[at];
      for (size_t c = 0; c < p.valueDim; ++c) {
        sums.value[keyRow * p.valueDim + c] += weight * dOutput[c];
        sizes.value[keyRow * p.valueDim + c] += weight * std::fabs(dOutput[c]);
      }
      const double dMasked = weight * (dWeight[j] - mean);
      const double dMaskedSize = weight * (dWeightSize[j] + meanSize);
      if (p.bias.data != nullptr) {
        sums.bias[maskIndex(p.bias, b, h, i, j)] += dMasked;
        sizes.bias[maskIndex(p.bias, b, h, i, j)] += dMaskedSize;
      }
      // The slope of tanh, without the cancellation of 1 - tanh^2.
      const double inverse = p.softcap == 0 ? 1 : 1 / std::cosh(r.scaledScores[at] / p.softcap);
      const double dScaled = dMasked * inverse * inverse;
      const double dScaledSize = dMaskedSize * inverse * inverse;
      sums.scale += dScaled * r.products[at];
      sizes.scale += dScaledSize * std::fabs(r.products[at]);
      for (size_t c = 0; c < p.headDim; ++c) {
        const size_t q = row * p.headDim + c, k = keyRow * p.headDim + c;
        sums.query[q] += dScaled * scale * key[k];
        sums.key[k] += dScaled * scale * query[q];
        sizes.query[q] += dScaledSize * std::fabs(scale * key[k]);
        sizes.key[k] += dScaledSize * std::fabs(scale * query[q]);
      }
    }
  }
};

}  // namespace scaledot::testing
