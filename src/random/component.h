// The law of one component of a query or key vector: its moments and its samples.
//
// A component is mean + sd * X, X one of the standardised laws below (mean 0, variance 1):
//   normal      N(0, 1)                         uniform      U(-sqrt 3, sqrt 3)
//   rademacher  +1 or -1, each one half         laplace      scale 1/sqrt 2
//   studentT    t with df degrees / its sd      exponential  Exp(1) - 1
#pragma once
#include <cstdint>

namespace scaledot {

enum class Distribution : uint32_t { normal, uniform, rademacher, laplace, studentT, exponential };

struct Component {
  Distribution distribution = Distribution::normal;
  double mean = 0;
  double sd = 1;
  double df = 5;  // studentT only; > 2. The kurtosis is infinite up to 4.
};

// Skewness E[X^3] and kurtosis E[X^4] (3 for the normal law) of the standardised law. For Student's t the kurtosis is
// +infinity up to df = 4, and the skewness NaN up to df = 3, where they do not exist.
struct StandardMoments {
  double skewness;
  double kurtosis;
};
StandardMoments standardMoments(const Component& component);

// E[X^order] of the standardised law, order 0 .. 8; +infinity for an even moment that does not
// exist, NaN for an odd one.
double standardMoment(const Component& component, int order);

}  // namespace scaledot
