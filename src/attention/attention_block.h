// The scores of attention in blocks of 8 queries (a panel, in lanes) and a range of keys. Shared by attention() and
// attentionGradient().
//
// A block is [key][8 lanes]: block[8 j + lane] belongs to query queries.first + lane and key keys.first + j.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "attention/attention.h"
#include "lanes/tile.h"

namespace scaledot {

// Blocks of keys start at multiples of this, whatever a query sees, so that sums over keys have the same order for every
// row.
inline constexpr uint32_t kKeyBlock = 128;

// Keys first .. last - 1.
struct KeyRange {
  uint32_t first, last;
  bool empty() const { return first >= last; }
  uint32_t count() const { return empty() ? 0 : last - first; }
};

// Returns the intersection.
inline KeyRange common(KeyRange a, KeyRange b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

// Calls work(keys) for the part of the range in each block.
template <typename Work>
void forKeyBlocks(KeyRange range, Work work) {
  for (uint32_t first = range.first / kKeyBlock * kKeyBlock; first < range.last;
       first += kKeyBlock) {
    work(common(range, {first, first + kKeyBlock}));
  }
}

// Queries first .. first + count - 1.
struct Queries {
  uint32_t first, count;
  uint32_t panels() const { return panelsFor(count); }
  Queries panel(uint32_t i) const {
    return {first + kPanel * i, std::min(kPanel, count - kPanel * i)};
  }
};

// One head of one batch entry.
struct AttentionHead {
  const AttentionProblem& problem;
  uint32_t batch, head;
  const float *query, *key, *value;  // its rows
  size_t row;  // index of its first row among the rows of all heads and batches
  uint32_t keyLength;
  bool banded;  // causal or with a window
  // Whether scores have to be checked: products of its queries and keys, or their partial sums, may be beyond float32.
  bool mayOverflow;
};
AttentionHead attentionHead(const AttentionProblem& problem, uint32_t batch, uint32_t head);

// Returns the keys that query i sees under causal, window and key length.
KeyRange seenKeys(const AttentionHead& head, uint32_t query);

// Returns a range that contains the keys that any of the queries sees. It starts at a multiple of 4, and ends at one or
// after the last key. It is empty if no query sees a key.
KeyRange seenKeys(const AttentionHead& head, Queries queries);

// Blocks of scores before masking; each may be null.
struct EarlierScores {
  float* scores = nullptr;  // query . key
  float* scaledScores = nullptr;
  float* cappedScores = nullptr;
};

// Packs at most 8 queries into panel[8 k + lane], headDim steps.
void packQueries(const AttentionHead& head, Queries queries, float* panel);

// block[8 j + lane] = scale (rows[j] . column `lane` of the panel) for j < count. Does not read past the rows.
// scale is a reference, because tiles leave no register for it.
void multiplyRows(const float* rows, uint32_t count, size_t width, const float* panel,
                  const float& scale, float* block);

// block = masked scores of a panel. A score whose product overflows is computed again in double, because the scale may bring
// it back into range; the raw score stays infinite if it does not fit. The block is -infinity where a key is not seen and in
// lanes without a query. keys is at most kKeyBlock long and starts at a multiple of 4. block, and those of `earlier` that
// are not null, have the size of kKeyBlock keys.
void maskedScores(const AttentionHead& head, const float* queryPanel, Queries queries,
                  KeyRange keys, float* block, const EarlierScores& earlier = {});

}  // namespace scaledot
