#include "files/tensor_file.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace scaledot {
namespace {

uint64_t bitsAt(const unsigned char* bytes, uint32_t width, bool bigEndian) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < width; ++i) {
    bits |= uint64_t{bytes[bigEndian ? width - 1 - i : i]} << (8 * i);
  }
  return bits;
}

double fromHalf(uint32_t bits) {
  const uint32_t exponent = (bits >> 10) & 31, fraction = bits & 1023;
  double size;
  if (exponent == 31) {
    size = fraction == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    size = fraction * 0x1p-24;
  } else {
    size = std::ldexp(1024.0 + fraction, static_cast<int>(exponent) - 25);
  }
  return (bits & 0x8000) != 0 ? -size : size;
}

struct Rounded {
  float number;
  bool changed;
};

Rounded rounded(double exact) {
  const float number = static_cast<float>(exact);
  return {number, exact == exact && static_cast<double>(number) != exact};
}

// An integer with more bits than a double is rounded to odd: the last bit of the double is set if any lower bit was. The
// second rounding, to float32, is then correct.
Rounded roundedWhole(uint64_t size, bool negative) {
  const bool many = (size >> 53) != 0;
  const uint64_t odd = many ? (size >> 11) | ((size & 2047) != 0 ? 1 : 0) : size;
  const double high = static_cast<double>(static_cast<uint32_t>(odd >> 32)) * 0x1p32;
  const double exact = (high + static_cast<double>(static_cast<uint32_t>(odd))) * (many ? 2048 : 1);
  return rounded(negative ? -exact : exact);
}

Rounded numberOf(NumberType type, uint64_t bits) {
  switch (type) {
    case NumberType::f16:
      return rounded(fromHalf(static_cast<uint32_t>(bits)));
    case NumberType::bf16:
      return {std::bit_cast<float>(static_cast<uint32_t>(bits) << 16), false};
    case NumberType::f32:
      return {std::bit_cast<float>(static_cast<uint32_t>(bits)), false};
    case NumberType::f64:
      return rounded(std::bit_cast<double>(bits));
    case NumberType::i8:
    case NumberType::i16:
    case NumberType::i32:
    case NumberType::i64: {
      const uint32_t unused = 64 - 8 * bytesOf(type);
      const uint64_t size = static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
      const bool negative = (size >> 63) != 0;
      return roundedWhole(negative ? 0 - size : size, negative);
    }
    case NumberType::boolean:
      return {bits != 0 ? 1.0f : 0.0f, false};
    default:
      return roundedWhole(bits, false);
  }
}

}  // namespace

uint32_t bytesOf(NumberType type) {
  constexpr uint8_t kBytes[kNumberTypes] = {2, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 1};
  return kBytes[static_cast<uint32_t>(type)];
}

uint32_t readNumbers(const TensorEntry& tensor, const unsigned char* bytes, float* numbers) {
  const uint32_t width = bytesOf(tensor.type), rank = tensor.rank;
  if (std::endian::native == std::endian::little && tensor.type == NumberType::f32 &&
      tensor.bigEndian == 0 && tensor.columnMajor == 0) {
    if (tensor.count > 0) std::memcpy(numbers, bytes, size_t{tensor.count} * width);
    return 0;
  }
  size_t stride[kMostAxes] = {}, index[kMostAxes] = {};
  size_t step = 1;
  for (uint32_t axis = 0; axis < rank; ++axis) {
    const uint32_t along = tensor.columnMajor != 0 ? axis : rank - 1 - axis;
    stride[along] = step;
    step *= tensor.shape[along];
  }
  uint32_t changed = 0;
  size_t from = 0;
  for (uint32_t i = 0; i < tensor.count; ++i) {
    const Rounded read =
        numberOf(tensor.type, bitsAt(bytes + from * width, width, tensor.bigEndian != 0));
    numbers[i] = read.number;
    changed += read.changed ? 1 : 0;
    // To the next number of the row-major tensor.
    for (uint32_t axis = rank; axis-- > 0;) {
      from += stride[axis];
      if (++index[axis] < tensor.shape[axis]) break;
      from -= stride[axis] * tensor.shape[axis];
      index[axis] = 0;
    }
  }
  return changed;
}

}  // namespace scaledot
