// Examples of the tasks: their labels, compared with naive references that read the texts of the tokens; their splits; their
// bits; and texts of visitors.
#include "learning/tasks.h"

#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "learning/date_task.h"
#include "learning/pronoun_task.h"
#include "shared/training_options.h"
#include "testing.h"

namespace scaledot {
namespace {

constexpr uint32_t kUnwritten = 0xdeadbeef;
constexpr Split kSplits[] = {Split::training, Split::heldOut};
constexpr Stack kStacks[] = {Stack::encoder, Stack::decoder, Stack::encoderDecoder};

// One example, in buffers of exactly its size.
struct Example {
  Example(const TaskConfig& config, Stack wanted) : task(config) {
    shape.stack = wanted;
    shapeFor(task, shape);
    tokens.assign(shape.length, kUnwritten);
    targets.assign(shape.targetLength, kUnwritten);
    labels.assign(shape.targetLength ? shape.targetLength : shape.length, kUnwritten);
    tokens.shrink_to_fit();
    targets.shrink_to_fit();
    labels.shrink_to_fit();
  }
  void draw(uint64_t seed, Split split, uint64_t index) {
    drawExample(task, shape.stack, seed, split, index, buffers());
  }
  ExampleBuffers buffers() {
    return {tokens.data(), &length, targets.data(), &targetLength, labels.data()};
  }
  std::string text(uint32_t token) const { return tokenText(task, token); }
  std::vector<std::string> texts(const std::vector<uint32_t>& of, uint32_t count) const {
    std::vector<std::string> result;
    for (uint32_t i = 0; i < count; ++i) result.push_back(text(of[i]));
    return result;
  }
  // Returns the labels of the answer, for any stack.
  std::vector<std::string> answer() const {
    std::vector<std::string> result;
    for (const uint32_t label : labels) {
      if (label != kNoLabel) result.push_back(text(label));
    }
    return result;
  }
  // Returns the source, without the prompt.
  std::vector<std::string> source() const {
    const bool one = shape.stack != Stack::encoderDecoder && task.name != TaskName::pronouns;
    return texts(tokens, length - (one ? static_cast<uint32_t>(answer().size()) : 0));
  }

  TaskConfig task;
  TransformerShape shape;
  std::vector<uint32_t> tokens, targets, labels;
  uint32_t length = kUnwritten, targetLength = kUnwritten;
};

std::string joined(const std::vector<std::string>& texts, const char* between = "") {
  std::string result;
  for (const std::string& text : texts) result += (result.empty() ? "" : between) + text;
  return result;
}

const TaskConfig kDatesTask{TaskName::dates, 0, 0}, kPronounsTask{TaskName::pronouns, 0, 0},
    kTextTask{TaskName::text, 40, 0};  // text_task_test.cpp has its examples
const std::vector<TaskConfig> kAll = {{TaskName::recall, 6, 8},
                                      {TaskName::recall, 32, 32},
                                      {TaskName::copy, 5, 6},
                                      {TaskName::reverse, 7, 32},
                                      {TaskName::sort, 32, 12},
                                      {TaskName::addition, 23, 0},
                                      kDatesTask,
                                      kPronounsTask};

void ofEvery(const std::function<void(Example&)>& check) {
  for (const TaskConfig& task : kAll) {
    for (const Stack stack : kStacks) {
      Example example(task, stack);
      SCOPED_TRACE(::testing::Message() << "task " << static_cast<int>(task.name) << " stack "
                                        << static_cast<int>(stack));
      check(example);
    }
  }
}

TEST(Tasks, ExamplesFillTheirBuffersAndStayWithinShapeAndVocabulary) {
  ofEvery([](Example& example) {
    for (uint64_t i = 0; i < 200; ++i) {
      example.draw(7, kSplits[i % 2], i);
      const bool two = example.shape.stack == Stack::encoderDecoder;
      ASSERT_GE(example.length, 1u);
      ASSERT_LE(example.length, example.shape.length);
      for (const uint32_t token : example.tokens) ASSERT_LT(token, example.shape.vocabulary);
      for (uint32_t k = example.length; k < example.shape.length; ++k)
        ASSERT_EQ(example.tokens[k], 0u);
      for (const uint32_t token : example.targets) ASSERT_LT(token, example.shape.vocabulary);
      ASSERT_TRUE(!two || example.targetLength == example.shape.targetLength);
      uint32_t labels = 0;
      for (uint32_t k = 0; k < example.labels.size(); ++k) {
        if (example.labels[k] == kNoLabel) continue;
        ++labels;
        ASSERT_LT(example.labels[k], example.shape.vocabulary);
        ASSERT_LT(k, two ? example.targetLength : example.length);
      }
      ASSERT_GT(labels, 0u);
    }
  });
}

TEST(Tasks, AnExampleDependsOnSeedSplitAndIndexAlone) {
  ofEvery([](Example& example) {
    Example other = example;
    const auto same = [&] {
      return example.tokens == other.tokens && example.labels == other.labels &&
             example.targets == other.targets && example.length == other.length;
    };
    int repeated = 0;
    for (uint64_t i = 0; i < 50; ++i) {
      const uint64_t index = i * 0x10000001, seed = 0x1234567890 + i;
      example.draw(seed, Split::training, index);
      other.draw(1, Split::heldOut, 99);
      other.draw(seed, Split::training, index);
      ASSERT_TRUE(same());
      for (const auto& [s, k] : {std::pair{seed + 1, index},
                                 {seed ^ uint64_t{1} << 40, index},
                                 {seed, index + 1},
                                 {seed, index ^ uint64_t{1} << 40}}) {
        other.draw(s, Split::training, k);
        repeated += same();
      }
      other.draw(seed, Split::heldOut, index);
      ASSERT_FALSE(same());
    }
    EXPECT_LE(repeated, 10);  // additions are few
  });
}

TEST(Tasks, AStackIsKeptIfTheTaskSupportsIt) {
  for (const TaskConfig& task : kAll) {
    const bool one = task.name == TaskName::dates || task.name == TaskName::pronouns;
    for (const Stack stack : kStacks) {
      TransformerShape shape;
      shape.stack = stack;
      shapeFor(task, shape);
      EXPECT_EQ(shape.stack, one ? naturalStack(task.name) : stack);
    }
  }
}

TEST(Tasks, StacksReadTheSameExercise) {
  for (const TaskConfig& task : kAll) {
    if (task.name == TaskName::dates || task.name == TaskName::pronouns) continue;
    Example encoder(task, Stack::encoder), decoder(task, Stack::decoder),
        both(task, Stack::encoderDecoder);
    for (uint64_t i = 0; i < 50; ++i) {
      for (Example* example : {&encoder, &decoder, &both}) example->draw(3, Split::training, i);
      ASSERT_EQ(both.source(), decoder.source());
      ASSERT_EQ(both.source(), encoder.source());
      ASSERT_EQ(both.answer(), decoder.answer());
      ASSERT_EQ(both.answer(), encoder.answer());
      // A decoder reads the labels before each label. An encoder must not see its answer.
      const std::vector<std::string> answer = both.answer();
      for (uint32_t k = 1; k < both.targetLength; ++k) {
        ASSERT_EQ(both.text(both.targets[k]), answer[k - 1]);
        ASSERT_EQ(decoder.text(decoder.tokens[both.length + k]), answer[k - 1]);
        ASSERT_EQ(encoder.text(encoder.tokens[both.length + k]), "|");
      }
      for (uint32_t k = 0; k < both.length; ++k) ASSERT_EQ(decoder.labels[k], kNoLabel);
    }
  }
}

// Splits ------------------------------------------------------------------------------------------

// Returns the content that decides the split, read from the texts of an example.
std::string contentOf(const Example& example) {
  const std::vector<std::string> source = example.source(), answer = example.answer();
  switch (example.task.name) {
    case TaskName::recall: {
      const std::string key = example.text(example.targets[0]).substr(0, 1);
      for (size_t i = 0; i < source.size(); ++i) {
        if (source[i].substr(0, 1) == key) return source[i] + " at " + std::to_string(i);
      }
      return "not there";
    }
    case TaskName::addition:
      return std::min(source[0], source[2]) + "+" + std::max(source[0], source[2]);
    case TaskName::dates:
      return joined(answer);
    case TaskName::pronouns: {
      std::string content;
      for (const std::string& word : source) {
        static const std::set<std::string> all = {
            "the",   "this",   "that",   "our",     "old",     "new",   "brown",
            "white", "pretty", "famous", "did",     "could",   "would", "yesterday",
            "today", "then",   "sadly",  "luckily", "because", "since", "as",
            "too",   "so",     "very",   "not",     "into",    "it",    "was"};
        if (!all.count(word)) content += word + " ";
      }
      return content;
    }
    default:
      return joined(source, " ");
  }
}

TEST(Tasks, HeldOutContentNeverOccursInTrainingForAnySeed) {
  for (const TaskConfig& task : kAll) {
    Example example(task, Stack::encoderDecoder);
    std::set<std::string> training, heldOut;
    for (uint64_t i = 0; i < 30000; ++i) {
      example.draw(i % 5, Split::training, i);
      training.insert(contentOf(example));
      if (i % 2) continue;
      example.draw(i % 3, Split::heldOut, i);
      heldOut.insert(contentOf(example));
    }
    EXPECT_GT(training.size(), 200u);
    EXPECT_GT(heldOut.size(), 20u) << static_cast<int>(task.name);
    for (const std::string& content : heldOut) ASSERT_FALSE(training.count(content)) << content;
  }
}

TEST(Tasks, AnEighthIsHeldOut) {
  uint32_t dates = 0;
  for (uint32_t i = 0; i < kDates; ++i) dates += isHeldOutDate(i);
  EXPECT_NEAR(dates, kDates / 8.0, 300);
  uint32_t combinations = 0;
  for (uint32_t i = 0; i < 40000; ++i) {
    combinations += isHeldOutCombination({i % 20, i / 20 % 20, i / 400 % 10, i / 4000});
  }
  EXPECT_NEAR(combinations, 5000, 300);
}

TEST(Tasks, BothSplitsHaveExamplesAtEveryLimit) {
  std::vector<TaskConfig> tasks;
  for (uint32_t n = trainingLimits::symbols.least(); n <= trainingLimits::symbols.most(); ++n) {
    tasks.push_back({TaskName::recall, trainingSizes::recall.least(), n});
    tasks.push_back({TaskName::recall, n, n});
    for (const auto& [name, sizes] : {std::pair{TaskName::copy, trainingSizes::copy},
                                      {TaskName::reverse, trainingSizes::reverse},
                                      {TaskName::sort, trainingSizes::sort}}) {
      tasks.push_back({name, sizes.least(), n});
      tasks.push_back({name, sizes.most(), n});
    }
  }
  for (uint32_t n = trainingSizes::addition.least(); n <= trainingSizes::addition.most(); ++n)
    tasks.push_back({TaskName::addition, n, 0});
  for (const TaskConfig& task : tasks) {
    ASSERT_TRUE(taskFits(task));
    Example example(task, Stack::decoder);
    std::set<std::vector<uint32_t>> seen[2];
    for (uint64_t i = 0; i < 200; ++i) {  // would not return if a split had none
      example.draw(5, kSplits[i % 2], i);
      seen[i % 2].insert(example.tokens);
    }
    ASSERT_GE(seen[0].size(), 8u) << static_cast<int>(task.name) << " " << task.symbols;
    ASSERT_GE(seen[1].size(), 3u) << static_cast<int>(task.name) << " " << task.symbols;
  }
}

TEST(Tasks, OtherSizesDoNotFit) {
  for (const TaskConfig& task : std::vector<TaskConfig>{{TaskName::recall, 1, 8},
                                                        {TaskName::recall, 9, 8},
                                                        {TaskName::recall, 3, 3},
                                                        {TaskName::recall, 8, 33},
                                                        {TaskName::copy, 2, 8},
                                                        {TaskName::reverse, 33, 8},
                                                        {TaskName::sort, 8, 0},
                                                        {TaskName::addition, 7, 8},
                                                        {TaskName::addition, 257, 8},
                                                        {TaskName::copy, 0xffffffff, 8},
                                                        {TaskName::text, 15, 8},
                                                        {TaskName::text, 257, 8},
                                                        {static_cast<TaskName>(8), 8, 8}}) {
    EXPECT_FALSE(taskFits(task)) << static_cast<int>(task.name) << " " << task.size;
  }
}

// Labels ------------------------------------------------------------------------------------------

TEST(Tasks, RecallAnswersWithTheValueOfTheAskedKey) {
  Example example({TaskName::recall, 6, 8}, Stack::encoder);
  std::map<std::string, int> values;
  std::map<size_t, int> places;  // in training examples
  for (uint64_t i = 0; i < 8000; ++i) {
    example.draw(2, kSplits[i % 2], i);
    std::map<std::string, std::string> table;
    const std::vector<std::string> source = example.source();
    const std::string asked = example.text(example.tokens[6]);
    ASSERT_EQ(asked.substr(1), "?");
    for (size_t k = 0; k < source.size(); ++k) {
      table[source[k].substr(0, 1)] = source[k].substr(1);
      if (source[k][0] == asked[0]) places[k] += i % 2 == 0;
    }
    ASSERT_EQ(table.size(), 6u) << "keys must differ";
    ASSERT_EQ(example.answer(), std::vector{table.at(asked.substr(0, 1))});
    values[example.answer()[0]] += i % 2 == 0;
  }
  ASSERT_EQ(values.size(), 8u);
  ASSERT_EQ(places.size(), 6u);
  for (const auto& [value, count] : values) EXPECT_NEAR(count, 500, 130) << value;
  for (const auto& [place, count] : places) EXPECT_NEAR(count, 667, 130) << place;
}

TEST(Tasks, SequencesAreCopiedReversedAndSorted) {
  for (const TaskName name : {TaskName::copy, TaskName::reverse, TaskName::sort}) {
    Example example({name, 9, 12}, Stack::encoderDecoder);
    for (uint64_t i = 0; i < 500; ++i) {
      example.draw(2, kSplits[i % 2], i);
      std::vector<std::string> expected = example.source();
      if (name == TaskName::reverse) expected = {expected.rbegin(), expected.rend()};
      if (name == TaskName::sort) {
        for (size_t a = 0; a < 9; ++a) {
          for (size_t b = 0; b + 1 < 9; ++b) {
            if (std::stoi(expected[b]) > std::stoi(expected[b + 1]))
              std::swap(expected[b], expected[b + 1]);
          }
        }
      }
      ASSERT_EQ(example.answer(), expected);
      ASSERT_EQ(example.text(example.targets[0]), "|");
    }
  }
}

TEST(Tasks, AdditionIsModuloItsSize) {
  Example example({TaskName::addition, 11, 0}, Stack::encoder);
  std::set<std::string> pairs;
  for (uint64_t i = 0; i < 3000; ++i) {
    example.draw(2, kSplits[i % 2], i);
    const std::vector<std::string> read = example.texts(example.tokens, 4);
    ASSERT_EQ(read[1], "+");
    ASSERT_EQ(read[3], "=");
    ASSERT_EQ(example.answer()[0], std::to_string((std::stoi(read[0]) + std::stoi(read[2])) % 11));
    pairs.insert(read[0] + "+" + read[2]);
  }
  EXPECT_EQ(pairs.size(), 121u);
}

// Dates -------------------------------------------------------------------------------------------

struct Day {
  int year = 0, month = 0, day = 0;
  bool operator==(const Day&) const = default;
};

// Day after day from a Monday.
TEST(Dates, TheCalendarIsThatOfTwoHundredYears) {
  Day day{1900, 1, 1};
  int weekday = 0;
  const auto lengthOf = [](const Day& d) {
    constexpr int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = d.year == 2000 || (d.year % 4 == 0 && d.year % 100 != 0);
    return lengths[d.month - 1] + (d.month == 2 && leap ? 1 : 0);
  };
  for (uint32_t number = 0; number < kDates; ++number) {
    const CalendarDate date = calendarDate(number);
    ASSERT_EQ((Day{static_cast<int>(date.year), static_cast<int>(date.month),
                   static_cast<int>(date.day)}),
              day);
    ASSERT_EQ(static_cast<int>(date.weekday), weekday);
    weekday = (weekday + 1) % 7;
    if (++day.day > lengthOf(day)) day = {day.year, day.month + 1, 1};
    if (day.month > 12) day = {day.year + 1, 1, 1};
  }
  EXPECT_EQ(day, (Day{2100, 1, 1}));
}

const char* const kMonthNames[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                   "jul", "aug", "sep", "oct", "nov", "dec"};
const char* const kDayNames[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

// Reads a spelling like a person: words and numbers, in order.
struct Reading {
  Day day;
  int weekday = -1;
};
Reading readingOf(const std::string& spelling) {
  std::vector<std::string> parts;  // runs of digits, of letters
  std::string marks;
  for (size_t i = 0; i < spelling.size();) {
    const auto kind = [&](size_t k) {
      return std::isdigit(spelling[k]) ? 1 : std::isalpha(spelling[k]) ? 2 : 0;
    };
    if (kind(i) == 0) {
      marks += spelling[i++];
      continue;
    }
    std::string part;
    for (const int first = kind(i); i < spelling.size() && kind(i) == first; ++i)
      part += static_cast<char>(std::tolower(spelling[i]));
    parts.push_back(part);
  }
  Reading result;
  std::vector<std::string> numbers;
  for (const std::string& part : parts) {
    if (std::isdigit(part[0])) numbers.push_back(part);
    for (int m = 0; m < 12 && part.size() >= 3; ++m)
      if (part.substr(0, 3) == kMonthNames[m]) result.day.month = m + 1;
    for (int d = 0; d < 7 && part.size() >= 3; ++d)
      if (part.substr(0, 3) == kDayNames[d]) result.weekday = d;
  }
  const auto yearOf = [](const std::string& text) {
    const int number = std::stoi(text);
    return text.size() == 4 ? number : number < 70 ? 2000 + number : 1900 + number;
  };
  if (numbers.size() == 1) {
    numbers = {spelling.substr(0, 4), spelling.substr(4, 2), spelling.substr(6)};
  }
  const bool yearFirst = numbers[0].size() == 4;
  result.day.year = yearOf(numbers[yearFirst ? 0 : numbers.size() - 1]);
  if (numbers.size() == 2) {
    result.day.day = std::stoi(numbers[yearFirst ? 1 : 0]);
    return result;
  }
  const bool monthFirst = yearFirst || marks[0] == '/';
  const size_t first = yearFirst ? 1 : 0;
  result.day.month = std::stoi(numbers[first + (monthFirst ? 0 : 1)]);
  result.day.day = std::stoi(numbers[first + (monthFirst ? 1 : 0)]);
  return result;
}

TEST(Dates, EverySpellingMeansItsLabel) {
  Example example(kDatesTask, Stack::encoderDecoder);
  size_t longest = 0, shortest = 99;
  std::set<std::string> patterns;
  for (uint64_t i = 0; i < 50000; ++i) {
    example.draw(4, kSplits[i % 2], i);
    const std::string spelling = joined(example.source()), label = joined(example.answer());
    const Reading reading = readingOf(spelling);
    ASSERT_EQ(label.size(), 10u);
    char expected[40];
    std::snprintf(expected, sizeof expected, "%04d-%02d-%02d", reading.day.year, reading.day.month,
                  reading.day.day);
    ASSERT_EQ(label, expected) << spelling;
    if (reading.weekday >= 0) {  // Sakamoto's rule
      constexpr int shifts[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
      const auto& [y, m, d] = reading.day;
      const int year = m < 3 ? y - 1 : y;
      const int sunday0 = (year + year / 4 - year / 100 + year / 400 + shifts[m - 1] + d) % 7;
      ASSERT_EQ((sunday0 + 6) % 7, reading.weekday) << spelling;
    }
    const size_t digits = std::to_string(reading.day.day).size(),
                 at = spelling.find_first_of("0123456789");
    const size_t ending = at + digits;
    if (ending < spelling.size() && std::isalpha(spelling[ending])) {
      std::string letters = spelling.substr(ending, 2);
      for (char& c : letters) c = static_cast<char>(std::tolower(c));
      const std::set<int> first = {1, 21, 31}, second = {2, 22}, third = {3, 23};
      const int day = reading.day.day;
      ASSERT_EQ(letters, first.count(day)    ? "st"
                         : second.count(day) ? "nd"
                         : third.count(day)  ? "rd"
                                             : "th")
          << spelling;
    }
    longest = std::max(longest, spelling.size());
    shortest = std::min(shortest, spelling.size());
    std::string pattern;
    for (const char c : spelling) {
      const char kind = std::isdigit(c) ? '0' : std::islower(c) ? 'a' : std::isupper(c) ? 'A' : c;
      if (pattern.empty() || pattern.back() != kind || kind == '0') pattern += kind;
    }
    patterns.insert(pattern);
  }
  EXPECT_EQ(longest, 31u);
  EXPECT_EQ(shortest, 6u);
  EXPECT_GT(patterns.size(), 150u);
}

TEST(Dates, TheSpellingsOfTheManualOccur) {
  std::set<std::string> wanted = {"7 March 2024",
                                  "7th of March, 2024",
                                  "the 7th of march 2024",
                                  "March 7th, 2024",
                                  "MARCH 7, 2024",
                                  "Mar. 7 2024",
                                  "Thursday 7 Mar 2024",
                                  "Thu, March 7 2024",
                                  "March the 7th 2024",
                                  "7-Mar-24",
                                  "07-MAR-2024",
                                  "2024 Mar 7",
                                  "2024-03-07",
                                  "2024/03/07",
                                  "20240307",
                                  "7.3.2024",
                                  "07.03.24",
                                  "07-03-2024",
                                  "3/7/2024",
                                  "03/07/24"};
  // 124 years of 365 days, 30 leap days before 2024, 66 days
  const CalendarDate date = calendarDate(45356);
  for (uint64_t i = 0; i < 200000 && !wanted.empty(); ++i) {
    Draws draws(1, 9, i);
    char letters[kSpellingLength];
    Text to(letters, sizeof letters);
    spellDate(date, draws, to);
    wanted.erase(std::string(to.data(), to.length()));
  }
  EXPECT_EQ(joined({wanted.begin(), wanted.end()}, "; "), "");
}

TEST(Dates, EveryLetterOccursInTrainingAndIsItsOwnToken) {
  Example example(kDatesTask, Stack::encoderDecoder);
  std::set<uint32_t> seen;
  for (uint64_t i = 0; i < 20000; ++i) {
    example.draw(1, Split::training, i);
    seen.insert(example.tokens.begin(), example.tokens.begin() + example.length);
  }
  EXPECT_EQ(seen.size(), kDateVocabulary - kFirstLetter);
  std::set<std::string> texts;
  for (uint32_t token = 0; token < kDateVocabulary; ++token) texts.insert(example.text(token));
  EXPECT_EQ(texts.size(), kDateVocabulary);
}

// Pronouns ----------------------------------------------------------------------------------------

using Words = std::set<std::string>;
Words wordsOf(const char* text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.insert(word);
  return words;
}
const Words kBeings = wordsOf(
    "animal dog cat horse rabbit fox bear goat cow donkey lion tiger wolf mouse monkey squirrel");
const Words kPlaces = wordsOf(
    "street road bridge river field forest square tunnel valley park canal path market garden "
    "swamp desert");
const Words kThings = wordsOf(
    "trophy suitcase box bag basket drawer crate chest vase bottle bucket jar barrel backpack pot "
    "tin");
struct Usage {
  Words verbs;
  const Words &subjects, &objects;
  Words ofSubject, ofObject;
};
const Usage kUsages[] = {
    {wordsOf("cross enter leave visit explore"), kBeings, kPlaces,
     wordsOf("tired hungry scared weak sick lazy sleepy thirsty nervous shy"),
     wordsOf("wide crowded dark steep muddy noisy long narrow bright empty")},
    {wordsOf("stop delay frighten bother tire"), kPlaces, kBeings,
     wordsOf("short empty quiet bright small narrow wide little"),
     wordsOf("strong brave quick clever determined stubborn hungry calm")},
    {wordsOf("fit slide"), kThings, kThings, wordsOf("big large thick tall bulky wide long"),
     wordsOf("small little tiny thin tight narrow short")},
    {wordsOf("catch follow chase reach"), kBeings, kBeings,
     wordsOf("tired weak sick lazy sleepy clumsy shy small little"),
     wordsOf("quick clever distant nimble strong brave big large tall")}};

struct Counts {
  int subject = 0, object = 0;
};

TEST(Pronouns, TheLabelIsTheNounOfTheTableAndBothAreEquallyLikely) {
  Example example(kPronounsTask, Stack::encoder);
  std::map<std::string, Counts> byNoun, byVerb;
  std::map<size_t, Counts> byDistance;
  for (uint64_t i = 0; i < 60000; ++i) {
    example.draw(3, kSplits[i % 2], i);
    const std::vector<std::string> words = example.source();
    const std::string sentence = joined(words, " ");
    std::vector<size_t> nouns;
    size_t it = 0;
    const Usage* usage = nullptr;
    std::string verb;
    for (size_t k = 0; k < words.size(); ++k) {
      if (kBeings.count(words[k]) || kPlaces.count(words[k]) || kThings.count(words[k]))
        nouns.push_back(k);
      if (words[k] == "it") it = k;
      for (const Usage& u : kUsages) {
        if (u.verbs.count(words[k])) {
          usage = &u;
          verb = words[k];
        }
      }
    }
    ASSERT_EQ(nouns.size(), 2u) << sentence;
    ASSERT_NE(usage, nullptr) << sentence;
    ASSERT_TRUE(usage->subjects.count(words[nouns[0]])) << sentence;
    ASSERT_TRUE(usage->objects.count(words[nouns[1]])) << sentence;
    ASSERT_NE(words[nouns[0]], words[nouns[1]]);
    const bool subject = usage->ofSubject.count(words.back());
    ASSERT_NE(subject, usage->ofObject.count(words.back()) > 0) << sentence;
    const size_t antecedent = nouns[subject ? 0 : 1];
    ASSERT_EQ(example.answer(), std::vector{words[antecedent]}) << sentence;
    ASSERT_EQ(example.labels[it], example.tokens[antecedent]);
    uint32_t foundPronoun, foundAntecedent;
    ASSERT_TRUE(antecedentOf(example.task, example.tokens.data(), example.length, foundPronoun,
                             foundAntecedent));
    ASSERT_EQ(foundPronoun, it);
    ASSERT_EQ(foundAntecedent, antecedent);
    for (const size_t noun : nouns) {
      Counts& counts = byNoun[words[noun] + (noun == nouns[0] ? " as subject" : " as object")];
      ++(subject ? counts.subject : counts.object);
    }
    ++(subject ? byVerb[verb].subject : byVerb[verb].object);
  }
  EXPECT_EQ(byNoun.size(), 2 * 48u);
  EXPECT_EQ(byVerb.size(), 16u);
  for (const auto* counts : {&byNoun, &byVerb}) {
    for (const auto& [what, count] : *counts) {
      const double sum = count.subject + count.object;
      EXPECT_NEAR(count.subject / sum, 0.5, 0.1) << what << " " << sum;
    }
  }
}

TEST(Pronouns, EveryWordOccursInTraining) {
  Example example(kPronounsTask, Stack::encoder);
  std::set<uint32_t> seen;
  std::set<std::string> texts;
  for (uint64_t i = 0; i < 20000; ++i) {
    example.draw(1, Split::training, i);
    seen.insert(example.tokens.begin(), example.tokens.begin() + example.length);
  }
  EXPECT_EQ(seen.size(), pronounVocabulary() - 1);
  for (uint32_t token = 0; token < pronounVocabulary(); ++token) texts.insert(example.text(token));
  EXPECT_EQ(texts.size(), pronounVocabulary());
}

// Text of visitors ------------------------------------------------------------------------------------

struct Written {
  Written(const TaskConfig& task, const std::string& text, size_t capacity = 400)
      : example(task, {}) {
    std::vector<char> to(capacity, 'x');
    fits = encodeText(task, text.data(), text.size(), example.buffers(), to.data(), capacity);
    sentence = to.data();  // has a zero at the end, or a sanitizer fails
  }
  Example example;
  bool fits;
  std::string sentence;
};

TEST(Text, OfADateIsItsLetters) {
  const Written date(kDatesTask, "  7th \t of March   2024\n");
  ASSERT_TRUE(date.fits) << date.sentence;
  EXPECT_EQ(joined(date.example.source()), "7th of March 2024");
  EXPECT_EQ(date.example.targetLength, 1u);
  EXPECT_EQ(date.example.targets[0], kDateStart);
  for (const uint32_t label : date.example.labels) EXPECT_EQ(label, kNoLabel);
  EXPECT_TRUE(Written(kDatesTask, std::string(32, '1')).fits);
}

TEST(Text, OfASentenceIsItsWords) {
  const char* const plain = "the animal did not cross the street because it was too tired";
  for (const char* text :
       {plain, "The animal didn't cross the street because it was too tired.",
        "THE  animal, didn\xe2\x80\x99t cross\nthe street because it was too tired!"}) {
    const Written sentence(kPronounsTask, text);
    ASSERT_TRUE(sentence.fits) << sentence.sentence;
    EXPECT_EQ(joined(sentence.example.source(), " "), plain);
    for (const uint32_t label : sentence.example.labels) EXPECT_EQ(label, kNoLabel);
  }
}

TEST(Text, OfTheFamousSentencesIsHeldOutAndTheirAntecedentsAreKnown) {
  for (const auto& [text, expected] :
       {std::pair{"the animal did not cross the street because it was too tired", "animal"},
        {"the animal did not cross the street because it was too wide", "street"},
        {"the trophy did not fit into the suitcase because it was too big", "trophy"},
        {"the trophy did not fit into the suitcase because it was too small", "suitcase"}}) {
    const Written written(kPronounsTask, text);
    ASSERT_TRUE(written.fits);
    const std::vector<uint32_t>& t = written.example.tokens;
    const bool into = std::string(text).find("into") != std::string::npos;
    const uint32_t shift = into ? 1 : 0;
    EXPECT_TRUE(isHeldOutCombination({t[1], t[4], t[6 + shift], t[11 + shift]})) << text;
    uint32_t pronoun, antecedent;
    ASSERT_TRUE(antecedentOf(kPronounsTask, t.data(), written.example.length, pronoun, antecedent));
    EXPECT_EQ(written.example.text(t[pronoun]), "it");
    EXPECT_EQ(written.example.text(t[antecedent]), expected);
  }
}

TEST(Text, WithoutAKnownAnswerHasNoAntecedent) {
  for (const char* text :
       {"the animal did not cross the street because it was too big",
        "the street did not cross the animal because it was too tired",
        "the animal because it was too tired", "the animal did not cross the street because it was",
        "the animal did not cross the street the park because it was wide",
        "the animal did not cross fit the street because it was wide"}) {
    const Written written(kPronounsTask, text);
    ASSERT_TRUE(written.fits) << written.sentence;
    uint32_t pronoun, antecedent;
    EXPECT_FALSE(antecedentOf(kPronounsTask, written.example.tokens.data(), written.example.length,
                              pronoun, antecedent))
        << text;
    EXPECT_EQ(written.example.text(written.example.tokens[pronoun]), "it");
    EXPECT_EQ(antecedent, kNowhere);
  }
  uint32_t pronoun, antecedent;
  EXPECT_FALSE(antecedentOf(kDatesTask, nullptr, 0, pronoun, antecedent));
  EXPECT_EQ(pronoun, kNowhere);
}

TEST(Text, ThatIsUnknownIsNamed) {
  const auto saysOf = [](const TaskConfig& task, const std::string& text) {
    const Written written(task, text);
    EXPECT_FALSE(written.fits);
    return written.sentence;
  };
  EXPECT_EQ(saysOf(kPronounsTask, "The elephant did not cross the street because it was too wide"),
            "\"elephant\" is not a word of this model; it knows animals such as animal, dog, cat, "
            "places such as street, road, river, things such as trophy, suitcase, box, "
            "verbs such as cross, stop, fit and properties such as tired, wide, big.");
  EXPECT_EQ(saysOf(kPronounsTask, "it'sn't").substr(0, 27), "\"it'sn't\" is not a word of ");
  EXPECT_EQ(saysOf(kPronounsTask, "the dog"), "\"it\" came 0 times; it was expected once.");
  EXPECT_EQ(saysOf(kPronounsTask, "the dog it it"), "\"it\" came 2 times; it was expected once.");
  EXPECT_EQ(saysOf(kPronounsTask, "it was the dog"),
            "No noun came before \"it\"; one was expected that it may stand for.");
  EXPECT_EQ(
      saysOf(kPronounsTask, "the the the the the the the the the the the the the the dog it was"),
      "A sentence of more than 16 words came; at most as many were expected.");
  EXPECT_EQ(saysOf(kDatesTask, "7 Mar\xc3\xa7o 2024"),
            "A date with \"\xc3\xa7\" came; it was expected in digits, English letters but k, q, x "
            "and z, "
            "blanks and - / . ,");
  EXPECT_EQ(saysOf(kDatesTask, " \n "),
            "No text came; a date was expected, such as 7th of March 2024.");
  EXPECT_EQ(saysOf(kDatesTask, std::string(33, '1')),
            "A date of more than 32 characters came; it was expected shorter, such as 7th of March "
            "2024.");
  EXPECT_EQ(saysOf(kAll[0], "a"),
            "A text came for a task that has none; dates, pronouns or text was expected.");
}

TEST(Text, OfAnyBytesIsAcceptedOrRefusedWithinTheCapacity) {
  std::mt19937 random(1);
  const std::string known = "the it animal cross n't 7/2024 March \xe2\x80\x99\xf0\x9f\x90\x98";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (uint32_t n = random() % 60; n > 0; --n) {
      text += random() % 3 ? known[random() % known.size()] : static_cast<char>(random());
    }
    for (const TaskConfig& task : {kDatesTask, kPronounsTask, kTextTask}) {
      const Written written(task, text, 1 + random() % 30);
      if (!written.fits) continue;
      ASSERT_LE(written.example.length, written.example.shape.length);
      for (const uint32_t token : written.example.tokens)
        ASSERT_LT(token, written.example.shape.vocabulary);
    }
  }
  for (const TaskConfig& task : {kDatesTask, kPronounsTask, kTextTask}) {
    EXPECT_FALSE(Written(task, std::string(1 << 20, 'a')).fits);
    EXPECT_FALSE(Written(task, std::string(1 << 20, ' ')).fits);
    EXPECT_FALSE(Written(task, std::string("\0", 1)).fits);
    EXPECT_FALSE(Written(task, "").fits);
  }
}

// Examples have these bits natively and in every engine. If they change, so do the curves, and the runs of saved
// checkpoints.
TEST(TaskBits, OfExamplesDoNotChange) {
  uint64_t hash = 0xcbf29ce484222325;
  ofEvery([&](Example& example) {
    for (uint64_t i = 0; i < 32; ++i) {
      example.draw(1, kSplits[i % 2], i);
      for (const auto* words : {&example.tokens, &example.targets, &example.labels}) {
        for (const uint32_t word : *words) hash = (hash ^ word) * 0x100000001b3;
      }
    }
  });
  EXPECT_EQ(hash, 16103441453262759978u);
}

}  // namespace
}  // namespace scaledot
