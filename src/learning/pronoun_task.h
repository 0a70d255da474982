// Sentences in which a property determines what "it" stands for, after Winograd (1972) and Levesque, Davis & Morgenstern
// (2012).
//
//   [yesterday] the [old] animal did not cross the [new] street because it was too tired -> animal      ... too wide -> street
//
// There are four kinds of verbs. For each, some properties refer to its subject and some to its object:
//
//                      subject, object     "it" is the subject if            the object if
//   cross, enter ...   being, place        tired, hungry, scared ...         wide, crowded, dark ...
//   stop, delay ...    place, being        short, empty, quiet ...           strong, brave, quick ...
//   fit, slide into    thing, thing        big, wide, long ...               small, narrow, short ...
//   catch, follow ...  being, being        tired, weak, small ...            quick, distant, big ...
//
// Both answers are equally likely for any verb and nouns. Beings and places are subjects of some verbs and objects of
// others. Things are both for the same verbs. `big`, `small`, `wide`, `narrow`, `short`, `tall` and others refer to the
// subject with one verb and to the object with another. So neither the noun, nor its position, nor the property alone
// determines the answer.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"
#include "learning/task_draws.h"

namespace scaledot {

inline constexpr uint32_t kSentenceLength = 16;  // words at most
uint32_t pronounVocabulary();                    // the words, and <pad> as token 0
const char* wordOf(uint32_t token);

// The tokens that determine the answer: both nouns, verb and property.
struct Combination {
  uint32_t subject, verb, object, property;
};
bool isHeldOutCombination(const Combination& combination);

struct PronounExample {
  uint32_t words[kSentenceLength], count, pronoun, antecedent;
};
PronounExample drawSentence(bool heldOut, Draws& draws);

// Converts a visitor's sentence to tokens. Capitals, commas and the full stop are ignored, and "didn't" is "did not".
// Returns false if it is refused.
bool encodeSentence(const char* text, size_t length, uint32_t* words, uint32_t& count,
                    Text& sentence);
// Return the position of the pronoun, and that of its antecedent by the table above; UINT32_MAX if there is none, or if the
// table does not apply.
uint32_t pronounIn(const uint32_t* words, uint32_t count);
uint32_t antecedentIn(const uint32_t* words, uint32_t count);

}  // namespace scaledot
