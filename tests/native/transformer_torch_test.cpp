// The transformer, compared with PyTorch's layers and automatic gradients, in double (fixtures/torch_transformer.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "json.h"
#include "learning/transformer.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::Json;

// Integers from a name, with the generator of the fixture.
class Draws {
 public:
  explicit Draws(std::string_view name) {
    for (const char c : name) state_ = (state_ ^ static_cast<unsigned char>(c)) * 16777619u;
  }
  uint32_t next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }

 private:
  uint32_t state_ = 2166136261u;
};

uint32_t whole(const Json& value) { return static_cast<uint32_t>(value.number); }

TransformerShape shapeOf(const Json& of) {
  const auto is = [&](const char* what, const char* value) { return of[what].text == value; };
  TransformerShape shape;
  shape.stack = is("stack", "encoder")   ? Stack::encoder
                : is("stack", "decoder") ? Stack::decoder
                                         : Stack::encoderDecoder;
  shape.vocabulary = whole(of["vocabulary"]);
  shape.length = whole(of["length"]);
  if (of.has("targetLength")) shape.targetLength = whole(of["targetLength"]);
  shape.layers = whole(of["layers"]);
  shape.modelDim = whole(of["modelDim"]);
  shape.heads = whole(of["heads"]);
  shape.headDim = whole(of["headDim"]);
  shape.feedForward = whole(of["feedForward"]);
  shape.norm = is("norm", "pre") ? NormPlace::pre : NormPlace::post;
  shape.activation = is("activation", "relu") ? Activation::relu : Activation::gelu;
  shape.tied = of["tied"].number != 0;
  shape.rule = is("rule", "power")     ? AttentionRule::power
               : is("rule", "cosine")  ? AttentionRule::cosine
               : is("rule", "norm")    ? AttentionRule::norm
               : is("rule", "folded")  ? AttentionRule::folded
               : is("rule", "doubled") ? AttentionRule::doubled
                                       : AttentionRule::additive;
  shape.alpha = of["alpha"].number;
  return shape;
}

// Returns the concatenated rows of an array; -1 becomes kNoLabel.
std::vector<uint32_t> flat(const Json& rows) {
  std::vector<uint32_t> all;
  const auto put = [&](const Json& x) { all.push_back(x.number < 0 ? kNoLabel : whole(x)); };
  for (const Json& row : rows.list) {
    if (row.list.empty()) put(row);
    for (const Json& x : row.list) put(x);
  }
  return all;
}

struct Arrays {
  std::vector<uint32_t> tokens, lengths, targets, targetLengths, labels;
  explicit Arrays(const Json& of)
      : tokens(flat(of["tokens"])), lengths(flat(of["lengths"])), labels(flat(of["labels"])) {
    if (!of.has("targets")) return;
    targets = flat(of["targets"]);
    targetLengths = flat(of["targetLengths"]);
  }
  Batch batch() const {
    Batch batch;
    batch.examples = static_cast<uint32_t>(lengths.size());
    batch.tokens = tokens.data();
    batch.lengths = lengths.data();
    if (!targets.empty()) {
      batch.targets = targets.data();
      batch.targetLengths = targetLengths.data();
    }
    batch.labels = labels.data();
    return batch;
  }
};

void fill(Transformer& model) {
  for (uint32_t e = 0; e < model.entryCount(); ++e) {
    const ParameterEntry& entry = model.entry(e);
    const std::string_view name = entry.name;
    const float around = name.ends_with("orm.weight") ? 1 : 0;
    Draws draws(name);
    for (size_t i = 0; i < size_t{entry.rows} * entry.columns; ++i) {
      const float step = static_cast<float>(draws.next() % 17) - 8;
      model.parameters()[entry.offset + i] = around + step / 16;
    }
  }
}

// Returns the largest error of a tensor, relative to its largest number.
double errorOf(const float* got, const std::vector<double>& wanted) {
  double error = 0, most = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const double apart = std::fabs(static_cast<double>(got[i]) - wanted[i]);
    error = apart <= error ? error : apart;  // NaN counts as the largest
    most = std::max(most, std::fabs(wanted[i]));
  }
  return error / most;
}

class TransformerTorch : public ::testing::Test {
 protected:
  static const std::vector<Json>& cases() {
    static const Json stored = testing::readJson("tests/native/fixtures/torch_transformer.json");
    return stored.list;
  }
};

TEST_F(TransformerTorch, LossLogitsAndEveryParametersGradientAreThoseOfPyTorch) {
  testing::Worst lossError("loss"), logitError("logits"), gradientError("gradients");
  ASSERT_GE(cases().size(), 14u);
  double index = 0;
  for (const Json& one : cases()) {
    ++index;
    SCOPED_TRACE(one["name"].text);
    const Arrays arrays(one["batch"]);
    const Batch batch = arrays.batch();
    Transformer model;
    ASSERT_TRUE(model.create(shapeOf(one["shape"]), batch.examples));
    fill(model);

    BatchLoss loss;
    ASSERT_TRUE(model.forward(batch, false, loss));
    const std::vector<double> wanted = one["logits"].numbers();
    std::vector<float> logits;  // of labelled positions
    const uint32_t classes = model.shape().vocabulary;
    for (size_t i = 0; i < arrays.labels.size(); ++i) {
      if (arrays.labels[i] == kNoLabel) continue;
      const float* row = model.logits() + i * classes;
      logits.insert(logits.end(), row, row + classes);
    }
    ASSERT_EQ(logits.size(), wanted.size());
    logitError.note(errorOf(logits.data(), wanted), index);

    ASSERT_TRUE(model.forward(batch, true, loss));
    ASSERT_TRUE(model.backward());
    EXPECT_EQ(loss.labels * classes, wanted.size());
    lossError.note(testing::relativeError(loss.loss, one["loss"].number), index);

    const Json& gradients = one["gradients"];
    size_t numbers = 0;
    for (uint32_t e = 0; e < model.entryCount(); ++e) {
      const ParameterEntry& entry = model.entry(e);
      const std::vector<double> slopes = gradients[entry.name].numbers();
      ASSERT_EQ(slopes.size(), size_t{entry.rows} * entry.columns) << entry.name;
      const double error = errorOf(model.gradients() + entry.offset, slopes);
      EXPECT_LT(error, 2e-5) << entry.name;
      gradientError.note(error, index);
      numbers += slopes.size();
    }
    EXPECT_EQ(numbers, model.size());
    EXPECT_EQ(model.entryCount(), gradients.names.size());
  }
  EXPECT_LT(lossError.error(), 1e-6);
  EXPECT_LT(logitError.error(), 3e-6);
}

}  // namespace
}  // namespace scaledot
