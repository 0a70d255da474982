// A transformer, compared with its definition in double, and its gradients with finite differences of it.
#include "learning/transformer.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "testing.h"
#include "transformer_reference.h"

namespace scaledot {
namespace {

using namespace testing;

// It owns its memory, so a copy would free it twice.
static_assert(!std::is_copy_constructible_v<Transformer> &&
              !std::is_copy_assignable_v<Transformer>);

TransformerShape small(Stack stack) {
  TransformerShape shape;
  shape.stack = stack;
  shape.vocabulary = 7;
  shape.length = 5;
  shape.targetLength = stack == Stack::encoderDecoder ? 4 : 0;
  shape.modelDim = 6;
  shape.heads = 2;
  shape.headDim = 5;
  shape.feedForward = 9;
  return shape;
}

// Returns shapes with every stack, norm, activation, rule and output.
std::vector<TransformerShape> everyShape() {
  std::vector<TransformerShape> all;
  for (const Stack stack : {Stack::encoder, Stack::decoder, Stack::encoderDecoder})
    for (const NormPlace norm : {NormPlace::pre, NormPlace::post})
      for (const Activation activation : {Activation::relu, Activation::gelu})
        for (const AttentionRule rule : {AttentionRule::power, AttentionRule::cosine,
                                         AttentionRule::additive, AttentionRule::norm})
          for (const bool tied : {false, true}) {
            TransformerShape shape = small(stack);
            shape.norm = norm;
            shape.activation = activation;
            shape.rule = rule;
            shape.tied = tied;
            all.push_back(shape);
          }
  // Only the scores of these differ.
  for (const AttentionRule rule : {AttentionRule::folded, AttentionRule::doubled}) {
    all.push_back(small(Stack::encoderDecoder));
    all.back().rule = rule;
  }
  return all;
}

std::string nameOf(const TransformerShape& s) {
  const auto number = [](auto value) { return std::to_string(static_cast<uint32_t>(value)); };
  return "stack " + number(s.stack) + " norm " + number(s.norm) + " activation " +
         number(s.activation) + " rule " + number(s.rule) + " tied " + number(s.tied) + " layers " +
         number(s.layers);
}

// Initialises from a seed, but with perturbed norms, biases and temperatures, so that each of them matters.
void make(Transformer& of, const TransformerShape& shape, uint32_t examples, uint64_t seed) {
  ASSERT_TRUE(of.create(shape, examples));
  of.initialise(seed);
  for (uint32_t e = 0; e < of.entryCount(); ++e) {
    const ParameterEntry& entry = of.entry(e);
    if (entry.decays || entry.part == Part::embedding) continue;
    for (uint32_t i = 0; i < entry.columns; ++i) {
      of.parameters()[entry.offset + i] +=
          0.3f * (static_cast<float>(Sentences::word(seed + e, i)) * 0x1p-31f - 1);
    }
  }
}

double errorOf(double value, double exact, double size) {
  const double error = std::fabs(value - exact) / size;
  return std::isnan(error) ? HUGE_VAL : error;
}

// Checks the loss, and the logits of every position that is not padding.
void checkForward(const TransformerShape& shape, uint64_t seed, Worst& worst) {
  SCOPED_TRACE(nameOf(shape));
  const Sentences sentences(shape, 3, seed);
  Transformer transformer;
  make(transformer, shape, 3, seed);
  const DoubleTransformer exact(transformer);
  BatchLoss loss;
  ASSERT_TRUE(transformer.forward(sentences.batch(), false, loss));
  worst.note(errorOf(loss.loss, exact.loss(sentences), 1), static_cast<double>(seed));
  const uint32_t positions = transformer.positions();
  uint32_t labels = 0, right = 0, wholly = 0;
  for (uint32_t b = 0; b < 3; ++b) {
    const Rows logits = exact.example(sentences, b).logits;
    bool whole = true;
    for (uint32_t i = 0; i < logits.size(); ++i) {
      const float* row = transformer.logits() + (b * positions + i) * shape.vocabulary;
      for (uint32_t t = 0; t < shape.vocabulary; ++t) {
        worst.note(errorOf(static_cast<double>(row[t]), logits[i][t], 1),
                   static_cast<double>(seed));
      }
      const auto best = std::max_element(logits[i].begin(), logits[i].end()) - logits[i].begin();
      EXPECT_EQ(transformer.bestToken(b, i), best);
      const uint32_t label = sentences.labels[b * positions + i];
      if (label == kNoLabel) continue;
      ++labels;
      right += best == label;
      whole = whole && best == label;
    }
    wholly += whole;
  }
  for (const bool wantGradient : {false, true}) {
    ASSERT_TRUE(transformer.forward(sentences.batch(), wantGradient, loss));
    EXPECT_EQ(loss.labels, labels);
    EXPECT_EQ(loss.right, right);
    EXPECT_EQ(loss.examples, 3u);
    EXPECT_EQ(loss.exact, wholly);
  }
}

// Checks the error of the gradient of every number of every tensor (of some, under sanitizers, which are slow),
// relative to the largest gradient of the tensor (at least 0.01).
void checkGradients(const TransformerShape& shape, uint64_t seed, Worst& worst) {
  SCOPED_TRACE(nameOf(shape));
  const Sentences sentences(shape, 3, seed);
  Transformer transformer;
  make(transformer, shape, 3, seed);
  DoubleTransformer exact(transformer);
  std::fill_n(transformer.gradients(), transformer.size(), NAN);
  BatchLoss loss;
  ASSERT_TRUE(transformer.forward(sentences.batch(), true, loss));
  ASSERT_TRUE(transformer.backward());
  for (uint32_t e = 0; e < transformer.entryCount(); ++e) {
    const ParameterEntry& entry = transformer.entry(e);
    Row& parameter = exact.parameter(entry.name);
    std::map<size_t, double> slopes;
    double size = 0.01;
    for (size_t i = 0; i < parameter.size(); i += kSanitized ? 13 : 1) {
      constexpr double step = 1e-5;
      double& x = parameter[i];
      const double at = x;
      x = at + step;
      const double above = exact.loss(sentences);
      x = at - step;
      slopes[i] = (above - exact.loss(sentences)) / (2 * step);
      x = at;
      size = std::max(size, std::fabs(slopes[i]));
    }
    double error = 0;
    for (const auto& [i, slope] : slopes) {
      const double gradient = static_cast<double>(transformer.gradients()[entry.offset + i]);
      error = std::max(error, errorOf(gradient, slope, size));
    }
    EXPECT_LT(error, 1e-5) << entry.name;
    worst.note(error, static_cast<double>(seed));
  }
}

TEST(Transformer, LossAndLogitsAreTheirDefinitionInEveryShape) {
  Worst worst("error of loss and logits");
  uint64_t seed = 1;
  for (const TransformerShape& shape : everyShape()) checkForward(shape, seed++, worst);
  EXPECT_LT(worst.error(), 1e-5);
}

TEST(Transformer, GradientsAreFiniteDifferencesInEveryShape) {
  Worst worst("error of gradients");
  uint64_t seed = 1;
  for (const TransformerShape& shape : everyShape()) checkGradients(shape, seed++, worst);
}

TEST(Transformer, GradientsOfLayersOnTopOfEachOtherAreFiniteDifferences) {
  Worst worst("error of gradients of three layers");
  uint64_t seed = 100;
  for (const NormPlace norm : {NormPlace::pre, NormPlace::post}) {
    for (const Stack stack : {Stack::decoder, Stack::encoderDecoder}) {
      TransformerShape shape = small(stack);
      shape.norm = norm;
      shape.layers = 3;
      shape.alpha = 0.7;
      checkForward(shape, seed, worst);
      checkGradients(shape, seed++, worst);
    }
  }
}

}  // namespace
}  // namespace scaledot
