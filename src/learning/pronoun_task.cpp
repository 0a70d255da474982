#include "learning/pronoun_task.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string_view>

namespace scaledot {
namespace {

// The groups of words. Token 1 + i is word i of kWords.
enum Group : uint32_t {
  determiner,
  modifier,
  being,
  place,
  thing,
  auxiliary,
  adverb,
  conjunction,
  degree,
  particle,
  verb,
  property,
  kGroups
};
constexpr uint32_t kCounts[kGroups] = {4, 6, 16, 16, 16, 3, 5, 3, 3, 4, 16, 42};

constexpr const char* kWords[] = {
    // determiners, modifiers
    "the", "this", "that", "our", "old", "new", "brown", "white", "pretty", "famous",
    // beings
    "animal", "dog", "cat", "horse", "rabbit", "fox", "bear", "goat", "cow", "donkey", "lion",
    "tiger", "wolf", "mouse", "monkey", "squirrel",
    // places
    "street", "road", "bridge", "river", "field", "forest", "square", "tunnel", "valley", "park",
    "canal", "path", "market", "garden", "swamp", "desert",
    // things
    "trophy", "suitcase", "box", "bag", "basket", "drawer", "crate", "chest", "vase", "bottle",
    "bucket", "jar", "barrel", "backpack", "pot", "tin",
    // auxiliaries, adverbs, conjunctions, degrees, particles
    "did", "could", "would", "yesterday", "today", "then", "sadly", "luckily", "because", "since",
    "as", "too", "so", "very", "not", "into", "it", "was",
    // verbs, in the order of kRules
    "cross", "enter", "leave", "visit", "explore", "stop", "delay", "frighten", "bother", "tire",
    "fit", "slide", "catch", "follow", "chase", "reach",
    // properties
    "tired", "hungry", "scared", "weak", "sick", "lazy", "sleepy", "thirsty", "nervous", "shy",
    "wide", "crowded", "dark", "steep", "muddy", "noisy", "long", "narrow", "bright", "empty",
    "short", "quiet", "small", "little", "strong", "brave", "quick", "clever", "determined",
    "stubborn", "calm", "big", "large", "thick", "tall", "bulky", "tiny", "thin", "tight", "clumsy",
    "distant", "nimble"};
constexpr uint32_t kWordCount = sizeof kWords / sizeof *kWords;

constexpr uint32_t firstOf(uint32_t group) {
  uint32_t first = 1;
  for (uint32_t g = 0; g < group; ++g) first += kCounts[g];
  return first;
}
static_assert(firstOf(kGroups) == kWordCount + 1);

constexpr uint32_t tokenOf(std::string_view word) {
  for (uint32_t i = 0; i < kWordCount; ++i) {
    if (word == kWords[i]) return i + 1;
  }
  return 0;
}
constexpr uint32_t kIt = tokenOf("it"), kNot = tokenOf("not"), kInto = tokenOf("into"),
                   kWas = tokenOf("was");

bool isOf(Group group, uint32_t token) {
  return token >= firstOf(group) && token < firstOf(group) + kCounts[group];
}
bool isNoun(uint32_t token) {
  return isOf(being, token) || isOf(place, token) || isOf(thing, token);
}

struct Properties {
  uint32_t tokens[10] = {}, count = 0;
  bool has(uint32_t token) const {
    for (uint32_t i = 0; i < count; ++i) {
      if (tokens[i] == token) return true;
    }
    return false;
  }
};
consteval Properties these(std::initializer_list<std::string_view> words) {
  Properties list;
  for (const std::string_view word : words) list.tokens[list.count++] = tokenOf(word);
  return list;
}

// The table of the header. Each rule has the next `verbs` verbs of the list.
struct Rule {
  Group subject, object;
  uint32_t verbs;
  Properties ofSubject, ofObject;
};
constexpr Rule kRules[] = {
    {being, place, 5,
     these({"tired", "hungry", "scared", "weak", "sick", "lazy", "sleepy", "thirsty", "nervous",
            "shy"}),
     these({"wide", "crowded", "dark", "steep", "muddy", "noisy", "long", "narrow", "bright",
            "empty"})},
    {place, being, 5,
     these({"short", "empty", "quiet", "bright", "small", "narrow", "wide", "little"}),
     these({"strong", "brave", "quick", "clever", "determined", "stubborn", "hungry", "calm"})},
    {thing, thing, 2, these({"big", "large", "thick", "tall", "bulky", "wide", "long"}),
     these({"small", "little", "tiny", "thin", "tight", "narrow", "short"})},
    {being, being, 4,
     these({"tired", "weak", "sick", "lazy", "sleepy", "clumsy", "shy", "small", "little"}),
     these({"quick", "clever", "distant", "nimble", "strong", "brave", "big", "large", "tall"})},
};
constexpr uint32_t kRuleCount = sizeof kRules / sizeof *kRules, kThings = 2;

// With this salt the two sentences of the header are held out, as are those about the trophy that did not fit into the
// suitcase, big or small.
constexpr uint32_t kSalt = 5502;

constexpr uint32_t firstVerb(uint32_t rule) {
  uint32_t first = firstOf(verb);
  for (uint32_t r = 0; r < rule; ++r) first += kRules[r].verbs;
  return first;
}
static_assert(firstVerb(kRuleCount) == firstOf(property));

uint32_t ruleOf(uint32_t token) {
  uint32_t rule = 0;
  while (token >= firstVerb(rule + 1)) ++rule;
  return rule;
}

uint32_t anyOf(Group group, Draws& draws) { return firstOf(group) + draws.below(kCounts[group]); }

Combination drawCombination(const Rule& rule, uint32_t number, Draws& draws) {
  const Properties& list = draws.below(2) == 0 ? rule.ofSubject : rule.ofObject;
  Combination c{anyOf(rule.subject, draws), firstVerb(number) + draws.below(rule.verbs),
                anyOf(rule.object, draws), list.tokens[draws.below(list.count)]};
  while (c.object == c.subject) c.object = anyOf(rule.object, draws);
  return c;
}

struct Writer {
  PronounExample& to;
  Draws& draws;

  void add(uint32_t word) { to.words[to.count++] = word; }
  // Returns the position of the noun.
  uint32_t addNoun(uint32_t noun) {
    add(anyOf(determiner, draws));
    if (draws.below(4) == 0) add(anyOf(modifier, draws));
    add(noun);
    return to.count - 1;
  }
};

// A visitor's sentence ------------------------------------------------------------------------------

constexpr size_t kWordCapacity = 16;
struct Word {
  char letters[kWordCapacity];
  size_t length = 0;
  bool is(const char* end) const {
    const size_t count = std::strlen(end);
    return length >= count && std::memcmp(letters + length - count, end, count) == 0;
  }
};

bool separates(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == ',' || c == '.' || c == '!' || c == ';';
}

// Converts to lower case, and the typographic apostrophe to the plain one. A word that is too long is cut, and then unknown.
Word wordIn(const char* text, size_t length) {
  Word word;
  for (size_t i = 0; i < length && word.length < kWordCapacity; ++i) {
    const char c = text[i];
    if (length - i >= 3 && std::memcmp(text + i, "\xe2\x80\x99", 3) == 0) {
      word.letters[word.length++] = '\'';
      i += 2;
    } else {
      word.letters[word.length++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
    }
  }
  return word;
}

void refuseWord(const char* word, size_t length, Text& sentence) {
  sentence.addQuoted(word, length, 24).add(" is not a word of this model; it knows ");
  const struct {
    const char* name;
    Group group;
    uint32_t second, third;  // besides the first
  } kinds[] = {{"animals", being, 1, 2},
               {"places", place, 1, 3},
               {"things", thing, 1, 2},
               {"verbs", verb, 5, 10},
               {"properties", property, 10, 31}};
  for (const auto& kind : kinds) {
    if (kind.group != being) sentence.add(kind.group == property ? " and " : ", ");
    sentence.add(kind.name).add(" such as ").add(wordOf(firstOf(kind.group)));
    sentence.add(", ").add(wordOf(firstOf(kind.group) + kind.second));
    sentence.add(", ").add(wordOf(firstOf(kind.group) + kind.third));
  }
  sentence.add(".");
}

// Converts the words of a text to tokens; "didn't" is two.
struct Reader {
  uint32_t* words;
  uint32_t& count;
  Text& sentence;

  bool add(uint32_t token) {
    if (count == kSentenceLength) {
      sentence.add("A sentence of more than ").add(uint64_t{kSentenceLength});
      sentence.add(" words came; at most as many were expected.");
      return false;
    }
    words[count++] = token;
    return true;
  }
  bool read(const char* text, size_t length) {
    Word word = wordIn(text, length);
    const bool negated = word.is("n't");
    if (negated) word.length -= 3;
    const uint32_t token = tokenOf({word.letters, word.length});
    if (token == 0 || (negated && !isOf(auxiliary, token))) {
      refuseWord(text, length, sentence);
      return false;
    }
    return add(token) && (!negated || add(kNot));
  }
};

bool hasPronoun(const uint32_t* words, uint32_t count, Text& sentence) {
  uint32_t nouns = 0, pronouns = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (words[i] == kIt) ++pronouns;
    if (isNoun(words[i]) && pronouns == 0) ++nouns;
  }
  if (pronouns == 1 && nouns > 0) return true;
  if (pronouns == 1) {
    sentence.add("No noun came before \"it\"; one was expected that it may stand for.");
  } else {
    sentence.add("\"it\" came ").add(uint64_t{pronouns}).add(" times; it was expected once.");
  }
  return false;
}

}  // namespace

uint32_t pronounVocabulary() { return kWordCount + 1; }
const char* wordOf(uint32_t token) { return token == 0 ? "<pad>" : kWords[token - 1]; }

bool isHeldOutCombination(const Combination& c) {
  const uint32_t content[] = {c.subject, c.verb, c.object, c.property};
  return isHeldOut(kSalt, content, 4);
}

PronounExample drawSentence(bool heldOut, Draws& draws) {
  const uint32_t number = draws.below(kRuleCount);
  const Rule& rule = kRules[number];
  Combination c;
  do {
    c = drawCombination(rule, number, draws);
  } while (isHeldOutCombination(c) != heldOut);
  PronounExample example{};
  Writer writer{example, draws};
  if (draws.below(3) == 0) writer.add(anyOf(adverb, draws));
  const uint32_t subject = writer.addNoun(c.subject);
  writer.add(anyOf(auxiliary, draws));
  writer.add(kNot);
  writer.add(c.verb);
  if (number == kThings) writer.add(kInto);
  const uint32_t object = writer.addNoun(c.object);
  writer.add(anyOf(conjunction, draws));
  example.pronoun = example.count;
  example.antecedent = rule.ofSubject.has(c.property) ? subject : object;
  writer.add(kIt);
  writer.add(kWas);
  writer.add(anyOf(degree, draws));
  writer.add(c.property);
  return example;
}

bool encodeSentence(const char* text, size_t length, uint32_t* words, uint32_t& count,
                    Text& sentence) {
  count = 0;
  Reader reader{words, count, sentence};
  for (size_t i = 0; i < length;) {
    size_t end = i;
    while (end < length && !separates(text[end])) ++end;
    if (end > i && !reader.read(text + i, end - i)) return false;
    i = end + 1;
  }
  return hasPronoun(words, count, sentence);
}

uint32_t pronounIn(const uint32_t* words, uint32_t count) {
  const uint32_t* found = std::find(words, words + count, kIt);
  return found == words + count ? UINT32_MAX : static_cast<uint32_t>(found - words);
}

uint32_t antecedentIn(const uint32_t* words, uint32_t count) {
  const uint32_t pronoun = pronounIn(words, count);
  uint32_t nouns[2], nounCount = 0, theVerb = 0, verbs = 0, theProperty = 0, properties = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (isNoun(words[i])) {
      if (nounCount == 2 || i > pronoun) return UINT32_MAX;
      nouns[nounCount++] = i;
    } else if (isOf(verb, words[i])) {
      theVerb = words[i];
      ++verbs;
    } else if (isOf(property, words[i]) && i > pronoun) {
      theProperty = words[i];
      ++properties;
    }
  }
  if (nounCount != 2 || verbs != 1 || properties != 1) return UINT32_MAX;
  const Rule& rule = kRules[ruleOf(theVerb)];
  if (!isOf(rule.subject, words[nouns[0]]) || !isOf(rule.object, words[nouns[1]]))
    return UINT32_MAX;
  if (rule.ofSubject.has(theProperty)) return nouns[0];
  return rule.ofObject.has(theProperty) ? nouns[1] : UINT32_MAX;
}

}  // namespace scaledot
