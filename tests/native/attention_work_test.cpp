// Workspaces that are reused: their contents do not change a bit, and nothing is allocated after the largest call.
#include "attention/attention_work.h"

#include "allocations.h"
#include "attention_case.h"

namespace scaledot {
namespace {

using namespace testing;

struct Results {
  std::vector<float> output, logSumExp, weights, query, key, value, bias;
  double scale = 0;

  explicit Results(const Case& c)
      : output(c.rows() * c.options.valueDim),
        logSumExp(c.rows()),
        weights(c.rows() * c.options.keys),
        query(c.query.size()),
        key(c.key.size()),
        value(c.value.size()),
        bias(c.bias.size()) {}

  // The arguments are passed on to attention() and attentionGradient().
  template <typename Attention, typename Gradient>
  void make(const Case& c, Attention forward, Gradient backward) {
    const AttentionProblem problem = c.problem();
    AttentionResults results;
    results.output = output.data();
    results.logSumExp = logSumExp.data();
    results.weights = weights.data();
    ASSERT_TRUE(forward(problem, results));
    AttentionGradients to{query.data(), key.data(), value.data(),
                          bias.empty() ? nullptr : bias.data(), bias.size()};
    ASSERT_TRUE(backward(problem, output.data(), logSumExp.data(), c.outputGradient.data(), to));
    scale = to.scale;
  }

  bool operator==(const Results& other) const {
    return sameBits(output, other.output) && sameBits(logSumExp, other.logSumExp) &&
           sameBits(weights, other.weights) && sameBits(query, other.query) &&
           sameBits(key, other.key) && sameBits(value, other.value) && sameBits(bias, other.bias) &&
           std::memcmp(&scale, &other.scale, sizeof scale) == 0;
  }
};

TEST(AttentionWork, AReusedWorkspaceChangesNoBitAndIsAllocatedOnceForTheLargest) {
  Random random(31);
  AttentionWork work;
  AttentionGradientWork gradientWork;
  for (int round = 0; round < 60; ++round) {
    Shape shape{2, 3, 3, 70, 300, 40, 40};
    if (round > 0) shape = randomShape(random, 40);
    Case c(shape, random);
    if (round == 0) {
      c.addBias(7, random);
    } else {
      addFeatures(c, random.below(kFeatures), random);
    }
    if (round % 5 == 1) {  // garbage that must not be read
      c.query[0] = c.key[0] = c.value[0] = c.outputGradient[0] = kNaNF;
    }
    Results own(c), reused(c);
    own.make(
        c, [](const auto&... all) { return attention(all...); },
        [](auto&&... all) { return attentionGradient(all...); });
    const size_t taken = allocationsOf([&] {
      reused.make(
          c, [&](const auto&... all) { return attention(all..., work); },
          [&](auto&&... all) { return attentionGradient(all..., gradientWork); });
    });
    EXPECT_TRUE(own == reused) << round << ' ' << describe(c);
    EXPECT_EQ(taken > 0, kCountsAllocations && round == 0) << round << ' ' << describe(c);
  }
}

}  // namespace
}  // namespace scaledot
