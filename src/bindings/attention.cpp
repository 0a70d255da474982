// Attention and its heads for JavaScript. Each function returns false if an allocation fails.
#include "attention/attention.h"

#include <emscripten/bind.h>

#include "attention/attention_work.h"
#include "attention/multi_head.h"
#include "bindings/attention_record.h"
#include "statistics/head_statistics.h"

namespace scaledot {
namespace {

template <typename Problem>
ListedRows listedOf(const Problem& problem, const AttentionResults& results, uint32_t* indices) {
  return listRows(results.logSumExp, problem.batch * problem.heads * problem.queries, indices);
}

// Numbers that stay allocated between calls: allocating them takes 5 % of a call with one number.
constexpr size_t kKept = size_t{1} << 18;

bool attentionOf() {
  static AttentionWork work;
  const AttentionRecord in = readAttention();
  const bool done = attention(in.problem, in.results, work);
  work.memory.trim(kKept);
  if (!done) return false;
  writeReturned(AttentionReturned{.listed = listedOf(in.problem, in.results, in.rows)});
  return true;
}

// Computes output and logSumExp first unless the caller passes them.
bool attentionGradientOf() {
  AttentionGradientRecord in = readAttentionGradient();
  const AttentionResults& forward = in.forward;
  if (!in.forwardGiven && !attention(in.problem, forward)) return false;
  if (!attentionGradient(in.problem, forward.output, forward.logSumExp,
                         {in.outputGradient, in.weightsGradient}, in.gradients)) {
    return false;
  }
  writeReturned(AttentionGradientReturned{.scale = in.gradients.scale});
  return true;
}

bool multiHeadAttentionOf() {
  const MultiHeadAttentionRecord in = readMultiHeadAttention();
  if (!multiHeadAttention(in.problem, in.results)) return false;
  writeReturned(
      MultiHeadAttentionReturned{.listed = listedOf(in.problem, in.results.attention, in.rows)});
  return true;
}

bool multiHeadAttentionGradientOf() {
  MultiHeadAttentionGradientRecord in = readMultiHeadAttentionGradient();
  const LossGradient loss{in.outputGradient, in.weightsGradient};
  if (!multiHeadAttentionGradient(in.problem, loss, in.gradients)) return false;
  writeReturned(MultiHeadAttentionGradientReturned{.scale = in.gradients.scale});
  return true;
}

// Writes the statistics of each head as the doubles of HeadStatistics, and the histograms if they are requested.
bool headStatisticsOf() {
  const HeadStatisticsRecord in = readHeadStatistics();
  return headStatistics(in.problem, in.heads, in.bins, in.histograms);
}

bool meanOfHeadsOf() {
  const MeanOfHeadsRecord in = readMeanOfHeads();
  *in.mean = meanOfHeads(in.heads, in.count);
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
