#include "learning/text_task.h"

#include <cstring>

namespace scaledot {
namespace {

constexpr size_t kHeldOutPart = 10;

bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The plain form of a typographic mark, three bytes of UTF-8; null if it is none.
const char* plainMark(const char* text, size_t length) {
  if (length < 3 || std::memcmp(text, "\xe2\x80", 2) != 0) return nullptr;
  switch (text[2]) {
    case '\x93':
    case '\x94':
      return "--";
    case '\x98':
    case '\x99':
      return "'";
    case '\x9c':
    case '\x9d':
      return "\"";
    default:
      return nullptr;
  }
}

const void* letterOf(char c) { return c == 0 ? nullptr : std::strchr(kTextLetters, c); }

size_t characterBytes(const char* text, size_t length) {
  size_t bytes = 1;
  while (bytes < length && bytes < 4 && (text[bytes] & 0xc0) == 0x80) ++bytes;
  return bytes;
}

}  // namespace

bool encodeProse(const char* text, size_t length, uint32_t* tokens, size_t capacity, size_t& count,
                 Text& sentence) {
  size_t breaks = 0, blanks = 0;
  count = 0;
  const auto put = [&](char c) {
    if (count < capacity) {
      tokens[count] = static_cast<uint32_t>(static_cast<const char*>(letterOf(c)) - kTextLetters);
    }
    ++count;
  };
  const auto putBlank = [&] {
    if (blanks > 0 && count > 0) put(breaks > 1 ? '\n' : ' ');
    breaks = blanks = 0;
  };
  for (size_t i = 0; i < length;) {
    if (isBlank(text[i])) {
      ++blanks;
      breaks += text[i++] == '\n';
      continue;
    }
    putBlank();
    if (const char* mark = plainMark(text + i, length - i)) {
      for (; *mark != 0; ++mark) put(*mark);
      i += 3;
    } else if (letterOf(text[i]) != nullptr) {
      put(text[i++]);
    } else {
      sentence.add("A text with ");
      sentence.addQuoted(text + i, characterBytes(text + i, length - i));
      sentence.add(" came; it was expected in English letters, digits, blanks and ");
      sentence.add("! \" & ' ( ) , - . : ; ?");
      return false;
    }
  }
  putBlank();
  if (count > 0 && count <= capacity) return true;
  if (count == 0) {
    sentence.add("No text came; English prose was expected.");
  } else {
    sentence.add("A text of ").add(uint64_t{count}).add(" characters came; at most ");
    sentence.add(uint64_t{capacity}).add(" were expected.");
  }
  return false;
}

bool proseFits(const Prose& prose, uint32_t size) {
  return prose.count / kHeldOutPart > size && size >= kLeastWindow && size <= kMostWindow;
}

size_t heldOutBegin(const Prose& prose) { return prose.count - prose.count / kHeldOutPart; }

uint32_t heldOutWindows(const Prose& prose, uint32_t size) {
  return 1 +
         static_cast<uint32_t>((prose.count - heldOutBegin(prose) - size - 1) / (size - size / 2));
}

size_t heldOutWindow(const Prose& prose, uint32_t size, uint64_t index) {
  return heldOutBegin(prose) +
         static_cast<size_t>(index % heldOutWindows(prose, size)) * (size - size / 2);
}

size_t trainingWindow(const Prose& prose, uint32_t size, Draws& draws) {
  return draws.below(static_cast<uint32_t>(heldOutBegin(prose)) - size);
}

}  // namespace scaledot
