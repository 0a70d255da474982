// for each batch and key head, each of its query heads, each block of queries, each block of keys it sees:
//   weights^T    = exp(maskedScores^T - logSumExp)                               [key][query]
//   gradients^T  = weights^T (value outputGradient^T - delta)                    [key][query]
//                  where delta = output . outputGradient, a number for each query
//   bias        += gradients
//   gradients   *= 1 - (cappedScores / softcap)^2                                now of the scaled scores
//   sums: value += weights^T outputGradient     key += gradients^T query     query += gradients key
// scale = sum of query . (query's sums), and query and key are scale times their sums.
//
// The sums over a block are float32 and start at 0; blocks are added in order. A number that is not finite
// would turn the weight 0 of a masked pair into NaN (0 NaN = NaN). So where there is one, products are made
// with 0 in its place, and its own products added for those pairs alone that see each other (see "careful").
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention.h"
#include "buffer.h"
#include "simd_math.h"
#include "tile.h"

namespace scaledot {
namespace {

constexpr uint32_t kBlockQueries = 64, kBlockKeys = 128;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// [key][query] of a block.
using Block = float[kBlockKeys * kBlockQueries];

constexpr uint32_t roundedUp(uint32_t n, uint32_t to) { return (n + to - 1) / to * to; }
constexpr uint32_t panels(uint32_t columns) { return (columns + kPanel - 1) / kPanel; }

F32x4 exponentialForNow(F32x4 x) {
  return F32x4{std::exp(x[0]), std::exp(x[1]), std::exp(x[2]), std::exp(x[3])};
}

bool isFinite(const float* x, size_t count) {
  F32x4 zeros = splat(0.0f);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) zeros += load(x + i) * splat(0.0f);
  float zero = zeros[0] + zeros[1] + zeros[2] + zeros[3];
  for (; i < count; ++i) zero += x[i] * 0.0f;
  return zero == 0.0f;
}

float dot(const float* a, const float* b, uint32_t count) {
  F32x4 sums = splat(0.0f);
  uint32_t i = 0;
  for (; i + 4 <= count; i += 4) sums = madd(load(a + i), load(b + i), sums);
  float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// A matrix in panels of 8 columns: panel after panel, each [rows][8]. rows is a multiple of 4; what lies
// beyond the matrix itself is room for whole tiles.
struct Panels {
  Buffer<float> data;
  uint32_t rows = 0, columns = 0;

  bool reserve(uint32_t wantedRows, uint32_t wantedColumns) {
    rows = roundedUp(wantedRows, kPanel);
    columns = wantedColumns;
    return data.reserve(size());
  }
  size_t size() const { return size_t{rows} * kPanel * panels(columns); }
  float* at(uint32_t panel, uint32_t row) {
    return data.data() + (size_t{panel} * rows + row) * kPanel;
  }
  void clear() { std::fill_n(data.data(), size(), 0.0f); }
  void pack(const float* matrix, uint32_t count);
  void unpack(float factor, uint32_t count, float* matrix);
};

void Panels::pack(const float* matrix, uint32_t count) {
  for (uint32_t p = 0; p < panels(columns); ++p) {
    packColumns(matrix + p * kPanel, columns, std::min(kPanel, columns - p * kPanel), count,
                at(p, 0));
  }
}

void Panels::unpack(float factor, uint32_t count, float* matrix) {
  for (uint32_t p = 0; p < panels(columns); ++p) {
    const uint32_t width = std::min(kPanel, columns - p * kPanel);
    const float* from = at(p, 0);
    for (uint32_t r = 0; r < count; ++r, from += kPanel) {
      float* to = matrix + size_t{r} * columns + p * kPanel;
      for (uint32_t c = 0; c < width; ++c) to[c] = factor * from[c];
    }
  }
}

// sums[row][c] += sum over steps of a[row rowStride + step stepStride] b[step][c] for rows from firstSum on.
template <uint32_t rowStride, uint32_t stepStride>
void addProduct(const float* a, uint32_t rows, Panels& b, uint32_t firstStep, uint32_t steps,
                Panels& sums, uint32_t firstSum) {
  for (uint32_t p = 0; p < panels(b.columns); ++p) {
    const float* panel = b.at(p, firstStep);
    float* to = sums.at(p, firstSum);
    for (uint32_t r = 0; r < rows; r += kTileRows, to += kTileRows * kPanel) {
      const Tile tile =
          multiplyTile(a + r * rowStride, rowStride, stepStride, panel, steps, zeroTile());
      for (uint32_t i = 0; i < 2 * kTileRows; ++i) {
        store(to + 4 * i, load(to + 4 * i) + tile.v[i / 2][i % 2]);
      }
    }
  }
}

// Keys [first, end) that a query may see by its place.
struct Band {
  uint32_t first, end;
};

Band bandOf(const AttentionProblem& problem, uint32_t batch, uint32_t query) {
  const int64_t length = problem.keyLengths ? problem.keyLengths[batch] : problem.keys;
  const int64_t whole = problem.wholeQueries ? problem.wholeQueries : problem.queries;
  const int64_t offset = problem.causal == Causal::lowerRight ? length - whole : 0;
  const int64_t position = int64_t{problem.firstQuery} + query + offset;
  int64_t first = 0, end = length;
  if (problem.windowBefore != kUnlimited) first = std::max(first, position - problem.windowBefore);
  if (problem.windowAfter != kUnlimited) end = std::min(end, position + problem.windowAfter + 1);
  if (problem.causal != Causal::none) end = std::min(end, position + 1);
  first = std::clamp<int64_t>(first, 0, length);
  return {static_cast<uint32_t>(first), static_cast<uint32_t>(std::clamp(end, first, length))};
}

const float* atOf(const MaskTensor& mask, uint32_t batch, uint32_t head, uint32_t query,
                  uint32_t key) {
  return mask.data + size_t{mask.strides[0]} * batch + size_t{mask.strides[1]} * head +
         size_t{mask.strides[2]} * query + size_t{mask.strides[3]} * key;
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

  bool reserve();
  void run();

 private:
  struct QueryBlock {
    uint32_t batch, head, first, count;
    size_t row;  // of all rows
    bool careful;
  };
  struct KeyBlock {
    uint32_t first, count;
  };

  void takeKeyHead(uint32_t batch, uint32_t keyHead);
  void takeQueryBlock(QueryBlock block);
  void packQueries(QueryBlock& block);
  void finishQueries(const QueryBlock& block);
  void takeKeyBlock(const QueryBlock& queries, const KeyBlock& keys);
  void makeScores(const QueryBlock& queries, const KeyBlock& keys);
  void makeWeights(const QueryBlock& queries, const KeyBlock& keys);
  void makeGradients(const QueryBlock& queries, const KeyBlock& keys);
  void addBias(const QueryBlock& queries, const KeyBlock& keys);
  void throughSoftcap(const KeyBlock& keys);
  void addProducts(const QueryBlock& queries, const KeyBlock& keys);
  void finishBias(uint32_t batch, uint32_t keyHead);
  template <typename Store>
  void multiply(const float* rows, uint32_t width, const KeyBlock& keys, const Buffer<float>& lanes,
                const Buffer<float>& tail, uint32_t queries, Store&& put);

  const AttentionProblem& problem_;
  const float *output_, *logSumExp_, *outputGradient_;
  AttentionGradients& gradients_;

  // Of the key head at hand.
  const float *key_ = nullptr, *value_ = nullptr;
  bool keysFinite_ = true;
  double scale_ = 0;
  Panels keyColumns_, keySums_, valueSums_;
  Buffer<float> keyTail_, valueTail_;
  Buffer<double> biasSums_;
  uint32_t biasShape_[3] = {}, biasStrides_[3] = {};

  // Of the query block at hand.
  Buffer<float> queryLanes_, gradientLanes_;
  Panels queryColumns_, gradientColumns_, querySums_;
  float shift_[kBlockQueries] = {}, delta_[kBlockQueries] = {};

  Block masked_, capped_, weights_, scoreGradients_;
};

bool Backward::reserve() {
  const AttentionProblem& p = problem_;
  const uint32_t d = p.headDim, dv = p.valueDim;
  if (gradients_.bias != nullptr) {
    biasShape_[0] = p.bias.strides[1] != 0 ? p.heads / p.keyHeads : 1;
    biasShape_[1] = p.bias.strides[2] != 0 ? p.queries : 1;
    biasShape_[2] = p.bias.strides[3] != 0 ? p.keys : 1;
    biasStrides_[2] = p.bias.strides[3] != 0 ? 1 : 0;
    biasStrides_[1] = p.bias.strides[2] != 0 ? biasShape_[2] : 0;
    biasStrides_[0] = p.bias.strides[1] != 0 ? biasShape_[1] * biasShape_[2] : 0;
    if (!biasSums_.reserve(size_t{biasShape_[0]} * biasShape_[1] * biasShape_[2])) return false;
  }
  return keyColumns_.reserve(p.keys, d) && keySums_.reserve(p.keys, d) &&
         valueSums_.reserve(p.keys, dv) && keyTail_.reserve(size_t{d} * kTileRows) &&
         valueTail_.reserve(size_t{dv} * kTileRows) &&
         queryLanes_.reserve(size_t{kBlockQueries} * d) &&
         gradientLanes_.reserve(size_t{kBlockQueries} * dv) &&
         queryColumns_.reserve(kBlockQueries, d) && gradientColumns_.reserve(kBlockQueries, dv) &&
         querySums_.reserve(kBlockQueries, d);
}

void Backward::run() {
  gradients_.scale = 0;
  if (gradients_.bias != nullptr) std::fill_n(gradients_.bias, gradients_.biasCount, 0.0f);
  for (uint32_t batch = 0; batch < problem_.batch; ++batch) {
    for (uint32_t keyHead = 0; keyHead < problem_.keyHeads; ++keyHead) takeKeyHead(batch, keyHead);
  }
}

void copyTail(const float* rows, uint32_t width, uint32_t count, float* tail) {
  const uint32_t left = count % kTileRows;
  std::fill(std::copy_n(rows + size_t{count - left} * width, size_t{left} * width, tail),
            tail + size_t{kTileRows} * width, 0.0f);
}

void Backward::takeKeyHead(uint32_t batch, uint32_t keyHead) {
  const AttentionProblem& p = problem_;
  const size_t row = (size_t{batch} * p.keyHeads + keyHead) * p.keys;
  key_ = p.key + row * p.headDim;
  value_ = p.value + row * p.valueDim;
  keysFinite_ = isFinite(key_, size_t{p.keys} * p.headDim) &&
                isFinite(value_, size_t{p.keys} * p.valueDim);
  keyColumns_.pack(key_, p.keys);
  copyTail(key_, p.headDim, p.keys, keyTail_.data());
  copyTail(value_, p.valueDim, p.keys, valueTail_.data());
  keySums_.clear();
  valueSums_.clear();
  scale_ = 0;
  if (gradients_.bias != nullptr)
    std::fill_n(biasSums_.data(), size_t{biasShape_[0]} * biasShape_[1] * biasShape_[2], 0.0);

  const uint32_t group = p.heads / p.keyHeads;
  for (uint32_t head = keyHead * group; head < (keyHead + 1) * group; ++head) {
    for (uint32_t first = 0; first < p.queries; first += kBlockQueries) {
      takeQueryBlock({batch, head, first, std::min(kBlockQueries, p.queries - first),
                      (size_t{batch} * p.heads + head) * p.queries + first, false});
    }
  }
  if (gradients_.key != nullptr)
    keySums_.unpack(p.scale, p.keys, gradients_.key + row * p.headDim);
  if (gradients_.value != nullptr)
    valueSums_.unpack(1, p.keys, gradients_.value + row * p.valueDim);
  if (gradients_.bias != nullptr) finishBias(batch, keyHead);
  gradients_.scale += scale_;
}

// Non-finite numbers of a packed matrix become 0.
void keepFinite(Panels& panels) {
  for (size_t i = 0; i < panels.size(); i += 4) {
    float* at = panels.data.data() + i;
    const F32x4 x = load(at);
    store(at, select(x * splat(0.0f) == splat(0.0f), x, splat(0.0f)));
  }
}

void Backward::packQueries(QueryBlock& block) {
  const AttentionProblem& p = problem_;
  const float* query = p.query + block.row * p.headDim;
  const float* gradient = outputGradient_ + block.row * p.valueDim;
  const float* output = output_ + block.row * p.valueDim;
  for (uint32_t q = 0; q < block.count; q += kPanel) {
    const uint32_t count = std::min(kPanel, block.count - q);
    packRows(query + size_t{q} * p.headDim, p.headDim, count, p.headDim,
             queryLanes_.data() + size_t{q} * p.headDim);
    packRows(gradient + size_t{q} * p.valueDim, p.valueDim, count, p.valueDim,
             gradientLanes_.data() + size_t{q} * p.valueDim);
  }
  queryColumns_.pack(query, block.count);
  gradientColumns_.pack(gradient, block.count);
  querySums_.clear();
  for (uint32_t q = 0; q < kBlockQueries; ++q) {
    const bool has = q < block.count;
    shift_[q] = has ? logSumExp_[block.row + q] : kInfinity;
    if (shift_[q] == -kInfinity) shift_[q] = kInfinity;  // fully masked: all weights 0
    delta_[q] =
        has ? dot(gradient + size_t{q} * p.valueDim, output + size_t{q} * p.valueDim, p.valueDim)
            : 0;
  }
  // delta_ is finite only where output and its gradient are.
  block.careful = !keysFinite_ || !isFinite(query, size_t{block.count} * p.headDim) ||
                  !isFinite(delta_, block.count);
  for (uint32_t q = 0; q < block.count; ++q) {
    if (std::isnan(shift_[q])) block.careful = true;
  }
  if (block.careful) {
    keepFinite(queryColumns_);
    keepFinite(gradientColumns_);
    keepFinite(keyColumns_);
  }
}

void Backward::finishQueries(const QueryBlock& block) {
  const uint32_t d = problem_.headDim;
  float sums[kPanel * 32];
  (void)sums;
  const float* query = problem_.query + block.row * d;
  for (uint32_t q = 0; q < block.count; ++q) {
    float sum = 0;
    for (uint32_t c = 0; c < d; ++c)
      sum += query[size_t{q} * d + c] * querySums_.at(c / kPanel, q)[c % kPanel];
    scale_ += static_cast<double>(sum);
  }
  if (gradients_.query != nullptr)
    querySums_.unpack(problem_.scale, block.count, gradients_.query + block.row * d);
}

void Backward::takeQueryBlock(QueryBlock block) {
  uint32_t first = problem_.keys, end = 0;
  for (uint32_t q = 0; q < block.count; ++q) {
    const Band band = bandOf(problem_, block.batch, block.first + q);
    if (band.first == band.end) continue;
    first = std::min(first, band.first);
    end = std::max(end, band.end);
  }
  packQueries(block);
  for (uint32_t j = first / kBlockKeys * kBlockKeys; j < end; j += kBlockKeys) {
    takeKeyBlock(block, {j, std::min(kBlockKeys, problem_.keys - j)});
  }
  finishQueries(block);
}

void Backward::takeKeyBlock(const QueryBlock& queries, const KeyBlock& keys) {
  makeScores(queries, keys);
  makeWeights(queries, keys);
  makeGradients(queries, keys);
  if (gradients_.bias != nullptr) addBias(queries, keys);
  if (problem_.softcap > 0) throughSoftcap(keys);
  addProducts(queries, keys);
}

// put(tile, key, query) for each tile of rows lanes^T.
template <typename Store>
void Backward::multiply(const float* rows, uint32_t width, const KeyBlock& keys,
                        const Buffer<float>& lanes, const Buffer<float>& tail, uint32_t queries,
                        Store&& put) {
  for (uint32_t q = 0; q < queries; q += kPanel) {
    const float* panel = lanes.data() + size_t{q} * width;
    for (uint32_t j = 0; j < keys.count; j += kTileRows) {
      const float* four =
          keys.count - j < kTileRows ? tail.data() : rows + size_t{keys.first + j} * width;
      put(multiplyTile(four, width, 1, panel, width, zeroTile()), j, q);
    }
  }
}

void Backward::makeScores(const QueryBlock& queries, const KeyBlock& keys) {
  const AttentionProblem& p = problem_;
  multiply(key_, p.headDim, keys, queryLanes_, keyTail_, queries.count,
           [&](const Tile& tile, uint32_t j, uint32_t q) {
             for (uint32_t i = 0; i < 2 * kTileRows; ++i) {
               store(masked_ + (j + i / 2) * kBlockQueries + q + i % 2 * 4,
                     tile.v[i / 2][i % 2] * splat(p.scale));
             }
           });
  if (p.softcap > 0) {
    for (uint32_t i = 0; i < keys.count * kBlockQueries; ++i) {
      masked_[i] = p.softcap * std::tanh(masked_[i] / p.softcap);
      capped_[i] = masked_[i];
    }
  }
  for (uint32_t q = 0; q < queries.count; ++q) {
    const uint32_t query = queries.first + q;
    const Band band = bandOf(p, queries.batch, query);
    for (uint32_t j = 0; j < keys.count; ++j) {
      const uint32_t key = keys.first + j;
      float& score = masked_[j * kBlockQueries + q];
      const bool hidden =
          key < band.first || key >= band.end ||
          (p.allow.data && *atOf(p.allow, queries.batch, queries.head, query, key) == 0) ||
          (p.block.data && *atOf(p.block, queries.batch, queries.head, query, key) != 0);
      if (p.bias.data) {
        const float bias = *atOf(p.bias, queries.batch, queries.head, query, key);
        score = bias == -kInfinity ? bias : score + bias;
      }
      if (hidden) score = -kInfinity;
    }
  }
}

void Backward::makeWeights(const QueryBlock& queries, const KeyBlock& keys) {
  const uint32_t width = roundedUp(queries.count, 4);
  for (uint32_t j = 0; j < keys.count; ++j) {
    for (uint32_t q = 0; q < width; q += 4) {
      const size_t at = j * kBlockQueries + q;
      const F32x4 score = load(masked_ + at);
      const F32x4 weight = exponentialForNow(score - load(shift_ + q));
      store(weights_ + at, select(score == splat(-kInfinity), splat(0.0f), weight));
    }
  }
}

void Backward::makeGradients(const QueryBlock& queries, const KeyBlock& keys) {
  multiply(value_, problem_.valueDim, keys, gradientLanes_, valueTail_, queries.count,
           [&](const Tile& tile, uint32_t j, uint32_t q) {
             for (uint32_t i = 0; i < 2 * kTileRows; ++i) {
               const size_t query = q + i % 2 * 4, at = (j + i / 2) * kBlockQueries + query;
               const F32x4 gradient =
                   load(weights_ + at) * (tile.v[i / 2][i % 2] - load(delta_ + query));
               store(scoreGradients_ + at,
                     select(load(masked_ + at) == splat(-kInfinity), splat(0.0f), gradient));
             }
           });
}

void Backward::addBias(const QueryBlock& queries, const KeyBlock& keys) {
  const uint32_t group = problem_.heads / problem_.keyHeads;
  double* sums = biasSums_.data() + size_t{queries.head % group} * biasStrides_[0];
  for (uint32_t q = 0; q < queries.count; ++q) {
    for (uint32_t j = 0; j < keys.count; ++j) {
      sums[size_t{queries.first + q} * biasStrides_[1] +
           size_t{keys.first + j} * biasStrides_[2]] +=
          static_cast<double>(scoreGradients_[j * kBlockQueries + q]);
    }
  }
}

void Backward::finishBias(uint32_t batch, uint32_t keyHead) {
  const uint32_t* strides = problem_.bias.strides;
  const double* sums = biasSums_.data();
  const uint32_t firstHead = keyHead * (problem_.heads / problem_.keyHeads);
  for (uint32_t h = 0; h < biasShape_[0]; ++h) {
    for (uint32_t q = 0; q < biasShape_[1]; ++q) {
      float* to = gradients_.bias + size_t{strides[0]} * batch +
                  size_t{strides[1]} * (firstHead + h) + size_t{strides[2]} * q;
      for (uint32_t j = 0; j < biasShape_[2]; ++j) {
        to[size_t{strides[3]} * j] += static_cast<float>(*sums++);
      }
    }
  }
}

void Backward::throughSoftcap(const KeyBlock& keys) {
  const F32x4 inverse = splat(1.0f / problem_.softcap);
  for (uint32_t i = 0; i < keys.count * kBlockQueries; i += 4) {
    const F32x4 t = load(capped_ + i) * inverse;
    store(scoreGradients_ + i, load(scoreGradients_ + i) * ((1.0f - t) * (1.0f + t)));
  }
}

// sums[row][c] += a[row, step] b[step][c] where b is not finite and the pair sees each other.
template <uint32_t rowStride, uint32_t stepStride>
void addNotFinite(const float* masked, const float* a, uint32_t rows, const float* b,
                  uint32_t steps, Panels& sums, uint32_t firstSum) {
  for (uint32_t s = 0; s < steps; ++s) {
    for (uint32_t c = 0; c < sums.columns; ++c) {
      const float factor = b[size_t{s} * sums.columns + c];
      if (std::isfinite(factor)) continue;
      for (uint32_t r = 0; r < rows; ++r) {
        const size_t at = r * rowStride + s * stepStride;
        if (masked[at] != -kInfinity)
          sums.at(c / kPanel, firstSum + r)[c % kPanel] += a[at] * factor;
      }
    }
  }
}

void Backward::addProducts(const QueryBlock& queries, const KeyBlock& keys) {
  const AttentionProblem& p = problem_;
  addProduct<kBlockQueries, 1>(weights_, keys.count, gradientColumns_, 0, queries.count, valueSums_,
                               keys.first);
  addProduct<kBlockQueries, 1>(scoreGradients_, keys.count, queryColumns_, 0, queries.count,
                               keySums_, keys.first);
  addProduct<1, kBlockQueries>(scoreGradients_, queries.count, keyColumns_, keys.first, keys.count,
                               querySums_, 0);
  if (!queries.careful) return;
  addNotFinite<kBlockQueries, 1>(masked_, weights_, keys.count,
                                 outputGradient_ + queries.row * p.valueDim, queries.count,
                                 valueSums_, keys.first);
  addNotFinite<kBlockQueries, 1>(masked_, scoreGradients_, keys.count,
                                 p.query + queries.row * p.headDim, queries.count, keySums_,
                                 keys.first);
  addNotFinite<1, kBlockQueries>(masked_, scoreGradients_, queries.count,
                                 key_ + size_t{keys.first} * p.headDim, keys.count, querySums_, 0);
}

}  // namespace

bool attentionGradient(const AttentionProblem& problem, const float* output, const float* logSumExp,
                       const float* outputGradient, AttentionGradients& gradients) {
  Backward pass(problem, output, logSumExp, outputGradient, gradients);
  if (!pass.reserve()) return false;
  pass.run();
  return true;
}

}  // namespace scaledot
