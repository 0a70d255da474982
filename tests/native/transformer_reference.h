// A transformer in double precision, written only from transformer.h: naive loops over examples, without padding. Also
// shapes, and batches that own their tokens, for the tests of transformer.h.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "learning/transformer.h"
#include "random/random.h"

namespace scaledot::testing {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

// A random batch that owns its tokens, with lengths from 1 to the longest, and labels at about half of the positions.
struct Sentences {
  uint32_t examples, length, targetLength;
  std::vector<uint32_t> tokens, lengths, targets, targetLengths, labels;

  Sentences(const TransformerShape& shape, uint32_t count, uint64_t seed)
      : examples(count), length(shape.length), targetLength(shape.targetLength) {
    const bool both = shape.stack == Stack::encoderDecoder;
    draw(tokens, lengths, length, shape.vocabulary, seed);
    if (both) draw(targets, targetLengths, targetLength, shape.vocabulary, seed + 1000);
    const uint32_t positions = both ? targetLength : length;
    for (uint32_t i = 0; i < examples * positions; ++i) {
      const uint32_t last = (both ? targetLengths : lengths)[i / positions];
      const bool labelled = i % positions < last && (word(seed + 2000, i) % 2 == 0 || i == 0);
      labels.push_back(labelled ? word(seed + 3000, i) % shape.vocabulary : kNoLabel);
    }
  }

  Batch batch() const {
    Batch b;
    b.examples = examples;
    b.tokens = tokens.data();
    b.lengths = lengths.data();
    b.targets = targets.empty() ? nullptr : targets.data();
    b.targetLengths = targets.empty() ? nullptr : targetLengths.data();
    b.labels = labels.data();
    return b;
  }

  static uint32_t word(uint64_t seed, uint32_t i) {
    const uint32_t counter[4] = {i, 0, 0, 0};
    const uint32_t key[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
    uint32_t out[4];
    philox4x32(counter, key, out);
    return out[0];
  }

 private:
  void draw(std::vector<uint32_t>& to, std::vector<uint32_t>& last, uint32_t positions,
            uint32_t vocabulary, uint64_t seed) const {
    for (uint32_t b = 0; b < examples; ++b) {
      last.push_back(b == 0 ? positions : 1 + word(seed + 100, b) % positions);
      for (uint32_t i = 0; i < positions; ++i) {
        to.push_back(word(seed, b * positions + i) % vocabulary);
      }
    }
  }
};

class DoubleTransformer {
 public:
  explicit DoubleTransformer(Transformer& of) : shape_(of.shape()) {
    for (uint32_t e = 0; e < of.entryCount(); ++e) {
      const ParameterEntry& entry = of.entry(e);
      const float* from = of.parameters() + entry.offset;
      of_[entry.name] = Row(from, from + size_t{entry.rows} * entry.columns);
    }
  }

  Row& parameter(const std::string& name) { return of_.at(name); }
  double scoreFactor = 1;

  struct Seen {
    Rows logits;  // [positions without padding][vocabulary]
    // For each attention: [heads][queries][keys], weights and scores.
    std::vector<std::vector<Rows>> weights, scores;
    // For each attention: the input of wq, and the input of wk and wv.
    std::vector<Rows> inputs, memories;
  };

  Seen example(const Sentences& of, uint32_t index) const {
    Seen seen;
    Rows context;
    const bool both = shape_.stack == Stack::encoderDecoder;
    Rows x = stack(both ? "encoder." : "", shape_.stack == Stack::decoder,
                   embedded(of.tokens, of.lengths, of.length, index), context, seen);
    if (both) {
      context = x;
      x = stack("decoder.", true, embedded(of.targets, of.targetLengths, of.targetLength, index),
                context, seen);
    }
    for (const Row& row : x) seen.logits.push_back(output(row));
    return seen;
  }

  // Returns the mean over the labels.
  double loss(const Sentences& of) const {
    double sum = 0;
    int count = 0;
    const size_t positions = of.labels.size() / of.examples;
    for (uint32_t b = 0; b < of.examples; ++b) {
      const Rows logits = example(of, b).logits;
      for (size_t i = 0; i < logits.size(); ++i) {
        const uint32_t label = of.labels[b * positions + i];
        if (label == kNoLabel) continue;
        double powers = 0;
        for (const double logit : logits[i]) powers += std::exp(logit);
        sum += std::log(powers) - logits[i][label];
        ++count;
      }
    }
    return sum / count;
  }

 private:
  const Row& at(const std::string& name) const { return of_.at(name); }

  Rows embedded(const std::vector<uint32_t>& tokens, const std::vector<uint32_t>& lengths,
                uint32_t positions, uint32_t index) const {
    const Row &ofTokens = at("tokenEmbedding"), &ofPositions = at("positionEmbedding");
    Rows x(lengths[index], Row(shape_.modelDim));
    for (size_t i = 0; i < x.size(); ++i) {
      for (size_t c = 0; c < x[i].size(); ++c) {
        x[i][c] = ofTokens[tokens[index * positions + i] * shape_.modelDim + c] +
                  ofPositions[i * shape_.modelDim + c];
      }
    }
    return x;
  }

  // Multiplies x by a matrix [x.size(), columns].
  static Row times(const Row& x, const Row& matrix) {
    Row y(matrix.size() / x.size());
    for (size_t j = 0; j < y.size(); ++j) {
      for (size_t k = 0; k < x.size(); ++k) y[j] += x[k] * matrix[k * y.size() + j];
    }
    return y;
  }
  static Row plus(Row x, const Row& y) {
    for (size_t c = 0; c < x.size(); ++c) x[c] += y[c];
    return x;
  }

  Row norm(const Row& x, const std::string& name) const {
    double mean = 0, variance = 0;
    for (const double v : x) mean += v / static_cast<double>(x.size());
    for (const double v : x) variance += (v - mean) * (v - mean) / static_cast<double>(x.size());
    const Row &weight = at(name + ".weight"), &bias = at(name + ".bias");
    Row y(x.size());
    for (size_t c = 0; c < x.size(); ++c) {
      y[c] = (x[c] - mean) / std::sqrt(variance + 1e-5) * weight[c] + bias[c];
    }
    return y;
  }
  Rows norms(const Rows& x, const std::string& name) const {
    Rows y;
    for (const Row& row : x) y.push_back(norm(row, name));
    return y;
  }

  // Returns x + f(norm(x)), or norm(x + f(x)).
  template <typename Function>
  Rows sublayer(const Rows& x, const std::string& normName, Function f) const {
    const bool pre = shape_.norm == NormPlace::pre;
    Rows y = f(pre ? norms(x, normName) : x);
    for (size_t i = 0; i < x.size(); ++i) y[i] = plus(y[i], x[i]);
    return pre ? y : norms(y, normName);
  }

  Rows stack(const std::string& prefix, bool causal, Rows x, const Rows& context,
             Seen& seen) const {
    for (uint32_t l = 0; l < shape_.layers; ++l) {
      const std::string layer = prefix + "layers." + std::to_string(l) + ".";
      x = sublayer(x, layer + "attentionNorm", [&](const Rows& n) {
        return attention(layer + "attention", n, n, causal, seen);
      });
      if (!context.empty()) {
        x = sublayer(x, layer + "contextNorm", [&](const Rows& n) {
          return attention(layer + "context", n, context, false, seen);
        });
      }
      x = sublayer(x, layer + "feedForwardNorm", [&](const Rows& n) {
        Rows y;
        for (const Row& row : n) y.push_back(feedForward(layer + "feedForward", row));
        return y;
      });
    }
    return shape_.norm == NormPlace::pre ? norms(x, prefix + "finalNorm") : x;
  }

  Row feedForward(const std::string& name, const Row& x) const {
    Row hidden = plus(times(x, at(name + ".w1")), at(name + ".b1"));
    for (double& h : hidden) {
      h = shape_.activation == Activation::relu
              ? std::max(h, 0.0)
              : 0.5 * h * (1 + std::tanh(std::sqrt(2 / M_PI) * (h + 0.044715 * h * h * h)));
    }
    return plus(times(hidden, at(name + ".w2")), at(name + ".b2"));
  }

  static double dot(const double* x, const double* y, size_t count) {
    double sum = 0;
    for (size_t c = 0; c < count; ++c) sum += x[c] * y[c];
    return sum;
  }

  static Row rmsNorm(const double* x, const Row& gain) {
    const double square = dot(x, x, gain.size()) / static_cast<double>(gain.size());
    Row y(gain);
    for (size_t c = 0; c < y.size(); ++c) y[c] *= x[c] / std::sqrt(square + 1e-6);
    return y;
  }

  double score(const std::string& name, size_t head, const double* q, const double* k) const {
    const size_t dim = shape_.headDim;
    const double root = std::sqrt(static_cast<double>(dim));
    switch (shape_.rule) {
      case AttentionRule::power:
        return std::pow(static_cast<double>(dim), -shape_.alpha) * dot(q, k, dim);
      case AttentionRule::folded:
        return dot(q, k, dim);
      case AttentionRule::doubled:
        return dot(q, k, dim) / root;
      case AttentionRule::norm: {
        const Row gq = rmsNorm(q, at(name + ".queryGain")), gk = rmsNorm(k, at(name + ".keyGain"));
        return dot(gq.data(), gk.data(), dim) / root;
      }
      default:
        break;
    }
    if (shape_.rule == AttentionRule::cosine) {
      return std::exp(at(name + ".temperature")[head]) * dot(q, k, dim) /
             std::sqrt(dot(q, q, dim) * dot(k, k, dim));
    }
    const Row& vector = at(name + ".vector");
    double sum = 0;
    for (size_t c = 0; c < dim; ++c) sum += vector[head * dim + c] * std::tanh(q[c] + k[c]);
    return sum;
  }

  Rows attention(const std::string& name, const Rows& x, const Rows& y, bool causal,
                 Seen& seen) const {
    Rows queries, keys, values, result;
    for (const Row& row : x) queries.push_back(times(row, at(name + ".wq")));
    for (const Row& row : y) keys.push_back(times(row, at(name + ".wk")));
    for (const Row& row : y) values.push_back(times(row, at(name + ".wv")));
    std::vector<Rows> allWeights(shape_.heads), allScores(shape_.heads);
    for (size_t i = 0; i < x.size(); ++i) {
      Row merged;
      for (size_t h = 0; h < shape_.heads; ++h) {
        const size_t first = h * shape_.headDim;
        Row scores, weights;
        double sum = 0;
        for (size_t j = 0; j < y.size(); ++j) {
          scores.push_back(scoreFactor * score(name, h, &queries[i][first], &keys[j][first]));
          weights.push_back(causal && j > i ? 0 : std::exp(scores[j]));
          sum += weights[j];
        }
        for (double& w : weights) w /= sum;
        for (size_t c = first; c < first + shape_.headDim; ++c) {
          double value = 0;
          for (size_t j = 0; j < y.size(); ++j) value += weights[j] * values[j][c];
          merged.push_back(value);
        }
        allWeights[h].push_back(weights);
        allScores[h].push_back(scores);
      }
      result.push_back(times(merged, at(name + ".wo")));
    }
    seen.inputs.push_back(x);
    seen.memories.push_back(y);
    seen.weights.push_back(allWeights);
    seen.scores.push_back(allScores);
    return result;
  }

  Row output(const Row& x) const {
    if (!shape_.tied) return plus(times(x, at("output.weight")), at("output.bias"));
    const Row& embedding = at("tokenEmbedding");
    Row logits;
    for (size_t t = 0; t < shape_.vocabulary; ++t) {
      logits.push_back(dot(x.data(), &embedding[t * x.size()], x.size()));
    }
    return logits;
  }

  TransformerShape shape_;
  std::map<std::string, Row> of_;
};

}  // namespace scaledot::testing
