// Tasks that a small transformer learns from generated examples. Example i of a split is a function of (seed, split, i) alone.
// What is held out is held out by construction: a hash of what makes the combination decides to which split an example may
// belong, so nothing that the held-out split asks ever occurs in training, for any seed. An eighth of all contents is held out.
//
//   recall    key value key value ... key -> its value                            held out: asked key, its value and its place
//   copy      a b c d | -> a b c d          reverse, sort: likewise, backwards and in order      held out: sequences
//   addition  a + b = -> (a + b) mod size                                         held out: pairs, whatever their order
//   dates     "7th of March 2024" -> 2024-03-07, in many spellings, letter by letter (date_task.h)     held out: dates
//   pronouns  "the animal did not cross the street because it was too tired" -> animal (pronoun_task.h)
//                                                      held out: combinations of both nouns, verb and property
//   text      English prose -> its next characters (text_task.h)            held out: the last tenth of the text, which is the caller's
//
// An example has a source, a prompt as long as its answer, and one label for each token of the prompt. A model of one stack
// reads source and prompt as one row of tokens; one of two reads the source by its encoder and the prompt by its decoder.
//
//            source                       prompt                               labels                 stacks (the first suits best)
//   recall   one token a pair: "c5"       the asked key: "c?"                  its value: "5"         encoder, decoder, encoder-decoder
//   copy     a b c d                      | a b c   (encoder: | | | |)         a b c d                decoder, encoder-decoder, encoder
//   reverse, sort                         likewise                             d c b a; in order      decoder, encoder-decoder, encoder
//   addition a + b                        =                                    the sum                encoder, decoder, encoder-decoder
//   dates    letters                      <start> 2 0 2 4 - 0 3 - 0            2 0 2 4 - 0 3 - 0 7    encoder-decoder
//   pronouns words                        none: the label is the antecedent, at the pronoun           encoder
//   text     characters                   none: the label of each is the next one                     decoder
//
// In recall a pair is one token, so that a single layer can look a key up: its query asks for a key, its key says which key a pair
// has, and its value carries the pair's value. Keys of an example differ; values may repeat. Sorted symbols may repeat, too.
#pragma once
#include <cstddef>
#include <cstdint>

#include "learning/text_task.h"
#include "learning/transformer.h"

namespace scaledot {

enum class TaskName : uint32_t { recall, copy, reverse, sort, addition, dates, pronouns, text };
enum class Split : uint32_t { training, heldOut };

struct TaskConfig {
  TaskName name = TaskName::recall;
  // recall: pairs, at most `symbols`; copy, reverse, sort: length; addition: modulus; text: characters of an example; dates,
  // pronouns: not used
  uint32_t size = 8;
  uint32_t symbols = 16;  // recall, copy, reverse, sort: how many different ones
  // text: what examples are drawn from, and stays the caller's. Without it there are none, but models that learned from one
  // can be made of their checkpoints, and read what a visitor writes.
  Prose prose{};
};

// Limits of taskFits(), below which both splits have examples.
inline constexpr uint32_t kLeastSymbols = 4, kMostSymbols = 32, kLeastPairs = 2, kLeastSequence = 3,
                          kMostSequence = 32, kLeastModulus = 8, kMostModulus = 256;
bool taskFits(const TaskConfig& task);

// The stack that suits the task best.
Stack naturalStack(TaskName name);
// What the task needs of a model: vocabulary, length, targetLength, and the stack, which is kept where the task can do it. The rest
// of `shape` stays. The task must fit, here and below.
void shapeFor(const TaskConfig& task, TransformerShape& shape);
// A token as text in UTF-8: a word, a letter, a number; special ones as "<pad>", "<start>", "=" ... It lies where the next call
// writes its own.
const char* tokenText(const TaskConfig& task, uint32_t token);

// Where one example goes; pointers into a batch's arrays, lengths as in shapeFor(). Targets are for the encoder-decoder alone.
// All of each array is written: padding is token 0, and has no label.
struct ExampleRoom {
  uint32_t *tokens, *length, *targets, *targetLength, *labels;
};
// `stack` is that of shapeFor().
void drawExample(const TaskConfig& task, Stack stack, uint64_t seed, Split split, uint64_t index,
                 const ExampleRoom& to);

// dates and pronouns: a visitor's own text as an example without labels; of a date the prompt is <start> alone. Capitals of sentences,
// blanks at the ends and twice do not matter. text: with labels, at most as long as an example. False: the sentence (up to `room`
// characters of UTF-8, zero at the end) says which word or letter came and what is known.
bool encodeText(const TaskConfig& task, const char* text, size_t length, const ExampleRoom& to,
                char* sentence, size_t room);
// pronouns: where in the tokens the pronoun and its antecedent stand, kNowhere where that is not known (other tasks, or words from
// which the table of pronoun_task.h does not follow). False: one of them is not. The answer to a visitor's text stands at the
// pronoun, of a date at every position of the decoder.
inline constexpr uint32_t kNowhere = 0xffffffffu;
bool antecedentOf(const TaskConfig& task, const uint32_t* tokens, uint32_t length,
                  uint32_t& pronoun, uint32_t& antecedent);

}  // namespace scaledot
