#include "attention/merged_head.h"

#include <algorithm>

#include "attention/singular_values.h"
#include "lanes/buffer.h"
#include "lanes/matrix.h"

namespace scaledot {

bool mergedHead(uint32_t modelDim, uint32_t headDim, const float* wq, const float* wk,
                double* values, MergedHead& result) {
  Buffer<float> merged;
  const size_t count = productOf({modelDim, modelDim});
  if (!merged.reserve(count) ||
      !multiply(modelDim, headDim, modelDim, {wq, headDim, 1}, {wk, 1, headDim}, nullptr, false,
                merged.data(), modelDim)) {
    return false;
  }
  if (!singularValues(merged.data(), modelDim, values)) return false;
  // Numbers below 2^-126 are rounded to multiples of 2^-149.
  result.tolerance = modelDim == 0 ? 0 : modelDim * std::max(values[0] * 0x1p-23, 0x1p-149);
  const auto above = [&](double value) { return value > result.tolerance; };
  result.rank = static_cast<double>(std::count_if(values, values + modelDim, above));
  return true;
}

}  // namespace scaledot
