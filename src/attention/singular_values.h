// The singular values of a square matrix of float32, in double.
//
// Householder reflections from both sides make it bidiagonal (Golub and Kahan 1965), in one pass over what is left of it for
// every column; the eigenvalues of the tridiagonal matrix of order 2 n, with zeros on its diagonal and those two diagonals
// beside it by turns, are the singular values and their negatives (Golub and Van Loan, 8.6.1), and Eigen finds them by QR
// steps. Every value is within about n 2^-53 of the largest one. 8/3 n^3 operations in 8 n^2 bytes.
#pragma once
#include <cstdint>

namespace scaledot {

// values [size], descending. Entries are finite. False: the memory could not be had.
[[nodiscard]] bool singularValues(const float* matrix, uint32_t size, double* values);

}  // namespace scaledot
