// Embeddings and weights written by hand, for JavaScript. The order of the numbers is that of web/engine/functions/hand-made.js.
#include "attention/hand_made.h"

#include <emscripten/bind.h>

#include "bindings/record.h"

namespace scaledot {
namespace {

void embed(Record& record) {
  const uint32_t count = record.whole();
  const auto* words = record.array<uint32_t>();
  const auto* kinds = record.array<uint32_t>();
  embedTokens(count, words, kinds, record.array());
}

bool handMadeOf() {
  Record record;
  embed(record);
  const bool alignment = record.flag();
  if (alignment) embed(record);
  HandMadeWeights to{};
  for (float** array : {&to.query, &to.key, &to.value, &to.output}) *array = record.array();
  handMadeWeights(alignment, to);
  return true;
}

EMSCRIPTEN_BINDINGS(handMade) { emscripten::function("handMade", &handMadeOf); }

}  // namespace
}  // namespace scaledot
