// Each task is learned, with each rule: the runs of tests/training.json must reach its held-out losses within their steps,
// and their curves must have its hashes. The simd and fallback engines have the same bits
// (tests/js/engine/training-curves.test.js, tests/browser/), except for text, which only the native program learns.
//
// If bits change intentionally, SCALEDOT_CORPUS=update build/native/training_test rewrites the hashes.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "json.h"
#include "learning/trainer.h"
#include "prose.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::Json;

const std::string kPath = "tests/training.json";

// Returns a hash of doubles, as low and high words. tests/js has the same.
std::string hashOf(const double* numbers, size_t count) {
  uint32_t a = 0x811c9dc5u, b = 0x9747b28cu;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bits = std::bit_cast<uint64_t>(numbers[i]);
    for (const uint32_t word : {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)}) {
      a = (a ^ word) * 0x01000193u;
      a ^= a >> 15;
      b = std::rotl((b ^ word) * 0x85ebca6bu, 13);
    }
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%08x%08x", a, b);
  return digits;
}

// Options with the names of createTrainer() (web/engine).
class Options {
 public:
  Options(const Json& common, const Json& own) : common_(common), own_(own) {}

  TrainerConfig config() const {
    TrainerConfig c;
    choose("task", c.task.name,
           {"recall", "copy", "reverse", "sort", "addition", "dates", "pronouns", "text"});
    read("size", c.task.size), read("symbols", c.task.symbols);
    choose("stack", c.model.stack, {"encoder", "decoder", "encoder-decoder"});
    read("layers", c.model.layers), read("modelDim", c.model.modelDim);
    read("heads", c.model.heads), read("headDim", c.model.headDim);
    read("feedForward", c.model.feedForward), read("tied", c.model.tied);
    choose("norm", c.model.norm, {"pre", "post"});
    choose("activation", c.model.activation, {"relu", "gelu"});
    readRule(c.model);
    read("queryKeyGain", c.model.queryKeyGain);
    OptimizerConfig& o = c.optimizer;
    choose("optimizer", o.kind, {"sgd", "adam", "adamw"});
    choose("schedule", o.schedule, {"constant", "cosine"});
    read("learningRate", o.learningRate), read("momentum", o.momentum);
    read("beta1", o.beta1), read("beta2", o.beta2), read("epsilon", o.epsilon);
    read("weightDecay", o.weightDecay), read("clip", o.clip), read("warmup", o.warmup);
    read("finalRate", o.finalRate), read("steps", o.steps);
    read("batch", c.batch), read("seed", c.seed), read("every", c.every);
    read("heldOut", c.heldOut);
    return c;
  }

 private:
  const Json& at(const std::string& name) const {
    return own_.has(name) ? own_[name] : common_[name];
  }
  template <typename Number>
  void read(const char* name, Number& to) const {
    to = static_cast<Number>(at(name).number);
  }
  template <typename Choice>
  void choose(const char* name, Choice& to, const std::vector<std::string>& choices) const {
    const auto found = std::find(choices.begin(), choices.end(), at(name).text);
    ASSERT_NE(found, choices.end()) << name;
    to = static_cast<Choice>(found - choices.begin());
  }
  void readRule(TransformerShape& to) const {
    const Json& rule = at("rule");
    constexpr const char* kOwn[] = {"cosine", "additive", "norm", "folded", "doubled"};
    const auto own = std::find(std::begin(kOwn), std::end(kOwn), rule.text);
    to.rule = own == std::end(kOwn) ? AttentionRule::power
                                    : static_cast<AttentionRule>(1 + (own - std::begin(kOwn)));
    if (rule.has("alpha")) {
      to.alpha = rule["alpha"].number;
    } else {
      to.alpha = rule.text == "none" ? 0 : rule.text == "inverse" ? 1 : 0.5;
    }
  }

  const Json &common_, &own_;
};

void rewrite(const std::string& from, const std::string& to) {
  const std::string path = std::string(SCALEDOT_SOURCE_DIR) + "/" + kPath;
  std::stringstream read;
  read << std::ifstream(path).rdbuf();
  std::string text = read.str();
  const size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos);
  std::ofstream(path) << text.replace(at, from.size(), to);
}

class Training : public ::testing::TestWithParam<const char*> {};

TEST_P(Training, ReachesItsLevelByItsCurve) {
  const Json file = testing::readJson(kPath);
  const Json* run = nullptr;
  for (const Json& one : file["runs"].list) {
    if (one["name"].text == GetParam()) run = &one;
  }
  ASSERT_NE(run, nullptr);
  TrainerConfig config = Options(file["common"], (*run)["options"]).config();
  const bool isText = config.task.name == TaskName::text;
  std::vector<uint32_t> text;
  if (isText) text = testing::novel();
  config.task.prose = {text.data(), text.size()};
  Trainer trainer;
  ASSERT_TRUE(trainer.create(config));
  if (testing::kSanitized) {  // slow, so only a few steps and a row
    ASSERT_TRUE(trainer.step(5));
    EXPECT_EQ(trainer.metricRows(), 1u);
    return;
  }
  ASSERT_TRUE(trainer.step(config.optimizer.steps));
  ASSERT_EQ(trainer.divergedAt(), 0u);
  ASSERT_EQ(trainer.metricRows(), config.optimizer.steps / config.every + 1);
  const size_t numbers = trainer.metricNumbers();
  const double* const last = trainer.metrics() + (trainer.metricRows() - 1) * numbers;
  std::printf("%s: held-out loss %.4f, %.3f exact\n", GetParam(), last[4], last[6]);
  EXPECT_LE(last[4], (*run)["loss"].number);
  // Before the first step. Most of the loss of prose remains.
  EXPECT_GT(trainer.metrics()[4], (isText ? 1.8 : 8) * (*run)["loss"].number);
  const std::string curve = hashOf(trainer.metrics(), trainer.metricRows() * numbers);
  const char* mode = std::getenv("SCALEDOT_CORPUS");
  if (mode != nullptr && std::string(mode) == "update") {
    rewrite((*run)["curve"].text, curve);
  } else {
    EXPECT_EQ(curve, (*run)["curve"].text);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Training,
                         ::testing::Values("recall", "copy", "reverse", "sort", "addition", "dates",
                                           "pronouns", "text", "norm", "folded", "doubled"),
                         [](const auto& run) { return std::string(run.param); });

}  // namespace
}  // namespace scaledot
