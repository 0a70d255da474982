#include "random/component.h"

#include <limits>

namespace scaledot {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// E[X^(2k)] = (df - 2)^k prod (2i - 1) / (df - 2i), i = 1 .. k.
double studentTMoment(double df, int order) {
  if (df <= order) return order % 2 == 0 ? kInfinity : kNaN;
  if (order % 2 != 0) return 0;
  double moment = 1;
  for (int i = 1; 2 * i <= order; ++i) moment *= (df - 2) * (2 * i - 1) / (df - 2 * i);
  return moment;
}

}  // namespace

double standardMoment(const Component& component, int order) {
  static constexpr double normal[] = {1, 0, 1, 0, 3, 0, 15, 0, 105};
  static constexpr double uniform[] = {1, 0, 1, 0, 1.8, 0, 27.0 / 7, 0, 9};
  static constexpr double rademacher[] = {1, 0, 1, 0, 1, 0, 1, 0, 1};
  static constexpr double laplace[] = {1, 0, 1, 0, 6, 0, 90, 0, 2520};
  static constexpr double exponential[] = {1, 0, 1, 2, 9, 44, 265, 1854, 14833};
  switch (component.distribution) {
    case Distribution::normal:
      return normal[order];
    case Distribution::uniform:
      return uniform[order];
    case Distribution::rademacher:
      return rademacher[order];
    case Distribution::laplace:
      return laplace[order];
    case Distribution::studentT:
      return studentTMoment(component.df, order);
    case Distribution::exponential:
      return exponential[order];
  }
  return kNaN;
}

StandardMoments standardMoments(const Component& component) {
  return {standardMoment(component, 3), standardMoment(component, 4)};
}

}  // namespace scaledot
