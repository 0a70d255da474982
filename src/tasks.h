// Tasks that a small transformer learns from generated examples. Example i of a split is a function of (seed, split, i) alone.
// What is held out is held out by construction: a rule on the content (a hash of what makes the combination) decides to which
// split an example may belong, so no content of the held-out split ever occurs in training, for any seed.
//
//   recall    key value key value ... key -> its value      (associative recall; held out: combinations of asked pair and its place)
//   copy      a b c d | -> a b c d          reverse, sort: likewise, backwards and in order    (held out: sequences)
//   addition  a + b = -> (a + b) mod size                                                     (held out: pairs)
//   dates     "7th of March 2024" -> 2024-03-07, in many spellings, letter by letter          (held out: dates)
//   pronouns  "the animal did not cross the street because it was too tired" -> animal        (held out: combinations of words)
//
// tasks.cpp says of each how tokens are laid out, which stack it suits, and what the split's rule is.
#pragma once
#include <cstddef>
#include <cstdint>

#include "transformer.h"

namespace scaledot {

enum class TaskName : uint32_t { recall, copy, reverse, sort, addition, dates, pronouns };
enum class Split : uint32_t { training, heldOut };

struct TaskConfig {
  TaskName name = TaskName::recall;
  uint32_t size =
      8;  // recall: pairs; copy, reverse, sort: length; addition: modulus; dates, pronouns: not used
  uint32_t symbols = 16;  // recall, copy, reverse, sort: how many different ones
};

// What the task needs of a model: stack (its natural one), vocabulary, length, targetLength. The rest of `shape` stays.
void shapeFor(const TaskConfig& task, TransformerShape& shape);
// A token as text in UTF-8: a word, a letter, a number; special ones as "<pad>", "<start>", "<end>", "=" ...
const char* tokenText(const TaskConfig& task, uint32_t token);

// Where one example goes; pointers into a batch's arrays, lengths as in shapeFor().
struct ExampleRoom {
  uint32_t *tokens, *length, *targets, *targetLength, *labels;
};
void drawExample(const TaskConfig& task, uint64_t seed, Split split, uint64_t index,
                 const ExampleRoom& to);

// dates and pronouns: a visitor's own text as an example without labels. False: the sentence (up to `room` characters of UTF-8,
// zero at the end) says which word or letter came and what is known.
bool encodeText(const TaskConfig& task, const char* text, size_t length, const ExampleRoom& to,
                char* sentence, size_t room);
// pronouns: where in the tokens the pronoun and its antecedent stand; false: not known (other tasks, or no such words).
bool antecedentOf(const TaskConfig& task, const uint32_t* tokens, uint32_t length,
                  uint32_t& pronoun, uint32_t& antecedent);

}  // namespace scaledot
