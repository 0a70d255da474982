// English prose as a task: reading a text, drawing windows, the predictions of a network, and the n-gram baseline.
#include "learning/text_task.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "learning/ngram.h"
#include "learning/trainer.h"
#include "prose.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::lettersOf;
using testing::tokensOf;

std::string readAs(const std::string& text) {
  const std::vector<uint32_t> tokens = tokensOf(text);
  return lettersOf(tokens.data(), tokens.size());
}

// Returns the error message for a text that is refused.
std::string refusalOf(const std::string& text, size_t most = 100) {
  testing::GuardedBuffer<uint32_t> tokens(most);
  size_t count = 0;
  char buffer[200];
  Text sentence(buffer, sizeof buffer);
  EXPECT_FALSE(encodeProse(text.data(), text.size(), tokens.data(), most, count, sentence));
  return {buffer, sentence.length()};
}

TEST(Prose, BlanksAreOneAndAnEmptyLineIsAParagraph) {
  EXPECT_EQ(readAs("It is\na  truth \t universally"), "It is a truth universally");
  EXPECT_EQ(readAs("Finis.\n\n\n  Chapter 2\r\n\r\nShe"), "Finis.\nChapter 2\nShe");
  EXPECT_EQ(readAs(" \n\n The next "), "The next ");
}

TEST(Prose, TypographicMarksAreThoseOfATypewriter) {
  EXPECT_EQ(readAs("\xe2\x80\x9cI don\xe2\x80\x99t,\xe2\x80\x9d said \xe2\x80\x98"
                   "he\xe2\x80\x93she\xe2\x80\x94it"),
            "\"I don't,\" said 'he--she--it");
}

TEST(Prose, UnknownCharactersAreNamed) {
  const std::string known =
      " came; it was expected in English letters, digits, blanks and ! \" & ' ( ) , - . : ; ?";
  EXPECT_EQ(refusalOf("caf\xc3\xa9"), "A text with \"\xc3\xa9\"" + known);
  EXPECT_EQ(refusalOf("a_b"), "A text with \"_\"" + known);
  EXPECT_EQ(refusalOf("\xe2\x80\xa6"), "A text with \"\xe2\x80\xa6\"" + known);
  EXPECT_EQ(refusalOf("\xe2\x80"), "A text with \"\xe2\x80\"" + known);
  EXPECT_EQ(refusalOf(std::string("a\0b", 3)), "A text with \"\\u0000\"" + known);
  EXPECT_EQ(refusalOf(" \n"), "No text came; English prose was expected.");
  EXPECT_EQ(refusalOf("four", 3), "A text of 4 characters came; at most 3 were expected.");
}

// Windows -----------------------------------------------------------------------------------------

constexpr uint32_t kSizes[] = {kLeastWindow, 17, 64, kMostWindow};

std::vector<uint32_t> counted(size_t count) {
  std::vector<uint32_t> tokens(count);
  for (size_t i = 0; i < count; ++i) tokens[i] = static_cast<uint32_t>(i % kTextVocabulary);
  return tokens;
}

TEST(Windows, NeedATextTenTimesAsLong) {
  for (const uint32_t size : kSizes) {
    EXPECT_FALSE(proseFits({nullptr, 10 * size_t{size} + 9}, size));
    EXPECT_TRUE(proseFits({nullptr, 10 * size_t{size} + 10}, size));
  }
  EXPECT_FALSE(proseFits({nullptr, 100000}, kLeastWindow - 1));
  EXPECT_FALSE(proseFits({nullptr, 100000}, kMostWindow + 1));
}

// Calls check for texts of the minimum length and longer ones, in buffers that end with the text.
void ofEvery(const std::function<void(const TaskConfig&)>& check) {
  for (const uint32_t size : kSizes) {
    for (const size_t more : {0, 5, 1234}) {
      const std::vector<uint32_t> from = counted(10 * size + 10 + more);
      testing::GuardedBuffer<uint32_t> text(from.size());
      std::copy(from.begin(), from.end(), text.data());
      const TaskConfig task{TaskName::text, size, 4, {text.data(), from.size()}};
      SCOPED_TRACE(::testing::Message() << size << " of " << from.size());
      ASSERT_TRUE(taskFits(task));
      check(task);
    }
  }
}

TEST(Windows, OfTrainingNeverReachTheHeldOutTenth) {
  ofEvery([](const TaskConfig& task) {
    const size_t end = heldOutBegin(task.prose);
    EXPECT_EQ(end, task.prose.count - task.prose.count / 10);
    size_t first = end, last = 0;
    for (uint64_t i = 0; i < 3000; ++i) {
      Draws draws(5, 0, i);
      const size_t begin = trainingWindow(task.prose, task.size, draws);
      ASSERT_LT(begin + task.size, end);
      first = std::min(first, begin);
      last = std::max(last, begin + task.size);
    }
    EXPECT_LT(first, 20u);
    EXPECT_GT(last, end - 20);
  });
}

TEST(Windows, HeldOutLabelEachCharacterOnceWithHalfAWindowOfContext) {
  ofEvery([](const TaskConfig& task) {
    const uint32_t size = task.size, windows = heldOutWindows(task.prose, size);
    std::map<size_t, uint32_t> asked;
    std::vector<uint32_t> tokens(size), labels(size);
    for (uint64_t index = 0; index < windows; ++index) {
      uint32_t length = 0;
      drawExample(task, Stack::decoder, 3, Split::heldOut, index,
                  {tokens.data(), &length, nullptr, nullptr, labels.data()});
      const size_t begin = heldOutWindow(task.prose, size, index);
      ASSERT_GE(begin, heldOutBegin(task.prose));
      ASSERT_EQ(length, size);
      for (uint32_t i = 0; i < size; ++i) {
        ASSERT_EQ(tokens[i], task.prose.tokens[begin + i]);
        ASSERT_EQ(labels[i] == kNoLabel, i < size / 2);
        if (labels[i] == kNoLabel) continue;
        ASSERT_EQ(labels[i], task.prose.tokens[begin + i + 1]);
        ++asked[begin + i + 1];
      }
    }
    const size_t first = heldOutBegin(task.prose) + size / 2 + 1;
    EXPECT_EQ(asked.begin()->first, first);
    EXPECT_EQ(asked.rbegin()->first, first + asked.size() - 1);
    EXPECT_LT(task.prose.count - asked.rbegin()->first, size);
    for (const auto& [place, times] : asked) ASSERT_EQ(times, 1u) << place;
    EXPECT_EQ(heldOutWindow(task.prose, size, windows), heldOutBegin(task.prose));
  });
}

TEST(Windows, OfTrainingAreLabelledThroughout) {
  ofEvery([](const TaskConfig& task) {
    std::vector<uint32_t> tokens(task.size), labels(task.size);
    uint32_t length = 0;
    drawExample(task, Stack::decoder, 3, Split::training, 7,
                {tokens.data(), &length, nullptr, nullptr, labels.data()});
    EXPECT_EQ(length, task.size);
    for (uint32_t i = 0; i < length; ++i) {
      ASSERT_EQ(labels[i], (tokens[i] + 1) % kTextVocabulary);
      ASSERT_TRUE(i == 0 || tokens[i] == labels[i - 1]);
    }
  });
}

// Predictions of a network ------------------------------------------------------------------------

TrainerConfig smallConfig(const Prose& prose) {
  TrainerConfig config;
  config.task = {TaskName::text, 16, 4, prose};
  config.model.layers = 2;
  config.model.modelDim = 12;
  config.model.heads = 2;
  config.model.headDim = 5;
  config.model.feedForward = 14;
  config.batch = 8;
  config.heldOut = 8;
  config.optimizer.learningRate = 0.001;
  config.optimizer.steps = 40;
  return config;
}

struct Read {
  std::vector<uint32_t> tokens;
  std::vector<float> probabilities;
  std::vector<double> losses;
  uint32_t count;
  double loss, perplexity;
  std::string sentence;

  Read(Trainer& trainer, const std::string& text, double factor)
      : tokens(text.size()), probabilities(text.size() * kTextVocabulary), losses(text.size()) {
    char buffer[200];
    Text said(buffer, sizeof buffer);
    Trainer::Reading to{tokens.data(), probabilities.data(), losses.data(), 0, 0, 0};
    const bool done = trainer.read(text.data(), text.size(), factor, to, said);
    count = to.count;
    loss = to.loss;
    perplexity = to.perplexity;
    sentence.assign(buffer, said.length());
    EXPECT_EQ(done, sentence.empty());
  }
};

// Without blanks, because blanks at the start of a part would be dropped.
const std::string kText =
    "Sir-Walter-Elliot,-of-Kellynch-Hall,-in-Somersetshire,-was-a-man-who,-for-his-own-amusement,-"
    "never-took-up-any-book-but-the-Baronetage;-there-he-found-occupation-for-an-idle-hour,-and-"
    "consolation-in-a-distressed-one.";

class Reads : public ::testing::Test {
 protected:
  Reads() : tokens_(tokensOf(kText + kText)) {
    EXPECT_TRUE(trainer_.create(smallConfig({tokens_.data(), tokens_.size()})));
    EXPECT_TRUE(trainer_.step(40));
  }

  std::vector<uint32_t> tokens_;
  Trainer trainer_;
};

TEST_F(Reads, EachCharacterWithAtLeastHalfAWindowOfContext) {
  const Read read(trainer_, kText, 0.7);
  ASSERT_EQ(read.count, kText.size());
  const uint32_t size = 16;
  for (uint32_t at = 0; at < read.count; ++at) {
    // The window that begins at a multiple of half its size and has `at` in its second half.
    const uint32_t begin = at < size ? 0 : (at / 8 - 1) * 8;
    const std::string window = kText.substr(begin, at + 1 - begin);
    char sentence[200];
    ASSERT_TRUE(trainer_.lookAt(window.data(), window.size(), 0.7, sentence, sizeof sentence));
    const float* const logits =
        trainer_.transformer().logits() + (window.size() - 1) * kTextVocabulary;
    double sum = 0, total = 0;
    for (uint32_t c = 0; c < kTextVocabulary; ++c) sum += std::exp(double{logits[c]});
    for (uint32_t c = 0; c < kTextVocabulary; ++c) {
      const double p = double{read.probabilities[at * kTextVocabulary + c]};
      total += p;
      ASSERT_NEAR(p, std::exp(double{logits[c]}) / sum, 1e-6);
    }
    ASSERT_NEAR(total, 1, 1e-6);
    if (at + 1 == read.count) continue;
    const double logit = double{logits[read.tokens[at + 1]]};
    ASSERT_NEAR(read.losses[at], std::log(sum) - logit, 1e-5);
  }
}

TEST_F(Reads, WithTheLossOfAnEvaluation) {
  const std::string heldOut = lettersOf(
      tokens_.data() + heldOutBegin({tokens_.data(), tokens_.size()}), tokens_.size() / 10);
  const Read read(trainer_, heldOut, 1);
  Evaluation all;
  const uint32_t windows = heldOutWindows(trainer_.config().task.prose, 16);
  ASSERT_TRUE(trainer_.evaluate(0, windows, 1, all));
  double loss = 0, mean = 0;
  for (uint32_t i = 8; i < 8 + all.labels; ++i) loss += read.losses[i];
  EXPECT_NEAR(loss, all.loss, 1e-4 * all.loss);
  for (uint32_t i = 0; i + 1 < read.count; ++i) mean += read.losses[i] / (read.count - 1);
  EXPECT_NEAR(read.loss, mean, 1e-12);
  EXPECT_NEAR(read.perplexity, std::exp(mean), 1e-5 * read.perplexity);
}

TEST_F(Reads, TheTextAndNotItsOwnAnswers) {
  const std::string text = "Sir-Walter";
  char sentence[200];
  ASSERT_TRUE(trainer_.lookAt(text.data(), text.size(), 1, sentence, sizeof sentence));
  const Batch& seen = trainer_.seen();
  EXPECT_EQ(lettersOf(seen.tokens, seen.lengths[0]), text);
  for (size_t i = 0; i < 16; ++i) {
    const uint32_t next = i + 1 < text.size() ? tokensOf(text)[i + 1] : kNoLabel;
    EXPECT_EQ(seen.labels[i], next) << i;
  }
  EXPECT_FALSE(trainer_.lookAt(kText.data(), 17, 1, sentence, sizeof sentence));
  EXPECT_EQ(std::string(sentence), "A text of 17 characters came; at most 16 were expected.");
}

TEST_F(Reads, OneCharacterAndNone) {
  EXPECT_EQ(Read(trainer_, "S", 1).count, 1u);
  EXPECT_EQ(Read(trainer_, "S", 1).loss, 0);
  EXPECT_EQ(Read(trainer_, "", 1).sentence, "No text came; English prose was expected.");
  EXPECT_NE(Read(trainer_, "S\xc3\xa9", 1).sentence, "");
}

// Counts ------------------------------------------------------------------------------------------

// Evaluates the formula of ngram.h by scanning the text.
double naive(const std::string& text, const std::string& before, char next, double m) {
  double together = 0, context = 0;
  const auto from = text.begin();
  for (size_t i = before.size(); i < text.size(); ++i) {
    if (!std::equal(before.begin(), before.end(), from + static_cast<long>(i - before.size())))
      continue;
    ++context;
    together += text[i] == next;
  }
  const double below =
      before.empty() ? 1.0 / kTextVocabulary : naive(text, before.substr(1), next, m);
  return (together + m * below) / (context + m);
}

TEST(Ngrams, AreTheSmoothedCountsOfTheText) {
  const std::string text = "she sells sea shells by the sea shore", asked = "the sea sells she";
  const std::vector<uint32_t> tokens = tokensOf(text), next = tokensOf(asked);
  const Ngrams ngrams(tokens.data(), tokens.size(), 4, kTextVocabulary, 1.5);
  for (uint32_t order = 1; order <= 4; ++order) {
    for (size_t at = order - 1; at < asked.size(); ++at) {
      const std::string before = asked.substr(at - (order - 1), order - 1);
      ASSERT_NEAR(ngrams.probability(next.data() + at, order), naive(text, before, asked[at], 1.5),
                  1e-12);
    }
  }
}

TEST(Ngrams, AddUpToOne) {
  std::vector<uint32_t> tokens = tokensOf("the sea the shore the");
  const Ngrams ngrams(tokens.data(), tokens.size(), 3, kTextVocabulary, 4);
  double sum = 0;
  for (uint32_t c = 0; c < kTextVocabulary; ++c) {
    tokens.back() = c;
    sum += ngrams.probability(&tokens.back(), 3);
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

}  // namespace
}  // namespace scaledot
