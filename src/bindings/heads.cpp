// Matrices, the terms of their cells, and the algebra of heads for JavaScript. Each function returns false if an allocation
// fails.
#include <emscripten/bind.h>

#include "attention/head_cost.h"
#include "attention/merged_head.h"
#include "attention/parameter_draw.h"
#include "attention/terms.h"
#include "attention/thin_head.h"
#include "bindings/heads_record.h"
#include "lanes/difference.h"
#include "lanes/matrix_stack.h"

namespace scaledot {
namespace {

bool matmulOf() {
  const MatmulRecord in = readMatmul();
  return multiplyStack(in.product, in.to);
}

bool randomTensorOf() {
  const RandomTensorRecord in = readRandomTensor();
  drawParameter(in.seed, tensorOfStream(in.stream), in.rows, in.columns, in.sd, in.to);
  return true;
}

bool differenceOf() {
  const DifferenceRecord in = readDifference();
  give(DifferenceGiven{.difference = largestDifference(in.a, in.b, in.count)});
  return true;
}

bool productTermsOf() {
  const ProductTermsRecord in = readProductTerms();
  ProductTermsGiven given;
  if (!productTerms(in.left, in.right, in.count, in.bias, in.products, given.terms)) return false;
  give(given);
  return true;
}

bool softmaxTermsOf() {
  const SoftmaxTermsRecord in = readSoftmaxTerms();
  SoftmaxTermsGiven given;
  if (!softmaxTerms(in.logits, in.count, in.index, in.exponentials, given.terms)) return false;
  give(given);
  return true;
}

// Heads -------------------------------------------------------------------------------------------

bool headCostOf() {
  give(HeadCostGiven{.cost = headCost(readHeadCost().sizes)});
  return true;
}

template <auto measure>
bool headOf() {
  const SpectrumRecord in = readSpectrum();
  SpectrumGiven given;
  if (!measure(in.modelDim, in.headDim, in.wq, in.wk, in.singularValues, given.head, in.tolerance))
    return false;
  give(given);
  return true;
}

EMSCRIPTEN_BINDINGS(heads) {
  using emscripten::function;
  function("matmul", &matmulOf);
  function("randomTensor", &randomTensorOf);
  function("difference", &differenceOf);
  function("productTerms", &productTermsOf);
  function("softmaxTerms", &softmaxTermsOf);
  function("headCost", &headCostOf);
  function("mergedHead", &headOf<mergedHead>);
  function("thinHead", &headOf<thinHead>);
}

}  // namespace
}  // namespace scaledot
