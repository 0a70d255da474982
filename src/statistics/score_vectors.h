// The random vectors of the scores, standardised. A component is mean + sd x, and x is stored, so that neither a large mean
// nor a small sd costs precision.
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

// Floats from one row to the next: whole groups of fillRow().
inline size_t rowStride(const ScoreOptions& options) {
  return (size_t{options.headDim} + 15) / 16 * 16;
}

// Returns the number of random numbers NumPy generates for these options.
uint64_t numpyNumbers(const ScoreOptions& options);

// NumPy's numbers for the scores, in one stream: the queries by row, then the keys by column. Standard normals, or uniforms
// in [0, 1).
class NumpyStream {
 public:
  void open(const ScoreOptions& options);
  void next(double* out, size_t count);

 private:
  ScoreOptions options_;
  NumpyRandom generator_{0};
  size_t queryNumbers_ = 0, made_ = 0;
};

// All of NumPy's numbers for some options, generated in slices and reused by the next call. The keys come after the queries
// in one stream, so no vector can be generated on its own.
class NumpyVectors {
 public:
  static constexpr size_t kSlice = size_t{1} << 17;  // 3 ms or so

  // Starts again unless these options have the same numbers. Returns false if the allocation fails.
  [[nodiscard]] bool open(const ScoreOptions& options);
  void makeUntil(size_t count);  // the first count numbers exist afterwards
  void makeAll() { makeUntil(total_); }

  // Returns component c of a row, standardised.
  double standardised(Side side, size_t row, size_t c) const;

 private:
  ScoreOptions options_;
  NumpyStream stream_;
  Buffer<double> values_;
  size_t queryNumbers_ = 0, total_ = 0, made_ = 0;
};

// The numbers that plots need. All numbers are generated, but only these are stored, because WebAssembly memory never
// shrinks.
class NumpySample {
 public:
  // Stores the first `rows` rows and the first `count` numbers of both sides. Reuses those of the last call if they suffice.
  // Returns false if an allocation fails, or if there are too many numbers for NumpyVectors.
  [[nodiscard]] bool open(const ScoreOptions& options, size_t rows, size_t count);

  // Return component c of a row, standardised, and the component at an index, as in NumPy.
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

// Rows of one side, and sums for the moments of the scores.
struct Rows {
  Buffer<float> x;        // count x stride, padded with zeros to a multiple of 4 rows
  Buffer<double> rowSum;  // of each row: sum of x
  Buffer<double> sum;     // of each component: sum of x over the rows
  Buffer<double> square;  // and of x^2
  uint32_t count = 0;

  [[nodiscard]] bool reserve(const ScoreOptions& options, uint32_t rows);
  // Loads rows [first, first + rows) of one side of a grid.
  void load(const ScoreOptions& options, const NumpyVectors& numpy, Side side, uint32_t first,
            uint32_t rows);

 private:
  void addRow(const float* row, uint32_t i, size_t headDim);
  void loadNumpy(const ScoreOptions& options, const NumpyVectors& numpy, Side side, uint32_t first);
};

// Write query or key `row` of scaledot's generator to x, which needs rowStride() floats. With a correlation, key `row`
// depends on query `row`, which must be given.
void fillQueryRow(const ScoreOptions& options, uint64_t row, float* x);
void fillKeyRow(const ScoreOptions& options, uint64_t row, const float* query, float* x);

// Sum of x[0] .. x[count - 1], and of their squares.
struct PowerSums {
  double sum, square;
};
PowerSums powerSums(const float* x, size_t count);

}  // namespace scaledot
