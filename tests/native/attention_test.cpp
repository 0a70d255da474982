// attention(), compared with the naive double reference, in guarded memory: every shape, every option, and its invariants.
#include "attention/attention.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "attention_check.h"

namespace scaledot {
namespace {

using namespace testing;

// --- shapes ---

TEST(Attention, EverySmallShapeAgreesWithTheReference) {
  ForwardCheck check("small shapes");
  Random random(1);
  for (uint32_t queries = 1; queries <= 15; ++queries) {
    for (uint32_t keys = 1; keys <= 27; ++keys) {
      const Case c({1, 1, 1, queries, keys, 1 + (queries * 5 + keys) % 27, 1 + queries * keys % 27},
                   random);
      const Guard guard = (queries + keys) % 2 == 0 ? Guard::after : Guard::before;
      check.check(c.problem(), runForward(c.problem(), kStreaming, guard), true, describe(c));
      check.check(c.problem(), runForward(c.problem(), kEverything, guard), true, describe(c));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Attention, EveryWidthAgreesWithTheReference) {
  ForwardCheck check("widths");
  Random random(2);
  for (uint32_t headDim = 1; headDim <= 35; ++headDim) {
    for (uint32_t valueDim = 1; valueDim <= 35; valueDim += 1 + headDim % 3) {
      const Case c({1, 2, 1, 5, 9, headDim, valueDim}, random);
      const Guard guard = headDim % 2 == 0 ? Guard::after : Guard::before;
      check.check(c.problem(), runForward(c.problem(), kStreaming, guard), true, describe(c));
      check.check(c.problem(), runForward(c.problem(), kEverything, guard), true, describe(c));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Attention, LengthsAroundBlocksAgreeWithTheReference) {
  ForwardCheck check("around blocks");
  Random random(3);
  const uint32_t lengths[] = {31, 32, 33, 63, 64, 65, 95, 127, 128, 129, 130, 255, 256, 257, 385};
  for (const uint32_t keys : lengths) {
    for (const uint32_t queries : {1u, 4u, 31u, 33u, 65u, 131u}) {
      const Case c({1, 1, 1, queries, keys, 33, 19}, random);
      check.check(c.problem(), runForward(c.problem(), kStreaming), true, describe(c));
      check.check(c.problem(), runForward(c.problem(), kEverything), true, describe(c));
      if (HasFatalFailure()) return;
    }
  }
  for (const uint32_t width : {64u, 127u, 128u, 129u, 200u, 256u, 300u}) {
    const Case c({1, 1, 1, 37, 141, width, 321 - width}, random);
    check.check(c.problem(), runForward(c.problem(), kStreaming), true, describe(c));
    if (HasFatalFailure()) return;
  }
}

TEST(Attention, LongRowsAreWithinTheBound) {
  ForwardCheck check("long rows");
  Random random(4);
  for (const uint32_t length : {512u, 1024u, 2048u}) {
    const Case c({1, 1, 1, kSanitized ? 50 : length, length, 64, 64}, random);
    check.check(c.problem(), runForward(c.problem()), true, describe(c));
    if (HasFatalFailure()) return;
  }
  const Case c({1, 1, 1, 3, 20000, 64, 64}, random);
  check.check(c.problem(), runForward(c.problem()), true, describe(c));
  check.check(c.problem(), runForward(c.problem(), kEverything), true, describe(c));
}

// Equal weights would reveal sums that stall. A maximum that grows from block to block would reveal missing rescaling.
TEST(Attention, FlatAndGrowingRowsAreWithinTheBound) {
  ForwardCheck check("flat and growing rows");
  Random random(5);
  for (const float step : {0.0f, 1e-3f, 0.03f, -0.03f, 0.5f, -0.5f}) {
    Case c({1, 1, 1, 2, 2048, 4, 8}, random);
    for (float& v : c.value) v = std::fabs(v);
    c.options.scale = 1;
    for (size_t j = 0; j < 2048; ++j)
      for (size_t d = 0; d < 4; ++d) c.key[j * 4 + d] = d == 0 ? step * static_cast<float>(j) : 0;
    for (size_t i = 0; i < 2; ++i) c.query[i * 4] = i == 0 ? 1.0f : -1.0f;
    check.check(c.problem(), runForward(c.problem()), false, "step " + std::to_string(step));
    check.check(c.problem(), runForward(c.problem(), kEverything), false, "all");
    if (HasFatalFailure()) return;
  }
}

TEST(Attention, BatchesAndGroupedHeadsAgreeWithTheReference) {
  ForwardCheck check("batches and grouped heads");
  Random random(6);
  for (const uint32_t batch : {1u, 2u, 3u}) {
    for (const uint32_t keyHeads : {1u, 2u, 3u}) {
      for (const uint32_t group : {1u, 2u, 5u}) {
        const Case c({batch, keyHeads * group, keyHeads, 7, 11, 13, 6}, random);
        check.check(c.problem(), runForward(c.problem()), true, describe(c));
        check.check(c.problem(), runForward(c.problem(), kEverything), true, describe(c));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Attention, MisalignedTensorsGiveTheSameBits) {
  Random random(7);
  const Case c({1, 2, 1, 13, 39, 20, 12}, random);
  const Forward expected = runForward(c.problem(), kEverything);
  for (size_t shift = 1; shift < 4; ++shift) {
    const auto moved = [&](const std::vector<float>& from) {
      std::vector<float> to(from.size() + shift);
      std::copy(from.begin(), from.end(), to.begin() + static_cast<std::ptrdiff_t>(shift));
      return to;
    };
    const std::vector<float> query = moved(c.query), key = moved(c.key), value = moved(c.value);
    std::vector<float> output(c.rows() * 12 + shift), weights(c.rows() * 39 + shift);
    AttentionProblem p = c.problem();
    p.query = query.data() + shift;
    p.key = key.data() + shift;
    p.value = value.data() + shift;
    AttentionResults results;
    results.output = output.data() + shift;
    results.weights = weights.data() + shift;
    ASSERT_TRUE(attention(p, results));
    EXPECT_TRUE(std::equal(expected.output.begin(), expected.output.end(), results.output));
    EXPECT_TRUE(std::equal(expected.weights.begin(), expected.weights.end(), results.weights));
  }
}

// --- options ---

TEST(Attention, EveryCombinationOfOptionsAgreesWithTheReference) {
  ForwardCheck check("combinations of options");
  Random random(8);
  for (uint32_t features = 0; features < kFeatures; ++features) {
    for (int repeat = 0; repeat < 2; ++repeat) {
      Case c(randomShape(random), random);
      addFeatures(c, features, random);
      const Guard guard = repeat == 0 ? Guard::after : Guard::before;
      const std::string what = describe(c) + " features " + std::to_string(features);
      check.check(c.problem(), runForward(c.problem(), kStreaming, guard), false, what);
      check.check(c.problem(), runForward(c.problem(), kEverything, guard), false, what);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Attention, OptionsAcrossBlocksAgreeWithTheReference) {
  ForwardCheck check("options across blocks");
  Random random(9);
  for (uint32_t features = 0; features < kFeatures; features += kSanitized ? 13 : 5) {
    Case c({2, 2, 1, random.between(100, 150), random.between(120, 400), 9, 5}, random);
    addFeatures(c, features, random);
    const std::string what = describe(c) + " features " + std::to_string(features);
    check.check(c.problem(), runForward(c.problem(), kStreaming), false, what);
    check.check(c.problem(), runForward(c.problem(), kEverything), false, what);
    if (HasFatalFailure()) return;
  }
}

TEST(Attention, MasksBroadcastAlongEveryAxis) {
  ForwardCheck check("broadcast masks");
  Random random(10);
  for (int kind = 0; kind < 3; ++kind) {
    for (uint32_t axes = 0; axes < 16; ++axes) {
      for (const uint32_t keys : {13u, 150u}) {
        Case c({2, 3, 3, 9, keys, 8, 8}, random);
        if (kind == 0) c.addAllow(axes, random);
        if (kind == 1) c.addBlock(axes, random);
        if (kind == 2) c.addBias(axes, random);
        const std::string what = std::to_string(kind) + " axes " + std::to_string(axes);
        check.check(c.problem(), runForward(c.problem(), kStreaming), false, what);
        check.check(c.problem(), runForward(c.problem(), kEverything), false, what);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Attention, AnyNumberOtherThanZeroAllowsAndBlocks) {
  Random random(11);
  Case c({1, 1, 1, 4, 6, 5, 3}, random);
  c.addAllow(3, random, 0.5);
  c.addBlock(3, random, 0.3);
  const Forward expected = runForward(c.problem(), kEverything);
  const float others[] = {1e-40f, -1.0f, kNaNF, 3e38f, -kInfinityF};
  for (std::vector<float>* mask : {&c.allow, &c.block})
    for (size_t i = 0; i < mask->size(); ++i)
      (*mask)[i] = (*mask)[i] != 0 ? others[i % 5] : (i % 2 == 0 ? -0.0f : 0.0f);
  const Forward got = runForward(c.problem(), kEverything);
  EXPECT_TRUE(sameBits(got.output, expected.output));
  EXPECT_TRUE(sameBits(got.weights, expected.weights));
}

TEST(Attention, CausalWindowsAndLengthsAreWhatTheHeaderSays) {
  // With equal scores the weights show which keys a query sees: 4 queries, 6 keys.
  Random random(12);
  Case c({1, 1, 1, 4, 6, 1, 1}, random);
  c.options.scale = 0;
  const auto seen = [&] {
    const Forward r = runForward(c.problem(), kEverything);
    std::string rows;
    for (size_t i = 0; i < 4; ++i) {
      for (size_t j = 0; j < 6; ++j) rows += r.weights[i * 6 + j] > 0 ? 'x' : '.';
      rows += ' ';
    }
    return rows;
  };
  EXPECT_EQ(seen(), "xxxxxx xxxxxx xxxxxx xxxxxx ");
  c.options.causal = Causal::upperLeft;
  EXPECT_EQ(seen(), "x..... xx.... xxx... xxxx.. ");
  c.options.causal = Causal::lowerRight;
  EXPECT_EQ(seen(), "xxx... xxxx.. xxxxx. xxxxxx ");
  c.keyLengths = {5};
  EXPECT_EQ(seen(), "xx.... xxx... xxxx.. xxxxx. ");
  c.keyLengths = {2};  // two queries have positions before the first key
  EXPECT_EQ(seen(), "...... ...... x..... xx.... ");
  c.options.causal = Causal::none;
  EXPECT_EQ(seen(), "xx.... xx.... xx.... xx.... ");
  c.keyLengths.clear();
  c.options.windowBefore = 1;
  EXPECT_EQ(seen(), "xxxxxx xxxxxx .xxxxx ..xxxx ");
  c.options.windowAfter = 2;
  EXPECT_EQ(seen(), "xxx... xxxx.. .xxxx. ..xxxx ");
  c.options.causal = Causal::lowerRight;
  EXPECT_EQ(seen(), ".xx... ..xx.. ...xx. ....xx ");
  c.options.windowBefore = c.options.windowAfter = 0;
  EXPECT_EQ(seen(), "..x... ...x.. ....x. .....x ");
  c.options.causal = Causal::upperLeft;
  c.options.firstQuery = 2;
  c.options.wholeQueries = 9;
  EXPECT_EQ(seen(), "..x... ...x.. ....x. .....x ");
  c.options.windowBefore = kUnlimited;
  c.options.causal = Causal::lowerRight;  // p = 2 + i + 6 - 9
  EXPECT_EQ(seen(), "...... x..... xx.... xxx... ");
}

TEST(Attention, HugeWindowsAreNoWindows) {
  Random random(13);
  Case c({1, 1, 1, 9, 200, 4, 4}, random);
  const Forward expected = runForward(c.problem());
  for (const uint32_t wide : {200u, 0x7fffffffu, 0x80000000u, 0xfffffffeu}) {
    c.options.windowBefore = c.options.windowAfter = wide;
    EXPECT_TRUE(sameBits(runForward(c.problem()).output, expected.output)) << wide;
  }
}

// --- invariants ---

TEST(Attention, WeightsSumToOneAndMaskedOnesAreZero) {
  Worst worst("sum of weights - 1");
  Random random(27);
  for (uint32_t features = 0; features < kFeatures; features += 2) {
    Case c(features % 4 == 0 ? Shape{1, 1, 1, 30, random.between(200, 2048), 16, 1}
                             : randomShape(random, 40),
           random);
    addFeatures(c, features, random);
    const Forward r = runForward(c.problem(), kEverything);
    for (size_t row = 0; row < c.rows(); ++row) {
      double sum = 0;
      for (size_t j = 0; j < c.options.keys; ++j) {
        const size_t at = row * c.options.keys + j;
        ASSERT_TRUE(r.maskedScores[at] != -kInfinityF || r.weights[at] == 0) << describe(c);
        sum += r.weights[at];
      }
      const bool none = r.logSumExp[row] == -kInfinityF;
      ASSERT_NEAR(sum, none ? 0 : 1, 1e-6) << describe(c) << " row " << row;
      if (!none) worst.note(std::fabs(sum - 1), c.options.keys);
    }
  }
}

TEST(Attention, StreamingEqualsMaterialised) {
  Worst worst("streaming - materialised, ulp of the largest |value| / sqrt(S)");
  Random random(28);
  for (uint32_t features = 0; features < kFeatures; ++features) {
    Case c(features % 3 == 0 ? Shape{1, 1, 1, 30, random.between(100, 700), 16, 9}
                             : randomShape(random, 40),
           random);
    addFeatures(c, features, random);
    const Forward streamed = runForward(c.problem(), kStreaming),
                  whole = runForward(c.problem(), kEverything);
    const double unit =
        ulpAt(largestFinite(Reference(c.problem()).value)) * std::sqrt(c.options.keys);
    for (size_t i = 0; i < streamed.output.size(); ++i) {
      const double difference = std::fabs(double{streamed.output[i]} - whole.output[i]);
      ASSERT_LE(difference, 4 * unit) << describe(c) << " features " << features;
      worst.note(difference / unit, c.options.keys);
    }
  }
}

TEST(Attention, TheOrderOfKeysDoesNotMatter) {
  Worst worst("keys in another order, ulp of the largest |value| / sqrt(S)");
  Random random(29);
  for (const uint32_t keys : {2u, 9u, 100u, 130u, 700u}) {
    Case c({1, 1, 1, 9, keys, 16, 9}, random), shuffled = c;
    c.addBias(3, random);
    shuffled.bias = c.bias;
    shuffled.options.bias = c.options.bias;
    std::vector<uint32_t> order(keys);
    std::iota(order.begin(), order.end(), 0u);
    for (uint32_t j = keys; j-- > 1;) std::swap(order[j], order[random.below(j + 1)]);
    for (uint32_t j = 0; j < keys; ++j) {
      std::copy_n(&c.key[order[j] * 16], 16, &shuffled.key[j * 16]);
      std::copy_n(&c.value[order[j] * 9], 9, &shuffled.value[j * 9]);
      for (uint32_t i = 0; i < 9; ++i) shuffled.bias[i * keys + j] = c.bias[i * keys + order[j]];
    }
    const Forward a = runForward(c.problem()), b = runForward(shuffled.problem());
    const double unit = ulpAt(largestFinite(Reference(c.problem()).value)) * std::sqrt(keys);
    for (size_t i = 0; i < a.output.size(); ++i) {
      const double difference = std::fabs(double{a.output[i]} - b.output[i]);
      EXPECT_LE(difference, 4 * unit) << keys;
      worst.note(difference / unit, keys);
    }
  }
}

TEST(Attention, AConstantAddedToARowChangesOnlyLogSumExp) {
  Random random(30);
  for (const float shift : {1.0f, -1.0f, 64.0f, -1024.0f}) {
    Case c({1, 2, 1, 9, 150, 16, 9}, random);
    const Forward plain = runForward(c.problem(), kEverything);
    c.addBias(2, random, 0);
    for (float& v : c.bias) v = shift;
    const Forward shifted = runForward(c.problem(), kEverything);
    // Adding rounds the scores to 2^-24 of the constant.
    const double bound = (8 + std::fabs(shift)) * 8 * kHalfUlp;
    for (size_t i = 0; i < plain.output.size(); ++i)
      EXPECT_NEAR(shifted.output[i], plain.output[i], bound);
    for (size_t i = 0; i < plain.weights.size(); ++i)
      EXPECT_NEAR(shifted.weights[i], plain.weights[i], bound);
    for (size_t i = 0; i < plain.logSumExp.size(); ++i)
      EXPECT_NEAR(shifted.logSumExp[i], plain.logSumExp[i] + shift, bound);
  }
}

// Numbers computed by hand from the definition.
TEST(Attention, AgreesWithAnExampleComputedByHand) {
  Random random(31);
  Case c({1, 1, 1, 2, 2, 1, 1}, random);
  c.options.scale = 0.5f;
  c.query = {2, 0};
  c.key = {0, 1.0986123f};  // ln 3: weights 1/4 and 3/4
  c.value = {4, 8};
  const Forward r = runForward(c.problem(), kEverything);
  EXPECT_FLOAT_EQ(r.output[0], 7);
  EXPECT_FLOAT_EQ(r.output[1], 6);
  EXPECT_FLOAT_EQ(r.weights[0], 0.25f);
  EXPECT_FLOAT_EQ(r.weights[1], 0.75f);
  EXPECT_FLOAT_EQ(r.logSumExp[0], 1.3862944f);
  EXPECT_FLOAT_EQ(r.scores[1], 2.1972246f);
  EXPECT_FLOAT_EQ(r.scaledScores[1], 1.0986123f);
}

}  // namespace
}  // namespace scaledot
