// Statistics of the scores of an attention, for each head: how far they are from the assumptions behind 1/sqrt(d_k), and how
// sharp the weights are with and without the factor.
//
// Vaswani et al. 2017 (section 3.2.1, footnote 4): if components of queries and keys are independent with mean 0 and variance 1,
// q.k has variance d_k. For one head, with its own means m, variances v and covariance matrices C of queries (q) and
// keys (k), each assumption is dropped in turn:
//
//   unitSd         sqrt(d_k)                                                as in the paper
//   spreadSd       sqrt(sum of v_q v_k)                                     their own variances
//   independentSd  sqrt(sum of (v_q + m_q^2) (v_k + m_k^2) - m_q^2 m_k^2)   their own means; components are independent
//   covarianceSd   sqrt(tr(C_q C_k) + m_k' C_q m_k + m_q' C_k m_q)          correlated components; queries are independent of
//                                                                           keys
//   scoreSd        measured; it differs from covarianceSd only because queries and keys depend on each other
//
// independentMean = sum of m_q m_k is the mean of all but the first two. Variances have ddof = 0. Only visible pairs count.
// Means and covariances count a query or a key once for each of its visible pairs, so a mask alone makes no difference
// between covarianceSd and scoreSd. A row with one visible key has weight 1 there, whatever the score, so sharpness leaves
// it out.
#pragma once
#include "attention/attention.h"

namespace scaledot {

// Means over the rows with two or more visible keys: the largest weight, the entropy of the weights in nats, and the share
// of rows in which one key has more than kDominant of the weight. All three are NaN if there is no such row, or if the
// weights of one are NaN because a score is non-finite.
inline constexpr double kDominant = 0.9;
struct Sharpness {
  double topWeight, entropy, dominated;
};

struct HeadStatistics {
  double pairs, rows;         // visible pairs, and rows with two or more visible keys
  double scoreMean, scoreSd;  // of q.k
  double logitMean, logitSd;  // of the input of softmax, after scale, softcap and biases
  Sharpness scaled;           // with the scale of the attention
  Sharpness unscaled;         // with scale = 1
  double unitSd, spreadSd, independentSd, covarianceSd, independentMean;
};

// Writes one HeadStatistics for each head; batch must be 1. histograms may be null. It gets bins + 2 numbers for each head:
// low, the number of visible scores in each bin of equal width, and high. The bins reach from the smallest finite score to
// the largest, which is in the last bin. If all are equal, they reach from 1 below to 1 above (around 0 if there is none).
// Non-finite scores are not counted. Returns false if an allocation fails; it needs about three times the score matrix of
// one head.
[[nodiscard]] bool headStatistics(const AttentionProblem& problem, HeadStatistics* heads,
                                  uint32_t bins = 0, double* histograms = nullptr);

// Returns the mean of each number over the heads where it is finite; NaN if it is finite in none. pairs and rows are
// averaged, too.
HeadStatistics meanOfHeads(const HeadStatistics* heads, uint32_t count);

}  // namespace scaledot
