// The parts of networks other than attention, for JavaScript. Each function returns false if an allocation fails.
#include <emscripten/bind.h>

#include "bindings/network_record.h"
#include "learning/optimizer.h"
#include "network/label_loss.h"
#include "network/linear.h"
#include "network/pointwise.h"
#include "network/positions.h"

namespace scaledot {
namespace {

bool linearOf() {
  const LinearRecord in = readLinear();
  return linear(in.rows, in.x, in.weight, in.bias, in.add, in.y);
}

bool linearGradientOf() {
  const LinearGradientRecord in = readLinearGradient();
  return linearGradient(in.rows, in.x, in.weight, in.outputGradient, in.gradients);
}

bool pointwiseGradientOf() {
  const PointwiseGradientRecord in = readPointwiseGradient();
  pointwiseGradient(in.activation, in.x, in.outputGradient, in.count, in.xGradient);
  return true;
}

bool optimizerStepOf() {
  const OptimizerStepRecord in = readOptimizerStep();
  optimizerStep(in.rule, in.count, in.parameters, in.gradients, in.state, in.nextParameters,
                in.next);
  return true;
}

bool decodeOf() {
  const DecodeRecord in = readDecode();
  decode(in.bytes, in.type, in.count, in.numbers);
  return true;
}

bool pointwiseOf() {
  const PointwiseRecord in = readPointwise();
  pointwise(in.what, in.x, in.count, in.y);
  return true;
}

bool rotaryTableOf() {
  const RotaryTableRecord in = readRotaryTable();
  rotaryTable(in.angles, in.positions, in.cosine, in.sine);
  return true;
}

bool relativeBiasOf() {
  const RelativeBiasRecord in = readRelativeBias();
  relativeBias(in.of, in.table, in.queries, in.keys, in.to);
  return true;
}

// Adds the loss of these rows to that of the previous rows.
bool crossEntropyOf() {
  const CrossEntropyRecord in = readCrossEntropy();
  LabelLoss loss = in.before;
  addRows(in.rows, in.vocabulary, in.logits, in.labels, loss);
  writeReturned(CrossEntropyReturned{
      .sum = loss.sum, .rows = loss.rows, .mean = loss.mean(), .perplexity = loss.perplexity()});
  return true;
}

EMSCRIPTEN_BINDINGS(network) {
  using emscripten::function;
  function("linear", &linearOf);
  function("linearGradient", &linearGradientOf);
  function("pointwiseGradient", &pointwiseGradientOf);
  function("optimizerStep", &optimizerStepOf);
  function("decode", &decodeOf);
  function("pointwise", &pointwiseOf);
  function("rotaryTable", &rotaryTableOf);
  function("relativeBias", &relativeBiasOf);
  function("crossEntropy", &crossEntropyOf);
}

}  // namespace
}  // namespace scaledot
