// Multi-head attention against the definition of multi_head.h in double, one number after the other, and its
// gradients against finite differences of that, in memory that ends at forbidden pages.
#include "multi_head.h"

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/resource.h>
#endif

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "random.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::Guard;
using testing::GuardedBuffer;
using testing::Worst;

using Numbers = std::vector<double>;

enum Name {
  kQuery,
  kKey,
  kValue,
  kWq,
  kWk,
  kWv,
  kWo,
  kBq,
  kBk,
  kBv,
  kBo,
  kExtraKey,
  kExtraValue,
  kBias,
  kScale,
  kNames
};
constexpr const char* kNameOf[] = {"query", "key",      "value",      "wq",   "wk",
                                   "wv",    "wo",       "bq",         "bk",   "bv",
                                   "bo",    "extraKey", "extraValue", "bias", "scale"};

struct Case {
  MultiHeadProblem p;  // the sizes; the tensors are below
  bool biases = false, extra = false;
  std::array<Numbers, kNames> numbers;
  std::vector<float> allow, block;
  std::vector<uint32_t> keyLengths;

  uint32_t keys() const { return p.keys + extra + p.zeroKey; }

  size_t sizeOf(int name) const {
    const size_t in = size_t{p.keyHeads} * p.headDim, value = size_t{p.keyHeads} * p.valueDim;
    const size_t query = size_t{p.heads} * p.headDim, output = size_t{p.heads} * p.valueDim;
    const size_t tokens = size_t{p.batch} * p.keys;
    const size_t sizes[] = {size_t{p.batch} * p.queries * p.queryWidth,
                            tokens * p.keyWidth,
                            tokens * p.valueWidth,
                            p.queryWidth * query,
                            p.keyWidth * in,
                            p.valueWidth * value,
                            output * p.outputWidth,
                            biases ? query : 0,
                            biases ? in : 0,
                            biases ? value : 0,
                            biases ? p.outputWidth : 0,
                            extra ? in : 0,
                            extra ? value : 0,
                            0,
                            1};
    return sizes[name];
  }

  // Normals in float32; weights are small enough that everything stays near 1.
  void fill(uint64_t seed) {
    for (int name = 0; name < kBias; ++name) {
      const double widths[] = {1,
                               1,
                               1,
                               double(p.queryWidth),
                               double(p.keyWidth),
                               double(p.valueWidth),
                               double(p.heads * p.valueDim)};
      const double sd = name <= kWo ? 1 / std::sqrt(std::max(1.0, widths[name])) : 1;
      numbers[name] = normals(sizeOf(name), seed, static_cast<uint64_t>(name), sd);
    }
    numbers[kScale] = {double{p.attention.scale}};
  }

  static Numbers normals(size_t count, uint64_t seed, uint64_t row, double sd) {
    std::vector<float> values(count + 15);
    Component law;
    law.sd = sd;
    fillRow(seed, Stream::query, row, law, values.data(), count);
    return Numbers(values.begin(), values.begin() + static_cast<ptrdiff_t>(count));
  }

  // A mask that broadcasts along the axes named 0.
  MaskTensor mask(bool batch, bool head, bool query, bool key, size_t& count) const {
    MaskTensor tensor;
    const uint32_t dims[] = {p.batch, p.heads, p.queries, keys()};
    const bool has[] = {batch, head, query, key};
    uint32_t stride = 1;
    for (int axis = 3; axis >= 0; --axis) {
      tensor.strides[axis] = has[axis] ? stride : 0;
      if (has[axis]) stride *= dims[axis];
    }
    count = stride;
    return tensor;
  }
  void setBias(bool batch, bool head, bool query) {
    size_t count = 0;
    p.attention.bias = mask(batch, head, query, true, count);
    numbers[kBias] = normals(count, 77, 0, 1);
  }
  void setAllow(bool batch, bool head, bool query) {
    size_t count = 0;
    p.attention.allow = mask(batch, head, query, true, count);
    allow = drawn(count, 78);
  }
  void setBlock(bool batch, bool head, bool query) {
    size_t count = 0;
    p.attention.block = mask(batch, head, query, true, count);
    block = drawn(count, 79);
    for (float& x : block) x = 1 - x;
  }
  // Three of four are 1.
  static std::vector<float> drawn(size_t count, uint64_t seed) {
    const Numbers x = normals(count, seed, 0, 1);
    std::vector<float> kept(count);
    std::transform(x.begin(), x.end(), kept.begin(),
                   [](double v) { return v > -0.67 ? 1.0f : 0.0f; });
    return kept;
  }
};

// x [rows, in] times weight [in, out], plus bias.
Numbers linear(const Numbers& x, size_t rows, size_t in, size_t out, const Numbers& weight,
               const Numbers& bias) {
  Numbers y(rows * out);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < out; ++j) {
      double sum = bias.empty() ? 0 : bias[j];
      for (size_t k = 0; k < in; ++k) sum += x[i * in + k] * weight[k * out + j];
      y[i * out + j] = sum;
    }
  }
  return y;
}

bool visible(const Case& c, size_t b, size_t h, int64_t i, int64_t j) {
  const AttentionProblem& a = c.p.attention;
  const int64_t length = c.keyLengths.empty() ? c.keys() : c.keyLengths[b];
  const int64_t p = a.causal == Causal::lowerRight ? i + length - c.p.queries : i;
  const auto masked = [&](const MaskTensor& m, const std::vector<float>& data, bool blocks) {
    if (data.empty()) return false;
    const size_t index = b * m.strides[0] + h * m.strides[1] +
                         static_cast<size_t>(i) * m.strides[2] +
                         static_cast<size_t>(j) * m.strides[3];
    return (data[index] != 0) == blocks;
  };
  return j < length && (a.causal == Causal::none || j <= p) &&
         (a.windowBefore == kUnlimited || j >= p - a.windowBefore) &&
         (a.windowAfter == kUnlimited || j <= p + a.windowAfter) &&
         !masked(a.allow, c.allow, false) && !masked(a.block, c.block, true);
}

struct Reference {
  Numbers output, heads;  // [batch, queries, outputWidth], [batch, heads, queries, valueDim]
  Numbers weights;        // [batch, heads, queries, keys]
};

Reference reference(const Case& c) {
  const MultiHeadProblem& p = c.p;
  const auto& n = c.numbers;
  const size_t dim = p.headDim, valueDim = p.valueDim, group = p.heads / p.keyHeads;
  const size_t channels = p.heads * valueDim;
  const Numbers q =
      linear(n[kQuery], size_t{p.batch} * p.queries, p.queryWidth, p.heads * dim, n[kWq], n[kBq]);
  const Numbers k =
      linear(n[kKey], size_t{p.batch} * p.keys, p.keyWidth, p.keyHeads * dim, n[kWk], n[kBk]);
  const Numbers v = linear(n[kValue], size_t{p.batch} * p.keys, p.valueWidth, p.keyHeads * valueDim,
                           n[kWv], n[kBv]);
  const auto rowOf = [&](const Numbers& tokens, const Numbers& extra, size_t b, size_t j, size_t g,
                         size_t width, size_t column) {
    if (j < p.keys) return tokens[((b * p.keys + j) * p.keyHeads + g) * width + column];
    return c.extra && j == p.keys ? extra[g * width + column] : 0.0;
  };
  Reference result;
  result.heads.resize(p.batch * p.heads * p.queries * valueDim);
  Numbers concat(p.batch * p.queries * channels), scores(c.keys());
  const double softcap = p.attention.softcap;
  for (size_t b = 0; b < p.batch; ++b) {
    for (size_t h = 0; h < p.heads; ++h) {
      for (size_t i = 0; i < p.queries; ++i) {
        double sum = 0, largest = -HUGE_VAL;
        for (size_t j = 0; j < scores.size(); ++j) {
          double s = 0;
          for (size_t d = 0; d < dim; ++d) {
            s += q[((b * p.queries + i) * p.heads + h) * dim + d] *
                 rowOf(k, n[kExtraKey], b, j, h / group, dim, d);
          }
          s *= n[kScale][0];
          if (softcap > 0) s = softcap * std::tanh(s / softcap);
          const MaskTensor& m = p.attention.bias;
          if (!n[kBias].empty()) {
            s +=
                n[kBias][b * m.strides[0] + h * m.strides[1] + i * m.strides[2] + j * m.strides[3]];
          }
          scores[j] =
              visible(c, b, h, static_cast<int64_t>(i), static_cast<int64_t>(j)) ? s : -HUGE_VAL;
          largest = std::max(largest, scores[j]);
        }
        const bool masked = largest == -HUGE_VAL;
        for (double& s : scores) sum += s = masked ? 0 : std::exp(s - largest);
        for (double& s : scores) result.weights.push_back(masked ? 0 : s /= sum);
        for (size_t d = 0; d < valueDim; ++d) {
          double x = 0;
          for (size_t j = 0; j < scores.size(); ++j) {
            x += scores[j] * rowOf(v, n[kExtraValue], b, j, h / group, valueDim, d);
          }
          result.heads[((b * p.heads + h) * p.queries + i) * valueDim + d] = x;
          concat[((b * p.queries + i) * p.heads + h) * valueDim + d] = x;
        }
      }
    }
  }
  result.output =
      linear(concat, size_t{p.batch} * p.queries, channels, p.outputWidth, n[kWo], n[kBo]);
  return result;
}

// The case's numbers in float32 (its masks where they are), each tensor in a buffer that ends at a forbidden page or begins after one.
class Floats {
 public:
  Floats(const Case& c, Guard guard) : problem_(c.p) {
    for (int name = 0; name < kNames; ++name) {
      const Numbers& x = c.numbers[name];
      buffers_[name] = std::make_unique<GuardedBuffer<float>>(x.size(), guard);
      std::transform(x.begin(), x.end(), (*buffers_[name]).data(),
                     [](double v) { return static_cast<float>(v); });
    }
    const auto data = [&](int name) {
      return c.numbers[name].empty() ? nullptr : (*buffers_[name]).data();
    };
    MultiHeadProblem& p = problem_;
    p.query = data(kQuery);
    p.key = data(kKey);
    p.value = data(kValue);
    p.wq = {data(kWq), data(kBq)};
    p.wk = {data(kWk), data(kBk)};
    p.wv = {data(kWv), data(kBv)};
    p.wo = {data(kWo), data(kBo)};
    p.extraKey = data(kExtraKey);
    p.extraValue = data(kExtraValue);
    p.attention.bias.data = data(kBias);
    p.attention.allow.data = c.allow.empty() ? nullptr : c.allow.data();
    p.attention.block.data = c.block.empty() ? nullptr : c.block.data();
    p.attention.scale = *data(kScale);
    p.attention.keyLengths = c.keyLengths.empty() ? nullptr : c.keyLengths.data();
  }
  const MultiHeadProblem& problem() const { return problem_; }

 private:
  MultiHeadProblem problem_;
  std::array<std::unique_ptr<GuardedBuffer<float>>, kNames> buffers_;
};

// The largest difference, relative to the largest of the exact numbers (at least 1). That is about the size of
// the terms, but not for bk and scale: there hundreds of terms cancel, so their errors look larger.
double largestError(const float* x, const Numbers& exact) {
  double size = 1, error = 0;
  for (const double e : exact) size = std::max(size, std::fabs(e));
  for (size_t i = 0; i < exact.size(); ++i) {
    const double difference = std::fabs(x[i] - exact[i]);
    error = difference <= error ? error : difference;  // NaN counts
    if (std::isnan(difference)) return HUGE_VAL;
  }
  return error / size;
}

void checkForward(const Case& c, Worst& worst, double where) {
  const Reference exact = reference(c);
  for (const Guard guard : {Guard::after, Guard::before}) {
    const Floats floats(c, guard);
    GuardedBuffer<float> output(exact.output.size(), guard), heads(exact.heads.size(), guard);
    MultiHeadResults results;
    results.output = output.data();
    ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
    worst.note(largestError(output.data(), exact.output), where);
    const std::vector<float> alone(output.data(), output.data() + exact.output.size());
    results.attention.output = heads.data();
    ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
    worst.note(largestError(heads.data(), exact.heads), where);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), output.data())) << "with the heads' output";
    GuardedBuffer<float> weights(exact.weights.size(), guard);
    results = {};
    results.attention.weights = weights.data();
    ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
    worst.note(largestError(weights.data(), exact.weights), where);
  }
}

// The gradient of sum(output outputGradient) with respect to every number, by central differences. Their
// error is about 1e-10: the square of the step times third derivatives, and rounding over the step.
Numbers differences(Case c, int name, const Numbers& outputGradient) {
  constexpr double step = 1e-5;
  const auto loss = [&] {
    const Numbers output = reference(c).output;
    double sum = 0;
    for (size_t i = 0; i < output.size(); ++i) sum += output[i] * outputGradient[i];
    return sum;
  };
  Numbers gradient;
  for (double& x : c.numbers[name]) {
    const double x0 = x;
    x = x0 + step;
    const double above = loss();
    x = x0 - step;
    gradient.push_back((above - loss()) / (2 * step));
    x = x0;
  }
  return gradient;
}

class Gradients {
 public:
  Gradients(const Case& c, Guard guard) {
    for (int name = 0; name < kNames; ++name) {
      buffers_[name] = std::make_unique<GuardedBuffer<float>>(c.numbers[name].size(), guard);
      std::fill_n(buffers_[name]->data(), c.numbers[name].size(),
                  std::numeric_limits<float>::quiet_NaN());
    }
    float** const to[] = {&of.query, &of.key,      &of.value,      &of.wq,  &of.wk,
                          &of.wv,    &of.wo,       &of.bq,         &of.bk,  &of.bv,
                          &of.bo,    &of.extraKey, &of.extraValue, &of.bias};
    for (int name = 0; name < kScale; ++name) {
      if (!c.numbers[name].empty()) *to[name] = buffers_[name]->data();
    }
    of.biasCount = c.numbers[kBias].size();
  }
  float* operator[](int name) {
    if (name == kScale) *buffers_[kScale]->data() = static_cast<float>(of.scale);
    return buffers_[name]->data();
  }
  MultiHeadGradients of;

 private:
  std::array<std::unique_ptr<GuardedBuffer<float>>, kNames> buffers_;
};

void checkGradient(const Case& c, Worst& worst) {
  const size_t count = size_t{c.p.batch} * c.p.queries * c.p.outputWidth;
  const Numbers outputGradient = Case::normals(count, 99, 0, 1);
  std::array<Numbers, kNames> exact;
  for (int name = 0; name < kNames; ++name) exact[name] = differences(c, name, outputGradient);
  for (const Guard guard : {Guard::after, Guard::before}) {
    const Floats floats(c, guard);
    GuardedBuffer<float> given(count, guard);
    std::copy(outputGradient.begin(), outputGradient.end(), given.data());
    Gradients gradients(c, guard);
    ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), given.data(), gradients.of));
    for (int name = 0; name < kNames; ++name) {
      const double error = largestError(gradients[name], exact[name]);
      worst.note(error, name);
      EXPECT_LT(error, name == kBk || name == kScale ? 1e-5 : 3e-6) << kNameOf[name];
    }
  }
}

Case sized(uint32_t batch, uint32_t queries, uint32_t keys, uint32_t heads, uint32_t keyHeads,
           uint32_t headDim, uint32_t valueDim) {
  Case c;
  MultiHeadProblem& p = c.p;
  p.batch = batch;
  p.queries = queries;
  p.keys = keys;
  p.heads = heads;
  p.keyHeads = keyHeads;
  p.headDim = headDim;
  p.valueDim = valueDim;
  p.queryWidth = 2 * headDim + 1;
  p.keyWidth = headDim + 2;
  p.valueWidth = valueDim + 5;
  p.outputWidth = 2 * valueDim + 3;
  p.attention.scale = 0.7f;
  return c;
}

// Small cases that between them use every option.
std::vector<Case> smallCases() {
  std::vector<Case> cases;
  const auto add = [&](Case c) {
    c.fill(cases.size());
    cases.push_back(std::move(c));
  };
  add(sized(1, 1, 1, 1, 1, 1, 1));
  add(sized(2, 3, 5, 2, 2, 3, 2));
  {
    Case c = sized(2, 5, 7, 4, 2, 3, 5);  // grouped heads
    c.biases = true;
    add(c);
  }
  {
    Case c = sized(1, 4, 3, 3, 1, 2, 3);
    c.biases = c.extra = true;
    c.setBias(false, true, true);
    add(c);
  }
  {
    Case c = sized(2, 4, 5, 2, 1, 4, 1);
    c.biases = c.extra = c.p.zeroKey = true;
    c.setBias(true, false, true);
    c.setAllow(true, false, false);
    add(c);
  }
  {
    Case c = sized(2, 3, 4, 2, 2, 2, 4);
    c.p.zeroKey = true;
    c.setBlock(false, true, true);
    c.p.attention.softcap = 1.5f;
    add(c);
  }
  {
    Case c = sized(2, 6, 5, 1, 1, 3, 3);  // lower-right: the first query sees no key
    c.biases = true;
    c.p.attention.causal = Causal::lowerRight;
    add(c);
  }
  {
    Case c = sized(3, 4, 6, 2, 2, 3, 2);
    c.extra = true;
    c.p.attention.causal = Causal::upperLeft;
    c.p.attention.windowBefore = 1;
    c.keyLengths = {7, 2, 0};
    add(c);
  }
  return cases;
}

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

TEST(MultiHead, GradientsAreFiniteDifferences) {
  Worst worst("error of gradients, at the number of the tensor");
  for (const Case& c : smallCases()) {
    SCOPED_TRACE(c.p.queries);
    checkGradient(c, worst);
  }
}

// Along a direction in all tensors at once, so that sizes past every block are tried too.
TEST(MultiHead, GradientsOfManyTokensAreDifferencesAlongADirection) {
  Case c = sized(2, 35, 140, 4, 2, 9, 11);
  c.biases = c.extra = true;
  c.p.outputWidth = 70;
  c.setBias(false, false, true);
  c.fill(4);
  const size_t count = size_t{c.p.batch} * c.p.queries * c.p.outputWidth;
  const Numbers outputGradient = Case::normals(count, 98, 0, 1);
  const Floats floats(c, Guard::after);
  GuardedBuffer<float> given(count);
  std::copy(outputGradient.begin(), outputGradient.end(), given.data());
  Gradients gradients(c, Guard::after);
  ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), given.data(), gradients.of));
  Worst worst("error along a direction, at the number of the tensor");
  for (int name = 0; name < kNames; ++name) {
    const Numbers direction =
        Case::normals(c.numbers[name].size(), 97, static_cast<uint64_t>(name), 1);
    double slope = 0, size = 0;
    for (size_t i = 0; i < direction.size(); ++i) {
      slope += gradients[name][i] * direction[i];
      size += std::pow(gradients[name][i] * direction[i], 2);
    }
    const auto loss = [&](double step) {
      Case moved = c;
      for (size_t i = 0; i < direction.size(); ++i) moved.numbers[name][i] += step * direction[i];
      const Numbers output = reference(moved).output;
      double sum = 0;
      for (size_t i = 0; i < output.size(); ++i) sum += output[i] * outputGradient[i];
      return sum;
    };
    const double exact = (loss(1e-5) - loss(-1e-5)) / 2e-5;
    worst.note(std::fabs(slope - exact) / std::max(1.0, std::sqrt(size)), name);
  }
  EXPECT_LT(worst.error(), 1e-5);
}

TEST(MultiHead, GradientsThatAreNotWantedAreNotNeeded) {
  Case c = sized(2, 5, 7, 4, 2, 3, 5);
  c.biases = c.extra = true;
  c.setBias(false, true, true);
  c.fill(1);
  const Floats floats(c, Guard::after);
  const size_t count = size_t{c.p.batch} * c.p.queries * c.p.outputWidth;
  const std::vector<float> given(count, 0.5f);
  Gradients all(c, Guard::after);
  ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), given.data(), all.of));
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
    ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), given.data(), wanted));
    EXPECT_TRUE(std::equal(one[name], one[name] + c.numbers[name].size(), all[name]))
        << kNameOf[name];
    EXPECT_EQ(wanted.scale, all.of.scale);
  }
}

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

TEST(MultiHead, AnExtraKeyAloneIsSeenByAll) {
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

// Tensors without columns take no memory, however many rows they have.
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

TEST(MultiHead, NaNInAKeyThatNoQuerySeesGoesNowhere) {
  Case c = sized(1, 4, 6, 2, 1, 3, 3);
  c.biases = true;
  c.fill(8);
  c.keyLengths = {4};
  Case poisoned = c;
  for (const int name : {kKey, kValue}) {
    const size_t seen = 4 * (name == kKey ? c.p.keyWidth : c.p.valueWidth);
    for (size_t i = seen; i < c.numbers[name].size(); ++i) {
      c.numbers[name][i] = 0;
      poisoned.numbers[name][i] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  const size_t count = size_t{c.p.queries} * c.p.outputWidth;
  const std::vector<float> given(count, 0.5f);
  std::vector<float> outputs[2];
  Gradients gradients[] = {Gradients(c, Guard::after), Gradients(c, Guard::after)};
  for (int which = 0; which < 2; ++which) {
    const Floats floats(which == 0 ? c : poisoned, Guard::after);
    outputs[which].resize(count);
    MultiHeadResults results;
    results.output = outputs[which].data();
    ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
    ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), given.data(), gradients[which].of));
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  for (int name = 0; name < kNames; ++name) {
    if (name == kWk || name == kWv) continue;  // 0 NaN
    for (size_t i = 0; i < c.numbers[name].size(); ++i) {
      EXPECT_EQ(gradients[0][name][i], gradients[1][name][i]) << kNameOf[name];
    }
  }
}

TEST(MultiHead, BitsOfARowDependOnNoOtherRowNorOnTheBatch) {
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

#if defined(__GLIBC__)
// While it lives, only `bytes` more can be had from the system, and every large block comes from there.
class Scarcity {
 public:
  explicit Scarcity(size_t bytes) {
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    malloc_trim(0);  // what other tests had and gave back
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

// Every buffer of theirs takes a megabyte or more, those of the products and of attention() several steps.
TEST(MultiHead, MemoryThatIsRefusedAnywhereMakesItFalse) {
  if (testing::kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  Case c = sized(1, 128, 128, 4, 4, 512, 512);
  c.p.queryWidth = c.p.keyWidth = c.p.valueWidth = c.p.outputWidth = 1;
  c.fill(10);
  const Floats floats(c, Guard::after);
  const std::vector<float> given(128, 1.0f);
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
      done[1] = multiHeadAttentionGradient(floats.problem(), given.data(), gradients);
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
