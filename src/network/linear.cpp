#include "network/linear.h"

#include <algorithm>
#include <cstring>

#include "lanes/buffer.h"
#include "lanes/matrix.h"
#include "lanes/simd.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

uint16_t halfAt(const unsigned char* bytes) {
  return static_cast<uint16_t>(bytes[0] | (bytes[1] << 8));
}

// Converts an IEEE 754 binary16 number. Its exponent and fraction, shifted into those of a float, give a number too small
// by 2^112. Multiplying by that is also right for subnormals. The largest exponent means infinity or NaN.
float fromHalf(uint16_t half) {
  const uint32_t sign = (half & 0x8000u) << 16, size = half & 0x7fffu;
  uint32_t bits = size << 13;
  float number;
  if (size >= 0x7c00u) {
    bits |= 0x7f800000u;
    std::memcpy(&number, &bits, sizeof number);
  } else {
    std::memcpy(&number, &bits, sizeof number);
    number *= 0x1p112f;
  }
  std::memcpy(&bits, &number, sizeof bits);
  bits |= sign;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

float fromBfloat16(uint16_t half) {
  const uint32_t bits = uint32_t{half} << 16;
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

// left^T right, of rows of these widths.
struct Product {
  const float *left, *right;
  uint32_t tall, wide;
};

}  // namespace

bool isWeightType(NumberType type) {
  return type == NumberType::f32 || type == NumberType::f16 || type == NumberType::bf16;
}

void decode(const unsigned char* bytes, NumberType type, size_t count, float* numbers) {
  if (type == NumberType::f32) {
    if (count > 0) std::memcpy(numbers, bytes, count * sizeof(float));
    return;
  }
  const bool isBfloat16 = type == NumberType::bf16;
  for (size_t i = 0; i < count; ++i) {
    const uint16_t half = halfAt(bytes + 2 * i);
    numbers[i] = isBfloat16 ? fromBfloat16(half) : fromHalf(half);
  }
}

bool linear(uint32_t rows, const float* x, const FileMatrix& weight, const float* bias,
            const float* add, float* y) {
  const uint32_t in = weight.in, out = weight.out;
  const size_t count = productOf({in, out});
  Buffer<float> numbers;
  if (!numbers.reserve(count)) return false;
  decode(weight.bytes, weight.type, count, numbers.data());
  if (add != nullptr && add != y) std::copy_n(add, size_t{rows} * out, y);
  const Matrix left{x, in, 1};
  const Matrix right =
      weight.transposed ? Matrix{numbers.data(), 1, in} : Matrix{numbers.data(), out, 1};
  return multiply(rows, in, out, left, right, bias, add != nullptr, y, out);
}

bool linearGradient(uint32_t rows, const float* x, const FileMatrix& weight, const float* gradient,
                    const LinearGradients& to) {
  const uint32_t in = weight.in, out = weight.out;
  if (to.x != nullptr) {
    const size_t count = productOf({in, out});
    Buffer<float> numbers;
    if (!numbers.reserve(count)) return false;
    decode(weight.bytes, weight.type, count, numbers.data());
    const Matrix turned =
        weight.transposed ? Matrix{numbers.data(), in, 1} : Matrix{numbers.data(), 1, out};
    if (!multiply(rows, out, in, {gradient, out, 1}, turned, nullptr, false, to.x, in))
      return false;
  }
  // The transposed weight has the transposed gradient, gradient^T x.
  const auto [left, right, tall, wide] =
      weight.transposed ? Product{gradient, x, out, in} : Product{x, gradient, in, out};
  if (to.weight != nullptr && !multiply(tall, rows, wide, {left, 1, tall}, {right, wide, 1},
                                        nullptr, false, to.weight, wide)) {
    return false;
  }
  for (uint32_t j = 0; to.bias != nullptr && j < out; ++j) {
    const double total =
        sum(rows, [=](size_t i) { return static_cast<double>(gradient[i * out + j]); });
    to.bias[j] = static_cast<float>(total);
  }
  return true;
}

}  // namespace scaledot
