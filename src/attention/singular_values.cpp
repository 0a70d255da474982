// for column k:                                      y = sum over rows i of A(i, k) A(i), from the previous pass
//   u = column k - alpha e_k,  alpha = -+|column k|   left reflection:  A -= u y^T,  y = (y - alpha A(k)) 2 / (u.u)
//   v = row k - gamma e_k+1,   gamma = -+|row k|      right reflection: A -= x v^T,  x = A v 2 / (v.v)
//   for rows i below k, each while it is in the cache:
//     A(i) -= u_i y;  A(i) -= (A(i).v) v;  next y += A(i, k + 1) A(i)
// alpha and gamma, the entries of the diagonal and of the superdiagonal, have the sign that avoids cancellation.
#include "attention/singular_values.h"

#include <algorithm>
#include <cmath>

#include "lanes/buffer.h"
#include "lanes/sum.h"

// Without vectorisation Eigen has the same bits on every machine, and without its checks it needs no exceptions.
#define EIGEN_DONT_VECTORIZE
#define EIGEN_NO_DEBUG
#include <Eigen/Eigenvalues>

namespace scaledot {
namespace {

// Smaller sums of squares count as 0. They are negligible beside a largest entry of 1, and would soon lose bits.
constexpr double kNothing = 0x1p-900;

class Bidiagonalization {
 public:
  // memory: size (size + 2) numbers
  Bidiagonalization(double* memory, uint32_t size) : memory_(memory), size_(size) {}

  // sides = d_0, e_0, d_1, e_1, ... d_n-1, of the matrix at the beginning of the memory.
  void compute(double* sides) {
    std::fill_n(next(), size_, 0.0);
    for (uint32_t i = 0; i < size_; ++i) addRow(row(i)[0], row(i), 0);
    for (uint32_t k = 0; k < size_; ++k) reflect(k, sides + 2 * size_t{k});
  }

 private:
  double* row(uint32_t i) { return memory_ + size_t{i} * size_; }
  double* next() { return row(size_); }       // sum of A(i, k) A(i) for the next column
  double* taken() { return row(size_ + 1); }  // y

  void addRow(double factor, const double* from, uint32_t first) {
    double* const to = next();
    for (uint32_t j = first; j < size_; ++j) to[j] += factor * from[j];
  }

  void reflect(uint32_t k, double* sides) {
    double* const top = row(k);
    double* const y = taken();
    const Reflection left = reflectionOf(top[k], next()[k]);
    const double u = top[k] - left.head;
    sides[0] = left.head;
    for (uint32_t j = k + 1; j < size_; ++j) {
      y[j] = left.scale * (next()[j] - left.head * top[j]);
      top[j] -= u * y[j];
      next()[j] = 0;
    }
    if (k + 1 == size_) return;
    const uint32_t rest = size_ - k - 1;
    double* const v = top + k + 1;
    const Reflection right = reflectionOf(v[0], sum(rest, [=](size_t j) { return v[j] * v[j]; }));
    sides[1] = right.head;
    v[0] -= right.head;
    for (uint32_t i = k + 1; i < size_; ++i) {
      const double below = row(i)[k];
      takeRow(row(i) + k + 1, below, y + k + 1, v, right.scale, next() + k + 1, rest);
    }
  }

  static void takeRow(double* __restrict a, double below, const double* __restrict y,
                      const double* __restrict v, double scale, double* __restrict next,
                      size_t count) {
    const double x = scale * sum(count, [=](size_t j) { return (a[j] -= below * y[j]) * v[j]; });
    const double first = a[0] - x * v[0];
    for (size_t j = 0; j < count; ++j) {
      a[j] -= x * v[j];
      next[j] += first * a[j];
    }
  }

  double* memory_;
  uint32_t size_;
};

}  // namespace

Reflection reflectionOf(double first, double squares) {
  if (squares < kNothing) return {0, 0};
  const double length = std::sqrt(squares);
  return {first > 0 ? -length : length, 1 / (squares + length * std::fabs(first))};
}

bool singularValues(double* matrix, uint32_t size, double* values) {
  const size_t count = size_t{size} * size;
  double largest = 0;
  for (size_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(matrix[i]));
  std::fill_n(values, size, 0.0);
  if (largest == 0) return true;
  const double factor = 1 / largest;
  for (size_t i = 0; i < count; ++i) matrix[i] *= factor;
  // Eigen cannot report a failed allocation. This allocates what it needs and frees it again, so that Eigen's will succeed.
  if (!Buffer<double>().reserve(size_t{8} * size + 64)) return false;
  const Eigen::Index order = 2 * static_cast<Eigen::Index>(size);
  Eigen::VectorXd sides(order - 1);
  Bidiagonalization(matrix, size).compute(sides.data());
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(Eigen::VectorXd::Zero(order), sides, Eigen::EigenvaluesOnly);
  const double* greatest = solver.eigenvalues().data() + order;
  for (uint32_t i = 0; i < size; ++i) values[i] = largest * std::max(0.0, *--greatest);
  return true;
}

}  // namespace scaledot
