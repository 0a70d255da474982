// Statistics of the scores of random queries and keys, without ever holding the score matrix.
//
//   score_ij = scale * sum_c q_ic k_jc,   i < queries, j < keys, c < headDim (d_k)
//
// The work is cut into numbered units. A unit's record and counts depend on the options and its
// number alone, so units may be computed anywhere, in any order, by any number of workers; merging
// the records in order of number gives the same bits always. Memory: a block of keys (at most
// 16 MiB) and a few rows; with the generator numpy, all its numbers as doubles. They stay for the next call.
//
// Scores are float32 sums of standardised components, so that no mean is subtracted; power sums and
// everything after are double. Means are exact in double; the variance of 1e8 scores is within 1e-6.
//
// correlation == 0: every query meets every key (queries x keys scores from queries + keys vectors).
// correlation != 0: every score has a fresh pair of vectors, because one key cannot be correlated with
// many independent queries: k = mean + sd (rho X + sqrt(1 - rho^2) E), X the standardised
// query component, E an independent one of the key's law. rho = 1 and equal laws: q = k.
//
// Generator numpy reproduces: q = normal(mean_q, sd_q, queries * headDim).reshape(queries, headDim),
// then k = normal(mean_k, sd_k, keys * headDim).reshape(headDim, keys): key j is column j.
// Only the laws normal and uniform, correlation 0. The numbers come from one stream, so the first units
// only make them, some milliseconds each, and have records of zeros; a later unit makes what is missing.
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/component.h"

namespace scaledot {

enum class Generator : uint32_t { scaledot, numpy };
enum class ScaleRule : uint32_t { number, rsqrt, none, inverse, power };

// The factor a rule stands for: number -> value; rsqrt -> 1/sqrt(d_k); none -> 1; inverse -> 1/d_k; power -> d_k^-value.
double scaleFactor(ScaleRule rule, double value, uint32_t headDim);

struct ScoreOptions {
  uint32_t headDim = 64;   // d_k, 1 .. 65536
  uint32_t queries = 100;  // 1 .. 2^24
  uint32_t keys = 100;
  double scale = 0.125;
  uint64_t seed = 0;  // numpy: low 32 bits
  Generator generator = Generator::scaledot;
  Component query;
  Component key;
  double correlation = 0;  // -1 .. 1
  uint32_t bins = 200;     // 1 .. 4096, over [low, high] of the scaled score
  double low = -5;
  double high = 5;
};

// Exact moments of one scaled score (components independent given the correlation).
// kurtosis = E[(s - mean)^4] / variance^2, 3 for a normal law; infinite or NaN where it does not exist.
// Skewness and kurtosis of a law without width are NaN.
struct ScoreTheory {
  double mean, variance, skewness, kurtosis;
};
ScoreTheory scoreTheory(const ScoreOptions& options);

// Sets low and high to five standard deviations around the mean. A law without width still gets a range with one.
void setDefaultRange(ScoreOptions& options);

// How many units the work has: about 1 ms each, 30 ms in plain JavaScript.
uint32_t scoreUnits(const ScoreOptions& options);

constexpr size_t kScoreRecord = 16;  // doubles in a unit's record; opaque

// Computes units [first, last). records: (last - first) * kScoreRecord doubles, written.
// counts: bins + 2 doubles (below, bins..., above), added to: clear them first.
// Returns false when memory for the vectors cannot be had (nothing is written then).
[[nodiscard]] bool scoreUnitRange(const ScoreOptions& options, uint32_t first, uint32_t last,
                                  double* records, double* counts);

// Bytes that scoreUnitRange keeps for these options (to name in an error).
double scoreBytes(const ScoreOptions& options);

struct Summary {
  // variance and std with ddof = 1; kurtosis is 3 for a normal law.
  double count, mean, variance, std, skewness, kurtosis, min, max;
};
struct ScoreSummary {
  Summary scores;      // of the scaled scores
  Summary unscaled;    // the same before the factor
  Summary query, key;  // of the components seen so far: count, mean, variance, std (the rest NaN)
  // Standard errors of scores.mean and scores.variance: they count that scores share their queries and keys.
  double meanError, varianceError;
  // The same of unscaled.mean and unscaled.variance.
  double unscaledMeanError, unscaledVarianceError;
};
// Merges the records of `units` units, given in order of unit number. A record of zeros (a unit not
// computed yet) counts nothing, so partial results are merged the same way.
ScoreSummary mergeScoreUnits(const ScoreOptions& options, const double* records, uint32_t units);

// All units at once, merged: the same bits as from scoreUnitRange() and mergeScoreUnits(), without keeping the records.
// counts: bins + 2 doubles, added to. Returns false when memory cannot be had.
[[nodiscard]] bool scoreStatistics(const ScoreOptions& options, ScoreSummary& summary,
                                   double* counts);

// For the pictures: the products q_c k_c of `pairs` pairs and their running sums, each pairs x headDim, row-major
// (unscaled). Pair p is query p with key p of the same options. NumPy's script makes no more than `queries` and `keys`
// vectors: further pairs start again at the first.
[[nodiscard]] bool scoreWalks(const ScoreOptions& options, uint32_t pairs, float* products,
                              float* sums);

// The first `count` components of the queries (side 0) or keys (side 1), in the generator's order.
[[nodiscard]] bool componentSample(const ScoreOptions& options, uint32_t side, uint32_t count,
                                   double* out);

}  // namespace scaledot
