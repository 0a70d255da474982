// The rules, compared with their definition in double, and their gradients with finite differences of it.
#include "learning/attention_rule.h"

#include <algorithm>
#include <functional>

#include "allocations.h"
#include "attention_case.h"

namespace scaledot {
namespace {

using namespace testing;

// Folded and doubled have a separate test.
constexpr AttentionRule kRules[] = {AttentionRule::power, AttentionRule::cosine,
                                    AttentionRule::additive, AttentionRule::norm};
constexpr const char* kRuleNames[] = {"power", "cosine", "additive", "norm", "folded", "doubled"};
constexpr uint32_t kLongest = 3 * 4 + 3;  // three lanes and a few more

// The inputs of a pass. Their gradients have the same order.
enum Input { kQueryInput, kKeyInput, kValueInput, kLearned, kInputs };

// The gain of the keys comes after that of the queries.
void setLearned(RuleProblem& p, const float* learned) {
  p.temperature = p.vector = p.queryGain = learned;
  p.keyGain = learned + p.headDim;
}

struct RuleCase {
  RuleProblem shape;
  std::vector<float> inputs[kInputs], outputGradient;
  std::vector<uint32_t> keyLengths;

  RuleCase(AttentionRule rule, const Shape& s, Random& random) {
    shape.rule = rule;
    shape.batch = s.batch;
    shape.heads = s.heads;
    shape.queries = s.queries;
    shape.keys = s.keys;
    shape.headDim = s.headDim;
    const bool scales = rule == AttentionRule::power || rule == AttentionRule::norm ||
                        rule == AttentionRule::doubled;
    shape.scale = scales ? 1 / std::sqrt(static_cast<float>(s.headDim)) : 1;
    inputs[kQueryInput] = random.normals(rows() * s.headDim);
    inputs[kKeyInput] = random.normals(keyRows() * s.headDim);
    inputs[kValueInput] = random.normals(keyRows() * s.headDim);
    if (rule == AttentionRule::cosine) inputs[kLearned] = random.normals(s.heads);
    if (rule == AttentionRule::additive) inputs[kLearned] = random.normals(s.heads * s.headDim);
    if (rule == AttentionRule::norm) inputs[kLearned] = random.normals(size_t{2} * s.headDim);
    outputGradient = random.normals(rows() * s.headDim);
  }
  size_t rows() const { return size_t{shape.batch} * shape.heads * shape.queries; }
  size_t keyRows() const { return size_t{shape.batch} * shape.heads * shape.keys; }

  RuleProblem problem() const {
    RuleProblem p = shape;
    p.query = inputs[kQueryInput].data();
    p.key = inputs[kKeyInput].data();
    p.value = inputs[kValueInput].data();
    setLearned(p, inputs[kLearned].data());
    p.keyLengths = keyLengths.empty() ? nullptr : keyLengths.data();
    return p;
  }
  uint32_t keysSeen(uint32_t batch, uint32_t query) const {
    const uint32_t keys = keyLengths.empty() ? shape.keys : keyLengths[batch];
    return shape.causal ? std::min(keys, query + 1) : keys;
  }
};

std::string describe(const RuleCase& c) {
  const RuleProblem& p = c.shape;
  std::ostringstream text;
  text << kRuleNames[static_cast<int>(p.rule)] << " [" << p.batch << ',' << p.heads << ','
       << p.queries << 'x' << p.keys << ',' << p.headDim << ']' << (p.causal ? " causal" : "")
       << (c.keyLengths.empty() ? "" : " lengths") << ' ';
  return text.str();
}

// Draws random sizes up to the longest. The bits of `features` select causal, key lengths and a different scale.
RuleCase randomCase(AttentionRule rule, uint32_t features, uint32_t longest, Random& random) {
  Shape shape{random.between(1, 3), random.between(1, 3)};
  shape.queries = random.between(1, longest);
  shape.keys = random.between(1, longest);
  shape.headDim = random.between(1, longest);
  RuleCase c(rule, shape, random);
  c.shape.causal = (features & 1) != 0;
  if ((features & 2) != 0) {
    for (uint32_t b = 0; b < shape.batch; ++b) {
      c.keyLengths.push_back(random.between(0, shape.keys));
    }
  }
  if ((features & 4) != 0) c.shape.scale = 0.3f;
  return c;
}

// The definition ---------------------------------------------------------------------------------------------

using Doubles = std::vector<double>;

struct RuleForward {
  Doubles output, weights, scores;
};

double scoreOf(const RuleProblem& p, uint32_t head, const double* q, const double* k,
               const Doubles& learned) {
  double dot = 0, qq = 0, kk = 0, sum = 0, gained = 0;
  for (uint32_t c = 0; c < p.headDim; ++c) {
    dot += q[c] * k[c];
    qq += q[c] * q[c];
    kk += k[c] * k[c];
    if (p.rule == AttentionRule::norm) gained += q[c] * learned[c] * k[c] * learned[p.headDim + c];
    if (p.rule == AttentionRule::additive) {
      sum += learned[head * p.headDim + c] * std::tanh(q[c] + k[c]);
    }
  }
  const double scale = double{p.scale};
  if (p.rule == AttentionRule::additive) return scale * sum;
  if (p.rule == AttentionRule::norm) {
    return scale * gained / std::sqrt((qq / p.headDim + 1e-6) * (kk / p.headDim + 1e-6));
  }
  if (p.rule != AttentionRule::cosine) return scale * dot;
  return qq == 0 || kk == 0 ? 0 : scale * std::exp(learned[head]) * dot / std::sqrt(qq * kk);
}

RuleForward naive(const RuleCase& c, const Doubles (&inputs)[kInputs]) {
  const RuleProblem& p = c.shape;
  const size_t d = p.headDim;
  RuleForward r{Doubles(c.rows() * d), Doubles(c.rows() * p.keys), Doubles(c.rows() * p.keys)};
  for (uint32_t b = 0; b < p.batch; ++b) {
    for (uint32_t h = 0; h < p.heads; ++h) {
      for (uint32_t i = 0; i < p.queries; ++i) {
        const size_t head = b * p.heads + h, row = head * p.queries + i;
        double sum = 0;
        for (uint32_t j = 0; j < p.keys; ++j) {
          const double score =
              scoreOf(p, h, inputs[kQueryInput].data() + row * d,
                      inputs[kKeyInput].data() + (head * p.keys + j) * d, inputs[kLearned]);
          r.scores[row * p.keys + j] = score;
          if (j < c.keysSeen(b, i)) sum += r.weights[row * p.keys + j] = std::exp(score);
        }
        for (uint32_t j = 0; j < c.keysSeen(b, i); ++j) {
          const double weight = r.weights[row * p.keys + j] /= sum;
          const double* value = inputs[kValueInput].data() + (head * p.keys + j) * d;
          for (size_t n = 0; n < d; ++n) r.output[row * d + n] += weight * value[n];
        }
      }
    }
  }
  return r;
}

struct InDouble {
  Doubles inputs[kInputs];
  explicit InDouble(const RuleCase& c) {
    for (int n = 0; n < kInputs; ++n) inputs[n].assign(c.inputs[n].begin(), c.inputs[n].end());
  }
};

double lossOf(const RuleCase& c, const Doubles (&inputs)[kInputs]) {
  const RuleForward forward = naive(c, inputs);
  double loss = 0;
  for (size_t n = 0; n < forward.output.size(); ++n) {
    loss += forward.output[n] * double{c.outputGradient[n]};
  }
  return loss;
}

// Returns the slope at 0, by differences of fourth order. The step is small because `norm` of short vectors is
// nonlinear within the root of its epsilon, 1e-3.
double slopeAt(const std::function<double(double)>& f) {
  const double h = 1e-5;
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

// Tests ------------------------------------------------------------------------------------------------------

struct RulePass {
  std::vector<float> output, weights, scores, gradients[kInputs];
};

// Runs forward and backward, in guarded memory that contains garbage.
RulePass run(const RuleCase& c, RuleRecord& record, RuleWork& work, bool matrices = true) {
  RuleProblem p = c.problem();
  const auto guarded = [](const std::vector<float>& from) {
    auto buffer = std::make_unique<GuardedBuffer<float>>(from.size());
    std::copy(from.begin(), from.end(), buffer->data());
    return buffer;
  };
  const auto garbage = [&](size_t count) { return guarded(std::vector<float>(count, -77777.0f)); };
  const auto query = guarded(c.inputs[kQueryInput]), key = guarded(c.inputs[kKeyInput]),
             value = guarded(c.inputs[kValueInput]), learned = guarded(c.inputs[kLearned]),
             outputGradient = guarded(c.outputGradient);
  p.query = query->data();
  p.key = key->data();
  p.value = value->data();
  setLearned(p, learned->data());
  const size_t pairs = c.rows() * p.keys;
  const auto output = garbage(c.rows() * p.headDim), weights = garbage(pairs),
             scores = garbage(pairs);
  const auto dQuery = garbage(c.inputs[kQueryInput].size()),
             dKey = garbage(c.inputs[kKeyInput].size()),
             dValue = garbage(c.inputs[kValueInput].size()),
             dLearned = garbage(c.inputs[kLearned].size());
  RuleResults results{output->data(), nullptr, nullptr};
  if (matrices) results = {output->data(), weights->data(), scores->data()};
  RuleGradients to;
  to.query = dQuery->data();
  to.key = dKey->data();
  to.value = dValue->data();
  if (p.rule == AttentionRule::norm) {
    to.queryGain = dLearned->data();
    to.keyGain = dLearned->data() + p.headDim;
  }
  if (p.rule == AttentionRule::cosine) to.temperature = dLearned->data();
  if (p.rule == AttentionRule::additive) to.vector = dLearned->data();
  EXPECT_TRUE(ruleAttention(p, results, record, work));
  EXPECT_TRUE(ruleAttentionGradient(p, output->data(), outputGradient->data(), to, record, work));
  const auto copied = [](GuardedBuffer<float>& from, size_t count) {
    return std::vector<float>(from.data(), from.data() + count);
  };
  return {copied(*output, c.rows() * p.headDim),
          copied(*weights, pairs),
          copied(*scores, pairs),
          {copied(*dQuery, c.inputs[kQueryInput].size()), copied(*dKey, c.inputs[kKeyInput].size()),
           copied(*dValue, c.inputs[kValueInput].size()),
           copied(*dLearned, c.inputs[kLearned].size())}};
}
RulePass run(const RuleCase& c) {
  RuleRecord record;
  RuleWork work;
  return run(c, record, work);
}

void compare(const std::vector<float>& got, const Doubles& exact, double bound, Worst& worst,
             const std::string& what) {
  ASSERT_EQ(got.size(), exact.size()) << what;
  for (size_t n = 0; n < got.size(); ++n) {
    const double error = std::fabs(double{got[n]} - exact[n]) / (1 + std::fabs(exact[n]));
    ASSERT_LE(error, bound) << what << n << ": " << got[n] << " for " << exact[n];
    worst.note(error, static_cast<double>(got.size()));
  }
}

TEST(AttentionRule, OutputsWeightsAndScoresAreThoseOfTheDefinition) {
  Worst worst("error of output, weights and scores, relative to 1 + their size");
  Random random(41);
  for (const AttentionRule rule : kRules) {
    for (uint32_t round = 0; round < 160; ++round) {
      RuleCase c = randomCase(rule, round % 8, kLongest, random);
      if (round >= 152) {  // past a panel of queries, and a block of keys
        c = RuleCase(rule, {1, 2, 2, 37, 131, 9}, random);
        c.shape.causal = round % 2 == 1;
      }
      const RulePass got = run(c);
      const RuleForward exact = naive(c, InDouble(c).inputs);
      compare(got.output, exact.output, 4e-6, worst, describe(c) + "output ");
      compare(got.weights, exact.weights, 4e-6, worst, describe(c) + "weight ");
      compare(got.scores, exact.scores, 4e-6, worst, describe(c) + "score ");
    }
  }
}

TEST(AttentionRule, GradientsAreThoseOfFiniteDifferences) {
  Worst worst("error of gradients, relative to 1 + their size");
  Random random(43);
  for (const AttentionRule rule : kRules) {
    for (uint32_t round = 0; round < 48; round += testing::kSanitized ? 3 : 1) {
      const RuleCase c = randomCase(rule, round % 8, round < 40 ? 7 : kLongest, random);
      const RulePass got = run(c);
      InDouble at(c);
      for (int input = 0; input < kInputs; ++input) {
        Doubles exact;
        for (double& x : at.inputs[input]) {
          const double before = x;
          exact.push_back(slopeAt([&](double step) {
            x = before + step;
            const double loss = lossOf(c, at.inputs);
            x = before;
            return loss;
          }));
        }
        compare(got.gradients[input], exact, 1e-5, worst,
                describe(c) + "input " + std::to_string(input) + ", ");
      }
    }
  }
}

TEST(AttentionRule, CosineDependsOnDirectionsOnly) {
  Random random(47);
  RuleCase c(AttentionRule::cosine, {1, 2, 2, 5, 6, 4}, random);
  const RulePass plain = run(c);
  RuleCase sized = c;
  for (size_t n = 0; n < c.inputs[kQueryInput].size(); ++n)
    sized.inputs[kQueryInput][n] *= 0x1p-120f;
  for (size_t n = 0; n < c.inputs[kKeyInput].size(); ++n) sized.inputs[kKeyInput][n] *= 0x1p120f;
  const RulePass got = run(sized);
  EXPECT_TRUE(sameBits(plain.output, got.output));
  EXPECT_TRUE(sameBits(plain.gradients[kLearned], got.gradients[kLearned]));
  for (size_t n = 0; n < c.inputs[kKeyInput].size(); ++n) {
    EXPECT_FLOAT_EQ(plain.gradients[kKeyInput][n], got.gradients[kKeyInput][n] * 0x1p120f);
  }
}

TEST(AttentionRule, AVectorOfLengthZeroHasCosineZeroAndNoGradient) {
  Random random(53);
  RuleCase c(AttentionRule::cosine, {1, 1, 1, 3, 4, 5}, random);
  std::fill_n(c.inputs[kQueryInput].begin() + 5, 5, 0.0f);  // query 1
  std::fill_n(c.inputs[kKeyInput].begin() + 10, 5, 0.0f);   // key 2
  const RulePass got = run(c);
  for (uint32_t j = 0; j < 4; ++j) {
    EXPECT_EQ(got.scores[4 + j], 0.0f);
    EXPECT_FLOAT_EQ(got.weights[4 + j], 0.25f);
  }
  for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(got.scores[4 * i + 2], 0.0f);
  for (uint32_t n = 0; n < 5; ++n) {
    EXPECT_EQ(got.gradients[kQueryInput][5 + n], 0.0f);
    EXPECT_EQ(got.gradients[kKeyInput][10 + n], 0.0f);
    EXPECT_NE(got.gradients[kQueryInput][n], 0.0f);
    EXPECT_NE(got.gradients[kKeyInput][n], 0.0f);
  }
}

TEST(AttentionRule, FoldedAndDoubledHaveTheBitsOfPower) {
  Random random(59);
  for (const AttentionRule rule : {AttentionRule::folded, AttentionRule::doubled}) {
    const RuleCase c(rule, {2, 2, 2, 5, 7, 6}, random);
    RuleCase power = c;
    power.shape.rule = AttentionRule::power;
    const RulePass got = run(c), expected = run(power);
    EXPECT_TRUE(sameBits(got.scores, expected.scores));
    for (const Input input : {kQueryInput, kKeyInput, kValueInput}) {
      EXPECT_TRUE(sameBits(got.gradients[input], expected.gradients[input]));
    }
  }
}

// Epsilon avoids a division by 0 for vectors of length 0. All heads share the gains.
TEST(AttentionRule, NormsOfLargeSmallAndZeroVectorsAreFinite) {
  Random random(61);
  RuleCase c(AttentionRule::norm, {1, 2, 2, 3, 4, 5}, random);
  std::fill_n(c.inputs[kQueryInput].begin() + 5, 5, 0.0f);
  for (uint32_t n = 10; n < 15; ++n) c.inputs[kQueryInput][n] *= 0x1p120f;
  for (uint32_t n = 10; n < 15; ++n) c.inputs[kKeyInput][n] *= 0x1p-120f;
  const RulePass got = run(c);
  const RuleForward exact = naive(c, InDouble(c).inputs);
  Worst worst("error of scores");
  compare(got.scores, exact.scores, 4e-6, worst, describe(c));
  for (uint32_t j = 0; j < 4; ++j) EXPECT_EQ(got.scores[4 + j], 0.0f);
  for (const auto& gradient : got.gradients) {
    for (const float x : gradient) EXPECT_TRUE(std::isfinite(x));
  }
}

TEST(AttentionRule, TangentsSaturate) {
  const float sums[][2] = {{100, 3},         {-100, 3},   {30, -29.5f}, {-39, 39.25f},
                           {40, 40},         {-40, -40},  {1e30f, 5},   {-1e30f, 5},
                           {0, 0},           {1e-20f, 0}, {100, -100},  {kInfinityF, 20},
                           {-kInfinityF, 20}};
  Random random(83);
  Worst worst("error of tanh");
  for (const auto& [q, k] : sums) {
    RuleCase c(AttentionRule::additive, {1, 1, 1, 1, 2, 1}, random);
    c.inputs[kQueryInput] = {q};
    c.inputs[kKeyInput] = {k, k};
    c.inputs[kLearned] = {1};
    const RulePass got = run(c);
    worst.note(std::fabs(double{got.scores[0]} - std::tanh(double{q} + k)), q);
    for (const auto& gradient : got.gradients) {
      for (const float x : gradient) EXPECT_TRUE(std::isfinite(x)) << q << ' ' << k;
    }
  }
  for (float q = -12; q < 12; q += 0.37f) {
    RuleCase c(AttentionRule::additive, {1, 1, 1, 1, 64, 1}, random);
    c.inputs[kQueryInput] = {q};
    c.inputs[kLearned] = {1};
    const RulePass got = run(c);
    for (uint32_t j = 0; j < 64; ++j) {
      const double sum = double{q} + double{c.inputs[kKeyInput][j]};
      worst.note(std::fabs(double{got.scores[j]} - std::tanh(sum)), sum);
    }
  }
  EXPECT_LE(worst.error(), 3e-7);
}

TEST(AttentionRule, UnseenKeysChangeNoBit) {
  Random random(59);
  for (const AttentionRule rule : kRules) {
    RuleCase c(rule, {2, 2, 2, 9, 11, 5}, random);
    c.shape.causal = true;  // queries 0 .. 8 do not see keys 9 and 10
    c.keyLengths = {11, 6};
    RuleRecord record;
    RuleWork work;
    const RulePass clean = run(c, record, work, false);
    for (uint32_t head = 0; head < 4; ++head) {
      for (uint32_t j = c.keysSeen(head / 2, 8); j < 11; ++j) {
        for (uint32_t n = 0; n < 5; ++n) {
          for (const Input input : {kKeyInput, kValueInput}) {
            c.inputs[input][(head * 11 + j) * 5 + n] = n == 2 ? kNaNF : kInfinityF;
          }
        }
      }
    }
    const RulePass dirty = run(c, record, work, false);
    EXPECT_TRUE(sameBits(clean.output, dirty.output)) << describe(c);
    for (int input = 0; input < kInputs; ++input) {
      EXPECT_TRUE(sameBits(clean.gradients[input], dirty.gradients[input])) << describe(c) << input;
    }
  }
}

TEST(AttentionRule, ARowWithoutKeysIsZeroAndHasNoGradient) {
  Random random(61);
  for (const AttentionRule rule : kRules) {
    RuleCase c(rule, {2, 1, 1, 3, 4, 5}, random);
    c.keyLengths = {0, 4};
    c.inputs[kQueryInput][0] = kNaNF;  // of a row that sees nothing
    const RulePass got = run(c);
    for (uint32_t n = 0; n < 15; ++n) {
      EXPECT_EQ(got.output[n], 0.0f) << describe(c);
      EXPECT_EQ(got.gradients[kQueryInput][n], 0.0f) << describe(c);
      EXPECT_NE(got.gradients[kQueryInput][15 + n], 0.0f) << describe(c);
    }
    for (const float x : got.gradients[kLearned]) EXPECT_TRUE(std::isfinite(x)) << describe(c);
  }
}

TEST(AttentionRule, NaNReachesTheRowsThatSeeItAndNoOthers) {
  Random random(67);
  for (const AttentionRule rule : kRules) {
    for (const Input input : {kQueryInput, kKeyInput, kValueInput}) {
      RuleCase c(rule, {1, 1, 1, 6, 6, 3}, random);
      c.shape.causal = true;
      c.inputs[input][3 * 3] = kNaNF;  // in row 3
      const RulePass got = run(c);
      for (uint32_t i = 0; i < 6; ++i) {
        const bool reached = input == kQueryInput ? i == 3 : i >= 3;
        EXPECT_EQ(std::isnan(got.output[3 * i]), reached) << describe(c) << input << ' ' << i;
        EXPECT_EQ(std::isnan(got.gradients[kQueryInput][3 * i]), reached)
            << describe(c) << input << ' ' << i;
      }
    }
  }
}

TEST(AttentionRule, BitsDoNotDependOnTheRestOfTheBatch) {
  Random random(71);
  for (const AttentionRule rule : kRules) {
    RuleCase c(rule, {3, 2, 2, 10, 13, 6}, random);
    c.keyLengths = {13, 5, 9};
    const RulePass whole = run(c);
    for (uint32_t b = 0; b < 3; ++b) {
      RuleCase one = c;
      one.shape.batch = 1;
      one.keyLengths = {c.keyLengths[b]};
      const auto part = [&](const std::vector<float>& of) {
        const size_t size = of.size() / 3;
        return std::vector<float>(of.begin() + b * size, of.begin() + (b + 1) * size);
      };
      for (const Input input : {kQueryInput, kKeyInput, kValueInput}) {
        one.inputs[input] = part(c.inputs[input]);
      }
      one.outputGradient = part(c.outputGradient);
      const RulePass alone = run(one);
      EXPECT_TRUE(sameBits(part(whole.output), alone.output)) << describe(c) << b;
      for (const Input input : {kQueryInput, kKeyInput, kValueInput}) {
        EXPECT_TRUE(sameBits(part(whole.gradients[input]), alone.gradients[input]))
            << describe(c) << b << ' ' << input;
      }
    }
  }
}

TEST(AttentionRule, FurtherOutputsChangeNoBit) {
  Random random(73);
  for (const AttentionRule rule : kRules) {
    for (uint32_t features = 0; features < 8; ++features) {
      const RuleCase c = randomCase(rule, features, kLongest, random);
      RuleRecord record;
      RuleWork work;
      const RulePass with = run(c, record, work), without = run(c, record, work, false);
      EXPECT_TRUE(sameBits(with.output, without.output)) << describe(c);
      for (int input = 0; input < kInputs; ++input) {
        EXPECT_TRUE(sameBits(with.gradients[input], without.gradients[input])) << describe(c);
      }
    }
  }
}

TEST(AttentionRule, AReusedWorkspaceChangesNoBitAndIsAllocatedOnceForTheLargest) {
  Random random(79);
  for (const AttentionRule rule : kRules) {
    RuleRecord record;
    RuleWork work;
    for (uint32_t round = 0; round < 12; ++round) {
      const RuleCase c = round == 0
                             ? RuleCase(rule, {3, 3, 3, kLongest, kLongest, kLongest}, random)
                             : randomCase(rule, round % 8, kLongest, random);
      const RuleProblem p = c.problem();
      std::vector<float> output(c.rows() * p.headDim), query(c.inputs[kQueryInput].size()),
          key(c.inputs[kKeyInput].size()), value(c.inputs[kValueInput].size()),
          learned(c.inputs[kLearned].size());
      const size_t taken = allocationsOf([&] {
        ASSERT_TRUE(ruleAttention(p, {output.data(), nullptr, nullptr}, record, work));
        ASSERT_TRUE(
            ruleAttentionGradient(p, output.data(), c.outputGradient.data(),
                                  {query.data(), key.data(), value.data(), learned.data(),
                                   learned.data(), learned.data(), learned.data() + p.headDim},
                                  record, work));
      });
      EXPECT_EQ(taken > 0, kCountsAllocations && round == 0) << describe(c);
      const RulePass own = run(c);
      EXPECT_TRUE(sameBits(own.output, output)) << describe(c);
      EXPECT_TRUE(sameBits(own.gradients[kQueryInput], query)) << describe(c);
      EXPECT_TRUE(sameBits(own.gradients[kKeyInput], key)) << describe(c);
      EXPECT_TRUE(sameBits(own.gradients[kLearned], learned)) << describe(c);
    }
  }
}

}  // namespace
}  // namespace scaledot
