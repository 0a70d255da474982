#include "statistics/head_statistics.h"

#include <cmath>
#include <limits>

#include "attention/softmax.h"
#include "lanes/buffer.h"

namespace scaledot {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Mean and variance in one pass (Welford 1962): scores may lie far from 0.
class Moments {
 public:
  void add(double x) {
    ++count_;
    const double distance = x - mean_;
    mean_ += distance / count_;
    squares_ += distance * (x - mean_);
  }
  double count() const { return count_; }
  double mean() const { return count_ > 0 ? mean_ : kNaN; }
  double variance() const { return count_ > 0 ? squares_ / count_ : kNaN; }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

// The problem of one head, and of those of its masks.
AttentionProblem headOf(const AttentionProblem& all, uint32_t head) {
  AttentionProblem one = all;
  const uint32_t keyHead = head / (all.heads / all.keyHeads);
  one.heads = one.keyHeads = 1;
  one.query += size_t{head} * all.queries * all.headDim;
  one.key += size_t{keyHead} * all.keys * all.headDim;
  one.value = nullptr;
  one.valueDim = 0;
  for (MaskTensor* mask : {&one.allow, &one.block, &one.bias}) {
    if (mask->data != nullptr) mask->data += size_t{head} * mask->strides[1];
  }
  return one;
}

// -infinity is where a key is not visible.
bool visible(float maskedScore) { return maskedScore != -std::numeric_limits<float>::infinity(); }

class Rows {
 public:
  // Of one row of masked scores; weights: room for as many.
  void add(const float* maskedScores, uint32_t keys, float* weights) {
    uint32_t seen = 0;
    for (uint32_t j = 0; j < keys; ++j) seen += visible(maskedScores[j]) ? 1 : 0;
    if (seen < 2) return;
    const Axis row{1, keys, 1};
    softmax(maskedScores, row, weights);
    float entropyOfRow, top = 0;
    entropy(weights, row, &entropyOfRow);
    for (uint32_t j = 0; j < keys; ++j) top = weights[j] > top ? weights[j] : top;
    const bool hasWeights = entropyOfRow == entropyOfRow;  // not NaN
    top_.add(hasWeights ? top : kNaN);
    entropy_.add(entropyOfRow);
    dominated_ += !hasWeights ? kNaN : top > kDominant ? 1 : 0;
  }
  double count() const { return top_.count(); }
  Sharpness sharpness() const {
    return {top_.mean(), entropy_.mean(), count() > 0 ? dominated_ / count() : kNaN};
  }

 private:
  Moments top_, entropy_;
  double dominated_ = 0;
};

// What independent components would give.
void assume(const AttentionProblem& head, HeadStatistics& to) {
  double spread = 0, independent = 0, mean = 0;
  for (uint32_t c = 0; c < head.headDim; ++c) {
    Moments query, key;
    for (uint32_t i = 0; i < head.queries; ++i) query.add(head.query[size_t{i} * head.headDim + c]);
    for (uint32_t j = 0; j < head.keys; ++j) key.add(head.key[size_t{j} * head.headDim + c]);
    const double vq = query.variance(), vk = key.variance();
    const double mq = query.mean() * query.mean(), mk = key.mean() * key.mean();
    spread += vq * vk;
    independent += vq * vk + vq * mk + mq * vk;
    mean += query.mean() * key.mean();
  }
  to.unitSd = std::sqrt(static_cast<double>(head.headDim));
  to.spreadSd = std::sqrt(spread);
  to.independentSd = std::sqrt(independent);
  to.independentMean = mean;
}

struct Work {
  Buffer<float> scores, masked, weights;
};

bool measure(const AttentionProblem& head, Work& work, HeadStatistics& to) {
  AttentionResults results;
  results.scores = work.scores.data();
  results.maskedScores = work.masked.data();
  if (!attention(head, results)) return false;
  Moments scores, logits;
  Rows scaled, unscaled;
  const size_t count = size_t{head.queries} * head.keys;
  for (size_t at = 0; at < count; ++at) {
    if (!visible(work.masked[at])) continue;
    scores.add(work.scores[at]);
    logits.add(work.masked[at]);
  }
  const auto addRows = [&](Rows& rows) {
    for (uint32_t i = 0; i < head.queries; ++i) {
      rows.add(work.masked.data() + size_t{i} * head.keys, head.keys, work.weights.data());
    }
  };
  addRows(scaled);
  AttentionProblem plain = head;
  plain.scale = 1;
  results.scores = nullptr;
  if (!attention(plain, results)) return false;
  addRows(unscaled);
  to.pairs = scores.count();
  to.rows = scaled.count();
  to.scoreMean = scores.mean();
  to.scoreSd = std::sqrt(scores.variance());
  to.logitMean = logits.mean();
  to.logitSd = std::sqrt(logits.variance());
  to.scaled = scaled.sharpness();
  to.unscaled = unscaled.sharpness();
  return true;
}

}  // namespace

bool headStatistics(const AttentionProblem& problem, HeadStatistics* heads) {
  Work work;
  const size_t count = productOf({problem.queries, problem.keys});
  if (!work.scores.reserve(count) || !work.masked.reserve(count) ||
      !work.weights.reserve(problem.keys)) {
    return false;
  }
  for (uint32_t h = 0; h < problem.heads; ++h) {
    const AttentionProblem head = headOf(problem, h);
    if (!measure(head, work, heads[h])) return false;
    assume(head, heads[h]);
  }
  return true;
}

}  // namespace scaledot
