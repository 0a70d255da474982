// Multi-head attention for every number of heads from 1 to 16 and every number of key heads that divides it, with widths of
// heads that have nothing to do with those of the model: forward against the definition in double, head by head, and
// gradients against differences of that along random directions.
#include <array>
#include <cmath>
#include <vector>

#include "multi_head.h"
#include "parameter_draw.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::Worst;

using Floats = std::vector<float>;
using Numbers = std::vector<double>;

enum Name { kQuery, kKey, kValue, kWq, kWk, kWv, kWo, kBq, kBk, kBv, kBo, kBias, kNames };

struct Layer {
  uint32_t heads, keyHeads, headDim, valueDim;
  bool biases, masks;
  uint32_t batch = 2, queries = 4, keys = 5, modelDim = 6;
  std::array<Numbers, kNames> numbers{};
  Floats blocked{};  // [queries, keys]

  void draw() {
    const uint32_t q = heads * headDim, k = keyHeads * headDim, v = keyHeads * valueDim;
    const uint32_t biased = biases ? 1 : 0;
    const std::array<std::array<uint32_t, 2>, kNames> shapes{{{batch * queries, modelDim},
                                                              {batch * keys, modelDim},
                                                              {batch * keys, modelDim},
                                                              {modelDim, q},
                                                              {modelDim, k},
                                                              {modelDim, v},
                                                              {heads * valueDim, modelDim},
                                                              {biased, q},
                                                              {biased, k},
                                                              {biased, v},
                                                              {biased, modelDim},
                                                              {masks ? heads * queries : 0, keys}}};
    for (uint32_t name = 0; name < kNames; ++name) {
      numbers[name] = normals(shapes[name][0], shapes[name][1], name);
    }
    for (const int name : {kWq, kWk, kWv, kWo}) {
      const double inner = name == kWo ? heads * valueDim : modelDim;
      for (double& x : numbers[name]) x = double{static_cast<float>(x / std::sqrt(inner))};
    }
    blocked.assign(masks ? queries * keys : 0, 0.0f);
    for (size_t n = 1; n < blocked.size(); n += 3) blocked[n] = 1;
  }

  static Numbers normals(uint32_t rows, uint32_t columns, uint32_t stream) {
    Floats x(parameterRoom(rows, columns));
    drawParameter(12, tensorOfStream(stream), rows, columns, 1, x.data());
    return Numbers(x.begin(), x.begin() + static_cast<ptrdiff_t>(size_t{rows} * columns));
  }

  double scale() const { return 1 / std::sqrt(double(headDim)); }
};

// Entry (row, column) of x [., width] weight [width, columns] + bias.
double projected(const Numbers& x, size_t row, size_t width, const Numbers& weight, size_t columns,
                 size_t column, const Numbers& bias) {
  double sum = bias.empty() ? 0 : bias[column];
  for (size_t c = 0; c < width; ++c) sum += x[row * width + c] * weight[c * columns + column];
  return sum;
}

struct Exact {
  Numbers output, query, key, value;  // projected: as MultiHeadResults has them
};

// What a query sees: the key that is not blocked, and none behind it (lower-right causal).
bool sees(const Layer& l, uint32_t i, uint32_t j) {
  return !l.masks || (l.blocked[i * l.keys + j] == 0 && j <= i + l.keys - l.queries);
}

Exact definition(const Layer& l) {
  const auto& n = l.numbers;
  Exact exact;
  const auto project = [&](Name x, Name weight, Name bias, uint32_t rows, uint32_t heads,
                           uint32_t dim) {
    Numbers all;
    for (uint32_t b = 0; b < l.batch; ++b) {
      for (uint32_t h = 0; h < heads; ++h) {
        for (uint32_t i = 0; i < rows; ++i) {
          for (uint32_t c = 0; c < dim; ++c) {
            all.push_back(projected(n[x], b * rows + i, l.modelDim, n[weight], heads * dim,
                                    h * dim + c, n[bias]));
          }
        }
      }
    }
    return all;
  };
  exact.query = project(kQuery, kWq, kBq, l.queries, l.heads, l.headDim);
  exact.key = project(kKey, kWk, kBk, l.keys, l.keyHeads, l.headDim);
  exact.value = project(kValue, kWv, kBv, l.keys, l.keyHeads, l.valueDim);
  Numbers concat(size_t{l.batch} * l.queries * l.heads * l.valueDim), weights(l.keys);
  for (uint32_t b = 0; b < l.batch; ++b) {
    for (uint32_t h = 0; h < l.heads; ++h) {
      const uint32_t g = h / (l.heads / l.keyHeads);
      const double* q = exact.query.data() + (b * l.heads + h) * l.queries * l.headDim;
      const double* k = exact.key.data() + (b * l.keyHeads + g) * l.keys * l.headDim;
      const double* v = exact.value.data() + (b * l.keyHeads + g) * l.keys * l.valueDim;
      for (uint32_t i = 0; i < l.queries; ++i) {
        double sum = 0;
        for (uint32_t j = 0; j < l.keys; ++j) {
          double score = 0;
          for (uint32_t c = 0; c < l.headDim; ++c)
            score += q[i * l.headDim + c] * k[j * l.headDim + c];
          score *= l.scale();
          if (l.masks) score += n[kBias][(h * l.queries + i) * l.keys + j];
          sum += weights[j] = sees(l, i, j) ? std::exp(score) : 0;
        }
        for (uint32_t c = 0; c < l.valueDim; ++c) {
          double x = 0;
          for (uint32_t j = 0; j < l.keys; ++j) x += weights[j] * v[j * l.valueDim + c];
          concat[((b * l.queries + i) * l.heads + h) * l.valueDim + c] = sum == 0 ? 0 : x / sum;
        }
      }
    }
  }
  for (uint32_t row = 0; row < l.batch * l.queries; ++row) {
    for (uint32_t c = 0; c < l.modelDim; ++c) {
      exact.output.push_back(
          projected(concat, row, l.heads * l.valueDim, n[kWo], l.modelDim, c, n[kBo]));
    }
  }
  return exact;
}

// A layer for the core. It points into itself.
struct Call {
  std::array<Floats, kNames> floats;
  MultiHeadProblem p;

  explicit Call(const Layer& l) {
    for (int name = 0; name < kNames; ++name) {
      for (const double x : l.numbers[name]) floats[name].push_back(static_cast<float>(x));
    }
    const auto of = [&](Name name) { return floats[name].empty() ? nullptr : floats[name].data(); };
    p.batch = l.batch;
    p.queries = l.queries;
    p.keys = l.keys;
    p.queryWidth = p.keyWidth = p.valueWidth = p.outputWidth = l.modelDim;
    p.heads = l.heads;
    p.keyHeads = l.keyHeads;
    p.headDim = l.headDim;
    p.valueDim = l.valueDim;
    p.query = of(kQuery);
    p.key = of(kKey);
    p.value = of(kValue);
    p.wq = {of(kWq), of(kBq)};
    p.wk = {of(kWk), of(kBk)};
    p.wv = {of(kWv), of(kBv)};
    p.wo = {of(kWo), of(kBo)};
    p.attention.scale = static_cast<float>(l.scale());
    if (!l.masks) return;
    p.attention.causal = Causal::lowerRight;
    p.attention.block = {l.blocked.data(), {0, 0, l.keys, 1}};
    p.attention.bias = {of(kBias), {0, l.queries * l.keys, l.keys, 1}};
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

double errorOf(const Floats& x, const Numbers& exact) {
  double size = 1, error = 0;
  for (const double e : exact) size = std::max(size, std::fabs(e));
  EXPECT_EQ(x.size(), exact.size());
  for (size_t i = 0; i < exact.size(); ++i) {
    const double difference = std::fabs(double{x[i]} - exact[i]);
    if (!(difference <= error)) error = difference;
  }
  return error / size;
}

void checkForward(const Layer& l, Worst& worst) {
  const Exact exact = definition(l);
  const Call call(l);
  Floats output(exact.output.size(), NAN), alone(output);
  Floats query(exact.query.size(), NAN), key(exact.key.size(), NAN), value(exact.value.size(), NAN);
  MultiHeadResults results;
  results.output = alone.data();
  ASSERT_TRUE(multiHeadAttention(call.p, results));
  results.output = output.data();
  results.projectedQuery = query.data();
  results.projectedKey = key.data();
  results.projectedValue = value.data();
  ASSERT_TRUE(multiHeadAttention(call.p, results));
  EXPECT_EQ(output, alone) << "with the projections";
  worst.note(errorOf(output, exact.output), l.heads);
  worst.note(errorOf(query, exact.query), l.heads);
  worst.note(errorOf(key, exact.key), l.heads);
  worst.note(errorOf(value, exact.value), l.heads);
}

// The slope of sum(output gradient) along a direction of each tensor.
void checkGradient(const Layer& l, Worst& worst) {
  const Numbers given = Layer::normals(l.batch * l.queries, l.modelDim, 50);
  const Floats outputGradient(given.begin(), given.end());
  const Call call(l);
  std::array<Floats, kNames> found;
  for (int name = 0; name < kNames; ++name) found[name].assign(l.numbers[name].size(), NAN);
  MultiHeadGradients gradients;
  float** const places[] = {&gradients.query, &gradients.key, &gradients.value, &gradients.wq,
                            &gradients.wk,    &gradients.wv,  &gradients.wo,    &gradients.bq,
                            &gradients.bk,    &gradients.bv,  &gradients.bo,    &gradients.bias};
  for (int name = 0; name < kNames; ++name) {
    if (!found[name].empty()) *places[name] = found[name].data();
  }
  gradients.biasCount = found[kBias].size();
  ASSERT_TRUE(multiHeadAttentionGradient(call.p, outputGradient.data(), gradients));
  for (int name = 0; name < kNames; ++name) {
    const auto count = static_cast<uint32_t>(found[name].size());
    const Numbers direction = Layer::normals(1, count, 60 + static_cast<uint32_t>(name));
    const auto loss = [&](double step) {
      Layer moved = l;
      for (size_t i = 0; i < count; ++i) moved.numbers[name][i] += step * direction[i];
      const Numbers output = definition(moved).output;
      double sum = 0;
      for (size_t i = 0; i < output.size(); ++i) sum += output[i] * given[i];
      return sum;
    };
    const double slope = (loss(1e-5) - loss(-1e-5)) / 2e-5;
    double along = 0, squares = 0;
    for (size_t i = 0; i < count; ++i) {
      along += double{found[name][i]} * direction[i];
      squares += std::pow(double{found[name][i]} * direction[i], 2);
    }
    worst.note(std::fabs(along - slope) / std::max(1.0, std::sqrt(squares)), l.heads);
  }
}

template <typename Check>
void forLayers(Check check) {
  for (uint32_t heads = 1; heads <= 16; ++heads) {
    for (uint32_t keyHeads = 1; keyHeads <= heads; ++keyHeads) {
      if (heads % keyHeads != 0) continue;
      const uint32_t headDim = 1 + (heads + 2 * keyHeads) % 7, valueDim = 1 + heads % 5;
      for (const bool biases : {false, true}) {
        for (const bool masks : {false, true}) {
          Layer layer{heads, keyHeads, headDim, valueDim, biases, masks};
          layer.draw();
          SCOPED_TRACE(::testing::Message() << heads << " heads, " << keyHeads << " of keys");
          check(layer);
        }
      }
    }
  }
}

TEST(HeadCounts, EveryNumberOfHeadsAndOfKeyHeadsIsItsDefinition) {
  Worst worst("output and projections, at the number of heads");
  int layers = 0;
  forLayers([&](const Layer& layer) {
    checkForward(layer, worst);
    ++layers;
  });
  EXPECT_EQ(layers, 4 * 50);  // 50 pairs of a number up to 16 and its divisors
  EXPECT_LT(worst.error(), 1e-6);
}

TEST(HeadCounts, GradientsOfEveryNumberOfHeadsAreSlopes) {
  Worst worst("gradients along a direction, at the number of heads");
  forLayers([&](const Layer& layer) { checkGradient(layer, worst); });
  EXPECT_LT(worst.error(), 1e-5);
}

TEST(HeadCounts, ProjectionsHaveTheExtraKeysBehindTheOthers) {
  Layer layer{2, 2, 3, 2, true, false};
  layer.draw();
  Call call(layer);
  const Floats extraKey{1, 2, 3, 4, 5, 6}, extraValue{7, 8, 9, 10};
  call.p.extraKey = extraKey.data();
  call.p.extraValue = extraValue.data();
  call.p.zeroKey = true;
  const Exact exact = definition(layer);
  Floats key(size_t{2} * 2 * 7 * 3, NAN), value(size_t{2} * 2 * 7 * 2, NAN);
  MultiHeadResults results;
  results.projectedKey = key.data();
  results.projectedValue = value.data();
  ASSERT_TRUE(multiHeadAttention(call.p, results));
  const auto check = [](const Floats& found, const Numbers& rows, const Floats& extra, size_t dim) {
    for (size_t head = 0; head < 4; ++head) {
      const float* from = found.data() + head * 7 * dim;
      for (size_t i = 0; i < 5 * dim; ++i) EXPECT_NEAR(from[i], rows[head * 5 * dim + i], 1e-6);
      for (size_t c = 0; c < dim; ++c) EXPECT_EQ(from[5 * dim + c], extra[head % 2 * dim + c]);
      for (size_t c = 0; c < dim; ++c) EXPECT_EQ(from[6 * dim + c], 0);
    }
  };
  check(key, exact.key, extraKey, 3);
  check(value, exact.value, extraValue, 2);
}

}  // namespace
}  // namespace scaledot
