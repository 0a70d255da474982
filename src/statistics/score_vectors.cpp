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

double standardisedOf(const Component& law, double value) {
  return law.distribution == Distribution::uniform ? kRoot3 * (2 * value - 1) : value;
}

// The limit of all numbers in bytes, for a 32-bit address space.
constexpr uint64_t kMostBytes = uint64_t{1} << 31;

}  // namespace

void NumpyStream::open(const ScoreOptions& options) {
  options_ = options;
  generator_ = NumpyRandom(static_cast<uint32_t>(options.seed));
  queryNumbers_ = size_t{options.queries} * options.headDim;
  made_ = 0;
}

void NumpyStream::next(double* out, size_t count) {
  for (const size_t last = made_ + count; made_ < last;) {
    const Side side = made_ < queryNumbers_ ? Side::query : Side::key;
    const size_t end = side == Side::query ? std::min(last, queryNumbers_) : last;
    if (componentOf(options_, side).distribution == Distribution::uniform) {
      generator_.uniform(0, 1, out, end - made_);
    } else {
      generator_.normal(0, 1, out, end - made_);
    }
    out += end - made_;
    made_ = end;
  }
}

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
  stream_.open(options);
  queryNumbers_ = size_t{options.queries} * options.headDim;
  total_ = total;
  made_ = 0;
  return true;
}

void NumpyVectors::makeUntil(size_t count) {
  count = std::min(count, total_);
  if (made_ >= count) return;
  stream_.next(&values_[made_], count - made_);
  made_ = count;
}

double NumpyVectors::standardised(Side side, size_t row, size_t c) const {
  const size_t index =
      side == Side::query ? row * options_.headDim + c : queryNumbers_ + c * options_.keys + row;
  return standardisedOf(componentOf(options_, side), values_[index]);
}

bool NumpySample::reserve(size_t rows, size_t count) {
  for (Numbers& numbers : sides_) {
    if (!numbers.rows.reserve(rows * options_.headDim) || !numbers.first.reserve(count))
      return false;
  }
  rows_ = rows;
  count_ = count;
  return true;
}

bool NumpySample::open(const ScoreOptions& options, size_t rows, size_t count) {
  const bool isSame = isMade_ && sameNumbers(options_, options);
  options_ = options;
  if (isSame && rows <= rows_ && count <= count_) return true;
  isMade_ = false;
  const uint64_t total = numpyNumbers(options);
  if (total * sizeof(double) > kMostBytes) return false;
  Buffer<double> slice;
  if (!slice.reserve(NumpyVectors::kSlice)) return false;
  // Two plots call this in turn, with different sizes.
  if (!reserve(isSame ? std::max(rows, rows_) : rows, isSame ? std::max(count, count_) : count))
    return false;

  NumpyStream stream;
  stream.open(options);
  for (Side side : {Side::query, Side::key}) {
    const size_t all = size_t{rowsOf(options, side)} * options.headDim;
    for (size_t start = 0; start < all; start += NumpyVectors::kSlice) {
      const size_t part = std::min(NumpyVectors::kSlice, all - start);
      stream.next(slice.data(), part);
      take(side, start, slice.data(), part);
    }
  }
  isMade_ = true;
  return true;
}

void NumpySample::take(Side side, size_t start, const double* values, size_t count) {
  Numbers& numbers = sides_[static_cast<size_t>(side)];
  const size_t headDim = options_.headDim, keys = options_.keys, end = start + count;
  for (size_t i = start; i < std::min(end, count_); ++i) numbers.first[i] = values[i - start];
  if (side == Side::query) {
    for (size_t i = start; i < std::min(end, rows_ * headDim); ++i)
      numbers.rows[i] = values[i - start];
    return;
  }
  for (size_t c = start / keys; c * keys < end; ++c) {
    for (size_t row = 0; row < std::min(rows_, keys); ++row) {
      const size_t i = c * keys + row;
      if (i >= start && i < end) numbers.rows[row * headDim + c] = values[i - start];
    }
  }
}

double NumpySample::standardised(Side side, size_t row, size_t c) const {
  const Numbers& numbers = sides_[static_cast<size_t>(side)];
  return standardisedOf(componentOf(options_, side), numbers.rows[row * options_.headDim + c]);
}

double NumpySample::component(Side side, size_t index) const {
  const Component& law = componentOf(options_, side);
  const double value = sides_[static_cast<size_t>(side)].first[index];
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

// Sums NumPy's doubles, so that the means agree with NumPy's to the last digits.
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

// Four independent sums hide the latency of the additions.
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
