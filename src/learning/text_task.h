// English prose, character by character: predict the next one. The caller owns the text. Its last tenth is held out.
//
// Blanks, with at most one line break, become one blank. An empty line, or several, becomes one line break. Blanks at the
// start are dropped. Typographic quotation marks, apostrophes and dashes become " ' --.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"
#include "learning/task_draws.h"

namespace scaledot {

inline constexpr char kTextLetters[] =
    "\n !\"&'(),-.0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
inline constexpr uint32_t kTextVocabulary = sizeof kTextLetters - 1;
inline constexpr uint32_t kLeastWindow = 16, kMostWindow = 256;  // characters of an example

// Converts text to at most `capacity` tokens; there are never more tokens than bytes. Returns false if the text is refused.
bool encodeProse(const char* text, size_t length, uint32_t* tokens, size_t capacity, size_t& count,
                 Text& sentence);

// A whole text as tokens.
struct Prose {
  const uint32_t* tokens = nullptr;
  size_t count = 0;
};
// Whether both parts have windows of that size and one more character; and the begin of the held-out part.
bool proseFits(const Prose& prose, uint32_t size);
size_t heldOutBegin(const Prose& prose);

// Held-out windows begin half a window apart, and only their second halves have labels. So every label has at least half a
// window of context, and no character is a label twice. The functions return the begin of a window. After the last held-out
// window the first one follows again.
uint32_t heldOutWindows(const Prose& prose, uint32_t size);
size_t heldOutWindow(const Prose& prose, uint32_t size, uint64_t index);
size_t trainingWindow(const Prose& prose, uint32_t size, Draws& draws);

}  // namespace scaledot
