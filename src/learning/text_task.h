// English prose, character by character: what comes next. The text is the caller's; its last tenth is held out.
//
// Read as prose: blanks and a line break are one blank, an empty line is one line break, whatever there is of them; none at the
// start. Typographic quotation marks, apostrophes and dashes become " ' --.
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

// At most `room` characters to tokens, of which there are never more than bytes. False: refused.
bool encodeProse(const char* text, size_t length, uint32_t* tokens, size_t room, size_t& count,
                 Text& sentence);

// A whole text as tokens.
struct Prose {
  const uint32_t* tokens = nullptr;
  size_t count = 0;
};
// Whether both of its parts have windows of that size and a character behind; and where the held-out one begins.
bool proseFits(const Prose& prose, uint32_t size);
size_t heldOutBegin(const Prose& prose);

// Held-out windows begin half a window apart, and only their second halves have labels: each of them half a window or more
// of what was before it, and none twice. Windows are given by where they begin; behind the last held-out one they come over again.
uint32_t heldOutWindows(const Prose& prose, uint32_t size);
size_t heldOutWindow(const Prose& prose, uint32_t size, uint64_t index);
size_t trainingWindow(const Prose& prose, uint32_t size, Draws& draws);

}  // namespace scaledot
