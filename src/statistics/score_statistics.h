// Statistics of the scores of random queries and keys, without storing the score matrix.
//
//   score_ij = scale * sum_c q_ic k_jc,   i < queries, j < keys, c < headDim (d_k)
//
// The work is cut into numbered units. The record and counts of a unit depend only on the options and its number, so units
// may be computed in any order by any number of workers. Merging the records in order of number always gives the same bits.
// Memory: a block of keys (at most 16 MiB) and a few rows; with the generator numpy, all its numbers as doubles. They are
// reused by the next call.
//
// Scores are float32 sums of standardised components, so no mean is subtracted. Power sums and everything after are double.
// Means are exact in double. The variance of 1e8 scores is within 1e-6.
//
// correlation == 0: every query is multiplied with every key (queries x keys scores from queries + keys vectors).
// correlation != 0: every score has a fresh pair of vectors, because one key cannot be correlated with many independent
// queries: k = mean + sd (rho X + sqrt(1 - rho^2) E). X is the standardised query component, E an independent one with the
// key's law. With rho = 1 and equal laws, q = k.
//
// Generator numpy reproduces: q = normal(mean_q, sd_q, queries * headDim).reshape(queries, headDim), then k = normal(mean_k,
// sd_k, keys * headDim).reshape(headDim, keys); key j is column j. It allows only the laws normal and uniform, and
// correlation 0. The numbers come from one stream, so the first units only generate them, a few milliseconds each, and have
// records of zeros. A later unit generates the numbers that are still missing.
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/component.h"

namespace scaledot {

enum class Generator : uint32_t { scaledot, numpy };
enum class ScaleRule : uint32_t { number, rsqrt, none, inverse, power };

// Returns the factor of a rule: number -> value; rsqrt -> 1/sqrt(d_k); none -> 1; inverse -> 1/d_k; power -> d_k^-value.
double scaleFactor(ScaleRule rule, double value, uint32_t headDim);

// scoreNumbers() of web/engine/functions/options.js checks the limits.
struct ScoreOptions {
  uint32_t headDim = 64;  // d_k
  uint32_t queries = 100;
  uint32_t keys = 100;
  double scale = 0.125;
  uint64_t seed = 0;  // numpy: low 32 bits
  Generator generator = Generator::scaledot;
  Component query;
  Component key;
  double correlation = 0;  // of a query's component with the key's
  uint32_t bins = 200;     // over [low, high] of the scaled score
  double low = -5;
  double high = 5;
};

// Exact moments of one scaled score (components independent given the correlation).
// kurtosis = E[(s - mean)^4] / variance^2, 3 for a normal law; infinite or NaN if it does not exist.
// Skewness and kurtosis are NaN if the variance is 0.
struct ScoreTheory {
  double mean, variance, skewness, kurtosis;
};
ScoreTheory scoreTheory(const ScoreOptions& options);

// Sets low and high to five standard deviations around the mean. If the variance is 0, the range still has a width.
void setDefaultRange(ScoreOptions& options);

// Returns the number of units. A unit takes about 1 ms, 30 ms in plain JavaScript.
uint32_t scoreUnits(const ScoreOptions& options);

constexpr size_t kScoreRecord = 16;  // doubles in a unit's record; opaque

// Computes units [first, last). Writes records, (last - first) * kScoreRecord doubles.
// Adds to counts, bins + 2 doubles (below, bins..., above): clear them first.
// Returns false and writes nothing if an allocation fails.
[[nodiscard]] bool scoreUnitRange(const ScoreOptions& options, uint32_t first, uint32_t last,
                                  double* records, double* counts);

// Returns the bytes that scoreUnitRange() allocates for these options (for error messages).
double scoreBytes(const ScoreOptions& options);

struct Summary {
  // variance and std with ddof = 1; kurtosis is 3 for a normal law.
  double count, mean, variance, std, skewness, kurtosis, min, max;
};
struct ScoreSummary {
  Summary scores;      // of the scaled scores
  Summary unscaled;    // the same before the factor
  Summary query, key;  // of the components seen so far: count, mean, variance, std (the rest NaN)
  // Standard errors of scores.mean and scores.variance. They take into account that scores share queries and keys.
  double meanError, varianceError;
  // The standard errors of unscaled.mean and unscaled.variance.
  double unscaledMeanError, unscaledVarianceError;
};
// Merges the records of `units` units, in order of unit number. A record of zeros (a unit not computed yet) changes nothing,
// so partial results can be merged, too.
ScoreSummary mergeScoreUnits(const ScoreOptions& options, const double* records, uint32_t units);

// Computes and merges all units, with the bits of scoreUnitRange() and mergeScoreUnits(), without storing the records.
// Adds to counts, bins + 2 doubles. Returns false if an allocation fails.
[[nodiscard]] bool scoreStatistics(const ScoreOptions& options, ScoreSummary& summary,
                                   double* counts);

// Writes, for plots, the products q_c k_c of `pairs` pairs and their running sums, each pairs x headDim, row-major
// (unscaled). Pair p is query p with key p of the same options. The generator numpy has only `queries` and `keys` vectors;
// further pairs start again at the first. Returns false if an allocation fails.
[[nodiscard]] bool scoreWalks(const ScoreOptions& options, uint32_t pairs, float* products,
                              float* sums);

// Writes the first `count` components of the queries (side 0) or keys (side 1), in the generator's order. Returns false if
// an allocation fails.
[[nodiscard]] bool componentSample(const ScoreOptions& options, uint32_t side, uint32_t count,
                                   double* out);

}  // namespace scaledot
