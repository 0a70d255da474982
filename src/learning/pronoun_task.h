// Sentences in which a property tells what "it" stands for, after Winograd (1972) and Levesque, Davis & Morgenstern (2012).
//
//   [yesterday] the [old] animal did not cross the [new] street because it was too tired -> animal      ... too wide -> street
//
// Four kinds of verbs, and for each which properties speak of its subject and which of its object:
//
//                      subject, object     "it" is the subject if            the object if
//   cross, enter ...   being, place        tired, hungry, scared ...         wide, crowded, dark ...
//   stop, delay ...    place, being        short, empty, quiet ...           strong, brave, quick ...
//   fit, slide into    thing, thing        big, wide, long ...               small, narrow, short ...
//   catch, follow ...  being, being        tired, weak, small ...            quick, distant, big ...
//
// Both answers are equally likely whatever verb and nouns come. Beings and places are subjects of some verbs and objects of others,
// things both of one; `big`, `small`, `wide`, `narrow`, `short`, `tall` and others speak of the subject with one verb and of the object
// with another. So neither the noun, nor its place, nor the property alone tells the answer.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"
#include "learning/task_draws.h"

namespace scaledot {

inline constexpr uint32_t kSentenceLength = 16;  // words at most
uint32_t pronounVocabulary();                    // words, and <pad> as token 0
const char* wordOf(uint32_t token);

// What decides: tokens of both nouns, verb and property.
struct Combination {
  uint32_t subject, verb, object, property;
};
bool isHeldOutCombination(const Combination& combination);

struct PronounExample {
  uint32_t words[kSentenceLength], count, pronoun, antecedent;
};
PronounExample drawSentence(bool heldOut, Draws& draws);

// Words of a visitor: capitals, commas and the full stop do not matter, "didn't" is "did not". False: refused.
bool encodeSentence(const char* text, size_t length, uint32_t* words, uint32_t& count,
                    Text& sentence);
// Where the pronoun stands, and by the table above what it stands for; UINT32_MAX where there is none, or the table does not say.
uint32_t pronounIn(const uint32_t* words, uint32_t count);
uint32_t antecedentIn(const uint32_t* words, uint32_t count);

}  // namespace scaledot
