// The singular values of a square matrix, in double.
//
// Householder reflections from both sides make it bidiagonal (Golub and Kahan 1965), in one pass over what is left of it for
// every column; the eigenvalues of the tridiagonal matrix of order 2 n, with zeros on its diagonal and those two diagonals
// beside it by turns, are the singular values and their negatives (Golub and Van Loan, 8.6.1), and Eigen finds them by QR
// steps. Every value is within about n 2^-53 of the largest one. 8/3 n^3 operations.
#pragma once
#include <cstdint>

namespace scaledot {

// matrix: [size, size] of finite numbers, with room for size (size + 2), which are overwritten; values [size], descending. False:
// the memory could not be had.
[[nodiscard]] bool singularValues(double* matrix, uint32_t size, double* values);

// The reflection I - scale u u^T, u = vector - head e_1, that takes a vector to head e_1.
struct Reflection {
  double head, scale;  // scale 0: the vector is 0, and nothing is reflected
};
// Of a vector by its first entry and the sum of its squares; head has the sign that lets nothing cancel.
Reflection reflectionOf(double first, double squares);

}  // namespace scaledot
