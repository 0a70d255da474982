#include "attention/head_cost.h"

namespace scaledot {

HeadCost headCost(const HeadSizes& sizes) {
  const double D = sizes.modelDim, d = sizes.headDim, v = sizes.valueDim;
  const double h = sizes.heads, g = sizes.keyHeads, n = sizes.length;
  HeadCost cost;

  auto& p = cost.parameters;
  p.query = D * h * d;
  p.key = D * g * d;
  p.value = D * g * v;
  p.output = h * v * D;
  p.total = p.query + p.key + p.value + p.output;
  p.pair = 2 * D * d;
  p.merged = D * D;
  p.pairs = p.query + p.key;
  p.mergedAll = h * p.merged;

  auto& m = cost.multiplications;
  m.projections = n * (p.query + p.key + p.value);
  m.scores = h * n * n * d;
  m.weighted = h * n * n * v;
  m.output = n * p.output;
  m.total = m.projections + m.scores + m.weighted + m.output;
  m.factoredScores = n * p.pairs + m.scores;
  m.mergedScores = n * p.mergedAll + h * n * n * D;

  cost.cache.perToken = g * (d + v);
  cost.cache.mergedPerToken = D + g * v;
  cost.cache.total = n * cost.cache.perToken;
  cost.breakEven = D / 2;
  return cost;
}

}  // namespace scaledot
