// Products of matrices, compared with sums in double, in memory that ends at guard pages.
#include "lanes/matrix.h"

#include <algorithm>
#include <vector>

#include "allocations.h"
#include "random/random.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::GuardedBuffer;
using testing::Worst;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kUntouched = 12345;

void fill(GuardedBuffer<float>& to, size_t count, uint64_t seed) {
  std::vector<float> row(count + 15);  // fillRow() writes in sixteens
  fillRow(seed, Stream::query, 0, Component{}, row.data(), count);
  std::copy_n(row.data(), count, to.data());
}

enum class Layout { rows, columns, spread };

// A matrix of normals in some layout, with a guard page after its last element.
class Normals {
 public:
  Normals(uint32_t rows, uint32_t columns, Layout layout, uint64_t seed)
      : matrix_(strides(rows, columns, layout)), size_(sizeOf(rows, columns)), data_(size_) {
    fill(data_, size_, seed);
    matrix_.data = data_.data();
  }
  operator Matrix() const { return matrix_; }
  float& at(uint32_t i, uint32_t j) {
    return data_[i * matrix_.rowStride + j * matrix_.columnStride];
  }

 private:
  static Matrix strides(uint32_t rows, uint32_t columns, Layout layout) {
    if (layout == Layout::rows) return {nullptr, columns + 3u, 1};
    if (layout == Layout::columns) return {nullptr, 1, rows + 1u};
    return {nullptr, 2 * columns + 1u, 2};
  }
  size_t sizeOf(uint32_t rows, uint32_t columns) const {
    if (rows == 0 || columns == 0) return 0;
    return (rows - 1) * matrix_.rowStride + (columns - 1) * matrix_.columnStride + 1;
  }

  Matrix matrix_;
  size_t size_;
  GuardedBuffer<float> data_;
};

struct Case {
  uint32_t rows, inner, columns;
  Layout left = Layout::rows, right = Layout::rows;
  bool bias = false, add = false;
};

// Returns the largest error of any element, in units of 2^-24 of the sum of the absolute values of its terms.
double errorOf(const Case& c) {
  Normals left(c.rows, c.inner, c.left, 1), right(c.inner, c.columns, c.right, 2);
  GuardedBuffer<float> bias(c.columns);
  fill(bias, c.columns, 3);
  const size_t stride = c.columns + 2u;
  const size_t count = c.rows == 0 || c.columns == 0 ? 0 : (c.rows - 1) * stride + c.columns;
  GuardedBuffer<float> to(count);
  fill(to, count, 4);
  const std::vector<float> before(to.data(), to.data() + count);
  EXPECT_TRUE(multiply(c.rows, c.inner, c.columns, left, right, c.bias ? bias.data() : nullptr,
                       c.add, to.data(), stride));
  double worst = 0;
  for (size_t at = 0; at < count; ++at) {
    const auto i = static_cast<uint32_t>(at / stride), j = static_cast<uint32_t>(at % stride);
    if (j >= c.columns) {
      EXPECT_EQ(to[at], before[at]) << "between the rows";
      continue;
    }
    double sum = 0, size = 0;
    const auto take = [&](double term) {
      sum += term;
      size += std::fabs(term);
    };
    for (uint32_t k = 0; k < c.inner; ++k) take(double{left.at(i, k)} * right.at(k, j));
    if (c.bias) take(bias[j]);
    if (c.add) take(before[at]);
    if (size == 0) {
      EXPECT_EQ(to[at], 0.0f);
    } else {
      worst = std::max(worst, std::fabs(to[at] - sum) / size * 0x1p24);
    }
  }
  return worst;
}

TEST(Matrix, ProductsOfEverySizeAreTheSumsOfTheirTerms) {
  Worst worst("error of short sums, in 2^-24 of the terms' sizes");
  for (uint32_t rows = 0; rows <= 9; ++rows) {
    for (const uint32_t inner : {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 33u}) {
      for (uint32_t columns = 0; columns <= 19; ++columns) {
        worst.note(errorOf({rows, inner, columns}), inner);
      }
    }
  }
  EXPECT_LT(worst.error(), 8);
}

TEST(Matrix, TransposesHaveSwappedStridesAndSumsMayStartFromBiasAndTarget) {
  Worst worst("error in other layouts");
  for (const Layout left : {Layout::rows, Layout::columns, Layout::spread}) {
    for (const Layout right : {Layout::rows, Layout::columns, Layout::spread}) {
      for (const uint32_t inner : {0u, 5u, 16u, 31u}) {
        for (uint32_t size = 1; size <= 10; ++size) {
          for (const int sum : {0, 1, 2, 3}) {
            worst.note(errorOf({size, inner, 2 * size - 1, left, right, sum % 2 == 1, sum > 1}),
                       inner);
          }
        }
      }
    }
  }
  EXPECT_LT(worst.error(), 8);
}

TEST(Matrix, SizesPastEveryBlockKeepTheBound) {
  Worst worst("error of long sums");
  for (const uint32_t inner : {255u, 256u, 257u, 511u, 700u, 2049u}) {
    worst.note(errorOf({67, inner, 13, Layout::rows, Layout::columns, true, true}), inner);
    worst.note(errorOf({5, inner, 21, Layout::columns, Layout::rows, true, false}), inner);
  }
  for (uint32_t rows = 1; rows <= 4; ++rows) {
    worst.note(errorOf({rows, 9, 1043}), 9);
    worst.note(errorOf({rows, 300, 64, Layout::rows, Layout::rows, true, true}), 300);
    worst.note(errorOf({rows, 7, 97, Layout::columns, Layout::rows, true, false}), 7);
    worst.note(errorOf({rows, 7, 97, Layout::rows, Layout::columns}), 7);
  }
  worst.note(errorOf({131, 300, 515, Layout::columns, Layout::spread}), 300);
  EXPECT_LT(worst.error(), 8);
}

TEST(Matrix, LongSumsDoNotStall) {
  const float one = 1;  // with strides of 0, every element
  const uint32_t terms = testing::kSanitized ? 17u << 20 : 1u << 25;
  float sum = 0;
  ASSERT_TRUE(multiply(1, terms, 1, {&one, 0, 0}, {&one, 0, 0}, nullptr, false, &sum, 1));
  EXPECT_EQ(sum, static_cast<float>(terms));  // a single float32 stops at 2^24
}

TEST(Matrix, AnElementsBitsDependOnItsRowAndColumnAlone) {
  const uint32_t rows = 70, inner = 300, columns = 530;
  Normals left(rows, inner, Layout::rows, 5), right(inner, columns, Layout::rows, 6);
  std::vector<float> whole(size_t{rows} * columns);
  ASSERT_TRUE(multiply(rows, inner, columns, left, right, nullptr, false, whole.data(), columns));
  for (const uint32_t i : {0u, 3u, 4u, 63u, 64u, 69u}) {
    for (const uint32_t j : {0u, 7u, 8u, 9u, 511u, 512u, 529u}) {
      const Matrix row{&left.at(i, 0), 0, 1}, column{&right.at(0, j), Matrix(right).rowStride, 0};
      float alone = 0;
      ASSERT_TRUE(multiply(1, inner, 1, row, column, nullptr, false, &alone, 1));
      EXPECT_EQ(alone, whole[i * columns + j]) << i << ", " << j;
    }
  }
  for (uint32_t few = 1; few <= 4; ++few) {
    std::vector<float> first(size_t{few} * columns);
    ASSERT_TRUE(multiply(few, inner, columns, left, right, nullptr, false, first.data(), columns));
    EXPECT_TRUE(std::equal(first.begin(), first.end(), whole.begin())) << few;
  }
}

TEST(Matrix, LayoutsDoNotChangeBits) {
  const uint32_t rows = 9, inner = 270, columns = 11;
  Normals left(rows, inner, Layout::rows, 7), right(inner, columns, Layout::rows, 8);
  Normals left2(rows, inner, Layout::columns, 0), right2(inner, columns, Layout::columns, 0);
  for (uint32_t k = 0; k < inner; ++k) {
    for (uint32_t i = 0; i < rows; ++i) left2.at(i, k) = left.at(i, k);
    for (uint32_t j = 0; j < columns; ++j) right2.at(k, j) = right.at(k, j);
  }
  std::vector<float> a(size_t{rows} * columns), b(a);
  ASSERT_TRUE(multiply(rows, inner, columns, left, right, nullptr, false, a.data(), columns));
  ASSERT_TRUE(multiply(rows, inner, columns, left2, right2, nullptr, false, b.data(), columns));
  EXPECT_EQ(a, b);
}

TEST(Matrix, RowsOfAGroupAreWrittenToTheirHead) {
  const uint32_t rows = 14, inner = 6, columns = 9, groupRows = 5;
  Normals left(rows, inner, Layout::rows, 9), right(inner, columns, Layout::rows, 10);
  std::vector<float> plain(size_t{rows} * columns);
  ASSERT_TRUE(multiply(rows, inner, columns, left, right, nullptr, false, plain.data(), columns));
  const size_t rowStride = 12, groupStride = 100;
  std::vector<float> grouped(300, kUntouched), expected(grouped);
  ASSERT_TRUE(multiply(rows, inner, columns, left, right, nullptr, false,
                       Target{grouped.data(), rowStride, groupRows, groupStride}));
  for (uint32_t i = 0; i < rows; ++i) {
    const size_t at = i / groupRows * groupStride + i % groupRows * rowStride;
    for (uint32_t j = 0; j < columns; ++j) expected[at + j] = plain[i * columns + j];
  }
  EXPECT_EQ(grouped, expected);
}

// Expects non-finite numbers only where they belong. In the left matrix the last row but one is non-finite at step 2,
// where the right matrix is 0. In the right matrix column 9 is non-finite at step 3, where the left matrix is 0.
void expectBadWhereItBelongs(uint32_t rows, uint32_t columns, float bad) {
  const uint32_t inner = 10, badRow = rows - 2;
  Normals left(rows, inner, Layout::rows, 11), right(inner, columns, Layout::rows, 12);
  for (uint32_t j = 0; j < columns; ++j) right.at(2, j) = 0;
  for (uint32_t i = 0; i < rows; ++i) left.at(i, 3) = 0;
  left.at(badRow, 2) = bad;
  right.at(3, 9) = bad;
  std::vector<float> to(rows * columns);
  ASSERT_TRUE(multiply(rows, inner, columns, left, right, nullptr, false, to.data(), columns));
  for (uint32_t i = 0; i < rows; ++i) {
    for (uint32_t j = 0; j < columns; ++j) {
      EXPECT_EQ(std::isnan(to[i * columns + j]), i == badRow || j == 9) << i << ", " << j;
    }
  }
}

TEST(Matrix, NaNAndInfinitiesReachTheirRowOrColumnAndNoOther) {
  for (const float bad : {kNaN, kInfinity}) {
    expectBadWhereItBelongs(7, 11, bad);
    expectBadWhereItBelongs(3, 40, bad);
  }
}

TEST(Matrix, WithoutInnerDimensionTheResultIsTheBiasOrTheTarget) {
  const float bias[] = {1, 2, 3};
  float to[6] = {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  ASSERT_TRUE(multiply(2, 0, 3, {nullptr, 0, 1}, {nullptr, 3, 1}, nullptr, false, to, 3));
  for (const float x : to) EXPECT_EQ(x, 0.0f);
  ASSERT_TRUE(multiply(2, 0, 3, {nullptr, 0, 1}, {nullptr, 3, 1}, bias, false, to, 3));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(to[i], bias[i % 3]);
  ASSERT_TRUE(multiply(2, 0, 3, {nullptr, 0, 1}, {nullptr, 3, 1}, nullptr, true, to, 3));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(to[i], bias[i % 3]);
}

TEST(Matrix, ProductsInAReusedWorkspaceAreTheSameAndAllocateNothingAfterTheLargest) {
  const Case cases[] = {{100, 300, 520, Layout::columns, Layout::columns},
                        {37, 300, 100, Layout::rows, Layout::columns, true},
                        {3, 270, 75, Layout::columns, Layout::rows},
                        {99, 17, 519, Layout::spread, Layout::spread},
                        {100, 256, 520, Layout::columns, Layout::rows, true, true}};
  ProductWork work, ahead;
  ASSERT_TRUE(ahead.reserve(100, 300, 520));
  for (const Case& c : cases) {
    Normals left(c.rows, c.inner, c.left, 1), right(c.inner, c.columns, c.right, 2);
    const std::vector<float> bias(c.columns, 0.5f);
    std::vector<float> own(size_t{c.rows} * c.columns, 3), reused(own);
    const float* const from = c.bias ? bias.data() : nullptr;
    ASSERT_TRUE(
        multiply(c.rows, c.inner, c.columns, left, right, from, c.add, own.data(), c.columns));
    const size_t taken = testing::allocationsOf([&] {
      ASSERT_TRUE(multiply(c.rows, c.inner, c.columns, left, right, from, c.add, reused.data(),
                           c.columns, work));
    });
    EXPECT_EQ(own, reused) << c.rows;
    EXPECT_EQ(taken, testing::kCountsAllocations && &c == cases ? 2u : 0u) << c.rows;
    EXPECT_EQ(testing::allocationsOf([&] {
                ASSERT_TRUE(multiply(c.rows, c.inner, c.columns, left, right, from, c.add,
                                     reused.data(), c.columns, ahead));
              }),
              0u);
  }
}

}  // namespace
}  // namespace scaledot
