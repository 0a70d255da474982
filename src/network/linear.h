// Products with weights as files hold them, so that a network of any size can be computed block by block: what is read
// from the file is multiplied as it came, and forgotten.
//
//   y = x W + bias + add
//
// The numbers of W become float32 (F16 and BF16 lose nothing by that), and the product is that of matrix.h: an entry's
// bits depend on the inner dimension alone.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/tensor_file.h"

namespace scaledot {

// Whether decode() knows a type: f32, f16 and bf16, little-endian.
bool isWeightType(NumberType type);

// The same numbers as float32. bytes: count bytesOf(type) of them.
void decode(const unsigned char* bytes, NumberType type, size_t count, float* numbers);

// What stands between the nodes of a layer.
struct FileMatrix {
  const unsigned char* bytes;
  NumberType type;
  uint32_t in, out;
  bool transposed;  // false: [in, out], row-major; true: [out, in], as PyTorch's nn.Linear has it
};

// x [rows, in], y [rows, out]; bias [out] and add [rows, out], null: none. y may be add. False: the memory could not be had.
[[nodiscard]] bool linear(uint32_t rows, const float* x, const FileMatrix& weight,
                          const float* bias, const float* add, float* y);

}  // namespace scaledot
