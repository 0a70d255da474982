// for each key head, each of its query heads, each block of 64 queries:
//   delta = output . outputGradient                               a number for each query
//   for each block of 128 keys that one of the queries sees:      all of these are [key][query]:
//     P  = exp(maskedScores - logSumExp)                          the weights
//     dS = P (value outputGradient^T - delta)                     the gradient of the masked scores
//     bias += dS
//     dS = dS tanh'(scaledScores / softcap)                       now of the scaled scores
//     value += P outputGradient;   key += dS query;   query += dS^T key
//   scale += query . sum of query;   query = scale (its sum)
// key = scale (its sum)
//
// The products of a block are float32 sums that start at 0; blocks are added in their order. Bias and scale
// are summed in double for each key head, and those sums added in their order: the same bits for one who
// computes the key heads apart and adds up.
//
// logSumExp is rounded to float32, which changes all weights of its row by one factor: by 2^-19 of them at most
// up to 64, but by 2^-11 at 1e4, and two equal scores of 1e30 would have weights of 1 each. So farther from 0 the
// weights of a row are divided by their sum, which takes a pass over its scores before.
//
// Masked pairs have P = dS = 0, but 0 times NaN is NaN. So the right factors of the three products are packed
// with 0 in the place of numbers that are not finite, and the products of such a number are added one by one,
// for the pairs that see each other.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention.h"
#include "attention_block.h"
#include "buffer.h"
#include "simd_math.h"
#include "tile.h"

namespace scaledot {
namespace {

constexpr uint32_t kQueryBlock = 64;
constexpr size_t kBlockSize = size_t{kKeyBlock} * kQueryBlock;
constexpr size_t kPanelBlockSize = size_t{kKeyBlock} * kPanel;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kExactLogSumExp = 64;  // farther from 0 the weights are divided by their sums

bool isFinite(float x) { return x - x == 0; }

// x, but 0 where the masked score is -infinity.
F32x4 whereSeen(F32x4 maskedScore, F32x4 x) {
  return floatOf(bitsOf(x) & (maskedScore != splat(-kInfinity)));
}

// count is a multiple of 8.
bool areFinite(const float* x, size_t count) {
  I32x4 others{};
  for (size_t n = 0; n < count; n += 8) {
    others |= load(x + n) * 0.0f != splat(0.0f);
    others |= load(x + n + 4) * 0.0f != splat(0.0f);
  }
  return (others[0] | others[1] | others[2] | others[3]) == 0;
}

float sumOf(F32x4 x) { return (x[0] + x[1]) + (x[2] + x[3]); }

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

// Matrices in panels ---------------------------------------------------------------------------------------

// To whole tiles.
uint32_t roundedUp(uint32_t rows) { return (rows + kTileRows - 1) / kTileRows * kTileRows; }

// A matrix in panels of 8 columns, one after the other, each [row][8]. The rows are rounded up to whole
// tiles; what is in the added rows and columns means nothing.
class Panels {
 public:
  [[nodiscard]] bool reserve(uint32_t rows, uint32_t columns) {
    rows_ = roundedUp(rows);
    columns_ = columns;
    return data_.reserve(productOf({rows_, kPanel, count()}));
  }
  uint32_t columns() const { return columns_; }
  bool finite() const { return finite_; }
  uint32_t count() const { return (columns_ + kPanel - 1) / kPanel; }
  float* at(uint32_t panel, uint32_t row) {
    return data_.data() + panel * panelSize() + size_t{row} * kPanel;
  }
  const float* at(uint32_t panel, uint32_t row) const {
    return data_.data() + panel * panelSize() + size_t{row} * kPanel;
  }
  void clear() { std::fill_n(data_.data(), size(), 0.0f); }

  // The first `rows` rows become those of the matrix, with 0 where it is not finite.
  void pack(const float* matrix, uint32_t rows) {
    finite_ = true;
    for (uint32_t p = 0; p < count(); ++p) {
      packColumns(matrix + p * kPanel, columns_, width(p), rows, at(p, 0));
      if (areFinite(at(p, 0), size_t{rows} * kPanel)) continue;
      finite_ = false;
      removeNotFinite(at(p, 0), size_t{rows} * kPanel);
    }
  }

  // The product of a row with a vector.
  float rowTimes(uint32_t row, const float* x) const {
    if (columns_ == 0) return 0;
    const float* from = at(0, row);
    F32x4 sums[2] = {};
    uint32_t c = 0;
    for (; c + kPanel <= columns_; c += kPanel, from += panelSize()) {
      sums[0] = madd(load(from), load(x + c), sums[0]);
      sums[1] = madd(load(from + 4), load(x + c + 4), sums[1]);
    }
    float sum = sumOf(sums[0] + sums[1]);
    for (; c < columns_; ++c, ++from) sum += *from * x[c];
    return sum;
  }

  // matrix = factor times the first `rows` rows.
  void unpack(float factor, uint32_t rows, float* matrix) const {
    if (columns_ == 0) return;
    for (uint32_t row = 0; row < rows; ++row, matrix += columns_) {
      const float* from = at(0, row);
      uint32_t c = 0;
      for (; c + kPanel <= columns_; c += kPanel, from += panelSize()) {
        store(matrix + c, load(from) * factor);
        store(matrix + c + 4, load(from + 4) * factor);
      }
      for (; c < columns_; ++c, ++from) matrix[c] = *from * factor;
    }
  }

 private:
  size_t panelSize() const { return size_t{rows_} * kPanel; }
  size_t size() const { return panelSize() * count(); }
  uint32_t width(uint32_t panel) const { return std::min(kPanel, columns_ - panel * kPanel); }
  static void removeNotFinite(float* numbers, size_t count) {
    for (size_t n = 0; n < count; ++n) {
      if (!isFinite(numbers[n])) numbers[n] = 0;
    }
  }

  Buffer<float> data_;
  uint32_t rows_ = 0, columns_ = 0;
  bool finite_ = true;  // what was packed
};

// The left factor of a product: a block that is read as it is, or transposed.
template <size_t rowStride, size_t stepStride>
struct Left {
  const float* numbers;
  uint32_t rows, steps;
  float at(uint32_t row, uint32_t step) const {
    return numbers[row * rowStride + step * stepStride];
  }
};
using KeysByQueries = Left<kQueryBlock, 1>;
using QueriesByKeys = Left<1, kQueryBlock>;

// sums += left right, where right begins at its row firstStep, and the sums at row firstRow.
template <size_t rowStride, size_t stepStride>
void addProduct(const Left<rowStride, stepStride>& left, const Panels& right, uint32_t firstStep,
                Panels& sums, uint32_t firstRow) {
  const uint32_t rows = roundedUp(left.rows);
  for (uint32_t p = 0; p < sums.count(); ++p) {
    const float* panel = right.at(p, firstStep);
    forTiles(rows, [&](auto zero, uint32_t row) {
      const auto tile = multiplyTile(left.numbers + row * rowStride, rowStride, stepStride, panel,
                                     left.steps, zero);
      float* to = sums.at(p, firstRow + row);
      for (const auto& sum : tile.v) {
        store(to, load(to) + sum[0]);
        store(to + 4, load(to + 4) + sum[1]);
        to += kPanel;
      }
    });
  }
}

// The part of the product that right.pack() left out; right: the matrix itself. sees(row, step)
template <typename LeftBlock, typename Sees>
void addNotFinite(const LeftBlock& left, const float* right, Panels& sums, uint32_t firstRow,
                  Sees sees) {
  for (uint32_t step = 0; step < left.steps; ++step) {
    for (uint32_t c = 0; c < sums.columns(); ++c, ++right) {
      if (isFinite(*right)) continue;
      for (uint32_t row = 0; row < left.rows; ++row) {
        if (!sees(row, step)) continue;
        sums.at(c / kPanel, firstRow + row)[c % kPanel] += left.at(row, step) * *right;
      }
    }
  }
}

// The gradient of the bias ---------------------------------------------------------------------------------

// That of a key head, in double: [query head][query][key], an axis only if the bias has it.
class BiasSums {
 public:
  [[nodiscard]] bool reserve(const AttentionProblem& problem) {
    const uint32_t* has = problem.bias.strides + 1;
    heads_ = has[0] != 0 ? problem.heads / problem.keyHeads : 1;
    queries_ = has[1] != 0 ? problem.queries : 1;
    keys_ = has[2] != 0 ? problem.keys : 1;
    keyStride_ = has[2] != 0 ? 1 : 0;
    queryStride_ = has[1] != 0 ? keys_ : 0;
    headStride_ = has[0] != 0 ? size_t{queries_} * keys_ : 0;
    return sums_.reserve(size());
  }
  void clear() { std::fill_n(sums_.data(), size(), 0.0); }

  // Adds dS of a panel, `count` queries from firstQuery on; 0 in the lanes beyond.
  void add(uint32_t headOfGroup, uint32_t firstQuery, uint32_t count, KeyRange keys,
           const float* scoreGradients) {
    double* sums = sums_.data() + headOfGroup * headStride_ + firstQuery * queryStride_ +
                   keys.first * keyStride_;
    for (uint32_t j = 0; j < keys.count(); ++j, sums += keyStride_) {
      const float* lanes = scoreGradients + size_t{kQueryBlock} * j;
      if (queryStride_ == 0) {
        *sums += static_cast<double>(sumOf(load(lanes) + load(lanes + 4)));
        continue;
      }
      for (uint32_t i = 0; i < count; ++i) {
        sums[i * queryStride_] += static_cast<double>(lanes[i]);
      }
    }
  }

  // bias: where that of the key head begins.
  void addTo(float* bias, const uint32_t (&strides)[4]) const {
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

 private:
  size_t size() const { return productOf({heads_, queries_, keys_}); }
  uint32_t heads_ = 1, queries_ = 1, keys_ = 1;
  size_t headStride_ = 0, queryStride_ = 0, keyStride_ = 0;
  Buffer<double> sums_;
};

// What a call needs beside its tensors ---------------------------------------------------------------------

struct Workspace {
  // For a key head.
  Panels keys, keySums, valueSums;
  BiasSums biasSums;

  // For a block of queries: as factors of the sums, and as panels of lanes, [panel][step][8].
  Panels queries, outputGradients, querySums;
  Buffer<float> queryLanes, outputGradientLanes;
  float logSumExp[kQueryBlock] = {}, delta[kQueryBlock] = {};
  float inverseSums[kQueryBlock] = {};  // of the weights, 1 where logSumExp is exact enough

  // For a block of both: P and dS, [key][query].
  Buffer<float> weights, scoreGradients;
  // For a panel of a block, [key][8].
  Buffer<float> weightGradients, scaledScores;
  Buffer<float> maskedScores;  // [panel][key][8], see scoresOf()

  [[nodiscard]] bool reserve(const AttentionProblem& problem, bool bias) {
    const uint32_t headDim = problem.headDim, valueDim = problem.valueDim;
    return keys.reserve(problem.keys, headDim) && keySums.reserve(problem.keys, headDim) &&
           valueSums.reserve(problem.keys, valueDim) && (!bias || biasSums.reserve(problem)) &&
           queries.reserve(kQueryBlock, headDim) && querySums.reserve(kQueryBlock, headDim) &&
           outputGradients.reserve(kQueryBlock, valueDim) &&
           queryLanes.reserve(productOf({kQueryBlock, headDim})) &&
           outputGradientLanes.reserve(productOf({kQueryBlock, valueDim})) && reserveBlocks();
  }

 private:
  bool reserveBlocks() {
    if (!weights.reserve(kBlockSize) || !scoreGradients.reserve(kBlockSize)) return false;
    std::fill_n(weights.data(), kBlockSize, 0.0f);
    std::fill_n(scoreGradients.data(), kBlockSize, 0.0f);
    return weightGradients.reserve(kPanelBlockSize) && scaledScores.reserve(kPanelBlockSize) &&
           maskedScores.reserve(kBlockSize);
  }
};

// One call -------------------------------------------------------------------------------------------------

struct QueryBlock {
  const AttentionHead& head;
  uint32_t first, count;
  size_t row;  // of all rows of the call
  KeyRange seen() const { return seenKeys(head, first, count); }
  uint32_t panels() const { return (count + kPanel - 1) / kPanel; }
  uint32_t panelCount(uint32_t panel) const { return std::min(kPanel, count - kPanel * panel); }
};

// Calls work(keys) for the blocks of a range.
template <typename Work>
void forKeyBlocks(KeyRange range, Work work) {
  for (uint32_t first = range.first / kKeyBlock * kKeyBlock; first < range.last;
       first += kKeyBlock) {
    work(KeyRange{std::max(range.first, first), std::min(range.last, first + kKeyBlock)});
  }
}

bool isExact(float logSumExp) {
  return !(std::fabs(logSumExp) > kExactLogSumExp && isFinite(logSumExp));
}

class Backward {
 public:
  Backward(const AttentionProblem& problem, const float* output, const float* logSumExp,
           const float* outputGradient, AttentionGradients& gradients)
      : problem_(problem),
        output_(output),
        logSumExp_(logSumExp),
        outputGradient_(outputGradient),
        gradients_(gradients) {}

  [[nodiscard]] bool run();

 private:
  void takeKeyHead(uint32_t batch, uint32_t keyHead);
  void takeQueries(const QueryBlock& queries);
  void packQueryBlock(const QueryBlock& queries);
  void sumWeights(const QueryBlock& queries);
  void finishQueries(const QueryBlock& queries);
  void takePanel(const QueryBlock& queries, uint32_t panel, KeyRange keys);
  void makeScores(const QueryBlock& queries, uint32_t panel, KeyRange keys,
                  const EarlierScores& earlier);
  void makeGradients(const AttentionHead& head, uint32_t panel, KeyRange keys);
  void divideBySums(uint32_t panel, KeyRange keys);
  void throughSoftcap(uint32_t panel, KeyRange keys);
  void addProducts(const QueryBlock& queries, KeyRange keys);
  float* scoresOf(uint32_t panel);

  const AttentionProblem& problem_;
  const float *output_, *logSumExp_, *outputGradient_;
  AttentionGradients& gradients_;
  Workspace work_;
  double scale_ = 0;   // of the key head
  bool exact_ = true;  // the block of queries has no sums of weights to divide by
};

bool Backward::run() {
  gradients_.scale = 0;
  if (gradients_.bias != nullptr) std::fill_n(gradients_.bias, gradients_.biasCount, 0.0f);
  if (problem_.batch == 0 || problem_.keyHeads == 0) return true;
  if (!work_.reserve(problem_, gradients_.bias != nullptr)) return false;
  for (uint32_t batch = 0; batch < problem_.batch; ++batch) {
    for (uint32_t keyHead = 0; keyHead < problem_.keyHeads; ++keyHead) takeKeyHead(batch, keyHead);
  }
  return true;
}

// Everything that one key head has a part in.
void Backward::takeKeyHead(uint32_t batch, uint32_t keyHead) {
  const AttentionProblem& p = problem_;
  const uint32_t group = p.heads / p.keyHeads, firstHead = keyHead * group;
  const size_t keyRow = (size_t{batch} * p.keyHeads + keyHead) * p.keys;
  work_.keys.pack(p.key + keyRow * p.headDim, p.keys);
  work_.keySums.clear();
  work_.valueSums.clear();
  if (gradients_.bias != nullptr) work_.biasSums.clear();
  scale_ = 0;
  for (uint32_t h = firstHead; h < firstHead + group; ++h) {
    const AttentionHead head = attentionHead(p, batch, h);
    const size_t headRow = (size_t{batch} * p.heads + h) * p.queries;
    for (uint32_t first = 0; first < p.queries; first += kQueryBlock) {
      takeQueries({head, first, std::min(kQueryBlock, p.queries - first), headRow + first});
    }
  }
  if (gradients_.key != nullptr) {
    work_.keySums.unpack(p.scale, p.keys, gradients_.key + keyRow * p.headDim);
  }
  if (gradients_.value != nullptr) {
    work_.valueSums.unpack(1, p.keys, gradients_.value + keyRow * p.valueDim);
  }
  if (gradients_.bias != nullptr && p.queries != 0 && p.keys != 0) {
    const uint32_t(&strides)[4] = p.bias.strides;
    work_.biasSums.addTo(
        gradients_.bias + size_t{strides[0]} * batch + size_t{strides[1]} * firstHead, strides);
  }
  gradients_.scale += scale_;
}

void Backward::takeQueries(const QueryBlock& queries) {
  packQueryBlock(queries);
  const float* const logSumExp = logSumExp_ + queries.row;
  exact_ = std::all_of(logSumExp, logSumExp + queries.count, isExact);
  if (!exact_) sumWeights(queries);
  work_.querySums.clear();
  forKeyBlocks(queries.seen(), [&](KeyRange keys) {
    for (uint32_t panel = 0; panel < queries.panels(); ++panel) takePanel(queries, panel, keys);
    addProducts(queries, keys);
  });
  finishQueries(queries);
}

void Backward::packQueryBlock(const QueryBlock& queries) {
  const size_t headDim = problem_.headDim, valueDim = problem_.valueDim;
  const float* outputGradient = outputGradient_ + queries.row * valueDim;
  const float* output = output_ + queries.row * valueDim;
  work_.queries.pack(problem_.query + queries.row * headDim, queries.count);
  work_.outputGradients.pack(outputGradient, queries.count);
  for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
    const size_t at = kPanel * panel;
    const uint32_t count = queries.panelCount(panel);
    packQueries(queries.head, queries.first + kPanel * panel, count,
                work_.queryLanes.data() + at * headDim);
    packRows(outputGradient + at * valueDim, valueDim, count, valueDim,
             work_.outputGradientLanes.data() + at * valueDim);
  }
  for (uint32_t i = 0; i < queries.count; ++i) {
    const float lse = logSumExp_[queries.row + i];
    work_.logSumExp[i] = lse == -kInfinity ? kInfinity : lse;
    work_.delta[i] = dot(output + i * valueDim, outputGradient + i * valueDim, problem_.valueDim);
  }
}

void Backward::sumWeights(const QueryBlock& queries) {
  const SimdMath math = *hidden(&kSimdMath);
  F32x4 sums[kQueryBlock / 4] = {};
  forKeyBlocks(queries.seen(), [&](KeyRange keys) {
    for (uint32_t lane = 0; lane < kPanel * queries.panels(); lane += 4) {
      const uint32_t panel = lane / kPanel;
      if (lane % kPanel == 0) makeScores(queries, panel, keys, {});
      const float* scores = scoresOf(panel) + lane % kPanel;
      const F32x4 logSumExp = load(work_.logSumExp + lane);
      F32x4 sum{};
      for (uint32_t j = 0; j < keys.count(); ++j) {
        sum += exponentialOfNegative(load(scores + kPanel * j) - logSumExp, math);
      }
      sums[lane / 4] += sum;
    }
  });
  std::fill_n(work_.inverseSums, kQueryBlock, 1.0f);
  for (uint32_t i = 0; i < queries.count; ++i) {
    if (!isExact(work_.logSumExp[i])) work_.inverseSums[i] = 1 / sums[i / 4][i % 4];
  }
}

// A fully masked query has no part in the scale, whatever it holds.
void Backward::finishQueries(const QueryBlock& queries) {
  const uint32_t headDim = problem_.headDim;
  const size_t at = queries.row * headDim;
  for (uint32_t i = 0; i < queries.count; ++i) {
    if (work_.logSumExp[i] == kInfinity) continue;
    const float* query = problem_.query + at + size_t{i} * headDim;
    scale_ += static_cast<double>(work_.querySums.rowTimes(i, query));
  }
  if (gradients_.query != nullptr) {
    work_.querySums.unpack(problem_.scale, queries.count, gradients_.query + at);
  }
}

// One block ------------------------------------------------------------------------------------------------

// The masked scores of a panel. A place of its own has each only where something is not finite, and
// addNotFinite() asks who sees whom.
float* Backward::scoresOf(uint32_t panel) {
  const bool finite =
      work_.keys.finite() && work_.queries.finite() && work_.outputGradients.finite();
  return work_.maskedScores.data() + (finite ? 0 : panel * kPanelBlockSize);
}

void Backward::makeScores(const QueryBlock& queries, uint32_t panel, KeyRange keys,
                          const EarlierScores& earlier) {
  const uint32_t first = kPanel * panel;
  maskedScores(queries.head, work_.queryLanes.data() + size_t{first} * problem_.headDim,
               queries.first + first, queries.panelCount(panel), keys, scoresOf(panel), earlier);
}

void Backward::takePanel(const QueryBlock& queries, uint32_t panel, KeyRange keys) {
  const AttentionProblem& p = problem_;
  const uint32_t first = kPanel * panel, count = queries.panelCount(panel);
  EarlierScores earlier;
  if (p.softcap != 0) earlier.scaledScores = work_.scaledScores.data();
  makeScores(queries, panel, keys, earlier);
  makeGradients(queries.head, panel, keys);
  if (!exact_) divideBySums(panel, keys);
  if (gradients_.bias != nullptr) {
    const uint32_t group = p.heads / p.keyHeads;
    work_.biasSums.add(queries.head.head % group, queries.first + first, count, keys,
                       work_.scoreGradients.data() + first);
  }
  if (p.softcap != 0) throughSoftcap(panel, keys);
}

// P and dS of a panel.
void Backward::makeGradients(const AttentionHead& head, uint32_t panel, KeyRange keys) {
  const uint32_t row = kPanel * panel;
  const size_t valueDim = problem_.valueDim;
  float* weightGradients = work_.weightGradients.data();
  multiplyRows(head.value + keys.first * valueDim, keys.count(), valueDim,
               work_.outputGradientLanes.data() + row * valueDim, 1.0f, weightGradients);
  const SimdMath math = *hidden(&kSimdMath);  // a copy: stores might change the original
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

// 1 - tanh^2 would lose its digits where the cap is almost reached.
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

void Backward::addProducts(const QueryBlock& queries, KeyRange keys) {
  const KeysByQueries weights{work_.weights.data(), keys.count(), queries.count};
  const KeysByQueries gradients{work_.scoreGradients.data(), keys.count(), queries.count};
  const QueriesByKeys transposed{work_.scoreGradients.data(), queries.count, keys.count()};
  if (gradients_.value != nullptr) {
    addProduct(weights, work_.outputGradients, 0, work_.valueSums, keys.first);
  }
  if (gradients_.key != nullptr) {
    addProduct(gradients, work_.queries, 0, work_.keySums, keys.first);
  }
  addProduct(transposed, work_.keys, keys.first, work_.querySums, 0);

  const auto isSeen = [&](uint32_t key, uint32_t query) {
    return scoresOf(query / kPanel)[kPanel * key + query % kPanel] != -kInfinity;
  };
  const auto sees = [&](uint32_t query, uint32_t key) { return isSeen(key, query); };
  const AttentionHead& head = queries.head;
  const size_t headDim = problem_.headDim;
  if (!work_.outputGradients.finite()) {
    addNotFinite(weights, outputGradient_ + queries.row * problem_.valueDim, work_.valueSums,
                 keys.first, isSeen);
  }
  if (!work_.queries.finite()) {
    addNotFinite(gradients, head.query + queries.first * headDim, work_.keySums, keys.first,
                 isSeen);
  }
  if (!work_.keys.finite()) {
    addNotFinite(transposed, head.key + keys.first * headDim, work_.querySums, 0, sees);
  }
}

}  // namespace

bool attentionGradient(const AttentionProblem& problem, const float* output, const float* logSumExp,
                       const float* outputGradient, AttentionGradients& gradients) {
  return Backward(problem, output, logSumExp, outputGradient, gradients).run();
}

}  // namespace scaledot
