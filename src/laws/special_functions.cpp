#include "laws/special_functions.h"

#include <numbers>

namespace scaledot {
namespace {

const double kLogSqrt2Pi = 0.5 * std::log(2 * std::numbers::pi);

// P(a, x) / D and Q(a, x) / D with D = x^a e^-x / Gamma(a + 1), both by positive terms.
double lowerSeries(double a, double x) {
  double term = 1;
  double sum = 1;
  for (double n = a + 1; term > sum * 1e-17; n += 1) {
    term *= x / n;
    sum += term;
  }
  return sum;
}

// Legendre's continued fraction of Gamma(a, x), by Lentz's method; x > a.
double upperFraction(double a, double x) {
  double b = x + 1 - a;
  double c = INFINITY;
  double d = 1 / b;
  double h = d;
  for (double i = 1; i < 1e6; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= c * d;
    if (std::fabs(c * d - 1) < 1e-16) break;
  }
  return a * h;
}

double logComplement(double logP) {
  return logP > -0.7 ? std::log(-std::expm1(logP)) : std::log1p(-std::exp(logP));
}

}  // namespace

double normalDensity(double y) { return std::exp(-0.5 * y * y - kLogSqrt2Pi); }

double normalSurvival(double y) { return 0.5 * std::erfc(y * std::numbers::sqrt2 / 2); }

double logNormalSurvival(double y) {
  if (y < 25) return std::log(normalSurvival(y));
  // Mills' ratio by its asymptotic series: at y = 25 the last term is 2e-14 of the first.
  const double s = 1 / (y * y);
  const double ratio = 1 - s * (1 - 3 * s * (1 - 5 * s * (1 - 7 * s * (1 - 9 * s))));
  return -0.5 * y * y - kLogSqrt2Pi + std::log(ratio / y);
}

double stirlingError(double a) {
  if (a < 10) return std::lgamma(a) - ((a - 0.5) * std::log(a) - a + kLogSqrt2Pi);
  const double s = 1 / (a * a);
  return (1.0 / 12 -
          s * (1.0 / 360 - s * (1.0 / 1260 -
                                s * (1.0 / 1680 -
                                     s * (1.0 / 1188 - s * (691.0 / 360360 - s * (1.0 / 156))))))) /
         a;
}

GammaTails gammaTails(double a, double x) {
  if (x <= 0) return {-INFINITY, 0};
  if (!(x < 1e300)) return {0, -INFINITY};
  const double m = (x - a) / a;  // x = a (1 + m); log D below is then free of cancellation
  const double excess = m > -0.9 ? m - std::log1p(m) : m - std::log(x / a);
  const double logD = -a * excess - 0.5 * std::log(a) - kLogSqrt2Pi - stirlingError(a);
  if (x < a + 1) {
    const double lower = std::fmin(0, logD + std::log(lowerSeries(a, x)));
    return {lower, logComplement(lower)};
  }
  const double upper = std::fmin(0, logD + std::log(upperFraction(a, x)));
  return {logComplement(upper), upper};
}

double power(double base, double exponent) { return std::exp(exponent * std::log(base)); }

double expExcess(double v) { return std::expm1(v) - v; }

double logChiAmplitude(double a) { return 0.5 * std::log(a) - kLogSqrt2Pi - stirlingError(a); }

}  // namespace scaledot
