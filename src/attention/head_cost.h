// The cost of the projections of multi-head attention, compared with one merged matrix W_i = Wq_i Wk_i^T in every head. It
// gives the same scores: q Wq_i (k Wk_i)^T = q W_i k^T. Biases and additions are not counted.
//
// D = modelDim, d = headDim, v = valueDim, h = heads, g = keyHeads, n tokens that attend to each other:
//
//   parameters        query D h d, key D g d, value D g v, output h v D; the pair Wq_i, Wk_i of one head 2 D d, merged D^2;
//                     the pairs of all heads D d (h + g), merged h D^2
//   multiplications   projections n D (h d + g d + g v), scores h n^2 d, weights times values h n^2 v, output n h v D;
//                     scores from the inputs: factored n D d (h + g) + h n^2 d, merged h (n D^2 + n^2 D)
//   cache             numbers per token: g (d + v); merged, with the input instead of keys: D + g v
#pragma once
#include <cstdint>

namespace scaledot {

struct HeadSizes {
  uint32_t modelDim, heads, keyHeads, headDim, valueDim, length;
};

struct HeadCost {
  struct {
    double query, key, value, output, total, pair, merged, pairs, mergedAll;
  } parameters;
  struct {
    double projections, scores, weighted, output, total, factoredScores, mergedScores;
  } multiplications;
  struct {
    double perToken, mergedPerToken, total;  // total: perToken times the length
  } cache;
  double breakEven;  // the headDim at which a pair has as many parameters as the merged matrix
};
HeadCost headCost(const HeadSizes& sizes);

}  // namespace scaledot
