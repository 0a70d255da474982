// Scores, softmax, normalisation and rotary embedding for JavaScript. The order of the numbers is that
// of web/engine/functions/functions.js, terms.js, norms.js and softmax-gradients.js. Each function tells whether the memory could be had.
#include <emscripten/bind.h>

#include "attention/normalization.h"
#include "attention/rotary.h"
#include "attention/scores.h"
#include "attention/softmax.h"
#include "bindings/record.h"

namespace scaledot {
namespace {

// Scores ------------------------------------------------------------------------------------------

ScoreProblem readScoreProblem(Record& record) {
  ScoreProblem problem;
  problem.kind = static_cast<ScoreKind>(record.whole());
  for (uint32_t* size : {&problem.batch, &problem.queries, &problem.keys, &problem.queryDim,
                         &problem.keyDim, &problem.hidden}) {
    *size = record.whole();
  }
  problem.scale = static_cast<float>(record.number());
  for (const float** array : {&problem.query, &problem.key, &problem.weight, &problem.queryWeight,
                              &problem.keyWeight, &problem.vector}) {
    *array = record.array();
  }
  return problem;
}

bool scoresOf() {
  Record record;
  const ScoreProblem problem = readScoreProblem(record);
  return scores(problem, record.array());
}

// Gives the gradient of the scale.
bool scoresGradientOf() {
  Record record;
  const ScoreProblem problem = readScoreProblem(record);
  const float* gradient = record.array();
  ScoreGradients gradients;
  for (float** array : {&gradients.query, &gradients.key, &gradients.weight, &gradients.queryWeight,
                        &gradients.keyWeight, &gradients.vector}) {
    *array = record.array();
  }
  if (!scoresGradient(problem, gradient, gradients)) return false;
  record.give(gradients.scale);
  return true;
}

// Softmax -----------------------------------------------------------------------------------------

Axis readAxis(Record& record) {
  Axis axis;
  for (size_t* size : {&axis.outer, &axis.count, &axis.inner}) *size = record.whole();
  return axis;
}

template <void compute(const float*, Axis, float*)>
bool alongAxis() {
  Record record;
  const Axis axis = readAxis(record);
  const float* x = record.array();
  compute(x, axis, record.array());
  return true;
}

// The forward function first, then the gradient from what it gave.
template <void forward(const float*, Axis, float*),
          void backward(const float*, const float*, Axis, float*)>
bool gradientAlongAxis() {
  Record record;
  const Axis axis = readAxis(record);
  const float* x = record.array();
  const float* gradient = record.array();
  float* y = record.array();
  forward(x, axis, y);
  backward(y, gradient, axis, record.array());
  return true;
}

bool softmaxJacobianOf() {
  Record record;
  const size_t rows = record.whole(), count = record.whole();
  const float* x = record.array();
  softmaxJacobian(x, rows, count, record.array());
  return true;
}

bool softmaxJacobianGradientOf() {
  Record record;
  const size_t rows = record.whole(), count = record.whole();
  const float* x = record.array();
  const float* gradient = record.array();
  return softmaxJacobianGradient(x, gradient, rows, count, record.array());
}

// Normalisation -----------------------------------------------------------------------------------

NormRows readNormRows(Record& record) {
  NormRows of{};
  of.rows = record.whole();
  of.count = record.whole();
  of.epsilon = record.number();
  of.x = record.array();
  of.weight = record.array();
  return of;
}

bool layerNormOf() {
  Record record;
  const NormRows of = readNormRows(record);
  const float* bias = record.array();
  float* y = record.array();
  float* mean = record.array();
  layerNorm(of, bias, y, mean, record.array());
  return true;
}

bool rmsNormOf() {
  Record record;
  const NormRows of = readNormRows(record);
  float* y = record.array();
  rmsNorm(of, y, record.array());
  return true;
}

bool layerNormGradientOf() {
  Record record;
  const NormRows of = readNormRows(record);
  const float* gradient = record.array();
  float* xGradient = record.array();
  float* weightGradient = record.array();
  return layerNormGradient(of, gradient, xGradient, weightGradient, record.array());
}

bool rmsNormGradientOf() {
  Record record;
  const NormRows of = readNormRows(record);
  const float* gradient = record.array();
  float* xGradient = record.array();
  return rmsNormGradient(of, gradient, xGradient, record.array());
}

// Rotary embedding --------------------------------------------------------------------------------

template <void turn(const float*, size_t, size_t, size_t, bool, const float*, const float*,
                    const uint32_t*, float*)>
bool rotaryOf() {
  Record record;
  const size_t rows = record.whole(), width = record.whole(), rotated = record.whole();
  const bool interleaved = record.flag();
  const float* x = record.array();
  const float* cosine = record.array();
  const float* sine = record.array();
  const uint32_t* tableRow = record.array<uint32_t>();
  turn(x, rows, width, rotated, interleaved, cosine, sine, tableRow, record.array());
  return true;
}

EMSCRIPTEN_BINDINGS(functions) {
  using emscripten::function;
  function("scores", &scoresOf);
  function("scoresGradient", &scoresGradientOf);
  function("softmax", &alongAxis<softmax>);
  function("logSoftmax", &alongAxis<logSoftmax>);
  function("entropy", &alongAxis<entropy>);
  function("softmaxGradient", &gradientAlongAxis<softmax, softmaxGradient>);
  function("logSoftmaxGradient", &gradientAlongAxis<logSoftmax, logSoftmaxGradient>);
  function("softmaxJacobian", &softmaxJacobianOf);
  function("softmaxJacobianGradient", &softmaxJacobianGradientOf);
  function("layerNorm", &layerNormOf);
  function("layerNormGradient", &layerNormGradientOf);
  function("rmsNorm", &rmsNormOf);
  function("rmsNormGradient", &rmsNormGradientOf);
  function("rotate", &rotaryOf<rotate>);
  function("rotateGradient", &rotaryOf<rotateGradient>);
}

}  // namespace
}  // namespace scaledot
