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
  writeReturned(DifferenceReturned{.difference = largestDifference(in.a, in.b, in.count)});
  return true;
}

bool productTermsOf() {
  const ProductTermsRecord in = readProductTerms();
  ProductTermsReturned returned;
  if (!productTerms(in.left, in.right, in.count, in.bias, in.products, returned.terms))
    return false;
  writeReturned(returned);
  return true;
}

bool softmaxTermsOf() {
  const SoftmaxTermsRecord in = readSoftmaxTerms();
  SoftmaxTermsReturned returned;
  if (!softmaxTerms(in.logits, in.count, in.index, in.exponentials, returned.terms)) return false;
  writeReturned(returned);
  return true;
}

// Heads -------------------------------------------------------------------------------------------

bool headCostOf() {
  writeReturned(HeadCostReturned{.cost = headCost(readHeadCost().sizes)});
  return true;
}

template <auto measure>
bool headOf() {
  const SpectrumRecord in = readSpectrum();
  SpectrumReturned returned;
  if (!measure(in.modelDim, in.headDim, in.wq, in.wk, in.singularValues, returned.head,
               in.tolerance))
    return false;
  writeReturned(returned);
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
