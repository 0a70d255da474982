// Scores, softmax, normalisation and rotary embedding for JavaScript. Each function returns false if an allocation fails.
#include <emscripten/bind.h>

#include "attention/normalization.h"
#include "attention/rotary.h"
#include "attention/scores.h"
#include "attention/softmax.h"
#include "bindings/functions_record.h"

namespace scaledot {
namespace {

// Scores ------------------------------------------------------------------------------------------

bool scoresOf() {
  const ScoresRecord in = readScores();
  return scores(in.problem, in.to);
}

bool scoresGradientOf() {
  ScoresGradientRecord in = readScoresGradient();
  if (!scoresGradient(in.problem, in.outputGradient, in.gradients)) return false;
  writeReturned(ScoresGradientReturned{.scale = in.gradients.scale});
  return true;
}

// Softmax -----------------------------------------------------------------------------------------

template <void compute(const float*, Axis, float*)>
bool alongAxis() {
  const AlongAxisRecord in = readAlongAxis();
  compute(in.x, in.axis, in.to);
  return true;
}

// Computes the forward function, then the gradient from its result.
template <void forward(const float*, Axis, float*),
          void backward(const float*, const float*, Axis, float*)>
bool gradientAlongAxis() {
  const GradientAlongAxisRecord in = readGradientAlongAxis();
  forward(in.x, in.axis, in.y);
  backward(in.y, in.outputGradient, in.axis, in.xGradient);
  return true;
}

bool logSoftmaxJvpOf() {
  const LogSoftmaxJvpRecord in = readLogSoftmaxJvp();
  softmax(in.x, in.axis, in.weights);
  logSoftmaxJvp(in.weights, in.tangent, in.axis, in.to);
  return true;
}

bool softmaxJacobianOf() {
  const SoftmaxJacobianRecord in = readSoftmaxJacobian();
  softmaxJacobian(in.x, in.rows, in.count, in.jacobian);
  return true;
}

bool softmaxJacobianGradientOf() {
  const SoftmaxJacobianGradientRecord in = readSoftmaxJacobianGradient();
  return softmaxJacobianGradient(in.x, in.outputGradient, in.rows, in.count, in.xGradient);
}

// Normalisation -----------------------------------------------------------------------------------

bool layerNormOf() {
  const LayerNormRecord in = readLayerNorm();
  layerNorm(in.of, in.bias, in.y, in.mean, in.inverseStd);
  return true;
}

bool rmsNormOf() {
  const RmsNormRecord in = readRmsNorm();
  rmsNorm(in.of, in.y, in.inverseRms);
  return true;
}

bool layerNormGradientOf() {
  const LayerNormGradientRecord in = readLayerNormGradient();
  return layerNormGradient(in.of, in.outputGradient, in.xGradient, in.weightGradient,
                           in.biasGradient);
}

bool rmsNormGradientOf() {
  const RmsNormGradientRecord in = readRmsNormGradient();
  return rmsNormGradient(in.of, in.outputGradient, in.xGradient, in.weightGradient);
}

// Rotary embedding --------------------------------------------------------------------------------

template <void turn(const float*, size_t, size_t, size_t, bool, const float*, const float*,
                    const uint32_t*, float*)>
bool rotaryOf() {
  const RotaryRecord in = readRotary();
  turn(in.x, in.rows, in.width, in.rotated, in.interleaved, in.cosine, in.sine, in.tableRow, in.y);
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
  function("logSoftmaxJvp", &logSoftmaxJvpOf);
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
