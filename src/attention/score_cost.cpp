#include "attention/score_cost.h"

namespace scaledot {

ScoreCost scoreCost(const ScoreProblem& p) {
  const double batch = p.batch, queries = batch * p.queries, keys = batch * p.keys;
  const double pairs = queries * p.keys, dim = p.queryDim, keyDim = p.keyDim, hidden = p.hidden;
  switch (p.kind) {
    case ScoreKind::dot:
      return {0, pairs * dim, 0};
    case ScoreKind::scaledDot:
    case ScoreKind::distance:
      return {0, pairs * (dim + 1), 0};
    case ScoreKind::cosine:
      return {0, pairs * (dim + 1) + 2 * (queries + keys) * dim, 0};
    case ScoreKind::general:
      return {dim * keyDim, queries * dim * keyDim + pairs * keyDim, 0};
    case ScoreKind::additive:
      return {(dim + keyDim + 1) * hidden,
              (queries * dim + keys * keyDim) * hidden + pairs * hidden, pairs * hidden};
    case ScoreKind::location:
      return {dim * p.keys, pairs * dim, 0};
  }
  return {};
}

}  // namespace scaledot
