#include "statistics/score_vectors.h"

#include <algorithm>

namespace scaledot {
namespace {

Component standard(Component component) {
  component.mean = 0;
  component.sd = 1;
  return component;
}

bool sameNumbers(const ScoreOptions& a, const ScoreOptions& b) {
  return static_cast<uint32_t>(a.seed) == static_cast<uint32_t>(b.seed) && a.headDim == b.headDim &&
         a.queries == b.queries && a.keys == b.keys &&
         a.query.distribution == b.query.distribution && a.key.distribution == b.key.distribution;
}

constexpr double kRoot3 = 1.7320508075688772;

}  // namespace

bool NumpyVectors::open(const ScoreOptions& options) {
  if (total_ > 0 && sameNumbers(options_, options)) {
    options_ = options;
    return true;
  }
  total_ = 0;
  if (numpyNumbers(options) > SIZE_MAX / sizeof(double)) return false;
  const size_t total = static_cast<size_t>(numpyNumbers(options));
  if (!values_.reserve(total)) return false;
  options_ = options;
  generator_ = NumpyRandom(static_cast<uint32_t>(options.seed));
  queryNumbers_ = size_t{options.queries} * options.headDim;
  total_ = total;
  made_ = 0;
  return true;
}

void NumpyVectors::makeUntil(size_t count) {
  count = std::min(count, total_);
  while (made_ < count) {
    const Side side = made_ < queryNumbers_ ? Side::query : Side::key;
    const size_t end = side == Side::query ? std::min(count, queryNumbers_) : count;
    if (componentOf(options_, side).distribution == Distribution::uniform) {
      generator_.uniform(0, 1, &values_[made_], end - made_);
    } else {
      generator_.normal(0, 1, &values_[made_], end - made_);
    }
    made_ = end;
  }
}

double NumpyVectors::standardised(Side side, size_t row, size_t c) const {
  const size_t index = side == Side::query ? row * options_.headDim + c : c * options_.keys + row;
  const double value = values_[sideStart(side) + index];
  const bool uniform = componentOf(options_, side).distribution == Distribution::uniform;
  return uniform ? kRoot3 * (2 * value - 1) : value;
}

double NumpyVectors::component(Side side, size_t index) const {
  const Component& law = componentOf(options_, side);
  const double value = values_[sideStart(side) + index];
  if (law.distribution != Distribution::uniform) return law.mean + law.sd * value;
  const double low = law.mean - kRoot3 * law.sd, high = law.mean + kRoot3 * law.sd;
  return low + (high - low) * value;
}

uint64_t numpyNumbers(const ScoreOptions& options) {
  return (uint64_t{options.queries} + options.keys) * options.headDim;
}

bool Rows::reserve(const ScoreOptions& options, uint32_t rows) {
  const size_t stride = rowStride(options);
  return x.reserve((size_t{rows} + 3) / 4 * 4 * stride) && rowSum.reserve(rows) &&
         sum.reserve(stride) && square.reserve(stride);
}

void Rows::addRow(const float* row, uint32_t i, size_t headDim) {
  for (size_t c = 0; c < headDim; ++c) {
    const double value = row[c];
    sum[c] += value;
    square[c] += value * value;
  }
  rowSum[i] = powerSums(row, headDim).sum;
}

void Rows::load(const ScoreOptions& options, const NumpyVectors& numpy, Side side, uint32_t first,
                uint32_t rows) {
  const size_t stride = rowStride(options), headDim = options.headDim;
  count = rows;
  std::fill_n(sum.data(), headDim, 0.0);
  std::fill_n(square.data(), headDim, 0.0);
  std::fill(&x[rows * stride], &x[(size_t{rows} + 3) / 4 * 4 * stride], 0.0f);
  if (options.generator == Generator::numpy) return loadNumpy(options, numpy, side, first);
  for (uint32_t i = 0; i < rows; ++i) {
    float* row = &x[i * stride];
    if (side == Side::query) {
      fillQueryRow(options, uint64_t{first} + i, row);
    } else {
      fillKeyRow(options, uint64_t{first} + i, nullptr, row);
    }
    addRow(row, i, headDim);
  }
}

// The sums are of NumPy's doubles, so that the means are NumPy's to the last digits.
void Rows::loadNumpy(const ScoreOptions& options, const NumpyVectors& numpy, Side side,
                     uint32_t first) {
  const size_t stride = rowStride(options);
  std::fill_n(rowSum.data(), count, 0.0);
  for (size_t c = 0; c < options.headDim; ++c) {
    for (uint32_t i = 0; i < count; ++i) {
      const double value = numpy.standardised(side, size_t{first} + i, c);
      x[i * stride + c] = static_cast<float>(value);
      rowSum[i] += value;
      sum[c] += value;
      square[c] += value * value;
    }
  }
}

void fillQueryRow(const ScoreOptions& options, uint64_t row, float* x) {
  fillRow(options.seed, Stream::query, row, standard(options.query), x, options.headDim);
}

void fillKeyRow(const ScoreOptions& options, uint64_t row, const float* query, float* x) {
  const double rho = options.correlation;
  const float shared = static_cast<float>(rho);
  const float own = static_cast<float>(__builtin_sqrt(1 - rho * rho));
  if (own != 0) fillRow(options.seed, Stream::key, row, standard(options.key), x, options.headDim);
  if (rho == 0) return;
  for (size_t c = 0; c < options.headDim; ++c) {
    x[c] = own != 0 ? shared * query[c] + own * x[c] : shared * query[c];
  }
}

// In four chains, so that an addition does not wait for the one before it.
PowerSums powerSums(const float* x, size_t count) {
  double sum[4] = {}, square[4] = {};
  for (size_t c = 0; c < count; ++c) {
    const double value = x[c];
    sum[c % 4] += value;
    square[c % 4] += value * value;
  }
  return {(sum[0] + sum[1]) + (sum[2] + sum[3]), (square[0] + square[1]) + (square[2] + square[3])};
}

}  // namespace scaledot
