// What networks have beside attention, for JavaScript. The order of the numbers is that of web/engine/functions/network.js.
// Each function tells whether the memory could be had.
#include <emscripten/bind.h>

#include "bindings/record.h"
#include "network/label_loss.h"
#include "network/linear.h"
#include "network/pointwise.h"
#include "network/positions.h"

namespace scaledot {
namespace {

bool linearOf() {
  Record record;
  const uint32_t rows = record.whole();
  FileMatrix weight{};
  weight.in = record.whole();
  weight.out = record.whole();
  weight.transposed = record.flag();
  weight.type = static_cast<NumberType>(record.whole());
  const float* x = record.array();
  weight.bytes = record.array<unsigned char>();
  const float* bias = record.array();
  const float* add = record.array();
  return linear(rows, x, weight, bias, add, record.array());
}

bool decodeOf() {
  Record record;
  const auto type = static_cast<NumberType>(record.whole());
  const uint32_t count = record.whole();
  const unsigned char* bytes = record.array<unsigned char>();
  decode(bytes, type, count, record.array());
  return true;
}

bool pointwiseOf() {
  Record record;
  Pointwise what;
  what.activation = static_cast<PointActivation>(record.whole());
  what.scale = static_cast<float>(record.number());
  const uint32_t count = record.whole();
  const float* x = record.array();
  what.gate = record.array();
  what.add = record.array();
  pointwise(what, x, count, record.array());
  return true;
}

bool rotaryTableOf() {
  Record record;
  const uint32_t positions = record.whole();
  RotaryAngles angles;
  angles.rotated = record.whole();
  angles.base = record.number();
  angles.stretch = static_cast<RotaryStretch>(record.whole());
  for (double* number : {&angles.factor, &angles.low, &angles.high, &angles.original}) {
    *number = record.number();
  }
  float* cosine = record.array();
  rotaryTable(angles, positions, cosine, record.array());
  return true;
}

bool relativeBiasOf() {
  Record record;
  const uint32_t queries = record.whole(), keys = record.whole();
  RelativeBuckets of{};
  of.buckets = record.whole();
  of.heads = record.whole();
  of.maxDistance = record.whole();
  of.bidirectional = record.flag();
  const float* table = record.array();
  relativeBias(of, table, queries, keys, record.array());
  return true;
}

// Takes and gives sum and count of the rows so far, then gives their mean and its exponential.
bool crossEntropyOf() {
  Record record;
  LabelLoss loss;
  loss.sum = record.number();
  loss.rows = record.number();
  const uint32_t rows = record.whole(), vocabulary = record.whole();
  const float* logits = record.array();
  addRows(rows, vocabulary, logits, record.array<uint32_t>(), loss);
  record.give(loss.sum, loss.rows, loss.mean(), loss.perplexity());
  return true;
}

EMSCRIPTEN_BINDINGS(network) {
  using emscripten::function;
  function("linear", &linearOf);
  function("decode", &decodeOf);
  function("pointwise", &pointwiseOf);
  function("rotaryTable", &rotaryTableOf);
  function("relativeBias", &relativeBiasOf);
  function("crossEntropy", &crossEntropyOf);
}

}  // namespace
}  // namespace scaledot
