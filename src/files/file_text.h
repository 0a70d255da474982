// Reading and writing the headers of files: a text buffer of fixed capacity, and a scanner that stays within its bytes.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

struct TextSpan {
  uint32_t begin, length;
};

// Text in a buffer of the caller's. Characters that do not fit are dropped.
class Text {
 public:
  Text(char* characters, uint32_t capacity) : characters_(characters), capacity_(capacity) {}

  Text& add(char c) {
    if (length_ < capacity_) characters_[length_++] = c;
    return *this;
  }
  Text& add(const char* words);
  Text& add(uint64_t number);
  Text& add(const char* characters, size_t count);
  // Adds double quotes and JSON's escapes. Cuts the UTF-8 text after `most` characters.
  Text& addQuoted(const char* characters, size_t count, size_t most = SIZE_MAX);
  Text& addCharacter(uint32_t codePoint);  // as UTF-8

  const char* data() const { return characters_; }
  uint32_t length() const { return length_; }
  bool full() const { return length_ == capacity_; }
  void cut(uint32_t length) { length_ = length; }
  void set(size_t place, char c) { characters_[place] = c; }

 private:
  char* characters_;
  uint32_t capacity_, length_ = 0;
};

bool same(const Text& text, TextSpan span, const char* word);

// Reads tokens one after the other. On an unexpected token it returns false and writes a sentence: which byte of the file it
// got, and what was expected.
class Scanner {
 public:
  // The bytes from `begin` to `end` of a file.
  Scanner(const unsigned char* bytes, size_t begin, size_t end, Text& sentence)
      : bytes_(bytes), at_(begin), end_(end), sentence_(sentence) {}

  bool take(char c);  // skips blanks; false without a sentence if something else follows
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
