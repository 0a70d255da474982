// A JSON parser for the files of the tests, which are trusted. A malformed file fails the test.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace scaledot::testing {

struct Json {
  double number = 0;  // true and false: 1 and 0
  std::string text;
  std::vector<Json> list;
  std::vector<std::string> names;  // of an object, in the order of the file
  std::map<std::string, Json> members;

  bool has(const std::string& name) const { return members.count(name) != 0; }
  const Json& operator[](const std::string& name) const {
    const auto found = members.find(name);
    if (found != members.end()) return found->second;
    ADD_FAILURE() << "the file has no " << name;
    static const Json none;
    return none;
  }
  std::vector<double> numbers() const {
    std::vector<double> all;
    for (const Json& value : list) all.push_back(value.number);
    return all;
  }
};

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : rest_(text) {}

  Json read() {
    Json value;
    switch (next()) {
      case '{':
        each('}', [&] {
          const std::string name = string();
          take(':');
          value.names.push_back(name);
          value.members[name] = read();
        });
        break;
      case '[':
        each(']', [&] { value.list.push_back(read()); });
        break;
      case '"':
        value.text = string();
        break;
      case 't':
      case 'f':
      case 'n':
        value.number = next() == 't' ? 1 : 0;
        rest_.remove_prefix(next() == 'f' ? 5 : 4);
        break;
      default:
        value.number = number();
    }
    return value;
  }

 private:
  char next() {
    while (!rest_.empty() && std::string_view(" \n\r\t").find(rest_[0]) != std::string_view::npos)
      rest_.remove_prefix(1);
    return rest_.empty() ? '\0' : rest_[0];
  }
  void take(char c) {
    if (next() != c) FAIL() << "expected " << c << " before: " << rest_.substr(0, 40);
    rest_.remove_prefix(1);
  }
  template <typename Read>
  void each(char close, Read read) {
    rest_.remove_prefix(1);
    while (next() != close && !rest_.empty()) {
      read();
      if (next() != close) take(',');
      if (::testing::Test::HasFailure()) return;
    }
    if (!rest_.empty()) rest_.remove_prefix(1);
  }
  std::string string() {  // without escapes
    take('"');
    const size_t length = std::min(rest_.find('"'), rest_.size());
    const std::string text(rest_.substr(0, length));
    rest_.remove_prefix(std::min(length + 1, rest_.size()));
    return text;
  }
  double number() {
    const std::string digits(rest_.substr(0, rest_.find_first_of(",]} \n")));
    rest_.remove_prefix(digits.size());
    return std::strtod(digits.c_str(), nullptr);
  }

  std::string_view rest_;
};

// Reads a file below the project's folder.
inline Json readJson(const std::string& path) {
  std::ifstream file(std::filesystem::path(SCALEDOT_SOURCE_DIR) / path);
  EXPECT_TRUE(file.good()) << path;
  std::stringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  return JsonReader(all).read();
}

}  // namespace scaledot::testing
