#include "attention/merged_head.h"

#include <algorithm>

#include "attention/singular_values.h"
#include "lanes/buffer.h"
#include "lanes/matrix.h"
#include "lanes/rounded.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

// Smaller shares are negligible, and might be subnormal.
constexpr double kNoShare = 0x1p-900;

// values: descending, not all 0.
uint32_t countForSquareShare(const double* values, uint32_t count) {
  const auto square = [=](size_t i) { return values[i] * values[i]; };
  const double wanted = kSquareShare * sum(count, square);
  double covered = 0;
  uint32_t taken = 0;
  while (taken < count && covered < wanted) covered += square(taken++);
  return taken;
}

}  // namespace

bool mergedHead(uint32_t modelDim, uint32_t headDim, const float* wq, const float* wk,
                double* values, MergedHead& result, RankTolerance tolerance) {
  Buffer<float> merged;
  Buffer<double> decomposed;
  const size_t count = productOf({modelDim, modelDim});
  if (!merged.reserve(count) || !decomposed.reserve(productOf({modelDim, size_t{modelDim} + 2})) ||
      !multiply(modelDim, headDim, modelDim, {wq, headDim, 1}, {wk, 1, headDim}, nullptr, false,
                merged.data(), modelDim)) {
    return false;
  }
  std::copy_n(merged.data(), count, decomposed.data());
  if (!singularValues(decomposed.data(), modelDim, values)) return false;
  // Numbers below 2^-126 are rounded to multiples of 2^-149.
  const double largest = modelDim == 0 ? 0 : values[0];
  const double rounding = modelDim * std::max(largest * 0x1p-23, 0x1p-149);
  result = countDirections(values, modelDim, tolerance.of(largest, rounding));
  return true;
}

MergedHead countDirections(const double* values, uint32_t count, double tolerance) {
  MergedHead result;
  result.tolerance = tolerance;
  const auto above = [&](double value) { return value > tolerance; };
  result.rank = static_cast<double>(std::count_if(values, values + count, above));
  const double total = sum(count, [=](size_t i) { return values[i]; });
  if (total == 0) return result;
  result.carrying = countForSquareShare(values, count);
  // exp(-sum of p log p), p the shares
  result.effectiveRank = 1;
  for (uint32_t i = 0; i < count; ++i) {
    const double share = values[i] / total;
    if (share > kNoShare) result.effectiveRank *= roundedPower(share, -share);
  }
  return result;
}

}  // namespace scaledot
