// for each key head, each of its query heads, each block of 64 queries:
//   delta = output . outputGradient + P . weightsGradient         for each query
//   for each block of 128 keys that one of the queries sees:      all of these are [key][query]:
//     P  = exp(maskedScores - logSumExp)                          the weights
//     dS = P (value outputGradient^T + weightsGradient - delta)   the gradient of the masked scores
//     bias += dS
//     dS = dS tanh'(scaledScores / softcap)                       now of the scaled scores
//     value += P outputGradient;   key += dS query;   query += dS^T key
//   scale += query . sum of query;   query = scale (its sum)
// key = scale (its sum)
//
// The products of a block are float32 sums that start at 0. Blocks are added in order. Bias and scale are summed in double
// for each key head, and these sums are added in order. So a caller that computes the key heads separately and adds them
// gets the same bits.
//
// logSumExp is rounded to float32, which changes all weights of its row by a common factor. The relative error is at most
// 2^-19 up to |logSumExp| = 64, but 2^-11 at 1e4, and two equal scores of 1e30 would both have weight 1. Above 64 the
// weights of a row are therefore divided by their sum, which takes another pass over its scores.
//
// The float32 sums, and the product for scale, may overflow although the scale would bring the gradient back into range. If
// that happens to finite tensors, the key head is computed again with sums in double, which replace the non-finite results.
//
// A loss on the weights (weightsGradient) takes a pass over the scores for its part of delta.
//
// Masked pairs have P = dS = 0. The products skip non-finite numbers, see attention_panels.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/attention.h"
#include "attention/attention_block.h"
#include "attention/attention_panels.h"
#include "attention/attention_work.h"
#include "lanes/finite.h"
#include "lanes/simd_math.h"

namespace scaledot {
namespace {

constexpr uint32_t kQueryBlock = AttentionGradientWork::kQueryBlock;
constexpr size_t kPanelBlockSize = size_t{kKeyBlock} * kPanel;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kExactLogSumExp = 64;  // above this magnitude the weights are divided by their sums

// A block of P, one of dS, and dS transposed.
struct LeftFactors {
  Left<kQueryBlock, 1> weights, gradients;
  Left<1, kQueryBlock> transposed;
};

// Returns x, but 0 where the masked score is -infinity.
F32x4 whereSeen(F32x4 maskedScore, F32x4 x) {
  return floatOf(bitsOf(x) & (maskedScore != splat(-kInfinity)));
}

// sums += x; count is a multiple of 4.
void addTo(float* sums, const float* x, size_t count) {
  for (size_t n = 0; n < count; n += 4) store(sums + n, load(sums + n) + load(x + n));
}

float dot(const float* a, const float* b, uint32_t count) {
  F32x4 sums[4] = {};
  uint32_t n = 0;
  for (; n + 16 <= count; n += 16) {
    for (uint32_t i = 0; i < 4; ++i) {
      sums[i] = madd(load(a + n + 4 * i), load(b + n + 4 * i), sums[i]);
    }
  }
  for (; n + 4 <= count; n += 4) sums[0] = madd(load(a + n), load(b + n), sums[0]);
  float sum = sumOf((sums[0] + sums[1]) + (sums[2] + sums[3]));
  for (; n < count; ++n) sum += a[n] * b[n];
  return sum;
}

// One call -------------------------------------------------------------------------------------------------

struct QueryBlock : Queries {
  const AttentionHead& head;
  size_t row() const { return head.row + first; }
  KeyRange seen() const { return seenKeys(head, *this); }
};

bool isExact(float logSumExp) {
  return !(std::fabs(logSumExp) > kExactLogSumExp && isFinite(logSumExp));
}

class Backward {
 public:
  Backward(const AttentionProblem& problem, const float* output, const float* logSumExp,
           const LossGradient& loss, AttentionGradients& gradients, AttentionGradientWork& work)
      : problem_(problem),
        output_(output),
        logSumExp_(logSumExp),
        outputGradient_(loss.output),
        weightsGradient_(loss.weights),
        gradients_(gradients),
        work_(work) {}

  [[nodiscard]] bool run();

 private:
  size_t keyRow(uint32_t batch, uint32_t keyHead) const {
    return (size_t{batch} * problem_.keyHeads + keyHead) * problem_.keys;
  }
  [[nodiscard]] bool takeKeyHead(uint32_t batch, uint32_t keyHead);
  template <typename Work>
  void forQueryBlocks(uint32_t batch, uint32_t keyHead, Work work);
  void finishKeyHead(uint32_t batch, uint32_t keyHead);
  bool isFiniteKeyHead(uint32_t batch, uint32_t keyHead) const;
  [[nodiscard]] bool redoInDouble(uint32_t batch, uint32_t keyHead);
  void redoQueries(const QueryBlock& queries);
  void addInDouble(const QueryBlock& queries, KeyRange keys);
  void beginQueries(const QueryBlock& queries);
  void takeQueries(const QueryBlock& queries);
  void packQueryBlock(const QueryBlock& queries);
  void sumWeights(const QueryBlock& queries);
  void packWeightsGradient(const QueryBlock& queries, uint32_t panel, KeyRange keys);
  void finishQueries(const QueryBlock& queries);
  void takePanel(const QueryBlock& queries, uint32_t panel, KeyRange keys);
  void makeScores(const QueryBlock& queries, uint32_t panel, KeyRange keys,
                  const EarlierScores& earlier);
  void makeGradients(const QueryBlock& queries, uint32_t panel, KeyRange keys);
  void divideBySums(uint32_t panel, KeyRange keys);
  void throughSoftcap(uint32_t panel, KeyRange keys);
  LeftFactors leftFactors(Queries queries, KeyRange keys) const;
  void addProducts(const QueryBlock& queries, KeyRange keys);
  void addNonFiniteProducts(const QueryBlock& queries, KeyRange keys);
  bool packedFinite() const;
  float* scoresOf(uint32_t panel);

  const AttentionProblem& problem_;
  const float *output_, *logSumExp_, *outputGradient_, *weightsGradient_;
  AttentionGradients& gradients_;
  AttentionGradientWork& work_;
  double scale_ = 0;    // of the key head
  bool finite_ = true;  // all tensors of the key head are finite
  bool exact_ = true;   // the weights of the block need not be divided by their sums
};

bool Backward::run() {
  gradients_.scale = 0;
  if (gradients_.bias != nullptr) std::fill_n(gradients_.bias, gradients_.biasCount, 0.0f);
  if (problem_.batch == 0 || problem_.keyHeads == 0) return true;
  if (!work_.reserve(problem_, gradients_.bias != nullptr)) return false;
  for (uint32_t batch = 0; batch < problem_.batch; ++batch) {
    for (uint32_t keyHead = 0; keyHead < problem_.keyHeads; ++keyHead) {
      if (!takeKeyHead(batch, keyHead)) return false;
    }
  }
  return true;
}

// Calls work(queries) for the blocks of all query heads of a key head.
template <typename Work>
void Backward::forQueryBlocks(uint32_t batch, uint32_t keyHead, Work work) {
  const AttentionProblem& p = problem_;
  const uint32_t group = p.heads / p.keyHeads, firstHead = keyHead * group;
  for (uint32_t h = firstHead; h < firstHead + group; ++h) {
    const AttentionHead head = attentionHead(p, batch, h);
    for (uint32_t first = 0; first < p.queries; first += kQueryBlock) {
      work(QueryBlock{{first, std::min(kQueryBlock, p.queries - first)}, head});
    }
  }
}

// Computes all gradients of one key head.
bool Backward::takeKeyHead(uint32_t batch, uint32_t keyHead) {
  const AttentionProblem& p = problem_;
  work_.keys.pack(p.key + keyRow(batch, keyHead) * p.headDim, p.keys);
  work_.keySums.clear();
  work_.valueSums.clear();
  if (gradients_.bias != nullptr) work_.biasSums.clear();
  scale_ = 0;
  finite_ = true;
  forQueryBlocks(batch, keyHead, [&](const QueryBlock& queries) { takeQueries(queries); });
  finishKeyHead(batch, keyHead);
  const bool complete = !finite_ || isFiniteKeyHead(batch, keyHead) || redoInDouble(batch, keyHead);
  gradients_.scale += scale_;
  return complete;
}

void Backward::finishKeyHead(uint32_t batch, uint32_t keyHead) {
  const AttentionProblem& p = problem_;
  const size_t row = keyRow(batch, keyHead);
  if (gradients_.key != nullptr) {
    work_.keySums.unpack(p.scale, p.keys, gradients_.key + row * p.headDim);
  }
  if (gradients_.value != nullptr) {
    work_.valueSums.unpack(1, p.keys, gradients_.value + row * p.valueDim);
  }
  if (gradients_.bias != nullptr && p.queries != 0 && p.keys != 0) {
    const uint32_t(&strides)[4] = p.bias.strides;
    const uint32_t firstHead = keyHead * (p.heads / p.keyHeads);
    work_.biasSums.addTo(
        gradients_.bias + size_t{strides[0]} * batch + size_t{strides[1]} * firstHead, strides);
  }
}

void Backward::beginQueries(const QueryBlock& queries) {
  packQueryBlock(queries);
  const float* const logSumExp = logSumExp_ + queries.row();
  exact_ = std::all_of(logSumExp, logSumExp + queries.count, isExact);
  if (!exact_ || weightsGradient_ != nullptr) sumWeights(queries);
}

void Backward::takeQueries(const QueryBlock& queries) {
  beginQueries(queries);
  finite_ = finite_ && packedFinite();
  work_.querySums.clear();
  forKeyBlocks(queries.seen(), [&](KeyRange keys) {
    for (uint32_t panel = 0; panel < queries.panels(); ++panel) takePanel(queries, panel, keys);
    addProducts(queries, keys);
    if (!packedFinite()) addNonFiniteProducts(queries, keys);
  });
  finishQueries(queries);
}

void Backward::packQueryBlock(const QueryBlock& queries) {
  const size_t headDim = problem_.headDim, valueDim = problem_.valueDim;
  const float* outputGradient = outputGradient_ + queries.row() * valueDim;
  const float* output = output_ + queries.row() * valueDim;
  work_.queries.pack(problem_.query + queries.row() * headDim, queries.count);
  work_.outputGradients.pack(outputGradient, queries.count);
  for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
    const size_t at = kPanel * panel;
    const Queries lanes = queries.panel(panel);
    packQueries(queries.head, lanes, work_.queryLanes.data() + at * headDim);
    packRows(outputGradient + at * valueDim, valueDim, lanes.count, valueDim,
             work_.outputGradientLanes.data() + at * valueDim);
  }
  for (uint32_t i = 0; i < queries.count; ++i) {
    const float lse = logSumExp_[queries.row() + i];
    work_.logSumExp[i] = lse == -kInfinity ? kInfinity : lse;
    work_.delta[i] = dot(output + i * valueDim, outputGradient + i * valueDim, problem_.valueDim);
  }
}

// Finds the sums by which weights are divided, and adds the part of a loss on the weights to delta.
void Backward::sumWeights(const QueryBlock& queries) {
  const SimdMath math = *hidden(&kSimdMath);
  F32x4 sums[kQueryBlock / 4] = {}, losses[kQueryBlock / 4] = {};
  forKeyBlocks(queries.seen(), [&](KeyRange keys) {
    for (uint32_t lane = 0; lane < kPanel * queries.panels(); lane += 4) {
      const uint32_t panel = lane / kPanel;
      if (lane % kPanel == 0) {
        makeScores(queries, panel, keys, {});
        packWeightsGradient(queries, panel, keys);
      }
      const float* scores = scoresOf(panel) + lane % kPanel;
      const float* gradients = work_.weightsLoss.data() + lane % kPanel;
      const F32x4 logSumExp = load(work_.logSumExp + lane);
      F32x4 sum{}, loss{};
      for (uint32_t j = 0; j < keys.count(); ++j) {
        const F32x4 score = load(scores + kPanel * j);
        const F32x4 weight = exponentialOfNegative(score - logSumExp, math);
        sum += weight;
        loss += whereSeen(score, weight * load(gradients + kPanel * j));
      }
      sums[lane / 4] += sum;
      losses[lane / 4] += loss;
    }
  });
  std::fill_n(work_.inverseSums, kQueryBlock, 1.0f);
  for (uint32_t i = 0; i < queries.count; ++i) {
    if (!isExact(work_.logSumExp[i])) work_.inverseSums[i] = 1 / sums[i / 4][i % 4];
    work_.delta[i] += losses[i / 4][i % 4] * work_.inverseSums[i];
  }
}

// Packs a panel of the gradient of a loss on the weights. Without such a loss the buffer keeps the zeros from reserve().
void Backward::packWeightsGradient(const QueryBlock& queries, uint32_t panel, KeyRange keys) {
  if (weightsGradient_ == nullptr) return;
  const Queries lanes = queries.panel(panel);
  const size_t row = queries.head.row + lanes.first;
  packRows(weightsGradient_ + row * problem_.keys + keys.first, problem_.keys, lanes.count,
           keys.count(), work_.weightsLoss.data());
}

// A fully masked query does not contribute to the gradient of the scale, even if it is non-finite.
void Backward::finishQueries(const QueryBlock& queries) {
  const uint32_t headDim = problem_.headDim;
  const size_t at = queries.row() * headDim;
  for (uint32_t i = 0; i < queries.count; ++i) {
    if (work_.logSumExp[i] == kInfinity) continue;
    const float* query = problem_.query + at + size_t{i} * headDim;
    scale_ += static_cast<double>(work_.querySums.rowTimes(i, query));
  }
  if (gradients_.query != nullptr) {
    work_.querySums.unpack(problem_.scale, queries.count, gradients_.query + at);
  }
}

// Again, in double -----------------------------------------------------------------------------------------

bool Backward::isFiniteKeyHead(uint32_t batch, uint32_t keyHead) const {
  const AttentionProblem& p = problem_;
  const size_t row = keyRow(batch, keyHead), headDim = p.headDim;
  const size_t queryRows = size_t{p.heads / p.keyHeads} * p.queries;
  const size_t queryRow = (size_t{batch} * p.keyHeads + keyHead) * queryRows;
  return std::isfinite(scale_) &&
         (gradients_.query == nullptr ||
          areFinite(gradients_.query + queryRow * headDim, queryRows * headDim)) &&
         (gradients_.key == nullptr || areFinite(gradients_.key + row * headDim, p.keys * headDim));
}

// gradient = scale sums where it is not finite.
void replaceNonFinite(float* gradient, size_t count, float scale, const double* sums) {
  for (size_t n = 0; n < count; ++n) {
    if (!isFinite(gradient[n])) gradient[n] = narrowed(static_cast<double>(scale) * sums[n]);
  }
}

bool Backward::redoInDouble(uint32_t batch, uint32_t keyHead) {
  const size_t headDim = problem_.headDim, keyCount = problem_.keys * headDim;
  if (!work_.wideQuerySums.reserve(productOf({kQueryBlock, headDim})) ||
      !work_.wideKeySums.reserve(productOf({problem_.keys, headDim}))) {
    return false;
  }
  std::fill_n(work_.wideKeySums.data(), keyCount, 0.0);
  const bool findsScale = !std::isfinite(scale_);
  const double scale = scale_;
  scale_ = 0;
  forQueryBlocks(batch, keyHead, [&](const QueryBlock& queries) { redoQueries(queries); });
  if (!findsScale) scale_ = scale;
  if (gradients_.key != nullptr) {
    replaceNonFinite(gradients_.key + keyRow(batch, keyHead) * headDim, keyCount, problem_.scale,
                     work_.wideKeySums.data());
  }
  return true;
}

void Backward::redoQueries(const QueryBlock& queries) {
  const size_t headDim = problem_.headDim, count = queries.count * headDim;
  double* const sums = work_.wideQuerySums.data();
  std::fill_n(sums, count, 0.0);
  beginQueries(queries);
  forKeyBlocks(queries.seen(), [&](KeyRange keys) {
    for (uint32_t panel = 0; panel < queries.panels(); ++panel) takePanel(queries, panel, keys);
    addInDouble(queries, keys);
  });
  const size_t at = queries.row() * headDim;
  for (size_t n = 0; n < count; ++n)
    scale_ += sums[n] * static_cast<double>(problem_.query[at + n]);
  if (gradients_.query != nullptr) {
    replaceNonFinite(gradients_.query + at, count, problem_.scale, sums);
  }
}

void Backward::addInDouble(const QueryBlock& queries, KeyRange keys) {
  const uint32_t headDim = problem_.headDim;
  for (uint32_t j = 0; j < keys.count(); ++j) {
    const size_t keyAt = size_t{keys.first + j} * headDim;
    for (uint32_t i = 0; i < queries.count; ++i) {
      const double gradient = static_cast<double>(work_.scoreGradients.data()[kQueryBlock * j + i]);
      const float *const query = queries.head.query + size_t{queries.first + i} * headDim,
                         *const key = queries.head.key + keyAt;
      double* const querySums = work_.wideQuerySums.data() + size_t{i} * headDim;
      double* const keySums = work_.wideKeySums.data() + keyAt;
      for (uint32_t c = 0; c < headDim; ++c) {
        querySums[c] += gradient * static_cast<double>(key[c]);
        keySums[c] += gradient * static_cast<double>(query[c]);
      }
    }
  }
}

// One block ------------------------------------------------------------------------------------------------

bool Backward::packedFinite() const {
  return work_.keys.finite() && work_.queries.finite() && work_.outputGradients.finite();
}

// Returns the masked scores of a panel. Panels share one buffer, unless a tensor is non-finite: addNonFiniteProducts() then
// needs the masks of all panels.
float* Backward::scoresOf(uint32_t panel) {
  return work_.maskedScores.data() + (packedFinite() ? 0 : panel * kPanelBlockSize);
}

void Backward::makeScores(const QueryBlock& queries, uint32_t panel, KeyRange keys,
                          const EarlierScores& earlier) {
  const size_t at = size_t{kPanel} * panel * problem_.headDim;
  maskedScores(queries.head, work_.queryLanes.data() + at, queries.panel(panel), keys,
               scoresOf(panel), earlier);
}

void Backward::takePanel(const QueryBlock& queries, uint32_t panel, KeyRange keys) {
  const AttentionProblem& p = problem_;
  EarlierScores earlier;
  if (p.softcap != 0) earlier.scaledScores = work_.scaledScores.data();
  makeScores(queries, panel, keys, earlier);
  makeGradients(queries, panel, keys);
  if (!exact_) divideBySums(panel, keys);
  if (gradients_.bias != nullptr) {
    const uint32_t group = p.heads / p.keyHeads;
    work_.biasSums.add(queries.head.head % group, queries.panel(panel), keys,
                       work_.scoreGradients.data() + kPanel * panel, kQueryBlock);
  }
  if (p.softcap != 0) throughSoftcap(panel, keys);
}

// Computes P and dS of a panel.
void Backward::makeGradients(const QueryBlock& queries, uint32_t panel, KeyRange keys) {
  const uint32_t row = kPanel * panel;
  const size_t valueDim = problem_.valueDim;
  float* weightGradients = work_.weightGradients.data();
  multiplyRows(queries.head.value + keys.first * valueDim, keys.count(), valueDim,
               work_.outputGradientLanes.data() + row * valueDim, 1.0f, weightGradients);
  if (weightsGradient_ != nullptr) {
    packWeightsGradient(queries, panel, keys);
    addTo(weightGradients, work_.weightsLoss.data(), size_t{kPanel} * keys.count());
  }
  const SimdMath math = *hidden(&kSimdMath);  // a copy, because stores could alias the original
  for (uint32_t lane = 0; lane < kPanel; lane += 4) {
    const F32x4 logSumExp = load(work_.logSumExp + row + lane);
    const F32x4 delta = load(work_.delta + row + lane);
    const float *scores = scoresOf(panel) + lane, *gradients = weightGradients + lane;
    float* weights = work_.weights.data() + row + lane;
    float* scoreGradients = work_.scoreGradients.data() + row + lane;
    for (uint32_t j = 0; j < keys.count(); ++j) {
      const F32x4 score = load(scores + kPanel * j);
      const F32x4 weight = whereSeen(score, exponentialOfNegative(score - logSumExp, math));
      const F32x4 gradient = weight * (load(gradients + kPanel * j) - delta);
      store(weights + kQueryBlock * j, weight);
      store(scoreGradients + kQueryBlock * j, whereSeen(score, gradient));
    }
  }
}

void Backward::divideBySums(uint32_t panel, KeyRange keys) {
  const size_t row = kPanel * panel;
  for (uint32_t lane = 0; lane < kPanel; lane += 4) {
    const F32x4 inverse = load(work_.inverseSums + row + lane);
    for (float* block : {work_.weights.data(), work_.scoreGradients.data()}) {
      float* at = block + row + lane;
      for (uint32_t j = 0; j < keys.count(); ++j, at += kQueryBlock) store(at, load(at) * inverse);
    }
  }
}

// Uses the slope from tangentAndSlope(), because 1 - tanh^2 cancels near the cap.
void Backward::throughSoftcap(uint32_t panel, KeyRange keys) {
  const SimdMath math = *hidden(&kSimdMath);
  const F32x4 cap = splat(problem_.softcap);
  const float *scaled = work_.scaledScores.data(), *scores = scoresOf(panel);
  float* gradients = work_.scoreGradients.data() + kPanel * panel;
  for (uint32_t j = 0; j < keys.count(); ++j, gradients += kQueryBlock) {
    for (uint32_t lane = 0; lane < kPanel; lane += 4, scaled += 4, scores += 4) {
      const F32x4 slope = tangentAndSlope(load(scaled) / cap, math).slope;
      store(gradients + lane, whereSeen(load(scores), load(gradients + lane) * slope));
    }
  }
}

LeftFactors Backward::leftFactors(Queries queries, KeyRange keys) const {
  const float *weights = work_.weights.data(), *gradients = work_.scoreGradients.data();
  const uint32_t rows = keys.count(), count = queries.count;
  return {{weights, rows, count}, {gradients, rows, count}, {gradients, count, rows}};
}

void Backward::addProducts(const QueryBlock& queries, KeyRange keys) {
  const LeftFactors left = leftFactors(queries, keys);
  if (gradients_.value != nullptr) {
    addProduct(left.weights, work_.outputGradients, 0, work_.valueSums, keys.first);
  }
  if (gradients_.key != nullptr) {
    addProduct(left.gradients, work_.queries, 0, work_.keySums, keys.first);
  }
  addProduct(left.transposed, work_.keys, keys.first, work_.querySums, 0);
}

void Backward::addNonFiniteProducts(const QueryBlock& queries, KeyRange keys) {
  const LeftFactors left = leftFactors(queries, keys);
  const auto isSeen = [&](uint32_t key, uint32_t query) {
    return scoresOf(query / kPanel)[kPanel * key + query % kPanel] != -kInfinity;
  };
  const auto sees = [&](uint32_t query, uint32_t key) { return isSeen(key, query); };
  const size_t headDim = problem_.headDim, valueDim = problem_.valueDim;
  if (!work_.outputGradients.finite()) {
    addNonFinite(left.weights, outputGradient_ + queries.row() * valueDim, work_.valueSums,
                 keys.first, isSeen);
  }
  if (!work_.queries.finite()) {
    addNonFinite(left.gradients, problem_.query + queries.row() * headDim, work_.keySums,
                 keys.first, isSeen);
  }
  if (!work_.keys.finite()) {
    addNonFinite(left.transposed, queries.head.key + keys.first * headDim, work_.querySums, 0,
                 sees);
  }
}

}  // namespace

bool AttentionGradientWork::reserve(const AttentionProblem& problem, bool bias) {
  const uint32_t headDim = problem.headDim, valueDim = problem.valueDim;
  if (!weights.reserve(kBlockSize) || !scoreGradients.reserve(kBlockSize) ||
      !weightsLoss.reserve(kPanelBlockSize)) {
    return false;
  }
  std::fill_n(weights.data(), kBlockSize, 0.0f);
  std::fill_n(scoreGradients.data(), kBlockSize, 0.0f);
  std::fill_n(weightsLoss.data(), kPanelBlockSize, 0.0f);
  return keys.reserve(problem.keys, headDim) && keySums.reserve(problem.keys, headDim) &&
         valueSums.reserve(problem.keys, valueDim) && (!bias || biasSums.reserve(problem)) &&
         queries.reserve(kQueryBlock, headDim) && querySums.reserve(kQueryBlock, headDim) &&
         outputGradients.reserve(kQueryBlock, valueDim) &&
         queryLanes.reserve(productOf({kQueryBlock, headDim})) &&
         outputGradientLanes.reserve(productOf({kQueryBlock, valueDim})) &&
         weightGradients.reserve(kPanelBlockSize) && scaledScores.reserve(kPanelBlockSize) &&
         maskedScores.reserve(kBlockSize);
}

bool attentionGradient(const AttentionProblem& problem, const float* output, const float* logSumExp,
                       const LossGradient& loss, AttentionGradients& gradients) {
  AttentionGradientWork work;
  return attentionGradient(problem, output, logSumExp, loss, gradients, work);
}

bool attentionGradient(const AttentionProblem& problem, const float* output, const float* logSumExp,
                       const LossGradient& loss, AttentionGradients& gradients,
                       AttentionGradientWork& work) {
  return Backward(problem, output, logSumExp, loss, gradients, work).run();
}

}  // namespace scaledot
