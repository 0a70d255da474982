// for each head, each block of 32 queries:
//   m = lowest, l = 0, O = 0                                for each query
//   for each block of 128 keys that one of the queries sees:
//     S = masked scores                                     [key][8 queries], attention_block.h
//     m' = max(m, max S);  a = exp(m - m')
//     P = exp(S - m');     l = a l + sum P;  O = a O + P V;  m = m'
//   output = O / l,  logSumExp = m + log l
//
// m starts at the lowest finite number instead of -infinity, so that m - m is never NaN. A fully masked row ends with l = 0.
// If the weights are requested, P is stored for all keys, and the weights are exp(m_block - m) P / l at the end.
#include "attention/attention.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "attention/attention_block.h"
#include "attention/attention_work.h"
#include "lanes/buffer.h"
#include "lanes/finite.h"
#include "lanes/simd_math.h"

namespace scaledot {
namespace {

constexpr uint32_t kQueryBlock = 32;
constexpr uint32_t kPanels = kQueryBlock / kPanel;
constexpr size_t kBlockSize = size_t{kKeyBlock} * kPanel;
constexpr float kLowest = std::numeric_limits<float>::lowest();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// The buffers of a call.
struct Workspace {
  float* values;   // value in panels, with as many columns as a tile has rows: [panel][key][column]
  float* queries;  // [panel][headDim][8]
  // Scores, then weights: [panel][kKeyBlock][8], of all key blocks if weights are requested.
  float* blocks;
  float* output;        // transposed, like the rest: [panel][valueDim rounded up to 4][8]
  float* nonFinite;     // the same shape: sums of the non-finite values
  float* blockMaximum;  // [key block][query]: m when the weights of the block were written
  float* earlier;       // three blocks

  // Lays the buffers out in the memory, which is reallocated if it is too small.
  [[nodiscard]] bool reserve(const AttentionProblem& problem, const AttentionResults& results,
                             Buffer<float>& memory) {
    const size_t columns = roundUp(problem.valueDim, kTileRows);
    const size_t keyBlocks = problem.keys / kKeyBlock + 1;
    const size_t sizes[] = {
        productOf({columns, problem.keys}),
        productOf({kQueryBlock, problem.headDim}),
        productOf({results.weights != nullptr ? keyBlocks : 1, kPanels, kBlockSize}),
        productOf({kQueryBlock, columns}),
        productOf({kQueryBlock, columns}),
        productOf({keyBlocks, kQueryBlock}),
        3 * kBlockSize};
    float** parts[] = {&values, &queries, &blocks, &output, &nonFinite, &blockMaximum, &earlier};
    size_t whole = 0;
    for (const size_t size : sizes) whole = totalOf({whole, size});
    if (!memory.reserve(whole)) return false;
    float* next = memory.data();
    for (size_t i = 0; i < std::size(parts); ++i) {
      *parts[i] = next;
      next += sizes[i];
    }
    return true;
  }
};

// m, l and a of the queries of a block.
struct Rows {
  float greatest[kQueryBlock], sum[kQueryBlock], rescale[kQueryBlock];
};

// One head: the data that all its blocks share.
struct HeadPass {
  const AttentionHead& head;
  Workspace& work;
  bool finite;         // whether all its values are finite
  bool storesWeights;  // the workspace has the weights of all keys
  uint32_t columns() const { return roundUp(head.problem.valueDim, kTileRows); }
  float* queryPanel(uint32_t panel) const {
    return work.queries + size_t{panel} * kPanel * head.problem.headDim;
  }
  // Returns the block of a panel and of the key block that begins at `first`.
  float* weights(uint32_t first, uint32_t panel) const {
    const uint32_t block = storesWeights ? first / kKeyBlock : 0;
    return work.blocks + (size_t{block} * kPanels + panel) * kBlockSize;
  }
  float* blockMaximum(uint32_t first, uint32_t panel) const {
    return work.blockMaximum + size_t{first / kKeyBlock} * kQueryBlock + kPanel * panel;
  }
  size_t panelSize() const { return size_t{columns()} * kPanel; }
  // Returns the row of a query in a result with columnCount columns.
  float* row(uint32_t query, size_t columnCount, float* result) const {
    return result + (head.row + query) * columnCount;
  }
};

// Values --------------------------------------------------------------------------------------------------

// panel[columns key + c] = value[key stride + c], 0 for c >= count.
template <uint32_t columns>
void packPanel(const float* value, size_t stride, uint32_t count, size_t keys, float* panel) {
  for (size_t key = 0; key < keys; ++key, panel += columns, value += stride) {
    if (count >= columns) {
      store(panel, load(value));
      store(panel + columns - 4, load(value + columns - 4));
    } else {
      std::fill(std::copy_n(value, count, panel), panel + columns, 0.0f);
    }
  }
}

// Packs the values, with 0 for non-finite ones. Returns false if there are any.
bool packValues(const AttentionHead& head, float* panels) {
  const uint32_t valueDim = head.problem.valueDim, keys = head.problem.keys;
  const uint32_t columns = roundUp(valueDim, kTileRows);
  constexpr uint32_t rowsInCache = 16;
  for (uint32_t key = 0; key < keys; key += rowsInCache) {
    const uint32_t rows = std::min(rowsInCache, keys - key);
    forTiles(columns, [&](auto tile, uint32_t column) {
      constexpr uint32_t width = std::size(tile.v);
      packPanel<width>(head.value + size_t{key} * valueDim + column, valueDim, valueDim - column,
                       rows, panels + size_t{column} * keys + width * size_t{key});
    });
  }
  return removeNonFinite(panels, size_t{keys} * columns);
}

// Adds the non-finite values of a key block to the rows that see their keys, and to no others. They cannot be in the
// products, because a weight of 0 times a non-finite value is NaN.
void addNonFinite(const HeadPass& pass, const float* block, KeyRange keys, float* nonFinite) {
  const uint32_t valueDim = pass.head.problem.valueDim;
  for (uint32_t j = 0; j < keys.count(); ++j) {
    const float* value = pass.head.value + size_t{keys.first + j} * valueDim;
    for (uint32_t c = 0; c < valueDim; ++c) {
      if (isFinite(value[c])) continue;
      for (uint32_t lane = 0; lane < kPanel; ++lane) {
        if (block[kPanel * j + lane] != -kInfinity) nonFinite[kPanel * c + lane] += value[c];
      }
    }
  }
}

// One block of keys --------------------------------------------------------------------------------------
//
// exponentiate() and addValues() must stay functions: V8 replaces its slow first code at the next call of a function, not
// within a running one. With both inlined, the first long call takes 2.4 times as long (docs/decisions/first-long-call.md).

// max(start, block) for one half of the lanes.
F32x4 greatestOf(const float* block, uint32_t keys, F32x4 start) {
  F32x4 found[2] = {start, start};
  uint32_t j = 0;
  for (; j + 2 <= keys; j += 2) {
    found[0] = greatest(found[0], load(block + kPanel * j));
    found[1] = greatest(found[1], load(block + kPanel * (j + 1)));
  }
  if (j < keys) found[0] = greatest(found[0], load(block + kPanel * j));
  return greatest(found[0], found[1]);
}

// Replaces the eight scores of a key by its weights.
inline void weigh(float* scores, const F32x4 (&subtract)[2], const SimdMath& math,
                  F32x4 (&sums)[2]) {
  for (uint32_t half = 0; half < 2; ++half) {
    const F32x4 weight = quickExponential(load(scores + 4 * half) - subtract[half], math);
    sums[half] += weight;
    store(scores + 4 * half, weight);
  }
}

// block = exp(block - m). Updates m, l and a of its queries.
[[gnu::noinline]] void exponentiate(float* block, uint32_t keys, Rows& rows, uint32_t row) {
  const SimdMath math = *hidden(&kSimdMath);
  F32x4 now[2], even[2] = {}, odd[2] = {};
  for (uint32_t half = 0; half < 2; ++half) {
    const uint32_t at = row + 4 * half;
    const F32x4 before = load(rows.greatest + at);
    now[half] = greatestOf(block + 4 * half, keys, before);
    store(rows.greatest + at, now[half]);
    store(rows.rescale + at, quickExponential(before - now[half], math));
  }
  uint32_t j = 0;
  for (; j + 2 <= keys; j += 2) {
    weigh(block + kPanel * j, now, math, even);
    weigh(block + kPanel * (j + 1), now, math, odd);
  }
  if (j < keys) weigh(block + kPanel * j, now, math, even);
  for (uint32_t half = 0; half < 2; ++half) {
    float* sum = rows.sum + row + 4 * half;
    store(sum, madd(load(sum), load(rows.rescale + row + 4 * half), even[half] + odd[half]));
  }
}

// The keys of a block that each panel of a query block sees.
struct Spans {
  KeyRange keys[kPanels];
};

// O = a O + P V, transposed: rows of the tiles are columns of the values. The values stay in the cache for all panels.
[[gnu::noinline]] void addValues(const HeadPass& pass, Queries queries, const Spans& spans,
                                 const Rows& rows) {
  const Workspace& work = pass.work;
  const size_t allKeys = pass.head.problem.keys;
  forTiles(pass.columns(), [&](auto tile, uint32_t column) {
    constexpr uint32_t width = std::size(tile.v);
    for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
      const KeyRange keys = spans.keys[panel];
      if (keys.empty()) continue;
      const F32x4 left = load(rows.rescale + kPanel * panel);
      const F32x4 right = load(rows.rescale + kPanel * panel + 4);
      float* const output = work.output + panel * pass.panelSize() + kPanel * column;
      for (uint32_t c = 0; c < width; ++c) {
        tile.v[c][0] = load(output + kPanel * c) * left;
        tile.v[c][1] = load(output + kPanel * c + 4) * right;
      }
      const float* values = work.values + column * allKeys + width * size_t{keys.first};
      tile = multiplyTile(values, 1, width, pass.weights(keys.first, panel), keys.count(), tile);
      for (uint32_t c = 0; c < width; ++c) {
        store(output + kPanel * c, tile.v[c][0]);
        store(output + kPanel * c + 4, tile.v[c][1]);
      }
    }
  });
}

// One number for each query of a panel.
struct Lanes {
  F32x4 half[2];
};
constexpr Lanes kOnes{{{1, 1, 1, 1}, {1, 1, 1, 1}}};

// to[r stride + j] = block[8 j + r] factor[r]
void storeTransposed(const float* block, const Lanes& factor, uint32_t steps, uint32_t rows,
                     size_t stride, float* to) {
  uint32_t j = 0;
  for (; j + 4 <= steps && rows == kPanel; j += 4) {
    for (uint32_t half = 0; half < 2; ++half) {
      F32x4 square[4];
      for (uint32_t r = 0; r < 4; ++r) {
        square[r] = load(block + kPanel * (j + r) + 4 * half) * factor.half[half];
      }
      transpose(square);
      for (uint32_t r = 0; r < 4; ++r) store(to + (4 * half + r) * stride + j, square[r]);
    }
  }
  for (; j < steps; ++j) {
    for (uint32_t r = 0; r < rows; ++r) {
      to[r * stride + j] = block[kPanel * j + r] * factor.half[r / 4][r % 4];
    }
  }
}

void weighPanel(const HeadPass& pass, Queries queries, uint32_t panel, KeyRange keys, Rows& rows) {
  Workspace& work = pass.work;
  const uint32_t row = kPanel * panel;
  float* block = pass.weights(keys.first, panel);
  maskedScores(pass.head, pass.queryPanel(panel), queries.panel(panel), keys, block);
  if (!pass.finite) addNonFinite(pass, block, keys, work.nonFinite + panel * pass.panelSize());
  exponentiate(block, keys.count(), rows, row);
  std::copy_n(rows.greatest + row, kPanel, pass.blockMaximum(keys.first, panel));
}

// Results -------------------------------------------------------------------------------------------------

// Writes the weights of a row that sees NaN: NaN for every key that it sees, 0 for the others.
void fillNaNWeights(const HeadPass& pass, Queries queries, uint32_t row, KeyRange seen,
                    float* weights) {
  const uint32_t panel = row / kPanel, lane = row % kPanel;
  float* const block = pass.work.earlier;
  forKeyBlocks(seen, [&](KeyRange keys) {
    maskedScores(pass.head, pass.queryPanel(panel), queries.panel(panel), keys, block);
    for (uint32_t j = 0; j < keys.count(); ++j) {
      weights[keys.first + j] = block[kPanel * j + lane] == -kInfinity ? 0 : kNaN;
    }
  });
}

Lanes inverseSums(const Rows& rows, uint32_t panel) {
  Lanes inverse;
  for (uint32_t half = 0; half < 2; ++half) {
    const F32x4 sum = load(rows.sum + kPanel * panel + 4 * half);
    inverse.half[half] = select(sum == splat(0.0f), sum, 1.0f / sum);
  }
  return inverse;
}

// weights = exp(m_block - m) P / l
void storeWeights(const HeadPass& pass, Queries queries, const Rows& rows, uint32_t panel,
                  KeyRange seen, float* weights) {
  const Lanes inverse = inverseSums(rows, panel);
  forKeyBlocks(seen, [&](KeyRange keys) {
    const float* then = pass.blockMaximum(keys.first, panel);
    Lanes factor;
    for (uint32_t half = 0; half < 2; ++half) {
      const F32x4 now = load(rows.greatest + kPanel * panel + 4 * half);
      factor.half[half] =
          quickExponential(load(then + 4 * half) - now, kSimdMath) * inverse.half[half];
    }
    storeTransposed(pass.weights(keys.first, panel), factor, keys.count(),
                    queries.panel(panel).count, pass.head.problem.keys, weights + keys.first);
  });
}

void finishWeights(const HeadPass& pass, Queries queries, const Rows& rows, float* weights) {
  const uint32_t keys = pass.head.problem.keys;
  for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
    const Queries lanes = queries.panel(panel);
    const KeyRange seen = seenKeys(pass.head, lanes);
    float* const to = pass.row(lanes.first, keys, weights);
    storeWeights(pass, queries, rows, panel, seen, to);
    for (uint32_t lane = 0; lane < lanes.count; ++lane) {
      const uint32_t row = kPanel * panel + lane;
      float* const rowTo = to + size_t{lane} * keys;
      std::fill(rowTo, rowTo + (seen.empty() ? keys : seen.first), 0.0f);
      if (seen.empty()) continue;
      std::fill(rowTo + seen.last, rowTo + keys, 0.0f);
      if (rows.sum[row] != rows.sum[row]) fillNaNWeights(pass, queries, row, seen, rowTo);
    }
  }
}

// Adds weights [kPanel] times the finite values [columns] to sums [columns, kPanel].
void addFinite(const Lanes& weights, const float* value, uint32_t columns, float* sums) {
  for (uint32_t c = 0; c < columns; ++c) {
    if (!isFinite(value[c])) continue;
    float* const sum = sums + kPanel * c;
    store(sum, madd(weights.half[0], splat(value[c]), load(sum)));
    store(sum + 4, madd(weights.half[1], splat(value[c]), load(sum + 4)));
  }
}

// Computes sums of exp(S - m) V beyond float32 again, with weights whose sum is 1. Takes the lanes whose scores are no NaN,
// divides their other sums, and sets their inverse to 1. Like the sums, leaves out non-finite values. m is final, so
// exponentiate() keeps it.
[[gnu::noinline]] void redoOverflows(const HeadPass& pass, Queries lanes, const Rows& rows,
                                     uint32_t panel, float* output, Lanes& inverse) {
  constexpr uint32_t kColumns = 2 * kBlockSize / kPanel;  // as many as two blocks hold
  const uint32_t valueDim = pass.head.problem.valueDim, row = kPanel * panel;
  if (areFinite(output, size_t{kPanel} * valueDim)) return;
  const auto mayRedo = [&](size_t n) { return isFinite(rows.sum[row + n % kPanel]); };
  bool any = false;
  for (size_t n = 0; n < size_t{kPanel} * valueDim; ++n) any |= mayRedo(n) && !isFinite(output[n]);
  if (!any) return;

  float *const block = pass.work.earlier, *const sums = block + kBlockSize;
  for (uint32_t first = 0; first < valueDim; first += kColumns) {
    const uint32_t columns = std::min(kColumns, valueDim - first);
    std::fill_n(sums, kPanel * columns, 0.0f);
    Rows again = rows;
    forKeyBlocks(seenKeys(pass.head, lanes), [&](KeyRange keys) {
      maskedScores(pass.head, pass.queryPanel(panel), lanes, keys, block);
      exponentiate(block, keys.count(), again, row);
      const float* value = pass.head.value + size_t{keys.first} * valueDim + first;
      for (uint32_t j = 0; j < keys.count(); ++j, value += valueDim) {
        const float* const weights = block + kPanel * j;
        addFinite({{load(weights) * inverse.half[0], load(weights + 4) * inverse.half[1]}}, value,
                  columns, sums);
      }
    });
    for (uint32_t n = 0; n < kPanel * columns; ++n) {
      const uint32_t lane = n % kPanel;
      float& number = output[kPanel * first + n];
      if (!mayRedo(lane)) continue;
      number = isFinite(number) ? number * inverse.half[lane / 4][lane % 4]
                                : std::clamp(sums[n], kLowest, -kLowest);  // rounding may exceed it
    }
  }
  for (uint32_t lane = 0; lane < kPanel; ++lane) {
    if (mayRedo(lane)) inverse.half[lane / 4][lane % 4] = 1;
  }
}

void finishOutput(const HeadPass& pass, Queries queries, const Rows& rows, float* output) {
  const uint32_t valueDim = pass.head.problem.valueDim;
  for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
    float* const from = pass.work.output + panel * pass.panelSize();
    const Queries lanes = queries.panel(panel);
    Lanes inverse = inverseSums(rows, panel);
    redoOverflows(pass, lanes, rows, panel, from, inverse);
    if (!pass.finite) {
      const float* nonFinite = pass.work.nonFinite + panel * pass.panelSize();
      for (size_t n = 0; n < size_t{kPanel} * valueDim; n += 4) {
        store(from + n, load(from + n) * inverse.half[n / 4 % 2] + load(nonFinite + n));
      }
    }
    storeTransposed(from, pass.finite ? inverse : kOnes, valueDim, lanes.count, valueDim,
                    pass.row(lanes.first, valueDim, output));
  }
}

void finishLogSumExp(const HeadPass& pass, Queries queries, const Rows& rows, float* logSumExp) {
  float* to = pass.row(queries.first, 1, logSumExp);
  for (uint32_t i = 0; i < queries.count; i += 4) {
    const F32x4 sum = load(rows.sum + i);
    const F32x4 value = load(rows.greatest + i) + logarithm(sum, kSimdMath);
    const F32x4 seen = select(sum == splat(0.0f), splat(-kInfinity), value);
    const F32x4 result = select(sum == sum, seen, sum);
    for (uint32_t lane = 0; lane < std::min(4u, queries.count - i); ++lane)
      to[i + lane] = result[lane];
  }
}

// Writes the matrices before the softmax, in a separate pass.
void writeScores(const HeadPass& pass, Queries queries, const AttentionResults& results) {
  Workspace& work = pass.work;
  const uint32_t allKeys = pass.head.problem.keys;
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
    const Queries lanes = queries.panel(panel);
    forKeyBlocks({0, allKeys}, [&](KeyRange keys) {
      maskedScores(pass.head, pass.queryPanel(panel), lanes, keys, masked, earlier);
      for (const auto& matrix : matrices) {
        if (matrix.to == nullptr) continue;
        storeTransposed(matrix.from, kOnes, keys.count(), lanes.count, allKeys,
                        pass.row(lanes.first, allKeys, matrix.to) + keys.first);
      }
    });
  }
}

bool wantsScores(const AttentionResults& results) {
  return results.scores != nullptr || results.scaledScores != nullptr ||
         results.cappedScores != nullptr || results.maskedScores != nullptr;
}

// One block of queries, one head -------------------------------------------------------------------------

void takeQueries(const HeadPass& pass, Queries queries, const AttentionResults& results) {
  Workspace& work = pass.work;
  const AttentionHead& head = pass.head;
  for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
    packQueries(head, queries.panel(panel), pass.queryPanel(panel));
  }
  if (wantsScores(results)) writeScores(pass, queries, results);
  Rows rows{};
  std::fill_n(rows.greatest, kQueryBlock, kLowest);
  const size_t sums = queries.panels() * pass.panelSize();
  std::fill_n(work.output, sums, 0.0f);
  if (!pass.finite) std::fill_n(work.nonFinite, sums, -0.0f);  // -0 + x is x
  forKeyBlocks(seenKeys(head, queries), [&](KeyRange block) {
    Spans spans;
    for (uint32_t panel = 0; panel < queries.panels(); ++panel) {
      KeyRange& keys = spans.keys[panel];
      keys = common(seenKeys(head, queries.panel(panel)), block);
      if (!keys.empty()) weighPanel(pass, queries, panel, keys, rows);
    }
    if (results.output != nullptr) addValues(pass, queries, spans, rows);
  });
  if (results.weights != nullptr) finishWeights(pass, queries, rows, results.weights);
  if (results.output != nullptr) finishOutput(pass, queries, rows, results.output);
  if (results.logSumExp != nullptr) finishLogSumExp(pass, queries, rows, results.logSumExp);
}

}  // namespace

bool attention(const AttentionProblem& problem, const AttentionResults& results) {
  AttentionWork work;
  return attention(problem, results, work);
}

bool attention(const AttentionProblem& problem, const AttentionResults& results,
               AttentionWork& memory) {
  if (problem.batch == 0 || problem.heads == 0 || problem.queries == 0) return true;
  Workspace work;
  if (!work.reserve(problem, results, memory.memory)) return false;
  const uint32_t group = problem.heads / problem.keyHeads;
  bool finite = true;
  for (uint32_t batch = 0; batch < problem.batch; ++batch) {
    for (uint32_t h = 0; h < problem.heads; ++h) {
      const AttentionHead head = attentionHead(problem, batch, h);
      if (h % group == 0) finite = packValues(head, work.values);
      const HeadPass pass{head, work, finite, results.weights != nullptr};
      for (uint32_t first = 0; first < problem.queries; first += kQueryBlock) {
        takeQueries(pass, {first, std::min(kQueryBlock, problem.queries - first)}, results);
      }
    }
  }
  return true;
}

ListedRows listRows(const float* logSumExp, uint32_t rows, uint32_t* indices) {
  uint32_t* to = indices;
  for (uint32_t row = 0; row < rows; ++row) {
    if (logSumExp[row] == -kInfinity) *to++ = row;
  }
  const auto fullyMasked = static_cast<uint32_t>(to - indices);
  for (uint32_t row = 0; row < rows; ++row) {
    if (!(logSumExp[row] < kInfinity)) *to++ = row;  // NaN, too
  }
  return {fullyMasked, static_cast<uint32_t>(to - indices) - fullyMasked};
}

}  // namespace scaledot
