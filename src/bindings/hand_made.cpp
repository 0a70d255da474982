// Embeddings and weights written by hand, for JavaScript.
#include "attention/hand_made.h"

#include <emscripten/bind.h>

#include "bindings/hand_made_record.h"

namespace scaledot {
namespace {

// Writes the embeddings of every sentence, and the weights of all heads. For two sentences the only head is the one that
// aligns them.
bool handMadeOf() {
  const HandMadeRecord in = readHandMade();
  for (uint32_t i = 0; i < in.sentenceCount; ++i) {
    const Sentence& of = in.sentences[i];
    embedTokens(of.count, of.words, of.kinds, of.embeddings);
  }
  handMadeWeights(in.sentenceCount > 1, in.weights);
  return true;
}

EMSCRIPTEN_BINDINGS(handMade) { emscripten::function("handMade", &handMadeOf); }

}  // namespace
}  // namespace scaledot
