// Rotary embeddings, compared with rotations in double.
#include "attention/rotary.h"

#include "tensors.h"

namespace scaledot {
namespace {

using testing::Guard;
using testing::kUnset;
using testing::sameBits;
using testing::Tensor;
using testing::ulps;
using testing::Worst;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Case {
  size_t rows, width, rotated;
  bool interleaved;
  Tensor x, cosine, sine;
  std::vector<uint32_t> tableRow;

  Case(size_t rowCount, size_t columns, size_t turned, bool adjacent, Guard guard = Guard::after)
      : rows(rowCount),
        width(columns),
        rotated(turned),
        interleaved(adjacent),
        x(Tensor::normals(rows * width, width, 1, guard)),
        cosine(5 * rotated / 2, guard),
        sine(5 * rotated / 2, guard) {
    for (size_t i = 0; i < cosine.size(); ++i) {
      const double angle = 0.1 + 0.77 * static_cast<double>(i);
      cosine[i] = static_cast<float>(std::cos(angle));
      sine[i] = static_cast<float>(std::sin(angle));
    }
    for (size_t r = 0; r < rows; ++r) tableRow.push_back(static_cast<uint32_t>(3 * r + 4) % 5);
  }

  Tensor turned(Guard guard = Guard::after) {
    Tensor y(x.size(), guard);
    rotate(x.data(), rows, width, rotated, interleaved, cosine.data(), sine.data(), tableRow.data(),
           y.data());
    return y;
  }
  // Calls check(index of first, index of second, cosine, sine).
  template <typename Check>
  void forPairs(Check check) {
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < rotated / 2; ++c) {
        const size_t angle = tableRow[r] * (rotated / 2) + c, start = r * width;
        const size_t first = start + (interleaved ? 2 * c : c);
        const size_t second = interleaved ? first + 1 : first + rotated / 2;
        check(first, second, static_cast<double>(cosine[angle]), static_cast<double>(sine[angle]));
      }
    }
  }
};

// Calls check with 0 pairs up to a little more than three vectors, with and without components that are not rotated.
template <typename Check>
void forCases(Check check) {
  for (size_t pairs = 0; pairs <= 15; ++pairs) {
    for (const size_t rest : {0, 1, 5}) {
      for (const bool interleaved : {false, true}) {
        const Guard guard = pairs % 3 == 0 ? Guard::before : Guard::after;
        Case example(1 + pairs % 4, 2 * pairs + rest, 2 * pairs, interleaved, guard);
        check(example, guard);
      }
    }
  }
}

TEST(Rotate, IsRoundedOnceForAllSmallSizes) {
  Worst worst("rotary embedding, ulp");
  forCases([&](Case& example, Guard guard) {
    Tensor y = example.turned(guard);
    Tensor& x = example.x;
    example.forPairs([&](size_t i, size_t j, double cosine, double sine) {
      const double a = static_cast<double>(x[i]), b = static_cast<double>(x[j]);
      const double first = cosine * a - sine * b, second = sine * a + cosine * b;
      worst.note(ulps(y[i], first), first);
      worst.note(ulps(y[j], second), second);
    });
  });
  EXPECT_LE(worst.error(), 0.5);
}

TEST(Rotate, LeavesTheOtherComponentsAsTheyAre) {
  forCases([](Case& example, Guard guard) {
    Tensor y = example.turned(guard);
    for (size_t i = 0; i < y.size(); ++i) {
      if (i % example.width < example.rotated) {
        EXPECT_NE(y[i], kUnset);
      } else {
        EXPECT_TRUE(sameBits(y[i], example.x[i]));
      }
    }
  });
}

TEST(Rotate, GradientIsTheTransposedRotation) {
  Worst worst("rotary embedding's gradient, ulp");
  forCases([&](Case& example, Guard guard) {
    Tensor g = Tensor::normals(example.x.size(), 77, 1, guard), to(example.x.size(), guard);
    rotateGradient(g.data(), example.rows, example.width, example.rotated, example.interleaved,
                   example.cosine.data(), example.sine.data(), example.tableRow.data(), to.data());
    example.forPairs([&](size_t i, size_t j, double cosine, double sine) {
      const double a = static_cast<double>(g[i]), b = static_cast<double>(g[j]);
      const double first = cosine * a + sine * b, second = cosine * b - sine * a;
      worst.note(ulps(to[i], first), first);
      worst.note(ulps(to[j], second), second);
    });
    for (size_t i = 0; i < to.size(); ++i) {
      if (i % example.width < example.rotated) continue;
      EXPECT_TRUE(sameBits(to[i], g[i]));
    }
  });
  EXPECT_LE(worst.error(), 0.5);
}

TEST(Rotate, WorksInPlace) {
  forCases([](Case& example, Guard) {
    const std::vector<float> y = example.turned().floats();
    rotate(example.x.data(), example.rows, example.width, example.rotated, example.interleaved,
           example.cosine.data(), example.sine.data(), example.tableRow.data(), example.x.data());
    EXPECT_EQ(example.x.floats(), y);
  });
}

TEST(Rotate, ByNothingChangesNothing) {
  forCases([](Case& example, Guard) {
    std::fill_n(example.cosine.data(), example.cosine.size(), 1.0f);
    std::fill_n(example.sine.data(), example.sine.size(), 0.0f);
    EXPECT_EQ(example.turned().floats(), example.x.floats());
  });
}

TEST(Rotate, KeepsNaNInItsPair) {
  for (const bool interleaved : {false, true}) {
    Case example(2, 9, 8, interleaved);
    example.x[1] = kNaN;
    Tensor y = example.turned();
    const size_t partner = interleaved ? 0 : 5;
    for (size_t i = 0; i < y.size(); ++i) EXPECT_EQ(std::isnan(y[i]), i == 1 || i == partner);
  }
}

TEST(Rotate, OfHugeComponentsDoesNotOverflow) {
  Case example(1, 2, 2, true);
  const float least = 0x1p-149f, most = std::numeric_limits<float>::max();
  example.cosine[4] = example.sine[4] = 1;
  example.x[0] = example.x[1] = most;
  EXPECT_EQ(example.turned()[0], 0.0f);
  EXPECT_EQ(example.turned()[1], std::numeric_limits<float>::infinity());
  example.x[0] = 2 * least;
  example.x[1] = least;
  EXPECT_EQ(example.turned()[0], least);
  EXPECT_EQ(example.turned()[1], 3 * least);
}

}  // namespace
}  // namespace scaledot
