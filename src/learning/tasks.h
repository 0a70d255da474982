// Tasks that a small transformer learns from generated examples. Example i of a split depends on (seed, split, i) alone. A
// hash of the content of an example decides its split, so no content of the held-out split ever occurs in training, for any
// seed. An eighth of all contents is held out.
//
//   recall    key value key value ... key -> its value                            held out: asked key, its value and its place
//   copy      a b c d | -> a b c d          reverse, sort: the same, backwards and in order      held out: sequences
//   addition  a + b = -> (a + b) mod size                                         held out: pairs, in either order
//   dates     "7th of March 2024" -> 2024-03-07, in many spellings, letter by letter (date_task.h)     held out: dates
//   pronouns  "the animal did not cross the street because it was too tired" -> animal (pronoun_task.h)
//                                                      held out: combinations of both nouns, verb and property
//   text      English prose -> its next characters (text_task.h)            held out: the last tenth of the caller's text
//
// An example has a source, a prompt as long as its answer, and one label for each token of the prompt. A model with one
// stack reads source and prompt as one sequence. With two stacks, the encoder reads the source and the decoder the prompt.
//
//            source                       prompt                               labels                 stacks (the first suits best)
//   recall   one token a pair: "c5"       the asked key: "c?"                  its value: "5"         encoder, decoder, encoder-decoder
//   copy     a b c d                      | a b c   (encoder: | | | |)         a b c d                decoder, encoder-decoder, encoder
//   reverse, sort                         as copy                              d c b a; in order      decoder, encoder-decoder, encoder
//   addition a + b                        =                                    the sum                encoder, decoder, encoder-decoder
//   dates    letters                      <start> 2 0 2 4 - 0 3 - 0            2 0 2 4 - 0 3 - 0 7    encoder-decoder
//   pronouns words                        none: the label is the antecedent, at the pronoun           encoder
//   text     characters                   none: the label of each is the next one                     decoder
//
// In recall a pair is one token, so that a single layer can look up a key: the query is the key that is asked for, the key
// of attention is the key of a pair, and the value is its value. The keys of an example are distinct. Values, and symbols in
// sort, may repeat.
#pragma once
#include <cstddef>
#include <cstdint>

#include "learning/text_task.h"
#include "learning/transformer.h"
#include "shared/training_options.h"

namespace scaledot {

enum class TaskName : uint32_t { recall, copy, reverse, sort, addition, dates, pronouns, text };
enum class Split : uint32_t { training, heldOut };

struct TaskConfig {
  TaskName name = TaskName::recall;
  // recall: pairs, at most `symbols`; copy, reverse, sort: length; addition: modulus; text: characters of an example; dates,
  // pronouns: not used
  uint32_t size = trainingDefaults::size;
  // recall, copy, reverse, sort: size of the alphabet
  uint32_t symbols = trainingDefaults::symbols;
  // text: the text of the examples, owned by the caller. Without it there are no examples, but models can be loaded from
  // checkpoints, and can read a visitor's text.
  Prose prose{};
};

// Within the limits of shared/training_options.h both splits have examples.
bool taskFits(const TaskConfig& task);

// Returns the stack that suits the task best.
Stack naturalStack(TaskName name);
// Sets vocabulary, length and targetLength for the task, and the stack if the task does not support it. The rest of `shape`
// is unchanged. The task must fit, here and below.
void shapeFor(const TaskConfig& task, TransformerShape& shape);
// A token as UTF-8 text: a word, a letter, a number, or special ones such as "<pad>", "<start>", "=". The next call
// overwrites it.
const char* tokenText(const TaskConfig& task, uint32_t token);

// The buffers of one example: pointers into the arrays of a batch, with the lengths of shapeFor(). Targets are only for the
// encoder-decoder. The arrays are written to their ends; padding is token 0 without a label.
struct ExampleBuffers {
  uint32_t *tokens, *length, *targets, *targetLength, *labels;
};
// `stack` is the one from shapeFor().
void drawExample(const TaskConfig& task, Stack stack, uint64_t seed, Split split, uint64_t index,
                 const ExampleBuffers& to);

// dates and pronouns: converts a visitor's text to an example without labels; the prompt of a date is only <start>. Capitals
// of sentences and repeated or outer blanks are ignored. text: with labels, at most as long as an example. Returns false if
// the text is refused; the sentence (up to `capacity` characters of UTF-8, with a zero at the end) then says which word or
// letter it got, and which are known.
bool encodeText(const TaskConfig& task, const char* text, size_t length, const ExampleBuffers& to,
                char* sentence, size_t capacity);
// pronouns: the positions of the pronoun and its antecedent among the tokens; kNowhere if unknown (other tasks, or words to
// which the table of pronoun_task.h does not apply). Returns false if one of them is unknown. The answer to a visitor's text
// is at the pronoun, that of a date at every position of the decoder.
inline constexpr uint32_t kNowhere = 0xffffffffu;
bool antecedentOf(const TaskConfig& task, const uint32_t* tokens, uint32_t length,
                  uint32_t& pronoun, uint32_t& antecedent);

}  // namespace scaledot
