// The vocabulary of every task begins with the tokens of its examples, or with <pad> if there is padding.
//   recall    pair (k, v) as k symbols + v, asked key k as symbols^2 + k, value v as symbols^2 + symbols + v
//   copy, reverse, sort   symbols, then |
//   addition  numbers, then + and =
#include "learning/tasks.h"

#include <algorithm>

#include "files/file_text.h"
#include "learning/date_task.h"
#include "learning/pronoun_task.h"
#include "shared/training_options.h"

namespace scaledot {
namespace {

constexpr uint32_t kMostSequence =
    std::max({trainingSizes::recall.most(), trainingSizes::copy.most(),
              trainingSizes::reverse.most(), trainingSizes::sort.most()});

// An example before it is laid out for a stack.
struct Exercise {
  uint32_t source[kMostSequence], sources = 0;
  uint32_t prompt[kMostSequence], labels[kMostSequence], prompts = 0;
};

struct Lengths {
  uint32_t source, prompt, vocabulary;
};

Lengths lengthsOf(const TaskConfig& task) {
  const uint32_t n = task.size, s = task.symbols;
  switch (task.name) {
    case TaskName::recall:
      return {n, 1, s * s + 2 * s};
    case TaskName::addition:
      return {3, 1, n + 2};
    case TaskName::dates:
      return {kSpellingLength, kIsoLength, kDateVocabulary};
    case TaskName::pronouns:
      return {kSentenceLength, 0, pronounVocabulary()};
    case TaskName::text:
      return {n, 0, kTextVocabulary};
    default:
      return {n, n, s + 1};
  }
}

bool drawnAgain(const TaskConfig& task, Split split, const uint32_t* content, size_t count) {
  return isHeldOut(static_cast<uint32_t>(task.name), content, count) != (split == Split::heldOut);
}

// The keys are the first of a shuffled list. Key, value and place of the asked pair are drawn until they belong to the
// split.
void recall(const TaskConfig& task, Split split, Draws& draws, Exercise& to) {
  const uint32_t symbols = task.symbols;
  uint32_t keys[trainingLimits::symbols.most()], asked[3] = {};
  for (uint32_t k = 0; k < symbols; ++k) keys[k] = k;
  auto& [key, value, place] = asked;
  do {
    key = draws.below(symbols);
    value = draws.below(symbols);
    place = draws.below(task.size);
  } while (drawnAgain(task, split, asked, 3));
  std::swap(keys[0], keys[key]);
  for (uint32_t i = 1; i < task.size; ++i) std::swap(keys[i], keys[i + draws.below(symbols - i)]);
  std::swap(keys[0], keys[place]);
  for (uint32_t i = 0; i < task.size; ++i) {
    to.source[i] = keys[i] * symbols + (i == place ? value : draws.below(symbols));
  }
  to.prompt[0] = symbols * symbols + key;
  to.labels[0] = symbols * symbols + symbols + value;
  to.sources = task.size;
  to.prompts = 1;
}

void sequence(const TaskConfig& task, Stack stack, Split split, Draws& draws, Exercise& to) {
  const uint32_t n = task.size;
  do {
    for (uint32_t i = 0; i < n; ++i) to.source[i] = draws.below(task.symbols);
  } while (drawnAgain(task, split, to.source, n));
  std::copy_n(to.source, n, to.labels);
  if (task.name == TaskName::reverse) std::reverse(to.labels, to.labels + n);
  if (task.name == TaskName::sort) {
    std::make_heap(to.labels, to.labels + n);
    std::sort_heap(to.labels, to.labels + n);
  }
  std::fill_n(to.prompt, n, task.symbols);
  if (stack != Stack::encoder) std::copy_n(to.labels, n - 1, to.prompt + 1);
  to.sources = to.prompts = n;
}

void addition(const TaskConfig& task, Split split, Draws& draws, Exercise& to) {
  uint32_t a, b;
  do {
    a = draws.below(task.size);
    b = draws.below(task.size);
    to.source[0] = std::min(a, b);
    to.source[1] = std::max(a, b);
  } while (drawnAgain(task, split, to.source, 2));
  to.source[0] = a;
  to.source[1] = task.size;
  to.source[2] = b;
  to.prompt[0] = task.size + 1;
  to.labels[0] = (a + b) % task.size;
  to.sources = 3;
  to.prompts = 1;
}

void date(Split split, Draws& draws, Exercise& to) {
  uint32_t number;
  do {
    number = draws.below(kDates);
  } while (isHeldOutDate(number) != (split == Split::heldOut));
  const CalendarDate drawn = calendarDate(number);
  char letters[kSpellingLength + kIsoLength];
  Text spelling(letters, kSpellingLength), iso(letters + kSpellingLength, kIsoLength);
  spellDate(drawn, draws, spelling);
  isoDate(drawn, iso);
  to.sources = spelling.length();
  to.prompts = kIsoLength;
  for (uint32_t i = 0; i < to.sources; ++i) to.source[i] = letterToken(letters[i]);
  for (uint32_t i = 0; i < kIsoLength; ++i) to.labels[i] = letterToken(iso.data()[i]);
  to.prompt[0] = kDateStart;
  std::copy_n(to.labels, kIsoLength - 1, to.prompt + 1);
}

// Copies count tokens, and pads them to `length`.
void copyPadded(const uint32_t* from, uint32_t count, uint32_t length, uint32_t padding,
                uint32_t* to) {
  std::fill(std::copy_n(from, count, to), to + length, padding);
}

void layOut(const Exercise& exercise, const Lengths& lengths, Stack stack,
            const ExampleBuffers& to) {
  const uint32_t sources = exercise.sources, prompts = exercise.prompts;
  copyPadded(exercise.source, sources, lengths.source, 0, to.tokens);
  if (stack == Stack::encoderDecoder) {
    *to.length = sources;
    *to.targetLength = prompts;
    copyPadded(exercise.prompt, prompts, lengths.prompt, 0, to.targets);
    copyPadded(exercise.labels, prompts, lengths.prompt, kNoLabel, to.labels);
    return;
  }
  // With one stack no source has padding.
  *to.length = sources + prompts;
  std::copy_n(exercise.prompt, prompts, to.tokens + sources);
  std::fill_n(to.labels, sources, kNoLabel);
  std::copy_n(exercise.labels, prompts, to.labels + sources);
}

void pronoun(Split split, Draws& draws, const ExampleBuffers& to) {
  const PronounExample example = drawSentence(split == Split::heldOut, draws);
  copyPadded(example.words, example.count, kSentenceLength, 0, to.tokens);
  std::fill_n(to.labels, kSentenceLength, kNoLabel);
  to.labels[example.pronoun] = example.words[example.antecedent];
  *to.length = example.count;
}

// Writes labels. The label of each of `size` characters is the next one. Those before `first` have no label.
void labelNext(const uint32_t* tokens, uint32_t size, uint32_t first, uint32_t* labels) {
  std::fill_n(labels, first, kNoLabel);
  std::copy(tokens + first + 1, tokens + size + 1, labels + first);
}

void window(const TaskConfig& task, Split split, uint64_t index, Draws& draws,
            const ExampleBuffers& to) {
  const bool heldOut = split == Split::heldOut;
  const size_t begin = heldOut ? heldOutWindow(task.prose, task.size, index)
                               : trainingWindow(task.prose, task.size, draws);
  const uint32_t* const tokens = task.prose.tokens + begin;
  std::copy_n(tokens, task.size, to.tokens);
  labelNext(tokens, task.size, heldOut ? task.size / 2 : 0, to.labels);
  *to.length = task.size;
}

// Token texts -------------------------------------------------------------------------------------

void addSymbol(const TaskConfig& task, uint32_t symbol, Text& to) {
  if (task.name == TaskName::sort || task.name == TaskName::addition) {
    to.add(uint64_t{symbol});
  } else {
    to.add(static_cast<char>(symbol < 26 ? 'a' + symbol : 'A' + (symbol - 26)));
  }
}

void addRecall(const TaskConfig& task, uint32_t token, Text& to) {
  const uint32_t symbols = task.symbols, pairs = symbols * symbols;
  if (token < pairs) {
    addSymbol(task, token / symbols, to);
    to.add(uint64_t{token % symbols});
  } else if (token < pairs + symbols) {
    addSymbol(task, token - pairs, to);
    to.add('?');
  } else {
    to.add(uint64_t{token - pairs - symbols});
  }
}

}  // namespace

bool taskFits(const TaskConfig& task) {
  const auto within = [](uint32_t number, const Limit& limit) {
    return number >= limit.min && number <= limit.max;
  };
  const bool symbols = within(task.symbols, trainingLimits::symbols);
  switch (task.name) {
    case TaskName::recall:
      return symbols && within(task.size, trainingSizes::recall) && task.size <= task.symbols;
    case TaskName::copy:
      return symbols && within(task.size, trainingSizes::copy);
    case TaskName::reverse:
      return symbols && within(task.size, trainingSizes::reverse);
    case TaskName::sort:
      return symbols && within(task.size, trainingSizes::sort);
    case TaskName::addition:
      return within(task.size, trainingSizes::addition);
    case TaskName::dates:
    case TaskName::pronouns:
      return true;
    case TaskName::text:
      return task.prose.tokens == nullptr ? within(task.size, {kLeastWindow, kMostWindow})
                                          : proseFits(task.prose, task.size);
  }
  return false;
}

Stack naturalStack(TaskName name) {
  switch (name) {
    case TaskName::recall:
    case TaskName::addition:
    case TaskName::pronouns:
      return Stack::encoder;
    case TaskName::dates:
      return Stack::encoderDecoder;
    default:
      return Stack::decoder;
  }
}

void shapeFor(const TaskConfig& task, TransformerShape& shape) {
  if (task.name >= TaskName::dates) shape.stack = naturalStack(task.name);
  const Lengths lengths = lengthsOf(task);
  const bool two = shape.stack == Stack::encoderDecoder;
  shape.vocabulary = lengths.vocabulary;
  shape.length = lengths.source + (two ? 0 : lengths.prompt);
  shape.targetLength = two ? lengths.prompt : 0;
}

const char* tokenText(const TaskConfig& task, uint32_t token) {
  static char buffer[8];
  Text text(buffer, sizeof buffer - 1);
  switch (task.name) {
    case TaskName::recall:
      addRecall(task, token, text);
      break;
    case TaskName::addition:
      if (token < task.size) {
        addSymbol(task, token, text);
      } else {
        text.add(token == task.size ? '+' : '=');
      }
      break;
    case TaskName::dates:
      if (token < kFirstLetter) return token == kDatePad ? "<pad>" : "<start>";
      text.add(kDateLetters[token - kFirstLetter]);
      break;
    case TaskName::pronouns:
      return wordOf(token);
    case TaskName::text:
      text.add(kTextLetters[token]);
      break;
    default:
      if (token < task.symbols) {
        addSymbol(task, token, text);
      } else {
        text.add('|');
      }
  }
  buffer[text.length()] = 0;
  return buffer;
}

void drawExample(const TaskConfig& task, Stack stack, uint64_t seed, Split split, uint64_t index,
                 const ExampleBuffers& to) {
  const uint32_t stream = 2 * static_cast<uint32_t>(task.name) + static_cast<uint32_t>(split);
  Draws draws(seed, stream, index);
  Exercise exercise;
  switch (task.name) {
    case TaskName::recall:
      recall(task, split, draws, exercise);
      break;
    case TaskName::addition:
      addition(task, split, draws, exercise);
      break;
    case TaskName::dates:
      date(split, draws, exercise);
      break;
    case TaskName::pronouns:
      pronoun(split, draws, to);
      return;
    case TaskName::text:
      window(task, split, index, draws, to);
      return;
    default:
      sequence(task, stack, split, draws, exercise);
  }
  layOut(exercise, lengthsOf(task), stack, to);
}

bool encodeText(const TaskConfig& task, const char* text, size_t length, const ExampleBuffers& to,
                char* sentence, size_t capacity) {
  Text words(sentence, static_cast<uint32_t>(capacity - 1));
  uint32_t tokens[kMostWindow], count = 0;
  bool known = false;
  const Lengths lengths = lengthsOf(task);
  if (task.name == TaskName::dates) {
    known = encodeLetters(text, length, tokens, count, words);
    if (known) {
      constexpr uint32_t start = kDateStart;
      copyPadded(&start, 1, lengths.prompt, 0, to.targets);
      std::fill_n(to.labels, lengths.prompt, kNoLabel);
      *to.targetLength = 1;
    }
  } else if (task.name == TaskName::pronouns) {
    known = encodeSentence(text, length, tokens, count, words);
    if (known) std::fill_n(to.labels, lengths.source, kNoLabel);
  } else if (task.name == TaskName::text) {
    size_t characters = 0;
    known = encodeProse(text, length, tokens, lengths.source, characters, words);
    count = static_cast<uint32_t>(characters);
    if (known) {
      std::fill_n(to.labels, lengths.source, kNoLabel);
      labelNext(tokens, count - 1, 0, to.labels);
    }
  } else {
    words.add("A text came for a task that has none; dates, pronouns or text was expected.");
  }
  sentence[words.length()] = 0;
  if (!known) return false;
  copyPadded(tokens, count, lengths.source, 0, to.tokens);
  *to.length = count;
  return true;
}

bool antecedentOf(const TaskConfig& task, const uint32_t* tokens, uint32_t length,
                  uint32_t& pronoun, uint32_t& antecedent) {
  pronoun = antecedent = kNowhere;
  if (task.name != TaskName::pronouns) return false;
  pronoun = pronounIn(tokens, length);
  antecedent = antecedentIn(tokens, length);
  return pronoun != kNowhere && antecedent != kNowhere;
}

}  // namespace scaledot
