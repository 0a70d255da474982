#include "files/file_text.h"

#include <cstring>

namespace scaledot {
namespace {

constexpr uint64_t kMostWhole = uint64_t{1} << 53;

// Returns the length in bytes of the UTF-8 character at the start; 0 if it is not valid UTF-8.
size_t characterLength(const unsigned char* bytes, size_t count) {
  const unsigned char first = bytes[0];
  if (first < 0x80) return 1;
  const size_t length = first < 0xc2   ? 0
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                        : first < 0xf5 ? 4
                                       : 0;
  if (length == 0 || length > count) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
  }
  // Overlong, a surrogate, or beyond U+10FFFF.
  const unsigned char second = bytes[1];
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90)) {
    return 0;
  }
  return length;
}

bool isDigit(unsigned char c) { return c >= '0' && c <= '9'; }

}  // namespace

Text& Text::add(const char* words) { return add(words, std::strlen(words)); }

Text& Text::add(const char* characters, size_t count) {
  for (size_t i = 0; i < count; ++i) add(characters[i]);
  return *this;
}

Text& Text::add(uint64_t number) {
  char digits[20];
  size_t first = sizeof digits;
  do {
    digits[--first] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  return add(digits + first, sizeof digits - first);
}

Text& Text::addQuoted(const char* characters, size_t count, size_t most) {
  constexpr char kHex[] = "0123456789abcdef";
  add('"');
  size_t written = 0;
  for (size_t i = 0; i < count; ++i) {
    const char c = characters[i];
    const unsigned char byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80 && ++written > most) {
      add("...");
      break;
    }
    if (byte < 0x20 || byte == 0x7f) {
      add("\\u00").add(kHex[byte >> 4]).add(kHex[byte & 15]);
    } else {
      if (c == '"' || c == '\\') add('\\');
      add(c);
    }
  }
  return add('"');
}

Text& Text::addCharacter(uint32_t code) {
  const auto tail = [&](int shift) { add(static_cast<char>(0x80 | ((code >> shift) & 0x3f))); };
  if (code < 0x80) return add(static_cast<char>(code));
  if (code < 0x800) {
    add(static_cast<char>(0xc0 | (code >> 6)));
  } else {
    if (code < 0x10000) {
      add(static_cast<char>(0xe0 | (code >> 12)));
    } else {
      add(static_cast<char>(0xf0 | (code >> 18)));
      tail(12);
    }
    tail(6);
  }
  tail(0);
  return *this;
}

bool same(const Text& text, TextSpan span, const char* word) {
  return std::strlen(word) == span.length &&
         std::memcmp(text.data() + span.begin, word, span.length) == 0;
}

// Scanner -----------------------------------------------------------------------------------------

void Scanner::skipBlanks() {
  while (atBlank()) ++at_;
}

bool Scanner::refuse(const char* expected) {
  sentence_.add("got ");
  if (at_ >= end_) {
    sentence_.add("the end of the header");
  } else if (bytes_[at_] > 0x20 && bytes_[at_] < 0x7f) {
    const char c = static_cast<char>(bytes_[at_]);
    sentence_.addQuoted(&c, 1);
  } else {
    sentence_.add("a byte of value ").add(uint64_t{bytes_[at_]});
  }
  sentence_.add(" at byte ").add(uint64_t{at_}).add("; expected ").add(expected);
  return false;
}

bool Scanner::take(char c) {
  skipBlanks();
  if (at_ >= end_ || bytes_[at_] != static_cast<unsigned char>(c)) return false;
  ++at_;
  return true;
}

bool Scanner::take(const char* word) {
  skipBlanks();
  const size_t length = std::strlen(word);
  if (end_ - at_ < length || std::memcmp(bytes_ + at_, word, length) != 0) return false;
  at_ += length;
  return true;
}

bool Scanner::expect(char c) {
  const char expected[] = {'"', c, '"', '\0'};
  return take(c) || refuse(expected);
}

bool Scanner::expectEnd() {
  skipBlanks();
  return at_ == end_ || refuse("blanks until the header ends");
}

bool Scanner::whole(uint64_t& number) {
  skipBlanks();
  const size_t first = at_;
  if (first >= end_ || !isDigit(bytes_[first])) return refuse("a whole number");
  number = 0;
  for (; at_ < end_ && isDigit(bytes_[at_]); ++at_) {
    if (at_ > first && bytes_[first] == '0') return refuse("a number without zeros in front");
    number = 10 * number + (bytes_[at_] - '0');
    if (number > kMostWhole) return refuse("a number of at most 2^53");
  }
  const bool real = at_ < end_ && (bytes_[at_] == '.' || (bytes_[at_] | 0x20) == 'e');
  return !real || refuse("a whole number");
}

bool Scanner::hex(uint32_t& unit) {
  unit = 0;
  for (int digit = 0; digit < 4; ++digit, ++at_) {
    const unsigned char c = at_ < end_ ? bytes_[at_] : 0, letter = c | 0x20;
    if (isDigit(c)) {
      unit = 16 * unit + (c - '0');
    } else if (letter >= 'a' && letter <= 'f') {
      unit = 16 * unit + (letter - 'a' + 10);
    } else {
      return refuse("four hexadecimal digits");
    }
  }
  return true;
}

bool Scanner::escape(Text& text) {
  constexpr char kNames[] = "\"\\/bfnrt", kMeanings[] = "\"\\/\b\f\n\r\t";
  const unsigned char name = at_ < end_ ? bytes_[at_] : 0;
  if (name != 'u') {
    const char* found = name == 0 ? nullptr : std::strchr(kNames, name);
    if (found == nullptr) return refuse("an escape of JSON");
    text.add(kMeanings[found - kNames]);
    ++at_;
    return true;
  }
  ++at_;
  uint32_t code, low;
  if (!hex(code)) return false;
  if ((code & 0xf800) == 0xd800) {  // a surrogate
    if (code >= 0xdc00 || end_ - at_ < 2 || bytes_[at_] != '\\' || bytes_[at_ + 1] != 'u') {
      return refuse("both halves of a surrogate pair");
    }
    at_ += 2;
    if (!hex(low)) return false;
    if ((low & 0xfc00) != 0xdc00) return refuse("both halves of a surrogate pair");
    code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
  }
  text.addCharacter(code);
  return true;
}

bool Scanner::character(Text& text) {
  if (at_ >= end_ || bytes_[at_] < 0x20) return refuse("the rest of a string");
  const size_t length = characterLength(bytes_ + at_, end_ - at_);
  if (length == 0) return refuse("UTF-8");
  text.add(reinterpret_cast<const char*>(bytes_ + at_), length);
  at_ += length;
  return true;
}

bool Scanner::string(Text& text, TextSpan& span) {
  if (!take('"')) return refuse("a string");
  span.begin = text.length();
  while (at_ >= end_ || bytes_[at_] != '"') {
    const bool escaped = at_ < end_ && bytes_[at_] == '\\';
    if (escaped) ++at_;
    if (!(escaped ? escape(text) : character(text))) return false;
  }
  ++at_;
  span.length = text.length() - span.begin;
  return true;
}

bool Scanner::literal(Text& text, TextSpan& span) {
  const bool single = take('\'');
  if (!single && !take('"')) return refuse("a string");
  const unsigned char quote = single ? '\'' : '"';
  span.begin = text.length();
  while (at_ >= end_ || bytes_[at_] != quote) {
    if (at_ < end_ && bytes_[at_] == '\\') return refuse("a string without escapes");
    if (!character(text)) return false;
  }
  ++at_;
  span.length = text.length() - span.begin;
  return true;
}

}  // namespace scaledot
