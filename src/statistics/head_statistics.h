// What the scores of an attention that has been computed are like, head by head: how far they are from what
// 1/sqrt(d_k) was made for, and how sharp the weights are with the factor and without it.
//
// Vaswani et al. 2017 (section 3.2.1, footnote 4): if components of queries and keys are independent with mean 0 and variance 1,
// q.k has variance d_k. For one head, with its own means m, variances v and covariance matrices C of queries (q) and
// keys (k), each assumption is dropped in turn:
//
//   unitSd         sqrt(d_k)                                                as in the paper
//   spreadSd       sqrt(sum of v_q v_k)                                     their own variances
//   independentSd  sqrt(sum of (v_q + m_q^2) (v_k + m_k^2) - m_q^2 m_k^2)   and means, of components that are independent
//   covarianceSd   sqrt(tr(C_q C_k) + m_k' C_q m_k + m_q' C_k m_q)          of vectors whose components vary together, where
//                                                                           queries are still independent of keys
//   scoreSd        measured: what is left is that queries and keys are not independent of each other
//
// independentMean = sum of m_q m_k, the mean of all but the first two. Variances have ddof = 0. Scores count where a query sees a
// key, and means and covariances count a query, or a key, once for each such pair: a mask alone makes no difference between
// covarianceSd and scoreSd. Rows that see one key alone have weight 1 there, whatever the scores; sharpness leaves them out.
#pragma once
#include "attention/attention.h"

namespace scaledot {

// Means over the rows that see two keys or more: the largest weight, the entropy of the weights in nats, and the share of
// rows in which one key has more than kDominant of the weight. All three are NaN without such a row, and where one of them
// has no weights because a score is NaN or infinite: such a row is neither dominated nor not.
inline constexpr double kDominant = 0.9;
struct Sharpness {
  double topWeight, entropy, dominated;
};

struct HeadStatistics {
  double pairs, rows;         // scores that count, and rows that see two keys or more
  double scoreMean, scoreSd;  // of q.k
  double logitMean, logitSd;  // of what softmax gets: after scale, softcap and biases
  Sharpness scaled;           // as the attention has it
  Sharpness unscaled;         // with scale = 1 and all else as it is
  double unitSd, spreadSd, independentSd, covarianceSd, independentMean;
};

// One for each head; batch is 1. histograms: of each head bins + 2 numbers, low, how many of the scores that count lie in each bin of
// equal width, and high; null: not wanted. They reach from the smallest finite score to the largest, which is in the last bin, and
// by 1 to either side of it where all are equal (of 0 where there is none); others are not counted.
// False: the memory could not be had, which a matrix of scores of one head needs three times.
[[nodiscard]] bool headStatistics(const AttentionProblem& problem, HeadStatistics* heads,
                                  uint32_t bins = 0, double* histograms = nullptr);

// The mean of each number over the heads where it is finite; NaN where it is finite in none. pairs and rows are averaged, too.
HeadStatistics meanOfHeads(const HeadStatistics* heads, uint32_t count);

}  // namespace scaledot
