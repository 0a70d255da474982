// Texts for the task `text`.
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "learning/text_task.h"

namespace scaledot::testing {

inline std::vector<uint32_t> tokensOf(const std::string& text) {
  std::vector<uint32_t> tokens(text.size());
  size_t count = 0;
  char buffer[200];
  Text sentence(buffer, sizeof buffer);
  EXPECT_TRUE(encodeProse(text.data(), text.size(), tokens.data(), tokens.size(), count, sentence))
      << std::string(buffer, sentence.length());
  tokens.resize(count);
  return tokens;
}

inline std::string lettersOf(const uint32_t* tokens, size_t count) {
  std::string letters;
  for (size_t i = 0; i < count; ++i) letters += kTextLetters[tokens[i]];
  return letters;
}

// Reads the training text of the model in web/models.
inline std::vector<uint32_t> novel() {
  std::ifstream file(SCALEDOT_SOURCE_DIR "/scripts/texts/persuasion.txt", std::ios::binary);
  return tokensOf({std::istreambuf_iterator<char>(file), {}});
}

}  // namespace scaledot::testing
