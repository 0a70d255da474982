// The singular values of a square matrix, in double.
//
// Householder reflections from both sides make it bidiagonal (Golub and Kahan 1965), with one pass over the rest of the
// matrix for every column. A tridiagonal matrix of order 2 n with a zero diagonal has the entries of the two diagonals,
// interleaved, on its off-diagonals. Its eigenvalues are the singular values and their negatives (Golub and Van Loan,
// 8.6.1). Eigen finds them by QR steps. The error of a value is about n 2^-53 times the largest value. 8/3 n^3 operations.
#pragma once
#include <cstdint>

namespace scaledot {

// matrix: [size, size] of finite numbers at the beginning of a buffer of size (size + 2), which is overwritten. values
// [size], descending. Returns false if an allocation fails.
[[nodiscard]] bool singularValues(double* matrix, uint32_t size, double* values);

// The Householder reflection I - scale u u^T, u = vector - head e_1, which maps the vector to head e_1.
struct Reflection {
  double head, scale;  // scale is 0 if the vector is 0; the reflection is then the identity
};
// Returns the reflection of a vector from its first entry and its sum of squares. head has the sign that avoids
// cancellation.
Reflection reflectionOf(double first, double squares);

}  // namespace scaledot
