// The bits of a transformer do not depend on later tokens, padding, other examples or old contents of buffers. Also
// tests its outputs besides the loss.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "allocations.h"
#include "learning/transformer.h"
#include "tensors.h"
#include "testing.h"
#include "transformer_reference.h"

namespace scaledot {
namespace {

using namespace testing;

TransformerShape shapeOf(Stack stack, AttentionRule rule = AttentionRule::power) {
  TransformerShape shape;
  shape.stack = stack;
  shape.vocabulary = 11;
  shape.length = 9;
  shape.targetLength = stack == Stack::encoderDecoder ? 6 : 0;
  shape.layers = 2;
  shape.modelDim = 12;
  shape.heads = 3;
  shape.headDim = 4;
  shape.feedForward = 20;
  shape.rule = rule;
  return shape;
}

std::vector<TransformerShape> stacksAndRules() {
  std::vector<TransformerShape> all;
  for (const Stack stack : {Stack::encoder, Stack::decoder, Stack::encoderDecoder})
    for (const AttentionRule rule :
         {AttentionRule::power, AttentionRule::cosine, AttentionRule::additive, AttentionRule::norm,
          AttentionRule::folded, AttentionRule::doubled})
      all.push_back(shapeOf(stack, rule));
  return all;
}

struct Model {
  Transformer of;
  BatchLoss loss{};
  Model(const TransformerShape& shape, uint32_t examples, uint64_t seed = 1) {
    EXPECT_TRUE(of.create(shape, examples));
    of.initialise(seed);
  }
  void forward(const Sentences& sentences, bool wantGradient = false) {
    EXPECT_TRUE(of.forward(sentences.batch(), wantGradient, loss));
  }
  std::vector<float> gradients(const Sentences& sentences) {
    forward(sentences, true);
    EXPECT_TRUE(of.backward());
    return {of.gradients(), of.gradients() + of.size()};
  }
  std::vector<float> logitsAt(uint32_t example, uint32_t position) const {
    const uint32_t width = of.shape().vocabulary;
    const float* row = of.logits() + (example * of.positions() + position) * width;
    return {row, row + width};
  }
};

bool same(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(TransformerBits, ADecoderDoesNotSeeLaterTokens) {
  for (const TransformerShape& shape : stacksAndRules()) {
    if (shape.stack == Stack::encoder) continue;
    const Sentences sentences(shape, 2, 5);
    Model model(shape, 2), other(shape, 2);
    model.forward(sentences);
    const uint32_t positions = model.of.positions();
    for (uint32_t changed = 1; changed < positions; ++changed) {
      Sentences later = sentences;
      auto& tokens = shape.stack == Stack::decoder ? later.tokens : later.targets;
      for (uint32_t i = changed; i < positions; ++i) tokens[i] = (tokens[i] + 1) % shape.vocabulary;
      other.forward(later);
      for (uint32_t i = 0; i < changed; ++i) {
        EXPECT_TRUE(same(model.logitsAt(0, i), other.logitsAt(0, i))) << changed << " " << i;
      }
      EXPECT_FALSE(same(model.logitsAt(0, changed), other.logitsAt(0, changed)));
    }
  }
}

TEST(TransformerBits, AnEncoderSeesEveryToken) {
  const TransformerShape shape = shapeOf(Stack::encoder);
  const Sentences sentences(shape, 1, 5);
  Sentences later = sentences;
  later.tokens[shape.length - 1] = (later.tokens[shape.length - 1] + 1) % shape.vocabulary;
  Model model(shape, 1), other(shape, 1);
  model.forward(sentences);
  other.forward(later);
  for (uint32_t i = 0; i < shape.length; ++i) {
    EXPECT_FALSE(same(model.logitsAt(0, i), other.logitsAt(0, i)));
  }
}

TEST(TransformerBits, ContentsOfPaddingChangeNeitherLogitsNorGradients) {
  for (const TransformerShape& shape : stacksAndRules()) {
    Sentences sentences(shape, 4, 7), other = sentences;
    const auto fill = [&](std::vector<uint32_t>& tokens, const std::vector<uint32_t>& lengths,
                          uint32_t positions) {
      for (size_t i = 0; i < tokens.size(); ++i) {
        if (i % positions >= lengths[i / positions]) tokens[i] = (tokens[i] + 3) % shape.vocabulary;
      }
    };
    fill(other.tokens, other.lengths, shape.length);
    fill(other.targets, other.targetLengths, std::max(1u, shape.targetLength));
    ASSERT_NE(sentences.tokens, other.tokens);
    Model model(shape, 4);
    model.forward(sentences);
    std::vector<std::vector<float>> logits;
    const auto& last = sentences.targets.empty() ? sentences.lengths : sentences.targetLengths;
    const auto forRows = [&](auto work) {
      for (uint32_t b = 0; b < 4; ++b)
        for (uint32_t i = 0; i < last[b]; ++i) work(model.logitsAt(b, i));
    };
    forRows([&](const auto& row) { logits.push_back(row); });
    const std::vector<float> gradients = model.gradients(sentences);
    model.forward(other);
    size_t at = 0;
    forRows([&](const auto& row) { EXPECT_TRUE(same(row, logits[at++])); });
    EXPECT_TRUE(same(model.gradients(other), gradients));
  }
}

// One example of the batch alone, also in a model for larger batches.
TEST(TransformerBits, AnExampleDoesNotDependOnTheOthers) {
  for (const TransformerShape& shape : stacksAndRules()) {
    const Sentences sentences(shape, 5, 8);
    Model model(shape, 5), alone(shape, 9);
    model.forward(sentences);
    for (uint32_t b = 0; b < 5; ++b) {
      Sentences one = sentences;
      const auto only = [&](std::vector<uint32_t>& of) {
        const size_t each = of.size() / 5;
        of = std::vector<uint32_t>(of.begin() + static_cast<ptrdiff_t>(b * each),
                                   of.begin() + static_cast<ptrdiff_t>((b + 1) * each));
      };
      one.examples = 1;
      for (auto* of : {&one.tokens, &one.lengths, &one.targets, &one.targetLengths, &one.labels}) {
        only(*of);
      }
      alone.forward(one);
      for (uint32_t i = 0; i < model.of.positions(); ++i) {
        EXPECT_TRUE(same(model.logitsAt(b, i), alone.logitsAt(0, i)));
      }
    }
  }
}

TEST(TransformerBits, LossIsTheSameWithAndWithoutGradient) {
  for (const TransformerShape& shape : stacksAndRules()) {
    const Sentences sentences(shape, 5, 9);
    Model model(shape, 5);
    model.forward(sentences, false);
    const double loss = model.loss.loss;
    const uint32_t right = model.loss.right, exact = model.loss.exact;
    const auto check = [&] {
      EXPECT_EQ(model.loss.loss, loss);
      EXPECT_EQ(model.loss.right, right);
      EXPECT_EQ(model.loss.exact, exact);
    };
    model.forward(sentences, true);
    check();
    EXPECT_TRUE(model.of.measure(sentences.batch(), model.loss));
    check();
  }
}

TEST(TransformerBits, StepsDoNotDependOnOldContentsOfBuffers) {
  for (const TransformerShape& shape : stacksAndRules()) {
    const Sentences sentences(shape, 4, 10), others(shape, 4, 11);
    Model model(shape, 4);
    const std::vector<float> gradients = model.gradients(sentences);
    EXPECT_FALSE(same(model.gradients(others), gradients));
    EXPECT_TRUE(same(model.gradients(sentences), gradients));
    Model again(shape, 4);
    EXPECT_TRUE(same(again.gradients(sentences), gradients));
  }
}

TEST(TransformerBits, NoLabelsMeanNoLossAndNoGradient) {
  for (const TransformerShape& shape : stacksAndRules()) {
    Sentences sentences(shape, 2, 3);
    std::fill(sentences.labels.begin(), sentences.labels.end(), kNoLabel);
    Model model(shape, 2);
    for (const float gradient : model.gradients(sentences)) ASSERT_EQ(gradient, 0);
    EXPECT_EQ(model.loss.loss, 0);
    EXPECT_EQ(model.loss.labels, 0u);
    Batch batch = sentences.batch();
    batch.labels = nullptr;
    EXPECT_TRUE(model.of.forward(batch, false, model.loss));
    EXPECT_EQ(model.loss.labels, 0u);
  }
}

TEST(TransformerBits, NothingIsAllocatedAfterTheFirstStep) {
  if (!kCountsAllocations) GTEST_SKIP() << "allocations are not counted here";
  for (TransformerShape shape : stacksAndRules()) {
    for (const bool tied : {false, true}) {
      shape.tied = tied;
      shape.vocabulary = 100;
      Model model(shape, 6);
      std::vector<Sentences> batches;
      for (uint64_t seed = 0; seed < 8; ++seed) batches.emplace_back(shape, 6, seed);
      // The first step has a single label, so that later ones have more.
      for (size_t i = 1; i < batches[0].labels.size(); ++i) batches[0].labels[i] = kNoLabel;
      const auto step = [&](const Sentences& sentences) {
        const Batch batch = sentences.batch();
        return allocationsOf([&] {
          EXPECT_TRUE(model.of.forward(batch, true, model.loss));
          EXPECT_TRUE(model.of.backward());
          EXPECT_TRUE(model.of.forward(batch, false, model.loss));
        });
      };
      EXPECT_GT(step(batches[0]), 0u);  // or nothing is counted
      for (size_t i = 1; i < batches.size(); ++i) EXPECT_EQ(step(batches[i]), 0u) << i;
    }
  }
}

// Outputs of attention --------------------------------------------------------------------------------------

TEST(TransformerAttention, WeightsAndScoresAreTheirDefinitionUnderEveryFactor) {
  Worst worst("error of weights and scores");
  for (const TransformerShape& shape : stacksAndRules()) {
    const Sentences sentences(shape, 2, 6);
    Model model(shape, 2);
    for (const float factor : {1.0f, 0.0f, 2.5f}) {
      model.of.setScoreFactor(factor);
      model.forward(sentences);
      const std::vector<float> first = model.logitsAt(1, 0);
      DoubleTransformer exact(model.of);
      exact.scoreFactor = static_cast<double>(factor);
      for (uint32_t b = 0; b < 2; ++b) {
        const auto seen = exact.example(sentences, b);
        ASSERT_EQ(model.of.blockCount(), seen.weights.size());
        for (uint32_t n = 0; n < model.of.blockCount(); ++n) {
          const AttentionBlock block = model.of.block(n);
          const size_t plane = size_t{block.queries} * block.keys;
          std::vector<float> weights(2 * shape.heads * plane), scores(weights.size());
          ASSERT_TRUE(model.of.attentionOf(n, weights.data(), scores.data()));
          for (size_t h = 0; h < shape.heads; ++h) {
            const Rows& rows = seen.weights[n][h];
            for (size_t i = 0; i < rows.size(); ++i) {
              for (size_t j = 0; j < rows[i].size(); ++j) {
                const size_t at = (b * shape.heads + h) * plane + i * block.keys + j;
                worst.note(std::fabs(static_cast<double>(weights[at]) - rows[i][j]), n);
                worst.note(std::fabs(static_cast<double>(scores[at]) - seen.scores[n][h][i][j]), n);
              }
              for (size_t j = rows[i].size(); j < block.keys; ++j) {
                EXPECT_EQ(weights[(b * shape.heads + h) * plane + i * block.keys + j], 0);
              }
            }
          }
        }
      }
      EXPECT_TRUE(same(first, model.logitsAt(1, 0)));
    }
  }
  EXPECT_LT(worst.error(), 1e-5);
}

TEST(TransformerAttention, InputsOfProjectionsAreTheirDefinition) {
  Worst worst("error of what projections multiply");
  for (TransformerShape shape : stacksAndRules()) {
    for (const NormPlace norm : {NormPlace::pre, NormPlace::post}) {
      shape.norm = norm;
      const Sentences sentences(shape, 2, 6);
      Model model(shape, 2);
      const DoubleTransformer exact(model.of);
      model.forward(sentences);
      for (uint32_t b = 0; b < 2; ++b) {
        const auto seen = exact.example(sentences, b);
        for (uint32_t n = 0; n < model.of.blockCount(); ++n) {
          const AttentionBlock block = model.of.block(n);
          const auto check = [&](const float* x, uint32_t positions, const Rows& rows) {
            for (size_t i = 0; i < rows.size(); ++i) {
              for (size_t c = 0; c < shape.modelDim; ++c) {
                const float value = x[(b * positions + i) * shape.modelDim + c];
                worst.note(std::fabs(static_cast<double>(value) - rows[i][c]), n);
              }
            }
          };
          check(model.of.attentionInput(n), block.queries, seen.inputs[n]);
          check(model.of.attentionMemory(n), block.keys, seen.memories[n]);
        }
      }
    }
  }
  EXPECT_LT(worst.error(), 1e-5);
}

TEST(TransformerAttention, BlocksHaveTheirKindsAndTensors) {
  const TransformerShape shape = shapeOf(Stack::encoderDecoder, AttentionRule::cosine);
  Model model(shape, 1);
  const struct {
    AttentionKind kind;
    uint32_t layer, queries, keys;
    const char* name;
  } expected[] = {{AttentionKind::encoder, 0, 9, 9, "encoder.layers.0.attention"},
                  {AttentionKind::encoder, 1, 9, 9, "encoder.layers.1.attention"},
                  {AttentionKind::decoder, 2, 6, 6, "decoder.layers.0.attention"},
                  {AttentionKind::context, 2, 6, 9, "decoder.layers.0.context"},
                  {AttentionKind::decoder, 3, 6, 6, "decoder.layers.1.attention"},
                  {AttentionKind::context, 3, 6, 9, "decoder.layers.1.context"}};
  ASSERT_EQ(model.of.blockCount(), std::size(expected));
  for (uint32_t n = 0; n < model.of.blockCount(); ++n) {
    const AttentionBlock block = model.of.block(n);
    EXPECT_EQ(block.kind, expected[n].kind);
    EXPECT_EQ(block.layer, expected[n].layer);
    EXPECT_EQ(block.queries, expected[n].queries);
    EXPECT_EQ(block.keys, expected[n].keys);
    const std::string name = expected[n].name;
    EXPECT_EQ(model.of.entry(block.wq).name, name + ".wq");
    EXPECT_EQ(model.of.entry(block.wk).name, name + ".wk");
    EXPECT_EQ(model.of.entry(block.temperature).name, name + ".temperature");
    EXPECT_EQ(model.of.entry(block.wq).layer, block.layer);
  }
  Model power(shapeOf(Stack::decoder), 1);
  EXPECT_EQ(power.of.block(0).kind, AttentionKind::decoder);
  EXPECT_EQ(power.of.block(0).temperature, kNoEntry);
}

// Parameters ------------------------------------------------------------------------------------------------

std::vector<std::string> namesOf(const TransformerShape& shape) {
  Model model(shape, 1);
  std::vector<std::string> names;
  size_t at = 0;
  for (uint32_t e = 0; e < model.of.entryCount(); ++e) {
    const ParameterEntry& entry = model.of.entry(e);
    EXPECT_EQ(entry.offset, at) << entry.name;
    at += size_t{entry.rows} * entry.columns;
    names.push_back(std::string(entry.name) + " " + std::to_string(entry.rows) + " " +
                    std::to_string(entry.columns) + (entry.decays ? " decays" : ""));
  }
  EXPECT_EQ(model.of.size(), at);
  EXPECT_EQ(Transformer::parameterCount(shape), at);
  return names;
}

TEST(TransformerParameters, AreNamedAsCheckpointsNameThem) {
  TransformerShape shape = shapeOf(Stack::encoder);
  shape.layers = 1;
  shape.headDim = 5;
  EXPECT_EQ(
      namesOf(shape),
      (std::vector<std::string>{
          "tokenEmbedding 11 12", "positionEmbedding 9 12", "layers.0.attention.wq 12 15 decays",
          "layers.0.attention.wk 12 15 decays", "layers.0.attention.wv 12 15 decays",
          "layers.0.attention.wo 15 12 decays", "layers.0.attentionNorm.weight 1 12",
          "layers.0.attentionNorm.bias 1 12", "layers.0.feedForward.w1 12 20 decays",
          "layers.0.feedForward.b1 1 20", "layers.0.feedForward.w2 20 12 decays",
          "layers.0.feedForward.b2 1 12", "layers.0.feedForwardNorm.weight 1 12",
          "layers.0.feedForwardNorm.bias 1 12", "finalNorm.weight 1 12", "finalNorm.bias 1 12",
          "output.weight 12 11 decays", "output.bias 1 11"}));
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  shape = shapeOf(Stack::encoderDecoder, AttentionRule::additive);
  shape.tied = true;
  std::vector<std::string> names = namesOf(shape);
  EXPECT_EQ(names.back(), "decoder.finalNorm.bias 1 12");
  EXPECT_TRUE(has(names, "encoder.finalNorm.weight 1 12"));
  EXPECT_TRUE(has(names, "decoder.layers.1.context.vector 3 4 decays"));
  EXPECT_TRUE(has(names, "decoder.layers.1.contextNorm.weight 1 12"));
  EXPECT_FALSE(has(names, "encoder.layers.1.context.wq 12 12 decays"));
  shape.norm = NormPlace::post;
  shape.rule = AttentionRule::cosine;
  shape.targetLength = 30;
  names = namesOf(shape);
  EXPECT_FALSE(has(names, "encoder.finalNorm.weight 1 12"));
  EXPECT_TRUE(has(names, "encoder.layers.0.attention.temperature 1 3"));
  EXPECT_TRUE(has(names, "positionEmbedding 30 12"));
}

double deviationOf(Transformer& of, const std::string& name) {
  for (uint32_t e = 0; e < of.entryCount(); ++e) {
    const ParameterEntry& entry = of.entry(e);
    if (entry.name != name) continue;
    const size_t count = size_t{entry.rows} * entry.columns;
    double squares = 0;
    for (size_t i = 0; i < count; ++i) {
      squares += std::pow(static_cast<double>(of.parameters()[entry.offset + i]), 2);
    }
    return std::sqrt(squares / static_cast<double>(count));
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(TransformerParameters, AreInitialisedAsDocumented) {
  TransformerShape shape;
  shape.vocabulary = 200;
  shape.length = 100;
  shape.layers = 2;
  shape.modelDim = 64;
  shape.heads = 8;
  shape.headDim = 16;
  shape.feedForward = 256;
  shape.queryKeyGain = 3;
  shape.rule = AttentionRule::cosine;
  const auto expect = [&](Model& model, const char* name, double sd) {
    EXPECT_NEAR(deviationOf(model.of, name) / sd, 1, 0.05) << name;
  };
  Model cosine(shape, 1);
  expect(cosine, "tokenEmbedding", 1);
  expect(cosine, "positionEmbedding", 1);
  expect(cosine, "layers.0.attention.wq", 3.0 / 8);
  expect(cosine, "layers.1.attention.wk", 3.0 / 8);
  expect(cosine, "layers.0.attention.wv", 1.0 / 8);
  expect(cosine, "layers.1.attention.wo", 1 / std::sqrt(128.0) / 2);
  expect(cosine, "layers.0.feedForward.w1", 1.0 / 8);
  expect(cosine, "layers.0.feedForward.w2", 1.0 / 16 / 2);
  expect(cosine, "output.weight", 1.0 / 8);
  EXPECT_EQ(deviationOf(cosine.of, "layers.0.attentionNorm.weight"), 1);
  EXPECT_EQ(deviationOf(cosine.of, "finalNorm.bias"), 0);
  EXPECT_EQ(deviationOf(cosine.of, "layers.0.feedForward.b1"), 0);
  EXPECT_EQ(deviationOf(cosine.of, "output.bias"), 0);
  EXPECT_NEAR(deviationOf(cosine.of, "layers.0.attention.temperature"), std::log(4.0), 1e-7);
  shape.rule = AttentionRule::norm;
  Model norm(shape, 1);
  expect(norm, "layers.0.attention.wq", 3.0 / 8);
  EXPECT_EQ(deviationOf(norm.of, "layers.0.attention.queryGain"), 1);
  EXPECT_EQ(deviationOf(norm.of, "layers.1.attention.keyGain"), 1);
  for (const AttentionRule rule : {AttentionRule::folded, AttentionRule::doubled}) {
    shape.rule = rule;
    Model folded(shape, 1);
    expect(folded, "layers.0.attention.wq", 3.0 / 8 / 4);
    expect(folded, "layers.0.attention.wk", 3.0 / 8);
  }
  shape.tied = true;
  shape.rule = AttentionRule::additive;
  Model additive(shape, 1);
  expect(additive, "tokenEmbedding", 1.0 / 8);
  expect(additive, "positionEmbedding", 1.0 / 8);
  EXPECT_NEAR(deviationOf(additive.of, "layers.0.attention.vector") * 4, 1, 0.15);
}

// If the root of d_k is a power of two, all bits are the same: W_q is that of the scaled model over the root, and its
// gradient is multiplied by the root.
TEST(TransformerParameters, OfFoldedMakeTheScoresOfTheScaledModelAtTheStart) {
  Model scaled(shapeOf(Stack::encoderDecoder), 4);
  Model folded(shapeOf(Stack::encoderDecoder, AttentionRule::folded), 4);
  Model twice(shapeOf(Stack::encoderDecoder, AttentionRule::doubled), 4);
  TransformerShape shape = shapeOf(Stack::encoderDecoder);
  shape.alpha = 1;
  Model inverse(shape, 4);
  const Sentences sentences(shape, 4, 7);
  for (Model* model : {&scaled, &folded, &twice, &inverse}) {
    ASSERT_TRUE(model->of.forward(sentences.batch(), true, model->loss));
    ASSERT_TRUE(model->of.backward());
  }
  EXPECT_EQ(folded.loss.loss, scaled.loss.loss);
  EXPECT_EQ(twice.loss.loss, inverse.loss.loss);
  for (uint32_t e = 0; e < scaled.of.entryCount(); ++e) {
    const ParameterEntry& entry = scaled.of.entry(e);
    const float times = entry.part == Part::query ? 2 : 1;
    for (size_t i = 0; i < size_t{entry.rows} * entry.columns; ++i) {
      const size_t at = entry.offset + i;
      EXPECT_EQ(folded.of.gradients()[at], times * scaled.of.gradients()[at]) << entry.name;
      EXPECT_EQ(twice.of.gradients()[at], times * inverse.of.gradients()[at]) << entry.name;
    }
  }
}

TEST(TransformerParameters, DependOnTheSeedAndTheirIndexAlone) {
  const TransformerShape shape = shapeOf(Stack::decoder);
  Model model(shape, 1, 3), same(shape, 1, 3), other(shape, 1, 4);
  const size_t bytes = model.of.size() * sizeof(float);
  EXPECT_EQ(std::memcmp(model.of.parameters(), same.of.parameters(), bytes), 0);
  EXPECT_NE(std::memcmp(model.of.parameters(), other.of.parameters(), bytes), 0);
  // A shape with fewer words has the same matrices.
  TransformerShape fewer = shape;
  fewer.vocabulary = 5;
  Model narrow(fewer, 1, 3);
  const float* const wq = model.of.parameters() + model.of.entry(2).offset;
  EXPECT_EQ(
      std::memcmp(wq, narrow.of.parameters() + narrow.of.entry(2).offset, 12 * 12 * sizeof(float)),
      0);
}

TEST(TransformerParameters, OfShapesThatDoNotFitIntoMemoryAreRefused) {
  TransformerShape shape = shapeOf(Stack::encoder);
  shape.vocabulary = shape.modelDim = UINT32_MAX;
  EXPECT_FALSE(Transformer().create(shape, 1));
  EXPECT_GT(Transformer::parameterCount(shape), size_t{1} << 62);
  shape = shapeOf(Stack::encoder);
  shape.heads = shape.headDim = 1 << 17;
  EXPECT_FALSE(Transformer().create(shape, 1));
  shape = shapeOf(Stack::encoder);
  EXPECT_FALSE(Transformer().create(shape, UINT32_MAX));
}

}  // namespace
}  // namespace scaledot
