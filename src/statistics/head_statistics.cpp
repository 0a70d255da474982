#include "statistics/head_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "attention/softmax.h"
#include "lanes/buffer.h"
#include "lanes/finite.h"
#include "statistics/histogram.h"

namespace scaledot {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Mean and variance in one pass (Welford 1962), because scores may lie far from 0.
class Moments {
 public:
  void add(double x, double weight = 1) {
    if (weight == 0) return;
    count_ += weight;
    const double distance = x - mean_;
    mean_ += distance * weight / count_;
    squares_ += weight * distance * (x - mean_);
  }
  double count() const { return count_; }
  double mean() const { return count_ > 0 ? mean_ : kNaN; }
  double variance() const { return count_ > 0 ? squares_ / count_ : kNaN; }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

// Returns the problem of one head, with its masks.
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

// Whether a key is visible. A masked score of -infinity means that it is not.
bool visible(float maskedScore) { return maskedScore != -std::numeric_limits<float>::infinity(); }

class Rows {
 public:
  // Adds one row of masked scores. weights: a buffer of the same size.
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

// The queries or keys of a head. times: in how many visible pairs each row is.
struct Vectors {
  const float* rows;
  uint32_t count, dim;
  const double* times;

  Moments component(uint32_t c) const {
    Moments moments;
    for (uint32_t i = 0; i < count; ++i) moments.add(rows[size_t{i} * dim + c], times[i]);
    return moments;
  }
  // Writes row c of the covariance matrix, times the number of pairs.
  void covariances(uint32_t c, const double* means, double* to) const {
    for (uint32_t e = 0; e < dim; ++e) to[e] = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const float* x = rows + size_t{i} * dim;
      const double one = times[i] * (static_cast<double>(x[c]) - means[c]);
      for (uint32_t e = 0; e < dim; ++e) to[e] += one * (static_cast<double>(x[e]) - means[e]);
    }
  }
};

struct Work {
  Buffer<float> scores, masked, weights;
  Buffer<double> row;                                                 // of scores
  Buffer<double> queryTimes, keyTimes;                                // visible pairs of each row
  Buffer<double> queryMeans, keyMeans, queryVariances, keyVariances;  // of components

  bool reserve(const AttentionProblem& problem) {
    const size_t count = productOf({problem.queries, problem.keys});
    return scores.reserve(count) && masked.reserve(count) && weights.reserve(problem.keys) &&
           row.reserve(problem.keys) && queryTimes.reserve(problem.queries) &&
           keyTimes.reserve(problem.keys) && queryMeans.reserve(problem.headDim) &&
           keyMeans.reserve(problem.headDim) && queryVariances.reserve(problem.headDim) &&
           keyVariances.reserve(problem.headDim);
  }
};

// Computes the predictions for independent components, and for independent queries and keys with correlated components.
void predict(const AttentionProblem& head, Work& work, HeadStatistics& to) {
  const Vectors queries{head.query, head.queries, head.headDim, work.queryTimes.data()};
  const Vectors keys{head.key, head.keys, head.headDim, work.keyTimes.data()};
  double *mq = work.queryMeans.data(), *mk = work.keyMeans.data();
  double *vq = work.queryVariances.data(), *vk = work.keyVariances.data();
  double spread = 0, independent = 0, mean = 0, covariance = 0;
  for (uint32_t c = 0; c < head.headDim; ++c) {
    const Moments query = queries.component(c), key = keys.component(c);
    mq[c] = query.mean();
    mk[c] = key.mean();
    const double both = query.variance() * key.variance();
    spread += both;
    independent += both + query.variance() * mk[c] * mk[c] + mq[c] * mq[c] * key.variance();
    mean += mq[c] * mk[c];
  }
  for (uint32_t c = 0; c < head.headDim; ++c) {
    queries.covariances(c, mq, vq);
    keys.covariances(c, mk, vk);
    for (uint32_t e = 0; e < head.headDim; ++e) {
      const double q = vq[e] / to.pairs, k = vk[e] / to.pairs;
      covariance += q * k + q * mk[c] * mk[e] + k * mq[c] * mq[e];
    }
  }
  to.unitSd = std::sqrt(static_cast<double>(head.headDim));
  to.spreadSd = std::sqrt(spread);
  to.independentSd = std::sqrt(independent);
  to.covarianceSd = std::sqrt(covariance);
  to.independentMean = mean;
}

// Writes the finite visible scores of a query to work.row, and returns how many there are.
size_t finiteScores(const AttentionProblem& head, Work& work, uint32_t query) {
  size_t count = 0;
  for (uint32_t j = 0; j < head.keys; ++j) {
    const size_t at = size_t{query} * head.keys + j;
    const float score = work.scores[at];
    if (visible(work.masked[at]) && isFinite(score)) work.row[count++] = static_cast<double>(score);
  }
  return count;
}

struct Range {
  double low, high;
};
Range rangeOfScores(const AttentionProblem& head, Work& work) {
  Range range{HUGE_VAL, -HUGE_VAL};
  for (uint32_t i = 0; i < head.queries; ++i) {
    const size_t count = finiteScores(head, work, i);
    for (size_t j = 0; j < count; ++j) {
      range.low = std::min(range.low, work.row[j]);
      range.high = std::max(range.high, work.row[j]);
    }
  }
  if (range.low < range.high) return range;
  const double middle = range.low == range.high ? range.low : 0;
  const double reach = std::max(1.0, std::fabs(middle) * 0x1p-50);  // large enough to change middle
  return {middle - reach, middle + reach};
}

void countScores(const AttentionProblem& head, Work& work, uint32_t bins, double* to) {
  const Range range = rangeOfScores(head, work);
  std::fill_n(to, bins + 2, 0.0);
  for (uint32_t i = 0; i < head.queries; ++i) {
    const size_t count = finiteScores(head, work, i);
    countValues(work.row.data(), count, range.low, range.high, bins, to);
  }
  to[bins] += to[bins + 1];  // the largest score, which is at high
  to[0] = range.low;
  to[bins + 1] = range.high;
}

// histogram may be null.
bool measure(const AttentionProblem& head, Work& work, HeadStatistics& to, uint32_t bins,
             double* histogram) {
  AttentionResults results;
  results.scores = work.scores.data();
  results.maskedScores = work.masked.data();
  if (!attention(head, results)) return false;
  if (histogram != nullptr) countScores(head, work, bins, histogram);
  Moments scores, logits;
  Rows scaled, unscaled;
  for (uint32_t j = 0; j < head.keys; ++j) work.keyTimes[j] = 0;
  for (uint32_t i = 0; i < head.queries; ++i) {
    work.queryTimes[i] = 0;
    for (uint32_t j = 0; j < head.keys; ++j) {
      const size_t at = size_t{i} * head.keys + j;
      if (!visible(work.masked[at])) continue;
      scores.add(work.scores[at]);
      logits.add(work.masked[at]);
      ++work.queryTimes[i];
      ++work.keyTimes[j];
    }
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

bool headStatistics(const AttentionProblem& problem, HeadStatistics* heads, uint32_t bins,
                    double* histograms) {
  Work work;
  if (!work.reserve(problem)) return false;
  for (uint32_t h = 0; h < problem.heads; ++h) {
    const AttentionProblem head = headOf(problem, h);
    double* const histogram = histograms == nullptr ? nullptr : histograms + h * (size_t{bins} + 2);
    if (!measure(head, work, heads[h], bins, histogram)) return false;
    predict(head, work, heads[h]);
  }
  return true;
}

HeadStatistics meanOfHeads(const HeadStatistics* heads, uint32_t count) {
  // The struct consists of doubles. JavaScript reads and writes it as an array, too.
  constexpr size_t kNumbers = sizeof(HeadStatistics) / sizeof(double);
  const auto* const numbers = reinterpret_cast<const double*>(heads);
  double means[kNumbers];
  for (size_t i = 0; i < kNumbers; ++i) {
    Moments finite;
    for (uint32_t h = 0; h < count; ++h) {
      const double number = numbers[h * kNumbers + i];
      if (std::isfinite(number)) finite.add(number);
    }
    means[i] = finite.mean();
  }
  HeadStatistics mean;
  std::memcpy(&mean, means, sizeof mean);
  return mean;
}

}  // namespace scaledot
