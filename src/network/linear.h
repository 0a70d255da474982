// Products with weights in the format of files, so that a network of any size can be computed block by block: each block is
// read, multiplied and freed.
//
//   y = x W + bias + add
//
// W is converted to float32, exactly for F16 and BF16. The product is multiply() of matrix.h, so the bits of an entry depend
// on the inner dimension alone.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/tensor_file.h"

namespace scaledot {

// Whether decode() supports a type: f32, f16 and bf16, little-endian.
bool isWeightType(NumberType type);

// Converts count numbers to float32. bytes: count bytesOf(type).
void decode(const unsigned char* bytes, NumberType type, size_t count, float* numbers);

// The weights of a layer.
struct FileMatrix {
  const unsigned char* bytes;
  NumberType type;
  uint32_t in, out;
  bool transposed;  // false: [in, out], row-major; true: [out, in], as in PyTorch's nn.Linear
};

// x [rows, in], y [rows, out]; bias [out] and add [rows, out] may be null. y may be add. Returns false if an allocation
// fails.
[[nodiscard]] bool linear(uint32_t rows, const float* x, const FileMatrix& weight,
                          const float* bias, const float* add, float* y);

// Gradients of a loss through linear(), from its gradient with respect to y; each may be null.
//
//   x: gradient W^T        W: x^T gradient, in the orientation of the weight        bias: the sum of the rows, in double
//
// Returns false if an allocation fails.
struct LinearGradients {
  float *x, *weight, *bias;
};
[[nodiscard]] bool linearGradient(uint32_t rows, const float* x, const FileMatrix& weight,
                                  const float* gradient, const LinearGradients& to);

}  // namespace scaledot
