// What a scoring function costs: the parameters it learns, and the operations of all its scores, where what belongs to a query
// or a key alone is computed once.
//
//   dot                     d a pair
//   scaledDot, distance     d + 1 a pair
//   cosine                  d + 1 a pair, 2 d a vector: squares for its length, then each component over it
//   general                 d^2 a query, d a pair
//   additive                d h a vector, h a pair, and h hyperbolic tangents a pair
//   location                d a pair
//
// multiplications, with d the dimension and h = hidden. Additions come with most of them and are not counted.
#pragma once
#include "attention/scores.h"

namespace scaledot {

struct ScoreCost {
  double parameters, multiplications, tangents;
};
// Of a problem's kind, batch, queries, keys, queryDim, keyDim and hidden.
ScoreCost scoreCost(const ScoreProblem& problem);

}  // namespace scaledot
