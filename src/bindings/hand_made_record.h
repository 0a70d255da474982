// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "attention/hand_made.h"
#include "bindings/record.h"

namespace scaledot {

struct Sentence {
  uint32_t count;
  const uint32_t* words;
  const uint32_t* kinds;
  float* embeddings;
};

inline void readSentence(Record& record, Sentence& to) {
  to.count = record.whole();
  to.words = record.array<uint32_t>();
  to.kinds = record.array<uint32_t>();
  to.embeddings = record.array();
}

inline void readWeightPlaces(Record& record, HandMadeWeights& to) {
  to.query = record.array();
  to.key = record.array();
  to.value = record.array();
  to.output = record.array();
}

struct HandMadeRecord {
  uint32_t sentenceCount;
  Sentence sentences[kHandMadeSentences];
  HandMadeWeights weights;
};

inline HandMadeRecord readHandMade() {
  Record record;
  HandMadeRecord to;
  static_assert(kHandMadeSentences == 2);
  to.sentenceCount = record.whole();
  for (uint32_t i = 0; i < to.sentenceCount; ++i) {
    readSentence(record, to.sentences[i]);
  }
  readWeightPlaces(record, to.weights);
  return to;
}

}  // namespace scaledot
