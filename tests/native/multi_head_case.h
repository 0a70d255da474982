// Shared by the tests of multi-head attention: problems that own their tensors, the definition of multi_head.h as naive
// loops in double, its finite differences, and runs in memory that ends at guard pages.
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "attention/multi_head.h"
#include "random/random.h"
#include "testing.h"

namespace scaledot::testing {

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
inline constexpr const char* kNameOf[] = {"query", "key",      "value",      "wq",   "wk",
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

  // Fills the tensors with normals in float32. Weights are small enough that everything stays near 1.
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

  // Makes a mask that broadcasts along the axes named 0.
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
  // Draws a mask in which three of four are 1.
  static std::vector<float> drawn(size_t count, uint64_t seed) {
    const Numbers x = normals(count, seed, 0, 1);
    std::vector<float> mask(count);
    std::transform(x.begin(), x.end(), mask.begin(),
                   [](double v) { return v > -0.67 ? 1.0f : 0.0f; });
    return mask;
  }
};

// Multiplies x [rows, in] by weight [in, out] and adds bias.
inline Numbers linear(const Numbers& x, size_t rows, size_t in, size_t out, const Numbers& weight,
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

inline bool visible(const Case& c, size_t b, size_t h, int64_t i, int64_t j) {
  const AttentionProblem& a = c.p.attention;
  const int64_t length = c.keyLengths.empty() ? c.p.keys : c.keyLengths[b];
  const int64_t p = a.causal == Causal::lowerRight ? i + length - c.p.queries : i;
  const auto masked = [&](const MaskTensor& m, const std::vector<float>& data, bool blocks) {
    if (data.empty()) return false;
    const size_t index = b * m.strides[0] + h * m.strides[1] +
                         static_cast<size_t>(i) * m.strides[2] +
                         static_cast<size_t>(j) * m.strides[3];
    return (data[index] != 0) == blocks;
  };
  const bool placed = j < length && (a.causal == Causal::none || j <= p) &&
                      (a.windowBefore == kUnlimited || j >= p - a.windowBefore) &&
                      (a.windowAfter == kUnlimited || j <= p + a.windowAfter);
  return (placed || j >= int64_t{c.p.keys}) && !masked(a.allow, c.allow, false) &&
         !masked(a.block, c.block, true);
}

struct Reference {
  Numbers output, heads;      // [batch, queries, outputWidth], [batch, heads, queries, valueDim]
  Numbers weights;            // [batch, heads, queries, keys]
  Numbers query, key, value;  // projected, as MultiHeadResults has them
};

inline Reference reference(const Case& c) {
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
  // Makes [batch, heads, rows, width] of number(b, row, head, component).
  const auto split = [&](size_t heads, size_t rows, size_t width, auto number) {
    Numbers all;
    for (size_t at = 0; at < p.batch * heads * rows * width; ++at) {
      all.push_back(number(at / (heads * rows * width), at / width % rows,
                           at / (rows * width) % heads, at % width));
    }
    return all;
  };
  result.query = split(p.heads, p.queries, dim, [&](size_t b, size_t i, size_t h, size_t d) {
    return q[((b * p.queries + i) * p.heads + h) * dim + d];
  });
  result.key = split(p.keyHeads, c.keys(), dim, [&](size_t b, size_t j, size_t g, size_t d) {
    return rowOf(k, n[kExtraKey], b, j, g, dim, d);
  });
  result.value = split(p.keyHeads, c.keys(), valueDim, [&](size_t b, size_t j, size_t g, size_t d) {
    return rowOf(v, n[kExtraValue], b, j, g, valueDim, d);
  });
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

// The numbers of a case in float32 (its masks in place), each tensor in a buffer that ends at a guard page or begins after
// one.
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

// Returns the largest difference, relative to the largest exact number (at least 1). That is about the size of the
// terms, except for bk and scale, where hundreds of terms cancel, so that their errors look larger.
inline double largestError(const float* x, const Numbers& exact) {
  double size = 1, error = 0;
  for (const double e : exact) size = std::max(size, std::fabs(e));
  for (size_t i = 0; i < exact.size(); ++i) {
    const double difference = std::fabs(x[i] - exact[i]);
    error = difference <= error ? error : difference;  // NaN counts
    if (std::isnan(difference)) return HUGE_VAL;
  }
  return error / size;
}

inline void checkForward(const Case& c, Worst& worst, double where) {
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

// Requests the projections in addition to the output, which must have the same bits without them.
inline void checkProjections(const Case& c, Worst& worst, double where) {
  const Reference exact = reference(c);
  for (const Guard guard : {Guard::after, Guard::before}) {
    const Floats floats(c, guard);
    std::vector<float> output(exact.output.size()), alone(output);
    MultiHeadResults results;
    results.output = alone.data();
    ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
    GuardedBuffer<float> query(exact.query.size(), guard), key(exact.key.size(), guard),
        value(exact.value.size(), guard);
    results.output = output.data();
    results.projectedQuery = query.data();
    results.projectedKey = key.data();
    results.projectedValue = value.data();
    ASSERT_TRUE(multiHeadAttention(floats.problem(), results));
    worst.note(largestError(query.data(), exact.query), where);
    worst.note(largestError(key.data(), exact.key), where);
    worst.note(largestError(value.data(), exact.value), where);
    EXPECT_EQ(output, alone) << "with the projections";
  }
}

// Computes the gradient of sum(output outputGradient) with respect to every number, by central differences. Their error
// is about 1e-10, from the square of the step times third derivatives, and from rounding over the step.
inline Numbers differences(Case c, int name, const Numbers& outputGradient) {
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

inline void checkGradient(const Case& c, Worst& worst) {
  const size_t count = size_t{c.p.batch} * c.p.queries * c.p.outputWidth;
  const Numbers outputGradient = Case::normals(count, 99, 0, 1);
  std::array<Numbers, kNames> exact;
  for (int name = 0; name < kNames; ++name) exact[name] = differences(c, name, outputGradient);
  for (const Guard guard : {Guard::after, Guard::before}) {
    const Floats floats(c, guard);
    GuardedBuffer<float> floatGradient(count, guard);
    std::copy(outputGradient.begin(), outputGradient.end(), floatGradient.data());
    Gradients gradients(c, guard);
    ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), floatGradient.data(), gradients.of));
    for (int name = 0; name < kNames; ++name) {
      const double error = largestError(gradients[name], exact[name]);
      worst.note(error, name);
      EXPECT_LT(error, name == kBk || name == kScale ? 1e-5 : 3e-6) << kNameOf[name];
    }
  }
}

// Checks the gradients of every tensor along one direction in it, which needs only a few differences for any number of
// entries.
inline void checkSlopes(const Case& c, Worst& worst) {
  const size_t count = size_t{c.p.batch} * c.p.queries * c.p.outputWidth;
  const Numbers outputGradient = Case::normals(count, 98, 0, 1);
  const Floats floats(c, Guard::after);
  GuardedBuffer<float> floatGradient(count);
  std::copy(outputGradient.begin(), outputGradient.end(), floatGradient.data());
  Gradients gradients(c, Guard::after);
  ASSERT_TRUE(multiHeadAttentionGradient(floats.problem(), floatGradient.data(), gradients.of));
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
}

inline Case sized(uint32_t batch, uint32_t queries, uint32_t keys, uint32_t heads,
                  uint32_t keyHeads, uint32_t headDim, uint32_t valueDim) {
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

// Returns small cases that together use every option.
inline std::vector<Case> smallCases() {
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
    c.keyLengths = {6, 2, 0};
    add(c);
  }
  {
    // No query sees a later token, even with extra keys after the others.
    Case c = sized(1, 5, 5, 2, 2, 3, 2);
    c.extra = c.p.zeroKey = true;
    c.p.attention.causal = Causal::lowerRight;
    add(c);
  }
  return cases;
}

}  // namespace scaledot::testing
