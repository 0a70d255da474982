// Costs of heads, compared with source 004 and the papers; singular values, compared with one-sided Jacobi in double; and
// the cliff in the spectrum of a merged matrix.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "attention/head_cost.h"
#include "attention/merged_head.h"
#include "attention/parameter_draw.h"
#include "attention/singular_values.h"
#include "attention/thin_head.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::Worst;

using Numbers = std::vector<float>;
using Doubles = std::vector<double>;

// Costs ---------------------------------------------------------------------------------------------

HeadCost costOf(double modelDim, double heads, double keyHeads, double headDim,
                double length = 512) {
  HeadSizes sizes;
  sizes.modelDim = static_cast<uint32_t>(modelDim);
  sizes.heads = static_cast<uint32_t>(heads);
  sizes.keyHeads = static_cast<uint32_t>(keyHeads);
  sizes.headDim = sizes.valueDim = static_cast<uint32_t>(headDim);
  sizes.length = static_cast<uint32_t>(length);
  return headCost(sizes);
}

TEST(HeadCost, APairHas2TimesModelDimTimesHeadDimParametersAndAMergedMatrixModelDimSquared) {
  const auto one = costOf(512, 8, 8, 64).parameters;
  EXPECT_EQ(one.pair, 2 * 512 * 64);
  EXPECT_EQ(one.merged, 512 * 512);
  EXPECT_EQ(one.pair, 2 * one.merged / 8);  // 2 d_model^2 / h, as the source says
  EXPECT_EQ(one.pairs, 8 * one.pair);
  EXPECT_EQ(one.pairs, 2 * one.merged);  // "which brings our number of parameters back up"
  EXPECT_EQ(one.mergedAll, 8 * one.merged);
}

TEST(HeadCost, ALayerHas4ModelDimSquaredParametersWhateverTheNumberOfHeads) {
  for (const double modelDim : {64.0, 512.0, 768.0, 4096.0}) {
    for (const double heads : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0}) {
      const auto p = costOf(modelDim, heads, heads, modelDim / heads).parameters;
      for (const double each : {p.query, p.key, p.value, p.output}) {
        EXPECT_EQ(each, modelDim * modelDim);
      }
      EXPECT_EQ(p.total, 4 * modelDim * modelDim);
    }
  }
  // BERT-base and GPT-2 have d_model 768 and 12 heads: 2359296 parameters in a layer's attention, without biases.
  EXPECT_EQ(costOf(768, 12, 12, 64).parameters.total, 2359296);
}

TEST(HeadCost, PairAndMergedMatrixBreakEvenAtHalfTheModelDim) {
  for (const double modelDim : {2.0, 64.0, 512.0, 768.0}) {
    const double even = costOf(modelDim, 1, 1, 1).breakEven;
    EXPECT_EQ(even, modelDim / 2);
    const auto at = costOf(modelDim, 1, 1, even).parameters;
    EXPECT_EQ(at.pair, at.merged);
    const auto above = costOf(modelDim, 1, 1, even + 1).parameters;
    EXPECT_GT(above.pair, above.merged);
  }
}

TEST(HeadCost, ProjectionsAsWideAsTheModelTakeTwiceTheMergedMatrixAndHTimesTheLayer) {
  const auto p = costOf(512, 8, 8, 512).parameters;  // the variant of arXiv:1906.07510
  EXPECT_EQ(p.pair, 2 * p.merged);
  EXPECT_EQ(p.total, 4 * 512 * 512 * 8);
}

TEST(HeadCost, SharedKeysShrinkProjectionsAndCache) {
  const HeadCost all = costOf(4096, 32, 32, 128), grouped = costOf(4096, 32, 8, 128),
                 one = costOf(4096, 32, 1, 128);
  EXPECT_EQ(all.cache.perToken, 2 * 4096);
  EXPECT_EQ(grouped.cache.perToken, 2 * 8 * 128);
  EXPECT_EQ(one.cache.perToken, 2 * 128);
  EXPECT_EQ(grouped.cache.total, 512 * 2 * 8 * 128);
  EXPECT_EQ(all.cache.mergedPerToken, 4096 + 4096);
  EXPECT_EQ(one.cache.mergedPerToken, 4096 + 128);
  EXPECT_EQ(grouped.parameters.query, 4096 * 4096);
  EXPECT_EQ(grouped.parameters.key, 4096 * 1024);
  EXPECT_EQ(grouped.parameters.value, 4096 * 1024);
  EXPECT_EQ(grouped.parameters.pairs, 4096 * (4096 + 1024));
  EXPECT_EQ(grouped.parameters.pair, all.parameters.pair);
}

// Counts multiplications with loops.
TEST(HeadCost, MultiplicationsAreThoseOfTheLoops) {
  HeadSizes s;
  s.modelDim = 6;
  s.heads = 4;
  s.keyHeads = 2;
  s.headDim = 3;
  s.valueDim = 5;
  s.length = 7;
  const auto product = [](double rows, double inner, double columns) {
    double count = 0;
    for (double r = 0; r < rows; ++r) {
      for (double c = 0; c < columns; ++c) count += inner;
    }
    return count;
  };
  double projections = 0, scores = 0, weighted = 0, merged = 0, pairs = 0;
  for (int head = 0; head < 4; ++head) {
    pairs += product(7, 6, 3);
    projections += product(7, 6, 3);
    scores += product(7, 3, 7);
    weighted += product(7, 7, 5);
    merged += product(7, 6, 6) + product(7, 6, 7);
  }
  for (int group = 0; group < 2; ++group) {
    pairs += product(7, 6, 3);
    projections += product(7, 6, 3) + product(7, 6, 5);
  }
  const auto m = headCost(s).multiplications;
  EXPECT_EQ(m.projections, projections);
  EXPECT_EQ(m.scores, scores);
  EXPECT_EQ(m.weighted, weighted);
  EXPECT_EQ(m.output, product(7, 4 * 5, 6));
  EXPECT_EQ(m.total, m.projections + m.scores + m.weighted + m.output);
  EXPECT_EQ(m.factoredScores, pairs + scores);
  EXPECT_EQ(m.mergedScores, merged);
}

// Singular values -----------------------------------------------------------------------------------

Numbers normals(uint32_t rows, uint32_t columns, uint32_t stream, double sd = 1) {
  Numbers x(parameterSize(rows, columns));
  drawParameter(3, tensorOfStream(stream), rows, columns, sd, x.data());
  x.resize(size_t{rows} * columns);
  return x;
}

// One-sided Jacobi (Hestenes 1958): rotates pairs of columns until all are orthogonal. Their lengths are then the singular
// values.
template <typename Entries>
Doubles jacobiValues(const Entries& matrix, uint32_t size) {
  std::vector<Doubles> columns(size, Doubles(size));
  for (uint32_t i = 0; i < size; ++i) {
    for (uint32_t j = 0; j < size; ++j) columns[j][i] = double{matrix[size_t{i} * size + j]};
  }
  const auto dot = [](const Doubles& a, const Doubles& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  for (int sweep = 0; sweep < 60; ++sweep) {
    bool turned = false;
    for (uint32_t p = 0; p + 1 < size; ++p) {
      for (uint32_t q = p + 1; q < size; ++q) {
        Doubles &x = columns[p], &y = columns[q];
        const double a = dot(x, x), b = dot(y, y), c = dot(x, y);
        if (std::fabs(c) <= 1e-15 * std::sqrt(a * b)) continue;
        turned = true;
        const double zeta = (b - a) / (2 * c);
        const double t = (zeta > 0 ? 1 : -1) / (std::fabs(zeta) + std::hypot(1, zeta));
        const double cosine = 1 / std::hypot(1, t), sine = cosine * t;
        for (uint32_t i = 0; i < size; ++i) {
          const double before = x[i];
          x[i] = cosine * before - sine * y[i];
          y[i] = sine * before + cosine * y[i];
        }
      }
    }
    if (!turned) break;
  }
  Doubles values;
  for (const Doubles& column : columns) values.push_back(std::sqrt(dot(column, column)));
  std::sort(values.rbegin(), values.rend());
  return values;
}

Doubles valuesOf(const Numbers& matrix, uint32_t size) {
  testing::GuardedBuffer<double> values(size), buffer(size_t{size} * (size + 2));
  std::copy(matrix.begin(), matrix.end(), buffer.data());
  EXPECT_TRUE(singularValues(buffer.data(), size, values.data()));
  return Doubles(values.data(), values.data() + size);
}

// Returns the largest difference in units of 2^-53 of the largest value.
double errorOf(const Numbers& matrix, uint32_t size) {
  const Doubles found = valuesOf(matrix, size), expected = jacobiValues(matrix, size);
  double worst = 0;
  for (uint32_t i = 0; i < size; ++i) {
    if (i > 0) {
      EXPECT_LE(found[i], found[i - 1]);
    }
    EXPECT_GE(found[i], 0);
    worst = std::max(worst, std::fabs(found[i] - expected[i]));
  }
  return expected[0] == 0 ? worst : worst / expected[0] * 0x1p53;
}

TEST(SingularValues, AreThoseOfOneSidedJacobiForEverySize) {
  Worst worst("singular values, in 2^-53 of the largest");
  for (uint32_t size = 1; size <= 40; ++size)
    worst.note(errorOf(normals(size, size, 0), size), size);
  for (const uint32_t size : {63u, 64u, 100u}) {
    worst.note(errorOf(normals(size, size, 0), size), size);
  }
  EXPECT_LT(worst.error(), 150);
}

TEST(SingularValues, HoldForMatricesThatAreHardOnReflections) {
  const uint32_t size = 24;
  const auto made = [&](auto entry) {
    Numbers matrix(size * size);
    for (uint32_t i = 0; i < size; ++i) {
      for (uint32_t j = 0; j < size; ++j) matrix[i * size + j] = static_cast<float>(entry(i, j));
    }
    return matrix;
  };
  const Numbers column = normals(size, 1, 7), row = normals(1, size, 8);
  const Numbers full = normals(size, size, 9);
  const Numbers cases[] = {
      made([](uint32_t, uint32_t) { return 0; }),
      made([](uint32_t i, uint32_t j) { return i == j ? 1 : 0; }),
      made([](uint32_t i, uint32_t j) { return i == j ? -3 - double(i) : 0; }),
      made([](uint32_t, uint32_t) { return 1; }),
      made([](uint32_t i, uint32_t j) { return 1.0 / (i + j + 1); }),  // Hilbert's
      made([](uint32_t i, uint32_t j) { return i + j + 1 == size ? 2 : 0; }),
      made([](uint32_t i, uint32_t j) { return j > i ? 1 : 0; }),  // nilpotent
      made([&](uint32_t i, uint32_t j) { return column[i] * row[j]; }),
      made([&](uint32_t i, uint32_t j) { return i == 3 ? 0 : full[i * size + j]; }),
      made([&](uint32_t i, uint32_t j) { return j == 0 ? 0 : full[i * size + j]; }),
      made([&](uint32_t i, uint32_t j) { return full[i * size + j] * 1e-30; }),
      made([&](uint32_t i, uint32_t j) { return full[i * size + j] * 1e30; }),
      made([&](uint32_t i, uint32_t j) { return full[i * size + j] * std::pow(10.0, -double(i)); }),
      made([](uint32_t i, uint32_t j) { return i == 5 && j == 2 ? 1e-40 : 0; }),
      made(
          [&](uint32_t i, uint32_t j) { return full[i * size + j] * (j % 3 == 0 ? 1e-38 : 1e38); }),
      made([&](uint32_t i, uint32_t j) { return full[i * size + (j < 12 ? j : j - 12)]; }),
  };
  Worst worst("singular values of hard matrices, in 2^-53 of the largest");
  int number = 0;
  for (const Numbers& matrix : cases) worst.note(errorOf(matrix, size), number++);
  EXPECT_LT(worst.error(), 150);
}

TEST(SingularValues, OfAnOrthogonalMatrixTimes3AreAll3AndTheirSquaresAddUpToThoseOfTheEntries) {
  const Numbers hadamard = [] {
    Numbers matrix(64 * 64);
    for (uint32_t i = 0; i < 64; ++i) {
      for (uint32_t j = 0; j < 64; ++j) {
        matrix[i * 64 + j] = __builtin_popcount(i & j) % 2 == 0 ? 0.375f : -0.375f;
      }
    }
    return matrix;
  }();
  for (const double value : valuesOf(hadamard, 64)) EXPECT_NEAR(value, 3, 1e-13);
  const uint32_t size = 301;
  const Numbers full = normals(size, size, 4);
  double squares = 0, entries = 0;
  for (const double value : valuesOf(full, size)) squares += value * value;
  for (const float entry : full) entries += double{entry} * double{entry};
  EXPECT_NEAR(squares, entries, 1e-12 * entries);
  EXPECT_TRUE(singularValues(nullptr, 0, nullptr));
}

// Merged heads --------------------------------------------------------------------------------------

struct Measured {
  MergedHead head;
  Doubles values;
};
Measured measure(uint32_t modelDim, uint32_t headDim, const Numbers& wq, const Numbers& wk) {
  Measured result;
  result.values.resize(modelDim);
  EXPECT_TRUE(
      mergedHead(modelDim, headDim, wq.data(), wk.data(), result.values.data(), result.head));
  return result;
}

TEST(MergedHead, TheRankIsHeadDimAndBehindItIsACliffDownToTheRoundingOfFloat32) {
  for (const uint32_t modelDim : {16u, 64u, 128u, 200u}) {
    for (const uint32_t headDim : {1u, 4u, 16u, modelDim / 2, modelDim, modelDim + 40}) {
      const double sd = 1 / std::sqrt(static_cast<double>(modelDim));
      const Measured m = measure(modelDim, headDim, normals(modelDim, headDim, 0, sd),
                                 normals(modelDim, headDim, 1, sd));
      const uint32_t bound = std::min(modelDim, headDim);
      EXPECT_LE(m.head.rank, bound);
      // Only a square random matrix may be nearly singular.
      EXPECT_GE(m.head.rank, headDim == modelDim ? bound - 2 : bound) << modelDim << " " << headDim;
      EXPECT_EQ(m.head.tolerance, m.values[0] * modelDim * 0x1p-23);
      if (headDim <= modelDim / 2) {
        EXPECT_LT(m.values[headDim], 1e-6 * m.values[0]);
        EXPECT_GT(m.values[headDim], 1e-12 * m.values[0]) << "rounding is there";
        EXPECT_GT(m.values[headDim - 1], 1e-2 * m.values[0]);
      }
    }
  }
}

TEST(MergedHead, ValuesAreThoseOfTheMergedMatrix) {
  const uint32_t modelDim = 30, headDim = 7;
  const Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
  Numbers merged(modelDim * modelDim);
  for (uint32_t i = 0; i < modelDim; ++i) {
    for (uint32_t j = 0; j < modelDim; ++j) {
      double sum = 0;
      for (uint32_t c = 0; c < headDim; ++c) {
        sum += double{wq[i * headDim + c]} * double{wk[j * headDim + c]};
      }
      merged[i * modelDim + j] = static_cast<float>(sum);
    }
  }
  const Measured m = measure(modelDim, headDim, wq, wk);
  const Doubles expected = jacobiValues(merged, modelDim);
  for (uint32_t i = 0; i < modelDim; ++i) EXPECT_NEAR(m.values[i], expected[i], 1e-5);
  EXPECT_EQ(m.head.rank, headDim);
}

TEST(MergedHead, LinearlyDependentColumnsLowerTheRankAndZerosLeaveNone) {
  const uint32_t modelDim = 40, headDim = 8;
  Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
  for (uint32_t i = 0; i < modelDim; ++i) {
    for (uint32_t c = 5; c < headDim; ++c) wq[i * headDim + c] = wq[i * headDim];
  }
  EXPECT_EQ(measure(modelDim, headDim, wq, wk).head.rank, 5);
  std::fill(wk.begin(), wk.end(), 0.0f);
  const Measured none = measure(modelDim, headDim, wq, wk);
  EXPECT_EQ(none.head.rank, 0);
  EXPECT_EQ(none.head.tolerance, modelDim * 0x1p-149);
  for (const double value : none.values) EXPECT_EQ(value, 0);
}

// float32 has no digits below 2^-149, and their loss is noise in every direction.
TEST(MergedHead, NumbersSoSmallThatFloat32LosesTheirDigitsDoNotRaiseTheRank) {
  const uint32_t modelDim = 64, headDim = 8;
  for (const double sd : {1e-19, 1e-20, 1e-21, 1e-22, 1e-24}) {
    const Measured m = measure(modelDim, headDim, normals(modelDim, headDim, 0, sd),
                               normals(modelDim, headDim, 1, sd));
    EXPECT_LE(m.head.rank, headDim) << sd;
    EXPECT_GE(m.head.rank, sd > 1e-22 ? headDim : 0) << sd;
    EXPECT_GE(m.head.tolerance, modelDim * 0x1p-149);
  }
}

TEST(RankTolerance, IsASizeOrAShareOfTheLargestValue) {
  const uint32_t modelDim = 30, headDim = 7;
  const Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
  const Measured own = measure(modelDim, headDim, wq, wk);
  const auto above = [&](double least) {
    return std::count_if(own.values.begin(), own.values.end(), [=](double x) { return x > least; });
  };
  for (const double value : {0.0, 0.5, own.values[3], 1e6}) {
    for (const bool relative : {false, true}) {
      MergedHead merged, thin;
      Doubles values(modelDim);
      ASSERT_TRUE(mergedHead(modelDim, headDim, wq.data(), wk.data(), values.data(), merged,
                             {value, relative}));
      const double least = relative ? value * own.values[0] : value;
      EXPECT_EQ(merged.tolerance, least);
      EXPECT_EQ(merged.rank, above(least));
      EXPECT_EQ(merged.effectiveRank, own.head.effectiveRank);
      ASSERT_TRUE(thinHead(modelDim, headDim, wq.data(), wk.data(), values.data(), thin,
                           {value, relative}));
      EXPECT_NEAR(thin.tolerance, least, 1e-5 * least);
    }
  }
}

// Thin heads ----------------------------------------------------------------------------------------

Measured measureThin(uint32_t modelDim, uint32_t headDim, const Numbers& wq, const Numbers& wk) {
  const uint32_t size = std::min(modelDim, headDim);
  testing::GuardedBuffer<double> values(size);
  Measured result;
  EXPECT_TRUE(thinHead(modelDim, headDim, wq.data(), wk.data(), values.data(), result.head));
  result.values.assign(values.data(), values.data() + size);
  for (uint32_t i = 1; i < size; ++i) EXPECT_LE(result.values[i], result.values[i - 1]);
  return result;
}

double lengthOf(const Numbers& x) {
  double squares = 0;
  for (const float each : x) squares += double{each} * double{each};
  return std::sqrt(squares);
}

// Computes Wq Wk^T in double.
Doubles mergedOf(uint32_t modelDim, uint32_t headDim, const Numbers& wq, const Numbers& wk) {
  Doubles merged(size_t{modelDim} * modelDim);
  for (uint32_t i = 0; i < modelDim; ++i) {
    for (uint32_t j = 0; j < modelDim; ++j) {
      for (uint32_t c = 0; c < headDim; ++c) {
        merged[size_t{i} * modelDim + j] +=
            double{wq[size_t{i} * headDim + c]} * double{wk[size_t{j} * headDim + c]};
      }
    }
  }
  return merged;
}

// Returns exp of the entropy of shares (Roy and Vetterli 2007, equation 4).
double effectiveRankOf(const Doubles& values) {
  const double total = std::accumulate(values.begin(), values.end(), 0.0);
  double entropy = 0;
  for (const double value : values) {
    if (value > 0) entropy -= value / total * std::log(value / total);
  }
  return std::exp(entropy);
}

// Returns the number of largest values that have 0.9 of the sum of squares.
double carryingOf(const Doubles& values) {
  const auto squaresOfFirst = [&](size_t count) {
    double squares = 0;
    for (size_t i = 0; i < count; ++i) squares += values[i] * values[i];
    return squares;
  };
  size_t count = 0;
  while (squaresOfFirst(count) < 0.9 * squaresOfFirst(values.size())) ++count;
  return static_cast<double>(count);
}

TEST(ThinHead, ValuesAreThoseOfTheMergedMatrixInDoubleForEverySize) {
  Worst worst("singular values of thin heads, in 2^-53 |Wq| |Wk|");
  const auto note = [&](uint32_t modelDim, uint32_t headDim) {
    const Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
    const Measured m = measureThin(modelDim, headDim, wq, wk);
    const Doubles all = jacobiValues(mergedOf(modelDim, headDim, wq, wk), modelDim);
    const double lengths = lengthOf(wq) * lengthOf(wk);
    for (size_t i = 0; i < m.values.size(); ++i) {
      worst.note(std::fabs(m.values[i] - all[i]) / lengths * 0x1p53, modelDim + headDim / 1e3);
    }
    const double rounding = std::max(modelDim, headDim) * 0x1p-52;
    EXPECT_NEAR(m.head.tolerance, rounding * lengths, 1e-13 * m.head.tolerance);
    EXPECT_EQ(m.head.rank, std::min(modelDim, headDim)) << modelDim << " " << headDim;
    EXPECT_NEAR(m.head.effectiveRank, effectiveRankOf(m.values), 1e-13 * m.head.effectiveRank);
  };
  for (uint32_t modelDim = 1; modelDim <= 20; ++modelDim) {
    for (const uint32_t headDim : {1u, 2u, 3u, 4u, 7u, 16u, 21u}) note(modelDim, headDim);
  }
  // One and two blocks of 64 rows, and one row less or more.
  for (const uint32_t modelDim : {63u, 64u, 65u, 127u, 128u, 129u}) {
    for (const uint32_t headDim : {1u, 6u, 70u}) note(modelDim, headDim);
  }
  EXPECT_LT(worst.error(), 10);
}

TEST(ThinHead, AHeadOfLlamaHasTheValuesThatItWasGiven) {
  const uint32_t modelDim = 4096, headDim = 128;
  Numbers wq(size_t{modelDim} * headDim), wk(wq.size());
  for (uint32_t i = 0; i < modelDim; ++i) {
    for (uint32_t c = 0; c < headDim; ++c) {
      // Columns of Hadamard's matrix: orthogonal, of length 64.
      const float sign = __builtin_popcount(i & c) % 2 == 0 ? 1 : -1;
      wq[size_t{i} * headDim + c] = sign / 64;
      wk[size_t{i} * headDim + c] = sign * static_cast<float>(1 + c) / 64;
    }
  }
  const Measured m = measureThin(modelDim, headDim, wq, wk);
  for (uint32_t i = 0; i < headDim; ++i) EXPECT_NEAR(m.values[i], headDim - i, 1e-11);
  EXPECT_EQ(m.head.rank, headDim);
  EXPECT_NEAR(m.head.effectiveRank, effectiveRankOf(m.values), 1e-11);
  // For shares with density 2 x: n exp(1/2) / 2.
  EXPECT_NEAR(m.head.effectiveRank, headDim * std::exp(0.5) / 2, 1);
}

TEST(ThinHead, SquaresOfTheValuesAddUpToThoseOfTheMergedEntries) {
  const uint32_t modelDim = 700, headDim = 33;
  const Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
  double squares = 0, entries = 0;
  for (const double value : measureThin(modelDim, headDim, wq, wk).values) squares += value * value;
  for (const double entry : mergedOf(modelDim, headDim, wq, wk)) entries += entry * entry;
  EXPECT_NEAR(squares, entries, 1e-13 * entries);
}

TEST(ThinHead, FloatOfTheMergedMatrixHasTheSameValuesUpToItsRounding) {
  const uint32_t modelDim = 96, headDim = 12;
  const Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
  const Measured thin = measureThin(modelDim, headDim, wq, wk);
  const Measured full = measure(modelDim, headDim, wq, wk);
  EXPECT_EQ(thin.head.rank, full.head.rank);
  for (uint32_t i = 0; i < headDim; ++i) {
    EXPECT_NEAR(thin.values[i], full.values[i], 1e-6 * full.values[0]);
  }
  EXPECT_NEAR(thin.head.effectiveRank, full.head.effectiveRank, 1e-3);
  EXPECT_NEAR(full.head.effectiveRank, effectiveRankOf(full.values), 1e-12);
}

TEST(ThinHead, TheRankIsThatOfTheProductAndNotOfItsFactors) {
  const uint32_t modelDim = 300, headDim = 8;
  Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
  for (uint32_t i = 0; i < modelDim; ++i) {
    for (uint32_t c = 5; c < headDim; ++c) wq[i * headDim + c] = wq[i * headDim];
  }
  EXPECT_EQ(measureThin(modelDim, headDim, wq, wk).head.rank, 5);
  // x a^T - x a^T cancels completely, so rounding must not count.
  for (uint32_t i = 0; i < modelDim; ++i) {
    for (uint32_t c = 1; c < headDim; c += 2) {
      wq[i * headDim + c] = wq[i * headDim + c - 1];
      wk[i * headDim + c] = -wk[i * headDim + c - 1];
    }
  }
  const Measured cancelled = measureThin(modelDim, headDim, wq, wk);
  EXPECT_EQ(cancelled.head.rank, 0);
  EXPECT_GT(cancelled.head.tolerance, 0);
  std::fill(wk.begin(), wk.end(), 0.0f);
  const Measured none = measureThin(modelDim, headDim, wq, wk);
  EXPECT_EQ(none.head.rank, 0);
  EXPECT_EQ(none.head.tolerance, 0);
  EXPECT_EQ(none.head.effectiveRank, 0);
  for (const double value : none.values) EXPECT_EQ(value, 0);
}

TEST(ThinHead, SmallAndLargeNumbersScaleTheValuesAndNothingElse) {
  const uint32_t modelDim = 130, headDim = 9;
  const Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
  const Measured one = measureThin(modelDim, headDim, wq, wk);
  for (const float factor : {0x1p-100f, 0x1p40f}) {
    Numbers scaledQ = wq, scaledK = wk;
    for (float& each : scaledQ) each *= factor;
    for (float& each : scaledK) each *= factor;
    const Measured m = measureThin(modelDim, headDim, scaledQ, scaledK);
    const double square = double{factor} * double{factor};
    for (uint32_t i = 0; i < headDim; ++i) {
      EXPECT_NEAR(m.values[i], square * one.values[i], 1e-14 * square * one.values[0]);
    }
    EXPECT_EQ(m.head.rank, headDim);
    EXPECT_NEAR(m.head.effectiveRank, one.head.effectiveRank, 1e-12);
  }
}

TEST(EffectiveRank, CountsDirectionsByTheirShares) {
  const auto of = [](const Doubles& values) {
    return countDirections(values.data(), static_cast<uint32_t>(values.size()), 0.5).effectiveRank;
  };
  for (const size_t count : {1u, 2u, 5u, 512u}) {
    EXPECT_NEAR(of(Doubles(count, 3.0)), static_cast<double>(count), 1e-12 * count);
  }
  EXPECT_NEAR(of({7, 0, 0}), 1, 1e-15);
  EXPECT_NEAR(of({3, 1}), 4 / std::pow(3, 0.75), 1e-14);  // 3/4 and 1/4
  EXPECT_EQ(of({0, 0}), 0);
  EXPECT_EQ(of({}), 0);
  EXPECT_NEAR(of({1, 1e-300, 1e-320}), 1, 1e-15);
  EXPECT_EQ(countDirections(Doubles{3, 1, 0.5, 0.25}.data(), 4, 0.5).rank, 2);
}

TEST(CarryingDirections, AreTheFewestLargestWithNineTenthsOfTheSquares) {
  const auto of = [](const Doubles& values) {
    return countDirections(values.data(), static_cast<uint32_t>(values.size()), 0.5).carrying;
  };
  EXPECT_EQ(of({7}), 1);
  EXPECT_EQ(of({3, 1}), 1);    // 9 of 10 is enough
  EXPECT_EQ(of({2.9, 1}), 2);  // 8.41 of 9.41 is not
  EXPECT_EQ(of({4, 3, 1}), 2);
  EXPECT_EQ(of(Doubles(10, 3.0)), 9);
  EXPECT_EQ(of(Doubles(512, 1.0)), 461);  // 460.8
  EXPECT_EQ(of({1e60, 1e59, 1e-60}), 1);
  EXPECT_EQ(of({1e-60, 1e-60}), 2);
  EXPECT_EQ(of({0, 0}), 0);
  EXPECT_EQ(of({}), 0);
}

TEST(CarryingDirections, AreCountedForMergedAndThinHeads) {
  for (const auto& [modelDim, headDim] : {std::pair{40u, 8u}, {9u, 20u}, {96u, 12u}}) {
    const Numbers wq = normals(modelDim, headDim, 0), wk = normals(modelDim, headDim, 1);
    const Measured thin = measureThin(modelDim, headDim, wq, wk);
    EXPECT_EQ(thin.head.carrying, carryingOf(thin.values)) << modelDim << " " << headDim;
    const Measured full = measure(modelDim, headDim, wq, wk);
    EXPECT_EQ(full.head.carrying, carryingOf(full.values)) << modelDim << " " << headDim;
    EXPECT_EQ(full.head.carrying, thin.head.carrying) << modelDim << " " << headDim;
  }
}

}  // namespace
}  // namespace scaledot
