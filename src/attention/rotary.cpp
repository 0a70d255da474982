// Compilers vectorise the pairs of a row.
#include "attention/rotary.h"

#include <cstring>

namespace scaledot {
namespace {

enum class Pairs { halves, interleaved };
enum class Turn { forward, backward };

// a b + c d.
float sumOfProducts(float a, float b, float c, float d) {
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) +
                            static_cast<double>(c) * static_cast<double>(d));
}

template <Pairs pairs, Turn turn>
void turnRow(const float* x, size_t count, const float* cosine, const float* sine, float* y) {
  constexpr bool halves = pairs == Pairs::halves;
  for (size_t c = 0; c < count; ++c) {
    const size_t i = halves ? c : 2 * c, j = halves ? c + count : 2 * c + 1;
    const float first = x[i], second = x[j];
    const float s = turn == Turn::forward ? sine[c] : -sine[c];
    y[i] = sumOfProducts(cosine[c], first, -s, second);
    y[j] = sumOfProducts(s, first, cosine[c], second);
  }
}

template <Turn turn>
void turnRows(const float* x, size_t rows, size_t width, size_t rotated, bool interleaved,
              const float* cosine, const float* sine, const uint32_t* tableRow, float* y) {
  const auto row = interleaved ? turnRow<Pairs::interleaved, turn> : turnRow<Pairs::halves, turn>;
  const size_t count = rotated / 2;
  for (size_t r = 0; r < rows; ++r, x += width, y += width) {
    const size_t angles = tableRow[r] * count;
    row(x, count, cosine + angles, sine + angles, y);
    if (y != x && width > rotated) {
      std::memcpy(y + rotated, x + rotated, (width - rotated) * sizeof *x);
    }
  }
}

}  // namespace

void rotate(const float* x, size_t rows, size_t width, size_t rotated, bool interleaved,
            const float* cosine, const float* sine, const uint32_t* tableRow, float* y) {
  turnRows<Turn::forward>(x, rows, width, rotated, interleaved, cosine, sine, tableRow, y);
}

void rotateGradient(const float* gradient, size_t rows, size_t width, size_t rotated,
                    bool interleaved, const float* cosine, const float* sine,
                    const uint32_t* tableRow, float* xGradient) {
  turnRows<Turn::backward>(gradient, rows, width, rotated, interleaved, cosine, sine, tableRow,
                           xGradient);
}

}  // namespace scaledot
