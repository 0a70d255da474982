// The few special functions that exact laws are made of, each accurate relative to its own size
// far into the tail, and the one quadrature that every mixture uses.
#pragma once
#include <cmath>
#include <cstdint>

namespace scaledot {

double normalDensity(double y);
double normalSurvival(double y);     // P(N(0,1) > y)
double logNormalSurvival(double y);  // its logarithm, for any y

// log Gamma(a) - [(a - 1/2) log a - a + log sqrt(2 pi)], a > 0: what Stirling's formula leaves out.
double stirlingError(double a);

// Logarithms of the regularised incomplete gamma functions P(a, x) and Q(a, x), a > 0, x >= 0.
struct GammaTails {
  double logLower, logUpper;
};
GammaTails gammaTails(double a, double x);

// base^exponent for base > 0. Not std::pow: its tables alone are 4 kB that do not compress.
double power(double base, double exponent);

// e^v - 1 - v, without the cancellation of writing it so.
double expExcess(double v);

// The law of v = log(G / (2 a)), G chi-squared with 2 a degrees of freedom (a > 0, any real): its
// density is amplitude * exp(-a expExcess(v)), a smooth hump of width 1 / sqrt(a) about 0.
double logChiAmplitude(double a);

// The integral of exp(logTerm(v)) over the real line, for a term that climbs to one top and falls
// on both sides (log-concave is enough), by the trapezoidal rule with step h walked outwards from
// `start`. For analytic terms the error falls like exp(-constant / h); every addend is positive, so
// the sum is accurate relative to its size however small that is. Returns the logarithm.
template <typename LogTerm>
double logTrapezoid(LogTerm logTerm, double start, double h) {
  constexpr double kNegligible = 42;      // e^-42 is below the rounding of the sum
  constexpr uint32_t kMaxSteps = 100000;  // per side; never reached by a term that falls
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
