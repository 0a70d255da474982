// The standardised component laws of component.h as numbers: weighted points and distribution function.
#pragma once
#include <cstddef>
#include <vector>

#include "random/component.h"

namespace scaledot {

struct Node {
  double x, weight;
};

// Weighted points of the standardised law, weights summing to 1: Gauss-Legendre panels over its
// support, finest (`finest` wide) around `centre`, at most `widest` within 8 sd, growing in proportion
// to |x| beyond; split where the density has a kink. For rademacher its two points.
std::vector<Node> nodesOf(const Component& component, double centre, double finest, double widest);

// P(X <= x) of the standardised law, quickly: linear interpolation in a table (error 4e-6), Student t
// beyond 64 sd as if it ended there. Not for rademacher.
class StandardCdf {
 public:
  explicit StandardCdf(const Component& component);
  double operator()(double x) const { return at(position(x)); }
  // The same in two parts, for x at equal distances: position is linear in x.
  double position(double x) const { return (x - low_) * perUnit_; }
  double at(double position) const {
    if (!(position > 0)) return 0;
    if (!(position < last_)) return 1;
    const auto i = static_cast<size_t>(position);
    return table_[i] + (position - static_cast<double>(i)) * (table_[i + 1] - table_[i]);
  }
  double low() const { return low_; }  // all mass lies in [low, high]
  double high() const { return high_; }

 private:
  double low_, high_, perUnit_, last_;
  std::vector<double> table_;
};

// Which of two laws makes the better points of a quadrature, and which the better smooth partner:
// the one with the larger rank has the kinks and tails that the panels are made for.
int quadratureRank(const Component& component);

}  // namespace scaledot
