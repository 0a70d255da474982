// block = scale (keys queries^T)      then, if the problem has them and they affect these keys:
// block = softcap tanh(block / softcap);  block += bias;  block = -infinity where not seen
#include "attention/attention_block.h"

#include <algorithm>
#include <limits>

#include "lanes/finite.h"
#include "lanes/simd_math.h"

namespace scaledot {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// block = f(block), four numbers at a time.
template <typename Function>
void change(float* block, uint32_t keys, Function f) {
  for (uint32_t n = 0; n < kPanel * keys; n += 4) store(block + n, f(load(block + n)));
}

// block = f(block, other).
template <typename Function>
void combine(float* block, const float* other, uint32_t keys, Function f) {
  for (uint32_t n = 0; n < kPanel * keys; n += 4) {
    store(block + n, f(load(block + n), load(other + n)));
  }
}

void copyBlock(const float* block, uint32_t keys, float* to) {
  std::copy_n(block, size_t{kPanel} * keys, to);
}

// Packs the part of a mask for a block, with 0 in lanes without a query.
void packMask(const MaskTensor& mask, const AttentionHead& head, Queries queries, KeyRange keys,
              float* to) {
  const size_t rowStride = mask.strides[2], keyStride = mask.strides[3];
  const float* rows = mask.data + size_t{head.batch} * mask.strides[0] +
                      size_t{head.head} * mask.strides[1] + queries.first * rowStride +
                      keys.first * keyStride;
  if (keyStride == 1) {
    packRows(rows, rowStride, queries.count, keys.count(), to);
    return;
  }
  for (uint32_t j = 0; j < keys.count(); ++j) {
    for (uint32_t lane = 0; lane < kPanel; ++lane) {
      to[kPanel * j + lane] = lane < queries.count ? rows[lane * rowStride + j * keyStride] : 0.0f;
    }
  }
}

void applyMasks(const AttentionHead& head, Queries queries, KeyRange keys, float* block) {
  const AttentionProblem& problem = head.problem;
  float mask[kKeyBlock * kPanel];
  const F32x4 none = splat(kMinusInfinity), zero = splat(0.0f);
  const auto with = [&](const MaskTensor& tensor, auto f) {
    if (tensor.data == nullptr) return;
    packMask(tensor, head, queries, keys, mask);
    combine(block, mask, keys.count(), f);
  };
  with(problem.bias, [&](F32x4 s, F32x4 bias) { return select(bias == none, none, s + bias); });
  with(problem.allow, [&](F32x4 s, F32x4 allow) { return select(allow != zero, s, none); });
  with(problem.block, [&](F32x4 s, F32x4 hide) { return select(hide != zero, none, s); });
}

// Returns the number of keys with a position.
uint32_t placedKeys(const AttentionProblem& problem) { return problem.keys - problem.extraKeys; }

// Whether every lane has a query that sees every key of the range, apart from masks.
bool allSee(const AttentionHead& head, Queries queries, KeyRange keys) {
  return queries.count == kPanel &&
         seenKeys(head, queries.first + kPanel - 1).first <= keys.first &&
         seenKeys(head, queries.first).last >= std::min(keys.last, placedKeys(head.problem));
}

void applyBand(const AttentionHead& head, Queries queries, KeyRange keys, float* block) {
  I32x4 first[2] = {}, last[2] = {};
  for (uint32_t lane = 0; lane < queries.count; ++lane) {
    const KeyRange seen = seenKeys(head, queries.first + lane);
    first[lane / 4][lane % 4] = static_cast<int32_t>(seen.first);
    last[lane / 4][lane % 4] = static_cast<int32_t>(seen.last);
  }
  const F32x4 none = splat(kMinusInfinity);
  const uint32_t placed = common(keys, {0, placedKeys(head.problem)}).count();
  for (uint32_t j = 0; j < placed; ++j) {
    const I32x4 at = splat(static_cast<int32_t>(keys.first + j));
    for (uint32_t half = 0; half < 2; ++half) {
      float* to = block + kPanel * j + 4 * half;
      store(to, select((at >= first[half]) & (at < last[half]), load(to), none));
    }
  }
  // All queries see the extra keys, and lanes without a query see nothing.
  for (uint32_t j = placed; j < keys.count(); ++j) {
    std::fill(block + kPanel * j + queries.count, block + kPanel * (j + 1), kMinusInfinity);
  }
}

// Whether scores may overflow. Returns true for fewer queries than headDim, because checking all scores is then quicker than
// checking all keys.
bool mayOverflow(const AttentionProblem& problem, const float* query, const float* key) {
  const size_t headDim = problem.headDim;
  if (problem.queries < headDim) return true;
  const double bound = static_cast<double>(largestMagnitude(query, problem.queries * headDim)) *
                       static_cast<double>(largestMagnitude(key, problem.keys * headDim)) *
                       static_cast<double>(headDim);
  return !(bound < std::numeric_limits<float>::max() / 2);
}

// block = factor times the product, in double, where block is non-finite and query and key are finite.
void redoInDouble(const AttentionHead& head, Queries queries, KeyRange keys, float factor,
                  float* block) {
  const uint32_t headDim = head.problem.headDim;
  if (areFinite(block, size_t{kPanel} * keys.count())) return;
  for (uint32_t j = 0; j < keys.count(); ++j, block += kPanel) {
    if (areFinite(block, kPanel)) continue;
    const float* const key = head.key + size_t{keys.first + j} * headDim;
    for (uint32_t lane = 0; lane < queries.count; ++lane) {
      if (isFinite(block[lane])) continue;
      const float* const query = head.query + size_t{queries.first + lane} * headDim;
      redoProduct(factor, query, key, headDim, block[lane]);
    }
  }
}

}  // namespace

AttentionHead attentionHead(const AttentionProblem& problem, uint32_t batch, uint32_t head) {
  const size_t queryHead = size_t{batch} * problem.heads + head;
  const size_t keyHead =
      size_t{batch} * problem.keyHeads + head / (problem.heads / problem.keyHeads);
  const float* const query = problem.query + queryHead * problem.queries * problem.headDim;
  const float* const key = problem.key + keyHead * problem.keys * problem.headDim;
  return {problem,
          batch,
          head,
          query,
          key,
          problem.value + keyHead * problem.keys * problem.valueDim,
          queryHead * problem.queries,
          problem.keyLengths != nullptr ? problem.keyLengths[batch] : placedKeys(problem),
          problem.causal != Causal::none || problem.windowBefore != kUnlimited ||
              problem.windowAfter != kUnlimited,
          mayOverflow(problem, query, key)};
}

KeyRange seenKeys(const AttentionHead& head, uint32_t query) {
  if (!head.banded) return {0, head.keyLength};
  const AttentionProblem& problem = head.problem;
  const int64_t keys = head.keyLength;
  int64_t position = int64_t{problem.firstQuery} + query;
  if (problem.causal == Causal::lowerRight) {
    const uint32_t whole = problem.wholeQueries != 0 ? problem.wholeQueries : problem.queries;
    position += keys - int64_t{whole};
  }
  int64_t first = 0, last = keys;
  if (problem.windowBefore != kUnlimited) first = position - int64_t{problem.windowBefore};
  if (problem.windowAfter != kUnlimited) last = position + int64_t{problem.windowAfter} + 1;
  if (problem.causal != Causal::none) last = std::min(last, position + 1);
  return {static_cast<uint32_t>(std::clamp<int64_t>(first, 0, keys)),
          static_cast<uint32_t>(std::clamp<int64_t>(last, 0, keys))};
}

KeyRange seenKeys(const AttentionHead& head, Queries queries) {
  const uint32_t first = seenKeys(head, queries.first).first / kTileRows * kTileRows;
  if (head.problem.extraKeys != 0) return {first, head.problem.keys};
  const uint32_t last = seenKeys(head, queries.first + queries.count - 1).last;
  return {first, first < last ? std::min(roundUp(last, kTileRows), head.problem.keys) : first};
}

// If count is not a multiple of 4, the last tile overlaps the one before. With fewer than 4 rows, each row is multiplied as
// four copies of itself.
void multiplyRows(const float* rows, uint32_t count, size_t width, const float* panel,
                  const float& scale, float* block) {
  const auto multiply = [&](auto tile, uint32_t j, size_t rowStride) {
    tile = multiplyTile(rows + j * width, rowStride, 1, panel, width, tile);
    float* to = block + kPanel * j;
    const F32x4 factor = splat(scale);
    for (const auto& row : tile.v) {
      store(to, row[0] * factor);
      store(to + 4, row[1] * factor);
      to += kPanel;
    }
  };
  uint32_t j = forTiles(count, [&](auto tile, uint32_t row) { multiply(tile, row, width); });
  if (j < count && count >= kTileRows) {
    multiply(zeroTile(), count - kTileRows, width);
  } else {
    for (; j < count; ++j) multiply(zeroTile(), j, 0);
  }
}

void packQueries(const AttentionHead& head, Queries queries, float* panel) {
  const size_t headDim = head.problem.headDim;
  packRows(head.query + queries.first * headDim, headDim, queries.count, headDim, panel);
}

void maskedScores(const AttentionHead& head, const float* queryPanel, Queries queries,
                  KeyRange keys, float* block, const EarlierScores& earlier) {
  const AttentionProblem& problem = head.problem;
  const float* rows = head.key + size_t{keys.first} * problem.headDim;
  const bool raw = earlier.scores != nullptr;
  const float one = 1;
  multiplyRows(rows, keys.count(), problem.headDim, queryPanel, raw ? one : problem.scale, block);
  if (raw) {
    copyBlock(block, keys.count(), earlier.scores);
    if (head.mayOverflow) redoInDouble(head, queries, keys, one, earlier.scores);
    change(block, keys.count(), [&](F32x4 s) { return s * problem.scale; });
  }
  if (head.mayOverflow) redoInDouble(head, queries, keys, problem.scale, block);
  if (earlier.scaledScores != nullptr) copyBlock(block, keys.count(), earlier.scaledScores);
  if (problem.softcap != 0) {
    const F32x4 cap = splat(problem.softcap);
    change(block, keys.count(),
           [&](F32x4 s) { return cap * hyperbolicTangent(s / cap, kSimdMath); });
  }
  if (earlier.cappedScores != nullptr) copyBlock(block, keys.count(), earlier.cappedScores);
  applyMasks(head, queries, keys, block);
  if (!allSee(head, queries, keys)) applyBand(head, queries, keys, block);
}

}  // namespace scaledot
