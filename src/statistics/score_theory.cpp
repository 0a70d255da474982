// Moments of one score. X, E are the standardised components of query and key (E independent of X). One product is
// (m_q + s_q X) (m_k + s_k (rho X + tau E)), tau^2 = 1 - rho^2. Minus its mean it is
//
//   W = A(X) + B(X) E,   A = a (X^2 - 1) + e X,   B = b X + c
//   a = s_q s_k rho,  b = s_q s_k tau,  c = m_q s_k tau,  e = m_q s_k rho + m_k s_q
//
// and the moments of W are polynomials in those of X and E. Cumulants of a sum of d_k products add.
#include "statistics/score_theory.h"

#include <limits>

#include "lanes/rounded.h"

namespace scaledot {
namespace {

constexpr int kDegree = 8;
struct Polynomial {
  double coefficient[kDegree + 1] = {};
};

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial product;
  for (int i = 0; i <= kDegree; ++i) {
    for (int j = 0; i + j <= kDegree; ++j) {
      product.coefficient[i + j] += a.coefficient[i] * b.coefficient[j];
    }
  }
  return product;
}

// Returns E[p(X)]. A moment that does not exist matters only if its coefficient is not 0.
double expectation(const Polynomial& p, const Component& component) {
  double sum = 0;
  for (int i = 0; i <= kDegree; ++i) {
    if (p.coefficient[i] != 0) sum += p.coefficient[i] * standardMoment(component, i);
  }
  return sum;
}
double times(double coefficient, double moment) {
  return coefficient == 0 ? 0 : coefficient * moment;
}

struct ProductMoments {
  double mean, second, third, fourth;  // of one product, the last three about its mean
};

ProductMoments productMoments(const ScoreOptions& options) {
  const Component &q = options.query, &k = options.key;
  const double rho = options.correlation, tau = __builtin_sqrt(1 - rho * rho);
  const Polynomial A{{-q.sd * k.sd * rho, q.mean * k.sd * rho + k.mean * q.sd, q.sd * k.sd * rho}};
  const Polynomial B{{q.mean * k.sd * tau, q.sd * k.sd * tau}};
  const Polynomial AA = A * A, AB = A * B, BB = B * B;
  const auto [skewness, kurtosis] = standardMoments(k);
  return {
      q.mean * k.mean + q.sd * k.sd * rho, expectation(AA, q) + expectation(BB, q),
      expectation(AA * A, q) + 3 * expectation(AB * B, q) + times(expectation(BB * B, q), skewness),
      expectation(AA * AA, q) + 6 * expectation(AA * BB, q) +
          times(4 * expectation(AB * BB, q), skewness) + times(expectation(BB * BB, q), kurtosis)};
}

// Var(E[(s - mean)^2 | vector of one side]) of unscaled scores; `own` is the law of that side. The expectation is
// v Q2 + m^2 (Q1 - d m_own)^2, where Q1 and Q2 are the sums of the vector's components and of their squares.
double conditionalVariance(const Component& own, const Component& other, double headDim) {
  const double m = own.mean, s2 = own.sd * own.sd, v = other.sd * other.sd,
               m2 = other.mean * other.mean;
  const auto [skewness, kurtosis] = standardMoments(own);
  const double tilt = times(2 * m * own.sd, skewness);
  const double varianceOfQ2 = 4 * m * m * s2 + times(2 * s2, tilt) + times(s2 * s2, kurtosis - 1);
  const double varianceOfSquare = times(s2 * s2, kurtosis - 3 + 2 * headDim);
  const double covariance = s2 * (tilt + times(s2, kurtosis - 1));
  return headDim * (times(v * v, varianceOfQ2) + times(m2 * m2, varianceOfSquare) +
                    times(2 * v * m2, covariance));
}

}  // namespace

double scaleFactor(ScaleRule rule, double value, uint32_t headDim) {
  switch (rule) {
    case ScaleRule::number:
      return value;
    case ScaleRule::rsqrt:
      return 1 / __builtin_sqrt(headDim);
    case ScaleRule::none:
      return 1;
    case ScaleRule::inverse:
      return 1.0 / headDim;
    case ScaleRule::power:
      // The same bits as rsqrt.
      if (value == 0.5) return 1 / __builtin_sqrt(headDim);
      return roundedPower(headDim, -value);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

ScoreTheory unscaledTheory(const ScoreOptions& options) {
  const ProductMoments w = productMoments(options);
  const double d = options.headDim;
  return {d * w.mean, d * w.second, w.third / (w.second * __builtin_sqrt(d * w.second)),
          3 + (w.fourth / (w.second * w.second) - 3) / d};
}

ScoreTheory scoreTheory(const ScoreOptions& options) {
  ScoreTheory theory = unscaledTheory(options);
  theory.mean = theory.mean * options.scale + 0.0;  // + 0 turns -0 into 0
  theory.variance *= options.scale * options.scale;
  if (options.scale < 0) theory.skewness = -theory.skewness;
  if (options.scale == 0)
    theory.skewness = theory.kurtosis = std::numeric_limits<double>::quiet_NaN();
  return theory;
}

void setDefaultRange(ScoreOptions& options) {
  // At least this share of the mean, or the edges would be rounded to the same number.
  constexpr double kLeastReach = 0x1p-40;
  const ScoreTheory theory = scoreTheory(options);
  const double spread = theory.variance > 0 ? 5 * __builtin_sqrt(theory.variance) : 1;
  const double least = kLeastReach * __builtin_fabs(theory.mean);
  const double reach = spread > least ? spread : least;
  options.low = theory.mean - reach;
  options.high = theory.mean + reach;
}

// A mean over a grid of n queries and m keys has variance Z_q / n + Z_k / m + rest / (n m), where Z_q and Z_k are the
// variances explained by the query alone and by the key alone (Hoeffding's decomposition).
StandardErrors standardErrors(const ScoreOptions& options, const Seen& seen) {
  const double ofSquares = seen.fourth - seen.variance * seen.variance;
  if (options.correlation != 0) {
    return {__builtin_sqrt(seen.variance / seen.scores), __builtin_sqrt(ofSquares / seen.scores)};
  }
  const Component &q = options.query, &k = options.key;
  const double d = options.headDim;
  const auto ofGrid = [&](double byQuery, double byKey, double whole) {
    const double rest = whole - byQuery - byKey;  // NaN for a single score
    return __builtin_sqrt(byQuery / seen.queries + byKey / seen.keys +
                          (rest < 0 ? 0 : rest) / seen.scores);
  };
  return {
      ofGrid(d * k.mean * k.mean * q.sd * q.sd, d * q.mean * q.mean * k.sd * k.sd, seen.variance),
      ofGrid(conditionalVariance(q, k, d), conditionalVariance(k, q, d), ofSquares)};
}

}  // namespace scaledot
