// The cost of a scoring function: its learned parameters, and the operations for all scores. Terms that depend on a query or
// a key alone are computed once. Multiplications, with the dimension d and h = hidden:
//
//   dot                     d per pair
//   scaledDot, distance     d + 1 per pair
//   cosine                  d + 1 per pair, 2 d per vector: the squares of its length, then the division of each component
//   general                 d^2 per query, d per pair
//   additive                d h per vector, h per pair, and h hyperbolic tangents per pair
//   location                d per pair
//
// Additions are not counted, because most multiplications have one.
#pragma once
#include "attention/scores.h"

namespace scaledot {

struct ScoreCost {
  double parameters, multiplications, tangents;
};
// Uses kind, batch, queries, keys, queryDim, keyDim and hidden of the problem.
ScoreCost scoreCost(const ScoreProblem& problem);

}  // namespace scaledot
