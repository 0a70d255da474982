// attentionGradient() against the naive double reference, and that reference against finite differences.
#include <algorithm>
#include <string>

#include "attention/attention.h"
#include "attention_case.h"

namespace scaledot {
namespace {

using namespace testing;

struct Gradients {
  std::vector<float> query, key, value, bias;
  double scale = 0;
};

enum Wanted : uint32_t { kQuery = 1, kKey = 2, kValue = 4, kBias = 8, kAll = 15 };

// Uses output and logSumExp of attention(), guarded memory, and buffers that contain garbage.
Gradients run(const Case& c, uint32_t wanted = kAll, Guard guard = Guard::after,
              const Forward* given = nullptr) {
  const AttentionProblem p = c.problem();
  const Forward forward = given != nullptr ? *given : runForward(p, kStreaming);
  const auto guarded = [&](const std::vector<float>& from, bool garbage) {
    auto buffer = std::make_unique<GuardedBuffer<float>>(from.size(), guard);
    for (size_t i = 0; i < from.size(); ++i) (*buffer)[i] = garbage ? -77777.0f : from[i];
    return buffer;
  };
  const auto output = guarded(forward.output, false), lse = guarded(forward.logSumExp, false),
             dOutput = guarded(c.outputGradient, false),
             dWeights = guarded(c.weightsGradient, false), query = guarded(c.query, true),
             key = guarded(c.key, true), value = guarded(c.value, true),
             bias = guarded(c.bias, true);
  AttentionGradients where;
  if ((wanted & kQuery) != 0) where.query = query->data();
  if ((wanted & kKey) != 0) where.key = key->data();
  if ((wanted & kValue) != 0) where.value = value->data();
  if ((wanted & kBias) != 0 && !c.bias.empty()) where.bias = bias->data();
  where.biasCount = where.bias != nullptr ? c.bias.size() : 0;
  where.scale = -77777;
  {
    const GuardedProblem problem(p, guard);
    const LossGradient loss(dOutput->data(),
                            c.weightsGradient.empty() ? nullptr : dWeights->data());
    EXPECT_TRUE(attentionGradient(problem.problem, output->data(), lse->data(), loss, where));
  }
  const auto copied = [](GuardedBuffer<float>& from, size_t count, const float* asked) {
    return asked != nullptr ? std::vector<float>(from.data(), from.data() + count)
                            : std::vector<float>();
  };
  return {copied(*query, c.query.size(), where.query), copied(*key, c.key.size(), where.key),
          copied(*value, c.value.size(), where.value), copied(*bias, c.bias.size(), where.bias),
          where.scale};
}

// Errors are in units of 2^-24 of the sums of absolute values of a gradient (`magnitude` of the reference). The bound adds
// up the roundings of dot products over headDim and valueDim and of sums over keys and queries, each about the square root
// of its number of terms, and the error of a weight, from its score (see ReferenceForward) and from logSumExp.
class GradientCheck {
 public:
  explicit GradientCheck(const char* name)
      : names_{std::string(name) + ": d query, roundings of the sum of |terms|",
               std::string(name) + ": d key, roundings",
               std::string(name) + ": d value, roundings",
               std::string(name) + ": d bias, roundings",
               std::string(name) + ": d scale, roundings",
               std::string(name) + ": any, share of its bound"},
        worsts_{Worst(names_[0].c_str()), Worst(names_[1].c_str()), Worst(names_[2].c_str()),
                Worst(names_[3].c_str()), Worst(names_[4].c_str()), Worst(names_[5].c_str())} {}

  void check(const Case& c, const Gradients& got, const std::string& what) {
    const AttentionProblem p = c.problem();
    const Reference reference(p);
    const ReferenceForward forward = reference.forward();
    ReferenceGradients size;
    const ReferenceGradients exact = reference.gradient(c.loss(), forward, &size);
    double scores = 0;
    for (const double roundings : forward.scoreRoundings) scores = std::max(scores, roundings);
    for (const double lse : forward.logSumExp)
      if (std::isfinite(lse)) scores = std::max(scores, std::fabs(lse));
    const double roots = std::sqrt(p.headDim) + std::sqrt(p.valueDim) + std::sqrt(p.keys) +
                         std::sqrt(p.queries * p.heads / std::max(p.keyHeads, 1u));
    const double bound = 4 + scores + roots / 2;
    where_ = p.queries * 1e6 + p.keys * 1e3 + p.headDim;
    compare(0, got.query, exact.query, size.query, bound, what + " d query ");
    compare(1, got.key, exact.key, size.key, bound, what + " d key ");
    compare(2, got.value, exact.value, size.value, bound, what + " d value ");
    compare(3, got.bias, exact.bias, size.bias, bound, what + " d bias ");
    const double error = std::fabs(got.scale - exact.scale);
    ASSERT_LE(error, bound * kHalfUlp * size.scale + 1e-37)
        << what << " d scale " << got.scale << " for " << exact.scale;
    if (size.scale > 1e-30) note(4, error / size.scale / kHalfUlp, bound);
  }

 private:
  void compare(int kind, const std::vector<float>& got, const std::vector<double>& exact,
               const std::vector<double>& size, double bound, const std::string& what) {
    for (size_t i = 0; i < got.size(); ++i) {
      const double error = std::fabs(got[i] - exact[i]);
      ASSERT_LE(error, bound * kHalfUlp * size[i] + 1e-37)
          << what << i << ": " << got[i] << " for " << exact[i];
      if (size[i] > 1e-30) note(kind, error / size[i] / kHalfUlp, bound);
    }
  }
  void note(int kind, double roundings, double bound) {
    worsts_[kind].note(roundings, where_);
    worsts_[5].note(roundings / bound, where_);
  }
  std::string names_[6];
  Worst worsts_[6];
  double where_ = 0;
};

// --- the reference itself ---

double lossOf(const Reference& reference, const Case& c) {
  const ReferenceForward forward = reference.forward();
  double loss = 0;
  for (size_t i = 0; i < forward.output.size(); ++i)
    loss += forward.output[i] * c.outputGradient[i];
  for (size_t i = 0; i < c.weightsGradient.size(); ++i)
    loss += forward.weights[i] * c.weightsGradient[i];
  return loss;
}

TEST(AttentionGradient, TheReferenceAgreesWithCentralDifferences) {
  Worst worst("reference against central differences");
  Random random(1);
  for (uint32_t features = 0; features < kFeatures; features += 3) {
    Case c(randomShape(random, 5), random);
    addFeatures(c, features + random.below(3), random);
    if (features % 2 != 0) c.addWeightsGradient(random);
    Reference reference(c.problem());
    const ReferenceGradients exact = reference.gradient(c.loss(), reference.forward());
    const auto check = [&](double& x, double gradient) {
      if (!std::isfinite(x)) {
        EXPECT_EQ(gradient, 0);
        return;
      }
      const double was = x, step = 1e-5;
      x = was + step;
      const double above = lossOf(reference, c);
      x = was - step;
      const double below = lossOf(reference, c);
      x = was;
      const double difference = (above - below) / (2 * step);
      EXPECT_NEAR(gradient, difference, 1e-7) << describe(c) << " features " << features;
      worst.note(std::fabs(gradient - difference), features);
    };
    // All entries would take too long, so only a few of every tensor are tested.
    for (int repeat = 0; repeat < 6; ++repeat) {
      const size_t q = random.below(static_cast<uint32_t>(exact.query.size())),
                   k = random.below(static_cast<uint32_t>(exact.key.size())),
                   v = random.below(static_cast<uint32_t>(exact.value.size()));
      check(reference.query[q], exact.query[q]);
      check(reference.key[k], exact.key[k]);
      check(reference.value[v], exact.value[v]);
      if (exact.bias.empty()) continue;
      const size_t b = random.below(static_cast<uint32_t>(exact.bias.size()));
      check(reference.bias[b], exact.bias[b]);
    }
    check(reference.scale, exact.scale);
  }
}

// --- shapes and options ---

TEST(AttentionGradient, EverySmallShapeAgreesWithTheReference) {
  GradientCheck check("small shapes");
  Random random(2);
  for (uint32_t queries = 1; queries <= 15; ++queries) {
    for (uint32_t keys = 1; keys <= 19; ++keys) {
      const Case c({1, 1, 1, queries, keys, 1 + (queries * 5 + keys) % 27, 1 + queries * keys % 27},
                   random);
      check.check(c, run(c, kAll, keys % 2 == 0 ? Guard::after : Guard::before), describe(c));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(AttentionGradient, EveryWidthAgreesWithTheReference) {
  GradientCheck check("widths");
  Random random(3);
  for (uint32_t headDim = 1; headDim <= 35; ++headDim) {
    for (uint32_t valueDim = 1; valueDim <= 35; valueDim += 1 + headDim % 3) {
      const Case c({1, 2, 1, 5, 9, headDim, valueDim}, random);
      check.check(c, run(c, kAll, headDim % 2 == 0 ? Guard::after : Guard::before), describe(c));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(AttentionGradient, LengthsAroundBlocksAgreeWithTheReference) {
  GradientCheck check("around blocks");
  Random random(4);
  for (const uint32_t keys : {31u, 32u, 33u, 63u, 64u, 65u, 127u, 128u, 129u, 257u}) {
    for (const uint32_t queries : {1u, 32u, 33u, 65u, 130u}) {
      const Case c({1, 1, 1, queries, keys, 33, 19}, random);
      check.check(c, run(c), describe(c));
      if (HasFatalFailure()) return;
    }
  }
  for (const uint32_t width : {64u, 128u, 129u, 200u}) {
    const Case c({1, 1, 1, 37, 141, width, 201 - width}, random);
    check.check(c, run(c), describe(c));
    if (HasFatalFailure()) return;
  }
}

TEST(AttentionGradient, LongRowsAgreeWithTheReference) {
  GradientCheck check("long rows");
  Random random(5);
  const Case square({1, 1, 1, kSanitized ? 100u : 512u, 512, 64, 64}, random);
  check.check(square, run(square), describe(square));
  const Case wide({1, 1, 1, 5, 5000, 32, 32}, random);
  check.check(wide, run(wide), describe(wide));
  const Case tall({1, 1, 1, kSanitized ? 500u : 5000u, 5, 32, 32}, random);
  check.check(tall, run(tall), describe(tall));
}

TEST(AttentionGradient, BatchesAndGroupedHeadsAgreeWithTheReference) {
  GradientCheck check("batches and grouped heads");
  Random random(6);
  for (const uint32_t batch : {1u, 2u, 3u}) {
    for (const uint32_t keyHeads : {1u, 2u, 3u}) {
      for (const uint32_t group : {1u, 2u, 5u}) {
        const Case c({batch, keyHeads * group, keyHeads, 7, 11, 13, 6}, random);
        check.check(c, run(c), describe(c));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(AttentionGradient, EveryCombinationOfOptionsAgreesWithTheReference) {
  GradientCheck check("combinations of options");
  Random random(7);
  for (uint32_t features = 0; features < kFeatures; ++features) {
    Case c(randomShape(random, 16), random);
    addFeatures(c, features, random);
    check.check(c, run(c, kAll, features % 2 == 0 ? Guard::after : Guard::before),
                describe(c) + " features " + std::to_string(features));
    if (HasFatalFailure()) return;
  }
}

TEST(AttentionGradient, OptionsAcrossBlocksAgreeWithTheReference) {
  GradientCheck check("options across blocks");
  Random random(8);
  for (uint32_t features = 0; features < kFeatures; features += 7) {
    Case c({2, 2, 1, random.between(60, 150), random.between(120, 300), 9, 5}, random);
    addFeatures(c, features, random);
    check.check(c, run(c), describe(c) + " features " + std::to_string(features));
    if (HasFatalFailure()) return;
  }
}

TEST(AttentionGradient, LossesOnWeightsAgreeWithTheReference) {
  GradientCheck check("losses on weights");
  Random random(33);
  for (uint32_t features = 0; features < kFeatures; ++features) {
    const bool isLong = features % 16 == 0;
    Case c(isLong ? Shape{1, 2, 1, 70, 270, 9, 5} : randomShape(random, 16), random);
    addFeatures(c, features, random);
    c.addWeightsGradient(random);
    if (features % 5 == 0) std::fill(c.outputGradient.begin(), c.outputGradient.end(), 0.0f);
    if (features % 3 == 0) {  // weights that are divided by their sums
      c.addBias(0, random);
      c.bias = {100.0f};
    }
    check.check(c, run(c, kAll, features % 2 == 0 ? Guard::after : Guard::before),
                describe(c) + " features " + std::to_string(features));
    if (HasFatalFailure()) return;
  }
}

TEST(AttentionGradient, BiasGradientsAreSummedOverBroadcastAxes) {
  GradientCheck check("broadcast bias");
  Random random(9);
  for (uint32_t axes = 0; axes < 16; ++axes) {
    for (const uint32_t keys : {13u, 150u}) {
      Case c({2, 4, 2, 9, keys, 8, 8}, random);
      c.addBias(axes, random);
      if (axes == 0) c.bias = {0.5f};
      c.options.softcap = keys == 13 ? 2.0f : 0.0f;
      check.check(c, run(c), describe(c) + " axes " + std::to_string(axes));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(AttentionGradient, ScalesOfEverySizeAgreeWithTheReference) {
  GradientCheck check("scales");
  Random random(10);
  for (const float scale : {0.0f, -0.7f, 3.0f, 1e-10f, -20.0f, 1e-38f}) {
    Case c({1, 1, 1, 6, 20, 3, 4}, random);
    c.options.scale = scale;
    check.check(c, run(c), std::to_string(scale));
    if (HasFatalFailure()) return;
  }
}

// Scores are so far apart that every row attends to one key. Nothing overflows, and the gradient through softmax is only the
// rounding of two sums that cancel.
TEST(AttentionGradient, OneHotRowsPassNothingToQueryAndKey) {
  Random random(11);
  for (const float size : {1e4f, 1e18f}) {
    Case c({1, 1, 1, 5, 30, 1, 4}, random);
    c.options.scale = size;
    for (float& v : c.query) v = v < 0 ? -1.0f : 1.0f;
    for (size_t j = 0; j < c.key.size(); ++j) c.key[j] = static_cast<float>(j) - 13.0f;
    const Gradients got = run(c);
    const Reference reference(c.problem());
    ReferenceGradients sizes;
    const ReferenceGradients exact =
        reference.gradient(c.outputGradient.data(), reference.forward(), &sizes);
    for (size_t i = 0; i < got.query.size(); ++i)
      EXPECT_LE(std::fabs(got.query[i]), 8 * kHalfUlp * sizes.query[i]);
    for (size_t i = 0; i < got.key.size(); ++i)
      EXPECT_LE(std::fabs(got.key[i]), 8 * kHalfUlp * sizes.key[i]);
    for (size_t i = 0; i < got.value.size(); ++i) EXPECT_NEAR(got.value[i], exact.value[i], 1e-6);
  }
}

// logSumExp in float32 is too coarse to recompute the weights of rows with large scores, but the weights must be right.
TEST(AttentionGradient, WeightsOfHugeScoresAddUpToOne) {
  Random random(30);
  for (const float size : {65.0f, 1e3f, -1e4f, 1e8f, 1e30f, -1e30f}) {
    for (const uint32_t keys : {2u, 4u, 256u}) {
      Case c({1, 1, 1, 11, keys, 1, 3}, random);
      std::fill(c.query.begin(), c.query.end(), 1.0f);
      std::fill(c.key.begin(), c.key.end(), size);
      c.options.scale = 1;
      const Gradients got = run(c);
      for (uint32_t column = 0; column < 3; ++column) {
        double sum = 0, sizes = 0;
        for (uint32_t row = 0; row < 11; ++row) {
          sum += c.outputGradient[row * 3 + column];
          sizes += std::fabs(c.outputGradient[row * 3 + column]);
        }
        for (uint32_t key = 0; key < keys; ++key)
          EXPECT_NEAR(got.value[key * 3 + column], sum / keys, 64 * kHalfUlp * sizes / keys)
              << size;
      }
    }
  }
}

TEST(AttentionGradient, LossesOnWeightsOfHugeScoresAreCentred) {
  Random random(34);
  for (const float size : {1e3f, -1e4f, 1e30f}) {
    for (const uint32_t keys : {2u, 256u}) {
      Case c({1, 1, 1, 11, keys, 1, 3}, random);
      std::fill(c.query.begin(), c.query.end(), 1.0f);
      std::fill(c.key.begin(), c.key.end(), size);
      std::fill(c.outputGradient.begin(), c.outputGradient.end(), 0.0f);
      c.options.scale = 1;
      c.addBias(15, random);
      std::fill(c.bias.begin(), c.bias.end(), 0.0f);
      c.addWeightsGradient(random);
      const Gradients got = run(c);
      for (uint32_t row = 0; row < 11; ++row) {
        const float* loss = c.weightsGradient.data() + row * keys;
        double mean = 0;
        for (uint32_t key = 0; key < keys; ++key) mean += double{loss[key]} / keys;
        for (uint32_t key = 0; key < keys; ++key)
          EXPECT_NEAR(got.bias[row * keys + key], (loss[key] - mean) / keys, 1e-6) << size;
      }
    }
  }
}

TEST(AttentionGradient, RowsDoNotDependOnTheSizeOfOtherScores) {
  Random random(31);
  Case c({1, 1, 1, 20, 300, 4, 3}, random);
  c.options.causal = Causal::lowerRight;
  const Gradients plain = run(c);
  for (uint32_t d = 0; d < 4; ++d) c.query[13 * 4 + d] *= 1e5f;
  const Gradients other = run(c);
  for (size_t i = 0; i < c.query.size(); ++i) {
    if (i / 4 == 13) continue;
    EXPECT_TRUE(sameBits(other.query[i], plain.query[i])) << i;
  }
}

TEST(AttentionGradient, SoftcapIsAccurateNearTheCap) {
  Random random(32);
  for (const float size : {3.0f, 8.0f, 20.0f, 40.0f}) {
    Case c({1, 1, 1, 3, 5, 1, 4}, random);
    c.options.softcap = 1.5f;
    c.options.scale = 1.5f * size;
    for (float& v : c.query) v = v < 0 ? -1.0f : 1.0f;
    for (float& v : c.key) v = 1 + v / 16;
    const Reference reference(c.problem());
    const ReferenceGradients exact =
        reference.gradient(c.outputGradient.data(), reference.forward());
    const Gradients got = run(c);
    for (size_t i = 0; i < c.query.size(); ++i)
      EXPECT_NEAR(got.query[i] / exact.query[i], 1, 2e-5 * size) << size;
  }
}

TEST(AttentionGradient, MaximalSoftcapPassesNothing) {
  Random random(12);
  Case c({1, 1, 1, 4, 20, 2, 3}, random);
  for (float& v : c.query) v = v < 0 ? -1e4f : 1e4f;
  for (float& v : c.key) v = v < 0 ? -1.0f : 1.0f;
  c.options.softcap = 2;
  c.options.scale = 1;
  for (size_t i = 1; i < c.query.size(); i += 2) c.query[i] = 0;  // no score near 0
  const Gradients got = run(c);
  for (const float v : got.query) EXPECT_EQ(v, 0);
  for (const float v : got.key) EXPECT_EQ(v, 0);
}

// --- requested gradients, and alignment ---

TEST(AttentionGradient, EachGradientAloneHasTheSameBits) {
  Random random(13);
  for (uint32_t features = 0; features < kFeatures; features += 11) {
    Case c(features % 2 == 0 ? Shape{2, 4, 2, 40, 140, 9, 5} : randomShape(random), random);
    addFeatures(c, features, random);
    const Gradients all = run(c);
    const Gradients again = run(c, kAll, Guard::before);
    EXPECT_TRUE(sameBits(again.query, all.query) && sameBits(again.key, all.key) &&
                sameBits(again.value, all.value) && sameBits(again.bias, all.bias) &&
                again.scale == all.scale);
    EXPECT_TRUE(sameBits(run(c, kQuery).query, all.query));
    EXPECT_TRUE(sameBits(run(c, kKey).key, all.key));
    EXPECT_TRUE(sameBits(run(c, kValue).value, all.value));
    EXPECT_TRUE(sameBits(run(c, kBias).bias, all.bias));
    EXPECT_EQ(run(c, 0).scale, all.scale);
  }
}

TEST(AttentionGradient, EmptyTensorsHaveZeroOrEmptyGradients) {
  Random random(14);
  GradientCheck check("empty");
  for (const Shape& shape :
       {Shape{1, 1, 1, 0, 5, 3, 3}, Shape{0, 2, 1, 3, 5, 3, 3}, Shape{1, 2, 1, 3, 0, 3, 3},
        Shape{1, 1, 1, 3, 5, 3, 0}, Shape{1, 1, 1, 3, 5, 0, 3}, Shape{1, 1, 1, 0, 0, 0, 0}}) {
    const Case c(shape, random);
    const Gradients got = run(c);
    for (const auto* tensor : {&got.query, &got.key})
      for (const float v : *tensor) EXPECT_EQ(v, 0) << describe(c);
    EXPECT_EQ(got.scale, 0) << describe(c);
    check.check(c, got, describe(c));
  }
}

TEST(AttentionGradient, WithoutRowsAndKeysItAllocatesNothing) {
  AttentionProblem problem;
  problem.batch = problem.queries = problem.keys = problem.headDim = problem.valueDim = 0x7fffffff;
  float bias = 7;
  AttentionGradients gradients;
  gradients.bias = &bias;
  gradients.biasCount = 1;
  gradients.scale = 7;
  problem.batch = 0;
  EXPECT_TRUE(attentionGradient(problem, nullptr, nullptr, nullptr, gradients));
  EXPECT_EQ(bias, 0);
  EXPECT_EQ(gradients.scale, 0);
  problem.batch = 1;
  problem.heads = problem.keyHeads = 0;
  EXPECT_TRUE(attentionGradient(problem, nullptr, nullptr, nullptr, gradients));
}

TEST(AttentionGradient, FullyMaskedRowsAndUnseenKeysHaveZeroGradients) {
  Random random(15);
  GradientCheck check("fully masked rows");
  for (const uint32_t keys : {5u, 200u}) {
    Case c({1, 1, 1, 6, keys, 7, 9}, random);
    c.addAllow(3, random, 1);
    for (uint32_t i = 0; i < 6; ++i) c.allow[i * keys + 3] = 0;  // a key that nobody sees
    std::fill_n(c.allow.begin() + 2 * keys, keys, 0.0f);         // a query that sees nobody
    const Gradients got = run(c);
    for (size_t d = 0; d < 7; ++d) {
      EXPECT_EQ(got.query[2 * 7 + d], 0);
      EXPECT_EQ(got.key[3 * 7 + d], 0);
    }
    for (size_t d = 0; d < 9; ++d) EXPECT_EQ(got.value[3 * 9 + d], 0);
    check.check(c, got, describe(c));
    std::fill(c.allow.begin(), c.allow.end(), 0.0f);
    const Gradients none = run(c);
    for (const auto* tensor : {&none.query, &none.key, &none.value})
      for (const float v : *tensor) EXPECT_EQ(v, 0);
    EXPECT_EQ(none.scale, 0);
  }
}

// --- NaN and infinities ---

// One number of one tensor becomes NaN or infinite. Gradients that are not connected with it by a visible pair must keep
// every bit. Where the reference is non-finite, the gradient must be, too.
TEST(AttentionGradient, NaNAndInfinitiesTouchOnlyVisiblePairs) {
  Random random(16);
  const float fillings[] = {kNaNF, kInfinityF, -kInfinityF};
  for (uint32_t features = 0; features < kFeatures; features += 2) {
    for (int tensor = 0; tensor < 5; ++tensor) {
      Case base(features % 8 == 0 ? Shape{1, 2, 1, 6, 150, 4, 9} : randomShape(random, 12), random);
      addFeatures(base, features, random);
      // An infinite score under a cap is finite, and its gradient 0 times infinity.
      base.options.softcap = 0;
      if (tensor == 4) base.addWeightsGradient(random);
      Case c = base;
      std::vector<float>& changed = tensor == 0   ? c.query
                                    : tensor == 1 ? c.key
                                    : tensor == 2 ? c.value
                                    : tensor == 3 ? c.outputGradient
                                                  : c.weightsGradient;
      const size_t at = random.below(static_cast<uint32_t>(changed.size()));
      changed[at] = fillings[random.below(3)];
      const AttentionProblem& p = c.options;
      const Reference reference(c.problem()), clean(base.problem());
      const ReferenceForward forward = reference.forward(), before = clean.forward();
      const ReferenceGradients exact = reference.gradient(c.loss(), forward);
      // The queries that see the change, and the keys that these queries see, now or before.
      std::vector<bool> query(c.rows()), key(c.keyRows());
      for (size_t row = 0; row < c.rows(); ++row) {
        const size_t perBatch = size_t{p.heads} * p.queries;
        const size_t b = row / perBatch, h = row % perBatch / p.queries;
        const size_t keyBase = (b * p.keyHeads + h / (p.heads / p.keyHeads)) * p.keys;
        bool touched =
            (tensor == 0 && at / p.headDim == row) || (tensor == 3 && at / p.valueDim == row);
        const auto sees = [&](size_t j) {
          return forward.maskedScores[row * p.keys + j] != -kInfinity ||
                 before.maskedScores[row * p.keys + j] != -kInfinity;
        };
        // A row that sees no key contributes nothing, even if it is non-finite.
        bool masked = true;
        for (size_t j = 0; j < p.keys; ++j) masked = masked && !sees(j);
        if (masked) touched = false;
        for (size_t j = 0; j < p.keys; ++j) {
          const size_t width = tensor == 1 ? p.headDim : p.valueDim;
          if (tensor == 4 && at == row * p.keys + j && sees(j)) touched = true;
          if ((tensor == 1 || tensor == 2) && at / width == keyBase + j && sees(j)) touched = true;
        }
        query[row] = touched;
        for (size_t j = 0; j < p.keys && touched; ++j)
          if (sees(j)) key[keyBase + j] = true;
      }
      const Gradients was = run(base), got = run(c);
      ASSERT_TRUE(got.scale == was.scale ||
                  std::find(query.begin(), query.end(), true) != query.end())
          << describe(c) << " features " << features;
      const std::string what = describe(c) + " features " + std::to_string(features) + " tensor " +
                               std::to_string(tensor) + " at " + std::to_string(at);
      const auto compare = [&](const std::vector<float>& now, const std::vector<float>& then,
                               const std::vector<double>& right, const std::vector<bool>& touched,
                               size_t width, const char* name) {
        for (size_t i = 0; i < now.size(); ++i) {
          ASSERT_TRUE(touched[i / width] || sameBits(now[i], then[i]))
              << what << ": " << name << " " << i << " was " << then[i] << ", became " << now[i];
          ASSERT_TRUE(std::isfinite(right[i]) || !std::isfinite(now[i]))
              << what << ": " << name << " " << i << " is " << now[i];
        }
      };
      compare(got.query, was.query, exact.query, query, p.headDim, "d query");
      compare(got.key, was.key, exact.key, key, p.headDim, "d key");
      compare(got.value, was.value, exact.value, key, p.valueDim, "d value");
      if (HasFatalFailure()) return;
    }
  }
}

// A row without a gradient of the output contributes nothing, and the gradients of slices of rows add up.
TEST(AttentionGradient, SlicesOfRowsAddUpToTheWhole) {
  Random random(17);
  for (uint32_t features = 0; features < 12; ++features) {
    Case c({1, 1, 1, 20, 150, 9, 5}, random);
    addFeatures(c, features, random);
    const Gradients whole = run(c);
    std::vector<double> key(c.key.size()), value(c.value.size());
    double scale = 0;
    for (uint32_t first = 0; first < 20; first += 6) {
      const uint32_t count = std::min(6u, 20 - first);
      Case slice = c;
      slice.options.queries = count;
      slice.options.firstQuery = first;
      slice.options.wholeQueries = 20;
      slice.query.assign(c.query.begin() + first * 9, c.query.begin() + (first + count) * 9);
      slice.outputGradient.assign(c.outputGradient.begin() + first * 5,
                                  c.outputGradient.begin() + (first + count) * 5);
      const Gradients part = run(slice);
      for (size_t i = 0; i < part.query.size(); ++i)
        EXPECT_NEAR(part.query[i], whole.query[first * 9 + i], 1e-5);
      for (size_t i = 0; i < key.size(); ++i) key[i] += part.key[i];
      for (size_t i = 0; i < value.size(); ++i) value[i] += part.value[i];
      scale += part.scale;
    }
    for (size_t i = 0; i < key.size(); ++i) EXPECT_NEAR(key[i], whole.key[i], 1e-5);
    for (size_t i = 0; i < value.size(); ++i) EXPECT_NEAR(value[i], whole.value[i], 1e-5);
    EXPECT_NEAR(scale, whole.scale, 1e-4);
  }
}

TEST(AttentionGradient, GradientsOfEqualRowsAndColumnsSumToZero) {
  // Softmax subtracts the mean, so the gradients of the bias of a row sum to 0.
  Random random(18);
  Case c({1, 2, 1, 9, 140, 8, 6}, random);
  c.addBias(7, random, 0.1);
  const Gradients got = run(c);
  for (size_t row = 0; row < c.rows(); ++row) {
    double sum = 0, size = 0;
    for (size_t j = 0; j < 140; ++j) {
      sum += got.bias[row * 140 + j];
      size += std::fabs(got.bias[row * 140 + j]);
    }
    EXPECT_LE(std::fabs(sum), 1e-5 * size) << row;
  }
}

TEST(AttentionGradient, MisalignedTensorsGiveTheSameBits) {
  Random random(19);
  const Case c({1, 2, 1, 13, 39, 20, 12}, random);
  const Forward forward = runForward(c.problem());
  const Gradients expected = run(c);
  for (size_t shift = 1; shift < 4; ++shift) {
    const auto moved = [&](const std::vector<float>& from) {
      std::vector<float> to(shift);
      to.insert(to.end(), from.begin(), from.end());
      return to;
    };
    const std::vector<float> query = moved(c.query), key = moved(c.key), value = moved(c.value),
                             output = moved(forward.output), lse = moved(forward.logSumExp),
                             dOutput = moved(c.outputGradient);
    std::vector<float> dQuery = query, dKey = key, dValue = value;
    AttentionProblem p = c.problem();
    p.query = query.data() + shift;
    p.key = key.data() + shift;
    p.value = value.data() + shift;
    AttentionGradients where;
    where.query = dQuery.data() + shift;
    where.key = dKey.data() + shift;
    where.value = dValue.data() + shift;
    ASSERT_TRUE(attentionGradient(p, output.data() + shift, lse.data() + shift,
                                  dOutput.data() + shift, where));
    EXPECT_TRUE(std::equal(expected.query.begin(), expected.query.end(), where.query));
    EXPECT_TRUE(std::equal(expected.key.begin(), expected.key.end(), where.key));
    EXPECT_TRUE(std::equal(expected.value.begin(), expected.value.end(), where.value));
    EXPECT_EQ(expected.scale, where.scale);
  }
}

}  // namespace
}  // namespace scaledot
