// Matrices, what their cells are made of, and the algebra of heads for JavaScript. The order of the numbers is that of
// web/engine/functions/matrices.js and head-algebra.js. Each function tells whether the memory could be had.
#include <emscripten/bind.h>

#include "attention/head_cost.h"
#include "attention/merged_head.h"
#include "attention/parameter_draw.h"
#include "attention/terms.h"
#include "attention/thin_head.h"
#include "bindings/record.h"
#include "lanes/difference.h"
#include "lanes/matrix_stack.h"

namespace scaledot {
namespace {

bool matmulOf() {
  Record record;
  StackProduct product;
  for (uint32_t* size :
       {&product.counts[0], &product.counts[1], &product.rows, &product.inner, &product.columns}) {
    *size = record.whole();
  }
  for (MatrixStack* stack : {&product.left, &product.right}) {
    for (uint32_t& stride : stack->strides) stride = record.whole();
    stack->data = record.array();
  }
  product.transposeRight = record.flag();
  product.bias = record.array();
  return multiplyStack(product, record.array());
}

bool randomTensorOf() {
  Record record;
  const auto seed = static_cast<uint64_t>(record.number());
  const Parameter parameter = tensorOfStream(record.whole());
  const uint32_t rows = record.whole(), columns = record.whole();
  const double sd = record.number();
  drawParameter(seed, parameter, rows, columns, sd, record.array());
  return true;
}

// Gives the difference in the order of its fields.
bool differenceOf() {
  Record record;
  const uint32_t count = record.whole();
  const float* a = record.array();
  const Difference difference = largestDifference(a, record.array(), count);
  record.give(difference.largest, difference.at, difference.scale);
  return true;
}

// Gives sum and value.
bool productTermsOf() {
  Record record;
  const uint32_t count = record.whole();
  const float *left = record.array(), *right = record.array(), *bias = record.array();
  ProductTerms terms;
  if (!productTerms(left, right, count, bias, record.array<double>(), terms)) return false;
  record.give(terms.sum, terms.value);
  return true;
}

// Gives max, sum and weight.
bool softmaxTermsOf() {
  Record record;
  const uint32_t count = record.whole(), index = record.whole();
  const float* logits = record.array();
  SoftmaxTerms terms;
  if (!softmaxTerms(logits, count, index, record.array<double>(), terms)) return false;
  record.give(terms.max, terms.sum, terms.weight);
  return true;
}

// Heads -------------------------------------------------------------------------------------------

// Gives the costs in the order of their fields.
bool headCostOf() {
  Record record;
  HeadSizes sizes;
  for (uint32_t* size : {&sizes.modelDim, &sizes.heads, &sizes.keyHeads, &sizes.headDim,
                         &sizes.valueDim, &sizes.length}) {
    *size = record.whole();
  }
  const HeadCost cost = headCost(sizes);
  const auto& [parameters, multiplications, cache, breakEven] = cost;
  record.give(parameters.query, parameters.key, parameters.value, parameters.output,
              parameters.total, parameters.pair, parameters.merged, parameters.pairs,
              parameters.mergedAll, multiplications.projections, multiplications.scores,
              multiplications.weighted, multiplications.output, multiplications.total,
              multiplications.factoredScores, multiplications.mergedScores, cache.perToken,
              cache.mergedPerToken, cache.total, breakEven);
  return true;
}

// Gives rank, tolerance, effective rank and how many directions carry most.
template <auto measure>
bool headOf() {
  Record record;
  const uint32_t modelDim = record.whole(), headDim = record.whole();
  const float *wq = record.array(), *wk = record.array();
  MergedHead head;
  if (!measure(modelDim, headDim, wq, wk, record.array<double>(), head)) return false;
  record.give(head.rank, head.tolerance, head.effectiveRank, head.carrying);
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
