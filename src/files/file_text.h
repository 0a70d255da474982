// Text on its way from and to headers of files: a buffer that is written to its end and no further, and a scanner that
// reads no further than the bytes that are there.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

struct TextSpan {
  uint32_t begin, length;
};

// Characters in room that belongs to the caller. What does not fit is left out.
class Text {
 public:
  Text(char* characters, uint32_t room) : characters_(characters), room_(room) {}

  Text& add(char c) {
    if (length_ < room_) characters_[length_++] = c;
    return *this;
  }
  Text& add(const char* words);
  Text& add(uint64_t number);
  Text& add(const char* characters, size_t count);
  // In double quotes and with JSON's escapes; of UTF-8 that is longer than `most` characters the beginning.
  Text& addQuoted(const char* characters, size_t count, size_t most = SIZE_MAX);
  Text& addCharacter(uint32_t codePoint);  // as UTF-8

  const char* data() const { return characters_; }
  uint32_t length() const { return length_; }
  bool full() const { return length_ == room_; }
  void cut(uint32_t length) { length_ = length; }
  void set(size_t place, char c) { characters_[place] = c; }

 private:
  char* characters_;
  uint32_t room_, length_ = 0;
};

bool same(const Text& text, TextSpan span, const char* word);

// Reads tokens one after the other. What is not there is refused: false, and the sentence says which byte of the file came
// and what was expected.
class Scanner {
 public:
  // The bytes from `begin` to `end` of a file.
  Scanner(const unsigned char* bytes, size_t begin, size_t end, Text& sentence)
      : bytes_(bytes), at_(begin), end_(end), sentence_(sentence) {}

  bool take(char c);  // after blanks; false where something else follows, which is no refusal
  bool take(const char* word);
  bool expect(char c);
  bool expectEnd();
  bool whole(uint64_t& number);              // at most 2^53, digits alone
  bool string(Text& text, TextSpan& span);   // of JSON
  bool literal(Text& text, TextSpan& span);  // of Python, in ' or ", without escapes
  bool refuse(const char* expected);
  size_t at() const { return at_; }
  bool atBlank() const { return at_ < end_ && isBlank(bytes_[at_]); }

 private:
  static bool isBlank(unsigned char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  void skipBlanks();
  bool escape(Text& text);
  bool hex(uint32_t& unit);
  bool character(Text& text);

  const unsigned char* bytes_;
  size_t at_, end_;
  Text& sentence_;
};

}  // namespace scaledot
