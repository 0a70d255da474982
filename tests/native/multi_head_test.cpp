// Multi-head attention, compared with its definition, and its gradients with finite differences of it.
#include "attention/multi_head.h"

#include <algorithm>
#include <array>
#include <vector>

#include "multi_head_case.h"

namespace scaledot {
namespace {

using namespace testing;

TEST(MultiHead, SmallCasesAreTheirDefinition) {
  Worst worst("error of small outputs");
  int number = 0;
  for (const Case& c : smallCases()) checkForward(c, worst, number++);
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(MultiHead, OddSizesAreTheirDefinition) {
  Worst worst("error of outputs of odd sizes");
  for (uint32_t size = 1; size <= 19; ++size) {
    Case c = sized(1 + size % 3, size, 20 - size, 2 + 2 * (size % 2), 2, size, 21 - size);
    c.biases = size % 2 == 0;
    c.extra = size % 3 == 0;
    c.p.zeroKey = size % 5 == 0;
    c.fill(size);
    checkForward(c, worst, size);
  }
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(MultiHead, ManyTokensAreTheirDefinition) {
  Worst worst("error of outputs of many tokens");
  Case c = sized(2, 70, 300, 4, 2, 16, 20);
  c.biases = c.extra = c.p.zeroKey = true;
  c.p.attention.scale = 0.25f;
  c.setBias(false, true, true);
  c.setAllow(true, false, true);
  c.fill(3);
  checkForward(c, worst, 300);
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(MultiHead, ProjectionsAreTheirDefinitionWithTheExtraKeysLast) {
  Worst worst("error of projections");
  int number = 0;
  for (const Case& c : smallCases()) checkProjections(c, worst, number++);
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(MultiHead, GradientsAreFiniteDifferences) {
  Worst worst("error of gradients, at the number of the tensor");
  for (const Case& c : smallCases()) {
    SCOPED_TRACE(c.p.queries);
    checkGradient(c, worst);
  }
}

// Along one direction in all tensors, so that sizes beyond every block can be tested, too.
TEST(MultiHead, GradientsOfManyTokensAreDifferencesAlongADirection) {
  Case c = sized(2, 35, 140, 4, 2, 9, 11);
  c.biases = c.extra = true;
  c.p.outputWidth = 70;
  c.setBias(false, false, true);
  c.fill(4);
  Worst worst("error along a direction, at the number of the tensor");
  checkSlopes(c, worst);
  EXPECT_LT(worst.error(), 1e-5);
}

TEST(MultiHead, GradientsMayBeNull) {
  Case c = sized(2, 5, 7, 4, 2, 3, 5);
  c.biases = c.extra = true;
  c.setBias(false, true, true);
  c.fill(1);
  const Floats floats(c, Guard::after);
  const size_t count = size_t{c.p.batch} * c.p.queries * c.p.outputWidth;
  const std::vector<float> outputGradient(count, 0.5f);
  Gradients all(c, Guard::after);
  ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), outputGradient.data(), all.of));
  const auto fields = [](MultiHeadGradients& g) {
    return std::array<float**, kScale>{&g.query, &g.key,      &g.value,      &g.wq,  &g.wk,
                                       &g.wv,    &g.wo,       &g.bq,         &g.bk,  &g.bv,
                                       &g.bo,    &g.extraKey, &g.extraValue, &g.bias};
  };
  for (int name = 0; name < kScale; ++name) {
    Gradients one(c, Guard::after);
    MultiHeadGradients wanted;
    wanted.biasCount = one.of.biasCount;
    *fields(wanted)[name] = one[name];
    ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), outputGradient.data(), wanted));
    EXPECT_TRUE(std::equal(one[name], one[name] + c.numbers[name].size(), all[name]))
        << kNameOf[name];
    EXPECT_EQ(wanted.scale, all.of.scale);
  }
}

}  // namespace
}  // namespace scaledot
