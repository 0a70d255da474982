// The exact law of one score s = scale * q.k, the normal law with the same mean and variance, and the sampling law of the
// variance of a random product matrix ("replicate my result").
//
// Exact laws, all in double precision:
//   normal components, means 0: variance-gamma (Bessel K), with correlation its skewed form; q = k: chi-squared
//     (pdf of q.k for N(0,1): |z|^nu K_nu(|z|) / (sqrt(pi) Gamma(d/2) 2^nu), nu = (d - 1)/2);
//   one product takes two values (both sides rademacher with means 0; a rademacher query that equals its key or has a constant
//     key; ...): a lattice of d_k + 1 points (binomial);
//   one side constant, the other normal: normal;  variance 0: a point;
//   everything else is `inverted` numerically: up to d_k = 8 on a grid (grid_law.h), above from the characteristic function of
//     one product to the power d_k (fourier_law.h).
// Accuracy: 1e-12 relative for closed forms, also far in the tails; about 1e-5 absolute in cdf for inverted laws (see
// grid_law.h and fourier_law.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "random/component.h"
#include "statistics/score_statistics.h"

namespace scaledot {

enum class LawKind : uint32_t { normal, varianceGamma, chiSquared, lattice, inverted, point };

class Law;  // law.h

class ScoreLaw {
 public:
  // Uses headDim, scale, query, key, correlation of the options. `exact` false: the normal law.
  ScoreLaw(const ScoreOptions& options, bool exact);
  ~ScoreLaw();
  ScoreLaw(ScoreLaw&&) noexcept;
  ScoreLaw& operator=(ScoreLaw&&) noexcept;
  LawKind kind() const;
  double mean() const;
  double variance() const;
  // +infinity at a pole (d_k = 1 at 0), where an inverted law returns the mean over a cell. For a lattice law, the
  // probability of the nearest point over the spacing.
  double pdf(double x) const;
  double cdf(double x) const;       // closed forms: within 1e-12, relative, in the lower tail
  double survival(double x) const;  // 1 - cdf without cancellation (closed forms)
  double quantile(double p) const;  // p in [0, 1]; NaN outside
  double latticeSpacing() const;    // of a lattice law, else 0

 private:
  std::unique_ptr<const Law> law_;
};

// Sampling law of the variance of the rows x columns entries of A B, A rows x dk, B dk x columns, all entries N(0,1).
// productNumbers() of web/engine/functions/options.js checks the limits.
struct VarianceOptions {
  uint32_t rows = 2, columns = 2, headDim = 2;
  double ddof = 0;  // < rows * columns
  uint64_t seed = 0;
};
// Exact: dk (n - 1)/(n - ddof), n = rows * columns.
double varianceExpectation(const VarianceOptions& options);
// Writes the variances of draws [first, last) to out. Draw r uses row r of Stream::draw: A row-major, then B row-major.
void varianceDraws(const VarianceOptions& options, uint32_t first, uint32_t last, double* out);

struct VarianceSummary {
  double mean, standardError, p05, p25, p50, p75, p95;
  double percentile;  // percent of draws <= value; NaN when value is NaN
};
// Sorts draws in place. Quantiles by linear interpolation (NumPy's default).
VarianceSummary summarizeVariances(double* draws, uint32_t count, double value);

// Computes the product from NumPy's legacy generator: RandomState(seed).randn(rows, dk) @ randn(dk, columns).
// product: rows * columns doubles, written. Returns its variance with options.ddof.
double numpyProductVariance(const VarianceOptions& options, double* product);

}  // namespace scaledot
