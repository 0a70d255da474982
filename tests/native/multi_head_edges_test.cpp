// Multi-head attention at its edges: no keys or queries, sizes that are refused, failed allocations, NaN in unseen keys, and
// bits that do not depend on other rows.
#include "attention/multi_head.h"

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/resource.h>
#endif

#include <algorithm>
#include <array>
#include <vector>

#include "multi_head_case.h"

namespace scaledot {
namespace {

using namespace testing;

TEST(MultiHead, WithoutKeysTheOutputIsTheBias) {
  Case c = sized(2, 3, 0, 2, 2, 4, 4);
  c.biases = true;
  c.fill(5);
  Worst worst("error without keys");
  checkForward(c, worst, 0);
  EXPECT_EQ(worst.error(), 0);
  checkGradient(c, worst);
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(MultiHead, AllQueriesSeeTheExtraKey) {
  Case c = sized(2, 3, 0, 2, 2, 4, 4);
  c.extra = true;
  c.fill(6);
  Worst worst("error with the extra key only");
  checkForward(c, worst, 0);
  checkGradient(c, worst);
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(MultiHead, WithoutQueriesGradientsAreZeros) {
  Case c = sized(1, 0, 3, 2, 1, 4, 4);
  c.biases = c.extra = true;
  c.fill(7);
  Worst worst("error without queries");
  checkForward(c, worst, 0);
  checkGradient(c, worst);
  EXPECT_EQ(worst.error(), 0);
}

// Tensors without columns need no memory for any number of rows.
TEST(MultiHead, MoreRowsThanCanBeCountedAreRefused) {
  for (const uint32_t many : {65536u, 1u << 30}) {
    MultiHeadProblem p;
    p.batch = many;
    p.queries = many + (many == 65536);  // batch queries is 65536 or 0 in 32 bits
    p.headDim = p.valueDim = 16;
    MultiHeadGradients gradients;
    EXPECT_FALSE(multiHeadAttention(p, {}));
    EXPECT_FALSE(multiHeadAttentionGradient(p, nullptr, gradients));
    p.queries = 0;
    p.keys = many + (many == 65536);
    EXPECT_FALSE(multiHeadAttention(p, {}));
    EXPECT_FALSE(multiHeadAttentionGradient(p, nullptr, gradients));
  }
}

TEST(MultiHead, MoreChannelsThanCanBeCountedAreRefused) {
  MultiHeadProblem p;
  p.queries = p.keys = 1;
  p.heads = p.keyHeads = 65536;
  for (uint32_t* const dim : {&p.headDim, &p.valueDim}) {
    p.headDim = p.valueDim = 1;
    *dim = 65536;
    EXPECT_FALSE(multiHeadAttention(p, {}));
  }
}

TEST(MultiHead, NaNInAKeyThatNoQuerySeesReachesNoResult) {
  Case c = sized(1, 4, 6, 2, 1, 3, 3);
  c.biases = true;
  c.fill(8);
  c.keyLengths = {4};
  Case withNaN = c;
  for (const int name : {kKey, kValue}) {
    const size_t seen = 4 * (name == kKey ? c.p.keyWidth : c.p.valueWidth);
    for (size_t i = seen; i < c.numbers[name].size(); ++i) {
      c.numbers[name][i] = 0;
      withNaN.numbers[name][i] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  const size_t count = size_t{c.p.queries} * c.p.outputWidth;
  const std::vector<float> outputGradient(count, 0.5f);
  std::vector<float> outputs[2];
  Gradients gradients[] = {Gradients(c, Guard::after), Gradients(c, Guard::after)};
  for (int which = 0; which < 2; ++which) {
    const Floats floats(which == 0 ? c : withNaN, Guard::after);
    outputs[which].resize(count);
    MultiHeadResults results;
    results.output = outputs[which].data();
    ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
    ASSERT_TRUE(
        multiHeadAttentionGradient(floats.problem(), outputGradient.data(), gradients[which].of));
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  for (int name = 0; name < kNames; ++name) {
    if (name == kWk || name == kWv) continue;  // 0 NaN
    for (size_t i = 0; i < c.numbers[name].size(); ++i) {
      EXPECT_EQ(gradients[0][name][i], gradients[1][name][i]) << kNameOf[name];
    }
  }
}

TEST(MultiHead, BitsOfARowDoNotDependOnOtherRowsOrTheBatch) {
  const uint32_t batch = 3, queries = 37;
  Case c = sized(batch, queries, 150, 4, 2, 12, 9);
  c.biases = c.extra = true;
  c.fill(9);
  const Floats floats(c, Guard::after);
  const MultiHeadProblem& whole = floats.problem();
  const size_t width = whole.outputWidth;
  std::vector<float> output(batch * queries * width), alone(width);
  MultiHeadResults results;
  results.output = output.data();
  ASSERT_TRUE(multiHeadAttention(whole, results));
  results.output = alone.data();
  for (uint32_t b = 0; b < batch; ++b) {
    for (const uint32_t i : {0u, 1u, 16u, 36u}) {
      MultiHeadProblem one = whole;
      one.batch = one.queries = 1;
      one.query += (b * queries + i) * whole.queryWidth;
      one.key += size_t{b} * whole.keys * whole.keyWidth;
      one.value += size_t{b} * whole.keys * whole.valueWidth;
      ASSERT_TRUE(multiHeadAttention(one, results));
      const float* row = output.data() + (b * queries + i) * width;
      EXPECT_TRUE(std::equal(alone.begin(), alone.end(), row)) << b << ", " << i;
    }
  }
}

#if defined(__GLIBC__) && \
    !defined(SCALEDOT_FUSED)  // fused sums allocate the same, and take minutes
// While it exists, only `bytes` more can be allocated from the system, and every large block comes from there.
class Scarcity {
 public:
  explicit Scarcity(size_t bytes) {
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    malloc_trim(0);  // returns the freed memory of other tests to the system
    getrlimit(RLIMIT_AS, &before_);
    std::FILE* const statm = std::fopen("/proc/self/statm", "r");
    size_t pages = 0;
    EXPECT_EQ(std::fscanf(statm, "%zu", &pages), 1);
    std::fclose(statm);
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)) + bytes;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~Scarcity() { setrlimit(RLIMIT_AS, &before_); }
  Scarcity(const Scarcity&) = delete;
  Scarcity& operator=(const Scarcity&) = delete;

 private:
  rlimit before_;
};

// Every buffer has at least a megabyte. Those of the products and of attention() fail in several steps.
TEST(MultiHead, ReturnsFalseIfAnyAllocationFails) {
  if (testing::kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  Case c = sized(1, 128, 128, 4, 4, 512, 512);
  c.p.queryWidth = c.p.keyWidth = c.p.valueWidth = c.p.outputWidth = 1;
  c.fill(10);
  const Floats floats(c, Guard::after);
  const std::vector<float> outputGradient(128, 1.0f);
  std::vector<float> output(128), wanted(128);
  MultiHeadResults results;
  results.output = wanted.data();
  ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
  results.output = output.data();
  int refusals[2] = {};
  constexpr size_t step = 128, most = 14 * 1024;
  for (size_t kilobytes = 0; kilobytes <= most; kilobytes += step) {
    bool done[2];
    double scale = 0;
    {
      const Scarcity scarcity(kilobytes << 10);
      done[0] = multiHeadAttention(floats.problem(), results);
      MultiHeadGradients gradients;
      done[1] = multiHeadAttentionGradient(floats.problem(), outputGradient.data(), gradients);
      scale = gradients.scale;
    }
    if (done[0]) {
      EXPECT_EQ(output, wanted) << kilobytes;
    }
    EXPECT_TRUE(!done[1] || scale != 0) << kilobytes;
    for (int which = 0; which < 2; ++which) refusals[which] += !done[which];
    EXPECT_TRUE(kilobytes < most || (done[0] && done[1]));
  }
  std::printf("refused %d and %d times, each with %zu kilobytes more\n", refusals[0], refusals[1],
              step);
  EXPECT_GE(refusals[0], 4 * 8);
  EXPECT_GE(refusals[1], 10 * 8);
}
#endif

}  // namespace
}  // namespace scaledot
