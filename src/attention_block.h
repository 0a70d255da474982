// The scores of attention, 8 queries (a panel, in lanes) times a span of keys at a time; what attention()
// and attentionGradient() share.
//
// A block is [key][8 lanes]: block[8 j + lane] belongs to query `query + lane` and key keys.first + j.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention.h"
#include "tile.h"

namespace scaledot {

// Keys go through in blocks that start at multiples of this, whatever a query sees, so that sums over
// keys are taken in the same order for every row.
inline constexpr uint32_t kKeyBlock = 128;

// Keys first .. last - 1.
struct KeyRange {
  uint32_t first, last;
  bool empty() const { return first >= last; }
  uint32_t count() const { return empty() ? 0 : last - first; }
};

// One head of one batch entry.
struct AttentionHead {
  const AttentionProblem& problem;
  uint32_t batch, head;
  const float *query, *key, *value;  // its rows
  uint32_t keyLength;
  bool banded;  // causal or with a window
};
AttentionHead attentionHead(const AttentionProblem& problem, uint32_t batch, uint32_t head);

// The keys that causal, window and key length let query i see.
KeyRange seenKeys(const AttentionHead& head, uint32_t query);

// A range that holds all that any of `count` queries sees; it starts at a multiple of 4, and ends at one or
// with the keys. Empty: none sees any.
KeyRange seenKeys(const AttentionHead& head, uint32_t query, uint32_t count);

// What lies before the masked scores, as blocks of their own. Null: not wanted.
struct EarlierScores {
  float* scores = nullptr;  // query . key
  float* scaledScores = nullptr;
  float* cappedScores = nullptr;
};

// The panel of `count` queries at `query`, count <= 8: panel[8 k + lane], headDim steps.
void packQueries(const AttentionHead& head, uint32_t query, uint32_t count, float* panel);

// block[8 j + lane] = scale (rows[j] . column `lane` of the panel) for j < count. Nothing is read past the rows.
// scale comes through memory, because tiles leave no register to keep it in.
void multiplyRows(const float* rows, uint32_t count, size_t width, const float* panel,
                  const float& scale, float* block);

// block = masked scores, -infinity where a key is not seen and in the lanes from count on. keys is at
// most kKeyBlock long and starts at a multiple of 4; block (and what is wanted of `earlier`) has room for
// kKeyBlock keys.
void maskedScores(const AttentionHead& head, const float* queryPanel, uint32_t query,
                  uint32_t count, KeyRange keys, float* block, const EarlierScores& earlier = {});

}  // namespace scaledot
