// Multi-head attention for every number of heads from 1 to 16 and every number of key heads that divides it. The widths of
// heads are independent of the width of the model.
#include "attention/multi_head.h"
#include "multi_head_case.h"

namespace scaledot {
namespace {

using namespace testing;

// Calls check with and without biases and masks: causal, blocked pairs, and a bias for each head.
template <typename Check>
void forHeadCounts(Check check) {
  int cases = 0;
  for (uint32_t heads = 1; heads <= 16; ++heads) {
    for (uint32_t keyHeads = 1; keyHeads <= heads; ++keyHeads) {
      if (heads % keyHeads != 0) continue;
      for (const bool biases : {false, true}) {
        for (const bool masks : {false, true}) {
          Case c = sized(2, 4, 5, heads, keyHeads, 1 + (heads + 2 * keyHeads) % 7, 1 + heads % 5);
          c.p.queryWidth = c.p.keyWidth = c.p.valueWidth = c.p.outputWidth = 6;
          c.biases = biases;
          if (masks) {
            c.p.attention.causal = Causal::lowerRight;
            c.setBlock(true, false, true);
            c.setBias(false, true, true);
          }
          c.fill(heads);
          SCOPED_TRACE(::testing::Message() << heads << " heads, " << keyHeads << " of keys");
          check(c);
          ++cases;
        }
      }
    }
  }
  EXPECT_EQ(cases, 4 * 50);  // 50 pairs of a number up to 16 and one that divides it
}

TEST(HeadCounts, EveryNumberOfHeadsAndOfKeyHeadsIsItsDefinition) {
  Worst worst("error of heads, at their number");
  forHeadCounts([&](const Case& c) {
    checkForward(c, worst, c.p.heads);
    checkProjections(c, worst, c.p.heads);
  });
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(HeadCounts, GradientsOfEveryNumberOfHeadsAreSlopes) {
  Worst worst("error of gradients along a direction, at the number of the tensor");
  forHeadCounts([&](const Case& c) { checkSlopes(c, worst); });
  EXPECT_LT(worst.error(), 1e-5);
}

}  // namespace
}  // namespace scaledot
