// The bits of attention() must not depend on unseen keys, the future, slices of rows, or other requested outputs.
#include <algorithm>
#include <string>

#include "attention/attention.h"
#include "attention_check.h"

namespace scaledot {
namespace {

using namespace testing;

// Overwrites everything that a row does not see with NaN, infinities and huge numbers. The bits of rows must stay the same.
TEST(Attention, UnseenKeysChangeNoBit) {
  Random random(23);
  for (uint32_t features = 0; features < kFeatures; features += 2) {
    Case c(features % 4 == 0 ? Shape{1, 2, 1, 130, 270, 5, 7} : randomShape(random), random);
    addFeatures(c, features, random);
    const ReferenceForward exact = Reference(c.problem()).forward();
    const AttentionProblem& p = c.options;
    const size_t row = random.below(static_cast<uint32_t>(c.rows()));
    const size_t perBatch = size_t{p.heads} * p.queries;
    const size_t b = row / perBatch, h = row % perBatch / p.queries;
    const size_t keyHead = b * p.keyHeads + h / (p.heads / p.keyHeads);
    const float fillings[] = {kNaNF, kInfinityF, -kInfinityF, 1e30f, -1e30f};
    const uint32_t wanted = features % 3 == 0 ? kEverything : kStreaming;
    const Forward expected = runForward(c.problem(), wanted);
    Case changed = c;
    for (size_t other = 0; other < c.rows(); ++other)
      for (size_t d = 0; d < p.headDim; ++d)
        if (other != row) changed.query[other * p.headDim + d] = fillings[(other + d) % 5];
    for (size_t k = 0; k < c.keyRows(); ++k) {
      if (k / p.keys == keyHead && exact.maskedScores[row * p.keys + k % p.keys] != -kInfinity)
        continue;
      for (size_t d = 0; d < p.headDim; ++d) changed.key[k * p.headDim + d] = fillings[(k + d) % 5];
      for (size_t d = 0; d < p.valueDim; ++d)
        changed.value[k * p.valueDim + d] = fillings[(k + d) % 5];
    }
    const Forward got = runForward(changed.problem(), wanted);
    for (size_t i = row * p.valueDim; i < (row + 1) * p.valueDim; ++i)
      ASSERT_TRUE(sameBits(got.output[i], expected.output[i]))
          << describe(c) << " features " << features << " row " << row << ": " << expected.output[i]
          << " became " << got.output[i];
    ASSERT_TRUE(sameBits(got.logSumExp[row], expected.logSumExp[row])) << describe(c);
    for (size_t j = row * p.keys; j < (row + 1) * p.keys && wanted == kEverything; ++j)
      ASSERT_TRUE(sameBits(got.weights[j], expected.weights[j])) << describe(c);
  }
}

// -0 and 0 have different bits.
TEST(Attention, ResultsThatUnderflowKeepTheirSign) {
  Random random(40);
  Case c({1, 1, 1, 3, 5, 2, 3}, random);
  c.keyLengths = {4};
  std::fill(c.query.begin(), c.query.end(), 0.0f);
  std::fill(c.value.begin(), c.value.end(), 0.0f);
  c.value[1] = -std::numeric_limits<float>::denorm_min();  // its quarter is rounded to -0
  const Forward expected = runForward(c.problem());
  EXPECT_TRUE(sameBits(expected.output[1], -0.0f));
  c.value[4 * 3 + 1] = kNaNF;
  EXPECT_TRUE(sameBits(runForward(c.problem()).output, expected.output));
}

TEST(Attention, CausalRowsDoNotDependOnTheFuture) {
  Random random(24);
  for (const uint32_t length : {5u, 33u, 128u, 129u, 300u}) {
    Case c({1, 1, 1, length, length, 11, 6}, random);
    c.options.causal = Causal::upperLeft;
    const Forward expected = runForward(c.problem(), kStreaming);
    for (uint32_t row = 0; row + 1 < length; row += 1 + length / 40) {
      for (const float future : {kNaNF, kInfinityF, 1e30f, 3e38f}) {
        Case changed = c;
        for (size_t i = (row + 1) * 11; i < changed.key.size(); ++i) changed.key[i] = future;
        for (size_t i = (row + 1) * 6; i < changed.value.size(); ++i) changed.value[i] = future;
        const Forward got = runForward(changed.problem(), kStreaming);
        for (size_t i = 0; i < (row + 1) * 6; ++i)
          ASSERT_TRUE(sameBits(got.output[i], expected.output[i])) << length << " " << row;
        // Also without a future.
        if (future == 1e30f) {
          Case alone = c;
          alone.options.queries = alone.options.keys = row + 1;
          const Forward past = runForward(alone.problem(), kStreaming);
          for (size_t i = 0; i < past.output.size(); ++i)
            ASSERT_TRUE(sameBits(past.output[i], expected.output[i])) << length << " " << row;
        }
      }
    }
  }
}

TEST(Attention, SlicesOfRowsGiveTheSameBits) {
  Random random(25);
  for (uint32_t features = 0; features < kFeatures; features += 2) {
    Shape shape = features % 4 == 0 ? Shape{1, 1, 1, 140, 260, 9, 5} : randomShape(random);
    shape.batch = shape.heads = shape.keyHeads = 1;
    Case c(shape, random);
    addFeatures(c, features, random);
    // Masks of a slice start at its first row.
    const uint32_t wanted = features % 3 == 0 ? kEverything : kStreaming;
    const Forward whole = runForward(c.problem(), wanted);
    for (int repeat = 0; repeat < 3; ++repeat) {
      const uint32_t first = random.below(shape.queries),
                     count = random.between(1, shape.queries - first);
      Case slice = c;
      slice.options.queries = count;
      slice.options.firstQuery = first;
      slice.options.wholeQueries = shape.queries;
      slice.query.assign(c.query.begin() + first * shape.headDim,
                         c.query.begin() + (first + count) * shape.headDim);
      const auto cut = [&](std::vector<float>& mask, const MaskTensor& layout) {
        mask.erase(mask.begin(), mask.begin() + std::min<std::ptrdiff_t>(
                                                    std::ptrdiff_t{first} * layout.strides[2],
                                                    static_cast<std::ptrdiff_t>(mask.size())));
      };
      cut(slice.allow, c.options.allow);
      cut(slice.block, c.options.block);
      cut(slice.bias, c.options.bias);
      const Forward got = runForward(slice.problem(), wanted);
      for (size_t i = 0; i < got.output.size(); ++i)
        ASSERT_TRUE(sameBits(got.output[i], whole.output[first * shape.valueDim + i]))
            << describe(c) << " features " << features << " rows " << first << "+" << count;
      for (size_t i = 0; i < count; ++i)
        ASSERT_TRUE(sameBits(got.logSumExp[i], whole.logSumExp[first + i])) << describe(c);
    }
  }
}

TEST(Attention, RequestedOutputsChangeNoScoreAndNoStreamedRow) {
  Random random(26);
  for (uint32_t features = 0; features < kFeatures; features += 7) {
    Case c(features % 2 == 0 ? Shape{1, 2, 2, 20, 260, 9, 5} : randomShape(random), random);
    addFeatures(c, features, random);
    const Forward all = runForward(c.problem(), kEverything);
    EXPECT_TRUE(sameBits(runForward(c.problem(), kScores).scores, all.scores));
    EXPECT_TRUE(sameBits(runForward(c.problem(), kScaledScores).scaledScores, all.scaledScores));
    EXPECT_TRUE(sameBits(runForward(c.problem(), kCappedScores).cappedScores, all.cappedScores));
    EXPECT_TRUE(sameBits(runForward(c.problem(), kMaskedScores).maskedScores, all.maskedScores));
    EXPECT_TRUE(sameBits(runForward(c.problem(), kWeights).weights, all.weights));
    const Forward streamed = runForward(c.problem(), kStreaming);
    EXPECT_TRUE(sameBits(runForward(c.problem(), kOutput).output, streamed.output));
    EXPECT_TRUE(sameBits(runForward(c.problem(), kLogSumExp).logSumExp, streamed.logSumExp));
    EXPECT_TRUE(sameBits(runForward(c.problem(), kStreaming).output, streamed.output));
  }
}

}  // namespace
}  // namespace scaledot
