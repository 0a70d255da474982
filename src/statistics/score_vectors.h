// The random vectors behind the scores, standardised: a component is mean + sd x, and x is what is
// kept, so that neither a large mean nor a small sd costs precision.
#pragma once
#include <cstddef>
#include <cstdint>

#include "lanes/buffer.h"
#include "random/random.h"
#include "statistics/score_statistics.h"

namespace scaledot {

enum class Side : uint32_t { query = 0, key = 1 };

inline const Component& componentOf(const ScoreOptions& options, Side side) {
  return side == Side::query ? options.query : options.key;
}
inline uint32_t rowsOf(const ScoreOptions& options, Side side) {
  return side == Side::query ? options.queries : options.keys;
}

// Floats from one row to the next: whole groups of fillRow.
inline size_t rowStride(const ScoreOptions& options) {
  return (size_t{options.headDim} + 15) / 16 * 16;
}

// How many numbers NumPy makes for these options.
uint64_t numpyNumbers(const ScoreOptions& options);

// NumPy's generator as the scores use it: the queries by row, then the keys by column, in one stream. Standard normals, or
// uniforms in [0, 1).
class NumpyStream {
 public:
  void open(const ScoreOptions& options);
  void next(double* out, size_t count);

 private:
  ScoreOptions options_;
  NumpyRandom generator_{0};
  size_t queryNumbers_ = 0, made_ = 0;
};

// All of NumPy's numbers for some options, made in slices and kept for the next call: the keys
// come after the queries in one stream, so none can be made on its own.
class NumpyVectors {
 public:
  static constexpr size_t kSlice = size_t{1} << 17;  // 3 ms or so

  // Starts anew unless these options have the same numbers. False when the memory is refused.
  [[nodiscard]] bool open(const ScoreOptions& options);
  void makeUntil(size_t count);  // the first count numbers exist afterwards
  void makeAll() { makeUntil(total_); }

  // Component c of a row, standardised.
  double standardised(Side side, size_t row, size_t c) const;

 private:
  ScoreOptions options_;
  NumpyStream stream_;
  Buffer<double> values_;
  size_t queryNumbers_ = 0, total_ = 0, made_ = 0;
};

// What pictures show of these numbers. All are made on the way and forgotten: a page's memory never shrinks.
class NumpySample {
 public:
  // The first rows of both sides, and the first numbers of each. Those of the last call stay while they are enough. False
  // when the memory is refused, or where there are so many numbers that NumpyVectors would be refused its own.
  [[nodiscard]] bool open(const ScoreOptions& options, size_t rows, size_t count);

  // Component c of a row, standardised; and a component as NumPy would print it.
  double standardised(Side side, size_t row, size_t c) const;
  double component(Side side, size_t index) const;

 private:
  struct Numbers {
    Buffer<double> rows, first;  // rows x d_k; count, in the generator's order
  };
  [[nodiscard]] bool reserve(size_t rows, size_t count);
  void take(Side side, size_t start, const double* values, size_t count);

  ScoreOptions options_;
  Numbers sides_[2];
  size_t rows_ = 0, count_ = 0;
  bool isMade_ = false;
};

// Some rows of one side with the sums that the moments of the scores need.
struct Rows {
  Buffer<float> x;        // count x stride, a multiple of 4 rows; rows past count are zeros
  Buffer<double> rowSum;  // of each row: sum of x
  Buffer<double> sum;     // of each component: sum of x over the rows
  Buffer<double> square;  // and of x^2
  uint32_t count = 0;

  [[nodiscard]] bool reserve(const ScoreOptions& options, uint32_t rows);
  // Rows first .. first + rows of one side of a grid.
  void load(const ScoreOptions& options, const NumpyVectors& numpy, Side side, uint32_t first,
            uint32_t rows);

 private:
  void addRow(const float* row, uint32_t i, size_t headDim);
  void loadNumpy(const ScoreOptions& options, const NumpyVectors& numpy, Side side, uint32_t first);
};

// x of query or key `row`, scaledot's generator, to room for a stride. With a correlation, key `row` follows
// query `row`, whose x must be given.
void fillQueryRow(const ScoreOptions& options, uint64_t row, float* x);
void fillKeyRow(const ScoreOptions& options, uint64_t row, const float* query, float* x);

// Sum of x[0] .. x[count - 1], and of their squares.
struct PowerSums {
  double sum, square;
};
PowerSums powerSums(const float* x, size_t count);

}  // namespace scaledot
