// Checkpoints: saving, loading, resumed runs, and malformed files.
#include "learning/checkpoint.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "testing.h"
#include "trainer_case.h"

namespace scaledot {
namespace {

using testing::metricsOf;
using testing::parametersOf;
using testing::smallRuns;

std::string saved(Trainer& trainer, CheckpointNumbers numbers, bool withOptimizer) {
  Buffer<unsigned char> bytes;
  size_t count = 0;
  EXPECT_TRUE(saveCheckpoint(trainer, numbers, withOptimizer, bytes, count));
  return {reinterpret_cast<const char*>(bytes.data()), count};
}

// Returns the error message, empty if the file was accepted. The file ends at a guard page.
std::string load(const std::string& file, Trainer& to) {
  testing::GuardedBuffer<unsigned char> bytes(file.size());
  std::memcpy(bytes.data(), file.data(), file.size());
  char buffer[400];
  Text sentence(buffer, sizeof buffer);
  const bool taken = loadCheckpoint(bytes.data(), file.size(), to, sentence);
  EXPECT_EQ(taken, sentence.length() == 0);
  return {buffer, sentence.length()};
}

// A file's header and what follows it.
struct Parts {
  std::string header, numbers;
  explicit Parts(const std::string& file) {
    uint64_t length = 0;
    std::memcpy(&length, file.data(), 8);
    header = file.substr(8, length);
    numbers = file.substr(8 + length);
  }
  std::string file() const {
    const uint64_t length = header.size();
    return std::string(reinterpret_cast<const char*>(&length), 8) + header + numbers;
  }
  Parts& replace(const std::string& from, const std::string& to) {
    const size_t at = header.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) header.replace(at, from.size(), to);
    return *this;
  }
};

// Round trips -------------------------------------------------------------------------------------

void expectSame(const TrainerConfig& a, const TrainerConfig& b) {
  EXPECT_EQ(a.task.name, b.task.name);
  EXPECT_EQ(a.task.size, b.task.size);
  EXPECT_EQ(a.task.symbols, b.task.symbols);
  const TransformerShape &m = a.model, &n = b.model;
  EXPECT_EQ(m.stack, n.stack);
  EXPECT_EQ(m.vocabulary, n.vocabulary);
  EXPECT_EQ(m.length, n.length);
  EXPECT_EQ(m.targetLength, n.targetLength);
  EXPECT_EQ(m.layers, n.layers);
  EXPECT_EQ(m.modelDim, n.modelDim);
  EXPECT_EQ(m.heads, n.heads);
  EXPECT_EQ(m.headDim, n.headDim);
  EXPECT_EQ(m.feedForward, n.feedForward);
  EXPECT_EQ(m.norm, n.norm);
  EXPECT_EQ(m.activation, n.activation);
  EXPECT_EQ(m.tied, n.tied);
  EXPECT_EQ(m.rule, n.rule);
  EXPECT_EQ(m.alpha, n.alpha);
  EXPECT_EQ(m.queryKeyGain, n.queryKeyGain);
  const OptimizerConfig &o = a.optimizer, &p = b.optimizer;
  EXPECT_EQ(o.kind, p.kind);
  EXPECT_EQ(o.learningRate, p.learningRate);
  EXPECT_EQ(o.momentum, p.momentum);
  EXPECT_EQ(o.beta1, p.beta1);
  EXPECT_EQ(o.beta2, p.beta2);
  EXPECT_EQ(o.epsilon, p.epsilon);
  EXPECT_EQ(o.weightDecay, p.weightDecay);
  EXPECT_EQ(o.clip, p.clip);
  EXPECT_EQ(o.warmup, p.warmup);
  EXPECT_EQ(o.steps, p.steps);
  EXPECT_EQ(o.schedule, p.schedule);
  EXPECT_EQ(o.finalRate, p.finalRate);
  EXPECT_EQ(a.batch, b.batch);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.every, b.every);
  EXPECT_EQ(a.heldOut, b.heldOut);
}

TEST(Checkpoint, OfF32IsLoadedWithTheSameBits) {
  for (const TrainerConfig& config : smallRuns()) {
    for (const bool withOptimizer : {false, true}) {
      Trainer trainer, back;
      ASSERT_TRUE(trainer.create(config) && trainer.step(11));
      ASSERT_EQ(load(saved(trainer, CheckpointNumbers::f32, withOptimizer), back), "");
      expectSame(trainer.config(), back.config());
      EXPECT_EQ(parametersOf(back), parametersOf(trainer));
      EXPECT_EQ(back.steps(), 11u);
      EXPECT_EQ(back.divergedAt(), 0u);
      EXPECT_EQ(back.metricRows(), 0u);
      EXPECT_EQ(saved(back, CheckpointNumbers::f32, withOptimizer),
                saved(trainer, CheckpointNumbers::f32, withOptimizer));
    }
  }
}

TEST(Checkpoint, ResumesWithTheBitsOfAnUninterruptedRun) {
  for (const TrainerConfig& config : smallRuns()) {
    for (const uint32_t stop : {0u, 5u, 16u, 30u}) {  // rows are due at 8, 16, 24 and 30
      Trainer whole, first, second;
      ASSERT_TRUE(whole.create(config) && whole.step(30));
      ASSERT_TRUE(first.create(config) && first.step(stop));
      ASSERT_EQ(load(saved(first, CheckpointNumbers::f32, true), second), "");
      ASSERT_TRUE(second.step(30));
      EXPECT_EQ(second.steps(), 30u);
      EXPECT_EQ(parametersOf(second), parametersOf(whole));
      std::vector<double> rows = metricsOf(first);
      const std::vector<double> more = metricsOf(second);
      rows.insert(rows.end(), more.begin(), more.end());
      EXPECT_EQ(rows, metricsOf(whole)) << "stopped after " << stop;
    }
  }
}

TEST(Checkpoint, WithoutStateResumesFromZeros) {
  Trainer trainer, back;
  ASSERT_TRUE(trainer.create(smallRuns()[0]) && trainer.step(5));
  ASSERT_EQ(load(saved(trainer, CheckpointNumbers::f32, false), back), "");
  for (size_t i = 0; i < back.optimizer().size(); ++i) {
    EXPECT_EQ(back.optimizer().first()[i], 0);
    EXPECT_EQ(back.optimizer().second()[i], 0);
  }
  EXPECT_TRUE(back.step(1));
  EXPECT_EQ(back.steps(), 6u);
}

// The first step of Adam from a state of zeros is the rate times the sign of the gradient, however many steps were made
// before. With a state it continues normally.
TEST(Checkpoint, WithoutStateBeginsWithStepsOfTheRate) {
  TrainerConfig config = smallRuns()[0];
  config.optimizer.kind = OptimizerKind::adam;
  config.optimizer.schedule = Schedule::constant;
  config.optimizer.warmup = 0;
  Trainer trainer, back, again;
  ASSERT_TRUE(trainer.create(config) && trainer.step(20));
  ASSERT_EQ(load(saved(trainer, CheckpointNumbers::f32, false), back), "");
  const std::vector<float> before = parametersOf(back);
  ASSERT_TRUE(back.step(1));
  const std::vector<float> after = parametersOf(back);
  double most = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    most = std::max(most, std::fabs(double{after[i]} - double{before[i]}));
  }
  EXPECT_NEAR(most, config.optimizer.learningRate, 1e-3 * config.optimizer.learningRate);
  ASSERT_EQ(load(saved(back, CheckpointNumbers::f32, true), again), "");
  ASSERT_TRUE(back.step(3) && again.step(3));
  EXPECT_EQ(parametersOf(again), parametersOf(back));
}

// Options that have no short decimal, including the ends of their limits.
TEST(Checkpoint, KeepsEveryDigitOfItsOptions) {
  TrainerConfig config = smallRuns()[0];
  for (const double x : {0.1, 1.0 / 3, 0.0031622776601683795, 1e-8, 1e-16, 0.9999, 7e-9, 1.0,
                         0.30000000000000004, 0.5000000000000001, 0x1p-1, 0x1.fffffffffffffp-2}) {
    OptimizerConfig& o = config.optimizer;
    o.learningRate = 3 * x;
    o.beta1 = std::min(x, 0.9999);
    o.beta2 = std::nextafter(o.beta1, 0);
    o.epsilon = x;
    o.weightDecay = x / 7;
    o.clip = 1e6 * x;
    o.finalRate = x;
    config.model.alpha = -4 * x;
    config.model.queryKeyGain = 1000 * x;
    config.seed = (uint64_t{1} << 53) - 1;
    Trainer trainer, back;
    ASSERT_TRUE(trainer.create(config));
    ASSERT_EQ(load(saved(trainer, CheckpointNumbers::f32, false), back), "");
    expectSame(trainer.config(), back.config());
  }
}

// As documented in docs/tensors.md.
TEST(Checkpoint, OptionsCanBeSetOneByOneAsTheyAreWritten) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    const std::string header = Parts(saved(trainer, CheckpointNumbers::f32, false)).header;
    TrainerConfig again;
    const size_t end = header.find("\"stepsMade\"");
    for (size_t at = header.find("\"task\""); at < end;) {
      std::string words[2];
      for (std::string& word : words) {
        const size_t close = header.find('"', at + 1);
        word = header.substr(at + 1, close - at - 1);
        at = header.find('"', close + 1);
      }
      char buffer[400];
      Text sentence(buffer, sizeof buffer);
      ASSERT_TRUE(setOption(again, words[0].c_str(), words[1].c_str(), sentence))
          << std::string(buffer, sentence.length());
    }
    shapeFor(again.task, again.model);
    expectSame(again, trainer.config());
  }
}

TEST(Checkpoint, IsNamedAndDescribedAsTheDocumentSays) {
  Trainer trainer;
  ASSERT_TRUE(trainer.create(smallRuns()[1]) && trainer.step(3));
  const Parts parts(saved(trainer, CheckpointNumbers::f32, true));
  const std::string expected =
      "{\"__metadata__\":{\"format\":\"scaledot\",\"task\":\"reverse\",\"size\":\"4\",\"symbols\":"
      "\"5\",\"stack\":\"decoder\",\"layers\":\"2\",\"modelDim\":\"12\",\"heads\":\"2\","
      "\"headDim\":\"5\",\"feedForward\":\"14\",\"norm\":\"post\",\"activation\":\"relu\",\"tied\":"
      "\"false\",\"rule\":\"cosine\",\"alpha\":\"0.5\",\"queryKeyGain\":\"1\",\"optimizer\":"
      "\"sgd\","
      "\"learningRate\":\"0.01\",\"momentum\":\"0.9\",\"beta1\":\"0.9\",\"beta2\":\"0.999\","
      "\"epsilon\":\"1e-8\",\"weightDecay\":\"0.02\",\"clip\":\"1\",\"warmup\":\"3\",\"steps\":"
      "\"30\",\"schedule\":\"cosine\",\"finalRate\":\"0\",\"batch\":\"7\",\"seed\":\"5\",\"every\":"
      "\"8\",\"heldOut\":\"45\",\"stepsMade\":\"3\",\"intervalLoss\":\"";
  EXPECT_EQ(parts.header.substr(0, expected.size()), expected);
  EXPECT_NE(
      parts.header.find("\"vocabulary\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\",\\\"e\\\","
                        "\\\"|\\\"]\"},\"tokenEmbedding\":{\"dtype\":\"F32\",\"shape\":[6, 12]"),
      std::string::npos)
      << parts.header;
  for (const char* name : {"layers.1.attention.wq", "layers.0.attention.temperature",
                           "layers.1.feedForward.w1", "optimizer.first"}) {
    EXPECT_NE(parts.header.find('"' + std::string(name) + "\":{"), std::string::npos) << name;
  }
  EXPECT_EQ(parts.header.find("optimizer.second"), std::string::npos);
}

// f16 ---------------------------------------------------------------------------------------------

// Returns the nearest half-precision number; of two equally near ones, the one whose last bit is 0.
double nearestHalf(double x) {
  static const std::vector<double> halves = [] {
    std::vector<double> all;  // in order of their bits, from 0 to 65504
    for (int bits = 0; bits < 0x7c00; ++bits) {
      const int exponent = bits >> 10, fraction = bits & 1023;
      all.push_back(exponent == 0 ? std::ldexp(fraction, -24)
                                  : std::ldexp(1024 + fraction, exponent - 25));
    }
    return all;
  }();
  const double size = std::min(std::fabs(x), halves.back());
  const auto above = std::lower_bound(halves.begin(), halves.end(), size);
  double nearest = *above;
  if (above != halves.begin()) {
    const double high = *above - size, low = size - above[-1];
    const bool even = (above - halves.begin()) % 2 == 0;
    if (low < high || (low == high && !even)) nearest = above[-1];
  }
  return std::copysign(nearest, x);
}

TEST(Checkpoint, OfF16HasTheNearestHalves) {
  Trainer trainer, back;
  ASSERT_TRUE(trainer.create(smallRuns()[0]));
  float* const parameters = trainer.transformer().parameters();
  const size_t size = trainer.transformer().size();
  std::vector<float> special{
      0.0f,     -0.0f,        65504,        65503.9f,     65519.9f,        65520,
      1e9f,     0x1p-24f,     0x1p-25f,     -0x1.8p-25f,  0x1.000002p-25f, 0x1.8p-24f,
      0x1p-14f, 0x1.ffcp-15f, 0x1.ffep-15f, 0x1.fffp-15f, 1e-30f,          1e-44f};
  for (int i = -20; i < 16; ++i) {
    const float one = std::ldexp(1.0f, i);
    for (const float parts : {0x1p-11f, 0x1p-10f, 0x1.8p-10f, 0x1.ffep-1f, 0x1.ffdp-1f}) {
      for (const float near : {0.0f, 0x1p-23f, -0x1p-23f})
        special.push_back(one * (1 + parts + near));
      special.push_back(-one * (1 + parts));
    }
  }
  ASSERT_LE(special.size(), size);
  std::copy(special.begin(), special.end(), parameters);
  for (size_t i = special.size(); i < size; ++i) {
    parameters[i] *= std::ldexp(1.0f, static_cast<int>(i % 40) - 30);
  }
  const std::string file = saved(trainer, CheckpointNumbers::f16, true);
  EXPECT_LT(file.size(), 2 * size + 8000);
  ASSERT_EQ(load(file, back), "");
  EXPECT_EQ(Parts(file).header.find("optimizer."), std::string::npos);
  for (size_t i = 0; i < size; ++i) {
    const float expected = static_cast<float>(nearestHalf(parameters[i]));
    ASSERT_EQ(std::bit_cast<uint32_t>(back.transformer().parameters()[i]),
              std::bit_cast<uint32_t>(expected))
        << parameters[i];
  }
  EXPECT_EQ(saved(back, CheckpointNumbers::f16, false), file);
}

// Malformed files ---------------------------------------------------------------------------------

TEST(Checkpoint, OfAnotherShapeOrSizeIsRefusedInASentence) {
  TrainerConfig config = smallRuns()[0];
  Trainer trainer;
  ASSERT_TRUE(trainer.create(config) && trainer.step(2));
  const std::string file = saved(trainer, CheckpointNumbers::f32, true);
  struct Case {
    const char *from, *to, *sentence;
  };
  const Case cases[] = {
      {"\"format\":\"scaledot\"", "\"format\":\"pt\"",
       "metadata format: got \"pt\"; expected scaledot"},
      {"\"format\"", "\"other\"", "metadata format: got nothing; expected scaledot"},
      {"\"task\":\"recall\"", "\"task\":\"chess\"",
       "metadata task: got \"chess\"; expected recall, copy, reverse, sort, addition, dates, "
       "pronouns or text"},
      {"\"layers\":\"2\"", "\"layers\":\"9\"",
       "metadata layers: got \"9\"; expected a whole number from 1 to 8"},
      {"\"layers\":\"2\"", "\"layers\":\"1\"", "tensor optimizer.first: got the shape ["},
      {"\"layers\":\"2\"", "\"layers\":\"1.5\"",
       "metadata layers: got \"1.5\"; expected a whole number from 1 to 8"},
      {"\"layers\":\"2\"", "\"layers\":\"-1\"", "metadata layers: got \"-1\"; "},
      {"\"layers\":\"2\"", "\"layers\":\"\"", "metadata layers: got \"\"; "},
      {"\"layers\":\"2\"", "\"layers\":\" 2\"", "metadata layers: got \" 2\"; "},
      {"\"layers\":\"2\"", "\"layers\":\"2 \"", "metadata layers: got \"2 \"; "},
      {"\"layers\":\"2\"", "\"layers\":\"99999999999999999999999999\"", "metadata layers: got "},
      {"\"layers\"", "\"levels\"", "metadata layers: got nothing; "},
      {"\"modelDim\":\"12\"", "\"modelDim\":\"13\"",
       "tensor tokenEmbedding: got the shape [35, 12]; expected the shape [35, 13]"},
      {"\"heads\":\"2\"", "\"heads\":\"3\"",
       "tensor layers.0.attention.wq: got the shape [12, 10]; expected the shape [12, 15]"},
      {"\"modelDim\":\"12\"", "\"modelDim\":\"512\"", "tensor tokenEmbedding: got "},
      {"\"learningRate\":\"0.01\"", "\"learningRate\":\"1001\"",
       "metadata learningRate: got \"1001\"; expected a number from 0 to 1000"},
      {"\"learningRate\":\"0.01\"", "\"learningRate\":\"nan\"", "metadata learningRate: got "},
      {"\"learningRate\":\"0.01\"", "\"learningRate\":\"0.\"", "metadata learningRate: got "},
      {"\"learningRate\":\"0.01\"", "\"learningRate\":\"1e99999\"", "metadata learningRate: got "},
      {"\"learningRate\":\"0.01\"", "\"learningRate\":\"1e-99999\"", "metadata learningRate: got "},
      {"\"learningRate\":\"0.01\"", "\"learningRate\":\"1/2^9999\"", "metadata learningRate: got "},
      {"\"epsilon\":\"1e-8\"", "\"epsilon\":\"0\"",
       "metadata epsilon: got \"0\"; expected a number from 1e-16 to 1"},
      {"\"every\":\"8\"", "\"every\":\"0\"", "metadata every: got \"0\"; "},
      {"\"batch\":\"7\"", "\"batch\":\"4294967296\"", "metadata batch: got "},
      {"\"stepsMade\":\"2\"", "\"stepsMade\":\"31\"",
       "metadata stepsMade: got \"31\"; expected a whole number from 0 to 30"},
      {"\"intervalLoss\"", "\"intervalLost\"", "metadata intervalLoss: got nothing; "},
      {"\"size\":\"4\"", "\"size\":\"6\"",
       "metadata task: got recall with size 6, symbols 5 and stack encoder; expected sizes and a "
       "stack that the task can have"},
      {"\"symbols\":\"5\"", "\"symbols\":\"6\"", "metadata vocabulary: got "},
      {"\\\"a0\\\"", "\\\"a9\\\"", "metadata vocabulary: got \"[\\\"a9"},
      {"\"tokenEmbedding\"", "\"tokenembedding\"",
       "tensor tokenEmbedding: got nothing; expected the shape [35, 12]"},
      {"\"layers.1.feedForward.b1\"", "\"layers.2.feedForward.b1\"",
       "tensor layers.1.feedForward.b1: got nothing; expected the shape [14]"},
      {"\"optimizer.second\"", "\"optimizer.third\"", "tensor optimizer.second: got nothing; "},
      {"\"shape\":[35, 12]", "\"shape\":[12, 35]",
       "tensor tokenEmbedding: got the shape [12, 35]; expected the shape [35, 12]"},
      {"\"shape\":[35, 12]", "\"shape\":[420]", "tensor tokenEmbedding: got the shape [420]; "},
      {"\"dtype\":\"F32\"", "\"dtype\":\"I32\"",
       "tensor tokenEmbedding: got numbers of another type; expected F32 or F16"},
  };
  for (const Case& one : cases) {
    Trainer to;
    const std::string sentence = load(Parts(file).replace(one.from, one.to).file(), to);
    EXPECT_EQ(sentence.substr(0, std::strlen(one.sentence)), one.sentence) << one.to;
    EXPECT_NE(sentence.find("; expected "), std::string::npos) << sentence;
  }
}

TEST(Checkpoint, WithAnUnknownTensorIsRefused) {
  Trainer trainer, to;
  ASSERT_TRUE(trainer.create(smallRuns()[0]));
  Parts parts(saved(trainer, CheckpointNumbers::f32, false));
  parts.replace("\"tokenEmbedding\":",
                "\"empty\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},"
                "\"tokenEmbedding\":");
  EXPECT_NE(load(parts.file(), to).find(" tensors; expected the "), std::string::npos);
}

// Each option alone is allowed. Nothing is allocated.
TEST(Checkpoint, OfAHugeModelBatchOrCurveIsRefused) {
  TrainerConfig config = smallRuns()[0];
  Trainer trainer;
  ASSERT_TRUE(trainer.create(config));
  const std::string file = saved(trainer, CheckpointNumbers::f32, false);
  const auto with = [&](const std::vector<std::pair<const char*, const char*>>& changes) {
    Parts parts(file);
    for (const auto& [from, to] : changes) parts.replace(from, to);
    Trainer to;
    return load(parts.file(), to);
  };
  EXPECT_EQ(with({{"\"modelDim\":\"12\"", "\"modelDim\":\"512\""},
                  {"\"heads\":\"2\"", "\"heads\":\"16\""},
                  {"\"headDim\":\"5\"", "\"headDim\":\"512\""}})
                .substr(0, 34),
            "got a model whose parameters are 3");
  EXPECT_EQ(with({{"\"batch\":\"7\"", "\"batch\":\"1024\""},
                  {"\"heads\":\"2\"", "\"heads\":\"16\""},
                  {"\"headDim\":\"5\"", "\"headDim\":\"512\""}})
                .substr(0, 29),
            "got a batch whose numbers are");
  EXPECT_EQ(with({{"\"steps\":\"30\"", "\"steps\":\"1000000\""}}),
            "got metrics whose rows are 125001; expected at most 10000");
}

TEST(Checkpoint, OfNonFiniteNumbersIsRefused) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    Trainer trainer, to;
    ASSERT_TRUE(trainer.create(smallRuns()[0]) && trainer.step(1));
    float& first = trainer.optimizer().first()[7];
    const float before = first;
    first = bad;
    EXPECT_EQ(load(saved(trainer, CheckpointNumbers::f32, true), to),
              "tensor optimizer.first: got NaN or infinity; expected finite numbers");
    first = before;
    trainer.transformer().parameters()[3] = bad;
    EXPECT_EQ(load(saved(trainer, CheckpointNumbers::f32, true), to),
              "tensor tokenEmbedding: got NaN or infinity; expected finite numbers");
  }
}

TEST(Checkpoint, CutAnywhereIsRefused) {
  Trainer trainer;
  ASSERT_TRUE(trainer.create(smallRuns()[0]) && trainer.step(1));
  const std::string file = saved(trainer, CheckpointNumbers::f32, true);
  Trainer to;
  for (size_t length = 0; length < file.size(); length += 1 + length / 40) {
    EXPECT_NE(load(file.substr(0, length), to), "") << length;
  }
  EXPECT_NE(load(file + '\0', to), "");
}

// A changed header is either refused, or gives a trainer that works.
TEST(Checkpoint, OfAChangedHeaderIsRefusedOrRight) {
  TrainerConfig config = smallRuns()[0];
  config.model.layers = 1;
  config.model.modelDim = 4;
  config.model.heads = config.model.headDim = config.model.feedForward = 2;
  config.task.symbols = 4;
  Trainer trainer, to;
  ASSERT_TRUE(trainer.create(config) && trainer.step(1));
  const Parts good(saved(trainer, CheckpointNumbers::f32, true));
  uint64_t state = 1;
  const auto draw = [&](size_t below) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return static_cast<size_t>((state >> 33) % below);
  };
  uint32_t taken = 0;
  for (int i = 0; i < 4000; ++i) {
    Parts parts = good;
    const size_t at = draw(parts.header.size());
    if (i % 3 == 0) {
      parts.header[at] = static_cast<char>(parts.header[at] ^ (1 << draw(8)));
    } else {
      parts.header[at] = "0123456789-./^e\",:{}[]x"[draw(23)];
    }
    if (!load(parts.file(), to).empty()) continue;
    ++taken;
    EXPECT_TRUE(to.config().batch > 100 || to.step(2));
  }
  EXPECT_GT(taken, 20u);
  EXPECT_LT(taken, 2000u);
}

}  // namespace
}  // namespace scaledot
