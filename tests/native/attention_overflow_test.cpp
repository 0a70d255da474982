// attention() and attentionGradient() where products of queries and keys are beyond float32 and the scale brings them back.
#include <string>

#include "attention/attention.h"
#include "attention_check.h"

namespace scaledot {
namespace {

using namespace testing;

// Returns a case with products of about 1e40 and scores of about 1.
Case hugeCase(const Shape& shape, Random& random) {
  Case c(shape, random);
  for (float& v : c.query) v *= 1e20f;
  for (float& v : c.key) v *= 1e20f;
  c.options.scale = 1e-40f;
  return c;
}

void checkForward(ForwardCheck& check, const Case& c, const std::string& what) {
  for (const uint32_t wanted : {uint32_t{kStreaming}, uint32_t{kOutput}, uint32_t{kEverything}}) {
    check.check(c.problem(), runForward(c.problem(), wanted), false, what);
  }
}

TEST(AttentionOverflow, ScoresThatFitAgreeWithTheReference) {
  ForwardCheck check("overflow");
  Random random(61);
  for (const uint32_t keys : {1u, 5u, 18u, 140u}) {
    for (const uint32_t headDim : {1u, 3u, 9u}) {
      const Case c = hugeCase({1, 2, 1, 11, keys, headDim, 5}, random);
      checkForward(check, c, describe(c));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(AttentionOverflow, EveryOptionAgreesWithTheReference) {
  ForwardCheck check("overflow, options");
  Random random(62);
  for (uint32_t features = 0; features < kFeatures; features += 5) {
    Case c = hugeCase(randomShape(random), random);
    addFeatures(c, features, random);
    checkForward(check, c, describe(c) + " features " + std::to_string(features));
    if (HasFatalFailure()) return;
  }
}

// Products of -infinity have no weight, and would go unnoticed.
TEST(AttentionOverflow, NegativeScoresAreNotMasked) {
  ForwardCheck check("overflow, negative");
  Random random(63);
  Case c = hugeCase({1, 1, 1, 3, 9, 4, 2}, random);
  for (float& v : c.query) v = std::fabs(v);
  for (float& v : c.key) v = -std::fabs(v);
  checkForward(check, c, "all");
  c.key[4] = c.key[5] = c.key[6] = c.key[7] = 1;
  checkForward(check, c, "all but one");
}

// Sums that overflow before they cancel, in which the scale has no part.
TEST(AttentionOverflow, ProductsThatCancelAreKept) {
  Random random(64);
  Case c({1, 1, 1, 8, 3, 8, 1}, random);
  std::fill(c.query.begin(), c.query.end(), 1.0f);
  std::fill(c.key.begin(), c.key.end(), 0.0f);
  for (uint32_t d = 0; d < 8; ++d) {
    c.key[d] = d < 4 ? 1.5e38f : -1.5e38f;
    c.key[8 + d] = -c.key[d];
  }
  c.value = {1, 2, 6};
  c.options.scale = 1;
  const Forward r = runForward(c.problem(), kEverything);
  for (const float output : r.output) EXPECT_NEAR(output, 3, 1e-6);
  EXPECT_EQ(r.scores, std::vector<float>(24, 0));
}

TEST(AttentionOverflow, RawScoresStayInfiniteAndChangeNoBits) {
  Random random(65);
  const Case c = hugeCase({1, 1, 1, 9, 33, 6, 3}, random);
  const Forward all = runForward(c.problem(), kEverything);
  EXPECT_GT(std::count(all.scores.begin(), all.scores.end(), kInfinityF), 0);
  EXPECT_EQ(std::count_if(all.scaledScores.begin(), all.scaledScores.end(),
                          [](float s) { return !std::isfinite(s); }),
            0);
  const Forward output = runForward(c.problem(), kStreaming);
  EXPECT_TRUE(sameBits(all.output, output.output));
  EXPECT_TRUE(sameBits(all.logSumExp, output.logSumExp));
  EXPECT_TRUE(sameBits(all.scaledScores, runForward(c.problem(), kScaledScores).scaledScores));
}

TEST(AttentionOverflow, OtherRowsKeepTheirBits) {
  Random random(66);
  Case c({1, 1, 1, 9, 40, 6, 3}, random);
  c.options.scale = 1e-30f;
  for (float& v : c.key) v *= 1e15f;
  const Forward before = runForward(c.problem(), kStreaming);
  for (uint32_t d = 0; d < 6; ++d) c.query[4 * 6 + d] *= 1e25f;
  const Forward after = runForward(c.problem(), kStreaming);
  for (size_t row = 0; row < 9; ++row) {
    EXPECT_EQ(sameBits(before.logSumExp[row], after.logSumExp[row]), row != 4);
    EXPECT_TRUE(std::isfinite(after.logSumExp[row]));
  }
}

TEST(AttentionOverflow, SumsOfValuesBeyondFloat32AreKept) {
  Random random(68);
  for (const uint32_t keys : {2u, 7u, 300u}) {
    Case c({1, 2, 1, 11, keys, 3, 5}, random);
    const Forward before = runForward(c.problem(), kStreaming);
    for (size_t n = 0; n < c.value.size(); n += 5) {
      c.value[n + 1] = 3e38f;
      c.value[n + 2] = n % 2 == 0 ? -2e38f : -3e38f;
    }
    const Forward after = runForward(c.problem(), kEverything);
    for (size_t n = 0; n < after.output.size(); n += 5) {
      EXPECT_NEAR(after.output[n + 1] / 3e38f, 1, 1e-5);
      EXPECT_GE(after.output[n + 2], -3.0001e38f);
      EXPECT_LE(after.output[n + 2], -1.9999e38f);
      for (const size_t other : {n, n + 3, n + 4}) {
        EXPECT_TRUE(sameBits(after.output[other], before.output[other]));
      }
    }
    EXPECT_TRUE(sameBits(after.output, runForward(c.problem(), kOutput).output));
  }
}

// Rounded weights may add up to more than 1.
TEST(AttentionOverflow, GreatestValuesKeepTheirMean) {
  constexpr float greatest = std::numeric_limits<float>::max();
  Random random(69);
  for (uint32_t keys = 2; keys < 40; ++keys) {
    Case c({1, 1, 1, 3, keys, 2, 3}, random);
    std::fill(c.query.begin(), c.query.end(), 0.0f);
    std::fill(c.value.begin(), c.value.end(), greatest);
    for (size_t n = 0; n < c.value.size(); n += 3) c.value[n] = -greatest;
    const Forward r = runForward(c.problem(), kOutput);
    for (size_t n = 0; n < r.output.size(); ++n) {
      EXPECT_NEAR(r.output[n] / greatest, n % 3 == 0 ? -1 : 1, 1e-6) << keys << " keys";
    }
  }
}

TEST(AttentionOverflow, ValuesThatARowDoesNotSeeChangeNoBitsOfIt) {
  Random random(70);
  Case c({1, 1, 1, 12, 12, 2, 3}, random);
  c.options.causal = Causal::upperLeft;
  for (float& v : c.value) v = 3e38f;
  const Forward before = runForward(c.problem(), kOutput);
  c.value[3 * 11 + 1] = kNaNF;
  c.value[3 * 11 + 2] = kInfinityF;
  c.key[2 * 10] = kNaNF;
  const Forward after = runForward(c.problem(), kOutput);
  for (size_t n = 0; n < 3 * 10; ++n) {
    EXPECT_TRUE(std::isfinite(before.output[n]));
    EXPECT_TRUE(sameBits(before.output[n], after.output[n]));
  }
  for (size_t n = 3 * 10; n < after.output.size(); ++n) EXPECT_TRUE(std::isnan(after.output[n]));
}

TEST(AttentionOverflow, WhatCannotFitGivesNaN) {
  Random random(67);
  Case c({1, 1, 1, 2, 3, 1, 1}, random);
  c.query = {1e20f, 1};
  c.key = {1e20f, 1, 2};
  c.options.scale = 1;
  const Forward r = runForward(c.problem(), kEverything);
  EXPECT_TRUE(std::isnan(r.output[0]));
  EXPECT_TRUE(std::isnan(r.logSumExp[0]));
  EXPECT_EQ(r.scaledScores[0], kInfinityF);
  EXPECT_TRUE(std::isfinite(r.output[1]));
  uint32_t rows[2];
  const ListedRows listed = listRows(r.logSumExp.data(), 2, rows);
  EXPECT_EQ(listed.fullyMasked, 0u);
  EXPECT_EQ(listed.nonFinite, 1u);
  EXPECT_EQ(rows[0], 0u);
}

// --- gradients ---

struct Sums {
  std::vector<float> query, key, value, bias;
  double scale = 0;
};

Sums gradientOf(const Case& c) {
  const Forward forward = runForward(c.problem());
  Sums r{std::vector<float>(c.query.size()), std::vector<float>(c.key.size()),
         std::vector<float>(c.value.size()), std::vector<float>(c.bias.size()), 0};
  AttentionGradients where{r.query.data(), r.key.data(),
                           r.value.data(), c.bias.empty() ? nullptr : r.bias.data(),
                           c.bias.size(),  0};
  EXPECT_TRUE(attentionGradient(c.problem(), forward.output.data(), forward.logSumExp.data(),
                                c.loss(), where));
  r.scale = where.scale;
  return r;
}

// Expects gradients within a few thousand roundings of the sum of |terms|.
void expectGradient(const Case& c, const std::string& what) {
  const Sums got = gradientOf(c);
  const Reference reference(c.problem());
  ReferenceGradients size;
  const ReferenceGradients exact = reference.gradient(c.loss(), reference.forward(), &size);
  const auto compare = [&](const std::vector<float>& x, const std::vector<double>& y,
                           const std::vector<double>& sizes, const char* name) {
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_LE(std::fabs(x[i] - y[i]), 3e-4 * sizes[i] + 1e-37)
          << what << " d " << name << " " << i;
    }
  };
  compare(got.query, exact.query, size.query, "query");
  compare(got.key, exact.key, size.key, "key");
  compare(got.value, exact.value, size.value, "value");
  compare(got.bias, exact.bias, size.bias, "bias");
  EXPECT_LE(std::fabs(got.scale - exact.scale), 3e-4 * size.scale) << what << " d scale";
}

TEST(AttentionOverflow, GradientsAgreeWithTheReference) {
  Random random(68);
  for (const uint32_t keys : {1u, 5u, 140u}) {
    const Case c = hugeCase({2, 4, 2, 70, keys, 5, 6}, random);
    expectGradient(c, describe(c));
    if (HasFatalFailure()) return;
  }
  for (uint32_t features = 0; features < kFeatures; features += 7) {
    Case c = hugeCase(randomShape(random), random);
    addFeatures(c, features, random);
    expectGradient(c, describe(c) + " features " + std::to_string(features));
    if (HasFatalFailure()) return;
  }
}

// The scores fit, but not the sums of dS times keys or queries before the scale.
TEST(AttentionOverflow, SumsOfGradientsThatFitAreKept) {
  Random random(69);
  for (const bool ofKeys : {false, true}) {
    Case c({1, 2, 1, 40, 30, 3, 2}, random);
    for (float& v : ofKeys ? c.key : c.query) v *= 5e37f;
    for (float& v : ofKeys ? c.query : c.key) v *= 1e-30f;
    for (float& v : c.outputGradient) v *= 1e3f;
    c.options.scale = 1e-8f;
    c.addBias(3, random, 0);
    expectGradient(c, ofKeys ? "keys" : "queries");
    c.addWeightsGradient(random);
    for (float& v : c.weightsGradient) v *= 1e3f;
    expectGradient(c, ofKeys ? "keys, a loss on the weights" : "queries, a loss on the weights");
  }
}

}  // namespace
}  // namespace scaledot
