// The training loop, compared with the same loop written out; metrics, with naive ones in double; answers, with answers
// token by token.
#include "learning/trainer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "allocations.h"
#include "testing.h"
#include "trainer_case.h"

namespace scaledot {
namespace {

using testing::copyOf;
using testing::metricsOf;
using testing::parametersOf;
using testing::smallRuns;

// Examples drawn separately from the trainer's.
struct Examples {
  Batch batch;
  std::vector<uint32_t> tokens, lengths, targets, targetLengths, labels;

  Examples(const TrainerConfig& config, uint32_t positions, Split split, uint64_t first,
           uint32_t count)
      : tokens(count * config.model.length),
        lengths(count),
        targets(count * config.model.targetLength),
        targetLengths(count),
        labels(count * positions) {
    for (uint32_t i = 0; i < count; ++i) {
      drawExample(config.task, config.model.stack, config.seed, split, first + i,
                  {tokens.data() + i * config.model.length, lengths.data() + i,
                   targets.data() + i * config.model.targetLength, targetLengths.data() + i,
                   labels.data() + i * positions});
    }
    batch = {count,          tokens.data(),        lengths.data(),
             targets.data(), targetLengths.data(), labels.data()};
  }
};

// The loop of the trainer, written out.
struct Loop {
  TrainerConfig config;
  Transformer transformer;
  Optimizer optimizer;
  std::vector<double> losses, accuracies, norms;

  explicit Loop(const Trainer& like) : config(like.config()) {
    EXPECT_TRUE(transformer.create(config.model, 64));
    transformer.initialise(config.seed);
    std::vector<ParameterSpan> decaying;
    for (uint32_t i = 0; i < transformer.entryCount(); ++i) {
      const ParameterEntry& entry = transformer.entry(i);
      if (entry.decays) decaying.push_back({entry.offset, size_t{entry.rows} * entry.columns});
    }
    EXPECT_TRUE(
        optimizer.create(config.optimizer, transformer.size(), decaying.data(), decaying.size()));
  }
  Examples examples(Split split, uint64_t first, uint32_t count) {
    return {config, transformer.positions(), split, first, count};
  }
  void step() {
    const Examples seen = examples(Split::training, optimizer.steps() * config.batch, config.batch);
    BatchLoss loss;
    EXPECT_TRUE(transformer.forward(seen.batch, true, loss));
    EXPECT_TRUE(transformer.backward());
    losses.push_back(loss.loss);
    accuracies.push_back(static_cast<double>(loss.right) / loss.labels);
    norms.push_back(optimizer.step(transformer.gradients(), transformer.parameters()));
  }
  std::vector<float> parameters() {
    return copyOf<float>(transformer.parameters(), transformer.size());
  }
};

// Steps -------------------------------------------------------------------------------------------

TEST(Steps, AreThoseOfTheLoopWrittenOut) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    Loop loop(trainer);
    ASSERT_EQ(parametersOf(trainer), loop.parameters());
    for (uint32_t step = 1; step <= 12; ++step) {
      ASSERT_TRUE(trainer.step(1));
      loop.step();
      ASSERT_EQ(trainer.steps(), step);
      ASSERT_EQ(parametersOf(trainer), loop.parameters()) << "step " << step;
    }
  }
}

TEST(Steps, HaveTheSameBitsForAnySlicesAndCallsInBetween) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer whole, cut;
    ASSERT_TRUE(whole.create(config) && cut.create(config));
    ASSERT_TRUE(whole.step(config.optimizer.steps));
    for (const uint32_t n : {1u, 0u, 6u, 1u, 9u, 13u}) {
      ASSERT_TRUE(cut.step(n));
      Evaluation evaluation;
      ASSERT_TRUE(cut.evaluate(3, 40, 0.5, evaluation));
      ASSERT_TRUE(cut.look(Split::training, n, 2));
    }
    EXPECT_EQ(parametersOf(cut), parametersOf(whole));
    EXPECT_EQ(metricsOf(cut), metricsOf(whole));
  }
}

TEST(Steps, EndWithTheConfiguration) {
  TrainerConfig config = smallRuns()[0];
  Trainer trainer;
  ASSERT_TRUE(trainer.create(config));
  ASSERT_TRUE(trainer.step(1000));
  EXPECT_EQ(trainer.steps(), 30u);
  const std::vector<float> parameters = parametersOf(trainer);
  ASSERT_TRUE(trainer.step(1));
  EXPECT_EQ(trainer.steps(), 30u);
  EXPECT_EQ(parametersOf(trainer), parameters);
}

TEST(Steps, AllocateNothingAfterTheFirst) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    const size_t first = testing::allocationsOf([&] { ASSERT_TRUE(trainer.step(1)); });
    const size_t others = testing::allocationsOf([&] { ASSERT_TRUE(trainer.step(29)); });
    EXPECT_EQ(others, 0u) << "the first took " << first;
  }
}

TEST(Steps, EndWithANonFiniteLoss) {
  TrainerConfig config = smallRuns()[0];
  config.optimizer.kind = OptimizerKind::sgd;
  config.optimizer.schedule = Schedule::constant;
  config.optimizer.warmup = 0;
  config.optimizer.clip = 0;
  config.optimizer.steps = 1000;
  for (const double rate : {1e3, 1e15, 1e30}) {
    config.optimizer.learningRate = rate;
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    ASSERT_TRUE(trainer.step(500));
    if (rate == 1e3 && trainer.divergedAt() == 0) continue;  // large, but finite
    EXPECT_EQ(trainer.divergedAt(), trainer.steps() + 1);
    const std::vector<float> parameters = parametersOf(trainer);
    const std::vector<double> rows = metricsOf(trainer);
    EXPECT_GE(trainer.metricRows(), 1u);
    for (const double number : rows) EXPECT_TRUE(std::isfinite(number));
    ASSERT_TRUE(trainer.step(10));
    EXPECT_EQ(trainer.divergedAt(), trainer.steps() + 1);
    EXPECT_EQ(parametersOf(trainer), parameters);
    EXPECT_EQ(metricsOf(trainer), rows);
  }
}

TEST(Steps, EndWithANonFiniteGradient) {
  Trainer trainer;
  ASSERT_TRUE(trainer.create(smallRuns()[0]));
  ASSERT_TRUE(trainer.step(3));
  trainer.transformer().parameters()[0] = NAN;  // in the embedding of a token that is soon read
  ASSERT_TRUE(trainer.step(20));
  EXPECT_GE(trainer.divergedAt(), 4u);
  EXPECT_LE(trainer.divergedAt(), 6u);
  EXPECT_EQ(trainer.metricRows(), 1u);
}

TEST(Steps, EndWithANonFiniteHeldOutLoss) {
  TrainerConfig config = smallRuns()[0];
  config.task.symbols = 12;
  config.batch = config.every = 1;
  for (const uint32_t steps : {0u, 3u}) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config) && trainer.step(steps));
    // A token that occurs in the held-out examples, but not in the next batch.
    Loop loop(trainer);
    const Examples next = loop.examples(Split::training, steps, 1);
    const Examples heldOut = loop.examples(Split::heldOut, 0, config.heldOut);
    uint32_t token = 0;
    for (const uint32_t read : heldOut.tokens) {
      if (std::find(next.tokens.begin(), next.tokens.end(), read) == next.tokens.end())
        token = read;
    }
    trainer.transformer().parameters()[size_t{token} * config.model.modelDim] = NAN;
    ASSERT_TRUE(trainer.step(1));
    EXPECT_EQ(trainer.steps(), steps == 0 ? 0u : 4u);
    EXPECT_EQ(trainer.divergedAt(), trainer.steps() + 1);
    EXPECT_EQ(trainer.metricRows(), steps == 0 ? 0u : 4u);
  }
}

TEST(Steps, OfAnotherSeedAreDifferent) {
  TrainerConfig config = smallRuns()[0];
  Trainer one, other;
  ASSERT_TRUE(one.create(config));
  config.seed = 6;
  ASSERT_TRUE(other.create(config));
  EXPECT_NE(parametersOf(one), parametersOf(other));
  ASSERT_TRUE(one.look(Split::training, 0, 1) && other.look(Split::training, 0, 1));
  EXPECT_NE(copyOf(one.seen().tokens, 5), copyOf(other.seen().tokens, 5));
}

// Returns the length of the first step of W_q. For the folded model, in the units of the scaled model.
double firstStepOfQueries(AttentionRule rule, OptimizerKind kind) {
  TrainerConfig config;
  config.task.size = 4;
  config.task.symbols = 16;
  config.model.headDim = 16;
  config.model.rule = rule;
  config.optimizer.kind = kind;
  config.optimizer.learningRate = 0.001;
  config.optimizer.epsilon = 1e-16;
  config.optimizer.clip = 0;
  Trainer trainer;
  EXPECT_TRUE(trainer.create(config));
  const ParameterEntry& wq = trainer.transformer().entry(trainer.transformer().block(0).wq);
  const std::vector<float> before = parametersOf(trainer);
  EXPECT_TRUE(trainer.step(1));
  double squares = 0;
  for (size_t i = wq.offset; i < wq.offset + size_t{wq.rows} * wq.columns; ++i) {
    const double moved = double{trainer.transformer().parameters()[i]} - double{before[i]};
    squares += moved * moved;
  }
  return std::sqrt(squares) * (rule == AttentionRule::folded ? 4 : 1);
}

TEST(Steps, OfAFoldedFactorAreDkTimesLargerUnderSgdAndRootDkTimesUnderAdam) {
  const auto times = [](OptimizerKind kind) {
    return firstStepOfQueries(AttentionRule::folded, kind) /
           firstStepOfQueries(AttentionRule::power, kind);
  };
  EXPECT_NEAR(times(OptimizerKind::sgd), 16, 0.01);
  EXPECT_NEAR(times(OptimizerKind::adam), 4, 0.01);
}

TEST(Steps, OfARecreatedTrainerAreThoseOfANewOne) {
  const auto runs = smallRuns();
  Trainer used, fresh;
  ASSERT_TRUE(used.create(runs[1]) && used.step(11));
  ASSERT_TRUE(used.create(runs[0]) && fresh.create(runs[0]));
  EXPECT_EQ(used.metricRows(), 0u);
  ASSERT_TRUE(used.step(12) && fresh.step(12));
  EXPECT_EQ(parametersOf(used), parametersOf(fresh));
  EXPECT_EQ(metricsOf(used), metricsOf(fresh));
}

// Metrics -----------------------------------------------------------------------------------------

// Entropy, top weight and variance of one head, from all weights and scores of a block.
struct Measured {
  double entropy = 0, top = 0, variance = 0;
};
Measured naive(const AttentionBlock& block, uint32_t heads, uint32_t head, const Batch& batch,
               bool ofTargets, const std::vector<float>& weights,
               const std::vector<float>& scores) {
  const bool fromTargets = ofTargets && block.kind != AttentionKind::encoder;
  double entropies = 0, tops = 0, several = 0, queries = 0;
  std::vector<double> all;
  for (uint32_t e = 0; e < batch.examples; ++e) {
    const uint32_t length = fromTargets ? batch.targetLengths[e] : batch.lengths[e];
    const uint32_t keys = block.kind == AttentionKind::context ? batch.lengths[e] : length;
    for (uint32_t i = 0; i < length; ++i) {
      const size_t row = ((size_t{e} * heads + head) * block.queries + i) * block.keys;
      double entropy = 0, top = 0, count = 0;
      for (uint32_t j = 0; j < keys; ++j) {
        if (block.kind == AttentionKind::decoder && j > i) continue;
        const double w = weights[row + j];
        if (w > 0) entropy -= w * std::log(w);
        top = std::max(top, w);
        all.push_back(scores[row + j]);
        ++count;
      }
      tops += top;
      ++queries;
      if (count == 1) continue;
      entropies += entropy / std::log(count);
      ++several;
    }
  }
  double mean = 0, variance = 0;
  for (const double s : all) mean += s / static_cast<double>(all.size());
  for (const double s : all) variance += (s - mean) * (s - mean) / static_cast<double>(all.size());
  return {several == 0 ? 0 : entropies / several, tops / queries, variance};
}

TEST(Metrics, ComeBeforeTheFirstStepThenEveryFewAndAfterTheLast) {
  TrainerConfig config = smallRuns()[0];
  Trainer trainer;
  ASSERT_TRUE(trainer.create(config));
  EXPECT_EQ(trainer.metricRows(), 0u);
  const auto stepsAfter = [&](uint32_t n) {
    EXPECT_TRUE(trainer.step(n));
    std::vector<double> steps;
    for (uint32_t row = 0; row < trainer.metricRows(); ++row) {
      steps.push_back(trainer.metrics()[size_t{row} * trainer.metricNumbers()]);
    }
    return steps;
  };
  EXPECT_EQ(stepsAfter(1), (std::vector<double>{0}));
  EXPECT_EQ(stepsAfter(6), (std::vector<double>{0}));
  EXPECT_EQ(stepsAfter(1), (std::vector<double>{0, 8}));
  EXPECT_EQ(stepsAfter(100), (std::vector<double>{0, 8, 16, 24, 30}));
  config.optimizer.steps = 16;
  ASSERT_TRUE(trainer.create(config));
  EXPECT_EQ(stepsAfter(100), (std::vector<double>{0, 8, 16}));
}

TEST(Metrics, OfTrainingAreThoseOfTheStepsSinceTheLastRow) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    ASSERT_TRUE(trainer.step(16));
    Loop loop(trainer);
    for (int i = 0; i < 16; ++i) loop.step();
    const auto row = [&](uint32_t i) { return trainer.metrics() + i * trainer.metricNumbers(); };
    EXPECT_EQ(row(0)[1], learningRateAt(config.optimizer, 1));
    EXPECT_EQ(row(1)[1], learningRateAt(config.optimizer, 8));
    EXPECT_EQ(row(0)[2], loop.losses[0]);
    EXPECT_EQ(row(0)[3], loop.accuracies[0]);
    EXPECT_EQ(row(0)[7], loop.norms[0]);
    EXPECT_EQ(row(1)[7], loop.norms[7]);
    EXPECT_EQ(row(2)[7], loop.norms[15]);
    // All batches here have the same number of labels, so the mean of means is the mean over labels.
    for (uint32_t i = 1; i <= 2; ++i) {
      double loss = 0, accuracy = 0;
      for (uint32_t step = 8 * (i - 1); step < 8 * i; ++step) {
        loss += loop.losses[step] / 8;
        accuracy += loop.accuracies[step] / 8;
      }
      EXPECT_NEAR(row(i)[2], loss, 1e-12);
      EXPECT_NEAR(row(i)[3], accuracy, 1e-12);
    }
  }
}

TEST(Metrics, AreThoseOfNaiveSums) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    const uint32_t heads = config.model.heads;
    for (const uint32_t steps : {0u, 16u}) {
      // The row after `steps` steps, and a loop with as many steps.
      ASSERT_TRUE(trainer.step(steps == 0 ? 1 : 15));
      Loop loop(trainer);
      for (uint32_t i = 0; i < steps; ++i) loop.step();
      const double* row =
          trainer.metrics() + size_t{trainer.metricRows() - 1} * trainer.metricNumbers();
      EXPECT_EQ(row[0], steps);

      // Held-out loss from logits.
      const Examples all = loop.examples(Split::heldOut, 0, config.heldOut);
      BatchLoss loss;
      ASSERT_TRUE(loop.transformer.forward(all.batch, false, loss));
      const uint32_t positions = loop.transformer.positions(),
                     classes = trainer.config().model.vocabulary;
      double total = 0, labels = 0, right = 0, exact = 0;
      for (uint32_t e = 0; e < config.heldOut; ++e) {
        bool whole = true;
        for (uint32_t i = 0; i < positions; ++i) {
          const uint32_t label = all.labels[e * positions + i];
          if (label == kNoLabel) continue;
          const float* logits = loop.transformer.logits() + (size_t{e} * positions + i) * classes;
          double sum = 0;
          for (uint32_t c = 0; c < classes; ++c) sum += std::exp(double{logits[c]});
          total += std::log(sum) - double{logits[label]};
          const bool best = std::max_element(logits, logits + classes) - logits == label;
          ++labels;
          right += best ? 1 : 0;
          whole = whole && best;
        }
        exact += whole ? 1 : 0;
      }
      EXPECT_NEAR(row[4], total / labels, 1e-5);
      EXPECT_NEAR(row[5], right / labels, 1e-12);
      EXPECT_NEAR(row[6], exact / config.heldOut, 1e-12);

      // Attention of the probe.
      const Examples probe = loop.examples(Split::heldOut, 0, std::min(config.heldOut, kProbe));
      ASSERT_TRUE(loop.transformer.forward(probe.batch, false, loss));
      const uint32_t layers =
          config.model.layers * (config.model.stack == Stack::encoderDecoder ? 2 : 1);
      const double* at = row + kMetricHead + layers;
      std::vector<double> temperatures;
      for (uint32_t b = 0; b < loop.transformer.blockCount(); ++b) {
        const AttentionBlock block = loop.transformer.block(b);
        const size_t size = size_t{probe.batch.examples} * heads * block.queries * block.keys;
        std::vector<float> weights(size), scores(size);
        ASSERT_TRUE(loop.transformer.attentionOf(b, weights.data(), scores.data()));
        at += kBlockNumbers;
        for (uint32_t head = 0; head < heads; ++head, at += kHeadNumbers) {
          const Measured expected =
              naive(block, heads, head, probe.batch, config.model.stack == Stack::encoderDecoder,
                    weights, scores);
          EXPECT_NEAR(at[0], expected.entropy, 2e-6);
          EXPECT_NEAR(at[1], expected.top, 2e-6);
          EXPECT_NEAR(at[2], expected.variance, 1e-9 * std::max(1.0, expected.variance));
          temperatures.push_back(at[3]);
        }
      }
      EXPECT_EQ(at, row + trainer.metricNumbers());

      // Learned factors, by name.
      std::vector<double> factors;
      for (uint32_t i = 0; i < loop.transformer.entryCount(); ++i) {
        const ParameterEntry& entry = loop.transformer.entry(i);
        if (std::string(entry.name).find("temperature") == std::string::npos) continue;
        for (uint32_t head = 0; head < heads; ++head) {
          factors.push_back(std::exp(double{loop.transformer.parameters()[entry.offset + head]}));
        }
      }
      if (config.model.rule != AttentionRule::cosine) factors.resize(temperatures.size());
      ASSERT_EQ(factors.size(), temperatures.size());
      for (size_t i = 0; i < factors.size(); ++i) {
        EXPECT_NEAR(temperatures[i], factors[i], 1e-6 * (1 + factors[i]));
      }
    }
  }
}

// After one step, row 0 has those of the first batch.
TEST(Metrics, HaveTheGradientNormsOfLayersAndOfQueryAndKeyWeights) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    for (const uint32_t steps : {1u, 8u}) {
      ASSERT_TRUE(trainer.step(steps == 1 ? 1 : 7));
      Loop loop(trainer);
      for (uint32_t i = 0; i < steps; ++i) loop.step();
      Transformer& network = loop.transformer;
      const auto norm = [&](const std::string& begin, const std::string& end) {
        double squares = 0;
        for (uint32_t i = 0; i < network.entryCount(); ++i) {
          const ParameterEntry& entry = network.entry(i);
          const std::string name(entry.name);
          if (name.rfind(begin, 0) != 0 || !name.ends_with(end)) continue;
          for (size_t j = 0; j < size_t{entry.rows} * entry.columns; ++j) {
            const double g = network.gradients()[entry.offset + j];
            squares += g * g;
          }
        }
        return std::sqrt(squares);
      };
      std::vector<std::string> layers;
      const bool both = config.model.stack == Stack::encoderDecoder;
      for (const char* stack : {"encoder.", "decoder."}) {
        if (!both && stack[0] == 'd') continue;
        for (uint32_t i = 0; i < config.model.layers; ++i) {
          layers.push_back((both ? stack : "") + ("layers." + std::to_string(i)) + ".");
        }
      }
      const double* at = trainer.metrics() +
                         size_t{trainer.metricRows() - 1} * trainer.metricNumbers() + kMetricHead;
      for (const std::string& layer : layers) {
        EXPECT_GT(*at, 0);
        EXPECT_NEAR(*at++, norm(layer, ""), 1e-12) << layer;
      }
      for (const std::string& layer : layers) {
        for (const char* attention : {"attention.", "context."}) {
          if (attention[0] == 'c' && layer[0] != 'd') continue;
          EXPECT_GT(*at, 0);
          EXPECT_NEAR(*at++, norm(layer + attention, "wq"), 1e-12) << layer << attention;
          EXPECT_NEAR(*at++, norm(layer + attention, "wk"), 1e-12) << layer << attention;
          at += config.model.heads * kHeadNumbers;
        }
      }
    }
  }
}

// Evaluation --------------------------------------------------------------------------------------

TEST(Evaluate, IsTheSumOfItsExamplesInAnySlices) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    ASSERT_TRUE(trainer.step(20));
    Evaluation whole, slices, single;
    ASSERT_TRUE(trainer.evaluate(5, 100, 1, whole));
    ASSERT_TRUE(trainer.evaluate(5, 64, 1, slices) && trainer.evaluate(69, 36, 1, slices));
    for (uint32_t i = 5; i < 105; ++i) ASSERT_TRUE(trainer.evaluate(i, 1, 1, single));
    EXPECT_EQ(whole.examples, 100u);
    EXPECT_EQ(slices.loss, whole.loss);
    EXPECT_NEAR(single.loss, whole.loss, 1e-4);
    for (const Evaluation& other : {slices, single}) {
      EXPECT_EQ(other.labels, whole.labels);
      EXPECT_EQ(other.right, whole.right);
      EXPECT_EQ(other.exact, whole.exact);
      EXPECT_EQ(other.examples, whole.examples);
    }
  }
}

TEST(Evaluate, UsesAFactorOfScoresOnce) {
  Trainer trainer;
  ASSERT_TRUE(trainer.create(smallRuns()[0]));
  ASSERT_TRUE(trainer.step(25));
  Evaluation before, none, after;
  ASSERT_TRUE(trainer.evaluate(0, 50, 1, before));
  ASSERT_TRUE(trainer.evaluate(0, 50, 0, none));
  ASSERT_TRUE(trainer.evaluate(0, 50, 1, after));
  EXPECT_NE(before.loss, none.loss);
  EXPECT_EQ(before.loss, after.loss);
  ASSERT_TRUE(trainer.look(Split::heldOut, 0, 0));
  const AttentionBlock block = trainer.transformer().block(0);
  std::vector<float> weights(size_t{2} * block.queries * block.keys);
  ASSERT_TRUE(trainer.transformer().attentionOf(0, weights.data(), nullptr));
  for (const float w : weights) EXPECT_NEAR(w, 1.0 / block.keys, 1e-6);
}

// One example -------------------------------------------------------------------------------------

// Returns the answers of a decoder, token by token, from a prompt alone.
std::vector<uint32_t> answeredInTurn(Loop& loop, Examples example) {
  const uint32_t positions = loop.transformer.positions();
  const Stack stack = loop.config.model.stack;
  std::vector<uint32_t> places, answers;
  for (uint32_t i = 0; i < positions; ++i) {
    if (example.labels[i] != kNoLabel) places.push_back(i);
  }
  auto& read = stack == Stack::encoderDecoder ? example.targets : example.tokens;
  if (stack != Stack::encoder) {
    for (size_t i = 1; i < places.size(); ++i) read[places[i]] = 0;
  }
  example.batch.tokens = example.tokens.data();
  example.batch.targets = example.targets.data();
  for (size_t i = 0; i < places.size(); ++i) {
    BatchLoss loss;
    EXPECT_TRUE(loop.transformer.forward(example.batch, false, loss));
    answers.push_back(loop.transformer.bestToken(0, places[i]));
    if (stack != Stack::encoder && i + 1 < places.size()) read[places[i + 1]] = answers[i];
  }
  return answers;
}

TEST(Look, AnswersLikeTheModelTokenByToken) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    ASSERT_TRUE(trainer.step(30));
    Loop loop(trainer);
    for (int i = 0; i < 30; ++i) loop.step();
    Evaluation told;
    ASSERT_TRUE(trainer.evaluate(0, 40, 1, told));
    uint32_t exact = 0;
    for (uint32_t i = 0; i < 40; ++i) {
      ASSERT_TRUE(trainer.look(Split::heldOut, i, 1));
      const Batch& seen = trainer.seen();
      ASSERT_EQ(seen.examples, 1u);
      const Examples example = loop.examples(Split::heldOut, i, 1);
      const uint32_t positions = loop.transformer.positions();
      const auto expected = answeredInTurn(loop, example);
      std::vector<uint32_t> answers;
      bool right = true;
      for (uint32_t at = 0; at < positions; ++at) {
        EXPECT_EQ(seen.labels[at], example.labels[at]);
        if (seen.labels[at] == kNoLabel) continue;
        // It reads its own last answer.
        const uint32_t* read =
            config.model.stack == Stack::encoderDecoder ? seen.targets : seen.tokens;
        if (!answers.empty() && config.model.stack != Stack::encoder) {
          EXPECT_EQ(read[at], answers.back());
        }
        answers.push_back(trainer.transformer().bestToken(0, at));
        right = right && answers.back() == seen.labels[at];
      }
      EXPECT_EQ(answers, expected);
      exact += right ? 1 : 0;
    }
    EXPECT_EQ(exact, told.exact);
  }
}

TEST(Look, ShowsExamplesOfBothSplits) {
  Trainer trainer;
  ASSERT_TRUE(trainer.create(smallRuns()[0]));
  Loop loop(trainer);
  for (const Split split : {Split::training, Split::heldOut}) {
    const uint64_t far = uint64_t{1} << 40;
    ASSERT_TRUE(trainer.look(split, far, 1));
    EXPECT_EQ(copyOf(trainer.seen().tokens, 5), loop.examples(split, far, 1).tokens);
  }
}

// Returns the text of an example of dates or pronouns, as a visitor would type it.
std::string textOf(const TrainerConfig& config, const Batch& seen) {
  std::string text;
  for (uint32_t i = 0; i < seen.lengths[0]; ++i) {
    if (i > 0 && config.task.name == TaskName::pronouns) text += ' ';
    text += tokenText(config.task, seen.tokens[i]);
  }
  return text;
}

TEST(LookAt, AnswersTheTextOfAnExampleLikeTheExample) {
  for (const TrainerConfig& config : smallRuns()) {
    if (config.task.name < TaskName::dates) continue;
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    ASSERT_TRUE(trainer.step(30));
    Transformer& network = trainer.transformer();
    for (uint32_t i = 0; i < 20; ++i) {
      ASSERT_TRUE(trainer.look(Split::heldOut, i, 1));
      const std::string text = textOf(trainer.config(), trainer.seen());
      const auto tokens = copyOf(trainer.seen().tokens, trainer.config().model.length);
      const auto targets = copyOf(trainer.seen().targets, trainer.config().model.targetLength);
      const auto logits =
          copyOf(network.logits(), size_t{network.positions()} * trainer.config().model.vocabulary);
      char sentence[200];
      ASSERT_TRUE(trainer.lookAt(text.data(), text.size(), 1, sentence, sizeof sentence))
          << sentence;
      EXPECT_EQ(copyOf(trainer.seen().tokens, tokens.size()), tokens);
      EXPECT_EQ(copyOf(trainer.seen().targets, targets.size()), targets);
      EXPECT_EQ(copyOf(network.logits(), logits.size()), logits);
    }
  }
}

TEST(LookAt, NamesUnknownWords) {
  for (const TrainerConfig& config : smallRuns()) {
    Trainer trainer;
    ASSERT_TRUE(trainer.create(config));
    char sentence[200] = "";
    const char* text = "the xylophone \x01";
    EXPECT_FALSE(trainer.lookAt(text, std::strlen(text), 1, sentence, sizeof sentence));
    EXPECT_GT(std::strlen(sentence), 10u);
  }
}

}  // namespace
}  // namespace scaledot
