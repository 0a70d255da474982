// The calls of tests/js/engine/corpus.js, made to the core. Results must have the bits in tests/corpus.json, which are those
// of the simd and fallback engines. Change both files together.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "attention/attention.h"
#include "attention/hand_made.h"
#include "attention/head_cost.h"
#include "attention/merged_head.h"
#include "attention/multi_head.h"
#include "attention/normalization.h"
#include "attention/parameter_draw.h"
#include "attention/rotary.h"
#include "attention/score_plane.h"
#include "attention/scores.h"
#include "attention/softmax.h"
#include "attention/terms.h"
#include "attention/thin_head.h"
#include "lanes/difference.h"
#include "lanes/matrix_stack.h"
#include "statistics/norm_stages.h"
#include "statistics/scoring_statistics.h"
#include "statistics/softmax_measures.h"
#include "statistics/softmax_statistics.h"
#include "statistics/spread.h"
#include "testing.h"

namespace scaledot {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

using Numbers = std::vector<float>;

// The same as in tests/js/engine/tensors.js.
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed) {}
  uint32_t next() {
    state_ = state_ * 1664525u + 1013904223u;
    uint32_t x = state_;
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
  }
  uint32_t below(uint32_t bound) { return next() % bound; }
  uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
  bool oneIn(uint32_t count) { return below(count) == 0; }
  float number() {
    return static_cast<float>(static_cast<int32_t>(next() >> 8) - (1 << 23)) / (1 << 22);
  }
  Numbers tensor(size_t count) {
    Numbers x(count);
    for (float& v : x) v = number();
    return x;
  }
  float extreme() {
    const float extremes[] = {kNaN, kInfinity, -kInfinity, 1e30f};
    return extremes[below(4)];
  }

 private:
  uint32_t state_;
};

class Hash {
 public:
  void add(const Numbers& x) {
    for (const float v : x) {
      const uint32_t word = std::isnan(v) ? 0x7fc00000u : std::bit_cast<uint32_t>(v);
      a_ = (a_ ^ word) * 0x01000193u;
      a_ ^= a_ >> 15;
      b_ = std::rotl((b_ ^ word) * 0x85ebca6bu, 13);
    }
  }
  void add(double x) { add(Numbers{static_cast<float>(x)}); }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%08x%08x", a_, b_);
    return digits;
  }

 private:
  uint32_t a_ = 0x811c9dc5u, b_ = 0x9747b28cu;
};

// Attention -----------------------------------------------------------------------------------------------

struct Options {
  Numbers allow, block, bias;
  std::vector<uint32_t> keyLengths;

  void draw(Random& random, AttentionProblem& p, uint32_t keys, uint32_t extra = 0) {
    const float scales[] = {0.25f, -0.5f, 1, 0.3f, 0, 4};
    p.scale = scales[random.below(6)];
    p.causal = static_cast<Causal>(random.below(3));
    if (random.oneIn(3)) p.windowBefore = random.below(keys + 1);
    if (random.oneIn(3)) p.windowAfter = random.below(keys + 1);
    if (random.oneIn(4)) {
      keyLengths.resize(p.batch);
      for (uint32_t& length : keyLengths) length = random.below(keys - extra + 1);
      p.keyLengths = keyLengths.data();
    }
    if (random.oneIn(4)) p.softcap = 0.5f + static_cast<float>(random.below(8)) / 4;
    const uint32_t target[] = {p.batch, p.heads, p.queries, keys};
    const auto mask = [&](MaskTensor& tensor, Numbers& data, auto number) {
      if (!random.oneIn(3)) return;
      const uint32_t axes = random.below(16);
      uint32_t count = 1;
      for (uint32_t axis = 4; axis-- > 0;) {
        const uint32_t length = (axes >> (3 - axis) & 1) != 0 ? target[axis] : 1;
        tensor.strides[axis] = length == 1 ? 0 : count;
        count *= length;
      }
      data.resize(count);
      for (float& v : data) v = number();
      tensor.data = data.data();
    };
    mask(p.allow, allow, [&] { return random.below(10) < 7 ? 1.0f : 0.0f; });
    mask(p.block, block, [&] { return random.below(10) < 3 ? 1.0f : 0.0f; });
    mask(p.bias, bias, [&] { return random.below(10) < 2 ? -kInfinity : random.number(); });
  }
};

struct AttentionCall {
  AttentionProblem p;
  Numbers query, key, value;
  Options options;

  explicit AttentionCall(Random& random) {
    p.batch = random.between(1, 2);
    p.keyHeads = random.between(1, 2);
    p.heads = p.keyHeads * random.between(1, 3);
    const bool isLong = random.oneIn(8);
    p.queries = random.between(1, isLong ? 70 : 12);
    p.keys = random.between(1, isLong ? 300 : 20);
    p.headDim = random.between(1, 24);
    p.valueDim = random.between(1, 24);
    query = random.tensor(rows() * p.headDim);
    key = random.tensor(keyRows() * p.headDim);
    value = random.tensor(keyRows() * p.valueDim);
    options.draw(random, p, p.keys);
    if (random.oneIn(6)) {
      Numbers* const tensors[] = {&query, &key, &value};
      Numbers& tensor = *tensors[random.below(3)];
      const uint32_t at = random.below(static_cast<uint32_t>(tensor.size()));
      tensor[at] = random.extreme();
    }
    p.query = query.data();
    p.key = key.data();
    p.value = value.data();
  }
  size_t rows() const { return size_t{p.batch} * p.heads * p.queries; }
  size_t keyRows() const { return size_t{p.batch} * p.keyHeads * p.keys; }
};

void attentionCall(Random& random, uint32_t, Hash& hash) {
  const AttentionCall c(random);
  const size_t matrix = c.rows() * c.p.keys;
  Numbers output(c.rows() * c.p.valueDim), logSumExp(c.rows());
  AttentionResults results;
  results.output = output.data();
  results.logSumExp = logSumExp.data();
  Numbers matrices[5];
  if (!random.oneIn(2)) {
    for (Numbers& m : matrices) m.resize(matrix);
    results.weights = matrices[0].data();
    results.scores = matrices[1].data();
    results.scaledScores = matrices[2].data();
    results.cappedScores = matrices[3].data();
    results.maskedScores = matrices[4].data();
  }
  ASSERT_TRUE(attention(c.p, results));
  hash.add(output);
  hash.add(logSumExp);
  for (const Numbers& m : matrices) hash.add(m);
}

void attentionGradientCall(Random& random, uint32_t, Hash& hash) {
  const AttentionCall c(random);
  const Numbers outputGradient = random.tensor(c.rows() * c.p.valueDim);
  Numbers output(c.rows() * c.p.valueDim), logSumExp(c.rows());
  AttentionResults results;
  results.output = output.data();
  results.logSumExp = logSumExp.data();
  ASSERT_TRUE(attention(c.p, results));
  Numbers query(c.query.size()), key(c.key.size()), value(c.value.size()),
      bias(c.options.bias.size());
  AttentionGradients gradients;
  gradients.query = query.data();
  gradients.key = key.data();
  gradients.value = value.data();
  gradients.bias = bias.empty() ? nullptr : bias.data();
  gradients.biasCount = bias.size();
  ASSERT_TRUE(
      attentionGradient(c.p, output.data(), logSumExp.data(), outputGradient.data(), gradients));
  for (const Numbers* gradient : {&query, &key, &value, &bias}) hash.add(*gradient);
  hash.add(gradients.scale);
}

struct MultiHeadCall {
  MultiHeadProblem p;
  Numbers query, key, value, wq, wk, wv, wo, bq, bk, bv, bo, extraKey, extraValue, outputGradient;
  Options options;

  explicit MultiHeadCall(Random& random) {
    p.batch = random.between(1, 2);
    p.keyHeads = random.between(1, 2);
    p.heads = p.keyHeads * random.between(1, 3);
    p.queries = random.between(1, 12);
    p.keys = random.between(1, 20);
    p.headDim = random.between(1, 9);
    p.valueDim = random.between(1, 9);
    for (uint32_t* width : {&p.queryWidth, &p.keyWidth, &p.valueWidth, &p.outputWidth})
      *width = random.between(1, 20);
    const uint32_t wide = p.heads * p.headDim, keyWide = p.keyHeads * p.headDim,
                   valueWide = p.keyHeads * p.valueDim;
    query = random.tensor(size_t{p.batch} * p.queries * p.queryWidth);
    key = random.tensor(size_t{p.batch} * p.keys * p.keyWidth);
    value = random.tensor(size_t{p.batch} * p.keys * p.valueWidth);
    wq = random.tensor(size_t{p.queryWidth} * wide);
    wk = random.tensor(size_t{p.keyWidth} * keyWide);
    wv = random.tensor(size_t{p.valueWidth} * valueWide);
    wo = random.tensor(size_t{p.heads} * p.valueDim * p.outputWidth);
    if (random.oneIn(2)) bq = random.tensor(wide);
    if (random.oneIn(2)) bk = random.tensor(keyWide);
    if (random.oneIn(2)) bv = random.tensor(valueWide);
    if (random.oneIn(2)) bo = random.tensor(p.outputWidth);
    if (random.oneIn(3)) {
      extraKey = random.tensor(keyWide);
      extraValue = random.tensor(valueWide);
    }
    p.zeroKey = random.oneIn(3);
    const auto data = [](const Numbers& x) { return x.empty() ? nullptr : x.data(); };
    p.query = query.data();
    p.key = key.data();
    p.value = value.data();
    p.wq = {wq.data(), data(bq)};
    p.wk = {wk.data(), data(bk)};
    p.wv = {wv.data(), data(bv)};
    p.wo = {wo.data(), data(bo)};
    p.extraKey = data(extraKey);
    p.extraValue = data(extraValue);
    p.attention.batch = p.batch;
    p.attention.heads = p.heads;
    p.attention.queries = p.queries;
    options.draw(random, p.attention, allKeys(p), allKeys(p) - p.keys);
    p.attention.scale = 0.125f;
    outputGradient = random.tensor(size_t{p.batch} * p.queries * p.outputWidth);
  }
};

void multiHeadCall(Random& random, uint32_t, Hash& hash) {
  const MultiHeadCall c(random);
  const size_t rows = size_t{c.p.batch} * c.p.heads * c.p.queries;
  Numbers output(c.outputGradient.size()), headOutputs(rows * c.p.valueDim), logSumExp(rows);
  MultiHeadResults results;
  results.output = output.data();
  results.attention.output = headOutputs.data();
  results.attention.logSumExp = logSumExp.data();
  ASSERT_TRUE(multiHeadAttention(c.p, results));
  for (const Numbers* result : {&output, &headOutputs, &logSumExp}) hash.add(*result);
}

void multiHeadGradientCall(Random& random, uint32_t, Hash& hash) {
  const MultiHeadCall c(random);
  const Numbers* const tensors[] = {&c.query, &c.key,      &c.value,      &c.wq,          &c.wk,
                                    &c.wv,    &c.wo,       &c.bq,         &c.bk,          &c.bv,
                                    &c.bo,    &c.extraKey, &c.extraValue, &c.options.bias};
  MultiHeadGradients g;
  float** const places[] = {&g.query, &g.key, &g.value, &g.wq, &g.wk,       &g.wv,         &g.wo,
                            &g.bq,    &g.bk,  &g.bv,    &g.bo, &g.extraKey, &g.extraValue, &g.bias};
  Numbers gradients[14];
  for (size_t i = 0; i < 14; ++i) {
    gradients[i].resize(tensors[i]->size());
    *places[i] = gradients[i].empty() ? nullptr : gradients[i].data();
  }
  g.biasCount = c.options.bias.size();
  ASSERT_TRUE(multiHeadAttentionGradient(c.p, c.outputGradient.data(), g));
  for (const Numbers& gradient : gradients) hash.add(gradient);
  hash.add(g.scale);
}

// Scores --------------------------------------------------------------------------------------------------

struct ScoreCall {
  ScoreProblem p;
  Numbers query, key, weight, queryWeight, keyWeight, vector, gradient;

  ScoreCall(Random& random, uint32_t call) {
    p.kind = static_cast<ScoreKind>(call % 7);
    const bool general = p.kind == ScoreKind::general, additive = p.kind == ScoreKind::additive,
               location = p.kind == ScoreKind::location;
    p.batch = random.between(1, 3);
    p.queries = random.between(1, 9);
    p.keys = random.between(1, 14);
    p.queryDim = random.between(1, 18);
    p.keyDim = general || additive || location ? random.between(1, 18) : p.queryDim;
    const uint32_t hidden = random.between(1, 12);
    p.hidden = additive ? hidden : 0;
    query = random.tensor(size_t{p.batch} * p.queries * p.queryDim);
    key = random.tensor(size_t{p.batch} * p.keys * p.keyDim);
    if (general) weight = random.tensor(size_t{p.queryDim} * p.keyDim);
    if (location) weight = random.tensor(size_t{p.queryDim} * p.keys);
    if (additive) {
      queryWeight = random.tensor(size_t{p.queryDim} * hidden);
      keyWeight = random.tensor(size_t{p.keyDim} * hidden);
      vector = random.tensor(hidden);
    }
    gradient = random.tensor(size_t{p.batch} * p.queries * p.keys);
    p.scale = p.kind == ScoreKind::dot || general || additive || location ? 1 : 0.375f;
    p.query = query.data();
    p.key = key.data();
    p.weight = weight.data();
    p.queryWeight = queryWeight.data();
    p.keyWeight = keyWeight.data();
    p.vector = vector.data();
  }
};

void scoresCall(Random& random, uint32_t call, Hash& hash) {
  const ScoreCall c(random, call);
  Numbers result(c.gradient.size());
  ASSERT_TRUE(scores(c.p, result.data()));
  hash.add(result);
}

void scoresGradientCall(Random& random, uint32_t call, Hash& hash) {
  const ScoreCall c(random, call);
  const Numbers* const tensors[] = {&c.query,       &c.key,       &c.weight,
                                    &c.queryWeight, &c.keyWeight, &c.vector};
  ScoreGradients g;
  float** const places[] = {&g.query, &g.key, &g.weight, &g.queryWeight, &g.keyWeight, &g.vector};
  Numbers gradients[6];
  for (size_t i = 0; i < 6; ++i) {
    gradients[i].resize(tensors[i]->size());
    *places[i] = gradients[i].empty() ? nullptr : gradients[i].data();
  }
  ASSERT_TRUE(scoresGradient(c.p, c.gradient.data(), g));
  for (const Numbers& gradient : gradients) hash.add(gradient);
  hash.add(g.scale);
}

// Softmax, norms, rotary embedding ----------------------------------------------------------------------------

struct SoftmaxCall {
  Axis axis;
  Numbers x, gradient;

  explicit SoftmaxCall(Random& random) {
    size_t shape[3];
    const uint32_t longest[] = {5, 40, 6};
    for (int i = 0; i < 3; ++i) shape[i] = random.between(1, longest[i]);
    const uint32_t at = random.below(3);
    axis = {1, shape[at], 1};
    for (uint32_t i = 0; i < at; ++i) axis.outer *= shape[i];
    for (uint32_t i = at + 1; i < 3; ++i) axis.inner *= shape[i];
    x = random.tensor(shape[0] * shape[1] * shape[2]);
    const float sizes[] = {0.25f, 1, 8, 32};
    const float size = sizes[random.below(4)];
    for (float& v : x) v *= size;
    gradient = random.tensor(x.size());
    if (random.oneIn(6)) {
      const uint32_t where = random.below(static_cast<uint32_t>(x.size()));
      x[where] = random.extreme();
    }
  }
};

template <void compute(const float*, Axis, float*)>
void softmaxCall(Random& random, uint32_t, Hash& hash) {
  const SoftmaxCall c(random);
  Numbers result(c.x.size());
  compute(c.x.data(), c.axis, result.data());
  hash.add(result);
}

template <void compute(const float*, Axis, float*),
          void computeGradient(const float*, const float*, Axis, float*)>
void softmaxGradientCall(Random& random, uint32_t, Hash& hash) {
  const SoftmaxCall c(random);
  Numbers forward(c.x.size()), result(c.x.size());
  compute(c.x.data(), c.axis, forward.data());
  computeGradient(forward.data(), c.gradient.data(), c.axis, result.data());
  hash.add(result);
}

// Uses weights from softmax().
void entropyCall(Random& random, uint32_t, Hash& hash) {
  const SoftmaxCall c(random);
  Numbers weights(c.x.size()), result(c.axis.outer * c.axis.inner);
  softmax(c.x.data(), c.axis, weights.data());
  entropy(weights.data(), c.axis, result.data());
  hash.add(result);
}

struct JacobianCall {
  size_t rows, count;
  Numbers x, gradient;
  explicit JacobianCall(Random& random) {
    rows = random.between(1, 4);
    count = random.between(1, 20);
    x = random.tensor(rows * count);
    gradient = random.tensor(rows * count * count);
  }
};

void jacobianCall(Random& random, uint32_t, Hash& hash) {
  const JacobianCall c(random);
  Numbers result(c.gradient.size());
  softmaxJacobian(c.x.data(), c.rows, c.count, result.data());
  hash.add(result);
}

void jacobianGradientCall(Random& random, uint32_t, Hash& hash) {
  const JacobianCall c(random);
  Numbers result(c.x.size());
  ASSERT_TRUE(
      softmaxJacobianGradient(c.x.data(), c.gradient.data(), c.rows, c.count, result.data()));
  hash.add(result);
}

struct NormCall {
  size_t rows, count;
  Numbers x, weight, bias, gradient;
  double epsilon = 1.0 / 1024;
  explicit NormCall(Random& random) {
    rows = random.between(1, 6);
    count = random.between(1, 70);
    x = random.tensor(rows * count);
    if (random.oneIn(2)) weight = random.tensor(count);
    if (random.oneIn(2)) bias = random.tensor(count);
    gradient = random.tensor(rows * count);
  }
  NormRows rowsOf() const {
    return {x.data(), rows, count, weight.empty() ? nullptr : weight.data(), epsilon};
  }
  const float* biasData() const { return bias.empty() ? nullptr : bias.data(); }
};

void layerNormCall(Random& random, uint32_t, Hash& hash) {
  const NormCall c(random);
  Numbers y(c.x.size()), mean(c.rows), inverse(c.rows);
  layerNorm(c.rowsOf(), c.biasData(), y.data(), mean.data(), inverse.data());
  for (const Numbers* result : {&y, &mean, &inverse}) hash.add(*result);
}

void rmsNormCall(Random& random, uint32_t, Hash& hash) {
  const NormCall c(random);
  Numbers y(c.x.size()), inverse(c.rows);
  rmsNorm(c.rowsOf(), y.data(), inverse.data());
  for (const Numbers* result : {&y, &inverse}) hash.add(*result);
}

void layerNormGradientCall(Random& random, uint32_t, Hash& hash) {
  const NormCall c(random);
  Numbers x(c.x.size()), weight(c.count), bias(c.count);
  ASSERT_TRUE(
      layerNormGradient(c.rowsOf(), c.gradient.data(), x.data(), weight.data(), bias.data()));
  hash.add(x);
  if (!c.weight.empty()) hash.add(weight);
  if (!c.bias.empty()) hash.add(bias);
}

void rmsNormGradientCall(Random& random, uint32_t, Hash& hash) {
  const NormCall c(random);
  Numbers x(c.x.size()), weight(c.count);
  ASSERT_TRUE(rmsNormGradient(c.rowsOf(), c.gradient.data(), x.data(), weight.data()));
  hash.add(x);
  if (!c.weight.empty()) hash.add(weight);
}

template <auto turn>
void rotaryCall(Random& random, uint32_t, Hash& hash) {
  const uint32_t rows = random.between(1, 9), pairs = random.between(1, 12);
  const uint32_t width = 2 * pairs + random.below(6);
  const bool interleaved = random.oneIn(2);
  const Numbers x = random.tensor(size_t{rows} * width);
  const Numbers cosine = random.tensor(20 * pairs), sine = random.tensor(20 * pairs);
  std::vector<uint32_t> positions(rows);
  for (uint32_t& position : positions) position = random.below(20);
  Numbers y(x.size());
  turn(x.data(), rows, width, 2 * pairs, interleaved, cosine.data(), sine.data(), positions.data(),
       y.data());
  hash.add(y);
}

// Random draws ----------------------------------------------------------------------------------------------

// Takes all numbers of a tensor as one row.
void softmaxMeasuresCall(Random& random, uint32_t, Hash& hash) {
  const SoftmaxCall c(random);
  Numbers weights(c.x.size()), logitGradient(c.x.size());
  const SoftmaxMeasures m = softmaxMeasures(c.x.data(), c.gradient.data(), c.x.size(),
                                            weights.data(), logitGradient.data());
  hash.add(weights);
  hash.add(logitGradient);
  hash.add(Numbers{m.topWeight, m.entropy, m.effectiveKeys, m.jacobianNorm, m.outputVariance,
                   m.logitGradientNorm});
}

Component component(Random& random) {
  Component c;
  c.distribution = static_cast<Distribution>(random.below(6));
  c.mean = random.below(5) / 4.0 - 0.5;
  c.sd = random.between(1, 4) / 2.0;
  return c;
}

struct DrawCall {
  SoftmaxDraws draws;
  SoftmaxRule rule;
  double temperature = 1;

  explicit DrawCall(Random& random) {
    draws.vectors.headDim = random.between(1, 70);
    draws.vectors.keys = random.between(1, 30);
    draws.masked = random.oneIn(2) ? random.below(draws.vectors.keys) : 0;
    draws.maskAs = static_cast<MaskAs>(random.below(2));
    draws.vectors.seed = random.next();
    draws.vectors.query = component(random);
    draws.vectors.key = component(random);
    rule = scale(random);
    const double temperatures[] = {0.5, 1, 2};
    temperature = temperatures[random.below(3)];
    rule.multiplier /= temperature;
  }
  static SoftmaxRule scale(Random& random) {
    if (random.oneIn(3)) return {true, 1};
    const double scales[] = {0.25, -0.5, 1, 0.375, 0, 4};
    return {false, scales[random.below(6)]};
  }
};

void softmaxSampleCall(Random& random, uint32_t, Hash& hash) {
  const DrawCall c(random);
  const VectorDraws& v = c.draws.vectors;
  const uint32_t draw = random.below(1000000);
  const double shift = random.below(9) / 4.0 - 1;
  Numbers query(v.headDim), key(size_t{v.keys} * v.headDim), scores(v.keys), logits(v.keys),
      weightGradient(v.keys);
  const SoftmaxSample to{query.data(), key.data(), scores.data(), logits.data(),
                         weightGradient.data()};
  ASSERT_TRUE(softmaxSample(c.draws, c.rule, shift, draw, to));
  for (const Numbers* result : {&query, &key, &scores, &logits, &weightGradient}) hash.add(*result);
}

void softmaxStatisticsCall(Random& random, uint32_t, Hash& hash) {
  const DrawCall c(random);
  std::vector<SoftmaxRule> rules(1 + random.below(4), c.rule);
  for (size_t r = 1; r < rules.size(); ++r) {
    rules[r] = DrawCall::scale(random);
    rules[r].multiplier /= c.temperature;
  }
  const uint32_t count = random.between(2, 9);
  Numbers values(rules.size() * kSoftmaxMeasures * count);
  ASSERT_TRUE(softmaxDraws(c.draws, rules.data(), static_cast<uint32_t>(rules.size()), 0, count,
                           values.data()));
  // The ratios need the gradients in the order of the draws. The spreads reorder them.
  const size_t ruleSize = kSoftmaxMeasures * count;
  std::vector<Ratio> ratios;
  for (size_t r = 0; r < rules.size(); ++r) {
    for (size_t m = kSoftmaxMeasures - 2; m < kSoftmaxMeasures; ++m)
      ratios.push_back(ratioOfMeans(&values[r * ruleSize + m * count], &values[m * count], count));
  }
  for (size_t r = 0; r < rules.size(); ++r) {
    std::vector<Share> dead;
    for (size_t m = 0; m < kSoftmaxMeasures; ++m) {
      float* row = &values[(r * kSoftmaxMeasures + m) * count];
      dead.push_back(shareBelow(row, count, 0.0625));
      const Spread s = spreadOf(row, count);
      for (const double x : {s.mean, s.standardError, s.std, s.p05, s.p25, s.p50, s.p75, s.p95})
        hash.add(x);
    }
    for (size_t m = kSoftmaxMeasures - 2; m < kSoftmaxMeasures; ++m) {
      hash.add(dead[m].share);
      hash.add(dead[m].standardError);
    }
    if (r == 0) continue;
    for (size_t g = 2 * r; g < 2 * r + 2; ++g) {
      for (const double x : {ratios[g].value, ratios[g].low, ratios[g].high}) hash.add(x);
    }
  }
}

// Scoring functions side by side ------------------------------------------------------------------------------

struct Parameters {
  Numbers weight, queryWeight, keyWeight, vector;

  void draw(Random& random, ScoreKind kind, uint32_t dim, uint32_t keys, uint32_t hidden) {
    if (kind == ScoreKind::general) weight = random.tensor(size_t{dim} * dim);
    if (kind == ScoreKind::location) weight = random.tensor(size_t{dim} * keys);
    if (kind != ScoreKind::additive) return;
    queryWeight = random.tensor(size_t{dim} * hidden);
    keyWeight = random.tensor(size_t{dim} * hidden);
    vector = random.tensor(hidden);
  }
};

float scaleOf(ScoreKind kind) {
  const bool scaled =
      kind == ScoreKind::scaledDot || kind == ScoreKind::cosine || kind == ScoreKind::distance;
  return scaled ? 0.375f : 1;
}

void scorePlaneCall(Random& random, uint32_t, Hash& hash) {
  const uint32_t keys = random.between(1, 9);
  Plane plane;
  plane.size = random.between(1, 40);
  plane.extent = random.between(1, 8) / 2.0;
  const Numbers key = random.tensor(2 * size_t{keys});
  std::vector<ScoreProblem> functions(random.between(1, 4));
  std::vector<Parameters> parameters(functions.size());
  for (size_t f = 0; f < functions.size(); ++f) {
    ScoreProblem& p = functions[f];
    p.kind = static_cast<ScoreKind>(random.below(7));
    p.scale = scaleOf(p.kind);
    p.hidden = random.between(1, 8);
    parameters[f].draw(random, p.kind, 2, keys, p.hidden);
    p.keys = keys;
    p.key = key.data();
    p.weight = parameters[f].weight.data();
    p.queryWeight = parameters[f].queryWeight.data();
    p.keyWeight = parameters[f].keyWeight.data();
    p.vector = parameters[f].vector.data();
  }
  Numbers weights(functions.size() * plane.size * plane.size * keys);
  ASSERT_TRUE(
      scorePlane(plane, functions.data(), static_cast<uint32_t>(functions.size()), weights.data()));
  hash.add(weights);
}

void scoreParametersCall(Random& random, uint32_t call, Hash& hash) {
  const ScoreKind kind = static_cast<ScoreKind>(call % 7);
  const uint32_t dim = random.between(1, 40), keys = random.between(1, 40),
                 hidden = random.between(1, 40);
  const size_t columns = kind == ScoreKind::general ? dim : keys;
  Numbers weight(parameterSize(dim, columns)), queryWeight(parameterSize(dim, hidden)),
      keyWeight(parameterSize(dim, hidden)), vector(parameterSize(1, hidden));
  drawScoreParameters(random.next(), kind, dim, keys, hidden,
                      {weight.data(), queryWeight.data(), keyWeight.data(), vector.data()});
  const auto add = [&](Numbers& parameter) {
    parameter.resize(parameter.size() - 15);
    hash.add(parameter);
  };
  if (kind == ScoreKind::general || kind == ScoreKind::location) add(weight);
  if (kind != ScoreKind::additive) return;
  for (Numbers* parameter : {&queryWeight, &keyWeight, &vector}) add(*parameter);
}

void addSpread(float* values, size_t count, Hash& hash) {
  const Spread s = spreadOf(values, count);
  for (const double x : {s.mean, s.standardError, s.std, s.p05, s.p25, s.p50, s.p75, s.p95})
    hash.add(x);
}

void scoringStatisticsCall(Random& random, uint32_t, Hash& hash) {
  ScoringDraws draws;
  draws.vectors.headDim = random.between(1, 40);
  draws.vectors.keys = random.between(1, 20);
  draws.vectors.seed = random.next();
  draws.vectors.query = component(random);
  draws.vectors.key = component(random);
  draws.bins = 1;
  draws.count = random.between(1, 4);
  for (uint32_t f = 0; f < draws.count; ++f) {
    ScoringFunction& function = draws.functions[f];
    function.kind = static_cast<ScoreKind>(random.below(7));
    const double temperatures[] = {0.5, 1, 2};
    function.temperature = temperatures[random.below(3)];
    function.hidden = random.between(1, 9);
    function.scale = double{scaleOf(function.kind)};
  }
  const uint32_t count = random.between(2, 9);
  Numbers measures(draws.count * kScoringMeasures * count), counts(draws.count * 3);
  ASSERT_TRUE(scoringDraws(draws, 0, count, measures.data(), counts.data()));
  for (uint32_t f = 0; f < draws.count; ++f) {
    float* const own = &measures[f * kScoringMeasures * count];
    const size_t moments = kScoringMeasures - kScoringMoments;
    const Summary s = summarizeScores(own + moments * count, count, draws.vectors.keys);
    for (const double x :
         {s.count, s.mean, s.variance, s.std, s.skewness, s.kurtosis, s.min, s.max})
      hash.add(x);
    for (size_t m = 0; m < moments; ++m) addSpread(own + m * count, count, hash);
  }
}

void layerNormStagesCall(Random& random, uint32_t, Hash& hash) {
  NormOptions o;
  o.headDim = random.between(1, 40);
  o.vectors = random.between(2, 40);
  o.lengthSpread = random.below(5) / 4.0;
  o.gainSd = random.below(3) / 4.0;
  o.biasSd = random.below(3) / 4.0;
  const uint32_t stages = random.oneIn(2) ? 4 : 3;
  o.seed = random.next();
  Numbers norms(stages * o.vectors);
  double differences[kNormStages];
  ASSERT_TRUE(normStages(o, stages, norms.data(), differences));
  for (uint32_t stage = 0; stage < stages; ++stage) {
    addSpread(&norms[stage * o.vectors], o.vectors, hash);
    hash.add(differences[stage]);
  }
}

// Matrices, cells, heads --------------------------------------------------------------------------------------

void multiHeadProjectionsCall(Random& random, uint32_t, Hash& hash) {
  const MultiHeadCall c(random);
  const size_t keyRows = size_t{c.p.batch} * c.p.keyHeads * allKeys(c.p);
  Numbers query(size_t{c.p.batch} * c.p.heads * c.p.queries * c.p.headDim);
  Numbers key(keyRows * c.p.headDim), value(keyRows * c.p.valueDim);
  MultiHeadResults results;
  results.projectedQuery = query.data();
  results.projectedKey = key.data();
  results.projectedValue = value.data();
  ASSERT_TRUE(multiHeadAttention(c.p, results));
  for (const Numbers* result : {&query, &key, &value}) hash.add(*result);
}

// left [outer, rows, inner] and right [inner, columns].
struct MatrixCall {
  StackProduct p;
  Numbers left, right, bias;

  explicit MatrixCall(Random& random) {
    p.counts[1] = random.between(1, 3);
    p.rows = random.between(1, 12);
    p.inner = random.oneIn(5) ? random.between(250, 600) : random.between(1, 40);
    p.columns = random.between(1, 40);
    p.transposeRight = random.oneIn(2);
    left = random.tensor(size_t{p.counts[1]} * p.rows * p.inner);
    right = random.tensor(size_t{p.inner} * p.columns);
    if (random.oneIn(2)) bias = random.tensor(p.columns);
    p.left = {left.data(), {0, 1}};
    p.right = {right.data(), {0, 0}};
    p.bias = bias.empty() ? nullptr : bias.data();
  }
};

void matmulCall(Random& random, uint32_t, Hash& hash) {
  const MatrixCall c(random);
  Numbers result(size_t{c.p.counts[1]} * c.p.rows * c.p.columns);
  ASSERT_TRUE(multiplyStack(c.p, result.data()));
  hash.add(result);
}

// Uses the first matrix of the left stack.
void productTermsCall(Random& random, uint32_t, Hash& hash) {
  const MatrixCall c(random);
  const uint32_t row = random.below(c.p.rows), column = random.below(c.p.columns);
  Numbers right(c.p.inner);
  for (uint32_t k = 0; k < c.p.inner; ++k) {
    const size_t at =
        c.p.transposeRight ? size_t{column} * c.p.inner + k : size_t{k} * c.p.columns + column;
    right[k] = c.right[at];
  }
  std::vector<double> products(c.p.inner);
  ProductTerms terms;
  ASSERT_TRUE(productTerms(c.left.data() + size_t{row} * c.p.inner, right.data(), c.p.inner,
                           c.bias.empty() ? nullptr : &c.bias[column], products.data(), terms));
  for (const double product : products) hash.add(product);
  hash.add(terms.sum);
  hash.add(double{terms.value});
}

// Does not hash the exponentials, which come from the C library.
void softmaxTermsCall(Random& random, uint32_t, Hash& hash) {
  const SoftmaxCall c(random);
  const auto count = static_cast<uint32_t>(c.x.size());
  std::vector<double> exponentials(count);
  SoftmaxTerms terms;
  ASSERT_TRUE(softmaxTerms(c.x.data(), count, random.below(count), exponentials.data(), terms));
  hash.add(double{terms.max});
  hash.add(double{terms.weight});
}

void differenceCall(Random& random, uint32_t, Hash& hash) {
  const SoftmaxCall c(random);
  const Difference d = largestDifference(c.x.data(), c.gradient.data(), c.x.size());
  hash.add(d.largest);
  hash.add(d.scale);
}

void randomTensorCall(Random& random, uint32_t, Hash& hash) {
  const uint32_t rows = random.between(1, 20), columns = random.between(1, 70);
  const double sd = random.between(1, 4) / 2.0;
  const uint32_t seed = random.next(), stream = random.below(65536);
  Numbers x(parameterSize(rows, columns));
  drawParameter(seed, tensorOfStream(stream), rows, columns, sd, x.data());
  x.resize(size_t{rows} * columns);
  hash.add(x);
}

void headAlgebraCall(Random& random, uint32_t, Hash& hash) {
  HeadSizes sizes;
  sizes.modelDim = random.between(1, 40);
  sizes.headDim = random.between(1, 20);
  sizes.keyHeads = random.between(1, 3);
  sizes.heads = sizes.keyHeads * random.between(1, 3);
  sizes.valueDim = random.between(1, 20);
  sizes.length = random.between(1, 1000);
  const HeadCost cost = headCost(sizes);
  hash.add(cost.parameters.total);
  hash.add(cost.multiplications.total);
  hash.add(cost.multiplications.mergedScores);
  hash.add(cost.cache.total);
  const size_t count = size_t{sizes.modelDim} * sizes.headDim;
  const Numbers wq = random.tensor(count), wk = random.tensor(count);
  std::vector<double> values(sizes.modelDim);
  MergedHead head;
  ASSERT_TRUE(mergedHead(sizes.modelDim, sizes.headDim, wq.data(), wk.data(), values.data(), head));
  for (const double value : values) hash.add(value);
  hash.add(head.rank);
  hash.add(head.tolerance);
}

void thinHeadCall(Random& random, uint32_t, Hash& hash) {
  const uint32_t modelDim = random.between(1, 150), headDim = random.between(1, 20);
  const size_t count = size_t{modelDim} * headDim;
  const Numbers wq = random.tensor(count), wk = random.tensor(count);
  std::vector<double> values(std::min(modelDim, headDim));
  MergedHead head;
  ASSERT_TRUE(thinHead(modelDim, headDim, wq.data(), wk.data(), values.data(), head));
  for (const double value : values) hash.add(value);
  for (const double value : {head.rank, head.tolerance, head.effectiveRank}) hash.add(value);
}

void handMadeCall(Random& random, uint32_t, Hash& hash) {
  const auto embed = [&] {
    std::vector<uint32_t> words(random.between(1, 64)), kinds(words.size());
    for (uint32_t& word : words) word = random.below(240);
    for (uint32_t& kind : kinds) kind = random.below(11);
    Numbers x(words.size() * kHandMadeWidth);
    embedTokens(static_cast<uint32_t>(words.size()), words.data(), kinds.data(), x.data());
    hash.add(x);
  };
  embed();
  const bool alignment = random.oneIn(3);
  if (alignment) embed();
  const size_t size = (alignment ? 1 : kHandMadeHeads) * kHandMadeWidth * kHandMadeDim;
  Numbers query(size), key(size), value(size), output(size);
  handMadeWeights(alignment, {query.data(), key.data(), value.data(), output.data()});
  for (const Numbers& weights : {query, key, value, output}) hash.add(weights);
}

// ---------------------------------------------------------------------------------------------------------

struct Function {
  const char* name;
  uint32_t calls;
  void (*call)(Random&, uint32_t call, Hash&);
};

// In the order of the JavaScript corpus, because the seed of a call is 1000 f + its index.
const Function functions[] = {
    {"attention", 160, attentionCall},
    {"attentionGradient", 100, attentionGradientCall},
    {"multiHeadAttention", 60, multiHeadCall},
    {"multiHeadAttentionGradient", 40, multiHeadGradientCall},
    {"scores", 70, scoresCall},
    {"scoresGradient", 35, scoresGradientCall},
    {"softmax", 30, softmaxCall<softmax>},
    {"logSoftmax", 30, softmaxCall<logSoftmax>},
    {"softmaxGradient", 20, softmaxGradientCall<softmax, softmaxGradient>},
    {"logSoftmaxGradient", 20, softmaxGradientCall<logSoftmax, logSoftmaxGradient>},
    {"softmaxJacobian", 10, jacobianCall},
    {"softmaxJacobianGradient", 10, jacobianGradientCall},
    {"layerNorm", 20, layerNormCall},
    {"layerNormGradient", 20, layerNormGradientCall},
    {"rmsNorm", 15, rmsNormCall},
    {"rmsNormGradient", 15, rmsNormGradientCall},
    {"rotaryEmbedding", 20, rotaryCall<rotate>},
    {"rotaryEmbeddingGradient", 15, rotaryCall<rotateGradient>},
    {"entropy", 20, entropyCall},
    {"softmaxMeasures", 30, softmaxMeasuresCall},
    {"softmaxSample", 20, softmaxSampleCall},
    {"softmaxStatistics", 20, softmaxStatisticsCall},
    {"scorePlane", 20, scorePlaneCall},
    {"scoreParameters", 14, scoreParametersCall},
    {"scoringStatistics", 20, scoringStatisticsCall},
    {"layerNormStages", 15, layerNormStagesCall},
    {"multiHeadProjections", 20, multiHeadProjectionsCall},
    {"matmul", 30, matmulCall},
    {"productTerms", 30, productTermsCall},
    {"softmaxTerms", 30, softmaxTermsCall},
    {"difference", 10, differenceCall},
    {"randomTensor", 15, randomTensorCall},
    {"headAlgebra", 20, headAlgebraCall},
    {"handMade", 12, handMadeCall},
    {"headAlgebra, thin", 20, thinHeadCall},
};

std::string hashOf(uint32_t f) {
  Hash hash;
  for (uint32_t call = 0; call < functions[f].calls; ++call) {
    Random random(1000 * f + call);
    functions[f].call(random, call, hash);
  }
  return hash.text();
}

const std::string kFile = std::string(SCALEDOT_SOURCE_DIR) + "/tests/corpus.json";

std::string expectedHash(const std::string& name) {
  std::ifstream file(kFile);
  std::stringstream text;
  text << file.rdbuf();
  const std::string key = "\"" + name + "\": \"";
  const size_t at = text.str().find(key);
  return at == std::string::npos ? "nothing" : text.str().substr(at + key.size(), 16);
}

// If bits change intentionally, SCALEDOT_CORPUS=update rewrites the file.
void update() {
  std::ofstream file(kFile);
  const char* separator = "{\n";
  for (uint32_t f = 0; f < std::size(functions); ++f, separator = ",\n")
    file << separator << "  \"" << functions[f].name << "\": \"" << hashOf(f) << '"';
  file << "\n}\n";
}

TEST(Corpus, EveryFunctionGivesTheBitsOfTheEngines) {
  const char* mode = std::getenv("SCALEDOT_CORPUS");
  if (mode != nullptr && std::string(mode) == "update") update();
  for (uint32_t f = 0; f < std::size(functions); ++f)
    EXPECT_EQ(hashOf(f), expectedHash(functions[f].name)) << functions[f].name;
}

}  // namespace
}  // namespace scaledot
