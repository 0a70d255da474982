// R of Wq = Q R, in blocks of rows of Wq (Golub and Van Loan, 5.1 and 12.5: rows are added to a triangle):
//   for column k:                                  y = sum over rows i of the block of A(i, k) A(i), from the previous pass
//     u = (R(k, k), column k) - alpha e_1          R(k) -= u_1 y,  y = (y + u_1 R(k)) 2 / (u.u)
//     for rows i of the block:
//       A(i) -= A(i, k) y;  next y += A(i, k + 1) A(i)
// For any modelDim, only the triangle and one block need to be in the cache.
#include "attention/thin_head.h"

#include <algorithm>
#include <cmath>

#include "attention/singular_values.h"
#include "lanes/buffer.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

constexpr uint32_t kBlock = 64;

class Triangle {
 public:
  // r: [columns, columns], all 0; memory: columns (kBlock + 2) numbers
  Triangle(double* r, double* memory, uint32_t columns)
      : r_(r),
        block_(memory),
        next_(memory + size_t{kBlock} * columns),
        taken_(next_ + columns),
        columns_(columns) {}

  void addRows(const float* matrix, uint32_t rows) {
    std::copy_n(matrix, size_t{rows} * columns_, block_);
    std::fill_n(next_, columns_, 0.0);
    for (uint32_t i = 0; i < rows; ++i) {
      const double* const a = row(i);
      for (uint32_t j = 0; j < columns_; ++j) next_[j] += a[0] * a[j];
    }
    for (uint32_t k = 0; k < columns_; ++k) reflect(k, rows);
  }

 private:
  double* row(uint32_t i) { return block_ + size_t{i} * columns_; }

  void reflect(uint32_t k, uint32_t rows) {
    double* const top = r_ + size_t{k} * columns_;
    const Reflection reflection = reflectionOf(top[k], top[k] * top[k] + next_[k]);
    const double u = top[k] - reflection.head;
    top[k] = reflection.head;
    const uint32_t first = k + 1, rest = columns_ - first;
    takeTop(top + first, u, reflection.scale, next_ + first, taken_ + first, rest);
    if (rest == 0) return;
    for (uint32_t i = 0; i < rows; ++i) {
      takeRow(row(i) + first, row(i)[k], taken_ + first, next_ + first, rest);
    }
  }

  static void takeTop(double* __restrict top, double u, double scale, double* __restrict next,
                      double* __restrict y, size_t count) {
    for (size_t j = 0; j < count; ++j) {
      y[j] = scale * (next[j] + u * top[j]);
      top[j] -= u * y[j];
      next[j] = 0;
    }
  }

  static void takeRow(double* __restrict a, double below, const double* __restrict y,
                      double* __restrict next, size_t count) {
    const double first = a[0] - below * y[0];
    for (size_t j = 0; j < count; ++j) {
      a[j] -= below * y[j];
      next[j] += first * a[j];
    }
  }

  double *r_, *block_, *next_, *taken_;
  uint32_t columns_;
};

// Computes the factor without orthogonal columns: the triangle R if the matrix has more rows than columns, else the matrix
// itself, which is no larger.
[[nodiscard]] bool factorOf(const float* matrix, uint32_t rows, uint32_t columns,
                            Buffer<double>& factor) {
  if (!factor.reserve(productOf({std::min(rows, columns), columns}))) return false;
  if (rows <= columns) {
    std::copy_n(matrix, size_t{rows} * columns, factor.data());
    return true;
  }
  Buffer<double> memory;
  if (!memory.reserve(productOf({columns, kBlock + 2}))) return false;
  std::fill_n(factor.data(), size_t{columns} * columns, 0.0);
  Triangle triangle(factor.data(), memory.data(), columns);
  for (uint32_t i = 0; i < rows; i += kBlock) {
    triangle.addRows(matrix + size_t{i} * columns, std::min(kBlock, rows - i));
  }
  return true;
}

// Returns the square root of the sum of squares.
double lengthOf(const double* numbers, size_t count) {
  return std::sqrt(sum(count, [=](size_t i) { return numbers[i] * numbers[i]; }));
}

}  // namespace

bool thinHead(uint32_t modelDim, uint32_t headDim, const float* wq, const float* wk, double* values,
              MergedHead& result, RankTolerance tolerance) {
  const uint32_t size = std::min(modelDim, headDim);
  const size_t count = size_t{size} * headDim;
  Buffer<double> query, key, product;
  if (!factorOf(wq, modelDim, headDim, query) || !factorOf(wk, modelDim, headDim, key) ||
      !product.reserve(productOf({size, size_t{size} + 2}))) {
    return false;
  }
  for (uint32_t i = 0; i < size; ++i) {
    for (uint32_t j = 0; j < size; ++j) {
      // Triangles are 0 below the diagonal.
      const uint32_t first = modelDim > headDim ? std::max(i, j) : 0;
      const double* const left = query.data() + size_t{i} * headDim + first;
      const double* const right = key.data() + size_t{j} * headDim + first;
      product[size_t{i} * size + j] =
          sum(headDim - first, [=](size_t c) { return left[c] * right[c]; });
    }
  }
  if (!singularValues(product.data(), size, values)) return false;
  const double rounding = std::max(modelDim, headDim) * 0x1p-52;
  const double own = rounding * lengthOf(query.data(), count) * lengthOf(key.data(), count);
  result = countDirections(values, size, tolerance.of(size == 0 ? 0 : values[0], own));
  return true;
}

}  // namespace scaledot
