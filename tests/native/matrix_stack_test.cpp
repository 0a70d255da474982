// Products of stacks of matrices, compared with sums in double and with the bits of single products.
#include "lanes/matrix_stack.h"

#include <cmath>
#include <vector>

#include "attention/parameter_draw.h"
#include "lanes/matrix.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::GuardedBuffer;

using Numbers = std::vector<float>;

Numbers normals(uint32_t rows, uint32_t columns, uint32_t stream) {
  Numbers x(parameterSize(rows, columns));
  drawParameter(5, tensorOfStream(stream), rows, columns, 1, x.data());
  x.resize(size_t{rows} * columns);
  return x;
}

struct Shape {
  uint32_t left[2], right[2];  // matrices along the two axes: 1 or the count
};

TEST(MatrixStack, EveryPairIsMultipliedUnderEveryBroadcast) {
  const uint32_t rows = 5, inner = 7, columns = 11;
  for (const Shape& shape : {Shape{{1, 1}, {1, 1}}, Shape{{2, 3}, {2, 3}}, Shape{{2, 3}, {1, 1}},
                             Shape{{1, 3}, {2, 1}}, Shape{{1, 1}, {2, 3}}, Shape{{2, 1}, {2, 3}}}) {
    for (const bool transposed : {false, true}) {
      for (const bool withBias : {false, true}) {
        StackProduct p;
        p.rows = rows;
        p.inner = inner;
        p.columns = columns;
        p.transposeRight = transposed;
        for (int axis = 0; axis < 2; ++axis) {
          p.counts[axis] = std::max(shape.left[axis], shape.right[axis]);
        }
        const auto strides = [](const uint32_t(&counts)[2], uint32_t(&to)[2]) {
          to[0] = counts[0] == 1 ? 0 : counts[1];
          to[1] = counts[1] == 1 ? 0 : 1;
        };
        strides(shape.left, p.left.strides);
        strides(shape.right, p.right.strides);
        const Numbers left = normals(shape.left[0] * shape.left[1] * rows, inner, 0);
        const Numbers right = normals(shape.right[0] * shape.right[1], inner * columns, 1);
        const Numbers bias = normals(1, columns, 2);
        p.left.data = left.data();
        p.right.data = right.data();
        p.bias = withBias ? bias.data() : nullptr;
        GuardedBuffer<float> to(size_t{p.counts[0]} * p.counts[1] * rows * columns);
        ASSERT_TRUE(multiplyStack(p, to.data()));
        size_t at = 0;
        for (uint32_t i = 0; i < p.counts[0]; ++i) {
          for (uint32_t j = 0; j < p.counts[1]; ++j) {
            const uint32_t l =
                (shape.left[0] == 1 ? 0 : i) * shape.left[1] + (shape.left[1] == 1 ? 0 : j);
            const uint32_t r =
                (shape.right[0] == 1 ? 0 : i) * shape.right[1] + (shape.right[1] == 1 ? 0 : j);
            for (uint32_t m = 0; m < rows; ++m) {
              for (uint32_t n = 0; n < columns; ++n, ++at) {
                double sum = withBias ? double{bias[n]} : 0;
                for (uint32_t k = 0; k < inner; ++k) {
                  const size_t place = transposed ? n * inner + k : k * columns + n;
                  sum += double{left[(size_t{l} * rows + m) * inner + k]} *
                         double{right[size_t{r} * inner * columns + place]};
                }
                ASSERT_NEAR(to[at], sum, 5e-6) << i << j << m << n << transposed << withBias;
              }
            }
          }
        }
      }
    }
  }
}

TEST(MatrixStack, EmptyProductsAreEmptyOrTheBias) {
  StackProduct p;
  p.rows = 2;
  p.columns = 3;
  const float bias[] = {1, 2, 3};
  p.left.data = p.right.data = bias;
  p.bias = bias;
  float to[6];
  ASSERT_TRUE(multiplyStack(p, to));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(to[i], bias[i % 3]);
  p.counts[0] = 0;
  GuardedBuffer<float> none(0);
  EXPECT_TRUE(multiplyStack(p, none.data()));
  p.counts[0] = p.counts[1] = UINT32_MAX;  // empty products take no time
  p.rows = 0;
  EXPECT_TRUE(multiplyStack(p, none.data()));
  p.rows = 2;
  p.columns = 0;
  EXPECT_TRUE(multiplyStack(p, none.data()));
}

}  // namespace
}  // namespace scaledot
