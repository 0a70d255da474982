// Sizes of buffers. Sizes that overflow are refused, and a buffer is never smaller than requested.
#include "lanes/buffer.h"

#include <gtest/gtest.h>

namespace scaledot {
namespace {

constexpr size_t kHalf = size_t{1}
                         << (4 * sizeof(size_t));  // its square is the first that does not fit

TEST(BufferSizes, AreProductsAndSums) {
  EXPECT_EQ(productOf({}), 1u);
  EXPECT_EQ(productOf({3, 5, 7}), 105u);
  EXPECT_EQ(productOf({kHalf, kHalf - 1}), kHalf * (kHalf - 1));
  EXPECT_EQ(totalOf({}), 0u);
  EXPECT_EQ(totalOf({3, 5, 7}), 15u);
  EXPECT_EQ(totalOf({SIZE_MAX - 1, 1}), SIZE_MAX);
}

TEST(BufferSizes, ThatOverflowAreTheLargest) {
  EXPECT_EQ(productOf({kHalf, kHalf}), SIZE_MAX);
  EXPECT_EQ(productOf({kHalf, kHalf, 3}), SIZE_MAX);
  EXPECT_EQ(productOf({3, kHalf, kHalf}), SIZE_MAX);
  EXPECT_EQ(totalOf({SIZE_MAX, 1}), SIZE_MAX);
  EXPECT_EQ(totalOf({SIZE_MAX, 1, 5}), SIZE_MAX);
}

TEST(BufferSizes, WithAFactorOfZeroAreZero) {
  EXPECT_EQ(productOf({0, kHalf, kHalf}), 0u);
  EXPECT_EQ(productOf({kHalf, kHalf, 0}), 0u);
}

TEST(Buffer, RefusesSizesThatOverflow) {
  Buffer<float> buffer;
  EXPECT_FALSE(buffer.reserve(SIZE_MAX));
  ASSERT_TRUE(buffer.reserve(3));
  buffer[2] = 1;
  EXPECT_TRUE(buffer.reserve(0));
}

}  // namespace
}  // namespace scaledot
