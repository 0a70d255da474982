// for each head, each block of 32 queries:
//   m = lowest, l = 0, O = 0                                one of each for every query
//   for each block of 128 keys that one of the queries sees:
//     S = masked scores                                     [key][8 queries], attention_block.h
//     m' = max(m, max S);  a = exp(m - m')
//     P = exp(S - m');     l = a l + sum P;  O = a O + P V;  m = m'
//   output = O / l,  logSumExp = m + log l
//
// m starts at the lowest finite number instead of -infinity, so that m - m is never NaN: a fully masked
// row ends with l = 0. Weights, if wanted, are written as P and turned into exp(m_block - m) P / l at the end.
#include "attention.h"

#include <algorithm>
#include <limits>

#include "attention_block.h"
#include "buffer.h"
#include "simd_math.h"

namespace scaledot {
namespace {

constexpr uint32_t kQueryBlock = 32;
constexpr uint32_t kPanels = kQueryBlock / kPanel;
constexpr size_t kBlockSize = size_t{kKeyBlock} * kPanel;
constexpr float kLowest = std::numeric_limits<float>::lowest();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

size_t roundUp(size_t n, size_t step) { return (n + step - 1) / step * step; }

bool isFinite(float x) { return x - x == 0; }

// What a call needs beside its tensors.
struct Workspace {
  float* values;        // value in panels of 8 columns: [column / 8][key][8]
  float* queries;       // [panel][headDim][8]
  float* blocks;        // scores, then weights: [panel][kKeyBlock][8]
  float* output;        // [query][valueDim rounded up to 8]
  float* poison;        // likewise: sums of the values that are not finite
  float* greatestThen;  // [key block][query]: m when the block's weights were written
  float* earlier;       // three blocks

  [[nodiscard]] bool reserve(const AttentionProblem& problem, const AttentionResults& results) {
    const size_t columns = roundUp(problem.valueDim, kPanel);
    const size_t sizes[] = {
        columns * problem.keys,
        size_t{kQueryBlock} * problem.headDim,
        kPanels * kBlockSize,
        kQueryBlock * columns,
        kQueryBlock * columns,
        results.weights != nullptr ? (problem.keys / kKeyBlock + 1) * kQueryBlock : 0,
        3 * kBlockSize};
    float** parts[] = {&values, &queries, &blocks, &output, &poison, &greatestThen, &earlier};
    size_t whole = 0;
    for (const size_t size : sizes) whole += size;
    if (!memory_.reserve(whole)) return false;
    float* next = memory_.data();
    for (size_t i = 0; i < std::size(parts); ++i) {
      *parts[i] = next;
      next += sizes[i];
    }
    return true;
  }

 private:
  Buffer<float> memory_;
};

// m, l and a of the queries of a block.
struct Rows {
  float greatest[kQueryBlock], sum[kQueryBlock], rescale[kQueryBlock];
};

struct QueryBlock {
  uint32_t first, count;  // queries
  uint32_t panels() const { return (count + kPanel - 1) / kPanel; }
  uint32_t panelQuery(uint32_t panel) const { return first + kPanel * panel; }
  uint32_t panelCount(uint32_t panel) const { return std::min(kPanel, count - kPanel * panel); }
};

// One head: what stays the same from block to block.
struct HeadPass {
  const AttentionHead& head;
  Workspace& work;
  bool finite;  // all its values are
  size_t columns() const { return roundUp(head.problem.valueDim, kPanel); }
  float* row(const QueryBlock& queries, uint32_t query, float* matrix) const {
    const size_t rows =
        (size_t{head.batch} * head.problem.heads + head.head) * head.problem.queries;
    return matrix + (rows + queries.first + query) * head.problem.keys;
  }
};

// Values --------------------------------------------------------------------------------------------------

// Puts zeros in the place of numbers that are not finite; false if there were any.
bool replaceNotFinite(float* panel, size_t count) {
  F32x4 zeros = splat(0.0f);
  for (size_t n = 0; n < count; n += 4) zeros += load(panel + n) * 0.0f;
  if (zeros[0] + zeros[1] + zeros[2] + zeros[3] == 0) return true;
  for (size_t n = 0; n < count; ++n) {
    if (!isFinite(panel[n])) panel[n] = 0;
  }
  return false;
}

bool packValues(const AttentionHead& head, float* panels) {
  const size_t valueDim = head.problem.valueDim, keys = head.problem.keys;
  bool finite = true;
  for (size_t column = 0; column < valueDim; column += kPanel) {
    const uint32_t count = static_cast<uint32_t>(std::min<size_t>(kPanel, valueDim - column));
    packColumns(head.value + column, valueDim, count, keys, panels);
    if (!replaceNotFinite(panels, kPanel * keys)) finite = false;
    panels += kPanel * keys;
  }
  return finite;
}

// A value that is not finite reaches the rows that see its key, and them only: its weight there may be 0,
// and elsewhere 0 times it would be NaN.
void addPoison(const HeadPass& pass, const float* block, KeyRange keys, uint32_t row) {
  const uint32_t valueDim = pass.head.problem.valueDim;
  for (uint32_t j = 0; j < keys.count(); ++j) {
    const float* value = pass.head.value + size_t{keys.first + j} * valueDim;
    for (uint32_t c = 0; c < valueDim; ++c) {
      if (isFinite(value[c])) continue;
      for (uint32_t lane = 0; lane < kPanel; ++lane) {
        if (block[kPanel * j + lane] == -kInfinity) continue;
        pass.work.poison[(row + lane) * pass.columns() + c] += value[c];
      }
    }
  }
}

// One block of keys --------------------------------------------------------------------------------------

// block = exp(block - m), and m, l, a of its queries.
void exponentiate(float* block, uint32_t keys, Rows& rows, uint32_t row) {
  const SimdMath& math = *hidden(&kSimdMath);
  for (uint32_t half = 0; half < 2; ++half) {
    const uint32_t at = row + 4 * half;
    const F32x4 before = load(rows.greatest + at);
    F32x4 greatestNow = before;
    for (uint32_t j = 0; j < keys; ++j) {
      greatestNow = greatest(greatestNow, load(block + kPanel * j + 4 * half));
    }
    F32x4 sums[4] = {};
    for (uint32_t j = 0; j < keys; ++j) {
      float* to = block + kPanel * j + 4 * half;
      const F32x4 weight = exponentialOfNegative(load(to) - greatestNow, math);
      sums[j % 4] += weight;
      store(to, weight);
    }
    const F32x4 rescale = exponentialOfNegative(before - greatestNow, math);
    store(rows.greatest + at, greatestNow);
    store(rows.rescale + at, rescale);
    store(rows.sum + at,
          madd(load(rows.sum + at), rescale, (sums[0] + sums[1]) + (sums[2] + sums[3])));
  }
}

// O = a O + P V for 4 queries.
void addValues(const HeadPass& pass, const float* weights, KeyRange keys, const float* rescale,
               float* output) {
  const size_t columns = pass.columns(), allKeys = pass.head.problem.keys;
  for (size_t column = 0; column < columns; column += kPanel) {
    Tile tile;
    for (uint32_t r = 0; r < kTileRows; ++r) {
      const float* from = output + r * columns + column;
      tile.v[r][0] = load(from) * rescale[r];
      tile.v[r][1] = load(from + 4) * rescale[r];
    }
    const float* values = pass.work.values + column * allKeys + kPanel * size_t{keys.first};
    tile = multiplyTile(weights, 1, kPanel, values, keys.count(), tile);
    for (uint32_t r = 0; r < kTileRows; ++r) {
      float* to = output + r * columns + column;
      store(to, tile.v[r][0]);
      store(to + 4, tile.v[r][1]);
    }
  }
}

// to[r stride + j] = block[8 j + r]
void storeTransposed(const float* block, uint32_t keys, uint32_t rows, size_t stride, float* to) {
  uint32_t j = 0;
  for (; j + 4 <= keys && rows == kPanel; j += 4) {
    for (uint32_t half = 0; half < 2; ++half) {
      F32x4 square[4];
      for (uint32_t r = 0; r < 4; ++r) square[r] = load(block + kPanel * (j + r) + 4 * half);
      transpose(square);
      for (uint32_t r = 0; r < 4; ++r) store(to + (4 * half + r) * stride + j, square[r]);
    }
  }
  for (; j < keys; ++j) {
    for (uint32_t r = 0; r < rows; ++r) to[r * stride + j] = block[kPanel * j + r];
  }
}

KeyRange within(KeyRange keys, uint32_t first) {
  return {std::max(keys.first, first), std::min(keys.last, first + kKeyBlock)};
}

void takePanel(const HeadPass& pass, const QueryBlock& queries, uint32_t panel, KeyRange keys,
               Rows& rows, float* weightsResult) {
  Workspace& work = pass.work;
  const uint32_t row = kPanel * panel;
  const uint32_t query = queries.panelQuery(panel), count = queries.panelCount(panel);
  float* block = work.blocks + panel * kBlockSize;
  maskedScores(pass.head, work.queries + size_t{row} * pass.head.problem.headDim, query, count,
               keys, block);
  if (!pass.finite) addPoison(pass, block, keys, row);
  exponentiate(block, keys.count(), rows, row);
  if (weightsResult != nullptr) {
    std::copy_n(rows.greatest + row, kPanel,
                work.greatestThen + size_t{keys.first / kKeyBlock} * kQueryBlock + row);
    storeTransposed(block, keys.count(), count, pass.head.problem.keys,
                    pass.row(queries, row, weightsResult) + keys.first);
  }
  const uint32_t tiles = (count + kTileRows - 1) / kTileRows;
  for (uint32_t r = row; r < row + tiles * kTileRows; r += kTileRows) {
    addValues(pass, block + r - row, keys, rows.rescale + r, work.output + r * pass.columns());
  }
}

// Results -------------------------------------------------------------------------------------------------

void finishWeights(const HeadPass& pass, const QueryBlock& queries, const Rows& rows,
                   float* weights) {
  const uint32_t keys = pass.head.problem.keys;
  for (uint32_t i = 0; i < queries.count; ++i) {
    const uint32_t panel = i / kPanel;
    const KeyRange seen = seenKeys(pass.head, queries.panelQuery(panel), queries.panelCount(panel));
    float* row = pass.row(queries, i, weights);
    std::fill(row, row + (seen.empty() ? keys : seen.first), 0.0f);
    if (seen.empty()) continue;
    std::fill(row + seen.last, row + keys, 0.0f);
    const float inverse = rows.sum[i] == 0 ? 0 : 1 / rows.sum[i];
    for (uint32_t first = seen.first / kKeyBlock * kKeyBlock; first < seen.last;
         first += kKeyBlock) {
      const KeyRange part = within(seen, first);
      const float then = pass.work.greatestThen[size_t{first / kKeyBlock} * kQueryBlock + i];
      const float factor =
          exponentialOfNegative(splat(then - rows.greatest[i]), kSimdMath)[0] * inverse;
      for (uint32_t j = part.first; j < part.last; ++j) row[j] *= factor;
    }
  }
}

void finishOutput(const HeadPass& pass, const QueryBlock& queries, const Rows& rows,
                  float* output) {
  const AttentionProblem& problem = pass.head.problem;
  const size_t valueDim = problem.valueDim;
  const size_t head = size_t{pass.head.batch} * problem.heads + pass.head.head;
  float* to = output + (head * problem.queries + queries.first) * valueDim;
  for (uint32_t i = 0; i < queries.count; ++i, to += valueDim) {
    const float* from = pass.work.output + i * pass.columns();
    const float inverse = rows.sum[i] == 0 ? 0 : 1 / rows.sum[i];
    for (size_t c = 0; c < valueDim; ++c) to[c] = from[c] * inverse;
    if (pass.finite) continue;
    const float* poison = pass.work.poison + i * pass.columns();
    for (size_t c = 0; c < valueDim; ++c) to[c] += poison[c];
  }
}

void finishLogSumExp(const HeadPass& pass, const QueryBlock& queries, const Rows& rows,
                     float* logSumExp) {
  const AttentionProblem& problem = pass.head.problem;
  const size_t head = size_t{pass.head.batch} * problem.heads + pass.head.head;
  float* to = logSumExp + head * problem.queries + queries.first;
  for (uint32_t i = 0; i < queries.count; i += 4) {
    const F32x4 sum = load(rows.sum + i);
    const F32x4 value = load(rows.greatest + i) + logarithm(sum, kSimdMath);
    const F32x4 seen = select(sum == splat(0.0f), splat(-kInfinity), value);
    const F32x4 result = select(sum == sum, seen, sum);
    for (uint32_t lane = 0; lane < std::min(4u, queries.count - i); ++lane)
      to[i + lane] = result[lane];
  }
}

// The matrices before the softmax, in a pass of their own.
void writeScores(const HeadPass& pass, const QueryBlock& queries, const AttentionResults& results) {
  Workspace& work = pass.work;
  const uint32_t keys = pass.head.problem.keys;
  float* const masked = work.blocks;
  const EarlierScores earlier{work.earlier, work.earlier + kBlockSize,
                              work.earlier + 2 * kBlockSize};
  const struct {
    float* to;
    const float* from;
  } matrices[] = {{results.scores, earlier.scores},
                  {results.scaledScores, earlier.scaledScores},
                  {results.cappedScores, earlier.cappedScores},
                  {results.maskedScores, masked}};
  for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
    const float* queryPanel = work.queries + size_t{panel} * kPanel * pass.head.problem.headDim;
    for (uint32_t first = 0; first < keys; first += kKeyBlock) {
      const KeyRange part = within({0, keys}, first);
      const uint32_t count = queries.panelCount(panel);
      maskedScores(pass.head, queryPanel, queries.panelQuery(panel), count, part, masked, earlier);
      for (const auto& matrix : matrices) {
        if (matrix.to == nullptr) continue;
        storeTransposed(matrix.from, part.count(), count, keys,
                        pass.row(queries, panel * kPanel, matrix.to) + first);
      }
    }
  }
}

bool wantsScores(const AttentionResults& results) {
  return results.scores != nullptr || results.scaledScores != nullptr ||
         results.cappedScores != nullptr || results.maskedScores != nullptr;
}

// One block of queries, one head -------------------------------------------------------------------------

void takeQueries(const HeadPass& pass, const QueryBlock& queries, const AttentionResults& results) {
  Workspace& work = pass.work;
  const AttentionHead& head = pass.head;
  for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
    packQueries(head, queries.panelQuery(panel), queries.panelCount(panel),
                work.queries + size_t{panel} * kPanel * head.problem.headDim);
  }
  if (wantsScores(results)) writeScores(pass, queries, results);
  Rows rows{};
  std::fill_n(rows.greatest, kQueryBlock, kLowest);
  std::fill_n(work.output, kQueryBlock * pass.columns(), 0.0f);
  if (!pass.finite) std::fill_n(work.poison, kQueryBlock * pass.columns(), 0.0f);
  const KeyRange seen = seenKeys(head, queries.first, queries.count);
  for (uint32_t first = seen.first / kKeyBlock * kKeyBlock; first < seen.last; first += kKeyBlock) {
    for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
      const KeyRange keys =
          within(seenKeys(head, queries.panelQuery(panel), queries.panelCount(panel)), first);
      if (!keys.empty()) takePanel(pass, queries, panel, keys, rows, results.weights);
    }
  }
  if (results.weights != nullptr) finishWeights(pass, queries, rows, results.weights);
  if (results.output != nullptr) finishOutput(pass, queries, rows, results.output);
  if (results.logSumExp != nullptr) finishLogSumExp(pass, queries, rows, results.logSumExp);
}

}  // namespace

bool attention(const AttentionProblem& problem, const AttentionResults& results) {
  Workspace work;
  if (!work.reserve(problem, results)) return false;
  const uint32_t group = problem.heads / problem.keyHeads;
  bool finite = true;
  for (uint32_t batch = 0; batch < problem.batch; ++batch) {
    for (uint32_t h = 0; h < problem.heads; ++h) {
      const AttentionHead head = attentionHead(problem, batch, h);
      if (h % group == 0) finite = packValues(head, work.values);
      const HeadPass pass{head, work, finite};
      for (uint32_t first = 0; first < problem.queries; first += kQueryBlock) {
        takeQueries(pass, {first, std::min(kQueryBlock, problem.queries - first)}, results);
      }
    }
  }
  return true;
}

uint32_t fullyMaskedRows(const float* logSumExp, uint32_t rows, uint32_t* indices) {
  uint32_t count = 0;
  for (uint32_t row = 0; row < rows; ++row) {
    if (logSumExp[row] == -kInfinity) indices[count++] = row;
  }
  return count;
}

}  // namespace scaledot
