// The special functions of the exact laws, with relative accuracy far into the tails, and the quadrature of all mixtures.
#pragma once
#include <cmath>
#include <cstdint>

namespace scaledot {

double normalDensity(double y);
double normalSurvival(double y);     // P(N(0,1) > y)
double logNormalSurvival(double y);  // its logarithm, for any y

// log Gamma(a) - [(a - 1/2) log a - a + log sqrt(2 pi)], a > 0: the error of Stirling's formula.
double stirlingError(double a);

// Logarithms of the regularised incomplete gamma functions P(a, x) and Q(a, x), a > 0, x >= 0.
struct GammaTails {
  double logLower, logUpper;
};
GammaTails gammaTails(double a, double x);

// base^exponent for base > 0. std::pow has 4 kB of tables that do not compress.
double power(double base, double exponent);

// e^v - 1 - v, without cancellation between e^v and 1.
double expExcess(double v);

// The law of v = log(G / (2 a)), G chi-squared with 2 a degrees of freedom (a > 0, any real): its
// density is amplitude * exp(-a expExcess(v)), a smooth hump of width 1 / sqrt(a) about 0.
double logChiAmplitude(double a);

// Returns the logarithm of the integral of exp(logTerm(v)) over the real line, for a unimodal term (log-concave is enough),
// by the trapezoidal rule with step h, outwards from `start`. For analytic terms the error falls like exp(-constant / h).
// Every term is positive, so the relative accuracy does not depend on the size of the sum.
template <typename LogTerm>
double logTrapezoid(LogTerm logTerm, double start, double h) {
  constexpr double kNegligible = 42;      // e^-42 is below the rounding of the sum
  constexpr uint32_t kMaxSteps = 100000;  // per side; a decreasing term never gets there
  double top = logTerm(start);
  double sum = 1;
  if (!(top > -INFINITY)) return -INFINITY;
  for (int side = -1; side <= 1; side += 2) {
    double before = -INFINITY;
    for (uint32_t i = 1; i < kMaxSteps; ++i) {
      const double term = logTerm(start + side * h * i);
      if (term > top) {
        sum = sum * std::exp(top - term) + 1;
        top = term;
      } else {
        sum += std::exp(term - top);
        if (term < top - kNegligible && term <= before) break;
      }
      before = term;
    }
  }
  return top + std::log(sum * h);
}

}  // namespace scaledot
