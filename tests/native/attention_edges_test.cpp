// attention() at its edges: fully masked rows, empty tensors, extreme scores, NaN and infinities.
#include <algorithm>
#include <memory>
#include <string>

#include "attention/attention.h"
#include "attention_check.h"

namespace scaledot {
namespace {

using namespace testing;

// --- fully masked rows, empty tensors ---

void expectFullyMasked(const Case& c, const std::vector<uint32_t>& rows) {
  for (const uint32_t wanted : {uint32_t{kStreaming}, uint32_t{kEverything}}) {
    const Forward r = runForward(c.problem(), wanted);
    std::vector<uint32_t> listed(c.rows());
    const auto [fullyMasked, nonFinite] =
        listRows(r.logSumExp.data(), static_cast<uint32_t>(c.rows()), listed.data());
    listed.resize(fullyMasked);
    EXPECT_EQ(nonFinite, 0u);
    EXPECT_EQ(listed, rows);
    for (const uint32_t row : rows) {
      EXPECT_EQ(r.logSumExp[row], -kInfinityF);
      for (size_t i = 0; i < c.options.valueDim; ++i)
        EXPECT_EQ(r.output[row * c.options.valueDim + i], 0);
      for (size_t j = 0; j < c.options.keys && wanted == kEverything; ++j)
        EXPECT_EQ(r.weights[row * c.options.keys + j], 0);
    }
  }
}

TEST(Attention, FullyMaskedRowsAreZerosAndListed) {
  Random random(14);
  for (const uint32_t keys : {3u, 9u, 300u}) {
    for (int kind = 0; kind < 6; ++kind) {
      Case c({1, 2, 1, 5, keys, 7, 9}, random);
      std::vector<uint32_t> rows = {2, 7};
      if (kind == 0) {
        c.addAllow(2, random, 1);
        c.allow[2] = 0;
      } else if (kind == 1) {
        c.addBlock(2, random, 0);
        c.block[2] = 1;
      } else if (kind == 2) {
        c.addBias(3, random, 0);
        std::fill_n(c.bias.begin() + 2 * keys, keys, -kInfinityF);
      } else if (kind == 3) {
        c.options.causal = Causal::lowerRight;
        c.keyLengths = {2};
        rows = {0, 1, 2, 5, 6, 7};
      } else if (kind == 4) {
        c.keyLengths = {0};
        rows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
      } else {  // scores of -infinity, from the numbers of the tensors
        for (float& v : c.key) v = std::fabs(v) + 1;
        for (uint32_t row = 0; row < 10; ++row)
          for (uint32_t d = 0; d < 7; ++d)
            c.query[row * 7 + d] = row % 5 == 2 ? -3e38f : c.query[row * 7 + d];
      }
      expectFullyMasked(c, rows);
    }
  }
}

TEST(Attention, EmptyTensorsGiveEmptyOrZeroResults) {
  Random random(15);
  expectFullyMasked(Case({1, 2, 1, 3, 0, 5, 4}, random), {0, 1, 2, 3, 4, 5});
  for (const Shape& shape : {Shape{1, 1, 1, 0, 5, 3, 3}, Shape{0, 2, 1, 3, 5, 3, 3},
                             Shape{1, 0, 1, 3, 5, 3, 3}, Shape{1, 1, 1, 0, 0, 0, 0}}) {
    const Forward r = runForward(Case(shape, random).problem(), kEverything);
    EXPECT_TRUE(r.output.empty() && r.weights.empty() && r.logSumExp.empty());
  }
  // Without columns of value there are still weights and logSumExp.
  ForwardCheck check("empty");
  for (const uint32_t keys : {1u, 7u, 200u}) {
    const Case noValue({1, 1, 1, 5, keys, 3, 0}, random);
    check.check(noValue.problem(), runForward(noValue.problem(), kEverything), true, "no value");
    check.check(noValue.problem(), runForward(noValue.problem(), kStreaming), true, "no value");
    // Without columns of query and key every score is 0, so the output is a mean.
    const Case noHead({1, 1, 1, 5, keys, 0, 3}, random);
    check.check(noHead.problem(), runForward(noHead.problem(), kEverything), true, "no head");
    check.check(noHead.problem(), runForward(noHead.problem(), kStreaming), true, "no head");
  }
  AttentionResults nothing;
  EXPECT_TRUE(attention(Case({1, 1, 1, 3, 3, 3, 3}, random).problem(), nothing));
}

// The other dimensions of an empty tensor may be anything.
TEST(Attention, WithoutRowsItAllocatesNothing) {
  constexpr uint32_t longest = 0x7fffffff;
  AttentionProblem problem;
  problem.batch = problem.queries = problem.keys = problem.headDim = problem.valueDim = longest;
  problem.batch = 0;
  EXPECT_TRUE(attention(problem, {}));
  problem.batch = 1;
  problem.queries = 0;
  EXPECT_TRUE(attention(problem, {}));
  problem.queries = 3;
  problem.heads = problem.keyHeads = 0;
  EXPECT_TRUE(attention(problem, {}));
}

// --- extremes ---

TEST(Attention, ExtremeScalesAndScoresAgreeWithTheReference) {
  ForwardCheck check("extremes");
  Random random(16);
  const float scales[] = {0, -0.0f, -1, 1e-30f, 1e4f, -1e4f, 1e30f, -1e30f, 1e-45f, 3e38f};
  const float sizes[] = {1, 1e-45f, 1e-38f, 1e-20f, 1e2f, 1e4f, 1e15f, 1e18f};
  for (const float scale : scales) {
    for (const float size : sizes) {
      for (const uint32_t keys : {1u, 6u, 140u}) {
        Case c({1, 1, 1, 6, keys, 3, 4}, random);
        for (float& v : c.query) v *= size;
        c.options.scale = scale;
        const std::string what = std::to_string(scale) + " " + std::to_string(size);
        // Sums of products beyond 2^127 may overflow before they cancel. Such scores are tested separately below.
        if (std::fabs(static_cast<double>(scale)) * size > 1e37) continue;
        check.check(c.problem(), runForward(c.problem(), kStreaming), false, what);
        check.check(c.problem(), runForward(c.problem(), kEverything), false, what);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// One exact product per score, which tests the softmax alone.
TEST(Attention, ExactExtremeScoresGiveExactRows) {
  Random random(17);
  const std::vector<std::vector<float>> rows = {
      {1e4f, 1e4f, -1e4f},
      {1e30f, 1e30f, -1e30f, 0},
      {-1e30f, -1e30f},
      {-3e38f, 3e38f},
      {3e38f, 3e38f, 3e38f},
      {1e-45f, 0, -1e-45f, 1e-38f},
      {-87, -88, 0, -100, -103, -104, -110},
      {-1e4f},
      {88.7f, 88.8f, 89, 0},
      {-0.0f, 0.0f},
  };
  for (const std::vector<float>& scores : rows) {
    for (const uint32_t before : {0u, 1u, 127u, 128u, 300u}) {
      // The row after keys with much lower scores.
      const uint32_t keys = before + static_cast<uint32_t>(scores.size());
      Case c({1, 1, 1, 2, keys, 1, 3}, random);
      c.options.scale = 1;
      c.query = {1, 1};
      const float least = *std::min_element(scores.begin(), scores.end());
      for (uint32_t j = 0; j < keys; ++j)
        c.key[j] = j < before ? std::max(least - 200, -3.4e38f) : scores[j - before];
      for (const uint32_t wanted : {uint32_t{kStreaming}, uint32_t{kEverything}}) {
        const Forward got = runForward(c.problem(), wanted);
        const ReferenceForward exact = Reference(c.problem()).forward();
        // s - max has a relative rounding error of 2^-24 if |s| is above 2^24, and is exact in the other rows.
        for (size_t i = 0; i < got.output.size(); ++i)
          EXPECT_LE(errorOf(got.output[i], exact.output[i]), 1e-6) << scores[0] << " " << before;
        for (size_t i = 0; i < got.weights.size(); ++i)
          EXPECT_LE(errorOf(got.weights[i], exact.weights[i]), 5e-7) << scores[0] << " " << before;
        for (size_t i = 0; i < 2; ++i)
          EXPECT_LE(errorOf(got.logSumExp[i], exact.logSumExp[i]),
                    2 * std::max(ulpAt(exact.logSumExp[i]), ulpAt(1)))
              << scores[0] << " " << before;
      }
    }
  }
}

// Weights are divided by their sum at the end, so values up to the largest float32 over the number of keys are safe.
TEST(Attention, SumsOfHugeValuesDoNotOverflow) {
  Random random(18);
  for (const uint32_t keys : {1u, 2u, 9u, 257u}) {
    Case c({1, 1, 1, 3, keys, 4, 5}, random);
    const float huge = 3.4e38f / static_cast<float>(keys);
    for (float& v : c.value) v = huge;
    for (const uint32_t wanted : {uint32_t{kOutput}, uint32_t{kEverything}}) {
      const Forward r = runForward(c.problem(), wanted);
      for (const float v : r.output) EXPECT_LT(std::fabs(v / huge - 1), 1e-5) << keys;
    }
  }
}

TEST(Attention, SoftcapOfHugeScoresIsTheCap) {
  ForwardCheck check("softcap");
  Random random(19);
  for (const float size : {1e-30f, 1e-3f, 1.0f, 30.0f, 1e4f, 1e18f}) {
    for (const float cap : {1e-3f, 1.0f, 30.0f, 1e4f}) {
      Case c({1, 1, 1, 5, 140, 3, 4}, random);
      for (float& v : c.query) v *= size;
      c.options.softcap = cap;
      check.check(c.problem(), runForward(c.problem(), kEverything), false, std::to_string(size));
      check.check(c.problem(), runForward(c.problem(), kStreaming), false, std::to_string(size));
      if (HasFatalFailure()) return;
    }
  }
  Case c({1, 1, 1, 1, 2, 1, 1}, random);  // an infinite score is capped, too
  c.query = {1};
  c.key = {kInfinityF, -kInfinityF};
  c.options.softcap = 2;
  c.options.scale = 1;
  const Forward r = runForward(c.problem(), kEverything);
  EXPECT_EQ(r.cappedScores, (std::vector<float>{2, -2}));
  EXPECT_NEAR(r.weights[0], 1 / (1 + std::exp(-4.0)), 1e-6);
}

// --- NaN and infinities ---

struct NonFinite {
  const char* tensor;
  float value;
};

// Sets one number of one tensor and compares with the previous run. Rows that do not see it must keep every bit. Rows that
// see it must agree with the reference, or be non-finite where it is.
void expectItStaysInItsRows(const Case& base, const NonFinite& number, size_t at, uint32_t wanted) {
  Case c = base;
  std::vector<float>& tensor = number.tensor == std::string("query")   ? c.query
                               : number.tensor == std::string("key")   ? c.key
                               : number.tensor == std::string("value") ? c.value
                                                                       : c.bias;
  if (tensor.empty()) return;
  at %= tensor.size();
  tensor[at] = number.value;
  const Reference reference(c.problem()), clean(base.problem());
  const ReferenceForward exact = reference.forward(), before = clean.forward();
  const Forward got = runForward(c.problem(), wanted), was = runForward(base.problem(), wanted);
  const AttentionProblem& p = c.options;
  const std::string what = std::string(number.tensor) + " " + std::to_string(number.value) +
                           " at " + std::to_string(at) + " " + describe(c);
  for (size_t row = 0; row < c.rows(); ++row) {
    // A row is touched if its masked scores or visible values differ in the reference.
    bool touched = false;
    for (size_t j = 0; j < p.keys; ++j) {
      const double now = exact.maskedScores[row * p.keys + j];
      const double then = before.maskedScores[row * p.keys + j];
      if (std::isnan(now) ? !std::isnan(then) : now != then) touched = true;
    }
    for (size_t i = 0; i < p.valueDim; ++i) {
      const size_t o = row * p.valueDim + i;
      const bool same = sameBits(got.output[o], was.output[o]);
      if (std::isfinite(exact.output[o])) {
        if (!touched && exact.output[o] == before.output[o]) {
          ASSERT_TRUE(same) << what << ", output " << o << " changed: " << was.output[o] << " to "
                            << got.output[o];
        } else {
          ASSERT_NEAR(got.output[o], exact.output[o], 1e-4) << what;
        }
      } else {
        ASSERT_EQ(errorOf(got.output[o], exact.output[o]), 0)
            << what << ", output " << o << ": " << got.output[o] << " for " << exact.output[o];
      }
    }
    const float lse = got.logSumExp[row];
    if (std::isnan(exact.logSumExp[row])) {
      ASSERT_FALSE(std::isfinite(lse)) << what;
    } else if (!touched) {
      ASSERT_TRUE(sameBits(lse, was.logSumExp[row])) << what;
    }
    for (size_t j = 0; j < p.keys && !got.weights.empty(); ++j) {
      const float weight = got.weights[row * p.keys + j];
      ASSERT_TRUE(touched || sameBits(weight, was.weights[row * p.keys + j])) << what;
      ASSERT_TRUE(!std::isnan(exact.weights[row * p.keys + j]) || std::isnan(weight)) << what;
      ASSERT_TRUE(exact.maskedScores[row * p.keys + j] != -kInfinity || weight == 0) << what;
    }
  }
}

TEST(Attention, NaNAndInfinitiesTouchOnlyTheRowsThatSeeThem) {
  Random random(20);
  const NonFinite numbers[] = {{"query", kNaNF}, {"query", kInfinityF}, {"query", -kInfinityF},
                               {"key", kNaNF},   {"key", kInfinityF},   {"key", -kInfinityF},
                               {"value", kNaNF}, {"value", kInfinityF}, {"value", -kInfinityF},
                               {"bias", kNaNF},  {"bias", kInfinityF},  {"bias", -kInfinityF}};
  for (uint32_t features = 0; features < kFeatures; features += 3) {
    for (const NonFinite& number : numbers) {
      Case c(features % 2 == 1 ? Shape{1, 2, 1, 6, 150, 4, 9} : randomShape(random, 12), random);
      addFeatures(c, features + random.below(3), random);
      const size_t at = random.below(0x7fffffff);
      const uint32_t wanted = features % 4 < 2 ? kStreaming : kEverything;
      expectItStaysInItsRows(c, number, at, wanted);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Attention, SeveralInfiniteValuesAddUp) {
  Random random(21);
  for (const uint32_t keys : {5u, 40u, 300u}) {
    Case c({1, 1, 1, 7, keys, 4, 9}, random);
    c.addAllow(3, random, 0.5);
    for (size_t j = 0; j < keys; ++j) {
      c.value[j * 9 + 0] = kInfinityF;
      c.value[j * 9 + 1] = -kInfinityF;
      c.value[j * 9 + 2] = j % 2 == 0 ? kInfinityF : -kInfinityF;
      c.value[j * 9 + 3] = j == 3 ? kNaNF : 1;
      c.value[j * 9 + 8] = j == 4 ? kInfinityF : 1;
    }
    // A visible key counts even if its weight underflows to 0.
    for (size_t d = 0; d < 4; ++d) c.key[4 * 4 + d] = 0;
    const ReferenceForward exact = Reference(c.problem()).forward();
    for (const uint32_t wanted : {uint32_t{kStreaming}, uint32_t{kEverything}}) {
      const Forward got = runForward(c.problem(), wanted);
      for (size_t i = 0; i < got.output.size(); ++i)
        EXPECT_LE(errorOf(got.output[i], exact.output[i]), 1e-5) << i << " " << keys;
    }
  }
}

// A score of +infinity makes its row NaN. A score of -infinity acts as a mask.
TEST(Attention, InfiniteScoresMakeNaNOrMask) {
  Random random(22);
  for (const uint32_t keys : {1u, 2u, 20u, 290u}) {
    for (const uint32_t at : {0u, keys / 2, keys - 1}) {
      Case c({1, 1, 1, 1, keys, 1, 2}, random);
      c.query = {1};
      c.options.scale = 1;
      c.key[at] = kInfinityF;
      for (const uint32_t wanted : {uint32_t{kStreaming}, uint32_t{kEverything}}) {
        Forward r = runForward(c.problem(), wanted);
        EXPECT_TRUE(std::isnan(r.output[0]) && std::isnan(r.output[1])) << keys << " " << at;
        EXPECT_FALSE(std::isfinite(r.logSumExp[0]));
        Case masked = c;
        masked.key[at] = -kInfinityF;
        masked.value[at * 2] = kNaNF;
        r = runForward(masked.problem(), wanted);
        EXPECT_TRUE(std::isfinite(r.output[0])) << keys << " " << at;
        EXPECT_EQ(r.logSumExp[0] == -kInfinityF, keys == 1);
      }
    }
  }
}

}  // namespace
}  // namespace scaledot
