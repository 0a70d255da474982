// Attention and its heads for JavaScript. The order of the numbers is that of web/engine/functions/attention.js,
// multi-head.js and head-statistics.js. Each function tells whether the memory could be had.
#include "attention/attention.h"

#include <emscripten/bind.h>

#include "attention/multi_head.h"
#include "bindings/record.h"
#include "statistics/head_statistics.h"

namespace scaledot {
namespace {

MaskTensor readMask(Record& record) {
  MaskTensor mask;
  mask.data = record.array();
  for (uint32_t& stride : mask.strides) stride = record.whole();
  return mask;
}

void readOptions(Record& record, AttentionProblem& problem) {
  problem.scale = static_cast<float>(record.number());
  problem.softcap = static_cast<float>(record.number());
  problem.causal = static_cast<Causal>(record.whole());
  problem.windowBefore = record.whole();
  problem.windowAfter = record.whole();
  problem.keyLengths = record.array<uint32_t>();
  problem.firstQuery = record.whole();
  problem.wholeQueries = record.whole();
  problem.allow = readMask(record);
  problem.block = readMask(record);
  problem.bias = readMask(record);
}

AttentionProblem readProblem(Record& record) {
  AttentionProblem problem;
  for (uint32_t* size : {&problem.batch, &problem.heads, &problem.keyHeads, &problem.queries,
                         &problem.keys, &problem.headDim, &problem.valueDim}) {
    *size = record.whole();
  }
  problem.query = record.array();
  problem.key = record.array();
  problem.value = record.array();
  readOptions(record, problem);
  return problem;
}

AttentionResults readResults(Record& record) {
  AttentionResults results;
  for (float** result : {&results.output, &results.weights, &results.scores, &results.scaledScores,
                         &results.cappedScores, &results.maskedScores, &results.logSumExp}) {
    *result = record.array();
  }
  return results;
}

// The block also has room for the indices of the fully masked rows; gives their number.
void giveFullyMasked(Record& record, const float* logSumExp, uint32_t rows) {
  record.give(fullyMaskedRows(logSumExp, rows, record.array<uint32_t>()));
}

bool attentionOf() {
  Record record;
  const AttentionProblem problem = readProblem(record);
  const AttentionResults results = readResults(record);
  if (!attention(problem, results)) return false;
  giveFullyMasked(record, results.logSumExp, problem.batch * problem.heads * problem.queries);
  return true;
}

// Computes output and logSumExp first unless they are given. Gives the gradient of the scale.
bool attentionGradientOf() {
  Record record;
  const AttentionProblem problem = readProblem(record);
  const bool forwardGiven = record.flag();
  AttentionResults forward;
  forward.output = record.array();
  forward.logSumExp = record.array();
  const float* outputGradient = record.array();
  AttentionGradients gradients;
  gradients.query = record.array();
  gradients.key = record.array();
  gradients.value = record.array();
  gradients.bias = record.array();
  gradients.biasCount = record.whole();
  if (!forwardGiven && !attention(problem, forward)) return false;
  if (!attentionGradient(problem, forward.output, forward.logSumExp, outputGradient, gradients)) {
    return false;
  }
  record.give(gradients.scale);
  return true;
}

Linear readLinear(Record& record) {
  Linear linear;
  linear.weight = record.array();
  linear.bias = record.array();
  return linear;
}

MultiHeadProblem readMultiHeadProblem(Record& record) {
  MultiHeadProblem problem;
  for (uint32_t* size : {&problem.batch, &problem.queries, &problem.keys, &problem.queryWidth,
                         &problem.keyWidth, &problem.valueWidth, &problem.outputWidth,
                         &problem.heads, &problem.keyHeads, &problem.headDim, &problem.valueDim}) {
    *size = record.whole();
  }
  problem.query = record.array();
  problem.key = record.array();
  problem.value = record.array();
  for (Linear* linear : {&problem.wq, &problem.wk, &problem.wv, &problem.wo}) {
    *linear = readLinear(record);
  }
  problem.extraKey = record.array();
  problem.extraValue = record.array();
  problem.zeroKey = record.flag();
  readOptions(record, problem.attention);
  return problem;
}

bool multiHeadAttentionOf() {
  Record record;
  const MultiHeadProblem problem = readMultiHeadProblem(record);
  MultiHeadResults results;
  results.output = record.array();
  results.attention = readResults(record);
  for (float** projected :
       {&results.projectedQuery, &results.projectedKey, &results.projectedValue}) {
    *projected = record.array();
  }
  if (!multiHeadAttention(problem, results)) return false;
  giveFullyMasked(record, results.attention.logSumExp,
                  problem.batch * problem.heads * problem.queries);
  return true;
}

// Gives the gradient of the scale.
bool multiHeadAttentionGradientOf() {
  Record record;
  const MultiHeadProblem problem = readMultiHeadProblem(record);
  const float* outputGradient = record.array();
  MultiHeadGradients gradients;
  for (float** gradient :
       {&gradients.query, &gradients.key, &gradients.value, &gradients.wq, &gradients.wk,
        &gradients.wv, &gradients.wo, &gradients.bq, &gradients.bk, &gradients.bv, &gradients.bo,
        &gradients.extraKey, &gradients.extraValue, &gradients.bias}) {
    *gradient = record.array();
  }
  gradients.biasCount = record.whole();
  if (!multiHeadAttentionGradient(problem, outputGradient, gradients)) return false;
  record.give(gradients.scale);
  return true;
}

// Fills an array of as many doubles for each head as HeadStatistics has, and one of histograms where that is wanted.
bool headStatisticsOf() {
  Record record;
  const AttentionProblem problem = readProblem(record);
  auto* const heads = record.array<HeadStatistics>();
  const uint32_t bins = record.whole();
  return headStatistics(problem, heads, bins, record.array<double>());
}

bool meanOfHeadsOf() {
  Record record;
  const uint32_t count = record.whole();
  const auto* const heads = record.array<HeadStatistics>();
  *record.array<HeadStatistics>() = meanOfHeads(heads, count);
  return true;
}

EMSCRIPTEN_BINDINGS(attention) {
  emscripten::function("attention", &attentionOf);
  emscripten::function("attentionGradient", &attentionGradientOf);
  emscripten::function("multiHeadAttention", &multiHeadAttentionOf);
  emscripten::function("multiHeadAttentionGradient", &multiHeadAttentionGradientOf);
  emscripten::function("headStatistics", &headStatisticsOf);
  emscripten::function("meanOfHeads", &meanOfHeadsOf);
}

}  // namespace
}  // namespace scaledot
