// attention() against the naive double reference, in guarded memory: shapes, masks, extremes, NaN, and what must
// not change a bit.
#include "attention.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

#include "attention_case.h"

namespace scaledot {
namespace {

using namespace testing;

// Equal infinities and NaN with NaN are right; anything else is measured.
double errorOf(float got, double exact) {
  if (std::isnan(got) && std::isnan(exact)) return 0;
  if (static_cast<double>(got) == exact) return 0;
  const double error = std::fabs(got - exact);
  return std::isnan(error) ? kInfinity : error;
}

class ForwardCheck {
 public:
  explicit ForwardCheck(const char* name)
      : output_((std::string(name) + ": output, ulp of the largest |value| / sqrt(S)").c_str()),
        weights_((std::string(name) + ": weights, relative, ulp").c_str()),
        logSumExp_((std::string(name) + ": logSumExp, ulp of 1 or of itself").c_str()),
        scores_((std::string(name) + ": scores, roundings of sum |q k|").c_str()) {}

  // `strict`: N(0,1) tensors and the default scale, where the output keeps the promise as it stands.
  void check(const AttentionProblem& p, const Forward& got, bool strict, const std::string& what) {
    const Reference reference(p);
    const ReferenceForward exact = reference.forward();
    const double where = p.queries * 1e6 + p.keys * 1e3 + p.headDim;
    const double root = std::sqrt(std::max<double>(p.keys, 1));
    const double largest = largestFinite(reference.value);
    for (size_t row = 0; row < reference.rows(); ++row) {
      const double roundings = exact.scoreRoundings[row];
      const double unavoidable =
          strict ? 0 : std::min(2 * roundings * kHalfUlp * largest, 2 * largest);
      for (size_t c = 0; c < p.valueDim && !got.output.empty(); ++c) {
        const size_t at = row * p.valueDim + c;
        const double error = errorOf(got.output[at], exact.output[at]);
        ASSERT_LE(error, 4 * ulpAt(largest) * root + unavoidable)
            << what << " output of row " << row << " column " << c << ": " << got.output[at]
            << " for " << exact.output[at];
        output_.note(std::max(0.0, error - unavoidable) / (ulpAt(largest) * root), where);
      }
      if (!got.logSumExp.empty()) {
        const double lse = exact.logSumExp[row];
        const double error = errorOf(got.logSumExp[row], lse);
        const double unit = std::max(2 * kHalfUlp, std::isfinite(lse) ? ulpAt(lse) : 0);
        ASSERT_LE(error, (2 + root / 2) * unit + std::min(roundings, 1e35) * kHalfUlp)
            << what << " logSumExp of row " << row << ": " << got.logSumExp[row] << " for " << lse;
        logSumExp_.note(error / unit, where);
      }
      for (size_t j = 0; j < p.keys && !got.weights.empty(); ++j)
        checkWeight(got, exact, row * p.keys + j, roundings, root, what);
    }
    checkScores(p, reference, got, exact, what);
  }

 private:
  void checkWeight(const Forward& got, const ReferenceForward& exact, size_t at, double roundings,
                   double root, const std::string& what) {
    const double weight = exact.weights[at];
    if (exact.maskedScores[at] == -kInfinity) {
      ASSERT_EQ(got.weights[at], 0) << what << " masked weight " << at;
      return;
    }
    const double error = errorOf(got.weights[at], weight);
    const double slack = std::expm1(std::min(3 * roundings * kHalfUlp, 50.0));
    ASSERT_LE(error, std::min(weight * ((4 + root) * 2 * kHalfUlp + slack) + 1e-37, 1.000001))
        << what << " weight " << at << ": " << got.weights[at] << " for " << weight;
    if (weight > 1e-37) weights_.note(error / weight / (2 * kHalfUlp), at);
  }

  void checkScores(const AttentionProblem& p, const Reference& reference, const Forward& got,
                   const ReferenceForward& exact, const std::string& what) {
    for (size_t at = 0; at < exact.scores.size(); ++at) {
      const size_t row = at / p.keys, j = at % p.keys, perBatch = size_t{p.heads} * p.queries;
      const size_t b = row / perBatch, h = row % perBatch / p.queries;
      const size_t keyRow = (b * p.keyHeads + h / (p.heads / p.keyHeads)) * p.keys + j;
      double size = 0;
      for (size_t c = 0; c < p.headDim; ++c)
        size +=
            std::fabs(reference.query[row * p.headDim + c] * reference.key[keyRow * p.headDim + c]);
      // Products below the normal range lose up to half of the smallest denormal each.
      const double dot = (2 + std::sqrt(p.headDim)) * size * kHalfUlp + p.headDim * 1e-45;
      const double scaled = dot * std::fabs(static_cast<double>(p.scale)) +
                            std::fabs(exact.scaledScores[at]) * kHalfUlp + 1e-45;
      const double capped =
          scaled + (p.softcap != 0 ? 6 * kHalfUlp * std::fabs(exact.cappedScores[at]) + 1e-45 : 0);
      const double masked = exact.maskedScores[at] == -kInfinity
                                ? 0
                                : capped + std::fabs(exact.maskedScores[at]) * kHalfUlp;
      const auto expect = [&](const std::vector<float>& of, double value, double bound,
                              const char* name) {
        if (of.empty()) return;
        const double error = errorOf(of[at], value);
        ASSERT_TRUE(error <= bound || std::isnan(bound))
            << what << " " << name << " " << at << ": " << of[at] << " for " << value;
        if (size > 1e-30 && &of == &got.scores && std::isfinite(size))
          scores_.note(error / size / kHalfUlp, p.headDim);
      };
      expect(got.scores, exact.scores[at], dot, "score");
      expect(got.scaledScores, exact.scaledScores[at], scaled, "scaled score");
      expect(got.cappedScores, exact.cappedScores[at], capped, "capped score");
      expect(got.maskedScores, exact.maskedScores[at], masked, "masked score");
    }
  }

  struct NamedWorst {
    explicit NamedWorst(const char* text) : name(text), worst(name.c_str()) {}
    void note(double error, double where) { worst.note(error, where); }
    std::string name;
    Worst worst;
  };
  NamedWorst output_, weights_, logSumExp_, scores_;
};

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

TEST(Attention, LongRowsKeepThePromise) {
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

// Sums that stall or lose their rescaling show where all weights are alike, or the maximum grows block by block.
TEST(Attention, FlatAndGrowingRowsKeepThePromise) {
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
  for (uint32_t features = 0; features < kFeatures; features += 5) {
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
  // Weights of equal scores tell who sees whom: 4 queries, 6 keys.
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
  c.keyLengths = {2};  // two queries stand before the first key
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

// --- rows that see nothing, tensors that hold nothing ---

void expectFullyMasked(const Case& c, const std::vector<uint32_t>& rows) {
  for (const uint32_t wanted : {uint32_t{kStreaming}, uint32_t{kEverything}}) {
    const Forward r = runForward(c.problem(), wanted);
    std::vector<uint32_t> listed(c.rows());
    listed.resize(
        fullyMaskedRows(r.logSumExp.data(), static_cast<uint32_t>(c.rows()), listed.data()));
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
      } else {  // scores of -infinity, from the numbers themselves
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
  // No columns of value: weights and logSumExp all the same.
  ForwardCheck check("empty");
  for (const uint32_t keys : {1u, 7u, 200u}) {
    const Case noValue({1, 1, 1, 5, keys, 3, 0}, random);
    check.check(noValue.problem(), runForward(noValue.problem(), kEverything), true, "no value");
    check.check(noValue.problem(), runForward(noValue.problem(), kStreaming), true, "no value");
    // No columns of query and key: every score is 0, so the output is a mean.
    const Case noHead({1, 1, 1, 5, keys, 0, 3}, random);
    check.check(noHead.problem(), runForward(noHead.problem(), kEverything), true, "no head");
    check.check(noHead.problem(), runForward(noHead.problem(), kStreaming), true, "no head");
  }
  AttentionResults nothing;
  EXPECT_TRUE(attention(Case({1, 1, 1, 3, 3, 3, 3}, random).problem(), nothing));
}

// The other dimensions of a tensor without numbers may be anything.
TEST(Attention, WithoutRowsItNeedsNoMemory) {
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
        // Sums of products beyond 2^127 may overflow on the way; those scores are kept apart below.
        if (std::fabs(static_cast<double>(scale)) * size > 1e37) continue;
        check.check(c.problem(), runForward(c.problem(), kStreaming), false, what);
        check.check(c.problem(), runForward(c.problem(), kEverything), false, what);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// One product per score, each exact: what is left is softmax alone.
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
      // The row, after keys whose score is far below.
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
        // s - max rounds to 2^-24 of itself where |s| is beyond 2^24 and not at all in these rows otherwise.
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
TEST(Attention, HugeValuesDoNotOverflowOnTheWay) {
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
  Case c({1, 1, 1, 1, 2, 1, 1}, random);  // an infinite score is capped like any other
  c.query = {1};
  c.key = {kInfinityF, -kInfinityF};
  c.options.softcap = 2;
  c.options.scale = 1;
  const Forward r = runForward(c.problem(), kEverything);
  EXPECT_EQ(r.cappedScores, (std::vector<float>{2, -2}));
  EXPECT_NEAR(r.weights[0], 1 / (1 + std::exp(-4.0)), 1e-6);
}

// --- NaN and infinities ---

struct Poison {
  const char* tensor;
  float value;
};

// Sets one number of one tensor and compares with the run before: rows that do not see it keep every bit, rows
// that see it are what the reference says, or at least not finite where it is not.
void expectPoisonStays(const Case& base, const Poison& poison, size_t at, uint32_t wanted) {
  Case c = base;
  std::vector<float>& tensor = poison.tensor == std::string("query")   ? c.query
                               : poison.tensor == std::string("key")   ? c.key
                               : poison.tensor == std::string("value") ? c.value
                                                                       : c.bias;
  if (tensor.empty()) return;
  at %= tensor.size();
  tensor[at] = poison.value;
  const Reference reference(c.problem()), clean(base.problem());
  const ReferenceForward exact = reference.forward(), before = clean.forward();
  const Forward got = runForward(c.problem(), wanted), was = runForward(base.problem(), wanted);
  const AttentionProblem& p = c.options;
  const std::string what = std::string(poison.tensor) + " " + std::to_string(poison.value) +
                           " at " + std::to_string(at) + " " + describe(c);
  for (size_t row = 0; row < c.rows(); ++row) {
    // Touched: something of the row's masked scores or seen values differs in the reference.
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
  const Poison poisons[] = {{"query", kNaNF}, {"query", kInfinityF}, {"query", -kInfinityF},
                            {"key", kNaNF},   {"key", kInfinityF},   {"key", -kInfinityF},
                            {"value", kNaNF}, {"value", kInfinityF}, {"value", -kInfinityF},
                            {"bias", kNaNF},  {"bias", kInfinityF},  {"bias", -kInfinityF}};
  for (uint32_t features = 0; features < kFeatures; features += 3) {
    for (const Poison& poison : poisons) {
      Case c(features % 2 == 1 ? Shape{1, 2, 1, 6, 150, 4, 9} : randomShape(random, 12), random);
      addFeatures(c, features + random.below(3), random);
      const size_t at = random.below(0x7fffffff);
      const uint32_t wanted = features % 4 < 2 ? kStreaming : kEverything;
      expectPoisonStays(c, poison, at, wanted);
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
    // A key so far below the others that its weight is 0 still counts.
    for (size_t d = 0; d < 4; ++d) c.key[4 * 4 + d] = 0;
    const ReferenceForward exact = Reference(c.problem()).forward();
    for (const uint32_t wanted : {uint32_t{kStreaming}, uint32_t{kEverything}}) {
      const Forward got = runForward(c.problem(), wanted);
      for (size_t i = 0; i < got.output.size(); ++i)
        EXPECT_LE(errorOf(got.output[i], exact.output[i]), 1e-5) << i << " " << keys;
    }
  }
}

// A score of +infinity makes its row NaN; one of -infinity is a mask.
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

// --- what must not change a bit ---

// Everything a row does not see is overwritten with NaN, infinities and huge numbers: rows keep their bits.
TEST(Attention, AllThatIsNotSeenChangesNoBit) {
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

// -0 is another float32 than 0.
TEST(Attention, AResultThatVanishesKeepsItsSignWhateverIsNotSeen) {
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

TEST(Attention, CausalRowsDoNotKnowTheFuture) {
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
        // Nor whether there is a future at all.
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

TEST(Attention, WhatIsAskedForChangesNoScoreAndNoStreamedRow) {
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

// --- laws ---

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

// What the definition itself must be, on numbers worked out by hand.
TEST(Attention, AHandWorkedExample) {
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
