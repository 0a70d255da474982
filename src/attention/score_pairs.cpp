// Scores: tiles of rows x 8 keys, as in tile.h, but with another term than a product.
//
// Sums for gradients: four components at a time, packed separately, so that the loop over keys loads one vector for each key
// and needs no operation across lanes.
//
// Long sums are made in blocks of 128 terms, so that partial sums and the rounding of each addition stay small.
#include "attention/score_pairs.h"

#include <algorithm>

#include "lanes/buffer.h"
#include "lanes/simd.h"
#include "lanes/simd_math.h"
#include "lanes/tile.h"

namespace scaledot {
namespace {

constexpr size_t kBlock = 128;

// ------------------------------------------------------------------------------------- scores

struct DistanceScore {
  static constexpr uint32_t rows = kTileRows;
  float scale;
  F32x4 add(F32x4 q, F32x4 k, size_t, F32x4 sum) const {
    const F32x4 difference = q - k;
    return madd(difference, difference, sum);
  }
  F32x4 finish(F32x4 sum) const { return 0.0f - scale * sum; }
};

struct AdditiveScore {
  static constexpr uint32_t rows = 1;  // eight tangents at once would be more code, but no faster
  const float* vector;
  const SimdMath& math;
  F32x4 add(F32x4 a, F32x4 b, size_t component, F32x4 sum) const {
    return madd(splat(vector[component]), hyperbolicTangent(a + b, math), sum);
  }
  F32x4 finish(F32x4 sum) const { return sum; }
};

// Scores of `rows` queries and the 8 keys of a panel.
template <uint32_t rows, typename Score>
void scoreTile(const Score& score, const float* query, size_t components, const float* panel,
               F32x4 (&total)[rows][2]) {
  for (size_t start = 0; start < components; start += kBlock) {
    F32x4 sum[rows][2] = {};
    const size_t end = std::min(components, start + kBlock);
    for (size_t c = start; c < end; ++c) {
      const F32x4 left = load(panel + kPanel * c), right = load(panel + kPanel * c + 4);
      for (size_t r = 0; r < rows; ++r) {
        const F32x4 component = splat(query[r * components + c]);
        sum[r][0] = score.add(component, left, c, sum[r][0]);
        sum[r][1] = score.add(component, right, c, sum[r][1]);
      }
    }
    for (size_t r = 0; r < rows; ++r) {
      total[r][0] += sum[r][0];
      total[r][1] += sum[r][1];
    }
  }
}

template <uint32_t rows, typename Score>
void scoreRows(const Score& score, const float* query, size_t components, const float* panel,
               size_t keys, float* to, size_t stride) {
  F32x4 total[rows][2] = {};
  scoreTile<rows>(score, query, components, panel, total);
  for (size_t r = 0; r < rows; ++r, to += stride) {
    storeFirst(to, keys, score.finish(total[r][0]));
    if (keys > 4) storeFirst(to + 4, keys - 4, score.finish(total[r][1]));
  }
}

template <typename Score>
bool pairScores(const PairShape& shape, const Score& score, const float* query, const float* key,
                float* to) {
  const size_t components = shape.components, stride = shape.keys;
  Buffer<float> panel;
  if (!panel.reserve(kPanel * components)) return false;
  for (uint32_t j = 0; j < shape.keys; j += kPanel) {
    const uint32_t keys = std::min(kPanel, shape.keys - j);
    packRows(key + j * components, components, keys, components, panel.data());
    const auto take = [&]<uint32_t rows>(uint32_t i) {
      scoreRows<rows>(score, query + i * components, components, panel.data(), keys,
                      to + i * stride + j, stride);
    };
    uint32_t i = 0;
    for (; shape.queries - i >= Score::rows; i += Score::rows)
      take.template operator()<Score::rows>(i);
    for (; i < shape.queries; ++i) take.template operator()<1>(i);
  }
  return true;
}

// ------------------------------------------------------------------------------------- sums

struct Term {
  F32x4 value, slope;
};
struct DistanceTerm {
  Term operator()(F32x4 q, F32x4 k) const { return {(q - k) * (q - k), q - k}; }
};
struct AdditiveTerm {
  const SimdMath& math;
  Term operator()(F32x4 a, F32x4 b) const {
    const TangentAndSlope tangent = tangentAndSlope(a + b, math);
    return {tangent.value, tangent.slope};
  }
};

// Packs the components first .. first + 3 of each row, with zeros after the last component.
void packComponents(const float* from, size_t rows, size_t components, size_t first, float* to) {
  for (size_t r = 0; r < rows; ++r) {
    store(to + 4 * r, loadFirst(from + r * components + first, components - first, 0));
  }
}
void unpackComponents(const float* from, size_t rows, size_t components, size_t first, float* to) {
  for (size_t r = 0; r < rows; ++r) {
    storeFirst(to + r * components + first, components - first, load(from + 4 * r));
  }
}

void addTo(float* total, const float* block, size_t count) {
  for (size_t i = 0; i < count; ++i) total[i] += block[i];
}

// Four components of all queries and keys.
struct Workspace {
  Buffer<float> query, key;        // packed
  Buffer<float> querySum, keySum;  // packed, too
  Buffer<float> keyBlock;          // the part of keySum from one block of queries
  double weighted[4];

  bool reserve(const PairShape& shape) {
    const size_t queries = 4 * size_t{shape.queries}, keys = 4 * size_t{shape.keys};
    return query.reserve(queries) && querySum.reserve(queries) && key.reserve(keys) &&
           keySum.reserve(keys) && keyBlock.reserve(keys);
  }
};

// Adds the terms of one query and all keys. gradient is the row of the query.
template <typename F>
void sumRow(const F& term, size_t i, size_t keys, const float* gradient, Workspace& work) {
  const F32x4 query = load(work.query.data() + 4 * i);
  const float* key = work.key.data();
  float* keySum = work.keyBlock.data();
  F32x4 slopes{};
  for (size_t start = 0; start < keys; start += kBlock) {
    F32x4 slopeSum{}, valueSum{};
    const size_t end = std::min(keys, start + kBlock);
    for (size_t j = start; j < end; ++j) {
      const F32x4 g = splat(gradient[j]);
      const Term at = term(query, load(key + 4 * j));
      const F32x4 slope = g * at.slope;
      slopeSum += slope;
      store(keySum + 4 * j, load(keySum + 4 * j) + slope);
      valueSum = madd(g, at.value, valueSum);
    }
    slopes += slopeSum;
    for (size_t lane = 0; lane < 4; ++lane)
      work.weighted[lane] += static_cast<double>(valueSum[lane]);
  }
  store(work.querySum.data() + 4 * i, slopes);
}

template <typename F>
void sumComponents(const F& term, const PairShape& shape, const float* gradient, Workspace& work) {
  const size_t queries = shape.queries, keys = shape.keys;
  std::fill_n(work.keySum.data(), 4 * keys, 0.0f);
  std::fill_n(work.weighted, 4, 0.0);
  for (size_t start = 0; start < queries; start += kBlock) {
    std::fill_n(work.keyBlock.data(), 4 * keys, 0.0f);
    const size_t end = std::min(queries, start + kBlock);
    for (size_t i = start; i < end; ++i) sumRow(term, i, keys, gradient + i * keys, work);
    addTo(work.keySum.data(), work.keyBlock.data(), 4 * keys);
  }
}

template <typename F>
bool pairSums(const F& term, const PairShape& shape, const float* query, const float* key,
              const float* gradient, const PairSums& to) {
  Workspace work;
  if (!work.reserve(shape)) return false;
  const size_t components = shape.components;
  for (size_t c = 0; c < components; c += 4) {
    packComponents(query, shape.queries, components, c, work.query.data());
    packComponents(key, shape.keys, components, c, work.key.data());
    sumComponents(term, shape, gradient, work);
    unpackComponents(work.querySum.data(), shape.queries, components, c, to.query);
    unpackComponents(work.keySum.data(), shape.keys, components, c, to.key);
    for (size_t lane = 0; c + lane < components && lane < 4; ++lane) {
      to.weighted[c + lane] += work.weighted[lane];
    }
  }
  return true;
}

}  // namespace

bool distanceScores(const PairShape& shape, const float* query, const float* key, float scale,
                    float* to) {
  return pairScores(shape, DistanceScore{scale}, query, key, to);
}

bool additiveScores(const PairShape& shape, const float* a, const float* b, const float* vector,
                    float* to) {
  return pairScores(shape, AdditiveScore{vector, *hidden(&kSimdMath)}, a, b, to);
}

bool distanceSums(const PairShape& shape, const float* query, const float* key,
                  const float* gradient, const PairSums& to) {
  return pairSums(DistanceTerm{}, shape, query, key, gradient, to);
}

bool additiveSums(const PairShape& shape, const float* a, const float* b, const float* gradient,
                  const PairSums& to) {
  return pairSums(AdditiveTerm{*hidden(&kSimdMath)}, shape, a, b, gradient, to);
}

}  // namespace scaledot
